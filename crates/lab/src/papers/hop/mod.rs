//! Nontraditional Positional Games, chapter by chapter.

pub mod appendices;
pub mod boards;
pub mod cases;
pub mod chapter6;
pub mod hopping;
pub mod more;
pub mod nested;
pub mod small;
pub mod turns;
mod two_hops;
pub mod weights;
