//! Connected subtraction games: take a connected set of one of the listed numbers of vertices that leaves the rest of its
//! component connected, or nothing (Dailly, Moncel and Parreau, "Connected subtraction games on subdivided stars", 2019).
//!
//! In the words of [`super::octal`] the digits at these numbers are 3: what is left of the component is one part or none.
//! Subtraction games on heaps have a name of their own; the game on a graph does not touch heaps.

use super::octal::{OctalGame, TAKING};
use super::subtraction::read_set;
use crate::game::{BoardKind, GameDef, Parameter};
use crate::octal_code::OctalCode;
use crate::ruleset::impartial;

/// `connected-subtraction:1,3`
pub static CONNECTED_SUBTRACTION: GameDef = GameDef {
    names: &["connected-subtraction"],
    title: "Connected Subtraction",
    sentence: "Take a connected set of one of the listed numbers of vertices that leaves its component connected or empty.",
    prompt: "Take a connected set.",
    parameter: Some(Parameter {
        example: "1,3",
        read: |name, text| {
            let numbers: Vec<String> = read_set(text)?.iter().map(usize::to_string).collect();
            Ok(format!("{name}:{}", numbers.join(",")))
        },
    }),
    boards: BoardKind::Graph,
    examples: &[
        "connected-subtraction:1,3 pode:1,1,4",
        "connected-subtraction:1,2 grid:2x3 --misere",
    ],
    code: None,
    words: |wording| wording.plain(),
    make: |setup| {
        let numbers = read_set(setup.game.parameter().unwrap_or_default())?;
        Ok(impartial(OctalGame::new(OctalCode::subtraction(&numbers), vec![], setup.graph()?)?))
    },
    ..TAKING
};
