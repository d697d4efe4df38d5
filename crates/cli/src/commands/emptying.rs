//! `outplay emptying`: the longest game the winner can force.

use outplay::{Error, emptying};

use crate::cli::{Common, EmptyingArgs};
use crate::exit;
use crate::progress::{self, ProgressLine};

pub fn run(common: &Common, asked: &EmptyingArgs) -> Result<u8, Error> {
    let line = ProgressLine::new(common);
    let run = progress::run(common, &line);
    let emptying = emptying(&asked.question.read()?, asked.only_whether, &run)?;
    Ok(exit::answer(common, &emptying))
}
