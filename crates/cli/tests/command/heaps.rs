//! `sequence`, `period`, `positions` and `check`.

use std::path::Path;

use serde_json::{Value, json};

use crate::{Folder, json, outplay, outplay_in, stdout};

fn run(folder: &Path, line: &str) -> (i32, String) {
    let arguments: Vec<&str> = line.split_whitespace().collect();
    let output = outplay_in(folder, &arguments, "");
    (output.status.code().unwrap(), stdout(&output))
}

#[test]
fn every_format_holds_the_same_values() {
    let folder = Folder::new("formats");
    let values: Vec<u64> = json(&["sequence", "0.137", "--to", "300"])["values"]
        .as_array()
        .unwrap()
        .iter()
        .map(|v| v.as_u64().unwrap())
        .collect();
    assert_eq!(values.len(), 301);
    let (_, text) = run(&folder, "sequence 0.137 --to 300");
    let numbers = |line: &str| {
        line.split_once(':')
            .unwrap()
            .1
            .split_whitespace()
            .map(|n| n.parse().unwrap())
            .collect::<Vec<u64>>()
    };
    assert_eq!(text.lines().flat_map(numbers).collect::<Vec<_>>(), values);
    let (_, csv) = run(&folder, "sequence 0.137 --to 300 --format csv");
    let rows: Vec<String> =
        values.iter().enumerate().map(|(n, value)| format!("{n},{value}")).collect();
    assert_eq!(csv.lines().skip(1).collect::<Vec<_>>(), rows);
    assert_eq!(run(&folder, "sequence 0.137 --to 300 --format bytes --output bytes").0, 0);
    let bytes = std::fs::read(folder.join("bytes")).unwrap();
    assert_eq!(bytes.iter().map(|&byte| u64::from(byte)).collect::<Vec<_>>(), values);
    assert_eq!(run(&folder, "sequence 0.137 --to 300 --format words --output words").0, 0);
    let words = std::fs::read(folder.join("words")).unwrap();
    assert_eq!(
        words
            .chunks(2)
            .map(|pair| u64::from(pair[0]) + 256 * u64::from(pair[1]))
            .collect::<Vec<_>>(),
        values
    );
}

#[test]
fn a_value_that_does_not_fit_is_never_cut() {
    // Nim's values are the heaps themselves: 256 needs more than a byte.
    let output = outplay(&["sequence", "nim", "--to", "300", "--format", "bytes"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&output.stderr)
            .contains("the value 256 of the heap of 256 does not fit a byte")
    );
}

#[test]
fn a_state_is_taken_up_again() {
    let folder = Folder::new("state");
    assert_eq!(run(&folder, "sequence 0.16 --to 5000 --state s --quiet").0, 0);
    let (code, resumed) = run(&folder, "sequence 0.16 --to 20000 --state s --json --quiet");
    assert_eq!(code, 0);
    let (_, straight) = run(&folder, "sequence 0.16 --to 20000 --json --quiet");
    assert_eq!(resumed, straight);
    // Another game's state, and a damaged one, are refused, and stay as they are.
    assert_eq!(run(&folder, "sequence 0.77 --to 10 --state s").0, 2);
    let mut bytes = std::fs::read(folder.join("s")).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(folder.join("s"), &bytes).unwrap();
    assert_eq!(run(&folder, "sequence 0.16 --to 10 --state s").0, 2);
    assert_eq!(std::fs::read(folder.join("s")).unwrap(), bytes);
}

/// 0.104 forgets old values on the way; stopped every two seconds it still finds what it finds in one go. The proof at the
/// end is made in one go: on a busy machine it is given longer.
#[test]
fn a_period_search_is_taken_up_again() {
    let folder = Folder::new("trail");
    let (mut reached, mut seconds) = (0, 2);
    for _ in 0..50 {
        let line = format!("period 0.104 --state s --time {seconds} --json --quiet");
        let (status, text) = run(&folder, &line);
        let answer: Value = serde_json::from_str(&text).unwrap();
        if status == 0 {
            assert_eq!(
                (&answer["period"], &answer["last_exception"]),
                (&json!(11_770_282), &json!(197_769_597))
            );
            return;
        }
        assert_eq!((status, &answer["proved"]), (3, &json!(false)), "{text}");
        let checked = answer["checked_to"].as_u64().unwrap();
        if reached > 200_000_000 {
            seconds *= 2;
        } else {
            assert!(checked > reached, "{text}");
        }
        reached = checked;
    }
    unreachable!("it gets on each time");
}

#[test]
fn a_stopped_sequence_prints_what_is_known() {
    let output =
        outplay(&["sequence", "0.6", "--to", "100000000", "--time", "0.3", "--json", "--quiet"]);
    assert_eq!(output.status.code(), Some(3));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(answer["values"].as_array().unwrap().len() > 100 && answer["stopped"].is_string());
}

#[test]
fn periods_are_proved_and_certified() {
    let folder = Folder::new("period");
    for code in ["0.77", "0.07", "0.137", "0.156", "0.16", "4.344", "0.3", "0.303"] {
        let (status, text) = run(&folder, &format!("period {code} --json --quiet --certificate c"));
        let answer: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((status, &answer["proved"]), (0, &json!(true)), "{text}");
        let (period, last) = (
            answer["period"].as_u64().unwrap() as usize,
            answer["last_exception"].as_i64().unwrap(),
        );
        // The values themselves say the same, well past the last exception.
        let to = (last + 1) as usize + 2 * period + 50;
        let values = json(&["sequence", code, "--to", &to.to_string()])["values"]
            .as_array()
            .unwrap()
            .clone();
        assert!(
            ((last + 1) as usize..to - period).all(|n| values[n] == values[n + period]),
            "{code}"
        );
        assert!(last < 0 || values[last as usize] != values[last as usize + period], "{code}");
        let (status, verdict) = run(&folder, "check c");
        assert_eq!(status, 0, "{verdict}");
        assert!(
            verdict.contains(&format!("period {period} with last exception {last}")),
            "{verdict}"
        );
    }
}

#[test]
fn a_changed_certificate_is_refused() {
    changed_certificates_are_refused("0.77");
}

#[test]
fn a_changed_arithmetic_certificate_is_refused() {
    changed_certificates_are_refused("hexadecimal:0.9C");
    changed_certificates_are_refused("hexadecimal:0.3F");
}

/// A period along a family is proved, is what the boards show when solved one by one in a plain way, and the checker confirms it.
fn period_is_certified(folder: &Folder, (game, family, to): (&str, &str, usize), plain: &str) {
    let question = format!("period {game} {family} --json --quiet --certificate c");
    let (status, text) = run(folder, &question);
    let answer: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((status, &answer["proved"]), (0, &json!(true)), "{text}");
    let first = answer["first"].as_u64().unwrap() as usize;
    let (before, after) = family.rsplit_once('*').unwrap();
    for n in first..=to {
        let board = format!("{before}{n}{after}");
        let alone = json(&["solve", game, &board, plain]);
        assert_eq!(alone["grundy"], answer["values"][n - first], "{game} {board}");
    }
    let (status, verdict) = run(folder, "check c");
    let period = format!("has period {} with last", answer["period"]);
    assert!(status == 0 && verdict.contains(&period), "{verdict}");
}

/// Among them strips that every move cuts.
#[test]
fn periods_along_families_are_proved_and_certified() {
    let folder = Folder::new("along");
    for (question, plain) in [
        (("octal:0.07", "pode:1,1,*", 16), "--no-theorems"),
        (("octal:0.33", "bipode:1,1;1,1;*", 9), "--no-theorems"),
        (("octal:0.77", "caterpillar:2,0**,1", 14), "--no-theorems"),
        (("node-kayles", "attach:cycle:5,1,*", 14), "--no-theorems"),
        (("octal:0.137", "cycle:*", 24), "--no-theorems"),
        (("node-kayles", "grid:2x*", 9), "--plain"),
        (("octal:0.07", "caterpillar:1**", 9), "--plain"),
        (("arc-kayles", "caterpillar:2**", 6), "--plain"),
        (("octal:0.04", "ladder:*", 9), "--plain"),
        (("cram", "grid:2x*", 7), "--plain"),
        (("octal:0.7", "grid:3x*", 4), "--plain"),
    ] {
        period_is_certified(&folder, question, plain);
    }
    changed_answers_are_refused("period octal:0.07 pode:1,1,*");
    changed_answers_are_refused("period node-kayles grid:2x*");
}

/// A strip is seen, not proved; what no theorem covers has no certificate.
#[test]
fn periods_of_strips_are_seen() {
    let folder = Folder::new("strip");
    let (status, text) = run(&folder, "period octal:0.07 grid:2x* --limit 8 --json --quiet");
    let answer: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((status, &answer["proved"]), (3, &json!(false)));
    assert_eq!((&answer["checked_to"], &answer["first"]), (&json!(8), &json!(1)));
    let (status, _) = run(&folder, "period cram grid:3x* --limit 5 --quiet --certificate c");
    assert_eq!(status, 2);
    for wrong in ["period cram grid:2x3", "period cram gird:2x*", "period unshackle pode:1,*"] {
        assert_eq!(run(&folder, wrong).0, 2, "{wrong}");
    }
}

#[test]
fn the_quotient_of_a_board_is_certified() {
    let folder = Folder::new("board-quotient");
    let question = "quotient node-kayles cycle:7+star:4 --certificate c --quiet";
    assert_eq!(run(&folder, question).0, 0);
    let (status, said) = run(&folder, "check c");
    assert!(status == 0 && said.contains("all that can be left"), "{said}");
    changed_answers_are_refused("quotient cram grid:2x3");
    // What is not proved has no certificate.
    let stopped = "quotient node-kayles grid:3x3 --time 0 --certificate d --quiet";
    assert!([2, 3].contains(&run(&folder, stopped).0));
    assert!(!folder.join("d").exists());
}

#[test]
fn a_changed_quotient_certificate_is_refused() {
    changed_answers_are_refused("quotient 0.77 --to 6");
    let folder = Folder::new("quotient");
    assert_eq!(run(&folder, "quotient kayles --to 167 --certificate c --quiet").0, 0);
    let (status, said) = run(&folder, "check c");
    assert!(status == 0 && said.contains("all heaps") && said.contains("40/9"), "{said}");
}

fn changed_certificates_are_refused(code: &str) {
    changed_answers_are_refused(&format!("period {code}"));
}

fn changed_answers_are_refused(question: &str) {
    let folder = Folder::new(&format!("tampered-{}", question.len()));
    assert_eq!(run(&folder, &format!("{question} --certificate c --quiet")).0, 0);
    assert_eq!(run(&folder, "check c").0, 0);
    let text = std::fs::read_to_string(folder.join("c")).unwrap();
    for (at, _) in text.char_indices().filter(|(_, c)| c.is_ascii_digit()) {
        let digit = if &text[at..=at] == "1" { "2" } else { "1" };
        let mut changed = text.clone();
        changed.replace_range(at..=at, digit);
        std::fs::write(folder.join("d"), &changed).unwrap();
        let (status, verdict) = run(&folder, "check d --json");
        let verdict: Value = serde_json::from_str(&verdict).unwrap();
        assert_eq!((status, &verdict["valid"]), (1, &json!(false)), "{changed}");
    }
}

#[test]
#[cfg(unix)]
fn a_reader_who_goes_away_costs_no_file() {
    let folder = Folder::new("pipe");
    let shell = |line: &str| {
        let line = line.replace("outplay", env!("CARGO_BIN_EXE_outplay"));
        std::process::Command::new("sh").args(["-c", &line]).current_dir(&*folder).output().unwrap()
    };
    shell("outplay period 0.77 --certificate c --quiet | true");
    assert_eq!(run(&folder, "check c").0, 0);
    let output = shell("outplay sequence 0.77 --to 3000000 --state s --quiet | head -c 10");
    assert!(output.stderr.is_empty(), "{output:?}");
    assert!(folder.join("s").exists());
}

#[test]
fn no_period_is_not_an_answer() {
    let (status, text) = run(
        &Folder::new("officers"),
        "period officers --limit 20000 --json --quiet --certificate c",
    );
    assert_eq!(status, 2, "a certificate of nothing was asked for: {text}");
    let (status, text) =
        run(&Folder::new("officers"), "period officers --limit 20000 --json --quiet");
    let answer: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((status, &answer["proved"], &answer["period"]), (3, &json!(false), &json!(null)));
    assert_eq!(answer["checked_to"], 20000);
}

#[test]
fn two_games_that_print_once_took_for_one() {
    // 0.161 and 0.36 agree up to the heap of 518 and differ at 519.
    let values =
        |code| json(&["sequence", code, "--to", "600"])["values"].as_array().unwrap().clone();
    let (a, b) = (values("0.161"), values("0.36"));
    assert_eq!((0..=600).find(|&n| a[n] != b[n]), Some(519));
}

#[test]
fn positions_and_their_chart() {
    let folder = Folder::new("positions");
    let answer = json(&[
        "positions",
        "robs-dots",
        "--heaps",
        "2",
        "--total",
        "13",
        "--irreducible",
        "--classes",
    ]);
    // The pairs that Wright's article names, each of which `solve` confirms.
    for pair in [[1, 6], [2, 6], [1, 7], [2, 7], [6, 7]] {
        assert!(answer["positions"].as_array().unwrap().contains(&json!(pair)), "{answer}");
    }
    for position in answer["positions"].as_array().unwrap() {
        let heaps = format!("heaps:{},{}", position[0], position[1]);
        assert_eq!(json(&["solve", "robs-dots", &heaps])["outcome"], "P", "{heaps}");
    }
    assert_eq!(answer["classes"][1], json!({ "grundy": 1, "sizes": [1, 2, 6, 7] }));
    let (status, _) = run(&folder, "positions robs-dots --heaps 2 --total 60 --chart pairs.svg");
    let svg = std::fs::read_to_string(folder.join("pairs.svg")).unwrap();
    assert!(status == 0 && svg.starts_with("<svg") && svg.contains("<title>1, 6</title>"), "{svg}");
}

#[test]
fn the_misere_quotient_of_kayles() {
    let found = json(&["quotient", "kayles", "--to", "167"]);
    assert_eq!((&found["order"], &found["p_positions"]), (&json!(40), &json!(9)));
    assert_eq!((&found["proved"], &found["stable"]), (&json!(true), &json!(true)));
    let period = &found["period"];
    assert_eq!((&period["period"], &period["from"]), (&json!(12), &json!(71)));
    assert_eq!(found["pretending"].as_array().unwrap().len(), 168);
    assert_eq!(found["generators"][0], json!({ "name": "a", "heap": 1 }));
    assert!(found["relations"].as_array().unwrap().contains(&json!("a^2 = 1")));
    let text = stdout(&outplay(&["quotient", "0.77", "--to", "30"]));
    assert!(text.contains("order 40/9") && text.contains("no period is proved"), "{text}");
    assert_eq!(outplay(&["quotient", "0.7x", "--to", "9"]).status.code(), Some(2));
    assert_eq!(outplay(&["quotient", "kayles", "--to", "-1"]).status.code(), Some(2));
    assert_eq!(outplay(&["quotient", "kayles"]).status.code(), Some(2));
    assert_eq!(
        outplay(&["quotient", "kayles", "--to", "30", "--time", "0"]).status.code(),
        Some(3)
    );
}

#[test]
fn the_misere_quotient_of_a_board() {
    // Misère Nim with heaps up to 3 has the six elements of T2, and a row of 3 vertices in 0.333 is such a heap.
    let found = json(&["quotient", "octal:0.333", "path:3 + path:2"]);
    assert_eq!((&found["order"], &found["p_positions"]), (&json!(6), &json!(2)), "{found}");
    let outcome = json(&["solve", "octal:0.333", "path:3 + path:2", "--misere", "--plain"]);
    assert_eq!((&found["outcome"], &found["proved"]), (&outcome["outcome"], &json!(true)));
    let refused = |words: &[&str]| outplay(&[&["quotient"], words].concat()).status.code();
    assert_eq!(refused(&["unshackle", "grid:2x2"]), Some(2));
    assert_eq!(refused(&["node-kayles", "path:3", "--to", "3"]), Some(2));
    assert_eq!(refused(&["node-kayles", "grid:3x3", "--time", "0"]), Some(3));
}

/// What a misère quotient tells is what play by the rules alone says; the answer.
fn told_by_a_quotient(game: &str, board: &str, which: &str) -> Value {
    let answer = |more: &[&str]| json(&[&["solve", game, board, "--misere"], more].concat());
    let (told, plain) = (answer(&[]), answer(&["--plain"]));
    for field in ["outcome", "best_moves"] {
        assert!(!told[field].is_null() && told[field] == plain[field], "{game} {board}: {told}");
    }
    let why = told["settled_by"].as_str().unwrap();
    assert!(why.contains(&format!("misère quotient{which}")), "{why}");
    told
}

#[test]
fn misere_play_on_sums_is_told_by_the_quotient() {
    for (game, board) in [
        ("node-kayles", "star:4 + cycle:5 + path:4"),
        ("arc-kayles", "path:4 + cycle:5"),
        ("octal:0.33", "grid:2x3 + path:2"),
        ("kayles", "heaps:5 + path:4"),
        ("grim", "path:4 + cycle:3"),
    ] {
        let told = told_by_a_quotient(game, board, " of all that can be left of the board");
        assert!(told["parts"][0]["element"].is_string(), "{told}");
        let text = stdout(&outplay(&["solve", game, board, "--misere"]));
        assert!(text.contains(": product "), "{text}");
    }
}

#[test]
fn a_misere_question_beyond_the_quotient_ends_at_its_limit_and_says_what_is_known() {
    let done = outplay(&[
        "solve",
        "robs-dots",
        "heaps:1000",
        "--misere",
        "--json",
        "--memory",
        "100M",
        "--time",
        "3",
    ]);
    assert_eq!(done.status.code(), Some(3));
    let answer: Value = serde_json::from_str(&stdout(&done)).unwrap();
    assert!(answer["quotient"]["heaps"].as_u64().unwrap() >= 10, "{answer}");
}

/// A thousand dots of Rob's Dots, in 31 rows of 32 and one of 8: nobody plays that out, and the quotient takes its time. A row of 33 is
/// beyond the quotient, and played out at once.
#[test]
fn a_thousand_dots_and_a_row_beyond_the_quotient() {
    let dots = format!("heaps:{}8", "32,".repeat(31));
    let large = json(&["solve", "robs-dots", &dots, "--misere", "--outcome-only"]);
    let why = large["settled_by"].as_str().unwrap();
    assert!(why.contains("the heaps up to 32, of order 638/109"), "{why}");
    let answer =
        |more: &[&str]| json(&[&["solve", "robs-dots", "heaps:33", "--misere"], more].concat());
    assert_eq!(answer(&[])["best_moves"], answer(&["--plain"])["best_moves"]);
}

#[test]
fn misere_play_on_heaps_is_told_by_the_quotient() {
    for (game, heaps) in [
        ("kayles", "heaps:7,5,3"),
        ("robs-dots", "heaps:9,6,4"),
        ("octal:0.123", "heaps:8,8,5"),
        ("nim", "heaps:1,1,1"),
        ("nim", "heaps:3,5,6"),
    ] {
        told_by_a_quotient(game, heaps, "");
    }
    // Too large to be played, and told at once.
    let large = json(&["solve", "kayles", "heaps:1000,999,500", "--misere", "--outcome-only"]);
    assert!(large["settled_by"].as_str().unwrap().contains("all heaps"), "{large}");
}

/// Periods that are proved on the way value heaps that nobody could compute; other questions refuse such heaps.
#[test]
fn huge_heaps_are_answered_by_their_period() {
    // Kayles repeats every 12 from 71 on: 10^12 stands where 76 stands, and 10^12 + 5 where 81 does.
    for (huge, small) in [("1000000000000", "76"), ("1000000000005", "81")] {
        let grundy =
            |size: &str| json(&["solve", "kayles", &format!("heaps:{size}")])["grundy"].clone();
        assert_eq!(grundy(huge), grundy(small));
    }
    let nim = json(&["solve", "nim", "heaps:1000000000000,3"]);
    assert_eq!(nim["grundy"], json!(1_000_000_000_003_u64));
    assert_eq!(nim["best_moves"], json!(["1000000000000>3"]));
    let moves = outplay(&["moves", "robs-dots", "heaps:1000000000000", "--json", "--quiet"]);
    let answer: Value = serde_json::from_str(&stdout(&moves)).unwrap();
    assert_eq!(moves.status.code(), Some(3));
    assert_eq!(answer["stopped"], "there are too many moves to list them all");
    let told = answer["moves"].as_array().unwrap();
    assert!(!told.is_empty() && told.iter().all(|mv| mv["grundy"] == 0 && mv["best"] == true));
    for refused in [
        &["play", "kayles", "heaps:1000000000000"][..],
        &["solve", "kayles", "heaps:1000000000000001"],
    ] {
        assert_eq!(outplay(refused).status.code(), Some(2), "{refused:?}");
    }
    // So does its misère form, by the quotient: to take two and leave 1 and the rest wins there as it does from 76.
    let misere = |size: u64| {
        let answer = json(&["solve", "kayles", &format!("heaps:{size}"), "--misere"]);
        let moves = answer["best_moves"].as_array().unwrap();
        let winning = moves.contains(&json!(format!("{size}>1,{}", size - 3)));
        (answer["outcome"].clone(), winning)
    };
    assert_eq!(misere(76), (json!("N"), true));
    assert_eq!(misere(1_000_000_000_000), misere(76));
}

/// Values come as they are known, and those beyond a proved period from it: the two must be the same.
#[test]
fn a_long_sequence_repeats_its_period() {
    let values =
        json(&["sequence", "0.77", "--to", "300000"])["values"].as_array().unwrap().clone();
    assert_eq!(values.len(), 300_001);
    let plain = json(&["solve", "kayles", "heaps:2000", "--plain"])["grundy"].clone();
    assert_eq!(values[2000], plain);
    assert!((71..values.len() - 12).all(|n| values[n] == values[n + 12]));
}

#[test]
fn a_period_is_checked_in_parts() {
    let folder = Folder::new("blocks");
    assert_eq!(run(&folder, "period 0.77 --certificate c --blocks 6 --quiet").0, 0);
    assert_eq!(run(&folder, "check c").0, 0);
    let part = |k: u32| run(&folder, &format!("check c --part {k}/3 --scratch kept"));
    // The values before the second part are not there yet.
    assert_eq!(part(2).0, 3);
    let lines = [1, 2, 3].map(|k| {
        let (code, text) = part(k);
        assert_eq!(code, 0, "{text}");
        text
    });
    std::fs::write(folder.join("all"), lines.concat()).unwrap();
    let (code, text) = run(&folder, "check all --combine");
    assert!(code == 0 && text.starts_with("valid: all 3 parts"), "{text}");
    std::fs::write(folder.join("some"), [&lines[0][..], &lines[2]].concat()).unwrap();
    let (code, text) = run(&folder, "check some --combine");
    assert!(code == 3 && text.contains("the first is 2"), "{text}");
    // A block that was changed is not read, and the part that needs it says so.
    for entry in std::fs::read_dir(folder.join("kept")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "level") {
            let mut bytes = std::fs::read(&path).unwrap();
            bytes[0] ^= 1;
            std::fs::write(&path, bytes).unwrap();
        }
    }
    let (code, text) = part(3);
    assert!(code == 3 && text.contains("does not have the digest"), "{text}");
    // Without blocks there are no parts, which says nothing against the certificate; and blocks without a certificate
    // are none.
    assert_eq!(run(&folder, "period 0.77 --certificate plain --quiet").0, 0);
    let (code, text) = run(&folder, "check plain --part 1/3");
    assert!(code == 3 && text.starts_with("not checked: only closed"), "{text}");
    for wrong in ["--blocks 3", "--certificate x --blocks 0", "--certificate x --blocks 501"] {
        assert_eq!(run(&folder, &format!("period 0.77 {wrong}")).0, 2, "{wrong}");
    }
}
