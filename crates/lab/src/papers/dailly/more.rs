//! Figures, algorithms and examples of sections 1 and 2, and the questions that the report leaves.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use outplay_rules::graph::Graph;
use outplay_solve::limits::Stopped;

use crate::claim::{Claim, Exhibit, Finding, facts, sweep};
use crate::context::Context;
use crate::podes::{Podes, chains};

/// The claims.
pub const CLAIMS: &[Claim] = &[
    Claim {
        id: "dailly/fig3",
        place: "Figure 3, section 1.1",
        statement: "In Cram on a grid of three squares the first player places a domino, which leaves one square, and \
                    wins: an N-position.",
        method: "Both shapes of three squares, every domino, and their outcomes.",
        note: "The figure is missing from our copy.",
        check: figure_3,
    },
    Claim {
        id: "dailly/fig4",
        place: "Figure 4, section 1.1",
        statement: "There is a grid of five squares on which the second player can answer every domino with another: a P-position.",
        method: "Every connected shape of five squares.",
        note: "The figure is missing from our copy.",
        check: figure_4,
    },
    Claim {
        id: "dailly/s1.2-kernel",
        place: "Section 1.2, after Definition 5",
        statement: "The P-positions of a game graph are a kernel: no P-position has a P-position as an option, and every other position has one.",
        method: "The game graphs of Cram on every shape of up to 7 squares, and on 3×3, with the solver's P-positions.",
        note: "For all games: induction on the length of play.",
        check: kernel,
    },
    Claim {
        id: "dailly/alg1",
        place: "Algorithm 1, section 1.2",
        statement: "Mark every sink P and every position with a move to a P-position N, delete what is marked, and \
                    repeat until the root is marked: its mark is its outcome.",
        method: "The algorithm as printed, on the game graphs of Cram on every shape of up to 7 squares and on 3×3, \
                 compared with the solver.",
        note: "",
        check: algorithm_1,
    },
    Claim {
        id: "dailly/fig10",
        place: "Figure 10, section 1.3",
        statement: "Three games of Cram have the values 0, 1 and 2 (the second has the empty grid as its only option; the third has two options, the second game \
                    and one in which only the leftmost and the rightmost square are left), and their sum has value 3.",
        method: "One square, a row of two and a row of four: the values, the options of the last two, and the sum.",
        note: "The figure is missing from our copy; the text describes the second and the third game.",
        check: figure_10,
    },
    Claim {
        id: "dailly/s2.1-digits",
        place: "Examples of section 2.1, with Figures 11 to 13",
        statement: "0.1 only empties heaps of one; 0.2 takes one from a heap of two or more; 0.3 always takes one; 0.4 takes one exactly when that splits the heap; \
                    0.7 takes one and may split the rest.",
        method: "The options of heaps of up to 9 by the rules.",
        note: "",
        check: digits,
    },
    Claim {
        id: "dailly/alg2",
        place: "Algorithm 2, section 3.4.2",
        statement: "The memoised recursion gives the outcome of 0.03 on 3×n grids.",
        method: "The algorithm as printed on 3×n, n up to 5 (with --deep: 7), compared with the solver.",
        note: "",
        check: algorithm_2,
    },
    Claim {
        id: "dailly/q-bipodes",
        place: "Question, section 4.4",
        statement: "Can the Grundy value of a (k, l, 2)-bipode under 0.33 be expressed by the values of its two podes under related games such as 0.32 or 0.23?",
        method: "All bipodes with four chains or more at each centre and up to 8 of each length: do the values of the \
                 two podes, under 0.33 and one more game, determine the value? All values involved are also checked to \
                 have period 2 from four chains of a length on.",
        note: "For all sizes: a move changes the number of chains of each length by at most one, so for n large the \
               recursions at n and n - 2 chains of a length agree, and the period seen up to 8 continues for ever. \
               With fewer than four chains there are exceptions, as for (k, l, 1)-bipodes (dailly/s4.4-sum).",
        check: bipodes_by_pairs,
    },
    Claim {
        id: "dailly/q-graphs",
        place: "Question, conclusion",
        statement: "Can Conjecture 20 (every finite octal game is periodic on heaps) be generalised to graphs?",
        method: "The values of 0.5 on the podes with chains 1, 1, 1 and n, n up to 24 (with --deep: 48); and the \
                 values of 0.03, 0.33 and 0.07 on stars, cycles and 2×n grids of up to 9 columns, with their shortest \
                 apparent period.",
        note: "Not to every family of graphs with a growing chain: for 0.5 on these podes, docs/theory-graphs.md, \
               Theorem 13, proves the values for all n. On chains alone 0.5 has period 2. Nothing is proved here about \
               the other families. Under 0.33 the values on 2×n agree with 2n modulo 3 for a long time, but not for \
               ever: see dailly/c63.",
        check: families_of_graphs,
    },
];

/// Every shape of `n` squares that hang together, once up to shifts, as `cells:` names it.
fn shapes(n: usize) -> Vec<String> {
    type Cells = BTreeSet<(i32, i32)>;
    let shifted = |cells: &Cells| -> Cells {
        let (top, left) = (cells.iter().map(|c| c.0).min(), cells.iter().map(|c| c.1).min());
        cells.iter().map(|c| (c.0 - top.unwrap_or(0), c.1 - left.unwrap_or(0))).collect()
    };
    let mut all: BTreeSet<Cells> = BTreeSet::from([BTreeSet::from([(0, 0)])]);
    for _ in 1..n {
        let mut next = BTreeSet::new();
        for shape in &all {
            for &(r, c) in shape {
                for cell in [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)] {
                    let mut grown = shape.clone();
                    if grown.insert(cell) {
                        next.insert(shifted(&grown));
                    }
                }
            }
        }
        all = next;
    }
    let name = |cells: &Cells| {
        let (rows, columns) = (cells.iter().map(|c| c.0).max(), cells.iter().map(|c| c.1).max());
        let row = |r: i32| -> String {
            let cell = |c: i32| if cells.contains(&(r, c)) { '#' } else { '.' };
            (0..=columns.unwrap_or(0)).map(cell).collect()
        };
        let rows: Vec<String> = (0..=rows.unwrap_or(0)).map(row).collect();
        format!("cells:{}", rows.join("/"))
    };
    all.iter().map(name).collect()
}

pub(super) fn full(graph: &Graph) -> u64 {
    (1 << graph.vertex_count()) - 1
}

fn solve(board: &str) -> String {
    format!("outplay solve cram \"{board}\"")
}

fn figure_3(context: &mut Context) -> Result<Finding, Stopped> {
    sweep(context, shapes(3), "shapes of three squares", |context, board| {
        let graph = context.graph(board);
        let after = context.dominoes(&graph, full(&graph));
        let one_left = !after.is_empty() && after.iter().all(|left| left.count_ones() == 1);
        let n = context.grundy("cram", board)? != 0;
        Ok((!one_left || !n)
            .then(|| Exhibit::new(format!("{board} is not such a game"), solve(board))))
    })
}

fn figure_4(context: &mut Context) -> Result<Finding, Stopped> {
    let mut found = Vec::new();
    for board in shapes(5) {
        let graph = context.graph(&board);
        let after = context.dominoes(&graph, full(&graph));
        let answered = |left: &u64| !context.dominoes(&graph, *left).is_empty();
        let fits = !after.is_empty() && after.iter().all(answered);
        if fits && context.grundy("cram", &board)? == 0 {
            found.push(board);
        }
    }
    let checked = "shapes of five squares";
    Ok(match found.first() {
        Some(first) => Finding::verified(
            format!(
                "{} placements of such shapes, {first} among them, are P-positions",
                found.len()
            ),
            checked,
        ),
        None => Finding::open("no such shape was found", checked),
    })
}

/// Boards whose game graphs are looked at whole.
fn boards() -> Vec<String> {
    (1..=6).flat_map(shapes).chain(["grid:1x7".into(), "grid:3x3".into()]).collect()
}

/// Every position that can be reached, with its options.
pub(super) fn game_graph(context: &Context, graph: &Graph) -> BTreeMap<u64, Vec<u64>> {
    let mut all = BTreeMap::new();
    let mut reached = vec![full(graph)];
    while let Some(left) = reached.pop() {
        all.entry(left).or_insert_with(|| {
            let options = context.dominoes(graph, left);
            reached.extend(options.iter().copied());
            options
        });
    }
    all
}

/// The part of a graph that is left.
fn part(graph: &Graph, left: u64) -> Graph {
    super::grids::induced(graph, left)
}

fn kernel(context: &mut Context) -> Result<Finding, Stopped> {
    sweep(context, boards(), "shapes of up to 6 squares, a row of 7 and 3×3", |context, board| {
        let graph = context.graph(board);
        let positions = game_graph(context, &graph);
        let mut p = HashMap::new();
        for &left in positions.keys() {
            let value = context.arcs(&part(&graph, left))?;
            p.insert(left, value == 0);
        }
        let wrong = positions.iter().find(|(left, options)| {
            let reaches = options.iter().any(|option| p[option]);
            p[left] == reaches
        });
        Ok(wrong.map(|(left, _)| Exhibit::new(format!("{board}, squares {left:b}"), solve(board))))
    })
}

/// Algorithm 1 as printed. True for P.
pub(super) fn marked(mut graph: BTreeMap<u64, Vec<u64>>, root: u64) -> Option<bool> {
    let mut marks: HashMap<u64, bool> = HashMap::new();
    for _ in 0..=graph.len() {
        let sinks: Vec<u64> =
            graph.iter().filter(|(_, options)| options.is_empty()).map(|(u, _)| *u).collect();
        marks.extend(sinks.iter().map(|&u| (u, true)));
        for (u, options) in &graph {
            if options.iter().any(|v| marks.get(v) == Some(&true)) {
                marks.insert(*u, false);
            }
        }
        if let Some(&mark) = marks.get(&root) {
            return Some(mark);
        }
        graph.retain(|u, _| !marks.contains_key(u));
        graph.values_mut().for_each(|options| options.retain(|v| !marks.contains_key(v)));
    }
    None
}

fn algorithm_1(context: &mut Context) -> Result<Finding, Stopped> {
    sweep(context, boards(), "shapes of up to 6 squares, a row of 7 and 3×3", |context, board| {
        let graph = context.graph(board);
        let mark = marked(game_graph(context, &graph), full(&graph));
        let p = context.grundy("cram", board)? == 0;
        Ok((mark != Some(p))
            .then(|| Exhibit::new(format!("{board}: marked {mark:?}"), solve(board))))
    })
}

fn figure_10(context: &mut Context) -> Result<Finding, Stopped> {
    let mut rows = Vec::new();
    for (board, value) in
        [("cells:#", 0), ("cells:##", 1), ("cells:####", 2), ("cells:#.##.####", 3)]
    {
        let found = context.grundy("cram", board)?;
        rows.push((format!("the value of {board}"), value, found, solve(board)));
    }
    let options = |board: &str| -> BTreeSet<Vec<usize>> {
        let graph = context.graph(board);
        let parts = |left: u64| {
            let rest = part(&graph, left);
            let whole = outplay_rules::bits::BitSet::full(rest.vertex_count());
            let mut sizes: Vec<usize> =
                rest.components(&whole).iter().map(|c| c.iter().count()).collect();
            sizes.sort_unstable();
            sizes
        };
        context.dominoes(&graph, full(&graph)).into_iter().map(parts).collect()
    };
    let two = options("cells:##") == BTreeSet::from([vec![]]);
    let four = options("cells:####") == BTreeSet::from([vec![2], vec![1, 1]]);
    rows.push((
        "that the options are those told (1 for yes)".to_string(),
        1,
        (two && four) as u32,
        solve("cells:####"),
    ));
    Ok(facts(rows, "the three games and their sum"))
}

fn digits(context: &mut Context) -> Result<Finding, Stopped> {
    let all = [1, 2, 3, 4, 7].into_iter().flat_map(|digit| (1..=9u64).map(move |n| (digit, n)));
    sweep(
        context,
        all,
        "heaps of up to 9 under 0.1, 0.2, 0.3, 0.4 and 0.7",
        |context, &(digit, n)| {
            let options = context.heap_options(&format!("0.{digit}"), n);
            let splits = (1..=(n - 1) / 2).map(|a| vec![a, n - 1 - a]).filter(|_| digit & 4 != 0);
            let mut told: BTreeSet<Vec<u64>> = splits.collect();
            let whole: &[u64] = &[n - 1];
            match n {
                1 if digit & 1 != 0 => drop(told.insert(Vec::new())),
                2.. if digit & 2 != 0 => drop(told.insert(whole.to_vec())),
                _ => {}
            }
            Ok((options != told).then(|| {
                let text = format!(
                    "under 0.{digit} a heap of {n} has the options {options:?}, not {told:?}"
                );
                Exhibit::new(text, format!("outplay moves octal:0.{digit} heaps:{n}"))
            }))
        },
    )
}

/// Algorithm 2 as printed. True for P.
fn solved(game: &crate::emptying::Emptying, left: u64, table: &mut HashMap<u64, bool>) -> bool {
    let moves: Vec<u64> = game.options(left).collect();
    if moves.is_empty() {
        table.insert(left, true);
        return true;
    }
    if let Some(&known) = table.get(&left) {
        return known;
    }
    for next in moves {
        if solved(game, next, table) {
            table.insert(left, false);
            return false;
        }
    }
    table.insert(left, true);
    true
}

fn algorithm_2(context: &mut Context) -> Result<Finding, Stopped> {
    let to = context.to(5, 7);
    sweep(context, 1..=to, &format!("3×n, n up to {to}"), |context, n| {
        let board = format!("grid:3x{n}");
        let graph = context.graph(&board);
        let p = solved(&context.emptying(&graph), full(&graph), &mut HashMap::new());
        let value = context.grundy("octal:0.03", &board)?;
        Ok((p != (value == 0)).then(|| {
            let text = format!(
                "{board} has value {value}, the algorithm says {}",
                if p { "P" } else { "N" }
            );
            Exhibit::new(text, format!("outplay solve octal:0.03 {board}"))
        }))
    })
}

/// Whether the values of two podes under 0.33 and another game determine the value of the bipode, and how many classes there are.
fn determined(
    context: &mut Context,
    empties: [bool; 2],
    to: usize,
) -> Result<(usize, usize), Stopped> {
    let (mut podes, mut other): (Podes, Podes) =
        (context.podes(), context.podes().emptying(empties));
    let sides: Vec<(usize, usize)> =
        (0..=to).flat_map(|a| (0..=to).map(move |b| (a, b))).filter(|(a, b)| a + b >= 4).collect();
    let mut classes: BTreeMap<[u32; 4], BTreeSet<u32>> = BTreeMap::new();
    for &(a1, a2) in &sides {
        context.budget.check()?;
        for &(b1, b2) in &sides {
            let key =
                [podes.cell(a1, a2), other.cell(a1, a2), podes.cell(b1, b2), other.cell(b1, b2)];
            let value = podes.bipode(&chains(a1, a2), &chains(b1, b2), 2);
            classes.entry(key).or_default().insert(value);
        }
    }
    Ok((classes.len(), classes.values().filter(|values| values.len() > 1).count()))
}

/// Up to this many chains of each length the values are computed. They have period 2 from `SETTLED` chains of a length on; a
/// move changes each number of chains by one at most, so what holds for three numbers more holds for ever.
const TABLE: usize = 8;
const SETTLED: usize = 4;

/// Whether values have period 2 in each number of chains from `SETTLED` on, as far as the table goes.
fn settles(context: &mut Context, empties: [bool; 2]) -> Result<bool, Stopped> {
    let mut podes: Podes = context.podes().emptying(empties);
    let numbers = || 0..=TABLE;
    let pairs: Vec<(usize, usize)> =
        numbers().flat_map(|a| numbers().map(move |b| (a, b))).collect();
    let shifted = |n: usize| n - if n >= SETTLED + 2 { 2 } else { 0 };
    let mut settled =
        pairs.iter().all(|&(a, b)| podes.cell(a, b) == podes.cell(shifted(a), shifted(b)));
    if empties == [true, true] {
        for &(a1, a2) in &pairs {
            context.budget.check()?;
            let left = (chains(a1, a2), chains(shifted(a1), shifted(a2)));
            settled &= pairs.iter().all(|&(b1, b2)| {
                let right = chains(b1, b2);
                podes.bipode(&left.0, &right, 2) == podes.bipode(&left.1, &right, 2)
            });
        }
    }
    Ok(settled)
}

fn bipodes_by_pairs(context: &mut Context) -> Result<Finding, Stopped> {
    let periodic = settles(context, [true, true])? && settles(context, [true, false])?;
    let mut told = Vec::new();
    let mut by_pairs = false;
    for (code, empties) in
        [("0.32", [true, false]), ("0.23", [false, true]), ("0.22", [false, false])]
    {
        let (classes, ambiguous) = determined(context, empties, TABLE)?;
        by_pairs |= code == "0.32" && ambiguous == 0;
        told.push(format!("with {code} there are {classes} classes of pairs of values, {ambiguous} of them ambiguous"));
    }
    let checked = format!("four chains or more at each centre, up to {TABLE} of each length");
    let told = told.join("; ");
    Ok(if by_pairs && periodic {
        let answer = "yes, for all numbers of chains: with four chains or more at each centre the values of the two podes under 0.33 and 0.32 determine that of the \
                      bipode, and all these values have period 2 from four chains of a length on";
        Finding::verified(format!("{answer} ({told})"), checked)
    } else {
        Finding::open(told, checked)
    })
}

fn families_of_graphs(context: &mut Context) -> Result<Finding, Stopped> {
    let (to, longest) = (9, context.to(24, 48));
    let mut told = Vec::new();
    let mut growing = true;
    for n in 1..=longest {
        growing &= context.grundy("octal:0.5", &format!("pode:1,1,1,{n}"))? == 2 * (n / 3);
    }
    for code in ["0.03", "0.33", "0.07"] {
        for family in ["star:{}", "cycle:{}", "grid:2x{}"] {
            let mut values = Vec::new();
            for n in 3..=to {
                let board = family.replace("{}", &n.to_string());
                values.push(context.grundy(&format!("octal:{code}"), &board)?);
            }
            let period =
                (1..values.len()).find(|&p| (p..values.len()).all(|i| values[i] == values[i - p]));
            let shown: String = values.iter().map(u32::to_string).collect();
            let period = period.filter(|p| 2 * p <= values.len());
            let period =
                period.map_or("no apparent period".to_string(), |p| format!("apparent period {p}"));
            told.push(format!("{code} on {}: {shown}, {period}", family.replace("{}", "n")));
        }
    }
    let told = told.join("; ");
    Ok(if growing {
        let answer =
            "no, not to all graphs in which a chain grows: 0.5 on pode:1,1,1,n has value 2⌊n/3⌋";
        let checked = format!("podes, n up to {longest}; other families, n = 3 to {to}");
        Finding::verified(format!("{answer} ({told})"), checked)
    } else {
        Finding::open(told, format!("n = 3 to {to}"))
    })
}
