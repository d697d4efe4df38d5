//! Every example that the program or the README shows works.

use crate::{Folder, GRAPHS, outplay, outplay_in, root, run_by_another, stderr, stdout, words};

/// Runs the command lines in a text; games are quit at once.
fn run_examples(text: &str) -> usize {
    let mut count = 0;
    // Examples may write files, for those after them to read.
    let folder = Folder::new(&format!("examples-{}", text.len()));
    let lines = text.lines().flat_map(|line| line.split(" && "));
    let commands = lines.filter_map(|line| match line.trim_start().strip_prefix("outplay ") {
        Some(command) => Some((command.to_string(), "quit\n")),
        None => run_by_another(line.trim_start()).map(|command| (command, GRAPHS)),
    });
    for (line, input) in commands {
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
        let output = outplay_in(&folder, &arguments, input);
        assert_eq!(output.status.code(), Some(0), "outplay {line}: {output:?}");
        let to_a_file = arguments.contains(&"--output");
        let said = stdout(&output) + &stderr(&output);
        assert!(to_a_file || !said.trim().is_empty(), "outplay {line} prints nothing");
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

/// The commands that a help lists.
fn listed(help: &str) -> Vec<String> {
    let commands = help.split("Commands:\n").nth(1).unwrap_or_default();
    let lines = commands.lines().take_while(|line| !line.is_empty());
    // What follows a long name is on lines that are indented further.
    let names = lines.filter(|line| !line.starts_with("   "));
    names.map(|line| line.split_whitespace().next().unwrap().to_string()).collect()
}

/// A run is made before anything else can be asked about it, so the examples of its commands are run together, in their order.
#[test]
fn the_help_of_the_commands_of_a_run_and_of_the_catalogue() {
    for parent in ["run", "claims"] {
        let commands = listed(&stdout(&outplay(&[parent, "--help"])));
        assert!(commands.len() >= 4, "{commands:?}");
        let help = |command: &String| {
            let help = stdout(&outplay(&[parent, command, "--help"]));
            assert!(help.contains("\nExample"), "{parent} {command} has no example");
            help
        };
        let texts: Vec<String> = commands.iter().map(help).collect();
        assert!(run_examples(&texts.concat()) >= commands.len());
    }
}

#[test]
fn help_is_a_command_too() {
    for command in [&[][..], &["solve"], &["claims", "list"]] {
        let asked = outplay(&[&["help"], command].concat());
        assert_eq!(stdout(&asked), stdout(&outplay(&[command, &["--help"]].concat())));
        assert!(asked.status.success() && stdout(&asked).contains("Usage: outplay"));
    }
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
    // A time limit says what it limits.
    for (command, limits) in [
        (&["solve"][..], "Stop after this many seconds"),
        (&["play"][..], "think about a move"),
        (&["serve"][..], "each computation"),
        (&["run", "start"][..], "each item"),
        (&["run", "start", "folder", "table"][..], "each item"),
        (&["run", "work"][..], "Stop after this many seconds"),
    ] {
        let help = stdout(&outplay(&[command, &["--help"]].concat()));
        assert!(help.contains(limits), "{command:?}");
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

/// What bash offers for the last of the words typed.
fn offered(script: &str, typed: &str) -> Vec<String> {
    let asked = format!(
        "{script}\nCOMP_WORDS=(outplay {typed}); COMP_CWORD={}\n\
         _outplay outplay \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD-1]}}\"\n\
         printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        words(typed).len()
    );
    let output = std::process::Command::new("bash").args(["-c", &asked]).output().unwrap();
    stdout(&output).lines().map(str::to_string).collect()
}

#[test]
fn bash_completes_games_boards_and_strategies() {
    let script = stdout(&outplay(&["completions", "bash"]));
    for (typed, expected) in [
        ("so", "solve"),
        ("solve cra", "cram"),
        ("solve cram gri", "grid:3x4"),
        ("solve cram grid:3x4 --outc", "--outcome-only"),
        ("verify unshackle grid:3x3 --strategy shadow-p", "shadow-point"),
        ("period kay", "kayles"),
        ("sequence daw", "dawsons-kayles"),
        ("games unsh", "unshackle"),
        ("run sta", "start"),
        ("run start folder table node-", "node-kayles"),
        ("claims sho", "show"),
    ] {
        let offered = offered(&script, typed);
        assert!(offered.iter().any(|word| word == expected), "{typed}: {offered:?}");
    }
    // A code is that of a heap game.
    assert_eq!(offered(&script, "period unsh"), [""]);
}
