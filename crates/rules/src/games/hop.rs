//! The hop (Riegel's dissertation 1.4) and Fire and Ice (chapter 4).
//!
//! One X stands on the board at the start. A hop moves one of the player's pieces to a free point and puts a piece of
//! the opponent where it stood. When a hop is complete, a player who owns a winning set wins; if both do, it is a
//! tie. A full board without one is a draw.
//!
//! Fire and Ice is the hop on a nested board with two kinds of hop only: a *slide* stays on its island, a *jump* goes
//! to the same place on another island. On boards nested deeper an island is a point of the outermost board.
//!
//! With a bias P:Q (6.3 asks what happens if the second player may play more than once on each turn) the first player makes
//! P hops a turn and the second Q, one after another, exactly. Each hop is complete in itself: it gives the opponent a
//! piece, and the game ends with the first hop after which somebody owns a winning set.
//!
//! With gravity (6.3: balls that slide onto pegs) a piece hops only to a point at the bottom or on top of a piece, as in
//! [`super::placing`]; the first X stands at the bottom. A hop leaves a piece where it began, so nothing ever falls.
//!
//! Decisions where the paper is silent: a player who cannot hop although points are free (possible when hops are
//! restricted) ends the game, and it is a draw; if the first X alone is a winning set, the game is won before it
//! begins.

use std::sync::Arc;

use super::placing::{PLACING, hangs, keeps_layers, rests};
use crate::bits::BitSet;
use crate::error::InputError;
use crate::game::{GameDef, Setup, Starts};
use crate::moves::Move;
use crate::option::{BIAS, GRAVITY, Options, START};
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
    /// How many hops the first and the second player make a turn.
    turn: [u32; 2],
    gravity: bool,
}

impl HopGame {
    /// The hop game with the first X at `start`, counted from 0.
    pub fn new(board: impl Into<Arc<SetBoard>>, start: usize) -> Result<Self, InputError> {
        let board = board.into();
        if start >= board.point_count() {
            let message = "the first X must stand on the board";
            return Err(InputError::plain(message).help(board.places().describe()));
        }
        let (space, start) = (Points::new(board), start as u16);
        Ok(HopGame { space, start, island: None, turn: [1, 1], gravity: false })
    }

    /// The same game with the hops a turn and the gravity that options ask for.
    pub fn with_options(self, options: &Options) -> Result<Self, InputError> {
        let (gravity, (first, second)) = (options.has(&GRAVITY), options.bias());
        if gravity && self.board().clone().layered()?.under(self.start as usize).is_some() {
            let message = "with gravity the first X must stand at the bottom of the board";
            return Err(InputError::plain(message));
        }
        Ok(HopGame { turn: [first, second], gravity, ..self })
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
        self.island.is_none() && !self.gravity && *self.board().hops() == Hops::Anywhere
    }

    /// Whether a piece may arrive at a free point.
    fn is_open(&self, position: &Stones, point: usize) -> bool {
        !self.gravity || rests(self.board(), position, point)
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
        let free = position.free(self.board().point_count());
        let free: Vec<usize> = free.filter(|&to| self.is_open(position, to)).collect();
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
        let again = self.to_move(&next) == mover;
        Step { position: next, earned: 0, again }
    }

    fn longest_game(&self) -> usize {
        self.board().point_count()
    }

    /// Slides and jumps look at islands, and gravity at what lies under a point, which the winning sets do not tell.
    fn sees_structure_only(&self) -> bool {
        self.island.is_none() && !self.gravity
    }

    fn respects(&self, images: &[u16]) -> bool {
        let points = images.len();
        let layers = !self.gravity || keeps_layers(self.board(), images);
        layers
            && (0..points * points).all(|pair| {
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
        if !self.is_open(position, to) {
            return Err(hangs(self.board(), to));
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
        // Every hop adds a piece to the one that stood there at the start.
        let [first, second] = self.turn.map(|hops| hops as u64);
        let made = (position.count() as u64).saturating_sub(1) % (first + second);
        if made < first { Player::First } else { Player::Second }
    }

    fn hopping(&self) -> Option<&HopGame> {
        (self.turn == [1, 1] && !self.gravity).then_some(self)
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
    starts: Some(starts),
    make: |setup| hopping(setup, HopGame::new),
    ..PLACING
};

/// The hop on winning sets.
pub static HOP: GameDef = GameDef {
    options: &[&START, &BIAS, &GRAVITY],
    examples: &[
        "hop ttt:3",
        "hop pg:2,2 --start 7",
        "hop ttt:3 --bias 1:2",
        "hop lattice:2x3,3 --gravity",
    ],
    ..HOPPING
};

/// The points that the first X may stand on: all of them, or one of each kind up to symmetry.
pub fn starts(setup: &Setup, which: Starts) -> Result<Vec<String>, InputError> {
    let board = setup.sets()?;
    let gravity = setup.options.has(&GRAVITY);
    let orbits = match which {
        // The symmetries of the winning sets do not know the bottom of the board.
        Starts::UpToSymmetry if !gravity => point_orbits(&board),
        _ => (0..board.point_count()).collect(),
    };
    let points = (0..board.point_count()).filter(|&point| orbits[point] == point);
    let points = points.filter(|&point| !gravity || board.under(point).is_none());
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
    Ok(positional(make(board, start)?.with_options(setup.options)?))
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
    fn a_bias_gives_several_hops_a_turn() {
        let board = lattice::tic_tac_toe(3, 2).unwrap();
        let options: Options = "--bias 1:2".parse().unwrap();
        let game = HopGame::new(board, 4).unwrap().with_options(&options).unwrap();
        let mut position = game.start();
        let mut movers = Vec::new();
        for (from, to) in [(4, 0), (4, 1), (1, 2), (0, 3), (0, 8)] {
            movers.push(game.to_move(&position));
            let step = game.play(&position, &Move::Hop { from, to }).unwrap();
            assert_eq!(step.again, game.to_move(&step.position) == movers[movers.len() - 1]);
            position = step.position;
        }
        use Player::{First as F, Second as S};
        assert_eq!(movers, [F, S, S, F, S]);
        assert_eq!(game.to_move(&position), S);
        assert!(game.hopping().is_none());
    }

    #[test]
    fn with_gravity_a_piece_hops_onto_something() {
        let board = lattice::tic_tac_toe(3, 2).unwrap();
        let options: Options = "--gravity".parse().unwrap();
        let game = HopGame::new(board.clone(), 7).unwrap().with_options(&options).unwrap();
        let to = |mv: &Move| if let Move::Hop { to, .. } = mv { *to } else { 99 };
        assert_eq!(game.moves(&game.start()).iter().map(to).collect::<Vec<_>>(), [4, 6, 8]);
        assert!(game.check(&game.start(), &Move::Hop { from: 7, to: 3 }).is_err());
        assert!(HopGame::new(board, 4).unwrap().with_options(&options).is_err());
        assert!(game.hopping().is_none() && !game.has_free_hops());
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
