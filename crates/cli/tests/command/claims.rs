//! The catalogue of claims and the papers' tables on the command line.

use std::process::Command;

use crate::{Folder, json, outplay, stdout, words};

#[test]
fn the_list() {
    let list = json(&["claims", "list"]);
    let claims = list["claims"].as_array().unwrap();
    assert!(claims.len() > 150);
    for claim in claims {
        assert!(
            claim["id"].is_string()
                && claim["source"].is_string()
                && claim["statement"].is_string()
        );
        // A list checks nothing.
        assert!(
            claim["status"].is_null() && claim["evidence"].is_null() && claim["checked"].is_null()
        );
    }
    let dots = json(&["claims", "list", "--paper", "dots"]);
    assert!(
        dots["claims"]
            .as_array()
            .unwrap()
            .iter()
            .all(|c| c["id"].as_str().unwrap().starts_with("dots/"))
    );
}

#[test]
fn one_statement_is_told_in_full() {
    let text = stdout(&outplay(&["claims", "show", "dailly/64", "--quiet"]));
    for word in [
        "Theorem 64",
        "Claimed",
        "Checked",
        "Result",
        "MISPRINT",
        "What holds",
        "row 5",
        "outplay solve octal:0.33",
    ] {
        assert!(text.contains(word), "{word}: {text}");
    }
}

#[test]
fn exit_codes() {
    for (arguments, code) in [
        (&["claims", "check", "dailly/53", "dots/period"][..], 0),
        (&["claims", "check", "dailly/53", "dailly/52"], 1),
        (&["claims", "check", "dailly/99"], 2),
        (&["claims", "check"], 2),
        (&["claims", "show", "dailly/53x"], 2),
        (&["claims", "list", "--paper", "euler"], 2),
        (&["claims", "list", "--status", "proved"], 2),
        (&["claims", "list", "--kind", "riddle"], 2),
        (&["claims", "report", "--paper", "euler", "--output", "/dev/null"], 2),
        (&["claims", "check", "dailly/c20", "--deep", "--time", "0.05"], 3),
        (&["table", "dailly/9"], 2),
        (&["table", "dailly/3"], 0),
    ] {
        let output = outplay(&[arguments, &["--quiet"]].concat());
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {output:?}");
    }
}

#[test]
fn a_refutation_in_json_has_a_command_that_runs() {
    let answer =
        json(&["claims", "check", "dailly/52", "octagons/3.28", "unshackle/3.2", "--quiet"]);
    let claims = answer["claims"].as_array().unwrap();
    assert_eq!(claims[0]["status"], "refuted");
    assert_eq!(claims[0]["misprint"], true);
    assert_eq!((&claims[2]["status"], &claims[2]["misprint"]), (&"refuted".into(), &false.into()));
    assert!(claims[2]["stands"].as_str().unwrap().contains("never loses"));
    for claim in claims {
        let command = claim["counterexample"]["command"].as_str().unwrap();
        let arguments = words(command.strip_prefix("outplay ").unwrap());
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let output = outplay(&arguments);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{command}: {output:?}");
    }
}

/// The list tells what came out when a statement was last checked, of checks by this program alone.
#[test]
fn the_list_remembers_checks() {
    let folder = Folder::new("checked");
    let cache = folder.join("cache");
    let ask = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_outplay"))
            .args(arguments)
            .env("XDG_CACHE_HOME", &cache)
            .output()
            .unwrap();
        stdout(&output)
    };
    let line = |text: &str, id: &str| {
        let start = format!("{id} ");
        text.lines().find(|line| line.starts_with(&start)).unwrap_or_default().to_string()
    };
    assert!(line(&ask(&["claims", "list"]), "dots/values").contains("unchecked"));
    ask(&["claims", "check", "dots/values", "dots/monochrome", "--quiet"]);
    let list = ask(&["claims", "list"]);
    assert!(line(&list, "dots/values").contains("verified, "), "{list}");
    assert!(line(&list, "dots/values").contains(", quick"), "{list}");
    assert!(line(&list, "dots/monochrome").contains("misprint, "), "{list}");
    assert!(line(&list, "dots/nim").contains("unchecked"), "{list}");
    let refuted = ask(&["claims", "list", "--status", "refuted", "--kind", "remark"]);
    assert!(refuted.contains("dots/monochrome") && !refuted.contains("dots/values"), "{refuted}");
    let misprints = ask(&["claims", "list", "--status", "misprint"]);
    assert!(misprints.contains("dots/monochrome") && !misprints.contains("dots/values"));
    assert!(ask(&["claims", "list", "--kind", "conjecture"]).contains("dailly/c63"));
    // What was never checked is counted among the statements asked for: one conjecture of the paper, and none.
    for (paper, left) in [("unshackle", "\n1 more were"), ("octagons", "")] {
        let asked =
            ["claims", "list", "--paper", paper, "--kind", "conjecture", "--status", "open"];
        let list = ask(&asked);
        assert!(list.contains("\n0 statements.") && list.contains(left), "{list}");
        assert_eq!(list.contains(" more "), !left.is_empty(), "{list}");
    }
    let json: serde_json::Value =
        serde_json::from_str(&ask(&["claims", "list", "--status", "verified", "--json"])).unwrap();
    assert_eq!(json["claims"][0]["last"]["deep"], false);
    // What another program found out, or what is no file of ours, counts for nothing.
    let file = cache.join("outplay/claims.json");
    let text = std::fs::read_to_string(&file).unwrap();
    for other in [text.replacen("\"program\":\"", "\"program\":\"x", 1), "{".to_string()] {
        std::fs::write(&file, other).unwrap();
        assert!(line(&ask(&["claims", "list"]), "dots/values").contains("unchecked"));
    }
}

/// Table 2 of the paper on Unshackle, completed: who wins on every grid up to 6×6.
#[test]
fn a_table_of_winners() {
    let answer = json(&["table", "unshackle", "grid:1..6x1..6", "--outcome-only", "--time", "60"]);
    assert!(answer["stopped"].is_null(), "{answer}");
    let rows = answer["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 36);
    for row in rows {
        let size: Vec<u32> =
            row[0].as_str().unwrap()[5..].split('x').map(|n| n.parse().unwrap()).collect();
        // A theorem on graphs without leaves says so; a grid of one row is a path.
        let (m, n) = (size[0].min(size[1]), size[0].max(size[1]));
        let winner = match (m, n) {
            (1, 1) => "none",
            (1, _) if n % 2 == 0 => "first",
            (1, _) => "second",
            _ if (m + n) % 2 == 1 => "first",
            _ => "second",
        };
        assert_eq!(row[1], winner, "{row}");
    }
}

#[test]
fn reports_are_written() {
    let folder = Folder::new("claims");
    // A report of what a second allows: the rest of it is tested with the catalogue.
    let path = folder.join("claims.html");
    let path = path.to_str().unwrap();
    let output = outplay(&[
        "claims", "report", "--format", "html", "--output", path, "--time", "1", "--quiet",
    ]);
    assert!(matches!(output.status.code(), Some(0 | 3)), "{output:?}");
    assert!(std::fs::read_to_string(path).unwrap().starts_with("<!doctype html>"));
    let missing = folder.join("no/where.md");
    let output = outplay(&[
        "claims",
        "report",
        "--output",
        missing.to_str().unwrap(),
        "--time",
        "0.01",
        "--quiet",
    ]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

#[test]
fn tables_by_name() {
    let answer = json(&["table", "dailly/2"]);
    assert_eq!(answer["columns"].as_array().unwrap().len(), 8);
    assert_eq!(answer["rows"][2][7], "10");
    let text = stdout(&outplay(&["table", "dailly/t4"]));
    assert!(text.contains("a2=0 b2=0") && text.contains("a1\\b1"), "{text}");
    let csv = stdout(&outplay(&["table", "unshackle/2", "--format", "csv"]));
    assert_eq!(csv.lines().nth(2), Some("2,I_1,II_1,I_1,II_1,I_1,II_0,I_1,II_0,I_1,II_0"));
}

/// On a graph Rob's Dots is Monochrome, which is not the octal game 0.137 there: of the complete graph on four vertices one dot
/// takes everything, but 0.137 has no such move.
#[test]
fn robs_dots_on_a_graph_is_monochrome() {
    for (board, value) in [("complete:4", Some(1)), ("star:3", None), ("petersen", None)] {
        let values = ["robs-dots", "avoid-the-neighbours", "monochrome"]
            .map(|game| json(&["solve", game, board])["grundy"].clone());
        assert!(values.iter().all(|found| *found == values[0]), "{board}: {values:?}");
        assert!(value.is_none_or(|value| values[0] == value), "{board}: {values:?}");
    }
    assert_eq!(json(&["solve", "octal:0.137", "complete:4"])["grundy"], 0);
}
