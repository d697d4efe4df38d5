//! Proofs in hop games on nested boards too large to value every position: the questions of [`super::search::hop`], asked of
//! tuples of island classes.
//!
//! Theorem 1 of docs/theory-positional.md and the weight, which on a nested board is a sum over outer sets of products
//! over islands, may show that an attacker never owns a set; or, if only those sets count that he has enough hops left
//! to fill, that he does not own one within a given number of plies.

use std::sync::Arc;

use outplay_rules::games::hop::HopGame;
use outplay_rules::rules::End;
use outplay_rules::spaces::Stones;

use super::nested::{Nest, Tuple};
use super::saved_proofs::SavedProofs;
use super::search::proof::{self, FOREVER, Key, Proof, ProofTable, verdict};
use super::search::race::{Raced, Visits, race};
use crate::kit::halt::Halt;
use crate::limits::Budget;

/// The four questions about a nested board. Clones share what is proved.
#[derive(Clone)]
pub struct NestedSearch {
    nest: Arc<Nest>,
    points: u32,
    /// The winning sets of islands, and those through each island.
    sets: Arc<[Vec<u8>]>,
    through: Arc<[Vec<usize>]>,
    /// By attacker, and whether a tie suits him.
    proofs: [[ProofTable; 2]; 2],
    visits: Visits,
    threads: usize,
    /// What decided the last position searched, as [`hint`] names it.
    decided_by: u16,
}

/// Who asks, and whether a tie suits him.
#[derive(Clone, Copy, Debug)]
pub struct HopGoal {
    /// The attacker: 0 for the first player.
    pub attacker: usize,
    /// Whether a tie is as good as a win.
    pub tie: bool,
}

impl HopGoal {
    /// The name of its table.
    pub fn name(&self) -> &'static str {
        match (self.attacker, self.tie) {
            (0, false) => "the first wins",
            (0, true) => "the first owns",
            (_, false) => "the second wins",
            (_, true) => "the second owns",
        }
    }

    /// Which of the four facts it settles: the second player's are told the other way round.
    pub fn fact(&self) -> usize {
        match (self.attacker, self.tie) {
            (0, false) => 0,
            (0, true) => 1,
            (_, true) => 2,
            (_, false) => 3,
        }
    }
}

/// What a question comes down to in a position: the attacker has this many hops left.
#[derive(Clone, Copy, Debug)]
struct Attack {
    /// 0 for the first player.
    by: usize,
    /// Whether it is his turn.
    moves: bool,
    /// With the newest piece hopped in return, only his own hops bring him points for good.
    hops: u32,
}

impl Attack {
    fn new(by: usize, mover: usize, plies: u32) -> Self {
        let moves = by == mover;
        Attack { by, moves, hops: if moves { plies.div_ceil(2) } else { plies / 2 } }
    }
}

/// Boards with sets of this many points are not taken.
const MOST_MISSING: usize = 40;

/// The tuple as the key of a table. It tells the turn: the first player moves if he has more pieces.
fn key(tuple: &Tuple) -> Key {
    proof::key([u128::from_le_bytes(*tuple), 0], 0)
}

/// A number by which the hop that decided a position is found again. Others with the same number are tried with it.
fn hint(score: i64) -> u16 {
    ((score as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 49) as u16
}

/// Weights are sums of few products of small powers of two, exact or nearly so; this is far more than they can be off.
const MARGIN: f64 = 1e-6;

impl NestedSearch {
    /// None if the board is not nested or hops are restricted.
    pub fn new(game: &HopGame, threads: usize, saved_proofs: &SavedProofs) -> Option<Self> {
        let points = game.board().point_count() as u32;
        let proofs = [0, 1].map(|attacker| {
            [false, true].map(|tie| {
                // Tuples are not positions: a board that is searched in both ways has a table for each.
                let question = HopGoal { attacker, tie };
                saved_proofs.table(&format!("islands, {}", question.name()))
            })
        });
        let nest = Arc::new(Nest::new(game)?);
        let sets: Arc<[Vec<u8>]> =
            nest.sets.iter().map(|set| set.iter().map(|island| island as u8).collect()).collect();
        let largest = sets.iter().map(Vec::len).max().unwrap_or(0);
        if largest * (nest.islands.open[0][0].len() - 1) >= MOST_MISSING {
            return None;
        }
        let with = |island: usize| {
            (0..sets.len()).filter(|&set| sets[set].contains(&(island as u8))).collect()
        };
        let through = (0..nest.count).map(with).collect();
        let (visits, decided_by) = (Visits::default(), u16::MAX);
        Some(NestedSearch { nest, points, sets, through, proofs, visits, threads, decided_by })
    }

    fn table(&mut self, question: HopGoal) -> &mut ProofTable {
        &mut self.proofs[question.attacker][usize::from(question.tie)]
    }

    /// Gives up after this many positions more.
    pub fn stop_after(&mut self, positions: u64) {
        self.visits.stop_after(positions);
    }

    /// Whether the attacker succeeds within this many plies: yes, no, or never (none). The position is not over.
    pub fn within(
        &mut self,
        question: HopGoal,
        position: &Stones,
        plies: u32,
        budget: &mut Budget,
    ) -> Result<Option<bool>, Halt> {
        let (tuple, threads) = (self.nest.tuple(position), self.threads);
        let answer = race(self, threads, budget, |search, budget| {
            search.search(question, tuple, plies, budget)
        })?;
        Ok(verdict(answer))
    }

    /// None if the attacker succeeds within this many plies; otherwise for how many he is known to fail.
    fn search(
        &mut self,
        question: HopGoal,
        tuple: Tuple,
        plies: u32,
        budget: &mut Budget,
    ) -> Result<Option<u8>, Halt> {
        self.visits.visit(budget)?;
        let before = self.visits.visited;
        let pieces = self.nest.pieces(&tuple);
        let free = self.points - pieces[0] - pieces[1];
        let plies = plies.min(free);
        let fails = if plies == free { FOREVER } else { plies as u8 };
        let mover = usize::from(pieces[0] <= pieces[1]);
        if plies == 0 {
            return Ok(Some(fails));
        }
        if plies == 1 {
            let answer = self.expand(question, &tuple, mover, 1, u16::MAX, budget)?;
            return Ok(answer.map(|failed| failed.max(fails)));
        }
        let proof = self.table(question).get(&key(&tuple));
        if let Some(answer) = proof.settled(plies as u8) {
            return Ok(answer);
        }
        let attack = Attack::new(question.attacker, mover, plies);
        let answer = if self.blocked(&attack, &tuple) {
            let never = Attack { hops: self.points, ..attack };
            let never = proof == Proof::NOTHING && self.blocked(&never, &tuple);
            Some(if never { FOREVER } else { fails })
        } else {
            self.expand(question, &tuple, mover, plies, proof.best, budget)?
        };
        let answer = answer.map(|failed| if failed == FOREVER { FOREVER } else { fails });
        let known = proof.with(answer, plies as u8, self.decided_by);
        let positions = self.visits.visited - before + 1;
        self.table(question).put(&key(&tuple), known, positions, budget);
        Ok(answer)
    }

    fn expand(
        &mut self,
        question: HopGoal,
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
        let attack =
            Attack { moves: attacks, ..Attack::new(question.attacker, 1 - mover, plies - 1) };
        let mut tried = Vec::new();
        for (number, hop) in self.ordered(open, &attack, best) {
            let hop = self.nest.canonical(&hop);
            if tried.contains(&hop) {
                continue;
            }
            tried.push(hop);
            let answer = self.search(question, hop, plies - 1, budget)?;
            self.decided_by = number;
            match answer {
                None if attacks => return Ok(None),
                Some(failed) if !attacks => return Ok(Some(failed)),
                Some(failed) => refuted = refuted.min(failed),
                None => {}
            }
        }
        Ok(if attacks || stuck { Some(refuted) } else { None })
    }

    /// What decided last, then those first that leave the attacker much weight, if he moves, or little, within the hops that
    /// he has left. The same for images under symmetries, so that these come together.
    fn ordered(&self, hops: Vec<Tuple>, attack: &Attack, best: u16) -> Vec<(u16, Tuple)> {
        let score = |tuple: &Tuple| {
            let [own, other] = [attack.by, 1 - attack.by].map(|player| self.weight(player, tuple));
            let near = self.weight_within(attack, tuple);
            let gain = near + (own - other) / 1024.0;
            ((if attack.moves { -gain } else { gain }) * 1e6) as i64
        };
        let mut scored: Vec<(i64, Tuple)> =
            hops.into_iter().map(|hop| (score(&hop), hop)).collect();
        let shuffle = |score: i64| self.visits.shuffle(usize::from(hint(score)));
        scored.sort_by_cached_key(|&(score, _)| (hint(score) != best, score, shuffle(score)));
        scored.into_iter().map(|(score, tuple)| (hint(score), tuple)).collect()
    }

    /// The weight of the sets that a player may still fill.
    fn weight(&self, player: usize, tuple: &Tuple) -> f64 {
        let island = |&i: &u8| self.nest.islands.weight[usize::from(tuple[usize::from(i)])][player];
        self.sets.iter().map(|set| set.iter().map(island).product::<f64>()).sum()
    }

    /// The weight of the sets that the attacker may fill with the hops he has left.
    fn weight_within(&self, attack: &Attack, tuple: &Tuple) -> f64 {
        self.sets.iter().map(|set| self.set_within(attack, tuple, set)).sum()
    }

    /// The same of one outer set: the products over its islands, with few enough points missing on all of them together.
    fn set_within(&self, attack: &Attack, tuple: &Tuple, set: &[u8]) -> f64 {
        let islands = &self.nest.islands;
        let class = |island: u8| usize::from(tuple[usize::from(island)]);
        if set.iter().any(|&island| islands.weight[class(island)][attack.by] == 0.0) {
            return 0.0;
        }
        // By the number of points missing on the islands so far.
        let (mut sums, mut length) = ([0.0; MOST_MISSING], 1);
        sums[0] = 1.0;
        for &island in set {
            let by_missing = &islands.open[class(island)][attack.by];
            let (before, most) = (length, attack.hops as usize + 1);
            length = (before + by_missing.len() - 1).min(most).min(MOST_MISSING);
            let mut next = [0.0; MOST_MISSING];
            for (a, sum) in sums.iter().enumerate().take(before) {
                let room = next[a..length].iter_mut();
                room.zip(by_missing).for_each(|(next, weight)| *next += sum * weight);
            }
            sums = next;
        }
        sums[..length].iter().sum()
    }

    /// Whether the defender, always hopping the newest piece, wins as Breaker by weight, as far as the attacker's hops go.
    /// If the attacker moves, his best point at most doubles the weight.
    fn blocked(&self, attack: &Attack, tuple: &Tuple) -> bool {
        if attack.moves {
            return 2.0 * self.weight_within(attack, tuple) < 1.0 - MARGIN;
        }
        let by_set: Vec<f64> =
            self.sets.iter().map(|set| self.set_within(attack, tuple, set)).collect();
        let total: f64 = by_set.iter().sum();
        (0..self.nest.count).any(|island| {
            let class = usize::from(tuple[island]);
            self.nest.islands.leave[1 - attack.by][class].iter().any(|&left| {
                let mut flipped = *tuple;
                flipped[island] = left;
                let change =
                    |&set: &usize| self.set_within(attack, &flipped, &self.sets[set]) - by_set[set];
                let weight = total + self.through[island].iter().map(change).sum::<f64>();
                weight < 1.0 - MARGIN && !self.owns(attack.by, &flipped)
            })
        })
    }

    /// Whether a player owns a set.
    fn owns(&self, player: usize, tuple: &Tuple) -> bool {
        match self.nest.end(tuple) {
            Some(End::Tie) => true,
            Some(End::Win(winner)) => winner.index() == player,
            _ => false,
        }
    }
}

impl Raced for NestedSearch {
    fn visits(&mut self) -> &mut Visits {
        &mut self.visits
    }

    fn fork(&self) -> Self {
        self.clone()
    }
}
