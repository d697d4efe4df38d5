//! Positional games: what the first player can force, and how long a won game takes.

mod code;
mod dense;
mod force;
mod hop;
mod hop_arguments;
mod hop_force;
mod hop_questions;
mod maker_breaker;
mod nested;
mod nested_search;
mod nested_table;
mod newest;
mod notebook;
mod oracle;
mod partly;
mod placing;
mod reference;
mod search;
mod solver;
mod stealing;
mod tables;
#[cfg(test)]
mod tests;
pub mod thresholds;
pub mod weights;

pub use crate::forces::{Forces, PositionalResult, Value};
pub use maker_breaker::MakerBreaker;
pub use notebook::{Notebook, board_sum};
pub use oracle::PositionalOracle;
pub use reference::Reference;
pub use search::bounds::pairing;
pub use search::symmetry::Symmetries;
pub use stealing::stolen;
