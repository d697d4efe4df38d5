//! What a check may take. A certificate of a hundred bytes can state what takes a year to look at: that is refused before
//! any work, in words.

use crate::Refused;

/// The memory, work and patience for a check.
#[derive(Clone, Copy)]
pub struct Allowance<'a> {
    /// The most bytes that tables take.
    pub memory: u64,
    /// The most looks at values of options that computing a nim-sequence takes.
    pub looks: u64,
    /// Asked from time to time; a check that it stops says nothing of the certificate.
    pub stop: &'a dyn Fn() -> bool,
}

/// Looks that are usually allowed: some seconds.
pub const USUAL_LOOKS: u64 = 2_000_000_000;

impl Allowance<'static> {
    /// So much memory, and as much work as is usual.
    pub fn usual(memory: u64) -> Self {
        Allowance { memory, looks: USUAL_LOOKS, stop: &|| false }
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
