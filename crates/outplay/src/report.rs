//! Values as JSON fields and as sentences.

use outplay_rules::player::Player;
use outplay_solve::impartial::Nimber;
use outplay_solve::oracle::GameValue;
use serde_json::{Map, Value, json};

/// The JSON name of a winner: `first`, `second`, or `none`.
pub fn winner_name(winner: Option<Player>) -> String {
    winner.map_or("none".to_string(), |player| player.to_string())
}

/// The fields of INTERFACE.md that a value fills.
pub fn fields(value: &GameValue) -> Map<String, Value> {
    let mut map = Map::new();
    map.insert("winner".into(), json!(winner_name(value.winner())));
    match value {
        GameValue::Impartial { outcome, nimber, .. } => {
            map.insert("outcome".into(), json!(outcome.to_string()));
            map.insert("grundy".into(), json!(nimber.and_then(Nimber::value)));
            if *nimber == Some(Nimber::Loony) {
                map.insert("loony".into(), json!(true));
            }
        }
        GameValue::Margin(margin) => {
            map.insert("margin".into(), json!(margin));
        }
        GameValue::Positional(value) => {
            let forces = value.forces;
            map.insert("result".into(), json!(forces.result().to_string()));
            map.insert(
                "forces".into(),
                json!({ "win": forces.win, "win-or-tie": forces.win_or_tie,
                        "win-or-draw": forces.win_or_draw, "not-lose": forces.not_lose }),
            );
            map.insert("plies".into(), json!(value.plies));
        }
    }
    map
}

/// The value in a few words, such as `second player wins by 2`.
pub fn words(value: &GameValue) -> String {
    match value {
        GameValue::Impartial { winner, outcome, nimber } => {
            let grundy = match nimber {
                Some(Nimber::Loony) => ", loony: won whatever stands beside it".to_string(),
                Some(Nimber::Value(value)) => format!(", Grundy value {value}"),
                None => String::new(),
            };
            format!("the {winner} player wins ({outcome}-position{grundy})")
        }
        GameValue::Margin(0) => "a draw (margin 0)".to_string(),
        GameValue::Margin(margin) => {
            let winner = if *margin > 0 { "first" } else { "second" };
            format!("the {winner} player wins by {} (margin {margin})", margin.abs())
        }
        GameValue::Positional(value) => {
            let plies = value.plies.map_or(String::new(), |plies| format!(" in {plies} plies"));
            match value.forces.result().winner() {
                Some(player) => format!("the {player} player wins{plies}"),
                None => format!("nobody wins: {}", value.forces.result()),
            }
        }
    }
}

/// The value in a word or number, for a cell of a table.
pub fn cell(value: &GameValue) -> String {
    match value {
        GameValue::Impartial { nimber: Some(nimber), .. } => nimber.to_string(),
        GameValue::Impartial { outcome, .. } => outcome.to_string(),
        GameValue::Margin(margin) => margin.to_string(),
        GameValue::Positional(value) => value.forces.result().to_string(),
    }
}
