//! What the verifier needs beyond the rules: which strategies were published for the games of a kind, and what the end of
//! a game is worth.

use outplay_rules::error::InputError;
use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::rules::End;
use outplay_rules::ruleset::{Game, Playable};
use outplay_rules::spaces::Space;
use outplay_solve::impartial::Convention;

use crate::strategy::Strategy;

/// What a strategy is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Ask<'a> {
    /// Its name.
    pub name: &'a str,
    /// Who plays by it.
    pub player: Player,
    /// The convention: under misère, who cannot move wins (impartial games), or fewer points win (scoring games).
    pub convention: Convention,
}

/// A strategy by name, or why there is none.
pub type AnyStrategy<'r, S> = Result<Box<dyn Strategy<S> + 'r>, InputError>;

/// Where the places of a board go under one of its symmetries.
pub type Permutation = Vec<u16>;

/// A kind of board for whose games strategies were published.
pub trait Strategic: Playable {
    /// The published strategy of a name; none if it is for other games.
    fn published<'r>(game: &'r Game<Self>, ask: &Ask<'_>) -> Option<AnyStrategy<'r, Self>>;
}

/// How the game has ended for the first player, if it is over: 1 for a win, 0 for a draw or tie, -1 for a loss. In scoring
/// games always 0: what counts are the points.
pub fn payoff<S: Space>(
    game: &Game<S>,
    moment: &Moment<S::Position>,
    convention: Convention,
) -> Option<i32> {
    if let Game::Scoring(rules) = game {
        return rules.is_over(&moment.position).then_some(0);
    }
    game.ended(moment, convention == Convention::Misere).map(|end| match end {
        End::Win(Player::First) => 1,
        End::Win(Player::Second) => -1,
        End::Tie | End::Draw => 0,
    })
}
