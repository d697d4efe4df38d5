//! What partizan games on the vertices of a graph have in common: whose turn it is, and what a definition says.

use crate::game::{Boards, GameDef, Setup, Theory};
use crate::option::{Options, RIGHT_FIRST};
use crate::player::{Player, Side};

/// The side of the player who begins.
pub(super) fn beginner(options: &Options) -> Side {
    if options.has(&RIGHT_FIRST) { Side::Right } else { Side::Left }
}

/// The side of a player, by who begins.
pub(super) fn side_of(player: Player, beginner: Side) -> Side {
    match player {
        Player::First => beginner,
        Player::Second => beginner.other(),
    }
}

/// What the definitions have in common.
pub(super) const PARTIZAN: GameDef = GameDef {
    names: &["partizan"],
    title: "Partizan game",
    sentence: "Left and Right move in turn.",
    prompt: "Make a move.",
    parameter: None,
    theory: Theory::Partizan,
    boards: Boards::Graph,
    options: &[&RIGHT_FIRST],
    look: &[],
    examples: &[],
    code: None,
    words: |wording| wording.plain(),
    starts: None,
    make: |setup: &Setup| Err(setup.misfit("nothing")),
};
