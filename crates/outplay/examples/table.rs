//! A table over a family of boards: Cram on grids, for a terminal and for a paper.
//!
//!     cargo run --release -p outplay --example table

use outplay::output::{Column, RowFormat, RowWriter};
use outplay::{Error, Run, file_error, table};

/// Solves the family and prints it twice.
pub fn main() -> Result<(), Error> {
    let (game, family) = ("cram".parse()?, "grid:1..4x1..5".parse()?);
    let table = table(&game, &family, &Default::default(), &Run::default())?;
    println!("{table}\n");

    let (columns, rows) = table.columns_and_cells();
    let columns = columns.iter().map(|name| Column::named(name)).collect();
    let write = || {
        let mut csv = RowWriter::new(std::io::stdout(), RowFormat::Csv, columns)?;
        rows.into_iter().try_for_each(|row| csv.row(row))?;
        csv.finish()
    };
    write().map_err(file_error("standard output"))?;

    // A row by itself: 2 by n is won by the second player for even n, by symmetry.
    for row in table.rows.iter().filter(|row| row.at[0] == 2 && row.at[1].is_multiple_of(2)) {
        let value = row.value.as_ref().map_err(|error| error.clone())?;
        assert_eq!(value.winner(), Some(outplay::Player::Second), "{}", row.board);
    }
    Ok(())
}
