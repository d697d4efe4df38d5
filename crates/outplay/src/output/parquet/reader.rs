//! Reads back the Parquet files that this program writes.

use serde_json::Value;

use super::super::{Column, ColumnKind};
use super::thrift::{self, Read};
use super::{MAGIC, code, compression};

/// The rows of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ParquetTable {
    /// The columns.
    pub columns: Vec<Column>,
    /// A row each, a cell a column.
    pub rows: Vec<Vec<Value>>,
    /// The notes, by name.
    pub notes: Vec<(String, String)>,
}

/// Reads a file that [`Writer`](super::Writer) wrote. An error says what is wrong with it.
pub fn read(bytes: &[u8]) -> Result<ParquetTable, String> {
    let broken = || "it is not a whole Parquet file of ours".to_string();
    let footer = footer(bytes).ok_or_else(broken)?;
    let table = table(bytes, &footer).ok_or_else(broken)?;
    let count = footer.int(3).ok_or_else(broken)?;
    if table.rows.len() as i64 == count { Ok(table) } else { Err(broken()) }
}

/// The notes of a file, without its rows.
pub fn read_notes(bytes: &[u8]) -> Option<Vec<(String, String)>> {
    notes(&footer(bytes)?)
}

fn notes(footer: &Read) -> Option<Vec<(String, String)>> {
    let note = |note: &Read| Some((note.text(1)?, note.text(2)?));
    footer.list(5)?.iter().map(note).collect()
}

fn footer(bytes: &[u8]) -> Option<Read> {
    let rest = bytes.strip_prefix(MAGIC)?.strip_suffix(MAGIC)?;
    let (rest, length) = rest.split_last_chunk::<4>()?;
    let start = rest.len().checked_sub(u32::from_le_bytes(*length) as usize)?;
    thrift::read(&mut &rest[start..])
}

fn table(bytes: &[u8], footer: &Read) -> Option<ParquetTable> {
    let columns: Vec<Column> = footer.list(2)?.iter().skip(1).map(column).collect::<Option<_>>()?;
    let mut rows = Vec::new();
    for group in footer.list(4)? {
        let count = usize::try_from(group.int(3)?).ok()?;
        let chunks = group.list(1)?;
        // The cells are as many as the rows, and a row is not made before its cells were there.
        let cells: Vec<Vec<Value>> = columns
            .iter()
            .zip(chunks)
            .map(|(column, chunk)| cells(bytes, column.kind, chunk.get(3)?))
            .collect::<Option<_>>()?;
        if cells.len() != columns.len() || cells.iter().any(|column| column.len() != count) {
            return None;
        }
        let mut columns: Vec<_> = cells.into_iter().map(Vec::into_iter).collect();
        rows.extend(
            (0..count).map(|_| {
                columns.iter_mut().map(|column| column.next().unwrap_or_default()).collect()
            }),
        );
    }
    Some(ParquetTable { columns, rows, notes: notes(footer)? })
}

fn column(element: &Read) -> Option<Column> {
    let kind = match element.int(1)? {
        code::BOOLEAN => ColumnKind::Bool,
        code::INT64 => ColumnKind::Int,
        code::BYTE_ARRAY => ColumnKind::Text,
        _ => return None,
    };
    Some(Column { name: element.text(4)?, kind })
}

/// A page is no larger than this: 65,536 cells of a graph's name.
const LARGEST_PAGE: usize = 1 << 30;

fn cells(bytes: &[u8], kind: ColumnKind, about: &Read) -> Option<Vec<Value>> {
    if about.int(4)? != code::ZSTD {
        return None;
    }
    let mut rest = bytes.get(usize::try_from(about.int(9)?).ok()?..)?;
    let header = thrift::read(&mut rest)?;
    let size = |id: i16| usize::try_from(header.int(id)?).ok();
    let body = compression::decompress(rest.get(..size(3)?)?, size(2)?.min(LARGEST_PAGE)).ok()?;
    let count = usize::try_from(header.get(5)?.int(1)?).ok()?;
    let (length, rest) = body.split_first_chunk::<4>()?;
    let (levels, plain) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    let there = runs(levels, count)?;
    let mut plain = Plain { bytes: plain, bit: 0 };
    there
        .into_iter()
        .map(|there| if there { plain.next(kind) } else { Some(Value::Null) })
        .collect()
}

fn runs(mut levels: &[u8], count: usize) -> Option<Vec<bool>> {
    let mut there = Vec::new();
    while !levels.is_empty() {
        let length = thrift::read_varint(&mut levels)?;
        let (&value, rest) = levels.split_first()?;
        levels = rest;
        let length = usize::try_from(length >> 1).ok().filter(|_| length & 1 == 0)?;
        if length > count - there.len() {
            return None;
        }
        there.extend(std::iter::repeat_n(value == 1, length));
    }
    (there.len() == count).then_some(there)
}

struct Plain<'a> {
    bytes: &'a [u8],
    bit: usize,
}

impl Plain<'_> {
    fn next(&mut self, kind: ColumnKind) -> Option<Value> {
        match kind {
            ColumnKind::Int => {
                let (number, rest) = self.bytes.split_first_chunk::<8>()?;
                self.bytes = rest;
                Some(i64::from_le_bytes(*number).into())
            }
            ColumnKind::Text => {
                let (length, rest) = self.bytes.split_first_chunk::<4>()?;
                let (text, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
                self.bytes = rest;
                Some(std::str::from_utf8(text).ok()?.into())
            }
            ColumnKind::Bool => {
                let byte = self.bytes.get(self.bit / 8)?;
                let value = byte >> (self.bit % 8) & 1 == 1;
                self.bit += 1;
                Some(value.into())
            }
        }
    }
}
