//! The direct method: each value from all options, for every code there is.
//!
//! Two heaps cost one lookup for each pair. Three heaps are handled with sets: S(m), the values of two heaps with m
//! counters together, is kept for every m. A move that leaves three heaps with m counters has its value in
//! G(c) xor S(m - c) for some c, and the sets S(m - c) of equal G(c) are united before they are shifted. Under an infinite code
//! each further counter adds just the options that take `tail_from` counters: what a smaller heap could leave, a larger one
//! still can.

use super::moves::HeapMoves;
use super::nimber_set::NimberSet;
use super::values::{Cell, Values, with_cells};

/// What the direct method keeps between heaps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Direct {
    /// Values of two heaps with m counters together; only for codes that leave three heaps.
    pair_sets: Vec<NimberSet>,
    /// What the tail of the code reaches from the heaps so far.
    tail_set: NimberSet,
    /// Up to which heap the tail was added.
    tail_done: usize,
    options: NimberSet,
    by_value: Vec<NimberSet>,
}

impl Direct {
    /// The value of the heap of `n = values.len()`.
    pub fn next_value(&mut self, moves: &HeapMoves, values: &Values) -> u32 {
        let n = values.len();
        if moves.tail != 0 {
            self.add_tail(moves, values);
        }
        let mut options = std::mem::take(&mut self.options);
        options.clear();
        options.unite(&self.tail_set);
        if moves.empty.contains(&n) {
            options.insert(0);
        }
        let rests = |list: &'_ [usize]| {
            list.iter().filter(|&&taken| taken < n).map(|&taken| n - taken).collect::<Vec<_>>()
        };
        rests(&moves.single)
            .into_iter()
            .filter_map(|rest| values.get(rest))
            .for_each(|value| options.insert(value));
        rests(&moves.pair).into_iter().for_each(|rest| add_pairs(values, rest, &mut options));
        rests(&moves.triple)
            .into_iter()
            .for_each(|rest| self.add_triples(values, rest, &mut options));
        let value = options.least_missing();
        self.options = options;
        value
    }

    /// Bytes in the sets that are kept for every heap, about.
    pub fn bytes(&self) -> usize {
        self.pair_sets.len() * self.pair_sets.last().map_or(0, NimberSet::bytes)
    }

    fn add_tail(&mut self, moves: &HeapMoves, values: &Values) {
        let n = values.len();
        let mut set = std::mem::take(&mut self.tail_set);
        while self.tail_done + moves.tail_from <= n {
            let rest = self.tail_done;
            self.tail_done += 1;
            if moves.tail & 1 != 0 && rest == 0 {
                set.insert(0);
            }
            if moves.tail & 2 != 0 && rest > 0 {
                values.get(rest).into_iter().for_each(|value| set.insert(value));
            }
            if moves.tail & 4 != 0 {
                add_pairs(values, rest, &mut set);
            }
            if moves.tail & 8 != 0 {
                self.add_triples(values, rest, &mut set);
            }
        }
        self.tail_set = set;
    }

    /// Adds the values of three non-empty heaps with `rest` counters together.
    fn add_triples(&mut self, values: &Values, rest: usize, options: &mut NimberSet) {
        // Only sets of fewer than `rest` counters are used, and their heaps are known.
        while self.pair_sets.len() < rest {
            let mut set = NimberSet::default();
            add_pairs(values, self.pair_sets.len(), &mut set);
            self.pair_sets.push(set);
        }
        self.by_value.iter_mut().for_each(NimberSet::clear);
        for (third, value) in values.iter().enumerate().take(rest).skip(1) {
            let value = value as usize;
            if self.by_value.len() <= value {
                self.by_value.resize(value + 1, NimberSet::default());
            }
            self.by_value[value].unite(&self.pair_sets[rest - third]);
        }
        for (value, set) in self.by_value.iter().enumerate() {
            options.unite_shifted(set, value as u32);
        }
    }
}

/// Adds the values of two non-empty heaps with `rest` counters together.
pub(crate) fn add_pairs(values: &Values, rest: usize, options: &mut NimberSet) {
    with_cells!(values, list => add_pairs_of(list, rest, options));
}

fn add_pairs_of<C: Cell>(list: &[C], rest: usize, options: &mut NimberSet) {
    let half = rest / 2;
    if half == 0 {
        return;
    }
    let (low, high) = (&list[1..=half], &list[rest - half..rest]);
    for (a, b) in low.iter().zip(high.iter().rev()) {
        options.insert(a.get() ^ b.get());
    }
}
