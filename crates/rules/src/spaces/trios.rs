//! Positions that say which of three players owns which points of a board with winning sets.

use super::{Numbers, Space, decode_set, image_of_set, symmetries_of_sets};
use crate::bits::BitSet;
use crate::error::InputError;
use crate::moves::{Move, read_place};
use crate::places::Places;
use crate::sets::SetBoard;
use crate::symmetry::Structure;

/// A board with winning sets for three players.
#[derive(Clone, Debug)]
pub struct Trios {
    board: SetBoard,
}

/// The points that each of three players owns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Trio {
    /// The points of player 1, 2 and 3.
    pub owned: [BitSet; 3],
}

impl Trio {
    /// No points owned on a board of `points` points.
    pub fn none(points: usize) -> Self {
        Trio { owned: [0; 3].map(|_| BitSet::empty(points)) }
    }

    /// Which player owns a point, counted from 0.
    pub fn owner(&self, point: usize) -> Option<usize> {
        (0..3).find(|&player| self.owned[player].contains(point))
    }

    /// How many points are owned.
    pub fn count(&self) -> usize {
        self.owned.iter().map(BitSet::len).sum()
    }

    fn map(&self, image: impl Fn(&BitSet) -> BitSet) -> Trio {
        Trio { owned: [0, 1, 2].map(|player| image(&self.owned[player])) }
    }
}

impl Trios {
    /// The points of a board.
    pub fn new(board: SetBoard) -> Self {
        Trios { board }
    }

    /// The board.
    pub fn board(&self) -> &SetBoard {
        &self.board
    }
}

impl Space for Trios {
    type Position = Trio;

    fn places(&self) -> &Places {
        self.board.places()
    }

    fn read_move(&self, _position: &Trio, text: &str) -> Result<Move, InputError> {
        Ok(Move::Point(read_place(text, text, self.places())?))
    }

    fn position_bytes(&self) -> usize {
        let words = self.places().len().div_ceil(64);
        size_of::<Trio>() + if words > 2 { 3 * 8 * words } else { 0 }
    }

    fn encode(&self, position: &Trio) -> Vec<u64> {
        position.owned.iter().flat_map(|set| set.words().iter().copied()).collect()
    }

    fn decode(&self, next: Numbers) -> Option<Trio> {
        let points = self.board.point_count();
        let mut set = || decode_set(points, next);
        let owned = [set()?, set()?, set()?];
        let apart = [(0, 1), (0, 2), (1, 2)].iter().all(|&(a, b)| !owned[a].meets(&owned[b]));
        apart.then_some(Trio { owned })
    }

    fn untouched(&self) -> Trio {
        Trio::none(self.board.point_count())
    }

    fn named(&self, _position: &Trio) -> Vec<u16> {
        (0..self.board.point_count() as u16).collect()
    }

    fn renamed(&self, position: &Trio, images: &[u16]) -> Option<Trio> {
        self.board.is_symmetry(images).then(|| self.image(position, images, &[]))
    }

    fn structure(&self, position: &Trio) -> Option<Structure> {
        let colour = |point: usize| position.owner(point).map_or(0, |player| player as u64 + 1);
        Some(Structure::of_sets(&self.board)?.coloured(colour))
    }

    fn symmetries(&self, most: usize) -> Vec<Vec<u16>> {
        symmetries_of_sets(&self.board, most)
    }

    fn image(&self, position: &Trio, to: &[u16], _entries: &[u16]) -> Trio {
        position.map(|set| image_of_set(set, to))
    }

    fn sets(&self) -> Option<&SetBoard> {
        Some(&self.board)
    }

    fn layers<'p>(&self, position: &'p Trio) -> Vec<&'p BitSet> {
        position.owned.iter().collect()
    }
}
