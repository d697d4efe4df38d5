//! Closing Octagons (Leelathanakit's thesis): strings-and-coins on arrays of octagons, with the *normal* rules (3') and
//! (4') of Definition 3.17 if they are asked for. The rules are those of [`super::scoring`].

use super::scoring::{REMOVING, Variant, removing};
use super::strings_and_coins::ON_POLYGONS;
use super::weighted::WEIGHTS;
use crate::game::GameDef;
use crate::option::{MISERE, NORMAL_RULES};

/// Closing Octagons on a multigraph.
pub static CLOSING_OCTAGONS: GameDef = GameDef {
    names: &["closing-octagons"],
    title: "Closing Octagons",
    sentence: ON_POLYGONS,
    prompt: "Draw a side.",
    options: &[&MISERE, &NORMAL_RULES, &WEIGHTS],
    look: &["states"],
    examples: &["closing-octagons octagons:2x2", "closing-octagons octagons:1x3 --normal-rules"],
    make: |setup| {
        let normal = setup.options.has(&NORMAL_RULES);
        let variant = if normal { Variant::NormalOctagons } else { Variant::StringsAndCoins };
        removing(setup, variant)
    },
    ..REMOVING
};
