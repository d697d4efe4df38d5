//! Scoring games: margins.

pub mod reference;
