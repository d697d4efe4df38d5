//! Col and Snort (Berlekamp, Conway and Guy, Winning Ways, chapters 2 and 6): two players colour the vertices of a graph in
//! turn, Left blue and Right red. In Col neighbours must not have the same colour, in Snort they must not have different ones.
//!
//! Loops and parallel edges change nothing: no vertex is its own neighbour.

use crate::bits::BitSet;
use crate::game::{GameDef, Setup};
use crate::graph::Graph;
use crate::moves::Move;
use crate::player::Side;
use crate::rules::{IllegalMove, Rules, Step};
use crate::ruleset::{Ruleset, partizan};
use crate::spaces::{TintPosition, Tints};

use super::partizan::{OnTints, PARTIZAN, beginner};

/// Which neighbours are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forbidden {
    /// Of the same colour: Col.
    Alike,
    /// Of different colours: Snort.
    Different,
}

/// Col or Snort on a graph. A position is the set of vertices that each player may still colour.
#[derive(Clone, Debug)]
pub struct Colouring {
    space: Tints,
    forbidden: Forbidden,
}

impl Colouring {
    /// The game on a graph.
    pub fn new(graph: Graph, forbidden: Forbidden, beginner: Side) -> Self {
        // An edge matters while a move at one end can still forbid something at the other.
        let space = Tints::new(graph, beginner).joined(match forbidden {
            Forbidden::Alike => |a, b| a & b != 0,
            Forbidden::Different => |a, b| (a & 1 != 0 && b & 2 != 0) || (a & 2 != 0 && b & 1 != 0),
        });
        Colouring { space, forbidden }
    }
}

impl Rules for Colouring {
    type Space = Tints;
    type Position = TintPosition;

    fn space(&self) -> &Tints {
        &self.space
    }

    fn moves(&self, position: &TintPosition) -> Vec<Move> {
        let vertices = position.of(position.to_move).iter();
        vertices.map(|v| Move::Vertices([v as u16].into_iter().collect())).collect()
    }

    fn check(&self, position: &TintPosition, mv: &Move) -> Result<(), IllegalMove> {
        let side = position.to_move;
        match mv {
            Move::Vertices(vertices) if vertices.len() == 1 => {
                let vertex = vertices[0] as usize;
                if position.of(side).contains(vertex) {
                    return Ok(());
                }
                let name = self.places().name(vertex);
                Err(IllegalMove(format!("{side} may not colour vertex {name}")))
            }
            _ => Err(IllegalMove("a move colours one vertex".into())),
        }
    }

    fn apply(&self, position: &TintPosition, mv: &Move) -> Step<TintPosition> {
        let side = position.to_move;
        let mut next = position.passed();
        for vertex in mv.places() {
            let vertex = vertex as usize;
            let neighbours = self.space.board().neighbours(vertex);
            let barred = match self.forbidden {
                Forbidden::Alike => side,
                Forbidden::Different => side.other(),
            };
            for player in Side::BOTH {
                let set: &mut BitSet = match player {
                    Side::Left => &mut next.left,
                    Side::Right => &mut next.right,
                };
                if player == barred {
                    *set = set.difference(neighbours);
                }
                set.remove(vertex);
            }
        }
        Step::passing(next)
    }

    fn longest_game(&self) -> usize {
        self.space.board().vertex_count()
    }

    fn sees_structure_only(&self) -> bool {
        true
    }
}

impl OnTints for Colouring {}

/// What both games have in common.
const COLOURING: GameDef = GameDef { prompt: "Colour a vertex.", look: &["colours"], ..PARTIZAN };

/// Col.
pub static COL: GameDef = GameDef {
    names: &["col"],
    title: "Col",
    sentence: "Colour a vertex, Left blue and Right red; neighbours must not have the same colour.",
    examples: &["col path:7", "col grid:3x3 --right-first", "col petersen"],
    make: |setup| colouring(setup, Forbidden::Alike),
    ..COLOURING
};

/// Snort.
pub static SNORT: GameDef = GameDef {
    names: &["snort"],
    title: "Snort",
    sentence: "Colour a vertex, Left blue and Right red; neighbours must not have different colours.",
    examples: &["snort path:7", "snort grid:3x3", "snort petersen --right-first"],
    make: |setup| colouring(setup, Forbidden::Different),
    ..COLOURING
};

fn colouring(setup: &Setup, forbidden: Forbidden) -> Result<Ruleset, crate::error::InputError> {
    Ok(partizan(Colouring::new(setup.graph()?, forbidden, beginner(setup.options))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::families;
    use crate::rules::Partizan;

    fn moves(forbidden: Forbidden, played: &[u16]) -> Vec<u16> {
        let game = Colouring::new(families::path(4).unwrap(), forbidden, Side::Left);
        let mut position = game.start();
        for &vertex in played {
            let mv = Move::Vertices([vertex].into_iter().collect());
            position = game.play(&position, &mv).unwrap().position;
        }
        game.moves(&position).iter().flat_map(|mv| mv.places()).collect()
    }

    #[test]
    fn neighbours_are_barred() {
        assert_eq!(moves(Forbidden::Alike, &[1]), [0, 2, 3]);
        assert_eq!(moves(Forbidden::Alike, &[1, 2]), Vec::<u16>::from([3]));
        assert_eq!(moves(Forbidden::Different, &[1]), [3]);
        assert_eq!(moves(Forbidden::Different, &[1, 3]), [0]);
    }

    #[test]
    fn edges_that_no_move_can_feel_hold_nothing_together() {
        let game = Colouring::new(families::path(4).unwrap(), Forbidden::Alike, Side::Left);
        let mv = |vertex: u16| Move::Vertices([vertex].into_iter().collect());
        let after = game.apply(&game.start(), &mv(1)).position;
        // 1 and 3 may only be coloured by Right, 4 by both, and no two of 1, 3-4 are joined.
        assert_eq!(game.parts(&after).len(), 2);
        let after = game.apply(&after, &mv(3)).position;
        // 1: Right; 3: nobody.
        assert_eq!(after.live().len(), 1);
    }
}
