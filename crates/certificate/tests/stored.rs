//! Certificates that took the prover long, kept so that everybody can check them: recomputed tables of 0.33 on grids and of dots-and-boxes.

use std::time::Instant;

use outplay_certificate::allowance::Allowance;
use outplay_certificate::{Refused, check, check_within};

/// What is usual for the command.
const MEMORY: u64 = 4 << 30;

fn stored(file: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/stored/");
    std::fs::read(format!("{folder}{file}.cert")).expect("a stored certificate")
}

fn verdict(file: &str, memory: u64) -> Result<String, Refused> {
    check_within(&stored(file)[..], &Allowance { looks: u64::MAX, ..Allowance::usual(memory) })
}

#[test]
fn a_stored_table_is_confirmed() {
    assert_eq!(verdict("3x11", 1 << 24), Ok("octal:0.33 grid:3x11: outcome P".into()));
    let boxes = "strings-and-coins boxes:3x3: margin -3";
    assert_eq!(verdict("boxes-3x3", 1 << 24), Ok(boxes.into()));
}

/// A certificate says what it takes. Who allows less does no work.
#[test]
fn a_large_table_is_refused_beforehand() {
    let bytes = stored("boxes-4x4");
    assert!(matches!(check(&bytes[..], 1 << 29), Err(Refused::Memory { .. })));
    assert!(matches!(check(&bytes[..], 1 << 30), Err(Refused::Work { .. })));
}

/// 3x4 in seconds, 4x4 in minutes: both are draws.
#[test]
#[ignore = "minutes, and 1.1 GB; wants --release and --nocapture"]
fn large_stored_tables_of_boxes_are_confirmed() {
    for boxes in ["3x4", "4x4"] {
        let begun = Instant::now();
        let said = verdict(&format!("boxes-{boxes}"), MEMORY);
        println!("boxes:{boxes}: {:?}", begun.elapsed());
        assert_eq!(said, Ok(format!("strings-and-coins boxes:{boxes}: margin 0")));
    }
}

/// Conjecture 63 says that a grid with a side divisible by three is lost. 3x12 and 6x7 are; 3x15 is not (docs/records.md).
#[test]
#[ignore = "minutes, and 2.3 GB; wants --release and --nocapture"]
fn large_stored_tables_are_confirmed() {
    for (grid, outcome) in [("3x12", "P"), ("3x15", "N"), ("6x7", "P")] {
        let begun = Instant::now();
        let said = verdict(grid, MEMORY);
        println!("{grid}: {:?}", begun.elapsed());
        assert_eq!(said, Ok(format!("octal:0.33 grid:{grid}: outcome {outcome}")));
    }
}
