//! How long impartial games on graphs take: `cargo bench -p outplay-solve --bench impartial -- GAME BOARD [outcome]`, or
//! a list of boards without arguments: first small ones beside the reference solver, which must agree, then large ones.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a bench that goes wrong should say so at once"
)]

use std::time::Instant;

use outplay_rules::board::{Board, BoardName};
use outplay_rules::game::GameName;
use outplay_rules::in_space;
use outplay_rules::option::Options;
use outplay_rules::record::Record;
use outplay_rules::ruleset::{AnyImpartial, Game};
use outplay_rules::spaces::Space;
use outplay_solve::impartial::{Convention, Reference};
use outplay_solve::limits::{Budget, Limits};
use outplay_solve::oracle::{GameValue, How};
use outplay_solve::solver;

fn run<S: Space>(game: &Game<S>, outcome: bool, threads: usize) -> (String, u64, u64) {
    let limits = Limits {
        memory: Some(3 << 30),
        time: Some(std::time::Duration::from_secs(300)),
        ..Limits::default()
    };
    let mut budget = Budget::new(limits, &|_| {});
    let how = How { threads, outcome_only: outcome, ..How::default() };
    let rules = taking(game);
    let mut oracle = solver(game, Convention::Normal, &how);
    let value = oracle.value(Record::new(rules).now(), &mut budget);
    let text = |value| match value {
        GameValue::Impartial { nimber: Some(nimber), .. } => nimber.to_string(),
        GameValue::Impartial { outcome, .. } => outcome.to_string(),
        _ => unreachable!("an impartial game"),
    };
    let answer = value.map(text);
    let used = budget.progress();
    (answer.unwrap_or_else(|stopped| stopped.to_string()), used.positions, used.memory >> 20)
}

fn taking<S: Space>(game: &Game<S>) -> &AnyImpartial<S> {
    let Game::Impartial(rules) = game else { panic!("not a taking game") };
    rules.as_ref()
}

/// Seconds of the fast solver and of the reference solver on one board.
fn beside_reference<S: Space>(game: &Game<S>) -> [f64; 2] {
    let begun = Instant::now();
    let (fast, _, _) = run(game, false, 1);
    let ours = begun.elapsed().as_secs_f64();
    let begun = Instant::now();
    let rules = taking(game);
    let plain = Reference::new(rules).nimber(&rules.start(), &mut Budget::unlimited()).unwrap();
    assert_eq!(fast, plain.to_string());
    [ours, begun.elapsed().as_secs_f64()]
}

fn compare() {
    for (game, board) in [
        ("cram", "grid:4x4"),
        ("node-kayles", "grid:4x5"),
        ("octal:0.03", "grid:4x5"),
        ("octal:0.33", "grid:3x4"),
        ("octal:0.137", "hypercube:3"),
    ] {
        let built: Board = board.parse::<BoardName>().unwrap().build().unwrap();
        let game_name: GameName = game.parse().unwrap();
        let ruleset = game_name.on(built, &Options::default()).unwrap();
        let [ours, reference] = in_space!(&ruleset, |game| beside_reference(game));
        println!(
            "{game:<12} {board:<11} {ours:>9.4} s, reference {reference:>9.4} s, {:.0} times",
            reference / ours
        );
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let threads = std::env::var("THREADS").ok().and_then(|t| t.parse().ok()).unwrap_or(1);
    let questions: Vec<(String, String, bool)> = match &arguments[..] {
        [game, board, rest @ ..] => vec![(game.clone(), board.clone(), !rest.is_empty())],
        _ => [
            ("cram", "grid:3x14", false),
            ("cram", "grid:4x10", false),
            ("cram", "grid:5x8", false),
            ("node-kayles", "grid:3x21", false),
            ("octal:0.03", "grid:4x11", false),
            ("octal:0.03", "grid:5x8", false),
            ("octal:0.33", "grid:3x11", true),
            ("octal:0.33", "grid:3x12", true),
            ("octal:0.33", "grid:4x9", true),
            ("octal:0.33", "grid:6x6", true),
        ]
        .map(|(game, board, outcome)| (game.into(), board.into(), outcome))
        .to_vec(),
    };
    if arguments.is_empty() {
        compare();
    }
    for (game, board, outcome) in questions {
        let name: GameName = game.parse().unwrap();
        let built: Board = board.parse::<BoardName>().unwrap().build().unwrap();
        let start = Instant::now();
        let (answer, positions, memory) =
            in_space!(&name.on(built, &Options::default()).unwrap(), |game| {
                run(game, outcome, threads)
            });
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{game:<12} {board:<10} {answer:>4} {seconds:>8.2} s {positions:>11} positions {memory:>5} MB"
        );
    }
}
