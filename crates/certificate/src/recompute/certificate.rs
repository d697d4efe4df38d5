//! What a certificate states about a recomputed table, and its check.

use std::io::BufRead;
use std::ops::Range;

use super::{Order, RecomputedTable};
use crate::Refused;
use crate::allowance::{Allowance, Part};
use crate::body::{Form, Reader, Writer};
use crate::closed::Asked;
use crate::closed::connected::Connected;
use crate::closed::grid_key::bits;
use crate::digest::{Digest, sha256};
use crate::header::Header;
use crate::scratch::Scratch;
use crate::statement::Statement;

/// Larger values are not told apart.
const MOST_VALUE: u32 = 62;

impl RecomputedTable {
    /// How many values must be told apart for a statement; none if it is not about a value.
    pub fn planes_for(statement: &Statement) -> Option<usize> {
        match *statement {
            Statement::Outcome(_) => Some(1),
            Statement::Grundy(value) if value <= MOST_VALUE => Some(value as usize + 1),
            _ => None,
        }
    }
}

/// The body of a certificate: the order of the vertices, then a digest for each level.
pub fn write(order: &Order, digests: &[Digest], form: Form) -> Vec<u8> {
    let mut first = vec![order.tail as u64];
    first.extend(order.vertices.iter().map(|&vertex| vertex as u64));
    write_levels(&first, digests, form)
}

/// A first line, then a digest for each level.
pub fn write_levels(first: &[u64], digests: &[Digest], form: Form) -> Vec<u8> {
    let mut writer = Writer::new(form, Vec::new());
    // Writing to memory does not fail.
    let _ = writer.fact(first);
    digests.iter().for_each(|digest| drop(writer.fact(digest)));
    writer.finish().unwrap_or_default()
}

/// The order of the vertices of a set, with a symmetry of the header.
fn read_order(
    set: u64,
    mirror: Option<Vec<u16>>,
    reader: &mut Reader<impl BufRead>,
) -> Result<Order, Refused> {
    reader.fact()?;
    let tail = reader.index()?;
    let mut vertices = Vec::new();
    let mut left = set;
    for _ in 0..set.count_ones() {
        let vertex = reader.index()?;
        if vertex >= 64 || left >> vertex & 1 == 0 {
            return Err(Refused::Step("the order is not one of the vertices left".into()));
        }
        left &= !(1 << vertex);
        vertices.push(vertex);
    }
    match tail <= vertices.len() {
        true => Ok(Order { tail, vertices, mirror }),
        false => Err(Refused::Step("tails have more vertices than there are".into())),
    }
}

/// The name of the note in which a part says how far it is. It is one's own work on this certificate alone: the same levels may
/// be those of another game, and would not be right there. The body is that of the form `text`.
pub fn note(header: &Header, body: &[u8], part: Option<Part>) -> String {
    let (number, of) = part.map_or((1, 1), Part::of);
    let mut text = header.write().unwrap_or_default().into_bytes();
    text.extend(body);
    format!("{}.{number}-of-{of}", sha256(&text))
}

/// The digests of this many levels.
pub fn read_digests(
    levels: usize,
    reader: &mut Reader<impl BufRead>,
) -> Result<Vec<Digest>, Refused> {
    let mut digests = Vec::new();
    for _ in 0..levels {
        reader.fact()?;
        let mut digest = Digest::default();
        for number in &mut digest {
            *number = reader.number()?;
        }
        digests.push(digest);
    }
    Ok(digests)
}

/// The levels that are checked now: all of them, or those of a part. A part that was stopped goes on after the levels that it has confirmed by its
/// own note; the last one shows the statement.
pub struct Parts<'a> {
    digests: &'a [Digest],
    row: Range<usize>,
    scratch: Option<Scratch<'a>>,
    note: String,
}

impl<'a> Parts<'a> {
    /// Of levels with these digests those that are asked for, with the name of the note.
    pub fn new(digests: &'a [Digest], note: String, allowance: &Allowance<'a>) -> Self {
        let levels = digests.len();
        let row = allowance.part.map_or(0..levels, |part| part.row(levels));
        Parts { digests, row, scratch: allowance.scratch.map(Scratch), note }
    }

    /// The levels that are left to fill.
    pub fn range(&self) -> Range<usize> {
        let done = self.scratch.map_or(0, |scratch| scratch.done(&self.note));
        self.row.start + done.min(self.row.len().saturating_sub(1))..self.row.end
    }

    /// A level below, of this many words.
    pub fn read(&self, level: usize, words: usize) -> Result<Vec<u64>, Refused> {
        let below = "the levels below this part are read from a folder, and none was named";
        let scratch = self.scratch.ok_or_else(|| Refused::Scratch(below.into()))?;
        scratch.read(self.digests[level], words)
    }

    /// Compares a level that was filled, and keeps it for other parts.
    pub fn confirm(&self, level: usize, words: &[u64], digest: Digest) -> Result<(), Refused> {
        if digest != self.digests[level] {
            return Err(Refused::Step(format!("level {level} does not match its digest")));
        }
        let Some(scratch) = self.scratch else { return Ok(()) };
        scratch.write(digest, words)?;
        scratch.note(&self.note, level + 1 - self.row.start)
    }
}

/// Fills the table, or the levels of a part of it, and compares the digests. The last level decides the statement.
pub fn check<S: BufRead>(game: &Connected, start: u64, asked: Asked<S>) -> Result<S, Refused> {
    let Asked { header, second, source, allowance, told } = asked;
    let wrong = |message: &str| Refused::Step(message.into());
    let planes = RecomputedTable::planes_for(&header.statement);
    let planes = planes.ok_or_else(|| wrong("no statement for a table of values"))?;
    if start == 0 || !game.is_connected(start) {
        return Err(wrong("the position is not one component"));
    }
    let mut reader = Reader::new(header.form, source);
    let mirror = match &second.symmetries[..] {
        [] => None,
        [images] if images.len() == game.vertex_count() => Some(images.clone()),
        _ => return Err(wrong("a table has one symmetry at most, of all places")),
    };
    let order = read_order(start, mirror, &mut reader)?;
    let levels = bits(start).count() - order.tail + 1;
    if header.steps != levels as u64 {
        return Err(wrong("there are not as many levels as heads have sizes"));
    }
    let digests = read_digests(levels, &mut reader)?;
    let rest = reader.finish()?;
    let room = (header.memory, second.cost);
    let table = RecomputedTable::new(game, &order, planes, room, allowance)?;
    let note = note(header, &write(&order, &digests, Form::Text), allowance.part);
    let parts = Parts::new(&digests, note, allowance);
    let range = parts.range();
    let mut given = vec![None; levels];
    for level in table.rests_on(range.start).filter(|_| !range.is_empty()) {
        given[level] = Some(parts.read(level, table.words(level))?);
    }
    told.recomputed = Some((table.sets(), range.len()));
    let last = range.end == levels;
    let value =
        table.fill(range, given, allowance, |level, bits, of| parts.confirm(level, bits, of))?;
    let shown = match header.statement {
        Statement::Outcome(won) => won != (value == Some(0)),
        Statement::Grundy(stated) => value == Some(stated as usize),
        _ => false,
    };
    match shown || !last {
        true => Ok(rest),
        false => Err(wrong("the table does not show the statement")),
    }
}
