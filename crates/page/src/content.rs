//! What the page tells beside the games themselves: the pictures of its front page, lessons, examples. It stands in
//! `content.json`; the tests ask the solver whether it is true.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use outplay::Written;
use serde::{Deserialize, Serialize};

/// The content of the page.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Content {
    lines: Vec<Line>,
    lessons: Vec<Lesson>,
    /// Examples for each way to explore: what its form is filled with.
    explore: BTreeMap<String, Vec<BTreeMap<String, String>>>,
    /// What the program says of games, in other languages, by their codes.
    #[serde(default)]
    words: BTreeMap<String, Words>,
}

/// What the program says, in another language.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Words {
    /// Sentences by their English, with `{}` where something is filled in.
    sentences: BTreeMap<String, String>,
    /// Words of what is filled in.
    phrases: BTreeMap<String, String>,
}

/// A line of work on the front page.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Line {
    title: String,
    text: String,
    question: Written,
    /// Whether the values of the moves are shown.
    #[serde(default)]
    values: bool,
    more: Vec<More>,
}

/// Another game of the same kind.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct More {
    title: String,
    question: Written,
}

/// A lesson: steps that are read, and positions that are played.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Lesson {
    id: String,
    title: String,
    summary: String,
    steps: Vec<Step>,
}

/// A step of a lesson.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Step {
    title: String,
    /// Paragraphs.
    text: Vec<String>,
    /// The position to look at.
    question: Written,
    /// What the learner is to do.
    task: Exercise,
    /// What is said when it is done.
    #[serde(default)]
    done: String,
}

/// What the learner does in a step. The solver judges it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
enum Exercise {
    /// Reads.
    Look,
    /// Makes a best move.
    Move,
    /// Plays to the end against perfect play and wins.
    Win,
}

/// The content.
pub fn content() -> &'static Content {
    static CONTENT: OnceLock<Content> = OnceLock::new();
    CONTENT.get_or_init(|| {
        let nothing = Content {
            lines: Vec::new(),
            lessons: Vec::new(),
            explore: BTreeMap::new(),
            words: BTreeMap::new(),
        };
        let content = serde_json::from_str(include_str!("content.json")).unwrap_or(nothing);
        let words = serde_json::from_str(include_str!("words.json")).unwrap_or_default();
        Content { words, ..content }
    })
}

#[cfg(test)]
mod tests {
    use outplay::{Run, solve};

    use super::*;

    /// Whatever the page shows of games and lessons is there in every language.
    #[test]
    fn every_sentence_is_translated() {
        let content = content();
        assert!(content.words.contains_key("de"));
        let lessons = content.lessons.iter().flat_map(|lesson| {
            let steps = lesson.steps.iter().flat_map(|step| {
                step.text.iter().chain([&step.title, &step.done]).map(String::as_str)
            });
            steps.chain([&lesson.title[..], &lesson.summary])
        });
        let games = outplay_rules::games::GAMES.iter().map(|def| def.sentence);
        let texts: Vec<&str> =
            lessons.chain(games).chain(content.lines.iter().map(|line| &line.text[..])).collect();
        for (language, words) in &content.words {
            let sentences = texts.iter().flat_map(|text| text.split_inclusive(['.', '?']));
            let known =
                |sentence: &&str| sentence.is_empty() || words.sentences.contains_key(*sentence);
            let missing: Vec<&str> =
                sentences.map(str::trim).filter(|sentence| !known(sentence)).collect();
            assert!(missing.is_empty(), "{language}: {missing:#?}");
        }
    }

    #[test]
    fn the_solver_agrees_with_the_lessons() {
        let content: Content = serde_json::from_str(include_str!("content.json")).unwrap();
        assert_eq!(content.lines.len(), 5);
        for line in &content.lines {
            for question in line.more.iter().map(|more| &more.question).chain([&line.question]) {
                assert!(outplay::Asked::new(&question.read().unwrap(), &Run::default()).is_ok());
            }
        }
        for lesson in &content.lessons {
            assert!(lesson.steps.iter().any(|step| step.task == Exercise::Win), "{}", lesson.id);
            for step in &lesson.steps {
                let solved = solve(&step.question.read().unwrap(), &Run::default()).unwrap();
                let json = serde_json::to_value(&solved).unwrap();
                if step.task == Exercise::Win {
                    // The learner is the one to move.
                    assert_eq!(json["winner"], json["to_move"], "{}", step.title);
                }
                if step.task == Exercise::Move {
                    let best = json["best_moves"].as_array().map_or(0, Vec::len);
                    assert!(best > 0, "{}", step.title);
                }
            }
        }
    }
}
