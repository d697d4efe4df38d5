//! Strings-and-coins: cut a string; a coin without strings is a point, and who takes one cuts again. On boards of boxes
//! it is dots-and-boxes. The rules are those of [`super::scoring`].

use super::scoring::{REMOVING, Variant, removing, told};
use crate::game::GameDef;

/// The rules in words where an edge is the side of a polygon.
pub const ON_POLYGONS: &str =
    "Draw a side. Whoever closes a polygon scores a point and draws again. More points win.";

/// Strings-and-coins on a multigraph.
pub static STRINGS_AND_COINS: GameDef = GameDef {
    names: &["strings-and-coins", "dots-and-boxes"],
    title: "Strings and Coins",
    sentence: "Cut a string. A coin without strings is yours, and you must cut again. More coins win.",
    prompt: "Cut a string.",
    examples: &["strings-and-coins boxes:2x2", "strings-and-coins grid:2x3"],
    words: |wording| match wording.board.is_polygons() {
        true => told(wording, ON_POLYGONS),
        false => told(wording, wording.game.def().sentence),
    },
    make: |setup| removing(setup, Variant::StringsAndCoins),
    ..REMOVING
};
