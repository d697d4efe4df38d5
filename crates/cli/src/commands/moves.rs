//! `outplay moves`: every legal move with the value it leads to.

use outplay::{Error, moves};

use crate::cli::{Common, QuestionArgs};
use crate::exit;
use crate::progress::{self, ProgressLine};

pub fn run(common: &Common, question: &QuestionArgs) -> Result<u8, Error> {
    let line = ProgressLine::new(common);
    let moves = moves(&question.read()?, &progress::run(common, &line))?;
    Ok(exit::answer(common, &moves))
}
