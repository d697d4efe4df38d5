//! Rows written as they come, in the formats that papers, spreadsheets and databases read.

mod latex;
pub mod lines;
pub mod parquet;

use std::io::{self, Write};
use std::time::{Duration, Instant};

use outplay_rules::visible::visible_lines;
use serde_json::{Map, Value};

use lines::{aligned, csv_line, markdown_line, rule, shown};

/// What the cells of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// Text.
    Text,
    /// Whole numbers.
    Int,
    /// Yes or no.
    Bool,
}

/// A column. A cell may always be empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// What its cells are.
    pub kind: ColumnKind,
}

/// The columns of answers that hold whole numbers, and those that hold yes or no; the others hold text.
const NUMBERS: [&str; 13] = [
    "grundy",
    "margin",
    "at_least",
    "at_most",
    "plies",
    "heap",
    "value",
    "period",
    "saltus",
    "last_exception",
    "checked_to",
    "max_grundy",
    "positions",
];
const YES_OR_NO: [&str; 3] = ["holds", "loony", "proved"];

impl Column {
    /// The column of an answer by its name.
    pub fn named(name: &str) -> Self {
        let kind = match name {
            name if NUMBERS.contains(&name) => ColumnKind::Int,
            name if YES_OR_NO.contains(&name) => ColumnKind::Bool,
            _ => ColumnKind::Text,
        };
        Column { name: name.into(), kind }
    }

    /// A column of whole numbers.
    pub fn int(name: &str) -> Self {
        Column { name: name.into(), kind: ColumnKind::Int }
    }
}

/// How rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowFormat {
    /// Aligned columns.
    Text,
    /// Comma-separated, with a header.
    Csv,
    /// A Markdown table.
    Markdown,
    /// A LaTeX table in the style of the package booktabs.
    Latex,
    /// A JSON object a line.
    Jsonl,
    /// Apache Parquet, compressed by zstd.
    Parquet,
}

/// Writes rows to something.
pub struct RowWriter<W: Write> {
    out: Out<W>,
    columns: Vec<Column>,
}

enum Out<W: Write> {
    Lines {
        to: W,
        format: RowFormat,
        flushed: Instant,
    },
    /// The first rows tell how wide the columns are to be.
    Text {
        to: W,
        first: Vec<Vec<String>>,
        widths: Option<Vec<usize>>,
    },
    Parquet(Box<parquet::Writer<W>>),
}

/// This many rows tell how wide the columns are.
const MEASURED: usize = 1000;

/// What is written is seen after this long, if more is written then.
const FLUSH_EVERY: Duration = Duration::from_millis(200);

impl<W: Write> RowWriter<W> {
    /// Writes what comes before the rows.
    pub fn new(mut to: W, format: RowFormat, columns: Vec<Column>) -> io::Result<Self> {
        let names: Vec<String> = columns.iter().map(|column| column.name.clone()).collect();
        match format {
            RowFormat::Csv => writeln!(to, "{}", csv_line(&names))?,
            RowFormat::Markdown => writeln!(to, "{}\n{}", markdown_line(&names), rule(&names))?,
            RowFormat::Latex => to.write_all(latex::head(&columns).as_bytes())?,
            _ => {}
        }
        let out = match format {
            RowFormat::Parquet => Out::Parquet(Box::new(parquet::Writer::new(to, &columns)?)),
            RowFormat::Text => Out::Text { to, first: Vec::new(), widths: None },
            _ => Out::Lines { to, format, flushed: Instant::now() },
        };
        Ok(RowWriter { out, columns })
    }

    /// Writes a row, a cell a column.
    pub fn row(&mut self, cells: Vec<Value>) -> io::Result<()> {
        let texts = |cells: &[Value]| -> Vec<String> {
            cells.iter().map(|cell| visible_lines(&shown(cell)).to_string()).collect()
        };
        match &mut self.out {
            Out::Parquet(writer) => writer.row(cells),
            Out::Text { to, widths: Some(widths), .. } => {
                writeln!(to, "{}", padded(&texts(&cells), widths))
            }
            Out::Text { first, .. } => {
                first.push(texts(&cells));
                if first.len() < MEASURED { Ok(()) } else { self.measure() }
            }
            Out::Lines { to, format, flushed } => {
                match format {
                    RowFormat::Csv => writeln!(to, "{}", csv_line(&texts(&cells)))?,
                    RowFormat::Latex => writeln!(to, "{}", latex::line(&texts(&cells)))?,
                    RowFormat::Jsonl => {
                        let names = self.columns.iter().map(|column| column.name.clone());
                        let fields: Map<String, Value> = names.zip(cells).collect();
                        writeln!(to, "{}", Value::Object(fields))?;
                    }
                    _ => writeln!(to, "{}", markdown_line(&texts(&cells)))?,
                }
                if flushed.elapsed() > FLUSH_EVERY {
                    to.flush()?;
                    *flushed = Instant::now();
                }
                Ok(())
            }
        }
    }

    /// Lays out the first rows of a text.
    fn measure(&mut self) -> io::Result<()> {
        let names: Vec<String> = self.columns.iter().map(|column| column.name.clone()).collect();
        let Out::Text { to, first, widths: widths @ None } = &mut self.out else { return Ok(()) };
        let width = |i: usize| {
            let cells = first.iter().map(|row| row[i].chars().count());
            cells.chain([names[i].chars().count()]).max().unwrap_or(0)
        };
        *widths = Some((0..names.len()).map(width).collect());
        writeln!(to, "{}", aligned(&names, first))?;
        *first = Vec::new();
        Ok(())
    }

    /// Writes what comes after the rows, and gives back what was written to.
    pub fn finish(mut self) -> io::Result<W> {
        self.measure()?;
        let mut to = match self.out {
            Out::Parquet(writer) => return writer.finish(&[]),
            Out::Lines { mut to, format, .. } => {
                if format == RowFormat::Latex {
                    to.write_all(latex::FOOT.as_bytes())?;
                }
                to
            }
            Out::Text { to, .. } => to,
        };
        to.flush()?;
        Ok(to)
    }
}

fn padded(cells: &[String], widths: &[usize]) -> String {
    let cells = cells.iter().zip(widths).map(|(cell, &width)| format!("{cell:<width$}"));
    cells.collect::<Vec<_>>().join("  ").trim_end().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn written(format: RowFormat, rows: usize) -> String {
        let columns = vec![Column::named("board"), Column::named("grundy")];
        let mut writer = RowWriter::new(Vec::new(), format, columns).unwrap();
        for number in 0..rows {
            writer.row(vec![json!(format!("a_{number}")), json!(number)]).unwrap();
        }
        String::from_utf8(writer.finish().unwrap()).unwrap()
    }

    #[test]
    fn the_formats() {
        assert_eq!(written(RowFormat::Csv, 2), "board,grundy\na_0,0\na_1,1\n");
        assert_eq!(written(RowFormat::Jsonl, 1), "{\"board\":\"a_0\",\"grundy\":0}\n");
        assert_eq!(
            written(RowFormat::Markdown, 1),
            "| board | grundy |\n| --- | --- |\n| a_0 | 0 |\n"
        );
        assert_eq!(
            written(RowFormat::Latex, 1),
            "\\begin{tabular}{lr}\n\\toprule\nboard & grundy \\\\\n\\midrule\na\\_0 & 0 \\\\\n\\bottomrule\n\\end{tabular}\n"
        );
        assert_eq!(written(RowFormat::Text, 1), "board  grundy\na_0    0\n");
        assert_eq!(written(RowFormat::Csv, 0), "board,grundy\n");
        assert_eq!(written(RowFormat::Jsonl, 0), "");
        assert_eq!(written(RowFormat::Text, MEASURED + 5).lines().count(), MEASURED + 6);
    }
}
