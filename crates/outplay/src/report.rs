//! Values as JSON fields and as sentences.

use outplay_rules::player::Player;
use outplay_solve::impartial::Nimber;
use outplay_solve::oracle::{GameValue, Known};
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
        GameValue::Winner(_) => {}
        GameValue::Positional(value) => {
            let forces = value.forces;
            map.insert("result".into(), json!(forces.result().to_string()));
            let facts = [forces.win, forces.win_or_tie, forces.win_or_draw, forces.not_lose];
            map.extend(known_fields(Known::Forces { facts: facts.map(Some), no_win_within: 0 }));
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
        GameValue::Winner(None) => "a draw".to_string(),
        GameValue::Winner(Some(winner)) => format!("the {winner} player wins"),
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
        GameValue::Margin(margin) => format!("{} ({margin})", mark(value).unwrap_or_default()),
        GameValue::Winner(_) => mark(value).unwrap_or_default().to_string(),
        GameValue::Positional(value) => value.forces.result().to_string(),
    }
}

/// The mark of a scoring game in the papers' tables: who has a winning strategy, or that each has a drawing one.
pub fn mark(value: &GameValue) -> Option<&'static str> {
    match value {
        GameValue::Margin(_) | GameValue::Winner(_) => Some(match value.winner() {
            Some(Player::First) => "I_1",
            Some(Player::Second) => "II_1",
            None => "I_0 II_0",
        }),
        _ => None,
    }
}

/// What is known of an unsolved position, as JSON fields.
pub fn known_fields(known: Known) -> Map<String, Value> {
    let mut map = Map::new();
    match known {
        Known::Nothing => {}
        Known::Grundy { at_least, memory_wanted } => {
            if at_least > 0 {
                map.insert("grundy_at_least".into(), json!(at_least));
            }
            if let Some(bytes) = memory_wanted {
                map.insert("memory_wanted".into(), json!(bytes));
            }
        }
        Known::Margin { at_least, at_most } => {
            map.insert("margin_at_least".into(), json!(at_least));
            map.insert("margin_at_most".into(), json!(at_most));
        }
        Known::Forces { facts, no_win_within } => {
            let facts: Map<String, Value> = FACTS
                .iter()
                .zip(facts)
                .map(|(name, fact)| (name.to_string(), json!(fact)))
                .collect();
            map.insert("forces".into(), Value::Object(facts));
            if no_win_within > 0 {
                map.insert("no_win_within".into(), json!(no_win_within));
            }
        }
    }
    map
}

/// The four facts of a positional game, as INTERFACE.md names them.
const FACTS: [&str; 4] = ["win", "win-or-tie", "win-or-draw", "not-lose"];

/// What is known of an unsolved position, in words.
pub fn known_words(known: Known) -> Option<String> {
    match known {
        Known::Nothing => None,
        Known::Grundy { at_least, memory_wanted } => {
            let least = (at_least > 0).then(|| format!("its Grundy value is at least {at_least}"));
            let memory = memory_wanted.map(|bytes| {
                let size = bytes.div_ceil(1 << 30);
                format!("a table of all positions would settle it: --memory {size}G")
            });
            let known: Vec<String> = least.into_iter().chain(memory).collect();
            (!known.is_empty()).then(|| known.join("; "))
        }
        Known::Margin { at_least, at_most } => {
            Some(format!("the margin is between {at_least} and {at_most}"))
        }
        Known::Forces { facts, no_win_within } => {
            let facts = FACTS
                .iter()
                .zip(facts)
                .filter_map(|(name, fact)| fact.map(|fact| (name, fact)))
                .map(|(name, fact)| {
                    format!("the first player {} force {name}", if fact { "can" } else { "cannot" })
                });
            let plies =
                (no_win_within > 0).then(|| format!("nobody wins within {no_win_within} plies"));
            let known: Vec<String> = facts.chain(plies).collect();
            (!known.is_empty()).then(|| known.join("; "))
        }
    }
}
