//! The order of moves once an endgame table of the core is filled: what the table guesses of each ([`super::core_table::CoreTable::guess`]).
//!
//! Where many edges are left the guess is so good that the first move in this order is hardly ever wrong. What remains
//! is to choose, among the good moves, one with a small proof: one that soon leads to a position that a theorem or the
//! table settles. Such a position has few edges that keep it from the table, or just one poor vertex that is poor
//! enough.

use super::search::{Child, CoinsSearch};
use super::shapes::lacking_at;
use crate::kit::bits::{Mask, Words};

impl<const W: usize> CoinsSearch<'_, W> {
    /// Moves that are guessed to reach `least` first. If none is, all of them will be looked at, by each thread in another order.
    pub(super) fn order_by_core_table(&mut self, children: &mut [Child<W>], least: i32) {
        let worths: Vec<i32> = children.iter().map(|child| self.guessed_worth(child)).collect();
        let is_hopeful = worths.iter().any(|&worth| worth >= least);
        let key = |(child, worth): (&Child<W>, i32)| {
            let work = if is_hopeful { self.work(&child.next.rest) } else { 0 };
            (-worth, work, self.shuffle(&child.next))
        };
        let mut keys: Vec<_> = children.iter().zip(worths).map(key).zip(0..).collect();
        keys.sort_unstable();
        let sorted: Vec<Child<W>> = keys.iter().map(|&(_, at)| children[at]).collect();
        children.copy_from_slice(&sorted);
    }

    /// What a move seems to be worth; nothing where the table has no guess.
    fn guessed_worth(&mut self, child: &Child<W>) -> i32 {
        let bouquets = self.lists.get(child.next.list).bouquets();
        let guess =
            bouquets.zip(self.coins.full_core_table()).and_then(|((_, edges), core_table)| {
                core_table.guess(&self.coins.host, &child.next.rest, edges)
            });
        match guess {
            Some(margin) if child.deal == 0 => -(child.taken + margin),
            Some(margin) => -(child.taken + (child.deal + margin).abs()),
            None => 0,
        }
    }

    /// What seems to be left to do, in tenths: an edge in the way counts as much as a loop that is gone from a vertex beside the core,
    /// two loops that are lacking, or twenty edges. Of the loops those do not count that the poorest vertex lacks, which
    /// should lack two at least. (Chosen among some thirty ways on octagons of 3x4 with two corners, in positions: 132,000 instead of up to
    /// twenty times as many; with three corners it then took 1.7 million. Nearly all of them have one edge in the way.)
    fn work(&self, rest: &Words<W>) -> u32 {
        let host = &self.coins.host;
        let lacking = (0..host.vertex_count()).map(|vertex| lacking_at(host, rest, vertex));
        let (all, most) = lacking.fold((0, 0), |(all, most), lack| (all + lack, most.max(lack)));
        let beside = self.coins.full_core_table().map_or(0, |core_table| {
            core_table.in_the_way(host, rest) + core_table.gone_beside(host, rest)
        });
        20 * beside + 10 * (all - most) + 10 * 2u32.saturating_sub(most) + rest.count() as u32
    }
}

#[cfg(test)]
mod tests {
    use outplay_rules::graph::Graph;
    use outplay_rules::places::Places;

    use super::super::proof_number_search::ProofNumberTable;
    use super::super::{Coins, Order};
    use super::*;
    use crate::limits::Budget;
    use crate::scoring::automorphisms::automorphisms;
    use crate::scoring::host::EdgeHost;

    #[test]
    fn what_seems_to_reach_comes_first_and_then_what_leaves_least_to_do() {
        // The first two of a path of five are poor, and the last two lie beside the core.
        let loops = [(0, 2), (1, 2), (2, 4), (3, 4), (4, 3)];
        let loops = loops.into_iter().flat_map(|(v, count)| std::iter::repeat_n((v, v), count));
        let pairs = (1..5).map(|v| (v - 1, v)).chain(loops);
        let graph = Graph::new(Places::numbered(5), pairs).unwrap();
        let host = EdgeHost::<1>::new(&graph).unwrap();
        let whole = Words([(1 << host.bit_count()) - 1]);
        let automorphisms = automorphisms(&graph, &host);
        let coins = Coins::new(host, automorphisms, false, Order::ProofNumbers, 1 << 20).patient(0);
        coins.probe(&whole, 1, 1, &mut Budget::unlimited()).unwrap();
        assert!(coins.has_core_table());
        for thread in [0, 1] {
            let mut search = CoinsSearch::new(&coins, thread, ProofNumberTable::new(0));
            let quiet = search.quiet(&whole);
            let mut children = search.children(&quiet);
            search.order_by_core_table(&mut children, 1);
            let worths: Vec<i32> = children.iter().map(|c| search.guessed_worth(c)).collect();
            assert!(worths.is_sorted_by(|a, b| a >= b) && worths[0] >= 1, "{worths:?}");
            let best = children.iter().zip(&worths).filter(|(_, worth)| **worth == worths[0]);
            let work: Vec<u32> = best.map(|(child, _)| search.work(&child.next.rest)).collect();
            assert!(work.len() > 1 && work.is_sorted() && work.first() < work.last(), "{work:?}");
        }
    }
}
