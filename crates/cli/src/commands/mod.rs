//! The commands, one file each.

pub mod attach;
pub mod check;
mod checked;
pub mod claims;
pub mod critical;
pub mod emptying;
pub mod games;
pub mod graph;
pub mod methods;
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
pub mod weights;

use clap::CommandFactory;
use clap::builder::PossibleValuesParser;
use outplay_rules::games::GAMES;

use crate::cli::Cli;
use crate::exit;

/// The command with the games of the registry as what may stand for a game: for completions only, since a game may have a
/// code after its name.
fn with_games(command: clap::Command) -> clap::Command {
    let asks = |command: &clap::Command| command.get_arguments().any(|arg| arg.get_id() == "game");
    let commands: Vec<String> = command
        .get_subcommands()
        .filter(|command| asks(command))
        .map(|command| command.get_name().to_string())
        .collect();
    let names = || GAMES.iter().flat_map(|game| game.names.iter().copied());
    commands.into_iter().fold(command, |command, name| {
        command.mut_subcommand(name, |command| {
            // All in their order: an argument that is changed alone goes to the end.
            command.mut_args(|arg| match arg.get_id() == "game" {
                true => arg.value_parser(PossibleValuesParser::new(names())),
                false => arg,
            })
        })
    })
}

/// Writes the completions of a shell on standard output.
pub fn completions(shell: clap_complete::Shell) {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut with_games(Cli::command()), "outplay", &mut text);
    exit::print(String::from_utf8_lossy(&text).trim_end());
}
