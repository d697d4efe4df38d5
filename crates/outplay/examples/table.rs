//! A table over a family of boards: Cram on grids, for a terminal and for a paper.
//!
//!     cargo run --release -p outplay --example table

use outplay::door::layout::csv;
use outplay::door::table::shown;
use outplay::{Error, Run, table};

/// Solves the family and prints it twice.
pub fn main() -> Result<(), Error> {
    let (game, family) = ("cram".parse()?, "grid:1..4x1..5".parse()?);
    let table = table(&game, &family, &Default::default(), &Run::default())?;
    println!("{table}\n");

    let (columns, rows) = table.columns_and_cells();
    let text: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(shown).collect()).collect();
    println!("{}", csv(&columns, &text));

    // A row by itself: 2 by n is won by the second player for even n, by symmetry.
    for row in table.rows.iter().filter(|row| row.at[0] == 2 && row.at[1].is_multiple_of(2)) {
        let value = row.value.as_ref().map_err(|error| error.clone())?;
        assert_eq!(value.winner(), Some(outplay::Player::Second), "{}", row.board);
    }
    Ok(())
}
