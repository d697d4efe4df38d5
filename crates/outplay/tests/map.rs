//! ARCHITECTURE.md names files that exist, and its picture of the crates is that of the manifests.

#![allow(clippy::unwrap_used)] // A test that cannot go on should say where.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

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
