//! The commands, one file each.

pub mod attach;
mod certify;
pub mod check;
pub mod claims;
pub mod critical;
pub mod emptying;
pub mod engine_state;
pub mod graph;
pub mod grids;
pub mod moves;
pub mod named_table;
pub mod period;
pub mod play;
pub mod positions;
mod proof_state;
pub mod sequence;
pub mod serve;
pub mod solve;
pub mod sweep;
pub mod table;
pub mod verify;
pub mod weight_tables;
pub mod weights;

use clap::CommandFactory;

use crate::cli::Cli;

/// Writes the completions of a shell on standard output.
pub fn completions(shell: clap_complete::Shell) {
    clap_complete::generate(shell, &mut Cli::command(), "outplay", &mut std::io::stdout());
}
