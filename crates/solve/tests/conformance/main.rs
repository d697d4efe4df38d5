//! One suite that every game must pass, on boards of every kind, fixed and random.
//!
//! Laws of playing (`playing.rs`): each legal move is accepted and each other refused; notation reads back; play then
//! undo; random games end within the bound. Laws of solving (`solving.rs`): a position has the value of its
//! relabelled copy; the theories agree with play by nothing but the rules. Fast against plain on random boards of every
//! game, for as long as one likes (`soak.rs`).

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that goes wrong should say so at once"
)]

mod boards;
mod playing;
#[path = "../../src/kit/random.rs"]
mod random;
mod soak;
mod solving;

use outplay_rules::board::{Board, BoardName};
use outplay_rules::game::GameName;
use outplay_rules::option::Options;
use outplay_rules::ruleset::Ruleset;

/// The rules of a game on a named board, from each start.
fn ruleset(game: &str, board: &str, options: &Options) -> Vec<Ruleset> {
    let name: BoardName = board.parse().unwrap_or_else(|e| panic!("{board}: {e}"));
    ruleset_on(game, name.build().unwrap_or_else(|e| panic!("{board}: {e}")), options)
}

/// The rules of a game on a board, from each start.
fn ruleset_on(game: &str, board: Board, options: &Options) -> Vec<Ruleset> {
    let name: GameName = game.parse().unwrap_or_else(|e| panic!("{game}: {e}"));
    let cases = name.cases(board, options).unwrap_or_else(|e| panic!("{game}: {e}"));
    cases.all().iter().map(|case| case.ruleset.clone()).collect()
}
