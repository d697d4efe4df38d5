//! Scoring games: margins.

pub mod bounds;
pub mod components;
pub mod host;
pub mod isomorphism;
pub mod oracle;
pub mod reference;
pub mod turning;
pub mod unshackle;
