//! How a partizan game answers the questions of [`crate::oracle`].

use outplay_rules::moves::Move;
use outplay_rules::player::{Player, Side};
use outplay_rules::record::Moment;
use outplay_rules::ruleset::{AnyPartizan, AnyRules};
use outplay_rules::spaces::Space;

use super::OutcomeClass;
use super::components::listed;
use super::reference::Reference;
use super::sums::Sums;
use crate::kit::portfolio::{Fit, Log, Method, REFERENCE, Tried};
use crate::limits::{Budget, Limited};
use crate::oracle::{BestMoves, GameValue, How, MomentOf, Oracle};

/// The method that is not the reference solver.
const SUMS: &str = "sums";

/// The solver of a partizan game.
pub struct PartizanOracle<'r, S: Space> {
    rules: &'r AnyPartizan<S>,
    solver: Solver<'r, S>,
    log: Log,
}

enum Solver<'r, S: Space> {
    Sums(Sums<'r, S>),
    Reference(Reference<'r, AnyPartizan<S>>),
}

impl<'r, S: Space> PartizanOracle<'r, S> {
    /// A solver.
    pub fn new(rules: &'r AnyPartizan<S>, how: &How) -> Self {
        let solver = match how.is_plain() {
            true => Solver::Reference(Reference::new(rules)),
            false => Solver::Sums(Sums::new(rules)),
        };
        PartizanOracle { rules, solver, log: Log::default() }
    }

    /// Whether the player to move in a position wins.
    fn mover_wins(&mut self, position: &S::Position, budget: &mut Budget) -> Limited<bool> {
        let rules = self.rules;
        match &mut self.solver {
            Solver::Sums(sums) => self
                .log
                .only(SUMS, budget, |budget| sums.wins(position, rules.to_move(position), budget)),
            Solver::Reference(reference) => {
                self.log.only(REFERENCE, budget, |budget| reference.mover_wins(position, budget))
            }
        }
    }

    fn class(&mut self, position: &S::Position, budget: &mut Budget) -> Limited<OutcomeClass> {
        let passed = self.rules.passed(position);
        let [mover, other] = [position, &passed].map(|position| self.rules.to_move(position));
        let winner = |beginner: Side, wins: bool| if wins { beginner } else { beginner.other() };
        let here = winner(mover, self.mover_wins(position, budget)?);
        let there = winner(other, self.mover_wins(&passed, budget)?);
        Ok(match mover {
            Side::Left => OutcomeClass::of(here, there),
            Side::Right => OutcomeClass::of(there, here),
        })
    }

    /// The moves after which the other player, who is then to move, loses.
    fn winning_moves(
        &mut self,
        position: &S::Position,
        most: usize,
        budget: &mut Budget,
    ) -> Limited<Vec<Move>> {
        let mut winning = Vec::new();
        for mv in listed(self.rules, position)? {
            if winning.len() == most {
                break;
            }
            if !self.mover_wins(&self.rules.apply(position, &mv).position, budget)? {
                winning.push(mv);
            }
        }
        Ok(winning)
    }
}

impl<S: Space> Oracle for PartizanOracle<'_, S> {
    type Space = S;

    fn rules(&self) -> &AnyRules<S> {
        self.rules
    }

    fn value(&mut self, moment: &Moment<S::Position>, budget: &mut Budget) -> Limited<GameValue> {
        self.log.clear();
        let class = self.class(&moment.position, budget)?;
        let to_move = self.rules.to_move(&moment.position);
        let won = class.winner(to_move) == to_move;
        let winner = if won { moment.to_move } else { moment.to_move.other() };
        Ok(GameValue::Partizan { winner, class })
    }

    fn best(&mut self, moment: &MomentOf<Self>, budget: &mut Budget) -> Limited<BestMoves> {
        let value = self.value(moment, budget)?;
        Ok((value, self.winning_moves(&moment.position, usize::MAX, budget)?))
    }

    fn best_if_passed(
        &mut self,
        moment: &MomentOf<Self>,
        budget: &mut Budget,
    ) -> Limited<Option<Vec<Move>>> {
        let passed = self.rules.passed(&moment.position);
        self.winning_moves(&passed, usize::MAX, budget).map(Some)
    }

    fn one_best(&mut self, moment: &MomentOf<Self>, budget: &mut Budget) -> Limited<Option<Move>> {
        let winning = self.winning_moves(&moment.position, 1, budget)?;
        let any = listed(self.rules, &moment.position)?.into_iter().next();
        Ok(winning.into_iter().next().or(any))
    }

    fn keeps(
        &mut self,
        next: &MomentOf<Self>,
        target: &GameValue,
        _mover: Player,
        budget: &mut Budget,
    ) -> Limited<bool> {
        let won = self.mover_wins(&next.position, budget)?;
        Ok(target.winner() == Some(if won { next.to_move } else { next.to_move.other() }))
    }

    fn tried(&self) -> Vec<Tried> {
        self.log.tried().to_vec()
    }

    fn methods(&mut self, _moment: &MomentOf<Self>, _budget: &mut Budget) -> Vec<Method> {
        let about = "sums of components up to isomorphism, without those worth 0";
        vec![Method { name: SUMS, about, fit: Fit::Yes }, Method::reference()]
    }
}
