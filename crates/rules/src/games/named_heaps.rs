//! Heap games that have a name beside their code (Wright's article; Winning Ways, chapter 4).
//!
//! On a graph each plays its code as [`super::octal`] does.

use super::octal::{TAKING, taking};
use crate::error::InputError;
use crate::game::{GameDef, GameName};
use crate::octal_code::OctalCode;

fn code_of(game: &GameName) -> Result<OctalCode, InputError> {
    let codes = [
        ("nim", "0.3..."),
        ("kayles", "0.77"),
        ("dawsons-kayles", "0.07"),
        ("dawsons-chess", "0.137"),
        ("officers", "0.6"),
        ("treblecross", "0.007"),
    ];
    let code = codes.iter().find(|(name, _)| *name == game.def().name());
    code.map_or("", |(_, code)| code).parse()
}

/// A named game; its file has the code.
const NAMED: GameDef = GameDef {
    parameter: None,
    code: Some(code_of),
    make: |setup| taking(setup, code_of(setup.game)?),
    ..TAKING
};

/// 0.333…
pub static NIM: GameDef = GameDef {
    names: &["nim"],
    title: "Nim",
    sentence: "Take as many as you like from one heap, without splitting it.",
    examples: &["nim heaps:3,5,7", "nim path:4"],
    ..NAMED
};

/// 0.77
pub static KAYLES: GameDef = GameDef {
    names: &["kayles"],
    title: "Kayles",
    sentence: "Take one or two neighbouring counters from a heap; what is left may fall into two heaps.",
    examples: &["kayles heaps:12", "kayles heaps:3,5 --misere", "kayles grid:2x3"],
    ..NAMED
};

/// 0.07
pub static DAWSONS_KAYLES: GameDef = GameDef {
    names: &["dawsons-kayles"],
    title: "Dawson’s Kayles",
    sentence: "Take two neighbouring counters from a heap; what is left may fall into two heaps.",
    examples: &["dawsons-kayles heaps:15", "dawsons-kayles cycle:6"],
    ..NAMED
};

/// 0.137
pub static DAWSONS_CHESS: GameDef = GameDef {
    names: &["dawsons-chess"],
    title: "Dawson’s Chess",
    sentence: "Take a counter with its neighbours from a row; what is left may fall into two rows.",
    examples: &["dawsons-chess heaps:20", "dawsons-chess path:6"],
    ..NAMED
};

/// 0.6
pub static OFFICERS: GameDef = GameDef {
    names: &["officers"],
    title: "Officers",
    sentence: "Take one counter from a heap of two or more; what is left may fall into two heaps.",
    examples: &["officers heaps:12", "officers path:5"],
    ..NAMED
};

/// 0.007
pub static TREBLECROSS: GameDef = GameDef {
    names: &["treblecross"],
    title: "Treblecross",
    sentence: "Take three neighbouring counters from a heap; what is left may fall into two heaps.",
    examples: &["treblecross heaps:15", "treblecross cycle:7"],
    ..NAMED
};
