//! Positions that consist of the points owned and perhaps an offer waiting for an answer.

use super::{Numbers, Space, Stones, symmetries_of_sets};
use crate::error::InputError;
use crate::moves::{Move, read_places};
use crate::places::Places;
use crate::player::Player;
use crate::sets::SetBoard;
use crate::symmetry::Structure;

/// A board with winning sets on which points are offered.
#[derive(Clone, Debug)]
pub struct Offers {
    board: SetBoard,
}

/// Points owned, and the offer Chooser has to answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OfferPosition {
    /// Picker's points are the first player's, Chooser's the second player's.
    pub stones: Stones,
    /// The two points offered, ascending.
    pub offered: Option<(u16, u16)>,
}

impl Offers {
    /// The points of a board.
    pub fn new(board: SetBoard) -> Self {
        Offers { board }
    }

    /// The board.
    pub fn board(&self) -> &SetBoard {
        &self.board
    }
}

impl Space for Offers {
    type Position = OfferPosition;

    fn places(&self) -> &Places {
        self.board.places()
    }

    fn read_move(&self, _position: &OfferPosition, text: &str) -> Result<Move, InputError> {
        match read_places(text, self.places())?[..] {
            [point] => Ok(Move::Point(point)),
            [a, b] => Ok(Move::Offer(a, b)),
            _ => {
                Err(InputError::whole(text, "an offer is two points, such as 1,2; a choice is one"))
            }
        }
    }

    fn encode(&self, position: &OfferPosition) -> Vec<u64> {
        let mut numbers = position.stones.encode();
        match position.offered {
            None => numbers.push(0),
            Some((a, b)) => numbers.extend([1, a as u64, b as u64]),
        }
        numbers
    }

    fn decode(&self, next: Numbers) -> Option<OfferPosition> {
        let points = self.board.point_count();
        let stones = Stones::decode(points, next)?;
        let offered = match next()? {
            0 => None,
            1 => {
                let (a, b) = (next()?, next()?);
                let free = |p: u64| p < points as u64 && stones.is_free(p as usize);
                Some((a, b)).filter(|&(a, b)| a < b && free(a) && free(b))?;
                Some((a as u16, b as u16))
            }
            _ => return None,
        };
        Some(OfferPosition { stones, offered })
    }

    fn untouched(&self) -> OfferPosition {
        OfferPosition { stones: Stones::none(self.board.point_count()), offered: None }
    }

    fn renamed(&self, position: &OfferPosition, images: &[u16]) -> Option<OfferPosition> {
        self.board.is_symmetry(images).then(|| self.image(position, images, &[]))
    }

    fn structure(&self, position: &OfferPosition) -> Option<Structure> {
        let offered = |point: usize| {
            position.offered.is_some_and(|(a, b)| point == a as usize || point == b as usize)
        };
        let structure = position.stones.structure(&self.board)?;
        Some(structure.coloured(|point| 4 * u64::from(offered(point))))
    }

    fn symmetries(&self, most: usize) -> Vec<Vec<u16>> {
        symmetries_of_sets(&self.board, most)
    }

    fn image(&self, position: &OfferPosition, to: &[u16], _entries: &[u16]) -> OfferPosition {
        let pair = |(a, b): (u16, u16)| {
            let (a, b) = (to[a as usize], to[b as usize]);
            (a.min(b), a.max(b))
        };
        OfferPosition { stones: position.stones.image(to), offered: position.offered.map(pair) }
    }

    /// Three sets of points, one after the other: the first player's, the second's, those on offer.
    fn code(&self, position: &OfferPosition, to: &[u16]) -> Option<u128> {
        let points = to.len();
        let bits = |places: &mut dyn Iterator<Item = usize>| {
            places.fold(0u128, |bits, place| bits | 1 << to[place])
        };
        let offered = position.offered.map(|(a, b)| [a as usize, b as usize]);
        (3 * points <= 128).then(|| {
            let stones = &position.stones;
            bits(&mut offered.into_iter().flatten()) << (2 * points)
                | bits(&mut stones.second.iter()) << points
                | bits(&mut stones.first.iter())
        })
    }

    /// What is offered; else the points of who has at least two.
    fn anchors(&self, position: &OfferPosition) -> Vec<u16> {
        match position.offered {
            Some((a, b)) => vec![a, b],
            None => position.stones.anchors(),
        }
    }

    fn owner(&self, position: &OfferPosition, place: usize) -> Option<Player> {
        position.stones.owner(place)
    }

    fn sets(&self) -> Option<&SetBoard> {
        Some(&self.board)
    }

    fn offer<'p>(&self, position: &'p OfferPosition) -> Option<&'p OfferPosition> {
        Some(position)
    }
}
