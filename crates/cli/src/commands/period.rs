//! `outplay period`: the period of a nim-sequence, found and proved.

use outplay::{Error, HeapGame, InputError, Run, files, period};

use crate::cli::{Common, Period};
use crate::exit;
use crate::progress::{self, Line};

pub fn run(common: &Common, asked: &Period) -> Result<u8, Error> {
    let game: HeapGame = asked.code.parse()?;
    asked.certificate.iter().try_for_each(files::try_path)?;
    let line = Line::new(common);
    let state = asked.state.as_ref().map(Into::into);
    let run = Run { state, ..progress::run(common, &line) };
    let found = period(&game, asked.limit, &run)?;
    // A file that cannot be written takes nothing from the answer.
    let certified = match &asked.certificate {
        Some(path) => write_certificate(common, path, &found, asked.blocks, &run),
        None => Ok(()),
    };
    let unsaved = found.unsaved.clone().or(certified.err());
    exit::after_saving(exit::answer(common, &found), unsaved)
}

fn write_certificate(
    common: &Common,
    path: &str,
    found: &outplay::Period,
    blocks: Option<u16>,
    run: &Run,
) -> Result<(), Error> {
    let text = match blocks {
        None => found.certificate().map_err(Error::from),
        Some(blocks) => found.certificate_in_blocks(blocks.into(), run),
    };
    let text = text.map_err(|error| match error {
        Error::Input(error) => {
            InputError::plain(format!("could not write {path}: {}", error.message())).into()
        }
        error => error,
    })?;
    files::write(path, text)?;
    if !common.quiet {
        exit::tell(&format!("wrote {path}; `outplay check {path}` confirms it"));
    }
    Ok(())
}
