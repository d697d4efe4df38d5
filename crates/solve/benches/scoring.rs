//! Scoring games: the fast solvers beside the reference on the same boards in one run.
//!
//! `cargo bench -p outplay-solve --bench scoring -- unshackle grid:2x16` times one board instead of the list; the
//! reference is left out where it would take long.

use std::time::Instant;

use outplay_rules::board::BoardName;
use outplay_rules::game::GameName;
use outplay_rules::option::Options;
use outplay_rules::record::Record;
use outplay_rules::ruleset::{AnyScoring, Game, Ruleset};
use outplay_rules::spaces::Edges;
use outplay_solve::impartial::Convention;
use outplay_solve::limits::Budget;
use outplay_solve::oracle::{GameValue, How, Oracle};
use outplay_solve::scoring::ScoringOracle;

/// Game, board, and whether the reference is asked too.
const LIST: [(&str, &str, bool); 13] = [
    ("unshackle", "grid:2x6", true),
    ("unshackle", "grid:3x4", true),
    ("unshackle", "grid:2x12", false),
    ("unshackle", "grid:2x16", false),
    ("unshackle", "grid:3x8", false),
    ("unshackle", "grid:4x5", false),
    ("unshackle", "grid:5x5", false),
    ("strings-and-coins", "boxes:2x2", true),
    ("strings-and-coins", "boxes:2x3", true),
    ("strings-and-coins", "boxes:3x3", false),
    ("closing-octagons", "octagons:1x3", true),
    ("closing-octagons", "octagons:2x2", true),
    ("strings-and-coins", "boxes:3x4", false),
];

fn time(game: &AnyScoring<Edges>, how: &How) -> (f64, u64, i32) {
    let mut budget = Budget::unlimited();
    let start = Instant::now();
    let value = ScoringOracle::new(game, Convention::Normal, how)
        .value(Record::new(game).now(), &mut budget);
    let Ok(GameValue::Margin(margin)) = value else { return (f64::NAN, 0, 0) };
    (start.elapsed().as_secs_f64(), budget.progress().positions, margin)
}

fn run(
    game: &str,
    board: &str,
    with_reference: bool,
) -> Result<(), outplay_rules::error::InputError> {
    let (name, board_name): (GameName, BoardName) = (game.parse()?, board.parse()?);
    let ruleset = name.on(board_name.build()?, &Options::default())?;
    let Ruleset::Edges(Game::Scoring(rules)) = &ruleset else { return Ok(()) };
    let (seconds, positions, margin) = time(rules.as_ref(), &How::default());
    print!("{game:<18} {board:<14} margin {margin:>3}  {seconds:>8.3} s {positions:>9} positions");
    if with_reference {
        let (plain, all, same) = time(rules.as_ref(), &How::default().plain());
        print!("   reference {plain:>8.3} s {all:>9} positions, {:.0} times", plain / seconds);
        assert_eq!(margin, same, "{game} {board}");
    }
    println!();
    Ok(())
}

fn main() -> Result<(), outplay_rules::error::InputError> {
    let given: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with("--")).collect();
    match &given[..] {
        [game, board] => run(game, board, false),
        _ => LIST.iter().try_for_each(|&(game, board, plain)| run(game, board, plain)),
    }
}
