//! The README, the book and the other pages: every command in them runs, every position in them opens, every link leads somewhere.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Output;

use crate::{Folder, GRAPHS, json, outplay_in, root, run_by_another, words};

/// The pages of the book, and those beside it.
fn pages() -> Vec<PathBuf> {
    let top = [
        "README.md",
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
        "python/README.md",
        "tests/oracle/README.md",
    ];
    let mut pages: Vec<PathBuf> = top.iter().map(|name| root().join(name)).collect();
    pages.extend(book());
    pages
}

fn book() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join("docs")).unwrap();
    let pages = entries.map(|entry| entry.unwrap().path());
    let mut pages: Vec<PathBuf> =
        pages.filter(|path| path.extension().is_some_and(|ending| ending == "md")).collect();
    pages.sort();
    pages
}

fn read(page: &Path) -> String {
    std::fs::read_to_string(page).unwrap_or_else(|error| panic!("{page:?}: {error}"))
}

/// A command with a word that stands for others (`GAME`, `DIR`, `…`, `first|second`) cannot be run as it is printed.
fn is_a_form(command: &str) -> bool {
    command.contains(['…', '|'])
        || command.contains("...")
        || words(command).iter().any(|word| {
            let letters = word.trim_start_matches('@').split('.').next().unwrap_or_default();
            letters.len() > 1 && letters.chars().all(|c| c.is_ascii_uppercase())
        })
}

/// The commands that a page shows on lines of their own, and those within its sentences.
fn commands(text: &str) -> (Vec<String>, Vec<String>) {
    let (mut shown, mut spoken) = (Vec::new(), Vec::new());
    for line in text.lines() {
        // A block between fences is a program in another language.
        assert!(!line.starts_with("outplay "), "{line:?}: show commands indented by four spaces");
        // What a page shows is indented by four spaces, in a list by more.
        if line.starts_with("    ") {
            let line = line.trim_start().trim_start_matches("$ ");
            let command = line.strip_prefix("outplay ").map(str::to_string);
            shown.extend(command.or_else(|| run_by_another(line)).map(|command| {
                command.split("  #").next().unwrap_or(&command).trim_end().to_string()
            }));
        } else {
            let spans = line.split('`').skip(1).step_by(2);
            spoken
                .extend(spans.filter_map(|span| span.strip_prefix("outplay ")).map(str::to_string));
        }
    }
    (shown, spoken)
}

/// Runs a command of a page. Games are quit at once, and the name of a command alone, or a server, shows its help.
fn run(folder: &Path, command: &str, limits: &[&str]) -> Output {
    let mut arguments = words(command);
    if arguments.len() == 1 || arguments.first().is_some_and(|first| first == "serve") {
        arguments.push("--help".into());
    }
    for limit in limits.chunks(2) {
        match arguments.iter().position(|argument| argument == limit[0]) {
            Some(given) => arguments[given + 1] = limit[1].to_string(),
            None => arguments.extend(limit.iter().map(|word| word.to_string())),
        }
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let reads_graphs = arguments.contains(&"@-");
    outplay_in(folder, &arguments, if reads_graphs { GRAPHS } else { "quit\n" })
}

/// The contract of names leaves out no game, no other name of one, and no option.
#[test]
fn every_game_and_option_is_in_the_interface() {
    let page = read(&root().join("docs/interface.md"));
    let games = json(&["games"]);
    let mut named = 0;
    for game in games["games"].as_array().unwrap() {
        let listed = |key: &str| game[key].as_array().unwrap().clone();
        let options =
            listed("options").into_iter().map(|name| format!("`--{}", name.as_str().unwrap()));
        let names = [vec![game["name"].clone()], listed("aliases")].concat();
        let names = names.iter().map(|name| format!("`{}", name.as_str().unwrap()));
        for name in names.chain(options) {
            assert!(page.contains(&name), "{name} is not in docs/interface.md");
            named += 1;
        }
    }
    assert!(named > 60, "{named}");
}

/// For commands that may take long: they show that they are understood.
const SHORT: [&str; 4] = ["--time", "1", "--memory", "400M"];

/// What a page shows on a line of its own gives an answer. What stands in a sentence may take long or be refuted, and so may
/// all statements of the catalogue together, a run, and what is shown with a limit, but it is understood.
#[test]
fn every_command_in_them_runs() {
    let (mut shown, mut spoken, mut wrong) = (0, 0, Vec::new());
    for page in pages() {
        let name = page.file_stem().unwrap().to_string_lossy().into_owned();
        // Commands may write files, for those after them to read.
        let folder = Folder::new(&format!("page-{name}"));
        let (blocks, spans) = commands(&read(&page));
        shown += blocks.len();
        spoken += spans.len();
        let (long, blocks): (Vec<String>, Vec<String>) = blocks.into_iter().partition(|command| {
            let long =
                ["claims report", "claims check --all", "run work", "run resume", "run unit"];
            long.iter().any(|long| command.starts_with(long)) || command.contains(" --time ")
        });
        let answers = blocks.into_iter().map(|command| (command, true));
        let understood = long.into_iter().chain(spans).map(|command| (command, false));
        for (command, answers) in answers.chain(understood) {
            if is_a_form(&command) {
                continue;
            }
            let output = run(&folder, &command, if answers { &[] } else { &SHORT });
            let code = output.status.code();
            if code != Some(0) && (answers || !matches!(code, Some(1 | 3))) {
                wrong.push(format!("{name}: outplay {command}: {output:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(shown > 60 && spoken > 40, "{shown} {spoken}");
}

/// What the pages ask a solver, the independent checker confirms, where there is time for both: nothing that they say is refused,
/// and no question of theirs is one that could not be proved, but for heaps that only a period values.
#[test]
fn every_answer_in_them_is_confirmed() {
    let folder = Folder::new("answers");
    let mut questions = BTreeSet::new();
    for page in pages() {
        let (shown, spoken) = commands(&read(&page));
        let alone = |command: &String| {
            let beside = ["--certificate", "--self-check", "--state", "--run", "--json", "&&", "@"];
            command.starts_with("solve ")
                && !is_a_form(command)
                && !beside.iter().any(|word| command.contains(word))
                && !command.contains("heaps:1000000")
        };
        questions.extend(shown.into_iter().chain(spoken).filter(alone));
    }
    let mut confirmed = 0;
    for question in &questions {
        let output = run(&folder, &format!("{question} --self-check"), &SHORT);
        assert!(matches!(output.status.code(), Some(0 | 3)), "{question}: {output:?}");
        let said = String::from_utf8_lossy(&output.stdout);
        let unproved = said.contains("REFUSED") || said.contains("no certificate of this answer");
        assert!(!unproved, "{question}: {said}");
        confirmed += usize::from(said.contains("confirmed by the checker"));
    }
    assert!(confirmed > 9, "{confirmed} of {} were confirmed", questions.len());
}

/// The positions that the lessons open on the page are positions.
#[test]
fn every_position_in_them_opens() {
    let folder = Folder::new("positions");
    let mut positions = BTreeSet::new();
    for page in book() {
        let text = read(&page);
        let links = text.split("/#/play?").skip(1);
        positions.extend(links.map(|link| link.split(')').next().unwrap_or(link).to_string()));
    }
    for position in &positions {
        let field = |pair: &str| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (name.to_string(), value.replace('+', " "))
        };
        let fields: Vec<(String, String)> = position.split('&').map(field).collect();
        let value = |name: &str| fields.iter().find(|(key, _)| key == name).map(|(_, value)| value);
        let mut command =
            format!("moves {} \"{}\"", value("game").unwrap(), value("board").unwrap());
        for (name, value) in &fields {
            if !["game", "board", "see"].contains(&name.as_str()) {
                command.push_str(&format!(" --{name} \"{value}\""));
            }
        }
        let output = run(&folder, &command, &SHORT);
        assert!(matches!(output.status.code(), Some(0 | 3)), "{command}: {output:?}");
    }
    assert!(positions.len() > 15, "{positions:?}");
}

/// The name of a heading in an address, as mdBook makes it.
fn anchor(heading: &str) -> String {
    let heading = heading.trim_start_matches('#').trim();
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let mut links = 0;
    for page in pages() {
        let text = read(&page);
        let in_the_book = page.parent().is_some_and(|folder| folder.ends_with("docs"));
        for target in text.split("](").skip(1).map(|rest| rest.split(')').next().unwrap()) {
            if target.contains("://") {
                continue;
            }
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let path =
                if file.is_empty() { page.clone() } else { page.parent().unwrap().join(file) };
            assert!(path.exists(), "{page:?}: {target}");
            // What is not in the book's folder is not in the book.
            assert!(!in_the_book || !file.contains('/'), "{page:?}: {target}");
            if !heading.is_empty() {
                let there = read(&path);
                let headings = there.lines().filter(|line| line.starts_with('#')).map(anchor);
                assert!(headings.into_iter().any(|known| known == heading), "{page:?}: {target}");
            }
            links += 1;
        }
    }
    assert!(links > 80, "{links}");
}

#[test]
fn the_summary_lists_every_page_once() {
    let summary = read(&root().join("docs/SUMMARY.md"));
    for page in book() {
        let name = page.file_name().unwrap().to_string_lossy().into_owned();
        let entries = summary.matches(&format!("({name})")).count();
        assert_eq!(entries, usize::from(name != "SUMMARY.md"), "{name} in SUMMARY.md");
    }
}
