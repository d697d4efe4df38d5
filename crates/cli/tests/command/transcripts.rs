//! Whole games played line by line, as `tests/transcripts` holds them.
//!
//! A transcript is the command on a line that begins with `$`, and then exactly what is printed; lines that begin
//! with `> ` are what is typed. After a change that should show, `UPDATE_TRANSCRIPTS=1` writes them anew: read the
//! difference before you commit it.

use crate::{outplay_with, root, stdout, words};

fn transcripts() -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(root().join("tests/transcripts")).unwrap();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn games_go_as_written() {
    for file in transcripts() {
        let text = std::fs::read_to_string(&file).unwrap();
        let (first, expected) = text.split_once('\n').unwrap();
        let command =
            words(first.strip_prefix("$ outplay ").unwrap_or_else(|| panic!("{file:?}: {first}")));
        let typed: Vec<&str> =
            expected.lines().filter_map(|line| line.strip_prefix("> ")).collect();
        let arguments: Vec<&str> = command.iter().map(String::as_str).collect();
        let output = outplay_with(&arguments, &(typed.join("\n") + "\n"));
        assert_eq!(output.status.code(), Some(0), "{file:?}: {output:?}");
        let found = stdout(&output);
        if std::env::var_os("UPDATE_TRANSCRIPTS").is_some() {
            std::fs::write(&file, format!("{first}\n{found}")).unwrap();
        } else {
            assert_eq!(found, expected, "{file:?}");
        }
    }
}

#[test]
fn every_game_has_a_transcript() {
    let played: Vec<String> = transcripts()
        .iter()
        .map(|file| {
            words(std::fs::read_to_string(file).unwrap().lines().next().unwrap())[3].clone()
        })
        .collect();
    for game in outplay_rules::games::GAMES {
        let name = game.name();
        assert!(
            played.iter().any(|game| game.split(':').next() == Some(name)),
            "no transcript of {name}"
        );
    }
}
