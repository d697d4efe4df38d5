//! How a positional game answers the questions of [`crate::oracle`].

use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::ruleset::{AnyPositional, AnyRules};
use outplay_rules::spaces::Space;

use super::Value;
use super::hop::HopSolver;
use super::partial_result::PartialResult;
use super::placing::PlacingSolver;
use super::saved_proofs::SavedProofs;
use super::solver::{ByReference, Seen, Solver, ended};
use super::tables::OfferSolver;
use crate::kit::portfolio::{Method, Tried};
use crate::limits::{Budget, Limited};
use crate::oracle::{
    BestMoves, GameValue, How, Known, MomentOf, NestedWins, Oracle, after, best_moves, valued_moves,
};

/// The solver of a positional game.
pub struct PositionalOracle<'r, S: Space> {
    rules: &'r AnyPositional<S>,
    solver: Box<dyn Solver<S::Position> + 'r>,
}

impl<'r, S: Space> PositionalOracle<'r, S> {
    /// A solver.
    pub fn new(rules: &'r AnyPositional<S>, how: &How) -> Self {
        PositionalOracle { rules, solver: solver(rules, how) }
    }
}

/// The solver that fits a game: a fast one if the game says which it is for, else the reference solver.
fn solver<'r, S: Space>(
    rules: &'r AnyPositional<S>,
    how: &How,
) -> Box<dyn Solver<S::Position> + 'r> {
    let space = rules.space();
    if how.is_plain() {
        return Box::new(ByReference::new(rules));
    }
    if let Some(game) = rules.placing() {
        return Box::new(Seen::new(PlacingSolver::new(game, how), |position: &S::Position| {
            space.stones(position)
        }));
    }
    if let Some(game) = rules.hopping() {
        return Box::new(Seen::new(HopSolver::new(game, how), |position: &S::Position| {
            space.stones(position)
        }));
    }
    if let Some(game) = rules.offering() {
        return Box::new(Seen::new(OfferSolver::new(game, how), |position: &S::Position| {
            space.offer(position)
        }));
    }
    Box::new(ByReference::for_want_of_a_fast_one(rules))
}

impl<S: Space> Oracle for PositionalOracle<'_, S> {
    type Space = S;

    fn rules(&self) -> &AnyRules<S> {
        self.rules
    }

    fn value(&mut self, moment: &Moment<S::Position>, budget: &mut Budget) -> Limited<GameValue> {
        let value = match ended(self.rules, &moment.position) {
            Some(value) => value,
            None => self.solver.value(&moment.position, budget)?,
        };
        Ok(GameValue::Positional(value))
    }

    fn best(&mut self, moment: &MomentOf<Self>, budget: &mut Budget) -> Limited<BestMoves> {
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
    ) -> Limited<bool> {
        match (ended(self.rules, &next.position), target) {
            (None, GameValue::Positional(target)) => {
                self.solver.is_best(&next.position, target, mover, budget)
            }
            (Some(value), _) => Ok(GameValue::Positional(value) == *target),
            _ => Ok(false),
        }
    }

    fn known(&self, moment: &MomentOf<Self>) -> Known {
        let PartialResult { facts, no_win_within } = self.solver.known(&moment.position);
        Known::Forces { facts, no_win_within }
    }

    fn nested_wins(&self) -> Option<NestedWins<'_>> {
        self.solver.nested_wins()
    }

    fn keep_in(&mut self, saved_proofs: &SavedProofs) -> bool {
        self.solver.keep_in(saved_proofs)
    }

    fn settled_by(&self) -> Option<String> {
        self.solver.settled_by()
    }

    fn tried(&self) -> Vec<Tried> {
        self.solver.tried().to_vec()
    }

    fn methods(&mut self, moment: &MomentOf<Self>, budget: &mut Budget) -> Vec<Method> {
        match ended(self.rules, &moment.position) {
            Some(_) => vec![Method::reference()],
            None => self.solver.methods(&moment.position, budget),
        }
    }

    fn nonterminal_positions(&self) -> Option<u64> {
        self.solver.nonterminal()
    }
}
