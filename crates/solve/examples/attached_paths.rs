//! Octal codes of two digits on every small connected graph with a path attached to a vertex: which values are proved
//! periodic as the path grows, and with which periods.
//!
//!     cargo run --release -p outplay-solve --example attached_paths -- VERTICES LENGTH [CODE...]
//!
//! prints one row per code: at how many pairs of a graph and a vertex, up to symmetry, of up to VERTICES vertices a period is proved with
//! paths of up to LENGTH vertices, which periods there are, and the last exception of all.

use std::collections::BTreeMap;

use outplay_rules::all_graphs;
use outplay_rules::graph::Graph;
use outplay_rules::octal_code::OctalCode;
use outplay_rules::rules::TakingRule;
use outplay_rules::stretch::{Rooted, Shape};
use outplay_rules::symmetry::Structure;
use outplay_solve::impartial::along::{StateTable, TabulatedSystem, smallest_within};
use outplay_solve::limits::Budget;
use outplay_solve::oracle::How;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let [vertices, length, codes @ ..] = &given[..] else {
        return Err("attached_paths VERTICES LENGTH [CODE...]".into());
    };
    let (vertices, length): (usize, usize) = (vertices.parse()?, length.parse()?);
    let mut graphs = Vec::new();
    for n in 1..=vertices {
        for graph in all_graphs::connected(n)? {
            graphs.push(graph?);
        }
    }
    let codes: Vec<String> = match codes {
        [] => (1..64).map(|digits| format!("0.{}{}", digits / 8, digits % 8)).collect(),
        some => some.to_vec(),
    };
    println!("| code | graphs with a vertex | proved | periods (how often) | last exception |");
    println!("| --- | --- | --- | --- | --- |");
    for code in &codes {
        let row = Row::of(&code.parse()?, &graphs, length)?;
        println!("| {code} | {} | {} | {} | {} |", row.all, row.proved, row.periods(), row.last);
    }
    Ok(())
}

/// What is found for one code.
#[derive(Default)]
struct Row {
    all: usize,
    proved: usize,
    periods: BTreeMap<usize, usize>,
    last: i64,
}

impl Row {
    fn of(
        code: &OctalCode,
        graphs: &[Graph],
        most: usize,
    ) -> Result<Row, Box<dyn std::error::Error>> {
        let mut row = Row { last: -1, ..Row::default() };
        let (how, budget) = (How::default(), &mut Budget::unlimited());
        let mut table = StateTable::new(TakingRule::Connected(code), &how);
        let mut open = Vec::new();
        for graph in graphs {
            let orbits = Structure::of_graph(graph).orbits();
            for root in (0..graph.vertex_count()).filter(|&v| orbits[v] == v) {
                row.all += 1;
                let Some(core) = Rooted::new(graph, root) else { continue };
                let shape = Shape::Between([core, Rooted::free()]);
                open.extend(table.add(&shape, budget)?.ok());
            }
        }
        let mut length = 32;
        while !open.is_empty() {
            table.extend_to(length.min(most), budget)?;
            open.retain(|family| !row.takes(&table, family));
            if length >= most {
                break;
            }
            length *= 2;
        }
        Ok(row)
    }

    /// Whether a period is proved, which is then noted.
    fn takes(&mut self, table: &StateTable, family: &TabulatedSystem) -> bool {
        let Some(system) = table.proved(family) else { return false };
        let values: Vec<u32> = table.values(family).iter().map(|&value| value.into()).collect();
        let (period, last) = smallest_within(&values, system.from, system.period);
        self.proved += 1;
        *self.periods.entry(period).or_default() += 1;
        self.last = self.last.max(last.map_or(-1, |last| last as i64));
        true
    }

    fn periods(&self) -> String {
        let words = self.periods.iter().map(|(period, count)| format!("{period} ({count})"));
        words.collect::<Vec<_>>().join(", ")
    }
}
