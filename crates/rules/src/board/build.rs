//! From the name of a board to the board.

use super::{Board, BoardName, FileReader, MatroidName};
use crate::error::InputError;
use crate::graph::files::{self, Format};
use crate::graph::{Graph, families, polygons};
use crate::places::Places;
use crate::sets::matroid::Matroid;
use crate::sets::{SetBoard, check_points, geometry, json, lattice, paths};

pub(super) fn build(name: &BoardName, read: FileReader) -> Result<Board, InputError> {
    use BoardName::*;
    let graph =
        |graph: Result<Graph, InputError>| Ok(Board::Places { heaps: Vec::new(), graph: graph? });
    let board = match name {
        Heaps(sizes) => Ok(Board::Places { heaps: sizes.clone(), graph: Graph::empty() }),
        Path(n) => graph(families::path(*n)),
        Cycle(n) => graph(families::cycle(*n)),
        Grid(m, n) => graph(families::grid(*m, *n)),
        Cells(rows) => graph(families::cells(rows)),
        Complete(n) => graph(families::complete(*n)),
        Bipartite(a, b) => graph(families::bipartite(*a, *b)),
        Ladder(n) => graph(families::ladder(*n)),
        Multipartite(sides) => graph(families::multipartite(sides)),
        Caterpillar(leaves) => graph(families::caterpillar(leaves)),
        Star(k) => graph(families::star(*k)),
        Wheel(n) => graph(families::wheel(*n)),
        Hypercube(d) => graph(families::hypercube(*d)),
        Petersen => graph(families::petersen()),
        Pode(chains) => graph(families::pode(chains)),
        Bipode(left, right, between) => graph(families::bipode(left, right, *between)),
        Attach(board, vertex, length) => graph(attach(board, *vertex, *length, read)),
        Polygons { sides, rows, columns } => graph(polygons::polygons(*sides, *rows, *columns)),
        Hexagons(m, n) => graph(polygons::hexagons(*m, *n)),
        Graph6(text) => graph(
            files::graph6::read(text).map_err(|e| e.within(&name.to_string(), "graph6:".len())),
        ),
        Sparse6(text) => graph(
            files::sparse6::read(text).map_err(|e| e.within(&name.to_string(), "sparse6:".len())),
        ),
        Edges(text) => graph(
            files::edge_list::read_inline(text)
                .map_err(|e| e.within(&name.to_string(), "edges:".len())),
        ),
        File(path, index) => file(path, *index, read),
        TicTacToe(n, d) => lattice::tic_tac_toe(*n, *d).map(Board::Sets),
        Hex(m, n) => paths::hex(*m, *n).map(Board::Sets),
        Lattice(m, n, k) => lattice::k_in_a_row(*m, *n, *k).map(Board::Sets),
        Geometry { projective: true, dimension, order, flats } => {
            geometry::projective(*dimension, *order, *flats).map(Board::Sets)
        }
        Geometry { dimension, order, flats, .. } => {
            geometry::affine(*dimension, *order, *flats).map(Board::Sets)
        }
        Nested(outer, inner) => nested(outer, inner, read).map(Board::Sets),
        Mixed(outer, inner) => mixed(outer, inner, read).map(Board::Sets),
        Sets(sets) => winning_sets(sets).map(Board::Sets),
        Matroid(matroid_name, feature) => {
            matroid(matroid_name, read)?.board(*feature).map(Board::Sets)
        }
        Sum(terms) => sum(terms, read),
    };
    board.map_err(|error| error.about(&name.to_string()))
}

/// The points of `sets:` are 1 to the largest named.
fn winning_sets(sets: &[Vec<usize>]) -> Result<SetBoard, InputError> {
    let points = sets.iter().flatten().copied().max().unwrap_or(0);
    check_points(points)?;
    SetBoard::new(
        Places::numbered(points),
        sets.iter().map(|set| set.iter().map(|point| point - 1).collect()),
    )
}

fn nested(outer: &BoardName, inner: &BoardName, read: FileReader) -> Result<SetBoard, InputError> {
    SetBoard::nested(&part_of_nested(outer, read)?, &part_of_nested(inner, read)?)
}

fn mixed(outer: &BoardName, inner: &[BoardName], read: FileReader) -> Result<SetBoard, InputError> {
    let inner: Result<Vec<_>, _> = inner.iter().map(|name| part_of_nested(name, read)).collect();
    SetBoard::mixed(&part_of_nested(outer, read)?, &inner?)
}

fn part_of_nested(name: &BoardName, read: FileReader) -> Result<SetBoard, InputError> {
    match name.build_with(read)? {
        Board::Sets(board) => Ok(board),
        Board::Places { .. } => {
            Err(InputError::plain(format!("{name} has no winning sets, so it cannot be nested"))
                .help("nested boards are made of boards such as ttt:3, ag:2,3, pg:2,2, sets:1-2"))
        }
    }
}

fn matroid(name: &MatroidName, read: FileReader) -> Result<Matroid, InputError> {
    match name {
        MatroidName::Uniform(rank, elements) => Matroid::uniform(*rank, *elements),
        MatroidName::Wheel(rank) => Matroid::wheel(*rank),
        MatroidName::Whirl(rank) => Matroid::whirl(*rank),
        MatroidName::Fano => Matroid::fano(),
        MatroidName::Graphic(graph) => match graph.build_with(read)? {
            Board::Places { graph, heaps } if heaps.is_empty() => Matroid::graphic(&graph),
            _ => Err(InputError::plain(format!("{graph} is not a graph"))),
        },
    }
}

/// A graph with a path attached to one of its vertices, which are counted from 1.
fn attach(
    board: &BoardName,
    vertex: usize,
    length: usize,
    read: FileReader,
) -> Result<Graph, InputError> {
    match board.build_with(read)? {
        Board::Places { graph, heaps } if heaps.is_empty() => {
            if !(1..=graph.vertex_count()).contains(&vertex) {
                let message = format!("{board} has no vertex {vertex}");
                let help = format!("its vertices are numbered 1 to {}", graph.vertex_count());
                return Err(InputError::plain(message).help(help));
            }
            families::attached(&graph, vertex - 1, length)
        }
        _ => Err(InputError::plain(format!("{board} is not a graph"))),
    }
}

fn sum(terms: &[BoardName], read: FileReader) -> Result<Board, InputError> {
    let mut heaps = Vec::new();
    let mut graph: Option<Graph> = None;
    for term in terms {
        match term.build_with(read)? {
            Board::Places { heaps: more, graph: other } => {
                heaps.extend(more);
                graph = Some(match graph {
                    None => other,
                    Some(sofar) => sofar.disjoint_union(&other)?,
                });
            }
            Board::Sets(_) => {
                let message = format!("{term} cannot be part of a sum");
                return Err(InputError::plain(message).help("sums are of heaps and graphs"));
            }
        }
    }
    Ok(Board::Places { heaps, graph: graph.unwrap_or_else(Graph::empty) })
}

fn file(path: &str, index: Option<usize>, read: FileReader) -> Result<Board, InputError> {
    let format = Format::from_path(path).ok_or_else(|| {
        InputError::plain(format!("{path} has none of the known endings"))
            .help(format!("known: {}", Format::ENDINGS))
    })?;
    let text = read(path)?;
    if format == Format::Json {
        let value = serde_json::from_str(&text)
            .map_err(|e| InputError::plain(format!("{path} is not JSON: {e}")))?;
        if json::describes_sets(&value) {
            return json::read(&text).map(Board::Sets);
        }
    }
    let mut graphs = files::read(format, &text)?;
    let chosen = match (index, graphs.len()) {
        (None, 1) => 0,
        (None, count) => {
            let message = format!("{path} holds {count} graphs");
            return Err(InputError::plain(message)
                .help(format!("name one of them: @{path}#1 to @{path}#{count}")));
        }
        (Some(index), count) if (1..=count).contains(&index) => index - 1,
        (Some(index), count) => {
            return Err(InputError::plain(format!(
                "{path} holds {count} graphs, so there is no number {index}"
            )));
        }
    };
    Ok(Board::Places { heaps: Vec::new(), graph: graphs.swap_remove(chosen) })
}
