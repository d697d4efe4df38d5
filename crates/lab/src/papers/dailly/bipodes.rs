//! Sections 4.4 and 4.5: the game 0.33 on bipodes, their tables, and Conjecture 63.

use outplay_rules::record::Record;
use outplay_rules::rules::Rules;
use outplay_solve::impartial::Convention;
use outplay_solve::impartial::ImpartialOracle;
use outplay_solve::limits::Stopped;
use outplay_solve::oracle::{How, Oracle};

use super::grids::{conjecture, sizes};
use super::podes::{lengthened, solve_command};
use crate::claim::{Claim, Exhibit, Finding, Status, all, facts, sweep};
use crate::context::{Context, expect};
use crate::podes::{Podes, bipode_name, chain_lists, chains};

/// The claims.
pub const CLAIMS: &[Claim] = &[
    Claim {
        id: "dailly/54",
        place: "Definition 54, section 4.4",
        statement: "A (k, l, m)-bipode is a tree with exactly two vertices of degree 3 or more.",
        method: "The degrees in every bipode with up to 4 chains of length 1 at each centre and one edge between the \
                 centres, fewest chains first.",
        note: "The description is right for k, l ≥ 2 only. Theorem 61 and Tables 4 and 5 also use fewer chains, which \
               the definition itself allows.",
        check: other_terms,
    },
    Claim {
        id: "dailly/55",
        place: "Lemma 55, section 4.4",
        statement: "Under 0.33 the Grundy value of a bipode depends on the number of edges between its centres only modulo 3.",
        method: "Every bipode with up to 3 chains of length up to 3 at each centre and up to 7 edges between the \
                 centres (with --deep: 4 chains of up to 4, 10 edges). No edge between them means that the centres are \
                 one vertex.",
        note: "The induction begins with P empty or a single vertex. If P is Pod(1) and m = 0, taking all of P from the longer bipode cannot be \
               answered in kind (the centres are one vertex); but then both are podes and Lemma 50 applies.",
        check: lemma_55,
    },
    Claim {
        id: "dailly/56",
        place: "Lemma 56, section 4.4",
        statement: "Bipod(1,1;1,1;1) has Grundy value 0.",
        method: "The bipode, searched as a graph.",
        note: "",
        check: lemma_56,
    },
    Claim {
        id: "dailly/57",
        place: "Lemma 57, section 4.4 and appendix B",
        statement: "A pode P keeps its Grundy value when a vertex with two leaves is joined to its centre: \
                    Bipod(P;1,1;1) has the value of P.",
        method: "Every pode of up to 4 chains of length up to 3 (with --deep: 6 of up to 4).",
        note: "Figure 27 is missing from our copy; the base cases of the proof determine B and B'.",
        check: lemma_57,
    },
    Claim {
        id: "dailly/58",
        place: "Lemma 58, section 4.4 and appendix B",
        statement: "A pode P with one more leaf z at its centre keeps its Grundy value when a vertex with two leaves \
                    is joined to z: Bipod(P;1,1;2) has the value of Pod(P,1).",
        method: "Every pode of up to 4 chains of length up to 3 (with --deep: 6 of up to 4).",
        note: "The last remark of the proof says that taking both u and z “has been covered in the base cases”. Those \
               treat P of at most two vertices and P = Pod(1,1), but u and z can be taken from every P with one chain. \
               There B and B' are podes, and Lemma 50 leads back to the base cases.",
        check: lemma_58,
    },
    Claim {
        id: "dailly/59",
        place: "Lemma 59, section 4.4 and appendix B",
        statement: "Adding three vertices at the end of a chain of a bipode, or a new chain of three, does not change its \
                    Grundy value under 0.33.",
        method: "Every bipode with up to 3 chains of length up to 3 at each centre, 1 to 3 edges between, every chain \
                 (with --deep: 4 chains of up to 4).",
        note: "",
        check: lemma_59,
    },
    Claim {
        id: "dailly/60",
        place: "Corollary 60, section 4.4",
        statement: "Under 0.33 the Grundy value of a bipode depends on the lengths of its chains only modulo 3.",
        method: "Every bipode with up to 2 chains of length up to 5 at each centre, 1 to 3 edges between (with --deep: 3 chains of up to 6).",
        note: "For all bipodes by Lemma 59, applied repeatedly.",
        check: corollary_60,
    },
    Claim {
        id: "dailly/61",
        place: "Theorem 61, section 4.4",
        statement: "The Grundy value of a bipode with a1, b1 chains of length 1 and a2, b2 of length 2 at its centres \
                    and m edges between them is the mex of the values after shortening one chain by 1 or 2, and of \
                    Pod(b's chains, m - 1) if a1 = 1 and a2 = 0, and the same with a and b exchanged.",
        method: "a1, a2, b1, b2 up to 3 (with --deep: 5), m = 1 and 2, with chains at both centres: where a centre has \
                 none, “the terminal values are found in the table of k-podes”.",
        note: "The left side is printed with the indices in another order (a1, b1, a2, b2).",
        check: theorem_61,
    },
    Claim {
        id: "dailly/s4.4-p-pode",
        place: "Section 4.4, after Theorem 61",
        statement: "If one of the two podes of a bipode with one edge between its centres is a P-position, the bipode has \
                    the Grundy value of the other.",
        method: "Up to 6 chains of each length at each centre (with --deep: 9).",
        note: "The reason given (answer each move where it was made) is only a sketch: a move of a single pode that \
               takes its centre is not a move of the bipode.",
        check: p_pode,
    },
    Claim {
        id: "dailly/s4.4-sum",
        place: "Section 4.4, after Theorem 61",
        statement: "If a bipode with one edge between its centres is large enough, its Grundy value is the nim-sum of \
                    those of its two podes.",
        method: "Bipodes with four chains or more at both centres, up to 6 of each length (with --deep: 9); and the \
                 exceptions among smaller ones.",
        note: "“Some terminal cases are problematic, but they can be treated separately”: with two chains at one \
               centre the exceptions form infinite families (with two chains of length 2 at one centre and, at the \
               other, one of length 2 and n of length 1, the recursion of Theorem 61 has period 2 in n); with three or \
               more at both centres the only exception is Bipod(2,2,2;2,2,2;1).",
        check: sum_of_podes,
    },
    Claim {
        id: "dailly/t4",
        place: "Table 4, appendix D",
        statement: "The Grundy values of the bipodes with one edge between the centres, up to 6 chains of each length: \
                    they become periodic.",
        method: "Small cells (up to 3 chains of each length, up to 12 vertices; with --deep: 15) are searched as \
                 graphs. All 2,401 cells are checked to have period 2 in each index from 4 on, and to agree with the \
                 formula of Theorem 61 (with that for podes where a centre has no chain).",
        note: "Our scan of the table is garbled; `outplay table dailly/4` recomputes it.",
        check: |context| periodic(context, 1),
    },
    Claim {
        id: "dailly/t5",
        place: "Table 5, appendix E",
        statement: "The Grundy values of the bipodes with two edges between the centres, up to 6 chains of each length: \
                    they become periodic.",
        method: "Small cells (up to 3 chains of each length, up to 12 vertices; with --deep: 15) are searched as \
                 graphs. All 2,401 cells are checked to have period 2 in each index from 4 on, and to agree with the \
                 formula of Theorem 61 (with that for podes where a centre has no chain).",
        note: "Our scan of the table is garbled; `outplay table dailly/5` recomputes it.",
        check: |context| periodic(context, 2),
    },
    Claim {
        id: "dailly/62",
        place: "Observation 62, section 4.5",
        statement: "Appending a chain of three vertices to a vertex of a bipode can change the outcome under 0.33 from N to \
                    P.",
        method: "Bipodes are searched for an example, smallest first.",
        note: "Figure 29 is missing from our copy.",
        check: observation_62,
    },
    Claim {
        id: "dailly/c63",
        place: "Conjecture 63, section 4.5",
        statement: "Every grid with a side of length 3k is a P-position under 0.33.",
        method: "The outcome of every such grid of up to 30 vertices (with --deep: 42), and of 2×21.",
        note: "An independent program that shares no code with Outplay found the same winning moves on 2×21. The \
               Grundy value there is 3; on every smaller grid of two rows it is the number of vertices modulo 3. 3×15 \
               is an N-position as well: taking the second vertex of an outer row, counted from either end, wins \
               (`outplay solve octal:0.33 grid:3x15 --outcome-only --memory 5G`).",
        check: conjecture_63,
    },
];

/// The same for the chains of a bipode.
fn corollary_60(context: &mut Context) -> Result<Finding, Stopped> {
    let pairs = pairs(context.to(2, 3), context.to(5, 6));
    let mut podes = context.podes();
    let rest = |list: &[usize]| -> Vec<usize> { list.iter().map(|length| length % 3).collect() };
    sweep(context, pairs, "pairs of podes, 1 to 3 edges between", |_, (left, right)| {
        for m in 1..=3 {
            let value = podes.bipode(left, right, m);
            let reduced = podes.bipode(&rest(left), &rest(right), m);
            if value != reduced {
                let name = bipode_name(left, right, m);
                let text = format!("{name} has value {value}, reduced {reduced}");
                return Ok(Some(Exhibit::new(text, solve_command(&name))));
            }
        }
        Ok(None)
    })
}

/// Pairs of chain lists.
fn pairs(most: usize, longest: usize) -> Vec<(Vec<usize>, Vec<usize>)> {
    let lists = chain_lists(most, longest);
    let pair = |i: usize| (0..=i).map(move |j| (i, j));
    let indices = (0..lists.len()).flat_map(pair);
    indices.map(|(i, j)| (lists[i].clone(), lists[j].clone())).collect()
}

fn other_terms(context: &mut Context) -> Result<Finding, Stopped> {
    let whole = exactly_two_large(context, 1)?;
    let stands = "it holds for bipodes with two chains or more at each centre";
    Ok(whole.but(stands, &exactly_two_large(context, 2)?))
}

/// Whether bipodes with this many chains of length 1 or more at each centre have exactly two vertices of degree 3 or more.
fn exactly_two_large(context: &mut Context, least: usize) -> Result<Finding, Stopped> {
    let sizes = (least..=least + 2).flat_map(|k| (least..=least + 2).map(move |l| (k, l)));
    let what = format!("bipodes with {least} to {} chains at each centre", least + 2);
    sweep(context, sizes, &what, |context, &(k, l)| {
        let name = bipode_name(&chains(k, 0), &chains(l, 0), 1);
        let graph = context.graph(&name);
        let large = (0..graph.vertex_count()).filter(|&v| graph.neighbours(v).len() >= 3).count();
        Ok((large != 2).then(|| {
            Exhibit::new(
                format!(
                    "{name}, a tree of {} edges, has {large} vertices of degree 3 or more",
                    graph.edge_count()
                ),
                solve_command(&name),
            )
            .drawn("octal:0.33", &name, "")
        }))
    })
}

fn lemma_55(context: &mut Context) -> Result<Finding, Stopped> {
    let pairs = pairs(context.to(3, 4), context.to(3, 4));
    let to = context.to(7, 10);
    let mut podes = context.podes();
    sweep(
        context,
        pairs,
        &format!("pairs of podes, 0 to {to} edges between"),
        |_, (left, right)| {
            for m in 3..=to {
                let (value, reduced) =
                    (podes.bipode(left, right, m), podes.bipode(left, right, m % 3));
                if value != reduced {
                    let name = bipode_name(left, right, m);
                    let text =
                        format!("{name} has value {value}, with {} edges between {reduced}", m % 3);
                    return Ok(Some(Exhibit::new(text, solve_command(&name))));
                }
            }
            Ok(None)
        },
    )
}

fn lemma_56(context: &mut Context) -> Result<Finding, Stopped> {
    let value = context.grundy("octal:0.33", "bipode:1,1;1,1;1")?;
    let command = solve_command("bipode:1,1;1,1;1");
    Ok(facts([("its value".to_string(), 0, value, command)], "the bipode"))
}

/// A bipode with two leaves at the second centre is worth some pode.
fn two_leaves(
    context: &mut Context,
    between: usize,
    worth: fn(&[usize]) -> Vec<usize>,
) -> Result<Finding, Stopped> {
    let lists = chain_lists(context.to(4, 6), context.to(3, 4));
    let mut podes = context.podes();
    sweep(context, lists, "podes", |_, list| {
        let (value, other) = (podes.bipode(list, &[1, 1], between), podes.pode(&worth(list)));
        let name = bipode_name(list, &[1, 1], between);
        Ok((value != other).then(|| {
            Exhibit::new(format!("{name} has value {value}, not {other}"), solve_command(&name))
        }))
    })
}

fn lemma_57(context: &mut Context) -> Result<Finding, Stopped> {
    two_leaves(context, 1, |list| list.to_vec())
}

fn lemma_58(context: &mut Context) -> Result<Finding, Stopped> {
    two_leaves(context, 2, |list| [list, &[1]].concat())
}

fn lemma_59(context: &mut Context) -> Result<Finding, Stopped> {
    let pairs = pairs(context.to(3, 4), context.to(3, 4));
    let mut podes = context.podes();
    sweep(
        context,
        pairs,
        "pairs of podes, 1 to 3 edges between, every chain",
        |_, (left, right)| {
            for m in 1..=3 {
                let value = podes.bipode(left, right, m);
                for i in 0..=right.len() {
                    let longer = lengthened(right, i);
                    if podes.bipode(left, &longer, m) != value {
                        let name = bipode_name(left, &longer, m);
                        return Ok(Some(Exhibit::new(
                            format!("{name} differs"),
                            solve_command(&name),
                        )));
                    }
                }
                for i in 0..=left.len() {
                    let longer = lengthened(left, i);
                    if podes.bipode(&longer, right, m) != value {
                        let name = bipode_name(&longer, right, m);
                        return Ok(Some(Exhibit::new(
                            format!("{name} differs"),
                            solve_command(&name),
                        )));
                    }
                }
            }
            Ok(None)
        },
    )
}

/// Numbers of chains (a1, a2, b1, b2).
type Cell = [usize; 4];

fn cells(to: usize) -> Vec<Cell> {
    let mut all = Vec::new();
    for a2 in 0..=to {
        for b2 in 0..=to {
            for a1 in 0..=to {
                all.extend((0..=to).map(|b1| [a1, a2, b1, b2]));
            }
        }
    }
    all
}

fn cell_value(podes: &mut Podes, cell: Cell, m: usize) -> u32 {
    let [a1, a2, b1, b2] = cell;
    podes.bipode(&chains(a1, a2), &chains(b1, b2), m)
}

/// What the formula of Theorem 61 makes of smaller bipodes.
fn formula_61(podes: &mut Podes, cell: Cell, m: usize) -> u32 {
    let mut seen = Vec::new();
    for (from, to) in [(0, 4), (2, 4), (1, 4), (3, 4), (1, 0), (3, 2)] {
        let mut next = [cell[0], cell[1], cell[2], cell[3], 0];
        if next[from] > 0 {
            next[from] -= 1;
            next[to] += 1;
            seen.push(cell_value(podes, [next[0], next[1], next[2], next[3]], m));
        }
    }
    let [a1, a2, b1, b2] = cell;
    if (a1, a2) == (1, 0) {
        seen.push(podes.pode(&[&chains(b1, b2)[..], &[m - 1]].concat()));
    }
    if (b1, b2) == (1, 0) {
        seen.push(podes.pode(&[&chains(a1, a2)[..], &[m - 1]].concat()));
    }
    (0..).find(|v| !seen.contains(v)).unwrap_or(0)
}

fn theorem_61(context: &mut Context) -> Result<Finding, Stopped> {
    let to = context.to(3, 5);
    let both = cells(to).into_iter().filter(|[a1, a2, b1, b2]| a1 + a2 > 0 && b1 + b2 > 0);
    let mut podes = context.podes();
    let what = format!("up to {to} chains of each kind, m = 1 and 2");
    let held = sweep(context, both, &what, |_, &cell| {
        for m in 1..=2 {
            let (formula, value) =
                (formula_61(&mut podes, cell, m), cell_value(&mut podes, cell, m));
            if formula != value {
                let [a1, a2, b1, b2] = cell;
                let name = bipode_name(&chains(a1, a2), &chains(b1, b2), m);
                let text = format!("{name} has value {value}, the formula gives {formula}");
                return Ok(Some(Exhibit::new(text, solve_command(&name))));
            }
        }
        Ok(None)
    })?;
    let edge = context.grundy("octal:0.33", "path:2")?;
    let text = format!(
        "where a centre has no chain, the formula omits the moves that take this centre: with no chains at all it has \
         no terms and gives 0, but the two joined centres have value {edge}. The theorem does not say that both \
         centres need a chain; its proof takes “the terminal values” from the table of podes"
    );
    Ok(held.with_gap(Exhibit::new(text, solve_command("bipode:0;0;1")).drawn(
        "octal:0.33",
        "bipode:0;0;1",
        "",
    )))
}

fn p_pode(context: &mut Context) -> Result<Finding, Stopped> {
    let to = context.to(6, 9);
    let mut podes = context.podes();
    sweep(context, cells(to), &format!("up to {to} chains of each kind"), |_, &cell| {
        let [a1, a2, b1, b2] = cell;
        let (a, b) = (podes.cell(a1, a2), podes.cell(b1, b2));
        let value = cell_value(&mut podes, cell, 1);
        let name = bipode_name(&chains(a1, a2), &chains(b1, b2), 1);
        let wrong = (a == 0 && value != b) || (b == 0 && value != a);
        Ok(wrong.then(|| Exhibit::new(format!("{name} has value {value}"), solve_command(&name))))
    })
}

fn sum_of_podes(context: &mut Context) -> Result<Finding, Stopped> {
    let to = context.to(6, 9);
    let mut podes = context.podes();
    let mut differs = |cell: Cell| {
        let [a1, a2, b1, b2] = cell;
        let sum = podes.cell(a1, a2) ^ podes.cell(b1, b2);
        let value = cell_value(&mut podes, cell, 1);
        (value != sum).then_some((value, sum))
    };
    let at_least = |least: usize, cells: Vec<Cell>| -> Vec<Cell> {
        let large = |[a1, a2, b1, b2]: &Cell| a1 + a2 >= least && b1 + b2 >= least;
        cells.into_iter().filter(large).collect()
    };
    let what = format!("four chains or more at both centres, up to {to} of each kind");
    let large = sweep(context, at_least(4, cells(to)), &what, |_, &cell| {
        let [a1, a2, b1, b2] = cell;
        let name = bipode_name(&chains(a1, a2), &chains(b1, b2), 1);
        Ok(differs(cell).map(|(value, sum)| {
            let text = format!("{name} has value {value} where the nim-sum of its podes is {sum}");
            Exhibit::new(text, solve_command(&name)).drawn("octal:0.33", &name, "")
        }))
    })?;
    let mut exceptions = |least: usize| -> Vec<String> {
        let cells = at_least(least, cells(to)).into_iter().filter(|&cell| differs(cell).is_some());
        cells.map(|[a1, a2, b1, b2]| bipode_name(&chains(a1, a2), &chains(b1, b2), 1)).collect()
    };
    let (three, two) = (exceptions(3), exceptions(2));
    Ok(large.remark(format!(
        "with three chains or more at both centres the exceptions are: {}; with two or more there are {}",
        three.join(" "),
        two.len(),
    )))
}

/// The value of a pode with so many chains of length 1 and 2: of a chain its length modulo 3, and otherwise the mex of the cells
/// above, to the left, and above and to the left.
fn formula_pode(podes: &mut Podes, ones: usize, twos: usize) -> u32 {
    if ones + twos < 3 {
        return ((1 + ones + 2 * twos) % 3) as u32;
    }
    let mut seen = Vec::new();
    if ones > 0 {
        seen.push(podes.cell(ones - 1, twos));
    }
    if twos > 0 {
        seen.extend([podes.cell(ones + 1, twos - 1), podes.cell(ones, twos - 1)]);
    }
    (0..).find(|v| !seen.contains(v)).unwrap_or(0)
}

/// What the paper's formulas make of a cell: of Theorem 61, or of the table of podes where a centre has no chain.
fn formula(podes: &mut Podes, cell: Cell, m: usize) -> u32 {
    match cell {
        [0, 0, ones, twos] | [ones, twos, 0, 0] => {
            // The edges between the centres are one more chain.
            formula_pode(podes, ones + usize::from(m == 1), twos + usize::from(m == 2))
        }
        _ => formula_61(podes, cell, m),
    }
}

/// Every cell of a table: small ones by the search on the graph, larger ones by the cell two before.
fn periodic(context: &mut Context, m: usize) -> Result<Finding, Stopped> {
    let to = context.to(12, 15);
    let mut podes = context.podes();
    let on_graph = |cell: &Cell| {
        let [a1, a2, b1, b2] = *cell;
        a1 + 2 * a2 + b1 + 2 * b2 + m < to
    };
    let small: Vec<Cell> = cells(3).into_iter().filter(on_graph).collect();
    let what = format!("cells of bipodes of up to {to} vertices, searched as graphs");
    let searched = sweep(context, small, &what, |context, &cell| {
        let [a1, a2, b1, b2] = cell;
        let name = bipode_name(&chains(a1, a2), &chains(b1, b2), m);
        let (found, value) =
            (context.grundy("octal:0.33", &name)?, cell_value(&mut podes, cell, m));
        Ok((found != value).then(|| {
            let text = format!(
                "searched as a graph, {name} has value {found}; by its chain lengths it has {value}"
            );
            Exhibit::new(text, solve_command(&name))
        }))
    })?;
    let what = "all 2401 values: from 4 on, each index has period 2";
    let repeated = sweep(context, cells(6), what, |_, &cell| {
        let [a1, a2, b1, b2] = cell;
        let name = bipode_name(&chains(a1, a2), &chains(b1, b2), m);
        let fault = fault_of_cell(&mut podes, cell, m);
        Ok(fault.map(|how| Exhibit::new(format!("{name} {how}"), solve_command(&name))))
    })?;
    Ok(all([searched, repeated]))
}

/// What is wrong with a cell of a table, if anything: it breaks the period, or is not made of smaller ones.
fn fault_of_cell(podes: &mut Podes, cell: Cell, m: usize) -> Option<String> {
    let value = cell_value(podes, cell, m);
    for i in 0..4 {
        let mut other = cell;
        match cell[i] {
            6.. => other[i] -= 2,
            4.. => other[i] += 2,
            _ => continue,
        }
        if cell_value(podes, other, m) != value {
            return Some("breaks the period".to_string());
        }
    }
    let formula = formula(podes, cell, m);
    (formula != value).then(|| format!("has value {value}, the formula gives {formula}"))
}

fn observation_62(context: &mut Context) -> Result<Finding, Stopped> {
    let mut boards: Vec<(usize, Vec<usize>, Vec<usize>, usize)> = Vec::new();
    for (left, right) in pairs(3, 2).into_iter().filter(|(l, r)| l.len() >= 2 && r.len() >= 2) {
        for m in 1..=2 {
            let size = left.iter().chain(&right).sum::<usize>() + m + 1;
            boards.push((size, left.clone(), right.clone(), m));
        }
    }
    boards.sort();
    let mut podes = context.podes();
    for (size, left, right, m) in boards {
        let name = bipode_name(&left, &right, m);
        let graph = context.graph(&name);
        let value = context.grundy_on("0.33", &graph)?;
        let by_chains = podes.bipode(&left, &right, m);
        if value != by_chains {
            let text = format!(
                "searched as a graph, {name} has value {value}; by its chain lengths it has {by_chains}"
            );
            return Ok(Finding::refuted(Exhibit::new(text, solve_command(&name)), "bipodes"));
        }
        if value == 0 {
            continue;
        }
        for u in 0..size {
            let chain = [(u, size), (size, size + 1), (size + 1, size + 2)];
            let places = outplay_rules::places::Places::numbered(size + 3);
            let edges = graph.edge_pairs().chain(chain);
            let longer = expect(outplay_rules::graph::Graph::new(places, edges));
            if context.grundy_on("0.33", &longer)? == 0 {
                let evidence = format!(
                    "{} is an N-position; a chain of three attached at its vertex {} makes it a P-position",
                    bipode_name(&left, &right, m),
                    u + 1
                );
                return Ok(Finding::verified(evidence, "bipodes, smallest first"));
            }
        }
    }
    Ok(Finding::open("no example found", "bipodes with up to 3 chains of length up to 2"))
}

fn conjecture_63(context: &mut Context) -> Result<Finding, Stopped> {
    // The only counterexample among them comes last, so that all others are looked at.
    let (most, last) = (context.to(30, 42), (2, 21));
    let divisible = |&(m, n): &(usize, usize)| m % 3 == 0 || n % 3 == 0;
    let grids = sizes(most).into_iter().filter(divisible).filter(|&grid| grid != last);
    let what = format!("grids with a side divisible by 3, up to {most} vertices");
    let others = lost_grids(context, grids, &what)?;
    if others.status != Status::Verified {
        return Ok(others);
    }
    let long = lost_grids(context, [last], &format!("{what}, and 2x21"))?;
    let stands = format!("it holds for all other such grids of up to {most} vertices");
    Ok(conjecture(long.but(stands, &others)))
}

/// The second player wins 0.33 on grids.
fn lost_grids(
    context: &mut Context,
    grids: impl IntoIterator<Item = (usize, usize)>,
    what: &str,
) -> Result<Finding, Stopped> {
    sweep(context, grids, what, |context, &(m, n)| {
        let name = format!("grid:{m}x{n}");
        let rules = context.taking("0.33", context.graph(&name));
        let how = How { outcome_only: true, ..context.how().clone() };
        let mut oracle = ImpartialOracle::new(&rules, Convention::Normal, &how);
        // The tables of a grid are gone before the next is looked at.
        let (_, best) = oracle.best(Record::new(&rules).now(), &mut context.budget.apart(0))?;
        let moves: Vec<String> = best.iter().map(|mv| rules.write_move(mv)).collect();
        Ok((!moves.is_empty()).then(|| {
            let text =
                format!("{name} is an N-position: the first player wins by {}", moves.join(" "));
            let command = format!("outplay solve octal:0.33 {name} --outcome-only");
            Exhibit::new(text, command).drawn("octal:0.33", &name, "")
        }))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No cell of Tables 4 and 5 is taken on trust: with another value in it alone, it is found to be wrong.
    #[test]
    fn every_cell_is_compared() {
        for m in 1..=2 {
            let mut podes = Podes::new(2);
            let all = cells(6);
            assert_eq!(all.len(), 7usize.pow(4));
            for cell in all {
                assert_eq!(fault_of_cell(&mut podes, cell, m), None, "{cell:?}");
            }
            for [a1, a2, b1, b2] in cells(6) {
                podes.lie_about(&chains(a1, a2), &chains(b1, b2), m);
                assert!(fault_of_cell(&mut podes, [a1, a2, b1, b2], m).is_some());
            }
        }
    }
}
