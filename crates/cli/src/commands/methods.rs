//! `outplay methods`: the methods by which a board can be solved.

use outplay::{Error, methods};

use crate::cli::{Common, QuestionArgs};
use crate::exit;
use crate::progress::{self, ProgressLine};

pub fn run(common: &Common, question: &QuestionArgs) -> Result<u8, Error> {
    let line = ProgressLine::new(common);
    let methods = methods(&question.read()?, &progress::run(common, &line))?;
    Ok(exit::answer(common, &methods))
}
