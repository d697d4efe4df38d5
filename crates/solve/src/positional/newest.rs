//! The newest piece: hop games that Breaker settles.
//!
//! In a hop game with free hops a player who always hops the piece that the opponent's last hop gave him turns the game into
//! Maker-Breaker with himself as Breaker (Theorem 1 of docs/theory-positional.md). If Breaker wins that, the opponent
//! never owns a set: he does not win and there is no tie.

use outplay_rules::games::hop::HopGame;
use outplay_rules::player::Player;
use outplay_rules::rules::Positional;
use outplay_rules::spaces::Stones;

use super::saved_proofs::SavedProofs;
use super::search::bounds::weight;
use super::search::placing::{PlacingSearch, PlacingState};
use super::search::symmetry::Symmetries;
use super::search::{MOST_POINTS, mask, masks, points};
use crate::kit::halt::Halt;
use crate::limits::{Budget, Stopped};

/// The two Maker-Breaker games of a hop game with free hops: each player as Maker.
pub struct NewestPiece {
    makers: [PlacingSearch; 2],
    sets: [Vec<u128>; 2],
    all: u128,
}

impl NewestPiece {
    /// None if hops are restricted, or the board is too large.
    pub fn new(game: &HopGame, threads: usize, saved_proofs: &SavedProofs) -> Option<Self> {
        let board = game.board();
        let count = board.point_count();
        if !game.has_free_hops() || count > MOST_POINTS {
            return None;
        }
        let sets = [masks(board.first_sets())?, masks(board.second_sets())?];
        let symmetries = Symmetries::of(board);
        let maker = |player: usize| {
            let (sets, symmetries) = (sets[player].clone(), symmetries.clone());
            let search = PlacingSearch::new(sets, Vec::new(), [1, 1], symmetries, threads);
            search.knowing(saved_proofs.table(["the first makes", "the second makes"][player]))
        };
        let makers = [maker(0), maker(1)];
        let all = if count == 128 { u128::MAX } else { (1u128 << count) - 1 };
        Some(NewestPiece { makers, sets, all })
    }

    /// Whether a player never owns a set, because his opponent always hops the newest piece and wins as Breaker. A no
    /// says nothing about the hop game; nor does it if the search is given up after `most` positions.
    pub fn never_owns(
        &mut self,
        game: &HopGame,
        position: &Stones,
        player: Player,
        most: u64,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        self.makers[player.index()].stop_after(most);
        let maker = mask(position.of(player));
        let breaker = mask(position.of(player.other()));
        if game.to_move(position) == player {
            return self.breaker_wins(player, maker, breaker, 0, budget);
        }
        // The piece to hop first is hers to choose; whichever it is, it becomes Maker's. The lightest is tried first.
        let mut choices: Vec<u128> = points(breaker).map(|newest| 1u128 << newest).collect();
        choices.sort_by_key(|&bit| self.weight(player, maker | bit, breaker & !bit));
        for bit in choices {
            if self.breaker_wins(player, maker | bit, breaker & !bit, 1, budget)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn weight(&self, player: Player, maker: u128, breaker: u128) -> u64 {
        let open = self.sets[player.index()].iter().filter(|set| *set & breaker == 0);
        open.fold(0, |sum, set| sum.saturating_add(weight((set & !maker).count_ones())))
    }

    fn breaker_wins(
        &mut self,
        player: Player,
        maker: u128,
        breaker: u128,
        mover: usize,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        if self.sets[player.index()].iter().any(|set| set & !maker == 0) {
            return Ok(false);
        }
        let free = self.all & !(maker | breaker);
        let state = PlacingState { stones: [maker, breaker], free, mover, left: 1 };
        let search = &mut self.makers[player.index()];
        match search.ever(state, budget) {
            Ok(owns) => Ok(!owns),
            Err(Halt::Enough) => Ok(false),
            Err(Halt::Stopped(stopped)) => Err(stopped),
        }
    }
}
