//! Promises of strategies as certificates: confirmed, played, and never more than the game allows.

use outplay_certificate::allowance::Allowance;
use outplay_certificate::body::Form;
use outplay_certificate::header::Statement;
use outplay_certificate::{check, play_from, sum};
use outplay_prove::{Certificate, certificate, promise};
use outplay_rules::board::BoardName;
use outplay_rules::game::{Cases, GameName};
use outplay_rules::in_space;
use outplay_rules::option::Options;
use outplay_rules::player::Player;
use outplay_rules::record::{Moment, Record};
use outplay_rules::ruleset::Ruleset;
use outplay_solve::impartial::Convention;
use outplay_solve::limits::Budget;
use outplay_solve::oracle::{GameValue, How};
use outplay_solve::solver;
use outplay_strategy::StrategySource;
use outplay_strategy::strategy::{Choices, Guarantee};

use crate::{MEMORY, Played, forged, play_all, subject};

/// A strategy, its player and a claim that holds, with a claim that no strategy can keep.
struct Case {
    game: &'static str,
    board: &'static str,
    start: Option<&'static str>,
    strategy: &'static str,
    player: Player,
    claim: Guarantee,
    choices: Choices,
    lie: Guarantee,
}

fn cases() -> Vec<Case> {
    use Player::{First, Second};
    let case = |game, board, strategy, player, claim, lie| Case {
        game,
        board,
        start: None,
        strategy,
        player,
        claim,
        choices: Choices::All,
        lie,
    };
    let some = |case: Case| Case { choices: Choices::Some, ..case };
    vec![
        case("unshackle", "grid:3x3", "shadow-point", Second, Guarantee::Win, Guarantee::Margin(4)),
        case(
            "unshackle",
            "grid:2x4",
            "unshackle-4.7",
            Second,
            Guarantee::Win,
            Guarantee::Margin(3),
        ),
        some(case(
            "unshackle",
            "grid:2x3",
            "any",
            First,
            Guarantee::Margin(2),
            Guarantee::Margin(3),
        )),
        some(case(
            "strings-and-coins",
            "boxes:1x2",
            "any",
            Second,
            Guarantee::Draw,
            Guarantee::Win,
        )),
        case("hop", "ttt:3", "hop-ttt", First, Guarantee::Win, Guarantee::Margin(2)),
        case("hop", "ag:2,3", "hop-ag23", First, Guarantee::Win, Guarantee::Margin(2)),
        Case {
            start: Some("2"),
            ..case("hop", "pg:2,2", "hop-pg22", First, Guarantee::Win, Guarantee::Margin(2))
        },
        some(case("positional", "ttt:3", "optimal", Second, Guarantee::Draw, Guarantee::Win)),
        case(
            "maker-breaker",
            "sets:1-2,3-4,5-6",
            "pairing",
            Second,
            Guarantee::Win,
            Guarantee::Margin(2),
        ),
        case("cram", "grid:3x4", "nimber", First, Guarantee::Win, Guarantee::Margin(2)),
        some(case("kayles", "heaps:3,5", "any", First, Guarantee::Win, Guarantee::Margin(2))),
        some(case("nimstring", "boxes:1x2", "any", First, Guarantee::Win, Guarantee::Margin(2))),
        some(case(
            "chooser-picker",
            "sets:1-2,3-4,5-6",
            "any",
            First,
            Guarantee::Win,
            Guarantee::Margin(2),
        )),
    ]
}

fn written(case: &Case, form: Form) -> (Cases, Certificate) {
    let (game, board): (GameName, BoardName) =
        (case.game.parse().unwrap(), case.board.parse().unwrap());
    let options =
        case.start.map_or(Options::default(), |start| format!("--start {start}").parse().unwrap());
    let cases = game.cases(board.build().unwrap(), &options).unwrap();
    let about = subject(&game, &board, &options, &cases);
    let asked = outplay_strategy::Verification {
        claim: Some(case.claim),
        choices: case.choices,
        all_starts: case.start.is_none(),
        ..outplay_strategy::Verification::new(StrategySource::Named(case.strategy), case.player)
    };
    let (answer, certificate) =
        promise(about, &asked, case.strategy, form, &mut Budget::unlimited()).unwrap();
    let what = format!("{} {} {}: {}", case.game, case.board, case.strategy, answer.reason);
    let certificate = certificate.unwrap_or_else(|| panic!("{what}"));
    (cases, certificate)
}

/// The value of the game for a player: what no strategy of his can better. Points, or 1, 0, -1.
fn value(ruleset: &Ruleset, player: Player) -> i32 {
    let how = How::default().plain();
    let first = in_space!(ruleset, |game| {
        let record = Record::new(game);
        let mut oracle = solver(game, Convention::Normal, &how);
        match oracle.value(record.now(), &mut Budget::unlimited()).unwrap() {
            GameValue::Margin(margin) => margin,
            other => match other.winner() {
                Some(Player::First) => 1,
                Some(Player::Second) => -1,
                None => 0,
            },
        }
    });
    if player == Player::First { first } else { -first }
}

#[test]
fn promises_are_confirmed_and_no_change_of_a_byte_proves_more() {
    for case in cases() {
        let what = format!("{} {} {}", case.game, case.board, case.strategy);
        let (cases, certificate) = written(&case, Form::Binary);
        check(&certificate.bytes[..], MEMORY).unwrap_or_else(|why| panic!("{what}: {why}"));
        let best = value(cases.first(), case.player);
        assert!(best < case.lie.least(), "{what}: the lie is one");
        let more = Statement::Promise { player: case.player, claim: case.lie };
        // What a player can promise, the other cannot beat.
        let claim = Guarantee::Margin(1 - case.claim.least());
        let other = Statement::Promise { player: case.player.other(), claim };
        assert!(-best < claim.least(), "{what}");
        let lies = [more, other, Statement::Outcome(true), Statement::Forces([Some(true); 4])];
        for lie in &lies {
            let bytes = forged(&certificate, lie, |_| {});
            assert!(check(&bytes[..], MEMORY).is_err(), "{what}: {lie}");
        }
        let length = certificate.bytes.len()
            - certificate.header.write().unwrap().len()
            - sum::last_line(&[]).len();
        let stride = length.div_ceil(120);
        for at in (0..length).step_by(stride) {
            for change in [1, 2, 4, 128, 255] {
                for lie in &lies[..2] {
                    let bytes = forged(&certificate, lie, |body| body[at] ^= change);
                    assert!(check(&bytes[..], MEMORY).is_err(), "{what}: {lie} at {at}");
                }
            }
        }
    }
}

#[test]
fn every_line_of_the_table_is_needed() {
    let refusals = cases().into_iter().map(|case| {
        let (_, certificate) = written(&case, Form::Text);
        let text = String::from_utf8(certificate.bytes.clone()).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let is_step = |line: &&str| line.starts_with("keeps") || line.starts_with("copy");
        let steps = lines.iter().filter(|line| is_step(line)).count();
        let stride = steps.div_ceil(30);
        for gone in (0..lines.len()).filter(|&at| is_step(&lines[at])).step_by(stride) {
            let fewer = |(at, line): (usize, &&str)| match line {
                _ if at == gone || line.starts_with("checksum") => None,
                _ if line.starts_with("steps") => Some(format!("steps {}\n", steps - 1)),
                _ => Some(format!("{line}\n")),
            };
            let mut body: String = lines.iter().enumerate().filter_map(fewer).collect();
            body += &sum::last_line(body.as_bytes());
            let refused = check(body.as_bytes(), MEMORY);
            assert!(refused.is_err(), "{} {} without line {gone}", case.game, case.board);
        }
        steps
    });
    assert!(refusals.sum::<usize>() > 500);
}

#[test]
fn the_table_can_be_played() {
    for case in cases().into_iter().filter(|case| case.start.is_some() || case.game != "hop") {
        let (cases, certificate) = written(&case, Form::Deflate);
        let least = case.claim.least();
        let games = play_from(&certificate.bytes[..], &Allowance::usual(MEMORY), |_, reply| {
            in_space!(cases.first(), |game| {
                let mut oracle = solver(game, Convention::Normal, &How::default());
                let ended = &mut |now: &Moment<_>, line: &str| {
                    let end = match oracle.value(now, &mut Budget::unlimited()).unwrap() {
                        GameValue::Margin(margin) => margin,
                        other => {
                            other.winner().map_or(0, |w| if w == Player::First { 1 } else { -1 })
                        }
                    };
                    let own = if case.player == Player::First { end } else { -end };
                    assert!(own >= least, "after {line}");
                };
                let mut played = Played { player: case.player, reply, ended, most: 300 };
                play_all(game, &mut Vec::new(), &mut played)
            })
        });
        assert!(games.unwrap() > 0, "{} {}", case.game, case.board);
    }
}

/// On a path of five the first player scores one point less than the second, which is what he wants: a promise counts it as 1.
#[test]
fn where_fewer_points_win_a_promise_counts_them_so() {
    let (game, board): (GameName, BoardName) =
        ("unshackle".parse().unwrap(), "path:5".parse().unwrap());
    let options: Options = "--misere".parse().unwrap();
    let cases = game.cases(board.build().unwrap(), &options).unwrap();
    let about = || subject(&game, &board, &options, &cases);
    let budget = &mut Budget::unlimited();
    let answer = certificate(about(), &How::default(), Form::Text, budget).unwrap();
    let margin = Statement::Margin { least: Some(-1), most: Some(-1) };
    assert_eq!(answer.header.statement, margin);
    for (claim, kept) in [(1, true), (2, false)] {
        let asked = outplay_strategy::Verification {
            claim: Some(Guarantee::Margin(claim)),
            convention: Convention::Misere,
            ..outplay_strategy::Verification::new(StrategySource::Named("optimal"), Player::First)
        };
        let (_, table) = promise(about(), &asked, "optimal", Form::Text, budget).unwrap();
        assert_eq!(table.is_some(), kept, "{claim}");
        let Some(table) = table else { continue };
        assert!(check(&table.bytes[..], MEMORY).is_ok());
        let more = Guarantee::Margin(claim + 1);
        let lie = Statement::Promise { player: Player::First, claim: more };
        assert!(check(&forged(&table, &lie, |_| {})[..], MEMORY).is_err());
    }
}
