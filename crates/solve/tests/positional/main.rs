//! The fast positional solvers against the reference solver: random families of every kind, all conventions.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that goes wrong should say so at once"
)]

mod against_reference;
mod forcing;
mod random;
mod replay;
mod searching;
mod stealing;

use outplay_rules::board::{Board, BoardName};
use outplay_rules::game::GameName;
use outplay_rules::option::Options;
use outplay_rules::ruleset::Ruleset;

/// The ruleset of a game on a board.
fn ruleset(game: &str, board: Board, options: &Options) -> Ruleset {
    let name: GameName = game.parse().unwrap();
    Ruleset::new(&name, board, options).unwrap_or_else(|e| panic!("{game}: {e}"))
}

/// A board by its name.
fn board(name: &str) -> Board {
    name.parse::<BoardName>().unwrap_or_else(|e| panic!("{name}: {e}")).build().unwrap()
}
