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
        "critical",
        "sweep",
        "emptying",
        "attach",
        "graph",
        "verify",
        "claims",
        "games",
        "check",
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

/// The commands of the guide, a page a line.
#[test]
fn the_guide() {
    let guide = std::fs::read_to_string(root().join("docs/guide.md")).unwrap();
    assert!(run_examples(&guide) >= 25);
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
fn completions_know_the_games() {
    // fish completes no arguments by their place.
    for shell in ["bash", "zsh"] {
        let text = stdout(&outplay(&["completions", shell]));
        for name in ["maker-breaker-hop", "robs-dots", "--weights"] {
            assert!(text.contains(name), "{shell} does not know {name}");
        }
    }
}
