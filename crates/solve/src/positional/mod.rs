//! Positional games: what the first player can force, and how long a won game takes.

pub mod code;
pub mod dense;
pub mod force;
pub mod hop;
pub mod hop_arguments;
pub mod hop_force;
pub mod hop_questions;
pub mod nested;
pub mod nested_search;
pub mod nested_table;
pub mod newest;
pub mod notebook;
pub mod oracle;
pub mod partly;
pub mod placing;
pub mod reference;
pub mod search;
pub mod solver;
pub mod stealing;
pub mod tables;
pub mod thresholds;
pub mod weights;

pub use crate::forces::{Forces, PositionalResult, Value};
