//! How a positional game answers the questions of [`crate::oracle`].

use outplay_rules::record::Moment;
use outplay_rules::rules::Positional;

use super::reference::Reference;
use crate::limits::{Budget, Stopped};
use crate::oracle::{GameValue, How, Oracle};

/// The reference solver of a positional game.
pub struct PositionalOracle<'r, R: Positional> {
    rules: &'r R,
    reference: Reference<'r, R>,
}

impl<'r, R: Positional> PositionalOracle<'r, R> {
    /// A solver.
    pub fn new(rules: &'r R, _how: &How) -> Self {
        PositionalOracle { rules, reference: Reference::new(rules) }
    }
}

impl<R: Positional> Oracle for PositionalOracle<'_, R> {
    type Rules = R;

    fn rules(&self) -> &R {
        self.rules
    }

    fn value(
        &mut self,
        moment: &Moment<R::Position>,
        budget: &mut Budget,
    ) -> Result<GameValue, Stopped> {
        Ok(GameValue::Positional(self.reference.value(&moment.position, budget)?))
    }
}
