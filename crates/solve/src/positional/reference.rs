//! The reference solver of positional games: every position that can be reached, without a single cut.

use outplay_rules::player::Player;
use outplay_rules::rules::Positional;
use outplay_rules::spaces::Space;

use super::{Forces, Value};
use crate::kit::memo::Memo;
use crate::limits::{Budget, Limited};

/// The reference solver for one game.
pub struct Reference<'r, R: Positional + ?Sized> {
    rules: &'r R,
    values: Memo<R::Position, Value>,
}

impl<'r, R: Positional + ?Sized> Reference<'r, R> {
    /// A solver with an empty table.
    pub fn new(rules: &'r R) -> Self {
        Reference { rules, values: Memo::new(rules.space().position_bytes()) }
    }

    /// How many positions that are not over were looked at.
    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    /// What the first player can force from a position, and in how many plies it is won.
    pub fn value(&mut self, position: &R::Position, budget: &mut Budget) -> Limited<Value> {
        if let Some(end) = self.rules.end(position) {
            let forces = Forces::at(end);
            return Ok(Value { forces, plies: forces.result().winner().map(|_| 0) });
        }
        if let Some(known) = self.values.get(position) {
            return Ok(known);
        }
        budget.visit()?;
        let mut options = Vec::new();
        for mv in self.rules.moves(position) {
            options.push(self.value(&self.rules.apply(position, &mv).position, budget)?);
        }
        let value = best(&options, self.rules.to_move(position));
        self.values.insert(position.clone(), value, budget)?;
        Ok(value)
    }
}

/// The value of a position from those of its options, of which there is at least one.
fn best(options: &[Value], mover: Player) -> Value {
    let forces = options.iter().map(|option| option.forces).reduce(|a, b| a.choice(b, mover));
    let forces = forces.unwrap_or(Forces::at(outplay_rules::rules::End::Draw));
    let winner = forces.result().winner();
    // The winner moves to a won position, the shortest; the loser has lost positions only, and takes the longest.
    let won = options
        .iter()
        .filter(|option| option.forces.result().winner() == winner)
        .filter_map(|o| o.plies);
    let plies = match winner {
        None => None,
        Some(winner) if winner == mover => won.min(),
        Some(_) => won.max(),
    };
    Value { forces, plies: plies.map(|plies| plies + 1) }
}
