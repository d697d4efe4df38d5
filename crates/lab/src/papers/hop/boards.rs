//! Chapter 1: positional games in general, and the planes.

use outplay_rules::graph::Graph;
use outplay_rules::places::Places;
use outplay_rules::player::Player;
use outplay_rules::symmetry::Structure;
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::GameValue;

use crate::boards::{SmallBoard, SmallHopSolver, antichains, maker_wins};
use crate::claim::{Claim, Exhibit, Finding, Status, all, facts, sweep};
use crate::context::{Context, expect};
use crate::weights::{Plane, is_prime_power};

/// The claims.
pub const CLAIMS: &[Claim] = &[
    Claim {
        id: "hop/1.1.1",
        place: "Theorem 1.1.1, section 1.1",
        statement: "In a positional game the first player can force at least a draw.",
        method: "Every family of winning sets on up to 4 points, solved.",
        note: "For all boards by strategy stealing: an extra point never hurts.",
        check: no_second_win,
    },
    Claim {
        id: "hop/1.2-ttt",
        place: "Section 1.2",
        statement: "Under Maker-Breaker rules the first player wins Tic-Tac-Toe.",
        method: "Solved.",
        note: "",
        check: weak_win,
    },
    Claim {
        id: "hop/1.2-4x4x4",
        place: "Section 1.2",
        statement: "The 4×4×4 game is a first player win; 5×5×5 is expected to be a draw.",
        method: "3×3×3 solved; with --deep also 4×4×4 (about an hour of processor time).",
        note: "The first was proved by computer (Patashnik, 1980). Nothing is checked about 5×5×5.",
        check: cubes,
    },
    Claim {
        id: "hop/1.2-spanning-tree",
        place: "Section 1.2 (Lehman)",
        statement: "Maker, playing first on the edges of a complete graph, can claim a spanning tree.",
        method: "The complete graphs of 2 to 5 vertices.",
        note: "",
        check: spanning_trees,
    },
    Claim {
        id: "hop/1.2-circuit",
        place: "Section 1.2 (Bednarska and Pikhurko)",
        statement: "Maker claims a circuit of the complete graph of n vertices against Breaker's q edges a turn for \
                    all q less than n/2 rounded down, minus 1, whoever begins.",
        method: "n = 6 (with --deep: also 7) with q = 1 (the only q for n up to 7), Maker first and Breaker first; n = 4 and 5 have no q.",
        note: "",
        check: circuits,
    },
    Claim {
        id: "hop/1.2-picker",
        place: "Section 1.2 (Csernenszky, Mándity and Pluhár)",
        statement: "If Picker is to complete a basis of a matroid, he wins the Picker-Chooser game exactly when there \
                    are two disjoint bases.",
        method: "The cycle matroids of all connected multigraphs of up to 4 vertices and 6 edges (with --deep: 8), and \
                 three more, solved and compared with an exhaustive search for two disjoint spanning trees.",
        note: "When a single element is left over, Chooser gets it.",
        check: picker_chooser,
    },
    Claim {
        id: "hop/1.2.1",
        place: "Theorem 1.2.1 (Hefetz and others), section 1.2",
        statement: "There is an l > 0 such that Maker almost surely wins the Hamilton cycle game on a random graph of n vertices with edge probability \
                    (log n + (log log n)^l) / n.",
        method: "The statement speaks of n tending to infinity, so no finite board decides it. What is computed: on \
                 which connected graphs of 4 to 6 (with --deep: 7) vertices Maker, playing first, wins; every graph is \
                 solved.",
        note: "",
        check: hamilton_cycles,
    },
    Claim {
        id: "hop/1.3",
        place: "Section 1.3 and the table of section 5.1",
        statement: "AG(2,q) has q² points and q² + q lines, q points a line, q + 1 lines a point, q + 1 parallel classes of q lines; \
                    PG(2,q) has q² + q + 1 points and lines, q + 1 points a line and lines a point.",
        method: "The planes of order 2 to 9, counted.",
        note: "",
        check: planes,
    },
    Claim {
        id: "hop/1.3.1",
        place: "Theorem 1.3.1, section 1.3",
        statement: "(a) A projective plane without one line and its points is an affine plane. (b) Every affine plane arises in this way.",
        method: "The axioms of (a) for PG(2,q), q = 2 to 4, without each of its lines in turn; of (b) for AG(2,q), q = \
                 2 to 5, with a point added for each parallel class and a line of these points.",
        note: "",
        check: lines_removed,
    },
    Claim {
        id: "hop/1.3.2",
        place: "Theorem 1.3.2 (Bruck and Ryser), section 1.3",
        statement: "If q is 1 or 2 modulo 4 and not a sum of two squares, there is no projective plane of order q. So \
                    there is none of order 6; the theorem says nothing about 10.",
        method: "What it says of 6 and 10; that it excludes no prime power up to 1,000; and that there is no plane of \
                 order 6, since one would give two orthogonal Latin squares, and all pairs are tried.",
        note: "The theorem covers all orders; 6 is the only one searched.",
        check: bruck_ryser,
    },
    Claim {
        id: "hop/1.4",
        place: "Section 1.4",
        statement: "In a hop game the second player has no winning strategy, by strategy stealing.",
        method: "Every family of winning sets on up to 5 points, every start, solved.",
        note: "For all boards on which a piece may hop anywhere: the first player hops from the start s to t and from \
               then on plays the second player's strategy for a game that begins with a piece on s, the piece on t \
               being extra. Told to hop from a to the extra piece's point, he hops from a to any other free point: the \
               opponent gets a as she should, and the piece that just hopped is the extra one now. (Not “another \
               random move”, as in the proof of Proposition 4.2.3: the hop must leave a.) If there is no other free \
               point, the board is full and the game over: what that hop would win he owns already, and if it is the \
               opponent's turn she has won nothing. So he does not lose. With slides and jumps only, the hop from a \
               may be impossible: see hop/4.2.3.",
        check: no_second_win_hopping,
    },
];

fn no_second_win(context: &mut Context) -> Result<Finding, Stopped> {
    let all = (1..=4).flat_map(antichains).filter(uses_all);
    sweep(context, all, "families of winning sets on up to 4 points", |context, board| {
        let value = context.solve(&format!("positional {}", board.name()))?;
        let GameValue::Positional(value) = value else { return Ok(None) };
        Ok((!value.forces.not_lose).then(|| {
            Exhibit::new(board.name(), format!("outplay solve positional {}", board.name()))
        }))
    })
}

/// Boards that can be named by their sets alone.
pub fn uses_all(board: &SmallBoard) -> bool {
    !board.sets.is_empty() && board.sets.iter().fold(0, |a, b| a | b) == board.full()
}

fn no_second_win_hopping(context: &mut Context) -> Result<Finding, Stopped> {
    let all = (1..=5).flat_map(antichains);
    sweep(
        context,
        all,
        "families of winning sets on up to 5 points, every start",
        |context, board| {
            let mut solver = SmallHopSolver::new(board.clone());
            for start in 0..board.points {
                if solver.second_wins(1 << start, 0, context)? {
                    let command =
                        format!("outplay solve hop {} --start {}", board.name(), start + 1);
                    return Ok(Some(Exhibit::new(
                        format!("{} from {}", board.name(), start + 1),
                        command,
                    )));
                }
            }
            Ok(None)
        },
    )
}

fn winner(context: &mut Context, question: &str) -> Result<String, Stopped> {
    let value = context.solve(question)?;
    Ok(value.winner().map_or("nobody".into(), |player| player.to_string()))
}

fn weak_win(context: &mut Context) -> Result<Finding, Stopped> {
    let strong = winner(context, "positional ttt:3")?;
    let weak = winner(context, "maker-breaker ttt:3")?;
    let row = |name: &str, claimed: &str, found: String, game: &str| {
        (name.to_string(), claimed.to_string(), found, format!("outplay solve {game} ttt:3"))
    };
    Ok(facts(
        [
            row("the winner under Maker-Breaker rules", "first", weak, "maker-breaker"),
            row("the winner of the game itself", "nobody", strong, "positional"),
        ],
        "the 3×3 board",
    ))
}

fn cubes(context: &mut Context) -> Result<Finding, Stopped> {
    let small = context.winner("positional ttt:3^3")?;
    let row = |size: &str, found: Option<Player>| {
        let found = found.map_or("nobody".to_string(), |player| player.to_string());
        let command = format!("outplay solve positional ttt:{size} --outcome-only");
        (format!("the winner on ttt:{size}"), "first".to_string(), found, command)
    };
    let three = facts([row("3^3", small)], "3×3×3 solved");
    if !context.is_deep() {
        return Ok(match three.status {
            Status::Verified => Finding::open(
                "it holds for 3×3×3; 4×4×4 takes an hour of processor time and needs --deep",
                "3×3×3 solved",
            ),
            _ => three,
        });
    }
    let large = context.winner("positional ttt:4^3")?;
    Ok(facts([row("3^3", small), row("4^3", large)], "3×3×3 and 4×4×4 solved")
        .remark("nothing is known here about 5×5×5"))
}

fn spanning_trees(context: &mut Context) -> Result<Finding, Stopped> {
    sweep(context, 2..=5usize, "complete graphs of 2 to 5 vertices", |context, n| {
        let board = format!("matroid:graphic(complete:{n}),bases");
        let found = winner(context, &format!("maker-breaker {board}"))?;
        Ok((found != "first").then(|| {
            Exhibit::new(board.clone(), format!("outplay solve maker-breaker \"{board}\""))
        }))
    })
}

/// The cycles of the complete graph of n vertices as sets of its edges, short ones first.
fn cycles(n: usize) -> Vec<u32> {
    fn extend(n: usize, walk: &mut Vec<usize>, edges: u32, found: &mut Vec<u32>) {
        let edge = |a: usize, b: usize| 1u32 << (a.max(b) * (a.max(b) - 1) / 2 + a.min(b));
        let (start, last) = (walk[0], walk[walk.len() - 1]);
        // Each cycle once: it begins at its least vertex and goes round one way.
        if walk.len() >= 3 && walk[1] < last {
            found.push(edges | edge(start, last));
        }
        for next in start + 1..n {
            if !walk.contains(&next) {
                let edges = edges | edge(last, next);
                walk.push(next);
                extend(n, walk, edges, found);
                walk.pop();
            }
        }
    }
    let mut found = Vec::new();
    (0..n).for_each(|start| extend(n, &mut vec![start], 0, &mut found));
    found.sort_by_key(|set| set.count_ones());
    found
}

/// On how many connected graphs of n vertices Maker claims a Hamilton cycle, and the fewest edges of such a graph.
fn hamiltonian_for_maker(
    n: usize,
    context: &mut Context,
) -> Result<(usize, usize, usize), Stopped> {
    let bit = |(u, v): (usize, usize)| 1u32 << (u.max(v) * (u.max(v) - 1) / 2 + u.min(v));
    let round: Vec<u32> =
        cycles(n).into_iter().filter(|set| set.count_ones() == n as u32).collect();
    let (mut graphs, mut won, mut fewest) = (0, 0, usize::MAX);
    for graph in expect(outplay_rules::all_graphs::connected(n)) {
        let graph = context.made(expect(graph));
        let edges: u32 = graph.edge_pairs().map(bit).sum();
        let inside = |set: &&u32| **set & !edges == 0;
        let sets: Vec<u32> = round.iter().filter(inside).copied().collect();
        graphs += 1;
        let board = SmallBoard { points: n * (n - 1) / 2, sets };
        let maker = !board.sets.is_empty()
            && winner(context, &format!("maker-breaker {}", board.name()))? == "first";
        if maker {
            won += 1;
            fewest = fewest.min(edges.count_ones() as usize);
        }
    }
    Ok((graphs, won, fewest))
}

fn hamilton_cycles(context: &mut Context) -> Result<Finding, Stopped> {
    let most = context.to(6, 7);
    let mut seen = Vec::new();
    for n in 4..=most {
        let (graphs, won, fewest) = hamiltonian_for_maker(n, context)?;
        let least = if won == 0 { String::new() } else { format!(", with {fewest} edges or more") };
        seen.push(format!("of {n} vertices {won} of {graphs}{least}"));
    }
    let seen = format!("connected graphs on which Maker wins: {}", seen.join("; "));
    Ok(Finding::open(seen, format!("graphs of 4 to {most} vertices; nothing about larger ones")))
}

fn circuits(context: &mut Context) -> Result<Finding, Stopped> {
    let sizes = [6usize, 7].into_iter().take(context.to(1, 2));
    let games = sizes.flat_map(|n| [(n, false), (n, true)]);
    let what = format!("n = 6{}, q = 1, whoever begins", context.to("", " and 7"));
    sweep(context, games, &what, |context, &(n, breaker_first)| {
        let board = format!("matroid:graphic(complete:{n}),circuits");
        let mut sets = SmallBoard { points: n * (n - 1) / 2, sets: cycles(n) };
        if breaker_first {
            // All edges are alike, so Breaker takes the first.
            sets.sets.retain(|set| set & 1 == 0);
        }
        let first = if breaker_first { " --breaker-first" } else { "" };
        Ok((!maker_wins(&sets, context)?).then(|| {
            Exhibit::new(&board[..], format!("outplay solve maker-breaker \"{board}\"{first}"))
        }))
    })
}

/// Whether two of the sets have no point in common.
fn two_disjoint(sets: &[u32]) -> bool {
    sets.iter().any(|a| sets.iter().any(|b| a & b == 0))
}

/// Every connected multigraph without loops of 2 to 4 vertices and at most `most` edges, up to three of a kind, once up to isomorphism.
fn multigraphs(most: usize) -> Vec<String> {
    let mut found = Vec::new();
    for n in 2..=4usize {
        let kinds: Vec<(usize, usize)> = (0..n).flat_map(|v| (0..v).map(move |u| (u, v))).collect();
        let mut forms: Vec<Structure> = Vec::new();
        for code in 0..4usize.pow(kinds.len() as u32) {
            let count = |i: usize| code / 4usize.pow(i as u32) % 4;
            let copies = |(i, &kind): (usize, &(usize, usize))| std::iter::repeat_n(kind, count(i));
            let edges: Vec<(usize, usize)> = kinds.iter().enumerate().flat_map(copies).collect();
            if edges.len() > most {
                continue;
            }
            let graph = expect(Graph::new(Places::numbered(n), edges.clone()));
            let whole = outplay_rules::bits::BitSet::full(n);
            let form = Structure::of_graph(&graph).canonical();
            if graph.is_connected(&whole) && !forms.contains(&form) {
                forms.push(form);
                let list = edges.iter().map(|(u, v)| format!("{}-{}", u + 1, v + 1));
                found.push(format!("edges:{}", list.collect::<Vec<_>>().join(",")));
            }
        }
    }
    found
}

fn picker_chooser(context: &mut Context) -> Result<Finding, Stopped> {
    let most = context.to(6, 8);
    let mut graphs = multigraphs(most);
    graphs.extend(["bipartite:2,3", "wheel:4", "complete:5"].map(String::from));
    let what = format!(
        "cycle matroids of all multigraphs of up to 4 vertices and {most} edges, and three more"
    );
    sweep(context, graphs, &what, |context, graph| {
        let board = format!("matroid:graphic({graph}),bases");
        let disjoint = two_disjoint(&SmallBoard::named(&board).sets);
        let picker = winner(context, &format!("picker-chooser {board}"))? == "first";
        Ok((picker != disjoint).then(|| {
            let text = format!("on {graph}: two disjoint bases {disjoint}, Picker wins {picker}");
            Exhibit::new(text, format!("outplay solve picker-chooser \"{board}\""))
        }))
    })
}

const ORDERS: [u64; 7] = [2, 3, 4, 5, 7, 8, 9];

fn planes(context: &mut Context) -> Result<Finding, Stopped> {
    let all =
        ORDERS.iter().flat_map(|&q| [Plane::Affine, Plane::Projective].map(|plane| (plane, q)));
    sweep(context, all, "planes of order 2 to 9", |context, &(plane, q)| {
        let name = format!("{}:2,{q}", plane.name());
        let lists = context.lines(&name);
        let points = lists.iter().flatten().max().map_or(0, |p| p + 1);
        let through = |p: usize| lists.iter().filter(|line| line.contains(&p)).count();
        let [n, m, k, l] = context.plane(plane, q).map(|n| n as usize);
        let right = points == n
            && lists.len() == m
            && lists.iter().all(|line| line.len() == k)
            && (0..points).all(|p| through(p) == l)
            && (plane == Plane::Projective || parallel_classes(&lists, q as usize));
        Ok((!right).then(|| Exhibit::new(name.clone(), "outplay table hop/planes")))
    })
}

/// Whether the lines fall into q + 1 classes of q that do not meet.
fn parallel_classes(lines: &[Vec<usize>], q: usize) -> bool {
    let meet = |a: &Vec<usize>, b: &Vec<usize>| a.iter().any(|p| b.contains(p));
    let class = |a: &Vec<usize>| lines.iter().filter(|b| !meet(a, b)).count() + 1;
    lines.len() == q * (q + 1) && lines.iter().all(|line| class(line) == q)
}

/// The number of lines through all of some points.
fn through(lines: &[Vec<usize>], points: &[usize]) -> usize {
    lines.iter().filter(|line| points.iter().all(|p| line.contains(p))).count()
}

fn points_of(lines: &[Vec<usize>]) -> Vec<usize> {
    let mut points: Vec<usize> = lines.iter().flatten().copied().collect();
    points.sort_unstable();
    points.dedup();
    points
}

fn meet(a: &[usize], b: &[usize]) -> usize {
    a.iter().filter(|p| b.contains(p)).count()
}

/// Whether there are four points of which no three are on a line.
fn has_frame(lines: &[Vec<usize>]) -> bool {
    let collinear = |a: usize, b: usize, c: usize| through(lines, &[a, b, c]) > 0;
    let mut frame: Vec<usize> = Vec::new();
    for p in points_of(lines) {
        let free =
            frame.iter().enumerate().all(|(i, &a)| frame[..i].iter().all(|&b| !collinear(a, b, p)));
        if free && frame.len() < 4 {
            frame.push(p);
        }
    }
    frame.len() == 4
}

/// The axioms of an affine plane: two points are on one line; through a point off a line goes one line that does not meet it;
/// and there are four points of which no three are on a line.
pub fn is_affine(lines: &[Vec<usize>]) -> bool {
    let points = points_of(lines);
    let joined =
        points.iter().all(|&a| points.iter().all(|&b| a == b || through(lines, &[a, b]) == 1));
    let parallels = |p: usize, line: &Vec<usize>| {
        lines.iter().filter(|other| other.contains(&p) && meet(other, line) == 0).count()
    };
    let parallel = lines
        .iter()
        .all(|line| points.iter().all(|p| line.contains(p) || parallels(*p, line) == 1));
    joined && parallel && has_frame(lines)
}

/// The axioms of a projective plane: two points are on one line, two lines meet in one point, and there are four points of which
/// no three are on a line.
pub fn is_projective(lines: &[Vec<usize>]) -> bool {
    let points = points_of(lines);
    let joined =
        points.iter().all(|&a| points.iter().all(|&b| a == b || through(lines, &[a, b]) == 1));
    let met = lines.iter().enumerate().all(|(i, a)| lines[..i].iter().all(|b| meet(a, b) == 1));
    joined && met && has_frame(lines)
}

fn lines_removed(context: &mut Context) -> Result<Finding, Stopped> {
    let removed = sweep(
        context,
        [2u64, 3, 4],
        "(a) PG(2,q), q = 2 to 4, every line removed",
        |context, &q| {
            let all = context.lines(&format!("pg:2,{q}"));
            let without = |gone: &Vec<usize>| -> Vec<Vec<usize>> {
                let rest = all.iter().filter(|line| *line != gone);
                rest.map(|line| line.iter().copied().filter(|p| !gone.contains(p)).collect())
                    .collect()
            };
            let wrong = all.iter().find(|gone| !is_affine(&without(gone)));
            Ok(wrong.map(|gone| {
                Exhibit::new(format!("pg:2,{q} without the line {gone:?}"), String::new())
            }))
        },
    )?;
    let added = sweep(
        context,
        [2u64, 3, 4, 5],
        "(b) AG(2,q), q = 2 to 5, with a line at infinity",
        |context, &q| {
            let mut all = context.lines(&format!("ag:2,{q}"));
            let mut infinity = Vec::new();
            let mut classes: Vec<Vec<usize>> = Vec::new();
            for (i, line) in all.iter().enumerate() {
                let class = classes.iter_mut().find(|class| meet(&all[class[0]], line) == 0);
                match class {
                    Some(class) => class.push(i),
                    None => classes.push(vec![i]),
                }
            }
            for (i, class) in classes.iter().enumerate() {
                let point = (q * q) as usize + i;
                infinity.push(point);
                class.iter().for_each(|&line| all[line].push(point));
            }
            all.push(infinity);
            Ok((!is_projective(&all)).then(|| Exhibit::new(format!("ag:2,{q}"), String::new())))
        },
    )?;
    Ok(all([removed, added]))
}

/// Whether some Latin square of order 6 has a square orthogonal to it, which a plane of order 6 would give: its cells fall into six
/// disjoint transversals. Rows and columns may be put in order, so that the first row and column read 0 to 5 (Tarry).
fn has_orthogonal_mate(budget: &mut Budget) -> Result<(bool, u64), Stopped> {
    fn fill(
        square: &mut [[usize; 6]; 6],
        cell: usize,
        squares: &mut u64,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
        let (row, column) = (cell / 6, cell % 6);
        if row == 6 {
            budget.visit()?;
            *squares += 1;
            return Ok(six_transversals(square));
        }
        if row == 0 || column == 0 {
            square[row][column] = row + column;
            return fill(square, cell + 1, squares, budget);
        }
        for symbol in 0..6 {
            let in_row = square[row][..column].contains(&symbol);
            let in_column = (0..row).any(|above| square[above][column] == symbol);
            if !in_row && !in_column {
                square[row][column] = symbol;
                if fill(square, cell + 1, squares, budget)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
    let mut squares = 0;
    let found = fill(&mut [[0; 6]; 6], 0, &mut squares, budget)?;
    Ok((found, squares))
}

/// Whether the cells of a Latin square of order 6 fall into six transversals.
fn six_transversals(square: &[[usize; 6]; 6]) -> bool {
    fn extend(
        square: &[[usize; 6]; 6],
        row: usize,
        cells: u64,
        marks: (u32, u32),
        found: &mut Vec<u64>,
    ) {
        if row == 6 {
            found.push(cells);
            return;
        }
        for (column, symbol) in square[row].iter().enumerate() {
            if marks.0 >> column & 1 == 0 && marks.1 >> symbol & 1 == 0 {
                let marks = (marks.0 | 1 << column, marks.1 | 1 << symbol);
                extend(square, row + 1, cells | 1 << (6 * row + column), marks, found);
            }
        }
    }
    fn cover(transversals: &[u64], covered: u64, count: usize) -> bool {
        // The next transversal is the one through the next cell of the first row.
        let through = |t: &&u64| *t >> count & 1 == 1 && *t & covered == 0;
        count == 6
            || transversals
                .iter()
                .filter(through)
                .any(|t| cover(transversals, covered | t, count + 1))
    }
    let mut transversals = Vec::new();
    extend(square, 0, 0, (0, 0), &mut transversals);
    cover(&transversals, 0, 0)
}

fn bruck_ryser(context: &mut Context) -> Result<Finding, Stopped> {
    let (mate, latin) = has_orthogonal_mate(context.budget)?;
    let excluded = |q: u64| matches!(q % 4, 1 | 2) && !context.is_sum_of_two_squares(q);
    let prime_power = (2..=1000).find(|&q| is_prime_power(q) && excluded(q));
    let command = "outplay table hop/planes".to_string();
    let row = |name: &str, claimed: bool, found: bool| {
        (name.to_string(), claimed, found, command.clone())
    };
    let held = facts(
        [
            row("that it excludes 6", true, excluded(6)),
            row("that two orthogonal Latin squares of order 6 exist", false, mate),
            row("that it excludes 10", false, excluded(10)),
            row("that it excludes a prime power up to 1000", false, prime_power.is_some()),
        ],
        "orders up to 1000; order 6 by search",
    );
    Ok(match held.status {
        Status::Verified => Finding::open(
            format!(
                "the order 6 is excluded, and indeed none of the {latin} Latin squares of order 6 has an orthogonal \
                 mate; 10 and the prime powers are not. Larger excluded orders were not searched"
            ),
            held.checked,
        ),
        _ => held,
    })
}
