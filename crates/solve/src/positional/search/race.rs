//! Several threads on one question.
//!
//! Each thread searches the whole question, in an order of its own; all share what is proved
//! ([`super::proof::ProofTable`]). The first answer counts.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::kit::halt::Halt;
use crate::kit::race as threads;
use crate::limits::Budget;

/// What a search has looked at, and when it gives up.
#[derive(Clone, Debug)]
pub struct Visits {
    /// Positions looked at so far.
    pub visited: u64,
    /// It gives up after this many.
    pub most: u64,
    /// 0 for the thread that asks.
    pub thread: u64,
    /// Set when another thread has the answer.
    beaten: Arc<AtomicBool>,
}

impl Default for Visits {
    fn default() -> Self {
        Visits { visited: 0, most: u64::MAX, thread: 0, beaten: Arc::default() }
    }
}

impl Visits {
    /// Counts a position.
    pub fn visit(&mut self, budget: &mut Budget) -> Result<(), Halt> {
        self.visited += 1;
        budget.count(1);
        if self.visited > self.most {
            return Err(Halt::Enough);
        }
        if !self.visited.is_multiple_of(256) {
            return Ok(());
        }
        if self.beaten.load(Ordering::Relaxed) {
            return Err(Halt::Enough);
        }
        Ok(budget.check()?)
    }

    /// Gives up after this many positions more.
    pub fn stop_after(&mut self, positions: u64) {
        self.most = self.visited.saturating_add(positions);
    }

    /// A number for a move that differs from thread to thread, so that threads try equal moves in different orders.
    pub fn shuffle(&self, mv: usize) -> u64 {
        match self.thread {
            0 => 0,
            thread => (mv as u64 ^ thread << 20).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40,
        }
    }
}

/// A search that several threads can be at.
pub trait Raced: Sized + Send {
    /// What it has looked at.
    fn visits(&mut self) -> &mut Visits;
    /// The same search with the same proofs, for another thread.
    fn fork(&self) -> Self;
}

/// Small questions are not worth a thread; in tests all are.
const ALONE: u64 = if cfg!(test) { 8 } else { 1 << 14 };

/// Asks a question by this many threads.
pub fn race<S: Raced, T: Send>(
    search: &mut S,
    threads: usize,
    budget: &mut Budget,
    ask: impl Fn(&mut S, &mut Budget) -> Result<T, Halt> + Sync,
) -> Result<T, Halt> {
    if threads < 2 {
        return ask(search, budget);
    }
    let most = search.visits().most;
    search.visits().stop_after(ALONE);
    search.visits().most = search.visits().most.min(most);
    let answer = ask(search, budget);
    let gave_up = matches!(answer, Err(Halt::Enough)) && search.visits().most < most;
    search.visits().most = most;
    if !gave_up {
        return answer;
    }
    let beaten: Arc<AtomicBool> = Arc::default();
    let helpers: Vec<_> = (1..threads)
        .map(|thread| {
            let mut other = search.fork();
            let visits = other.visits();
            (visits.thread, visits.beaten) = (thread as u64, beaten.clone());
            let ask = &ask;
            move |budget: &mut Budget| ask(&mut other, budget)
        })
        .collect();
    search.visits().beaten = beaten.clone();
    let answer = threads::race(&beaten, budget, |budget| ask(search, budget), helpers);
    search.visits().beaten = Arc::default();
    answer
}

#[cfg(test)]
mod tests {
    use super::super::super::nested_search::{HopGoal, NestedSearch};
    use super::super::super::saved_proofs::SavedProofs;
    use super::super::canonical::HopCanonicalForms;
    use super::super::forcing::{Forcing, ForcingState};
    use super::super::hop::{self, HopSearch};
    use super::super::placing::{PlacingSearch, PlacingState};
    use super::super::proof::ProofTable;
    use super::super::symmetry::Symmetries;
    use super::*;
    use crate::limits::{Limits, Stopped};
    use outplay_rules::board::{Board, BoardName};
    use outplay_rules::games::hop::HopGame;
    use outplay_rules::rules::Rules;

    /// Sets of three points of a board of this many.
    fn sets(points: u64, count: u64, seed: u64) -> Vec<u128> {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut below = |bound: u64| random.u64(..bound);
        let mut set = || (0..3).fold(0u128, |set, _| set | 1 << below(points));
        (0..count).map(|_| set()).collect()
    }

    #[test]
    fn threads_agree_with_one() {
        let (mut answers, mut hops) = ([0; 2], [0; 2]);
        for seed in 0..60 {
            let points = 9 + seed % 3;
            let all = (1u128 << points) - 1;
            let [attack, defend] = [sets(points, 9, seed), sets(points, 9, seed + 1000)];
            let placing = |threads| {
                let symmetries = Symmetries::default();
                PlacingSearch::new(attack.clone(), defend.clone(), [1, 1], symmetries, threads)
            };
            let hop = |threads| {
                let (attack, defend) = (attack.clone(), defend.clone());
                let canonical_forms = HopCanonicalForms::Few(Symmetries::default());
                HopSearch::new(
                    points as usize,
                    attack,
                    defend,
                    None,
                    true,
                    canonical_forms,
                    threads,
                )
            };
            let (mut alone, mut together) = (placing(1), placing(3));
            let (mut one, mut three) = (hop(1), hop(3));
            for plies in 1..=points as u32 {
                let mut budget = Budget::unlimited();
                let state = PlacingState { stones: [0, 0], free: all, mover: 0, left: 1 };
                // Whether a no is known to be one for good depends on the order.
                let yes = |answer: Result<Option<bool>, Halt>| answer == Ok(Some(true));
                let expected = yes(alone.within(state, plies, &mut budget));
                let answer = yes(together.within(state, plies, &mut budget));
                assert_eq!(answer, expected, "{seed} {plies}");
                answers[usize::from(expected)] += 1;
                let state = hop::HopState { pieces: [1, 2], mover: 0 };
                let expected = yes(one.within(state, plies, &mut budget));
                let answer = yes(three.within(state, plies, &mut budget));
                assert_eq!(answer, expected, "{seed} {plies}");
                hops[usize::from(expected)] += 1;
            }
        }
        assert!(answers.iter().chain(&hops).all(|&n| n > 20), "{answers:?} {hops:?}");
    }

    #[test]
    fn threads_agree_with_one_on_nested_boards() {
        let mut answers = [0; 2];
        for name in ["[ag:2,2 : ag:2,2]", "[pg:2,2 : ag:2,2]", "[sets:1-2,2-3 : ag:2,2]"] {
            let Board::Sets(board) = name.parse::<BoardName>().unwrap().build().unwrap() else {
                unreachable!()
            };
            let game = HopGame::new(board, 0).unwrap();
            let search =
                |threads| NestedSearch::new(&game, threads, &SavedProofs::default()).unwrap();
            let (mut alone, mut together) = (search(1), search(3));
            for plies in 1..=11 {
                for (attacker, tie) in [(0, false), (0, true), (1, false), (1, true)] {
                    let question = HopGoal { attacker, tie };
                    let ask = |search: &mut NestedSearch| {
                        let mut budget = Budget::unlimited();
                        search.within(question, &game.start(), plies, &mut budget) == Ok(Some(true))
                    };
                    let expected = ask(&mut alone);
                    assert_eq!(ask(&mut together), expected, "{name} {question:?} {plies}");
                    answers[usize::from(expected)] += 1;
                }
            }
        }
        assert!(answers.iter().all(|&n| n > 10), "{answers:?}");
    }

    #[test]
    fn threads_agree_with_one_on_wins_by_force() {
        let mut answers = [[0; 2]; 2];
        for seed in 0..300 {
            let points = 9 + seed % 3;
            let [attack, defend] = [sets(points, 9, seed), sets(points, 9, seed + 1000)];
            for (kind, from) in [u32::MAX, 2].into_iter().enumerate() {
                let forcing = |threads| {
                    let (sets, proofs) = ([attack.clone(), defend.clone()], ProofTable::default());
                    let forcing = Forcing::new(sets, Symmetries::default(), proofs, 1 << 16);
                    forcing.by_threats(from).with_threads(threads)
                };
                let position = ForcingState { stones: [0, 0], mover: (seed % 2) as usize };
                let mut budget = Budget::unlimited();
                let expected = forcing(1).wins(position, &mut budget);
                assert_eq!(forcing(3).wins(position, &mut budget), expected, "{seed} {from}");
                answers[kind][usize::from(expected == Ok(true))] += 1;
            }
        }
        assert!(answers.iter().flatten().all(|&n| n > 20), "{answers:?}");
    }

    #[test]
    fn limits_hold_for_all_threads() {
        let all = (1u128 << 40) - 1;
        let search = || {
            let attack = sets(20, 400, 1).iter().map(|set| set | set << 20).collect();
            PlacingSearch::new(attack, Vec::new(), [1, 1], Symmetries::default(), 2)
        };
        let state = PlacingState { stones: [0, 0], free: all, mover: 0, left: 1 };
        let limits = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
        let mut budget = Budget::new(limits, &|_| {});
        let answer = search().within(state, 31, &mut budget);
        assert_eq!(answer, Err(Halt::Stopped(Stopped::Time)));
        let mut search = search();
        search.stop_after(5000);
        assert_eq!(search.within(state, 31, &mut Budget::unlimited()), Err(Halt::Enough));
    }
}
