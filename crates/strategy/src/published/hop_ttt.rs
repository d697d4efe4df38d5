//! Theorem 2.1.1 of Riegel's dissertation: the first player wins the hop game on the 3x3 board from any start.
//!
//! First hop: from the middle to a corner, from a corner to the middle, from an edge to a neighbouring edge (2 to 4).
//! Second hop, with X's in the middle and in a corner: the corner piece goes to a free point on a line with the corner
//! and on a line with the O. (The text first says "along one of the two lines containing position 1", then counts three;
//! `two-lines` leaves the diagonal out.) With X's on two edges: *type I*, each X is on a line with the O: a hop after
//! which one row (or column) holds the two X's and a parallel one the two O's, with a line across them completely open.
//! *Type II*: an X that is on no line with the O goes along one of its lines to make a line with two X's and an open
//! point. Third hop: any that wins at once.

use outplay_rules::bits::BitSet;
use outplay_rules::error::InputError;
use outplay_rules::games::hop::HopGame;
use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::rules::{End, Positional, Rules};
use outplay_rules::sets::{SetFamily, lattice};
use outplay_rules::spaces::Points;
use outplay_rules::spaces::Stones;

use crate::strategy::{Guarantee, Invariance, Memory, Promise, Strategy};

const MIDDLE: usize = 4;
const CORNERS: [usize; 4] = [0, 2, 6, 8];

/// The strategy.
pub struct HopTicTacToe<'r> {
    rules: &'r HopGame,
    lines: Vec<BitSet>,
    /// Whether the second hop from a corner may not go along the diagonal.
    two_lines: bool,
}

impl<'r> HopTicTacToe<'r> {
    /// The strategy for the first player on ttt:3.
    pub fn new(rules: &'r HopGame, player: Player, two_lines: bool) -> Result<Self, InputError> {
        let board = lattice::tic_tac_toe(3, 2)?;
        let SetFamily::Listed(lines) = board.first_sets().clone() else {
            return Err(InputError::plain("hop-ttt is for ttt:3"));
        };
        if rules.board() != &board || player == Player::Second {
            return Err(InputError::plain("hop-ttt is for the first player on ttt:3")
                .help("for example: hop ttt:3 --as first"));
        }
        Ok(HopTicTacToe { rules, lines, two_lines })
    }

    /// Whether two points are on a line.
    fn in_line(&self, a: usize, b: usize) -> bool {
        self.lines.iter().any(|line| line.contains(a) && line.contains(b))
    }

    fn first_hop(&self, from: usize, to: usize) -> bool {
        if from == MIDDLE {
            CORNERS.contains(&to)
        } else if CORNERS.contains(&from) {
            to == MIDDLE
        } else {
            // Neighbouring edges are the ones that are not in line; corners next but one are not edges.
            to != MIDDLE && !CORNERS.contains(&to) && !self.in_line(from, to)
        }
    }

    fn second_hop(&self, position: &Stones, from: usize, to: usize) -> bool {
        let Some(o) = position.second.first() else { return false };
        if position.first.contains(MIDDLE) {
            let outer = |line: &&BitSet| !line.contains(MIDDLE);
            let along = self.lines.iter().filter(outer).any(|l| l.contains(from) && l.contains(to));
            let on_line = if self.two_lines { along } else { self.in_line(from, to) };
            return from != MIDDLE && on_line && self.in_line(to, o);
        }
        let Some(stays) = position.first.iter().find(|&x| x != from) else { return false };
        if position.first.iter().all(|x| self.in_line(x, o)) {
            return self.type_one([stays, to], [from, o]);
        }
        let open_line = |line: &&BitSet| {
            let third = line.iter().find(|&p| p != stays && p != to);
            line.contains(stays) && line.contains(to) && third.is_some_and(|p| position.is_free(p))
        };
        !self.in_line(from, o) && self.in_line(from, to) && self.lines.iter().any(|l| open_line(&l))
    }

    /// The X's in a row, the O's in a parallel one, a line across them open; or the same with columns.
    fn type_one(&self, xs: [usize; 2], os: [usize; 2]) -> bool {
        let row = |p: usize| p / 3;
        let column = |p: usize| p % 3;
        let parallel = |along: &dyn Fn(usize) -> usize, across: &dyn Fn(usize) -> usize| {
            let used: Vec<usize> = xs.iter().chain(&os).map(|&p| across(p)).collect();
            along(xs[0]) == along(xs[1])
                && along(os[0]) == along(os[1])
                && along(xs[0]) != along(os[0])
                && (0..3).any(|line| !used.contains(&line))
        };
        parallel(&row, &column) || parallel(&column, &row)
    }
}

/// Whether a hop wins at once.
pub fn wins_at_once(rules: &HopGame, position: &Stones, mv: &Move) -> bool {
    rules.end(&rules.apply(position, mv).position) == Some(End::Win(rules.to_move(position)))
}

impl Strategy<Points> for HopTicTacToe<'_> {
    fn invariance(&self) -> Invariance {
        Invariance::Board
    }

    fn promise(&self) -> Option<Promise> {
        Some(Promise { claim: Guarantee::Win, source: "hop, Theorem 2.1.1".into() })
    }

    fn advice(&self, now: &Moment<Stones>, _: &Memory) -> Vec<Move> {
        let position = &now.position;
        let good = |mv: &Move| {
            let Move::Hop { from, to } = *mv else { return false };
            let (from, to) = (from as usize, to as usize);
            match position.first.len() {
                1 => self.first_hop(from, to),
                2 => self.second_hop(position, from, to),
                3 => wins_at_once(self.rules, position, mv),
                _ => false,
            }
        };
        self.rules.moves(position).into_iter().filter(good).collect()
    }
}
