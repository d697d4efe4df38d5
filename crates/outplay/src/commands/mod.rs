//! The commands, one file each.

pub mod attach;
mod certify;
pub mod check;
pub mod claims;
pub mod critical;
pub mod emptying;
pub mod engine_state;
pub mod graph;
pub mod grids;
pub mod moves;
pub mod named_table;
pub mod period;
pub mod play;
pub mod positions;
mod proof_state;
pub mod sequence;
pub mod serve;
pub mod solve;
pub mod sweep;
pub mod table;
pub mod verify;
pub mod weight_tables;
pub mod weights;

use clap::CommandFactory;
use serde_json::{Map, Value, json};

use crate::ask::Asked;
use crate::cli::Cli;
use crate::exit;

/// Writes the completions of a shell on standard output.
pub fn completions(shell: clap_complete::Shell) {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "outplay", &mut text);
    exit::print(String::from_utf8_lossy(&text).trim_end());
}

/// The fields that every answer begins with: what was asked.
pub fn asked_fields(asked: &Asked) -> Map<String, Value> {
    let mut map = Map::new();
    map.insert("game".into(), json!(asked.game.to_string()));
    map.insert("board".into(), json!(asked.board.to_string()));
    let options = &asked.options;
    for (given, name) in [
        (options.misere, "misere"),
        (options.normal_rules, "normal_rules"),
        (options.breaker_first, "breaker_first"),
        (options.enforcer_first, "enforcer_first"),
    ] {
        if given {
            map.insert(name.into(), json!(true));
        }
    }
    if let Some((p, q)) = options.bias {
        map.insert("bias".into(), json!(format!("{p}:{q}")));
    }
    if let Some(start) = &options.start {
        map.insert("start".into(), json!(start));
    }
    if !asked.after.is_empty() {
        map.insert("after".into(), json!(asked.after));
    }
    map
}

/// The question in words, for the first line of an answer.
pub fn asked_words(asked: &Asked) -> String {
    let options = &asked.options;
    let mut text = format!("{} on {}", asked.game, asked.board);
    for (given, words) in [
        (options.misere, ", misère"),
        (options.normal_rules, ", normal rules"),
        (options.breaker_first, ", Breaker first"),
        (options.enforcer_first, ", Enforcer first"),
    ] {
        if given {
            text.push_str(words);
        }
    }
    if let Some((p, q)) = options.bias {
        text.push_str(&format!(", bias {p}:{q}"));
    }
    if let Some(start) = &options.start {
        text.push_str(&format!(", first X on {start}"));
    }
    if !asked.after.is_empty() {
        text.push_str(&format!(", after {}", asked.after));
    }
    text
}
