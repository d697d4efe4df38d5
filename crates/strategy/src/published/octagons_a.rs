//! Strategy A (Strategy 4.2 of Leelathanakit's thesis): make a maximum turn, one of the most moves.
//!
//! A turn consists of winning moves and ends with a move that is not (unless the game ends). Winning moves never take
//! each other away, and together they remove all that is outside the core (see `octagons` in the rules). So a turn is
//! maximum exactly if it plays winning moves as long as there are any, in any order, and then one more edge. Move by
//! move: a winning move if there is one, else any legal move. No memory of the turn is needed.

use outplay_rules::games::scoring::EdgeGame;
use outplay_rules::moves::Move;
use outplay_rules::record::Moment;
use outplay_rules::rules::Rules;
use outplay_rules::spaces::EdgePosition;
use outplay_rules::spaces::Edges;

use crate::strategy::{Invariance, Memory, Strategy};

/// Strategy A.
pub struct StrategyA<'r> {
    rules: &'r EdgeGame,
}

impl<'r> StrategyA<'r> {
    /// The strategy.
    pub fn new(rules: &'r EdgeGame) -> Self {
        StrategyA { rules }
    }
}

/// The legal moves that continue a maximum turn.
pub fn maximum_turn(rules: &EdgeGame, position: &EdgePosition) -> Vec<Move> {
    let legal = rules.moves(position);
    let winning: Vec<Move> =
        legal.iter().filter(|mv| rules.apply(position, mv).earned > 0).cloned().collect();
    if winning.is_empty() { legal } else { winning }
}

impl Strategy<Edges> for StrategyA<'_> {
    fn invariance(&self) -> Invariance {
        Invariance::Remainder
    }

    fn advice(&self, now: &Moment<EdgePosition>, _: &Memory) -> Vec<Move> {
        maximum_turn(self.rules, &now.position)
    }
}
