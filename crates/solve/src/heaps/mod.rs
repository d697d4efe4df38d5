//! Octal games on heaps: nim-sequences.

mod batch;
mod direct;
pub mod engine;
mod far;
mod kernel;
mod moves;
mod nimber_set;
pub mod period;
pub mod positions;
pub mod rarity;
pub mod reference;
mod sparse;
pub mod state;
mod suffix;
pub mod values;
