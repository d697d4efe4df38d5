//! The command as a user meets it: run as a program, judged by what it prints and how it ends.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that goes wrong should say so at once"
)]

mod answers;
mod certificates;
mod claims;
mod documents;
mod errors;
mod examples;
mod graphs;
mod heaps;
mod limits;
mod methods;
#[cfg(target_os = "linux")]
mod output;
mod positional;
mod serve;
mod states;
mod streams;
mod tables;
mod transcripts;
mod verify;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// The project's folder.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// An empty folder of its own for a test, gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("outplay-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl std::ops::Deref for Folder {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs `outplay` with arguments and standard input.
fn outplay_with(arguments: &[&str], input: &str) -> Output {
    outplay_in(&std::env::temp_dir(), arguments, input)
}

/// Runs `outplay` in a folder.
fn outplay_in(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_outplay"))
        .args(arguments)
        .current_dir(folder)
        // Tests leave the user's own files alone.
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not read its input may be gone before we write it.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// Sends a signal to `outplay` after a moment at work in a folder.
#[cfg(unix)]
fn outplay_told(folder: &Path, arguments: &[&str], signal: &str) -> Output {
    use std::os::unix::process::CommandExt;
    let mut command = Command::new(env!("CARGO_BIN_EXE_outplay"));
    command.args(arguments).current_dir(folder).stdout(Stdio::piped()).stderr(Stdio::piped());
    // SAFETY: `signal` may be called between fork and exec. Tests under `nohup` would hand down a SIGHUP that is ignored.
    #[allow(unsafe_code, reason = "what a child inherits is set between fork and exec")]
    unsafe {
        command.pre_exec(|| {
            libc::signal(libc::SIGHUP, libc::SIG_DFL);
            Ok(())
        });
    }
    let child = command.spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    child.wait_with_output().unwrap()
}

/// Runs `outplay` with arguments.
fn outplay(arguments: &[&str]) -> Output {
    outplay_with(arguments, "")
}

/// The JSON object that a command prints.
fn json(arguments: &[&str]) -> Value {
    let output = outplay(&[arguments, &["--json"]].concat());
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{arguments:?}: {e}: {output:?}"))
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// What `outplay` reads where a page pipes graphs into it: those that `geng -c 4` prints.
const GRAPHS: &str = "CF\nCU\nCV\nC]\nC^\nC~\n";

/// The command of a line in which another program runs `outplay`: one that pipes graphs into it, or one that gives it the
/// numbers of units, of which the first is taken.
fn run_by_another(line: &str) -> Option<String> {
    if let Some((_, piped)) = line.split_once("| outplay ") {
        return Some(piped.to_string());
    }
    let (before, command) = line.split_once("outplay ")?;
    let schedulers = ["seq ", "parallel ", "sbatch ", "hq "];
    schedulers.iter().find(|scheduler| before.starts_with(**scheduler))?;
    let command = command.split(" :::").next().unwrap_or(command).trim_end_matches('\'');
    let numbered = command.split(' ').map(|word| match word {
        "K" | "{}" | "$SLURM_ARRAY_TASK_ID" | "'$HQ_TASK_ID'" => "0",
        "/shared/ten" => "ten",
        word => word,
    });
    Some(numbered.collect::<Vec<_>>().join(" "))
}

/// Splits a command line as a shell would: spaces separate, single and double quotes keep together.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in line.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}
