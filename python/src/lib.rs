//! The extension module behind the Python package `outplay`: questions in, answers out, positions as values.
//!
//! What a Python programmer meets is written in Python, in `lib/outplay`. Here is what has to be Rust: asking the library
//! without holding the interpreter ([`work`]), positions that are cheap to make ([`position`]), and the two ways from Python
//! into a solver, strategies ([`strategy`]) and games ([`listed`]) that are written as functions.

mod answer;
mod board;
mod convert;
mod errors;
mod game;
mod listed;
mod position;
mod runs;
mod strategy;
mod verbs;
mod work;

use pyo3::prelude::*;

/// What the package `outplay` is made of.
#[pymodule]
mod _outplay {
    #[pymodule_export]
    use super::answer::Answer;
    #[pymodule_export]
    use super::board::{board, board_examples, graph_name};
    #[pymodule_export]
    use super::game::Game;
    #[pymodule_export]
    use super::listed::solve_listed;
    #[pymodule_export]
    use super::position::{Position, restored};
    #[pymodule_export]
    use super::runs::{run_pending, run_rows, run_start, run_status, run_unit, run_work};
    #[pymodule_export]
    use super::strategy::verify_function;
    #[pymodule_export]
    use super::verbs::{
        certify, check, check_claim, claims, game_graph, games, moves, named_table, named_tables,
        period, picture, positions, sequence, solve, strategies, sweep, table, verify,
    };
    #[pymodule_export]
    use super::work::Run;

    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
