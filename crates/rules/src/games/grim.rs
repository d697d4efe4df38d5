//! Grim: delete a vertex that is not isolated; vertices that become isolated are gone. Last move wins.
//!
//! The game is on simple graphs (Adams, Dixon, Elder, Peabody, Vega and Willis, "Combinatorial analysis of a subtraction
//! game on graphs", 2016). Here a vertex whose only edge is a loop is isolated, and parallel edges change nothing.
//!
//! Where no vertex has more than three neighbours, Grim is the hexadecimal game 0.E: a vertex may be taken if one, two or
//! three components of its component are left, and those of a single vertex can never be moved in again. So there the
//! fast solver serves; elsewhere a move may leave more components than a digit can say.

use smallvec::SmallVec;

use crate::bits::BitSet;
use crate::error::InputError;
use crate::game::{GameDef, Setup, Theory};
use crate::graph::Graph;
use crate::moves::Move;
use crate::octal_code::OctalCode;
use crate::option::MISERE;
use crate::rules::{IllegalMove, Impartial, Part, Rules, Step, TakingRule};
use crate::ruleset::{Ruleset, impartial};
use crate::spaces::{Space, Vertices};

/// Grim on a graph. A position is the set of vertices that are left and not isolated.
pub struct Grim {
    space: Vertices,
    /// 0.E, where it is the same game.
    code: Option<OctalCode>,
}

impl Grim {
    /// The game on a graph.
    pub fn new(graph: Graph) -> Result<Self, InputError> {
        let degree = |v: usize| graph.neighbours(v).iter().filter(|&u| u != v).count();
        let narrow = (0..graph.vertex_count()).all(|v| degree(v) <= 3);
        let code = if narrow { Some(OctalCode::read_hexadecimal("0.E")?) } else { None };
        Ok(Grim { space: Vertices::new(graph), code })
    }

    /// A set without its isolated vertices.
    fn without_isolated(&self, vertices: &BitSet) -> BitSet {
        let graph = self.space.board();
        let joined = |&v: &usize| graph.neighbours(v).intersection(vertices).iter().any(|u| u != v);
        BitSet::of(graph.vertex_count(), vertices.iter().filter(joined))
    }
}

impl Rules for Grim {
    type Space = Vertices;
    type Position = BitSet;

    fn space(&self) -> &Vertices {
        &self.space
    }

    fn start(&self) -> BitSet {
        self.without_isolated(&self.space.all())
    }

    fn moves(&self, position: &BitSet) -> Vec<Move> {
        // A certificate may speak of a set with isolated vertices, which play never leaves.
        self.without_isolated(position)
            .iter()
            .map(|v| Move::Vertices(SmallVec::from_slice(&[v as u16])))
            .collect()
    }

    fn check(&self, position: &BitSet, mv: &Move) -> Result<(), IllegalMove> {
        match mv {
            Move::Vertices(vertices) if vertices.len() == 1 => {
                let vertex = vertices[0] as usize;
                let name = || self.places().name(vertex);
                match position.contains(vertex) {
                    true => Ok(()),
                    false => Err(IllegalMove(format!("vertex {} is gone or isolated", name()))),
                }
            }
            _ => Err(IllegalMove("a move deletes one vertex".into())),
        }
    }

    fn apply(&self, position: &BitSet, mv: &Move) -> Step<BitSet> {
        let mut next = position.clone();
        if let Move::Vertices(vertices) = mv {
            vertices.iter().for_each(|&v| next.remove(v as usize));
        }
        Step::passing(self.without_isolated(&next))
    }

    fn longest_game(&self) -> usize {
        self.space.board().vertex_count()
    }

    fn sees_structure_only(&self) -> bool {
        true
    }
}

impl Impartial for Grim {
    fn parts(&self, position: &BitSet) -> Vec<Part<BitSet>> {
        self.space.components(position).into_iter().map(Part::Component).collect()
    }

    fn taking(&self) -> Option<TakingRule<'_>> {
        self.code.as_ref().map(TakingRule::Connected)
    }
}

/// Grim on a graph.
pub static GRIM: GameDef = GameDef {
    names: &["grim"],
    title: "Grim",
    sentence: "Delete a vertex that is not isolated; vertices that become isolated are gone.",
    prompt: "Delete a vertex.",
    theory: Theory::Impartial,
    options: &[&MISERE],
    examples: &["grim grid:3x3", "grim complete:6", "grim path:9 --misere"],
    make,
    ..GameDef::BLANK
};

fn make(setup: &Setup) -> Result<Ruleset, InputError> {
    Ok(impartial(Grim::new(setup.graph()?)?))
}
