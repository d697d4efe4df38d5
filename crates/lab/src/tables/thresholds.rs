//! From which outer order on weight shows a draw, by inner order (Riegel's dissertation, Theorems 5.3.1 to 5.3.4).

use outplay_solve::limits::Stopped;
use outplay_solve::positional::thresholds::{
    Orders, Plane, THEOREMS, Threshold, is_prime_power, threshold,
};

use super::{Cell, NamedTable, PaperTable};
use crate::context::Context;

/// The tables of this file.
pub const TABLES: &[NamedTable] = &[
    NamedTable { name: "hop/5.3.1", title: TITLES[0], make: |context| of_theorem(0, context) },
    NamedTable { name: "hop/5.3.2", title: TITLES[1], make: |context| of_theorem(1, context) },
    NamedTable { name: "hop/5.3.3", title: TITLES[2], make: |context| of_theorem(2, context) },
    NamedTable { name: "hop/5.3.4", title: TITLES[3], make: |context| of_theorem(3, context) },
];

const TITLES: [&str; 4] = [
    "The outer orders q from which on the weight argument shows that [AG(2,q) : PG(2,q2)] is drawn (Theorem 5.3.1)",
    "The outer orders q from which on the weight argument shows that [PG(2,q) : PG(2,q2)] is drawn (Theorem 5.3.2)",
    "The outer orders q from which on the weight argument shows that [AG(2,q) : AG(2,q2)] is drawn (Theorem 5.3.3)",
    "The outer orders q from which on the weight argument shows that [PG(2,q) : AG(2,q2)] is drawn (Theorem 5.3.4)",
];

/// Inner orders up to this one are listed: beyond, every outer order will do.
const LAST_ORDER: u64 = 13;

fn of_theorem(number: usize, _: &mut Context) -> Result<PaperTable, Stopped> {
    let (_, outer, inner) = THEOREMS[number];
    let columns = [
        "inner order",
        "board",
        "from outer order",
        "and some before",
        "from prime power",
        "and some before",
    ];
    let row = |q2: u64| -> Vec<Cell> {
        let all = cells(threshold(outer, inner, q2, Orders::Integers));
        let powers = if is_prime_power(q2) {
            cells(threshold(outer, inner, q2, Orders::PrimePowers))
        } else {
            ["no plane".into(), Cell::List(Vec::new())]
        };
        [q2.into(), board(outer, inner, q2).into()].into_iter().chain(all).chain(powers).collect()
    };
    Ok(PaperTable::new(columns, (2..=LAST_ORDER).map(row).collect()))
}

fn board(outer: Plane, inner: Plane, q2: u64) -> String {
    let name = |plane: Plane| if plane == Plane::Affine { "ag" } else { "pg" };
    format!("[{}:2,q : {}:2,{q2}]", name(outer), name(inner))
}

fn cells(threshold: Threshold) -> [Cell; 2] {
    [threshold.from.map_or("none".into(), Cell::from), Cell::List(threshold.also)]
}
