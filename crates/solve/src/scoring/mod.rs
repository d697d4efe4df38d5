//! Scoring games: margins. Why the solvers are right: `docs/theory-scoring.md`; timings: `benches/scoring.rs`.
//!
//! | file | what it is |
//! | --- | --- |
//! | `oracle.rs` | a margin found by null-window probes, time-sliced |
//! | `methods.rs` | the portfolio |
//! | `unshackle.rs`, `components.rs`, `isomorphism.rs` | search over multisets of components, leaves taken off, up to isomorphism |
//! | `coins.rs` | games where a score keeps the turn: `coins/search.rs`, `coins/proof_number_search.rs`, and the endgame table `coins/core_table.rs` |
//! | `captures.rs`, `lists.rs` | captures played out; chains, cycles and loops as lists |
//! | `host.rs`, `automorphisms.rs`, `bounds.rs` | positions packed into words, symmetries, what the transposition table keeps of a margin |
//! | `quiet_table.rs`, `ranking.rs` | the margin of every quiet position of a large array of boxes, one byte each |
//! | `reference.rs`, `full_table.rs` | the plain solver, and a second one of another kind |

mod automorphisms;
mod bounds;
mod captures;
mod coins;
mod components;
mod full_table;
mod host;
mod isomorphism;
mod lists;
mod methods;
mod oracle;
mod quiet_table;
mod ranking;
mod reference;
#[cfg(test)]
mod tests;
mod unshackle;

pub use oracle::ScoringOracle;
pub use reference::Reference;
