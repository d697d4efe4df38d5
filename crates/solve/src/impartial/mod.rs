//! Impartial games: nimbers and outcomes.

pub mod attach;
mod canonical;
mod colours;
mod connected_sets;
pub mod emptying;
mod facts;
mod game_graph;
mod grids;
mod host;
mod isomorphs;
mod mask;
mod misere;
mod moves;
mod options;
mod oracle;
mod ordering;
mod packed_table;
mod polyomino;
mod reference;
mod rings;
mod search;
mod solver;
mod theorems;
mod transposition;

pub use crate::nimber::{Convention, Nimber, Outcome};
pub use game_graph::{GameGraph, game_graph};
pub use grids::Grids;
pub use oracle::ImpartialOracle;
pub use reference::Reference;
