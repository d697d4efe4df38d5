//! ARCHITECTURE.md names files that exist, and its picture of the crates is that of the manifests.

#![allow(clippy::unwrap_used)] // A test that cannot go on should say where.

use std::backtrace::Backtrace;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use outplay::{How, Run, solve};
use outplay_solve::clock::{Clock, Instant};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn map() -> String {
    std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap()
}

/// Folders in which a short name may be meant: that of the crate a paragraph or a picture is about.
fn homes() -> Vec<PathBuf> {
    let mut homes = vec![root()];
    for entry in std::fs::read_dir(root().join("crates")).unwrap() {
        homes.push(entry.unwrap().path().join("src"));
    }
    homes
}

fn is_path(word: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
    let named = word.ends_with('/') || word.ends_with(".rs") || word.ends_with(".json");
    word.chars().all(plain) && named
}

#[test]
fn every_file_on_the_map_exists() {
    let text = map();
    // What stands between backquotes, and the labels of pictures.
    let quoted = text.split('`').skip(1).step_by(2);
    let labels = text.split("[\"").skip(1).filter_map(|rest| rest.split("\"]").next());
    let words = quoted.chain(labels).flat_map(|words| words.split([',', ':', ' ', '\n']));
    let homes = homes();
    let mut looked_at = 0;
    for word in words.filter(|word| is_path(word)) {
        assert!(homes.iter().any(|home| home.join(word).exists()), "{word} is not there");
        looked_at += 1;
    }
    assert!(looked_at > 60, "only {looked_at} names were found on the map");
}

#[test]
fn the_picture_of_the_crates_is_that_of_the_manifests() {
    let text = map();
    let picture = text.split("flowchart BT").nth(1).unwrap().split("```").next().unwrap();
    let drawn: BTreeSet<(String, String)> = picture
        .lines()
        .filter_map(|line| line.trim().split_once(" --> "))
        .map(|(from, to)| (from.to_string(), to.to_string()))
        .collect();
    let mut real = BTreeSet::new();
    let crates =
        std::fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().path());
    for home in crates.chain([root().join("python")]) {
        let manifest = std::fs::read_to_string(home.join("Cargo.toml")).unwrap();
        let from = home.file_name().unwrap().to_str().unwrap().to_string();
        let needs = manifest.split("\n[dependencies]").nth(1).unwrap();
        for line in needs.lines().skip(1).take_while(|line| !line.starts_with('[')) {
            let name = line.split(['.', ' ', '=']).next().unwrap();
            if name == "outplay" || name.starts_with("outplay-") {
                let to = name.strip_prefix("outplay-").unwrap_or("outplay");
                real.insert((from.clone(), to.to_string()));
            }
        }
    }
    assert_eq!(drawn, real);
}

/// The folders of solve open with guides to their files.
#[test]
fn every_file_in_the_guides_exists() {
    let solve = root().join("crates/solve");
    let mut looked_at = 0;
    for theory in ["heaps", "impartial", "scoring", "positional", "kit"] {
        let home = solve.join("src").join(theory);
        let text = std::fs::read_to_string(home.join("mod.rs")).unwrap();
        let guide: String = text.lines().take_while(|line| line.starts_with("//!")).collect();
        for word in guide.split('`').skip(1).step_by(2).filter(|word| is_path(word)) {
            let homes = [&home, &solve.join("src"), &solve];
            let there = homes.iter().any(|home| home.join(word).exists());
            assert!(there, "{theory}: {word} is not there");
            looked_at += 1;
        }
    }
    assert!(looked_at > 60, "only {looked_at} names were found in the guides");
}

/// A clock that notes the files on the stack of whoever asks it first from inside the search.
#[derive(Debug, Default)]
struct Watch(Mutex<BTreeSet<String>>);

impl Clock for Watch {
    fn elapsed(&self, since: Instant) -> Duration {
        let mut files = self.0.lock().unwrap();
        if files.is_empty() {
            let stack = Backtrace::force_capture().to_string();
            if stack.contains("scoring/unshackle.rs") {
                let words = stack.split_whitespace().filter_map(|word| word.split(':').next());
                // Files of this crate are named from where the test runs.
                let whole = |word: &str| match (word.find("crates/"), word.strip_prefix("./src/")) {
                    (Some(at), _) => Some(word[at..].to_string()),
                    (None, own) => own.map(|own| format!("crates/outplay/src/{own}")),
                };
                // This test, and the count of positions that asks for the time.
                let others =
                    |file: &String| !file.contains("/tests/") && !file.ends_with("/limits.rs");
                files.extend(words.filter_map(whole).filter(others));
            }
        }
        since.elapsed()
    }
}

/// The page's first picture and the files said to pass a question on are what stands on the stack of a search, but for the command
/// itself and for the file that has made the solver before.
#[test]
fn the_way_of_a_question_is_that_of_the_map() {
    let text = map();
    let way = text.split("## From a question to its answer").nth(1).unwrap();
    let (picture, rest) = way.split_once("Each of these decides something.").unwrap();
    let (passing, _) = rest.split_once("The rules are made on the way").unwrap();
    let labels = picture.split("[\"").skip(1).filter_map(|rest| rest.split("\"]").next());
    let quoted = passing.split('`').skip(1).step_by(2).filter(|word| word.starts_with("crates/"));
    let elsewhere = |file: &&str| !file.contains("/cli/") && !file.ends_with("/theories.rs");
    let told: BTreeSet<String> = labels.chain(quoted).filter(elsewhere).map(String::from).collect();

    let watch = Arc::new(Watch::default());
    let how = How { threads: 1, ..How::default() };
    let run = Run { clock: Some(watch.clone()), how, ..Run::default() };
    // The board of the map is solved in so few positions that nobody looks at the clock.
    solve(&"unshackle grid:3x4".parse().unwrap(), &run).unwrap();
    assert_eq!(*watch.0.lock().unwrap(), told);
}

/// The lines of a file of the checker without comments, empty lines and tests.
fn code_lines(file: &str) -> usize {
    let path = root().join("crates/certificate/src").join(file);
    let text = std::fs::read_to_string(path).unwrap();
    let code = text.lines().map(str::trim).take_while(|line| *line != "#[cfg(test)]");
    code.filter(|line| !line.is_empty() && !line.starts_with("//")).count()
}

#[test]
fn the_kernel_is_as_long_as_the_book_says() {
    let book = std::fs::read_to_string(root().join("docs/evidence.md")).unwrap();
    let table = book.split("| files | lines |").nth(1).unwrap().split("\n\n").next().unwrap();
    let mut groups = Vec::new();
    for row in table.lines().filter(|line| line.trim().starts_with("| `")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let lines: usize = cells[1].split('`').skip(1).step_by(2).map(code_lines).sum();
        assert_eq!(lines.to_string(), cells[2], "{}", cells[1]);
        groups.push(lines);
    }
    let deciding: usize = groups[..2].iter().sum();
    let total: usize = groups.iter().sum();
    let thousands = format!("{},{:03}", total / 1000, total % 1000);
    assert!(book.contains(&format!("{thousands} lines without comments")), "{thousands} in all");
    let said = format!("whether it is the statement, are {deciding} lines");
    assert!(book.contains(&said), "the first two rows are {deciding} lines");
    assert!(deciding < 1000, "the part that decides is to be read in one sitting");
}
