//! `outplay table NAME`: a table of a paper, recomputed and laid out as printed.

use outplay::answer::Ended;
use outplay::door::layout::{aligned, csv, markdown};
use outplay::{Error, InputError};
use outplay_lab::context::Context;
use outplay_lab::tables::{self, Named};
use outplay_rules::error::nearest;
use serde_json::json;

use super::weight_tables;
use crate::cli::{Common, TableFormat};
use crate::exit;
use crate::progress::{self, Line};

pub fn run(common: &Common, name: &str, format: TableFormat, deep: bool) -> Result<u8, Error> {
    let named = find(name)?;
    let line = Line::new(common);
    let made = progress::run(common, &line)
        .work(|budget| Ok((named.make)(&mut Context::new(budget, deep, common.how()))))?;
    progress::clear(common);
    let table = match made {
        Ok(table) => table,
        Err(stopped) => {
            if common.json {
                let answer = json!({ "table": named.name, "columns": [], "rows": [], "stopped": stopped.to_string() });
                exit::print(&answer.to_string());
            } else {
                exit::print(&format!("{} is not computed: {stopped}", named.name));
            }
            return Ok(Ended::Limit.exit_code());
        }
    };
    if common.json {
        let answer = json!({
            "table": named.name, "title": named.title, "columns": table.columns, "rows": table.rows, "notes": table.notes,
        });
        exit::print(&answer.to_string());
        return Ok(Ended::Answered.exit_code());
    }
    exit::print(&match format {
        TableFormat::Csv => csv(&table.columns, &table.rows),
        TableFormat::Markdown => markdown(&table.columns, &table.rows),
        TableFormat::Text => {
            let body = table.layout.unwrap_or_else(|| aligned(&table.columns, &table.rows));
            let notes: String = table.notes.iter().map(|note| format!("\n  {note}")).collect();
            format!("{}\n\n{body}\n{notes}", named.title).trim_end().to_string()
        }
    });
    Ok(Ended::Answered.exit_code())
}

fn find(name: &str) -> Result<&'static Named, Error> {
    tables::find(name).ok_or_else(|| {
        let mut names: Vec<String> =
            tables::tables().iter().map(|table| table.name.to_string()).collect();
        names.extend(weight_tables::names());
        let near = nearest(name, names.iter().map(String::as_str));
        let help = near.map_or(String::new(), |near| format!("did you mean {near}? "));
        let message = format!("there is no table '{name}'");
        InputError::plain(format!("{message}\n  {help}tables: {}\n  or give a game and a family: outplay table cram grid:1..3x1..5", names.join(", "))).into()
    })
}
