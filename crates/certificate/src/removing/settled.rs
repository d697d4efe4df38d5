//! What a position of a game of removing edges reduces to, so that a proof need only speak of the rest. Positions are
//! looked up by it; which theories may serve, the certificate says.

use outplay_rules::games::scoring::{EdgeGame, Variant};
use outplay_rules::spaces::EdgePosition;

use super::{captures, cores, rich};
use crate::theory::{Theory, Used};

/// What a position reduces to. With v the margin of the rest, its own is `add + v`, or `add - v` if it is turned round,
/// or `add + |deal + v|` if there is a deal.
pub struct Settled {
    add: i32,
    turned: bool,
    deal: i32,
    /// What is left.
    pub rest: EdgePosition,
    /// The vertices that have an edge left.
    points: i32,
    /// Bounds on the margin of what is left that a theorem gives.
    known: (i32, i32),
}

impl Settled {
    /// What a position reduces to by the theories that may be used; none if none of them covers the game.
    pub fn new(rules: &EdgeGame, position: &EdgePosition, theories: &Used) -> Option<Self> {
        let board = rules.board();
        let mut rest = position.clone();
        let (mut turned, mut deal, mut known) = (false, 0, None);
        let add;
        match rules.variant() {
            Variant::StringsAndCoins if theories.has(Theory::Captures) => {
                theories.count(Theory::Captures, 1);
                (add, deal) = captures::play(board, &mut rest);
                if theories.has(Theory::Rich) {
                    theories.count(Theory::Rich, rich::reduce(board, &mut rest));
                }
                captures::reduce(board, &mut rest);
                if theories.has(Theory::Rich) && rest.iter().any(|&copies| copies > 0) {
                    known = rich::bounds(board, &rest);
                    theories.count(Theory::Rich, u64::from(known.is_some()));
                }
            }
            Variant::Unshackle if theories.has(Theory::Cores) => {
                theories.count(Theory::Cores, 1);
                (add, turned) = cores::reduce(board, &mut rest);
                known = cores::bounds(board, &rest);
            }
            _ => return None,
        }
        let points = board.bound_vertices(&rest) as i32;
        let (low, high) = known.unwrap_or((-points, points));
        let known = (low.max(-points), high.min(points));
        Some(Settled { add, turned, deal, rest, points, known })
    }

    /// The bounds on the margin that follow from bounds on the margin of the rest.
    pub fn bounds(&self, (least, most): (i32, i32)) -> (i32, i32) {
        let (least, most) = (least.max(self.known.0), most.min(self.known.1));
        if self.turned {
            return (self.add - most, self.add - least);
        }
        let (a, b) = (least.saturating_add(self.deal), most.saturating_add(self.deal));
        if self.deal == 0 {
            return (self.add + a, self.add + b);
        }
        let smallest = match a <= 0 && b >= 0 {
            // Every vertex is a point for somebody, so margins have the parity of the points.
            true => (self.deal + self.points) & 1,
            false => a.abs().min(b.abs()),
        };
        (self.add + smallest, self.add + a.abs().max(b.abs()))
    }

    /// Numbers a and b, of which one may be missing: the margin is at least so much if and only if v is at least a or at most b,
    /// and at most so much if and only if v is at most a and at least b.
    pub fn goals(&self, margin: i32) -> (Option<i32>, Option<i32>) {
        let margin = margin - self.add;
        match (self.turned, self.deal) {
            (true, _) => (None, Some(-margin)),
            (false, 0) => (Some(margin), None),
            (false, deal) => (Some(margin - deal), Some(-margin - deal)),
        }
    }
}
