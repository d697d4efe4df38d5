//! What solvers of every theory are made of: [`limits`] and halting, races of threads, portfolios of methods, proof numbers, memory
//! for large tables, files of states.

pub(crate) mod halt;
pub mod limits;
pub(crate) mod memo;
pub(crate) mod pages;
pub(crate) mod portfolio;
pub(crate) mod proof_numbers;
pub(crate) mod race;
pub(crate) mod state_file;
pub(crate) mod together;
