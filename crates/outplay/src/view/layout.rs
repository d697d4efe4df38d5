//! The family of a board, for the code that lays it out.

use outplay_rules::board::{Board, BoardName};
use serde::Serialize;

/// A family of boards that has a layout of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Layout {
    /// Heaps alone.
    Heaps,
    /// Places in a row.
    Path {
        /// How many.
        columns: usize,
    },
    /// Rows and columns.
    Grid {
        /// How many rows.
        rows: usize,
        /// How many columns.
        columns: usize,
        /// Whether the places are cells rather than crossings.
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        cells: bool,
    },
    /// Rows of hexagons, each shifted against the last.
    Hex {
        /// How many rows.
        rows: usize,
        /// How many columns.
        columns: usize,
    },
    /// Cells of a cube of any dimension.
    Lattice {
        /// Cells along each side.
        side: usize,
        /// How many directions there are.
        dimension: usize,
        /// The places are cells.
        cells: bool,
    },
    /// Places around a circle.
    Circle,
    /// Two rows, facing.
    Bipartite {
        /// The length of each row.
        sides: [usize; 2],
    },
    /// Chains that meet in a centre.
    Pode {
        /// Their lengths.
        chains: Vec<usize>,
    },
    /// A circle and its centre.
    Wheel,
    /// A hypercube.
    Hypercube {
        /// Its dimension.
        dimension: usize,
    },
    /// The Petersen graph.
    Petersen,
    /// Chains that meet in two centres, and the chain between these.
    Bipode {
        /// The chains at one centre.
        left: Vec<usize>,
        /// The chains at the other.
        right: Vec<usize>,
        /// The length of the chain between them.
        between: usize,
    },
    /// An array of polygons.
    Polygons {
        /// How many sides each has.
        sides: usize,
        /// How many rows.
        rows: usize,
        /// How many columns.
        columns: usize,
    },
    /// A honeycomb.
    Hexagons {
        /// How many rows.
        rows: usize,
        /// How many columns.
        columns: usize,
    },
    /// An affine geometry.
    Ag {
        /// Its dimension.
        dimension: usize,
        /// The order of its field.
        order: usize,
    },
    /// A projective geometry.
    Pg {
        /// Its dimension.
        dimension: usize,
        /// The order of its field.
        order: usize,
    },
    /// A board whose points are islands.
    Nested {
        /// How the islands lie.
        outer: Box<Layout>,
        /// How the points of an island lie.
        inner: Box<Layout>,
        /// How many islands there are.
        islands: usize,
        /// How many points each has.
        island: usize,
        /// The winning sets within an island, if they are few enough to be drawn.
        inner_sets: Option<Vec<Vec<usize>>>,
        /// The winning sets of islands, likewise.
        outer_sets: Option<Vec<Vec<usize>>>,
    },
    /// Boards side by side.
    Sum {
        /// Each of them.
        terms: Vec<Term>,
    },
    /// No family with a layout of its own.
    Free,
}

/// A board of a sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Term {
    /// How it is laid out.
    pub layout: Layout,
    /// How many places it has.
    pub places: usize,
}

impl From<&BoardName> for Layout {
    fn from(board: &BoardName) -> Self {
        use BoardName as Name;
        match board {
            Name::Heaps(_) => Layout::Heaps,
            &Name::Path(columns) => Layout::Path { columns },
            &Name::Grid(rows, columns) => Layout::Grid { rows, columns, cells: false },
            &Name::Lattice(rows, columns, _) => Layout::Grid { rows, columns, cells: true },
            &Name::Hex(rows, columns) => Layout::Hex { rows, columns },
            &Name::TicTacToe(side, dimension) => Layout::Lattice { side, dimension, cells: true },
            Name::Cycle(_) | Name::Complete(_) => Layout::Circle,
            &Name::Bipartite(a, b) => Layout::Bipartite { sides: [a, b] },
            Name::Star(k) => Layout::Pode { chains: vec![1; *k] },
            Name::Wheel(_) => Layout::Wheel,
            &Name::Hypercube(dimension) => Layout::Hypercube { dimension },
            Name::Petersen => Layout::Petersen,
            Name::Pode(chains) => Layout::Pode { chains: chains.clone() },
            Name::Bipode(left, right, 0) => Layout::Pode { chains: [&left[..], right].concat() },
            Name::Bipode(left, right, between) => {
                Layout::Bipode { left: left.clone(), right: right.clone(), between: *between }
            }
            &Name::Polygons { sides, rows, columns } => Layout::Polygons { sides, rows, columns },
            &Name::Hexagons(rows, columns) => Layout::Hexagons { rows, columns },
            &Name::Geometry { projective: true, dimension, order, .. } => {
                Layout::Pg { dimension, order }
            }
            &Name::Geometry { dimension, order, .. } => Layout::Ag { dimension, order },
            Name::Nested(outer, inner) => nested(outer, inner),
            Name::Sum(terms) => {
                let graphs = terms.iter().filter(|term| !matches!(term, Name::Heaps(_)));
                let term = |name| Term { layout: Layout::from(name), places: place_count(name) };
                Layout::Sum { terms: graphs.map(term).collect() }
            }
            _ => Layout::Free,
        }
    }
}

fn nested(outer: &BoardName, inner: &BoardName) -> Layout {
    Layout::Nested {
        outer: Box::new(outer.into()),
        inner: Box::new(inner.into()),
        islands: place_count(outer),
        island: place_count(inner),
        inner_sets: few_sets(inner),
        outer_sets: few_sets(outer),
    }
}

fn place_count(board: &BoardName) -> usize {
    match board.build() {
        Ok(Board::Places { graph, .. }) => graph.vertex_count(),
        Ok(Board::Sets(sets)) => sets.point_count(),
        Err(_) => 0,
    }
}

/// The lines of a board, if they are few enough to be drawn.
fn few_sets(board: &BoardName) -> Option<Vec<Vec<usize>>> {
    const MOST: usize = 40;
    match board.build() {
        Ok(Board::Sets(board)) => {
            let sets = board.first_sets().listed(MOST)?;
            Some(sets.iter().map(|set| set.iter().collect()).collect())
        }
        _ => None,
    }
}
