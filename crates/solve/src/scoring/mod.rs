//! Scoring games: margins. `reference` is the plain solver, `full_table` a second one of another kind; `unshackle` and
//! `coins` are the fast ones. Why they are right is proved in `docs/theory-scoring.md`.

mod bounds;
mod captures;
mod coins;
mod components;
mod full_table;
mod host;
mod isomorphism;
mod lists;
mod oracle;
mod quiet_table;
mod ranking;
mod reference;
mod testers;
#[cfg(test)]
mod tests;
mod turning;
mod unshackle;

pub use oracle::ScoringOracle;
pub use reference::Reference;
