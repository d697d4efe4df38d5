//! `outplay period`: the period of a nim-sequence, or of Grundy values along a family of boards, found and proved.

use outplay::{Error, GameName, HeapGame, InputError, Run, files, period, period_along};

use crate::cli::{Common, PeriodArgs};
use crate::exit;
use crate::progress::{self, ProgressLine};

/// The largest heap that is looked at.
const FAR: u64 = 1_000_000_000_000;

pub fn run(common: &Common, asked: &PeriodArgs) -> Result<u8, Error> {
    if let Some(family) = &asked.family {
        return along(common, asked, family);
    }
    let game: HeapGame = asked.code.parse()?;
    asked.certificate.iter().try_for_each(files::try_path)?;
    let line = ProgressLine::new(common);
    let state = asked.state.as_ref().map(Into::into);
    let run = Run { state, ..progress::run(common, &line) };
    let found = period(&game, asked.limit.unwrap_or(FAR), &run)?;
    // The answer is printed even if the file cannot be written.
    let certified = match &asked.certificate {
        Some(path) => {
            let text = match asked.blocks {
                None => found.certificate().map_err(Error::from),
                Some(blocks) => found.certificate_in_blocks(blocks.into(), &run),
            };
            write_certificate(common, path, text)
        }
        None => Ok(()),
    };
    let unsaved = found.unsaved.clone().or(certified.err());
    exit::after_saving(exit::answer(common, &found), unsaved)
}

/// The period along a family. A game may be given by its code alone, as for heaps.
fn along(common: &Common, asked: &PeriodArgs, family: &str) -> Result<u8, Error> {
    if asked.state.is_some() || asked.blocks.is_some() {
        let message = "--state and --blocks are for the period of a heap game";
        return Err(InputError::plain(message).into());
    }
    let game = asked.code.parse::<GameName>();
    let game = game.or_else(|error| format!("octal:{}", asked.code).parse().map_err(|_| error))?;
    let family = family.parse()?;
    asked.certificate.iter().try_for_each(files::try_path)?;
    let limit = asked.limit.map(|limit| usize::try_from(limit).unwrap_or(usize::MAX));
    let line = ProgressLine::new(common);
    let found = period_along(&game, &family, limit, &progress::run(common, &line))?;
    let certified = match &asked.certificate {
        Some(path) => write_certificate(common, path, found.certificate().map_err(Error::from)),
        None => Ok(()),
    };
    exit::after_saving(exit::answer(common, &found), certified.err())
}

fn write_certificate(
    common: &Common,
    path: &str,
    text: Result<String, Error>,
) -> Result<(), Error> {
    let text = text.map_err(|error| match error {
        Error::Input(error) => {
            InputError::plain(format!("{path} was not written: {}", error.message())).into()
        }
        error => error,
    })?;
    files::write(path, text)?;
    if !common.quiet {
        exit::tell(&format!("wrote {path}; check it with `outplay check {path}`"));
    }
    Ok(())
}
