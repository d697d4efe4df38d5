//! The named steps: each appears where it should, and no false argument is accepted.

use outplay_certificate::body::Form;
use outplay_certificate::{check, sum};
use outplay_prove::{NoProof, Subject, certificate};
use outplay_rules::board::BoardName;
use outplay_rules::game::GameName;
use outplay_rules::option::Options;
use outplay_rules::registry::read_question;
use outplay_solve::limits::Budget;
use outplay_solve::oracle::How;

use crate::{MEMORY, subject};

/// The certificate of an answer to a question such as `cram grid:2x3`, as text.
fn proof(question: &str) -> String {
    let (game, board, options) = read_question(question).unwrap();
    let cases = game.cases(board.build().unwrap(), &options).unwrap();
    let question = subject(&game, &board, &options, &cases);
    let written = certificate(question, &How::default(), Form::Text, &mut Budget::unlimited());
    String::from_utf8(written.unwrap().bytes).unwrap()
}

/// A certificate by hand, with the right number of steps and checksum.
fn by_hand(statement: &str, game: &str, board: &str, options: &str, steps: &[&str]) -> String {
    let mut text = format!(
        "outplay-certificate 1\nstatement {statement}\ngame {game}\nboard {board}\n{options}"
    );
    text += &format!("steps {}\nmemory 100000\nbody text\n{}\n", steps.len(), steps.join("\n"));
    text
}

fn sealed(text: &str) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    bytes.extend(sum::last_line(&bytes).into_bytes());
    bytes
}

fn is_valid(statement: &str, game: &str, board: &str, options: &str, steps: &[&str]) -> bool {
    check(&sealed(&by_hand(statement, game, board, options, steps))[..], MEMORY).is_ok()
}

#[test]
fn each_argument_is_used_where_it_serves() {
    for (question, step) in [
        ("maker-breaker sets:1-2,3-4,5-6", "pairing "),
        ("positional ttt:4", "potential "),
        ("positional ttt:3", "stealing "),
        ("positional pg:2,3", "breaker "),
        ("hop pg:2,3", "maker "),
        ("hop pg:2,3", "breaker "),
        ("unshackle grid:2x4", "exchange "),
        ("octal:0.33 grid:2x4", "fact "),
        ("strings-and-coins boxes:2x2", "fact "),
        ("cram grid:3x4", "copy "),
    ] {
        let text = proof(question);
        check(text.as_bytes(), MEMORY).unwrap_or_else(|why| panic!("{question}: {why}"));
        assert!(text.lines().any(|line| line.starts_with(step)), "{question}: {step}");
    }
}

#[test]
fn a_potential_is_computed_exactly() {
    let mb = |board: &str, options: &str, step: &str| {
        is_valid("forces win=no", "maker-breaker", board, options, &[step])
    };
    // Four sets of three weigh a half; Maker's best point adds a quarter.
    assert!(mb("sets:1-2-3,1-4-5,6-7-8,9-10-11", "", "potential 0 0 0"));
    // Three sets through point 1 weigh 3/8, and he adds as much: below 1. With four it is 1, which shows nothing.
    assert!(mb("sets:1-2-3,1-4-5,1-6-7", "", "potential 0 0 0"));
    assert!(!mb("sets:1-2-3,1-4-5,1-6-7,1-8-9", "", "potential 0 0 0"));
    // A set of one, and of two that Maker begins.
    assert!(!mb("sets:1,2-3-4", "", "potential 0 0 0"));
    assert!(!mb("sets:1-2,2-3", "", "potential 0 0 0"));
    // The fact that Maker wins does not follow, whatever is said.
    let yes = "forces win=yes";
    assert!(!is_valid(yes, "maker-breaker", "sets:1-2-3,1-4-5,1-6-7", "", &["potential 0 0 0"]));
    // Nor does anything where a turn is longer, or the aim is to avoid.
    let three = "sets:1-2-3,1-4-5,1-6-7";
    assert!(!mb(three, "option bias 2:1\n", "potential 0 0 0"));
    assert!(!is_valid("forces win=yes", "avoider-enforcer", three, "", &["potential 0 0 0"]));
    // In hop games sets do not weigh; only their Maker-Breaker games do.
    let hop = |steps: &[&str]| is_valid("forces win=no", "hop", "ttt:4", "option start 1\n", steps);
    assert!(!hop(&["potential 1 0 0"]));
}

#[test]
fn pairs_are_disjoint_free_and_in_every_set() {
    let mb = |step: &str| {
        is_valid("forces win=no", "maker-breaker", "sets:1-2-3,3-4-5,5-6-1", "", &[step])
    };
    assert!(mb("pairing 0 0 0 3 0 1 2 3 4 5"));
    assert!(mb("pairing 0 0 3 3 0 1 2 3 4 5"), "any fact of Maker's does");
    assert!(!mb("pairing 0 0 0 2 0 1 2 3"), "a set without a pair");
    assert!(!mb("pairing 0 0 0 3 0 1 2 3 3 5"), "a point of two pairs");
    assert!(!mb("pairing 0 0 0 3 0 1 2 3 4 4"), "a pair of one point");
    assert!(!mb("pairing 0 0 0 3 0 1 2 3 4 6"), "a point that is not there");
    assert!(!mb("pairing 0 0 0 3 0 1 2 3 1 4"), "a pair outside the set");
    assert!(!mb("pairing 0 0 0 99999"), "far too many");
    // Point 1 is Maker's, so it cannot be in a pair.
    let after = "after 1\n";
    let board = "sets:1-2-3,3-4-5,5-6-1";
    let mb = |step: &str| is_valid("forces win=no", "maker-breaker", board, after, &[step]);
    assert!(!mb("pairing 1 0 0 3 0 1 2 3 4 5"));
}

#[test]
fn who_steals_needs_the_empty_board_and_the_same_sets() {
    let stolen = |game: &str, board: &str, options: &str, step: &str| {
        is_valid("forces not-lose=yes", game, board, options, &[step])
    };
    assert!(stolen("positional", "ttt:3", "", "stealing 0 0 3"));
    assert!(!stolen("positional", "ttt:3", "after 5\n", "stealing 16 0 3"));
    assert!(!stolen("positional", "ttt:3", "", "stealing 0 0 0"));
    assert!(!stolen("positional", "ttt:3", "option bias 1:2\n", "stealing 0 0 3"));
    assert!(!stolen("maker-breaker", "ttt:3", "", "stealing 0 0 3"));
    assert!(!is_valid("forces win=yes", "positional", "ttt:3", "", &["stealing 0 0 0"]));
    // The second player needs one point, the first two.
    let sets = |second: &str| format!("| {{\"points\": 3, \"sets\": [[1, 2]]{second}}}\n");
    assert!(stolen("positional", "@sets.json", &sets(""), "stealing 0 0 3"));
    let single = sets(", \"second_sets\": [[1], [2], [3]]");
    assert!(!stolen("positional", "@sets.json", &single, "stealing 0 0 3"));
}

#[test]
fn who_steals_in_a_hop_game_needs_a_board_without_draws_or_ties() {
    let facts = ["win", "win-or-tie", "win-or-draw", "not-lose"];
    let start = "option start 1\n";
    let stolen = |game: &str, board: &str, options: &str, position: &str| {
        let holds = |fact: usize| {
            let statement = format!("forces {}=yes", facts[fact]);
            is_valid(&statement, game, board, options, &[&format!("stealing {position} {fact}")])
        };
        [0, 1, 2, 3].map(holds)
    };
    for (board, shown) in [
        ("pg:2,2", [true; 4]),
        ("sets:1-2,2-3,1-3", [true; 4]),
        ("ag:2,2", [false, true, false, true]),
        ("pg:2,3", [false, false, true, true]),
        ("ttt:3", [false, false, false, true]),
    ] {
        assert_eq!(stolen("hop", board, start, "1 0"), shown, "{board}");
    }
    let nothing = [false; 4];
    // Not at the start, with restricted hops, against other sets, and where only one player has any.
    assert_eq!(stolen("hop", "pg:2,2", "option start 1\nafter 1>2\n", "2 1"), nothing);
    assert_eq!(stolen("hop", "pg:2,2", "option start 1\n", "2 1"), nothing);
    assert_eq!(stolen("fire-and-ice", "[ttt:2 : sets:1-2]", "option start 1.1\n", "1 0"), nothing);
    assert_eq!(stolen("maker-breaker-hop", "pg:2,2", start, "1 0"), nothing);
    let sets = "| {\"points\": 3, \"sets\": [[1, 2]], \"second_sets\": [[1], [2], [3]]}\n";
    assert_eq!(stolen("hop", "@sets.json", &format!("{start}{sets}"), "1 0"), nothing);
}

/// A proof of version 2 by steps that are given, resting on a theory.
fn by_theory(statement: &str, game: &str, board: &str, uses: &str, steps: &[&str]) -> bool {
    let (name, place): (GameName, BoardName) = (game.parse().unwrap(), board.parse().unwrap());
    let cases = name.cases(place.build().unwrap(), &Options::default()).unwrap();
    let digest = outplay_certificate::board::digest(cases.first());
    let (count, steps) = (steps.len(), steps.join("\n"));
    let text = format!(
        "outplay-certificate 2\nstatement {statement}\ngame {game}\nboard {board}\nboard-digest {digest}\n\
         uses {uses}\nproof ordered\nsteps {count}\nmemory 100000\ncost {count}\nbody text\n{steps}\n"
    );
    check(&sealed(&text)[..], MEMORY).is_ok()
}

#[test]
fn a_mirror_takes_nothing_to_itself_or_to_a_neighbour() {
    let lost = |game: &str, board: &str, step: &str| {
        by_theory("outcome P", game, board, "mirror", &[step])
    };
    for game in ["cram", "arc-kayles", "node-kayles"] {
        assert!(lost(game, "grid:2x2", "mirror 15 3 2 1 0"), "{game}");
        assert!(!lost(game, "grid:2x2", "mirror 15 1 0 3 2"), "{game}: next to it");
        assert!(!lost(game, "grid:2x2", "mirror 15 0 1 2 3"), "{game}: itself");
        assert!(!lost(game, "path:3", "mirror 7 2 1 0"), "{game}: the middle");
        // Half of the path is lost in Cram, which says nothing of the whole.
        assert!(!lost(game, "path:3", "mirror 5 2 0"), "{game}: another position");
        assert!(!lost(game, "cycle:6", "mirror 63 3 4 5 0 1"), "{game}: an image is missing");
        assert!(lost(game, "cycle:6", "mirror 63 3 4 5 0 1 2"), "{game}");
        assert!(!by_theory("grundy 1", game, "cycle:6", "mirror", &["mirror 63 3 4 5 0 1 2"]));
    }
    // Other games, other theories, and version 1, which has none.
    assert!(!lost("grim", "cycle:6", "mirror 63 3 4 5 0 1 2"));
    assert!(!lost("octal:0.33", "cycle:6", "mirror 0 63 3 4 5 0 1 2"));
    assert!(!by_theory("outcome P", "cram", "cycle:6", "captures", &["mirror 63 3 4 5 0 1 2"]));
    assert!(!is_valid("outcome P", "cram", "cycle:6", "", &["mirror 63 3 4 5 0 1 2"]));
    let text = proof("cram grid:4x8");
    check(text.as_bytes(), MEMORY).unwrap();
    assert!(text.contains("uses mirror\n") && text.contains("steps 1\n"), "{text}");
}

#[test]
fn tables_are_recomputed_where_that_is_asked_for() {
    let proof = |question: &str, only: bool| {
        let (game, board, options) = read_question(question).unwrap();
        let cases = game.cases(board.build().unwrap(), &options).unwrap();
        let question = Subject { recompute: true, ..subject(&game, &board, &options, &cases) };
        let how = How { outcome_only: only, ..How::default() };
        certificate(question, &how, Form::Text, &mut Budget::unlimited())
    };
    for question in [
        "octal:0.33 grid:3x5",
        "octal:0.33 grid:2x9",
        "octal:0.33 path:7",
        "octal:0.03 grid:3x4",
        "octal:0.333 cycle:8",
        "subtraction:1,3 grid:2x4",
    ] {
        for only in [false, true] {
            let made = proof(question, only).unwrap();
            check(&made.bytes[..], MEMORY).unwrap_or_else(|why| panic!("{question}: {why}"));
            let text = String::from_utf8(made.bytes).unwrap();
            assert!(text.contains("proof recompute\n"), "{text}");
            // Half the heads are enough where lines can be reversed.
            assert_eq!(text.contains("\nsymmetry "), question.contains(" grid:"), "{text}");
            assert_eq!(text.contains("statement outcome"), only);
        }
    }
    for question in [
        "cram grid:3x3",
        "octal:0.33 grid:2x3 --misere",
        "octal:0.33 path:2 + path:3",
        "octal:0.33 heaps:5",
        "kayles path:5",
        "hop pg:2,2",
        "unshackle path:4",
    ] {
        let refused = proof(question, false);
        assert!(matches!(refused, Err(NoProof::Input(_))), "{question}");
    }
}

/// A table of quiet positions states the margin that the solver finds otherwise, on boards with symmetries and without, after moves and before.
#[test]
fn margins_are_recomputed_where_that_is_asked_for() {
    let proof = |game: &str, board: &str, after: &str, options: &str, recompute: bool| {
        let (game, board): (GameName, BoardName) = (game.parse().unwrap(), board.parse().unwrap());
        let options: Options = options.parse().unwrap();
        let cases = game.cases(board.build().unwrap(), &options).unwrap();
        let (file, how) = (None, How::default());
        let question = Subject {
            game: &game,
            board: &board,
            options: &options,
            cases: &cases,
            after,
            file,
            recompute,
        };
        certificate(question, &how, Form::Text, &mut Budget::unlimited())
    };
    for (game, board, after) in [
        ("dots-and-boxes", "boxes:1x1", ""),
        ("dots-and-boxes", "boxes:2x2", ""),
        ("dots-and-boxes", "boxes:2x3", ""),
        ("dots-and-boxes", "boxes:3x3", ""),
        ("dots-and-boxes", "boxes:2x3", "1-1 1-1 1-2 1-4"),
        ("strings-and-coins", "grid:3x3", ""),
        ("strings-and-coins", "complete:4", ""),
        ("strings-and-coins", "path:2", "1-2"),
        ("strings-and-coins", "edges:1-1,1-2,1-2,2-3,3-3,3-4", "3-4"),
        ("closing-octagons", "octagons:1x2", ""),
    ] {
        let made = proof(game, board, after, "", true).unwrap();
        check(&made.bytes[..], MEMORY).unwrap_or_else(|why| panic!("{game} {board}: {why}"));
        let other = proof(game, board, after, "", false).unwrap();
        assert_eq!(made.header.statement, other.header.statement, "{game} {board} {after}");
        let text = String::from_utf8(made.bytes).unwrap();
        assert!(text.contains("uses captures\nproof recompute\n"), "{text}");
    }
    let text = String::from_utf8(proof("dots-and-boxes", "boxes:3x3", "", "", true).unwrap().bytes);
    // All the symmetries of the square but one, and few levels.
    let text = text.unwrap();
    assert_eq!(text.matches("\nsymmetry ").count(), 7, "{text}");
    assert!(text.contains("levels 64\n") && text.contains("statement margin -3\n"), "{text}");
    for (game, board, options) in [
        ("unshackle", "grid:2x2", ""),
        ("closing-octagons", "octagons:1x2", "--normal-rules"),
        ("strings-and-coins", "path:4", "--weights 1=3"),
        ("strings-and-coins", "path:4", "--misere"),
        ("closing-octagons", "octagons:3x4", ""),
    ] {
        let refused = proof(game, board, "", options, true);
        assert!(matches!(refused, Err(NoProof::Input(_))), "{game} {board} {options}");
    }
}

#[test]
fn breaker_draws_on_the_right_game() {
    // Xavier stands on 1 and moves. As Maker on three disjoint sets of two he takes one at once.
    let hop = |statement: &str, board: &str, steps: &[&str]| {
        is_valid(statement, "hop", board, "option start 1\n", steps)
    };
    let disjoint = "sets:2-3-4,5-6-7,8-9-10";
    // Breaker is the first player of the Maker-Breaker game: the second player of the hop.
    let light = ["maker 1", "potential 0 1 0", "maker 0", "breaker 1 0 0"];
    assert!(hop("forces win=no", disjoint, &light));
    assert!(!hop("forces win=no", disjoint, &["breaker 1 0 0"]), "not shown");
    let swapped = ["maker 2", "potential 0 1 0", "maker 0", "breaker 1 0 0"];
    assert!(!hop("forces win=no", disjoint, &swapped), "shown of the other Maker");
    let elsewhere = ["maker 1", "potential 0 2 0", "maker 0", "breaker 1 0 0"];
    assert!(!hop("forces win=no", disjoint, &elsewhere), "shown of another stone");
    assert!(!hop("forces win=no", disjoint, &["maker 3"]), "there are two players");
    // The first player blocks too: his only piece becomes Maker's.
    let other = ["maker 2", "potential 1 0 0", "maker 0", "breaker 1 0 3 0"];
    assert!(hop("forces not-lose=yes", disjoint, &other));
    let not_his = ["maker 2", "potential 1 0 0", "maker 0", "breaker 1 0 3 1"];
    assert!(!hop("forces not-lose=yes", disjoint, &not_his), "a piece that is not there");
    // With hops that are restricted the argument does not serve.
    let ice = |steps: &[&str]| {
        is_valid("forces win=no", "fire-and-ice", "[ttt:3 : ttt:3]", "option start 1.1\n", steps)
    };
    assert!(!ice(&["maker 1"]));
}

#[test]
fn exchanges_need_every_move_bounded() {
    // A path of four vertices: the middle edge (move 1) gets 0 - v(two single edges) = 0, an end 1 - v(path:3).
    let unshackle =
        |statement: &str, steps: &[&str]| is_valid(statement, "unshackle", "path:4", "", steps);
    let truth = proof("unshackle path:4");
    check(truth.as_bytes(), MEMORY).unwrap();
    assert!(truth.contains("statement margin 2\n"));
    // Nothing is shown of the moves, so nothing follows beyond the points there are.
    assert!(!unshackle("margin at-most 1", &["exchange 7 2 1 0"]));
    assert!(!unshackle("margin at-most 1", &["exchange 7 2 0"]));
    assert!(!unshackle("margin at-most 1", &["exchange 7 2 9 0 1 2 0 1 2 0 1 2"]));
    // Two single edges cancel: 2 - (2 - 0) = 0. A single path of three does not.
    let pair = |game: &str, statement: &str| {
        is_valid(statement, game, "path:2 + path:2", "", &["cancel 3"])
    };
    assert!(pair("unshackle", "margin 0"));
    assert!(!pair("unshackle", "margin 2"));
    assert!(!pair("strings-and-coins", "margin 0"), "where a score keeps the turn nothing cancels");
    assert!(!is_valid("margin -1", "unshackle", "path:3", "", &["cancel 3"]));
    let loops = |count: usize, statement: &str| {
        let loops: Vec<String> = (1..=count).map(|v| format!("{v}-{v}")).collect();
        let board = format!("edges:{}", loops.join(","));
        is_valid(statement, "unshackle", &board, "", &[&format!("cancel {}", (1 << count) - 1)])
    };
    assert!(loops(2, "margin 0") && !loops(3, "margin 1") && !loops(3, "margin 0"));
}

#[test]
fn no_change_of_a_number_makes_an_argument_prove_a_lie() {
    let cases = [
        ("hop", "pg:2,3", "win=no win-or-tie=no win-or-draw=yes", ["win=yes", "win-or-draw=no"]),
        (
            "positional",
            "pg:2,3",
            "win=no win-or-tie=no win-or-draw=yes",
            ["win=yes", "win-or-draw=no"],
        ),
        ("unshackle", "grid:2x4", "margin -2", ["margin 0", "margin -4"]),
        ("maker-breaker", "sets:1-2-3,3-4-5,5-6-1", "win=no", ["win=yes", "not-lose=yes"]),
    ];
    for (game, board, truth, lies) in cases {
        let text = proof(&format!("{game} {board}"));
        let statement = text.lines().nth(1).unwrap().to_string();
        assert!(statement.contains(truth), "{statement}");
        let lines: Vec<&str> = text
            .lines()
            .filter(|line| !line.starts_with("checksum") && !line.starts_with("digest"))
            .collect();
        let body = lines.iter().position(|line| line.starts_with("body")).unwrap();
        let stride = (lines.len() - body).div_ceil(40);
        for at in (body + 1..lines.len()).step_by(stride) {
            let words: Vec<&str> = lines[at].split(' ').collect();
            for word in 1..words.len() {
                let number: u64 = words[word].parse().unwrap();
                for other in [number ^ 1, number + 1, number.saturating_sub(1), number ^ 4] {
                    let mut changed = words.clone();
                    let other = other.to_string();
                    changed[word] = &other;
                    let changed = changed.join(" ");
                    for lie in lies {
                        let lie = if lie.starts_with("margin") {
                            lie.to_string()
                        } else {
                            format!("forces {lie}")
                        };
                        let mut all = lines.clone();
                        let stated = format!("statement {lie}");
                        (all[1], all[at]) = (&stated, &changed);
                        let bytes = sealed(&(all.join("\n") + "\n"));
                        assert!(check(&bytes[..], MEMORY).is_err(), "{game} {board}: {changed}");
                    }
                }
            }
        }
    }
}

#[test]
fn positions_with_far_too_many_moves_are_refused_at_once() {
    // Every set of up to twelve of forty vertices can be taken: more than 10^9 moves.
    let why = |game: &str, board: &str, options: &str, step: &str| {
        let text = by_hand("outcome N", game, board, options, &[step]);
        check(&sealed(&text)[..], MEMORY).unwrap_err().to_string()
    };
    let all = (1u64 << 40) - 1;
    let code = "octal:0.777777777777";
    let misere = "option misere\n";
    assert!(
        why(code, "complete:40", "", &format!("not 0 {all} 0 0")).contains("listing the moves")
    );
    let lost = format!("lost 0 {all}");
    assert!(why(code, "complete:40", misere, &lost).contains("listing the moves"));
    // A heap of four thousand million that splits in two.
    let heap = "lost 1 4294967295 0";
    assert!(why("kayles", "heaps:3", misere, heap).contains("listing the moves"));
    let values = "heaps 99999\n";
    assert!(why("hexadecimal:0.F", "heaps:3", values, "not 1 3 0 0 0").contains("options allowed"));
}

#[test]
fn a_shape_tells_the_value_of_a_path_a_tree_or_a_pode() {
    let shown = |statement: &str, game: &str, board: &str, uses: &str, step: &str| {
        by_theory(statement, game, board, uses, &[step])
    };
    // 0.33 on a path of five is worth 2, Kayles 4, Node Kayles (0.137) 3, Cram (0.07) 0.
    assert!(shown("grundy 2", "octal:0.33", "path:5", "paths", "shape 0 31 2"));
    assert!(shown("grundy 4", "kayles", "path:5", "paths", "shape 0 31 4"));
    assert!(shown("grundy 3", "node-kayles", "path:5", "paths", "shape 31 3"));
    assert!(shown("outcome P", "cram", "path:5", "paths", "shape 31 0"));
    assert!(!shown("grundy 1", "octal:0.33", "path:5", "paths", "shape 0 31 1"), "another value");
    assert!(!shown("grundy 2", "octal:0.33", "path:5", "podes", "shape 0 31 2"), "another theory");
    assert!(!shown("grundy 2", "octal:0.33", "path:5", "paths", "shape 1 3 31 2"), "a heap");
    assert!(!shown("grundy 2", "octal:0.33", "path:6", "paths", "shape 0 31 2"), "a part of it");
    assert!(!shown("grundy 0", "octal:0.33", "cycle:3", "paths", "shape 0 7 0"), "a cycle");
    assert!(!shown("outcome P", "cram", "edges:1-2,2-2", "paths", "shape 3 0"), "a loop");
    assert!(!shown("grundy 1", "grim", "path:3", "paths", "shape 7 1"), "another game");
    assert!(!is_valid("grundy 2", "octal:0.33", "path:5", "", &["shape 0 31 2"]), "version 1");
    // Under 0.03 a star of three leaves has no move; with a chain of two beside there is one, and instead of a leaf there are two.
    assert!(shown("grundy 0", "octal:0.03", "pode:1,1,1", "trees", "shape 0 15 0"));
    assert!(shown("grundy 1", "octal:0.03", "pode:1,1,1,2", "trees", "shape 0 63 1"));
    assert!(shown("grundy 0", "octal:0.03", "pode:1,1,2", "trees", "shape 0 31 0"));
    assert!(!shown("grundy 1", "octal:0.03", "pode:1,1,2", "trees", "shape 0 31 1"));
    assert!(!shown("grundy 1", "octal:0.33", "pode:1,1,2", "trees", "shape 0 31 1"));
    // Under 0.33 three chains of one are worth 1, and three more vertices change nothing.
    for (board, all) in [("pode:1,1,1", 15), ("pode:1,1,4", 127), ("pode:1,1,1,3", 127)] {
        let step = format!("shape 0 {all} 1");
        assert!(shown("grundy 1", "octal:0.33", board, "podes", &step), "{board}");
        assert!(!shown("grundy 1", "octal:0.33", board, "paths", &step), "{board}");
    }
    assert!(!shown("grundy 1", "octal:0.33", "bipode:1,1;1,1;1", "podes", "shape 0 63 1"));
    for (game, board, uses) in [
        ("octal:0.33", "pode:9,9,10", "podes"),
        ("octal:0.03", "pode:9,9,10", "trees"),
        ("node-kayles", "path:40", "paths"),
    ] {
        let text = proof(&format!("{game} {board}"));
        check(text.as_bytes(), MEMORY).unwrap();
        let one_step = text.contains(&format!("uses {uses}\n")) && text.contains("steps 1\n");
        assert!(one_step, "{text}");
    }
}
