//! Limits on time and memory, and what is said when one is reached.

use serde_json::Value;

use crate::{outplay, stderr, stdout};

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

/// Large boards and long lists, in every verb: a limit is told by who does the work, not by the backstop behind it.
#[test]
fn whoever_works_hears_the_clock() {
    for line in [
        "solve domineering grid:40x40",
        "solve snort grid:60x60",
        "solve col path:3000",
        "solve partizan-octal:0.3,0.03 grid:20x20",
        "solve partizan-octal:0.77,0.07 complete:60",
        "solve partizan-octal:0.33333333,0.77777777 complete:40",
        "moves col hypercube:8",
        "moves subtraction:1,2,3 star:1500",
        "moves node-kayles path:2000",
        "critical octagons:3x4",
        "positions 0.137 --heaps 5 --total 2000",
        "solve octal:0.3333333333 complete:24 --plain",
    ] {
        let limits = ["--time", "0.5", "--memory", "200M", "--quiet"];
        let arguments: Vec<&str> = line.split(' ').chain(limits).collect();
        let output = outplay(&arguments);
        assert_eq!(output.status.code(), Some(3), "{line}: {}", stderr(&output));
        assert!(!(stdout(&output) + &stderr(&output)).is_empty(), "{line}");
        assert!(!stderr(&output).contains("could not be interrupted"), "{line}");
    }
    // Twins are one vertex to the solver: what would take minutes otherwise is known at once.
    for line in ["col complete:300", "snort star:200", "snort bipartite:100,101"] {
        let arguments: Vec<&str> = ["solve"].into_iter().chain(line.split(' ')).collect();
        assert_eq!(outplay(&arguments).status.code(), Some(0), "{line}");
    }
    // More ways than can be tried, most of which lead nowhere.
    for board in ["complete:400", "grid:9x9", "grid:12x12+path:1"] {
        let output = outplay(&["solve", "shannon-switching", board]);
        assert_eq!(output.status.code(), Some(2), "{board}: {output:?}");
    }
}

/// A board with more points than a search has bits for is another method's, and too large for that as well.
#[test]
fn a_board_may_have_more_points_than_a_word() {
    for game in ["positional", "maker-breaker", "avoider-enforcer", "chooser-picker", "hop"] {
        for options in [&[][..], &["--no-theorems"]] {
            let question = ["solve", game, "lattice:12x12,5", "--time", "0.3", "--memory", "200M"];
            let output = outplay(&[&question[..], options].concat());
            let code = output.status.code().unwrap();
            assert!(code == 0 || code == 3, "{game}: {output:?}");
        }
    }
}

#[test]
fn memory() {
    let answer = stopped(&["solve", "unshackle", "grid:6x6", "--memory", "5M", "--json"]);
    assert!(answer["stopped"].as_str().unwrap().contains("memory"), "{answer}");
    assert_eq!(answer["winner"], Value::Null);
}

/// The system has less memory than the limit allows. Tables that it does not give are done without or told as a limit; lists that cannot
/// grow end the program, in words all the same. A shell's limit on what a process may address stands for the system's.
#[test]
#[cfg(target_os = "linux")]
fn a_system_without_memory_is_a_limit() {
    let program = env!("CARGO_BIN_EXE_outplay");
    // The stack for searches takes a gigabyte of addresses, though no memory.
    let least = (1 << 20) + (160 << 10);
    for question in [
        // More moves than fit.
        "solve octal:0.3333333333 complete:24",
        "moves octal:0.3333333333 complete:24",
    ] {
        for more in [0, 128 << 10] {
            let kilobytes = least + more;
            let limits = "--memory 8G --threads 1 --time 5 --quiet --json";
            let line =
                format!("ulimit -c 0; ulimit -v {kilobytes}; exec '{program}' {question} {limits}");
            let output = std::process::Command::new("sh").args(["-c", &line]).output().unwrap();
            assert_eq!(output.status.code(), Some(3), "{line}: {output:?}");
            let answer: Value = serde_json::from_slice(&output.stdout)
                .unwrap_or_else(|error| panic!("{line}: {error}: {output:?}"));
            let why = answer["stopped"].as_str().or(answer["error"].as_str());
            assert!(why.unwrap().contains("limit"), "{line}: {answer}");
        }
    }
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
    for signal in ["-INT", "-TERM", "-HUP"] {
        say_what_is_known(signal);
    }
}

#[cfg(unix)]
fn say_what_is_known(signal: &str) {
    let search = ["solve", "unshackle", "grid:6x6", "--json", "--quiet"];
    let output = crate::outplay_told(&std::env::temp_dir(), &search, signal);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(answer["stopped"].as_str().unwrap().contains("interrupted"), "{answer}");
    assert!(answer["positions"].as_u64().unwrap() > 0);
}

/// Whoever starts it with `nohup` goes home and closes the terminal.
#[test]
#[cfg(unix)]
fn a_closed_terminal_stops_nothing_that_ignores_it() {
    let program = env!("CARGO_BIN_EXE_outplay");
    let search = "solve unshackle grid:6x6 --time 3 --json --quiet";
    let child = std::process::Command::new("sh")
        .args(["-c", &format!("trap '' HUP; exec '{program}' {search}")])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1200));
    let kill = ["-HUP", &child.id().to_string()];
    assert!(std::process::Command::new("kill").args(kill).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(answer["stopped"].as_str().unwrap().contains("time"), "{answer}");
}

/// The list of a run may be longer than anybody waits for.
#[test]
#[cfg(unix)]
fn starting_a_run_hears_a_signal() {
    let folder = crate::Folder::new("interrupted-start");
    let start = ["run", "start", "run", "table", "node-kayles", "trees:26", "--json", "--quiet"];
    let output = crate::outplay_told(&folder, &start, "-INT");
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(answer["error"].as_str().unwrap().contains("interrupted"), "{answer}");
    // Half a list is none, and the folder is started afresh.
    assert!(!folder.join("run/manifest.json").exists() && !folder.join("run/items.txt").exists());
}

#[test]
fn a_drawing_keeps_to_its_memory() {
    let graph = ["graph", "cram", "grid:6x6", "--most", "100000000", "--memory", "30M"];
    let output = outplay(&graph);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let said = stderr(&output);
    assert!(said.contains("memory limit") && !said.contains("could not be"), "{said}");
}
