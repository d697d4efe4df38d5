//! What all answers have in common: they are JSON, sentences, and an end.

use std::fmt::Display;
use std::time::Duration;

use serde::{Serialize, Serializer};

/// How a question ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The answer is there.
    Answered,
    /// What was asked about is refuted or invalid.
    Refuted,
    /// A limit was reached before the answer; what is known is reported.
    Limit,
}

impl Ended {
    /// Answered, unless a limit came first.
    pub fn unless(stopped: bool) -> Self {
        if stopped { Ended::Limit } else { Ended::Answered }
    }

    /// What the command ends with.
    pub fn exit_code(self) -> u8 {
        match self {
            Ended::Answered => 0,
            Ended::Refuted => 1,
            Ended::Limit => 3,
        }
    }
}

/// An answer: it serialises to the fields of the interface and is displayed as sentences.
pub trait Reply: Serialize + Display {
    /// How the question ended.
    fn ended(&self) -> Ended {
        Ended::Answered
    }
}

/// A field that only some answers have: left out, or null where it is not known.
pub type Field<T> = Option<Option<T>>;

/// Writes a value as it is displayed.
pub(crate) fn shown<T: Display, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}

/// Writes a value as it is displayed, or null.
pub(crate) fn shown_or_null<T: Display, S: Serializer>(
    value: &Option<T>,
    to: S,
) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => to.collect_str(value),
        None => to.serialize_none(),
    }
}

/// Seconds to the millisecond.
pub(crate) fn seconds(elapsed: Duration) -> f64 {
    (elapsed.as_secs_f64() * 1e3).round() / 1e3
}
