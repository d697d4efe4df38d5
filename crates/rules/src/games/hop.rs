//! The hop (hop-positional-games.txt 1.4) and Fire and Ice (chapter 4).
//!
//! One X stands on the board at the start. A hop moves one of the player's pieces to a free point and puts a piece of
//! the opponent where it stood. When a hop is complete, a player who owns a winning set wins; if both do, it is a
//! tie. A full board without one is a draw.
//!
//! Fire and Ice is the hop on a nested board with two kinds of hop only: a *slide* stays on its island, a *jump* goes
//! to the same place on another island. On boards nested deeper an island is a point of the outermost board.
//!
//! Decisions where the paper is silent: a player who cannot hop although points are free (possible when hops are
//! restricted) ends the game, and it is a draw; if the first X alone is a winning set, the game is won before it
//! begins.

use std::sync::Arc;

use super::placing::PLACING;
use crate::bits::BitSet;
use crate::error::InputError;
use crate::game::{GameDef, Setup, Starts};
use crate::moves::Move;
use crate::option::START;
use crate::player::Player;
use crate::rules::{End, IllegalMove, Positional, Rules, Step};
use crate::ruleset::{Ruleset, positional};
use crate::sets::{Hops, SetBoard};
use crate::spaces::{Points, Stones};
use crate::symmetry::point_orbits;

/// A hop game from one start.
#[derive(Clone, Debug)]
pub struct HopGame {
    space: Points,
    start: u16,
    /// For Fire and Ice, the number of points of an island.
    island: Option<usize>,
}

impl HopGame {
    /// The hop game with the first X at `start`, counted from 0.
    pub fn new(board: impl Into<Arc<SetBoard>>, start: usize) -> Result<Self, InputError> {
        let board = board.into();
        if start >= board.point_count() {
            let message = "the first X must stand on the board";
            return Err(InputError::plain(message).help(board.places().describe()));
        }
        Ok(HopGame { space: Points::new(board), start: start as u16, island: None })
    }

    /// Fire and Ice with the first X at `start`, on a nested board.
    pub fn fire_and_ice(board: impl Into<Arc<SetBoard>>, start: usize) -> Result<Self, InputError> {
        let board = board.into();
        let Some(island) = board.island() else {
            let message = "fire-and-ice is played on a nested board";
            return Err(InputError::plain(message)
                .help("the game of the paper: fire-and-ice \"[pg:2,2 : pg:2,2]\""));
        };
        Ok(HopGame { island: Some(island), ..HopGame::new(board, start)? })
    }

    /// The same game with the first X elsewhere.
    pub fn starting_at(&self, start: usize) -> Result<Self, InputError> {
        Ok(HopGame { island: self.island, ..HopGame::new(self.space.shared(), start)? })
    }

    /// The board.
    pub fn board(&self) -> &SetBoard {
        self.space.board()
    }

    /// Whether slides and jumps are the only hops.
    pub fn is_fire_and_ice(&self) -> bool {
        self.island.is_some()
    }

    /// Whether any piece may hop to any free point.
    pub fn has_free_hops(&self) -> bool {
        self.island.is_none() && *self.board().hops() == Hops::Anywhere
    }

    /// Whether a piece may hop from one point to another, if that is free.
    pub fn connects(&self, from: usize, to: usize) -> bool {
        let by_board = match self.board().hops() {
            Hops::Anywhere => true,
            Hops::Between(partners) => partners[from].contains(to),
        };
        let by_game = match self.island {
            None => true,
            Some(island) => from / island == to / island || from % island == to % island,
        };
        from != to && by_board && by_game
    }

    fn hops(&self, position: &Stones) -> impl Iterator<Item = (usize, usize)> {
        let own: BitSet = position.of(self.to_move(position)).clone();
        let free: Vec<usize> = position.free(self.board().point_count()).collect();
        let own: Vec<usize> = own.iter().collect();
        let pairs = own
            .into_iter()
            .flat_map(move |from| free.clone().into_iter().map(move |to| (from, to)));
        pairs.filter(|&(from, to)| self.connects(from, to))
    }
}

impl Rules for HopGame {
    type Space = Points;
    type Position = Stones;

    fn space(&self) -> &Points {
        &self.space
    }

    fn start(&self) -> Stones {
        let mut stones = Stones::none(self.board().point_count());
        stones.first.insert(self.start as usize);
        stones
    }

    fn moves(&self, position: &Stones) -> Vec<Move> {
        if self.owned(position).is_some() {
            return Vec::new();
        }
        self.all_hops(position)
    }

    fn check(&self, position: &Stones, mv: &Move) -> Result<(), IllegalMove> {
        if self.owned(position).is_some() && matches!(mv, Move::Hop { .. }) {
            return Err(IllegalMove("the game is over".into()));
        }
        self.check_hop(position, mv)
    }

    fn apply(&self, position: &Stones, mv: &Move) -> Step<Stones> {
        let mover = self.to_move(position);
        let mut next = position.clone();
        if let Move::Hop { from, to } = mv {
            next.of_mut(mover).remove(*from as usize);
            next.of_mut(mover).insert(*to as usize);
            next.of_mut(mover.other()).insert(*from as usize);
        }
        Step::passing(next)
    }

    fn longest_game(&self) -> usize {
        self.board().point_count()
    }

    /// Slides and jumps look at islands, which the winning sets do not tell.
    fn sees_structure_only(&self) -> bool {
        self.island.is_none()
    }

    fn respects(&self, images: &[u16]) -> bool {
        let points = images.len();
        (0..points * points).all(|pair| {
            let (a, b) = (pair / points, pair % points);
            self.connects(a, b) == self.connects(images[a] as usize, images[b] as usize)
        })
    }
}

impl HopGame {
    /// Every hop of the player to move, whoever owns a winning set.
    pub fn all_hops(&self, position: &Stones) -> Vec<Move> {
        let hop = |(from, to)| Move::Hop { from: from as u16, to: to as u16 };
        self.hops(position).map(hop).collect()
    }

    /// Whether a move is a hop that the player to move can make, whoever owns a winning set.
    pub fn check_hop(&self, position: &Stones, mv: &Move) -> Result<(), IllegalMove> {
        let Move::Hop { from, to } = *mv else {
            return Err(IllegalMove("a move is a hop, such as 5>1".into()));
        };
        let (from, to) = (from as usize, to as usize);
        let mover = self.to_move(position);
        let name = |point: usize| self.places().name(point);
        if !position.of(mover).contains(from) {
            let piece = if mover == Player::First { "X" } else { "O" };
            return Err(IllegalMove(format!("there is no {piece} on {} to hop from", name(from))));
        }
        if to >= self.board().point_count() || !position.is_free(to) {
            return Err(IllegalMove(format!("{} is not free", name(to))));
        }
        if !self.connects(from, to) {
            let why = match self.island {
                Some(_) => "a slide stays on its island, a jump goes to the same place on another",
                None => "the board does not connect them",
            };
            let (from, to) = (name(from), name(to));
            return Err(IllegalMove(format!("no hop leads from {from} to {to}: {why}")));
        }
        Ok(())
    }

    /// The end that owned winning sets bring.
    fn owned(&self, position: &Stones) -> Option<End> {
        let first = self.board().first_sets().won_by(&position.first);
        let second = self.board().second_sets().won_by(&position.second);
        match (first, second) {
            (true, true) => Some(End::Tie),
            (true, false) => Some(End::Win(Player::First)),
            (false, true) => Some(End::Win(Player::Second)),
            (false, false) => None,
        }
    }
}

impl Positional for HopGame {
    fn end(&self, position: &Stones) -> Option<End> {
        let stuck = || self.hops(position).next().is_none().then_some(End::Draw);
        self.owned(position).or_else(stuck)
    }

    fn to_move(&self, position: &Stones) -> Player {
        // The first player has one piece more exactly when it is his turn.
        if position.first.len() > position.second.len() { Player::First } else { Player::Second }
    }

    fn hopping(&self) -> Option<&HopGame> {
        Some(self)
    }
}

/// What the definitions of hop games have in common.
pub const HOPPING: GameDef = GameDef {
    names: &["hop"],
    title: "Hop",
    sentence: "Move one of your pieces to a free point; a piece of your opponent appears where it stood. Whoever owns a \
               whole winning set after a hop wins; if both do, it is a tie.",
    prompt: "Hop with one of your pieces.",
    options: &[&START],
    examples: &["hop ttt:3", "hop pg:2,2 --start 7"],
    starts: Some(starts),
    make: |setup| hopping(setup, HopGame::new),
    ..PLACING
};

/// The hop on winning sets.
pub static HOP: GameDef = HOPPING;

/// The points that the first X may stand on: all of them, or one of each kind up to symmetry.
pub fn starts(setup: &Setup, which: Starts) -> Result<Vec<String>, InputError> {
    let board = setup.sets()?;
    let orbits = match which {
        Starts::UpToSymmetry => point_orbits(&board),
        Starts::Every => (0..board.point_count()).collect(),
    };
    let points = (0..board.point_count()).filter(|&point| orbits[point] == point);
    Ok(points.map(|point| board.places().name(point)).collect())
}

/// The board of a hop game and the point that its first X stands on.
pub fn board_and_start(setup: &Setup) -> Result<(Arc<SetBoard>, usize), InputError> {
    let board = setup.sets()?;
    let text = setup.options.value(&START).unwrap_or_default();
    let start = board.places().read(text).ok_or_else(|| {
        let message = format!("there is no place '{text}' for the first X");
        InputError::whole(text, message).help(board.places().describe())
    })?;
    Ok((Arc::new(board), start))
}

/// A hop game from the start that is asked for.
pub fn hopping(
    setup: &Setup,
    make: fn(Arc<SetBoard>, usize) -> Result<HopGame, InputError>,
) -> Result<Ruleset, InputError> {
    let (board, start) = board_and_start(setup)?;
    Ok(positional(make(board, start)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::places::Places;
    use crate::sets::lattice;

    #[test]
    fn a_hop_gives_a_piece() {
        let game = HopGame::new(lattice::tic_tac_toe(3, 2).unwrap(), 4).unwrap();
        let step = game.apply(&game.start(), &Move::Hop { from: 4, to: 0 });
        assert_eq!(step.position.first.iter().collect::<Vec<_>>(), [0]);
        assert_eq!(step.position.second.iter().collect::<Vec<_>>(), [4]);
        assert_eq!(game.to_move(&step.position), Player::Second);
    }

    #[test]
    fn slides_and_jumps() {
        let triangle =
            SetBoard::new(Places::numbered(3), [vec![0, 1], vec![0, 2], vec![1, 2]]).unwrap();
        let nested = SetBoard::nested(&triangle, &triangle).unwrap();
        let game = HopGame::fire_and_ice(nested, 4).unwrap();
        let moves: Vec<String> =
            game.moves(&game.start()).iter().map(|m| game.write_move(m)).collect();
        assert_eq!(moves, ["2.2>1.2", "2.2>2.1", "2.2>2.3", "2.2>3.2"]);
        assert!(HopGame::fire_and_ice(triangle, 0).is_err());
    }

    #[test]
    fn stuck_is_a_draw() {
        let board = SetBoard::new(Places::numbered(3), [vec![0, 1, 2]])
            .unwrap()
            .with_hops([(0, 1)])
            .unwrap();
        let game = HopGame::new(board, 2).unwrap();
        assert_eq!(game.end(&game.start()), Some(End::Draw));
    }

    #[test]
    fn a_start_may_win() {
        let board = SetBoard::new(Places::numbered(2), [vec![0]]).unwrap();
        let game = HopGame::new(board, 0).unwrap();
        assert_eq!(game.end(&game.start()), Some(End::Win(Player::First)));
        assert!(game.moves(&game.start()).is_empty());
    }
}
