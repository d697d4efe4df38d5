//! Df-pn ([`crate::kit::df_pn`]) for a margin.
//!
//! Where edges have many copies, as the sides of octagons do, good moves are hard to recognise in advance: on 2x3
//! octagons a search with a fixed order of moves visits 261,000 positions, this one 3,400. Positions with few edges are
//! guessed to be cheap. What is answered goes to the table of bounds, which both searches share.

use smallvec::{SmallVec, smallvec};

use super::search::{Child, CoinsSearch, Quiet};
use super::shapes::lacking_loops;
use crate::kit::bits::{Mask, Words};
use crate::kit::df_pn::{ChildNode, DfPn};
use crate::kit::halt::Halt;
use crate::kit::proof_numbers::{DISPROVED, PROVED, ProofNumbers, UNLIMITED};
use crate::kit::transposition::{Key, TableLayout};
use crate::limits::Budget;
use crate::scoring::bounds::Bounds;

/// Whether the margin of a position without captures is at least `least`.
#[derive(Clone, Copy)]
pub struct Node<const W: usize> {
    quiet: Quiet<W>,
    key: Key<W>,
    least: i32,
}

/// The proof numbers of questions: a position, and the margin asked for.
pub type ProofNumberTable<const W: usize> =
    crate::kit::proof_numbers::ProofNumberTable<(Key<W>, i32)>;

impl<const W: usize> CoinsSearch<'_, W> {
    /// Answers whether the margin of a position is at least `least`.
    pub(super) fn prove(
        &mut self,
        quiet: &Quiet<W>,
        key: &Key<W>,
        least: i32,
        budget: &mut Budget,
    ) -> Result<i32, Halt> {
        let node = Node { quiet: *quiet, key: *key, least };
        let numbers = self.look_into(&node, UNLIMITED, budget)?;
        Ok(if numbers == PROVED { least } else { least - 2 })
    }

    /// What a move lets the opponent ask: see [`CoinsSearch::settled`].
    fn reply(&mut self, child: &Child<W>, least: i32) -> <Self as DfPn>::Reply {
        let Child { taken, deal, next: quiet, key, .. } = *child;
        let rest = 2 - least - taken;
        let mut ask = |least, is_opposite| {
            let node = Node { quiet, key, least };
            let numbers = self.numbers(&node);
            let numbers = if is_opposite { numbers.turned() } else { numbers };
            ChildNode { node, numbers, is_opposite }
        };
        if deal == 0 {
            smallvec![ask(rest, false)]
        } else if rest > 0 {
            smallvec![ask(rest - deal, false), ask(2 - rest - deal, true)]
        } else {
            smallvec![]
        }
    }

    /// What is known of a node, or a guess.
    fn numbers(&mut self, node: &Node<W>) -> ProofNumbers {
        let (low, high) = self.known(&node.quiet, &node.key);
        if low >= node.least {
            return PROVED;
        }
        if high < node.least {
            return DISPROVED;
        }
        let known = self.proof_numbers.get(&(node.key, node.least));
        known.unwrap_or_else(|| self.guess(&node.quiet.rest))
    }

    /// The proof number of a position that was not looked into: the more edges the more, and most for those that hold the board
    /// together. Where nearly all vertices are rich in loops, what takes work are the loops that the others lack.
    /// Measured in positions: with lacking loops octagons of 3x3 take 2,500 instead of 14,500 and 9-gons of 3x4
    /// 800 instead of 600,000, but hexagons of 3x3, which lack many, 680,000 instead of 50,000.
    fn guess(&self, rest: &Words<W>) -> ProofNumbers {
        let host = &self.coins.host;
        let inner = rest.minus(host.all_loops());
        let (edges, inner) = (1 + rest.count() as u32, inner.count() as u32);
        let numbers = match self.coins.is_nearly_rich {
            true => edges + 2 * inner + 2 * lacking_loops(host, rest),
            false => edges + 4 * inner,
        };
        // Moves count one each in a proof number: beside that, positions should count for more.
        ProofNumbers { proof: 4 * numbers, disproof: 4 * numbers }
    }
}

impl<const W: usize> DfPn for CoinsSearch<'_, W> {
    type Node = Node<W>;
    type Reply = SmallVec<[ChildNode<Node<W>>; 2]>;

    fn visit(&mut self, budget: &mut Budget) -> Result<(), Halt> {
        self.begin(budget)
    }

    fn positions(&self) -> u64 {
        self.positions
    }

    fn replies(
        &mut self,
        node: &Node<W>,
        _budget: &mut Budget,
    ) -> Result<Option<Vec<Self::Reply>>, Halt> {
        let mut children = self.children(&node.quiet);
        let given = |child: &Child<W>| child.taken + child.deal;
        children.sort_unstable_by_key(|child| {
            (given(child), child.next.rest.count(), self.shuffle(&child.next))
        });
        Ok(Some(children.iter().map(|child| self.reply(child, node.least)).collect()))
    }

    fn keep(&mut self, node: &Node<W>, numbers: ProofNumbers, work: u64, _budget: &mut Budget) {
        let Node { quiet, key, least } = node;
        let (low, high) = match numbers {
            PROVED => (*least, quiet.points),
            DISPROVED => (-quiet.points, least - 2),
            _ => return self.proof_numbers.keep((*key, *least), numbers),
        };
        self.coins.table.put(key, Bounds::new(low, high), work);
        self.proof_numbers.forget(&(*key, *least));
    }
}
