//! The sparse-space method, one heap at a time, for values of any size.
//!
//! For the heap of n, with rare and common as in [`Rarity`]:
//! 1. Mark the values of all options that leave one heap, and of all that leave two of which one is rare (the *taps*).
//!    An option with a common value that leaves two heaps leaves a rare one, so now all common values of options are
//!    marked. Let m be the least common value not marked: it is not the value of an option.
//! 2. The value of the heap is m unless a smaller rare value is not the value of an option. For each smaller rare value
//!    that is not marked look for a *witness*: an option with that value. Every one found is marked.
//! 3. If one is left when all options were tried, the least such is the value, and n is a new rare position.
//!
//! Nothing is assumed: the answer is that of the definition, found with fewer lookups. Which positions are tried first
//! as witnesses changes the time, never the value.

use super::batch::{BATCH_VALUES, Batch};
use super::moves::HeapMoves;
use super::rarity::Rarity;
use super::sums::find_sums;
use super::values::Cell;

/// A position and its value, in eight bytes: lists of them are what the method reads most.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tap {
    position: u32,
    value: u16,
}

impl Tap {
    /// The engine computes no heap beyond 2^32, and goes over to the direct method before values exceed 16 bits.
    pub fn new(position: usize, value: u32) -> Self {
        debug_assert!(position <= MOST_HEAPS && value < MOST_VALUES as u32);
        Tap { position: position as u32, value: value as u16 }
    }

    /// The heap.
    pub fn position(self) -> usize {
        self.position as usize
    }

    /// Its value.
    pub fn value(self) -> u32 {
        self.value.into()
    }
}

/// The values that the method reads: usually all; in a search that forgets, the first ones and the last ones.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'a, C> {
    /// The values from the heap of 0 on; all of them if none were forgotten.
    pub head: &'a [C],
    /// The heap of the first value in `list`.
    pub base: usize,
    /// The values from there on.
    pub list: &'a [C],
}

impl<'a, C: Cell> View<'a, C> {
    /// All values.
    pub fn all(list: &'a [C]) -> Self {
        View { head: list, base: 0, list }
    }

    /// The heap that comes next.
    pub fn next(&self) -> usize {
        self.base + self.list.len()
    }

    /// The value of one of the last heaps.
    #[inline(always)]
    fn at(&self, n: usize) -> C {
        self.list[n - self.base]
    }
}

/// The method is for heaps up to this.
pub(crate) const MOST_HEAPS: usize = u32::MAX as usize;

/// And for values below this.
pub(crate) const MOST_VALUES: usize = 1 << 16;

/// A position whose partners often are witnesses.
#[derive(Clone, Copy, Debug)]
struct Partner {
    tap: Tap,
    hits: u32,
}

/// What the method keeps between heaps.
#[derive(Clone, Debug)]
pub(crate) struct Sparse {
    pub rarity: Rarity,
    /// The rare positions in order.
    pub taps: Vec<Tap>,
    /// The first heap that was computed with this split.
    pub since: usize,
    /// The largest position that was needed as a witness since then.
    pub deepest_witness: usize,
    partners: Vec<Partner>,
    /// Those that hit most often, while they are read for a batch of heaps at once.
    leaders: Vec<Partner>,
    /// When to choose leaders, or to let all be tried again.
    next_leaders: usize,
    /// Values in order: those whose masked parity is even, and odd.
    classes: [Vec<u32>; 2],
    /// `seen[v] == stamp` marks v as the value of an option. For all values of 16 bits: no index needs a check.
    seen: Box<[u8; MOST_VALUES]>,
    /// A power of two above all values so far, and so above their sums.
    bound: usize,
    /// The rare values that have no witness yet.
    missing: Vec<u32>,
    stamp: u8,
    until_sort: u32,
    batch: Batch,
    /// Whether special instructions of the processor may be used.
    pub simd: bool,
    /// The heap that was done last.
    last: usize,
}

/// More partners than this are not kept: by then those tried first hit nearly always.
const MOST_PARTNERS: usize = 1 << 13;

/// With fewer taps a batch of heaps is not worth its rows.
const MANY_TAPS: usize = 64;

/// This many partners lead, or twice as many as there are values. Measured on 0.6 to 400,000: 1.01 s without them, 0.76 s with
/// 512; on 0.007 to 60,000 and 0.6 to 200,000, the others compared in a batch: 0.38 s and 0.25 s with 512, 0.35 s and 0.23 s
/// with 1,024, 0.33 s and 0.26 s with 2,048.
const LEADERS: usize = 1024;

/// Leaders are chosen by what hit in this many heaps.
const LEARNING: usize = 2048;

/// Options are tried this many positions at a time.
const CHUNK: usize = 256;

/// This many values or fewer are compared with all options; for more the options are marked. Measured on 0.007: to compare with
/// eight takes longer, because there are no vectors left.
const FEW: usize = 4;

/// After this many heaps the partners are sorted by how often they hit.
const SORT_EVERY: u32 = 512;

impl Sparse {
    /// Starts from known values.
    pub fn new<C: Cell>(rarity: Rarity, values: &[C]) -> Self {
        let taps = values
            .iter()
            .enumerate()
            .filter(|(n, value)| rarity.is_rare(*n, value.get()))
            .map(|(position, value)| Tap::new(position, value.get()))
            .collect();
        let mut sparse = Sparse {
            rarity,
            taps,
            since: values.len(),
            deepest_witness: 0,
            partners: Vec::new(),
            leaders: Vec::new(),
            next_leaders: values.len() + LEARNING,
            classes: [Vec::new(), Vec::new()],
            seen: Box::new([0; MOST_VALUES]),
            bound: 0,
            missing: Vec::new(),
            stamp: 0,
            until_sort: SORT_EVERY,
            batch: Batch::new(),
            simd: true,
            last: usize::MAX,
        };
        sparse.reach(values.iter().map(|value| value.get()).max().unwrap_or(0));
        sparse
    }

    /// Goes on from known values of which those from `since` on were computed with this split.
    pub fn resumed<C: Cell>(
        rarity: Rarity,
        values: &[C],
        since: usize,
        deepest_witness: usize,
    ) -> Self {
        Sparse { since, deepest_witness, ..Self::new(rarity, values) }
    }

    /// The largest position whose value is read for later heaps: the last rare one or the deepest witness.
    pub fn depth(&self) -> usize {
        self.taps.last().map_or(0, |tap| tap.position()).max(self.deepest_witness)
    }

    /// Whether witnesses were found before.
    pub fn knows_witnesses(&self) -> bool {
        self.partners().next().is_some()
    }

    /// Makes room for values up to `value` and their sums.
    fn reach(&mut self, value: u32) {
        let bound = (value as usize + 1).next_power_of_two();
        if bound > self.bound {
            self.bound = bound;
            // Sums stay below the bound. Twice as far there is a common value above them, unless the mask is empty.
            let odd = |v: &u32| (v & self.rarity.mask).count_ones() & 1 == 1;
            let (odds, evens) = (0..2 * bound as u32).partition(odd);
            self.classes = [evens, odds];
        }
    }

    /// The value of the heap that comes next, which the caller adds to the values. None if values that were forgotten
    /// would be needed.
    pub fn next_value<C: Cell>(&mut self, moves: &HeapMoves, values: View<C>) -> Option<u32> {
        self.next_stamp();
        let n = values.next();
        self.mark_single(moves, values);
        self.mark_taps(moves, values);
        let rare_class = usize::from(!self.rarity.is_rare(n, 0));
        let commons = std::mem::take(&mut self.classes[1 - rare_class]);
        let least_common = commons.iter().copied().find(|&v| !self.is_seen(v)).unwrap_or(u32::MAX);
        self.classes[1 - rare_class] = commons;
        self.list_missing(rare_class, least_common);
        self.try_partners(moves, values);
        self.try_all(moves, values);
        if !self.missing.is_empty() && values.base > 0 {
            return None;
        }
        let value = self.missing.first().copied().unwrap_or(least_common);
        self.accept(n, value);
        Some(value)
    }

    /// Takes note of a value found elsewhere (by a faster kernel) or here.
    pub fn accept(&mut self, n: usize, value: u32) {
        self.reach(value);
        if self.rarity.is_rare(n, value) {
            self.taps.push(Tap::new(n, value));
        }
    }

    /// Positions that were witnesses, those that hit most often first.
    pub fn partners(&self) -> impl Iterator<Item = Tap> + '_ {
        self.leaders.iter().chain(&self.partners).map(|partner| partner.tap)
    }

    fn next_stamp(&mut self) {
        if self.stamp == u8::MAX {
            self.seen[..self.bound].fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
    }

    fn is_seen(&self, value: u32) -> bool {
        self.seen.get(value as usize) == Some(&self.stamp)
    }

    /// Marks what leaves no heap or one.
    fn mark_single<C: Cell>(&mut self, moves: &HeapMoves, values: View<C>) {
        let n = values.next();
        if moves.empty.contains(&n) {
            self.seen[0] = self.stamp;
        }
        for &taken in moves.single.iter().filter(|&&taken| taken < n) {
            self.seen[usize::from(values.at(n - taken).get() as u16)] = self.stamp;
        }
    }

    /// Marks what leaves two heaps, one of them rare.
    fn mark_taps<C: Cell>(&mut self, moves: &HeapMoves, values: View<C>) {
        let n = values.next();
        let in_a_row = self.last.checked_add(1) == Some(n);
        self.last = n;
        let many = self.taps.len() >= MANY_TAPS && self.bound <= BATCH_VALUES;
        if many && in_a_row && self.batch.row(n).is_none() {
            self.choose_leaders(n);
            let leaders = self.leaders.iter().map(|partner| partner.tap);
            self.batch.prepare(moves, &self.taps, leaders, values);
            self.find_for_batch(moves, values);
        }
        if let Some(row) = self.batch.row(n) {
            let stamp = self.stamp;
            for (mark, &seen) in self.seen[..self.bound.min(BATCH_VALUES)].iter_mut().zip(row) {
                *mark = stamp & seen | *mark & !seen;
            }
        }
        let batched = self.batch.row(n).is_some();
        let skip = usize::from(self.taps.first().is_some_and(|tap| tap.position == 0));
        for &taken in moves.pair.iter().filter(|&&taken| taken < n) {
            let rest = n - taken;
            let end = self.taps.partition_point(|tap| tap.position() < rest);
            let read = if batched { self.batch.read(&self.taps, taken) } else { end..end };
            let (near, late) = (skip..read.start.min(end), read.end.min(end)..end);
            for tap in [near, late].into_iter().filter_map(|range| self.taps.get(range)).flatten() {
                let value = tap.value ^ values.at(rest - tap.position()).get() as u16;
                self.seen[usize::from(value)] = self.stamp;
            }
        }
    }

    /// Looks for witnesses of what the leaders left missing, for all heaps of a batch; while leaders are chosen, not: then
    /// it is counted who hits.
    fn find_for_batch<C: Cell>(&mut self, moves: &HeapMoves, values: View<C>) {
        if self.leaders.is_empty() {
            return;
        }
        let (rarity, classes) = (self.rarity, &self.classes);
        let missing = |n: usize, row: &[u8; BATCH_VALUES]| {
            let unseen = |&value: &u32| row.get(value as usize) == Some(&0);
            let rare_class = usize::from(!rarity.is_rare(n, 0));
            let commons = &classes[1 - rare_class];
            // The near taps are not read yet, so that the least common value may still rise: then the rest is found later.
            let below = commons.iter().copied().find(|value| unseen(value)).unwrap_or(u32::MAX);
            let rares = classes[rare_class].iter().copied().take_while(|&value| value < below);
            rares.filter(unseen).collect()
        };
        let positions = self.partners.iter().map(|partner| partner.tap);
        self.batch.find(moves, positions, values, missing, self.simd);
    }

    /// Lets the best partners lead, or, as the heaps double, all be tried one by one again to see which are best.
    fn choose_leaders(&mut self, n: usize) {
        if n < self.next_leaders {
            return;
        }
        if self.leaders.is_empty() {
            self.partners.sort_by_key(|partner| std::cmp::Reverse(partner.hits));
            let most = LEADERS.min(2 * self.bound);
            self.leaders = self.partners.drain(..most.min(self.partners.len())).collect();
            self.next_leaders = 2 * n;
        } else {
            self.partners.splice(..0, self.leaders.drain(..));
            self.next_leaders = n + LEARNING;
        }
    }

    /// Lists the rare values below a bound that are not seen.
    fn list_missing(&mut self, rare_class: usize, below: u32) {
        let mut missing = std::mem::take(&mut self.missing);
        missing.clear();
        let rares = self.classes[rare_class].iter().copied().take_while(|&v| v < below);
        missing.extend(rares.filter(|&v| !self.is_seen(v)));
        self.missing = missing;
    }

    /// Tries the positions that hit before, the best first.
    fn try_partners<C: Cell>(&mut self, moves: &HeapMoves, values: View<C>) {
        let mut left = self.missing.len();
        if left == 0 {
            return;
        }
        // All that is not seen below the largest missing value is missing: common values were all seen, or are larger.
        let most = self.missing.last().map_or(0, |&most| most.min(u16::MAX.into()) as u16);
        let n = values.next();
        let batched = if self.batch.row(n).is_some() { self.leaders.len() } else { 0 };
        // Nearly all of them were compared with these values for the whole batch: trying all options is quicker.
        if batched > 0 && left <= FEW {
            return;
        }
        for partner in self.leaders.iter_mut().skip(batched).chain(&mut self.partners) {
            let Tap { position, value } = partner.tap;
            for &taken in &moves.pair {
                let Some(other) = n.checked_sub(taken + position as usize) else { continue };
                let sum = if other > 0 { value ^ values.at(other).get() as u16 } else { continue };
                let mark = &mut self.seen[usize::from(sum)];
                let hit = *mark != self.stamp && sum <= most;
                *mark = self.stamp;
                left -= usize::from(hit);
                partner.hits += u32::from(hit);
            }
            if left == 0 {
                break;
            }
        }
        self.drop_seen();
        self.until_sort -= 1;
        if self.until_sort == 0 {
            self.until_sort = SORT_EVERY;
            self.partners.sort_by_key(|partner| std::cmp::Reverse(partner.hits));
            self.partners.iter_mut().for_each(|partner| partner.hits -= partner.hits / 4);
        }
    }

    /// Takes the values with a witness from the missing ones.
    fn drop_seen(&mut self) {
        let (seen, stamp) = (&self.seen, self.stamp);
        self.missing.retain(|&value| seen.get(value as usize) != Some(&stamp));
    }

    /// Tries every option that leaves two heaps, some hundred at a time.
    fn try_all<C: Cell>(&mut self, moves: &HeapMoves, values: View<C>) {
        let mut from = 1;
        while !self.missing.is_empty() && 2 * from <= values.next() && from < values.head.len() {
            let before = self.missing.len();
            let asked = self.missing.clone();
            self.try_chunk(moves, values, from);
            self.drop_seen();
            if self.missing.len() < before {
                let found: Vec<u32> =
                    asked.into_iter().filter(|value| !self.missing.contains(value)).collect();
                self.learn(moves, values, from, found);
            }
            from += CHUNK;
        }
    }

    /// Marks the sums of a chunk of positions from `from` on: those that are missing, if these are few, else all.
    fn try_chunk<C: Cell>(&mut self, moves: &HeapMoves, values: View<C>, from: usize) {
        let few = self.missing.len() <= FEW;
        let wanted: [C; FEW] =
            std::array::from_fn(|i| C::of(self.missing.get(i).map_or(0, |&value| value as u16)));
        for (low, high) in chunks(moves, values, from) {
            if !few {
                mark_sums(&mut self.seen, self.stamp, low, high);
                continue;
            }
            let found = find_sums(low, high, &wanted, self.simd);
            for ((&value, wanted), found) in self.missing.iter().zip(wanted).zip(found) {
                // A value that does not fit is not found.
                if found && wanted.get() == value {
                    self.seen[value as usize] = self.stamp;
                }
            }
        }
    }

    /// Remembers the positions from `from` on that gave these values.
    fn learn<C: Cell>(
        &mut self,
        moves: &HeapMoves,
        values: View<C>,
        from: usize,
        mut found: Vec<u32>,
    ) {
        for (low, high) in chunks(moves, values, from) {
            found.retain(|&value| {
                let mut sums = low.iter().zip(high.iter().rev()).map(|(&a, &b)| (a ^ b).get());
                let Some(at) = sums.position(|sum| sum == value) else { return true };
                self.deepest_witness = self.deepest_witness.max(from + at);
                self.remember(Tap::new(from + at, low[at].get()));
                false
            });
        }
    }

    fn remember(&mut self, tap: Tap) {
        if self.partners.len() < MOST_PARTNERS
            && self.partners().all(|partner| partner.position != tap.position)
        {
            self.partners.push(Partner { tap, hits: 1 });
        }
    }
}

/// For each number of counters taken: the values of a chunk of positions from `from` on, and those of their partners, the
/// last first. The positions are the smaller heaps.
fn chunks<'a, C: Cell>(
    moves: &'a HeapMoves,
    values: View<'a, C>,
    from: usize,
) -> impl Iterator<Item = (&'a [C], &'a [C])> {
    let n = values.next();
    moves.pair.iter().filter(move |&&taken| taken < n).filter_map(move |taken| {
        let rest = n - taken;
        let to = (from + CHUNK).min(rest / 2 + 1).min(values.head.len());
        let partners = rest + 1 - to - values.base..(rest + 1).saturating_sub(from + values.base);
        (from < to).then(|| (&values.head[from..to], &values.list[partners]))
    })
}

/// Marks the sums of values and their partners.
fn mark_sums<C: Cell>(seen: &mut [u8; MOST_VALUES], stamp: u8, low: &[C], high: &[C]) {
    let most = low.len().min(high.len());
    let (low, high) = (&low[..most], &high[high.len() - most..]);
    for i in 0..most {
        seen[usize::from((low[i].get() ^ high[most - 1 - i].get()) as u16)] = stamp;
    }
}
