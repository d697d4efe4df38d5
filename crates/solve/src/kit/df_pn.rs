//! Depth-first proof-number search (df-pn, Nagai): the search goes on with the question that promises the cheapest
//! answer.
//!
//! A node is a question about the player who moves: does he reach his goal? A search supplies the moves, what is known
//! of each node and where that is kept; the order in which nodes are expanded is decided here, once for every theory.

use super::halt::Halt;
use super::limits::Budget;
use super::proof_numbers::{PROVED, ProofNumbers, less, weigh};

/// A question that a move lets the opponent ask.
#[derive(Clone, Copy, Debug)]
pub struct ChildNode<N> {
    /// The question, of whoever moves then.
    pub node: N,
    /// What it seems to take, as the opponent sees it.
    pub numbers: ProofNumbers,
    /// Whether the opponent reaches his goal if the answer is no.
    pub is_opposite: bool,
}

/// A search by proof numbers.
pub trait DfPn {
    /// A question.
    type Node: Copy;
    /// What a move lets the opponent ask: one question, or two of which either will do; none if he has reached his goal.
    type Reply: AsRef<[ChildNode<Self::Node>]> + AsMut<[ChildNode<Self::Node>]>;

    /// Counts a node that is expanded.
    fn visit(&mut self, budget: &mut Budget) -> Result<(), Halt>;
    /// The positions looked at so far.
    fn positions(&self) -> u64;
    /// What each move lets the opponent ask; none if a move reaches the goal. They lie on the heap: the search may be deep.
    fn replies(
        &mut self,
        node: &Self::Node,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Self::Reply>>, Halt>;
    /// Keeps what was found out after this many positions.
    fn keep(&mut self, node: &Self::Node, numbers: ProofNumbers, work: u64, budget: &mut Budget);

    /// Looks into a node until it is answered, or until one of its proof numbers is as large as the limit's.
    fn look_into(
        &mut self,
        node: &Self::Node,
        limit: ProofNumbers,
        budget: &mut Budget,
    ) -> Result<ProofNumbers, Halt> {
        self.visit(budget)?;
        let before = self.positions();
        let numbers = match self.replies(node, budget)? {
            None => PROVED,
            Some(mut replies) => loop {
                let (numbers, next) = weigh(replies.iter().map(|reply| either(reply.as_ref())));
                if numbers.is_beyond(limit) {
                    break numbers;
                }
                let (asked, limit) = cheaper(replies[next.at].as_mut(), next.limit(limit));
                asked.numbers = if asked.is_opposite {
                    self.look_into(&asked.node, limit.turned(), budget)?.turned()
                } else {
                    self.look_into(&asked.node, limit, budget)?
                };
            },
        };
        self.keep(node, numbers, self.positions() - before + 1, budget);
        Ok(numbers)
    }
}

/// What it takes to answer yes to one of these.
fn either<N>(asked: &[ChildNode<N>]) -> ProofNumbers {
    asked.iter().map(|asked| asked.numbers).reduce(ProofNumbers::either).unwrap_or(PROVED)
}

/// The question with the smaller proof number, and how far to look into it.
fn cheaper<N>(
    asked: &mut [ChildNode<N>],
    limit: ProofNumbers,
) -> (&mut ChildNode<N>, ProofNumbers) {
    let [a, b] = asked else { return (&mut asked[0], limit) };
    let more = (a.numbers.disproof > 0 && b.numbers.disproof > 0) as u32;
    let rival = a.numbers.proof.max(b.numbers.proof) + 1;
    let limit =
        ProofNumbers { proof: limit.proof.min(rival), disproof: less(limit.disproof, more) };
    (if b.numbers.proof < a.numbers.proof { b } else { a }, limit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::proof_numbers::{DISPROVED, UNLIMITED};
    use std::collections::HashMap;

    /// A random tree of questions, each with the replies to its moves.
    struct Tree {
        moves: Vec<Vec<Vec<(usize, bool)>>>,
        known: HashMap<usize, ProofNumbers>,
        positions: u64,
    }

    impl Tree {
        fn new(random: &mut fastrand::Rng) -> Self {
            let nodes = random.usize(2..40);
            let reply = |random: &mut fastrand::Rng, from: usize| {
                let count = if from + 1 < nodes { random.usize(0..8).clamp(1, 2) % 3 } else { 0 };
                (0..count).map(|_| (random.usize(from + 1..nodes), random.bool())).collect()
            };
            let moves = (0..nodes)
                .map(|node| (0..random.usize(0..4)).map(|_| reply(random, node)).collect())
                .collect();
            Tree { moves, known: HashMap::new(), positions: 0 }
        }

        /// The answer by the definition.
        fn plain(&self, node: usize) -> bool {
            let fails = |reply: &Vec<(usize, bool)>| {
                !reply.is_empty() && reply.iter().all(|&(next, no)| self.plain(next) == no)
            };
            self.moves[node].iter().any(fails)
        }
    }

    impl DfPn for Tree {
        type Node = usize;
        type Reply = Vec<ChildNode<usize>>;

        fn visit(&mut self, _: &mut Budget) -> Result<(), Halt> {
            self.positions += 1;
            if self.positions > 100_000 { Err(Halt::Enough) } else { Ok(()) }
        }
        fn positions(&self) -> u64 {
            self.positions
        }
        fn replies(
            &mut self,
            node: &usize,
            _: &mut Budget,
        ) -> Result<Option<Vec<Self::Reply>>, Halt> {
            let asked = |&(node, is_opposite): &(usize, bool)| {
                let guess = ProofNumbers { proof: 1, disproof: 1 };
                let numbers = self.known.get(&node).copied().unwrap_or(guess);
                let numbers = if is_opposite { numbers.turned() } else { numbers };
                ChildNode { node, numbers, is_opposite }
            };
            Ok(Some(self.moves[*node].iter().map(|r| r.iter().map(asked).collect()).collect()))
        }
        fn keep(&mut self, node: &usize, numbers: ProofNumbers, work: u64, _: &mut Budget) {
            assert!(work > 0);
            self.known.insert(*node, numbers);
        }
    }

    #[test]
    fn answers_are_those_of_the_definition() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut answers = [0; 2];
        for _ in 0..3000 {
            let mut tree = Tree::new(&mut random);
            let expected = tree.plain(0);
            let numbers = tree.look_into(&0, UNLIMITED, &mut Budget::unlimited()).unwrap();
            assert_eq!(numbers, if expected { PROVED } else { DISPROVED });
            answers[usize::from(expected)] += 1;
        }
        assert!(answers.iter().all(|&count| count > 500), "{answers:?}");
    }
}
