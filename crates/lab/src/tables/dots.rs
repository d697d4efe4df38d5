//! The lists of the article on Rob's Dots.

use outplay_solve::heaps::{Lister, classes};
use outplay_solve::limits::Stopped;

use super::{NamedTable, PaperTable};
use crate::context::Context;

/// The tables.
pub const TABLES: &[NamedTable] = &[
    NamedTable {
        name: "dots/one-heap",
        title: "The one-heap P-positions of Rob's Dots up to 100",
        make: one_heap,
    },
    NamedTable {
        name: "dots/two-heaps",
        title: "The two-heap irreducible P-positions of Rob's Dots with at most 47 counters, by their total",
        make: two_heaps,
    },
    NamedTable {
        name: "dots/classes",
        title: "The classes of heap sizes up to 50 that are equivalent in Rob's Dots",
        make: heap_classes,
    },
    NamedTable {
        name: "dots/period",
        title: "The values of Rob's Dots by remainder modulo 34, and the exceptions",
        make: period,
    },
];

fn list(heaps: &[u32]) -> String {
    format!("({})", heaps.iter().map(u32::to_string).collect::<Vec<_>>().join(","))
}

fn one_heap(context: &mut Context) -> Result<PaperTable, Stopped> {
    let values = context.heaps("0.137", 100)?;
    let zeros = (1..=100usize).filter(|&n| values[n] == 0);
    Ok(PaperTable::new(["heap"], zeros.map(|n| vec![n.to_string()]).collect()))
}

fn two_heaps(context: &mut Context) -> Result<PaperTable, Stopped> {
    let values = context.heaps("0.137", 47)?;
    let mut lister = Lister::new(2, 47, true);
    lister.run(&values, context.budget)?;
    let mut positions = lister.into_positions();
    positions.sort_by_key(|heaps| (heaps.iter().sum::<u32>(), heaps.clone()));
    // (n, n) is irreducible too, but the article sets those aside.
    let rows =
        positions.iter().map(|heaps| vec![heaps.iter().sum::<u32>().to_string(), list(heaps)]);
    Ok(PaperTable::new(["total", "position"], rows.collect()).note("including the pairs (n,n)"))
}

fn heap_classes(context: &mut Context) -> Result<PaperTable, Stopped> {
    let values = context.heaps("0.137", 50)?;
    let rows = classes(&values).into_iter().map(|(value, sizes)| {
        let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
        vec![value.to_string(), sizes.join(" ")]
    });
    Ok(PaperTable::new(["value", "heaps"], rows.collect()))
}

fn period(context: &mut Context) -> Result<PaperTable, Stopped> {
    let values = context.heaps("0.137", 200)?;
    // From heap 52 on the values repeat, so 102 to 135 are the remainders 0 to 33.
    let word: String = (102..136).map(|n| values[n].to_string()).collect();
    let rows = (0..34usize).map(|r| {
        let exceptions = (r..=51).step_by(34).filter(|&n| values[n] != values[102 + r]);
        let told: Vec<String> = exceptions.map(|n| format!("{n}: {}", values[n])).collect();
        vec![r.to_string(), values[102 + r].to_string(), told.join(", ")]
    });
    Ok(PaperTable::new(["n mod 34", "value", "exceptions"], rows.collect())
        .note(format!("the word is {word}")))
}
