//! `outplay critical`: the critical states of a Closing Octagons board up to isomorphism.

use outplay::{Error, critical};

use crate::cli::Common;
use crate::exit;
use crate::progress::{self, ProgressLine};

pub fn run(common: &Common, board: &str) -> Result<u8, Error> {
    let line = ProgressLine::new(common);
    let critical = critical(&board.parse()?, &progress::run(common, &line))?;
    Ok(exit::answer(common, &critical))
}
