//! The four questions about Fire and Ice, asked of the search by proof numbers: it tells who wins, and if nobody does whether
//! that is a tie or a draw, but not how long it takes.

use outplay_rules::games::hop::HopGame;

use super::Value;
use super::force::{forced, set_aside};
use super::hop_goals::undecided;
use super::nested_search::HopGoal;
use super::partial_result::KnownForces;
use super::saved_proofs::SavedProofs;
use super::search::hop::HopState;
use super::search::ice::FireAndIce;
use super::search::proof_number_search::ProofNumberSearch;
use crate::kit::halt::Halt;
use crate::limits::Budget;

/// Each player's question: whether he wins, or once it is known that nobody does, whether he wins or ties.
pub struct Force {
    tie: bool,
    provers: [ProofNumberSearch<FireAndIce>; 2],
    wins: FireAndIce,
    saved_proofs: SavedProofs,
    bytes: u64,
}

impl Force {
    /// The questions, made when they are first asked for; none if the board is too large.
    pub fn ready<'f>(
        slot: &'f mut Option<Force>,
        game: &HopGame,
        saved_proofs: &SavedProofs,
        budget: &mut Budget,
    ) -> Option<&'f mut Force> {
        if slot.is_none() {
            let wins = FireAndIce::new(game)?;
            let (saved_proofs, bytes) = (saved_proofs.clone(), set_aside(budget));
            let provers = ask(&wins, false, &saved_proofs, bytes);
            *slot = Some(Force { tie: false, provers, wins, saved_proofs, bytes });
        }
        slot.as_mut()
    }

    /// The value, if the questions are answered within this many positions each; `facts` are those known before, and after.
    pub fn settle(
        &mut self,
        states: [HopState; 2],
        facts: &mut KnownForces,
        cap: u64,
        budget: &mut Budget,
    ) -> Result<Option<Value>, Halt> {
        for (attacker, tie) in [(0, false), (1, false), (0, true), (1, true)] {
            let question = HopGoal { attacker, tie };
            let nobody_wins = facts[0] == Some(false) && facts[3] == Some(true);
            if settled(facts).is_some() || (tie && !nobody_wins) {
                break;
            }
            if facts[question.fact()].is_none() {
                let answer = self.answer(question, &states[attacker], cap, budget)?;
                facts[question.fact()] = answer.map(|yes| yes == (attacker == 0));
            }
        }
        Ok(settled(facts))
    }

    /// The answer, if this many positions are enough.
    fn answer(
        &mut self,
        question: HopGoal,
        state: &HopState,
        cap: u64,
        budget: &mut Budget,
    ) -> Result<Option<bool>, Halt> {
        if self.tie != question.tie {
            // The positions counted for the others no longer matter.
            self.tie = question.tie;
            self.provers = ask(&self.wins, self.tie, &self.saved_proofs, self.bytes);
        }
        let prover = &mut self.provers[question.attacker];
        prover.stop_after(cap);
        match prover.wins(state, budget) {
            Ok(answer) => Ok(Some(answer)),
            Err(Halt::Enough) => Ok(None),
            Err(stopped) => Err(stopped),
        }
    }
}

/// The value that these facts tell.
fn settled(facts: &KnownForces) -> Option<Value> {
    match *facts {
        [Some(true), ..] => Some(forced(true)),
        [.., Some(false)] => Some(forced(false)),
        [Some(false), Some(win_or_tie), Some(win_or_draw), Some(true)] => {
            Some(undecided(win_or_tie, win_or_draw))
        }
        _ => None,
    }
}

fn ask(
    game: &FireAndIce,
    tie: bool,
    saved_proofs: &SavedProofs,
    bytes: u64,
) -> [ProofNumberSearch<FireAndIce>; 2] {
    [0, 1].map(|attacker| {
        let name = match (attacker, tie) {
            (0, false) => "the first forces",
            (0, true) => "the first forces a tie",
            (_, false) => "the second forces",
            (_, true) => "the second forces a tie",
        };
        ProofNumberSearch::new(
            game.clone().content_with_a_tie(tie),
            saved_proofs.table(name),
            bytes,
        )
    })
}
