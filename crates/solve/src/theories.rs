//! From a game to the solver of its theory: the only place that distinguishes theories.

use outplay_rules::ruleset::Game;
use outplay_rules::spaces::Space;

use crate::impartial::ImpartialOracle;
use crate::nimber::Convention;
use crate::oracle::{AnyOracle, How};
use crate::partizan::PartizanOracle;
use crate::positional::PositionalOracle;
use crate::scoring::ScoringOracle;

/// The solver of a game, whatever its theory.
pub fn solver<'r, S: Space>(
    game: &'r Game<S>,
    convention: Convention,
    how: &How,
) -> AnyOracle<'r, S> {
    match game {
        Game::Impartial(rules) => Box::new(ImpartialOracle::new(rules.as_ref(), convention, how)),
        Game::Scoring(rules) => Box::new(ScoringOracle::new(rules.as_ref(), convention, how)),
        Game::Positional(rules) => Box::new(PositionalOracle::new(rules.as_ref(), how)),
        Game::Partizan(rules) => Box::new(PartizanOracle::new(rules.as_ref(), how)),
    }
}
