//! `outplay critical`: the critical states of a Closing Octagons board up to isomorphism.

use outplay::{Error, critical};

use crate::cli::Common;
use crate::exit;
use crate::progress::{self, Line};

pub fn run(common: &Common, board: &str) -> Result<u8, Error> {
    let line = Line::new(common);
    let critical = critical(&board.parse()?, &progress::run(common, &line))?;
    Ok(exit::answer(common, &critical))
}
