//! Why a search ends without an answer.

use super::limits::Stopped;

/// Why a search has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// A limit of the whole question was reached.
    Stopped(Stopped),
    /// It has looked at all the positions it was given, or another thread has the answer.
    Enough,
}

impl From<Stopped> for Halt {
    fn from(stopped: Stopped) -> Self {
        Halt::Stopped(stopped)
    }
}
