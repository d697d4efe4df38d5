//! `outplay verify`: plays a strategy against every opponent.

use std::path::Path;

use outplay::door::verify::{Challenge, SHOWN, strategies};
use outplay::{Error, InputError, files, verify};
use outplay_strategy::strategy::Guarantee;

use crate::cli::{Common, VerifyArgs};
use crate::exit;
use crate::progress::{self, ProgressLine};

/// Choices that a file may have.
const MOST_CHOICES: usize = 10_000_000;

pub fn run(common: &Common, asked: &VerifyArgs) -> Result<u8, Error> {
    let (Some(game), Some(board)) = (&asked.game, &asked.board) else {
        return Ok(exit::answer(common, &strategies()));
    };
    let question = asked.options.question(game, board, asked.after.as_deref())?;
    let Some(strategy) = &asked.strategy else {
        let error = InputError::plain("--strategy NAME is missing");
        return Err(error.help("`outplay verify` alone lists the strategies").into());
    };
    let challenge = Challenge {
        claim: asked.claim.as_deref().map(Guarantee::read).transpose()?,
        some: asked.some,
        choices: if asked.rule.is_some() { MOST_CHOICES } else { SHOWN },
        certificate: asked.certificate.as_ref().map(|_| asked.certificate_form.into()),
        ..Challenge::new(strategy, asked.side.into())
    };
    let paths = [&asked.certificate, &asked.rule];
    paths.into_iter().flatten().try_for_each(files::try_path)?;
    let line = ProgressLine::new(common);
    let mut verified = verify(&question, &challenge, &progress::run(common, &line))?;
    // The answer is printed even if the file cannot be written.
    let mut unsaved = None;
    if let (Some(text), Some(path)) = (verified.rule_file(), &asked.rule) {
        unsaved = files::write(path, text).err();
    }
    if let (Some(certified), Some(path)) = (&mut verified.certificate, &asked.certificate) {
        unsaved = unsaved.or(certified.write(Path::new(path)).err());
    }
    verified.rule_written = asked.rule.is_some();
    exit::after_saving(exit::answer(common, &verified), unsaved)
}
