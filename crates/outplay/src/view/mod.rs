//! Positions to look at: drawn with letters, and as JSON for a page.

pub mod draw;
pub mod picture;
mod weights;
