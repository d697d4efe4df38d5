//! `outplay quotient`: the misère quotient of a heap game, or of all that can be left of a board.

use outplay::answer::Reply;
use outplay::{Error, HeapGame, InputError, Question, board_quotient, files, quotient};

use crate::cli::{Common, QuotientArgs};
use crate::exit;
use crate::progress::{self, ProgressLine};

pub fn run(common: &Common, asked: &QuotientArgs) -> Result<u8, Error> {
    asked.certificate.iter().try_for_each(files::try_path)?;
    let line = ProgressLine::new(common);
    let path = asked.certificate.as_deref();
    if let Some(board) = &asked.board {
        let question = Question::new(&asked.game, board)?;
        let found = board_quotient(&question, &progress::run(common, &line))?;
        return answer(common, &found, path, || found.certificate());
    }
    let game: HeapGame = asked.game.parse()?;
    let to = asked.to.unwrap_or_default() as usize;
    let found = quotient(&game, to, &progress::run(common, &line))?;
    answer(common, &found, path, || found.certificate())
}

/// Prints an answer and writes its certificate. The answer is printed even if the file cannot be written.
fn answer(
    common: &Common,
    found: &impl Reply,
    path: Option<&str>,
    certificate: impl FnOnce() -> Result<String, InputError>,
) -> Result<u8, Error> {
    let certified = path.map_or(Ok(()), |path| write_certificate(common, path, certificate()));
    exit::after_saving(exit::answer(common, found), certified.err())
}

fn write_certificate(
    common: &Common,
    path: &str,
    certificate: Result<String, InputError>,
) -> Result<(), Error> {
    let text = certificate.map_err(|error| {
        InputError::plain(format!("{path} was not written: {}", error.message()))
    })?;
    files::write(path, text)?;
    if !common.quiet {
        exit::tell(&format!("wrote {path}; check it with `outplay check {path}`"));
    }
    Ok(())
}
