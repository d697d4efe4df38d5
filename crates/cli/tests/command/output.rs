//! What becomes of the exit code when the output does not arrive: it is the verdict all the same.

use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::{Folder, outplay, outplay_in, stderr, stdout};

/// Where output is lost.
#[derive(Clone, Copy, Debug)]
enum Lost {
    /// A disk that is full.
    Full,
    /// A pipe that nobody reads.
    Closed,
}

/// The exit code of a command whose output is lost, and what it says on standard error.
fn run(folder: &Path, arguments: &[&str], lost: Lost) -> (Option<i32>, String) {
    let to = match lost {
        Lost::Full => Stdio::from(File::options().write(true).open("/dev/full").unwrap()),
        Lost::Closed => Stdio::from(std::io::pipe().unwrap().1),
    };
    let output = Command::new(env!("CARGO_BIN_EXE_outplay"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(to)
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn the_exit_code_is_the_verdict_wherever_the_output_goes() {
    let folder = Folder::new("lost-verdicts");
    std::fs::write(folder.join("bad.cert"), "outplay-certificate 1\n").unwrap();
    for (arguments, verdict) in [
        (vec!["check", "bad.cert"], 1),
        (
            vec!["verify", "hop", "ttt:3", "--strategy", "any", "--as", "second", "--claim", "win"],
            1,
        ),
        (vec!["solve", "kayls", "heaps:3"], 2),
        (vec!["solve", "unshackle", "grid:6x6", "--time", "0.1", "--quiet"], 3),
        (vec!["table", "unshackle", "grid:5..6x6", "--time", "0.1", "--quiet"], 3),
        // Nothing is written before the question is known to make sense.
        (vec!["sweep", "cram", "--over", "path:1..3", "--test", "x", "--format", "csv"], 2),
    ] {
        for lost in [Lost::Full, Lost::Closed] {
            for json in [&[][..], &["--json"]] {
                let arguments = [&arguments[..], json].concat();
                let (code, said) = run(&folder, &arguments, lost);
                assert_eq!(code, Some(verdict), "{arguments:?} {lost:?}: {said}");
                assert!(!said.contains("panicked"), "{arguments:?} {lost:?}: {said}");
            }
        }
    }
}

#[test]
fn an_answer_that_is_not_written_is_no_success_but_a_reader_may_go_away() {
    let folder = Folder::new("lost-answers");
    for verb in ["start run table cram grid:1..2x1..2", "work run"] {
        let words = crate::words(&format!("run {verb} --quiet"));
        let arguments: Vec<&str> = words.iter().map(String::as_str).collect();
        assert_eq!(outplay_in(&folder, &arguments, "").status.code(), Some(0), "{verb}");
    }
    for arguments in [
        &["solve", "kayles", "heaps:5"][..],
        &["solve", "kayles", "heaps:5", "--json"],
        &["claims", "list"],
        &["sequence", "0.77", "--to", "100"],
        &["sequence", "0.77", "--to", "100", "--json"],
        &["completions", "bash"],
        &["--help"],
        &["--version"],
        &["solve", "--help"],
        &["table", "cram", "grid:1..2x1..2", "--format", "csv"],
        &["table", "cram", "grid:1..2x1..2", "--format", "parquet"],
        &["table", "dailly/4", "--format", "csv"],
        &["sweep", "cram", "--over", "path:2..2", "--test", "outcome=N", "--format", "csv"],
        &["positions", "kayles", "--heaps", "2", "--total", "6", "--format", "csv"],
        &["run", "merge", "run"],
        &["run", "show", "run"],
        &["play", "kayles", "heaps:5"],
        &[],
    ] {
        let (code, said) = run(&folder, arguments, Lost::Full);
        assert_eq!(code, Some(4), "{arguments:?}: {said}");
        assert!(said.starts_with("error: standard output: "), "{arguments:?}: {said}");
        assert_eq!(
            run(&folder, arguments, Lost::Closed),
            (Some(0), String::new()),
            "{arguments:?}"
        );
    }
}

#[test]
fn work_stops_when_its_reader_has_gone_away() {
    let folder = Folder::new("lost-reader");
    let begun = std::time::Instant::now();
    // The first rows are printed at once; all of them would take hours.
    let table = ["table", "unshackle", "grid:1..6x6", "--format", "csv", "--time", "60", "--quiet"];
    assert_eq!(run(&folder, &table, Lost::Closed).0, Some(0));
    assert!(begun.elapsed().as_secs() < 30, "{:?}", begun.elapsed());
}

/// A shell's limit on the size of files stands for a full disk: what is longer cannot be written.
fn with_small_files(folder: &Path, arguments: &str) -> std::process::Output {
    let program = env!("CARGO_BIN_EXE_outplay");
    Command::new("sh")
        .args(["-c", &format!("trap '' XFSZ; ulimit -f 1; exec '{program}' {arguments}")])
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

#[test]
fn a_file_that_cannot_be_written_takes_nothing_from_the_answer() {
    let folder = Folder::new("full-disk");
    let names = || std::fs::read_dir(&*folder).unwrap().count();
    for (arguments, file) in [
        ("solve positional ttt:3 --certificate a.cert --certificate-form text", "a.cert"),
        ("solve positional lattice:4x5,4 --state s", "s"),
        (
            "verify hop ttt:3 --strategy hop-ttt --as first --certificate b.cert --certificate-form text",
            "b.cert",
        ),
        ("verify hop ttt:3 --strategy any --as first --claim draw --some --rule r", "r"),
    ] {
        let whole: Vec<String> = crate::words(&format!("{arguments} --json"));
        let whole: Vec<&str> = whole.iter().map(String::as_str).collect();
        let answered = outplay_in(&folder, &whole, "");
        assert_eq!(answered.status.code(), Some(0), "{arguments}: {answered:?}");
        let before = std::fs::read(folder.join(file)).unwrap();
        assert!(before.len() > 1024, "{arguments}: {} bytes", before.len());
        let files = names();
        let output = with_small_files(&folder, &format!("{arguments} --json"));
        assert_eq!(output.status.code(), Some(4), "{arguments}: {output:?}");
        assert!(stderr(&output).contains(&format!("error: {file}: ")), "{arguments}: {output:?}");
        // One object, the same answer; the old file, and nothing beside it.
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        let expected: Value = serde_json::from_slice(&answered.stdout).unwrap();
        for field in ["winner", "margin", "forces", "holds", "claim"] {
            assert_eq!(answer[field], expected[field], "{arguments}: {field}");
        }
        assert_eq!(std::fs::read(folder.join(file)).unwrap(), before, "{arguments}");
        assert_eq!(names(), files, "{arguments}");
    }
}

/// Drawings and reports are told as well if they cannot be written.
#[test]
fn a_drawing_that_cannot_be_written_takes_nothing_from_the_answer() {
    let folder = Folder::new("full-disk-drawings");
    for (arguments, told) in [
        ("graph cram grid:3x3 --output g.dot", "digraph"),
        ("positions kayles --heaps 2 --total 60 --chart c.svg", "P-position"),
        ("claims report --paper dots --output r.md --time 2 --quiet", "# "),
        ("claims report --paper dots --output r.md --time 2 --json", "\"report\":\"#"),
    ] {
        let output = with_small_files(&folder, arguments);
        assert_eq!(output.status.code(), Some(4), "{arguments}: {output:?}");
        assert!(stdout(&output).contains(told), "{arguments}: {output:?}");
        assert_eq!(std::fs::read_dir(&*folder).unwrap().count(), 0, "{arguments}");
    }
}

/// Rows go to their file as they come, but a question that makes no sense takes nothing from what is there.
#[test]
fn a_question_that_makes_no_sense_leaves_files_alone() {
    let folder = Folder::new("rows-kept");
    std::fs::write(folder.join("rows"), "old").unwrap();
    std::fs::write(folder.join("state"), "no state").unwrap();
    for line in [
        "sweep cram --over path:1..3 --test nonsense --format csv --output rows",
        "table hop path:1..3 --format csv --output rows",
        "sequence kayles --to 10 --state state --output rows",
        "positions kayles --heaps 0 --total 5 --format csv --output rows",
        "table dailly/4x --format csv --output rows",
    ] {
        let arguments: Vec<&str> = line.split(' ').collect();
        let output = outplay_in(&folder, &arguments, "");
        assert_eq!(output.status.code(), Some(2), "{line}: {output:?}");
        assert_eq!(std::fs::read(folder.join("rows")).unwrap(), b"old", "{line}");
    }
    // What is shorter leaves nothing of the old rows, and no rows at all leave an empty file.
    std::fs::write(folder.join("rows"), "x".repeat(10_000)).unwrap();
    std::fs::write(folder.join("none.g6"), "").unwrap();
    for (line, expected) in [
        (
            "sweep cram --over path:1..2 --test outcome=P --ordered --format csv --output rows",
            "board,holds\npath:1,true\npath:2,false\n",
        ),
        ("table cram @none.g6 --format jsonl --output rows", ""),
    ] {
        let arguments: Vec<&str> = line.split(' ').collect();
        outplay_in(&folder, &arguments, "");
        assert_eq!(std::fs::read_to_string(folder.join("rows")).unwrap(), expected, "{line}");
    }
}

/// Devices have no size and no end.
#[test]
fn files_without_an_end_are_refused() {
    let folder = Folder::new("endless");
    std::fs::write(folder.join("one"), "part 1/18446744073709551615 of ab holds: x\n").unwrap();
    for (line, code) in [
        ("verify hop ttt:3 --strategy @/dev/zero --as first", 2),
        ("check --combine /dev/zero", 2),
        ("check /dev/zero", 1),
        ("table cram @/dev/zero --input-format graph6", 2),
        ("sequence kayles --to 9 --state /dev/zero", 2),
        // The file is short, but what it speaks of is not.
        ("check --combine one", 3),
        ("serve --no-open --port 0 --from /dev/zero --memory 40M", 2),
    ] {
        let arguments: Vec<&str> = line.split(' ').collect();
        let output = outplay_in(&folder, &arguments, "");
        assert_eq!(output.status.code(), Some(code), "{line}: {output:?}");
        assert!(output.stdout.len() < 100_000, "{line}");
    }
}

/// A pipe whose reader does not read is no file that anybody waits for.
#[test]
fn a_pipe_that_nobody_reads_keeps_to_the_time() {
    let folder = Folder::new("pipe");
    let pipe = folder.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    // Opened for both, it is open at once, and what is written fills it.
    let _open = File::options().read(true).write(true).open(&pipe).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_outplay"))
        .args(["solve", "cram", "grid:3x9", "--certificate", "pipe", "--certificate-form", "text"])
        .args(["--time", "5", "--quiet"])
        .current_dir(&*folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begun = std::time::Instant::now();
    while child.try_wait().unwrap().is_none() && begun.elapsed().as_secs() < 60 {
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    let ended = child.try_wait().unwrap();
    let _ = child.kill();
    assert_eq!(ended.and_then(|status| status.code()), Some(3));
}

#[test]
fn a_path_is_tried_before_the_work_begins() {
    let folder = Folder::new("tried");
    std::fs::create_dir(folder.join("folder")).unwrap();
    let begun = std::time::Instant::now();
    for (path, code) in [("no/such/x", 2), ("folder", 2)] {
        for command in [
            "solve unshackle grid:6x6 --certificate",
            "solve positional ttt:4^3 --state",
            "verify hop ag:2,5 --strategy alpha-weight --as second --certificate",
            "verify hop ag:2,5 --strategy alpha-weight --as second --some --rule",
            "period officers --certificate",
            "period officers --state",
            "sequence officers --to 4000000000 --state",
            "claims report --output",
            "graph cram grid:6x6 --most 100000000 --output",
            "positions 0.137 --heaps 4 --total 4000 --format csv --output",
            "positions 0.137 --heaps 2 --total 400000 --chart",
            "table unshackle grid:6x6 --format csv --output",
        ] {
            let line = format!("{command} {path} --time 60 --quiet");
            let arguments: Vec<&str> = line.split(' ').collect();
            let output = outplay_in(&folder, &arguments, "");
            assert_eq!(output.status.code(), Some(code), "{line}: {output:?}");
            assert!(stderr(&output).contains(path), "{line}: {output:?}");
        }
    }
    assert!(begun.elapsed().as_secs() < 30, "{:?}", begun.elapsed());
    // Nothing is left of the trials, and a name that is no plain file stays what it is.
    assert_eq!(std::fs::read_dir(&*folder).unwrap().count(), 1);
    std::os::unix::fs::symlink("real.cert", folder.join("link.cert")).unwrap();
    std::fs::write(folder.join("real.cert"), "old").unwrap();
    for path in ["/dev/null", "/dev/stdout", "link.cert"] {
        let solve = ["solve", "kayles", "heaps:5", "--certificate", path];
        let output = outplay_in(&folder, &solve, "");
        assert_eq!(output.status.code(), Some(0), "{path}: {output:?}");
        assert_eq!(stdout(&output).contains("outplay-certificate 1"), path == "/dev/stdout");
    }
    assert!(folder.join("link.cert").is_symlink());
    assert!(std::fs::read(folder.join("real.cert")).unwrap().len() > 100);
    // The file of a link to a link may have to be made; links in a circle lead nowhere.
    for (link, to) in [("one", "two"), ("two", "three.cert"), ("circle", "circle")] {
        std::os::unix::fs::symlink(to, folder.join(link)).unwrap();
    }
    for (path, code) in [("one", 0), ("circle", 4)] {
        let solve = ["solve", "kayles", "heaps:5", "--certificate", path];
        let output = outplay_in(&folder, &solve, "");
        assert_eq!(output.status.code(), Some(code), "{path}: {output:?}");
        assert!(folder.join(path).is_symlink(), "{path}");
    }
    assert!(folder.join("two").is_symlink());
    assert!(std::fs::read(folder.join("three.cert")).unwrap().len() > 100);
    assert!(!std::fs::metadata("/dev/null").unwrap().is_file());
}

/// What cannot be read is not refuted, and a line without an end does not fill the memory.
#[test]
#[cfg(unix)]
fn a_folder_is_no_certificate_and_dev_zero_no_game() {
    let output = outplay(&["check", "/tmp", "--json"]);
    assert!(matches!(output.status.code(), Some(2 | 4)), "{output:?}");
    let zeros = File::open("/dev/zero").unwrap();
    let mut play = Command::new(env!("CARGO_BIN_EXE_outplay"));
    let output = play.args(["play", "snort", "path:5"]).stdin(zeros).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}
