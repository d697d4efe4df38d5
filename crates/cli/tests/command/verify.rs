//! Strategies on the command line.

use serde_json::{Value, json};

use crate::{Folder, json as answer, outplay, stderr, stdout};

fn verify(arguments: &[&str]) -> (Value, Option<i32>) {
    let arguments = [&["verify"], arguments].concat();
    (answer(&arguments), outplay(&arguments).status.code())
}

#[test]
fn a_strategy_that_holds() {
    let question = ["unshackle", "grid:3x3", "--strategy", "shadow-point", "--as", "second"];
    let (answer, code) = verify(&question);
    assert_eq!(code, Some(0));
    assert_eq!(answer["holds"], true);
    assert_eq!(answer["choices"], "all");
    assert_eq!(answer["claim"], "win");
    assert_eq!(answer["counterexample"], Value::Null);
    assert!(answer["positions"].as_u64().unwrap() > 100);
    assert_eq!(answer["game"], "unshackle");
    // The paper promises a win; the reflection has one fixed vertex, so it is a win by one, and not always by two.
    let with = |claim| verify(&[&question[..], &["--claim", claim]].concat());
    assert_eq!(with("margin:1").1, Some(0));
    assert_eq!(with("margin:2").1, Some(1));
}

#[test]
fn a_strategy_that_is_refuted() {
    let (answer, code) =
        verify(&["octal:0.03", "grid:3x5", "--strategy", "grid-1-3", "--as", "first"]);
    assert_eq!(code, Some(1));
    assert_eq!(answer["holds"], false);
    assert!(answer["reason"].as_str().unwrap().contains("not legal"), "{answer}");
    let line = answer["counterexample"].as_array().unwrap();
    assert_eq!(line.len(), 2);
    // The line can be played on from with the other commands.
    let moves: Vec<&str> = line.iter().map(|mv| mv.as_str().unwrap()).collect();
    let output = outplay(&["moves", "octal:0.03", "grid:3x5", "--after", &moves.join(" ")]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    // Asked from there, it is refuted at once, and the line is told from the start of the game.
    let after = moves.join(" ");
    let (answer, _) = verify(&[
        "octal:0.03",
        "grid:3x5",
        "--strategy",
        "grid-1-3",
        "--as",
        "first",
        "--after",
        &after,
    ]);
    assert_eq!(answer["counterexample"].as_array().unwrap().len(), 2);
    let text = stdout(&outplay(&["verify", "octal:0.03", "grid:3x5", "--strategy", "grid-1-3"]));
    assert!(text.contains("refuted") && text.contains("--after"), "{text}");
}

#[test]
fn every_choice_and_some_choice() {
    let question = ["robs-dots", "heaps:5", "--strategy", "any"];
    assert_eq!(verify(&question).1, Some(1));
    let (answer, code) = verify(&[&question[..], &["--some"]].concat());
    assert_eq!((code, &answer["choices"]), (Some(0), &json!("some")));
    assert_eq!(answer["rule"][0], json!({ "after": [], "move": "5>1,1" }));
}

#[test]
fn the_choices_found_are_a_strategy_again() {
    let folder = Folder::new("rule");
    let path = folder.join("rule.txt");
    let path = path.to_str().unwrap();
    let question = ["unshackle", "grid:2x3", "--claim", "margin:2"];
    let some = [&question[..], &["--strategy", "any", "--some", "--rule", path]].concat();
    assert_eq!(verify(&some).1, Some(0));
    let file = format!("@{path}");
    assert_eq!(verify(&[&question[..], &["--strategy", &file]].concat()).1, Some(0));
    // A table of another board is wrong input.
    let other = ["verify", "unshackle", "grid:1x3", "--strategy", &file];
    assert_eq!(outplay(&other).status.code(), Some(2));
    // So are rules that speak of what the game does not have.
    for ([game, board], rule) in [
        (["unshackle", "grid:2x3"], "when start : move=5>1"),
        (["unshackle", "grid:2x3"], "when free 3 : any"),
        (["hop", "ttt:3"], "when last 1-2 : any"),
        (["kayles", "heaps:5"], "when state critical : any"),
        (["positional", "ttt:3"], "otherwise : to=12"),
    ] {
        std::fs::write(path, format!("strategy rules\n{rule}\n")).unwrap();
        let output = outplay(&["verify", game, board, "--strategy", &file]);
        assert_eq!(output.status.code(), Some(2), "{game} {board} {rule}: {output:?}");
        assert!(stderr(&output).contains("line 2"), "{rule}: {}", stderr(&output));
    }
}

#[test]
fn wrong_input() {
    for (arguments, word) in [
        (&["unshackle", "grid:2x3", "--strategy", "alpha-weight"][..], "shadow-line"),
        (&["unshackle", "grid:2x3", "--strategy", "shadw"], "did you mean shadow"),
        (&["unshackle", "grid:2x3"], "--strategy"),
        (&["unshackle", "grid:2x3", "--strategy", "any", "--claim", "lose"], "a claim is"),
        (&["kayles", "heaps:3", "--strategy", "any", "--claim", "margin:1"], "scoring game"),
        (&["unshackle", "grid:2x3", "--strategy", "@no-such-file"], "no such file"),
        (&["unshackle", "grid:2x3", "--strategy", "any", "--after", "1-6"], "no edge"),
        (&["kayles", "heaps:3", "--strategy", "nimber", "--misere"], "misère"),
    ] {
        let output = outplay(&[&["verify"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(word), "{arguments:?}: {}", stderr(&output));
    }
}

/// A limit that comes after the refutation but before the shortest line: some line is told, and `shortest` says so.
#[test]
fn a_line_that_may_not_be_the_shortest() {
    let question = ["hop", "pg:2,3", "--strategy", "alpha-weight", "--as", "second"];
    let (answer, code) = verify(&question);
    assert_eq!((code, &answer["shortest"]), (Some(1), &json!(true)));
    let mut told = false;
    for memory in ["1K", "2K", "4K", "8K", "16K", "32K", "64K", "128K"] {
        let (answer, code) = verify(&[&question[..], &["--memory", memory]].concat());
        if answer["shortest"] == false {
            told = true;
            assert_eq!((code, &answer["holds"]), (Some(1), &json!(false)), "{answer}");
            let line: Vec<&str> = answer["counterexample"]
                .as_array()
                .unwrap()
                .iter()
                .map(|mv| mv.as_str().unwrap())
                .collect();
            assert!(line.len() >= 9, "{line:?}");
            let after = ["--start", "1", "--after", &line.join(" ")];
            let text = stdout(&outplay(&[&["solve", "hop", "pg:2,3"], &after[..]].concat()));
            assert!(text.contains("first player"), "{text}");
        }
    }
    assert!(told);
}

#[test]
fn limits_are_kept() {
    let question =
        ["unshackle", "grid:4x6", "--strategy", "any", "--claim", "draw", "--time", "0.2"];
    let (answer, code) = verify(&question);
    assert_eq!(code, Some(3));
    assert_eq!(answer["holds"], Value::Null);
    assert!(answer["stopped"].as_str().unwrap().contains("time limit"), "{answer}");
}

#[test]
fn the_list_of_strategies() {
    let (answer, code) = verify(&[]);
    assert_eq!(code, Some(0));
    let entries = answer["strategies"].as_array().unwrap().iter();
    let names: Vec<&str> = entries.map(|entry| entry["name"].as_str().unwrap()).collect();
    // The names of the interface.
    for name in [
        "shadow-point",
        "shadow-line",
        "shadow",
        "octagons-a",
        "octagons-b",
        "octagons-4.14",
        "octagons-4.20",
        "alpha-weight",
        "beta-weight",
        "newest-x",
        "newest-o",
        "erdos-selfridge",
        "pairing",
        "nimber",
        "optimal",
    ] {
        assert!(names.contains(&name), "{name}");
    }
}
