//! The beta-weight strategies (Riegel's dissertation, sections 3.3, 3.4 and 5.2; Appendices B and C), and Erdős and
//! Selfridge's for taking points.
//!
//! Sets are weighed for the builder (X, Maker) with every opposing piece blocking. Hopping, the first player makes a
//! hop after which the weight is greatest, the second one after which it is least (section 3.4, "brute force").
//! Chapter 3 has another way for the first player: first the free point of the greatest weight, then the piece whose
//! hop there leaves the greatest weight. Taking points, both take a free point of the greatest weight (Proposition
//! 5.2.7); for the blocking player that is the strategy of Erdős and Selfridge.
//!
//! # What is proved when points are taken one a turn
//! Let w be the weight before the blocker's turn. If w < 1 the builder never completes a set: taking o takes w(o) away,
//! and the builder's c then adds at most w(c) <= w(o), so the weight never grows, and a complete set weighs 1. The
//! empty board weighs the sum of 2^-|A|; if the builder begins, his first point at most doubles it.

use outplay_rules::error::InputError;
use outplay_rules::games::hop::HopGame;
use outplay_rules::games::placing::{Goal, PlacingGame};
use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::rules::{Positional, Rules};
use outplay_rules::sets::SetFamily;
use outplay_rules::spaces::Points;
use outplay_rules::spaces::Stones;

use super::alpha_weight::{heaviest, refuse_huge};
use super::weights::{is_exact, weights};
use crate::strategy::{Guarantee, Invariance, Memory, Promise, Strategy};

/// How a hop is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// By the weight after the whole hop.
    Whole,
    /// First where to, then from where.
    PointFirst,
}

/// The strategy in hop games.
pub struct HopWeight<'r> {
    rules: &'r HopGame,
    player: Player,
    order: Order,
}

impl<'r> HopWeight<'r> {
    /// The strategy; only the first player chooses the point first.
    pub fn new(rules: &'r HopGame, player: Player, order: Order) -> Result<Self, InputError> {
        if order == Order::PointFirst && player == Player::Second {
            return Err(InputError::plain("this way to choose a hop is for the first player")
                .help("the second player has alpha-weight and beta-weight"));
        }
        refuse_huge(rules)?;
        Ok(HopWeight { rules, player, order })
    }

    /// The builder's weight after a hop.
    fn after(&self, position: &Stones, mv: &Move) -> f64 {
        let next = self.rules.apply(position, mv).position;
        let board = self.rules.board();
        weights(board.first_sets(), &next.first, &next.second, board.point_count()).total
    }

    /// The legal hops to the free points of the greatest weight.
    fn to_heaviest(&self, position: &Stones) -> Vec<Move> {
        let board = self.rules.board();
        let n = board.point_count();
        let now = weights(board.first_sets(), &position.first, &position.second, n);
        let best = heaviest(position.free(n), &now.points);
        let goes_there =
            |mv: &Move| matches!(mv, Move::Hop { to, .. } if best.contains(&(*to as usize)));
        self.rules.moves(position).into_iter().filter(goes_there).collect()
    }
}

/// The moves of the greatest score.
pub fn greatest(moves: Vec<Move>, score: impl Fn(&Move) -> f64) -> Vec<Move> {
    let scores: Vec<f64> = moves.iter().map(score).collect();
    let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    moves.into_iter().zip(scores).filter(|(_, score)| *score == best).map(|(mv, _)| mv).collect()
}

impl Strategy<Points> for HopWeight<'_> {
    fn invariance(&self) -> Invariance {
        Invariance::Board
    }

    fn advice(&self, now: &Moment<Stones>, _: &Memory) -> Vec<Move> {
        let moves = match self.order {
            Order::Whole => self.rules.moves(&now.position),
            Order::PointFirst => self.to_heaviest(&now.position),
        };
        let sign = if self.player == Player::First { 1.0 } else { -1.0 };
        greatest(moves, |mv| sign * self.after(&now.position, mv))
    }
}

/// The strategy where points are taken.
pub struct PlacingWeight<'r> {
    rules: &'r PlacingGame,
    /// Whose sets are weighed.
    builder: Player,
    player: Player,
    /// Whether both players take one point a turn.
    one_a_turn: bool,
}

impl<'r> PlacingWeight<'r> {
    /// The strategy; `against` weighs the opponent's sets, otherwise the first player's (or Maker's) are weighed.
    pub fn new(rules: &'r PlacingGame, player: Player, against: bool) -> Result<Self, InputError> {
        let builder = match rules.goal() {
            Goal::Strong if against => player.other(),
            Goal::Strong => Player::First,
            Goal::MakerBreaker { maker } => maker,
            Goal::AvoiderEnforcer { .. } => {
                return Err(InputError::plain("weights say nothing about avoiding sets")
                    .help("--strategy optimal, on small boards"));
            }
        };
        if against && builder == player {
            return Err(InputError::plain("erdos-selfridge is for the player who blocks")
                .help(format!("--as {}, or --strategy beta-weight", player.other())));
        }
        if !is_exact(sets(rules, builder)) {
            return Err(InputError::plain(
                "this board has too many or too large winning sets to weigh exactly",
            ));
        }
        let mut stones = Stones::none(rules.board().point_count());
        let mut movers = Vec::new();
        for point in 0..rules.board().point_count() {
            movers.push(rules.to_move(&stones));
            stones.first.insert(point);
        }
        let one_a_turn = movers.windows(2).all(|pair| pair[0] != pair[1]);
        Ok(PlacingWeight { rules, builder, player, one_a_turn })
    }

    fn weigh(&self, position: &Stones) -> super::weights::Weights {
        let (owned, blocking) = (position.of(self.builder), position.of(self.builder.other()));
        weights(sets(self.rules, self.builder), owned, blocking, self.rules.board().point_count())
    }

    /// What it is worth that the builder never completes a set.
    fn blocked(&self) -> i32 {
        if matches!(self.rules.goal(), Goal::MakerBreaker { .. }) { 1 } else { 0 }
    }
}

fn sets(rules: &PlacingGame, player: Player) -> &SetFamily {
    let strong_second = rules.goal() == Goal::Strong && player == Player::Second;
    if strong_second { rules.board().second_sets() } else { rules.board().first_sets() }
}

impl Strategy<Points> for PlacingWeight<'_> {
    fn invariance(&self) -> Invariance {
        Invariance::Board
    }

    fn promise(&self) -> Option<Promise> {
        let weight = self.weigh(&self.rules.start()).total;
        let begins = self.builder == Player::First;
        let light = weight < if begins { 0.5 } else { 1.0 };
        let claim = if self.blocked() == 1 { Guarantee::Win } else { Guarantee::Draw };
        let source = format!("Erdős and Selfridge: the sets weigh {weight}");
        (light && self.player != self.builder && self.one_a_turn)
            .then_some(Promise { claim, source })
    }

    fn advice(&self, now: &Moment<Stones>, _: &Memory) -> Vec<Move> {
        let free = now.position.free(self.rules.board().point_count());
        let best = heaviest(free, &self.weigh(&now.position).points);
        best.into_iter().map(|point| Move::Point(point as u16)).collect()
    }

    fn guaranteed(&self, now: &Moment<Stones>, _memory: &Memory) -> Option<i32> {
        let blocks = self.player != self.builder && now.to_move == self.player && self.one_a_turn;
        (blocks && self.weigh(&now.position).total < 1.0).then(|| self.blocked())
    }
}
