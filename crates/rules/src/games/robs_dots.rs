//! Rob's Dots, also called Avoid the Neighbours (Wright's article): mark a dot that has no marked neighbour.
//!
//! Dots in a row are a heap of 0.137. On a graph the article's game is Monochrome, which is Node Kayles, and not the
//! octal game 0.137 on that graph, which agrees with it on paths only.

use super::node_kayles::NodeKayles;
use super::octal::{TAKING, taking};
use crate::error::InputError;
use crate::game::{GameDef, Setup};
use crate::octal_code::OctalCode;
use crate::ruleset::{Ruleset, impartial};

/// Rob's Dots on rows of dots or on a graph.
pub static ROBS_DOTS: GameDef = GameDef {
    names: &["robs-dots", "avoid-the-neighbours"],
    title: "Rob’s Dots",
    sentence: "Mark a dot that is not marked and has no marked neighbour: it and its neighbours are out.",
    prompt: "Mark a dot.",
    parameter: None,
    examples: &["robs-dots heaps:50", "robs-dots heaps:6,19 --misere", "robs-dots petersen"],
    code: Some(|_| in_a_row()),
    words: |wording| wording.plain(),
    make,
    ..TAKING
};

fn in_a_row() -> Result<OctalCode, InputError> {
    "0.137".parse()
}

fn make(setup: &Setup) -> Result<Ruleset, InputError> {
    let (heaps, graph) = setup.heaps_and_graph()?;
    match (heaps.is_empty(), graph.vertex_count()) {
        (false, 1..) => {
            let message = format!("{} is played on heaps or on a graph, not on both", setup.game);
            Err(InputError::plain(message)
                .help("a heap of dots is a path: robs-dots \"path:5 + petersen\""))
        }
        (true, 1..) => Ok(impartial(NodeKayles::new(graph))),
        (_, 0) => taking(setup, in_a_row()?),
    }
}
