//! Positions to look at: drawn with letters, and as JSON for a page.

pub mod draw;
pub mod game_graph;
pub mod picture;
pub mod position;
pub mod symmetry;
mod weights;
