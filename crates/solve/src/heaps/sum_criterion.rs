//! Arithmetic periods: a second criterion under which G(n + p) = G(n) + s holds for ever, whatever s is.
//!
//! It is the sum criterion of section 6 of `docs/theory-heaps.md`. What no option of N is worth is shown by sums: the nim-sum of values is at most
//! their sum and of its parity, and that sum is the same for all options of a *type* (counters taken, heaps below n0, residues of the
//! others). What options are worth is shown by moves that leave one heap, or one heap and two equal ones.

use super::moves::HeapMoves;

/// More heaps below n0 + p take too long: types are tried one by one.
const MOST_HEAPS: usize = 700;

/// Values that grow by `saltus` with each `period` counters from n0 on.
struct Growing<'a> {
    moves: &'a HeapMoves,
    /// At least those of the heaps below n0 + p.
    values: &'a [u32],
    from: usize,
    period: usize,
    saltus: u32,
}

/// The bound B of the criterion: it needs the values to repeat for n0 <= n < B. None if it cannot apply. `values` are at
/// least the first n0 + p ones.
pub(crate) fn bound(
    moves: &HeapMoves,
    values: &[u32],
    (from, period, saltus): (usize, usize, u32),
) -> Option<usize> {
    let splits_for_free = moves.pair.first() == Some(&0) || moves.triple.first() == Some(&0);
    let applies = moves.tail == 0 && !splits_for_free && from + period <= MOST_HEAPS;
    let growing = Growing { moves, values: values.get(..from + period)?, from, period, saltus };
    let near = growing.near().filter(|_| applies)?;
    let rounds = (growing.mixed() / saltus) as usize + 4;
    Some(moves.most_taken() + near + 3 * from + rounds * period)
}

/// Whether the criterion holds for values that repeat from n0 up to its bound.
pub(crate) fn holds(
    moves: &HeapMoves,
    values: &[u32],
    (from, period, saltus): (usize, usize, u32),
) -> bool {
    let Some(bound) = bound(moves, values, (from, period, saltus)) else { return false };
    let growing = Growing { moves, values, from, period, saltus };
    growing.keeps_parities()
        && growing.excludes()
        && (bound..bound + period).all(|n| growing.reaches(n))
}

impl Growing<'_> {
    fn value(&self, n: usize) -> u32 {
        let rounds = n.saturating_sub(self.from) / self.period;
        self.values[n - rounds * self.period] + rounds as u32 * self.saltus
    }

    /// Heaps up to N less this are left beside two equal ones or not by the parity of N alone.
    fn near(&self) -> Option<usize> {
        self.moves.triple.last().map(|most| most + 2)
    }

    /// Values below this may be those of heaps below n0.
    fn mixed(&self) -> u32 {
        self.values[..self.from].iter().max().map_or(0, |most| most + 1)
    }

    /// Whether N + p leaves beside two equal heaps what N does, the largest aside.
    fn keeps_parities(&self) -> bool {
        self.period.is_multiple_of(2) || both_parities(&self.moves.triple)
    }

    /// No option of a large N is worth G(N).
    fn excludes(&self) -> bool {
        let HeapMoves { single, pair, triple, .. } = self.moves;
        let heaps = 1..self.from + self.period;
        heaps.skip(self.from - 1).all(|a| {
            self.excluded(single, &[a])
                && (1..=a).all(|b| {
                    self.excluded(pair, &[a, b])
                        && (1..=b).all(|c| self.excluded(triple, &[a, b, c]))
                })
        })
    }

    /// Whether no type that leaves these heaps has an option worth G(N).
    fn excluded(&self, takes: &[usize], heaps: &[usize]) -> bool {
        let (regular, other): (Vec<usize>, Vec<usize>) =
            heaps.iter().partition(|&&heap| heap >= self.from);
        let most = other.iter().fold(0, |sum, &heap| sum ^ self.value(heap))
            + regular.iter().map(|&heap| self.value(heap)).sum::<u32>();
        takes.iter().all(|taken| {
            let value = self.value(taken + heaps.iter().sum::<usize>());
            match heaps.len() {
                1 => most != value,
                _ => most < value || (most - value) % 2 == 1,
            }
        })
    }

    /// Whether all smaller values are those of heaps that can be left alone or beside two equal ones, small values as at all later
    /// N.
    fn reaches(&self, n: usize) -> bool {
        let value = self.value(n);
        let near = n - self.near().unwrap_or(n);
        let settled = self.mixed() + self.saltus;
        let beside_pairs = |c: usize| {
            self.moves
                .triple
                .iter()
                .any(|taken| n >= taken + c + 2 && (n - taken - c).is_multiple_of(2))
        };
        let mut reached = vec![false; value.max(settled) as usize];
        let mut near_reached = reached.clone();
        let mark = |list: &mut Vec<bool>, value: u32| {
            list.get_mut(value as usize).into_iter().for_each(|place| *place = true);
        };
        let pairs = &self.moves.pair;
        let keeps = self.period.is_multiple_of(2) || both_parities(pairs);
        if keeps && pairs.iter().any(|taken| (n - taken).is_multiple_of(2)) {
            mark(&mut near_reached, 0);
        }
        (1..=near)
            .filter(|&c| beside_pairs(c))
            .for_each(|c| mark(&mut near_reached, self.value(c)));
        (near + 1..n).filter(|&c| beside_pairs(c)).for_each(|c| mark(&mut reached, self.value(c)));
        self.moves.single.iter().for_each(|taken| mark(&mut reached, self.value(n - taken)));
        let either = |v: u32| reached[v as usize] || near_reached[v as usize];
        (0..settled).all(|v| near_reached[v as usize]) && (0..value).all(either)
    }
}

fn both_parities(takes: &[usize]) -> bool {
    (0..2).all(|parity| takes.iter().any(|taken| taken % 2 == parity))
}
