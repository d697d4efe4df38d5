//! Maker-Breaker (Riegel's dissertation 1.2): Maker wins by owning a winning set, Breaker if the board is full and
//! Maker does not. The rules are those of [`super::placing`].

use super::placing::{Goal, PLACING, leader, placing};
use crate::game::GameDef;
use crate::option::{BIAS, BREAKER_FIRST, GRAVITY};

/// Maker-Breaker on winning sets.
pub static MAKER_BREAKER: GameDef = GameDef {
    names: &["maker-breaker"],
    title: "Maker-Breaker",
    sentence: "Take a free point. Maker wants to own a whole winning set; Breaker wants to prevent it.",
    options: &[&BIAS, &BREAKER_FIRST, &GRAVITY],
    examples: &["maker-breaker ttt:3", "maker-breaker pg:2,2 --breaker-first"],
    make: |setup| placing(setup, Goal::MakerBreaker { maker: leader(setup, &BREAKER_FIRST) }),
    ..PLACING
};
