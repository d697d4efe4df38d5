//! What solvers of every theory are made of.
//!
//! | file | what it is |
//! | --- | --- |
//! | `limits.rs`, `halt.rs` | time, memory, the wish to stop, progress; why a search has no answer |
//! | `clock.rs` | the clock, also in a browser |
//! | `portfolio.rs` | methods in the order in which they are tried, and what came of each |
//! | `race.rs`, `together.rs` | threads at one question; threads at one piece of work |
//! | `df_pn.rs`, `proof_numbers.rs` | depth-first proof-number search, proof and disproof numbers |
//! | `transposition/` | the transposition table: complete keys, shared by threads, within the memory limit |
//! | `memo.rs`, `pages.rs` | a table for recursion; memory for large tables |
//! | `bits.rs`, `symmetry.rs` | sets in machine words of any number, and their images under automorphisms |
//! | `state_file.rs` | the format of saved states |
//!
//! Endgame tables share memory and prefetching (`pages.rs`) and how threads fill them (`together.rs`). How positions are numbered is
//! what sets them apart: by sets of points layer by layer (`positional/endgame_table/`), by an automaton (`scoring/ranking.rs`), by digits
//! (`scoring/coins/core_table.rs`), by connected sets (`impartial/connected_sets.rs`), by hands (`positional/nested_table/`).

pub(crate) mod bits;
pub mod clock;
pub(crate) mod df_pn;
pub(crate) mod halt;
pub mod limits;
pub(crate) mod memo;
#[cfg(test)]
pub(crate) mod misere_play;
pub(crate) mod pages;
pub(crate) mod portfolio;
pub(crate) mod proof_numbers;
pub(crate) mod race;
#[cfg(test)]
pub(crate) mod random;
pub(crate) mod state_file;
pub(crate) mod symmetry;
pub(crate) mod together;
pub(crate) mod transposition;
