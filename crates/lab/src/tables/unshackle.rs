//! Tables 1 and 2 of the Unshackle paper, and the exact margins beside them.

use outplay_solve::limits::Stopped;

use super::{NamedTable, PaperTable};
use crate::context::Context;
use crate::shadows::{grid_maps, symmetric_grid};

/// The tables.
pub const TABLES: &[NamedTable] = &[
    NamedTable {
        name: "unshackle/1",
        title: "Table 1. Outcomes of Unshackle games on an m×n grid with Strategy 1",
        make: |_| Ok(square(strategy_1_cell)),
    },
    NamedTable {
        name: "unshackle/2",
        title: "Table 2. Improving outcomes of Unshackle games on an m×n grid",
        make: |_| Ok(square(improved_cell)),
    },
    NamedTable {
        name: "unshackle/margins",
        title: "The exact margins (first minus second) of Unshackle on an m×n grid",
        make: margins,
    },
];

/// Table 1 as printed; a dot where the cell is empty.
pub const TABLE_1: &str = include_str!("unshackle_1.txt");

/// Table 2 as printed.
pub const TABLE_2: &str = include_str!("unshackle_2.txt");

/// What a symmetry of a grid promises: who plays shadows, and whether he wins. None if it cannot be used.
fn promise(
    m: usize,
    n: usize,
    map: &dyn Fn(usize, usize) -> (usize, usize),
) -> Option<(usize, bool)> {
    let graph = symmetric_grid(m, n, map)?;
    let fixed = graph.fixed;
    Some(match graph.own {
        None => (2, fixed > 0),
        Some((u, v)) => (1, fixed > 0 || graph.degree(u) == 1 || graph.degree(v) == 1),
    })
}

fn cell(promise: Option<(usize, bool)>) -> String {
    match promise {
        Some((1, win)) => format!("I_{}", win as u8),
        Some((_, win)) => format!("II_{}", win as u8),
        None => "?".into(),
    }
}

/// A cell of Table 1.
pub fn strategy_1_cell(m: usize, n: usize) -> String {
    if m * n == 1 {
        return String::new();
    }
    cell(grid_maps(m, n).first().and_then(|(_, map)| promise(m, n, map)))
}

/// A cell of Table 2: the best of Strategies 1 and 2, Theorem 4.1 (paths of even length) and Theorem 4.7 (2×4).
pub fn improved_cell(m: usize, n: usize) -> String {
    if m * n == 1 {
        return String::new();
    }
    let (short, long) = (m.min(n), m.max(n));
    if short == 1 && long % 2 == 0 {
        return "I_1".into();
    }
    if (short, long) == (2, 4) {
        return "II_1".into();
    }
    let maps = grid_maps(m, n);
    let promises: Vec<(usize, bool)> =
        maps.iter().filter_map(|(_, map)| promise(m, n, map)).collect();
    let best = promises.iter().find(|(_, win)| *win).or(promises.first());
    cell(best.copied())
}

fn square(compute: fn(usize, usize) -> String) -> PaperTable {
    let columns = std::iter::once("m\\n".to_string()).chain((1..=10).map(|n| n.to_string()));
    let row = |m: usize| {
        std::iter::once(m.to_string()).chain((1..=10).map(|n| compute(m, n))).collect::<Vec<_>>()
    };
    PaperTable::new(columns, (1..=10).map(row).collect())
        .note("I_1, II_1: a winning strategy for Player I, II; I_0, II_0: a drawing strategy")
}

fn margins(context: &mut Context) -> Result<PaperTable, Stopped> {
    let edges = context.to(20, 28);
    let mut rows = Vec::new();
    for m in 1..=5usize {
        let mut row = vec![m.to_string()];
        for n in 1..=10usize {
            let fits = 2 * m * n - m - n <= edges;
            let name = format!("grid:{}x{}", m.min(n), m.max(n));
            row.push(if fits {
                context.margin(&format!("unshackle {name}"))?.to_string()
            } else {
                "?".into()
            });
        }
        rows.push(row);
    }
    let columns = std::iter::once("m\\n".to_string()).chain((1..=10).map(|n| n.to_string()));
    Ok(PaperTable::new(columns, rows)
        .note(format!("? means more than {edges} edges, for which use --deep")))
}
