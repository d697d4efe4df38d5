//! The engine: nim-sequences of codes, by whichever method is fastest, each value certain.
//!
//! An engine keeps all values from the empty heap on and extends them. It starts with the direct method
//! (`direct.rs`) and goes over to the sparse-space method (`sparse.rs`) when a split of the values into rare and
//! common ([`Rarity`]) makes few positions rare. The split is chosen from counts over the whole history and chosen again as
//! the history doubles or rare positions accumulate. The rare positions are then listed again from the history, so a
//! bad choice costs time, but never changes a value.

use outplay_rules::games::octal_code::OctalCode;

use super::direct::Direct;
use super::kernel::{Exit, Kernel};
use super::moves::HeapMoves;
use super::rarity::{Census, Rarity};
use super::sparse::{MOST_HEAPS, MOST_VALUES, Sparse, View};
use super::values::{Cell, Values, with_cells};
use crate::limits::{Budget, Stopped};

/// How an engine is to work; the default is what is fastest. The values never depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// Whether the sparse-space method may be used.
    pub sparse: bool,
    /// Whether rarity may depend on the value alone.
    pub plain: bool,
    /// Whether rarity may depend on the parity of the heap too.
    pub by_parity: bool,
    /// Use the sparse-space method even where it does not pay, choosing the split again after each block of this many
    /// heaps.
    pub choose_every: Option<usize>,
    /// Blocks of heaps are not tried earlier: by then witnesses are known.
    pub blocks_from: usize,
    /// Whether special instructions of the processor may be used.
    pub simd: bool,
}

impl Default for EngineOptions {
    fn default() -> Self {
        EngineOptions {
            sparse: true,
            plain: true,
            by_parity: true,
            choose_every: None,
            blocks_from: 4096,
            simd: true,
        }
    }
}

/// How the last values were computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SequenceMethod {
    /// From all options.
    Direct,
    /// From the rare positions and witnesses.
    Sparse(Rarity),
}

/// What an engine can tell about its work.
#[derive(Clone, Copy, Debug)]
pub struct Statistics {
    /// How the last values were computed.
    pub method: SequenceMethod,
    /// How many positions are rare; 0 for the direct method.
    pub rare: usize,
    /// The largest rare position.
    pub last_rare: Option<usize>,
    /// The heap from which on the sparse-space method with this split is used.
    pub since: usize,
    /// The largest position needed as a witness since then.
    pub deepest_witness: usize,
    /// How often a split was chosen.
    pub choices: u64,
    /// Bytes a value is stored in.
    pub width: usize,
}

/// The nim-sequence of one code, as far as it was computed.
///
/// ```
/// use outplay_solve::heaps::Engine;
/// use outplay_solve::limits::Budget;
///
/// let mut kayles = Engine::new("0.77".parse()?);
/// kayles.extend_to(10, &mut Budget::unlimited())?;
/// let values: Vec<u32> = kayles.values().iter().collect();
/// assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Engine {
    pub(crate) code: OctalCode,
    pub(crate) moves: HeapMoves,
    pub(crate) options: EngineOptions,
    /// The values from the heap of `base` on.
    pub(crate) values: Values,
    /// How many values were forgotten: 0 unless `keep` is set.
    pub(crate) base: usize,
    /// Once values were forgotten: the first ones.
    pub(crate) head: Vec<u8>,
    /// Forget old values when there are more than this, and a quarter; for searches that need few.
    pub(crate) keep: Option<usize>,
    /// The heap that all the work is for, where it is done in portions: progress is told towards it.
    pub(crate) aim: usize,
    /// The bytes reported to the budget.
    pub(crate) told: usize,
    /// Values that were discarded are needed: it cannot continue.
    pub(crate) stuck: bool,
    direct: Direct,
    pub(crate) sparse: Option<Box<Sparse>>,
    kernel: Option<Box<Kernel>>,
    /// When to make a kernel (again).
    next_kernel: usize,
    /// From which heap on witnesses were learned.
    learning_since: usize,
    census: Census,
    /// How many values the census has counted.
    counted: usize,
    pub(crate) max_grundy: u32,
    pub(crate) next_choice: usize,
    /// With how many rare positions the split is chosen again.
    rare_bound: usize,
    choices: u64,
}

/// The first choice of a split.
const FIRST_CHOICE: usize = 64;

/// At least this many of the first values are kept as possible witnesses when old ones are forgotten; usually eight times
/// as many as were ever needed.
const LEAST_HEAD: usize = 1 << 12;

/// After a surprise the kernel is left alone for a while, but not longer than this.
const LONGEST_PAUSE: usize = 1 << 16;

/// Looks a value that one step between two looks at the clock may take.
const LOOKS_A_STEP: usize = 1 << 22;

impl Engine {
    /// An engine that knows the empty heap.
    pub fn new(code: OctalCode) -> Self {
        Self::with_options(code, EngineOptions::default())
    }

    /// An engine that works in a given way.
    pub fn with_options(code: OctalCode, options: EngineOptions) -> Self {
        let moves = HeapMoves::new(&code);
        Engine {
            code,
            moves,
            options,
            values: Values::Bytes(vec![0]),
            base: 0,
            head: Vec::new(),
            keep: None,
            aim: 0,
            told: 0,
            stuck: false,
            direct: Direct::default(),
            sparse: None,
            kernel: None,
            next_kernel: options.blocks_from,
            learning_since: 0,
            census: Census::default(),
            counted: 0,
            max_grundy: 0,
            next_choice: options.choose_every.unwrap_or(FIRST_CHOICE),
            rare_bound: usize::MAX,
            choices: 0,
        }
    }

    /// The code whose values these are.
    pub fn code(&self) -> &OctalCode {
        &self.code
    }

    /// The values of the heaps of 0, 1, 2, …, as far as they are known.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// The value of a heap, if it was computed.
    pub fn value(&self, n: usize) -> Option<u32> {
        self.values.get(n.checked_sub(self.base)?)
    }

    /// How many values are known.
    pub fn known(&self) -> usize {
        self.base + self.values.len()
    }

    /// The largest value so far.
    pub fn max_grundy(&self) -> u32 {
        self.max_grundy
    }

    /// How the work was done.
    pub fn statistics(&self) -> Statistics {
        let sparse = self.sparse.as_deref();
        Statistics {
            method: sparse
                .map_or(SequenceMethod::Direct, |sparse| SequenceMethod::Sparse(sparse.rarity)),
            rare: sparse.map_or(0, |sparse| sparse.taps.len()),
            last_rare: sparse.and_then(|sparse| Some(sparse.taps.last()?.position())),
            since: sparse.map_or(0, |sparse| sparse.since),
            deepest_witness: sparse.map_or(0, |sparse| sparse.deepest_witness),
            choices: self.choices,
            width: self.values.width(),
        }
    }

    /// Computes the values up to the heap of n. What is known stays known if the budget ends first. An engine that keeps
    /// all values stops before the heap of 2^32.
    pub fn extend_to(&mut self, n: usize, budget: &mut Budget) -> Result<(), Stopped> {
        budget.check()?;
        if n > MOST_HEAPS && self.keep.is_none() {
            return Err(Stopped::Memory);
        }
        while self.known() <= n {
            if self.base == 0 && self.known() > MOST_HEAPS {
                return Err(Stopped::Memory);
            }
            let before = self.known();
            let end = (before + self.heaps_a_step()).min(n.saturating_add(1));
            self.values.try_reserve(end - before)?;
            self.step(end);
            budget.count((self.known() - before) as u64);
            self.forget();
            if self.stuck {
                return Err(Stopped::Memory);
            }
            let bytes = self.bytes();
            let more = bytes.saturating_sub(self.told);
            self.told = self.told.max(bytes);
            budget.keep(more)?;
            budget.note(self.known() as u64, (n.max(self.aim) as u64).saturating_add(1));
            budget.check()?;
        }
        Ok(())
    }

    /// Bytes in lists that grow with the history.
    fn bytes(&self) -> usize {
        self.head.len() + self.values.len() * self.values.width() + self.direct.bytes()
    }

    /// How many heaps can be done between two looks at the clock.
    fn heaps_a_step(&self) -> usize {
        let pairs = self.moves.pair.len() + usize::from(self.moves.tail & 4 != 0);
        let triples = self.moves.triple.len() + usize::from(self.moves.tail & 8 != 0);
        let direct = self.known() * (pairs + triples * (1 + self.max_grundy as usize / 64));
        let looks = match &self.sparse {
            Some(sparse) => (sparse.taps.len() + 16) * pairs,
            None => direct,
        };
        let most = self.keep.map_or(1 << 16, |keep| keep / 4).clamp(1, 1 << 16);
        (LOOKS_A_STEP / (looks + self.moves.single.len() + 1)).clamp(1, most)
    }

    /// Computes values below `end`.
    fn step(&mut self, end: usize) {
        while self.known() < end && !self.stuck {
            if self.base == 0 && (self.known() >= self.next_choice || self.too_many_rare()) {
                self.choose();
            }
            if self.run_kernel(end.min(self.next_choice)) {
                continue;
            }
            let (moves, head, base) = (&self.moves, &self.head, self.base);
            let value = match (&mut self.sparse, &self.values) {
                (Some(sparse), Values::Bytes(list)) if base > 0 => {
                    sparse.next_value(moves, View { head, base, list })
                }
                (Some(sparse), values) => {
                    with_cells!(values, list => sparse.next_value(moves, View::all(list)))
                }
                (None, values) => Some(self.direct.next_value(moves, values)),
            };
            match value {
                Some(value) => self.push(value),
                None => self.stuck = true,
            }
        }
    }

    /// Lets the block kernel compute values below `end`; false if it can do nothing.
    fn run_kernel(&mut self, end: usize) -> bool {
        let (n, base) = (self.known(), self.base);
        let (Some(sparse), Values::Bytes(list)) = (&mut self.sparse, &mut self.values) else {
            return false;
        };
        if n >= self.next_kernel {
            // Witnesses are learned heap by heap: look again when there were many more heaps.
            self.next_kernel = n + (n - self.learning_since) / 2;
            let (moves, simd) = (&self.moves, self.options.simd);
            let kernel = Kernel::new(sparse, moves, (base, list), self.max_grundy, simd);
            self.kernel = kernel.map(Box::new);
        }
        let Some(kernel) = &mut self.kernel else { return false };
        let before = list.len();
        let until = end - base;
        let exit = kernel.run(sparse, &self.moves, &self.head, (base, list), until);
        // A fold is done in vectors, `max` of an iterator is not: a tenth of the time.
        let most = list[before..].iter().fold(0, |most: u8, &value| most.max(value));
        self.max_grundy = self.max_grundy.max(most.into());
        match exit {
            Exit::Done => {}
            Exit::Surprise(value) => {
                self.push(value);
                self.kernel = None;
                let pause = (self.known() / 64).min(LONGEST_PAUSE) + self.options.blocks_from / 4;
                self.next_kernel = self.known() + pause;
            }
            Exit::Undecided => self.stuck = true,
            Exit::Unfit => self.kernel = None,
        }
        self.known() > n
    }

    /// Forgets old values if that is wanted and what is kept will do unless something rare happens.
    fn forget(&mut self) {
        let (Some(keep), Some(sparse)) = (self.keep, &self.sparse) else { return };
        let Values::Bytes(list) = &mut self.values else { return };
        let depth = sparse.depth().max(sparse.since);
        if list.len() < keep + keep / 4 || 2 * depth > keep {
            return;
        }
        if self.base == 0 {
            let head = (8 * depth).max(LEAST_HEAD).min(keep / 2);
            self.head = list[..head].to_vec();
            self.next_choice = usize::MAX;
        }
        let forgotten = list.len() - keep;
        list.drain(..forgotten);
        self.base += forgotten;
    }

    fn push(&mut self, value: u32) {
        let n = self.known();
        // A new rare position, or values beyond bytes, would need what was forgotten.
        let rare = self.sparse.as_ref().is_some_and(|sparse| sparse.rarity.is_rare(n, value));
        self.stuck |= self.base > 0 && (rare || value > u8::MAX.into());
        self.values.push(value);
        self.max_grundy = self.max_grundy.max(value);
        if self.max_grundy as usize >= MOST_VALUES {
            // The sparse-space method is for values of 16 bits.
            self.sparse = None;
            self.options.sparse = false;
        }
    }

    /// Brings the census up to date.
    fn count(&mut self) {
        with_cells!(&self.values, list => {
            for (n, value) in list.iter().enumerate().skip(self.counted) {
                self.census.add(n, value.get());
            }
        });
        self.counted = self.known();
    }

    /// Takes note of known values that it was given.
    pub(crate) fn take_note(&mut self) {
        let rare = self.sparse.as_ref().map_or(0, |sparse| sparse.taps.len());
        self.rare_bound = rare + rare / 8 + 16;
        self.max_grundy = self.values.iter().max().unwrap_or(0);
        self.options.sparse &= (self.max_grundy as usize) < MOST_VALUES;
        self.next_choice = match self.sparse {
            Some(_) => 2 * self.known(),
            None => self.known().max(FIRST_CHOICE),
        };
        self.learn_anew();
    }

    /// The engine was moved to another place. If witnesses are not known, some heaps are done one by one before the
    /// next kernel.
    pub(crate) fn learn_anew(&mut self) {
        self.kernel = None;
        self.learning_since = self.known();
        let ready = self.sparse.as_ref().is_some_and(|sparse| sparse.knows_witnesses());
        self.next_kernel = self.known() + if ready { 0 } else { self.options.blocks_from };
    }

    fn too_many_rare(&self) -> bool {
        self.sparse.as_ref().is_some_and(|sparse| sparse.taps.len() > self.rare_bound)
    }

    /// Chooses the method, and the split for the sparse-space method.
    fn choose(&mut self) {
        let n = self.known();
        self.next_choice = self.options.choose_every.map_or(2 * n, |every| n + every);
        if !self.options.sparse || !self.moves.may_be_sparse() {
            return;
        }
        self.count();
        let parity = self.moves.split_parity().filter(|_| self.options.by_parity);
        let Some((rarity, rare)) = self.census.best(self.options.plain, parity) else { return };
        let rare = rare as usize;
        self.rare_bound = rare + rare / 8 + 16;
        let forced = self.options.choose_every.is_some();
        // A tap costs about what a pair costs, and witnesses add to it; the direct method looks at n / 2 pairs.
        if !forced && rare + 32 > n * 3 / 8 {
            self.sparse = None;
            self.kernel = None;
        } else if self.sparse.as_ref().is_none_or(|sparse| worth_it(sparse, rare, forced)) {
            self.choices += 1;
            let mut sparse = with_cells!(&self.values, list => Sparse::new(rarity, list));
            sparse.simd = self.options.simd;
            self.sparse = Some(Box::new(sparse));
            self.kernel = None;
            self.next_kernel = n + self.options.blocks_from;
        }
    }
}

/// Whether a split with this many rare positions is worth listing them afresh.
fn worth_it(sparse: &Sparse, rare: usize, forced: bool) -> bool {
    forced || rare + rare / 32 < sparse.taps.len()
}
