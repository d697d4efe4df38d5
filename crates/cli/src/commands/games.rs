//! `outplay games`: the list of games, or the rules of one.

use outplay::{Error, game, games};

use crate::cli::Common;
use crate::exit;

pub fn run(common: &Common, name: Option<&str>) -> Result<u8, Error> {
    let games = match name {
        Some(name) => game(name)?,
        None => games(),
    };
    Ok(exit::answer(common, &games))
}
