//! Strategies for Playing Closing Octagons Game in Some Situations, chapter by chapter.

pub mod basics;
pub mod components;
pub mod edges;
mod endgames;
pub mod graphs;
pub mod states;
pub mod strategies;
pub mod three;
