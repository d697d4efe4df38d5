//! A positional search that is stopped and continued from a file.

use std::path::Path;

use serde_json::Value;

use crate::{Folder, outplay_in, stderr, words};

fn run(folder: &Path, line: &str) -> (i32, Value, String) {
    let arguments = words(line);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let output = outplay_in(folder, &[&arguments[..], &["--json", "--quiet"]].concat(), "");
    let answer = serde_json::from_slice(&output.stdout).unwrap_or(Value::Null);
    (output.status.code().unwrap(), answer, stderr(&output))
}

/// A state is saved when the program is told to terminate, not only at its own limits.
#[test]
#[cfg(unix)]
fn a_terminated_search_saves_its_state() {
    let folder = Folder::new("terminated");
    let search = ["solve", "positional", "ttt:4^3", "--no-theorems", "--state", "s", "--quiet"];
    let output = crate::outplay_told(&folder, &search, "-TERM");
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert!(folder.join("s").exists());
}

/// Stopped again and again it finds what it finds in one go, and once it is there what was searched is not searched
/// again. (The line of best play ends in tables of all positions, which are made anew.)
#[test]
fn a_stopped_search_is_continued() {
    let folder = Folder::new("proofs");
    let question = "solve positional lattice:5x5,4";
    let (code, whole, _) = run(&folder, question);
    assert_eq!(code, 0);
    let mut goes = 0;
    let last = loop {
        let (code, answer, _) = run(&folder, &format!("{question} --state s --time 0.4"));
        if !answer["winner"].is_null() {
            break answer;
        }
        goes += 1;
        assert!(goes < 300 && code == 3, "{answer}");
        assert!(folder.join("s").exists() && std::fs::read_dir(&*folder).unwrap().count() == 1);
    };
    assert!(goes > 0);
    let (_, again, _) = run(&folder, &format!("{question} --state s"));
    for field in ["winner", "result", "forces", "plies"] {
        assert_eq!(last[field], whole[field], "{field}");
    }
    for field in ["winner", "result", "forces", "plies", "best_moves", "line"] {
        assert_eq!(again[field], whole[field], "{field}");
    }
    let positions = |answer: &Value| answer["positions"].as_u64().unwrap();
    assert!(positions(&again) + 1_000_000 < positions(&whole), "{again} {whole}");
}

#[test]
fn states_of_other_questions_and_damaged_ones_are_refused() {
    let folder = Folder::new("foreign");
    std::fs::write(folder.join("b.json"), r#"{"points": 3, "sets": [[1, 2]]}"#).unwrap();
    let refused = |line: &str, word: &str| {
        let before = std::fs::read(folder.join("s")).ok();
        let (code, _, message) = run(&folder, line);
        assert_eq!(code, 2, "{line}: {message}");
        assert!(message.contains(word), "{line}: {message}");
        assert_eq!(std::fs::read(folder.join("s")).ok(), before, "{line}");
    };
    // Where there is nothing to keep.
    refused("solve kayles heaps:3 --state s", "positional");
    refused("solve chooser-picker pg:2,2 --state s", "positional");
    refused("solve hop pg:2,2 --state s --plain", "--plain");
    assert!(!folder.join("s").exists());
    // The name is the same, the board is not.
    assert_eq!(run(&folder, "solve maker-breaker @b.json --state s").0, 0);
    std::fs::write(folder.join("b.json"), r#"{"points": 3, "sets": [[1, 3]]}"#).unwrap();
    refused("solve maker-breaker @b.json --state s", "another question");
    std::fs::remove_file(folder.join("s")).unwrap();
    // Another game, board or option.
    let question = "solve maker-breaker lattice:5x5,4 --state s";
    assert_eq!(run(&folder, question).0, 0);
    for other in [
        "solve positional lattice:5x5,4 --state s",
        "solve maker-breaker lattice:4x6,4 --state s",
        "solve maker-breaker lattice:5x5,4 --breaker-first --state s",
        "solve maker-breaker lattice:5x5,4 --bias 2:1 --state s",
    ] {
        refused(other, "another question");
    }
    // Other moves played are the same question; the command of heaps has states of its own.
    assert_eq!(run(&folder, &format!("{question} --after \"1 2\"")).0, 0);
    refused("sequence kayles --to 10 --state s", "saved state");
    let good = std::fs::read(folder.join("s")).unwrap();
    let mut bad = good.clone();
    bad[good.len() / 2] ^= 1;
    std::fs::write(folder.join("s"), &bad).unwrap();
    refused(question, "s: ");
    std::fs::write(folder.join("s"), &good[..good.len() - 20]).unwrap();
    refused(question, "s: ");
    assert_eq!(run(&folder, "solve hop pg:2,2 --state no/such/folder/s").0, 2);
}
