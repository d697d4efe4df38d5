//! The Shannon switching game on a multigraph with two terminals (Riegel's dissertation 1.2): the first player (Short) wants
//! to own the edges of a path between the terminals, the second (Cut) wants to prevent it.
//!
//! The points are the edges, each copy one of its own; it is Maker-Breaker on the paths between the terminals. A loop is a
//! point that joins nothing.

use super::placing::{Goal, PLACING, PlacingGame};
use crate::error::InputError;
use crate::game::{BoardKind, GameDef, Setup};
use crate::option::OptionDef;
use crate::player::Player;
use crate::ruleset::{Ruleset, positional};
use crate::sets::paths::edge_paths;

/// The two vertices to be joined.
pub static TERMINALS: OptionDef = OptionDef {
    name: "terminals",
    value: Some("A,B"),
    help: "The vertices to connect (shannon-switching); by default the first and the last",
    words: "terminals {}",
    read: |text| match text.split(',').map(str::trim).collect::<Vec<_>>()[..] {
        [a, b] if !a.is_empty() && !b.is_empty() => Ok(format!("{a},{b}")),
        _ => Err(InputError::whole(text, "terminals are two vertices, written like 1,4")),
    },
};

/// The Shannon switching game.
pub static SHANNON_SWITCHING: GameDef = GameDef {
    names: &["shannon-switching"],
    title: "Shannon Switching",
    sentence: "Take an edge. The first player wants to own a path between the terminals, the second wants to prevent it.",
    prompt: "Take an edge.",
    boards: BoardKind::Graph,
    options: &[&TERMINALS],
    examples: &["shannon-switching grid:2x3 --terminals 1,6", "shannon-switching complete:4"],
    make,
    ..PLACING
};

fn make(setup: &Setup) -> Result<Ruleset, InputError> {
    let graph = setup.graph()?;
    let read = |name: &str| {
        graph.places().read(name).ok_or_else(|| {
            InputError::whole(name, format!("there is no vertex '{name}' for a terminal"))
                .help(graph.places().describe())
        })
    };
    let (from, to) = match setup.options.value(&TERMINALS).and_then(|text| text.split_once(',')) {
        Some((a, b)) => (read(a)?, read(b)?),
        None => (0, graph.vertex_count().saturating_sub(1)),
    };
    if from == to {
        return Err(InputError::plain("the terminals must be two vertices")
            .help("for example: shannon-switching grid:2x3 --terminals 1,6"));
    }
    let board = edge_paths(&graph, from, to)?;
    Ok(positional(PlacingGame::new(board, Goal::MakerBreaker { maker: Player::First }, (1, 1))?))
}
