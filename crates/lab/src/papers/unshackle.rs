//! Unshackle Game on 2D Grid and Shadow Strategy.

use outplay_rules::all_graphs::connected;
use outplay_rules::bits::BitSet;
use outplay_rules::games::scoring::{EdgeGame, Variant};
use outplay_rules::graph::{Graph, families};
use outplay_rules::player::Player;
use outplay_rules::rules::Rules;
use outplay_solve::limits::Stopped;
use outplay_solve::scoring::Reference;

use crate::claim::{Claim, Exhibit, Finding, all, facts, sweep};
use crate::context::{Context, expect};
use crate::played::{PlayedStrategy, all_hold};
use crate::shadows::symmetric_grid;
use crate::shadows::{Symmetric, symmetric_graphs};
use crate::tables::unshackle::{TABLE_1, TABLE_2, improved_cell, strategy_1_cell};

/// The claims.
pub const CLAIMS: &[Claim] = &[
    Claim {
        id: "unshackle/s2",
        place: "Section 2, below Figure 1, and section 3",
        statement: "The m×n grid has mn vertices and 2mn - m - n edges, and a game on it has as many turns as edges.",
        method: "m, n up to 12.",
        note: "",
        check: grid_counts,
    },
    Claim {
        id: "unshackle/3.2",
        place: "Theorem 3.2, section 3",
        statement: "On a point symmetric plane graph without an edge through its centre o, Strategy 1 (answer each \
                    edge by its shadow) is a drawing strategy for the second player if o is not a vertex, and a \
                    winning one if it is. A drawing strategy never loses, and at least one game under it is a draw.",
        method: "Every symmetric multigraph of up to 2 pairs of vertices, with or without a centre, and up to 4 pairs of edges \
                 (with --deep: 3 and 4), all games.",
        note: "The proof of (1) says that both players end with equal points. Where an edge joins a vertex to its \
               shadow (twice, past the centre), the second player frees both at once and wins every game. Outplay uses \
               the theorem only in its correct form.",
        check: theorem_3_2,
    },
    Claim {
        id: "unshackle/3.3",
        place: "Theorem 3.3, section 3",
        statement: "On a point symmetric plane graph with an edge through its centre, Strategy 1 is a drawing strategy for the \
                    first player if the ends of that edge have degree 2 or more, and a winning one if they have degree 1.",
        method: "Every symmetric multigraph of up to 2 pairs of vertices, one edge that is its own shadow, and up to 3 pairs of \
                 edges (with --deep: 3 and 4), all games.",
        note: "As in Theorem 3.2, with edges that join a vertex to its shadow the “drawing” strategy wins every game.",
        check: theorem_3_3,
    },
    Claim {
        id: "unshackle/3.4",
        place: "Theorem 3.4, section 3",
        statement: "On an m×n grid other than 1×2 and 2×1, Strategy 1 is a drawing strategy for the second player if m and n are \
                    even, a winning one for him if both are odd, and a drawing one for the first player otherwise.",
        method: "Strategy 1 against every opponent on all grids of up to 24 edges (with --deep: 31).",
        note: "",
        check: theorem_3_4,
    },
    Claim {
        id: "unshackle/t1",
        place: "Table 1, section 3",
        statement: "The outcomes on m×n grids up to 10×10 when Strategy 1 is used.",
        method: "Every printed cell against what lies at the centre of the grid (a vertex, an edge, or neither), and the cells of \
                 grids of up to 24 edges (with --deep: 31) by play.",
        note: "`outplay table unshackle/1` prints it.",
        check: table_1,
    },
    Claim {
        id: "unshackle/4.1",
        place: "Theorem 4.1, section 4",
        statement: "On a 1×n grid, n ≥ 4 even, the first player wins: he removes an end edge and shadows on the rest.",
        method: "Even n up to 20 (with --deep: 24) solved; the strategy against every opponent for n up to 16.",
        note: "For all even n: one point for the end, and Theorem 3.4 (2) on the odd path that is left.",
        check: theorem_4_1,
    },
    Claim {
        id: "unshackle/4.3",
        place: "Theorem 4.3, section 4",
        statement: "On a graph symmetric about a line l that no edge crosses or lies on, Strategy 2 is a drawing strategy for the \
                    second player if no vertex lies on l, and a winning one if some vertex does.",
        method: "Every such multigraph of up to 2 pairs of vertices, 2 vertices on l and 4 pairs of edges (with --deep: 3, 2, 4), \
                 all games: the margin is the number of vertices on l.",
        note: "",
        check: theorem_4_3,
    },
    Claim {
        id: "unshackle/4.4",
        place: "Theorem 4.4, section 4",
        statement: "On a graph symmetric about a line l with exactly one edge that crosses or lies on l, Strategy 2 is a drawing \
                    strategy for the first player if the edge's ends have degree 2 or more and no vertex lies on l, and a \
                    winning one if an end has degree 1 or a vertex lies on l.",
        method: "Every such multigraph of up to 2 pairs of vertices, 2 vertices on l and 3 pairs of edges (with --deep: 3, 2, 4), \
                 all games.",
        note: "",
        check: theorem_4_4,
    },
    Claim {
        id: "unshackle/4.5",
        place: "Theorem 4.5, section 4",
        statement: "On an n×n grid, n ≥ 2, Strategy 2 about the diagonal is a winning strategy for the second player.",
        method: "n = 2 to 4: all games; n = 2 and 3 (with --deep: 4) solved: the second player gets at least as much.",
        note: "For all n by Theorem 4.3: n vertices lie on the diagonal and no edge crosses it.",
        check: theorem_4_5,
    },
    Claim {
        id: "unshackle/4.6",
        place: "Theorem 4.6, section 4",
        statement: "On a 2×n grid, n ≥ 3 odd, Strategy 2 about the middle column is a winning strategy for the first player.",
        method: "n = 3 to 9 odd (with --deep: to 11): all games.",
        note: "For all odd n by Theorem 4.4: two vertices and one edge lie on the middle column.",
        check: theorem_4_6,
    },
    Claim {
        id: "unshackle/s4-only",
        place: "Section 4, before Theorem 4.7",
        statement: "Except on n×n grids and 2×n grids with n odd, Strategy 2 cannot be used on a grid, because more than one edge \
                    crosses or lies on every line of symmetry.",
        method: "The edges on each line of symmetry of every grid up to 12×12.",
        note: "The 1×n grids are overlooked: the line across their middle meets one edge or none.",
        check: only_these,
    },
    Claim {
        id: "unshackle/4.7",
        place: "Theorem 4.7, section 4",
        statement: "On the 2×4 grid the second player wins.",
        method: "Solved; and the cases of the proof: Figures 8 and 10, each graph with its symmetry, and the whole strategy against every opponent.",
        note: "In case 2 the point for (1,1) is scored in the turn from G1, not from G2.",
        check: theorem_4_7,
    },
    Claim {
        id: "unshackle/t2",
        place: "Table 2, section 4",
        statement: "The improved outcomes on m×n grids up to 10×10.",
        method: "Every printed cell against the best promise of Strategies 1 and 2 and of Theorems 4.1 and 4.7; and \
                 the exact margins of grids of up to 20 edges (with --deep: 28): no player is promised more than best \
                 play gives.",
        note: "`outplay table unshackle/2` prints it, `outplay table unshackle/margins` the exact margins.",
        check: table_2,
    },
    Claim {
        id: "unshackle/conjecture",
        place: "Conjecture, section 5",
        statement: "On a 2×n grid, n ≥ 6 even, the second player wins.",
        method: "A theorem settles it for all n: on a graph without leaves, loops and parallel edges the player to move wins exactly when the \
                 number of edges is odd (docs/theory-scoring.md, Theorem U10). It is checked by the plain solver on all such \
                 connected graphs of up to 5 vertices (with --deep: 6), and the margins of 2×n are solved without it for n = 6 and 8 (with --deep: 10).",
        note: "2×4 is Theorem 4.7. The theorem says who wins on every m×n grid with m, n ≥ 2: the first player if m + n is odd, else the second.",
        check: the_conjecture,
    },
];

fn grid_counts(context: &mut Context) -> Result<Finding, Stopped> {
    let all = (1..=12usize).flat_map(|m| (1..=12usize).map(move |n| (m, n)));
    sweep(context, all, "m, n up to 12", |context, &(m, n)| {
        let graph = context.graph(&format!("grid:{m}x{n}"));
        let right = graph.vertex_count() == m * n && graph.edge_count() == 2 * m * n - m - n;
        Ok((!right).then(|| Exhibit::new(format!("grid:{m}x{n}"), String::new())))
    })
}

fn shown(graph: &Symmetric, margins: (i32, i32), who: &str) -> Exhibit {
    let name = graph.name();
    let (least, most) = margins;
    let text = format!(
        "on {name} the {who} player's shadow strategy ends with margins from {least} to {most}"
    );
    Exhibit::new(text, format!("outplay solve unshackle {name}")).drawn("unshackle", &name, "")
}

/// What is promised and what was seen. By the paper's definition a drawing strategy draws at least once and wins otherwise; what
/// stands without it is that its player never loses.
fn promise(
    context: &mut Context,
    graphs: Vec<Symmetric>,
    what: &str,
    who: &str,
    wins: impl Fn(&Symmetric) -> bool,
) -> Result<Finding, Stopped> {
    let mut always_won = None;
    let held = sweep(context, graphs, what, |context, graph| {
        let margins = graph.margins(context);
        let winning = wins(graph);
        if margins.0 < winning as i32 {
            return Ok(Some(shown(graph, margins, who)));
        }
        if !winning && margins.0 > 0 && always_won.is_none() {
            let text = format!(
                "the strategy is not a drawing strategy where it wins every game: on {} it always ends {} ahead, and a drawing \
                 strategy draws at least once",
                graph.name(),
                margins.0
            );
            always_won = Some(Exhibit { text, ..shown(graph, margins, who) });
        }
        Ok(None)
    })?;
    Ok(match always_won {
        Some(exhibit) => Finding::refuted(exhibit, format!("{what}, smallest first")).but(
            format!(
                "by these shadows the {who} player never loses, and wins where that is promised"
            ),
            &held,
        ),
        None => held,
    })
}

fn theorem_3_2(context: &mut Context) -> Result<Finding, Stopped> {
    let graphs = symmetric_graphs(context.to(2, 3), 1, 4, true, false);
    let what = "symmetric multigraphs without an edge of its own, all games";
    promise(context, graphs, what, "second", |graph| graph.fixed == 1)
}

fn theorem_3_3(context: &mut Context) -> Result<Finding, Stopped> {
    let graphs = symmetric_graphs(context.to(2, 3), 0, context.to(3, 4), true, true);
    let what = "symmetric multigraphs with an edge through the centre, all games";
    promise(context, graphs, what, "first", |graph| {
        graph.own.is_some_and(|(u, _)| graph.degree(u) == 1)
    })
}

fn theorem_4_3(context: &mut Context) -> Result<Finding, Stopped> {
    let graphs = symmetric_graphs(context.to(2, 3), 2, 4, false, false);
    let what = "multigraphs with a line of symmetry that no edge meets, all games";
    sweep(context, graphs, what, |context, graph| {
        let on_line = graph.fixed as i32;
        let margins = graph.margins(context);
        Ok((margins != (on_line, on_line)).then(|| shown(graph, margins, "second")))
    })
}

fn theorem_4_4(context: &mut Context) -> Result<Finding, Stopped> {
    let graphs = symmetric_graphs(context.to(2, 3), 2, context.to(3, 4), false, true);
    let what = "multigraphs with a line of symmetry that one edge meets, all games";
    promise(context, graphs, what, "first", |graph| {
        let ends = graph.own.is_some_and(|(u, v)| graph.degree(u) == 1 || graph.degree(v) == 1);
        ends || graph.fixed > 0
    })
}

fn half_turn(m: usize, n: usize) -> Option<Symmetric> {
    symmetric_grid(m, n, |r, c| (m - 1 - r, n - 1 - c))
}

pub(super) fn grids_of(edges: usize) -> Vec<(usize, usize)> {
    let mut all: Vec<(usize, usize)> = (1..=edges + 1)
        .flat_map(|n| (1..=n).map(move |m| (m, n)))
        .filter(|(m, n)| 2 * m * n - m - n <= edges)
        .collect();
    all.sort_by_key(|(m, n)| (2 * m * n - m - n, *m));
    all
}

fn theorem_3_4(context: &mut Context) -> Result<Finding, Stopped> {
    let held = strategy_1_played(context)?;
    let single = context.margin("unshackle grid:1x1")?;
    Ok(held.remark(format!(
        "the 1×1 grid is not named among the exceptions: m and n are odd, but there is no edge and the margin is {single}. The rules of section 1 do not \
         allow it as a start"
    )))
}

/// Strategy 1 against every opponent.
fn strategy_1_played(context: &mut Context) -> Result<Finding, Stopped> {
    let edges = context.to(24, 31);
    let grids = grids_of(edges).into_iter().filter(|&size| size != (1, 2) && size != (1, 1));
    sweep(context, grids, &format!("grids of up to {edges} edges"), |context, &(m, n)| {
        let Some(graph) = half_turn(m, n) else { return Ok(None) };
        let (least, most) = graph.margins(context);
        let (evens, odds) = (m % 2 == 0 && n % 2 == 0, m % 2 == 1 && n % 2 == 1);
        let right = match (evens, odds) {
            (true, _) => graph.own.is_none() && least == 0,
            (_, true) => graph.own.is_none() && least > 0,
            _ => graph.own.is_some() && least == 0,
        };
        let name = format!("grid:{m}x{n}");
        Ok((!right).then(|| {
            Exhibit::new(
                format!("on {name} the margins are {least} to {most}"),
                format!("outplay solve unshackle {name}"),
            )
        }))
    })
}

/// Printed cells against computed ones.
fn cells(
    context: &Context,
    printed: &str,
    compute: fn(usize, usize) -> String,
    what: &str,
    command: &str,
) -> Finding {
    let rows = printed.lines().enumerate().flat_map(|(r, line)| {
        let cells: Vec<&str> = line.split_whitespace().collect();
        let cell = move |(c, text): (usize, &str)| (r + 1, c + 1, text.to_string());
        cells.into_iter().enumerate().map(cell).collect::<Vec<_>>()
    });
    let list = rows.map(|(m, n, text)| {
        let computed = context.formula(compute, m, n);
        (format!("the cell {m}×{n}"), text.replace('.', ""), computed, command.to_string())
    });
    facts(list.collect::<Vec<_>>(), what)
}

fn table_1(context: &mut Context) -> Result<Finding, Stopped> {
    let printed = cells(
        context,
        TABLE_1,
        strategy_1_cell,
        "the 99 printed cells",
        "outplay table unshackle/1",
    );
    Ok(all([printed, strategy_1_played(context)?]))
}

fn theorem_4_1(context: &mut Context) -> Result<Finding, Stopped> {
    let to = context.to(20, 24);
    let solved = sweep(
        context,
        (4..=to).step_by(2),
        &format!("1×n solved, n even up to {to}"),
        |context, n| {
            let name = format!("grid:1x{n}");
            let margin = context.margin(&format!("unshackle {name}"))?;
            Ok((margin <= 0).then(|| {
                Exhibit::new(format!("{name}: {margin}"), format!("outplay solve unshackle {name}"))
            }))
        },
    )?;
    let plays = (4..=16usize).step_by(2).map(|n| {
        PlayedStrategy::wins("unshackle", format!("path:{n}"), "unshackle-4.1", Player::First)
    });
    let played = all_hold(context, plays.collect(), "the strategy played, n even up to 16")?;
    Ok(all([solved, played]))
}

fn theorem_4_5(context: &mut Context) -> Result<Finding, Stopped> {
    let all_games = sweep(context, 2..=4usize, "n = 2 to 4, all games", |context, &n| {
        let margins = symmetric_grid(n, n, |r, c| (c, r)).map(|graph| graph.margins(context));
        let name = format!("grid:{n}x{n}");
        Ok((margins != Some((n as i32, n as i32))).then(|| {
            Exhibit::new(format!("{name}: {margins:?}"), format!("outplay solve unshackle {name}"))
        }))
    })?;
    let to = context.to(3usize, 4);
    let solved = sweep(context, 2..=to, &format!("n = 2 to {to} solved"), |context, &n| {
        let name = format!("grid:{n}x{n}");
        let margin = context.margin(&format!("unshackle {name}"))?;
        let text = format!("{name} has margin {margin}");
        let wins = margin <= -(n as i32);
        Ok((!wins).then(|| Exhibit::new(text, format!("outplay solve unshackle {name}"))))
    })?;
    Ok(all([all_games, solved]))
}

fn theorem_4_6(context: &mut Context) -> Result<Finding, Stopped> {
    let to = context.to(9, 11);
    sweep(context, (3..=to).step_by(2), &format!("n = 3 to {to} odd, all games"), |context, &n| {
        let margins =
            symmetric_grid(2, n, |r, c| (r, n - 1 - c)).map(|graph| graph.margins(context));
        let name = format!("grid:2x{n}");
        Ok((margins.is_none_or(|(least, _)| least <= 0)).then(|| {
            Exhibit::new(format!("{name}: {margins:?}"), format!("outplay solve unshackle {name}"))
        }))
    })
}

fn only_these(context: &mut Context) -> Result<Finding, Stopped> {
    let printed = no_usable_line(context, 1)?;
    let wider = no_usable_line(context, 2)?;
    Ok(printed.but("it is so on m×n grids with m, n ≥ 2", &wider))
}

/// Whether Strategy 2 can be used on no other grid whose sides are at least so long.
fn no_usable_line(context: &mut Context, least: usize) -> Result<Finding, Stopped> {
    let mut all: Vec<(usize, usize)> = (least..=12)
        .flat_map(|n| (least..=n).map(move |m| (m, n)))
        .filter(|&(_, n)| n > 1)
        .collect();
    all.sort_by_key(|(m, n)| (m * n, *m));
    let others = all.into_iter().filter(|&(m, n)| m != n && !(m == 2 && n % 2 == 1) && n > 2);
    sweep(context, others, "grids up to 12×12", |context, &(m, n)| {
        for (kind, map) in context.grid_maps(m, n) {
            if kind != "line" {
                continue;
            }
            if let Some(graph) = symmetric_grid(m, n, &map) {
                let met = graph.own.is_some() as usize;
                let name = format!("grid:{m}x{n}");
                let text = format!(
                    "on {name} a line of symmetry meets {}, so Strategy 2 can be used",
                    if met == 1 { "one edge" } else { "no edge" }
                );
                return Ok(Some(Exhibit::new(text, shadow_line_on(&name, met)).drawn(
                    "unshackle",
                    &name,
                    "",
                )));
            }
        }
        Ok(None)
    })
}

/// The command that plays Strategy 2 on a grid with this many edges on its line of symmetry, for the player whom it serves.
fn shadow_line_on(grid: &str, met: usize) -> String {
    let player = if met == 0 { "second" } else { "first" };
    format!("outplay verify unshackle {grid} --strategy shadow-line --as {player}")
}

/// The most vertices that lie on a line of symmetry as Theorem 4.3 (2) needs it, over all ways to draw a graph: a symmetry of
/// order two that keeps no edge and takes each part of what is not on the line to another part, since no edge crosses the line.
pub(super) fn winning_line(graph: &Graph) -> Option<usize> {
    let n = graph.vertex_count();
    let on_line = |map: &Vec<usize>| {
        let fixed = (0..n).filter(|&v| map[v] == v && !graph.neighbours(v).is_empty()).count();
        let kept = graph
            .edge_pairs()
            .any(|(u, v)| (map[u], map[v]) == (u, v) || (map[u], map[v]) == (v, u));
        let mut beside = BitSet::empty(n);
        (0..n).filter(|&v| map[v] != v).for_each(|v| beside.insert(v));
        let crossed =
            graph.components(&beside).iter().any(|part| part.iter().any(|v| part.contains(map[v])));
        (fixed > 0 && !kept && !crossed).then_some(fixed)
    };
    involutions(graph).iter().filter_map(on_line).max()
}

/// Every symmetry of order two of a small graph, found by trying.
fn involutions(graph: &Graph) -> Vec<Vec<usize>> {
    fn extend(graph: &Graph, map: &mut Vec<Option<usize>>, found: &mut Vec<Vec<usize>>) {
        let Some(v) = map.iter().position(Option::is_none) else {
            found.push(map.iter().flatten().copied().collect());
            return;
        };
        for w in v..map.len() {
            if map[w].is_some() {
                continue;
            }
            map[v] = Some(w);
            map[w] = Some(v);
            let fits = (0..map.len()).all(|a| {
                (0..map.len()).all(|b| match (map[a], map[b]) {
                    (Some(x), Some(y)) => {
                        graph.neighbours(a).contains(b) == graph.neighbours(x).contains(y)
                    }
                    _ => true,
                })
            });
            if fits {
                extend(graph, map, found);
            }
            map[w] = None;
            map[v] = None;
        }
    }
    let mut found = Vec::new();
    extend(graph, &mut vec![None; graph.vertex_count()], &mut found);
    found
}

/// The 2×4 grid without some edges, named by ends as (row, column).
pub(super) fn two_by_four(removed: &[[(usize, usize); 2]]) -> Graph {
    let at = |(r, c): (usize, usize)| (r - 1) * 4 + c - 1;
    let gone: Vec<(usize, usize)> =
        removed.iter().map(|&[a, b]| (at(a).min(at(b)), at(a).max(at(b)))).collect();
    let grid = expect(families::grid(2, 4));
    let edges: Vec<(usize, usize)> =
        grid.edge_pairs().filter(|edge| !gone.contains(edge)).collect();
    expect(Graph::new(outplay_rules::places::Places::numbered(8), edges))
}

/// The moves (1) to (8) of the proof of Theorem 4.7, each with its answer.
pub(super) const ANSWERS_OF_4_7: [[[(usize, usize); 2]; 2]; 8] = [
    [[(1, 2), (1, 3)], [(2, 2), (2, 3)]],
    [[(1, 3), (1, 4)], [(2, 2), (2, 3)]],
    [[(1, 2), (2, 2)], [(1, 3), (2, 3)]],
    [[(1, 3), (2, 3)], [(2, 1), (2, 2)]],
    [[(1, 4), (2, 4)], [(2, 3), (2, 4)]],
    [[(2, 1), (2, 2)], [(1, 3), (2, 3)]],
    [[(2, 2), (2, 3)], [(1, 3), (2, 3)]],
    [[(2, 3), (2, 4)], [(1, 4), (2, 4)]],
];

fn theorem_4_7(context: &mut Context) -> Result<Finding, Stopped> {
    let margin = context.margin("unshackle grid:2x4")?;
    let command = "outplay solve unshackle grid:2x4".to_string();
    let solved = facts(
        [("that the second player wins".to_string(), true, margin < 0, command)],
        "2×4 solved",
    );
    let case_1: Vec<Vec<[(usize, usize); 2]>> = vec![
        vec![[(1, 1), (1, 2)], [(2, 4), (2, 3)]],
        vec![[(1, 2), (1, 3)], [(2, 3), (2, 2)]],
        vec![[(1, 3), (1, 4)], [(2, 2), (2, 1)]],
        vec![[(1, 2), (2, 2)], [(1, 3), (2, 3)]],
    ];
    let opening = [[(1, 1), (2, 1)], [(1, 1), (1, 2)]];
    let case_2 = ANSWERS_OF_4_7.iter().map(|pair| [&opening[..], &pair[..]].concat());
    let cases: Vec<Vec<[(usize, usize); 2]>> = case_1.into_iter().chain(case_2).collect();
    let figures =
        sweep(context, cases, "the 4 graphs of Figure 8 and the 8 of Figure 10", |_, removed| {
            let graph = two_by_four(removed);
            Ok(winning_line(&graph).is_none().then(|| {
                let text = format!(
                    "without {removed:?} there is no line of symmetry as Theorem 4.3 (2) needs it"
                );
                Exhibit::new(text, "outplay solve unshackle grid:2x4")
            }))
        })?;
    let case_by_case =
        vec![PlayedStrategy::wins("unshackle", "grid:2x4", "unshackle-4.7", Player::Second)];
    let played = all_hold(context, case_by_case, "the strategy of the proof played")?;
    Ok(all([solved, figures, played]))
}

fn table_2(context: &mut Context) -> Result<Finding, Stopped> {
    let printed =
        cells(context, TABLE_2, improved_cell, "the 99 printed cells", "outplay table unshackle/2");
    let edges = context.to(20, 28);
    let solved = sweep(
        context,
        grids_of(edges),
        &format!("exact margins of grids of up to {edges} edges"),
        |context, &(m, n)| {
            if m * n == 1 {
                return Ok(None);
            }
            let name = format!("grid:{m}x{n}");
            let margin = context.margin(&format!("unshackle {name}"))?;
            let cell = improved_cell(m, n);
            let kept = match &cell[..] {
                "I_1" => margin > 0,
                "I_0" => margin >= 0,
                "II_1" => margin < 0,
                _ => margin <= 0,
            };
            Ok((!kept).then(|| {
                Exhibit::new(
                    format!("{name} has margin {margin}, the table says {cell}"),
                    format!("outplay solve unshackle {name}"),
                )
            }))
        },
    )?;
    Ok(all([printed, solved]))
}

pub(super) fn the_conjecture(context: &mut Context) -> Result<Finding, Stopped> {
    let to = context.to(8, 10);
    let what = format!("n even from 6 to {to}, solved");
    let mut told = Vec::new();
    let held = sweep(context, (6..=to).step_by(2), &what, |context, &n| {
        let name = format!("grid:2x{n}");
        let margin = context.margin(&format!("unshackle {name}"))?;
        told.push(format!("2×{n}: margin {margin}"));
        Ok((margin >= 0).then(|| {
            let text = format!("{name}: margin {margin}");
            Exhibit::new(text, format!("outplay solve unshackle {name}")).drawn(
                "unshackle",
                &name,
                "",
            )
        }))
    })?;
    let theorem = edges_say_who_wins(context)?;
    Ok(all([held.counting(told.join(", ")), theorem]))
}

/// The theorem that settles the conjecture, on all small graphs by the plain solver, which does not know it.
fn edges_say_who_wins(context: &mut Context) -> Result<Finding, Stopped> {
    let vertices = context.to(5, 6);
    let has_no_leaf = |graph: &Graph| {
        let degree = |v| graph.edges().iter().filter(|edge| edge.ends().contains(&v)).count();
        (0..graph.vertex_count()).all(|v| degree(v) > 1)
    };
    let graphs = (3..=vertices).flat_map(|n| expect(connected(n)).map(expect)).filter(has_no_leaf);
    let what = format!("connected graphs of up to {vertices} vertices without leaves");
    sweep(context, graphs, &what, |context, graph| {
        let rules = EdgeGame::new(graph.clone(), Variant::Unshackle);
        let margin = Reference::new(&rules).margin(&rules.start(), context.budget)?;
        let margin = context.found_margin(margin);
        let is_right = if graph.edge_count() % 2 == 1 { margin > 0 } else { margin < 0 };
        Ok((!is_right).then(|| {
            let edges: Vec<String> =
                graph.edges().iter().map(|edge| format!("{}-{}", edge.u, edge.v)).collect();
            let text = format!("margin {margin} on {}", edges.join(","));
            Exhibit::new(text, format!("outplay solve unshackle edges:{}", edges.join(",")))
        }))
    })
}
