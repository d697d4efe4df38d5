//! The tables of `tests/tables`: every line is asked of the command and must agree in every field.

use std::sync::Mutex;

use serde_json::Value;

use crate::{json, root, words};

/// A line `GAME | BOARD | OPTIONS | key=value …`.
struct Line {
    text: String,
    arguments: Vec<String>,
    expected: String,
}

fn read_lines() -> Vec<Line> {
    let mut lines = Vec::new();
    let mut files: Vec<_> = std::fs::read_dir(root().join("tests/tables"))
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    files.sort();
    for file in files {
        for text in std::fs::read_to_string(&file).unwrap().lines() {
            if text.trim().is_empty() || text.starts_with('#') {
                continue;
            }
            // The islands of a mixed nested board stand between bars too.
            let fields = text.split_once(" | ").and_then(|(game, rest)| {
                let mut fields = rest.rsplitn(3, " | ").map(str::trim);
                let (expected, options, board) = (fields.next()?, fields.next()?, fields.next()?);
                Some([game.trim(), board, options, expected])
            });
            let [game, board, options, expected] =
                fields.unwrap_or_else(|| panic!("{file:?}: {text}"));
            let mut arguments = vec!["solve".to_string(), game.to_string(), board.to_string()];
            arguments.extend(words(options));
            lines.push(Line { text: text.to_string(), arguments, expected: expected.to_string() });
        }
    }
    lines
}

/// What the answer says for a key of a table.
fn answered(answer: &Value, key: &str) -> String {
    let value = match key {
        "win" | "win-or-tie" | "win-or-draw" | "not-lose" => &answer["forces"][key],
        "grundy" if answer["loony"] == true => return "loony".into(),
        key => &answer[key],
    };
    value.as_str().map_or_else(|| value.to_string(), str::to_string)
}

fn disagreement(line: &Line) -> Option<String> {
    let arguments: Vec<&str> = line.arguments.iter().map(String::as_str).collect();
    let answer = json(&arguments);
    if let Some(best) = line.expected.strip_prefix("best=") {
        let mut expected: Vec<&str> = best.split(';').filter(|mv| !mv.is_empty()).collect();
        let moves = answer["best_moves"].as_array().cloned().unwrap_or_default();
        let mut found: Vec<&str> = moves.iter().filter_map(Value::as_str).collect();
        expected.sort_unstable();
        found.sort_unstable();
        return (expected != found).then(|| format!("{}: found {found:?}", line.text));
    }
    let wrong = line.expected.split_whitespace().find(|pair| {
        let (key, value) = pair.split_once('=').unwrap();
        answered(&answer, key) != value
    });
    wrong.map(|pair| format!("{}: {pair}, but the answer is {answer}", line.text))
}

#[test]
fn every_line_of_every_table() {
    let lines = read_lines();
    assert!(lines.len() > 2000, "only {} lines", lines.len());
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for half in 0..2 {
            let (lines, wrong) = (&lines, &wrong);
            scope.spawn(move || {
                for line in lines.iter().skip(half).step_by(2) {
                    wrong.lock().unwrap().extend(disagreement(line));
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{} lines disagree:\n{}", wrong.len(), wrong.join("\n"));
}
