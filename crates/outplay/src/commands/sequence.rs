//! `outplay sequence`: Grundy values of heaps, streamed.

use std::fs::File;
use std::io::{BufWriter, Write};

use outplay_rules::game::read_heap_game;
use outplay_solve::heaps::engine::Engine;
use outplay_solve::limits::{Budget, Stopped};
use serde_json::json;

use super::engine_state;
use crate::cli::{Common, Sequence, SequenceFormat};
use crate::exit::{ANSWERED, Exit, LIMIT, file_error};
use crate::progress;

/// Values are written as soon as so many more are known.
const CHUNK: usize = 1 << 20;

pub fn run(common: &Common, sequence: &Sequence) -> Result<u8, Exit> {
    let (game, code) = read_heap_game(&sequence.code)?;
    let mut engine: Engine = engine_state::load(sequence.state.as_deref(), &code)?;
    let path = sequence.output.as_deref().unwrap_or("standard output");
    let target: Box<dyn Write> = match &sequence.output {
        Some(path) => Box::new(File::create(path).map_err(file_error(path))?),
        None => Box::new(std::io::stdout()),
    };
    let mut writer =
        Writer { to: BufWriter::new(target), format: sequence.format, json: common.json, next: 0 };
    let listener = progress::listener(common);
    let mut budget = Budget::new(progress::limits(common), &listener);
    writer.begin(&game.to_string(), sequence.to).map_err(file_error(path))?;
    let stopped = extend(&mut engine, sequence, &mut writer, &mut budget, path)?;
    progress::clear(common);
    let ended = writer.end(stopped);
    engine_state::save(sequence.state.as_deref(), &engine)?;
    ended.or_else(quiet).map_err(file_error(path))?;
    if let (Some(stopped), false) = (stopped, common.quiet) {
        let _ = writeln!(
            std::io::stderr(),
            "{stopped} after the heap of {}",
            engine.known().saturating_sub(1)
        );
    }
    Ok(if stopped.is_some() { LIMIT } else { ANSWERED })
}

/// Computes and writes a chunk at a time.
fn extend(
    engine: &mut Engine,
    sequence: &Sequence,
    writer: &mut Writer,
    budget: &mut Budget,
    path: &str,
) -> Result<Option<Stopped>, Exit> {
    let to = sequence.to as usize;
    let mut clock = engine_state::Clock::start();
    loop {
        let aim = engine.known().saturating_add(CHUNK).min(to.saturating_add(1)).saturating_sub(1);
        let stopped = engine.extend_to(aim, budget).err();
        if let Err(error) = writer.values(engine, to) {
            engine_state::save(sequence.state.as_deref(), engine)?;
            return quiet(error).map(|()| stopped).map_err(|error| overflow(engine, error, path));
        }
        if stopped.is_some() || engine.known() > to {
            return Ok(stopped);
        }
        if clock.is_due() {
            engine_state::save(sequence.state.as_deref(), engine)?;
        }
    }
}

/// A reader who has gone away has seen enough: that is no failure.
fn quiet(error: std::io::Error) -> std::io::Result<()> {
    if error.kind() == std::io::ErrorKind::BrokenPipe { Ok(()) } else { Err(error) }
}

fn overflow(engine: &Engine, error: std::io::Error, path: &str) -> Exit {
    match error.kind() {
        std::io::ErrorKind::InvalidInput => Exit::Input(format!(
            "{error}: values of {} reach {}; try --format words",
            engine.code(),
            engine.max_grundy()
        )),
        _ => file_error(path)(error),
    }
}

struct Writer {
    to: BufWriter<Box<dyn Write>>,
    format: SequenceFormat,
    json: bool,
    next: usize,
}

impl Writer {
    fn begin(&mut self, game: &str, to: u32) -> std::io::Result<()> {
        match (self.json, self.format) {
            (true, _) => write!(self.to, "{{\"game\":{},\"to\":{to},\"values\":[", json!(game)),
            (_, SequenceFormat::Csv) => writeln!(self.to, "heap,value"),
            _ => Ok(()),
        }
    }

    /// Writes what is known and not yet written.
    fn values(&mut self, engine: &Engine, to: usize) -> std::io::Result<()> {
        while let Some(value) = engine.value(self.next).filter(|_| self.next <= to) {
            self.value(self.next, value)?;
            self.next += 1;
        }
        self.to.flush()
    }

    fn value(&mut self, n: usize, value: u32) -> std::io::Result<()> {
        const A_ROW: usize = 20;
        let too_large = |width: &str| {
            let message = format!("the value {value} of the heap of {n} does not fit {width}");
            std::io::Error::new(std::io::ErrorKind::InvalidInput, message)
        };
        match (self.json, self.format) {
            (true, _) if n == 0 => write!(self.to, "{value}"),
            (true, _) => write!(self.to, ",{value}"),
            (_, SequenceFormat::Csv) => writeln!(self.to, "{n},{value}"),
            (_, SequenceFormat::Bytes) => {
                self.to.write_all(&[u8::try_from(value).map_err(|_| too_large("a byte"))?])
            }
            (_, SequenceFormat::Words) => self.to.write_all(
                &u16::try_from(value).map_err(|_| too_large("two bytes"))?.to_le_bytes(),
            ),
            (_, SequenceFormat::Text) if n == 0 => write!(self.to, "{n:>9}: {value:>3}"),
            (_, SequenceFormat::Text) if n.is_multiple_of(A_ROW) => {
                write!(self.to, "\n{n:>9}: {value:>3}")
            }
            (_, SequenceFormat::Text) => write!(self.to, " {value:>3}"),
        }
    }

    fn end(&mut self, stopped: Option<Stopped>) -> std::io::Result<()> {
        match (self.json, self.format, stopped) {
            (true, _, None) => writeln!(self.to, "]}}")?,
            (true, _, Some(stopped)) => {
                writeln!(self.to, "],\"stopped\":{}}}", json!(stopped.to_string()))?
            }
            (_, SequenceFormat::Text, _) => writeln!(self.to)?,
            _ => {}
        }
        self.to.flush()
    }
}
