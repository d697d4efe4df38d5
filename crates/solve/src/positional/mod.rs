//! Positional games: what the first player can force, and how long a won game takes. Why the solvers are right:
//! `docs/theory-positional.md`; timings: `benches/positional.rs`.
//!
//! | file | what it is |
//! | --- | --- |
//! | `oracle.rs`, `solver.rs` | how a game is asked, and what each solver answers |
//! | `placing.rs`, `hop.rs`, `tables.rs` | the portfolios of games of taking points, of hop games, and of offers |
//! | `endgame_table/`, `code.rs` | the endgame table of all positions, one byte each |
//! | `search/` | iterative deepening and proof-number search, with their transposition table |
//! | `force.rs`, `hop_force.rs` | searches for short and for deep wins, taking turns |
//! | `hop_goals.rs` | the four goals of a hop game |
//! | `hop_arguments.rs`, `newest.rs`, `stealing.rs` | what needs no search: the newest piece, strategy stealing |
//! | `nested.rs`, `nested_search.rs`, `nested_table/` | nested boards: islands, the search on them, the table of all hands |
//! | `wide.rs` | Breaker's arguments on boards that no search takes |
//! | `maker_breaker.rs` | whether Breaker wins, asked on behalf of proofs |
//! | `saved_proofs.rs`, `partial_result.rs` | what was proved, in a file; what is settled when a limit comes first |
//! | `weights.rs`, `thresholds.rs` | the weights of the dissertation on hop games |
//! | `reference.rs` | the plain solver |

mod code;
mod endgame_table;
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
mod wide;

pub use crate::forces::{Forces, PositionalResult, Value};
pub use maker_breaker::MakerBreaker;
pub use oracle::PositionalOracle;
pub use reference::Reference;
pub use saved_proofs::{SavedProofs, board_sum};
pub use search::bounds::pairing;
pub use search::symmetry::Symmetries;
pub use stealing::stolen;
