//! `outplay quotient`: the misère quotient of a heap game, or of all that can be left of a board.

use outplay::{
    Error, HeapGame, InputError, MisereQuotient, Question, board_quotient, files, quotient,
};

use crate::cli::{Common, Quotient};
use crate::exit;
use crate::progress::{self, Line};

pub fn run(common: &Common, asked: &Quotient) -> Result<u8, Error> {
    let line = Line::new(common);
    if let Some(board) = &asked.board {
        let question = Question::new(&asked.game, board)?;
        let found = board_quotient(&question, &progress::run(common, &line))?;
        return Ok(exit::answer(common, &found));
    }
    let game: HeapGame = asked.game.parse()?;
    asked.certificate.iter().try_for_each(files::try_path)?;
    let to = asked.to.unwrap_or_default() as usize;
    let found = quotient(&game, to, &progress::run(common, &line))?;
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
