//! Proofs in Avoider-Enforcer games: can Enforcer make Avoider own a set within a given number of plies?
//!
//! What makes it fast, and why it is right:
//!
//! * *Closed sets.* A set with a stone of Enforcer's never becomes Avoider's, nor does one that misses more points than
//!   Avoider still has to take, a number that follows from the turns.
//! * *Dead points* are those in no open set. Only their number counts. They cannot be left out: where every stone
//!   may hurt, it helps to have such a point to take.
//! * *Weight.* With one point a turn: an open set with u points missing weighs 2^-u. Before a turn of Avoider's let all weigh w.
//!   He takes a point of least weight w(p), which adds w(p); Enforcer's answer q takes away at least as much, since it weighed no
//!   less and weights through it have only grown. So w does not grow from turn to turn, and if it is below 1/2, never is a set there
//!   that misses one point only: Avoider never owns one. If Enforcer moves, w less the least w(q) below 1/2 is enough.

use super::bounds::{ONE, weight};
use super::proof::{self, FOREVER, Key, ProofTable, verdict};
use super::race::{Raced, Visits, race};
use super::symmetry::Symmetries;
use super::{points, stones_within};
use crate::kit::halt::Halt;
use crate::limits::Budget;

/// The largest board: the number of dead points lies above the points in a key.
pub const MOST_POINTS: usize = 120;

/// A question about an Avoider-Enforcer game. Clones share what is proved.
#[derive(Clone)]
pub struct AvoidSearch {
    sets: Vec<u128>,
    /// Points a turn of Avoider and Enforcer.
    turn: [u32; 2],
    symmetries: Symmetries,
    proofs: ProofTable,
    visits: Visits,
    threads: usize,
}

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct AvoidState {
    /// Avoider's stones.
    pub avoider: u128,
    /// The free points.
    pub free: u128,
    /// 0 if Avoider moves, 1 if Enforcer does.
    pub mover: usize,
    /// How many points the mover still takes this turn.
    pub left: u32,
}

/// What one look at the open sets shows.
struct Glance {
    open: Vec<u128>,
    /// The fewest points missing of an open set.
    missing: u32,
    /// Points with which Avoider would own a set.
    fatal: u128,
    /// The free points of open sets.
    alive: u128,
    weight: u64,
    by_point: [u64; 128],
}

/// Positions with at most this many points taken are looked up by their smallest image.
const SYMMETRIC_STONES: u32 = 5;

impl AvoidSearch {
    /// A question; `turn` is how many points Avoider and Enforcer take a turn.
    pub fn new(
        sets: Vec<u128>,
        turn: [u32; 2],
        symmetries: Symmetries,
        threads: usize,
        proofs: ProofTable,
    ) -> Self {
        AvoidSearch { sets, turn, symmetries, proofs, visits: Visits::default(), threads }
    }

    /// Gives up after this many positions more.
    pub fn stop_after(&mut self, positions: u64) {
        self.visits.stop_after(positions);
    }

    /// Whether Enforcer succeeds within this many plies: yes, no, or never (none).
    pub fn within(
        &mut self,
        state: AvoidState,
        plies: u32,
        budget: &mut Budget,
    ) -> Result<Option<bool>, Halt> {
        let threads = self.threads;
        let refuted = race(self, threads, budget, |search, budget| {
            let sets = search.sets.clone();
            search.search(state, &sets, plies, budget)
        })?;
        Ok(verdict(refuted))
    }

    /// None if Enforcer succeeds within this many plies; otherwise for how many he is known to fail, at least this many.
    fn search(
        &mut self,
        state: AvoidState,
        sets: &[u128],
        plies: u32,
        budget: &mut Budget,
    ) -> Result<Option<u8>, Halt> {
        self.visits.visit(budget)?;
        let before = self.visits.visited;
        let free = state.free.count_ones();
        let plies = plies.min(free);
        let fails = if plies == free { FOREVER } else { plies as u8 };
        let glance = self.glance(&state, sets);
        if glance.open.is_empty() || self.is_light(&state, &glance) {
            return Ok(Some(FOREVER));
        }
        if glance.missing > stones_within(self.turn, state.mover, state.left, plies) {
            return Ok(Some(fails));
        }
        let avoids = state.mover == 0;
        if avoids && state.free & !glance.fatal == 0 {
            return Ok(None);
        }
        if plies == 1 {
            // Avoider has a harmless point, or Enforcer moves.
            return Ok(Some(fails));
        }
        let key = self.key(&state, &glance);
        let proof = self.proofs.get(&key);
        if let Some(answer) = proof.settled(plies as u8) {
            return Ok(answer);
        }
        let (answer, best) = self.expand(&state, &glance, plies, proof.best, budget)?;
        let answer = answer.map(|failed| if failed == FOREVER { FOREVER } else { fails });
        let known = proof.with(answer, plies as u8, best);
        self.proofs.put(&key, known, self.visits.visited - before + 1, budget);
        Ok(answer)
    }

    /// The answer by the answers to the moves, and the move that decided it.
    fn expand(
        &mut self,
        state: &AvoidState,
        glance: &Glance,
        plies: u32,
        best: u16,
        budget: &mut Budget,
    ) -> Result<(Option<u8>, u16), Halt> {
        let avoids = state.mover == 0;
        let mut refuted = FOREVER;
        for point in self.moves(state, glance, best) {
            let next = self.after(state, point);
            let answer = self.search(next, &glance.open, plies - 1, budget)?;
            match answer {
                None if !avoids => return Ok((None, point as u16)),
                Some(failed) if avoids => return Ok((Some(failed), point as u16)),
                Some(failed) => refuted = refuted.min(failed),
                None => {}
            }
        }
        Ok((if avoids { None } else { Some(refuted) }, u16::MAX))
    }

    fn after(&self, state: &AvoidState, point: usize) -> AvoidState {
        let bit = 1u128 << point;
        let mut next = AvoidState { free: state.free & !bit, left: state.left - 1, ..*state };
        if state.mover == 0 {
            next.avoider |= bit;
        }
        if next.left == 0 {
            next.mover = 1 - state.mover;
            next.left = self.turn[next.mover];
        }
        next
    }

    fn glance(&self, state: &AvoidState, sets: &[u128]) -> Glance {
        let most = stones_within(self.turn, state.mover, state.left, state.free.count_ones());
        let mut glance = Glance {
            open: Vec::with_capacity(sets.len()),
            missing: u32::MAX,
            fatal: 0,
            alive: 0,
            weight: 0,
            by_point: [0; 128],
        };
        for &set in sets {
            let rest = set & state.free;
            let missing = rest.count_ones();
            if set & !(state.avoider | state.free) != 0 || missing > most {
                continue;
            }
            glance.open.push(set);
            glance.missing = glance.missing.min(missing);
            if missing == 1 {
                glance.fatal |= rest;
            }
            glance.alive |= rest;
            let weight = weight(missing);
            glance.weight = glance.weight.saturating_add(weight);
            points(rest).for_each(|point| {
                glance.by_point[point] = glance.by_point[point].saturating_add(weight);
            });
        }
        glance
    }

    /// Whether the weight shows that Avoider never owns a set.
    fn is_light(&self, state: &AvoidState, glance: &Glance) -> bool {
        let least = || points(state.free).map(|point| glance.by_point[point]).min().unwrap_or(0);
        let relief = if state.mover == 1 { least() } else { 0 };
        // A sum that has run over says nothing.
        let whole = glance.weight < u64::MAX;
        self.turn == [1, 1] && whole && glance.weight - relief < ONE / 2
    }

    /// The points in the order in which they are tried: the one that decided last, then a dead one, then the light ones.
    /// Avoider takes no point that loses at once.
    fn moves(&self, state: &AvoidState, glance: &Glance, best: u16) -> Vec<usize> {
        let fatal = if state.mover == 0 { glance.fatal } else { 0 };
        let dead = state.free & !glance.alive;
        let mut moves: Vec<usize> =
            points(glance.alive & !fatal).chain(points(dead).take(1)).collect();
        moves.sort_by_key(|&point| {
            (point != usize::from(best), glance.by_point[point], self.visits.shuffle(point))
        });
        moves
    }

    fn key(&self, state: &AvoidState, glance: &Glance) -> Key {
        let own = glance.open.iter().fold(0, |all, set| all | set) & state.avoider;
        let mut sets = [own, glance.alive];
        let taken = own.count_ones() + (self.all() & !glance.alive & !own).count_ones();
        if taken <= SYMMETRIC_STONES && !self.symmetries.is_empty() {
            sets = self.symmetries.canonical(sets);
        }
        let dead = (state.free & !glance.alive).count_ones();
        sets[1] |= u128::from(dead) << MOST_POINTS;
        proof::key(sets, (state.left as u8) << 1 | state.mover as u8)
    }

    fn all(&self) -> u128 {
        self.sets.iter().fold(0, |all, set| all | set)
    }
}

impl Raced for AvoidSearch {
    fn visits(&mut self) -> &mut Visits {
        &mut self.visits
    }

    fn fork(&self) -> Self {
        self.clone()
    }
}
