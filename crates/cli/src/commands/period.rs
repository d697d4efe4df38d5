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
    let found = period(&game, asked.limit, &Run { state, ..progress::run(common, &line) })?;
    // A file that cannot be written takes nothing from the answer.
    let certified = match &asked.certificate {
        Some(path) => write_certificate(common, path, &found),
        None => Ok(()),
    };
    let unsaved = found.unsaved.clone().or(certified.err());
    exit::after_saving(exit::answer(common, &found), unsaved)
}

fn write_certificate(common: &Common, path: &str, found: &outplay::Period) -> Result<(), Error> {
    let text = found.certificate().map_err(|error| {
        InputError::plain(format!("could not write {path}: {}", error.message()))
    })?;
    files::write(path, text)?;
    if !common.quiet {
        exit::tell(&format!("wrote {path}; `outplay check {path}` confirms it"));
    }
    Ok(())
}
