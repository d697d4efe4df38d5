//! The Grundy values of heaps, at once or as they are found.

use std::fmt;
use std::io::{self, Write};

use outplay_rules::error::InputError;
use outplay_solve::heaps::{AnyHeap, Engine};
use outplay_solve::limits::{Budget, Stopped};
use serde::Serialize;

use super::due::Due;
use super::engine_state;
use super::heaps::HeapGame;
use crate::answer::{Ended, Reply, shown_or_null};
use crate::error::{Error, file_error};
use crate::output::{Column, RowFormat, RowWriter};
use crate::run::Run;

/// Values are reported at most this many at a time.
const PORTION: usize = 1 << 16;

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
    let stopped = extend(game, to, run, &mut |_, more| {
        values.try_reserve(more.len()).map_err(|_| Stopped::Memory)?;
        values.extend_from_slice(more);
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
    let stopped = extend(game, to, run, &mut |engine, more| {
        writer.values(more).map_err(|error| failed(engine, error, name))
    })?;
    writer.end(stopped.map(|(why, _)| why)).map_err(file_error(name))?;
    Ok(stopped)
}

/// Who receives the values in order, a portion at a time, and the engine that computed them.
type Told<'a> = &'a mut (dyn FnMut(&Engine, &[u32]) -> Result<(), Error> + Send);

/// Finds values and reports them as soon as they are known: computed ones first, and once a period is proved those that
/// follow from it. What was computed is saved before anything else.
fn extend(
    game: &HeapGame,
    to: u32,
    run: &Run,
    told: Told,
) -> Result<Option<(Stopped, usize)>, Error> {
    let path = run.state.as_deref();
    let (engine, _lock): (Engine, _) = engine_state::load(path, game.code())?;
    let mut heaps = AnyHeap::from_engine(engine);
    let count = to as usize + 1;
    run.work(|budget: &mut Budget| {
        let mut due = Due::from_now(run);
        let mut next = 0;
        loop {
            let stopped = heaps.advance(to.into(), budget).err();
            // All that were computed; of those that follow from a period one portion, and then the limits are checked.
            let heard = loop {
                let more = portion(&heaps, next, count);
                next += more.len();
                let heard = told(heaps.engine(), &more);
                let all = next >= heaps.engine().known().min(count);
                if all || more.is_empty() || heard.is_err() {
                    break heard;
                }
            };
            let over = stopped.is_some() || next >= count || heard.is_err();
            let save = || engine_state::save(path, heaps.engine());
            if over { save() } else { due.save_if_due(save) }?;
            heard?;
            if over {
                return Ok(stopped.map(|why| (why, next.saturating_sub(1))));
            }
            if heaps.law().is_some() {
                budget.note(next as u64, count as u64);
            }
        }
    })
}

/// The next values that are known.
fn portion(heaps: &AnyHeap, next: usize, count: usize) -> Vec<u32> {
    let end = next.saturating_add(PORTION).min(count);
    let value = |n: usize| heaps.known(n as u64).and_then(|value| u32::try_from(value).ok());
    (next..end).map_while(value).collect()
}

fn failed(engine: &Engine, error: io::Error, name: &str) -> Error {
    if error.kind() != io::ErrorKind::InvalidInput {
        return file_error(name)(error);
    }
    InputError::plain(format!("{error}; try --format words for {}", engine.code())).into()
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
    let mut next = 0_usize;
    let stopped = extend(game, to, run, &mut |_, more| {
        for &value in more {
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

    /// Writes the values that follow.
    fn values(&mut self, more: &[u32]) -> io::Result<()> {
        for &value in more {
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
