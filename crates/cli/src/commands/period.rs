//! `outplay period`: the period of a nim-sequence, found and proved.

use std::io::Write;

use outplay::{Error, InputError, Run, file_error, period};

use crate::cli::{Common, Period};
use crate::exit;
use crate::progress::{self, Line};

pub fn run(common: &Common, asked: &Period) -> Result<u8, Error> {
    let line = Line::new(common);
    let state = asked.state.as_ref().map(Into::into);
    let run = Run { state, ..progress::run(common, &line) };
    let found = period(&asked.code.parse()?, asked.limit, &run)?;
    // Files first: who reads standard output may go away at any moment.
    let written = match &asked.certificate {
        Some(path) => write_certificate(common, path, &found),
        None => Ok(()),
    };
    let code = exit::tell(common, &found);
    written.map(|()| code)
}

fn write_certificate(common: &Common, path: &str, found: &outplay::Period) -> Result<(), Error> {
    let text = found.certificate().map_err(|error| {
        InputError::plain(format!("{path} is not written: {}", error.message()))
    })?;
    std::fs::write(path, text).map_err(file_error(path))?;
    if !common.quiet {
        let _ = writeln!(std::io::stderr(), "wrote {path}; `outplay check {path}` confirms it");
    }
    Ok(())
}
