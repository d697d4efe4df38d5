//! Positions to look at: drawn with letters, and as a page draws them.

pub mod draw;
pub mod layout;
pub mod notes;
pub mod picture;
pub mod weights;
