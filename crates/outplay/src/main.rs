//! The `outplay` command.

mod ask;
mod cli;
mod commands;
mod draw;
mod exit;
mod files;
mod progress;
mod report;
mod serve;
mod welcome;

use std::process::ExitCode;

use clap::Parser;

use cli::{Cli, Command};
use exit::Exit;

/// Searches recurse once a move; games on the largest boards have thousands.
const STACK: usize = 1 << 30;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let json = cli.common.json;
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(move || run(cli));
    let outcome = match worker.map(|handle| handle.join()) {
        Ok(Ok(outcome)) => outcome,
        // The panic itself has been printed; it is our mistake, not the user's.
        Ok(Err(_)) => return ExitCode::from(101),
        Err(error) => Err(Exit::Input(format!("no memory for the solver's stack: {error}"))),
    };
    match outcome {
        Ok(verdict) => ExitCode::from(exit::code(verdict)),
        Err(exit) => {
            // One object is printed: if the answer was, the error is told beside it.
            if json && !exit::has_printed() {
                exit::print(&serde_json::json!({ "error": exit.to_string() }).to_string());
            }
            exit::tell(&format!("error: {exit}"));
            ExitCode::from(exit.code())
        }
    }
}

fn run(cli: Cli) -> Result<u8, Exit> {
    let common = &cli.common;
    match cli.command {
        None => {
            exit::print(&welcome::text());
            Ok(0)
        }
        Some(Command::Solve(solve)) => commands::solve::run(common, &solve),
        Some(Command::Moves(question)) => commands::moves::run(common, &question),
        Some(Command::Table(table)) => commands::table::run(common, &table),
        Some(Command::Weights(weights)) => commands::weights::run(common, &weights),
        Some(Command::Play(play)) => commands::play::run(common, &play),
        Some(Command::Serve(serve)) => commands::serve::run(common, &serve),
        Some(Command::Sequence(sequence)) => commands::sequence::run(common, &sequence),
        Some(Command::Period(period)) => commands::period::run(common, &period),
        Some(Command::Positions(positions)) => commands::positions::run(common, &positions),
        Some(Command::Critical { board }) => commands::critical::run(common, &board),
        Some(Command::Emptying(emptying)) => commands::emptying::run(common, &emptying),
        Some(Command::Attach(attach)) => commands::attach::run(common, &attach),
        Some(Command::Graph(graph)) => commands::graph::run(common, &graph),
        Some(Command::Sweep(sweep)) => commands::sweep::run(common, &sweep),
        Some(Command::Verify(verify)) => commands::verify::run(common, &verify),
        Some(Command::Claims(claims)) => commands::claims::run(common, &claims),
        Some(Command::Check { file }) => commands::check::run(common, &file),
        Some(Command::Completions { shell }) => {
            commands::completions(shell);
            Ok(0)
        }
    }
}
