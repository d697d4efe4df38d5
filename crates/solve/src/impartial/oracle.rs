//! How an impartial game answers the questions of [`crate::oracle`].

use outplay_rules::record::Moment;
use outplay_rules::rules::{Impartial, Part};

use super::reference::Reference;
use super::{Convention, Nimber, Outcome};
use crate::limits::{Budget, Stopped};
use crate::oracle::{GameValue, How, Oracle, PartName};

/// The reference solver of an impartial game, under a convention.
pub struct ImpartialOracle<'r, R: Impartial> {
    rules: &'r R,
    reference: Reference<'r, R>,
    convention: Convention,
    outcome_only: bool,
}

impl<'r, R: Impartial> ImpartialOracle<'r, R> {
    /// A solver.
    pub fn new(rules: &'r R, convention: Convention, how: &How) -> Self {
        let reference = Reference::with_engine(rules);
        ImpartialOracle { rules, reference, convention, outcome_only: how.outcome_only }
    }
}

impl<R: Impartial> Oracle for ImpartialOracle<'_, R> {
    type Rules = R;

    fn rules(&self) -> &R {
        self.rules
    }

    fn value(
        &mut self,
        moment: &Moment<R::Position>,
        budget: &mut Budget,
    ) -> Result<GameValue, Stopped> {
        let (outcome, nimber) = match self.convention {
            Convention::Misere => (
                self.reference.outcome_by_play(&moment.position, Convention::Misere, budget)?,
                None,
            ),
            Convention::Normal => {
                let nimber = self.reference.nimber(&moment.position, budget)?;
                (nimber.outcome(), (!self.outcome_only).then_some(nimber))
            }
        };
        let winner = if outcome == Outcome::N { moment.to_move } else { moment.to_move.other() };
        Ok(GameValue::Impartial { winner, outcome, nimber })
    }

    fn parts(
        &mut self,
        moment: &Moment<R::Position>,
        budget: &mut Budget,
    ) -> Result<Vec<(PartName, Nimber)>, Stopped> {
        if self.convention == Convention::Misere || self.outcome_only {
            return Ok(Vec::new());
        }
        let mut named = Vec::new();
        for (index, part) in self.rules.parts(&moment.position).iter().enumerate() {
            let name = match part {
                Part::Heap(size) => PartName::Heap(*size),
                Part::Component(_) => PartName::Component(index + 1),
            };
            named.push((name, self.reference.part_value(part, budget)?));
        }
        Ok(named)
    }
}
