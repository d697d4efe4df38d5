//! Always hop with the newest piece, anywhere (Riegel's dissertation: the second player's method in section 3.2,
//! and "Xavier can win by always hopping his newest X" after Proposition 3.4.2). The newest X stands where the
//! opponent's last hop began; at the start there is only one.

use outplay_rules::error::InputError;
use outplay_rules::games::hop::HopGame;
use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::rules::Rules;
use outplay_rules::spaces::Points;
use outplay_rules::spaces::Stones;

use crate::strategy::{Invariance, Memory, Sees, Strategy};

/// Hops with the newest piece.
pub struct Newest<'r> {
    rules: &'r HopGame,
}

impl<'r> Newest<'r> {
    /// For the first player.
    pub fn x(rules: &'r HopGame, player: Player) -> Result<Self, InputError> {
        let error = || {
            InputError::plain("newest-x is for the first player").help("--as first, or newest-o")
        };
        if player == Player::First { Ok(Newest { rules }) } else { Err(error()) }
    }

    /// For the second player.
    pub fn o(rules: &'r HopGame, player: Player) -> Result<Self, InputError> {
        let error = || {
            InputError::plain("newest-o is for the second player").help("--as second, or newest-x")
        };
        if player == Player::Second { Ok(Newest { rules }) } else { Err(error()) }
    }
}

impl Strategy<Points> for Newest<'_> {
    fn sees(&self) -> Sees {
        Sees::NewestPiece
    }

    fn invariance(&self) -> Invariance {
        Invariance::Board
    }

    fn advice(&self, now: &Moment<Stones>, memory: &Memory) -> Vec<Move> {
        let newest = |mv: &Move| match (mv, memory.place) {
            (Move::Hop { from, .. }, Some(newest)) => *from == newest,
            _ => true,
        };
        self.rules.moves(&now.position).into_iter().filter(newest).collect()
    }
}
