//! Nim-sequences and their periods: which octal games with two digits are periodic among the first heaps?
//!
//!     cargo run --release -p outplay --example sequence

use outplay::{Error, HeapGame, Run, period, sequence};

/// Lists the games 0.d with one and two digits.
pub fn main() -> Result<(), Error> {
    let run = Run::default();
    for code in 1..64 {
        let game: HeapGame = format!("0.{code:02o}").parse()?;
        let values = sequence(&game, 15, &run)?.values;
        let found = period(&game, 10_000, &run)?;
        let told = match (found.proved, found.period) {
            (true, Some(period)) => format!("period {period} after {}", found.last_exception),
            _ => format!("none up to {}", found.checked_to),
        };
        println!("{:<12} {:<26} {values:?}", game.to_string(), told);
    }
    let kayles = period(&"0.77".parse()?, 10_000, &run)?;
    assert_eq!((kayles.period, kayles.last_exception), (Some(12), 70));
    Ok(())
}
