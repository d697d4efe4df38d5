//! The moves of a code, sorted by how many heaps they leave.
//!
//! A code such as 0.137 lists digits by the number of counters taken. The engine asks the converse: for which numbers
//! of counters may one heap, two heaps or three heaps be left? An infinite code (0.333…) has a `tail`: a digit that
//! holds for every number of counters from `tail_from` on.

use outplay_rules::games::octal_code::OctalCode;

/// The numbers of counters a move may take, by the number of heaps it leaves.
#[derive(Clone, Debug)]
pub(crate) struct HeapMoves {
    /// Taking the whole heap.
    pub empty: Vec<usize>,
    /// Leaving one heap.
    pub single: Vec<usize>,
    /// Leaving two heaps.
    pub pair: Vec<usize>,
    /// Leaving three heaps.
    pub triple: Vec<usize>,
    /// The digit for taking `tail_from` counters or more; 0 if the code ends.
    pub tail: u8,
    /// From where on the tail holds; without a tail, one more than the last number in the lists.
    pub tail_from: usize,
}

impl HeapMoves {
    /// The moves of a code.
    pub fn new(code: &OctalCode) -> Self {
        let tail = code.digit(usize::MAX);
        let tail_from = if tail == 0 {
            code.takes(usize::MAX).last().map_or(0, |(taken, _)| taken + 1)
        } else {
            // The code prints every digit before the tail and the tail once: `0.13...` repeats from 2 on.
            code.to_string().trim_end_matches('.').len() - 2
        };
        let leaving = |heaps: usize| {
            (0..tail_from).filter(|&taken| code.allows(taken, heaps)).collect::<Vec<_>>()
        };
        let (empty, single) = (leaving(0), leaving(1));
        HeapMoves { empty, single, pair: leaving(2), triple: leaving(3), tail, tail_from }
    }

    /// The most counters that a move of a code without a tail can take.
    pub fn most_taken(&self) -> usize {
        self.tail_from.saturating_sub(1)
    }

    /// The common parity of the numbers of counters taken when splitting in two, if there is one.
    pub fn split_parity(&self) -> Option<usize> {
        let first = self.pair.first()? & 1;
        self.pair.iter().all(|taken| taken & 1 == first).then_some(first)
    }

    /// Whether any number of counters may be taken and the rest left as one heap, and no move splits a heap without taking from
    /// it. Then every heap is worth its size, by induction: a heap of n can become each smaller heap, and what else it can
    /// become has fewer counters than n, so its nim-sum, which is at most their number, is not n.
    pub fn take_any_number(&self) -> bool {
        let any = |list: &[usize]| list.iter().copied().eq(1..self.tail_from);
        let splits_for_free = self.pair.first() == Some(&0) || self.triple.first() == Some(&0);
        self.tail & 3 == 3 && any(&self.empty) && any(&self.single) && !splits_for_free
    }

    /// Whether the sparse-space method applies: moves split in two, none in three, and the code ends.
    pub fn may_be_sparse(&self) -> bool {
        self.tail == 0 && self.triple.is_empty() && !self.pair.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_tails() {
        let moves = |code: &str| HeapMoves::new(&code.parse().unwrap());
        let dots = moves("0.137");
        assert_eq!((dots.empty, dots.single, dots.pair), (vec![1, 2, 3], vec![2, 3], vec![3]));
        assert_eq!((dots.tail, dots.tail_from), (0, 4));
        assert_eq!(moves("4.0").pair, [0]);
        assert_eq!(moves("0.0").tail_from, 0);
        let nim = moves("0.3...");
        assert_eq!((nim.tail, nim.tail_from, nim.single.len()), (3, 1, 0));
        assert!(nim.take_any_number() && moves("0.37...").take_any_number());
        for other in ["0.13...", "4.3...", "0.3", "0.5...", "0.23...", "8.37F...", "0.03..."] {
            assert!(!moves(other).take_any_number(), "{other}");
        }
        let late = moves("0.013...");
        assert_eq!((late.tail, late.tail_from, late.empty), (3, 3, vec![2]));
        assert_eq!(moves("0.104").split_parity(), Some(1));
        assert_eq!(moves("0.054").split_parity(), None);
        assert_eq!(moves("4.004").split_parity(), None);
    }
}
