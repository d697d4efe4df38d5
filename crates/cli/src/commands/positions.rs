//! `outplay positions`: the P-positions of a heap game, by number of heaps and total.

use outplay::answer::Reply;
use outplay::door::positions::Listing;
use outplay::output::Column;
use outplay::{Error, HeapGame, InputError, files, positions};

use crate::cli::{Common, PositionsArgs, TableFormat};
use crate::exit;
use crate::progress::{self, ProgressLine};
use crate::rows::{Target, heard};

pub fn run(common: &Common, asked: &PositionsArgs) -> Result<u8, Error> {
    let game: HeapGame = asked.code.parse()?;
    if asked.chart.is_some() && asked.heaps != 2 && (1..=64).contains(&asked.heaps) {
        let message = "--chart draws positions of two heaps: ask for --heaps 2";
        return Err(InputError::plain(message).into());
    }
    let &PositionsArgs { heaps, total, irreducible, classes, .. } = asked;
    let listing = Listing { heaps, total, irreducible, classes };
    let line = ProgressLine::new(common);
    // Checked before the work, so that no answer is lost because the file cannot be written.
    asked.chart.as_ref().map_or(Ok(()), files::try_path)?;
    let as_printed = common.json || asked.format == TableFormat::Text && asked.output.is_none();
    let open = || Target::open(asked.format.into(), asked.output.as_deref());
    let target = (!as_printed).then(open).transpose()?;
    let positions = positions(&game, listing, &progress::run(common, &line))?;
    let verdict = match target {
        None => exit::answer(common, &positions),
        Some(target) => {
            progress::clear(common);
            rows(target, &positions)?;
            positions.ended().exit_code()
        }
    };
    let chart = asked.chart.as_ref().map(|path| files::write(path, positions.chart()));
    exit::after_saving(verdict, chart.and_then(Result::err))
}

fn rows(mut target: Target, positions: &outplay::Positions) -> Result<(), Error> {
    let heaps = positions.heaps;
    target.begin((1..=heaps).map(|heap| Column::int(&format!("heap_{heap}"))).collect());
    let row = |position: &Vec<u32>| target.row(position.iter().map(|&size| size.into()).collect());
    let all = positions.positions.iter().try_for_each(row);
    heard(all.and_then(|()| target.end())).map(|_| ())
}
