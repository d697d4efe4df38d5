//! The Grundy values of heaps, at once or as they are found.

use std::fmt;
use std::io::{self, Write};

use outplay_rules::error::InputError;
use outplay_solve::heaps::Engine;
use outplay_solve::limits::{Budget, Stopped};
use serde::Serialize;

use super::engine_state;
use super::heaps::HeapGame;
use crate::answer::{Ended, Reply, shown_or_null};
use crate::error::{Error, file_error};
use crate::output::{Column, RowFormat, RowWriter};
use crate::run::Run;

/// Values are told as soon as so many more are known.
const CHUNK: usize = 1 << 20;

/// The Grundy values of the heaps 0, 1, 2, …
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sequence {
    /// The game.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub game: HeapGame,
    /// The largest heap that was asked for.
    pub to: u32,
    /// The values.
    pub values: Vec<u32>,
    /// The limit that was reached, if one was.
    #[serde(serialize_with = "shown_or_null", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub stopped: Option<Stopped>,
}

/// The Grundy values of heaps up to the heap of `to`.
///
/// ```
/// use outplay::{Run, sequence};
///
/// let kayles = sequence(&"kayles".parse()?, 11, &Run::default())?;
/// assert_eq!(kayles.values, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
/// # Ok::<(), outplay::Error>(())
/// ```
pub fn sequence(game: &HeapGame, to: u32, run: &Run) -> Result<Sequence, Error> {
    let mut values = Vec::new();
    let stopped = extend(game, to, run, &mut |engine| {
        values
            .extend(engine.values().iter().skip(values.len()).take(to as usize + 1 - values.len()));
        Ok(())
    })?;
    Ok(Sequence { game: game.clone(), to, values, stopped: stopped.map(|(why, _)| why) })
}

/// Writes Grundy values as soon as they are known, for sequences that no memory need hold. Gives the limit that came first,
/// and the last heap before it.
pub fn write_sequence(
    game: &HeapGame,
    to: u32,
    format: SequenceFormat,
    out: &mut (dyn Write + Send),
    name: &str,
    run: &Run,
) -> Result<Option<(Stopped, usize)>, Error> {
    if let SequenceFormat::Rows(format) = format {
        return write_rows(game, to, format, out, name, run);
    }
    let mut writer = Writer { to: out, format, next: 0 };
    writer.begin(game, to).map_err(file_error(name))?;
    let stopped = extend(game, to, run, &mut |engine| {
        writer.values(engine, to as usize).map_err(|error| failed(engine, error, name))
    })?;
    writer.end(stopped.map(|(why, _)| why)).map_err(file_error(name))?;
    Ok(stopped)
}

/// Finds values a chunk at a time and tells them. What was found is saved before anything else.
fn extend(
    game: &HeapGame,
    to: u32,
    run: &Run,
    told: &mut (dyn FnMut(&Engine) -> Result<(), Error> + Send),
) -> Result<Option<(Stopped, usize)>, Error> {
    let path = run.state.as_deref();
    let (mut engine, _lock): (Engine, _) = engine_state::load(path, game.code())?;
    let to = to as usize;
    run.work(|budget: &mut Budget| {
        let mut clock = engine_state::Clock::start();
        loop {
            let aim =
                engine.known().saturating_add(CHUNK).min(to.saturating_add(1)).saturating_sub(1);
            let stopped = engine.extend_to(aim, budget).err();
            let heard = told(&engine);
            let over = stopped.is_some() || engine.known() > to || heard.is_err();
            if over || clock.is_due() {
                engine_state::save(path, &engine)?;
            }
            heard?;
            if over {
                return Ok(stopped.map(|why| (why, engine.known().saturating_sub(1))));
            }
        }
    })
}

fn failed(engine: &Engine, error: io::Error, name: &str) -> Error {
    if error.kind() != io::ErrorKind::InvalidInput {
        return file_error(name)(error);
    }
    let (code, most) = (engine.code(), engine.max_grundy());
    InputError::plain(format!("{error}: values of {code} reach {most}; try --format words")).into()
}

/// How values are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SequenceFormat {
    /// Rows with the number of their first heap.
    Text,
    /// A line `heap,value` each.
    Csv,
    /// One byte a value; refused if a value needs more.
    Bytes,
    /// Two bytes a value, the lower first.
    Words,
    /// The fields of [`Sequence`].
    Json,
    /// A line `heap value` each, as the OEIS wants it.
    BFile,
    /// Rows with the columns `heap` and `value`.
    Rows(RowFormat),
}

struct Writer<'a> {
    to: &'a mut (dyn Write + Send),
    format: SequenceFormat,
    next: usize,
}

/// Writes values as rows with the columns `heap` and `value`.
fn write_rows(
    game: &HeapGame,
    to: u32,
    format: RowFormat,
    out: &mut (dyn Write + Send),
    name: &str,
    run: &Run,
) -> Result<Option<(Stopped, usize)>, Error> {
    let columns = ["heap", "value"].map(Column::named).to_vec();
    let mut writer = RowWriter::new(out, format, columns).map_err(file_error(name))?;
    let mut next = 0;
    let stopped = extend(game, to, run, &mut |engine| {
        while let Some(value) = engine.value(next).filter(|_| next <= to as usize) {
            writer.row(vec![next.into(), value.into()]).map_err(file_error(name))?;
            next += 1;
        }
        Ok(())
    })?;
    writer.finish().map_err(file_error(name))?;
    Ok(stopped)
}

impl Writer<'_> {
    fn begin(&mut self, game: &HeapGame, to: u32) -> io::Result<()> {
        match self.format {
            SequenceFormat::Json => {
                let game = serde_json::Value::String(game.to_string());
                write!(self.to, "{{\"game\":{game},\"to\":{to},\"values\":[")
            }
            SequenceFormat::Csv => writeln!(self.to, "heap,value"),
            _ => Ok(()),
        }
    }

    /// Writes what is known and not yet written.
    fn values(&mut self, engine: &Engine, to: usize) -> io::Result<()> {
        while let Some(value) = engine.value(self.next).filter(|_| self.next <= to) {
            self.value(self.next, value)?;
            self.next += 1;
        }
        self.to.flush()
    }

    fn value(&mut self, n: usize, value: u32) -> io::Result<()> {
        const A_ROW: usize = 20;
        let too_large = |width: &str| {
            let message = format!("the value {value} of the heap of {n} does not fit {width}");
            io::Error::new(io::ErrorKind::InvalidInput, message)
        };
        match self.format {
            SequenceFormat::Json if n == 0 => write!(self.to, "{value}"),
            SequenceFormat::Json => write!(self.to, ",{value}"),
            SequenceFormat::Csv => writeln!(self.to, "{n},{value}"),
            SequenceFormat::BFile | SequenceFormat::Rows(_) => writeln!(self.to, "{n} {value}"),
            SequenceFormat::Bytes => {
                self.to.write_all(&[u8::try_from(value).map_err(|_| too_large("a byte"))?])
            }
            SequenceFormat::Words => self.to.write_all(
                &u16::try_from(value).map_err(|_| too_large("two bytes"))?.to_le_bytes(),
            ),
            SequenceFormat::Text if n == 0 => write!(self.to, "{n:>9}: {value:>3}"),
            SequenceFormat::Text if n.is_multiple_of(A_ROW) => {
                write!(self.to, "\n{n:>9}: {value:>3}")
            }
            SequenceFormat::Text => write!(self.to, " {value:>3}"),
        }
    }

    fn end(&mut self, stopped: Option<Stopped>) -> io::Result<()> {
        match (self.format, stopped) {
            (SequenceFormat::Json, None) => writeln!(self.to, "]}}")?,
            (SequenceFormat::Json, Some(stopped)) => {
                writeln!(self.to, "],\"stopped\":\"{stopped}\"}}")?
            }
            (SequenceFormat::Text, _) => writeln!(self.to)?,
            _ => {}
        }
        self.to.flush()
    }
}

impl Reply for Sequence {
    fn ended(&self) -> Ended {
        Ended::unless(self.stopped.is_some())
    }
}

/// Rows with the number of their first heap.
impl fmt::Display for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        let mut writer = Writer { to: &mut text, format: SequenceFormat::Text, next: 0 };
        for (n, &value) in self.values.iter().enumerate() {
            writer.value(n, value).map_err(|_| fmt::Error)?;
        }
        f.write_str(&String::from_utf8_lossy(&text))
    }
}
