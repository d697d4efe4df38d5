//! Nontraditional Positional Games, chapter by chapter.

pub mod appendices;
pub mod boards;
pub mod hopping;
pub mod nested;
pub mod weights;
