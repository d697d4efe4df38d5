//! Strategy 4.14 of Leelathanakit's thesis, for the normal 1xn and 2xn games.
//!
//! (A) In the initial state remove a simple edge. (B) In another normal state: (B1) if the opponent removed a loop at
//! v and a simple edge at v is left, remove one of those; (B2) if he removed a loop at v and only others are left,
//! remove one of them; (B3) if he removed a simple edge and one is left, remove one; (B4) if none is left, remove a
//! loop such that a normal state is reached. (C) In a strategic state play Strategy A.
//!
//! The gap: in a *critical* state without simple edges (B4) does not apply, since no loop leads to a normal state. The
//! text says nothing there, and the strategy is silent; `completed` plays Strategy A, as the proofs of Theorems 4.16
//! and 4.18 seem to have in mind.

use outplay_rules::games::octagons::{StateClass, is_normal, state_class};
use outplay_rules::games::scoring::{EdgeGame, Variant};
use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::rules::Rules;
use outplay_rules::spaces::{EdgePosition, Edges};

use super::octagons_a::maximum_turn;
use crate::strategy::{Guarantee, Invariance, Memory, MomentIn, Promise, Sees, Strategy};

/// Strategy 4.14.
pub struct Strategy414<'r> {
    rules: &'r EdgeGame,
    player: Player,
    /// Whether Strategy A fills the gap in critical states.
    completed: bool,
}

impl<'r> Strategy414<'r> {
    /// The strategy.
    pub fn new(rules: &'r EdgeGame, player: Player, completed: bool) -> Self {
        Strategy414 { rules, player, completed }
    }
}

/// The turn is not over yet: what was begun in a strategic state goes on.
pub const MID_TURN: u16 = 1;

/// Memories from here on stand for a tail of forced moves, by its length: see [`forced_tail`].
const TAIL: u16 = 2;

/// What stands for a normal state from which only loops lead to normal states, until the critical state.
///
/// Both players must then remove such loops (rule (3') and the strategies' own). Which ones makes no difference: an edge
/// that is no loop never leads to a normal state again, because weights only fall, so each vertex ends with the loops
/// it needs for a weight of 2. So the critical state is known, and so is the number of moves to it.
pub fn forced_tail(board: &Edges, position: &EdgePosition) -> Option<(EdgePosition, Memory)> {
    let edges = board.graph().edges();
    if !is_normal(board, position) {
        return None;
    }
    let weights: Vec<u32> =
        (0..board.graph().vertex_count()).map(|v| board.weight(position, v)).collect();
    let leads = |index: usize| edges[index].ends().iter().all(|&end| weights[end] >= 3);
    if board.left(position).any(|index| !edges[index].is_loop() && leads(index)) {
        return None;
    }
    let mut critical = position.clone();
    let mut moves = 0;
    for index in board.left(position).filter(|&index| edges[index].is_loop()) {
        let more = (weights[edges[index].u as usize] - 2).min(position[index] as u32);
        critical[index] -= more as u8;
        moves += more as u16;
    }
    (moves > 0).then(|| (critical, Memory { plan: TAIL + moves, ..Memory::default() }))
}

/// The simple edges that are left, by index.
pub fn simple_edges(board: &Edges, position: &EdgePosition) -> Vec<usize> {
    board
        .left(position)
        .filter(|&index| !board.graph().edges()[index].is_loop() && position[index] == 1)
        .collect()
}

/// Whether removing an edge leads to a normal state.
pub fn leads_to_normal(board: &Edges, position: &EdgePosition, index: usize) -> bool {
    is_normal(board, &board.without(position, index))
}

/// What both strategies remember: that they are within a turn, or the loop that the opponent removed if simple edges
/// are left at its vertex. All else makes no difference to them.
pub fn remembered(
    rules: &EdgeGame,
    before: &Moment<EdgePosition>,
    mv: &Move,
    mine: bool,
) -> Memory {
    let step = rules.apply(&before.position, mv);
    let Move::Edge(u, v) = mv else { return Memory::default() };
    if mine {
        return Memory { plan: if step.again { MID_TURN } else { 0 }, ..Memory::default() };
    }
    let board = rules.board();
    let at_vertex = |&index: &usize| board.graph().edges()[index].ends().contains(&(*u as usize));
    if u == v && simple_edges(board, &step.position).iter().any(at_vertex) {
        return Memory { last: Some(mv.clone()), ..Memory::default() };
    }
    Memory::default()
}

/// Those of `edges` at the vertex whose loop the opponent removed, if there are any; else all of them.
pub fn at_loop_first(board: &Edges, edges: Vec<usize>, memory: &Memory) -> Vec<usize> {
    let Some(Move::Edge(vertex, _)) = memory.last else { return edges };
    let at = |&index: &usize| board.graph().edges()[index].ends().contains(&(vertex as usize));
    let near: Vec<usize> = edges.iter().copied().filter(at).collect();
    if near.is_empty() { edges } else { near }
}

impl Strategy<Edges> for Strategy414<'_> {
    fn sees(&self) -> Sees {
        Sees::LastMove
    }

    fn invariance(&self) -> Invariance {
        Invariance::Remainder
    }

    fn promise(&self) -> Option<Promise> {
        let (rows, columns) = self.rules.places().rows_and_columns()?;
        let is_octagons =
            self.rules.board().graph().edge_count() == 6 * rows * columns + rows + columns;
        if !is_octagons || self.rules.variant() != Variant::NormalOctagons {
            return None;
        }
        let (rows, columns) = (rows.min(columns), rows.max(columns));
        let (claim, theorem) = match (rows, columns % 2, self.player) {
            (1, 1, Player::Second) => (Guarantee::Win, "4.15"),
            (1, 0, _) => (Guarantee::Draw, "4.16"),
            (2, ..) => (Guarantee::Draw, "4.18"),
            _ => return None,
        };
        Some(Promise { claim, source: format!("octagons, Theorem {theorem}") })
    }

    fn remember(&self, _: &Memory, before: &MomentIn<Edges>, mv: &Move, mine: bool) -> Memory {
        remembered(self.rules, before, mv, mine)
    }

    fn stands_for(&self, now: &MomentIn<Edges>, memory: &Memory) -> Option<(EdgePosition, Memory)> {
        let board = self.rules.board();
        let normal_rules = self.rules.variant() == Variant::NormalOctagons;
        let loops_only = normal_rules && simple_edges(board, &now.position).is_empty();
        if loops_only && *memory == Memory::default() {
            forced_tail(board, &now.position)
        } else {
            None
        }
    }

    fn advice(&self, now: &Moment<EdgePosition>, memory: &Memory) -> Vec<Move> {
        let (board, position) = (self.rules.board(), &now.position);
        let state = state_class(board, position);
        if state == StateClass::Strategic || memory.plan == MID_TURN {
            return maximum_turn(self.rules, position);
        }
        let simple = simple_edges(board, position);
        let chosen: Vec<usize> = if *position == board.start() {
            simple
        } else if !simple.is_empty() {
            at_loop_first(board, simple, memory)
        } else {
            board.left(position).filter(|&index| leads_to_normal(board, position, index)).collect()
        };
        if chosen.is_empty() && self.completed {
            return maximum_turn(self.rules, position);
        }
        chosen.into_iter().map(|index| board.move_of(index)).collect()
    }
}
