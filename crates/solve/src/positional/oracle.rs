//! How a positional game answers the questions of [`crate::oracle`].

use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::record::Moment;

use super::Value;
use super::notebook::Notebook;
use super::partly::Partly;
use super::solver::{Plain, Solvable, Solver, ended};
use crate::limits::{Budget, Stopped};
use crate::oracle::{GameValue, How, Known, MomentOf, Oracle, after, best_moves, valued_moves};

/// The solver of a positional game.
pub struct PositionalOracle<'r, R: Solvable> {
    rules: &'r R,
    solver: Box<dyn Solver<R::Position> + 'r>,
}

impl<'r, R: Solvable> PositionalOracle<'r, R> {
    /// A solver.
    pub fn new(rules: &'r R, how: &How) -> Self {
        let solver = if how.plain { Box::new(Plain::new(rules)) } else { rules.solver(how) };
        PositionalOracle { rules, solver }
    }
}

impl<R: Solvable> Oracle for PositionalOracle<'_, R> {
    type Rules = R;

    fn rules(&self) -> &R {
        self.rules
    }

    fn value(
        &mut self,
        moment: &Moment<R::Position>,
        budget: &mut Budget,
    ) -> Result<GameValue, Stopped> {
        let value = match ended(self.rules, &moment.position) {
            Some(value) => value,
            None => self.solver.value(&moment.position, budget)?,
        };
        Ok(GameValue::Positional(value))
    }

    fn best(
        &mut self,
        moment: &MomentOf<Self>,
        budget: &mut Budget,
    ) -> Result<(GameValue, Vec<Move>), Stopped> {
        let total = self.value(moment, budget)?;
        let GameValue::Positional(value) = total else { return Ok((total, Vec::new())) };
        let plies = value.plies.map(|plies| plies.saturating_sub(1));
        let target = GameValue::Positional(Value { plies, ..value });
        let mut best = Vec::new();
        for mv in self.rules.moves(&moment.position) {
            let next = after(self.rules, moment, &mv);
            if self.keeps(&next, &target, moment.to_move, budget)? {
                best.push(mv);
            }
        }
        if best.is_empty() {
            // A tie by one move and a draw by another: then no move alone keeps both.
            let valued = valued_moves(self, moment, budget)?;
            best = best_moves(&valued, moment.to_move);
        }
        Ok((total, best))
    }

    fn keeps(
        &mut self,
        next: &MomentOf<Self>,
        target: &GameValue,
        mover: Player,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        match (ended(self.rules, &next.position), target) {
            (None, GameValue::Positional(target)) => {
                self.solver.is_best(&next.position, target, mover, budget)
            }
            (Some(value), _) => Ok(GameValue::Positional(value) == *target),
            _ => Ok(false),
        }
    }

    fn known(&self, moment: &MomentOf<Self>) -> Known {
        let Partly { facts, no_win_within } = self.solver.known(&moment.position);
        Known::Forces { facts, no_win_within }
    }

    fn keep_in(&mut self, notebook: &Notebook) -> bool {
        self.solver.keep_in(notebook)
    }

    fn settled_by(&self) -> Option<String> {
        self.solver.settled_by()
    }

    fn nonterminal_positions(&self) -> Option<u64> {
        self.solver.nonterminal()
    }
}
