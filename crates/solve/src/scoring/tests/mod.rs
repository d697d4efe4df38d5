//! The fast scoring solvers against the reference solver, on random multigraphs and small boards.

#![allow(clippy::unwrap_used, reason = "a test that goes wrong should say so at once")]

mod chains;
mod coins;
mod quiet_table;
mod random_graphs;
mod unshackle;
mod widths;

/// Asks by a probe whether a margin is at least each of some numbers, and compares the bounds that it gives with the margin.
fn probes_agree(
    questions: impl IntoIterator<Item = i32>,
    expected: i32,
    what: &str,
    mut probe: impl FnMut(i32) -> i32,
) {
    for least in questions {
        let bound = probe(least);
        let right = if bound >= least { bound <= expected } else { bound >= expected };
        assert!(right, "{what}: {bound} for {least}, but the margin is {expected}");
    }
}

/// Every window for a margin of the parity of the points; from above in every other round. They are asked of one table, so
/// that bounds of one serve the next.
fn windows(points: i32, round: usize) -> Vec<i32> {
    let mut windows: Vec<i32> = (-points..=points + 2).step_by(2).collect();
    if round.is_multiple_of(2) {
        windows.reverse();
    }
    windows
}

/// One thread, or two in every eighth round.
fn threads(round: usize) -> usize {
    1 + round % 8 / 7
}
