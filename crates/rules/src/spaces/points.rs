//! Positions that say who owns which points of a board with winning sets.

use std::sync::Arc;

use super::{Numbers, Space, decode_set, image_of_set, symmetries_of_sets};
use crate::bits::BitSet;
use crate::error::InputError;
use crate::moves::{Move, read_hop, read_place};
use crate::places::Places;
use crate::player::Player;
use crate::sets::SetBoard;
use crate::symmetry::Structure;

/// A board with winning sets. Shared, because a hop game is solved from many starts.
#[derive(Clone, Debug)]
pub struct Points {
    board: Arc<SetBoard>,
}

/// The points that each player owns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stones {
    /// The first player's (X).
    pub first: BitSet,
    /// The second player's (O).
    pub second: BitSet,
}

impl Stones {
    /// No points owned on a board of `points` points.
    pub fn none(points: usize) -> Self {
        Stones { first: BitSet::empty(points), second: BitSet::empty(points) }
    }

    /// The points of a player.
    pub fn of(&self, player: Player) -> &BitSet {
        match player {
            Player::First => &self.first,
            Player::Second => &self.second,
        }
    }

    /// The points of a player, to be changed.
    pub fn of_mut(&mut self, player: Player) -> &mut BitSet {
        match player {
            Player::First => &mut self.first,
            Player::Second => &mut self.second,
        }
    }

    /// Whether nobody owns the point.
    pub fn is_free(&self, point: usize) -> bool {
        !self.first.contains(point) && !self.second.contains(point)
    }

    /// The points that nobody owns, of a board of `points` points.
    pub fn free(&self, points: usize) -> impl Iterator<Item = usize> + '_ {
        (0..points).filter(|&point| self.is_free(point))
    }

    /// How many points are owned.
    pub fn count(&self) -> usize {
        self.first.len() + self.second.len()
    }

    /// Who owns a point.
    pub fn owner(&self, point: usize) -> Option<Player> {
        [Player::First, Player::Second].into_iter().find(|&player| self.of(player).contains(point))
    }

    pub(super) fn encode(&self) -> Vec<u64> {
        self.first.words().iter().chain(self.second.words()).copied().collect()
    }

    pub(super) fn decode(points: usize, next: Numbers) -> Option<Stones> {
        let stones = Stones { first: decode_set(points, next)?, second: decode_set(points, next)? };
        (!stones.first.meets(&stones.second)).then_some(stones)
    }

    pub(super) fn image(&self, to: &[u16]) -> Stones {
        Stones { first: image_of_set(&self.first, to), second: image_of_set(&self.second, to) }
    }

    /// The second player's points, or the first player's while those are fewer than two.
    pub(super) fn anchors(&self) -> Vec<u16> {
        let set = if self.second.len() >= 2 { &self.second } else { &self.first };
        set.iter().map(|place| place as u16).collect()
    }

    pub(super) fn structure(&self, board: &SetBoard) -> Option<Structure> {
        let colour = |point: usize| {
            u64::from(self.first.contains(point)) + 2 * u64::from(self.second.contains(point))
        };
        Some(Structure::of_sets(board)?.coloured(colour))
    }
}

impl Points {
    /// The points of a board.
    pub fn new(board: impl Into<Arc<SetBoard>>) -> Self {
        Points { board: board.into() }
    }

    /// The board.
    pub fn board(&self) -> &SetBoard {
        &self.board
    }
}

impl Space for Points {
    type Position = Stones;

    fn places(&self) -> &Places {
        self.board.places()
    }

    fn read_move(&self, _position: &Stones, text: &str) -> Result<Move, InputError> {
        match text.contains('>') {
            true => read_hop(text, self.places()),
            false => Ok(Move::Point(read_place(text, text, self.places())?)),
        }
    }

    fn encode(&self, position: &Stones) -> Vec<u64> {
        position.encode()
    }

    fn decode(&self, next: Numbers) -> Option<Stones> {
        Stones::decode(self.board.point_count(), next)
    }

    fn untouched(&self) -> Stones {
        Stones::none(self.board.point_count())
    }

    fn renamed(&self, position: &Stones, images: &[u16]) -> Option<Stones> {
        self.board.is_symmetry(images).then(|| position.image(images))
    }

    fn structure(&self, position: &Stones) -> Option<Structure> {
        position.structure(&self.board)
    }

    fn symmetries(&self, most: usize) -> Vec<Vec<u16>> {
        symmetries_of_sets(&self.board, most)
    }

    fn image(&self, position: &Stones, to: &[u16], _entries: &[u16]) -> Stones {
        position.image(to)
    }

    fn code(&self, position: &Stones, to: &[u16]) -> Option<u128> {
        let bits = |set: &BitSet| set.iter().fold(0u64, |bits, place| bits | 1 << to[place]);
        (to.len() <= 64)
            .then(|| u128::from(bits(&position.second)) << 64 | u128::from(bits(&position.first)))
    }

    fn anchors(&self, position: &Stones) -> Vec<u16> {
        position.anchors()
    }

    fn owner(&self, position: &Stones, place: usize) -> Option<Player> {
        position.owner(place)
    }

    fn sets(&self) -> Option<&SetBoard> {
        Some(&self.board)
    }

    fn stones<'p>(&self, position: &'p Stones) -> Option<&'p Stones> {
        Some(position)
    }
}
