//! The scoring games of removing edges: Unshackle, strings-and-coins, and Closing Octagons, which is strings-and-coins
//! on boards of octagons.
//!
//! A player removes an edge and scores a point for every vertex that loses its last one. In Unshackle the turn always
//! passes (unshackle.txt, section 1); in the others a scoring move is followed by another of the same player
//! (Definition 3.6 of closing-octagons.txt). Isolated vertices at the start, which the papers exclude, never score.
//!
//! With the *normal* rules (3') and (4') of Definition 3.17 turns are restricted. The thesis states them for whole
//! turns; `octagons` shows that they come down to a condition on the single move.

use super::edge_board::{EdgeBoard, EdgePosition};
use super::octagons;
use crate::error::InputError;
use crate::game::{Boards, GameDef, Ruleset, Theory};
use crate::graph::Graph;
use crate::moves::Move;
use crate::places::Places;
use crate::rules::{IllegalMove, Rules, Scoring, Step};

/// Which of the scoring games is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// The turn passes after every move.
    Unshackle,
    /// A score keeps the turn.
    StringsAndCoins,
    /// A score keeps the turn, and the normal rules (3') and (4') hold.
    NormalOctagons,
}

/// A scoring game on a multigraph.
#[derive(Clone, Debug)]
pub struct EdgeGame {
    board: EdgeBoard,
    variant: Variant,
}

impl EdgeGame {
    /// The game on a multigraph.
    pub fn new(graph: Graph, variant: Variant) -> Self {
        EdgeGame { board: EdgeBoard::new(graph), variant }
    }

    /// The board.
    pub fn board(&self) -> &EdgeBoard {
        &self.board
    }

    /// Which game it is.
    pub fn variant(&self) -> Variant {
        self.variant
    }
}

impl Rules for EdgeGame {
    type Position = EdgePosition;

    fn start(&self) -> EdgePosition {
        self.board.start()
    }

    fn moves(&self, position: &EdgePosition) -> Vec<Move> {
        let edges: Vec<usize> = match self.variant {
            Variant::NormalOctagons => octagons::normal_moves(&self.board, position),
            _ => self.board.left(position).collect(),
        };
        edges.into_iter().map(|index| self.board.move_of(index)).collect()
    }

    fn check(&self, position: &EdgePosition, mv: &Move) -> Result<(), IllegalMove> {
        let index = self.board.check(position, mv)?;
        match self.variant {
            Variant::NormalOctagons => octagons::check_normal(&self.board, position, index),
            _ => Ok(()),
        }
    }

    fn apply(&self, position: &EdgePosition, mv: &Move) -> Step<EdgePosition> {
        let Ok(index) = self.board.check(position, mv) else {
            return Step::passing(position.clone());
        };
        let earned = self.board.earns(position, index);
        let again = self.variant != Variant::Unshackle && earned > 0;
        Step { position: self.board.without(position, index), earned, again }
    }

    fn places(&self) -> &Places {
        self.board.graph().places()
    }

    fn read_move(&self, position: &EdgePosition, text: &str) -> Result<Move, InputError> {
        self.board.read(position, text)
    }

    fn position_bytes(&self) -> usize {
        self.board.position_bytes()
    }

    fn longest_game(&self) -> usize {
        self.board.graph().edge_count()
    }
}

impl Scoring for EdgeGame {
    fn points_left(&self, position: &EdgePosition) -> u32 {
        self.board.bound_vertices(position)
    }
}

/// What the definitions of the games of removing edges have in common.
pub const REMOVING: GameDef = GameDef {
    names: &[],
    title: "",
    sentence: "",
    prompt: "Remove an edge.",
    parameter: None,
    theory: Theory::Scoring,
    boards: Boards::Graph,
    options: &[],
    look: &[],
    examples: &[],
    code: None,
    words: |wording| wording.plain(),
    make: |setup| Ok(Ruleset::Edges(EdgeGame::new(setup.graph()?, Variant::StringsAndCoins))),
};
