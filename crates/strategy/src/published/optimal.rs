//! Any move that a solver finds best; in a lost impartial position any move.

use outplay_rules::record::Moment;
use outplay_rules::rules::Rules;
use outplay_rules::ruleset::Game;
use outplay_solve::impartial::Convention;
use outplay_solve::limits::Budget;
use outplay_solve::oracle::{AnyOracle, How, after, best_moves};
use outplay_solve::solver;

use crate::strategic::Strategic;
use crate::strategy::{Advice, Invariance, Memory, MomentIn, Strategy};

/// Plays by a solver.
pub struct Optimal<'r, S: Strategic> {
    rules: &'r Game<S>,
    oracle: AnyOracle<'r, S>,
}

impl<'r, S: Strategic> Optimal<'r, S> {
    /// Best play under a convention.
    pub fn new(rules: &'r Game<S>, convention: Convention) -> Self {
        Optimal { rules, oracle: solver(rules, convention, &How::default()) }
    }
}

impl<S: Strategic> Strategy<S> for Optimal<'_, S> {
    fn invariance(&self) -> Invariance {
        Invariance::Remainder
    }

    fn allows(&mut self, now: &MomentIn<S>, _memory: &Memory, budget: &mut Budget) -> Advice {
        let moves = self.rules.moves(&now.position);
        let mut valued = Vec::with_capacity(moves.len());
        for mv in &moves {
            // The score so far changes no comparison, and the advice may not depend on it.
            let moment = Moment { score: [0, 0], ..now.clone() };
            let value = self.oracle.value(&after(self.rules, &moment, mv), budget)?;
            valued.push((mv.clone(), value));
        }
        let best = best_moves(&valued, now.to_move);
        Ok(if best.is_empty() { moves } else { best })
    }
}
