//! What a check may take. A certificate of a hundred bytes can state something that takes a year to check. It is
//! refused with a message before any work is done.

use std::fmt;
use std::ops::Range;
use std::path::Path;

use crate::Refused;
use crate::theory::Theory;

/// The memory, work and patience for a check.
#[derive(Clone, Copy)]
pub struct Allowance<'a> {
    /// The most bytes that tables take.
    pub memory: u64,
    /// The most option values that computing a nim-sequence may look at.
    pub looks: u64,
    /// Asked from time to time; a check that it stops says nothing of the certificate.
    pub stop: &'a dyn Fn() -> bool,
    /// The part of a closed or recomputed proof that is checked; none: all of it.
    pub part: Option<Part>,
    /// The folder in which the levels of a recomputed proof are kept between its parts.
    pub scratch: Option<&'a Path>,
    /// The theories that the user rejects.
    pub without: &'a [Theory],
    /// Whether what only explains the proof is counted as well, which takes more memory.
    pub explain: bool,
}

/// One of several parts of a check. All of them together are the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    number: u64,
    of: u64,
}

impl Part {
    /// The part that a text such as `3/64` names.
    pub fn read(text: &str) -> Option<Self> {
        let (number, of) = text.split_once('/')?;
        let part = Part { number: number.parse().ok()?, of: of.parse().ok()? };
        (1..=part.of).contains(&part.number).then_some(part)
    }

    /// Its number, from 1, and how many there are.
    pub fn of(self) -> (u64, u64) {
        (self.number, self.of)
    }

    /// The indices below `count` that belong to it, if the parts are consecutive ranges.
    pub fn row(self, count: usize) -> Range<usize> {
        let until = |parts: u64| (count as u128 * u128::from(parts) / u128::from(self.of)) as usize;
        until(self.number - 1)..until(self.number)
    }

    /// Whether the item with this index belongs to it.
    pub fn has(self, index: u64) -> bool {
        index % self.of == self.number - 1
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// The usual allowance of looks: a few seconds of work.
pub const USUAL_LOOKS: u64 = 2_000_000_000;

impl Allowance<'static> {
    /// This much memory, and the usual amount of work.
    pub fn usual(memory: u64) -> Self {
        Allowance {
            memory,
            looks: USUAL_LOOKS,
            stop: &|| false,
            part: None,
            scratch: None,
            without: &[],
            explain: false,
        }
    }
}

impl Allowance<'_> {
    /// Refuses work of more looks than allowed.
    pub fn afford(&self, looks: u128) -> Result<(), Refused> {
        let allowed = self.looks;
        if looks > u128::from(allowed) { Err(Refused::Work { allowed }) } else { Ok(()) }
    }

    /// Asks whether to go on.
    pub fn go_on(&self) -> Result<(), Refused> {
        if (self.stop)() { Err(Refused::Stopped) } else { Ok(()) }
    }
}
