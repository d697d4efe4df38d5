//! How a positional game answers the questions of [`crate::oracle`].

use outplay_rules::record::Moment;

use super::solver::{Plain, Solvable, Solver, ended};
use crate::limits::{Budget, Stopped};
use crate::oracle::{GameValue, How, Known, MomentOf, Oracle};

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

    fn known(&self, moment: &MomentOf<Self>) -> Known {
        Known::Forces(self.solver.known(&moment.position))
    }

    fn settled_by(&self) -> Option<String> {
        self.solver.settled_by()
    }

    fn nonterminal_positions(&self) -> Option<u64> {
        self.solver.nonterminal()
    }
}
