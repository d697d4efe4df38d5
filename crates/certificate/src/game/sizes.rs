//! What the checker's tables take, for whoever writes a header. The check counts again.

use outplay_rules::in_space;
use outplay_rules::ruleset::{Game, Ruleset};
use outplay_rules::spaces::Space;

use super::book::Book;
use super::{impartial, positional, promise, scoring};

/// The bytes that the checker's table takes for this many lines of a strategy's table, for the header.
pub fn promise_bytes(ruleset: &Ruleset, lines: u64) -> u64 {
    in_space!(ruleset, |game| promise::line_bytes(game.rules())) * lines
}

/// The bytes that the checker's table takes for this many positions, for the header.
pub fn table_bytes(ruleset: &Ruleset, misere: bool, positions: u64) -> u64 {
    fn entry<S: Space>(game: &Game<S>, misere: bool) -> u64 {
        let rules = game.rules();
        match game {
            Game::Impartial(_) if misere => Book::<_, Option<bool>>::entry_bytes(rules),
            Game::Partizan(_) => Book::<_, Option<bool>>::entry_bytes(rules),
            Game::Impartial(_) => Book::<_, impartial::Facts>::entry_bytes(rules),
            Game::Scoring(_) => Book::<_, scoring::Bounds>::entry_bytes(rules),
            Game::Positional(_) => Book::<_, positional::Facts>::entry_bytes(rules),
        }
    }
    in_space!(ruleset, |game| entry(game, misere)) * positions
}
