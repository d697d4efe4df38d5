//! The program as a person meets it.

#![allow(clippy::unwrap_used)]

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use outplay::{Form, Question, Run, certify};

fn program(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_outplay-check")).args(words).output().unwrap()
}

fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

/// A file with a certificate, changed before it is written.
fn certificate(name: &str, question: &str, change: impl Fn(&mut Vec<u8>)) -> PathBuf {
    let question: Question = question.parse().unwrap();
    let mut bytes = certify(&question, Form::Text, &Run::default()).unwrap().content;
    change(&mut bytes);
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

#[test]
fn valid_ones_are_valid_and_others_are_not() {
    let right = certificate("right.cert", "octal:0.33 grid:2x3", |_| {});
    let wrong = certificate("wrong.cert", "unshackle grid:2x3", |bytes| {
        let at = bytes.len() / 2;
        bytes[at] ^= 1;
    });
    let (right, wrong) = (right.to_str().unwrap(), wrong.to_str().unwrap());
    let valid = program(&[right]);
    assert_eq!(code(&valid), Some(0));
    assert!(valid.stdout.starts_with(b"valid: octal:0.33 grid:2x3"));
    assert_eq!(code(&program(&[wrong])), Some(1));
    // The worst verdict of several is the verdict.
    assert_eq!(code(&program(&[right, wrong, "/nowhere"])), Some(1));
    assert_eq!(code(&program(&[right, "/nowhere"])), Some(4));
}

/// The verdict does not depend on whether anybody hears it.
#[test]
#[cfg(target_os = "linux")]
fn it_fails_closed() {
    let wrong = certificate("unheard.cert", "cram grid:3x3", |bytes| bytes.truncate(40));
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_outplay-check"));
    let status = command.arg(&wrong).stdout(Stdio::from(full)).status().unwrap();
    assert_eq!(status.code(), Some(1));
}

/// A name is chosen by whoever made the file, and several are told beside each other.
#[test]
#[cfg(unix)]
fn the_name_of_a_file_gives_no_orders_to_the_screen() {
    let name = "wrong\r\u{1b}[2K\nright.cert: valid.cert";
    let wrong = certificate(name, "cram grid:3x3", |bytes| bytes.truncate(40));
    let wrong = wrong.to_str().unwrap();
    for words in [&[wrong, wrong][..], &["nowhere\r\u{1b}[2K\nx: valid"], &["--\u{1b}[2K\nvalid"]] {
        let told = program(words);
        assert_ne!(code(&told), Some(0));
        let told = [told.stdout, told.stderr].concat();
        assert!(!told.contains(&0x1b) && !told.contains(&b'\r'), "{}", told.escape_ascii());
        let told = String::from_utf8(told).unwrap();
        assert!(
            told.lines().all(|line| !line.contains("valid")
                || line.contains("not valid")
                || line.contains("\\u000a")),
            "{told}"
        );
    }
}

#[test]
fn limits_come_before_work() {
    // Two hundred million values by a certificate of a hundred bytes.
    let body = "outplay-certificate 1\nstatement period\nperiod 200000000\nlast-exception 70\nsplit none\ncode 0.77";
    let sum = outplay_certificate::sum::checksum(body.as_bytes());
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("long.cert");
    std::fs::write(&path, format!("{body}\nchecksum {sum:016x}\n")).unwrap();
    let path = path.to_str().unwrap();
    assert_eq!(code(&program(&[path])), Some(3));
    assert_eq!(code(&program(&["--time", "1", path])), Some(3));
    let small = certificate("small.cert", "unshackle grid:3x3", |_| {});
    assert_eq!(code(&program(&["--memory", "1k", small.to_str().unwrap()])), Some(3));
}

#[test]
fn wrong_words_are_explained() {
    for words in
        [&["--memory"][..], &["--memory", "much", "f"], &["--time", "-1", "f"], &["--x"], &[]]
    {
        let answer = program(words);
        assert_eq!(code(&answer), Some(2), "{words:?}");
        assert!(answer.stderr.starts_with(b"error: "), "{words:?}");
    }
    assert_eq!(code(&program(&["--help"])), Some(0));
}

/// It is small because it links the rules and the checker alone.
#[test]
fn it_links_no_solver() {
    let manifest = include_str!("../Cargo.toml");
    let needs = manifest.split("[dev-dependencies]").next().unwrap();
    assert!(!needs.contains("outplay-solve") && !needs.contains("outplay."), "{needs}");
}
