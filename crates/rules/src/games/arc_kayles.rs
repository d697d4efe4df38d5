//! Arc Kayles, and Cram, which is Arc Kayles on the cells of a board: a player takes an edge with its two ends (a
//! domino), and with them every edge they meet.
//!
//! The papers play on simple graphs. Where there is a loop, its two ends are one vertex, so it takes that vertex
//! alone; parallel edges take the same two vertices and are one move.

use smallvec::SmallVec;

use crate::bits::BitSet;
use crate::error::InputError;
use crate::game::{GameDef, Theory};
use crate::graph::Graph;
use crate::moves::{Move, read_places};
use crate::option::MISERE;
use crate::places::Places;
use crate::rules::{IllegalMove, Impartial, Part, Rules, Step, TakingRule};
use crate::ruleset::impartial;
use crate::spaces::Vertices;

/// Arc Kayles on a graph. A position is the set of vertices left.
#[derive(Clone, Debug)]
pub struct ArcKayles {
    space: Vertices,
}

impl ArcKayles {
    /// The game on a graph.
    pub fn new(graph: Graph) -> Self {
        ArcKayles { space: Vertices::new(graph) }
    }

    /// The graph played on.
    pub fn graph(&self) -> &Graph {
        self.space.board()
    }
}

impl Rules for ArcKayles {
    type Space = Vertices;
    type Position = BitSet;

    fn space(&self) -> &Vertices {
        &self.space
    }

    fn moves(&self, position: &BitSet) -> Vec<Move> {
        let there = self
            .graph()
            .edges()
            .iter()
            .filter(|edge| edge.ends().iter().all(|&v| position.contains(v)));
        let mut moves: Vec<Move> = there
            .map(|edge| {
                let ends: &[u16] = if edge.is_loop() { &[edge.u] } else { &[edge.u, edge.v] };
                Move::Vertices(SmallVec::from_slice(ends))
            })
            .collect();
        moves.sort_unstable();
        moves
    }

    fn check(&self, position: &BitSet, mv: &Move) -> Result<(), IllegalMove> {
        let ends = match mv {
            Move::Vertices(vertices) => match vertices[..] {
                [u] => [u as usize; 2],
                [u, v] if u != v => [u as usize, v as usize],
                _ => return Err(IllegalMove("a move takes the two ends of an edge".into())),
            },
            _ => return Err(IllegalMove("a move takes the two ends of an edge".into())),
        };
        if let Some(&gone) = ends.iter().find(|&&v| !position.contains(v)) {
            return Err(IllegalMove(format!(
                "vertex {} is already gone",
                self.places().name(gone)
            )));
        }
        if self.graph().edge_index(ends[0], ends[1]).is_none() {
            return Err(IllegalMove(format!("there is no edge {}", self.write_move(mv))));
        }
        Ok(())
    }

    fn apply(&self, position: &BitSet, mv: &Move) -> Step<BitSet> {
        let mut next = position.clone();
        if let Move::Vertices(vertices) = mv {
            vertices.iter().for_each(|&v| next.remove(v as usize));
        }
        Step::passing(next)
    }

    fn read_move(&self, _position: &BitSet, text: &str) -> Result<Move, InputError> {
        read_domino(text, self.places())
    }

    fn longest_game(&self) -> usize {
        self.graph().vertex_count()
    }

    fn sees_structure_only(&self) -> bool {
        true
    }
}

impl Impartial for ArcKayles {
    fn parts(&self, position: &BitSet) -> Vec<Part<BitSet>> {
        self.graph().components(position).into_iter().map(Part::Component).collect()
    }

    fn taking(&self) -> Option<TakingRule<'_>> {
        Some(TakingRule::EdgeEnds)
    }
}

/// Reads two joined vertices: `3-4` names the edge, `3,4` its ends.
pub(super) fn read_domino(text: &str, places: &Places) -> Result<Move, InputError> {
    match crate::moves::read_edge(text, places).ok() {
        Some((Move::Edge(u, v), 1)) if u == v => Ok(Move::Vertices(SmallVec::from_slice(&[u]))),
        Some((Move::Edge(u, v), 1)) => Ok(Move::Vertices(SmallVec::from_slice(&[u, v]))),
        _ => Ok(Move::Vertices(read_places(text, places)?)),
    }
}

/// What the two names of the game have in common.
const TAKING_EDGES: GameDef = GameDef {
    names: &["arc-kayles"],
    title: "Arc Kayles",
    sentence: "Take two joined vertices.",
    prompt: "Take two joined vertices.",
    theory: Theory::Impartial,
    options: &[&MISERE],
    look: &["edges"],
    examples: &["arc-kayles petersen", "arc-kayles cycle:7 --misere"],
    make: |setup| Ok(impartial(ArcKayles::new(setup.graph()?))),
    ..GameDef::BLANK
};

/// Arc Kayles on a graph.
pub static ARC_KAYLES: GameDef = TAKING_EDGES;

/// Cram: Arc Kayles on the cells of a board.
pub static CRAM: GameDef = GameDef {
    names: &["cram"],
    title: "Cram",
    sentence: "Lay a domino on two free neighbouring cells.",
    prompt: "Lay a domino.",
    look: &["edges", "dominoes"],
    examples: &["cram grid:3x4", "cram grid:2x3 --misere"],
    ..TAKING_EDGES
};
