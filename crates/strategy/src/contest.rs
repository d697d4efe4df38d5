//! What the verifier needs beyond the rules: which strategies were published for the games of a kind, and what the end of
//! a game is worth.

use outplay_rules::error::InputError;
use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::rules::{End, Rules};
use outplay_rules::ruleset::Game;
use outplay_rules::spaces::{Edges, Heaps, Offers, Points, Space, Vertices};
use outplay_solve::impartial::Convention;

use crate::named::Ask;
use crate::published;
use crate::strategy::Strategy;

/// A strategy by name, or why there is none.
pub type Found<'r, S> = Result<Box<dyn Strategy<S> + 'r>, InputError>;

/// Where the places of a board go under one of its symmetries.
pub type Places = Vec<u16>;

/// A kind of board for whose games strategies were published.
pub trait Strategic: Space {
    /// The published strategy of a name; none if it is for other games.
    fn published<'r>(game: &'r Game<Self>, ask: &Ask<'_>) -> Option<Found<'r, Self>>;
}

impl Strategic for Heaps {
    fn published<'r>(game: &'r Game<Self>, ask: &Ask<'_>) -> Option<Found<'r, Self>> {
        let Game::Impartial(rules) = game else { return published::for_all(game, ask) };
        let own = rules.octal().and_then(|octal| published::for_octal(octal, ask));
        own.or_else(|| published::for_all(game, ask))
    }
}

impl Strategic for Vertices {
    fn published<'r>(game: &'r Game<Self>, ask: &Ask<'_>) -> Option<Found<'r, Self>> {
        let Game::Impartial(rules) = game else { return published::for_all(game, ask) };
        let own = rules.taking().and_then(|rule| published::for_vertices(game.space(), rule, ask));
        own.or_else(|| published::for_all(game, ask))
    }
}

impl Strategic for Edges {
    fn published<'r>(game: &'r Game<Self>, ask: &Ask<'_>) -> Option<Found<'r, Self>> {
        let Game::Scoring(rules) = game else { return published::for_all(game, ask) };
        let own = rules.removing().and_then(|edges| published::for_edges(edges, ask));
        own.or_else(|| published::for_all(game, ask))
    }
}

impl Strategic for Points {
    fn published<'r>(game: &'r Game<Self>, ask: &Ask<'_>) -> Option<Found<'r, Self>> {
        let Game::Positional(rules) = game else { return published::for_all(game, ask) };
        let placing = rules.placing().and_then(|placing| published::for_placing(placing, ask));
        let own = placing
            .or_else(|| rules.hopping().and_then(|hopping| published::for_hop(hopping, ask)));
        own.or_else(|| published::for_all(game, ask))
    }
}

impl Strategic for Offers {
    fn published<'r>(game: &'r Game<Self>, ask: &Ask<'_>) -> Option<Found<'r, Self>> {
        published::for_all(game, ask)
    }
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
