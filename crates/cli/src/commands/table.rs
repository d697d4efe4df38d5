//! `outplay table`: a family of boards, as many at a time as there are threads. Rows are written as they are found and not
//! kept, except for a grid of ranges.

use outplay::answer::Ended;
use outplay::door::table::{cells, columns, empty_columns, stopped_words, table_of};
use outplay::output::Column;
use outplay::{Error, InputError, table_rows};

use super::named_table;
use crate::cli::{Common, TableArgs, TableFormat};
use crate::exit;
use crate::progress::{self, ProgressLine};
use crate::rows::{Target, heard};

pub fn run(common: &Common, asked: &TableArgs) -> Result<u8, Error> {
    let Some(family) = &asked.family else {
        return named_table::run(common, &asked.game, &asked.rows, asked.deep);
    };
    if outplay_lab::tables::find(&asked.game).is_some() {
        let message = format!("{} is a table of a paper and takes no family", asked.game);
        return Err(InputError::plain(message).into());
    }
    let (game, boards) = (asked.game.parse()?, asked.boards.of(family)?);
    let options = asked.options.read()?;
    let line = ProgressLine::new(common);
    let mut run = progress::run(common, &line);
    run.how.outcome_only = asked.outcome_only;
    let collections = boards.has_collections()?;
    let to_file = asked.rows.output.is_some();
    if common.json || asked.rows.format == TableFormat::Text && !collections && !to_file {
        return Ok(exit::answer(common, &table_of(&game, &boards, &options, &run)?));
    }
    let mut target = Target::of(&asked.rows)?;
    let (mut count, mut names) = (0, Vec::new());
    // Families with ranges are tables in an order that means something.
    let ordered = asked.rows.ordered || !collections;
    let solved = table_rows(&game, &boards, &options, ordered, &run, &mut |row| {
        count += 1;
        if target.is_new() {
            names = columns(std::slice::from_ref(&row), true);
            target.begin(names.iter().map(|name| Column::named(name)).collect());
        }
        target.row(cells(&row, &names))
    });
    progress::clear(common);
    let Some(stopped) = heard(solved)? else { return Ok(Ended::Answered.exit_code()) };
    target.begin(empty_columns(&game).iter().map(|name| Column::named(name)).collect());
    heard(target.end())?;
    if let Some(stopped) = stopped {
        exit::tell(&stopped_words(count, None, stopped));
    }
    Ok(Ended::unless(stopped.is_some()).exit_code())
}
