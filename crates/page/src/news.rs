//! What the page is told about work in progress.

use outplay::{Partial, Progress};
use serde::Serialize;
use serde_json::{Value, json};

/// How far a job is.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Progress"))]
pub struct ProgressReport {
    positions: u64,
    megabytes: u64,
    seconds: f64,
    done: u64,
    of: u64,
}

impl From<Progress> for ProgressReport {
    fn from(progress: Progress) -> Self {
        let (done, of) = progress.done;
        let seconds = (progress.elapsed.as_secs_f64() * 10.0).round() / 10.0;
        let (positions, megabytes) = (progress.positions, progress.memory >> 20);
        ProgressReport { positions, megabytes, seconds, done, of }
    }
}

/// What is known so far, if that is worth showing: the values of some moves.
pub fn partial(known: Partial) -> Option<Value> {
    match known {
        Partial::Values(values) => Some(json!({ "words": values.words, "moves": values.moves })),
        _ => None,
    }
}
