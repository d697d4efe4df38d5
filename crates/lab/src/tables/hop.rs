//! The numbers of nested boards and the thresholds of section 5 of Riegel's dissertation.

use outplay_solve::limits::Stopped;
use outplay_solve::positional::thresholds::{self, Orders};

use super::{NamedTable, PaperTable};
use crate::context::Context;
use crate::weights::{Nested, Plane, is_prime_power};

/// The tables.
pub const TABLES: &[NamedTable] = &[
    NamedTable {
        name: "hop/planes",
        title: "Points, lines, points a line and lines a point of AG(2,q) and PG(2,q) (section 5.1)",
        make: planes,
    },
    NamedTable {
        name: "hop/nested",
        title: "The numbers N, M, K, L, L_s, L_d of nested boards of planes (section 5.1)",
        make: nested,
    },
    NamedTable {
        name: "hop/thresholds",
        title: "From which outer order on the alpha-weight after the first hop is below 1 (Theorems 5.3.1 to 5.3.4)",
        make: thresholds,
    },
];

const BOTH: [Plane; 2] = [Plane::Affine, Plane::Projective];

fn planes(_: &mut Context) -> Result<PaperTable, Stopped> {
    let mut rows = Vec::new();
    for plane in BOTH {
        for q in (2..=9).filter(|&q| is_prime_power(q)) {
            let counts = plane.counts(q).map(|n| n.to_string());
            rows.push([&[format!("{}(2,{q})", plane.title())], &counts[..]].concat());
        }
    }
    Ok(PaperTable::new(["plane", "n", "m", "k", "l"], rows))
}

fn nested(_: &mut Context) -> Result<PaperTable, Stopped> {
    let mut rows = Vec::new();
    for (outer, inner) in BOTH.iter().flat_map(|o| BOTH.map(|i| (*o, i))) {
        for (q1, q2) in [(2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (4, 2)] {
            let board = Nested::new((outer, q1), (inner, q2));
            let name = format!("[{}:2,{q1} : {}:2,{q2}]", outer.name(), inner.name());
            let numbers = [
                board.n.to_string(),
                board.m.to_string(),
                board.k.to_string(),
                board.l.to_string(),
                board.same.to_string(),
                board.different.to_string(),
            ];
            rows.push([&[name], &numbers[..]].concat());
        }
    }
    Ok(PaperTable::new(["board", "N", "M", "K", "L", "L_s", "L_d"], rows))
}

fn thresholds(context: &mut Context) -> Result<PaperTable, Stopped> {
    let kind = |plane: Plane| match plane {
        Plane::Affine => thresholds::Plane::Affine,
        Plane::Projective => thresholds::Plane::Projective,
    };
    let mut rows = Vec::new();
    for (outer, inner) in BOTH.iter().flat_map(|o| BOTH.map(|i| (*o, i))) {
        for q2 in (2..=9).filter(|&q| is_prime_power(q)) {
            context.budget.check()?;
            let found = thresholds::threshold(kind(outer), kind(inner), q2, Orders::Integers).from;
            let first = found.map_or("none".to_string(), |first| first.to_string());
            let prime = found.and_then(|first| (first..).find(|&q| is_prime_power(q)));
            let prime = prime.map_or(String::new(), |prime| prime.to_string());
            let class = format!("[{}(2,q1) : {}(2,{q2})]", outer.title(), inner.title());
            rows.push(vec![class, q2.to_string(), first, prime]);
        }
    }
    Ok(PaperTable::new(["boards", "q2", "from q1", "first prime power"], rows)
        .note("from q1 = 2 means: for every outer plane")
        .note("none: the weight grows with q1 and is never below 1"))
}
