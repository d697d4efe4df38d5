//! Certificates as a user meets them: written by one process, confirmed by another, refused when tampered with.

use crate::{Folder, json, outplay, outplay_in, stdout};

#[test]
fn written_by_one_process_and_confirmed_by_another() {
    let folder = Folder::new("certificates");
    let file = folder.join("answer.cert");
    let file = file.to_str().unwrap();
    for question in [
        vec!["cram", "grid:3x4"],
        vec!["octal:0.33", "grid:3x4", "--outcome-only"],
        vec!["node-kayles", "petersen", "--misere"],
        vec!["robs-dots", "heaps:50"],
        vec!["unshackle", "grid:2x4", "--after", "1-2"],
        vec!["closing-octagons", "octagons:1x3", "--normal-rules"],
        vec!["hop", "ag:2,3"],
        vec!["maker-breaker", "pg:2,2", "--bias", "1:2"],
    ] {
        let solved = json(&[&["solve"], &question[..], &["--certificate", file]].concat());
        let checked = json(&["check", file]);
        assert_eq!(checked["valid"], true, "{question:?}: {checked}");
        let statement = checked["statement"].as_str().unwrap();
        let value = ["grundy", "margin", "outcome"].iter().find(|key| !solved[**key].is_null());
        let expected = match value {
            Some(key) => format!("{key} {}", solved[*key].to_string().trim_matches('"')),
            None => format!("win={}", if solved["forces"]["win"] == true { "yes" } else { "no" }),
        };
        assert!(statement.contains(&expected), "{statement} has no {expected}");
        // One byte changed in the middle: refused, exit code 1.
        let mut bytes = std::fs::read(file).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        std::fs::write(file, bytes).unwrap();
        let output = outplay(&["check", file]);
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        assert!(stdout(&output).starts_with("not valid: "));
    }
}

#[test]
fn a_board_from_a_file_comes_along() {
    let folder = Folder::new("attached");
    std::fs::write(folder.join("g.edges"), "a b\nb c\nc a\nc d\n").unwrap();
    let question = ["solve", "unshackle", "@g.edges", "--after", "a-b", "--certificate", "g.cert"];
    assert_eq!(outplay_in(&folder, &question, "").status.code(), Some(0));
    std::fs::remove_file(folder.join("g.edges")).unwrap();
    let checked = outplay_in(&folder, &["check", "g.cert"], "");
    assert_eq!(checked.status.code(), Some(0), "{checked:?}");
    let played = outplay_in(&folder, &["play", "--from", "g.cert"], "moves\nquit\n");
    assert!(stdout(&played).contains("b-c"), "{played:?}");
}

#[test]
fn self_check_tells_its_verdict() {
    let answer = json(&["solve", "strings-and-coins", "boxes:1x2", "--self-check"]);
    assert_eq!(answer["certificate"]["valid"], true, "{answer}");
    let answer = json(&["solve", "hop", "ttt:3", "--self-check"]);
    assert!(answer["certificate"]["steps"].as_u64().unwrap() > 0, "{answer}");
    let text = stdout(&outplay(&["solve", "hop", "ttt:3", "--self-check"]));
    assert!(text.contains("confirmed by the checker"), "{text}");
    assert!(json(&["solve", "kayles", "heaps:3"])["certificate"].is_null());
}

/// The answer is told, and why nothing proves it; no file is written.
#[test]
fn an_answer_without_a_certificate_is_told() {
    let folder = Folder::new("unproved");
    for (question, answer, why) in [
        (&["strings-and-coins", "boxes:1x2", "--misere", "--recompute"][..], "margin", "no table"),
        (&["cram", "grid:2x2", "--recompute"], "grundy", "no table"),
        (&["kayles", "heaps:200000"], "grundy", "heap is too large"),
    ] {
        let words = [&["solve"], question, &["--certificate", "none.cert"]].concat();
        let told = outplay_in(&folder, &words, "");
        assert_eq!(told.status.code(), Some(3), "{told:?}");
        let text = stdout(&told);
        assert!(text.contains("no certificate of this answer") && text.contains(why), "{text}");
        let told = outplay_in(&folder, &[&words[..], &["--json"]].concat(), "");
        let told: serde_json::Value = serde_json::from_str(&stdout(&told)).unwrap();
        assert!(told[answer].is_i64(), "{told}");
        assert!(told["certificate"]["missing"].as_str().unwrap().contains(why), "{told}");
        assert!(!folder.join("none.cert").exists());
    }
}

#[test]
fn the_certificate_wins_against_a_person() {
    let folder = Folder::new("played");
    let solve = ["solve", "kayles", "heaps:5", "--certificate", "k.cert"];
    assert_eq!(outplay_in(&folder, &solve, "").status.code(), Some(0));
    // Kayles on 5 is won by taking the middle; then every move is answered.
    let output = outplay_in(&folder, &["play", "--from", "k.cert"], "2>0\n2>1\nquit\n");
    let text = stdout(&output);
    assert!(text.contains("first player plays 5>2,2 (by the certificate)"), "{text}");
    assert!(text.contains("first player plays 2>0 (by the certificate)"), "{text}");
    assert!(text.contains("you lose"), "{text}");
}

/// Left begins in a square of Domineering beside a column, and wins; Right's moves are answered on either board.
#[test]
fn the_certificate_of_a_partizan_game_wins_against_a_person() {
    let folder = Folder::new("partizan");
    let board = "grid:2x2 + grid:2x3 + grid:3x1";
    let solve = ["solve", "domineering", board, "--certificate", "d.cert", "--self-check"];
    let solved = outplay_in(&folder, &solve, "");
    assert!(stdout(&solved).contains("confirmed by the checker"), "{solved:?}");
    let text = stdout(&outplay_in(&folder, &["play", "--from", "d.cert"], "quit\n"));
    assert!(text.contains("(by the certificate)"), "{text}");
    let checked = outplay_in(&folder, &["check", "d.cert"], "");
    assert!(stdout(&checked).contains(": class L"), "{checked:?}");
}

/// In nimstring a move may keep the turn: after one move the first player is to move again here. On the shorter path he loses, on the longer
/// one he wins, and the certificate plays for him at once.
#[test]
fn the_certificate_plays_for_the_winner_where_a_move_keeps_the_turn() {
    let folder = Folder::new("kept-turn");
    let question = ["solve", "nimstring", "path:4", "--after", "1-2", "--certificate", "n.cert"];
    let solved = outplay_in(&folder, &[&question[..], &["--json"]].concat(), "");
    let solved: serde_json::Value = serde_json::from_slice(&solved.stdout).unwrap();
    assert_eq!((&solved["to_move"], &solved["winner"]), (&"first".into(), &"second".into()));
    let text = stdout(&outplay_in(&folder, &["play", "--from", "n.cert"], "quit\n"));
    assert!(!text.contains("first player plays"), "{text}");
    let question = ["solve", "nimstring", "path:5", "--after", "1-2", "--certificate", "w.cert"];
    outplay_in(&folder, &question, "");
    let text = stdout(&outplay_in(&folder, &["play", "--from", "w.cert"], "quit\n"));
    assert!(text.contains("first player plays 3-4 (by the certificate)"), "{text}");
}

#[test]
fn what_cannot_be_played_from_is_said() {
    let folder = Folder::new("not-played");
    std::fs::write(folder.join("x.cert"), "outplay-certificate 1\n").unwrap();
    for arguments in [
        vec!["play", "--from", "missing.cert"],
        vec!["play", "--from", "x.cert"],
        vec!["play", "kayles", "heaps:3", "--from", "x.cert"],
        vec!["play"],
    ] {
        let output = outplay_in(&folder, &arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
    }
    let period = ["period", "0.77", "--certificate", "p.cert"];
    assert_eq!(outplay_in(&folder, &period, "").status.code(), Some(0));
    let output = outplay_in(&folder, &["play", "--from", "p.cert"], "");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    // A heap so large that a plain checker would take hours has no certificate: the answer is told, and why there is no proof.
    let huge = ["solve", "kayles", "heaps:3000000", "--certificate", "h.cert"];
    let output = outplay_in(&folder, &huge, "");
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert!(stdout(&output).contains("the first player wins"), "{output:?}");
    assert!(!folder.join("h.cert").exists());
}

#[test]
fn the_promise_of_a_strategy_is_written_confirmed_and_played() {
    let folder = Folder::new("promise");
    let verify = ["verify", "hop", "ttt:3", "--strategy", "hop-ttt", "--as", "first"];
    let written = [&verify[..], &["--certificate", "p.cert"]].concat();
    let output = outplay_in(&folder, &written, "");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(stdout(&output).contains("certificate in p.cert: "), "{output:?}");
    let checked = outplay_in(&folder, &["check", "p.cert"], "");
    let valid = "valid: hop ttt:3: promise first win (a table labelled hop-ttt)\n";
    assert_eq!(stdout(&checked), valid);
    let played = outplay_in(&folder, &["play", "--from", "p.cert"], "quit\n");
    assert!(stdout(&played).contains("(by the certificate)"), "{played:?}");
    // A claim that does not hold has no certificate.
    let broken = ["verify", "hop", "ttt:3", "--strategy", "any", "--as", "second"];
    let broken = [&broken[..], &["--claim", "win", "--certificate", "none.cert"]].concat();
    assert_eq!(outplay_in(&folder, &broken, "").status.code(), Some(1));
    assert!(!folder.join("none.cert").exists());
}

#[test]
fn what_arguments_settle_is_confirmed() {
    let folder = Folder::new("argued");
    for (game, board) in [("hop", "pg:2,4"), ("positional", "pg:2,4"), ("unshackle", "grid:2x6")] {
        let solve = ["solve", game, board, "--certificate", "a.cert"];
        assert_eq!(outplay_in(&folder, &solve, "").status.code(), Some(0));
        let checked = outplay_in(&folder, &["check", "a.cert"], "");
        assert_eq!(checked.status.code(), Some(0), "{checked:?}");
    }
}

/// The text of a certificate with its right checksum.
fn summed(body: &str) -> String {
    format!("{body}{}", outplay_certificate::sum::last_line(body.as_bytes()))
}

#[test]
fn nothing_in_a_file_reaches_the_screen_as_an_order() {
    let folder = Folder::new("orders");
    let forged = "\r\u{1b}[2K\u{9b}2Kvalid: chess: outcome N";
    let header = |strategy: &str, after: &str| {
        format!(
            "outplay-certificate 1\nstatement promise first win\ngame kayles\nboard heaps:1\n\
             {after}strategy {strategy}\nsteps 0\nmemory 1\nbody text\n"
        )
    };
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    write("strategy.cert", &summed(&header(forged, "")));
    write("after.cert", &summed(&header("x", &format!("after {forged}\n"))));
    write("key.cert", &summed(&header(&format!("x\n{forged}"), "")));
    write("statement.cert", &summed(&header("x", "").replace("first win", forged)));
    write("line.cert", &format!("outplay-certificate 1\nstatement {forged}\n"));
    write("names.json", "{\"nodes\": [\"a\\u001b[2K\", \"\\nb\"], \"edges\": [[0, 1]]}");
    write("names.edges", &format!("{} b\n", forged.replace(' ', "_")));
    write("names.dot", &format!("graph {{ \"{forged}\" -- b }}"));
    write("broken.edges", &format!("{forged} b c d\n"));
    for arguments in [
        &["check", "strategy.cert"][..],
        &["check", "after.cert"],
        &["check", "key.cert"],
        &["check", "statement.cert"],
        &["check", "line.cert"],
        &["play", "--from", "key.cert"],
        &["moves", "node-kayles", "@names.json"],
        &["solve", "node-kayles", "@names.edges"],
        &["solve", "unshackle", "@names.dot"],
        &["solve", "node-kayles", "@names.dot", "--after", "x"],
        &["graph", "@names.dot"],
        &["solve", "node-kayles", "@broken.edges"],
        &["verify", "hop", "ttt:3", "--strategy", "@broken.edges", "--as", "first"],
        // A carriage return is a space between moves, and a name may be anything.
        &["solve", "unshackle", "path:3", "--after", "1-2\r2-3"],
        &["check", "no-such-file\u{1b}[2K"],
    ] {
        for json in [&[][..], &["--json"]] {
            let arguments = [arguments, json].concat();
            let output = outplay_in(&folder, &arguments, "");
            let said = stdout(&output) + &String::from_utf8_lossy(&output.stderr);
            assert!(!said.is_empty(), "{arguments:?}");
            let order = |c: char| c != '\n' && c.is_control();
            assert!(!said.contains(order), "{arguments:?}: {said:?}");
            assert!(!said.lines().any(|line| line.starts_with("valid")), "{arguments:?}: {said:?}");
        }
    }
}

#[test]
fn a_short_certificate_does_not_make_a_long_check() {
    let folder = Folder::new("long-checks");
    let period = |code: &str, rest: &str| {
        let body = format!("outplay-certificate 1\nstatement {rest}\ncode {code}");
        format!("{body}\nchecksum {:016x}\n", outplay_certificate::sum::checksum(body.as_bytes()))
    };
    // The order of the lines is free.
    let cases = [
        period("0.77", "period\nperiod 200000000\nlast-exception 70\nsplit none"),
        period("0.77", "period\nperiod 1000000\nlast-exception 70\nsplit none"),
        period("0.9C", "arithmetic-period\nperiod 672\nsaltus 16\nlast-exception 27"),
        summed(
            "outplay-certificate 1\nstatement grundy 0\ngame octal:0.7777777\nboard heaps:5\nheaps 100000\n\
             steps 0\nmemory 1000\nbody text\n",
        ),
    ];
    for text in cases {
        std::fs::write(folder.join("long.cert"), &text).unwrap();
        let begun = std::time::Instant::now();
        let output = outplay_in(&folder, &["check", "long.cert"], "");
        let said = stdout(&output);
        assert!(begun.elapsed().as_secs() < 20, "{text}: {:?}", begun.elapsed());
        match output.status.code() {
            Some(3) => assert!(said.starts_with("not checked: "), "{text}: {said}"),
            Some(1) => assert!(said.starts_with("not valid: "), "{text}: {said}"),
            code => panic!("{text}: {code:?} {said}"),
        }
    }
    // Who gives it time has it stopped when that is over.
    let begun = std::time::Instant::now();
    let long = period("0.77", "period\nperiod 200000000\nlast-exception 70\nsplit none");
    std::fs::write(folder.join("long.cert"), long).unwrap();
    let output = outplay_in(&folder, &["check", "long.cert", "--time", "0.5", "--json"], "");
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert!(stdout(&output).contains("\"valid\":null"), "{output:?}");
    assert!(begun.elapsed().as_secs() < 10, "{:?}", begun.elapsed());
    let less = outplay_in(&folder, &["check", "long.cert", "--memory", "1M"], "");
    assert_eq!(less.status.code(), Some(3), "{less:?}");
    assert!(stdout(&less).contains("--memory"), "{less:?}");
}
