//! Scoring games: margins. `reference` is the plain solver, `full_table` a second one of another kind; `unshackle` and
//! `coins` are the fast ones. Why they are right is proved in `docs/theory-scoring.md`.

pub mod bounds;
pub mod captures;
pub mod coins;
pub mod components;
pub mod full_table;
pub mod host;
pub mod isomorphism;
pub mod lists;
pub mod oracle;
pub mod quiet_table;
mod race;
pub mod ranking;
pub mod reference;
pub mod testers;
pub mod turning;
pub mod unshackle;
