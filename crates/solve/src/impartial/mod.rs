//! Impartial games: nimbers and outcomes.

pub mod attach;
mod burden;
mod colours;
pub mod emptying;
mod facts;
mod game_graph;
mod grids;
mod habit;
mod host;
mod isomorphs;
mod learnt;
mod mask;
mod misere;
mod moves;
mod options;
mod oracle;
mod packed;
mod placing;
mod polyomino;
mod reference;
mod rings;
mod search;
mod shared;
mod solver;
mod theorems;
mod unbroken;

pub use crate::nimber::{Convention, Nimber, Outcome};
pub use game_graph::{GameGraph, game_graph};
pub use grids::Grids;
pub use oracle::ImpartialOracle;
pub use reference::Reference;
