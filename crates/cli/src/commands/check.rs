//! `outplay check`: a certificate, replayed by the independent checker.

use outplay::{CheckOptions, Error, check_with, file_error};

use crate::cli::Common;
use crate::exit;
use crate::progress::{self, Line};

pub fn run(common: &Common, file: &str, options: &CheckOptions) -> Result<u8, Error> {
    let source = std::fs::File::open(file).map_err(file_error(file))?;
    let line = Line::new(common);
    let source = std::io::BufReader::new(source);
    let checked = check_with(source, options, &progress::run(common, &line))?;
    Ok(exit::answer(common, &checked))
}

/// Whether the lines of a file, printed by checks of parts, are about all of them.
pub fn combine(common: &Common, file: &str) -> Result<u8, Error> {
    Ok(exit::answer(common, &outplay::combine(&outplay::read_file(file)?)?))
}
