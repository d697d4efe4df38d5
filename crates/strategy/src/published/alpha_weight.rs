//! The alpha-weight strategy (Riegel's dissertation, sections 3.2 to 3.4 and 5.3), for the second player.
//!
//! Let alpha be where the newest O stands. Sets are weighed as if alpha were an X already; the player hops from alpha
//! to a free point of the greatest weight, ties broken arbitrarily.
//!
//! # What is proved
//! Let w be the alpha-weight of the board before her turn. If w < 1, she never loses from there. For after her hop to o
//! and his to c the weight is w - w(o) + w(c) - w(o, c) (Equation 3.1; where he hops from makes no difference, since
//! that point is the new alpha and counts as an X all the same), and w(o) >= w(c): the weight never grows
//! (Proposition 3.2.1). A set that he completes by his own hop weighs 1; so does one that her hop completes, for it
//! consisted of X's and alpha before it. This needs that she may hop from anywhere to anywhere.

use outplay_rules::error::InputError;
use outplay_rules::games::hop::HopGame;
use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::sets::{Hops, SetBoard};
use outplay_rules::spaces::{Points, Stones};

use super::planes::Plane;
use super::weights::{Weights, is_exact, weights};
use crate::strategy::{Guarantee, Invariance, Memory, MomentIn, Promise, Sees, Strategy};

/// The strategy.
pub struct AlphaWeightStrategy<'r> {
    rules: &'r HopGame,
}

impl<'r> AlphaWeightStrategy<'r> {
    /// The strategy for the second player.
    pub fn new(rules: &'r HopGame, player: Player) -> Result<Self, InputError> {
        if player == Player::First || rules.is_fire_and_ice() {
            return Err(InputError::plain("alpha-weight is for the second player of a hop game")
                .help("--as second; the first player has beta-weight and newest-x"));
        }
        refuse_huge(rules)?;
        Ok(AlphaWeightStrategy { rules })
    }

    /// The weights with alpha counted as an X.
    fn weights(&self, stones: &Stones, alpha: usize) -> Weights {
        let (mut owned, mut blocking) = (stones.first.clone(), stones.second.clone());
        owned.insert(alpha);
        blocking.remove(alpha);
        let board = self.rules.board();
        weights(board.first_sets(), &owned, &blocking, board.point_count())
    }
}

/// Refuses boards on which weights could not be added exactly.
pub fn refuse_huge(rules: &HopGame) -> Result<(), InputError> {
    if is_exact(rules.board().first_sets()) {
        return Ok(());
    }
    Err(InputError::plain("this board has too many or too large winning sets to weigh exactly"))
}

/// Where a draw is promised on a board: on planes from some order on, and on nested boards of two planes. (Below the
/// orders of those theorems the draw needs an outer plane so large that its sets cannot be weighed.)
fn promised_at(board: &SetBoard) -> Option<&'static str> {
    use Plane::{Affine, Projective};
    if *board.hops() != Hops::Anywhere {
        return None;
    }
    if let Some((outer, inner)) = board.levels() {
        return match (Plane::of(&outer)?, Plane::of(&inner)?) {
            (Affine(_), Projective(7..)) => Some("Theorem 5.3.1"),
            (Projective(_), Projective(5..)) => Some("Theorem 5.3.2"),
            (Affine(_), Affine(8..)) => Some("Theorem 5.3.3"),
            (Projective(_), Affine(7..)) => Some("Theorem 5.3.4"),
            _ => None,
        };
    }
    match Plane::of(board)? {
        Projective(5..) => Some("Proposition 3.3.1"),
        Projective(4) => Some("Proposition 3.3.2"),
        Projective(3) => Some("Proposition 3.3.3"),
        Affine(7..) => Some("Proposition 3.4.1"),
        Affine(5) => Some("after Proposition 3.4.3"),
        _ => None,
    }
}

/// Those of `points` with the greatest weight.
pub fn heaviest(points: impl Iterator<Item = usize>, weights: &[f64]) -> Vec<usize> {
    let points: Vec<usize> = points.collect();
    let most = points.iter().map(|&point| weights[point]).fold(f64::NEG_INFINITY, f64::max);
    points.into_iter().filter(|&point| weights[point] == most).collect()
}

impl Strategy<Points> for AlphaWeightStrategy<'_> {
    fn sees(&self) -> Sees {
        Sees::NewestPiece
    }

    fn invariance(&self) -> Invariance {
        Invariance::Board
    }

    fn promise(&self) -> Option<Promise> {
        let place = promised_at(self.rules.board())?;
        Some(Promise { claim: Guarantee::Draw, source: format!("hop, {place}") })
    }

    fn advice(&self, now: &Moment<Stones>, memory: &Memory) -> Vec<Move> {
        let Some(alpha) = memory.place else { return Vec::new() };
        let weights = self.weights(&now.position, alpha as usize);
        let free = now.position.free(self.rules.board().point_count());
        let best = heaviest(free, &weights.points);
        best.into_iter().map(|to| Move::Hop { from: alpha, to: to as u16 }).collect()
    }

    /// Before her turn alpha is as good as an X: wherever it stands, her hop makes it one. (Games that are over before it
    /// never get here.)
    fn stands_for(&self, now: &MomentIn<Points>, memory: &Memory) -> Option<(Stones, Memory)> {
        let alpha = memory.place.filter(|_| now.to_move == Player::Second)? as usize;
        let mut stones = now.position.clone();
        stones.second.remove(alpha);
        stones.first.insert(alpha);
        Some((stones, Memory { plan: 1, ..Memory::default() }))
    }

    fn guaranteed(&self, now: &Moment<Stones>, memory: &Memory) -> Option<i32> {
        let alpha = memory.place.filter(|_| now.to_move == Player::Second)?;
        let anywhere = *self.rules.board().hops() == Hops::Anywhere;
        (anywhere && self.weights(&now.position, alpha as usize).total < 1.0).then_some(0)
    }
}
