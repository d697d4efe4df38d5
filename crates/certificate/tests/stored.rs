//! Certificates that took the prover long, kept so that everybody can check them: recomputed tables of 0.33 on grids.

use std::time::Instant;

use outplay_certificate::allowance::Allowance;
use outplay_certificate::check_within;

/// What is usual for the command.
const MEMORY: u64 = 4 << 30;

fn verdict(file: &str, memory: u64) -> Result<String, outplay_certificate::Refused> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/stored/");
    let bytes = std::fs::read(format!("{folder}{file}.cert")).unwrap();
    check_within(&bytes[..], &Allowance { looks: u64::MAX, ..Allowance::usual(memory) })
}

#[test]
fn a_stored_table_is_confirmed() {
    assert_eq!(verdict("3x11", 1 << 24), Ok("octal:0.33 grid:3x11: outcome P".into()));
}

/// Conjecture 63 says that a grid with a side divisible by three is lost. It is false, but these are (docs/records.md).
#[test]
#[ignore = "minutes, and 2.3 GB; wants --release and --nocapture"]
fn large_stored_tables_are_confirmed() {
    for (grid, outcome) in [("3x12", "P"), ("6x7", "P")] {
        let begun = Instant::now();
        let said = verdict(grid, MEMORY);
        println!("{grid}: {:?}", begun.elapsed());
        assert_eq!(said, Ok(format!("octal:0.33 grid:{grid}: outcome {outcome}")));
    }
}
