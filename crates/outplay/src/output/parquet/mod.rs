//! The part of Apache Parquet that flat tables need: optional columns of text, whole numbers and Booleans, in plain
//! encoding, compressed by zstd. DuckDB, Polars and pandas read it; [`read`] reads what [`Writer`] writes.
//!
//! The `parquet` crate would add two minutes and sixty crates to every build; what is here is the part of the format that is
//! used (<https://parquet.apache.org/docs/file-format/>). A file consists of the letters `PAR1`; groups of rows, each
//! with one page for every column; the description of all this in Thrift's compact protocol (`thrift.rs`), its length
//! in four bytes, and `PAR1` again. The same rows always give the same bytes.

mod compression;
mod reader;
mod thrift;

use std::io::{self, Write};

use serde_json::Value;
use thrift::Struct;

pub use reader::{ParquetTable, read, read_notes};

use super::{Column, ColumnKind};

/// Rows of a group, which are in memory together.
const GROUP: usize = 1 << 16;

const MAGIC: &[u8; 4] = b"PAR1";

/// Numbers of the format's description.
mod code {
    pub const BOOLEAN: i64 = 0;
    pub const INT64: i64 = 2;
    pub const BYTE_ARRAY: i64 = 6;
    pub const OPTIONAL: i64 = 1;
    pub const UTF8: i64 = 0;
    pub const ZSTD: i64 = 6;
    pub const PLAIN: i64 = 0;
    pub const RLE: i64 = 3;
    pub const DATA_PAGE: i64 = 0;
}

fn physical(kind: ColumnKind) -> i64 {
    match kind {
        ColumnKind::Text => code::BYTE_ARRAY,
        ColumnKind::Int => code::INT64,
        ColumnKind::Bool => code::BOOLEAN,
    }
}

/// Writes rows as Parquet.
pub struct Writer<W: Write> {
    to: W,
    /// Bytes written so far.
    at: u64,
    columns: Vec<Column>,
    rows: Vec<Vec<Value>>,
    count: u64,
    groups: Vec<Struct>,
}

impl<W: Write> Writer<W> {
    /// A writer of rows with these columns.
    pub fn new(to: W, columns: &[Column]) -> io::Result<Self> {
        let columns = columns.to_vec();
        let mut writer =
            Writer { to, at: 0, columns, rows: Vec::new(), count: 0, groups: Vec::new() };
        writer.put(MAGIC)?;
        Ok(writer)
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.at += bytes.len() as u64;
        self.to.write_all(bytes)
    }

    /// Writes a row, a cell a column.
    pub fn row(&mut self, cells: Vec<Value>) -> io::Result<()> {
        self.rows.push(cells);
        if self.rows.len() < GROUP { Ok(()) } else { self.group() }
    }

    /// Writes the rows so far as a group.
    fn group(&mut self) -> io::Result<()> {
        let rows = std::mem::take(&mut self.rows);
        if rows.is_empty() {
            return Ok(());
        }
        let start = self.at;
        let mut chunks = Vec::new();
        for (index, column) in self.columns.clone().iter().enumerate() {
            let cells: Vec<&Value> = rows.iter().map(|row| &row[index]).collect();
            chunks.push(self.chunk(column, &cells)?);
        }
        let group = Struct::new().list(1, chunks).int(2, (self.at - start) as i64);
        self.groups.push(group.int(3, rows.len() as i64));
        self.count += rows.len() as u64;
        Ok(())
    }

    /// Writes the cells of a column as one page, and describes it.
    fn chunk(&mut self, column: &Column, cells: &[&Value]) -> io::Result<Struct> {
        let offset = self.at as i64;
        let body = page(column.kind, cells);
        let packed = compression::compress(&body)?;
        let data = Struct::new()
            .int32(1, cells.len() as i64)
            .int32(2, code::PLAIN)
            .int32(3, code::RLE)
            .int32(4, code::RLE);
        let header = Struct::new()
            .int32(1, code::DATA_PAGE)
            .int32(2, body.len() as i64)
            .int32(3, packed.len() as i64)
            .inner(5, data)
            .bytes();
        self.put(&header)?;
        self.put(&packed)?;
        let about = Struct::new()
            .int32(1, physical(column.kind))
            .ints32(2, &[code::PLAIN, code::RLE])
            .texts(3, &[&column.name])
            .int32(4, code::ZSTD)
            .int(5, cells.len() as i64)
            .int(6, (body.len() + header.len()) as i64)
            .int(7, self.at as i64 - offset)
            .int(9, offset);
        Ok(Struct::new().int(2, offset).inner(3, about))
    }

    /// Writes what is left and the description, with notes by name.
    pub fn finish(mut self, notes: &[(&str, String)]) -> io::Result<W> {
        self.group()?;
        let root = Struct::new().text(4, "rows").int32(5, self.columns.len() as i64);
        let column = |column: &Column| {
            let element = Struct::new().int32(1, physical(column.kind)).int32(3, code::OPTIONAL);
            let element = element.text(4, &column.name);
            if column.kind == ColumnKind::Text { element.int32(6, code::UTF8) } else { element }
        };
        let schema = std::iter::once(root).chain(self.columns.iter().map(column)).collect();
        let notes = notes.iter().map(|(key, value)| Struct::new().text(1, key).text(2, value));
        let footer = Struct::new()
            .int32(1, 1)
            .list(2, schema)
            .int(3, self.count as i64)
            .list(4, std::mem::take(&mut self.groups))
            .list(5, notes.collect())
            .text(6, concat!("outplay version ", env!("CARGO_PKG_VERSION")))
            .bytes();
        self.put(&footer)?;
        self.put(&(footer.len() as u32).to_le_bytes())?;
        self.put(MAGIC)?;
        self.to.flush()?;
        Ok(self.to)
    }
}

/// A page: which cells are there, as runs, and then those that are.
fn page(kind: ColumnKind, cells: &[&Value]) -> Vec<u8> {
    let there: Vec<bool> = cells.iter().map(|cell| !cell.is_null()).collect();
    let mut levels = Vec::new();
    for run in there.chunk_by(|a, b| a == b) {
        thrift::varint(&mut levels, (run.len() as u64) << 1);
        levels.push(u8::from(run[0]));
    }
    let mut body = (levels.len() as u32).to_le_bytes().to_vec();
    body.append(&mut levels);
    let cells = cells.iter().filter(|cell| !cell.is_null());
    match kind {
        ColumnKind::Int => {
            cells.for_each(|cell| body.extend(cell.as_i64().unwrap_or_default().to_le_bytes()));
        }
        ColumnKind::Text => cells.for_each(|cell| {
            let text = cell.as_str().map_or_else(|| cell.to_string(), str::to_string);
            body.extend((text.len() as u32).to_le_bytes());
            body.extend(text.as_bytes());
        }),
        ColumnKind::Bool => {
            let bits: Vec<bool> = cells.map(|cell| cell.as_bool().unwrap_or_default()).collect();
            let byte =
                |bits: &[bool]| bits.iter().rev().fold(0u8, |byte, &bit| byte << 1 | u8::from(bit));
            body.extend(bits.chunks(8).map(byte));
        }
    }
    body
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn columns() -> Vec<Column> {
        ["board", "grundy", "holds"].map(Column::named).to_vec()
    }

    /// Rows with holes in every column, more than a group of them.
    fn rows(count: usize) -> Vec<Vec<Value>> {
        let some = |value: Value, there: bool| if there { value } else { Value::Null };
        let row = |n: usize| {
            vec![
                some(json!(format!("graph6:é{n}")), !n.is_multiple_of(5)),
                some(json!(n as i64 * -77), n % 3 != 1),
                some(json!(n % 7 < 3), n % 11 != 2),
            ]
        };
        (0..count).map(row).collect()
    }

    #[test]
    fn what_is_written_is_read() {
        for count in [0, 1, 9, GROUP, GROUP + 1000] {
            let mut writer = Writer::new(Vec::new(), &columns()).unwrap();
            rows(count).into_iter().for_each(|row| writer.row(row).unwrap());
            let bytes = writer.finish(&[("limit", "4".into())]).unwrap();
            let table = read(&bytes).unwrap();
            assert_eq!(table.columns, columns());
            assert!(table.rows == rows(count), "{count}");
            assert_eq!(table.notes, [("limit".to_string(), "4".to_string())]);
        }
    }

    /// A file that was cut off or changed is refused, or read as rows: never a panic.
    #[test]
    fn damage_is_noticed() {
        let mut writer = Writer::new(Vec::new(), &columns()).unwrap();
        rows(40).into_iter().for_each(|row| writer.row(row).unwrap());
        let whole = writer.finish(&[]).unwrap();
        for length in 0..whole.len() {
            assert!(read(&whole[..length]).is_err(), "{length}");
        }
        for place in 0..whole.len() {
            for bit in 0..8 {
                let mut damaged = whole.clone();
                damaged[place] ^= 1 << bit;
                let _ = read(&damaged);
            }
        }
    }
}
