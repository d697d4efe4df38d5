//! The JSON contract: which fields there are and what they mean.

use serde_json::json;

use crate::{Folder, json, outplay, stdout};

#[test]
fn fifty_dots() {
    let answer = json(&["solve", "robs-dots", "heaps:50"]);
    assert_eq!(answer["game"], "robs-dots");
    assert_eq!(answer["board"], "heaps:50");
    assert_eq!(
        (&answer["winner"], &answer["outcome"], &answer["grundy"]),
        (&json!("first"), &json!("N"), &json!(5))
    );
    // The move of the page, and that it wins is plain: 6 and 41 are worth the same.
    assert!(answer["best_moves"].as_array().unwrap().contains(&json!("50>6,41")));
    assert_eq!(
        json(&["solve", "robs-dots", "heaps:6"])["grundy"],
        json(&["solve", "robs-dots", "heaps:41"])["grundy"]
    );
    assert_eq!(json(&["solve", "robs-dots", "heaps:6,41"])["outcome"], "P");
    assert!(answer["positions"].as_u64().is_some() && answer["seconds"].as_f64().is_some());
    assert!(answer["line"].as_array().is_some_and(|line| !line.is_empty()));
}

#[test]
fn a_lost_position_has_no_best_move() {
    let answer = json(&["solve", "octal:0.33", "pode:1,1,3"]);
    assert_eq!(answer["outcome"], "P");
    assert_eq!(answer["winner"], "second");
    assert_eq!(answer["best_moves"], json!([]));
}

#[test]
fn conventions_and_outcomes_only() {
    let misere = json(&["solve", "nim", "heaps:1,1,1", "--misere"]);
    assert_eq!(
        (&misere["outcome"], &misere["grundy"], &misere["misere"]),
        (&json!("P"), &json!(null), &json!(true))
    );
    assert_eq!(json(&["solve", "nim", "heaps:1,1,1"])["outcome"], "N");
    let only = json(&["solve", "cram", "grid:2x3", "--outcome-only"]);
    assert_eq!((&only["outcome"], &only["grundy"]), (&json!("N"), &json!(null)));
}

#[test]
fn players_keep_their_names_after_moves() {
    // 1-2 of a path of three: the first player frees 1, then the second frees 2 and 3.
    let answer = json(&["solve", "unshackle", "path:3", "--after", "1-2"]);
    assert_eq!((&answer["to_move"], &answer["score"]), (&json!("second"), &json!([1, 0])));
    assert_eq!((&answer["margin"], &answer["winner"]), (&json!(-1), &json!("second")));
    let moves = json(&["moves", "unshackle", "path:3"]);
    assert_eq!(moves["moves"][0]["margin"], -1);
    let heaps = json(&["solve", "nim", "heaps:3", "--after", "3>1"]);
    assert_eq!((&heaps["outcome"], &heaps["winner"]), (&json!("N"), &json!("second")));
}

#[test]
fn hop_games_list_their_starts() {
    let answer = json(&["solve", "hop", "ttt:3"]);
    let starts = answer["starts"].as_array().unwrap();
    assert_eq!(
        starts.iter().map(|start| start["start"].clone()).collect::<Vec<_>>(),
        ["1", "2", "5"]
    );
    assert!(starts.iter().all(|start| start["result"] == "first-win"));
    assert_eq!(
        (&answer["result"], &answer["winner"], &answer["best_moves"]),
        (&json!("first-win"), &json!("first"), &json!(null))
    );
    let one = json(&["solve", "hop", "ttt:3", "--start", "5"]);
    assert!(
        one.get("starts").is_none()
            && one["best_moves"].as_array().unwrap().contains(&json!("5>1"))
    );
    // The first hop tells the start.
    assert_eq!(json(&["solve", "hop", "ttt:3", "--after", "5>1"])["start"], "5");
    // Starts that differ leave the common fields empty: only point 3 is free to be missed.
    let mixed = json(&["solve", "hop", "sets:1,2-3"]);
    assert_eq!(mixed["starts"][0]["plies"], 0);
    assert_eq!(mixed["plies"], json!(null));
}

#[test]
fn roles_are_named() {
    let answer = json(&["solve", "maker-breaker", "pg:2,2"]);
    assert_eq!((&answer["winner"], &answer["winner_role"]), (&json!("first"), &json!("maker")));
    let swapped = json(&["solve", "maker-breaker", "sets:1-2", "--breaker-first"]);
    assert_eq!((&swapped["winner"], &swapped["winner_role"]), (&json!("first"), &json!("breaker")));
    let forces = &answer["forces"];
    assert_eq!(
        forces,
        &json!({"win": true, "win-or-tie": true, "win-or-draw": true, "not-lose": true})
    );
}

#[test]
fn states_of_closing_octagons() {
    let answer = json(&["solve", "closing-octagons", "octagons:1x2", "--normal-rules"]);
    assert_eq!((&answer["state"], &answer["normal_rules"]), (&json!("normal"), &json!(true)));
    let bouquets = json(&["solve", "closing-octagons", "edges:1-1,1-1,2-2,2-2"]);
    assert_eq!(bouquets["state"], "critical");
    assert_eq!(
        bouquets["components"][0],
        json!({"class": "2-bouquet chain", "vertices": 1, "edges": 2})
    );
}

/// Grids of a family are solved together, and each has the value that the plain solver gives it alone.
#[test]
fn families_of_grids_are_right() {
    for (game, family) in [
        ("octal:0.33", "grid:1..3x2..4"),
        ("cram", "grid:2..4x4"),
        ("cram", "grid:1..4x3"),
        ("node-kayles", "grid:4x1..4"),
        ("octal:0.137", "grid:2..2x1..5"),
    ] {
        let plain = json(&["table", game, family, "--plain"]);
        assert_eq!(json(&["table", game, family])["rows"], plain["rows"], "{game} {family}");
    }
    let misere = json(&["table", "cram", "grid:1..2x1..3", "--misere"]);
    assert_eq!(
        misere["rows"],
        json(&["table", "cram", "grid:1..2x1..3", "--misere", "--plain"])["rows"]
    );
    // Beyond one word each board is solved on its own.
    let wide = json(&["table", "cram", "grid:1x65..70"]);
    assert_eq!(wide["rows"].as_array().unwrap().len(), 6);
}

#[test]
fn tables_have_columns_and_rows() {
    let table = json(&["table", "cram", "grid:1..2x1..3"]);
    assert_eq!(table["columns"], json!(["board", "winner", "outcome", "grundy"]));
    // 1xn is Dawson's Kayles 0, 1, 1; 2xn is 0 for even n by symmetry, 1 for odd (checked by the tables as well).
    assert_eq!(table["rows"][1], json!(["grid:1x2", "first", "N", 1]));
    assert_eq!(table["rows"].as_array().unwrap().len(), 6);
    let holes = json(&["table", "positional", "ag:2,5..6", "--time", "0.01"]);
    assert!(holes["columns"].as_array().is_some());
}

#[test]
fn moves_carry_their_values() {
    let answer = json(&["moves", "kayles", "heaps:3"]);
    let moves: Vec<(String, bool)> = answer["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| {
            (entry["move"].as_str().unwrap().to_string(), entry["best"].as_bool().unwrap())
        })
        .collect();
    // Taking the middle pin leaves 1, 1 and wins; 1 and 2 are lost.
    assert_eq!(moves, [("3>1".into(), false), ("3>1,1".into(), true), ("3>2".into(), false)]);
    assert_eq!(answer["moves"][1]["grundy"], 0);
}

#[test]
fn ties_are_not_draws() {
    let folder = Folder::new("ties");
    let solve = |name: &str, board: &str, start: &str| {
        let path = folder.join(name);
        std::fs::write(&path, board).unwrap();
        json(&["solve", "hop", &format!("@{}", path.display()), "--start", start])
    };
    // The only hop, 1>2, gives both players their set.
    let tie = solve("tie.json", r#"{"points": 2, "sets": [[2]], "second_sets": [[1]]}"#, "1");
    assert_eq!(
        (&tie["result"], &tie["winner"], &tie["plies"]),
        (&json!("tie"), &json!("none"), &json!(null))
    );
    assert_eq!(
        tie["forces"],
        json!({"win": false, "win-or-tie": true, "win-or-draw": false, "not-lose": true})
    );
    // The only hop fills the board and gives nobody a set.
    let draw = solve("draw.json", r#"{"points": 2, "sets": [[1, 2]]}"#, "1");
    assert_eq!(
        draw["forces"],
        json!({"win": false, "win-or-tie": false, "win-or-draw": true, "not-lose": true})
    );
    assert_eq!(draw["result"], "draw");
    // No hop leads from 3: the game is over before it begins.
    let stuck = r#"{"points": 3, "sets": [[2]], "second_sets": [[1]], "hops": [[1, 2]]}"#;
    assert_eq!(solve("stuck.json", stuck, "3")["result"], "draw");
}

#[test]
fn a_win_is_explained() {
    let text = |arguments: &[&str]| stdout(&outplay(arguments));
    let dots = text(&["solve", "robs-dots", "heaps:50"]);
    assert!(dots.contains("50 is worth 5: nim-sum 5"), "{dots}");
    assert!(dots.contains("after 50>6,41: 6 is worth 1, 41 is worth 1: nim-sum 0"), "{dots}");
    // Taking the end of a path frees a vertex, so the same player moves on.
    let strings = text(&["solve", "nimstring", "cycle:3 + path:4"]);
    assert!(strings.contains("with another move to make"), "{strings}");
}

/// A line that is cut short is not the end of the game.
#[test]
fn a_long_line_of_play_goes_on() {
    let long = ["solve", "subtraction:1", "heaps:300"];
    let answer = json(&long);
    assert_eq!(answer["line"].as_array().unwrap().len(), 200);
    assert_eq!(answer["line_complete"], json!(false));
    assert!(stdout(&outplay(&long)).contains("… and 176 more  … (the game goes on)"));
    let short = json(&["solve", "subtraction:1", "heaps:3"]);
    assert_eq!(
        (&short["line"], &short["line_complete"]),
        (&json!(["3>2", "2>1", "1>0"]), &json!(null))
    );
}
