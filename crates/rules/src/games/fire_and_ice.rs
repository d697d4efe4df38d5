//! Fire and Ice (Riegel's dissertation, chapter 4): the hop on a nested board with two kinds of hop only. The rules
//! are those of [`super::hop`].

use super::hop::{HOPPING, HopGame, hopping};
use crate::game::{BoardKind, GameDef};

/// Fire and Ice on a nested board.
pub static FIRE_AND_ICE: GameDef = GameDef {
    names: &["fire-and-ice"],
    title: "Fire and Ice",
    sentence: "Slide a piece on its island or jump to the same place on another; a piece of your opponent appears \
               where it stood. Own an inner line on each island of an outer line to win.",
    boards: BoardKind::NestedSets,
    examples: &[
        "fire-and-ice [pg:2,2 : pg:2,2] --start 1.1",
        "fire-and-ice [sets:1-2 : sets:1-2,2-3]",
    ],
    make: |setup| hopping(setup, HopGame::fire_and_ice),
    ..HOPPING
};
