//! Methods: which there are, which were tried, and one asked by name.

use serde_json::{Value, json};

use crate::{json, outplay, stderr, stdout, words};

/// Small questions of every theory and convention.
const QUESTIONS: &[&str] = &[
    "kayles heaps:7,3",
    "kayles heaps:4,3 --misere",
    "octal:0.33 grid:3x4",
    "octal:0.33 grid:3x4 --misere",
    "octal:0.33 \"path:3 + heaps:4\"",
    "cram grid:3x4",
    "node-kayles path:9",
    "nimstring boxes:1x2",
    "unshackle grid:2x4",
    "unshackle grid:2x3 --misere",
    "strings-and-coins boxes:2x2",
    "positional ttt:3",
    "maker-breaker pg:2,2",
    "maker-breaker pg:2,2 --bias 1:2",
    "avoider-enforcer ttt:3",
    "chooser-picker pg:2,2",
    "hop ag:2,3 --start 1",
    "hop \"[sets:1-2,2-3 : ag:2,2]\" --start 1.1",
    "fire-and-ice \"[sets:1-2,1-3,2-3 : ag:2,2]\" --start 1.1",
    "three-players ttt:2",
    "col path:7",
    "snort grid:2x3 --right-first",
    "domineering grid:3x3",
    "partizan-octal:0.3,0.03 \"path:4 + cycle:3\"",
];

fn arguments(command: &str, question: &str, more: &[&str]) -> Vec<String> {
    let more = more.iter().map(|word| word.to_string());
    std::iter::once(command.to_string()).chain(words(question)).chain(more).collect()
}

fn asked(command: &str, question: &str, more: &[&str]) -> Value {
    let arguments = arguments(command, question, more);
    json(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
}

fn names(methods: &Value, fitting: bool) -> Vec<String> {
    let all = methods["methods"].as_array().unwrap().iter();
    let chosen = all.filter(|method| method["fits"] == fitting);
    chosen.map(|method| method["name"].as_str().unwrap().to_string()).collect()
}

/// Whatever a method answers is what the reference solver answers; only arguments may leave a question open.
#[test]
fn every_method_agrees_with_the_reference_solver() {
    let mut answered = std::collections::BTreeMap::<String, usize>::new();
    for question in QUESTIONS {
        let plain = asked("solve", question, &["--plain"]);
        let methods = asked("methods", question, &[]);
        assert!(names(&methods, true).contains(&"reference".to_string()), "{methods}");
        for name in names(&methods, true) {
            let answer = asked("solve", question, &["--method", &name, "--explain"]);
            if !answer["stopped"].is_null() {
                let open = ["arguments", "theorems"].contains(&name.as_str());
                assert!(open, "{question} by {name}: {answer}");
                assert_eq!(answer["stopped"], "the requested method does not decide it");
                continue;
            }
            for field in ["winner", "outcome", "grundy", "margin", "result", "forces"] {
                assert_eq!(answer[field], plain[field], "{question} by {name}: {field}");
            }
            let plies = [json!(null), plain["plies"].clone()];
            assert!(plies.contains(&answer["plies"]), "{question} by {name}: {answer}");
            let tried = answer["tried"].as_array().unwrap();
            let last = tried.iter().find(|tried| tried["outcome"] == "answered").unwrap();
            let heaps = name == "theorems" || question.contains("heaps");
            assert!(last["method"] == *name || heaps, "{question}: {answer}");
            *answered.entry(name).or_default() += 1;
        }
        for name in names(&methods, false) {
            let refused = arguments("solve", question, &["--method", &name]);
            let refused = outplay(&refused.iter().map(String::as_str).collect::<Vec<_>>());
            assert_eq!(refused.status.code(), Some(2), "{question} by {name}");
        }
    }
    for name in [
        "reference",
        "sums",
        "heap-engine",
        "misere-quotient",
        "theorems",
        "nimber-search",
        "outcome-search",
        "connected-set-table",
        "null-window-search",
        "endgame-table",
        "full-table",
        "iterative-deepening",
        "proof-number-search",
        "hand-table",
        "island-search",
        "island-tuples",
    ] {
        assert!(answered.contains_key(name), "{name} answered nothing: {answered:?}");
    }
}

#[test]
fn what_was_tried_is_told_only_when_it_is_asked_for() {
    let of = |arguments: &[&str]| json(&[&["solve"], arguments].concat())["tried"].clone();
    assert_eq!(of(&["octal:0.33", "pode:1,1,3"]), json!(null));
    let by_theorem = of(&["octal:0.33", "pode:1,1,3", "--explain"]);
    assert_eq!(by_theorem[0]["method"], "theorems", "{by_theorem}");
    assert_eq!(by_theorem[0]["outcome"], "answered");
    let by_search = of(&["octal:0.33", "grid:5x5", "--explain", "--no-theorems"]);
    assert_eq!((&by_search[0]["method"], &by_search[1]), (&json!("nimber-search"), &json!(null)));
    assert!(by_search[0]["positions"].as_u64().unwrap() > 0, "{by_search}");
    let hop = json(&["solve", "hop", "ttt:3", "--explain"]);
    assert_eq!(hop["tried"], json!(null), "each start tells its own: {hop}");
    let tried = &hop["starts"][0]["tried"];
    assert_eq!(
        (&tried[0]["method"], &tried[0]["outcome"]),
        (&json!("endgame-table"), &json!("answered"))
    );
    let words = stdout(&outplay(&["solve", "octal:0.33", "pode:1,1,3", "--explain"]));
    assert!(words.contains("  tried ") && words.contains("  theorems "), "{words}");
}

#[test]
fn a_limit_shows_where_it_was_reached() {
    let line = ["solve", "positional", "ttt:4^3", "--time", "1", "--explain"];
    let answer = json(&line);
    let tried = answer["tried"].as_array().unwrap();
    let outcomes: Vec<&str> =
        tried.iter().map(|tried| tried["outcome"].as_str().unwrap()).collect();
    assert!(outcomes.contains(&"gave up"), "{answer}");
    assert!(outcomes.contains(&"the time limit was reached"), "{answer}");
    let seconds: f64 = tried.iter().map(|tried| tried["seconds"].as_f64().unwrap()).sum();
    assert!((0.5..60.0).contains(&seconds), "{answer}");
}

#[test]
fn a_method_that_is_none_is_refused_with_a_list() {
    for (name, words) in [
        ("nonsense", "is not a method for cram on grid:3x4"),
        ("connected-set-table", "a move can split a component"),
    ] {
        let output = outplay(&["solve", "cram", "grid:3x4", "--method", name]);
        assert_eq!(output.status.code(), Some(2));
        let told = stderr(&output);
        assert!(told.contains(words), "{told}");
        assert!(told.contains("methods that apply: nimber-search, reference"), "{told}");
    }
    for command in ["moves", "table", "play"] {
        let output = outplay(&[command, "cram", "grid:2x2", "--method", "nonsense"]);
        assert_eq!(output.status.code(), Some(2), "{command}: {output:?}");
    }
    let both = outplay(&["solve", "cram", "grid:3x4", "--method", "reference", "--plain"]);
    assert_eq!(both.status.code(), Some(2));
}

#[test]
fn plain_is_the_reference_method() {
    let mut plain = json(&["solve", "unshackle", "grid:2x3", "--plain"]);
    let mut reference = json(&["solve", "unshackle", "grid:2x3", "--method", "reference"]);
    (plain["seconds"], reference["seconds"]) = (json!(0), json!(0));
    assert_eq!(plain, reference);
}
