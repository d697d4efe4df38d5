//! Proofs that Breaker wins a Maker-Breaker game, for games that come down to one.

use outplay_certificate::body::Form;
use outplay_certificate::game::NO_GAMES;
use outplay_certificate::game::arguments::Arguments;
use outplay_rules::games::placing::PlacingGame;
use outplay_rules::player::Player;
use outplay_rules::rules::{End, Positional};
use outplay_rules::spaces::Stones;
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::positional::{Forces, MakerBreaker};

use super::Prover;
use crate::scribe::Paper;

/// The search that decides whether Breaker wins at all looks at no more positions than this.
const MOST_POSITIONS: u64 = 3_000_000;

/// A Maker-Breaker game and what is shown of it.
pub struct Maker<'r> {
    game: &'r PlacingGame,
    arguments: &'r Arguments,
    /// Who is Maker in it.
    maker: Player,
    search: Option<MakerBreaker<'r>>,
    prover: Box<Prover<'r, PlacingGame>>,
}

impl<'r> Maker<'r> {
    /// Nothing shown yet. `player` is who is Maker in the game that comes down to this one.
    pub fn new(
        game: &'r PlacingGame,
        arguments: &'r Arguments,
        player: Player,
        paper: &Paper,
        form: Form,
    ) -> Option<Self> {
        let argued = (Some(arguments), &NO_GAMES);
        let about = player.index() as u64 + 1;
        let prover = Box::new(Prover::on(game, argued, paper.clone(), about, form));
        let (maker, _) = arguments.blocked(0);
        Some(Maker { game, arguments, maker, search: None, prover })
    }

    /// Whether the weight shows that Breaker wins; then it is written down.
    pub fn is_light(&mut self, position: &Stones) -> bool {
        let mover = self.game.to_move(position);
        self.arguments.potential(position, self.maker, mover)
            && self.prover.shows_at_once(position, self.maker == Player::Second)
    }

    /// Shows that Breaker wins, if that is soon found out.
    pub fn show(&mut self, position: &Stones, budget: &mut Budget) -> Result<bool, Stopped> {
        if self.search.is_none() {
            self.search = MakerBreaker::new(self.game, self.maker);
        }
        let Some(search) = &mut self.search else { return Ok(false) };
        search.stop_after(MOST_POSITIONS);
        let (game, maker) = (self.game, self.maker);
        if !search.breaker_wins(position, budget)?.unwrap_or(false) {
            return Ok(false);
        }
        search.stop_after(u64::MAX / 2);
        let mut ask = |position: &Stones, budget: &mut Budget| {
            if let Some(end) = game.end(position) {
                return Ok(Forces::at(end));
            }
            let breaks = search.breaker_wins(position, budget)?.unwrap_or(false);
            let winner = if breaks { maker.other() } else { maker };
            Ok(Forces::at(End::Win(winner)))
        };
        let truth = maker == Player::Second;
        self.prover.show(position, 0, truth, &mut ask, budget)?;
        Ok(true)
    }
}
