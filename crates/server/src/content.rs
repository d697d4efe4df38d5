//! What the page tells beside the games themselves: the pictures of its front page, lessons, examples. It stands in
//! `content.json`; the tests ask the solver whether it is true.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use outplay::Written;
use serde::{Deserialize, Serialize};

/// The content of the page.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Content {
    lines: Vec<Line>,
    lessons: Vec<Lesson>,
    /// Examples for each way to explore: what its form is filled with.
    explore: BTreeMap<String, Vec<BTreeMap<String, String>>>,
}

/// A line of work on the front page.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct More {
    title: String,
    question: Written,
}

/// A lesson: steps that are read, and positions that are played.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Lesson {
    id: String,
    title: String,
    summary: String,
    steps: Vec<Step>,
}

/// A step of a lesson.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
        serde_json::from_str(include_str!("content.json")).unwrap_or(Content {
            lines: Vec::new(),
            lessons: Vec::new(),
            explore: BTreeMap::new(),
        })
    })
}

#[cfg(test)]
mod tests {
    use outplay::{Run, solve};

    use super::*;

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
