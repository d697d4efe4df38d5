//! `outplay weights`: α- and β-weights of a position, its points and pairs of points.

use outplay::{Error, weights};

use crate::cli::{Common, WeightsArgs};
use crate::exit;
use crate::progress::{self, ProgressLine};

pub fn run(common: &Common, asked: &WeightsArgs) -> Result<u8, Error> {
    let line = ProgressLine::new(common);
    let weights = weights(&asked.question.read()?, &asked.pair, &progress::run(common, &line))?;
    Ok(exit::answer(common, &weights))
}
