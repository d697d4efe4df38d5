//! Boards from standard input and files of any length, and rows in every format.

use crate::{Folder, json, outplay, outplay_in, outplay_with, stderr, stdout};

/// All connected graphs of four vertices, as nauty's geng writes them.
const FOUR: &str = "CF\nCU\nCV\nC]\nC^\nC~\n";

fn lines(arguments: &[&str], input: &str) -> Vec<String> {
    let output = outplay_with(arguments, input);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    let mut lines: Vec<String> = stdout(&output).lines().map(str::to_string).collect();
    lines.sort();
    lines
}

#[test]
fn standard_input_is_a_family() {
    let csv = ["table", "node-kayles", "@-", "--format", "csv", "--quiet"];
    let ordered = outplay_with(&[&csv[..], &["--ordered"]].concat(), FOUR);
    let expected: Vec<String> = FOUR.lines().map(|graph| format!("graph6:{graph}")).collect();
    let text = stdout(&ordered);
    let boards: Vec<&str> =
        text.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
    assert_eq!(boards, expected);
    // Node Kayles on the star, the path, the paw, the cycle, the diamond, the complete graph: by hand.
    let grundy: Vec<&str> =
        text.lines().skip(1).filter_map(|line| line.split(',').nth(3)).collect();
    assert_eq!(grundy, ["1", "0", "2", "0", "2", "1"], "{text}");
    assert_eq!(lines(&csv, FOUR), {
        let mut sorted: Vec<String> = text.lines().map(str::to_string).collect();
        sorted.sort();
        sorted
    });
}

#[test]
fn no_line_is_no_row() {
    for format in ["csv", "text", "markdown", "latex", "jsonl", "parquet"] {
        let output = outplay_with(&["table", "cram", "@-", "--format", format], "");
        assert_eq!(output.status.code(), Some(0), "{format}: {output:?}");
    }
    assert_eq!(lines(&["table", "cram", "@-", "--format", "jsonl"], "\n\n"), [""; 0]);
    let swept = lines(&["sweep", "cram", "--over", "@-", "--test", "outcome=N", "--json"], "");
    assert!(swept[0].contains("\"tested\":0"), "{swept:?}");
    assert_eq!(lines(&["solve", "cram", "@-", "--json"], ""), [""; 0]);
}

#[test]
fn other_formats_of_lines() {
    let incremental = ":CwI\n;ov\n;y\n;pv\n;y\n;f\n";
    let jsonl = ["table", "cram", "@-", "--format", "jsonl", "--canonical"];
    let whole = lines(&jsonl, FOUR);
    assert_eq!(lines(&jsonl, incremental), whole);
    let edges = "1-2,1-3,1-4\n1-2,2-3,3-4\n1-2,2-3,1-3,3-4\n1-2,2-3,3-4,1-4\n1-2,2-3,3-4,1-4,1-3\n1-2,1-3,1-4,2-3,2-4,3-4\n";
    assert_eq!(lines(&[&jsonl[..], &["--input-format", "edges"]].concat(), edges), whole);
    let loops = lines(
        &["table", "unshackle", "@-", "--format", "csv", "--input-format", "edges"],
        "1-1,1-2,1-2\n",
    );
    assert!(loops[1].starts_with("sparse6::") || loops[0].starts_with("sparse6::"), "{loops:?}");
}

#[test]
fn a_wrong_line_is_named() {
    let output = outplay_with(&["table", "cram", "@-", "--format", "csv"], "CF\nnonsense\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("line 2"), "{output:?}");
    let output = outplay(&["table", "cram", "connected:4", "--part", "5/4"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("I/N"), "{output:?}");
}

#[test]
fn parts_make_the_whole() {
    let jsonl = ["table", "node-kayles", "connected:5", "--format", "jsonl"];
    let mut parts: Vec<String> = ["1/3", "2/3", "3/3"]
        .iter()
        .flat_map(|part| lines(&[&jsonl[..], &["--part", part]].concat(), ""))
        .collect();
    parts.sort();
    assert_eq!(parts, lines(&jsonl, ""));
    assert_eq!(parts.len(), 21);
}

#[test]
fn sweeps_and_solves_of_streams() {
    let swept = ["sweep", "node-kayles", "--over", "@-", "--test", "grundy<=1"];
    let output = outplay_with(&[&swept[..], &["--json"]].concat(), FOUR);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("\"tested\":6,\"held\":4"), "{output:?}");
    let rows = outplay_with(&[&swept[..], &["--format", "csv", "--ordered"]].concat(), FOUR);
    assert_eq!(rows.status.code(), Some(1));
    assert_eq!(stdout(&rows).lines().nth(2), Some("graph6:CU,true"));
    let solved = lines(&["solve", "cram", "@-", "--json", "--quiet"], FOUR);
    assert_eq!(solved.len(), 6);
    assert!(solved.iter().all(|line| line.contains("\"board\":\"graph6:C")), "{solved:?}");
}

#[test]
fn a_file_of_graphs_is_solved_as_a_stream() {
    let folder = Folder::new("streams");
    std::fs::write(folder.join("four.g6"), FOUR).unwrap();
    std::fs::write(folder.join("one.g6"), "CF\n").unwrap();
    let many = outplay_in(&folder, &["solve", "cram", "@four.g6", "--json"], "");
    assert_eq!(stdout(&many).lines().count(), 6);
    let one = outplay_in(&folder, &["solve", "cram", "@one.g6", "--json"], "");
    assert!(stdout(&one).contains("\"board\":\"@one.g6\""), "{one:?}");
}

#[test]
fn formats_of_tables_sequences_and_positions() {
    let latex = stdout(&outplay(&["table", "cram", "grid:1..2x1..2", "--format", "latex"]));
    assert!(latex.contains("\\toprule") && latex.ends_with("\\end{tabular}\n"), "{latex}");
    let b_file = stdout(&outplay(&["sequence", "kayles", "--to", "4", "--format", "b-file"]));
    assert_eq!(b_file, "0 0\n1 1\n2 2\n3 3\n4 1\n");
    let rows = stdout(&outplay(&["sequence", "kayles", "--to", "1", "--format", "jsonl"]));
    assert_eq!(rows, "{\"heap\":0,\"value\":0}\n{\"heap\":1,\"value\":1}\n");
    let pairs = outplay(&["positions", "nim", "--heaps", "3", "--total", "6", "--format", "csv"]);
    assert_eq!(stdout(&pairs), "heap_1,heap_2,heap_3\n1,2,3\n");
    let named = stdout(&outplay(&["table", "dots/one-heap", "--format", "latex"]));
    assert!(named.contains("\\midrule"), "{named}");
    let parquet = outplay(&["table", "cram", "connected:4", "--format", "parquet"]).stdout;
    assert!(parquet.starts_with(b"PAR1") && parquet.ends_with(b"PAR1"));
}

/// One text for the folder of a run, whatever kills its workers.
#[test]
fn runs_by_the_command() {
    let folder = Folder::new("run-command");
    let run = |arguments: &[&str]| outplay_in(&folder, &[&["run"], arguments].concat(), FOUR);
    let started = run(&["start", "four", "table", "node-kayles", "@-", "--units", "3"]);
    assert!(started.status.success(), "{started:?}");
    // A scheduler hands out numbers, some of them twice.
    for unit in ["1", "1", "2"] {
        assert!(run(&["unit", "four", unit]).status.success());
    }
    assert_eq!(run(&["unit", "four", "3"]).status.code(), Some(2));
    let missing = run(&["merge", "four"]);
    assert_eq!(missing.status.code(), Some(3));
    assert!(run(&["work", "four", "--quiet"]).status.success());
    let status: serde_json::Value =
        serde_json::from_slice(&run(&["status", "four", "--json"]).stdout).unwrap();
    assert_eq!((&status["done"], &status["rows"]), (&3.into(), &6.into()));
    let merged = run(&["merge", "four", "--quiet"]);
    assert!(merged.status.success(), "{merged:?}");
    assert_eq!(stdout(&merged).lines().nth(1).unwrap(), "graph6:CF,first,N,1,,,");
    let shown = run(&[
        "show",
        "four",
        "--where",
        "grundy >= 2",
        "--sort",
        "-board",
        "--format",
        "jsonl",
        "--limit",
        "2",
    ]);
    assert!(stdout(&shown).starts_with("{\"board\":\"graph6:C^\""), "{shown:?}");
    let histogram = run(&["show", "four", "--histogram", "grundy", "--svg", "four.svg", "--json"]);
    assert!(stdout(&histogram).contains("[[\"0\",2],[\"1\",2],[\"2\",2]]"), "{histogram:?}");
    assert!(std::fs::read_to_string(folder.join("four.svg")).unwrap().starts_with("<svg"));
    let audited = run(&["audit", "four", "--sample", "100%", "--json"]);
    assert!(stdout(&audited).contains("\"audited\":6,\"agreed\":6"), "{audited:?}");
    let dask = run(&["work", "four", "--dask", "tcp://127.0.0.1:1"]);
    assert!(dask.status.code() != Some(0), "{dask:?}");
}

/// Workers killed at any moment, by either signal and beside each other: the units are those of an undisturbed run, byte for byte.
#[cfg(unix)]
#[test]
fn twenty_kills_lose_nothing() {
    use std::process::{Command, Stdio};
    let folder = Folder::new("run-kills");
    let run = |arguments: &[&str]| outplay_in(&folder, &[&["run"], arguments].concat(), "");
    for name in ["killed", "alone"] {
        let table = ["table", "node-kayles", "connected:7", "--units", "256"];
        assert!(run(&[&["start", name][..], &table].concat()).status.success());
    }
    let files = |name: &str| {
        let names = std::fs::read_dir(folder.join(name).join("units")).unwrap();
        let names = names.map(|file| file.unwrap().file_name().into_string().unwrap());
        names.filter(|file| file.ends_with(".parquet")).collect::<std::collections::BTreeSet<_>>()
    };
    let worker = || {
        let mut worker = Command::new(env!("CARGO_BIN_EXE_outplay"));
        worker.args(["run", "work", "killed", "--threads", "1", "--quiet"]).current_dir(&*folder);
        worker.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    };
    let mut killed = 0;
    for round in 0..20 {
        let mut workers: Vec<_> = (0..=round % 3 / 2).map(|_| worker()).collect();
        let enough = files("killed").len() + 1 + round % 3;
        while files("killed").len() < enough && workers[0].try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        for worker in &mut workers {
            match round % 2 {
                0 => worker.kill().unwrap(),
                _ => {
                    let process = worker.id().to_string();
                    Command::new("kill").args(["-TERM", &process]).status().unwrap();
                }
            }
            killed += usize::from(!worker.wait().unwrap().success());
        }
    }
    assert!(killed >= 20, "{killed}");
    for name in ["killed", "alone"] {
        assert!(run(&["work", name, "--quiet"]).status.success());
    }
    assert_eq!(files("killed"), files("alone"));
    assert_eq!(files("killed").len(), 256);
    for file in files("alone") {
        let bytes =
            |name: &str| std::fs::read(folder.join(name).join("units").join(&file)).unwrap();
        assert!(bytes("killed") == bytes("alone"), "{file}");
    }
    assert!(!folder.join("killed/alarms").exists());
}

#[test]
fn a_big_search_by_its_first_moves() {
    let folder = Folder::new("run-solve");
    let solve = ["solve", "unshackle", "grid:2x4", "--run", "search", "--json", "--quiet"];
    let output = outplay_in(&folder, &solve, "");
    assert!(output.status.success(), "{output:?}");
    let whole = json(&["solve", "unshackle", "grid:2x4"]);
    let found: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&found["winner"], &found["margin"]), (&whole["winner"], &whole["margin"]));
    let claims =
        outplay_in(&folder, &["run", "start", "catalogue", "claims", "dailly/17", "dailly/53"], "");
    assert!(claims.status.success(), "{claims:?}");
    assert!(outplay_in(&folder, &["run", "work", "catalogue", "--quiet"], "").status.success());
    let merged =
        stdout(&outplay_in(&folder, &["run", "merge", "catalogue", "--format", "jsonl"], ""));
    assert!(merged.lines().all(|line| line.contains("\"status\":\"verified\"")), "{merged}");
}
