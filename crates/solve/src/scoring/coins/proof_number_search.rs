//! Proof-number search ([`crate::kit::proof_numbers`]): the node that promises the cheapest answer is looked into next.
//!
//! Where edges have many copies, as the sides of octagons do, good moves are hard to tell beforehand: on 2x3 octagons a
//! search that takes moves in a fixed order looks at 261,000 positions, this one at 3,400. Positions with few edges are
//! guessed to be cheap. What is answered goes to the table of bounds, which both searches share.

use smallvec::SmallVec;

use super::search::{Child, Quiet, Search};
use super::shapes::lacking_loops;
use crate::kit::halt::Halt;
use crate::kit::proof_numbers::{DISPROVED, PROVED, ProofNumbers, UNLIMITED, less, weigh};
use crate::limits::Budget;
use crate::scoring::host::Place;
use crate::scoring::transposition::{Bounds, Key};

/// Whether the margin of a position without captures is at least `least`, or the opposite.
#[derive(Clone, Copy)]
struct Node<const W: usize> {
    quiet: Quiet<W>,
    key: Key<W>,
    least: i32,
    is_opposite: bool,
}

/// What a move lets the opponent ask: one node, or two of which either will do. None if he has reached his goal.
struct Reply<const W: usize> {
    asked: SmallVec<[(Node<W>, ProofNumbers); 2]>,
}

impl<const W: usize> Reply<W> {
    fn numbers(&self) -> ProofNumbers {
        self.asked.iter().map(|asked| asked.1).reduce(ProofNumbers::either).unwrap_or(PROVED)
    }
}

/// The proof numbers of questions: a position, and the margin asked for.
pub type ProofNumberTable<const W: usize> =
    crate::kit::proof_numbers::ProofNumberTable<(Key<W>, i32)>;

impl<const W: usize> Search<'_, W> {
    /// Answers whether the margin of a position is at least `least`.
    pub(super) fn prove(
        &mut self,
        quiet: &Quiet<W>,
        key: &Key<W>,
        least: i32,
        budget: &mut Budget,
    ) -> Result<i32, Halt> {
        let node = Node { quiet: *quiet, key: *key, least, is_opposite: false };
        let numbers = self.look_into(&node, UNLIMITED, budget)?;
        Ok(if numbers == PROVED { least } else { least - 2 })
    }

    /// Looks into a node until it is answered, or until one of its proof numbers is as large as the limit's.
    fn look_into(
        &mut self,
        node: &Node<W>,
        limit: ProofNumbers,
        budget: &mut Budget,
    ) -> Result<ProofNumbers, Halt> {
        if node.is_opposite {
            let straight = Node { is_opposite: false, ..*node };
            return Ok(self.look_into(&straight, limit.turned(), budget)?.turned());
        }
        self.begin(budget)?;
        let before = self.positions;
        let mut replies = self.replies(node);
        loop {
            let (numbers, next) = weigh(replies.iter().map(Reply::numbers));
            if numbers.is_beyond(limit) {
                self.note(node, numbers, self.positions - before + 1);
                return Ok(numbers);
            }
            self.look_into_reply(&mut replies[next.at], next.limit(limit), budget)?;
        }
    }

    /// What each move lets the opponent ask. They lie on the heap: the search may be as deep as there are edges.
    fn replies(&mut self, node: &Node<W>) -> Vec<Reply<W>> {
        let mut children = self.children(&node.quiet);
        let given = |child: &Child<W>| child.taken + child.deal;
        children.sort_unstable_by_key(|child| {
            (given(child), child.next.rest.count(), self.shuffle(&child.next))
        });
        children.iter().map(|child| self.reply(child, node.least)).collect()
    }

    /// Looks into the cheaper of the questions that a move lets the opponent ask.
    fn look_into_reply(
        &mut self,
        reply: &mut Reply<W>,
        mut limit: ProofNumbers,
        budget: &mut Budget,
    ) -> Result<(), Halt> {
        let mut at = 0;
        if let [a, b] = &reply.asked[..] {
            let (a, b) = (a.1, b.1);
            at = (b.proof < a.proof) as usize;
            let more = (a.disproof > 0 && b.disproof > 0) as u32;
            let rival = a.proof.max(b.proof) + 1;
            limit = ProofNumbers {
                proof: limit.proof.min(rival),
                disproof: less(limit.disproof, more),
            };
        }
        let node = reply.asked[at].0;
        reply.asked[at].1 = self.look_into(&node, limit, budget)?;
        Ok(())
    }

    /// What a move lets the opponent ask: see [`Search::settled`].
    fn reply(&mut self, child: &Child<W>, least: i32) -> Reply<W> {
        let Child { taken, deal, next, key, .. } = *child;
        let rest = 2 - least - taken;
        let node = |least, is_opposite| Node { quiet: next, key, least, is_opposite };
        let mut asked: SmallVec<[Node<W>; 2]> = SmallVec::new();
        if deal == 0 {
            asked.push(node(rest, false));
        } else if rest > 0 {
            asked.push(node(rest - deal, false));
            asked.push(node(2 - rest - deal, true));
        }
        let asked = asked.into_iter().map(|node| (node, self.numbers(&node))).collect();
        Reply { asked }
    }

    /// What is known of a node, or a guess.
    fn numbers(&mut self, node: &Node<W>) -> ProofNumbers {
        let (low, high) = self.known(&node.quiet, &node.key);
        let known = || self.proof_numbers.get(&(node.key, node.least));
        let numbers = if low >= node.least {
            PROVED
        } else if high < node.least {
            DISPROVED
        } else {
            known().unwrap_or_else(|| self.guess(&node.quiet.rest))
        };
        if node.is_opposite { numbers.turned() } else { numbers }
    }

    /// The proof number of a position that was not looked into: the more edges the more, and most for those that hold the board
    /// together. Where nearly all vertices are rich in loops, what takes work are the loops that the others lack.
    /// Measured in positions: with lacking loops octagons of 3x3 take 2,500 instead of 14,500 and 9-gons of 3x4
    /// 800 instead of 600,000, but hexagons of 3x3, which lack many, 680,000 instead of 50,000.
    fn guess(&self, rest: &Place<W>) -> ProofNumbers {
        let host = &self.coins.host;
        let inner = rest.minus(host.all_loops());
        let edges = 1 + rest.count();
        let numbers = match self.coins.is_nearly_rich {
            true => edges + 2 * inner.count() + 2 * lacking_loops(host, rest),
            false => edges + 4 * inner.count(),
        };
        // Moves count one each in an proof number: beside that, positions should count for more.
        ProofNumbers { proof: 4 * numbers, disproof: 4 * numbers }
    }

    /// Keeps what was found out about a node.
    fn note(&mut self, node: &Node<W>, numbers: ProofNumbers, work: u64) {
        let Node { quiet, key, least, .. } = node;
        let (low, high) = match numbers {
            PROVED => (*least, quiet.points),
            DISPROVED => (-quiet.points, least - 2),
            _ => return self.proof_numbers.keep((*key, *least), numbers),
        };
        self.coins.table.put(key, Bounds::new(low, high), work);
        self.proof_numbers.forget(&(*key, *least));
    }
}
