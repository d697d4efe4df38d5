//! What it is to be a game: the rules as an object, positions as values.
//!
//! [`Rules`] is all that playing needs. A trait a theory stands on top of it: [`Impartial`] games name their
//! independent parts, [`Scoring`] games how much is left to win, [`Positional`] games when a position is decided.
//! No solving algorithm is a method of any of them.

use std::fmt::Debug;
use std::hash::Hash;

use crate::bits::BitSet;
use crate::error::InputError;
use crate::games::octal_code::OctalCode;
use crate::graph::Graph;
use crate::moves::Move;
use crate::places::Places;
use crate::player::Player;

/// A move that the rules do not allow, with the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct IllegalMove(pub String);

/// What a move leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<P> {
    /// The position reached.
    pub position: P,
    /// The points the move scores for who made it.
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
pub trait Rules {
    /// All that the further course of the game depends on, but for scores.
    type Position: Clone + Eq + Hash + Debug;

    /// The position in which the game begins.
    fn start(&self) -> Self::Position;

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
    fn places(&self) -> &Places;

    /// The move that a text means in a position.
    fn read_move(&self, position: &Self::Position, text: &str) -> Result<Move, InputError>;

    /// The notation of a move.
    fn write_move(&self, mv: &Move) -> String {
        mv.write(self.places())
    }

    /// The bytes that a position takes, for limits on memory.
    fn position_bytes(&self) -> usize {
        // A set of more than 128 places is kept apart; positions have two of them at most.
        let words = self.places().len().div_ceil(64);
        size_of::<Self::Position>() + if words > 2 { 2 * 8 * words } else { 0 }
    }

    /// No game from the start has more moves than this.
    fn longest_game(&self) -> usize;
}

/// An independent part of an impartial position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part<P> {
    /// A heap of the game's octal code.
    Heap(u32),
    /// Anything else, as a position of its own.
    Component(P),
}

/// A game in which both players have the same moves and the last move decides.
pub trait Impartial: Rules {
    /// The independent parts of a position: moving in the position is moving in one of them.
    fn parts(&self, position: &Self::Position) -> Vec<Part<Self::Position>>;

    /// The code whose heaps [`Part::Heap`] are.
    fn heap_code(&self) -> Option<&OctalCode> {
        None
    }

    /// The graph and the rule of a game that takes vertices of a graph until none can be taken.
    fn taking(&self) -> Option<(&Graph, TakingRule<'_>)> {
        None
    }

    /// The vertices that are left, in such a game.
    fn vertices<'p>(&self, _position: &'p Self::Position) -> Option<&'p BitSet> {
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
    fn role(&self, player: Player) -> Option<&'static str>;
}
