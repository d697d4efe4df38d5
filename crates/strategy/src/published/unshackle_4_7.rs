//! Theorem 4.7 of the Unshackle paper: the second player's case-by-case strategy on the 2x4 grid.
//!
//! Case 1: the first player removes an edge other than e1 = (1,1)-(2,1) and e2 = (1,4)-(2,4): the second player
//! removes its shadow under the point reflection. Case 2: he removes e1 (or, up to symmetry, e2): she removes
//! (1,1)-(1,2), and then answers his next edge by the list (1) to (8). In every case what is left is symmetric with no
//! fixed edge and at least one fixed vertex, so the paper says, and she goes on with Strategy 2 there. "Symmetric" is
//! said of an isomorphic graph, so here the symmetry is looked for in the graph that is left; where there is none the
//! strategy falls silent.

use std::collections::HashMap;

use outplay_rules::error::InputError;
use outplay_rules::games::scoring::EdgeGame;
use outplay_rules::graph::Graph;
use outplay_rules::moves::Move;
use outplay_rules::places::Places;
use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::rules::Rules;
use outplay_rules::spaces::EdgePosition;
use outplay_rules::spaces::Edges;

use super::involution;
use super::shadow::shadow_of;
use crate::strategy::{Guarantee, Memory, MomentIn, Promise, Sees, Strategy};

/// A vertex of the paper's grid: (1,1) to (2,4).
type Vertex = (u16, u16);

/// The answers (1) to (8) to the first player's second edge.
const ANSWERS: [[Vertex; 4]; 8] = [
    [(1, 2), (1, 3), (2, 2), (2, 3)],
    [(1, 3), (1, 4), (2, 2), (2, 3)],
    [(1, 2), (2, 2), (1, 3), (2, 3)],
    [(1, 3), (2, 3), (2, 1), (2, 2)],
    [(1, 4), (2, 4), (2, 3), (2, 4)],
    [(2, 1), (2, 2), (1, 3), (2, 3)],
    [(2, 2), (2, 3), (1, 3), (2, 3)],
    [(2, 3), (2, 4), (1, 4), (2, 4)],
];

/// The strategy.
pub struct CaseByCase<'r> {
    rules: &'r EdgeGame,
    /// The paper's first coordinate runs down the columns of a 4x2 grid.
    upright: bool,
    /// The symmetry to go on with from each position that ends a case.
    plans: HashMap<EdgePosition, usize>,
    images: Vec<Vec<u16>>,
}

impl<'r> CaseByCase<'r> {
    /// The strategy for the second player on grid:2x4 or grid:4x2.
    pub fn new(rules: &'r EdgeGame, player: Player) -> Result<Self, InputError> {
        let graph = rules.board().graph();
        let shape = graph.places().rows_and_columns();
        let is_grid = graph.is_simple() && graph.edge_count() == 10;
        if !is_grid || !matches!(shape, Some((2, 4) | (4, 2))) || player == Player::First {
            return Err(InputError::plain(
                "unshackle-4.7 is for the second player on grid:2x4 or grid:4x2",
            )
            .help("for example: unshackle grid:2x4 --as second"));
        }
        let upright = shape == Some((4, 2));
        let mut strategy = CaseByCase { rules, upright, plans: HashMap::new(), images: Vec::new() };
        strategy.make_plans();
        Ok(strategy)
    }

    fn make_plans(&mut self) {
        let start = self.rules.start();
        for first in self.rules.moves(&start) {
            let after =
                |position: &EdgePosition, mv: &Move| self.rules.apply(position, mv).position;
            let g1 = after(&start, &first);
            let Some(answer) = self.first_answer(&first) else { continue };
            let g2 = after(&g1, &answer);
            if !self.is_end_edge(&first) {
                self.add_plan(g2);
                continue;
            }
            let flipped = first == self.edge((1, 1), (2, 1), true);
            let ends: Vec<EdgePosition> = self
                .rules
                .moves(&g2)
                .iter()
                .filter_map(|second| {
                    let answer = self.second_answer(second, flipped)?;
                    let g3 = after(&g2, second);
                    self.rules.check(&g3, &answer).ok().map(|()| after(&g3, &answer))
                })
                .collect();
            ends.into_iter().for_each(|g4| self.add_plan(g4));
        }
    }

    /// Notes the symmetry of what is left, if there is one without fixed edges and with a fixed vertex.
    fn add_plan(&mut self, position: EdgePosition) {
        let graph = self.rules.board().graph();
        let left = graph.edges().iter().zip(&position).filter(|(_, copies)| **copies > 0);
        let pairs = left.map(|(edge, _)| (edge.u as usize, edge.v as usize));
        let Ok(rest) = Graph::new(Places::numbered(graph.vertex_count()), pairs) else { return };
        let found = involution::best(&rest, Player::Second);
        if let Some(found) = found.filter(|found| !found.fixed_vertices.is_empty()) {
            self.images.push(found.image);
            self.plans.insert(position, self.images.len());
        }
    }

    /// The vertex of our board, with the board flipped left to right if the first player began at e2.
    fn vertex(&self, (a, b): Vertex, flipped: bool) -> u16 {
        let b = if flipped { 5 - b } else { b };
        if self.upright { (b - 1) * 2 + (a - 1) } else { (a - 1) * 4 + (b - 1) }
    }

    fn edge(&self, u: Vertex, v: Vertex, flipped: bool) -> Move {
        let (u, v) = (self.vertex(u, flipped), self.vertex(v, flipped));
        Move::Edge(u.min(v), u.max(v))
    }

    fn is_end_edge(&self, mv: &Move) -> bool {
        [false, true].iter().any(|&flipped| *mv == self.edge((1, 1), (2, 1), flipped))
    }

    /// Whether Case 2 began at e2: then e1 and (1,1)-(1,2) are not both gone when three edges are.
    fn is_flipped(&self, position: &EdgePosition) -> bool {
        let there = |mv: &Move| self.rules.board().check(position, mv).is_ok();
        there(&self.edge((1, 1), (2, 1), false)) || there(&self.edge((1, 1), (1, 2), false))
    }

    fn first_answer(&self, first: &Move) -> Option<Move> {
        if self.is_end_edge(first) {
            let flipped = *first == self.edge((1, 1), (2, 1), true);
            return Some(self.edge((1, 1), (1, 2), flipped));
        }
        let through_centre: Vec<u16> = (0..8).map(|v| 7 - v).collect();
        shadow_of(&through_centre, first)
    }

    fn second_answer(&self, second: &Move, flipped: bool) -> Option<Move> {
        let is_asked = |[a, b, ..]: &&[Vertex; 4]| *second == self.edge(*a, *b, flipped);
        ANSWERS.iter().find(is_asked).map(|[_, _, c, d]| self.edge(*c, *d, flipped))
    }
}

impl Strategy<Edges> for CaseByCase<'_> {
    fn sees(&self) -> Sees {
        Sees::Plan
    }

    fn promise(&self) -> Option<Promise> {
        Some(Promise { claim: Guarantee::Win, source: "unshackle, Theorem 4.7".into() })
    }

    fn remember(&self, memory: &Memory, before: &MomentIn<Edges>, mv: &Move, mine: bool) -> Memory {
        if !mine {
            return Memory { last: Some(mv.clone()), ..memory.clone() };
        }
        let reached = self.rules.apply(&before.position, mv).position;
        let plan = match memory.plan {
            0 => self.plans.get(&reached).map_or(0, |&plan| plan as u16),
            chosen => chosen,
        };
        Memory { plan, ..Memory::default() }
    }

    fn advice(&self, now: &Moment<EdgePosition>, memory: &Memory) -> Vec<Move> {
        let Some(last) = &memory.last else { return Vec::new() };
        let gone = now.position.iter().filter(|&&copies| copies == 0).count();
        let answer = match (memory.plan, gone) {
            (0, 1) => self.first_answer(last),
            (0, 3) => self.second_answer(last, self.is_flipped(&now.position)),
            (0, _) => None,
            (plan, _) => shadow_of(&self.images[plan as usize - 1], last),
        };
        answer.into_iter().collect()
    }
}
