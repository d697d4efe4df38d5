//! What each start of a hop game is worth, before the first X stands. Points that a symmetry takes to each other are
//! worth the same, so one of each kind is solved.

use crate::{Asked, Error, Run, Stopped, Worth, value};
use outplay_rules::error::InputError;
use outplay_rules::in_space;
use outplay_rules::option::START;
use outplay_rules::rules::Rules;
use outplay_rules::spaces::Space;
use outplay_rules::symmetry::Structure;
use serde::Serialize;

/// The starts of a game with what they are worth.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StartValues {
    starts: Vec<StartValue>,
    /// The limit that was reached, if one was.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
}

/// A start.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct StartValue {
    /// The point where the first X stands.
    start: String,
    #[serde(flatten)]
    worth: Worth,
    /// The same in words.
    words: String,
}

/// Values every start.
pub fn starts(asked: &Asked, run: &Run) -> Result<StartValues, Error> {
    if !asked.cases.has_starts() {
        return Err(InputError::plain("this game already has a start").into());
    }
    let kinds = in_space!(asked.cases.first(), |game| kinds(game.space()));
    run.work(|budget| {
        let mut found = StartValues { starts: Vec::new(), stopped: None };
        let all = asked.cases.all().iter().filter_map(|case| case.start.as_ref());
        for start in all {
            let mut question = asked.question.clone();
            question.options.set(&START, start)?;
            match value(&Asked::new(&question, run)?, &run.how, budget)? {
                Ok(value) => found.add(&kinds, start, Worth::from(value)),
                Err(stopped) => {
                    found.stopped = Some(stopped.to_string());
                    if stopped == Stopped::Interrupted {
                        return Err(stopped.into());
                    }
                    break;
                }
            }
        }
        Ok(found)
    })
}

/// The names of the points, those of a kind together.
fn kinds<S: Space>(space: &S) -> Vec<Vec<String>> {
    let places = space.places();
    let orbits = match space.sets().and_then(Structure::of_sets) {
        Some(structure) => structure.orbits(),
        None => (0..places.len()).collect(),
    };
    let kind = |kind: usize| {
        let own = (0..places.len()).filter(|&place| orbits[place] == kind);
        own.map(|place| places.name(place)).collect()
    };
    (0..places.len()).map(kind).filter(|kind: &Vec<String>| !kind.is_empty()).collect()
}

impl StartValues {
    fn add(&mut self, kinds: &[Vec<String>], start: &String, worth: Worth) {
        let own = std::slice::from_ref(start);
        let kind = kinds.iter().find(|kind| kind.contains(start)).map_or(own, |kind| &kind[..]);
        let words = worth.to_string();
        let valued = |start: &String| StartValue {
            start: start.clone(),
            worth: worth.clone(),
            words: words.clone(),
        };
        self.starts.extend(kind.iter().map(valued));
    }
}
