//! `outplay check`: a certificate, replayed by the independent checker.

use outplay::{CheckOptions, Error, check_with, file_error};

use crate::cli::Common;
use crate::exit;
use crate::progress::{self, ProgressLine};

pub fn run(common: &Common, file: &str, options: &CheckOptions) -> Result<u8, Error> {
    let source = std::fs::File::open(file).map_err(file_error(file))?;
    // A folder can be opened, but what is not read is not refuted.
    if source.metadata().is_ok_and(|it| it.is_dir()) {
        return Err(file_error(file)(std::io::ErrorKind::IsADirectory.into()));
    }
    let line = ProgressLine::new(common);
    let source = std::io::BufReader::new(source);
    let checked = check_with(source, options, &progress::run(common, &line))?;
    Ok(exit::answer(common, &checked))
}

/// Whether the lines of a file, printed by checks of parts, are about all of them.
pub fn combine(common: &Common, file: &str) -> Result<u8, Error> {
    Ok(exit::answer(common, &outplay::combine(&outplay::read_file(file)?)?))
}
