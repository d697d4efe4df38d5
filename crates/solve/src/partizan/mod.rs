//! Partizan games: who wins if Left begins, and who wins if Right begins. Why the solver is right: `docs/theory-partizan.md`.
//!
//! | file | what it is |
//! | --- | --- |
//! | `oracle.rs` | how a game is asked |
//! | `components.rs` | components up to isomorphism, with the options of both players |
//! | `sums.rs` | who wins a sum of components |
//! | `reference.rs` | the plain solver |
//! | `tests.rs` | the one against the other on random boards |

mod components;
mod oracle;
mod reference;
mod sums;
#[cfg(test)]
mod tests;

pub use oracle::PartizanOracle;
pub use outplay_rules::outcome_class::OutcomeClass;
pub use reference::Reference;
