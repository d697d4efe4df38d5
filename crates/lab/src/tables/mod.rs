//! The tables of the papers, recomputed and laid out as printed, and that of octal codes.

pub mod dailly;
pub mod dots;
pub mod hop;
pub mod octal_codes;
pub mod thresholds;
pub mod unshackle;

use std::fmt;

use outplay::Run;
use outplay::answer::{Ended, Reply};
use outplay::output::lines::aligned;
use outplay_solve::limits::Stopped;
use serde::Serialize;

use crate::context::Context;

/// What stands in a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Cell {
    /// Words.
    Text(String),
    /// A number.
    Number(u64),
    /// Some numbers.
    List(Vec<u64>),
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Cell::Text(text)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Cell::Text(text.into())
    }
}

impl From<u64> for Cell {
    fn from(number: u64) -> Self {
        Cell::Number(number)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Text(text) => f.write_str(text),
            Cell::Number(number) => number.fmt(f),
            Cell::List(all) => {
                f.write_str(&all.iter().map(u64::to_string).collect::<Vec<_>>().join(" "))
            }
        }
    }
}

/// A table of a paper.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PaperTable {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<Cell>>,
    /// The table as the paper prints it, if that is not simply its rows.
    #[serde(skip)]
    pub layout: Option<String>,
    /// What else there is to say.
    pub notes: Vec<String>,
}

impl PaperTable {
    /// A table of rows.
    pub fn new(
        columns: impl IntoIterator<Item = impl Into<String>>,
        rows: Vec<Vec<impl Into<Cell>>>,
    ) -> Self {
        let columns = columns.into_iter().map(Into::into).collect();
        let cells = |row: Vec<_>| row.into_iter().map(Into::into).collect();
        let rows = rows.into_iter().map(cells).collect();
        PaperTable { columns, rows, layout: None, notes: Vec::new() }
    }

    /// With a remark.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }
}

/// How a table is made.
pub type Make = fn(&mut Context) -> Result<PaperTable, Stopped>;

/// A table that has a name.
pub struct NamedTable {
    /// Its name, `dailly/4`.
    pub name: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// How it is made.
    pub make: Make,
}

/// Every table.
pub fn tables() -> Vec<&'static NamedTable> {
    let papers = [dailly::TABLES, unshackle::TABLES, hop::TABLES, dots::TABLES, thresholds::TABLES];
    let all = papers.into_iter().chain([octal_codes::TABLES]);
    all.flatten().collect()
}

/// A table by name; `dailly/t4` is `dailly/4`.
pub fn find(name: &str) -> Option<&'static NamedTable> {
    let short = name.replacen("/t", "/", 1);
    let tables = tables();
    tables
        .iter()
        .find(|t| t.name == name)
        .or_else(|| tables.iter().find(|t| t.name == short))
        .copied()
}

/// A table of a paper, recomputed.
#[derive(Clone, Debug, Serialize)]
pub struct Recomputed {
    /// Its name.
    #[serde(rename = "table")]
    pub name: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// The table; without rows if a limit came first.
    #[serde(flatten)]
    pub table: PaperTable,
    /// The limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
}

impl NamedTable {
    /// Makes the table within the limits of a run; `deep` as far as is known to end.
    pub fn recompute(&self, deep: bool, run: &Run) -> Result<Recomputed, outplay::Error> {
        let how = run.how.clone();
        let made = run.work(|budget| Ok((self.make)(&mut Context::new(budget, deep, how))))?;
        let stopped = made.as_ref().err().map(Stopped::to_string);
        let NamedTable { name, title, .. } = *self;
        Ok(Recomputed { name, title, table: made.unwrap_or_default(), stopped })
    }
}

impl Recomputed {
    /// The cells as text, row by row.
    pub fn cells(&self) -> Vec<Vec<String>> {
        self.table.rows.iter().map(|row| row.iter().map(Cell::to_string).collect()).collect()
    }
}

impl Reply for Recomputed {
    fn ended(&self) -> Ended {
        Ended::unless(self.stopped.is_some())
    }
}

/// As the paper prints it, with remarks.
impl fmt::Display for Recomputed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(stopped) = &self.stopped {
            return write!(f, "{} is not computed: {stopped}", self.name);
        }
        let PaperTable { columns, layout, notes, .. } = &self.table;
        let body = layout.clone().unwrap_or_else(|| aligned(columns, &self.cells()));
        let notes: String = notes.iter().map(|note| format!("\n  {note}")).collect();
        f.write_str(format!("{}\n\n{body}\n{notes}", self.title).trim_end())
    }
}
