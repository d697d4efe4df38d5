//! The scoring games of removing edges: Unshackle, strings-and-coins, and Closing Octagons, which is strings-and-coins
//! on boards of octagons.
//!
//! A player removes an edge and scores a point for every vertex that loses its last one. In Unshackle the turn always
//! passes (the Unshackle paper, section 1); in the others a scoring move is followed by another of the same player
//! (Definition 3.6 of Leelathanakit's thesis). Isolated vertices at the start, which the papers exclude, never score.
//!
//! With the *normal* rules (3') and (4') of Definition 3.17 turns are restricted. The thesis states them for whole
//! turns; `octagons` shows that they come down to a condition on the single move.

use super::octagons;
use super::weighted::{WEIGHTS, Weighted};
use crate::error::InputError;
use crate::game::{GameDef, Setup, Theory, Wording};
use crate::graph::Graph;
use crate::moves::Move;
use crate::option::MISERE;
use crate::rules::{IllegalMove, Rules, Scoring, Step};
use crate::ruleset::{Ruleset, scoring};
use crate::spaces::{EdgePosition, Edges};

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

impl Variant {
    /// Whether a score keeps the turn.
    pub fn keeps_turn(self) -> bool {
        match self {
            Variant::Unshackle => false,
            Variant::StringsAndCoins | Variant::NormalOctagons => true,
        }
    }

    /// Whether the normal rules restrict the moves.
    pub fn is_normal(self) -> bool {
        match self {
            Variant::NormalOctagons => true,
            Variant::Unshackle | Variant::StringsAndCoins => false,
        }
    }
}

/// A scoring game on a multigraph.
#[derive(Clone, Debug)]
pub struct EdgeGame {
    board: Edges,
    variant: Variant,
}

impl EdgeGame {
    /// The game on a multigraph.
    pub fn new(graph: Graph, variant: Variant) -> Self {
        EdgeGame { board: Edges::new(graph), variant }
    }

    /// The board.
    pub fn board(&self) -> &Edges {
        &self.board
    }

    /// Which game it is.
    pub fn variant(&self) -> Variant {
        self.variant
    }
}

impl Rules for EdgeGame {
    type Space = Edges;
    type Position = EdgePosition;

    fn space(&self) -> &Edges {
        &self.board
    }

    fn moves(&self, position: &EdgePosition) -> Vec<Move> {
        let edges: Vec<usize> = match self.variant.is_normal() {
            true => octagons::normal_moves(&self.board, position),
            false => self.board.left(position).collect(),
        };
        edges.into_iter().map(|index| self.board.move_of(index)).collect()
    }

    fn check(&self, position: &EdgePosition, mv: &Move) -> Result<(), IllegalMove> {
        let index = self.board.check(position, mv)?;
        match self.variant.is_normal() {
            true => octagons::check_normal(&self.board, position, index),
            false => Ok(()),
        }
    }

    fn apply(&self, position: &EdgePosition, mv: &Move) -> Step<EdgePosition> {
        let Ok(index) = self.board.check(position, mv) else {
            return Step::passing(position.clone());
        };
        let earned = self.board.earns(position, index);
        let again = self.variant.keeps_turn() && earned > 0;
        Step { position: self.board.without(position, index), earned, again }
    }

    fn longest_game(&self) -> usize {
        self.board.graph().edge_count()
    }

    fn is_over(&self, position: &EdgePosition) -> bool {
        position.iter().all(|&copies| copies == 0)
    }

    fn sees_structure_only(&self) -> bool {
        true
    }

    fn state(&self, position: &EdgePosition) -> Option<&'static str> {
        Some(octagons::state_class(&self.board, position).name())
    }
}

impl Scoring for EdgeGame {
    fn points_left(&self, position: &EdgePosition) -> u32 {
        self.board.bound_vertices(position)
    }

    fn removing(&self) -> Option<&EdgeGame> {
        Some(self)
    }
}

/// What the definitions of the games of removing edges have in common.
pub const REMOVING: GameDef = GameDef {
    prompt: "Remove an edge.",
    theory: Theory::Scoring,
    options: &[&MISERE, &WEIGHTS],
    words: in_words,
    make: |setup| removing(setup, Variant::StringsAndCoins),
    ..GameDef::BLANK
};

/// The rules in words; under the misère convention fewer points win.
fn in_words(wording: &Wording) -> String {
    told(wording, wording.game.def().sentence)
}

/// A sentence that says that more of something wins, or less under the misère convention.
pub fn told(wording: &Wording, sentence: &str) -> String {
    match wording.options.has(&MISERE) {
        true => sentence.replace("More ", "Fewer "),
        false => sentence.to_string(),
    }
}

/// A game of removing edges, weighted if weights are given.
pub fn removing(setup: &Setup, variant: Variant) -> Result<Ruleset, InputError> {
    let graph = setup.graph()?;
    match setup.options.value(&WEIGHTS).or(graph.weights().map(|_| "")) {
        Some(weights) => Ok(scoring(Weighted::new(graph, variant, weights)?)),
        None => Ok(scoring(EdgeGame::new(graph, variant))),
    }
}
