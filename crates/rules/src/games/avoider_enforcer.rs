//! Avoider-Enforcer (Riegel's dissertation 1.2): Avoider loses as soon as he owns a winning set, and wins if the
//! board is full and he does not. The rules are those of [`super::placing`].

use super::placing::{Goal, PLACING, leader, placing};
use crate::game::GameDef;
use crate::option::{BIAS, ENFORCER_FIRST};

/// Avoider-Enforcer on winning sets.
pub static AVOIDER_ENFORCER: GameDef = GameDef {
    names: &["avoider-enforcer"],
    title: "Avoider-Enforcer",
    sentence: "Take a free point. Avoider loses as soon as he owns a whole winning set.",
    options: &[&BIAS, &ENFORCER_FIRST],
    examples: &["avoider-enforcer ttt:3", "avoider-enforcer pg:2,2 --enforcer-first"],
    make: |setup| placing(setup, Goal::AvoiderEnforcer { avoider: leader(setup, &ENFORCER_FIRST) }),
    ..PLACING
};
