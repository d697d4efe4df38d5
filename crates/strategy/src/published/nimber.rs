//! Move to Grundy value 0 (Wright's article, "How to win at Rob's game"): of all moves those whose result has value 0; if
//! the position has value 0 already, "do anything you like".
//!
//! Under the normal convention a move that passes the turn to a position of value 0 wins. In nimstring a move may keep
//! the turn: then it is a good one if the mover wins what is left, as the solver tells.

use outplay_rules::error::InputError;
use outplay_rules::ruleset::Game;
use outplay_solve::impartial::Convention;
use outplay_solve::limits::Budget;

use super::optimal::Optimal;
use crate::strategic::Strategic;
use crate::strategy::{Advice, Invariance, Memory, MomentIn, Strategy};

/// Plays by Grundy values.
pub struct NimberStrategy<'r, S: Strategic>(Optimal<'r, S>);

impl<'r, S: Strategic> NimberStrategy<'r, S> {
    /// The strategy; Grundy values say who wins under the normal convention only.
    pub fn new(rules: &'r Game<S>, convention: Convention) -> Result<Self, InputError> {
        if convention == Convention::Misere {
            return Err(InputError::plain("Grundy values do not decide misère games")
                .help("--strategy optimal plays misère games"));
        }
        Ok(NimberStrategy(Optimal::new(rules, convention)))
    }
}

impl<S: Strategic> Strategy<S> for NimberStrategy<'_, S> {
    fn invariance(&self) -> Invariance {
        Invariance::Remainder
    }

    fn allows(&mut self, now: &MomentIn<S>, memory: &Memory, budget: &mut Budget) -> Advice {
        self.0.allows(now, memory, budget)
    }
}
