//! What a game is: the rules as an object, positions as values.
//!
//! [`Rules`] is all that is needed to play. On top of it there is one trait for each theory: [`Impartial`] games name
//! the independent parts of a position, [`Scoring`] games how much is left to win, [`Positional`] games when a position
//! is decided, [`Partizan`] games whose turn it is. None of these traits has a method that solves anything.

use std::fmt::Debug;
use std::hash::Hash;

use crate::error::InputError;
use crate::games::chooser_picker::ChooserPicker;
use crate::games::hop::HopGame;
use crate::games::octal::OctalGame;
use crate::games::placing::PlacingGame;
use crate::games::scoring::EdgeGame;
pub use crate::moves::IllegalMove;
use crate::moves::Move;
use crate::octal_code::OctalCode;
use crate::places::Places;
use crate::player::{Player, Side};
use crate::spaces::Space;
use crate::symmetry::Structure;

/// What a move leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<P> {
    /// The position reached.
    pub position: P,
    /// The points that the move scores for the player who made it.
    pub earned: u32,
    /// Whether the same player moves again.
    pub again: bool,
}

impl<P> Step<P> {
    /// A move that scores nothing and passes the turn.
    pub fn passing(position: P) -> Self {
        Step { position, earned: 0, again: false }
    }
}

/// The rules of a game on one board.
pub trait Rules: Send + Sync {
    /// The kind of board, which knows what positions are made of.
    type Space: Space<Position = Self::Position>;

    /// All that the further course of the game depends on, but for scores: what the space says it is.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;

    /// The board.
    fn space(&self) -> &Self::Space;

    /// The position in which the game begins.
    fn start(&self) -> Self::Position {
        self.space().untouched()
    }

    /// Who makes the first move.
    fn opener(&self) -> Player {
        Player::First
    }

    /// Every legal move, each once, in a fixed order.
    fn moves(&self, position: &Self::Position) -> Vec<Move>;

    /// Whether the rules allow a move, and if not, why. Independent of [`Rules::moves`].
    fn check(&self, position: &Self::Position, mv: &Move) -> Result<(), IllegalMove>;

    /// What a legal move leads to. Only for moves that [`Rules::check`] allows.
    fn apply(&self, position: &Self::Position, mv: &Move) -> Step<Self::Position>;

    /// No game from the start has more moves than this.
    fn longest_game(&self) -> usize;

    /// Whether no move is left.
    fn is_over(&self, position: &Self::Position) -> bool {
        self.moves(position).is_empty()
    }

    /// Every legal move; none if listing them would take more than `most` steps. Most games have few moves.
    fn moves_within(&self, position: &Self::Position, _most: u64) -> Option<Vec<Move>> {
        Some(self.moves(position))
    }

    /// Whether the rules look at nothing but the structure of what is left, as the space knows it: then positions that a
    /// renaming takes to each other are worth the same. Nothing is promised unless a game says so.
    fn sees_structure_only(&self) -> bool {
        false
    }

    /// Whether the rules are the same after a renaming that keeps the structure of a position.
    fn respects(&self, _images: &[u16]) -> bool {
        self.sees_structure_only()
    }

    /// What the state of the game is called, in games that name states.
    fn state(&self, _position: &Self::Position) -> Option<&'static str> {
        None
    }

    /// Plays a move if the rules allow it.
    fn play(
        &self,
        position: &Self::Position,
        mv: &Move,
    ) -> Result<Step<Self::Position>, IllegalMove> {
        self.check(position, mv)?;
        Ok(self.apply(position, mv))
    }

    /// The names of the places of the board.
    fn places(&self) -> &Places {
        self.space().places()
    }

    /// The move that a text means in a position.
    fn read_move(&self, position: &Self::Position, text: &str) -> Result<Move, InputError> {
        self.space().read_move(position, text)
    }

    /// The notation of a move.
    fn write_move(&self, mv: &Move) -> String {
        mv.write(self.places())
    }

    /// The position in which each place of [`Space::named`] is replaced by its image; none unless the replacement carries
    /// every possible move of the one over to the other and back, now and later.
    fn renamed(&self, position: &Self::Position, images: &[u16]) -> Option<Self::Position> {
        let image = self.space().renamed(position, images)?;
        self.respects(images).then_some(image)
    }
}

/// An independent part of an impartial position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Part<P> {
    /// A heap of the game's octal code.
    Heap(u64),
    /// Anything else, as a position of its own.
    Component(P),
}

/// A game in which both players have the same moves and the last move decides.
pub trait Impartial: Rules {
    /// The independent parts of a position: moving in the position is moving in one of them. The whole is always one.
    fn parts(&self, position: &Self::Position) -> Vec<Part<Self::Position>> {
        vec![Part::Component(position.clone())]
    }

    /// The code whose heaps [`Part::Heap`] are.
    fn heap_code(&self) -> Option<&OctalCode> {
        None
    }

    /// The taking-and-breaking game that this is, for the strategies that are about those.
    fn octal(&self) -> Option<&OctalGame> {
        None
    }

    /// What a move takes, in a game that takes vertices of a graph until none can be taken. Fast solvers ask for it; none:
    /// the reference solver answers.
    fn taking(&self) -> Option<TakingRule<'_>> {
        None
    }
}

/// What one move of a taking game takes from a component of what is left of the graph.
#[derive(Clone, Copy, Debug)]
pub enum TakingRule<'a> {
    /// A connected set; the code tells how many vertices, and how many parts may be left of the component.
    Connected(&'a OctalCode),
    /// A vertex and its neighbours.
    Neighbourhood,
    /// The two ends of an edge, or the one of a loop.
    EdgeEnds,
}

/// A game won by points.
pub trait Scoring: Rules {
    /// The points that are still to be scored from here, by both players together.
    fn points_left(&self, position: &Self::Position) -> u32;

    /// The game of removing edges that this is, for the fast solvers; none: the reference solver answers.
    fn removing(&self) -> Option<&EdgeGame> {
        None
    }
}

/// How a positional game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// One player wins.
    Win(Player),
    /// Both players own a winning set at once.
    Tie,
    /// The game is over and nobody owns one.
    Draw,
}

/// A game on winning sets.
pub trait Positional: Rules {
    /// How the game has ended, if it is over. A decided position has no moves.
    fn end(&self, position: &Self::Position) -> Option<End>;

    /// Who moves. The position tells.
    fn to_move(&self, position: &Self::Position) -> Player;

    /// What a player is called in this game: `maker`, `avoider`, …; none if both want the same.
    fn role(&self, _player: Player) -> Option<&'static str> {
        None
    }

    /// The game of taking points that this is, for the fast solvers; without any of these three the reference solver
    /// answers.
    fn placing(&self) -> Option<&PlacingGame> {
        None
    }

    /// The hop game that this is.
    fn hopping(&self) -> Option<&HopGame> {
        None
    }

    /// The game of offering points that this is.
    fn offering(&self) -> Option<&ChooserPicker> {
        None
    }
}

/// A game in which Left and Right have moves of their own and the last move decides. A position tells whose turn it is.
pub trait Partizan: Rules {
    /// Whose turn it is.
    fn to_move(&self, position: &Self::Position) -> Side;

    /// Which side the first or the second player is on.
    fn side(&self, player: Player) -> Side;

    /// The same position with the turn passed to the other player.
    fn passed(&self, position: &Self::Position) -> Self::Position;

    /// The independent parts of a position, each with the same player to move: moving in the position is moving in one of them.
    fn parts(&self, position: &Self::Position) -> Vec<Self::Position> {
        self.space().components(position)
    }

    /// Parts of one position side by side again; none if there is no part.
    fn joined(&self, parts: &[Self::Position]) -> Option<Self::Position>;

    /// What the game sees of a position, whoever is to move: positions with isomorphic forms have the same moves.
    fn form(&self, position: &Self::Position) -> Structure;

    /// The form of the negative of a position, in which Left and Right have changed places, if that is a position of the game.
    fn negative(&self, position: &Self::Position) -> Option<Structure>;
}
