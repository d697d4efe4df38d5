//! The games, one file each: a definition with its source, the rules, and a [`GameDef`].
//!
//! [`GAMES`] lists the definitions. A game is added by a file and a line here; the page "Adding a game" explains how.

use crate::game::GameDef;

pub use crate::octal_code;

pub mod arc_kayles;
pub mod avoider_enforcer;
pub mod chooser_picker;
pub mod closing_octagons;
pub mod colouring;
pub mod connected_subtraction;
pub mod domineering;
pub mod fire_and_ice;
pub mod green_hackenbush;
pub mod grim;
pub mod hex;
pub mod hop;
pub mod maker_breaker;
pub mod maker_breaker_hop;
pub mod named_heaps;
pub mod nimstring;
pub mod node_kayles;
pub mod octagons;
pub mod octal;
pub mod partizan;
pub mod partizan_octal;
pub mod placing;
pub mod positional;
pub mod robs_dots;
pub mod scoring;
pub mod shannon_switching;
pub mod strings_and_coins;
pub mod subtraction;
pub mod three_players;
pub mod unshackle;
pub mod weighted;

/// Every game, in the order in which people are shown them.
pub static GAMES: &[&GameDef] = &[
    &octal::OCTAL,
    &named_heaps::NIM,
    &named_heaps::KAYLES,
    &named_heaps::DAWSONS_KAYLES,
    &named_heaps::DAWSONS_CHESS,
    &robs_dots::ROBS_DOTS,
    &named_heaps::OFFICERS,
    &named_heaps::TREBLECROSS,
    &subtraction::SUBTRACTION,
    &connected_subtraction::CONNECTED_SUBTRACTION,
    &node_kayles::NODE_KAYLES,
    &arc_kayles::ARC_KAYLES,
    &arc_kayles::CRAM,
    &grim::GRIM,
    &green_hackenbush::GREEN_HACKENBUSH,
    &domineering::DOMINEERING,
    &colouring::COL,
    &colouring::SNORT,
    &partizan_octal::PARTIZAN_OCTAL,
    &unshackle::UNSHACKLE,
    &closing_octagons::CLOSING_OCTAGONS,
    &strings_and_coins::STRINGS_AND_COINS,
    &nimstring::NIMSTRING,
    &positional::POSITIONAL,
    &three_players::THREE_PLAYERS,
    &maker_breaker::MAKER_BREAKER,
    &avoider_enforcer::AVOIDER_ENFORCER,
    &hex::HEX,
    &shannon_switching::SHANNON_SWITCHING,
    &chooser_picker::CHOOSER_PICKER,
    &chooser_picker::PICKER_CHOOSER,
    &hop::HOP,
    &maker_breaker_hop::MAKER_BREAKER_HOP,
    &fire_and_ice::FIRE_AND_ICE,
];
