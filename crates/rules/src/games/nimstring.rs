//! Nimstring: strings-and-coins without the points (Winning Ways, chapter 16).
//!
//! A player who frees a vertex must move again, and a player who must move and cannot loses. So whoever removes the
//! last edge loses under the normal convention. Because of the second move a position may be worth no nimber at all: it
//! is *loony* if the player to move wins it beside any other position.

use crate::game::{GameDef, Theory};
use crate::graph::Graph;
use crate::moves::Move;
use crate::option::MISERE;
use crate::rules::{IllegalMove, Impartial, Part, Rules, Step};
use crate::ruleset::impartial;
use crate::spaces::{EdgePosition, Edges};

/// Nimstring on a multigraph.
#[derive(Clone, Debug)]
pub struct Nimstring {
    board: Edges,
}

impl Nimstring {
    /// The game on a multigraph.
    pub fn new(graph: Graph) -> Self {
        Nimstring { board: Edges::new(graph) }
    }

    /// The board.
    pub fn board(&self) -> &Edges {
        &self.board
    }
}

impl Rules for Nimstring {
    type Space = Edges;
    type Position = EdgePosition;

    fn space(&self) -> &Edges {
        &self.board
    }

    fn moves(&self, position: &EdgePosition) -> Vec<Move> {
        self.board.left(position).map(|index| self.board.move_of(index)).collect()
    }

    fn check(&self, position: &EdgePosition, mv: &Move) -> Result<(), IllegalMove> {
        self.board.check(position, mv).map(|_| ())
    }

    fn apply(&self, position: &EdgePosition, mv: &Move) -> Step<EdgePosition> {
        let Ok(index) = self.board.check(position, mv) else {
            return Step::passing(position.clone());
        };
        let again = self.board.earns(position, index) > 0;
        Step { position: self.board.without(position, index), earned: 0, again }
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
}

impl Impartial for Nimstring {
    fn parts(&self, position: &EdgePosition) -> Vec<Part<EdgePosition>> {
        self.board.components(position).into_iter().map(Part::Component).collect()
    }
}

/// Nimstring on a multigraph.
pub static NIMSTRING: GameDef = GameDef {
    names: &["nimstring"],
    title: "Nimstring",
    sentence: "Cut an edge. Whoever frees a vertex must move again.",
    prompt: "Cut an edge.",
    theory: Theory::Impartial,
    options: &[&MISERE],
    examples: &["nimstring boxes:1x2", "nimstring cycle:4 --misere"],
    words: |wording| {
        let (cut, frees) = match wording.board.is_polygons() {
            true => ("Draw a side", "closes a polygon"),
            false => ("Cut an edge", "frees a vertex"),
        };
        let stuck = if wording.options.has(&MISERE) { "wins" } else { "loses" };
        format!(
            "{cut}. Whoever {frees} must move again. A player who must move but cannot {stuck}."
        )
    },
    make: |setup| Ok(impartial(Nimstring::new(setup.graph()?))),
    ..GameDef::BLANK
};
