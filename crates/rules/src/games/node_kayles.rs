//! Node Kayles, also called Monochrome: a player marks a vertex; it and its neighbours are gone (Wright's article).
//!
//! Loops and parallel edges change nothing.

use crate::bits::BitSet;
use crate::error::InputError;
use crate::game::{GameDef, Setup, Theory};
use crate::graph::Graph;
use crate::moves::Move;
use crate::option::MISERE;
use crate::rules::{IllegalMove, Impartial, Part, Rules, Step, TakingRule};
use crate::ruleset::{Ruleset, impartial};
use crate::spaces::Vertices;

/// Node Kayles on a graph. A position is the set of vertices that may still be marked.
#[derive(Clone, Debug)]
pub struct NodeKayles {
    space: Vertices,
}

impl NodeKayles {
    /// The game on a graph.
    pub fn new(graph: Graph) -> Self {
        NodeKayles { space: Vertices::new(graph) }
    }

    /// The graph played on.
    pub fn graph(&self) -> &Graph {
        self.space.board()
    }
}

impl Rules for NodeKayles {
    type Space = Vertices;
    type Position = BitSet;

    fn space(&self) -> &Vertices {
        &self.space
    }

    fn moves(&self, position: &BitSet) -> Vec<Move> {
        position.iter().map(|v| Move::Vertices([v as u16].into_iter().collect())).collect()
    }

    fn check(&self, position: &BitSet, mv: &Move) -> Result<(), IllegalMove> {
        match mv {
            Move::Vertices(vertices) if vertices.len() == 1 => {
                let vertex = vertices[0] as usize;
                if position.contains(vertex) {
                    return Ok(());
                }
                Err(IllegalMove(format!(
                    "vertex {} is marked, or next to a marked one",
                    self.places().name(vertex)
                )))
            }
            _ => Err(IllegalMove("a move marks one vertex".into())),
        }
    }

    fn apply(&self, position: &BitSet, mv: &Move) -> Step<BitSet> {
        let mut next = position.clone();
        if let Move::Vertices(vertices) = mv {
            for &vertex in vertices {
                next = next.difference(self.graph().neighbours(vertex as usize));
                next.remove(vertex as usize);
            }
        }
        Step::passing(next)
    }

    fn longest_game(&self) -> usize {
        self.graph().vertex_count()
    }

    fn sees_structure_only(&self) -> bool {
        true
    }
}

impl Impartial for NodeKayles {
    fn parts(&self, position: &BitSet) -> Vec<Part<BitSet>> {
        self.graph().components(position).into_iter().map(Part::Component).collect()
    }

    fn taking(&self) -> Option<TakingRule<'_>> {
        Some(TakingRule::Neighbourhood)
    }
}

/// Node Kayles on a graph.
pub static NODE_KAYLES: GameDef = GameDef {
    names: &["node-kayles", "monochrome"],
    title: "Node Kayles",
    sentence: "Mark a vertex; it and its neighbours are gone.",
    prompt: "Mark a vertex.",
    theory: Theory::Impartial,
    options: &[&MISERE],
    examples: &["node-kayles petersen", "node-kayles grid:3x4 --misere"],
    make,
    ..GameDef::BLANK
};

fn make(setup: &Setup) -> Result<Ruleset, InputError> {
    if setup.board.has_heaps() {
        let error = InputError::plain("node-kayles is played on a graph, not on heaps");
        let help = "a heap of dots is a path: node-kayles path:50, or robs-dots heaps:50";
        return Err(error.help(help));
    }
    Ok(impartial(NodeKayles::new(setup.graph()?)))
}
