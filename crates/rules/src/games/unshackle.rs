//! Unshackle (the Unshackle paper, section 1): cut a chain; a prisoner without chains goes free and is a point; the turn
//! passes after every cut. The rules are those of [`super::scoring`].

use super::scoring::{REMOVING, Variant, removing};
use crate::game::GameDef;

/// Unshackle on a multigraph.
pub static UNSHACKLE: GameDef = GameDef {
    names: &["unshackle"],
    title: "Unshackle",
    sentence: "Cut a chain. A prisoner without chains goes free and is your point; the turn passes after every cut. \
               More points win.",
    prompt: "Cut a chain.",
    look: &["prisoners"],
    examples: &["unshackle grid:2x4", "unshackle octagons:1x2"],
    make: |setup| removing(setup, Variant::Unshackle),
    ..REMOVING
};
