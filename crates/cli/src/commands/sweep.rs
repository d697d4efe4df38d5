//! `outplay sweep`: a statement tested on every board of a family.

use outplay::{Error, sweep};

use crate::cli::{Common, Sweep};
use crate::exit;
use crate::progress::{self, Line};

pub fn run(common: &Common, asked: &Sweep) -> Result<u8, Error> {
    let (game, family) = (asked.game.parse()?, asked.over.parse()?);
    let line = Line::new(common);
    let run = progress::run(common, &line);
    let sweep = sweep(&game, &family, &asked.options.read()?, &asked.test, &run)?;
    Ok(exit::answer(common, &sweep))
}
