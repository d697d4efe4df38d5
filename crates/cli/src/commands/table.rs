//! `outplay table`: a family of boards, as many at a time as there are threads, printed as they are solved.

use std::sync::{Mutex, PoisonError};

use outplay::answer::Reply;
use outplay::door::family::Row;
use outplay::door::layout::{csv_line, markdown_line, rule};
use outplay::door::table::{cells, columns, shown};
use outplay::{Error, Listener, Partial, Progress, table};

use super::named_table;
use crate::cli::{Common, Table, TableFormat};
use crate::exit;
use crate::progress::{self, Line};

pub fn run(common: &Common, asked: &Table) -> Result<u8, Error> {
    let Some(family) = &asked.family else {
        return named_table::run(common, &asked.game, asked.format, asked.deep);
    };
    let (game, family) = (asked.game.parse()?, family.parse()?);
    let options = asked.options.read()?;
    let streams = !common.json && asked.format != TableFormat::Text;
    let listener = Printer {
        line: Line::new(common),
        format: streams.then_some(asked.format),
        printed: Mutex::default(),
    };
    let mut run = progress::run(common, &listener);
    run.how.outcome_only = asked.outcome_only;
    let table = table(&game, &family, &options, &run)?;
    if !streams {
        return Ok(exit::answer(common, &table));
    }
    progress::clear(common);
    listener.partial(Partial::Rows(&table.rows));
    table.end_words().iter().for_each(|words| exit::print(words));
    Ok(table.ended().exit_code())
}

/// Prints rows as they come, where the format allows it: lines of CSV and Markdown.
struct Printer {
    line: Line,
    format: Option<TableFormat>,
    printed: Mutex<Printed>,
}

/// What was printed: the columns, and so many rows.
#[derive(Default)]
struct Printed {
    columns: Vec<String>,
    rows: usize,
}

impl Listener for Printer {
    fn progress(&self, progress: Progress) {
        self.line.progress(progress);
    }

    fn partial(&self, partial: Partial) {
        if let (Partial::Rows(rows), Some(format)) = (partial, self.format) {
            let mut printed = self.printed.lock().unwrap_or_else(PoisonError::into_inner);
            printed.go_on(rows, format);
        }
    }
}

impl Printed {
    /// Prints what can be printed. The columns are known with the first value.
    fn go_on(&mut self, rows: &[Row], format: TableFormat) {
        if rows.iter().all(|row| row.value.is_err()) {
            return;
        }
        if self.columns.is_empty() {
            self.columns = columns(rows, true);
            if format == TableFormat::Csv {
                exit::print(&csv_line(&self.columns));
            } else {
                exit::print(&markdown_line(&self.columns));
                exit::print(&rule(&self.columns));
            }
        }
        for row in &rows[self.rows..] {
            let cells: Vec<String> = cells(row, &self.columns).iter().map(shown).collect();
            let csv = format == TableFormat::Csv;
            exit::print(&if csv { csv_line(&cells) } else { markdown_line(&cells) });
        }
        self.rows = rows.len();
    }
}
