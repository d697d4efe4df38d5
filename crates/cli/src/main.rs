//! The `outplay` command.

mod backstop;
mod cli;
mod commands;
mod exit;
mod game_options;
mod progress;
mod rows;
mod welcome;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::FromArgMatches;
use cli::{Cli, Command};
use outplay::{CheckOptions, Error, Stopped, on_large_stack};

fn main() -> ExitCode {
    let matches = cli::command().try_get_matches_from(arguments());
    let cli = match matches.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => return ExitCode::from(exit::help_or_usage(&error)),
    };
    let json = cli.common.json;
    backstop::end_aborts_in_words(json);
    let outcome = on_large_stack(move || run(cli)).unwrap_or(Err(Error::Limit(Stopped::Memory)));
    match outcome {
        Ok(verdict) => ExitCode::from(exit::code(verdict)),
        Err(error) => {
            // Standard output gets one object. If that was the answer, the error goes to standard error alone.
            if json && !exit::has_printed() {
                exit::print(&serde_json::json!({ "error": error.to_string() }).to_string());
            }
            exit::tell(&format!("error: {error}"));
            ExitCode::from(error.exit_code())
        }
    }
}

/// What was typed; `outplay help solve` is another way to type `outplay solve --help`.
fn arguments() -> Vec<OsString> {
    let mut typed: Vec<OsString> = std::env::args_os().collect();
    if typed.get(1).is_some_and(|word| word == "help") {
        typed.remove(1);
        typed.push("--help".into());
    }
    typed
}

fn run(cli: Cli) -> Result<u8, Error> {
    let common = &cli.common;
    // For `play` and `serve` the limits are those of a move or a job, not of the whole.
    match &cli.command {
        Some(Command::Play(_) | Command::Serve(_)) => {}
        Some(Command::Run(asked)) if asked.time_is_of_an_item() => backstop::start(common, None),
        _ => backstop::start(common, common.time),
    }
    match cli.command {
        None => {
            exit::print(&welcome::text());
            Ok(0)
        }
        Some(Command::Solve(solve)) => commands::solve::run(common, &solve),
        Some(Command::Methods(question)) => commands::methods::run(common, &question),
        Some(Command::Moves(question)) => commands::moves::run(common, &question),
        Some(Command::Table(table)) => commands::table::run(common, &table),
        Some(Command::Weights(weights)) => commands::weights::run(common, &weights),
        Some(Command::Play(play)) => commands::play::run(common, &play),
        Some(Command::Serve(serve)) => commands::serve::run(common, &serve),
        Some(Command::Sequence(sequence)) => commands::sequence::run(common, &sequence),
        Some(Command::Period(period)) => commands::period::run(common, &period),
        Some(Command::Positions(positions)) => commands::positions::run(common, &positions),
        Some(Command::Quotient(quotient)) => commands::quotient::run(common, &quotient),
        Some(Command::Critical { board }) => commands::critical::run(common, &board),
        Some(Command::Emptying(emptying)) => commands::emptying::run(common, &emptying),
        Some(Command::Attach(attach)) => commands::attach::run(common, &attach),
        Some(Command::Graph(graph)) => commands::graph::run(common, &graph),
        Some(Command::Sweep(sweep)) => commands::sweep::run(common, &sweep),
        Some(Command::Verify(verify)) => commands::verify::run(common, &verify),
        Some(Command::Claims(claims)) => commands::claims::run(common, &claims),
        Some(Command::Games { name }) => commands::games::run(common, name.as_deref()),
        Some(Command::Run(asked)) => commands::run::run(common, &asked),
        Some(Command::Check { file, combine: true, .. }) => commands::check::combine(common, &file),
        Some(Command::Check { file, explain, part, scratch, without, .. }) => {
            let options = CheckOptions { part, scratch, without, explain };
            commands::check::run(common, &file, &options)
        }
        Some(Command::Man { folder }) => commands::man::run(common, &folder),
        Some(Command::Completions { shell }) => {
            commands::completions(shell);
            Ok(0)
        }
    }
}
