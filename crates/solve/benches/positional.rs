//! The positional solvers beside the reference solver, on boards that both can solve; and those that only they can.
//!
//! `cargo bench -p outplay-solve --bench positional -- GAME BOARD [SECONDS]` times one game instead of the list.

use std::time::{Duration, Instant};

use outplay_rules::board::BoardName;
use outplay_rules::game::GameName;
use outplay_rules::in_space;
use outplay_rules::option::Options;
use outplay_rules::record::Record;
use outplay_rules::ruleset::{AnyPositional, Game};
use outplay_rules::spaces::Space;
use outplay_solve::limits::{Budget, Limits};
use outplay_solve::oracle::{How, Oracle};
use outplay_solve::positional::PositionalOracle;

/// Boards that the reference solver manages in some seconds.
const BOTH: [(&str, &str); 8] = [
    ("positional", "ttt:3"),
    ("hop", "ttt:3"),
    ("hop", "ag:2,3"),
    ("positional", "pg:2,3"),
    ("hop", "pg:2,3"),
    ("maker-breaker", "lattice:3x4,3"),
    ("chooser-picker", "pg:2,2"),
    ("fire-and-ice", "[sets:1-2,1-3,2-3 : ag:2,2]"),
];

/// Boards for the fast solvers alone.
const FAST: [(&str, &str); 7] = [
    ("positional", "ag:2,4"),
    ("hop", "ag:2,4"),
    ("hop", "pg:2,4"),
    ("hop", "ag:2,5"),
    ("hop", "[ag:2,2 : pg:2,2]"),
    ("hop", "[pg:2,2 : ag:2,2]"),
    ("positional", "ttt:3^3"),
];

/// Seconds, positions looked at, and the answer.
fn time<S: Space>(rules: &AnyPositional<S>, how: &How, limit: f64) -> (f64, u64, String) {
    let limits = Limits {
        time: Some(Duration::from_secs_f64(limit)),
        memory: Some(3 << 30),
        ..Limits::default()
    };
    let mut budget = Budget::new(limits, &|_| {});
    let mut oracle = PositionalOracle::new(rules, how);
    let start = Instant::now();
    let record = Record::new(rules);
    let answer = match oracle.value(record.now(), &mut budget) {
        Ok(value) => format!("{value:?}"),
        Err(stopped) => format!("{stopped}, {:?}", oracle.known(record.now())),
    };
    (start.elapsed().as_secs_f64(), budget.progress().positions, answer)
}

/// The first start of a hop game is timed.
fn run(game: &str, board: &str, how: &How, limit: f64) -> (f64, u64, String) {
    let name: GameName = game.parse().expect("a game");
    let board = board.parse::<BoardName>().expect("a board").build().expect("a board");
    let cases = name.cases(board, &Options::default()).expect("rules");
    in_space!(cases.first(), |game| match game {
        Game::Positional(rules) => time(rules.as_ref(), how, limit),
        _ => (0.0, 0, "not a positional game".into()),
    })
}

fn main() {
    let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let fast = How { threads, ..How::default() };
    let plain = fast.clone().plain();
    // Deep recursions of the searches want room.
    let work = move || {
        let given: Vec<String> = std::env::args().skip(1).filter(|arg| arg != "--bench").collect();
        if let [game, board, rest @ ..] = &given[..] {
            let limit = rest.first().and_then(|text| text.parse().ok()).unwrap_or(300.0);
            let (seconds, positions, answer) = run(game, board, &fast, limit);
            println!("{game} {board}: {seconds:.3} s, {positions} positions, {answer}");
            return;
        }
        for (game, board) in BOTH {
            let (slow, _, expected) = run(game, board, &plain, 300.0);
            let (quick, positions, answer) = run(game, board, &fast, 300.0);
            assert_eq!(answer, expected, "{game} {board}");
            let times = slow / quick;
            println!(
                "{game:15} {board:30} {quick:9.4} s  reference {slow:9.4} s  {times:7.1} times  {positions} positions"
            );
        }
        for (game, board) in FAST {
            let (seconds, positions, _) = run(game, board, &fast, 300.0);
            println!("{game:15} {board:30} {seconds:9.4} s  {positions} positions");
        }
    };
    let worker = std::thread::Builder::new().stack_size(1 << 28).spawn(work);
    worker.expect("a thread").join().expect("no panic");
}
