//! Section 3.4: the game 0.03 on grids, and Conjecture 43.

use outplay_rules::bits::BitSet;
use outplay_rules::graph::Graph;
use outplay_rules::places::Places;
use outplay_rules::player::Player;
use outplay_rules::rules::TakingRule;
use outplay_solve::impartial::emptying;
use outplay_solve::limits::Stopped;

use crate::claim::{Claim, Exhibit, Finding, facts, sweep};
use crate::context::{Context, code_of, expect};
use crate::emptying::Emptying;
use crate::played::PlayedStrategy;

/// The claims.
pub const CLAIMS: &[Claim] = &[
    Claim {
        id: "dailly/33",
        place: "Lemma 33, section 3.4.1 and appendix A",
        statement: "Under 0.03 every move from a non-empty even (1,2)-grid graph leads to an even (1,2)-grid graph: a \
                    connected induced subgraph of the 2×n grid in which every block of columns of one vertex is even.",
        method: "Every such graph in the 2×8 grid (with --deep: 2×11).",
        note: "",
        check: |context| even_grids(context, false),
    },
    Claim {
        id: "dailly/34",
        place: "Theorem 34, section 3.4.1",
        statement: "Every game of 0.03 on an even (1,2)-grid graph ends with the empty graph.",
        method: "Every such graph in the 2×8 grid (with --deep: 2×11) has a move unless it is empty, and every move \
                 stays in the class by Lemma 33.",
        note: "",
        check: |context| even_grids(context, true),
    },
    Claim {
        id: "dailly/35",
        place: "Corollary 35, section 3.4.1",
        statement: "Under 0.03 the 2×n grid is an N-position exactly when n is odd.",
        method: "n up to 10 (with --deep: 13); for all n by Theorem 34, since all 2n vertices are taken in pairs.",
        note: "",
        check: |context| outcomes(context, 2, context.to(10, 13), |n| n % 2 == 1),
    },
    Claim {
        id: "dailly/fig16",
        place: "Figure 16, section 3.4.2",
        statement: "A game of 0.03 on a 3×n grid can end with vertices left and no move.",
        method: "The smallest such n, and a line of play that gets there.",
        note: "",
        check: stuck_grid,
    },
    Claim {
        id: "dailly/t2",
        place: "Table 2, section 3.4.2",
        statement: "On the 3×n grid, n = 1 to 7, the outcomes under 0.03 are N N P P N N P, and if the winner tries to \
                    empty the grid and the loser to stop him, 1 3 4 6 7 9 10 moves are played.",
        method: "All 7 grids: the winner plays only winning moves and makes the game as long as possible, the loser as \
                 short as possible.",
        note: "`outplay table dailly/2` prints it.",
        check: table_2,
    },
    Claim {
        id: "dailly/37",
        place: "Observation 37, section 3.4.2",
        statement: "A chain can be drawn as a (1,3)-grid graph with all columns of size 1.",
        method: "Chains of up to 20 vertices are 1×m grids.",
        note: "So a chain counts as a (1,3)-grid graph wherever it lies in the grid; we read Lemmas 39 and 40 \
               accordingly.",
        check: flat_chains,
    },
    Claim {
        id: "dailly/39",
        place: "Lemma 39, section 3.4.2",
        statement: "From a (1,3)-grid graph of two or more vertices there is a move of 0.03 to a (1,3)-grid graph: a \
                    connected graph in which every column has three vertices, or one that is not in the middle row.",
        method: "Every such graph, and every chain, in the 3×5 grid (with --deep: 3×7).",
        note: "",
        check: lemma_39,
    },
    Claim {
        id: "dailly/40",
        place: "Lemma 40, section 3.4.2",
        statement: "From a (1,3)-grid graph of four or more vertices, every move of 0.03 has an answer that leads to a \
                    (1,3)-grid graph.",
        method: "Every such graph, and every chain, in the 3×5 grid (with --deep: 3×7), every move.",
        note: "The proof treats moves along a row in two columns of size 3 (Figures 19 and 20). It leaves out the move \
               that takes a last column of size 1 together with its neighbour in a column of size 3. There the answer \
               is to take the two vertices left in that column, so the lemma holds.",
        check: lemma_40,
    },
    Claim {
        id: "dailly/fig19",
        place: "Figures 19 and 20, proof of Lemma 40",
        statement: "In two columns of size 3 a move along the middle row is legal exactly when they are part of 333, 3331 or 3333; one along the top row exactly if \
                    each of the columns beside them is missing, of size 3, or 1-; and the same, reflected, along the bottom row.",
        method: "Every (1,3)-grid graph in the 3×6 grid (with --deep: 3×8), every two neighbouring columns of size 3, every row.",
        note: "The drawings are missing from our copy; the words are in the text. What the lists leave out is dailly/40.",
        check: places_for_moves,
    },
    Claim {
        id: "dailly/41",
        place: "Theorem 41, section 3.4.2",
        statement: "Under 0.03 a (1,3)-grid graph is a P-position exactly when half its number of vertices, rounded down, \
                    is even.",
        method: "Every such graph, and every chain, in the 3×5 grid (with --deep: 3×7).",
        note: "The induction has the base |V| = 0, 1 and the step |V| ≥ 5, so graphs of 2, 3 and 4 vertices are left \
               out. Lemmas 39 and 40 cover them: the step should read |V| ≥ 2.",
        check: theorem_41,
    },
    Claim {
        id: "dailly/42",
        place: "Corollary 42, section 3.4.2",
        statement: "Under 0.03 the 3×n grid is an N-position exactly when n is 1 or 2 modulo 4.",
        method: "n up to 7 (with --deep: 9); for all n by Theorem 41.",
        note: "",
        check: |context| outcomes(context, 3, context.to(7, 9), |n| matches!(n % 4, 1 | 2)),
    },
    Claim {
        id: "dailly/t3",
        place: "Table 3, section 3.4.3",
        statement: "On the 4×n grid, n = 2 to 5, 4 6 8 10 moves of 0.03 are played if the winner tries to empty the grid.",
        method: "All four grids.",
        note: "`outplay table dailly/3` prints it.",
        check: table_3,
    },
    Claim {
        id: "dailly/c43",
        place: "Conjecture 43, section 3.4.3",
        statement: "On every m×n grid the winner of 0.03 has a winning strategy under which the game lasts half of mn, \
                    rounded down, moves: as many as fit.",
        method: "Every grid of up to 30 vertices (with --deep: 36): the winner plays only winning moves and makes the \
                 game as long as possible, the loser as short as possible.",
        note: "It implies who wins: the first player exactly when half of mn, rounded down, is odd. Proved for m ≤ 3 by \
               Theorem 34 and Lemmas 39 and 40. The questions of section 3.4.3 and of the conclusion (other structures that never block, general grids) are this one.",
        check: conjecture_43,
    },
];

/// The subgraph that a set of vertices induces, numbered anew.
pub fn induced(graph: &Graph, set: u64) -> Graph {
    let kept: Vec<usize> = (0..graph.vertex_count()).filter(|v| set >> v & 1 == 1).collect();
    let at = |v: usize| kept.iter().position(|&k| k == v);
    let edges = graph.edge_pairs().filter_map(|(u, v)| Some((at(u)?, at(v)?)));
    expect(Graph::new(Places::numbered(kept.len()), edges.collect::<Vec<_>>()))
}

/// Its name as a list of edges.
fn induced_name(graph: &Graph, set: u64) -> String {
    let pairs: Vec<String> =
        induced(graph, set).edge_pairs().map(|(u, v)| format!("{}-{}", u + 1, v + 1)).collect();
    format!("edges:{}", pairs.join(","))
}

/// The column of a set in a grid of `n` columns, a bit a row.
pub(super) fn column(set: u64, rows: usize, n: usize, c: usize) -> u64 {
    (0..rows).fold(0, |bits, r| bits | (set >> (r * n + c) & 1) << r)
}

/// The column sizes of a set between its first and last column, `1+`, `1-` and so on.
pub(super) fn word(set: u64, rows: usize, n: usize) -> String {
    let columns: Vec<u64> = (0..n).map(|c| column(set, rows, n, c)).filter(|&b| b != 0).collect();
    let letter = |bits: &u64| match (bits.count_ones(), *bits) {
        (1, 1) => "1+".to_string(),
        (1, _) => "1-".to_string(),
        (size, _) => size.to_string(),
    };
    columns.iter().map(letter).collect::<Vec<_>>().join(" ")
}

/// Whether a connected set is an even (1,2)-grid graph (Definition 32).
fn is_even(set: u64, n: usize) -> bool {
    let sizes: Vec<u32> = (0..n).map(|c| column(set, 2, n, c).count_ones()).collect();
    sizes.chunk_by(|a, b| a == b).all(|block| block[0] != 1 || block.len() % 2 == 0)
}

/// Whether a connected set is a (1,3)-grid graph (Definition 36), or a chain (Observation 37).
pub(super) fn is_one_three(game: &Emptying, graph: &Graph, set: u64, n: usize) -> bool {
    let columns = (0..n).map(|c| column(set, 3, n, c));
    let drawn = columns.into_iter().all(|bits| matches!(bits, 0 | 0b111 | 0b001 | 0b100));
    game.connected(set) && (drawn || is_chain(graph, set))
}

pub(super) fn is_chain(graph: &Graph, set: u64) -> bool {
    let degree = |v: usize| graph.neighbours(v).iter().filter(|&u| set >> u & 1 == 1).count();
    let members = || (0..graph.vertex_count()).filter(|v| set >> v & 1 == 1);
    let ends = members().filter(|&v| degree(v) < 2).count();
    members().all(|v| degree(v) <= 2) && (ends > 0 || set == 0)
}

fn even_grids(context: &mut Context, ends: bool) -> Result<Finding, Stopped> {
    let n = context.to(8, 11);
    let graph = context.graph(&format!("grid:2x{n}"));
    let game = context.emptying(&graph);
    let sets = 1..=game.full();
    let even = sets.filter(|&set| game.connected(set) && is_even(set, n));
    let even: Vec<u64> = even.collect();
    sweep(context, even, &format!("even (1,2)-grid graphs in 2×{n}"), |_, &set| {
        let name = induced_name(&graph, set);
        let shown = |text: String| Exhibit::new(text, format!("outplay moves octal:0.03 {name}"));
        if ends {
            let stuck = game.options(set).next().is_none();
            return Ok(stuck.then(|| shown(format!("{} has no move", word(set, 2, n)))));
        }
        let odd = game.options(set).find(|&next| !is_even(next, n));
        Ok(odd.map(|next| shown(format!("{} leads to {}", word(set, 2, n), word(next, 2, n)))))
    })
}

fn outcomes(
    context: &mut Context,
    m: usize,
    to: usize,
    wins: fn(usize) -> bool,
) -> Result<Finding, Stopped> {
    sweep(context, 1..=to, &format!("{m}×n grids, n up to {to}"), |context, &n| {
        let mut game = context.emptying(&context.graph(&format!("grid:{m}x{n}")));
        let full = game.full();
        let course = game.course(full, context.budget)?;
        Ok((course.wins != wins(n)).then(|| {
            let name = format!("grid:{m}x{n}");
            let outcome = if course.wins { "N" } else { "P" };
            Exhibit::new(
                format!("{name} is a {outcome}-position"),
                format!("outplay solve octal:0.03 {name} --outcome-only"),
            )
            .drawn("octal:0.03", &name, "")
        }))
    })
}

fn stuck_grid(context: &mut Context) -> Result<Finding, Stopped> {
    for n in 1..=5usize {
        context.budget.check()?;
        let graph = context.graph(&format!("grid:3x{n}"));
        let game = context.emptying(&graph);
        let mut reached = vec![(game.full(), 0)];
        let mut seen = std::collections::HashSet::new();
        while let Some((set, moves)) = reached.pop() {
            let next: Vec<u64> = game.options(set).filter(|&next| seen.insert(next)).collect();
            let mut members = BitSet::empty(graph.vertex_count());
            (0..graph.vertex_count()).filter(|v| set >> v & 1 == 1).for_each(|v| members.insert(v));
            let stuck = game.options(set).next().is_none() && graph.is_connected(&members);
            if stuck && set.count_ones() > 1 {
                let left = set.count_ones();
                let evidence = format!(
                    "grid:3x{n} can be left with {left} vertices and no move, after {moves} moves"
                );
                return Ok(Finding::verified(evidence, format!("3×n grids up to n = {n}")));
            }
            reached.extend(next.into_iter().map(|next| (next, moves + 1)));
        }
    }
    Ok(Finding::open("no such end was found", "3×n grids, n up to 5"))
}

/// The moves played on grids, claimed and computed.
fn move_counts(
    context: &mut Context,
    claimed: &[(usize, usize, u32)],
    what: &str,
) -> Result<Finding, Stopped> {
    let mut list = Vec::new();
    for &(m, n, moves) in claimed {
        let mut game = context.emptying(&context.graph(&format!("grid:{m}x{n}")));
        let full = game.full();
        let course = game.course(full, context.budget)?;
        let command = "outplay table dailly/moves".to_string();
        list.push((format!("the number of moves on grid:{m}x{n}"), moves, course.moves, command));
    }
    Ok(facts(list, what))
}

fn table_2(context: &mut Context) -> Result<Finding, Stopped> {
    let counts = [1, 3, 4, 6, 7, 9, 10];
    let claimed: Vec<(usize, usize, u32)> =
        counts.iter().enumerate().map(|(i, &moves)| (3, i + 1, moves)).collect();
    let moves = move_counts(context, &claimed, "3×n grids, n up to 7: moves")?;
    let outcomes = outcomes(context, 3, 7, |n| "NNPPNNP".chars().nth(n - 1) == Some('N'))?;
    Ok(crate::claim::all([moves, outcomes]))
}

fn table_3(context: &mut Context) -> Result<Finding, Stopped> {
    move_counts(context, &[(4, 2, 4), (4, 3, 6), (4, 4, 8), (4, 5, 10)], "4×n grids, n = 2 to 5")
}

fn flat_chains(context: &mut Context) -> Result<Finding, Stopped> {
    sweep(context, 1..=20usize, "chains of up to 20 vertices", |context, &m| {
        let chain = context.graph(&format!("path:{m}"));
        let row = expect(outplay_rules::graph::families::grid(1, m));
        let same = chain.edges() == row.edges();
        Ok((!same).then(|| Exhibit::new(format!("path:{m}"), String::new())))
    })
}

/// The (1,3)-grid graphs in the 3×n grid, fewest vertices first.
pub(super) fn one_three_graphs(graph: &Graph, game: &Emptying, n: usize) -> Vec<u64> {
    let mut found: Vec<u64> =
        (0..=game.full()).filter(|&set| is_one_three(game, graph, set, n)).collect();
    found.sort_by_key(|set| set.count_ones());
    found
}

fn lemma_39(context: &mut Context) -> Result<Finding, Stopped> {
    let n = context.to(5, 7);
    let graph = context.graph(&format!("grid:3x{n}"));
    let game = context.emptying(&graph);
    let sets = one_three_graphs(&graph, &game, n).into_iter().filter(|set| set.count_ones() >= 2);
    sweep(context, sets, &format!("(1,3)-grid graphs in 3×{n}"), |_, &set| {
        let moves = game.options(set).any(|next| is_one_three(&game, &graph, next, n));
        let name = induced_name(&graph, set);
        Ok((!moves).then(|| {
            Exhibit::new(
                format!("none from {}", word(set, 3, n)),
                format!("outplay moves octal:0.03 {name}"),
            )
        }))
    })
}

fn lemma_40(context: &mut Context) -> Result<Finding, Stopped> {
    let n = context.to(5, 7);
    let graph = context.graph(&format!("grid:3x{n}"));
    let game = context.emptying(&graph);
    let sets: Vec<u64> = one_three_graphs(&graph, &game, n)
        .into_iter()
        .filter(|set| set.count_ones() >= 4)
        .collect();
    let mut untreated = None;
    let held =
        sweep(context, sets, &format!("(1,3)-grid graphs in 3×{n}, every move"), |_, &set| {
            for next in game.options(set) {
                let stays = is_one_three(&game, &graph, next, n);
                let answer = game.options(next).any(|end| is_one_three(&game, &graph, end, n));
                let name = induced_name(&graph, set);
                if !answer {
                    let text =
                        format!("no answer from {} to {}", word(set, 3, n), word(next, 3, n));
                    return Ok(Some(Exhibit::new(
                        text,
                        format!("outplay moves octal:0.03 {name}"),
                    )));
                }
                if !stays && !in_two_full_columns(set, set & !next, n) && untreated.is_none() {
                    untreated = Some((set, next));
                }
            }
            Ok(None)
        })?;
    Ok(match untreated {
        Some((set, next)) => {
            let taken: Vec<String> = taken_names(&graph, set, next);
            let name = induced_name(&graph, set);
            let text = format!(
                "the proof lists only moves along a row in two columns of size 3: in the graph with columns {} the \
                 move that takes {} leaves columns {}, which is no (1,3)-grid graph, and is not in the list",
                word(set, 3, n),
                taken.join(" and "),
                word(next, 3, n)
            );
            let command = format!("outplay solve octal:0.03 {name} --after {}", taken.join(","));
            let gap = Exhibit::new(text, command).drawn("octal:0.03", &name, &taken.join(","));
            let proof = PlayedStrategy::wins("octal:0.03", "grid:3x5", "grid-1-3", Player::First);
            let came = proof.run(context)?;
            let held = held.with_gap(gap);
            if came.holds {
                held
            } else {
                let told = format!(
                    "a winner who plays by the proof alone can be left without a legal move: {} ({})",
                    came.reason,
                    proof.command()
                );
                held.remark(told)
            }
        }
        None => held,
    })
}

/// The vertices taken, as the induced board numbers them.
fn taken_names(graph: &Graph, set: u64, next: u64) -> Vec<String> {
    let kept: Vec<usize> = (0..graph.vertex_count()).filter(|v| set >> v & 1 == 1).collect();
    let gone = kept.iter().enumerate().filter(|(_, v)| next >> **v & 1 == 0);
    gone.map(|(i, _)| (i + 1).to_string()).collect()
}

/// Whether two vertices taken lie in two columns of which both are of size 3.
fn in_two_full_columns(set: u64, taken: u64, n: usize) -> bool {
    let columns: Vec<usize> = (0..n).filter(|&c| column(taken, 3, n, c) != 0).collect();
    columns.len() == 2 && columns.iter().all(|&c| column(set, 3, n, c) == 0b111)
}

/// Where moves along a row in two full columns are legal.
fn places_for_moves(context: &mut Context) -> Result<Finding, Stopped> {
    let n = context.to(6, 8);
    let graph = context.graph(&format!("grid:3x{n}"));
    let game = context.emptying(&graph);
    let kinds = [0, 0b111, 0b001, 0b100];
    let words = (0..4usize.pow(n as u32))
        .map(|word| (0..n).map(|c| kinds[word / 4usize.pow(c as u32) % 4]).collect::<Vec<u64>>());
    let set_of = |columns: &[u64]| {
        let column = |(c, bits): (usize, &u64)| {
            (0..3).filter(|r| bits >> r & 1 == 1).fold(0u64, |set, r| set | 1 << (r * n + c))
        };
        columns.iter().enumerate().map(column).fold(0, |set, column| set | column)
    };
    // As the graphs are drawn, whatever the rules say of what is left.
    let drawn: Vec<Vec<u64>> = words
        .filter(|columns| {
            let set = set_of(columns);
            set != 0 && Emptying::new(&graph).connected(set)
        })
        .collect();
    sweep(context, drawn, &format!("(1,3)-grid graphs in 3×{n}"), |_, columns| {
        let set = set_of(columns);
        for c in (1..n).filter(|&c| columns[c - 1] == 0b111 && columns[c] == 0b111) {
            let beside = [
                c.checked_sub(2).map_or(0, |left| columns[left]),
                columns.get(c + 1).copied().unwrap_or(0),
            ];
            for row in 0..3 {
                let legal = game.connected(set & !(0b11 << (row * n + c - 1)));
                let told = match row {
                    1 => beside.contains(&0b111),
                    0 => beside.iter().all(|bits| [0, 0b111, 0b100].contains(bits)),
                    _ => beside.iter().all(|bits| [0, 0b111, 0b001].contains(bits)),
                };
                if legal != told {
                    let name = induced_name(&graph, set);
                    let text = format!(
                        "in {} along row {} from column {c}: legal {legal}",
                        word(set, 3, n),
                        row + 1
                    );
                    return Ok(Some(Exhibit::new(
                        text,
                        format!("outplay moves octal:0.03 {name}"),
                    )));
                }
            }
        }
        Ok(None)
    })
}

fn theorem_41(context: &mut Context) -> Result<Finding, Stopped> {
    let n = context.to(5, 7);
    let graph = context.graph(&format!("grid:3x{n}"));
    let mut game = context.emptying(&graph);
    let sets = one_three_graphs(&graph, &game, n);
    sweep(context, sets, &format!("(1,3)-grid graphs in 3×{n}"), |context, &set| {
        let course = game.course(set, context.budget)?;
        let p = set.count_ones() / 2 % 2 == 0;
        let name = induced_name(&graph, set);
        Ok((p == course.wins)
            .then(|| Exhibit::new(word(set, 3, n), format!("outplay solve octal:0.03 {name}"))))
    })
}

/// The sizes of grids of up to this many vertices, smallest first, not both ways round.
pub fn sizes(most: usize) -> Vec<(usize, usize)> {
    let mut all: Vec<(usize, usize)> =
        (1..=most).flat_map(|n| (1..=n.min(most / n)).map(move |m| (m, n))).collect();
    all.sort_by_key(|(m, n)| (m * n, *m));
    all
}

fn conjecture_43(context: &mut Context) -> Result<Finding, Stopped> {
    let most = context.to(30, 36);
    let code = code_of("0.03");
    let what = format!("grids of up to {most} vertices");
    let held = sweep(context, sizes(most), &what, |context, &(m, n)| {
        let grid = context.graph(&format!("grid:{m}x{n}"));
        let rule = TakingRule::Connected(&code);
        let how = context.how().clone();
        Ok((!emptying::is_emptied(&grid, rule, &how, context.budget)?).then(|| {
            let name = format!("grid:{m}x{n}");
            let text = format!("on {name} the loser stops the game before {} moves", m * n / 2);
            Exhibit::new(text, format!("outplay emptying octal:0.03 {name}")).drawn(
                "octal:0.03",
                &name,
                "",
            )
        }))
    })?;
    Ok(conjecture(held))
}

/// A conjecture that held to a bound is still open.
pub fn conjecture(held: Finding) -> Finding {
    use crate::claim::Status;
    match held.status {
        Status::Verified => Finding {
            status: Status::Open,
            evidence: format!("no counterexample: {}", held.evidence),
            ..held
        },
        _ => held,
    }
}
