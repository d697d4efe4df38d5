//! The commands, one file each.

pub mod attach;
pub mod check;
pub mod claims;
pub mod critical;
pub mod emptying;
pub mod games;
pub mod graph;
pub mod moves;
mod named_table;
pub mod period;
pub mod play;
pub mod positions;
pub mod sequence;
pub mod serve;
pub mod solve;
pub mod sweep;
pub mod table;
pub mod verify;
mod weight_tables;
pub mod weights;

use clap::CommandFactory;

use crate::cli::Cli;
use crate::exit;

/// Writes the completions of a shell on standard output.
pub fn completions(shell: clap_complete::Shell) {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "outplay", &mut text);
    exit::print(String::from_utf8_lossy(&text).trim_end());
}
