//! Scoring games: margins.

pub mod oracle;
pub mod reference;
