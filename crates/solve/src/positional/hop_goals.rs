//! The four questions about a hop game that tell its value: can the first player force a win, or a win or tie; can the
//! second?

use outplay_rules::games::hop::HopGame;

use super::nested_search::HopGoal;
use super::partial_result::KnownForces;
use super::saved_proofs::SavedProofs;
use super::search::canonical::HopCanonicalForms;
use super::search::hop::HopSearch;
use super::search::{MOST_POINTS, masks};
use super::solver::won;
use super::{Forces, Value};
use crate::kit::halt::Halt;

/// The four questions: can the first player force a win, or a win or tie; can the second?
pub struct Searches {
    /// By attacker: a win.
    pub wins: [HopSearch; 2],
    /// By attacker: a win or tie.
    pub owns: [HopSearch; 2],
}

impl Searches {
    /// None if the board is too large.
    pub fn new(game: &HopGame, threads: usize, saved_proofs: &SavedProofs) -> Option<Self> {
        let board = game.board();
        let points = board.point_count();
        if points > MOST_POINTS {
            return None;
        }
        let sets = [masks(board.first_sets())?, masks(board.second_sets())?];
        let hops = (!game.has_free_hops()).then(|| {
            let to = |from: usize| {
                let to = (0..points).filter(|&to| game.connects(from, to));
                to.fold(0u128, |mask, to| mask | 1 << to)
            };
            (0..points).map(to).collect::<Vec<u128>>()
        });
        let canonical_forms = HopCanonicalForms::of(game);
        let question = |own: usize, tie: bool| {
            let (attack, defend) = (sets[own].clone(), sets[1 - own].clone());
            let (hops, canonical_forms) = (hops.clone(), canonical_forms.clone());
            let search =
                HopSearch::new(points, attack, defend, hops, tie, canonical_forms, threads);
            search.knowing(saved_proofs.table(HopGoal { attacker: own, tie }.name()))
        };
        Some(Searches {
            wins: [question(0, false), question(1, false)],
            owns: [question(0, true), question(1, true)],
        })
    }

    /// Each gives up after this many positions more.
    pub fn stop_after(&mut self, positions: u64) {
        let all = self.wins.iter_mut().chain(&mut self.owns);
        all.for_each(|search| search.stop_after(positions));
    }
}

/// The value from the answers to the four questions, asked for 1, 2, 3, … plies. `told` hears what is settled, and within
/// how many plies nobody wins.
pub fn by_questions(
    mut facts: KnownForces,
    free: u32,
    mut ask: impl FnMut(HopGoal, u32) -> Result<Option<bool>, Halt>,
    mut told: impl FnMut(KnownForces, u32),
) -> Result<Value, Halt> {
    for plies in 1..=free {
        for attacker in [0, 1] {
            // The first player's question is `win`, the second's the opposite of `not lose`.
            let fact = if attacker == 0 { 0 } else { 3 };
            if facts[fact].is_some() {
                continue;
            }
            match ask(HopGoal { attacker, tie: false }, plies)? {
                Some(true) => return Ok(won(attacker == 0, plies)),
                Some(false) => {}
                None => facts[fact] = Some(attacker == 1),
            }
            told(facts, plies - 1);
        }
        told(facts, plies);
    }
    for (attacker, fact) in [(0, 1), (1, 2)] {
        if facts[fact].is_none() {
            let owns = ask(HopGoal { attacker, tie: true }, free)?;
            facts[fact] = Some((owns == Some(true)) == (attacker == 0));
            told(facts, free);
        }
    }
    Ok(undecided(facts[1] == Some(true), facts[2] == Some(true)))
}

/// Nobody wins.
pub fn undecided(win_or_tie: bool, win_or_draw: bool) -> Value {
    Value { forces: Forces { win: false, win_or_tie, win_or_draw, not_lose: true }, plies: None }
}
