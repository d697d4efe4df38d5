//! Green Hackenbush: cut an edge; edges no longer connected to the ground fall. The last move wins.
//!
//! Berlekamp, Conway and Guy, "Winning Ways for Your Mathematical Plays", chapters 2 and 7. The ground is the board's first
//! vertex, so a tree is rooted there, and edges that are not joined to it at the start are not part of the game. Loops and
//! parallel edges are edges like any other.
//!
//! Pieces that meet only in the ground form a sum: a cut in one of them takes nothing from another.

use smallvec::SmallVec;

use crate::bits::BitSet;
use crate::game::{GameDef, Theory};
use crate::graph::Graph;
use crate::moves::Move;
use crate::option::MISERE;
use crate::rules::{IllegalMove, Impartial, Part, Rules, Step};
use crate::ruleset::impartial;
use crate::spaces::{EdgePosition, Edges};

/// The first vertex is the ground.
const GROUND: usize = 0;

/// Green Hackenbush on a graph. A position has the edges that hang together with the ground.
pub struct GreenHackenbush {
    space: Edges,
}

impl GreenHackenbush {
    /// The game on a graph.
    pub fn new(graph: Graph) -> Self {
        GreenHackenbush { space: Edges::new(graph) }
    }

    /// The edges that a walk from some edges meets, if it does not go on through the ground.
    fn piece(&self, position: &EdgePosition, mut frontier: Vec<usize>) -> EdgePosition {
        let mut piece: EdgePosition = SmallVec::from_elem(0, position.len());
        let mut met = BitSet::of(self.space.graph().vertex_count(), [GROUND]);
        while let Some(index) = frontier.pop() {
            if piece[index] > 0 {
                continue;
            }
            piece[index] = position[index];
            for vertex in self.space.graph().edges()[index].ends() {
                if !met.contains(vertex) {
                    met.insert(vertex);
                    frontier.extend(self.space.left_at(position, vertex));
                }
            }
        }
        piece
    }

    /// What stays when everything that is cut off has fallen.
    fn standing(&self, position: &EdgePosition) -> EdgePosition {
        if self.space.graph().vertex_count() == 0 {
            return position.clone();
        }
        self.piece(position, self.space.left_at(position, GROUND).collect())
    }
}

impl Rules for GreenHackenbush {
    type Space = Edges;
    type Position = EdgePosition;

    fn space(&self) -> &Edges {
        &self.space
    }

    fn start(&self) -> EdgePosition {
        self.standing(&self.space.start())
    }

    fn moves(&self, position: &EdgePosition) -> Vec<Move> {
        self.space.left(position).map(|index| self.space.move_of(index)).collect()
    }

    fn check(&self, position: &EdgePosition, mv: &Move) -> Result<(), IllegalMove> {
        self.space.check(position, mv).map(|_| ())
    }

    fn apply(&self, position: &EdgePosition, mv: &Move) -> Step<EdgePosition> {
        match self.space.check(position, mv) {
            Ok(index) => Step::passing(self.standing(&self.space.without(position, index))),
            Err(_) => Step::passing(position.clone()),
        }
    }

    fn longest_game(&self) -> usize {
        self.space.graph().edge_count()
    }
}

impl Impartial for GreenHackenbush {
    fn parts(&self, position: &EdgePosition) -> Vec<Part<EdgePosition>> {
        let mut left = position.clone();
        let mut parts = Vec::new();
        while let Some(seed) = left.iter().position(|&copies| copies > 0) {
            let piece = self.piece(&left, vec![seed]);
            left.iter_mut().zip(&piece).for_each(|(left, gone)| *left -= gone);
            parts.push(Part::Component(piece));
        }
        parts
    }
}

/// Green Hackenbush on a graph.
pub static GREEN_HACKENBUSH: GameDef = GameDef {
    names: &["green-hackenbush", "hackenbush"],
    title: "Green Hackenbush",
    sentence: "Cut an edge; edges no longer connected to the ground, the first vertex, fall.",
    prompt: "Cut an edge.",
    theory: Theory::Impartial,
    options: &[&MISERE],
    examples: &[
        "green-hackenbush cycle:5",
        "green-hackenbush bipode:1,2;1,1;2",
        "green-hackenbush path:4 --misere",
    ],
    make: |setup| Ok(impartial(GreenHackenbush::new(setup.graph()?))),
    ..GameDef::BLANK
};
