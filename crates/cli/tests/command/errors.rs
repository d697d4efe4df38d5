//! Wrong input of every kind: exit code 2, a sentence that helps, no panic, at once.

use std::time::{Duration, Instant};

use crate::{Folder, outplay, outplay_with, stderr, stdout};

/// Arguments, and a word of the help that must be given.
const WRONG: &[(&[&str], &str)] = &[
    (&["solve", "kayls", "heaps:3"], "did you mean kayles?"),
    (&["solve", "bridge", "heaps:3"], "games:"),
    (&["solve", "boxes", "boxes:2x2"], "did you mean dots-and-boxes?"),
    (&["solve", "0.137", "heaps:3"], "octal:0.137"),
    (&["solve", "octal", "heaps:3"], "octal is not complete"),
    (&["solve", "octal:0.9", "heaps:3"], "not an octal digit"),
    (&["solve", "octal:3.1", "heaps:3"], "before the point"),
    (&["solve", "octal:", "heaps:3"], "written like 0.137"),
    (&["solve", "octal:0.13.7", "heaps:3"], "not a digit"),
    (&["solve", "subtraction:0", "heaps:3"], "subtraction:1,2,3"),
    (&["solve", "kayles", "heap:3"], "heaps:6,19,19"),
    (&["solve", "kayles", "heaps:"], "heaps:6,19,19"),
    (&["solve", "kayles", "heaps:-3"], "does not fit"),
    (&["solve", "kayles", "heaps:9999999999999999"], "too large"),
    (&["solve", "kayles", ""], "board is missing"),
    (&["solve", "", "heaps:3"], "game is missing"),
    (&["solve", "positional", "ag:2,6"], "6 is not a prime power: 6 = 2 x 3"),
    (&["solve", "positional", "pg:2,10"], "9, 11"),
    (&["solve", "positional", "pg:2,1"], "not a prime power"),
    (&["solve", "positional", "pg:200,2"], "too large"),
    (&["solve", "node-kayles", "graph6:~~~~"], "graph6"),
    (&["solve", "node-kayles", "graph6:D"], "graph6"),
    (&["solve", "node-kayles", "graph6:\u{1f600}"], "graph6"),
    (&["solve", "node-kayles", "sparse6:Fa@x^"], "sparse6"),
    (&["solve", "node-kayles", "edges:1-2,3-"], "3-"),
    (&["solve", "node-kayles", "edges:1--2"], "1--2"),
    (&["solve", "node-kayles", "path:10000"], "too large"),
    (&["solve", "node-kayles", "grid:100x100"], "too large"),
    (&["solve", "node-kayles", "complete:10000"], "too large"),
    (&["solve", "node-kayles", "hypercube:99"], "too large"),
    (&["solve", "node-kayles", "grid:0x3"], "at least one row"),
    (&["solve", "node-kayles", "@no-such-file.g6"], "no such file"),
    (&["solve", "node-kayles", "@/"], "endings"),
    (&["solve", "node-kayles", "@x.doc"], ".json"),
    (&["solve", "node-kayles", "heaps:5"], "path:50"),
    (&["solve", "unshackle", "ttt:3"], "played on a graph"),
    (&["solve", "hop", "grid:3x3"], "winning sets"),
    (&["solve", "hop", "ttt:3", "--start", "10"], "numbered 1 to 9"),
    (&["solve", "hop", "ttt:3", "--start", "middle"], "numbered 1 to 9"),
    (&["solve", "hop", "[ttt:3 : grid:2x2]"], "cannot be nested"),
    (&["solve", "hop", "[ttt:3 : ttt:3"], "expected ']'"),
    (&["solve", "hop", "ttt:3 + ttt:3"], "sum"),
    (&["solve", "hop", "sets:1-2,0-3"], "does not fit"),
    (&["solve", "fire-and-ice", "pg:2,2"], "nested board"),
    (&["solve", "octal:4.0", "path:4"], "play this code on heaps"),
    (&["solve", "hop", "ttt:3", "--misere"], "hop takes --start"),
    (&["solve", "kayles", "heaps:3", "--bias", "1:2"], "--bias is not an option of kayles"),
    (&["solve", "kayles", "heaps:3", "--bias", "1:2"], "kayles takes --misere"),
    (&["solve", "kayles", "polygons:3,2x2"], "4 to 255 sides here, not 3"),
    (&["solve", "unshackle", "octagons:1x1", "--after", "1-2"], "the only place is 1"),
    (&["solve", "maker-breaker", "ttt:3", "--bias", "1:0"], "1:2"),
    (&["solve", "maker-breaker", "ttt:3", "--bias", "two"], "1:2"),
    (&["solve", "unshackle", "octagons:1x2", "--normal-rules"], "is for closing-octagons"),
    (&["solve", "kayles", "heaps:3", "--after", "3>2,2"], "move 1 of --after"),
    (&["solve", "kayles", "heaps:3", "--after", "3>1,1 1>0 1>1"], "changes nothing"),
    (&["solve", "kayles", "heaps:7", "--after", "7>1"], "taking 6 and leaving one heap"),
    (&["solve", "octal:0.33", "path:3", "--after", "2"], "taking 1 and leaving 2 components"),
    (&["solve", "kayles", "heaps:3", "--after", "foo"], "50>6,41"),
    (&["solve", "unshackle", "grid:2x2", "--after", "1-2 1-2"], "move 2 of --after"),
    (&["solve", "unshackle", "grid:2x2", "--after", "1-9"], "numbered 1 to 4"),
    (&["solve", "positional", "ttt:3", "--after", "5 5"], "not free"),
    (&["table", "cram", "grid:3..1x2"], "empty"),
    (&["table", "cram"], "cram needs a family of boards"),
    (&["table", "dailly/2", "path:3"], "takes no family"),
    (&["claims", "show", "dailly"], "claims list --paper dailly"),
    (&["claims", "list", "--status", "lost"], "choose one of verified"),
    (&["table", "cram", "grid:1..99999x1..99999"], "at most"),
    (&["table", "cram", "gird:1..3x2"], "grid:3x4"),
    (&["table", "positional", "ag:2,6..6"], "prime power"),
    (&["sequence", "0.9", "--to", "5"], "hexadecimal:0.9"),
    (&["sequence", "cram", "--to", "5"], "not a game on heaps"),
    (&["sequence", "0.77", "--to", "-5"], "'--to <N>': a whole number is expected"),
    (&["sequence", "0.77", "--to", "99999999999"], "'--to <N>': it is too large"),
    (&["sequence", "0.77", "--to", "5", "--output", "/no/such/folder/x"], "no such file or folder"),
    (&["period", "3.1"], "before the point"),
    (&["positions", "0.137", "--heaps", "0", "--total", "9"], "from 1 to 64"),
    (&["positions", "0.137", "--heaps", "3", "--total", "9", "--chart", "x.svg"], "--heaps 2"),
    (&["check", "no-such-certificate"], "no such file"),
    (&["play", "hop", "ttt:3"], "--start"),
    (&["solve", "kayles", "heaps:3", "--memory", "lots"], "500M"),
    (&["solve", "kayles", "heaps:3", "--time", "-1"], "seconds"),
    (&["solve", "kayles"], "BOARD"),
    (&["sole", "kayles", "heaps:3"], "solve"),
];

#[test]
fn each_gets_help_and_exit_code_2() {
    for (arguments, word) in WRONG {
        let begun = Instant::now();
        let output = outplay(arguments);
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        assert!(said.contains(word), "{arguments:?} says: {said}");
        assert!(
            !said.contains("panicked") && stdout(&output).is_empty(),
            "{arguments:?}: {output:?}"
        );
        // The issue is a hang, not a slow machine.
        assert!(
            begun.elapsed() < Duration::from_secs(5),
            "{arguments:?} took {:?}",
            begun.elapsed()
        );
    }
}

#[test]
fn json_stays_json() {
    let output = outplay(&["solve", "kayls", "heaps:3", "--json"]);
    assert_eq!(output.status.code(), Some(2));
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(value["error"].as_str().unwrap().contains("kayls"));
}

/// An argument may come from a list that somebody else made.
#[test]
fn arguments_give_no_orders_to_the_screen() {
    let order = "\u{1b}[2J\u{9b}31m\r\u{202e}";
    for arguments in [
        &["solve", order, "heaps:3"][..],
        &["solve", "kayles", order],
        &["solve", "kayles", "heaps:3", order],
        &["solve", "kayles", "heaps:3", "--after", order],
        &["solve", "kayles", "heaps:3", "--time", order],
        &["table", "cram", "path:1", "--format", order],
        &[order],
        &["claims", order],
        &["claims", "show", order],
        &["check", order],
    ] {
        for json in [&[][..], &["--json"]] {
            let output = outplay(&[arguments, json].concat());
            assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
            let told = stdout(&output) + &stderr(&output);
            assert!(!told.is_empty(), "{arguments:?}");
            let order = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
            assert!(!told.contains(order), "{arguments:?}: {told}");
        }
    }
}

#[test]
fn hostile_files() {
    let folder = Folder::new("hostile");
    let cases: &[(&str, &[u8])] = &[
        ("empty.json", b""),
        ("empty.edges", b""),
        ("empty.dot", b""),
        ("binary.g6", &[0xff, 0xfe, 0x00, 0x80]),
        ("zeros.edges", &[0; 100]),
        ("list.json", b"[1,2,3]"),
        ("deep.json", &[b'['; 100_000]),
        ("half.json", b"{\"vertices\": [\"a\"], \"edges\": [[\"a\"]]}"),
        ("unknown.json", b"{\"vertices\": [\"a\"], \"edges\": [[\"a\", \"b\"]]}"),
        ("directed.dot", b"digraph { a -> b }"),
        ("open.dot", b"graph { a -- "),
        ("missing.edges", b"1 2\n3-\n"),
        ("sets.json", b"{\"points\": 3, \"sets\": [[1, 9]]}"),
    ];
    for (name, content) in cases {
        let path = folder.join(name);
        std::fs::write(&path, content).unwrap();
        let board = format!("@{}", path.display());
        let output = outplay(&["solve", "node-kayles", &board]);
        assert_eq!(output.status.code(), Some(2), "{name}: {output:?}");
        assert!(!stderr(&output).contains("panicked"), "{name}: {output:?}");
    }
    // A file of graphs may have any number of lines, none among them.
    for (content, lines) in [("", 0), ("DQc\nDQc\n", 2)] {
        let path = folder.join("graphs.g6");
        std::fs::write(&path, content).unwrap();
        let output = outplay(&["solve", "node-kayles", &format!("@{}", path.display()), "--json"]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert_eq!(stdout(&output).lines().count(), lines, "{output:?}");
    }
}

#[test]
fn a_wrong_move_loses_nothing() {
    let typed = "1\n99\nfoo\n\u{1f600}\n\n1\n2\n";
    let output = outplay_with(&["play", "positional", "ttt:3", "--as", "both", "--json"], typed);
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(value["moves"], serde_json::json!(["1", "2"]));
}
