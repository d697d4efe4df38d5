//! Proofs in games of taking points: can the attacker own one of his sets within a given number of plies, before the
//! defender owns one of hers?
//!
//! Maker-Breaker is the case in which the defender has no sets. What makes it fast, and why it is right:
//!
//! * *Open sets.* A set is open for a player while the other has no point of it. Only open sets matter, so a
//!   position is told by the stones on open sets and the free points of open sets, and whose turn it is. Such keys
//!   of different positions are equal only if the open sets and what is missing of them are.
//! * *An own stone more never hurts.* So a free point of no open set is never better than another, and is left out.
//! * *Threats.* With one point a turn: a set with one point missing wins at once; against one such set of the other
//!   player's the answer is forced, against two there is none.
//! * *Weight and pairing* ([`super::bounds`]) show that the attacker fails. For a limited number of plies only the sets
//!   count that he has stones enough left to fill.

use super::bounds::{ONE, pairing, weight};
use super::forcing::Forcing;
use super::proof::{self, FOREVER, Key, ProofTable, verdict};
use super::race::{Raced, Visits, race};
use super::symmetry::Symmetries;
use super::{points, stones_within};
use crate::kit::halt::Halt;
use crate::limits::Budget;

/// A question about two players' sets. Clones share what is proved.
#[derive(Clone)]
pub struct PlacingSearch {
    attack: Vec<u128>,
    defend: Vec<u128>,
    /// Points a turn of the attacker and the defender.
    turn: [u32; 2],
    symmetries: Symmetries,
    proofs: ProofTable,
    visits: Visits,
    threads: usize,
}

/// A position of the question.
#[derive(Clone, Copy, Debug)]
pub struct PlacingState {
    /// The attacker's and the defender's stones.
    pub stones: [u128; 2],
    /// The free points.
    pub free: u128,
    /// 0 if the attacker moves, 1 if the defender does.
    pub mover: usize,
    /// How many points the mover still takes this turn.
    pub left: u32,
}

/// The open sets of a position, and what can be seen of them at a glance.
struct View<'s> {
    attack: &'s [u128],
    defend: &'s [u128],
}

/// What one look at the open sets shows.
struct Glance {
    /// The fewest points missing of the attacker's and the defender's sets.
    missing: [u32; 2],
    /// Points that complete a set.
    threats: [u128; 2],
    /// The weight of the attacker's sets that he has stones enough for, and by point.
    weight: u64,
    by_point: [u64; 128],
    /// The free points of those sets, and of all the defender's open sets.
    relevant: u128,
    /// Whether the attacker has stones enough for each of his open sets.
    all: bool,
}

/// Positions with at most this many stones are looked up by their smallest image.
const SYMMETRIC_STONES: u32 = 4;

impl PlacingSearch {
    /// A question; `turn` is how many points the attacker and the defender take a turn. This many threads look for the
    /// answer.
    pub fn new(
        attack: Vec<u128>,
        defend: Vec<u128>,
        turn: [u32; 2],
        symmetries: Symmetries,
        threads: usize,
    ) -> Self {
        let (proofs, visits) = (ProofTable::default(), Visits::default());
        PlacingSearch { attack, defend, turn, symmetries, proofs, visits, threads }
    }

    /// The same question, with what was proved of it before.
    pub fn knowing(self, proofs: ProofTable) -> Self {
        PlacingSearch { proofs, ..self }
    }

    /// The same question, however many plies it takes; none if turns are longer than a point.
    pub fn forcing(&self, proofs: ProofTable, bytes: u64) -> Option<Forcing> {
        let sets = [self.attack.clone(), self.defend.clone()];
        let question = || Forcing::new(sets, self.symmetries.clone(), proofs, bytes);
        self.single().then(|| question().with_threads(self.threads))
    }

    /// Whether the attacker succeeds within this many plies, asked for fewer plies first.
    pub fn plies_within(
        &mut self,
        state: PlacingState,
        most: u32,
        budget: &mut Budget,
    ) -> Result<bool, Halt> {
        for plies in 1..=state.free.count_ones().min(most) {
            match self.within(state, plies, budget)? {
                Some(true) => return Ok(true),
                Some(false) => {}
                None => return Ok(false),
            }
        }
        Ok(false)
    }

    /// Whether the attacker succeeds at all.
    pub fn ever(&mut self, state: PlacingState, budget: &mut Budget) -> Result<bool, Halt> {
        Ok(self.within(state, state.free.count_ones(), budget)? == Some(true))
    }

    /// Gives up after this many positions more.
    pub fn stop_after(&mut self, positions: u64) {
        self.visits.stop_after(positions);
    }

    /// Whether the attacker can complete a set at all with a stone fewer: if so, a ply fewer is no new question.
    fn nothing_new(&self, state: &PlacingState, plies: u32) -> bool {
        plies > 1 && self.stones_within(state, plies) == self.stones_within(state, plies - 1)
    }

    /// Whether the attacker succeeds within this many plies: yes, no, or never (none).
    pub fn within(
        &mut self,
        state: PlacingState,
        plies: u32,
        budget: &mut Budget,
    ) -> Result<Option<bool>, Halt> {
        if self.nothing_new(&state, plies) && plies < state.free.count_ones() {
            return Ok(Some(false));
        }
        let open = |sets: &[u128], other: u128| -> Vec<u128> {
            sets.iter().copied().filter(|set| set & other == 0).collect()
        };
        let attack = open(&self.attack, state.stones[1]);
        let defend = open(&self.defend, state.stones[0]);
        let view = View { attack: &attack, defend: &defend };
        let threads = self.threads;
        let refuted = race(self, threads, budget, |search, budget| {
            search.search(state, &view, plies, budget)
        })?;
        Ok(verdict(refuted))
    }

    /// The argument by which the attacker fails for good without any search, if there is one.
    pub fn fails_at_once(&self, state: PlacingState) -> Option<&'static str> {
        let attack: Vec<u128> =
            self.attack.iter().copied().filter(|set| set & state.stones[1] == 0).collect();
        let view = View { attack: &attack, defend: &[] };
        let glance = self.glance(&state, &view, u32::MAX);
        let heaviest = glance.by_point.iter().copied().max().unwrap_or(0);
        let weight =
            if state.mover == 0 { glance.weight.saturating_add(heaviest) } else { glance.weight };
        if attack.is_empty() {
            Some("every set is blocked")
        } else if self.single() && weight < ONE {
            Some("weight (Erdős and Selfridge)")
        } else if self.single() && pairing(&attack, state.free).is_some() {
            Some("a pairing")
        } else {
            None
        }
    }

    fn single(&self) -> bool {
        self.turn == [1, 1]
    }

    /// How many stones the attacker places within this many plies.
    fn stones_within(&self, state: &PlacingState, plies: u32) -> u32 {
        stones_within(self.turn, state.mover, state.left, plies)
    }

    /// None if the attacker succeeds within this many plies; otherwise for how many he is known to fail, at least this many.
    fn search(
        &mut self,
        state: PlacingState,
        view: &View,
        plies: u32,
        budget: &mut Budget,
    ) -> Result<Option<u8>, Halt> {
        self.visits.visit(budget)?;
        let before = self.visits.visited;
        let plies = plies.min(state.free.count_ones());
        let whole = plies == state.free.count_ones();
        let stones = self.stones_within(&state, plies);
        let glance = self.glance(&state, view, stones);
        let fails = if whole { FOREVER } else { plies as u8 };
        let forced = match self.at_a_glance(&state, view, &glance, stones, plies) {
            Seen::Yes => return Ok(None),
            Seen::Never => return Ok(Some(FOREVER)),
            Seen::No => return Ok(Some(fails)),
            Seen::Forced(points) => points,
        };
        let key = self.key(&state, view);
        let proof = self.proofs.get(&key);
        if let Some(answer) = proof.settled(plies as u8) {
            return Ok(answer);
        }
        let moves = self.moves(&glance, forced, proof.best);
        let mut refuted = FOREVER;
        let mut decided = None;
        for point in moves {
            let answer = self.after(&state, view, point, plies, budget)?;
            match answer {
                None if state.mover == 0 => {
                    decided = Some((None, point));
                    break;
                }
                Some(for_plies) if state.mover == 1 => {
                    decided = Some((Some(for_plies), point));
                    break;
                }
                Some(for_plies) => refuted = refuted.min(for_plies),
                None => {}
            }
        }
        let (answer, best) = match decided {
            Some((answer, point)) => (answer, point as u16),
            None if state.mover == 0 => (Some(refuted), u16::MAX),
            None => (None, u16::MAX),
        };
        // A move later the other player has a ply less; what is refuted for good stays so.
        // The attacker's other moves were left out for these plies only, unless every open set was looked at.
        let good = state.mover == 1 || glance.all || forced.count_ones() == 1;
        let later = |for_plies: u8| {
            if whole || (for_plies == FOREVER && good) { FOREVER } else { plies as u8 }
        };
        let answer = answer.map(later);
        let known = proof.with(answer, plies as u8, best);
        self.proofs.put(&key, known, self.visits.visited - before + 1, budget);
        Ok(answer)
    }

    fn glance(&self, state: &PlacingState, view: &View, stones: u32) -> Glance {
        let mut glance = Glance {
            missing: [u32::MAX; 2],
            threats: [0; 2],
            weight: 0,
            by_point: [0; 128],
            relevant: 0,
            all: true,
        };
        for set in view.attack {
            let rest = set & state.free;
            let missing = rest.count_ones();
            glance.missing[0] = glance.missing[0].min(missing);
            if missing > stones {
                glance.all = false;
                continue;
            }
            if missing == 1 {
                glance.threats[0] |= rest;
            }
            let weight = weight(missing);
            glance.weight = glance.weight.saturating_add(weight);
            points(rest).for_each(|point| {
                glance.by_point[point] = glance.by_point[point].saturating_add(weight);
            });
            glance.relevant |= rest;
        }
        for set in view.defend {
            let rest = set & state.free;
            let missing = rest.count_ones();
            glance.missing[1] = glance.missing[1].min(missing);
            if missing == 1 {
                glance.threats[1] |= rest;
            }
            glance.relevant |= rest;
        }
        glance
    }

    /// What needs no search, or the points that come into question.
    fn at_a_glance(
        &self,
        state: &PlacingState,
        view: &View,
        glance: &Glance,
        stones: u32,
        plies: u32,
    ) -> Seen {
        if view.attack.is_empty() {
            return Seen::Never;
        }
        if glance.missing[0] > stones {
            return Seen::No;
        }
        if glance.missing[state.mover] <= state.left {
            // The mover completes a set this turn.
            return match state.mover {
                0 if glance.missing[0] <= plies => Seen::Yes,
                0 => Seen::No,
                _ => Seen::Never,
            };
        }
        if !self.single() {
            return Seen::Forced(glance.relevant);
        }
        let other = 1 - state.mover;
        let heaviest =
            if state.mover == 0 { glance.by_point.iter().copied().max().unwrap_or(0) } else { 0 };
        if glance.weight.saturating_add(heaviest) < ONE {
            return if glance.all { Seen::Never } else { Seen::No };
        }
        match glance.threats[other].count_ones() {
            0 => {}
            1 => return Seen::Forced(glance.threats[other]),
            _ if other == 0 => return if plies >= 2 { Seen::Yes } else { Seen::No },
            _ => return Seen::Never,
        }
        if pairing(view.attack, state.free).is_some() {
            return Seen::Never;
        }
        Seen::Forced(glance.relevant)
    }

    /// The points in the order in which they are tried: the one that decided last, then by weight.
    fn moves(&self, glance: &Glance, among: u128, best: u16) -> Vec<usize> {
        let mut moves: Vec<usize> = points(among).collect();
        let first = |point: usize| u64::from(point != usize::from(best));
        let shuffle = |point: usize| self.visits.shuffle(point);
        moves.sort_by_key(|&point| {
            (first(point), u64::MAX - glance.by_point[point], shuffle(point))
        });
        moves
    }

    fn after(
        &mut self,
        state: &PlacingState,
        view: &View,
        point: usize,
        plies: u32,
        budget: &mut Budget,
    ) -> Result<Option<u8>, Halt> {
        let bit = 1u128 << point;
        let mut next = PlacingState { free: state.free & !bit, left: state.left - 1, ..*state };
        next.stones[state.mover] |= bit;
        if next.left == 0 {
            next.mover = 1 - state.mover;
            next.left = self.turn[next.mover];
        }
        if plies == 1 {
            // Nobody completes a set with this point: that would have been seen.
            return Ok(Some(if next.free == 0 { FOREVER } else { 1 }));
        }
        // The mover's point closes the other player's sets through it.
        let closed = |sets: &[u128]| -> Vec<u128> {
            sets.iter().copied().filter(|set| set & bit == 0).collect()
        };
        let closes = if state.mover == 0 { closed(view.defend) } else { closed(view.attack) };
        let view = if state.mover == 0 {
            View { attack: view.attack, defend: &closes }
        } else {
            View { attack: &closes, defend: view.defend }
        };
        self.search(next, &view, plies - 1, budget)
    }

    fn key(&self, state: &PlacingState, view: &View) -> Key {
        let union = |sets: &[u128]| sets.iter().fold(0u128, |all, set| all | set);
        let (attack, defend) = (union(view.attack), union(view.defend));
        let free = (attack | defend) & state.free;
        let (own, other) = (attack & state.stones[0], defend & state.stones[1]);
        let mut sets = [own | free, other | free];
        let stones = state.stones[0].count_ones() + state.stones[1].count_ones();
        if stones <= SYMMETRIC_STONES && !self.symmetries.is_empty() {
            sets = self.symmetries.canonical(sets);
        }
        proof::key(sets, (state.left as u8) << 1 | state.mover as u8)
    }
}

impl Raced for PlacingSearch {
    fn visits(&mut self) -> &mut Visits {
        &mut self.visits
    }

    fn fork(&self) -> Self {
        self.clone()
    }
}

/// What a glance shows.
enum Seen {
    /// The attacker succeeds.
    Yes,
    /// He fails within these plies.
    No,
    /// He fails for good.
    Never,
    /// Only these points come into question.
    Forced(u128),
}
