//! `outplay positions`: the P-positions of a heap game, by number of heaps and total.

use outplay::answer::Reply;
use outplay::door::positions::Listing;
use outplay::output::Column;
use outplay::{Error, HeapGame, InputError, files, positions};

use crate::cli::{Common, Positions, TableFormat};
use crate::exit;
use crate::progress::{self, Line};
use crate::rows::{Target, heard};

pub fn run(common: &Common, asked: &Positions) -> Result<u8, Error> {
    let game: HeapGame = asked.code.parse()?;
    if asked.chart.is_some() && asked.heaps != 2 && (1..=64).contains(&asked.heaps) {
        let message = "--chart draws positions of two heaps: ask for --heaps 2";
        return Err(InputError::plain(message).into());
    }
    let &Positions { heaps, total, irreducible, classes, .. } = asked;
    let listing = Listing { heaps, total, irreducible, classes };
    let line = Line::new(common);
    let positions = positions(&game, listing, &progress::run(common, &line))?;
    if let Some(path) = &asked.chart {
        files::write(path, positions.chart())?;
    }
    if common.json || asked.format == TableFormat::Text && asked.output.is_none() {
        return Ok(exit::answer(common, &positions));
    }
    progress::clear(common);
    let mut target = Target::open(asked.format.into(), asked.output.as_deref())?;
    target.begin((1..=heaps).map(|heap| Column::int(&format!("heap_{heap}"))).collect())?;
    for position in &positions.positions {
        target.row(position.iter().map(|&size| size.into()).collect())?;
    }
    heard(target.end())?;
    Ok(positions.ended().exit_code())
}
