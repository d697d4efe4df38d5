//! Hex on m x n cells (a Maker-Breaker game in Riegel's dissertation, 1.2): the first player wants to connect the left
//! column to the right one. The second player wins exactly if he prevents this, which is the same as connecting top and
//! bottom.
//!
//! So it is Maker-Breaker on the board `hex:MxN`, whose winning sets are the chordless paths from left to right. Breaker's
//! win comes with the last cell, as in [`super::placing`], even if he joined his sides before.

use super::placing::{Goal, PLACING, placing};
use crate::game::GameDef;
use crate::player::Player;

/// Hex.
pub static HEX: GameDef = GameDef {
    names: &["hex"],
    title: "Hex",
    sentence: "Take a free cell. The first player wants to join the left side to the right one with his cells, the second \
               wants to prevent it.",
    prompt: "Take a free cell.",
    options: &[],
    examples: &["hex hex:3x3", "hex hex:2x4"],
    make: |setup| placing(setup, Goal::MakerBreaker { maker: Player::First }),
    ..PLACING
};
