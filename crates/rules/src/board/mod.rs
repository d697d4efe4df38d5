//! Boards by name: `grid:3x4`, `pg:2,3`, `[ag:2,3 : pg:2,2]`, `path:3 + path:4`, `@FILE`.
//!
//! A [`BoardName`] is what a person wrote, cheap to read and print. [`BoardName::build`] makes the [`Board`] that a
//! game is played on, and that is where sizes are checked and files are read.

mod build;
mod read;

use std::fmt;

pub use read::EXAMPLES;

use crate::error::InputError;
use crate::graph::Graph;
use crate::sets::SetBoard;
use crate::sets::matroid::Feature;

/// The name of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardName {
    /// `heaps:6,19,19`
    Heaps(Vec<u64>),
    /// `path:N`
    Path(usize),
    /// `cycle:N`
    Cycle(usize),
    /// `grid:MxN`
    Grid(usize, usize),
    /// `cells:##./.##`: part of a grid, its rows from the top, `#` where there is a cell
    Cells(String),
    /// `complete:N`
    Complete(usize),
    /// `bipartite:A,B`
    Bipartite(usize, usize),
    /// `ladder:N`
    Ladder(usize),
    /// `multipartite:2,2,3`
    Multipartite(Vec<usize>),
    /// `caterpillar:2,0,1`
    Caterpillar(Vec<usize>),
    /// `star:K`
    Star(usize),
    /// `wheel:N`
    Wheel(usize),
    /// `hypercube:D`
    Hypercube(usize),
    /// `petersen`
    Petersen,
    /// `pode:1,1,2,4`
    Pode(Vec<usize>),
    /// `bipode:1,1,2;1,1,2;3`
    Bipode(Vec<usize>, Vec<usize>, usize),
    /// `attach:BOARD,V,N`: a graph with a path of N vertices attached to its vertex V
    Attach(Box<BoardName>, usize, usize),
    /// `octagons:MxN`, `boxes:MxN`, `polygons:K,MxN`
    Polygons {
        /// The number of sides.
        sides: usize,
        /// Rows of polygons.
        rows: usize,
        /// Polygons a row.
        columns: usize,
    },
    /// `hexagons:MxN`
    Hexagons(usize, usize),
    /// `graph6:STRING`
    Graph6(String),
    /// `sparse6:STRING`
    Sparse6(String),
    /// `edges:1-2,2-3,3-3`
    Edges(String),
    /// `@FILE`, or `@FILE#K` for the K-th graph of a file of graphs.
    File(String, Option<usize>),
    /// `ttt:N` or `ttt:N^D`
    TicTacToe(usize, usize),
    /// `hex:MxN`
    Hex(usize, usize),
    /// `lattice:MxN,K`
    Lattice(usize, usize, usize),
    /// `ag:D,Q` or `pg:D,Q`, with `,planes` for planes instead of lines
    Geometry {
        /// PG rather than AG.
        projective: bool,
        /// The dimension.
        dimension: usize,
        /// The order of the field.
        order: usize,
        /// The dimension of the winning flats: 1 for lines, 2 for planes.
        flats: usize,
    },
    /// `[OUTER : INNER]`
    Nested(Box<BoardName>, Box<BoardName>),
    /// `[OUTER : INNER | INNER]`: inner boards in turn, the last for all points of the outer board that remain
    Mixed(Box<BoardName>, Vec<BoardName>),
    /// `sets:1-2-3,1-4-7`
    Sets(Vec<Vec<usize>>),
    /// `matroid:NAME,FEATURE`
    Matroid(MatroidName, Feature),
    /// `A + B`
    Sum(Vec<BoardName>),
}

/// The name of a matroid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatroidName {
    /// `uniform-R-N`
    Uniform(usize, usize),
    /// `wheel-R`
    Wheel(usize),
    /// `whirl-R`
    Whirl(usize),
    /// `fano`
    Fano,
    /// `graphic(GRAPH)`
    Graphic(Box<BoardName>),
}

/// A board to play on.
#[derive(Clone, Debug, PartialEq)]
pub enum Board {
    /// Heaps, a graph, or (as a sum) both.
    Places {
        /// The heaps, as given.
        heaps: Vec<u64>,
        /// The graph, empty if there are only heaps.
        graph: Graph,
    },
    /// Points and winning sets.
    Sets(SetBoard),
}

impl Board {
    /// Whether there are heaps on it.
    pub fn has_heaps(&self) -> bool {
        matches!(self, Board::Places { heaps, .. } if !heaps.is_empty())
    }
}

/// Reads a file for [`BoardName::build_with`].
pub type FileReader<'a> = &'a dyn Fn(&str) -> Result<String, InputError>;

impl BoardName {
    /// Whether there are heaps and nothing else.
    pub fn is_heaps(&self) -> bool {
        match self {
            BoardName::Heaps(_) => true,
            BoardName::Sum(parts) => parts.iter().all(BoardName::is_heaps),
            _ => false,
        }
    }

    /// Whether it is an array of polygons, where an edge is a side to draw.
    pub fn is_polygons(&self) -> bool {
        matches!(self, BoardName::Polygons { .. } | BoardName::Hexagons(..))
    }

    /// The board, for a name that needs no file.
    pub fn build(&self) -> Result<Board, InputError> {
        self.build_with(&|path| {
            Err(InputError::plain(format!("files such as @{path} cannot be read here")))
        })
    }

    /// The board; files are read with `read`.
    pub fn build_with(&self, read: FileReader) -> Result<Board, InputError> {
        build::build(self, read)
    }
}

impl fmt::Display for BoardName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use BoardName::*;
        match self {
            Heaps(sizes) => write!(f, "heaps:{}", list(sizes)),
            Path(n) => write!(f, "path:{n}"),
            Cycle(n) => write!(f, "cycle:{n}"),
            Grid(m, n) => write!(f, "grid:{m}x{n}"),
            Cells(rows) => write!(f, "cells:{rows}"),
            Complete(n) => write!(f, "complete:{n}"),
            Bipartite(a, b) => write!(f, "bipartite:{a},{b}"),
            Ladder(n) => write!(f, "ladder:{n}"),
            Multipartite(sides) => write!(f, "multipartite:{}", list(sides)),
            Caterpillar(leaves) => write!(f, "caterpillar:{}", list(leaves)),
            Star(k) => write!(f, "star:{k}"),
            Wheel(n) => write!(f, "wheel:{n}"),
            Hypercube(d) => write!(f, "hypercube:{d}"),
            Petersen => write!(f, "petersen"),
            Pode(chains) => write!(f, "pode:{}", list(chains)),
            Bipode(left, right, between) => {
                write!(f, "bipode:{};{};{between}", list(left), list(right))
            }
            Attach(board, vertex, length) => write!(f, "attach:{board},{vertex},{length}"),
            Polygons { sides: 8, rows, columns } => write!(f, "octagons:{rows}x{columns}"),
            Polygons { sides: 4, rows, columns } => write!(f, "boxes:{rows}x{columns}"),
            Polygons { sides, rows, columns } => write!(f, "polygons:{sides},{rows}x{columns}"),
            Hexagons(m, n) => write!(f, "hexagons:{m}x{n}"),
            Graph6(text) => write!(f, "graph6:{text}"),
            Sparse6(text) => write!(f, "sparse6:{text}"),
            Edges(text) => write!(f, "edges:{text}"),
            File(path, None) => write!(f, "@{path}"),
            File(path, Some(index)) => write!(f, "@{path}#{index}"),
            TicTacToe(n, 2) => write!(f, "ttt:{n}"),
            TicTacToe(n, d) => write!(f, "ttt:{n}^{d}"),
            Hex(m, n) => write!(f, "hex:{m}x{n}"),
            Lattice(m, n, k) => write!(f, "lattice:{m}x{n},{k}"),
            Geometry { projective, dimension, order, flats } => {
                let name = if *projective { "pg" } else { "ag" };
                write!(f, "{name}:{dimension},{order}{}", if *flats == 2 { ",planes" } else { "" })
            }
            Nested(outer, inner) => write!(f, "[{outer} : {inner}]"),
            Mixed(outer, inner) => write!(f, "[{outer} : {}]", joined(inner, " | ")),
            Sets(sets) => {
                let set = |set: &Vec<usize>| {
                    set.iter().map(usize::to_string).collect::<Vec<_>>().join("-")
                };
                write!(f, "sets:{}", sets.iter().map(set).collect::<Vec<_>>().join(","))
            }
            Matroid(name, feature) => write!(f, "matroid:{name},{}", feature.name()),
            Sum(boards) => f.write_str(&joined(boards, " + ")),
        }
    }
}

impl fmt::Display for MatroidName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatroidName::Uniform(rank, elements) => write!(f, "uniform-{rank}-{elements}"),
            MatroidName::Wheel(rank) => write!(f, "wheel-{rank}"),
            MatroidName::Whirl(rank) => write!(f, "whirl-{rank}"),
            MatroidName::Fano => write!(f, "fano"),
            MatroidName::Graphic(graph) => write!(f, "graphic({graph})"),
        }
    }
}

fn list<T: ToString>(items: &[T]) -> String {
    joined(items, ",")
}

fn joined<T: ToString>(items: &[T], between: &str) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(between)
}
