//! Scoring games: margins. `reference` is the plain solver, `full_table` a second one of another kind; `unshackle` and
//! `coins` are the fast ones. Why they are right is proved in `docs/theory-scoring.md`.

mod automorphisms;
mod captures;
mod coins;
mod components;
mod endgame_table;
mod full_table;
mod host;
mod isomorphism;
mod lists;
mod methods;
mod oracle;
mod ranking;
mod reference;
#[cfg(test)]
mod tests;
mod transposition;
mod unshackle;

pub use oracle::ScoringOracle;
pub use reference::Reference;
