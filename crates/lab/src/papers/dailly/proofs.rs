//! Steps that the proofs of the report take for granted, and its open ends: trees, other graphs, other games.

use outplay_rules::graph::Graph;
use outplay_rules::places::Places;
use outplay_solve::limits::Stopped;

use super::grids::{column, is_chain, is_one_three, one_three_graphs, word};
use super::more::full;
use super::podes::solve_command;
use crate::claim::{Claim, Exhibit, Finding, all, facts, sweep};
use crate::context::{Context, expect};
use crate::podes::{bipode_name, chain_lists, pode_name};
use crate::trees;

/// The claims.
pub const CLAIMS: &[Claim] = &[
    Claim {
        id: "dailly/27-edges",
        place: "Proof of Theorem 27, section 3.3",
        statement: "If an edge is taken from a tree under 0.03, every other edge that could be taken still can be, \
                    unless the tree is the chain of three.",
        method: "Every tree of up to 10 vertices (with --deep: 13), every two moves.",
        note: "",
        check: edges_stay,
    },
    Claim {
        id: "dailly/39-cases",
        place: "Proof of Lemma 39, case 2, section 3.4.2",
        statement: "If a (1,3)-grid graph has no vertical move, then of the columns beside a column of size 3 one is 1+ and the other 1-, so that the graph is a chain.",
        method: "Every such graph in the 3×5 grid (with --deep: 3×7).",
        note: "",
        check: no_vertical_move,
    },
    Claim {
        id: "dailly/40-answers",
        place: "Proof of Lemma 40, the answers, section 3.4.2",
        statement: "A move along the middle row in two columns of size 3 can be answered just above it or, where not, just below it; a move along the top or bottom row \
                    can be answered in the middle row. What is left is a (1,3)-grid graph.",
        method: "Every (1,3)-grid graph in the 3×5 grid (with --deep: 3×7), every move of these kinds that does not lead to such a graph.",
        note: "The proof leaves out one kind of move (dailly/40).",
        check: answers_in_the_columns,
    },
    Claim {
        id: "dailly/57-base",
        place: "Proofs of Lemmas 57 and 58, base cases, appendix B",
        statement: "The base cases: P3 has value 0; Pod(0) and Pod(1,1,1) have value 1; Pod(1) and Pod(1,1,2) have value 2; P3 and Bipod(1,1;1,1;1) have value 0; Pod(1,1,3) is worth \
                    Pod(1,1), which is a P-position; and Pod(1,1,1) and Bipod(1,1;1,1;2) have the same value.",
        method: "Each graph, searched.",
        note: "The proof of Lemma 58 takes the value of Pod(1,1,2) from Figure 23, which has the outcomes; the values are in Figure 34.",
        check: base_cases,
    },
    Claim {
        id: "dailly/fig33",
        place: "Figure 33, proof of Lemma 59, appendix B",
        statement: "If Q is a chain and a chain of three is added to its centre, every move of the bipode can be copied in the longer one, unless it takes v and w. Then two vertices of \
                    the new chain are taken, and what is left has the same value.",
        method: "Every P of 1 to 3 chains of length up to 3 and every Q of 1 or 2 chains of length up to 3, one or two edges between (with --deep: 4 chains of up to 4); moves on the \
                 graphs.",
        note: "The figure is missing from our copy; v and w are the two vertices of Q = Pod(1). If P is a single \
               vertex, it can be taken together with the centre of Q = Pod(l), and if the leaf of Q = Pod(1) is \
               lengthened, Q can be taken whole; the proof treats neither case. In both, the two graphs are podes and \
               Lemma 50 applies.",
        check: moves_copied,
    },
    Claim {
        id: "dailly/q-trees",
        place: "Question, sections 4.5 and conclusion",
        statement: "How is 0.33 played on trees, where chains cannot be reduced modulo 3? (“There is still work to do \
                    for the 0.33 game on trees.”)",
        method: "Every tree of up to 8 vertices (with --deep: 10): its value, and the value with a chain of three at each of its vertices.",
        note: "Attaching a chain of three at a leaf lengthens the chain that ends there. It first makes a difference on a tree of 10 vertices (with --deep).",
        check: trees_under_033,
    },
    Claim {
        id: "dailly/q-classes",
        place: "Question, conclusion",
        statement: "On what other classes of graphs can 0.03 and 0.33 be solved?",
        method: "Complete graphs of up to 8 vertices, cycles of up to 12, stars of up to 9 leaves and complete bipartite graphs of up to 5 and 5 vertices (with --deep: two more of each): \
                 their values against formulas.",
        note: "For all sizes: from a complete graph everything may be taken; a cycle becomes a chain; of a star only leaves can go while three vertices or more are left; an edge of K(m,n) \
               can go while both sides keep a vertex, so m - 1 moves of 0.03 are played, m ≤ n, and one more if n ≤ m + 1. The class of all bipartite graphs, and \
               0.33 on K(m,n), are not settled.",
        check: other_classes,
    },
    Claim {
        id: "dailly/q-games",
        place: "Question, conclusion",
        statement: "What do other octal games do on graphs?",
        method: "The 63 games 0.d and 0.de on stars, cycles and the podes with chains 1, 1 and n, n up to 10 (with \
                 --deep: 13): how many have an apparent period.",
        note: "An apparent period proves nothing. On chains the games are those on heaps (dailly/s2.3-chains).",
        check: other_games,
    },
];

/// The pairs of vertices that 0.03 may take from a whole graph.
fn moves_003(context: &Context, graph: &Graph) -> Vec<u64> {
    let game = context.emptying(graph);
    game.options(full(graph)).map(|left| full(graph) & !left).collect()
}

fn edges_stay(context: &mut Context) -> Result<Finding, Stopped> {
    let most = context.to(10, 13);
    let what = format!("trees of up to {most} vertices, every two moves");
    let trees = (2..=most).flat_map(trees::trees).filter(|tree| tree.len() != 2);
    let held = sweep(context, trees, &what, |context, tree| {
        let graph = context.made(trees::graph(tree));
        let game = context.emptying(&graph);
        let taken = moves_003(context, &graph);
        for (i, first) in taken.iter().enumerate() {
            for other in &taken[i + 1..] {
                let legal = first & other == 0 && game.connected(full(&graph) & !first & !other);
                if !legal {
                    let name = trees::name(tree);
                    let text = format!("on {name} one move prevents another");
                    return Ok(Some(Exhibit::new(
                        text,
                        format!("outplay moves octal:0.03 {name}"),
                    )));
                }
            }
        }
        Ok(None)
    })?;
    // The chain of three is an exception indeed.
    let chain = moves_003(context, &context.graph("path:3"));
    let meet = matches!(chain[..], [a, b] if a & b != 0);
    let command = "outplay moves octal:0.03 path:3".to_string();
    let exception = facts(
        [("that its two moves share a vertex".to_string(), true, meet, command)],
        "the chain of three",
    );
    Ok(all([held, exception]))
}

/// The (1,3)-grid graphs of a grid as they are drawn, without chains that lie otherwise.
fn drawn(set: u64, n: usize) -> bool {
    (0..n).all(|c| matches!(column(set, 3, n, c), 0 | 0b111 | 0b001 | 0b100))
}

fn no_vertical_move(context: &mut Context) -> Result<Finding, Stopped> {
    let n = context.to(5, 7);
    let graph = context.graph(&format!("grid:3x{n}"));
    let game = context.emptying(&graph);
    let sets = one_three_graphs(&graph, &game, n).into_iter().filter(|&set| drawn(set, n));
    let (mut without, mut three) = (0, 0);
    let held = sweep(context, sets, &format!("(1,3)-grid graphs in 3×{n}"), |_, &set| {
        let vertical = game.options(set).any(|next| {
            let taken = set & !next;
            (0..n).any(|c| column(taken, 3, n, c).count_ones() == 2)
        });
        if vertical {
            return Ok(None);
        }
        without += 1;
        three += u32::from((0..n).any(|c| column(set, 3, n, c) == 0b111));
        let size = |c: Option<usize>| c.filter(|&c| c < n).map_or(0, |c| column(set, 3, n, c));
        let between = (0..n).filter(|&c| size(Some(c)) == 0b111).all(|c| {
            let mut beside = [size(c.checked_sub(1)), size(Some(c + 1))];
            beside.sort_unstable();
            beside == [0b001, 0b100]
        });
        Ok((!between || !is_chain(&graph, set)).then(|| {
            let text = format!("{} has no vertical move", word(set, 3, n));
            Exhibit::new(text, format!("outplay moves octal:0.03 grid:3x{n}"))
        }))
    })?;
    let command = format!("outplay moves octal:0.03 grid:3x{n}");
    let some = "that some of them have a column of size 3".to_string();
    let occurs = facts([(some, true, three > 0, command)], "those without a vertical move");
    Ok(all([held.counting(format!("{without} without a vertical move")), occurs]))
}

fn answers_in_the_columns(context: &mut Context) -> Result<Finding, Stopped> {
    let n = context.to(5, 7);
    let graph = context.graph(&format!("grid:3x{n}"));
    let game = context.emptying(&graph);
    let sets: Vec<u64> = one_three_graphs(&graph, &game, n);
    let sets = sets.into_iter().filter(|&set| drawn(set, n) && set.count_ones() >= 4);
    let what = format!("(1,3)-grid graphs in 3×{n}, moves along a row");
    let (mut answered, mut below) = (0, 0);
    let held = sweep(context, sets, &what, |_, &set| {
        for c in (1..n).filter(|&c| [c - 1, c].iter().all(|&c| column(set, 3, n, c) == 0b111)) {
            let along = |row: usize| 0b11u64 << (row * n + c - 1);
            for row in 0..3 {
                let next = set & !along(row);
                if !game.connected(next) || is_one_three(&game, &graph, next, n) {
                    continue;
                }
                let good = |&answer: &usize| {
                    let end = next & !along(answer);
                    game.connected(end) && is_one_three(&game, &graph, end, n)
                };
                // In the middle row above if that is legal at all, and below only if it is not.
                let above = game.connected(next & !along(0));
                let told = match row {
                    1 => {
                        if above {
                            0
                        } else {
                            2
                        }
                    }
                    _ => 1,
                };
                if !good(&told) {
                    let text = format!(
                        "in {} the move along row {} from column {c} is not answered in row {}",
                        word(set, 3, n),
                        row + 1,
                        told + 1
                    );
                    return Ok(Some(Exhibit::new(
                        text,
                        format!("outplay moves octal:0.03 grid:3x{n}"),
                    )));
                }
                answered += 1;
                below += u32::from(told == 2);
            }
        }
        Ok(None)
    })?;
    let command = format!("outplay moves octal:0.03 grid:3x{n}");
    let some = "that some moves can be answered below only".to_string();
    let occurs = facts([(some, true, below > 0, command)], "answers below");
    Ok(all([held.counting(format!("{answered} moves")), occurs]))
}

fn base_cases(context: &mut Context) -> Result<Finding, Stopped> {
    let claimed = [
        ("path:3", 0),
        ("pode:0", 1),
        ("pode:1,1,1", 1),
        ("pode:1", 2),
        ("pode:1,1,2", 2),
        ("bipode:1,1;1,1;1", 0),
        ("pode:1,1,3", 0),
        ("pode:1,1", 0),
        ("bipode:1,1;1,1;2", 1),
    ];
    let mut rows = Vec::new();
    for (board, value) in claimed {
        let found = context.grundy("octal:0.33", board)?;
        rows.push((format!("the value of {board}"), value, found, solve_command(board)));
    }
    Ok(facts(rows, "the graphs of the base cases"))
}

/// Sets of one vertex, or of two neighbours, whose removal leaves the rest connected: the moves of 0.33 on a whole graph.
fn moves_033(context: &Context, graph: &Graph) -> Vec<u64> {
    let game = context.emptying(graph);
    let pairs = graph.edge_pairs().map(|(u, v)| 1u64 << u | 1 << v);
    let all = (0..graph.vertex_count()).map(|v| 1u64 << v).chain(pairs);
    all.filter(|&taken| game.connected(full(graph) & !taken)).collect()
}

/// P, Q and the edges between their centres. Vertices: the centre of P, its chains, the inner vertices of the middle chain, the
/// centre of Q, its chains, and the chain of three if it is there.
fn joined(p: &[usize], q: &[usize], between: usize, longer: bool) -> Graph {
    let mut edges = Vec::new();
    let mut next = 1;
    let mut chain = |from: usize, length: usize, edges: &mut Vec<(usize, usize)>| {
        let mut last = from;
        for _ in 0..length {
            edges.push((last, next));
            last = next;
            next += 1;
        }
        last
    };
    for &length in p {
        chain(0, length, &mut edges);
    }
    let centre = chain(0, between, &mut edges);
    let new = [3];
    for &length in q.iter().chain(new.iter().filter(|_| longer)) {
        chain(centre, length, &mut edges);
    }
    expect(Graph::new(Places::numbered(edges.len() + 1), edges))
}

fn moves_copied(context: &mut Context) -> Result<Finding, Stopped> {
    let (most, longest) = (context.to(3, 4), context.to(3, 4));
    let cases: Vec<(Vec<usize>, Vec<usize>, usize)> = chain_lists(most, longest)
        .into_iter()
        .filter(|p| !p.is_empty())
        .flat_map(|p| {
            let chains = chain_lists(2, longest).into_iter().filter(|q| !q.is_empty());
            chains.flat_map(move |q| [1, 2].map(|m| (p.clone(), q.clone(), m))).collect::<Vec<_>>()
        })
        .collect();
    let (mut copied, mut others) = (0u64, 0u64);
    let held =
        sweep(context, cases, "P, a chain Q, one or two edges between", |context, (p, q, m)| {
            let short = context.made(joined(p, q, *m, false));
            let long = context.made(joined(p, q, *m, true));
            let there = moves_033(context, &long);
            let first_of_q = p.iter().sum::<usize>() + m;
            for taken in moves_033(context, &short) {
                if there.contains(&taken) {
                    copied += 1;
                    continue;
                }
                let whole_q = q[..] == [1] && taken == 0b11 << first_of_q;
                let same = whole_q && {
                    // Two vertices of the new chain are taken: one leaf beside that of Pod(1).
                    let (left, right) = (pode_after(p, m - 1), bipode_name(p, &[1, 1], *m));
                    context.grundy("octal:0.33", &left)? == context.grundy("octal:0.33", &right)?
                };
                others += 1;
                if !same {
                    let name = bipode_name(p, q, *m);
                    let text = format!("on {name} the move {taken:b} cannot be copied");
                    return Ok(Some(Exhibit::new(
                        text,
                        format!("outplay moves octal:0.33 \"{name}\""),
                    )));
                }
            }
            Ok(None)
        })?;
    Ok(held.counting(format!("{copied} moves copied, {others} answered otherwise")))
}

/// What is left of P when all of Q is gone: the inner vertices of the middle chain stay.
fn pode_after(p: &[usize], inner: usize) -> String {
    pode_name(&[p, &[inner][..]].concat().into_iter().filter(|&l| l > 0).collect::<Vec<_>>())
}

fn trees_under_033(context: &mut Context) -> Result<Finding, Stopped> {
    let most = context.to(8, 10);
    let (mut counted, mut lost, mut greatest) = (0, 0, 0);
    let (mut anywhere, mut at_leaf) = (None, None);
    for tree in (1..=most).flat_map(trees::trees) {
        context.budget.check()?;
        let value = context.grundy_on("0.33", &trees::graph(&tree))?;
        counted += 1;
        lost += usize::from(value == 0);
        greatest = greatest.max(value);
        let n = tree.len() + 1;
        for v in 0..n {
            let ends = trees::edges(&tree).iter().filter(|(a, b)| *a == v || *b == v).count();
            let example = if ends <= 1 { &mut at_leaf } else { &mut anywhere };
            if example.is_some() {
                continue;
            }
            let longer = [&tree[..], &[v, n, n + 1]].concat();
            let other = context.grundy_on("0.33", &trees::graph(&longer))?;
            if other != value {
                let name = trees::name(&tree);
                *example = Some(format!(
                    "{name} has value {value}, with a chain of three at {} {other}",
                    v + 1
                ));
            }
        }
    }
    let told = |example: Option<String>| example.unwrap_or_else(|| "none so small".to_string());
    Ok(Finding::open(
        format!(
            "of {counted} trees {lost} are P-positions, and no value is larger than {greatest}; the first tree whose \
             value changes when a chain of three is attached at an inner vertex: {}; at a leaf: {}",
            told(anywhere),
            told(at_leaf)
        ),
        format!("trees of up to {most} vertices"),
    ))
}

/// The values of a game on boards against a formula.
fn by_formula(
    context: &mut Context,
    code: &str,
    boards: Vec<(String, u32)>,
    told: &str,
) -> Result<String, Stopped> {
    for (board, claimed) in &boards {
        let found = context.grundy(&format!("octal:{code}"), board)?;
        if found != *claimed {
            return Ok(format!(
                "{code} on {board} has value {found}, not {claimed}: {told} is false"
            ));
        }
    }
    Ok(format!("{code} on {told}"))
}

fn other_classes(context: &mut Context) -> Result<Finding, Stopped> {
    let more = context.to(0, 2);
    let sizes = |name: &str, from: u32, to: u32, value: fn(u32) -> u32| -> Vec<(String, u32)> {
        (from..=to + more).map(|n| (format!("{name}:{n}"), value(n))).collect()
    };
    let chain = |m: u32| u32::from(matches!(m % 4, 2 | 3));
    let bipartite: Vec<(String, u32)> = (1..=5 + more)
        .flat_map(|m| (m..=5 + more).map(move |n| (m, n)))
        .map(|(m, n)| (format!("bipartite:{m},{n}"), (m - 1 + u32::from(n <= m + 1)) % 2))
        .collect();
    let told = [
        by_formula(
            context,
            "0.03",
            sizes("complete", 1, 8, |n| n / 2 % 2),
            "K(n) is half of n, rounded down, modulo 2",
        )?,
        by_formula(context, "0.33", sizes("complete", 1, 8, |n| n % 3), "K(n) is n modulo 3")?,
        by_formula(
            context,
            "0.03",
            (3..=12 + more).map(|n| (format!("cycle:{n}"), 1 - chain(n - 2))).collect(),
            "a cycle is 1 minus the chain of n - 2",
        )?,
        by_formula(context, "0.33", sizes("cycle", 3, 12, |n| n % 3), "a cycle is n modulo 3")?,
        by_formula(
            context,
            "0.03",
            sizes("star", 3, 9, |_| 0),
            "a star of three leaves or more is 0",
        )?,
        by_formula(
            context,
            "0.33",
            sizes("star", 3, 9, |n| n % 2),
            "a star of three leaves or more is the number of leaves modulo 2",
        )?,
        by_formula(
            context,
            "0.03",
            bipartite,
            "K(m,n), m ≤ n, is m - 1 moves and one more if n ≤ m + 1, modulo 2",
        )?,
    ];
    Ok(Finding::open(told.join("; "), "the graphs named"))
}

fn other_games(context: &mut Context) -> Result<Finding, Stopped> {
    let to = context.to(10, 13);
    let (mut told, mut largest) = (Vec::new(), 0);
    for (family, from) in [("star:{}", 3), ("cycle:{}", 3), ("pode:1,1,{}", 1)] {
        let mut shown = 0;
        for code in 1..64 {
            let code = if code % 8 == 0 {
                format!("0.{}", code / 8)
            } else {
                format!("0.{}{}", code / 8, code % 8)
            };
            let mut values = Vec::new();
            for n in from..=to {
                let board = family.replace("{}", &n.to_string());
                values.push(context.grundy(&format!("octal:{code}"), &board)?);
            }
            shown += usize::from(shows_a_period(&values));
            largest = largest.max(values.into_iter().max().unwrap_or(0));
        }
        told.push(format!("on {} {shown}", family.replace("{}", "n")));
    }
    Ok(Finding::open(
        format!(
            "games of the 63 with an apparent period: {}; the largest value is {largest}",
            told.join(", ")
        ),
        format!("n up to {to}"),
    ))
}

/// Whether values repeat from the fourth on, at least twice.
pub(super) fn shows_a_period(values: &[u32]) -> bool {
    let later = &values[values.len().min(3)..];
    let repeats = |p: usize| (p..later.len()).all(|i| later[i] == later[i - p]);
    (1..=later.len() / 2).any(repeats)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_show_after_a_start() {
        assert!(shows_a_period(&[5, 4, 3, 1, 2, 1, 2]));
        assert!(!shows_a_period(&[0, 0, 0, 0, 1, 2, 3, 4]));
        assert!(!shows_a_period(&[1, 1, 1]));
    }

    #[test]
    fn graphs_of_the_proof_are_bipodes() {
        for (p, q, m) in [(vec![1, 2], vec![1], 1), (vec![], vec![2, 1], 2), (vec![3], vec![1], 2)]
        {
            let name = bipode_name(&p, &q, m);
            let mut budget = outplay_solve::limits::Budget::unlimited();
            let how = outplay_solve::oracle::How::default();
            let context = Context::new(&mut budget, false, how);
            let degrees = |graph: &Graph| {
                let mut all: Vec<usize> =
                    (0..graph.vertex_count()).map(|v| graph.neighbours(v).len()).collect();
                all.sort_unstable();
                all
            };
            assert_eq!(
                degrees(&joined(&p, &q, m, false)),
                degrees(&context.graph(&name)),
                "{name}"
            );
            assert_eq!(
                joined(&p, &q, m, true).vertex_count(),
                joined(&p, &q, m, false).vertex_count() + 3
            );
        }
    }
}
