//! The reference solver of scoring games: the margin of every position that can be reached.

use outplay_rules::rules::Scoring;
use outplay_rules::spaces::Space;

use crate::kit::memo::Memo;
use crate::limits::{Budget, Limited};

/// The reference solver for one game.
pub struct Reference<'r, R: Scoring + ?Sized> {
    rules: &'r R,
    misere: bool,
    margins: Memo<R::Position, i32>,
}

impl<'r, R: Scoring + ?Sized> Reference<'r, R> {
    /// A solver with an empty table.
    pub fn new(rules: &'r R) -> Self {
        Reference { rules, misere: false, margins: Memo::new(rules.space().position_bytes()) }
    }

    /// The same under the misère convention, where both want fewer points.
    pub fn misere(rules: &'r R) -> Self {
        Reference { misere: true, ..Reference::new(rules) }
    }

    /// What the player to move will score from here on, less what the opponent will, with best play of both.
    pub fn margin(&mut self, position: &R::Position, budget: &mut Budget) -> Limited<i32> {
        if let Some(known) = self.margins.get(position) {
            return Ok(known);
        }
        budget.visit()?;
        let mut best: Option<i32> = None;
        for mv in self.rules.moves(position) {
            let step = self.rules.apply(position, &mv);
            let rest = self.margin(&step.position, budget)?;
            let margin = step.earned as i32 + if step.again { rest } else { -rest };
            let better = |best: i32| if self.misere { best.min(margin) } else { best.max(margin) };
            best = Some(best.map_or(margin, better));
        }
        let margin = best.unwrap_or(0);
        self.margins.insert(position.clone(), margin, budget)?;
        Ok(margin)
    }
}
