//! Proofs in hop games on nested boards too large to value every position: the questions of [`super::search::hop`], asked of
//! tuples of island classes.
//!
//! An outer set can be claimed no sooner than the points missing on its islands, one a ply. By Theorem 1 of
//! docs/theory-positional.md and weight, which on a nested board is a sum over outer sets of products over islands, an
//! attacker may be seen never to own a set.

use std::sync::Arc;

use outplay_rules::games::hop::HopGame;
use outplay_rules::games::placing::Stones;
use outplay_rules::player::Player;
use outplay_rules::rules::End;

use super::nested::{Nest, Tuple};
use super::notebook::Notebook;
use super::search::proofs::{FOREVER, Halt, Key, Proof, Proofs};
use super::search::race::{Effort, Raced, race};
use crate::limits::Budget;

/// The four questions about a nested board. Clones share what is proved.
#[derive(Clone)]
pub struct NestedSearch {
    nest: Arc<Nest>,
    points: u32,
    /// By attacker, and whether a tie suits him.
    proofs: [[Proofs; 2]; 2],
    effort: Effort,
    threads: usize,
    /// What decided the last position searched, as [`hint`] names it.
    decided_by: u16,
}

/// Who asks, and whether a tie suits him.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The attacker: 0 for the first player.
    pub attacker: usize,
    /// Whether a tie is as good as a win.
    pub tie: bool,
}

impl Question {
    /// The name of its table.
    pub fn name(&self) -> &'static str {
        match (self.attacker, self.tie) {
            (0, false) => "the first wins",
            (0, true) => "the first owns",
            (_, false) => "the second wins",
            (_, true) => "the second owns",
        }
    }
}

/// The tuple as the key of a table. It tells the turn: the first player moves if he has more pieces.
fn key(tuple: &Tuple) -> Key {
    Key { sets: [u128::from_le_bytes(*tuple), 0], tag: 0 }
}

/// A number by which the tuple that decided a position is found again among its hops. Another with the same number
/// is tried first in vain, no more.
fn hint(tuple: &Tuple) -> u16 {
    let word = u128::from_le_bytes(*tuple);
    let mixed = (word as u64 ^ (word >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 49) as u16
}

/// Weights are sums of few products of small powers of two, exact or nearly so; this is far more than they can be off.
const MARGIN: f64 = 1e-6;

impl NestedSearch {
    /// None if the board is not nested or hops are restricted.
    pub fn new(game: &HopGame, threads: usize, notebook: &Notebook) -> Option<Self> {
        let points = game.board().point_count() as u32;
        let proofs = [0, 1].map(|attacker| {
            [false, true].map(|tie| {
                // Tuples are not positions: a board that is searched in both ways has a table for each.
                let question = Question { attacker, tie };
                notebook.table(&format!("islands, {}", question.name()))
            })
        });
        let (nest, effort) = (Arc::new(Nest::new(game)?), Effort::default());
        Some(NestedSearch { nest, points, proofs, effort, threads, decided_by: u16::MAX })
    }

    fn table(&self, question: Question) -> &Proofs {
        &self.proofs[question.attacker][usize::from(question.tie)]
    }

    /// Gives up after so many positions more.
    pub fn stop_after(&mut self, positions: u64) {
        self.effort.stop_after(positions);
    }

    /// Whether the attacker succeeds within so many plies: yes, no, or never (none). The position is not over.
    pub fn within(
        &mut self,
        question: Question,
        position: &Stones,
        plies: u32,
        budget: &mut Budget,
    ) -> Result<Option<bool>, Halt> {
        let (tuple, threads) = (self.nest.tuple(position), self.threads);
        let answer = race(self, threads, budget, |search, budget| {
            search.search(question, tuple, plies, budget)
        })?;
        Ok(match answer {
            None => Some(true),
            Some(FOREVER) => None,
            Some(_) => Some(false),
        })
    }

    /// None if the attacker succeeds within so many plies; otherwise for how many he is known to fail.
    fn search(
        &mut self,
        question: Question,
        tuple: Tuple,
        plies: u32,
        budget: &mut Budget,
    ) -> Result<Option<u8>, Halt> {
        self.effort.visit(budget)?;
        let before = self.effort.visited;
        let pieces = self.nest.pieces(&tuple);
        let free = self.points - pieces[0] - pieces[1];
        let plies = plies.min(free);
        let fails = if plies == free { FOREVER } else { plies as u8 };
        if plies == 0 || self.too_far(question.attacker, &tuple, plies) {
            return Ok(Some(fails));
        }
        let mover = usize::from(pieces[0] <= pieces[1]);
        if plies == 1 {
            let answer = self.expand(question, &tuple, mover, 1, u16::MAX, budget)?;
            return Ok(answer.map(|failed| failed.max(fails)));
        }
        let proof = self.table(question).get(&key(&tuple));
        match proof.answer(plies as u8) {
            Some(true) => return Ok(None),
            Some(false) => return Ok(Some(proof.refuted)),
            None => {}
        }
        let never = proof == Proof::NOTHING && self.never_owns(question.attacker, &tuple, mover);
        let answer = if never {
            Some(FOREVER)
        } else {
            self.expand(question, &tuple, mover, plies, proof.best, budget)?
        };
        let answer = answer.map(|failed| if failed == FOREVER { FOREVER } else { fails });
        let mut known = Proof { best: self.decided_by, ..proof };
        match answer {
            None => known.proved = known.proved.min(plies as u8),
            Some(failed) => known.refuted = known.refuted.max(failed),
        }
        let positions = self.effort.visited - before + 1;
        self.table(question).put(key(&tuple), known, positions, budget);
        Ok(answer)
    }

    fn expand(
        &mut self,
        question: Question,
        tuple: &Tuple,
        mover: usize,
        plies: u32,
        best: u16,
        budget: &mut Budget,
    ) -> Result<Option<u8>, Halt> {
        let attacks = mover == question.attacker;
        let hops = self.nest.hops(tuple, mover);
        let stuck = hops.is_empty();
        let mut open = Vec::with_capacity(hops.len());
        for hop in hops {
            let suits = self.nest.end(&hop).map(|end| match end {
                End::Win(winner) => winner.index() == question.attacker,
                End::Tie => question.tie,
                End::Draw => false,
            });
            match suits {
                Some(true) if attacks => return Ok(None),
                Some(false) if !attacks => return Ok(Some(FOREVER)),
                Some(_) => {}
                None => open.push(hop),
            }
        }
        if plies == 1 && !open.is_empty() {
            return Ok(Some(0));
        }
        let mut refuted = FOREVER;
        for hop in self.ordered(open, mover, best) {
            let answer = self.search(question, hop, plies - 1, budget)?;
            self.decided_by = hint(&hop);
            match answer {
                None if attacks => return Ok(None),
                Some(failed) if !attacks => return Ok(Some(failed)),
                Some(failed) => refuted = refuted.min(failed),
                None => {}
            }
        }
        Ok(if attacks || stuck { Some(refuted) } else { None })
    }

    /// Each once up to symmetry: what decided last, then those first that leave the mover more weight than the other
    /// player.
    fn ordered(&self, hops: Vec<Tuple>, mover: usize, best: u16) -> Vec<Tuple> {
        let score = |tuple: &Tuple| {
            let [own, other] = [mover, 1 - mover].map(|player| self.weight(player, tuple));
            ((other - own) * 1e9) as i64
        };
        let mut scored: Vec<(i64, Tuple)> =
            hops.iter().map(|hop| (score(hop), self.nest.canonical(hop))).collect();
        scored.sort_unstable();
        scored.dedup();
        let shuffle = |tuple: &Tuple| self.effort.shuffle(usize::from(hint(tuple)));
        scored.sort_by_cached_key(|(score, tuple)| (hint(tuple) != best, *score, shuffle(tuple)));
        scored.into_iter().map(|(_, tuple)| tuple).collect()
    }

    /// The weight of the sets that a player may still fill.
    fn weight(&self, player: usize, tuple: &Tuple) -> f64 {
        let island = |i: usize| self.nest.islands.weight[usize::from(tuple[i])][player];
        self.nest.sets.iter().map(|set| set.iter().map(island).product::<f64>()).sum()
    }

    /// Whether more points are missing of every outer set than there are plies.
    fn too_far(&self, attacker: usize, tuple: &Tuple, plies: u32) -> bool {
        let missing = |i: usize| self.nest.islands.missing[usize::from(tuple[i])][attacker];
        self.nest.sets.iter().all(|set| set.iter().map(missing).sum::<u32>() > plies)
    }

    /// Whether the defender, always hopping the newest piece, wins as Breaker by weight. If the attacker moves, his best
    /// point at most doubles the weight.
    fn never_owns(&self, attacker: usize, tuple: &Tuple, mover: usize) -> bool {
        if mover == attacker {
            return 2.0 * self.weight(attacker, tuple) < 1.0 - MARGIN;
        }
        (0..self.nest.count).any(|island| {
            let class = usize::from(tuple[island]);
            self.nest.islands.leave[1 - attacker][class].iter().any(|&left| {
                let mut flipped = *tuple;
                flipped[island] = left;
                let player = if attacker == 0 { Player::First } else { Player::Second };
                let owned = self
                    .nest
                    .end(&flipped)
                    .is_some_and(|end| end == End::Tie || end == End::Win(player));
                !owned && self.weight(attacker, &flipped) < 1.0 - MARGIN
            })
        })
    }
}

impl Raced for NestedSearch {
    fn effort(&mut self) -> &mut Effort {
        &mut self.effort
    }

    fn fork(&self) -> Self {
        self.clone()
    }
}
