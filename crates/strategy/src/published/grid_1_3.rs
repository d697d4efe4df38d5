//! The grid strategies for 0.03 (Dailly's report, section 3.4).
//!
//! On 2xn grids any move will do (Theorem 34). On 3xn grids the player keeps to *(1,3)-grid graphs*: connected, every
//! column of size 3, or of size 1 and then not in the middle row (Definition 36); a chain counts as one (Observation
//! 37). The moves of the proofs:
//!
//! * Lemma 39, from a (1,3)-grid graph: a vertical move if there is one; otherwise the graph is a chain, and a move at
//!   either end.
//! * Lemma 40, after the opponent has left the (1,3)-grid graphs by a horizontal move: in the middle row, the move above
//!   it if possible, else the one below; in the top or bottom row, the move in the middle row beside it.
//!
//! That move need not be there: the list of "local topologies" in Lemma 40 misses horizontal moves that take the single
//! vertex of an end column together with a vertex of the next. `grid-1-3/any` plays any move to a (1,3)-grid graph,
//! which is what the statement of Lemma 40 (not its proof) promises to exist.

use outplay_rules::bits::BitSet;
use outplay_rules::error::InputError;
use outplay_rules::games::octal::OctalGame;
use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::rules::Rules;
use outplay_rules::spaces::HeapPosition;
use outplay_rules::spaces::Heaps;
use smallvec::smallvec;

use super::any::Any;
use crate::strategy::{Guarantee, Memory, Promise, Sees, Strategy};

/// The number of columns of a grid with this many rows on which 0.03 is played.
fn columns(rules: &OctalGame, rows: usize, name: &str) -> Result<usize, InputError> {
    let graph = rules.graph();
    let shape = graph.places().rows_and_columns();
    let is_grid = |columns: usize| graph.edge_count() + rows + columns == 2 * rows * columns;
    match shape {
        Some((r, columns))
            if r == rows && is_grid(columns) && rules.code().to_string() == "0.03" =>
        {
            Ok(columns)
        }
        _ => Err(InputError::plain(format!("{name} is for octal:0.03 on grid:{rows}xN"))
            .help(format!("for example: octal:0.03 grid:{rows}x5"))),
    }
}

fn promise(moves: usize, player: Player, source: &str) -> Option<Promise> {
    let winner = if moves % 2 == 1 { Player::First } else { Player::Second };
    (winner == player).then(|| Promise { claim: Guarantee::Win, source: source.into() })
}

/// Any move on a 2xn grid: n moves are made whatever happens.
pub fn two_rows(rules: &OctalGame, player: Player) -> Result<Any<'_, Heaps>, InputError> {
    let columns = columns(rules, 2, "grid-1-2")?;
    let promise = promise(columns, player, "dailly, Theorem 34 and Corollary 35");
    Ok(promise.map_or_else(|| Any::new(rules), |promise| Any::promising(rules, promise)))
}

/// The strategy on 3xn grids.
pub struct Grid13<'r> {
    rules: &'r OctalGame,
    columns: usize,
    player: Player,
    /// Whether any move to a (1,3)-grid graph is allowed.
    any: bool,
}

impl<'r> Grid13<'r> {
    /// The strategy.
    pub fn new(rules: &'r OctalGame, player: Player, any: bool) -> Result<Self, InputError> {
        Ok(Grid13 { rules, columns: columns(rules, 3, "grid-1-3")?, player, any })
    }

    fn vertex(&self, row: usize, column: usize) -> u16 {
        (row * self.columns + column) as u16
    }

    /// Every connected part is alone here: moves never disconnect.
    fn is_chain(&self, left: &BitSet) -> bool {
        let degree = |v: usize| self.rules.graph().neighbours(v).intersection(left).len();
        let ends: usize = left.iter().map(degree).sum();
        left.iter().all(|v| degree(v) <= 2) && ends < 2 * left.len().max(1)
    }

    /// Definition 36 with Observation 37.
    fn is_grid_graph(&self, left: &BitSet) -> bool {
        let fits = |column: usize| {
            let there: Vec<usize> =
                (0..3).filter(|&row| left.contains(self.vertex(row, column) as usize)).collect();
            matches!(there[..], [] | [0] | [2] | [0, 1, 2])
        };
        (0..self.columns).all(fits) || self.is_chain(left)
    }

    /// The moves that the proof of Lemma 39 names.
    fn lemma_39(&self, left: &HeapPosition) -> Vec<Move> {
        let moves = self.rules.moves(left);
        if self.is_chain(&left.vertices) {
            return moves;
        }
        let vertical = |mv: &Move| matches!(mv, Move::Vertices(v) if v.len() == 2 && v[1] - v[0] == self.columns as u16);
        moves.into_iter().filter(vertical).collect()
    }

    /// The move that the proof of Lemma 40 names, legal or not.
    fn lemma_40(&self, left: &HeapPosition, last: &Move) -> Vec<Move> {
        let Move::Vertices(taken) = last else { return Vec::new() };
        let [a, b] = taken[..] else { return Vec::new() };
        if b - a != 1 {
            return Vec::new();
        }
        let (row, column) = (a as usize / self.columns, a as usize % self.columns);
        let beside = |row: usize| {
            Move::Vertices(smallvec![self.vertex(row, column), self.vertex(row, column + 1)])
        };
        let answer = match row {
            1 if self.rules.check(left, &beside(0)).is_ok() => beside(0),
            1 => beside(2),
            _ => beside(1),
        };
        vec![answer]
    }
}

impl Strategy<Heaps> for Grid13<'_> {
    fn sees(&self) -> Sees {
        if self.any { Sees::Position } else { Sees::LastMove }
    }

    fn promise(&self) -> Option<Promise> {
        let moves = 3 * self.columns / 2;
        promise(moves, self.player, "dailly, Theorem 41 and Corollary 42")
    }

    fn advice(&self, now: &Moment<HeapPosition>, memory: &Memory) -> Vec<Move> {
        let left = &now.position;
        if self.any {
            let keeps =
                |mv: &Move| self.is_grid_graph(&self.rules.apply(left, mv).position.vertices);
            return self.rules.moves(left).into_iter().filter(keeps).collect();
        }
        match &memory.last {
            Some(last) if !self.is_grid_graph(&left.vertices) => self.lemma_40(left, last),
            _ => self.lemma_39(left),
        }
    }
}
