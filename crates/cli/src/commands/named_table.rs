//! `outplay table NAME`: a table of a paper, recomputed and laid out as printed.

use outplay::answer::Reply;
use outplay::{Error, InputError};
use outplay_lab::tables::{self, Named};
use outplay_rules::error::nearest;

use crate::cli::{Common, TableFormat};
use crate::exit;
use crate::progress::{self, Line};

pub fn run(common: &Common, name: &str, format: TableFormat, deep: bool) -> Result<u8, Error> {
    let line = Line::new(common);
    let table = find(name)?.recompute(deep, &progress::run(common, &line))?;
    if common.json || table.stopped.is_some() || format == TableFormat::Text {
        return Ok(exit::answer(common, &table));
    }
    progress::clear(common);
    let csv = format == TableFormat::Csv;
    exit::print(&if csv { table.csv() } else { table.markdown() });
    Ok(table.ended().exit_code())
}

fn find(name: &str) -> Result<&'static Named, Error> {
    tables::find(name).ok_or_else(|| {
        let names: Vec<&str> = tables::tables().iter().map(|table| table.name).collect();
        let near = nearest(name, names.iter().copied());
        let help = near.map_or(String::new(), |near| format!("did you mean {near}? "));
        let message = format!("there is no table '{name}'");
        InputError::plain(format!("{message}\n  {help}tables: {}\n  or give a game and a family: outplay table cram grid:1..3x1..5", names.join(", "))).into()
    })
}
