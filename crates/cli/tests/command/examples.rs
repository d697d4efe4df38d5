//! Every example that the program or the README shows works.

use crate::{Folder, outplay, outplay_in, root, stdout, words};

/// Runs the command lines that begin with `outplay ` in a text; games are quit at once.
fn run_examples(text: &str) -> usize {
    let mut count = 0;
    // Examples may write files, for those after them to read.
    let folder = Folder::new(&format!("examples-{}", text.len()));
    let lines = text.lines().flat_map(|line| line.split(" && "));
    for line in lines.filter_map(|line| line.trim_start().strip_prefix("outplay ")) {
        // A remark may follow after two spaces or a hash, and a completion may be redirected.
        let line = line
            .split("  ")
            .next()
            .unwrap()
            .split(" # ")
            .next()
            .unwrap()
            .split(" > ")
            .next()
            .unwrap();
        let arguments = words(line);
        if arguments.first().is_some_and(|first| first.chars().all(|c| c.is_uppercase())) {
            continue;
        }
        let mut arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        if arguments.first() == Some(&"serve") {
            // A server does not end by itself; `serve.rs` starts one.
            arguments.push("--help");
        }
        let output = outplay_in(&folder, &arguments, "quit\n");
        assert_eq!(output.status.code(), Some(0), "outplay {line}: {output:?}");
        let to_a_file = arguments.contains(&"--output");
        assert!(to_a_file || !stdout(&output).trim().is_empty(), "outplay {line} prints nothing");
        count += 1;
    }
    count
}

#[test]
fn outplay_alone_shows_five_that_work() {
    let output = outplay(&[]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(run_examples(&stdout(&output)), 5);
}

#[test]
fn the_help_of_each_command() {
    let mut commands = 0;
    for command in [
        "solve",
        "moves",
        "table",
        "methods",
        "weights",
        "play",
        "serve",
        "sequence",
        "period",
        "positions",
        "quotient",
        "critical",
        "sweep",
        "emptying",
        "attach",
        "graph",
        "verify",
        "claims",
        "games",
        "run",
        "check",
        "man",
        "completions",
    ] {
        let help = stdout(&outplay(&[command, "--help"]));
        assert!(run_examples(&help) >= 1, "{command} has no example");
        commands += 1;
    }
    // Nobody adds a command without examples: the list in --help is the list above, and no more.
    let help = stdout(&outplay(&["--help"]));
    let listed = help.split("Commands:").nth(1).unwrap().split("Options:").next().unwrap();
    assert_eq!(listed.lines().filter(|line| !line.trim().is_empty()).count(), commands, "{listed}");
}

/// The README shows commands with their output: every line it shows is one that is printed.
#[test]
fn the_readme() {
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    let folder = Folder::new("readme");
    let mut commands = 0;
    let mut printed = String::new();
    for line in readme.lines().filter_map(|line| line.strip_prefix("    ")) {
        if let Some(command) = line.strip_prefix("$ outplay ") {
            let arguments = words(command);
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let output = outplay_in(&folder, &arguments, "");
            assert_eq!(output.status.code(), Some(0), "{command}: {output:?}");
            printed = stdout(&output);
            commands += 1;
        } else if commands > 0 && !line.contains('/') {
            assert!(printed.lines().any(|said| said.trim_end() == line), "{line:?}: {printed}");
        }
    }
    assert!(commands >= 5);
}

/// Options that say how to solve are shown where something is solved.
#[test]
fn help_shows_the_options_that_matter() {
    for (command, is_solving) in
        [("solve", true), ("moves", true), ("games", false), ("check", false)]
    {
        let help = stdout(&outplay(&[command, "--help"]));
        assert_eq!(help.contains("--no-theorems"), is_solving, "{command}");
        assert!(help.contains("--json"), "{command}");
    }
    // They are taken all the same.
    assert_eq!(outplay(&["games", "kayles", "--no-theorems"]).status.code(), Some(0));
}

#[test]
fn there_is_a_manual_page_of_every_command() {
    let folder = Folder::new("man");
    let output = outplay_in(&folder, &["man", "pages/man1"], "");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    for (page, text) in [
        ("outplay", "Solve a board"),
        ("outplay-solve", "--certificate"),
        ("outplay-claims-show", "--deep"),
    ] {
        let page = std::fs::read_to_string(folder.join(format!("pages/man1/{page}.1"))).unwrap();
        assert!(page.replace('\\', "").contains(text), "{page}");
    }
}

#[test]
fn completions_name_the_commands() {
    for shell in ["bash", "zsh", "fish"] {
        let text = stdout(&outplay(&["completions", shell]));
        assert!(
            ["solve", "moves", "table", "play"].iter().all(|command| text.contains(command)),
            "{shell}"
        );
    }
}

#[test]
fn completions_know_games_boards_and_strategies() {
    // fish completes no arguments by their place.
    for shell in ["bash", "zsh"] {
        // zsh writes a colon with a backslash before it.
        let text = stdout(&outplay(&["completions", shell])).replace('\\', "");
        for name in ["maker-breaker-hop", "robs-dots", "--weights", "octagons:1x3", "shadow-point"]
        {
            assert!(text.contains(name), "{shell} does not know {name}");
        }
    }
}
