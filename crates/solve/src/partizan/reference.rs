//! The reference solver of partizan games: nothing but the rules, on whole positions.

use outplay_rules::rules::Partizan;
use outplay_rules::spaces::Space;

use crate::kit::memo::Memo;
use crate::limits::{Budget, Limited};

/// The reference solver for one game.
pub struct Reference<'r, R: Partizan + ?Sized> {
    rules: &'r R,
    wins: Memo<R::Position, bool>,
}

impl<'r, R: Partizan + ?Sized> Reference<'r, R> {
    /// A solver with an empty table.
    pub fn new(rules: &'r R) -> Self {
        Reference { rules, wins: Memo::new(rules.space().position_bytes()) }
    }

    /// Whether the player to move wins: by a move after which the other, who is then to move, does not.
    pub fn mover_wins(&mut self, position: &R::Position, budget: &mut Budget) -> Limited<bool> {
        if let Some(known) = self.wins.get(position) {
            return Ok(known);
        }
        budget.visit()?;
        let mut wins = false;
        for mv in self.rules.moves(position) {
            if !self.mover_wins(&self.rules.apply(position, &mv).position, budget)? {
                wins = true;
                break;
            }
        }
        self.wins.insert(position.clone(), wins, budget)?;
        Ok(wins)
    }
}
