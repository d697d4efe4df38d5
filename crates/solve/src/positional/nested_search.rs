//! Proofs in hop games on nested boards too large to value every position: the questions of [`super::search::hop`], asked of
//! tuples of island classes.
//!
//! An outer set can be claimed no sooner than the points missing on its islands, one a ply. By Theorem 1 of
//! docs/theory-positional.md and weight, which on a nested board is a sum over outer sets of products over islands, an
//! attacker may be seen never to own a set.

use std::collections::HashMap;

use outplay_rules::games::hop::HopGame;
use outplay_rules::games::placing::Stones;
use outplay_rules::player::Player;
use outplay_rules::rules::End;

use super::nested::{Nest, Tuple};
use super::search::proofs::{FOREVER, Halt, Proof};
use super::search::race::Effort;
use crate::limits::Budget;

/// The four questions about a nested board.
pub struct NestedSearch {
    nest: Nest,
    points: u32,
    /// By attacker, and whether a tie suits him.
    proofs: [[HashMap<Tuple, Proof, foldhash::fast::RandomState>; 2]; 2],
    effort: Effort,
}

/// Who asks, and whether a tie suits him.
#[derive(Clone, Copy)]
pub struct Question {
    /// The attacker: 0 for the first player.
    pub attacker: usize,
    /// Whether a tie is as good as a win.
    pub tie: bool,
}

/// Weights are sums of few products of small powers of two, exact or nearly so; this is far more than they can be off.
const MARGIN: f64 = 1e-6;

impl NestedSearch {
    /// None if the board is not nested or hops are restricted.
    pub fn new(game: &HopGame) -> Option<Self> {
        let points = game.board().point_count() as u32;
        Some(NestedSearch {
            nest: Nest::new(game)?,
            points,
            proofs: Default::default(),
            effort: Effort::default(),
        })
    }

    /// Whether the attacker succeeds within so many plies: yes, no, or never (none). The position is not over.
    pub fn within(
        &mut self,
        question: Question,
        position: &Stones,
        plies: u32,
        budget: &mut Budget,
    ) -> Result<Option<bool>, Halt> {
        let tuple = self.nest.tuple(position);
        Ok(match self.search(question, tuple, plies, budget)? {
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
        let pieces = self.nest.pieces(&tuple);
        let free = self.points - pieces[0] - pieces[1];
        let plies = plies.min(free);
        let fails = if plies == free { FOREVER } else { plies as u8 };
        if plies == 0 || self.too_far(question.attacker, &tuple, plies) {
            return Ok(Some(fails));
        }
        let mover = usize::from(pieces[0] <= pieces[1]);
        if plies == 1 {
            let answer = self.expand(question, &tuple, mover, 1, budget)?;
            return Ok(answer.map(|failed| failed.max(fails)));
        }
        let table = &self.proofs[question.attacker][usize::from(question.tie)];
        let proof = table.get(&tuple).copied().unwrap_or(Proof::NOTHING);
        match proof.answer(plies as u8) {
            Some(true) => return Ok(None),
            Some(false) => return Ok(Some(proof.refuted)),
            None => {}
        }
        let never = proof == Proof::NOTHING && self.never_owns(question.attacker, &tuple, mover);
        let answer = if never {
            Some(FOREVER)
        } else {
            self.expand(question, &tuple, mover, plies, budget)?
        };
        let answer = answer.map(|failed| if failed == FOREVER { FOREVER } else { fails });
        let mut known = proof;
        match answer {
            None => known.proved = known.proved.min(plies as u8),
            Some(failed) => known.refuted = known.refuted.max(failed),
        }
        let table = &mut self.proofs[question.attacker][usize::from(question.tie)];
        if table.insert(tuple, known).is_none() {
            budget.keep(2 * (size_of::<Tuple>() + size_of::<Proof>() + 1))?;
        }
        Ok(answer)
    }

    fn expand(
        &mut self,
        question: Question,
        tuple: &Tuple,
        mover: usize,
        plies: u32,
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
        for hop in self.ordered(open, mover) {
            match self.search(question, hop, plies - 1, budget)? {
                None if attacks => return Ok(None),
                Some(failed) if !attacks => return Ok(Some(failed)),
                Some(failed) => refuted = refuted.min(failed),
                None => {}
            }
        }
        Ok(if attacks || stuck { Some(refuted) } else { None })
    }

    /// Each once up to symmetry, those first that leave the mover more weight than the other player.
    fn ordered(&self, hops: Vec<Tuple>, mover: usize) -> Vec<Tuple> {
        let score = |tuple: &Tuple| {
            let [own, other] = [mover, 1 - mover].map(|player| self.weight(player, tuple));
            ((other - own) * 1e9) as i64
        };
        let mut scored: Vec<(i64, Tuple)> =
            hops.iter().map(|hop| (score(hop), self.nest.canonical(hop))).collect();
        scored.sort_unstable();
        scored.dedup();
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
