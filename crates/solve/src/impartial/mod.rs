//! Impartial games: nimbers and outcomes. Why the solver is right: `docs/theory-graphs.md`; timings: `benches/impartial.rs`.
//!
//! | file | what it is |
//! | --- | --- |
//! | `oracle.rs` | how a game is asked; sums of heaps and components |
//! | `solver.rs` | the fast solver for taking games on graphs, and its portfolio; `solver/misere.rs` the other convention, `solver/set_table.rs` when the table of connected sets is filled |
//! | `search.rs`, `options.rs` | the nimber search, and the options of a position |
//! | `host.rs`, `moves.rs`, `rings.rs` | the graph, its moves; on grids all cells at once |
//! | `canonical.rs`, `polyomino.rs` | canonical forms of components under the board's automorphisms |
//! | `isomorphs.rs`, `colours.rs` | isomorphic components, by colour refinement |
//! | `fact_table.rs`, `facts.rs` | the transposition table of components and what it keeps |
//! | `ordering/` | move ordering |
//! | `theorems.rs` | what needs no search |
//! | `connected_sets.rs` | the table of all connected sets, for games that never break a component |
//! | `small_board.rs` | boards of a few vertices, by a table of all sets |
//! | `grids.rs` | the grids of a family on one table |
//! | `along.rs` | values along a family with a path that grows, and their period |
//! | `reference.rs`, `misere.rs` | the plain solvers |
//! | `closed_parts.rs`, `misere_quotient.rs` | all that can be left of a board, and misère outcomes by its quotient |
//! | `emptying.rs`, `attach.rs`, `game_graph.rs` | questions of the papers |

pub mod along;
pub mod attach;
mod canonical;
pub mod closed_parts;
mod colours;
mod connected_sets;
pub mod emptying;
mod fact_table;
mod facts;
mod game_graph;
mod grids;
mod host;
mod isomorphs;
mod misere;
mod misere_quotient;
mod moves;
mod options;
mod oracle;
mod ordering;
mod polyomino;
mod reference;
mod rings;
mod search;
mod small_board;
mod solver;
mod theorems;

pub use crate::nimber::{Convention, Nimber, Outcome};
pub use game_graph::{GameGraph, game_graph};
pub use grids::Grids;
pub use oracle::ImpartialOracle;
pub use reference::Reference;
pub use small_board::small_board_value;
pub use solver::CONNECTED_SET_TABLE;
