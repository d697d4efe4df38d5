//! The tables of the papers, recomputed and laid out as printed.

pub mod dailly;
pub mod dots;
pub mod hop;
pub mod unshackle;

use outplay_solve::limits::Stopped;

use crate::context::Context;

/// A table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
    /// The table as the paper prints it, if that is not simply its rows.
    pub layout: Option<String>,
    /// What else there is to say.
    pub notes: Vec<String>,
}

impl Table {
    /// A table of rows.
    pub fn new(
        columns: impl IntoIterator<Item = impl Into<String>>,
        rows: Vec<Vec<String>>,
    ) -> Self {
        let columns = columns.into_iter().map(Into::into).collect();
        Table { columns, rows, layout: None, notes: Vec::new() }
    }

    /// With a remark.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }
}

/// How a table is made.
pub type Make = fn(&mut Context) -> Result<Table, Stopped>;

/// A table that has a name.
pub struct Named {
    /// Its name, `dailly/4`.
    pub name: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// How it is made.
    pub make: Make,
}

/// Every table.
pub fn tables() -> Vec<&'static Named> {
    [dailly::TABLES, unshackle::TABLES, hop::TABLES, dots::TABLES].into_iter().flatten().collect()
}

/// A table by name; `dailly/t4` is `dailly/4`.
pub fn find(name: &str) -> Option<&'static Named> {
    let short = name.replacen("/t", "/", 1);
    let tables = tables();
    tables
        .iter()
        .find(|t| t.name == name)
        .or_else(|| tables.iter().find(|t| t.name == short))
        .copied()
}
