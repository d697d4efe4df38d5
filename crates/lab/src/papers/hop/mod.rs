//! Nontraditional Positional Games, chapter by chapter.

pub mod boards;
pub mod hopping;
pub mod nested;
pub mod weights;
