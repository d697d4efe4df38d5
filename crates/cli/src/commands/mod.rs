//! The commands, one file each.

pub mod attach;
pub mod check;
mod checked;
pub mod claims;
pub mod critical;
pub mod emptying;
pub mod games;
pub mod graph;
pub mod man;
pub mod methods;
pub mod moves;
mod named_table;
pub mod period;
pub mod play;
pub mod positions;
pub mod quotient;
pub mod run;
pub mod sequence;
pub mod serve;
pub mod solve;
pub mod sweep;
pub mod table;
pub mod verify;
pub mod weights;

use clap::builder::PossibleValuesParser;
use outplay_rules::board::EXAMPLES;
use outplay_rules::games::GAMES;
use outplay_strategy::named::CATALOGUE;

use crate::cli::command;
use crate::exit;

/// The command with the names that may stand for a game, a board and a strategy: for completions only, since each of
/// them may be written in many other ways.
fn with_names(command: clap::Command) -> clap::Command {
    // A shell would take a board with spaces apart.
    let boards = || EXAMPLES.into_iter().filter(|board| !board.contains(' '));
    let games = || GAMES.iter().flat_map(|game| game.names.iter().copied());
    let of_heaps = GAMES.iter().filter(|game| game.code.is_some());
    let heap_games = || of_heaps.clone().flat_map(|game| game.names.iter().copied());
    let strategies = || CATALOGUE.iter().map(|entry| entry.name);
    // All in their order: an argument that is changed alone goes to the end.
    let command = command.mut_args(|arg| match arg.get_id().as_str() {
        "game" | "name" => arg.value_parser(PossibleValuesParser::new(games())),
        "code" | "codes" => arg.value_parser(PossibleValuesParser::new(heap_games())),
        "board" => arg.value_parser(PossibleValuesParser::new(boards())),
        "strategy" => arg.value_parser(PossibleValuesParser::new(strategies())),
        _ => arg,
    });
    command.mut_subcommands(with_names)
}

/// Writes the completions of a shell on standard output.
pub fn completions(shell: clap_complete::Shell) {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut with_names(command()), "outplay", &mut text);
    exit::print(String::from_utf8_lossy(&text).trim_end());
}
