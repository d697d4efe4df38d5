//! The fast positional solvers against the reference solver: random families of every kind, all conventions.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that goes wrong should say so at once"
)]

mod against_reference;
mod forcing;
mod random;
mod replay;
mod searching;
mod stealing;
mod wide;

use outplay_rules::board::{Board, BoardName};
use outplay_rules::game::{Case, GameName};
use outplay_rules::games::chooser_picker::ChooserPicker;
use outplay_rules::games::hop::HopGame;
use outplay_rules::games::placing::PlacingGame;
use outplay_rules::option::Options;
use outplay_rules::ruleset::{Game, Ruleset};

/// A game as the fast solvers see it; a hop game from each of its starts.
enum Played {
    Placing(PlacingGame),
    Hop(Vec<HopGame>),
    Offering(ChooserPicker),
}

/// The game of a name on a board.
fn ruleset(game: &str, board: Board, options: &Options) -> Played {
    let name: GameName = game.parse().unwrap();
    let cases = name.cases(board, options).unwrap_or_else(|e| panic!("{game}: {e}"));
    match cases.first() {
        Ruleset::Offers(Game::Positional(rules)) => {
            Played::Offering(rules.offering().unwrap().clone())
        }
        Ruleset::Points(Game::Positional(rules)) if rules.placing().is_some() => {
            Played::Placing(rules.placing().unwrap().clone())
        }
        _ => {
            let hop = |case: &Case| match &case.ruleset {
                Ruleset::Points(Game::Positional(rules)) => rules.hopping().unwrap().clone(),
                _ => unreachable!(),
            };
            Played::Hop(cases.all().iter().map(hop).collect())
        }
    }
}

/// A board by its name.
fn board(name: &str) -> Board {
    name.parse::<BoardName>().unwrap_or_else(|e| panic!("{name}: {e}")).build().unwrap()
}
