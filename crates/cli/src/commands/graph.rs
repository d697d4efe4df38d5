//! `outplay graph`: the game graph of a position, with its kernel marked.

use std::path::Path;

use outplay::{Error, graph};

use crate::cli::{Common, Graph};
use crate::exit;
use crate::progress::{self, Line};

pub fn run(common: &Common, asked: &Graph) -> Result<u8, Error> {
    let line = Line::new(common);
    let run = progress::run(common, &line);
    let mut drawing = graph(&asked.question.read()?, asked.format.into(), asked.most, &run)?;
    if let Some(path) = &asked.output {
        drawing.write(Path::new(path))?;
    }
    Ok(exit::answer(common, &drawing))
}
