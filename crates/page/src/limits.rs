//! What is too large for a page. The solvers have limits of their own; these are about listing moves and drawing
//! places, which nothing interrupts.

use std::io::BufRead;

use outplay::Run;
use outplay_rules::error::InputError;
use outplay_rules::graph::Graph;
use outplay_rules::in_space;
use outplay_rules::rules::{Part, Rules};
use outplay_rules::ruleset::{Game, Ruleset};
use outplay_rules::spaces::Space;

/// The most vertices or points, edges (copies counted), and counters in heaps.
const MOST_PLACES: usize = 512;
const MOST_EDGES: usize = 2048;
const MOST_COUNTERS: u64 = 2000;
/// The most moves that may be legal at once.
const MOST_MOVES: u64 = 20_000;

/// Refuses boards that a page cannot show or whose moves cannot be listed at once.
pub fn check(ruleset: &Ruleset) -> Result<(), InputError> {
    in_space!(ruleset, |game| check_game(game))
}

fn check_game<S: Space>(game: &Game<S>) -> Result<(), InputError> {
    places(game.places().len())?;
    if let Some(graph) = game.space().graph() {
        edges(graph)?;
    }
    let start = game.start();
    if let Game::Impartial(rules) = game {
        let heap = |part: &Part<S::Position>| {
            if let Part::Heap(size) = part { *size } else { 0 }
        };
        counters(rules.parts(&start).iter().map(heap).fold(0, u64::saturating_add))?;
    }
    // A hop game has most moves when half of the pieces are there; others begin with most.
    let hops = matches!(game, Game::Positional(rules) if rules.hopping().is_some());
    let most = if hops { (game.places().len() as u64 / 2).pow(2) } else { 0 };
    let listed = game.moves_within(&start, MOST_MOVES).map(|moves| moves.len() as u64);
    match listed.filter(|&count| count.max(most) <= MOST_MOVES) {
        Some(_) => Ok(()),
        None => Err(too_large(format!("more than {MOST_MOVES} moves at once"))),
    }
}

fn too_large(what: String) -> InputError {
    InputError::plain(format!("this board is too large for the page: {what}"))
        .help("the command `outplay` takes larger ones")
}

fn places(count: usize) -> Result<(), InputError> {
    if count <= MOST_PLACES {
        return Ok(());
    }
    Err(too_large(format!("{count} places, at most {MOST_PLACES} can be shown")))
}

fn edges(graph: &Graph) -> Result<(), InputError> {
    match graph.edge_count() {
        ..=MOST_EDGES => Ok(()),
        count => Err(too_large(format!("{count} edges, at most {MOST_EDGES} can be shown"))),
    }
}

fn counters(count: u64) -> Result<(), InputError> {
    match count {
        ..=MOST_COUNTERS => Ok(()),
        _ => Err(too_large(format!("{count} counters, at most {MOST_COUNTERS} can be shown"))),
    }
}

/// Whoever asks over the network has no business with the files of this machine.
pub fn no_files(path: &str) -> Result<String, InputError> {
    Err(InputError::plain(format!("the page reads no files such as @{path}"))
        .help("name the board in full, for example edges:1-2,2-3 or graph6:Dhc"))
}

fn no_streams(path: &str) -> Result<Box<dyn BufRead + Send>, InputError> {
    no_files(path).map(|_| Box::new(std::io::empty()) as _)
}

/// How a visitor's question is answered: without files, and only if the board can be shown.
pub fn visit() -> Run<'static> {
    Run { files: &no_files, streams: &no_streams, admit: &check, ..Run::default() }
}
