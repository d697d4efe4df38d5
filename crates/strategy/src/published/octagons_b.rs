//! Strategy B (Strategy 4.5 of Leelathanakit's thesis).
//!
//! Let a maximum turn from S lead to a state that is not terminal, and let W be its winning moves: the edges outside
//! the core of S. If there is a turn that consists of moves of W alone, the player makes one of those with the most
//! moves. Such a turn ends with a move of W that does not win: an edge whose ends both keep another edge.
//!
//! # Finding the longest such turn
//! Fix its last edge e and, at each end of e, an edge that keeps it from being freed (a loop e does both). All other
//! moves of W may be played before as winning moves as far as they go, in any order, since winning moves never take
//! each other away. The longest turn is the longest over all such choices. A move continues a longest turn if what is
//! left of it afterwards is one move shorter.
//!
//! Where there is no such turn the text says nothing; there the strategy is silent, or with `else-a` plays Strategy A.

use outplay_rules::games::octagons::core;
use outplay_rules::games::scoring::EdgeGame;
use outplay_rules::moves::Move;
use outplay_rules::record::Moment;
use outplay_rules::rules::Rules;
use outplay_rules::spaces::{EdgePosition, Edges};

use super::octagons_a::maximum_turn;
use crate::strategy::{Invariance, Memory, Strategy};

/// Strategy B.
pub struct StrategyB<'r> {
    rules: &'r EdgeGame,
    /// Whether it plays Strategy A where it is silent.
    else_a: bool,
}

impl<'r> StrategyB<'r> {
    /// The strategy.
    pub fn new(rules: &'r EdgeGame, else_a: bool) -> Self {
        StrategyB { rules, else_a }
    }

    /// The moves that continue a longest turn within the winning moves of a maximum turn.
    fn longest_turn(&self, position: &EdgePosition) -> Vec<Move> {
        let board = self.rules.board();
        let Some(longest) = turn_length(board, position) else { return Vec::new() };
        let continues = |index: usize| {
            if board.earns(position, index) == 0 {
                longest == 1
            } else {
                turn_length(board, &board.without(position, index)) == Some(longest - 1)
            }
        };
        outside(board, position)
            .into_iter()
            .filter(|&index| continues(index))
            .map(|index| board.move_of(index))
            .filter(|mv| self.rules.check(position, mv).is_ok())
            .collect()
    }
}

/// The edges outside the core: those that a maximum turn wins with.
fn outside(board: &Edges, position: &EdgePosition) -> Vec<usize> {
    let core = core(board, position);
    board.left(position).filter(|&index| position[index] > core[index]).collect()
}

/// The most moves of a turn that consists of edges outside the core alone; none if there is no such turn, or if a
/// maximum turn ends the game.
pub fn turn_length(board: &Edges, position: &EdgePosition) -> Option<usize> {
    let core = core(board, position);
    board.left(&core).next()?;
    let mut longest = None;
    for last in outside(board, position) {
        let [u, v] = board.graph().edges()[last].ends();
        for first_guard in guards(board, position, u, last) {
            for second_guard in guards(board, position, v, last) {
                let kept = [last, first_guard, second_guard];
                let length = played_before(board, position, &kept) + 1;
                longest = longest.max(Some(length));
            }
        }
    }
    longest
}

/// The edges that can keep a vertex from being freed when `last` goes; another copy of `last` will do.
fn guards(board: &Edges, position: &EdgePosition, vertex: usize, last: usize) -> Vec<usize> {
    let others = board.left_at(position, vertex);
    others.filter(|&index| index != last || position[index] > 1).collect()
}

/// How many winning moves can be played that spare a copy of each kept edge (two if an edge is kept twice over).
fn played_before(board: &Edges, position: &EdgePosition, kept: &[usize; 3]) -> usize {
    let spare = |index: usize| -> u8 {
        let guards = kept[1..].contains(&index) as u8;
        guards + (kept[0] == index) as u8
    };
    let mut now = position.clone();
    let mut played = 0;
    loop {
        let next = board
            .left(&now)
            .find(|&index| board.earns(&now, index) > 0 && now[index] > spare(index));
        let Some(index) = next else { return played };
        now = board.without(&now, index);
        played += 1;
    }
}

impl Strategy<Edges> for StrategyB<'_> {
    fn invariance(&self) -> Invariance {
        Invariance::Remainder
    }

    fn advice(&self, now: &Moment<EdgePosition>, _: &Memory) -> Vec<Move> {
        let turn = self.longest_turn(&now.position);
        let silent = turn.is_empty() && self.else_a;
        if silent { maximum_turn(self.rules, &now.position) } else { turn }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay_rules::graph::Graph;
    use outplay_rules::places::Places;

    /// The longest turn of winning edges that ends with one that does not win, by playing all of them.
    fn by_play(board: &Edges, position: &EdgePosition, winning: &[u8]) -> Option<usize> {
        let mut longest = None;
        for index in board.left(position).filter(|&index| position[index] > winning[index]) {
            let next = board.without(position, index);
            let length = if board.earns(position, index) == 0 {
                Some(1)
            } else {
                by_play(board, &next, winning).map(|rest| rest + 1)
            };
            longest = longest.max(length);
        }
        longest
    }

    #[test]
    fn lengths_are_those_of_all_turns() {
        let mut random = fastrand::Rng::with_seed(11);
        let mut some = 0;
        for _ in 0..3000 {
            let n = 2 + random.usize(..5);
            let edges: Vec<(usize, usize)> = (0..2 + random.usize(..7))
                .map(|_| (random.usize(..n), random.usize(..n)))
                .collect();
            let graph = Graph::new(Places::numbered(n), edges.iter().copied()).unwrap();
            let board = Edges::new(graph);
            let start = board.start();
            let core = core(&board, &start);
            let expected = board.left(&core).next().and_then(|_| by_play(&board, &start, &core));
            assert_eq!(turn_length(&board, &start), expected, "{edges:?}");
            some += usize::from(expected.is_some());
        }
        assert!(some > 100, "{some}");
    }
}
