//! What can be asked for by name.

use outplay_rules::games::GAMES;
use outplay_rules::registry::game_names;
use outplay_strategy::named::{CATALOGUE, Entry};
use serde::Serialize;

/// What can be asked for.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Names {
    games: Vec<String>,
    strategies: Vec<NamedStrategy>,
    version: &'static str,
}

/// A strategy to play against.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct NamedStrategy {
    name: &'static str,
    words: &'static str,
}

/// What can be asked for.
pub fn names() -> Names {
    let named = |entry: &Entry| NamedStrategy { name: entry.name, words: entry.summary };
    let strategies = CATALOGUE.iter().map(named).collect();
    Names { games: game_names(), strategies, version: env!("CARGO_PKG_VERSION") }
}

/// A game that is asked for by another of its names is called by that name: Dots-and-boxes.
pub(crate) fn title_of_alias(name: &str) -> Option<String> {
    let name = name.trim();
    GAMES.iter().find(|def| def.names[1..].contains(&name))?;
    let mut letters = name.chars();
    let first = letters.next()?.to_uppercase();
    Some(first.chain(letters).collect())
}
