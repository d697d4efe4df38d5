//! `outplay table NAME`: a table of a paper, recomputed and laid out as printed.

use outplay::answer::Reply;
use outplay::output::{Column, ColumnKind};
use outplay::{Error, InputError};
use outplay_lab::tables::{self, NamedTable};
use outplay_rules::error::nearest;
use outplay_rules::game::GameName;

use crate::cli::{Common, RowsArgs, TableFormat};
use crate::exit;
use crate::progress::{self, ProgressLine};
use crate::rows::{Target, heard};

pub fn run(common: &Common, name: &str, rows: &RowsArgs, deep: bool) -> Result<u8, Error> {
    let line = ProgressLine::new(common);
    let table = find(name)?;
    // Checked before the work, so that no answer is lost because the file cannot be written.
    let as_printed = rows.format == TableFormat::Text && rows.output.is_none();
    let target = (!common.json && !as_printed).then(|| Target::of(rows)).transpose()?;
    let table = table.recompute(deep, &progress::run(common, &line))?;
    let (Some(mut target), None) = (target, &table.stopped) else {
        return Ok(exit::answer(common, &table));
    };
    progress::clear(common);
    // The papers' cells are text: N, 3, "draw".
    let column = |name: &String| Column { name: name.clone(), kind: ColumnKind::Text };
    target.begin(table.table.columns.iter().map(column).collect());
    let mut rows = table.cells().into_iter();
    let all = rows.try_for_each(|cells| target.row(cells.into_iter().map(Into::into).collect()));
    heard(all.and_then(|()| target.end()))?;
    Ok(table.ended().exit_code())
}

fn find(name: &str) -> Result<&'static NamedTable, Error> {
    tables::find(name).ok_or_else(|| {
        if name.parse::<GameName>().is_ok() {
            let error = InputError::plain(format!("{name} needs a family of boards"));
            return error.help("such as path:1..20, grid:1..3x1..5 or @graphs.g6").into();
        }
        let names: Vec<&str> = tables::tables().iter().map(|table| table.name).collect();
        let near = nearest(name, names.iter().copied());
        let help = near.map_or(String::new(), |near| format!("did you mean {near}? "));
        let message = format!("there is no table '{name}'");
        InputError::plain(format!("{message}\n  {help}tables: {}\n  or give a game and a family: outplay table cram grid:1..3x1..5", names.join(", "))).into()
    })
}
