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
//! Nothing is assumed: the answer is that of the definition, only found with fewer looks. Which positions are tried first
//! as witnesses changes the time, never the value.

use super::moves::Moves;
use super::rarity::Rarity;
use super::values::Cell;

/// A position and its value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tap {
    pub position: usize,
    pub value: u32,
}

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
    /// Values in order: those whose masked parity is even, and odd.
    classes: [Vec<u32>; 2],
    /// `seen[v] == stamp` marks v as the value of an option. As long as a power of two above all values.
    seen: Vec<u8>,
    stamp: u8,
    until_sort: u32,
}

/// More partners than this are not kept: by then those tried first hit nearly always.
const MOST_PARTNERS: usize = 1 << 13;

/// After so many heaps the partners are sorted by how often they hit.
const SORT_EVERY: u32 = 512;

impl Sparse {
    /// Starts from known values.
    pub fn new<C: Cell>(rarity: Rarity, values: &[C]) -> Self {
        let taps = values
            .iter()
            .enumerate()
            .filter(|(n, value)| rarity.is_rare(*n, value.get()))
            .map(|(position, value)| Tap { position, value: value.get() })
            .collect();
        let mut sparse = Sparse {
            rarity,
            taps,
            since: values.len(),
            deepest_witness: 0,
            partners: Vec::new(),
            classes: [Vec::new(), Vec::new()],
            seen: Vec::new(),
            stamp: 0,
            until_sort: SORT_EVERY,
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

    /// Makes room for values up to `value` and their sums.
    fn reach(&mut self, value: u32) {
        let bound = (value as usize + 1).next_power_of_two();
        if bound > self.seen.len() {
            self.seen = vec![0; bound];
            self.stamp = 0;
            // Sums stay below the bound. Twice as far there is a common value above them, unless the mask is empty.
            let odd = |v: &u32| (v & self.rarity.mask).count_ones() & 1 == 1;
            let (odds, evens) = (0..2 * bound as u32).partition(odd);
            self.classes = [evens, odds];
        }
    }

    /// The value of the heap of `n = values.len()`. The caller adds it to the values.
    pub fn next_value<C: Cell>(&mut self, moves: &Moves, values: &[C]) -> u32 {
        self.next_stamp();
        let n = values.len();
        self.mark_single(moves, values);
        self.mark_taps(moves, values);
        let rare_class = usize::from(!self.rarity.is_rare(n, 0));
        let commons = std::mem::take(&mut self.classes[1 - rare_class]);
        let least_common = commons.iter().copied().find(|&v| !self.is_seen(v)).unwrap_or(u32::MAX);
        self.classes[1 - rare_class] = commons;
        let missing = self.count_missing(rare_class, least_common);
        let missing = self.try_partners(moves, values, least_common, missing);
        let missing = self.try_all(moves, values, least_common, missing);
        let value = if missing == 0 {
            least_common
        } else {
            let rares = &self.classes[rare_class];
            rares.iter().copied().find(|&v| !self.is_seen(v)).unwrap_or(least_common)
        };
        self.accept(n, value);
        value
    }

    /// Takes note of a value found elsewhere (by a faster kernel) or here.
    pub fn accept(&mut self, n: usize, value: u32) {
        self.reach(value);
        if self.rarity.is_rare(n, value) {
            self.taps.push(Tap { position: n, value });
        }
    }

    /// Positions that were witnesses, those that hit most often first.
    pub fn partners(&self) -> impl Iterator<Item = Tap> + '_ {
        self.partners.iter().map(|partner| partner.tap)
    }

    fn next_stamp(&mut self) {
        if self.stamp == u8::MAX {
            self.seen.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
    }

    fn is_seen(&self, value: u32) -> bool {
        self.seen.get(value as usize) == Some(&self.stamp)
    }

    /// Marks what leaves no heap or one.
    fn mark_single<C: Cell>(&mut self, moves: &Moves, values: &[C]) {
        let n = values.len();
        if moves.empty.contains(&n) {
            self.seen[0] = self.stamp;
        }
        for &taken in moves.single.iter().filter(|&&taken| taken < n) {
            self.seen[values[n - taken].get() as usize] = self.stamp;
        }
    }

    /// Marks what leaves two heaps, one of them rare.
    fn mark_taps<C: Cell>(&mut self, moves: &Moves, values: &[C]) {
        let below = self.seen.len() - 1;
        for &taken in moves.pair.iter().filter(|&&taken| taken < values.len()) {
            let rest = values.len() - taken;
            let skip = usize::from(self.taps.first().is_some_and(|tap| tap.position == 0));
            let end = self.taps.partition_point(|tap| tap.position < rest);
            for tap in self.taps.get(skip..end).unwrap_or_default() {
                let value = tap.value ^ values[rest - tap.position].get();
                self.seen[value as usize & below] = self.stamp;
            }
        }
    }

    fn count_missing(&self, rare_class: usize, below: u32) -> usize {
        let rares = self.classes[rare_class].iter().take_while(|&&v| v < below);
        rares.filter(|&&v| !self.is_seen(v)).count()
    }

    /// Marks the option if it is new and counts.
    fn witness(&mut self, value: u32, least_common: u32) -> bool {
        let mark = &mut self.seen[value as usize];
        let new = *mark != self.stamp;
        *mark = self.stamp;
        new && value < least_common
    }

    /// Tries the positions that hit before, the best first; returns how many values are still without witness.
    fn try_partners<C: Cell>(
        &mut self,
        moves: &Moves,
        values: &[C],
        least_common: u32,
        mut missing: usize,
    ) -> usize {
        let mut partners = std::mem::take(&mut self.partners);
        for partner in &mut partners {
            if missing == 0 {
                break;
            }
            let Tap { position, value } = partner.tap;
            for &taken in &moves.pair {
                if taken + position < values.len() {
                    let sum = value ^ values[values.len() - taken - position].get();
                    let hit = self.witness(sum, least_common);
                    missing -= usize::from(hit);
                    partner.hits += u32::from(hit);
                }
            }
        }
        self.until_sort -= 1;
        if self.until_sort == 0 {
            self.until_sort = SORT_EVERY;
            partners.sort_by_key(|partner| std::cmp::Reverse(partner.hits));
            partners.iter_mut().for_each(|partner| partner.hits -= partner.hits / 4);
        }
        self.partners = partners;
        missing
    }

    /// Tries every option that leaves two heaps.
    fn try_all<C: Cell>(
        &mut self,
        moves: &Moves,
        values: &[C],
        least_common: u32,
        mut missing: usize,
    ) -> usize {
        let n = values.len();
        for position in 1..n {
            if missing == 0 {
                break;
            }
            let value = values[position].get();
            let mut hit = false;
            for &taken in moves.pair.iter().filter(|&&taken| taken + 2 * position <= n) {
                let sum = value ^ values[n - taken - position].get();
                if self.witness(sum, least_common) {
                    missing -= 1;
                    hit = true;
                }
            }
            if hit {
                self.deepest_witness = self.deepest_witness.max(position);
                self.remember(Tap { position, value });
            }
        }
        missing
    }

    fn remember(&mut self, tap: Tap) {
        if self.partners.len() < MOST_PARTNERS
            && self.partners.iter().all(|partner| partner.tap.position != tap.position)
        {
            self.partners.push(Partner { tap, hits: 1 });
        }
    }
}
