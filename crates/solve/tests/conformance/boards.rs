//! The boards that the suite runs on: every game of the registry on named boards, and random boards.

use outplay_rules::board::{Board, BoardName};
use outplay_rules::game::{BoardKind, GameDef, GameName, Theory};
use outplay_rules::games::GAMES;
use outplay_rules::graph::Graph;
use outplay_rules::option::{OptionDef, Options};
use outplay_rules::places::Places;
use outplay_rules::sets::SetBoard;

use crate::random::Random;

/// Every game of the registry with boards that suit it.
pub fn named() -> Vec<(String, Vec<&'static str>)> {
    let heaps = vec!["heaps:7", "heaps:0", "heaps:3,5", "heaps:2,2,4"];
    let graphs = vec![
        "path:0",
        "path:1",
        "path:5",
        "cycle:1",
        "cycle:2",
        "cycle:5",
        "grid:2x3",
        "complete:4",
        "bipartite:2,3",
        "star:4",
        "wheel:4",
        "hypercube:2",
        "pode:1,1,2",
        "bipode:1,1;1,2;1",
        "graph6:DQc",
        "edges:1-2,2-2,4",
        "path:3 + cycle:3",
    ];
    let multigraphs = vec![
        "path:0",
        "path:4",
        "cycle:1",
        "cycle:2",
        "cycle:4",
        "grid:2x3",
        "star:3",
        "complete:4",
        "octagons:1x2",
        "boxes:1x2",
        "boxes:2x2",
        "polygons:5,1x2",
        "hexagons:2x1",
        "edges:1-1,1-1,1-2,2-2,2-2,3",
        "path:3 + cycle:3",
        "sparse6::Bo",
    ];
    let sets = vec![
        "ttt:3",
        "ttt:2",
        "ttt:2^3",
        "lattice:2x3,2",
        "ag:2,2",
        "pg:2,2",
        "sets:1-2,2-3,5",
        "matroid:whirl-3,circuits",
        "matroid:uniform-2-4,bases",
        "[sets:1-2 : sets:1-2-3,3]",
        "[sets:1-2,2-3 : sets:1 | sets:1-2]",
    ];
    let nested = vec![
        "[sets:1-2 : sets:1-2,2-3]",
        "[sets:1,2 : sets:1-2,1-3,2-3]",
        "[sets:1-2 : [sets:1-2 : sets:1,2]]",
    ];
    let cells = vec![
        "path:0",
        "path:1",
        "path:5",
        "grid:1x1",
        "grid:2x2",
        "grid:3x1",
        "grid:2x3",
        "grid:3x3",
        "cells:##.#/####",
        "cells:#.#/.#./#.#",
        "ladder:3",
        "grid:2x2 + grid:1x3",
    ];
    let on_heaps = vec!["heaps:7", "heaps:3,5"];
    let coded = [heaps, graphs.clone()].concat();
    let mixed = [coded.clone(), vec!["heaps:3,2 + path:3"]].concat();
    let codes = [
        ("octal:0.33", mixed.clone()),
        ("octal:0.137", mixed),
        ("octal:0.3F", coded.clone()),
        ("octal:0.07", coded.clone()),
        ("octal:4.3", on_heaps.clone()),
        ("hexadecimal:8.9", on_heaps),
        ("partizan-octal:0.7,0.33", coded.clone()),
        ("partizan-octal:0.137,0.07", coded.clone()),
    ];
    let codes = codes.into_iter().map(|(game, boards)| (game.to_string(), boards));
    let suiting = |game: &&GameDef| match game.boards {
        BoardKind::HeapsOrGraph => coded.clone(),
        BoardKind::Graph if game.theory == Theory::Scoring => multigraphs.clone(),
        BoardKind::Graph => [graphs.clone(), multigraphs.clone()].concat(),
        BoardKind::Cells => cells.clone(),
        BoardKind::Sets => sets.clone(),
        BoardKind::NestedSets => nested.clone(),
    };
    let games = GAMES.iter().map(|game| {
        let (name, boards) = (game.full_name(game.name()), suiting(game));
        let fitting: Vec<_> = boards.iter().copied().filter(|board| fits(&name, board)).collect();
        // A game may refuse boards on which it makes no sense, but not most of its kind.
        assert!(fitting.len() * 3 > boards.len() * 2, "{name} fits {fitting:?} only");
        (name, fitting)
    });
    codes.chain(games).collect()
}

fn fits(game: &str, board: &str) -> bool {
    let (game, board): (GameName, BoardName) = (game.parse().unwrap(), board.parse().unwrap());
    game.cases(board.build().unwrap(), &Options::default()).is_ok()
}

/// The options worth trying with a game: none, each, and all of them together.
pub fn options(game: &str) -> Vec<Options> {
    let game: GameName = game.parse().unwrap();
    let value = |option: &OptionDef| match option.name {
        "bias" => "2:1",
        "alone" => "2",
        _ => "",
    };
    // Every start is tried without --start, the misère convention is asked of the solvers apart, and what names vertices
    // or wants a bottom does not fit every board.
    let apart = ["start", "misere", "weights", "terminals", "gravity"];
    let known: Vec<_> =
        game.def().options.iter().filter(|option| !apart.contains(&option.name)).collect();
    let with = |options: Options, option: &&'static OptionDef| {
        options.with(option, value(option)).unwrap()
    };
    let mut all = vec![Options::default()];
    all.extend(known.iter().map(|option| with(Options::default(), option)));
    if known.len() > 1 {
        all.push(known.iter().fold(Options::default(), |options, option| with(options, option)));
    }
    all
}

/// Games with gravity, on boards that have a bottom.
pub fn falling() -> impl Iterator<Item = (&'static str, &'static str, Options)> {
    let games = ["positional", "maker-breaker", "hop", "maker-breaker-hop"].into_iter();
    games.flat_map(|game| {
        ["ttt:2", "ttt:3", "ttt:2^3", "lattice:3x2,2"].into_iter().flat_map(move |board| {
            ["--gravity", "--bias 1:2 --gravity"].map(|text| (game, board, text.parse().unwrap()))
        })
    })
}

/// A random multigraph of at most `vertices` vertices and `edges` edges, loops and parallel edges included.
pub fn multigraph(random: &mut Random, vertices: usize, edges: usize) -> Graph {
    let n = random.below(vertices + 1);
    let count = if n == 0 { 0 } else { random.below(edges + 1) };
    let pairs: Vec<(usize, usize)> =
        (0..count).map(|_| (random.below(n), random.below(n))).collect();
    Graph::new(Places::numbered(n), pairs).unwrap()
}

/// A random board of winning sets with at most `points` points; some give the second player sets of his own, some
/// restrict hops.
pub fn set_board(random: &mut Random, points: usize, plain: bool) -> SetBoard {
    let n = 1 + random.below(points);
    let family = |random: &mut Random| -> Vec<Vec<usize>> {
        let count = random.below(5);
        let size = |random: &mut Random| 1 + random.below(n.min(4));
        (0..count).map(|_| random.permutation(n)[..size(random)].to_vec()).collect()
    };
    let mut board = SetBoard::new(Places::numbered(n), family(random)).unwrap();
    if !plain && random.below(3) == 0 {
        board = board.with_second_sets(family(random)).unwrap();
    }
    if !plain && random.below(3) == 0 {
        let pairs: Vec<(usize, usize)> =
            (0..2 * n).map(|_| (random.below(n), random.below(n))).collect();
        board = board.with_hops(pairs).unwrap();
    }
    board
}

/// A board of a graph alone.
pub fn graph_board(graph: Graph) -> Board {
    Board::Places { heaps: Vec::new(), graph }
}
