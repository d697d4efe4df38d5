//! The board of a question written out, so that its digest shows whether two certificates are about the same board,
//! whatever its name and wherever it was read from.

use std::fmt::Write;

use outplay_rules::in_space;
use outplay_rules::ruleset::Ruleset;
use outplay_rules::sets::{Hops, SetBoard};
use outplay_rules::spaces::Space;

use crate::digest::sha256;

/// More winning sets than this are only counted.
const MOST_SETS: usize = 100_000;

/// The SHA-256 of the board written out.
pub fn digest(ruleset: &Ruleset) -> String {
    sha256(in_space!(ruleset, |game| listed(game.rules().space())).as_bytes())
}

/// `places N`; for a graph a line `edge U V COPIES` for each pair of neighbours, for winning sets a line `first POINTS` and
/// `second POINTS` for each, in the order of their lists of points.
fn listed<S: Space>(space: &S) -> String {
    let mut text = format!("places {}\n", space.places().len());
    for edge in space.graph().map_or(&[][..], |graph| graph.edges()) {
        let _ = writeln!(text, "edge {} {} {}", edge.u, edge.v, edge.copies);
    }
    if let Some(board) = space.sets() {
        list_sets(board, &mut text);
    }
    text
}

fn list_sets(board: &SetBoard, text: &mut String) {
    for (name, family) in [("first", board.first_sets()), ("second", board.second_sets())] {
        let Some(sets) = family.listed(MOST_SETS) else {
            let _ = writeln!(text, "{name} {} sets", family.count());
            continue;
        };
        let mut sets: Vec<Vec<usize>> = sets.iter().map(|set| set.iter().collect()).collect();
        sets.sort();
        for set in sets {
            let points: Vec<String> = set.iter().map(usize::to_string).collect();
            let _ = writeln!(text, "{name} {}", points.join(" "));
        }
    }
    if let Hops::Between(pairs) = board.hops() {
        for (from, to) in pairs.iter().enumerate() {
            to.iter().filter(|&to| from < to).for_each(|to| {
                let _ = writeln!(text, "hop {from} {to}");
            });
        }
    }
}
