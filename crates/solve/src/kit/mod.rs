//! What solvers of every theory are made of.
//!
//! | file | what it is |
//! | --- | --- |
//! | `limits.rs`, `halt.rs` | time, memory, the wish to stop, progress; why a search has no answer |
//! | `portfolio.rs` | methods in the order in which they are tried, and what came of each |
//! | `race.rs`, `together.rs` | threads at one question; threads at one piece of work |
//! | `proof_numbers.rs` | proof and disproof numbers |
//! | `memo.rs`, `pages.rs` | a table for recursion; memory for large tables |
//! | `state_file.rs` | what files of states have in common |

pub(crate) mod halt;
pub mod limits;
pub(crate) mod memo;
pub(crate) mod pages;
pub(crate) mod portfolio;
pub(crate) mod proof_numbers;
pub(crate) mod race;
pub(crate) mod state_file;
pub(crate) mod together;
