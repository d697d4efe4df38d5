//! Impartial games: nimbers and outcomes.

pub mod attach;
pub mod burden;
pub mod colours;
pub mod emptying;
pub mod facts;
pub mod game_graph;
pub mod grids;
pub mod habit;
pub mod host;
pub mod isomorphs;
pub mod learnt;
pub mod mask;
pub mod misere;
pub mod moves;
pub mod options;
pub mod oracle;
pub mod packed;
pub mod placing;
pub mod polyomino;
pub mod reference;
pub mod rings;
pub mod search;
pub mod shared;
pub mod solver;
pub mod theorems;
pub mod unbroken;

pub use crate::nimber::{Convention, Nimber, Outcome};
