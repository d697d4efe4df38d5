//! `outplay positions`: the P-positions of a heap game, by number of heaps and total.

use outplay::door::positions::Listing;
use outplay::{Error, HeapGame, InputError, files, positions};

use crate::cli::{Common, Positions};
use crate::exit;
use crate::progress::{self, Line};

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
    Ok(exit::answer(common, &positions))
}
