//! Octal games on heaps: nim-sequences and their periods.
//!
//! [`Engine`] computes values, saves and loads them; [`PeriodSearch`] finds and proves periods; [`NimSequence`] is the plain
//! definition they are held to. The proofs are in `docs/theory-heaps.md`.

mod arithmetic;
mod batch;
mod direct;
mod engine;
mod far;
mod kernel;
mod moves;
mod nimber_set;
mod period;
mod positions;
mod rarity;
mod recognise;
mod reference;
mod search;
mod search_state;
mod sparse;
mod state;
mod suffix;
mod trail;
mod values;

pub use crate::kit::state_file::StateError;
pub use engine::{Engine, Method, Options};
pub use period::{
    Argument, PeriodReport, PeriodSearch, PeriodStopped, find_period, find_period_with,
};
pub use positions::{Lister, classes};
pub use reference::NimSequence;
