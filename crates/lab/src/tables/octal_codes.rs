//! The periods of all octal codes of up to three digits.

use outplay_solve::heaps::{Argument, PeriodReport};
use outplay_solve::limits::Stopped;

use super::{Cell, NamedTable, PaperTable};
use crate::context::Context;

/// The table of this file.
pub const TABLES: &[NamedTable] = &[NamedTable {
    name: "octal-codes",
    title: "The nim-sequences of the octal codes of up to three digits: which are periodic",
    make,
}];

/// How far the heaps of each code are valued, and with `--deep`.
const HEAPS: [usize; 2] = [2_000, 200_000];

/// Periods that take more heaps: all but that of 0.106 were proved here by `outplay period CODE` (section 7 of
/// `docs/theory-heaps.md`); that one is Flammenkamp's.
const BEYOND: [(&str, &str); 13] = [
    ("0.156", "349, last exception 3,478: proved by a longer run"),
    ("0.644", "442, last exception 3,255: proved by a longer run"),
    ("0.165", "1,550, last exception 5,180: proved by a longer run"),
    ("0.356", "142, last exception 7,314: proved by a longer run"),
    ("0.127", "4, last exception 46,577: proved by a longer run"),
    ("0.16", "149,459, last exception 105,350: proved by a longer run"),
    ("0.56", "144, last exception 326,639: proved by a longer run"),
    ("0.376", "4, last exception 2,268,247: proved by a longer run"),
    ("0.354", "1,180, last exception 10,061,915: proved by a longer run"),
    ("0.104", "11,770,282, last exception 197,769,597: proved by a longer run"),
    ("0.054", "10,015,179, last exception 193,235,615: proved by a longer run"),
    ("0.454", "60,620,715, last exception 160,949,018: proved by a longer run"),
    ("0.106", "328,226,140,474, last exception 465,384,263,797: Flammenkamp, not computed here"),
];

fn make(context: &mut Context) -> Result<PaperTable, Stopped> {
    let limit = context.to(HEAPS[0], HEAPS[1]);
    let mut rows = Vec::new();
    let (mut proved, mut none) = (0, 0);
    for digits in 1..512u32 {
        let code = name(digits);
        let report = context.period(&code, limit)?;
        proved += u32::from(report.proved);
        none += u32::from(report.period.is_none());
        rows.push(row(&code, &report));
    }
    let columns = [
        "code",
        "status",
        "period",
        "last exception",
        "heaps valued",
        "largest value",
        "argument",
        "known beyond",
    ];
    let seen = rows.len() as u32 - proved - none;
    Ok(PaperTable::new(columns, rows)
        .note(format!("{proved} codes are proved periodic here, {seen} look periodic, {none} do not, among the heaps up to {limit}."))
        .note("`not proved` says nothing against a period: `outplay period CODE` goes further, for example to the 216 million heaps that 0.104 takes.")
        .note("A row `proved` can be certified: `outplay period CODE --certificate FILE`, then `outplay check FILE`."))
}

/// The code of three octal digits, without zeros at the end: 0.137 for 137 in base eight.
fn name(digits: u32) -> String {
    format!("0.{}", format!("{digits:03o}").trim_end_matches('0'))
}

fn row(code: &str, report: &PeriodReport) -> Vec<Cell> {
    let PeriodReport { proved, period, last_exception, checked_to, max_grundy, .. } = *report;
    let none = || Cell::from("");
    let argument = match report.argument {
        Argument::None => "",
        Argument::AnyNumber => "any number",
        Argument::Arithmetic { .. } => "criterion",
        Argument::Theorem { .. } => "theorem",
        Argument::Window { .. } => "window",
    };
    let beyond = BEYOND.iter().find(|(known, _)| *known == code && !proved);
    vec![
        code.into(),
        if proved { "proved" } else { "not proved" }.into(),
        period.map_or_else(none, |period| Cell::from(period as u64)),
        period.map_or_else(none, |_| Cell::from(last_exception.to_string())),
        Cell::from(checked_to as u64),
        Cell::from(u64::from(max_grundy)),
        argument.into(),
        beyond.map_or("", |&(_, known)| known).into(),
    ]
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn every_code_once() {
        let names: std::collections::BTreeSet<String> = (1..512).map(name).collect();
        assert_eq!(names.len(), 511);
        for code in ["0.1", "0.07", "0.007", "0.137", "0.77", "0.777"] {
            assert!(names.contains(code), "{code}");
        }
    }
}
