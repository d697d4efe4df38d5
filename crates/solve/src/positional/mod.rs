//! Positional games: what the first player can force, and how long a won game takes.

mod code;
mod dense;
mod force;
mod hop;
mod hop_arguments;
mod hop_force;
mod hop_goals;
mod maker_breaker;
mod nested;
mod nested_search;
mod nested_table;
mod newest;
mod oracle;
mod partial_result;
mod placing;
mod reference;
mod saved_proofs;
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
pub use oracle::PositionalOracle;
pub use saved_proofs::{SavedProofs, board_sum};
pub use search::bounds::pairing;
pub use search::symmetry::Symmetries;
pub use stealing::stolen;
