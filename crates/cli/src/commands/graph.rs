//! `outplay graph`: the game graph of a position, with its kernel marked.

use std::path::Path;

use outplay::{Error, files, graph};

use crate::cli::{Common, GraphArgs};
use crate::exit;
use crate::progress::{self, ProgressLine};

pub fn run(common: &Common, asked: &GraphArgs) -> Result<u8, Error> {
    let line = ProgressLine::new(common);
    let run = progress::run(common, &line);
    asked.output.iter().try_for_each(files::try_path)?;
    let mut drawing = graph(&asked.question.read()?, asked.format.into(), asked.most, &run)?;
    let unsaved = asked.output.as_ref().and_then(|path| drawing.write(Path::new(path)).err());
    exit::after_saving(exit::answer(common, &drawing), unsaved)
}
