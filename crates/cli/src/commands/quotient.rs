//! `outplay quotient`: the misère quotient of a heap game.

use outplay::{Error, HeapGame, InputError, MisereQuotient, files, quotient};

use crate::cli::{Common, Quotient};
use crate::exit;
use crate::progress::{self, Line};

pub fn run(common: &Common, asked: &Quotient) -> Result<u8, Error> {
    let game: HeapGame = asked.code.parse()?;
    asked.certificate.iter().try_for_each(files::try_path)?;
    let line = Line::new(common);
    let found = quotient(&game, asked.to as usize, &progress::run(common, &line))?;
    // A file that cannot be written takes nothing from the answer.
    let certified = match &asked.certificate {
        Some(path) => write_certificate(common, path, &found),
        None => Ok(()),
    };
    exit::after_saving(exit::answer(common, &found), certified.err())
}

fn write_certificate(common: &Common, path: &str, found: &MisereQuotient) -> Result<(), Error> {
    let text = found.certificate().map_err(|error| {
        InputError::plain(format!("could not write {path}: {}", error.message()))
    })?;
    files::write(path, text)?;
    if !common.quiet {
        exit::tell(&format!("wrote {path}; `outplay check {path}` confirms it"));
    }
    Ok(())
}
