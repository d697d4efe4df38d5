//! Octal games on heaps: nim-sequences and their periods.
//!
//! [`Engine`] computes values, saves and loads them; [`PeriodSearch`] finds and proves periods; [`NimSequence`] is the
//! plain definition with which tests compare them. The proofs are in `docs/theory-heaps.md`, timings in
//! `benches/heaps.rs`.
//!
//! | file | what it is |
//! | --- | --- |
//! | `engine.rs` | runs the computation; `direct.rs` and `sparse.rs` are its two methods |
//! | `rarity.rs` | the split into rare and common values of the sparse-space method |
//! | `kernel.rs`, `far.rs`, `batch.rs`, `sums.rs` | the inner loops, vectorised |
//! | `values.rs`, `state.rs` | what is kept, and how it is saved |
//! | `period.rs`, `arithmetic.rs` | the criteria for periods and arithmetic periods |
//! | `search.rs`, `trail.rs`, `search_state.rs` | the search for long periods, with checkpoints |
//! | `recognise.rs` | periods that are seen but not proved |
//! | `any_heap.rs` | values of heaps of any size, once a period is proved |
//! | `winning.rs` | the moves in a heap that leave a given value |
//! | `positions.rs` | P-positions of several heaps |
//! | `quotient/` | misère quotients |

mod any_heap;
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
pub mod quotient;
mod rarity;
mod recognise;
mod reference;
mod search;
mod search_state;
mod sparse;
mod state;
pub(crate) mod suffix;
mod sum_criterion;
mod sums;
mod trail;
mod values;
mod winning;

pub use crate::kit::state_file::StateError;
pub use any_heap::{AnyHeap, PeriodLaw};
pub use engine::{Engine, EngineOptions, SequenceMethod};
pub use period::{
    Argument, PeriodReport, PeriodSearch, PeriodStopped, find_period, find_period_with,
};
pub use positions::{Lister, classes};
pub use reference::NimSequence;
pub use winning::{Wanted, WinningMoves};
