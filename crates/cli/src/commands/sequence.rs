//! `outplay sequence`: Grundy values of heaps, streamed.

use std::io::{BufWriter, ErrorKind, Write};

use outplay::answer::Ended;
use outplay::door::sequence::SequenceFormat;
use outplay::{Error, HeapGame, Run, file_error, write_sequence};

use crate::cli::{Common, SequenceArgs};
use crate::progress::{self, ProgressLine};
use crate::rows::Overwriting;

pub fn run(common: &Common, asked: &SequenceArgs) -> Result<u8, Error> {
    let game: HeapGame = asked.code.parse()?;
    let name = asked.output.as_deref().unwrap_or("standard output");
    let target: Box<dyn Write + Send> = match &asked.output {
        Some(path) => Box::new(Overwriting::open(path).map_err(file_error(path))?),
        None => Box::new(std::io::stdout()),
    };
    let format = if common.json { SequenceFormat::Json } else { asked.format.into() };
    let line = ProgressLine::new(common);
    let state = asked.state.as_ref().map(Into::into);
    let run = Run { state, ..progress::run(common, &line) };
    let mut out = BufWriter::new(target);
    let written = write_sequence(&game, asked.to, format, &mut out, name, &run);
    if matches!(&written, Err(Error::Io { source, .. }) if source.kind() == ErrorKind::BrokenPipe) {
        // The reader has seen enough.
        return Ok(Ended::Answered.exit_code());
    }
    let stopped = written?;
    progress::clear(common);
    if let (Some((why, last)), false) = (stopped, common.quiet) {
        let _ = writeln!(std::io::stderr(), "{why} after heap {last}");
    }
    Ok(Ended::unless(stopped.is_some()).exit_code())
}
