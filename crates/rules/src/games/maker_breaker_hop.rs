//! Maker-Breaker with hops (a question of Riegel's dissertation, chapter 6): the moves are those of the hop, and only
//! Maker wants a winning set.
//!
//! Xavier, who has the first piece, is Maker: he wins as soon as he owns a winning set after a hop of either player;
//! Olivia wins if nobody can hop any more and he owns none. With `--breaker-first` it is the other way round: Olivia
//! wants a set and Xavier wants to prevent it. A player who cannot hop although points are free ends the game, as in the
//! hop, and Breaker has won. Since only one side wants a set, the game is also called the one-sided hop. A bias is given as
//! in Maker-Breaker: Maker's hops a turn first.

use std::sync::Arc;

use super::hop::{HOPPING, HopGame, board_and_start};
use super::placing::leader;
use crate::error::InputError;
use crate::game::{GameDef, Setup};
use crate::moves::Move;
use crate::option::{BIAS, BREAKER_FIRST, GRAVITY, Options, START};
use crate::player::Player;
use crate::rules::{End, IllegalMove, Positional, Rules, Step};
use crate::ruleset::{Ruleset, positional};
use crate::sets::SetBoard;
use crate::spaces::{Points, Stones};

/// Maker-Breaker with hops from one start.
pub struct MakerBreakerHop {
    hop: HopGame,
    maker: Player,
}

impl MakerBreakerHop {
    /// The game with the first X at `start`, counted from 0.
    pub fn new(board: Arc<SetBoard>, start: usize, maker: Player) -> Result<Self, InputError> {
        if !board.is_symmetric() {
            let message = "only positional and hop give the second player winning sets of his own";
            return Err(InputError::plain(message));
        }
        Ok(MakerBreakerHop { hop: HopGame::new(board, start)?, maker })
    }

    /// The same game with the hops a turn and the gravity that options ask for.
    pub fn with_options(self, options: &Options) -> Result<Self, InputError> {
        let (p, q) = options.bias();
        let (first, second) = if self.maker == Player::First { (p, q) } else { (q, p) };
        let options = options.clone().with(&BIAS, &format!("{first}:{second}"))?;
        Ok(MakerBreakerHop { hop: self.hop.with_options(&options)?, ..self })
    }

    /// Whether Maker owns a winning set.
    fn is_made(&self, position: &Stones) -> bool {
        self.hop.board().first_sets().won_by(position.of(self.maker))
    }
}

impl Rules for MakerBreakerHop {
    type Space = Points;
    type Position = Stones;

    fn space(&self) -> &Points {
        self.hop.space()
    }

    fn start(&self) -> Stones {
        self.hop.start()
    }

    fn moves(&self, position: &Stones) -> Vec<Move> {
        if self.is_made(position) { Vec::new() } else { self.hop.all_hops(position) }
    }

    fn check(&self, position: &Stones, mv: &Move) -> Result<(), IllegalMove> {
        if self.is_made(position) {
            return Err(IllegalMove("the game is over".into()));
        }
        self.hop.check_hop(position, mv)
    }

    fn apply(&self, position: &Stones, mv: &Move) -> Step<Stones> {
        self.hop.apply(position, mv)
    }

    fn longest_game(&self) -> usize {
        self.hop.longest_game()
    }

    fn sees_structure_only(&self) -> bool {
        self.hop.sees_structure_only()
    }

    fn respects(&self, images: &[u16]) -> bool {
        self.hop.respects(images)
    }
}

impl Positional for MakerBreakerHop {
    fn end(&self, position: &Stones) -> Option<End> {
        if self.is_made(position) {
            return Some(End::Win(self.maker));
        }
        self.hop.all_hops(position).is_empty().then_some(End::Win(self.maker.other()))
    }

    fn to_move(&self, position: &Stones) -> Player {
        self.hop.to_move(position)
    }

    fn role(&self, player: Player) -> Option<&'static str> {
        Some(if player == self.maker { "maker" } else { "breaker" })
    }
}

/// Maker-Breaker with hops on winning sets.
pub static MAKER_BREAKER_HOP: GameDef = GameDef {
    names: &["maker-breaker-hop", "one-sided-hop"],
    title: "Maker-Breaker Hop",
    sentence: "Move one of your pieces to a free point; a piece of your opponent appears where it stood. Maker wants to own \
               a whole winning set; Breaker wants to prevent it.",
    options: &[&BREAKER_FIRST, &START, &BIAS, &GRAVITY],
    examples: &[
        "maker-breaker-hop ttt:3",
        "maker-breaker-hop pg:2,2 --breaker-first --start 1",
        "maker-breaker-hop ttt:3 --start 5 --bias 1:2",
    ],
    make,
    ..HOPPING
};

fn make(setup: &Setup) -> Result<Ruleset, InputError> {
    let maker = leader(setup, &BREAKER_FIRST);
    let (board, start) = board_and_start(setup)?;
    Ok(positional(MakerBreakerHop::new(board, start, maker)?.with_options(setup.options)?))
}
