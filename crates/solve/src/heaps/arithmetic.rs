//! Arithmetic periods: a criterion under which G(n + p) = G(n) + s holds for ever, s being a power of two.
//!
//! In the spirit of Austin (1976) and of Howse and Nowakowski (Theoretical Computer Science 313, 2004); the statement and the
//! proof are our own, in section 6 of `docs/theory-heaps.md`. It is for codes with finitely many digits that leave at
//! most three heaps.
//!
//! Write a value as *low* + s *high*, low < s. Heaps n >= n0 are *regular*: with each p counters more, high grows by one;
//! a regular heap is at least as high as the one of its residue below n0 + p, its *floor*. A *type* of option says how many
//! counters are taken, which heaps below n0 are left, and the residues of the regular ones. At N it has a sum S of highs, and the
//! xor H of highs is at most S and of its parity. At N + p, S is one more. What types reach for certain:
//!
//! - three regular heaps with floors y1 <= y2 <= y3: every H of the parity of S with y1 <= H <= S - 2 y2 (as m, m and H);
//! - two regular heaps and no other of high > 0: H = 0 if S is even (as m and m);
//! - if at most one floor is not 0, and no heap below n0 has high > 0: H = S; with one regular heap, nothing else.
//!
//! The *top* of a low and a parity is the largest S - 2 y2 of the first kind. The criterion: every low has tops of both
//! parities, from types some of which have y1 = 0, or y1 = 1 and a type of the second kind; and each H above the top that a type could
//! reach is reached by the third kind. Then what is reached at N + p is what is reached at N with highs one more, and all
//! values of high 0.

use super::moves::HeapMoves;

/// A heap below n0 + p.
#[derive(Clone, Copy)]
struct Heap {
    size: usize,
    low: usize,
    high: i64,
    regular: bool,
}

/// What types reach, by residue of N, low and parity of the sum.
struct Reached<'a> {
    moves: &'a HeapMoves,
    period: usize,
    saltus: usize,
    bound: i64,
    /// The tops; [`NONE`] without one.
    tops: Vec<i64>,
    /// Whether a type with y1 = 0, one with y1 = 1, one of the second kind was there.
    bottoms: Vec<[bool; 3]>,
    /// The largest sum of a type that could reach less than its sum.
    most: Vec<i64>,
    /// The sums that are reached, up to `sums`.
    exact: Vec<bool>,
    sums: usize,
}

/// No type has such a sum.
const NONE: i64 = i64::MIN;

/// More heaps below n0 + p take too long: types are tried one by one.
const MOST_HEAPS: usize = 700;

/// The bound N* of the criterion: it needs the values to repeat for n0 <= n < N*. None if it cannot apply. `values` are at
/// least the first n0 + p ones.
pub(crate) fn bound(
    moves: &HeapMoves,
    values: &[u32],
    (from, period, saltus): (usize, usize, u32),
) -> Option<usize> {
    let applies = moves.tail == 0 && saltus.is_power_of_two() && from + period <= MOST_HEAPS;
    let highest = values.get(..from + period)?.iter().max()? / saltus;
    let bound = moves.most_taken() + 3 * (from + period - 1) + 3 * highest as usize * period;
    applies.then_some(bound)
}

/// Whether the criterion holds for values that repeat from n0 up to its bound.
pub(crate) fn holds(
    moves: &HeapMoves,
    values: &[u32],
    (from, period, saltus): (usize, usize, u32),
) -> bool {
    let Some(bound) = bound(moves, values, (from, period, saltus)) else { return false };
    let heaps: Vec<Heap> = (1..from + period)
        .map(|size| {
            let (low, high) = (values[size] % saltus, values[size] / saltus);
            Heap { size, low: low as usize, high: high.into(), regular: size >= from }
        })
        .collect();
    let highest = heaps.iter().map(|heap| heap.high).max().unwrap_or(0) as usize;
    let sums = bound / period + 3 * highest + 2;
    let mut reached = Reached::new(moves, (period, saltus as usize), bound, sums);
    // The largest heap is regular: N is more than three heaps below n0 and what is taken.
    for (i, &a) in heaps.iter().enumerate().skip(from - 1) {
        reached.add(&[a]);
        for (j, &b) in heaps[..=i].iter().enumerate() {
            reached.add(&[a, b]);
            heaps[..=j].iter().for_each(|&c| reached.add(&[a, b, c]));
        }
    }
    reached.holds()
}

impl<'a> Reached<'a> {
    fn new(
        moves: &'a HeapMoves,
        (period, saltus): (usize, usize),
        bound: usize,
        sums: usize,
    ) -> Self {
        let classes = period * saltus * 2;
        Reached {
            moves,
            period,
            saltus,
            bound: bound as i64,
            tops: vec![NONE; classes],
            bottoms: vec![[false; 3]; classes],
            most: vec![NONE; classes],
            exact: vec![false; classes / 2 * sums],
            sums,
        }
    }

    /// Adds the types that leave these heaps.
    fn add(&mut self, heaps: &[Heap]) {
        let size: usize = heaps.iter().map(|heap| heap.size).sum();
        let low = heaps.iter().fold(0, |low, heap| low ^ heap.low);
        let highs: i64 = heaps.iter().map(|heap| heap.high).sum();
        let regular = heaps.iter().filter(|heap| heap.regular).count();
        let stray = heaps.iter().any(|heap| heap.high > 0 && !heap.regular);
        let pure = !stray && heaps.iter().filter(|heap| heap.high > 0).count() <= 1;
        let list = match heaps.len() {
            1 => &self.moves.single,
            2 => &self.moves.pair,
            _ => &self.moves.triple,
        };
        for &taken in list {
            let left = self.bound - (size + taken) as i64;
            // The first N from the bound on with this residue.
            let residue = (-left).rem_euclid(self.period as i64);
            let sum = (left + residue) / self.period as i64 + highs;
            let class = residue as usize * self.saltus + low;
            let at = 2 * class + (sum & 1) as usize;
            if regular == 3 {
                let mut floors = [heaps[0].high, heaps[1].high, heaps[2].high];
                floors.sort_unstable();
                self.tops[at] = self.tops[at].max(sum - 2 * floors[1]);
                self.bottoms[at][0] |= floors[0] == 0;
                self.bottoms[at][1] |= floors[0] == 1;
            }
            self.bottoms[at][2] |= regular == 2 && !stray;
            self.exact[class * self.sums + sum as usize] |= pure;
            if regular > 1 || stray {
                self.most[at] = self.most[at].max(sum);
            }
        }
    }

    fn holds(&self) -> bool {
        (0..self.tops.len()).all(|at| {
            let [zero, one, pair] = self.bottoms[at];
            let exact = &self.exact[at / 2 * self.sums..][..self.sums];
            let (top, most) = (self.tops[at], self.most[at]);
            let mut above = (1..).map(|step| top + 2 * step).take_while(|&sum| sum <= most);
            top != NONE && (zero || one && pair) && above.all(|sum| exact[sum as usize])
        })
    }
}
