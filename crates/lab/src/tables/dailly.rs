//! Tables 2 to 5 and Figures 22, 23 and 34 of Dailly's report.

use outplay_solve::limits::Stopped;

use super::{NamedTable, PaperTable};
use crate::context::{Context, outcome};
use crate::podes::{Podes, chains, pode_name};

/// The tables.
pub const TABLES: &[NamedTable] = &[
    NamedTable {
        name: "dailly/2",
        title: "Table 2. Number of moves played on a 3×n grid when applying a winning strategy trying to empty the graph \
                (0.03)",
        make: |context| lying(context, 3, 1..=7),
    },
    NamedTable {
        name: "dailly/3",
        title: "Table 3. Number of moves played on 4×n grids (0.03)",
        make: |context| lying(context, 4, 2..=5),
    },
    NamedTable {
        name: "dailly/4",
        title: "Table 4. The Grundy values for a k,l,1-bipode B with a1, b1 chains of length 1 and a2, b2 of length 2 (0.33)",
        make: |context| bipodes(context, 1),
    },
    NamedTable {
        name: "dailly/5",
        title: "Table 5. The Grundy values for a k,l,2-bipode B with a1, b1 chains of length 1 and a2, b2 of length 2 (0.33)",
        make: |context| bipodes(context, 2),
    },
    NamedTable {
        name: "dailly/fig22",
        title: "Figure 22. First five rows of the table of positions: a row for each number of chains",
        make: |context| Ok(triangle(context, |_, ones, twos| pode_name(&chains(ones, twos)))),
    },
    NamedTable {
        name: "dailly/fig23",
        title: "Figure 23. First five rows of the table of outcomes (0.33)",
        make: |context| {
            Ok(triangle(context, |podes, ones, twos| outcome(podes.cell(ones, twos)).into()))
        },
    },
    NamedTable {
        name: "dailly/fig34",
        title: "Figure 34. First five rows of the table of Grundy values (0.33)",
        make: |context| {
            Ok(triangle(context, |podes, ones, twos| podes.cell(ones, twos).to_string()))
        },
    },
    NamedTable {
        name: "dailly/moves",
        title: "Moves played under 0.03 on an m×n grid when the winner tries to empty it and the loser tries to \
                prevent that",
        make: all_moves,
    },
];

/// A table that lies on its side, as Tables 2 and 3 do.
fn lying(
    context: &mut Context,
    m: usize,
    columns: std::ops::RangeInclusive<usize>,
) -> Result<PaperTable, Stopped> {
    let mut rows = [
        vec!["outcome".to_string()],
        vec!["number of vertices".into()],
        vec!["number of moves played".into()],
    ];
    for n in columns.clone() {
        let mut game = context.emptying(&context.graph(&format!("grid:{m}x{n}")));
        let full = game.full();
        let course = game.course(full, context.budget)?;
        rows[0].push(if course.wins { "N" } else { "P" }.into());
        rows[1].push((m * n).to_string());
        rows[2].push(course.moves.to_string());
    }
    let heads = std::iter::once("n".to_string()).chain(columns.map(|n| n.to_string()));
    Ok(PaperTable::new(heads, rows.to_vec()))
}

fn all_moves(context: &mut Context) -> Result<PaperTable, Stopped> {
    let most = context.to(24, 28);
    let mut rows = Vec::new();
    for m in 1..=6usize {
        let mut row = vec![m.to_string()];
        for n in 1..=8usize {
            if m * n > most {
                row.push("?".into());
                continue;
            }
            let mut game = context.emptying(&context.graph(&format!("grid:{m}x{n}")));
            let full = game.full();
            let course = game.course(full, context.budget)?;
            row.push(format!("{}{}", if course.wins { "N" } else { "P" }, course.moves));
        }
        rows.push(row);
    }
    let heads = std::iter::once("m\\n".to_string()).chain((1..=8).map(|n| n.to_string()));
    Ok(PaperTable::new(heads, rows).note(format!(
        "the outcome and the number of moves; ? means more than {most} vertices, for which use --deep"
    )))
}

/// A row for each number of chains, a column for each number of chains of length 2.
fn triangle(context: &Context, cell: fn(&mut Podes, usize, usize) -> String) -> PaperTable {
    let mut podes = context.podes();
    let mut row = |k: usize| {
        let mut cells: Vec<String> = (0..=k).map(|twos| cell(&mut podes, k - twos, twos)).collect();
        cells.resize(5, String::new());
        std::iter::once(k.to_string()).chain(cells).collect::<Vec<_>>()
    };
    let heads =
        std::iter::once("chains\\of length 2".to_string()).chain((0..=4).map(|n| n.to_string()));
    PaperTable::new(heads, (0..=4).map(&mut row).collect())
        .note("the empty graph, which stands above row 0 in the figure, is a P-position of value 0")
}

/// Blocks of b1 across and a1 down, for a2 down and b2 across, as the appendix prints them.
fn bipodes(context: &mut Context, m: usize) -> Result<PaperTable, Stopped> {
    let mut podes = context.podes();
    let mut rows = Vec::new();
    let mut layout = String::new();
    for a2 in 0..=6 {
        context.budget.check()?;
        let heads: Vec<String> = (0..=6).map(|b2| format!("a2={a2} b2={b2}     ")).collect();
        layout.push_str(&heads.join(" | "));
        layout.push('\n');
        let line: Vec<&str> = (0..=6).map(|_| "a1\\b1 0123456").collect();
        layout.push_str(&line.join("  | "));
        layout.push('\n');
        for a1 in 0..=6 {
            let mut blocks = Vec::new();
            for b2 in 0..=6 {
                let mut word = String::new();
                for b1 in 0..=6 {
                    let value = podes.bipode(&chains(a1, a2), &chains(b1, b2), m);
                    word.push_str(&value.to_string());
                    rows.push([a1, a2, b1, b2, value as usize].map(|n| n.to_string()).to_vec());
                }
                blocks.push(format!("    {a1} {word} "));
            }
            layout.push_str(blocks.join(" | ").trim_end());
            layout.push('\n');
        }
        layout.push('\n');
    }
    let table = PaperTable::new(["a1", "a2", "b1", "b2", "grundy"], rows);
    Ok(PaperTable { layout: Some(layout.trim_end().to_string()), ..table })
}
