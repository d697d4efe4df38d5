//! What partizan games on the vertices of a graph have in common: whose turn it is, what a position looks like, and what a
//! definition says.

use crate::game::{GameDef, Theory};
use crate::option::{Options, RIGHT_FIRST};
use crate::player::{Player, Side};
use crate::rules::{Partizan, Rules};
use crate::spaces::{TintPosition, Tints};
use crate::symmetry::Structure;

/// The side of the player who begins.
pub(super) fn beginner(options: &Options) -> Side {
    if options.has(&RIGHT_FIRST) { Side::Right } else { Side::Left }
}

/// A game on the vertices that each player may still use.
pub(super) trait OnTints: Rules<Space = Tints, Position = TintPosition> {
    /// The form of the negative of a position: the players have changed places. Games that are not fair to both have none.
    fn negative(&self, position: &TintPosition) -> Option<Structure> {
        Some(self.space().form(position, true))
    }
}

impl<G: OnTints> Partizan for G {
    fn to_move(&self, position: &TintPosition) -> Side {
        position.to_move
    }

    fn side(&self, player: Player) -> Side {
        match player {
            Player::First => self.space().beginner(),
            Player::Second => self.space().beginner().other(),
        }
    }

    fn passed(&self, position: &TintPosition) -> TintPosition {
        position.passed()
    }

    fn joined(&self, parts: &[TintPosition]) -> Option<TintPosition> {
        let (first, rest) = parts.split_first()?;
        Some(rest.iter().fold(first.clone(), |sum, part| sum.beside(part)))
    }

    fn form(&self, position: &TintPosition) -> Structure {
        self.space().form(position, false)
    }

    fn negative(&self, position: &TintPosition) -> Option<Structure> {
        OnTints::negative(self, position)
    }
}

/// What the definitions have in common.
pub(super) const PARTIZAN: GameDef =
    GameDef { theory: Theory::Partizan, options: &[&RIGHT_FIRST], ..GameDef::BLANK };
