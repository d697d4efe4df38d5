//! Proofs in hop games: can the attacker bring the game to an end that suits him within a given number of plies?
//!
//! What makes it fast, and why it is right:
//!
//! * *The newest piece.* With free hops, a defender who always hops the piece that the attacker's hop gave her turns
//!   the game into Maker-Breaker (docs/theory-positional.md). If Breaker wins that by weight, the attacker never owns a set.
//!   For this many plies only the sets count that he has hops enough left to fill.
//! * *A ply gives a point.* Within n plies the attacker gains at most n points, so a set that misses more than n points
//!   cannot become his.
//! * *Symmetry*: for positions with few pieces, for all on boards of islands where hops are slides and jumps.

use super::bounds::{ONE, weight};
use super::canonical::HopCanonicalForms;
use super::points;
use super::proof::{self, FOREVER, Key, Proof, ProofTable, verdict};
use super::race::{self, Raced, race};
use crate::kit::halt::Halt;
use crate::limits::Budget;

/// A question about a hop game. Clones share what is proved.
#[derive(Clone)]
pub struct HopSearch {
    /// The attacker's and the defender's sets.
    sets: [Vec<u128>; 2],
    /// Where a piece may hop to from each point; none if anywhere.
    hops: Option<Vec<u128>>,
    /// Whether a tie suits the attacker.
    tie: bool,
    all: u128,
    canonical_forms: HopCanonicalForms,
    proofs: ProofTable,
    visits: race::Visits,
    threads: usize,
    /// The hop that decided the last position searched.
    decided_by: u16,
}

/// A position: the attacker's pieces, the defender's, and who moves (0 for the attacker).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HopState {
    /// The pieces.
    pub pieces: [u128; 2],
    /// Who moves.
    pub mover: usize,
}

/// What one hop can complete.
struct Threats {
    /// The points that are all a set of the mover's misses.
    to: u128,
    /// What all such sets of a point have in common: a hop from there completes none of them.
    all: [u128; 128],
    /// The points that are all a set of the other player's misses: a hop from there gives it to him.
    from: u128,
}

impl HopSearch {
    /// A question; `tie` says whether a tie suits the attacker, `hops` where pieces may hop if not anywhere; so
    /// many threads look for the answer.
    pub fn new(
        points: usize,
        attack: Vec<u128>,
        defend: Vec<u128>,
        hops: Option<Vec<u128>>,
        tie: bool,
        canonical_forms: HopCanonicalForms,
        threads: usize,
    ) -> Self {
        let all = if points == 128 { u128::MAX } else { (1 << points) - 1 };
        HopSearch {
            sets: [attack, defend],
            hops,
            tie,
            all,
            canonical_forms,
            proofs: ProofTable::default(),
            visits: race::Visits::default(),
            threads,
            decided_by: u16::MAX,
        }
    }

    /// The same question, with what was proved of it before.
    pub fn knowing(self, proofs: ProofTable) -> Self {
        HopSearch { proofs, ..self }
    }

    /// Gives up after this many positions more.
    pub fn stop_after(&mut self, positions: u64) {
        self.visits.stop_after(positions);
    }

    /// Whether the attacker succeeds within this many plies: yes, no, or never (none). The position is not over.
    pub fn within(
        &mut self,
        state: HopState,
        plies: u32,
        budget: &mut Budget,
    ) -> Result<Option<bool>, Halt> {
        let threads = self.threads;
        let answer =
            race(self, threads, budget, |search, budget| search.search(state, plies, budget))?;
        Ok(verdict(answer))
    }

    fn free(&self, state: &HopState) -> u128 {
        self.all & !(state.pieces[0] | state.pieces[1])
    }

    /// None if the attacker succeeds within this many plies; otherwise for how many he is known to fail.
    fn search(
        &mut self,
        state: HopState,
        plies: u32,
        budget: &mut Budget,
    ) -> Result<Option<u8>, Halt> {
        self.visits.visit(budget)?;
        let before = self.visits.visited;
        let free = self.free(&state);
        let plies = plies.min(free.count_ones());
        let whole = plies == free.count_ones();
        let fails = if whole { FOREVER } else { plies as u8 };
        if plies == 0 || self.too_far(&state, plies) {
            return Ok(Some(fails));
        }
        if plies == 1 {
            // Looking up costs more than looking.
            let answer = self.expand(&state, free, 1, u16::MAX, budget)?;
            return Ok(answer.map(|failed| failed.max(fails)));
        }
        let key = self.key(&state);
        let proof = self.proofs.get(&key);
        if let Some(answer) = proof.settled(plies as u8) {
            return Ok(answer);
        }
        // With the newest piece hopped in return, only his own hops bring the attacker points for good.
        let hops = if state.mover == 0 { plies.div_ceil(2) } else { plies / 2 };
        let answer = if self.never_owns(&state, hops) {
            let never = proof == Proof::NOTHING && self.never_owns(&state, u32::MAX);
            Some(if never { FOREVER } else { fails })
        } else {
            self.expand(&state, free, plies, proof.best, budget)?
        };
        let answer = answer.map(|failed| if failed == FOREVER || whole { FOREVER } else { fails });
        let known = proof.with(answer, plies as u8, self.decided_by);
        self.proofs.put(&key, known, self.visits.visited - before + 1, budget);
        Ok(answer)
    }

    /// Whether more points are missing of every set than there are plies.
    fn too_far(&self, state: &HopState, plies: u32) -> bool {
        // The last ply may be the defender's: her hop gives the attacker a point as well.
        self.sets[0].iter().all(|set| (set & !state.pieces[0]).count_ones() > plies)
    }

    fn expand(
        &mut self,
        state: &HopState,
        free: u128,
        plies: u32,
        best: u16,
        budget: &mut Budget,
    ) -> Result<Option<u8>, Halt> {
        let mover = state.mover;
        let mut hops = self.hops(state, free);
        if plies > 2 {
            self.order(&mut hops, state, free, best);
        }
        let mut refuted = FOREVER;
        // A player who cannot hop ends the game, and it is a draw: the attacker fails.
        let stuck = hops.is_empty();
        let Some(waiting) = self.after(state, hops) else {
            return Ok(if mover == 0 { None } else { Some(FOREVER) });
        };
        if plies == 1 && !waiting.is_empty() {
            // The attacker has no hop that suits him, or the defender one that does not.
            return Ok(Some(0));
        }
        for (next, hop) in waiting {
            let answer = self.search(next, plies - 1, budget)?;
            self.decided_by = hop;
            match answer {
                None if mover == 0 => return Ok(None),
                Some(failed) if mover == 1 => return Ok(Some(failed)),
                Some(failed) => refuted = refuted.min(failed),
                None => {}
            }
        }
        Ok(if mover == 0 || stuck { Some(refuted) } else { None })
    }

    /// The positions after hops that do not end the game; none if one ends it as the mover wants.
    fn after(&self, state: &HopState, hops: Vec<(usize, usize)>) -> Option<Vec<(HopState, u16)>> {
        let mover = state.mover;
        let threats = self.threats(state);
        let mut waiting = Vec::with_capacity(hops.len());
        for (from, to) in hops {
            match self.ended(&threats, mover, from, to) {
                Some(suits) if suits == (mover == 0) => return None,
                Some(_) => {}
                None => {
                    let mut next = HopState { mover: 1 - mover, ..*state };
                    next.pieces[mover] ^= 1 << from | 1 << to;
                    next.pieces[1 - mover] |= 1 << from;
                    waiting.push((next, (from << 7 | to) as u16));
                }
            }
        }
        Some(waiting)
    }

    /// The sets of which one point is missing.
    fn threats(&self, state: &HopState) -> Threats {
        let [own, other] = [state.mover, 1 - state.mover];
        let mut threats = Threats { to: 0, all: [u128::MAX; 128], from: 0 };
        for set in &self.sets[own] {
            let missing = set & !state.pieces[own];
            if missing.is_power_of_two() {
                threats.to |= missing;
                threats.all[missing.trailing_zeros() as usize] &= set;
            }
        }
        for set in &self.sets[other] {
            let missing = set & !state.pieces[other];
            if missing.is_power_of_two() {
                threats.from |= missing;
            }
        }
        threats
    }

    /// Whether a hop ends the game, and if so whether it suits the attacker.
    fn ended(&self, threats: &Threats, mover: usize, from: usize, to: usize) -> Option<bool> {
        let mover_owns = threats.to >> to & 1 == 1 && threats.all[to] >> from & 1 == 0;
        let other_owns = threats.from >> from & 1 == 1;
        let attacker_owns = if mover == 0 { mover_owns } else { other_owns };
        match (mover_owns, other_owns) {
            (true, true) => Some(self.tie),
            (false, false) => None,
            _ => Some(attacker_owns),
        }
    }

    fn hops(&self, state: &HopState, free: u128) -> Vec<(usize, usize)> {
        let mut hops = Vec::new();
        for from in points(state.pieces[state.mover]) {
            let to = self.hops.as_ref().map_or(free, |hops| free & hops[from]);
            hops.extend(points(to).map(|to| (from, to)));
        }
        hops
    }

    /// Puts the hop that decided last first, then the promising ones.
    fn order(&self, hops: &mut [(usize, usize)], state: &HopState, free: u128, best: u16) {
        let [own, other] = [state.mover, 1 - state.mover];
        let mut gain = [[0i64; 128]; 2];
        let mut given = [0i64; 128];
        for player in [own, other] {
            for set in &self.sets[player] {
                let foreign = set & state.pieces[1 - player];
                if foreign != 0 && (player == own || !foreign.is_power_of_two()) {
                    continue;
                }
                let weight = (weight((set & free).count_ones()) >> 16) as i64;
                if foreign == 0 {
                    points(*set).for_each(|point| gain[player][point] += weight);
                } else {
                    // The mover's hop from there opens the set, with a piece of the other player's on it.
                    given[foreign.trailing_zeros() as usize] += weight;
                }
            }
        }
        hops.sort_by_cached_key(|&(from, to)| {
            let score = gain[own][from] + given[from] - gain[own][to] - gain[other][to];
            let hop = from << 7 | to;
            (hop as u16 != best, score, self.visits.shuffle(hop), from, to)
        });
    }

    /// Whether the defender, always hopping the piece she was given last, keeps the attacker from owning a set with so
    /// many hops of his, as weight alone shows.
    fn never_owns(&self, state: &HopState, hops: u32) -> bool {
        if self.hops.is_some() {
            return false;
        }
        let [attacker, defender] = state.pieces;
        if state.mover == 0 {
            return self.light(attacker, defender, true, hops);
        }
        points(defender).any(|newest| {
            self.light(attacker | 1 << newest, defender & !(1 << newest), false, hops)
        })
    }

    /// Whether Breaker wins by weight, as far as this many points of Maker's go.
    fn light(&self, maker: u128, breaker: u128, maker_moves: bool, most: u32) -> bool {
        let mut total = 0u64;
        let mut by_point = [0u64; 128];
        for set in self.sets[0].iter().filter(|set| *set & breaker == 0) {
            let rest = set & !maker;
            if rest.count_ones() > most {
                continue;
            }
            let weight = weight(rest.count_ones());
            total += weight;
            if total >= ONE {
                return false;
            }
            if maker_moves {
                points(rest).for_each(|point| by_point[point] += weight);
            }
        }
        total + by_point.iter().copied().max().unwrap_or(0) < ONE
    }

    fn key(&self, state: &HopState) -> Key {
        proof::key(self.canonical_forms.canonical(state.pieces), state.mover as u8)
    }
}

impl Raced for HopSearch {
    fn visits(&mut self) -> &mut race::Visits {
        &mut self.visits
    }

    fn fork(&self) -> Self {
        self.clone()
    }
}
