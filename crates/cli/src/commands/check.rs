//! `outplay check`: a certificate, replayed by the independent checker.

use outplay::{Error, check, file_error};

use crate::cli::Common;
use crate::exit;
use crate::progress::{self, Line};

pub fn run(common: &Common, file: &str) -> Result<u8, Error> {
    let source = std::fs::File::open(file).map_err(file_error(file))?;
    let line = Line::new(common);
    let checked = check(std::io::BufReader::new(source), &progress::run(common, &line))?;
    Ok(exit::answer(common, &checked))
}
