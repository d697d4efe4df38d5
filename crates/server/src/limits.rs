//! What is too large for a page. The solvers have limits of their own; these are about listing moves and drawing
//! places, which nothing interrupts.

use outplay::Run;
use outplay_rules::bits::BitSet;
use outplay_rules::error::InputError;
use outplay_rules::game::Ruleset;
use outplay_rules::games::octal::OctalGame;
use outplay_rules::games::octal_code::OctalCode;
use outplay_rules::graph::Graph;
use outplay_rules::rules::Rules;

/// The most vertices or points, edges (copies counted), and counters in heaps.
const MOST_PLACES: usize = 512;
const MOST_EDGES: usize = 2048;
const MOST_COUNTERS: u64 = 2000;
/// The most moves that may be legal at once.
const MOST_MOVES: u64 = 20_000;

/// Refuses boards that a page cannot show or whose moves cannot be listed at once.
pub fn check(ruleset: &Ruleset) -> Result<(), InputError> {
    match ruleset {
        Ruleset::Octal(game) => octal(game),
        Ruleset::NodeKayles(game) => graph(game.graph()),
        Ruleset::ArcKayles(game) => graph(game.graph()),
        Ruleset::Nimstring(game) => graph(game.board().graph()),
        Ruleset::Edges(game) => graph(game.board().graph()),
        Ruleset::Placing(game) => places(game.board().point_count()),
        Ruleset::ChooserPicker(game) => {
            let free = game.board().point_count() as u64;
            places(game.board().point_count())?;
            moves(free * free.saturating_sub(1) / 2)
        }
        Ruleset::Hop(games) => {
            let points = games.first().map_or(0, |(_, game)| game.board().point_count());
            places(points)?;
            moves((points as u64 / 2).pow(2))
        }
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

fn moves(count: u64) -> Result<(), InputError> {
    if count <= MOST_MOVES {
        return Ok(());
    }
    Err(too_large(format!("more than {MOST_MOVES} moves at once")))
}

fn graph(graph: &Graph) -> Result<(), InputError> {
    places(graph.vertex_count())?;
    let edges = graph.edge_count();
    if edges <= MOST_EDGES {
        return Ok(());
    }
    Err(too_large(format!("{edges} edges, at most {MOST_EDGES} can be shown")))
}

fn octal(game: &OctalGame) -> Result<(), InputError> {
    graph(game.graph())?;
    let heaps = game.start().heaps;
    let counters: u64 = heaps.iter().map(|&size| u64::from(size)).sum();
    if counters > MOST_COUNTERS {
        return Err(too_large(format!(
            "{counters} counters, at most {MOST_COUNTERS} can be shown"
        )));
    }
    let on_heaps: u64 = heaps.iter().map(|&size| heap_moves(game.code(), size)).sum();
    moves(on_heaps + connected_sets(game))
}

/// At least as many moves as there are in a heap.
fn heap_moves(code: &OctalCode, size: u32) -> u64 {
    let leaves = |(taken, digit): (usize, _)| {
        let rest = u64::from(size) - taken as u64;
        let digit: u32 = u32::from(digit);
        let three = if digit & 8 != 0 { rest * rest / 4 } else { 0 };
        let two = if digit & 4 != 0 { rest / 2 } else { 0 };
        2 + two + three
    };
    code.takes(size as usize).map(leaves).sum()
}

/// The connected sets that a move could take, counted until there are too many. Later positions have fewer.
fn connected_sets(game: &OctalGame) -> u64 {
    let graph = game.graph();
    let everywhere = BitSet::full(graph.vertex_count());
    let mut count = 0;
    for component in graph.components(&everywhere) {
        let most = game.code().takes(component.len()).last().map_or(0, |(taken, _)| taken);
        let mut banned = BitSet::empty(graph.vertex_count());
        for root in component.iter() {
            banned.insert(root);
            let frontier = graph.neighbours(root).difference(&banned);
            grow(graph, 1, &frontier, &banned, most, &mut count);
        }
    }
    count
}

/// Counts the connected sets of up to `most` vertices, `size` of which are chosen.
fn grow(
    graph: &Graph,
    size: usize,
    frontier: &BitSet,
    banned: &BitSet,
    most: usize,
    count: &mut u64,
) {
    if size > most || *count > MOST_MOVES {
        return;
    }
    *count += 1;
    let mut banned = banned.clone();
    for next in frontier.iter() {
        banned.insert(next);
        let reach = graph.neighbours(next).union(frontier).difference(&banned);
        grow(graph, size + 1, &reach, &banned, most, count);
    }
}

/// Whoever asks over the network has no business with the files of this machine.
pub fn no_files(path: &str) -> Result<String, InputError> {
    Err(InputError::plain(format!("the page reads no files such as @{path}"))
        .help("name the board in full, for example edges:1-2,2-3 or graph6:Dhc"))
}

/// How a visitor's question is answered: without files, and only if the board can be shown.
pub fn visit() -> Run<'static> {
    Run { files: &no_files, admit: &check, ..Run::default() }
}
