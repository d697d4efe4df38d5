//! What becomes of the exit code when the output does not arrive: it is the verdict all the same.

use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::Folder;

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
    for arguments in [
        &["solve", "kayles", "heaps:5"][..],
        &["solve", "kayles", "heaps:5", "--json"],
        &["claims", "list"],
        &["sequence", "0.77", "--to", "100"],
        &["sequence", "0.77", "--to", "100", "--json"],
        &["completions", "bash"],
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
    assert_eq!(run(&folder, &table, Lost::Closed).0, Some(3));
    assert!(begun.elapsed().as_secs() < 30, "{:?}", begun.elapsed());
}
