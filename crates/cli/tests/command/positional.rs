//! Games on winning sets: counts, arguments, weights and thresholds.

use serde_json::json;

use crate::{json, outplay, stderr};

#[test]
fn positions_are_counted_as_the_reference_counts_them() {
    for (game, board) in
        [("positional", "ttt:3"), ("hop", "ttt:3"), ("hop", "ag:2,3"), ("chooser-picker", "pg:2,2")]
    {
        let fast = json(&["solve", game, board]);
        let plain = json(&["solve", game, board, "--plain"]);
        assert!(plain["nonterminal_positions"].is_u64() || game == "hop", "{plain}");
        for field in ["nonterminal_positions", "result", "forces", "plies", "best_moves", "line"] {
            assert_eq!(fast[field], plain[field], "{game} {board}: {field}");
        }
        let counts = |answer: &serde_json::Value| -> Vec<serde_json::Value> {
            let starts = answer["starts"].as_array().cloned().unwrap_or_default();
            starts.iter().map(|start| start["nonterminal_positions"].clone()).collect()
        };
        assert_eq!(counts(&fast), counts(&plain), "{game} {board}");
    }
}

#[test]
fn the_argument_is_named() {
    let answer = json(&["solve", "hop", "pg:2,4", "--start", "1"]);
    assert_eq!(answer["result"], "draw");
    assert_eq!(answer["plies"], json!(null));
    let argument = answer["settled_by"].as_str().unwrap();
    assert!(argument.contains("newest piece") && argument.contains("Breaker"), "{argument}");
}

#[test]
fn nested_boards() {
    for (board, plies) in [("[ag:2,2 : pg:2,2]", 15), ("[pg:2,2 : ag:2,3]", 21)] {
        let answer = json(&["solve", "hop", board, "--start", "1.1"]);
        assert_eq!((&answer["result"], &answer["plies"]), (&json!("first-win"), &json!(plies)));
        // The line is played out by the table: it ends when it says, with a win.
        let line: Vec<&str> =
            answer["line"].as_array().unwrap().iter().map(|hop| hop.as_str().unwrap()).collect();
        assert_eq!(line.len(), plies);
        let after = line[..plies - 1].join(" ");
        let last = json(&["solve", "hop", board, "--start", "1.1", "--after", &after]);
        assert_eq!((&last["winner"], &last["plies"]), (&json!("first"), &json!(1)), "{board}");
    }
}

/// Strategy stealing settles large boards without a line of play, or a part of the question.
#[test]
fn stolen_games() {
    let board = "[pg:2,2 : pg:2,2]";
    // The table of hands would find the win and its length in a minute or two.
    let answer = json(&["solve", "hop", board, "--start", "1.1", "--time", "1"]);
    assert_eq!(answer["result"], "first-win");
    let answer = json(&["solve", "hop", board, "--start", "1.1", "--outcome-only"]);
    assert_eq!((&answer["result"], &answer["plies"]), (&json!("first-win"), &json!(null)));
    assert!(answer["settled_by"].as_str().unwrap().contains("strategy stealing"), "{answer}");
    assert_eq!(answer["best_moves_complete"], json!(false));
    let answer = json(&["solve", "hop", "[ag:2,3 : pg:2,2]", "--start", "1.1", "--time", "1"]);
    assert_eq!(answer["winner"], json!(null));
    assert_eq!(
        answer["forces"],
        json!({"win": null, "win-or-tie": true, "win-or-draw": null, "not-lose": true})
    );
    assert!(answer["no_win_within"].as_u64().is_some_and(|plies| plies > 0), "{answer}");
}

#[test]
fn weights_are_exact() {
    // Equation (3.2) of Riegel's dissertation at q = 3: (9 + 9 + 4) / 16.
    let answer = json(&["weights", "hop", "pg:2,3", "--after", "1>2", "--pair", "3,5"]);
    assert_eq!(answer["alpha"]["position"], "11/8");
    assert_eq!(answer["newest"], "1");
    // Point 3 is on the line through 1 and 2, which weighs 1/4, and on three open lines.
    assert_eq!(answer["alpha"]["points"]["3"], "7/16");
    assert_eq!(answer["alpha"]["pairs"]["3,5"], "1/16");
    // An O at 1 blocks 4 of the 13 lines; 3 others hold the X, and 6 are open.
    assert_eq!(answer["beta"]["position"], "3/4");
    let answer = json(&["weights", "positional", "ttt:3", "--after", "5 1"]);
    assert_eq!(answer["alpha"], json!(null));
    // The centre is on three lines that 1 does not block, 1/4 each; two lines are open, 1/8 each.
    assert_eq!(answer["beta"]["position"], "1");
}

#[test]
fn thresholds() {
    let column = |table: &str, index: usize| -> Vec<serde_json::Value> {
        let answer = json(&["table", table]);
        answer["rows"].as_array().unwrap()[..6].iter().map(|row| row[index].clone()).collect()
    };
    assert_eq!(column("hop/5.3.1", 2), [63, 35, 13, 5, 2, 2].map(|q| json!(q)));
    let none = json!("none");
    assert_eq!(column("hop/5.3.3", 2)[..3], [none.clone(), none.clone(), none]);
    assert_eq!(column("hop/5.3.4", 2)[3], json!(156));
    assert_eq!(column("hop/5.3.4", 4)[3], json!(157));
}

#[test]
fn wrong_questions() {
    for (arguments, word) in [
        (vec!["weights", "kayles", "heaps:3"], "weights"),
        (vec!["weights", "hop", "pg:2,2", "--pair", "1"], "pair"),
        (vec!["weights", "hop", "pg:2,2", "--pair", "1,99"], "99"),
        (vec!["table", "hop/5.3.9"], "hop/5.3.1"),
        (vec!["table", "kayles"], "family"),
    ] {
        let output = outplay(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        assert!(stderr(&output).contains(word), "{arguments:?}: {}", stderr(&output));
    }
}
