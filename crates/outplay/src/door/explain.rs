//! Why a position of an impartial game is won: the Grundy values of its parts, now and after a winning move.

use outplay_rules::moves::Move;
use outplay_solve::impartial::Nimber;
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::{self, Oracle, PartName};
use serde_json::{Value, json};

/// A position as its independent parts with their Grundy values, reached by a move or by none.
pub struct Explained {
    after: Option<String>,
    /// The parts by name.
    pub parts: Vec<(String, Nimber)>,
}

/// More parts than this explain nothing.
const MOST_PARTS: usize = 40;

/// The Grundy values of the parts now and after a winning move, as robs-dots.txt explains a win.
pub fn explain<O: Oracle>(
    oracle: &mut O,
    now: &oracle::MomentOf<O>,
    best: Option<&Move>,
    budget: &mut Budget,
) -> Result<Vec<Explained>, Stopped> {
    let name = |name: PartName| match name {
        PartName::Heap(size) => size.to_string(),
        PartName::Component(index) => format!("component {index}"),
    };
    let mut explained = Vec::new();
    let next = best.map(|mv| {
        let moment = oracle::after(oracle.rules(), now, mv);
        // In nimstring a move may keep the turn: then what is left is worth having, not 0.
        let again = if moment.to_move == now.to_move { ", with another move to make" } else { "" };
        (Some(format!("{}{again}", oracle.rules().write_move(mv))), moment)
    });
    for (after, moment) in std::iter::once((None, now.clone())).chain(next) {
        let parts = oracle.parts(&moment, budget)?;
        if parts.len() > MOST_PARTS || (parts.is_empty() && after.is_none()) {
            break;
        }
        explained.push(Explained {
            after,
            parts: parts.into_iter().map(|(part, nimber)| (name(part), nimber)).collect(),
        });
    }
    Ok(explained)
}

/// `50 is worth 5`, `6 is worth 1, 41 is worth 1: nim-sum 0`.
pub fn explained_words(explained: &Explained) -> String {
    let parts: Vec<String> =
        explained.parts.iter().map(|(name, nimber)| format!("{name} is worth {nimber}")).collect();
    let sum = explained.parts.iter().fold(Nimber::Value(0), |sum, &(_, nimber)| sum.plus(nimber));
    let left = if parts.is_empty() { "nothing is left".to_string() } else { parts.join(", ") };
    match &explained.after {
        None => format!("{left}: nim-sum {sum}"),
        Some(mv) => format!("after {mv}: {left}: nim-sum {sum}"),
    }
}

/// Parts with their Grundy values, as JSON.
pub fn part_fields(parts: &[(String, Nimber)]) -> Value {
    let part =
        |(name, nimber): &(String, Nimber)| json!({ "part": name, "grundy": nimber.value() });
    parts.iter().map(part).collect()
}
