//! What comes out for the published strategies: promises kept, promises broken, and strategies made wrong on purpose.
//! The broken ones are findings: each line was looked at by hand, and each is as short as the reference verifier says.

use outplay_rules::board::BoardName;
use outplay_rules::game::{Cases, GameName};
use outplay_rules::option::Options;
use outplay_rules::player::Player::{self, First, Second};
use outplay_solve::impartial::Convention;
use outplay_solve::limits::{Budget, Limits};
use outplay_strategy::strategy::{Choices, Guarantee};
use outplay_strategy::{Answer, StrategySource, Verification, verify};

fn cases(game: &str, board: &str) -> Cases {
    let (game, normal_rules) = match game.strip_suffix(" normal") {
        Some(game) => (game, true),
        None => (game, false),
    };
    let (game, board): (GameName, BoardName) = (game.parse().unwrap(), board.parse().unwrap());
    let options = (if normal_rules { "--normal-rules" } else { "" }).parse::<Options>().unwrap();
    game.cases(board.build().unwrap(), &options).unwrap()
}

fn ask(game: &str, board: &str, source: StrategySource<'_>, player: Player) -> Answer {
    verify(&cases(game, board), &Verification::new(source, player), &mut Budget::unlimited())
        .unwrap_or_else(|error| panic!("{game} {board} {source:?}: {error}"))
}

/// The promise of the source holds.
#[track_caller]
fn kept(game: &str, board: &str, name: &str, player: Player) {
    let answer = ask(game, board, StrategySource::Named(name), player);
    assert!(answer.promise.is_some(), "{game} {board} {name}: nothing is promised");
    assert_eq!(answer.verdict.holds, Some(true), "{game} {board} {name}: {:?}", answer.line);
}

/// The promise of the source is broken by a line of this many moves, with this in the reason.
#[track_caller]
fn broken(game: &str, board: &str, name: &str, player: Player, moves: usize, reason: &str) {
    let answer = ask(game, board, StrategySource::Named(name), player);
    assert!(answer.promise.is_some(), "{game} {board} {name}: nothing is promised");
    assert_eq!(answer.verdict.holds, Some(false), "{game} {board} {name}");
    assert_eq!(answer.line.as_ref().map(Vec::len), Some(moves), "{:?}", answer.line);
    assert!(answer.reason.contains(reason), "{}", answer.reason);
}

#[test]
fn shadows_of_grids() {
    for (m, n) in [(1, 2), (1, 3), (1, 4), (2, 2), (2, 3), (3, 3), (2, 5), (3, 4), (1, 9), (2, 4)] {
        let board = format!("grid:{m}x{n}");
        let player = if (m + n) % 2 == 1 { First } else { Second };
        kept("unshackle", &board, "shadow-point", player);
    }
    for (board, player) in
        [("grid:2x2", Second), ("grid:3x3", Second), ("grid:2x3", First), ("grid:2x5", First)]
    {
        kept("unshackle", board, "shadow-line", player);
    }
    kept("unshackle", "path:6", "unshackle-4.1", First);
    kept("unshackle", "path:8", "unshackle-4.1", First);
}

#[test]
fn shadows_of_multigraphs() {
    for (board, player) in [
        ("edges:1-2,1-2,2-2,2-2", Second),
        ("edges:1-2,1-2,1-2", First),
        ("edges:1-1,2-2,1-2", First),
        ("cycle:5", First),
        ("petersen", First),
        ("complete:4", Second),
        ("star:4", Second),
        ("octagons:1x1", Second),
    ] {
        let answer = verify(
            &cases("unshackle", board),
            &Verification::new(StrategySource::Named("shadow"), player),
            &mut Budget::unlimited(),
        );
        if let Ok(answer) = answer {
            assert_eq!(answer.verdict.holds, Some(true), "{board}: {:?}", answer.line);
        }
    }
}

/// Every multigraph of a few vertices and edges: wherever a symmetry serves a player, its promise is kept, and one more
/// than the exact promise of a single class of symmetries is not promised.
#[test]
fn shadows_of_every_small_multigraph() {
    let pairs: Vec<(usize, usize)> = (1..=4).flat_map(|u| (u..=4).map(move |v| (u, v))).collect();
    let mut served = 0;
    // Up to five edges out of the ten possible ones, repetitions allowed.
    let mut stack: Vec<(usize, Vec<usize>)> = vec![(0, Vec::new())];
    while let Some((from, chosen)) = stack.pop() {
        if !chosen.is_empty() {
            let edges: Vec<String> =
                chosen.iter().map(|&i| format!("{}-{}", pairs[i].0, pairs[i].1)).collect();
            let cases = cases("unshackle", &format!("edges:{}", edges.join(",")));
            for player in [First, Second] {
                let question = Verification::new(StrategySource::Named("shadow"), player);
                if let Ok(answer) = verify(&cases, &question, &mut Budget::unlimited()) {
                    assert_eq!(
                        answer.verdict.holds,
                        Some(true),
                        "{edges:?} {player}: {:?}",
                        answer.line
                    );
                    served += 1;
                }
            }
        }
        if chosen.len() < 5 {
            stack.extend((from..pairs.len()).map(|i| (i, [&chosen[..], &[i]].concat())));
        }
    }
    assert!(served > 1000, "{served}");
}

#[test]
fn closing_octagons() {
    const NORMAL: &str = "closing-octagons normal";
    kept(NORMAL, "octagons:1x2", "octagons-4.12", Second);
    kept(NORMAL, "octagons:1x2", "octagons-4.13", First);
    kept(NORMAL, "octagons:1x3", "octagons-4.14", Second);
    kept(NORMAL, "octagons:1x2", "octagons-4.14", First);
    kept(NORMAL, "octagons:1x2", "octagons-4.14/completed", Second);
    kept(NORMAL, "octagons:2x2", "octagons-4.14/completed", First);
    kept(NORMAL, "octagons:2x2", "octagons-4.14", Second);
    // In a critical state (all 2-bouquets) Strategy 4.14 says nothing: 15 edges, 4 of them left.
    broken(NORMAL, "octagons:1x2", "octagons-4.14", Second, 11, "names no move");
    broken(NORMAL, "octagons:2x2", "octagons-4.14", First, 20, "names no move");
}

/// What the source of a strategy promises on a board, without asking whether it holds.
fn promised(board: &str, name: &str) -> Option<String> {
    let limits = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
    let question = Verification::new(StrategySource::Named(name), Second);
    let answer = verify(&cases("hop", board), &question, &mut Budget::new(limits, &|_| {}));
    answer.unwrap_or_else(|error| panic!("{board}: {error}")).promise.map(|promise| promise.source)
}

#[test]
fn alpha_weight_promises_a_draw_where_the_thesis_does() {
    for (board, place) in [
        ("pg:2,2", None),
        ("pg:2,3", Some("Proposition 3.3.3")),
        ("pg:2,4", Some("Proposition 3.3.2")),
        ("pg:2,5", Some("Proposition 3.3.1")),
        ("pg:2,7", Some("Proposition 3.3.1")),
        ("ag:2,2", None),
        ("ag:2,3", None),
        ("ag:2,4", None),
        ("ag:2,5", Some("after Proposition 3.4.3")),
        ("ag:2,7", Some("Proposition 3.4.1")),
        ("ttt:3", None),
        ("pg:3,2", None),
        ("[ag:2,2 : pg:2,5]", None),
        ("[ag:2,2 : pg:2,7]", Some("Theorem 5.3.1")),
        ("[pg:2,2 : pg:2,5]", Some("Theorem 5.3.2")),
        ("[pg:2,2 : pg:2,4]", None),
        ("[ag:2,3 : ag:2,7]", None),
        ("[ag:2,2 : ag:2,8]", Some("Theorem 5.3.3")),
        ("[pg:2,2 : ag:2,7]", Some("Theorem 5.3.4")),
        ("[ag:2,2 : ttt:3]", None),
    ] {
        let place = place.map(|place| format!("hop, {place}"));
        assert_eq!(promised(board, "alpha-weight"), place, "{board}");
    }
}

#[test]
fn hop_games() {
    kept("hop", "ttt:3", "hop-ttt", First);
    kept("hop", "ttt:3", "hop-ttt/two-lines", First);
    kept("hop", "ag:2,2", "hop-ag22", First);
    kept("hop", "pg:2,2", "hop-pg22", First);
    kept("hop", "ag:2,3", "hop-ag23", First);
    // Proposition 3.3.3: the alpha-weight strategy loses on PG(2,3), however ties are broken.
    broken("hop", "pg:2,3", "alpha-weight", Second, 9, "has lost");
    let question = Verification {
        choices: Choices::Some,
        ..Verification::new(StrategySource::Named("alpha-weight"), Second)
    };
    let answer = verify(&cases("hop", "pg:2,3"), &question, &mut Budget::unlimited()).unwrap();
    assert_eq!(answer.verdict.holds, Some(false));
    // Without the argument about weights the verdict is the same.
    let question = Verification { theorems: false, ..question };
    let answer = verify(&cases("hop", "pg:2,3"), &question, &mut Budget::unlimited()).unwrap();
    assert_eq!(answer.verdict.holds, Some(false));
}

#[test]
fn taking_games() {
    kept("robs-dots", "heaps:9", "middle-dot", First);
    kept("robs-dots", "heaps:1", "middle-dot", First);
    kept("robs-dots", "heaps:6,6", "middle-dot", Second);
    kept("robs-dots", "path:7", "middle-dot", First);
    kept("node-kayles", "path:11", "middle-dot", First);
    for n in 1..=6 {
        kept(
            "octal:0.03",
            &format!("grid:2x{n}"),
            "grid-1-2",
            if n % 2 == 1 { First } else { Second },
        );
    }
    for n in 2..=6 {
        let player = if matches!(n % 4, 1 | 2) { First } else { Second };
        kept("octal:0.03", &format!("grid:3x{n}"), "grid-1-3/any", player);
    }
    // The proof of Lemma 40 has no answer to a move that takes the single vertex of an end column and its neighbour.
    broken("octal:0.03", "grid:3x4", "grid-1-3", Second, 3, "not legal");
    broken("octal:0.03", "grid:3x5", "grid-1-3", First, 2, "not legal");
    for board in [
        "pode:0 + pode:1,1,1",
        "pode:1,1,2 + pode:1,1,5",
        "pode:1,2 + pode:1,2,3",
        "bipode:1,2;1,1;1 + bipode:1,2;1,1;4",
        "pode:1,1,1,2 + bipode:1,1;1,2;3",
        "bipode:1,1;1,2;2 + bipode:1,1;1,2,3;2",
    ] {
        kept("octal:0.33", board, "mimic", Second);
    }
}

/// The sources are about the normal convention; under the other a strategy can be asked about, but nothing is promised.
#[test]
fn nothing_is_promised_under_the_misere_convention() {
    for (game, board, name, player) in [
        ("robs-dots", "heaps:9", "middle-dot", First),
        ("octal:0.03", "grid:2x3", "grid-1-2", First),
        ("unshackle", "grid:3x3", "shadow-point", Second),
    ] {
        for convention in [Convention::Normal, Convention::Misere] {
            let question = Verification {
                convention,
                ..Verification::new(StrategySource::Named(name), player)
            };
            let answer = verify(&cases(game, board), &question, &mut Budget::unlimited()).unwrap();
            let normal = convention == Convention::Normal;
            assert_eq!(answer.promise.is_some(), normal, "{game} {board} {name}");
            assert_eq!(answer.verdict.holds, Some(normal), "{game} {board} {name}");
        }
    }
}

#[test]
fn taking_points() {
    kept("positional", "ttt:5", "erdos-selfridge", Second);
    kept("maker-breaker", "sets:1-2-3,3-4-5,6-7-8", "erdos-selfridge", Second);
    kept("maker-breaker", "sets:1-2-3,3-4-5,5-6-1", "pairing", Second);
    kept("positional", "[sets:1-2 : sets:1-2,3-4]", "nested:optimal", Second);
    // Proposition 5.2.2 has no answer when the opponent fills an island.
    broken("positional", "[sets:1-2 : sets:1-2-3]", "nested:any", Second, 3, "names no move");
    kept("positional", "[sets:1-2 : sets:1-2-3]", "nested:optimal/else", Second);
    // Here the point taken elsewhere must not count when that island is played on.
    kept("positional", "[sets:1-2 : sets:1-2,3-4-5]", "nested:optimal/else", Second);
}

/// A strategy stated as rules holds; with one condition or move flipped it is refuted.
#[test]
fn flipped_strategies_are_refuted() {
    let rules = |lines: &str| format!("strategy rules\n{}\n", lines.replace(" ; ", "\n"));
    for (game, board, player, claim, right, flipped) in [
        (
            "unshackle",
            "grid:3x3",
            Second,
            Guarantee::Win,
            "otherwise : mirror",
            vec!["otherwise : same", "otherwise : at-last", "otherwise : any"],
        ),
        (
            "unshackle",
            "path:4",
            First,
            Guarantee::Win,
            "when start : move=3-4 ; when last 2-3 : move=1-2 ; otherwise : any",
            vec!["when start : move=2-3 ; otherwise : any"],
        ),
        (
            "node-kayles",
            "path:9",
            First,
            Guarantee::Win,
            "when start : move=5 ; otherwise : mirror",
            vec![
                "when start : move=3 ; otherwise : mirror",
                "when not start : move=5 ; otherwise : mirror",
                "when start : move=5 ; otherwise : at-last",
            ],
        ),
        (
            "robs-dots",
            "heaps:9",
            First,
            Guarantee::Win,
            "when start : move=9>3,3 ; otherwise : same",
            vec![
                "when start : move=9>7 ; otherwise : same",
                "otherwise : same",
                "when start : move=9>3,3 ; otherwise : any",
            ],
        ),
        (
            "positional",
            "sets:1-2,3-4",
            Second,
            Guarantee::Draw,
            "when last 1 : to=2 ; when last 2 : to=1 ; when last 3 : to=4 ; when last 4 : to=3",
            vec![
                "when last 1 : to=3 ; when last 2 : to=1 ; when last 3 : to=4 ; when last 4 : to=3",
                "when not last 1 : to=2 ; when last 2 : to=1 ; when last 3 : to=4 ; when last 4 : to=3",
                "when last 1 : to=2 ; when last 2 : to=1 ; when last 3 : to=4",
            ],
        ),
        (
            "hop",
            "ag:2,3",
            First,
            Guarantee::Win,
            "when legal 8 : any ; otherwise : winning ; otherwise : any",
            vec!["when legal 8 : any ; otherwise : newest"],
        ),
    ] {
        let verdict = |text: &str| {
            let text = rules(text);
            let question = Verification {
                claim: Some(claim),
                ..Verification::new(StrategySource::File(&text), player)
            };
            verify(&cases(game, board), &question, &mut Budget::unlimited()).unwrap().verdict.holds
        };
        if game != "hop" {
            assert_eq!(verdict(right), Some(true), "{game} {board}: {right}");
        }
        for wrong in flipped {
            assert_eq!(verdict(wrong), Some(false), "{game} {board}: {wrong}");
        }
    }
}

/// A choice rule that is found is a strategy again, and every choice of it holds.
#[test]
fn choice_rules_hold() {
    for (game, board, name, player, claim) in [
        ("hop", "ttt:3", "any", First, Guarantee::Win),
        ("hop", "lattice:2x3,3", "newest-o", Second, Guarantee::Draw),
        ("robs-dots", "heaps:7", "any", First, Guarantee::Win),
        ("unshackle", "grid:2x3", "any", First, Guarantee::Margin(2)),
        ("positional", "ttt:3", "any", Second, Guarantee::Draw),
    ] {
        let cases = cases(game, board);
        let question = Verification {
            claim: Some(claim),
            choices: Choices::Some,
            rule_entries: 100_000,
            ..Verification::new(StrategySource::Named(name), player)
        };
        let answer = verify(&cases, &question, &mut Budget::unlimited()).unwrap();
        assert_eq!(answer.verdict.holds, Some(true), "{game} {board} {name}");
        assert!(answer.rule_complete && !answer.rule.is_empty());
        let mut text = format!("strategy table\nsees {}\n", answer.sees.table_word());
        answer
            .rule
            .iter()
            .for_each(|(line, mv)| text.push_str(&format!("{} : {mv}\n", line.join(" "))));
        let again = Verification {
            claim: Some(claim),
            // A rule from representative starts says nothing about the others.
            all_starts: false,
            ..Verification::new(StrategySource::File(&text), player)
        };
        let again = verify(&cases, &again, &mut Budget::unlimited()).unwrap();
        assert_eq!(
            again.verdict.holds,
            Some(true),
            "{game} {board} {name}: {:?} {}",
            again.line,
            again.reason
        );
    }
}

#[test]
fn wrong_questions_get_help() {
    for (game, board, name, player, word) in [
        ("unshackle", "grid:2x3", "alpha-weight", First, "shadow-line"),
        ("unshackle", "grid:2x3", "shadw-line", First, "did you mean shadow-line"),
        ("unshackle", "grid:3x3", "shadow-point", First, "--as second"),
        ("unshackle", "petersen", "shadow-point", Second, "not drawn"),
        ("hop", "ttt:3", "hop-pg22", First, "first player on"),
        ("hop", "ttt:3", "alpha-weight", First, "second player"),
        ("kayles", "heaps:3", "octagons-a", First, "nimber"),
        ("positional", "ttt:3", "pairing", Second, "no pairing"),
        ("positional", "ttt:3", "nested:any", Second, "nested boards"),
        ("octal:0.33", "path:4", "mimic", Second, "two trees"),
    ] {
        let question = Verification::new(StrategySource::Named(name), player);
        let error = verify(&cases(game, board), &question, &mut Budget::unlimited()).unwrap_err();
        assert!(error.to_string().contains(word), "{name}: {error}");
    }
    for (text, word) in [
        ("", "begins with"),
        ("strategy list", "begins with"),
        ("strategy rules\nwhenever : any", "line 2"),
        ("strategy rules\nwhen odd : any", "not a condition"),
        ("strategy rules\notherwise : nicely", "not a filter"),
        ("strategy table\n1-2", "MOVES : MOVE"),
        ("strategy table\n1-9 : 1-2", "line 2"),
        ("strategy table\n1-2 : 2-3", "not to move"),
    ] {
        let question = Verification::new(StrategySource::File(text), First);
        let error = verify(&cases("unshackle", "grid:2x3"), &question, &mut Budget::unlimited())
            .unwrap_err();
        assert!(error.to_string().contains(word), "{text}: {error}");
    }
    let margin = Verification {
        claim: Some(Guarantee::Margin(1)),
        ..Verification::new(StrategySource::Named("any"), First)
    };
    assert!(verify(&cases("kayles", "heaps:3"), &margin, &mut Budget::unlimited()).is_err());
    assert!(Guarantee::read("lose").is_err() && Guarantee::read("margin:x").is_err());
    assert_eq!(Guarantee::read("margin:-2").unwrap(), Guarantee::Margin(-2));
}

/// If a limit comes before the shortest line is known, some line is told all the same, and it breaks the claim.
#[test]
fn a_line_is_told_even_if_a_limit_comes_first() {
    for (game, board, name, player, shortest) in [
        ("closing-octagons normal", "octagons:1x2", "octagons-4.14", Second, 11),
        ("unshackle", "grid:2x3", "any", Second, 2),
        ("node-kayles", "path:9", "any", First, 2),
        ("hop", "pg:2,3", "alpha-weight", Second, 9),
    ] {
        let cases = cases(game, board);
        let mut told = 0;
        for bytes in (6..24).map(|power| 1u64 << power) {
            let limits = Limits { memory: Some(bytes), ..Limits::default() };
            let question = Verification {
                claim: Some(Guarantee::Draw),
                ..Verification::new(StrategySource::Named(name), player)
            };
            let answer = verify(&cases, &question, &mut Budget::new(limits, &|_| ())).unwrap();
            let stopped = answer.verdict.stopped.is_some();
            let Some(line) = answer.line else { continue };
            assert_eq!(answer.verdict.holds, Some(false), "{game} {board} {bytes}");
            if stopped {
                told += 1;
                assert!(line.len() >= shortest, "{game} {board}: {line:?}");
                // From the end of the line nothing can be done any more.
                let after = line.join(" ");
                let again = Verification { after: &after, all_starts: false, ..question };
                let again = verify(&cases, &again, &mut Budget::unlimited()).unwrap();
                assert_eq!(again.verdict.holds, Some(false), "{game} {board}: {after}");
            }
        }
        assert!(told > 0, "{game} {board}: no limit came between");
    }
}
