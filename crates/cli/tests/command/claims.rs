//! The catalogue of claims and the papers' tables on the command line.

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
        // Nothing is known before it is checked.
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
        "Came out",
        "REFUTED",
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
    assert_eq!(claims[2]["status"], "gap");
    for claim in claims {
        let command = claim["counterexample"]["command"].as_str().unwrap();
        let arguments = words(command.strip_prefix("outplay ").unwrap());
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let output = outplay(&arguments);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{command}: {output:?}");
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
