//! Maker-Breaker games solved on behalf of other games: whether Breaker wins. The search is given up if it takes too
//! long.

use outplay_rules::games::placing::PlacingGame;
use outplay_rules::player::Player;
use outplay_rules::rules::Positional;
use outplay_rules::spaces::Stones;

use super::search::placing::{PlacingSearch, PlacingState};
use super::search::symmetry::Symmetries;
use super::search::{MOST_POINTS, mask, masks};
use crate::kit::halt::Halt;
use crate::limits::{Budget, Stopped};

/// A search of a Maker-Breaker game that keeps what it has found.
pub struct MakerBreaker<'r> {
    game: &'r PlacingGame,
    maker: Player,
    search: PlacingSearch,
}

impl<'r> MakerBreaker<'r> {
    /// Nothing searched yet; none if the board is too large.
    pub fn new(game: &'r PlacingGame, maker: Player) -> Option<Self> {
        let board = game.board();
        if board.point_count() > MOST_POINTS {
            return None;
        }
        let sets = masks(board.first_sets())?;
        let search = PlacingSearch::new(sets, Vec::new(), [1, 1], Symmetries::of(board), 1);
        Some(MakerBreaker { game, maker, search })
    }

    /// From now on it looks at no more than this many positions.
    pub fn stop_after(&mut self, positions: u64) {
        self.search.stop_after(positions);
    }

    /// Whether Breaker wins; none if the search was given up.
    pub fn breaker_wins(
        &mut self,
        position: &Stones,
        budget: &mut Budget,
    ) -> Result<Option<bool>, Stopped> {
        let (game, maker) = (self.game, self.maker);
        let stones = [mask(position.of(maker)), mask(position.of(maker.other()))];
        let points = position.free(game.board().point_count());
        let free = points.fold(0, |free, point| free | 1 << point);
        let mover = usize::from(game.to_move(position) != maker);
        match self.search.ever(PlacingState { stones, free, mover, left: 1 }, budget) {
            Ok(owns) => Ok(Some(!owns)),
            Err(Halt::Enough) => Ok(None),
            Err(Halt::Stopped(stopped)) => Err(stopped),
        }
    }
}
