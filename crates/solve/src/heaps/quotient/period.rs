//! The criterion for the quotient of all heaps (Plambeck and Siegel 2008; `docs/theory-heaps.md`, Theorem 11).

use super::search::QuotientSearch;
use crate::heaps::moves::HeapMoves;

/// A period of the pretending function that holds for ever, so that the quotient is that of all heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MiserePeriod {
    /// The period.
    pub period: usize,
    /// The first heap from which it holds, at least 1.
    pub from: usize,
    /// The heaps n with from <= n < below were compared with n + period.
    pub below: usize,
}

impl QuotientSearch {
    /// The smallest period that the criterion proves.
    pub fn period(&self) -> Option<MiserePeriod> {
        let code = self.code()?;
        let moves = HeapMoves::new(code);
        if moves.tail != 0 {
            return None;
        }
        let images = self.quotient().heaps();
        let (parts, most_taken) = (code.most_heaps().max(1), moves.most_taken());
        (1..images.len()).find_map(|period| {
            let differs = |&heap: &usize| images[heap] != images[heap + period];
            let last = (1..images.len() - period).rev().find(differs);
            let from = last.map_or(1, |last| last + 1);
            let below = parts * from + (parts - 1) * period + most_taken;
            (below - 1 + period < images.len()).then_some(MiserePeriod { period, from, below })
        })
    }
}
