//! Limits on time and memory, and what is said when one is reached.

use serde_json::Value;

use crate::{outplay, stdout};

fn stopped(arguments: &[&str]) -> Value {
    let output = outplay(arguments);
    assert_eq!(output.status.code(), Some(3), "{arguments:?}: {output:?}");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{arguments:?}: {e}"))
}

#[test]
fn time() {
    for (game, board) in [
        ("unshackle", "grid:6x6"),
        ("cram", "grid:7x7"),
        ("positional", "ttt:4^3"),
        ("officers", "heaps:4000000"),
    ] {
        let answer = stopped(&["solve", game, board, "--time", "0.3", "--json"]);
        assert_eq!(answer["winner"], Value::Null, "{game}");
        assert!(answer["stopped"].as_str().unwrap().contains("time"), "{answer}");
        assert!(answer["seconds"].as_f64().unwrap() < 20.0, "{answer}");
    }
}

/// Listing the moves of one position takes longer than there is.
#[test]
fn a_step_that_hears_nothing_is_ended() {
    for (game, board) in [("octal:0.3333333333", "complete:24"), ("subtraction:1,2,3", "star:1500")]
    {
        let output = outplay(&["solve", game, board, "--time", "1", "--memory", "200M", "--json"]);
        assert_eq!(output.status.code(), Some(3), "{game}: {output:?}");
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(answer["stopped"].as_str().unwrap().contains("limit"), "{game}: {answer}");
    }
}

#[test]
fn memory() {
    let answer = stopped(&["solve", "unshackle", "grid:6x6", "--memory", "5M", "--json"]);
    assert!(answer["stopped"].as_str().unwrap().contains("memory"), "{answer}");
    assert_eq!(answer["winner"], Value::Null);
}

#[test]
fn a_table_keeps_what_is_done() {
    let answer = stopped(&["table", "unshackle", "grid:1..6x6", "--time", "0.5", "--json"]);
    let rows = answer["rows"].as_array().unwrap();
    assert!(!rows.is_empty() && rows.len() < 6, "{answer}");
}

#[test]
fn moves_list_what_is_known() {
    let answer = stopped(&["moves", "unshackle", "grid:6x6", "--time", "0.2", "--json"]);
    assert_eq!(answer["moves"].as_array().unwrap().len(), 60);
    let output = outplay(&["moves", "unshackle", "grid:6x6", "--time", "0.2"]);
    assert!(stdout(&output).contains("not solved"));
}

#[test]
#[cfg(unix)]
fn a_signal_says_what_is_known() {
    for signal in ["-INT", "-TERM"] {
        say_what_is_known(signal);
    }
}

#[cfg(unix)]
fn say_what_is_known(signal: &str) {
    use std::process::{Command, Stdio};
    let child = Command::new(env!("CARGO_BIN_EXE_outplay"))
        .args(["solve", "unshackle", "grid:6x6", "--json", "--quiet"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    let interrupted =
        Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(answer["stopped"].as_str().unwrap().contains("interrupted"), "{answer}");
    assert!(answer["positions"].as_u64().unwrap() > 0);
}
