//! The strategies that have a name, one file each, and which game each is for.

pub mod alpha_weight;
pub mod any;
pub mod appendix;
pub mod beta_weight;
pub mod drawing;
pub mod grid_1_3;
pub mod hop_planes;
pub mod hop_ttt;
pub mod involution;
pub mod middle_dot;
pub mod mimic;
pub mod nested;
pub mod newest;
pub mod nimber;
pub mod octagons_4_13;
pub mod octagons_4_14;
pub mod octagons_4_20;
pub mod octagons_a;
pub mod octagons_b;
pub mod optimal;
pub mod pairing;
pub mod planes;
pub mod shadow;
pub mod unshackle_4_1;
pub mod unshackle_4_7;
pub mod weights;

use outplay_rules::error::InputError;
use outplay_rules::games::hop::HopGame;
use outplay_rules::games::octal::OctalGame;
use outplay_rules::games::placing::PlacingGame;
use outplay_rules::games::scoring::EdgeGame;
use outplay_rules::player::Player;
use outplay_rules::rules::{Rules, TakingRule};
use outplay_rules::ruleset::Game;
use outplay_rules::spaces::{Edges, Heaps, Offers, Points, Space, Tints, Trios, Vertices};

use crate::strategic::{AnyStrategy, Ask, Strategic};
use crate::strategy::Strategy;

/// Refuses a strategy to the player whom it is not for.
fn only_for(whom: Player, player: Player, message: &str, help: &str) -> Result<(), InputError> {
    if player == whom { Ok(()) } else { Err(InputError::plain(message).help(help)) }
}

impl Strategic for Heaps {
    fn published<'r>(game: &'r Game<Self>, ask: &Ask<'_>) -> Option<AnyStrategy<'r, Self>> {
        let Game::Impartial(rules) = game else { return for_all(game, ask) };
        let own = rules.octal().and_then(|octal| for_octal(octal, ask));
        own.or_else(|| for_all(game, ask))
    }
}

impl Strategic for Vertices {
    fn published<'r>(game: &'r Game<Self>, ask: &Ask<'_>) -> Option<AnyStrategy<'r, Self>> {
        let Game::Impartial(rules) = game else { return for_all(game, ask) };
        let own = rules.taking().and_then(|rule| for_vertices(game.space(), rule, ask));
        own.or_else(|| for_all(game, ask))
    }
}

impl Strategic for Edges {
    fn published<'r>(game: &'r Game<Self>, ask: &Ask<'_>) -> Option<AnyStrategy<'r, Self>> {
        let Game::Scoring(rules) = game else { return for_all(game, ask) };
        let own = rules.removing().and_then(|edges| for_edges(edges, ask));
        own.or_else(|| for_all(game, ask))
    }
}

impl Strategic for Points {
    fn published<'r>(game: &'r Game<Self>, ask: &Ask<'_>) -> Option<AnyStrategy<'r, Self>> {
        let Game::Positional(rules) = game else { return for_all(game, ask) };
        let placing = rules.placing().and_then(|placing| for_placing(placing, ask));
        let own = placing.or_else(|| rules.hopping().and_then(|hopping| for_hop(hopping, ask)));
        own.or_else(|| for_all(game, ask))
    }
}

impl Strategic for Offers {
    fn published<'r>(game: &'r Game<Self>, ask: &Ask<'_>) -> Option<AnyStrategy<'r, Self>> {
        for_all(game, ask)
    }
}

impl Strategic for Tints {
    fn published<'r>(game: &'r Game<Self>, ask: &Ask<'_>) -> Option<AnyStrategy<'r, Self>> {
        for_all(game, ask)
    }
}

impl Strategic for Trios {
    fn published<'r>(game: &'r Game<Self>, ask: &Ask<'_>) -> Option<AnyStrategy<'r, Self>> {
        for_all(game, ask)
    }
}

fn found<'r, S: Space>(strategy: impl Strategy<S> + 'r) -> Option<AnyStrategy<'r, S>> {
    Some(Ok(Box::new(strategy)))
}

fn built<'r, S: Space>(
    strategy: Result<impl Strategy<S> + 'r, InputError>,
) -> Option<AnyStrategy<'r, S>> {
    Some(strategy.map(|strategy| Box::new(strategy) as Box<dyn Strategy<S> + 'r>))
}

/// The strategies for every game, or for every impartial one.
pub fn for_all<'r, S: Strategic>(game: &'r Game<S>, ask: &Ask<'_>) -> Option<AnyStrategy<'r, S>> {
    match (ask.name, game) {
        ("any", _) => found(any::Any::new(game.rules())),
        ("optimal", _) => found(optimal::Optimal::new(game, ask.convention)),
        ("nimber", Game::Impartial(_)) => built(nimber::NimberStrategy::new(game, ask.convention)),
        _ => None,
    }
}

/// The strategies for taking games.
pub fn for_octal<'r>(rules: &'r OctalGame, ask: &Ask<'_>) -> Option<AnyStrategy<'r, Heaps>> {
    match ask.name {
        "middle-dot" => built(middle_dot::MiddleHeap::new(rules, ask.player)),
        "grid-1-2" => built(grid_1_3::two_rows(rules, ask.player)),
        "grid-1-3" => built(grid_1_3::Grid13::new(rules, ask.player, false)),
        "grid-1-3/any" => built(grid_1_3::Grid13::new(rules, ask.player, true)),
        "mimic" => built(mimic::Mimic::new(rules, ask.player)),
        _ => None,
    }
}

/// The strategies for games that take vertices.
pub fn for_vertices<'r>(
    space: &'r Vertices,
    rule: TakingRule,
    ask: &Ask<'_>,
) -> Option<AnyStrategy<'r, Vertices>> {
    match (ask.name, rule) {
        ("middle-dot", TakingRule::Neighbourhood) => {
            built(middle_dot::MiddleVertex::new(space.board(), ask.player))
        }
        _ => None,
    }
}

/// The strategies for the scoring games.
pub fn for_edges<'r>(rules: &'r EdgeGame, ask: &Ask<'_>) -> Option<AnyStrategy<'r, Edges>> {
    let octagons = rules.variant().keeps_turn();
    match ask.name {
        "shadow-point" if !octagons => built(shadow::point(rules, ask.player)),
        "shadow-line" if !octagons => built(shadow::line(rules, ask.player)),
        "shadow" if !octagons => built(shadow::any(rules, ask.player)),
        "unshackle-4.1" if !octagons => built(unshackle_4_1::new(rules, ask.player)),
        "unshackle-4.7" if !octagons => built(unshackle_4_7::CaseByCase::new(rules, ask.player)),
        "octagons-a" if octagons => found(octagons_a::StrategyA::new(rules)),
        "octagons-b" if octagons => found(octagons_b::StrategyB::new(rules, false)),
        "octagons-b/else-a" if octagons => found(octagons_b::StrategyB::new(rules, true)),
        "octagons-4.12" if octagons => built(octagons_4_13::anything(rules, ask.player)),
        "octagons-4.13" if octagons => built(octagons_4_13::Strategy413::new(rules, ask.player)),
        "octagons-4.14" if octagons => {
            found(octagons_4_14::Strategy414::new(rules, ask.player, false))
        }
        "octagons-4.14/completed" if octagons => {
            found(octagons_4_14::Strategy414::new(rules, ask.player, true))
        }
        "octagons-4.20" if octagons => built(octagons_4_20::Strategy420::new(rules, ask.player)),
        _ => None,
    }
}

/// The strategies for the games of taking points.
pub fn for_placing<'r>(rules: &'r PlacingGame, ask: &Ask<'_>) -> Option<AnyStrategy<'r, Points>> {
    match ask.name {
        "beta-weight" => built(beta_weight::PlacingWeight::new(rules, ask.player, false)),
        "erdos-selfridge" => built(beta_weight::PlacingWeight::new(rules, ask.player, true)),
        "pairing" => built(pairing::Pairing::new(rules, ask.player)),
        name => match name.strip_prefix("nested:") {
            Some(inner) => built(nested::NestedStrategy::new(rules, &Ask { name: inner, ..*ask })),
            None => None,
        },
    }
}

/// The strategies for hop games.
pub fn for_hop<'r>(rules: &'r HopGame, ask: &Ask<'_>) -> Option<AnyStrategy<'r, Points>> {
    let (player, fire) = (ask.player, rules.is_fire_and_ice());
    match ask.name {
        "hop-ttt" if !fire => built(hop_ttt::HopTicTacToe::new(rules, player, false)),
        "hop-ttt/two-lines" if !fire => built(hop_ttt::HopTicTacToe::new(rules, player, true)),
        "hop-ag22" if !fire => built(hop_planes::two_to_a_line(rules, player)),
        "hop-pg22" if !fire => built(hop_planes::Fano::new(rules, player)),
        "hop-ag23" if !fire => built(hop_planes::Affine3::new(rules, player)),
        "alpha-weight" => built(alpha_weight::AlphaWeightStrategy::new(rules, player)),
        "beta-weight" => {
            built(beta_weight::HopWeight::new(rules, player, beta_weight::Order::Whole))
        }
        "beta-weight/point-first" => {
            built(beta_weight::HopWeight::new(rules, player, beta_weight::Order::PointFirst))
        }
        "newest-x" => built(newest::Newest::x(rules, player)),
        "newest-o" => built(newest::Newest::o(rules, player)),
        "appendix-a-xavier" if !fire => built(appendix::BlockThenBuild::new(rules, player)),
        "appendix-a-olivia" if !fire => built(appendix::Weakest::new(rules, player)),
        "appendix-b-xavier" if !fire => {
            built(beta_weight::HopWeight::new(rules, player, beta_weight::Order::PointFirst))
        }
        "appendix-c-fire" if fire => {
            built(beta_weight::HopWeight::new(rules, player, beta_weight::Order::Whole))
        }
        "appendix-c-ice" if fire => built(appendix::Weakest::new(rules, player)),
        _ => None,
    }
}
