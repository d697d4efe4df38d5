//! The rules that the programs in the appendices of Riegel's dissertation play by, where they are not the beta-weight
//! strategies of the text.
//!
//! * Appendix A, Xavier: the hops after which the lines weigh least for O (X blocking); of these the ones after which
//!   they weigh most for X (O blocking). The text says that he hops his newest X; the program does not ask for it.
//! * Appendix A and C, Olivia: the hops after which the lines weigh least for X; of these the ones whose line weights,
//!   sorted from the greatest, come first in the order of the dictionary. The program stops comparing when the rest of
//!   the sequences are multiples of each other; since their sums are equal, they are equal then.

use outplay_rules::error::InputError;
use outplay_rules::games::hop::HopGame;
use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::rules::Rules;
use outplay_rules::spaces::Points;
use outplay_rules::spaces::Stones;

use super::alpha_weight::refuse_huge;
use super::beta_weight::greatest;
use super::only_for;
use super::weights::{sorted_weights, weights};
use crate::strategy::{Invariance, Memory, Strategy};

/// Xavier's rule in Appendix A.
pub struct BlockThenBuild<'r> {
    rules: &'r HopGame,
}

impl<'r> BlockThenBuild<'r> {
    /// The strategy for the first player.
    pub fn new(rules: &'r HopGame, player: Player) -> Result<Self, InputError> {
        let help = "--as first, or --strategy appendix-a-olivia";
        only_for(Player::First, player, "appendix-a-xavier is for the first player", help)?;
        refuse_huge(rules)?;
        Ok(BlockThenBuild { rules })
    }
}

impl Strategy<Points> for BlockThenBuild<'_> {
    fn invariance(&self) -> Invariance {
        Invariance::Board
    }

    fn advice(&self, now: &Moment<Stones>, _: &Memory) -> Vec<Move> {
        let board = self.rules.board();
        let after = |mv: &Move| self.rules.apply(&now.position, mv).position;
        let weight = |own: &outplay_rules::bits::BitSet, other: &outplay_rules::bits::BitSet| {
            weights(board.first_sets(), own, other, board.point_count()).total
        };
        let moves = self.rules.moves(&now.position);
        let blocking = greatest(moves, |mv| {
            let next = after(mv);
            -weight(&next.second, &next.first)
        });
        greatest(blocking, |mv| {
            let next = after(mv);
            weight(&next.first, &next.second)
        })
    }
}

/// Olivia's rule in Appendices A and C.
pub struct Weakest<'r> {
    rules: &'r HopGame,
}

impl<'r> Weakest<'r> {
    /// The strategy for the second player.
    pub fn new(rules: &'r HopGame, player: Player) -> Result<Self, InputError> {
        let help = "--as second; the first player has appendix-a-xavier and beta-weight";
        only_for(Player::Second, player, "this strategy is for the second player", help)?;
        refuse_huge(rules)?;
        Ok(Weakest { rules })
    }
}

impl Strategy<Points> for Weakest<'_> {
    fn invariance(&self) -> Invariance {
        Invariance::Board
    }

    fn advice(&self, now: &Moment<Stones>, _: &Memory) -> Vec<Move> {
        let board = self.rules.board();
        let after = |mv: &Move| self.rules.apply(&now.position, mv).position;
        let lightest = greatest(self.rules.moves(&now.position), |mv| {
            let next = after(mv);
            -weights(board.first_sets(), &next.first, &next.second, board.point_count()).total
        });
        let sequence = |mv: &Move| {
            let next = after(mv);
            sorted_weights(board.first_sets(), &next.first, &next.second).unwrap_or_default()
        };
        let sequences: Vec<Vec<f64>> = lightest.iter().map(sequence).collect();
        let weakest =
            sequences.iter().min_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
        let kept = lightest.iter().zip(&sequences).filter(|(_, s)| Some(*s) == weakest);
        kept.map(|(mv, _)| mv.clone()).collect()
    }
}
