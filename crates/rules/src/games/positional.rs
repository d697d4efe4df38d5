//! Positional games in the narrow sense, also called strong (hop-positional-games.txt 1.1): who first owns a whole
//! winning set wins; a full board without one is a draw. The rules are those of [`super::placing`].

use super::placing::{Goal, PLACING, placing};
use crate::game::GameDef;

/// The strong game on winning sets.
pub static POSITIONAL: GameDef = GameDef {
    names: &["positional", "tic-tac-toe"],
    title: "Positional",
    sentence: "Take a free point. The first to own a whole winning set wins.",
    examples: &["positional ttt:3", "positional ttt:3 --bias 2:1"],
    make: |setup| placing(setup, Goal::Strong),
    ..PLACING
};
