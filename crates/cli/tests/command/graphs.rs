//! Impartial games on graphs: families, collections, and the questions of Dailly's report.

use serde_json::{Value, json};

use crate::{Folder, json, outplay, outplay_in, stdout};

fn rows(answer: &Value) -> Vec<Vec<Value>> {
    answer["rows"].as_array().unwrap().iter().map(|row| row.as_array().unwrap().clone()).collect()
}

#[test]
fn fast_and_plain_answers_agree() {
    for (game, board) in [
        ("cram", "grid:3x4"),
        ("octal:0.33", "grid:3x3"),
        ("octal:0.137", "hypercube:3"),
        ("node-kayles", "petersen"),
        ("arc-kayles", "caterpillar:2,0,1,3"),
        ("octal:0.07", "multipartite:2,2,3"),
        ("kayles", "grid:2x4 + cycle:5"),
        ("octal:0.33", "bipode:1,1,2;1,2;3"),
    ] {
        let field = |arguments: &[&str], key: &str| {
            json(&[&["solve", game, board], arguments].concat())[key].clone()
        };
        for key in ["winner", "outcome", "grundy", "best_moves"] {
            let plain = field(&["--plain"], key);
            assert_eq!(field(&[], key), plain, "{game} {board} {key}");
            assert_eq!(field(&["--no-theorems"], key), plain, "{game} {board} {key}");
            assert_eq!(field(&["--threads", "2", "--memory", "1M"], key), plain, "{game} {board}");
        }
        for key in ["winner", "best_moves"] {
            let misere = field(&["--misere", "--plain"], key);
            assert_eq!(field(&["--misere"], key), misere, "{game} {board} misère {key}");
        }
    }
}

#[test]
fn a_theorem_says_that_it_settled_it() {
    let words = |arguments: &[&str]| json(arguments)["settled_by"].to_string();
    assert!(words(&["solve", "octal:0.33", "pode:1,1,2,5"]).contains("Lemma 50"));
    assert!(words(&["solve", "octal:0.03", "caterpillar:1,1,1,2"]).contains("Theorem 27"));
    assert!(words(&["solve", "cram", "grid:4x6"]).contains("half turn"));
    assert_eq!(words(&["solve", "cram", "grid:4x4", "--no-theorems"]), "null");
    assert_eq!(json(&["solve", "octal:0.33", "path:300"])["grundy"], 0);
}

#[test]
fn collections_of_graphs() {
    let trees = rows(&json(&["table", "octal:0.03", "trees:1..6"]));
    assert_eq!(trees.len(), 1 + 1 + 1 + 2 + 3 + 6);
    // Each row is the answer for its board, in order whatever thread solved it.
    for row in &trees {
        let board = row[0].as_str().unwrap();
        assert_eq!(row[3], json(&["solve", "octal:0.03", board, "--plain"])["grundy"], "{board}");
    }
    assert_eq!(rows(&json(&["table", "node-kayles", "connected:5"])).len(), 21);
    let folder = Folder::new("graphs");
    std::fs::write(folder.join("two.g6"), "DQc\nBw\n").unwrap();
    let output = outplay_in(&folder, &["table", "cram", "@two.g6", "--format", "csv"], "");
    let text = stdout(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert!(lines[1].starts_with("graph6:DQc,") && lines[2].starts_with("graph6:Bw,"), "{text}");
    for wrong in ["trees:x", "trees:40", "connected:13", "@none.g6"] {
        assert_eq!(outplay(&["table", "cram", wrong]).status.code(), Some(2), "{wrong}");
    }
}

#[test]
fn four_ranges_are_blocks() {
    let family = "bipode:1*0..2,2*0..1;1*0..2,2*0..1;1";
    let text = stdout(&outplay(&["table", "octal:0.33", family]));
    assert_eq!(text.matches("1st\\3rd").count(), 4, "{text}");
    // A block's row of B(1,0;0..2,1;1): the values of those boards themselves.
    let block = text.split("0 \\ 1 (second").nth(1).unwrap();
    let row: Vec<&str> = block.lines().nth(3).unwrap().split_whitespace().collect();
    let value = |ones: usize| {
        let board = format!("bipode:1;1*{ones},2;1");
        json(&["solve", "octal:0.33", &board, "--plain"])["grundy"].to_string()
    };
    assert_eq!(row, ["1", &value(0), &value(1), &value(2)], "{text}");
}

#[test]
fn the_longest_game_of_a_winner() {
    // By hand: 0.03 on 3x2 is three moves however it is played; a path of three one move.
    let answer = json(&["emptying", "octal:0.03", "grid:3x2"]);
    assert_eq!(
        (&answer["winner"], &answer["moves"], &answer["most_moves"], &answer["emptied"]),
        (&json!("first"), &json!(3), &json!(3), &json!(true))
    );
    // A star of four leaves has no move at all.
    let answer = json(&["emptying", "octal:0.03", "star:4"]);
    assert_eq!((&answer["winner"], &answer["moves"]), (&json!("second"), &json!(0)));
    assert_eq!(json(&["emptying", "octal:0.03", "star:4", "--only-whether"])["emptied"], false);
    assert_eq!(outplay(&["emptying", "unshackle", "grid:2x2"]).status.code(), Some(2));
    assert_eq!(outplay(&["emptying", "octal:0.03", "heaps:5"]).status.code(), Some(2));
}

#[test]
fn attaching_paths() {
    let answer = json(&["attach", "octal:0.33", "pode:1,1,2", "--path", "3"]);
    let plain = |board: &str| json(&["solve", "octal:0.33", board, "--plain"])["grundy"].clone();
    assert_eq!(answer["grundy"], plain("pode:1,1,2"));
    let attached = answer["attached"].as_array().unwrap();
    assert_eq!(attached.len(), 5);
    // At the centre and at the end of the chain of two.
    assert_eq!(attached[0]["grundy"], plain("pode:1,1,2,3"));
    assert_eq!(attached[4]["grundy"], plain("pode:1,1,5"));
    let one = json(&["attach", "octal:0.33", "path:4", "--path", "1", "--at", "2"]);
    assert_eq!(one["attached"][0]["grundy"], plain("pode:1,1,2"));
    assert_eq!(
        outplay(&["attach", "cram", "path:4", "--path", "1", "--at", "9"]).status.code(),
        Some(2)
    );
}

#[test]
fn game_graphs_with_their_kernels() {
    // Cram on a path of three: two moves, both to an isolated cell, which is lost.
    let dot = stdout(&outplay(&["graph", "cram", "path:3"]));
    assert_eq!((dot.matches("->").count(), dot.matches("gold").count()), (2, 2), "{dot}");
    let svg = stdout(&outplay(&["graph", "cram", "grid:2x2", "--format", "svg"]));
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    let answer = json(&["graph", "cram", "grid:2x2"]);
    // Whole board, four pairs left, nothing left: the whole board and the empty one are lost.
    assert_eq!(
        (&answer["positions"], &answer["moves"], &answer["kernel"]),
        (&json!(6), &json!(8), &json!(2))
    );
    assert_eq!(outplay(&["graph", "cram", "grid:4x4", "--most", "50"]).status.code(), Some(2));
}

#[test]
fn sweeps_test_statements() {
    let held = json(&["sweep", "octal:0.03", "--over", "trees:8", "--test", "options-alike"]);
    assert_eq!(
        (&held["tested"], &held["held"], &held["failures"]),
        (&json!(23), &json!(23), &json!([]))
    );
    // Kayles on a path is won for every length, so this fails on each, and says so by its exit code.
    let output = outplay(&["sweep", "kayles", "--over", "path:1..4", "--test", "outcome=P"]);
    assert_eq!(output.status.code(), Some(1));
    let failed = json(&["sweep", "kayles", "--over", "path:0..4", "--test", "outcome=P"]);
    assert_eq!((&failed["tested"], &failed["held"]), (&json!(5), &json!(1)));
    assert_eq!(failed["failures"][0], "path:1");
    for wrong in ["outcome=X", "beautiful"] {
        let output = outplay(&["sweep", "kayles", "--over", "path:3", "--test", wrong]);
        assert_eq!(output.status.code(), Some(2), "{wrong}");
    }
}

#[test]
fn a_stopped_search_says_what_it_knows() {
    let output =
        outplay(&["solve", "octal:0.77", "grid:7x9", "--time", "0.5", "--memory", "20M", "--json"]);
    assert_eq!(output.status.code(), Some(3));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["winner"], Value::Null);
    let output = outplay(&["table", "octal:0.77", "grid:7x1..9", "--time", "2", "--format", "csv"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(stdout(&output).lines().count() >= 3, "{output:?}");
}
