//! `outplay attach`: does a path attached to a vertex change the Grundy value?

use outplay::{Error, attach};

use crate::cli::{AttachArgs, Common};
use crate::exit;
use crate::progress::{self, ProgressLine};

pub fn run(common: &Common, asked: &AttachArgs) -> Result<u8, Error> {
    let line = ProgressLine::new(common);
    let run = progress::run(common, &line);
    let attached = attach(&asked.question.read()?, asked.path, asked.at.as_deref(), &run)?;
    Ok(exit::answer(common, &attached))
}
