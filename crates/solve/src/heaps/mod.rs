//! Octal games on heaps: nim-sequences and their periods.
//!
//! [`engine`] computes values, [`period`] finds and proves periods, [`state`] saves and loads an engine; [`reference`](mod@reference) is
//! the plain definition they are held to. The proofs are in `docs/theory-heaps.md`.

mod arithmetic;
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
mod recognise;
pub mod reference;
mod search;
mod search_state;
mod sparse;
pub mod state;
mod suffix;
mod trail;
pub mod values;
