//! The fast scoring solvers against the reference solver, on random multigraphs and small boards.

#![allow(clippy::unwrap_used, reason = "a test that goes wrong should say so at once")]

mod chains;
mod coins;
mod endgame_table;
mod random_graphs;
mod unshackle;
mod widths;
