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

use outplay_rules::games::arc_kayles::ArcKayles;
use outplay_rules::games::chooser_picker::ChooserPicker;
use outplay_rules::games::hop::HopGame;
use outplay_rules::games::nimstring::Nimstring;
use outplay_rules::games::node_kayles::NodeKayles;
use outplay_rules::games::octal::OctalGame;
use outplay_rules::games::placing::PlacingGame;
use outplay_rules::games::scoring::{EdgeGame, Variant};
use outplay_rules::rules::Rules;

use crate::contest::{Contest, Found};
use crate::named::Ask;
use crate::strategy::Strategy;

/// What an edge game is called.
pub fn edges_name(rules: &EdgeGame) -> &'static str {
    match rules.variant() {
        Variant::Unshackle => "unshackle",
        Variant::StringsAndCoins => "strings-and-coins and closing-octagons",
        Variant::NormalOctagons => "closing-octagons with normal rules",
    }
}

fn found<'r, R: Rules>(strategy: impl Strategy<R> + 'r) -> Option<Found<'r, R>> {
    Some(Ok(Box::new(strategy)))
}

fn built<'r, R: Rules, S: Strategy<R> + 'r>(
    strategy: Result<S, outplay_rules::error::InputError>,
) -> Option<Found<'r, R>> {
    Some(strategy.map(|strategy| Box::new(strategy) as Box<dyn Strategy<R> + 'r>))
}

/// The strategies for every game.
fn for_all<'r, R: Contest>(rules: &'r R, ask: &Ask<'_>) -> Option<Found<'r, R>> {
    match ask.name {
        "any" => found(any::Any::new(rules)),
        "optimal" => found(optimal::Optimal::new(rules, ask.convention)),
        _ => None,
    }
}

fn for_impartial<'r, R: Contest>(rules: &'r R, ask: &Ask<'_>) -> Option<Found<'r, R>> {
    match ask.name {
        "nimber" => built(nimber::Nimber::new(rules, ask.convention)),
        _ => for_all(rules, ask),
    }
}

/// The strategies for taking games.
pub fn for_octal<'r>(rules: &'r OctalGame, ask: &Ask<'_>) -> Option<Found<'r, OctalGame>> {
    match ask.name {
        "middle-dot" => built(middle_dot::MiddleHeap::new(rules, ask.player)),
        "grid-1-2" => built(grid_1_3::two_rows(rules, ask.player)),
        "grid-1-3" => built(grid_1_3::Grid13::new(rules, ask.player, false)),
        "grid-1-3/any" => built(grid_1_3::Grid13::new(rules, ask.player, true)),
        "mimic" => built(mimic::Mimic::new(rules, ask.player)),
        _ => for_impartial(rules, ask),
    }
}

/// The strategies for Node Kayles.
pub fn for_node_kayles<'r>(rules: &'r NodeKayles, ask: &Ask<'_>) -> Option<Found<'r, NodeKayles>> {
    match ask.name {
        "middle-dot" => built(middle_dot::MiddleVertex::new(rules, ask.player)),
        _ => for_impartial(rules, ask),
    }
}

/// The strategies for Arc Kayles and Cram.
pub fn for_arc_kayles<'r>(rules: &'r ArcKayles, ask: &Ask<'_>) -> Option<Found<'r, ArcKayles>> {
    for_impartial(rules, ask)
}

/// The strategies for nimstring.
pub fn for_nimstring<'r>(rules: &'r Nimstring, ask: &Ask<'_>) -> Option<Found<'r, Nimstring>> {
    for_impartial(rules, ask)
}

/// The strategies for the scoring games.
pub fn for_edges<'r>(rules: &'r EdgeGame, ask: &Ask<'_>) -> Option<Found<'r, EdgeGame>> {
    let octagons = rules.variant() != Variant::Unshackle;
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
        "octagons-4.13" if octagons => built(octagons_4_13::Drawing::new(rules, ask.player)),
        "octagons-4.14" if octagons => {
            found(octagons_4_14::Strategy414::new(rules, ask.player, false))
        }
        "octagons-4.14/completed" if octagons => {
            found(octagons_4_14::Strategy414::new(rules, ask.player, true))
        }
        "octagons-4.20" if octagons => built(octagons_4_20::Strategy420::new(rules, ask.player)),
        _ => for_all(rules, ask),
    }
}

/// The strategies for the games of taking points.
pub fn for_placing<'r>(rules: &'r PlacingGame, ask: &Ask<'_>) -> Option<Found<'r, PlacingGame>> {
    match ask.name {
        "beta-weight" => built(beta_weight::PlacingWeight::new(rules, ask.player, false)),
        "erdos-selfridge" => built(beta_weight::PlacingWeight::new(rules, ask.player, true)),
        "pairing" => built(pairing::Pairing::new(rules, ask.player)),
        name => match name.strip_prefix("nested:") {
            Some(inner) => built(nested::Nested::new(rules, &Ask { name: inner, ..*ask })),
            None => for_all(rules, ask),
        },
    }
}

/// The strategies for Chooser-Picker.
pub fn for_chooser_picker<'r>(
    rules: &'r ChooserPicker,
    ask: &Ask<'_>,
) -> Option<Found<'r, ChooserPicker>> {
    for_all(rules, ask)
}

/// The strategies for hop games.
pub fn for_hop<'r>(rules: &'r HopGame, ask: &Ask<'_>) -> Option<Found<'r, HopGame>> {
    let (player, fire) = (ask.player, rules.is_fire_and_ice());
    match ask.name {
        "hop-ttt" if !fire => built(hop_ttt::HopTicTacToe::new(rules, player, false)),
        "hop-ttt/two-lines" if !fire => built(hop_ttt::HopTicTacToe::new(rules, player, true)),
        "hop-ag22" if !fire => built(hop_planes::two_to_a_line(rules, player)),
        "hop-pg22" if !fire => built(hop_planes::Fano::new(rules, player)),
        "hop-ag23" if !fire => built(hop_planes::Affine3::new(rules, player)),
        "alpha-weight" => built(alpha_weight::AlphaWeight::new(rules, player)),
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
        _ => for_all(rules, ask),
    }
}
