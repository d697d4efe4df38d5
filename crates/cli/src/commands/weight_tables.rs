//! `outplay table hop/5.3.1` to `hop/5.3.4`: from which outer order on weight shows a draw, by inner order.

use outplay_solve::positional::thresholds::{
    Orders, Plane, THEOREMS, Threshold, is_prime_power, threshold,
};
use serde_json::{Value, json};

/// Inner orders up to this one are listed: beyond, every outer order will do.
const LAST_ORDER: u64 = 13;

/// The names of these tables.
pub fn names() -> Vec<String> {
    THEOREMS.iter().map(|(number, ..)| format!("hop/{number}")).collect()
}

/// Columns and rows of a table; none if it is not one of these.
pub fn table(name: &str) -> Option<(Vec<String>, Vec<Vec<Value>>)> {
    let number = name.strip_prefix("hop/")?;
    let &(_, outer, inner) = THEOREMS.iter().find(|(known, ..)| *known == number)?;
    let columns = [
        "inner order",
        "board",
        "threshold",
        "also below",
        "threshold of prime powers",
        "also below",
    ];
    let columns = columns.iter().map(|column| column.to_string()).collect();
    let row = |q2: u64| {
        let mut row = vec![json!(q2), json!(board(outer, inner, q2))];
        row.extend(cells(threshold(outer, inner, q2, Orders::Integers)));
        if is_prime_power(q2) {
            row.extend(cells(threshold(outer, inner, q2, Orders::PrimePowers)));
        } else {
            row.extend([json!("no plane"), json!([])]);
        }
        row
    };
    Some((columns, (2..=LAST_ORDER).map(row).collect()))
}

fn board(outer: Plane, inner: Plane, q2: u64) -> String {
    let name = |plane: Plane| if plane == Plane::Affine { "ag" } else { "pg" };
    format!("[{}:2,q : {}:2,{q2}]", name(outer), name(inner))
}

fn cells(threshold: Threshold) -> [Value; 2] {
    [threshold.from.map_or(json!("none"), |from| json!(from)), json!(threshold.also)]
}
