//! `outplay sweep`: a statement tested on every board of a family.

use outplay::answer::Ended;
use outplay::door::table::stopped_words;
use outplay::output::Column;
use outplay::{Error, sweep, sweep_rows};
use serde_json::json;

use crate::cli::{Common, SweepArgs, TableFormat};
use crate::exit;
use crate::progress::{self, ProgressLine};
use crate::rows::{Target, heard};

pub fn run(common: &Common, asked: &SweepArgs) -> Result<u8, Error> {
    let (game, boards) = (asked.game.parse()?, asked.boards.of(&asked.over)?);
    let options = asked.options.read()?;
    let line = ProgressLine::new(common);
    let run = progress::run(common, &line);
    if common.json || asked.rows.format == TableFormat::Text {
        return Ok(exit::answer(common, &sweep(&game, &boards, &options, &asked.test, &run)?));
    }
    let mut target = Target::of(&asked.rows)?;
    target.begin(["board", "holds"].map(Column::named).to_vec());
    let (mut tested, mut failed) = (0, 0);
    let ordered = asked.rows.ordered;
    let row = &mut |board: String, holds: bool| {
        tested += 1;
        failed += usize::from(!holds);
        target.row(vec![json!(board), json!(holds)])
    };
    let swept = sweep_rows(&game, &boards, &options, &asked.test, ordered, &run, row);
    progress::clear(common);
    let stopped = heard(swept)?.flatten();
    heard(target.end())?;
    if let Some(stopped) = stopped {
        exit::tell(&stopped_words(tested, None, stopped));
    }
    let ended = if failed > 0 { Ended::Refuted } else { Ended::unless(stopped.is_some()) };
    Ok(ended.exit_code())
}
