//! Chooser-Picker and Picker-Chooser (Riegel's dissertation 1.2).
//!
//! Picker, who is the first player, offers two free points; Chooser keeps one and the other is Picker's. When a single
//! point is left, Chooser gets it (the convention of Csernenszky, Mándity and Pluhár). In `chooser-picker` Chooser is
//! Maker: he wins by owning a winning set, Picker if the board is full without that. In `picker-chooser` Picker is
//! Maker. An offer and a choice are a move each.

use smallvec::SmallVec;

use super::placing::PLACING;
use crate::error::InputError;
use crate::game::GameDef;
use crate::moves::Move;
use crate::player::Player;
use crate::rules::{End, IllegalMove, Positional, Rules, Step};
use crate::ruleset::positional;
use crate::sets::SetBoard;
use crate::spaces::{OfferPosition, Offers};

/// Picker offers, so Picker is first.
const PICKER: Player = Player::First;
const CHOOSER: Player = Player::Second;

/// Chooser-Picker or Picker-Chooser on a board.
#[derive(Clone, Debug)]
pub struct ChooserPicker {
    space: Offers,
    maker: Player,
}

impl ChooserPicker {
    /// The game on a board; `picker_is_maker` for Picker-Chooser.
    pub fn new(board: SetBoard, picker_is_maker: bool) -> Result<Self, InputError> {
        if !board.is_symmetric() {
            let message = "only positional and hop give the second player winning sets of his own";
            return Err(InputError::plain(message));
        }
        let maker = if picker_is_maker { PICKER } else { CHOOSER };
        Ok(ChooserPicker { space: Offers::new(board), maker })
    }

    /// The board.
    pub fn board(&self) -> &SetBoard {
        self.space.board()
    }

    /// Who wants to own a winning set.
    pub fn maker(&self) -> Player {
        self.maker
    }

    fn free(&self, position: &OfferPosition) -> SmallVec<[u16; 16]> {
        position.stones.free(self.board().point_count()).map(|point| point as u16).collect()
    }
}

impl Rules for ChooserPicker {
    type Space = Offers;
    type Position = OfferPosition;

    fn space(&self) -> &Offers {
        &self.space
    }

    fn moves(&self, position: &OfferPosition) -> Vec<Move> {
        if self.end(position).is_some() {
            return Vec::new();
        }
        if let Some((a, b)) = position.offered {
            return vec![Move::Point(a), Move::Point(b)];
        }
        match self.free(position)[..] {
            [last] => vec![Move::Point(last)],
            ref free => {
                let offers =
                    |(i, &a): (usize, &u16)| free[i + 1..].iter().map(move |&b| Move::Offer(a, b));
                free.iter().enumerate().flat_map(offers).collect()
            }
        }
    }

    fn check(&self, position: &OfferPosition, mv: &Move) -> Result<(), IllegalMove> {
        if self.end(position).is_some() {
            return Err(IllegalMove("the game is over".into()));
        }
        let free = |point: u16| {
            (point as usize) < self.board().point_count() && position.stones.is_free(point as usize)
        };
        let name = |point: u16| self.places().name(point as usize);
        match (position.offered, mv) {
            (Some((a, b)), Move::Point(point)) if *point == a || *point == b => Ok(()),
            (Some((a, b)), _) => {
                Err(IllegalMove(format!("Chooser takes one of {} and {}", name(a), name(b))))
            }
            (None, Move::Offer(a, b)) if a < b && free(*a) && free(*b) => Ok(()),
            (None, Move::Point(point)) if free(*point) && self.free(position).len() == 1 => Ok(()),
            (None, _) => Err(IllegalMove("Picker offers two free points, such as 1,2".into())),
        }
    }

    fn apply(&self, position: &OfferPosition, mv: &Move) -> Step<OfferPosition> {
        let mut next = position.clone();
        match (mv, position.offered) {
            (Move::Offer(a, b), _) => next.offered = Some((*a, *b)),
            (Move::Point(kept), offered) => {
                next.offered = None;
                next.stones.of_mut(CHOOSER).insert(*kept as usize);
                if let Some((a, b)) = offered {
                    next.stones.of_mut(PICKER).insert(if *kept == a { b } else { a } as usize);
                }
            }
            _ => {}
        }
        let again = self.to_move(&next) == self.to_move(position);
        Step { position: next, earned: 0, again }
    }

    fn opener(&self) -> Player {
        // A single point is Chooser's without an offer.
        self.to_move(&self.start())
    }

    fn longest_game(&self) -> usize {
        self.board().point_count() + 1
    }

    fn sees_structure_only(&self) -> bool {
        true
    }
}

impl Positional for ChooserPicker {
    fn offering(&self) -> Option<&ChooserPicker> {
        Some(self)
    }

    fn end(&self, position: &OfferPosition) -> Option<End> {
        let made = self.board().first_sets().won_by(position.stones.of(self.maker));
        let full = position.stones.count() == self.board().point_count();
        if made { Some(End::Win(self.maker)) } else { full.then_some(End::Win(self.maker.other())) }
    }

    fn to_move(&self, position: &OfferPosition) -> Player {
        let last_point = position.stones.count() + 1 == self.board().point_count();
        if position.offered.is_some() || last_point { CHOOSER } else { PICKER }
    }

    fn role(&self, player: Player) -> Option<&'static str> {
        Some(if player == PICKER { "picker" } else { "chooser" })
    }
}

/// What both games have in common.
const OFFERING: GameDef =
    GameDef { prompt: "Offer two points.", options: &[], look: &["offers"], ..PLACING };

/// Chooser is Maker.
pub static CHOOSER_PICKER: GameDef = GameDef {
    names: &["chooser-picker"],
    title: "Chooser-Picker",
    sentence: "Picker offers two free points; Chooser keeps one, Picker gets the other. Chooser wants to own a whole \
               winning set, Picker wants to prevent it.",
    examples: &["chooser-picker ttt:3"],
    make: |setup| Ok(positional(ChooserPicker::new(setup.sets()?, false)?)),
    ..OFFERING
};

/// Picker is Maker.
pub static PICKER_CHOOSER: GameDef = GameDef {
    names: &["picker-chooser"],
    title: "Picker-Chooser",
    sentence: "Picker offers two free points; Chooser keeps one, Picker gets the other. Picker wants to own a whole \
               winning set, Chooser wants to prevent it.",
    examples: &["picker-chooser ttt:3"],
    make: |setup| Ok(positional(ChooserPicker::new(setup.sets()?, true)?)),
    ..OFFERING
};
