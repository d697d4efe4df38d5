//! Strategies that a user states in a file: a table of positions, or a list of rules. The format is described in
//! `docs/strategies.md`.
//!
//! ```text
//! strategy table            strategy rules
//! 5>1 5>9 : 1>3             when last loop : edges at-last
//! 5>1 5>2 : 1>3             otherwise : edges
//! ```

mod rules;
mod table;

use outplay_rules::error::InputError;
use outplay_rules::player::Player;
use outplay_rules::ruleset::Game;

use crate::strategic::{AnyStrategy, Strategic};

/// A line of a file with its number, comments and spaces taken away.
struct Line<'t> {
    number: usize,
    text: &'t str,
}

impl Line<'_> {
    /// An error about this line.
    fn error(&self, message: impl std::fmt::Display) -> InputError {
        InputError::whole(self.text, format!("line {} of the strategy: {message}", self.number))
    }

    /// The same error, told as one about this line.
    fn told(&self, error: &InputError) -> InputError {
        let told = self.error(error.message());
        error.suggestion().map_or(told.clone(), |help| told.help(help.to_string()))
    }
}

/// The strategy that a text states for a game.
pub fn read<'r, S: Strategic>(
    rules: &'r Game<S>,
    player: Player,
    text: &str,
) -> AnyStrategy<'r, S> {
    let lines = text.lines().enumerate().map(|(index, line)| Line {
        number: index + 1,
        text: line.split("//").next().unwrap_or("").trim(),
    });
    let mut lines = lines.filter(|line| !line.text.is_empty());
    let wrong = || {
        InputError::plain("a strategy file begins with 'strategy table' or 'strategy rules'")
            .help("docs/strategies.md describes the format")
    };
    let head = lines.next().ok_or_else(wrong)?;
    match head.text.split_whitespace().collect::<Vec<_>>()[..] {
        ["strategy", "table"] => Ok(Box::new(table::StrategyTable::read(rules, player, lines)?)),
        ["strategy", "rules"] => Ok(Box::new(rules::RuleList::read(rules, player, lines)?)),
        _ => Err(wrong()),
    }
}
