//! How a scoring game answers the questions of [`crate::oracle`].

use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::rules::Scoring;

use super::reference::Reference;
use crate::limits::{Budget, Stopped};
use crate::oracle::{GameValue, How, Oracle};

/// The reference solver of a scoring game.
pub struct ScoringOracle<'r, R: Scoring> {
    rules: &'r R,
    reference: Reference<'r, R>,
}

impl<'r, R: Scoring> ScoringOracle<'r, R> {
    /// A solver.
    pub fn new(rules: &'r R, _how: &How) -> Self {
        ScoringOracle { rules, reference: Reference::new(rules) }
    }
}

impl<R: Scoring> Oracle for ScoringOracle<'_, R> {
    type Rules = R;

    fn rules(&self) -> &R {
        self.rules
    }

    fn value(
        &mut self,
        moment: &Moment<R::Position>,
        budget: &mut Budget,
    ) -> Result<GameValue, Stopped> {
        let to_come = self.reference.margin(&moment.position, budget)?;
        let so_far = moment.score[0] as i32 - moment.score[1] as i32;
        let to_come = if moment.to_move == Player::First { to_come } else { -to_come };
        Ok(GameValue::Margin(so_far + to_come))
    }
}
