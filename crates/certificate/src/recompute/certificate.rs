//! What a certificate states about a recomputed table, and its check.

use std::io::BufRead;

use super::{Order, RecomputedTable};
use crate::Refused;
use crate::allowance::Part;
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
    let mut writer = Writer::new(form, Vec::new());
    let mut first = vec![order.tail as u64];
    first.extend(order.vertices.iter().map(|&vertex| vertex as u64));
    // Writing to memory does not fail.
    let _ = writer.fact(&first);
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
/// be those of another game, and would not be right there.
fn note(header: &Header, order: &Order, digests: &[Digest], part: Option<Part>) -> String {
    let (number, of) = part.map_or((1, 1), Part::of);
    let mut text = header.write().unwrap_or_default().into_bytes();
    text.extend(write(order, digests, Form::Text));
    format!("{}.{number}-of-{of}", sha256(&text))
}

/// Fills the table, or the levels of a part of it, and compares the digests. The last level tells of the statement.
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
    let mut digests: Vec<Digest> = Vec::new();
    for _ in 0..levels {
        reader.fact()?;
        let mut digest = Digest::default();
        for number in &mut digest {
            *number = reader.number()?;
        }
        digests.push(digest);
    }
    let rest = reader.finish()?;
    let room = (header.memory, second.cost);
    let table = RecomputedTable::new(game, &order, planes, room, allowance)?;
    let row = allowance.part.map_or(0..levels, |part| part.row(levels));
    let scratch = allowance.scratch.map(Scratch);
    // A part that was stopped goes on after the levels that it has confirmed by its own note; the last one shows the statement.
    let note = note(header, &order, &digests, allowance.part);
    let done = scratch.map_or(0, |scratch| scratch.done(&note)).min(row.len().saturating_sub(1));
    let range = row.start + done..row.end;
    let mut given = vec![None; levels];
    for level in table.rests_on(range.start).filter(|_| !range.is_empty()) {
        let below = "the levels below this part are read from a folder, and none was named";
        let scratch = scratch.ok_or_else(|| Refused::Scratch(below.into()))?;
        given[level] = Some(scratch.read(digests[level], table.words(level))?);
    }
    told.recomputed = Some((table.sets(), range.len()));
    let last = range.end == levels;
    let value = table.fill(range, given, allowance, |level, bits, digest| {
        if digest != digests[level] {
            return Err(Refused::Step(format!("level {level} does not match its digest")));
        }
        let Some(scratch) = scratch else { return Ok(()) };
        scratch.write(digest, bits)?;
        scratch.note(&note, level + 1 - row.start)
    })?;
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
