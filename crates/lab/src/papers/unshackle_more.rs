//! What the Unshackle paper says in passing, the cases of Theorem 4.7, and its question.

use std::collections::BTreeSet;

use outplay_rules::all_graphs::connected;
use outplay_rules::games::scoring::Variant;
use outplay_rules::player::Player;
use outplay_rules::rules::Rules;
use outplay_solve::limits::Stopped;

use super::unshackle::{grids_of, the_conjecture, two_by_four, winning_line};
use crate::claim::{Claim, Exhibit, Finding, all, facts, sweep};
use crate::context::{Context, expect};
use crate::played::{PlayedStrategy, all_hold};

/// The claims.
pub const CLAIMS: &[Claim] = &[
    Claim {
        id: "unshackle/s1",
        place: "Section 1",
        statement: "Unshackle is Strings-and-Coins but for one rule: in Strings-and-Coins a player who scores removes \
                    another edge in the same turn. Every prisoner is a point for one of the players.",
        method: "Every position of every connected graph of up to 4 vertices (with --deep: 5), every edge: the points \
                 and who moves next in both games; and that the points of a game add up to the number of vertices.",
        note: "“Impartial” means here that both players have the same moves; the last move does not decide, and draws \
               occur.",
        check: one_rule,
    },
    Claim {
        id: "unshackle/s3-grids",
        place: "Sections 3 and 4, below Definitions 3.1 and 4.2 and Theorems 3.3 and 4.4",
        statement: "The m×n grid is point symmetric about ((m+1)/2, (n+1)/2) and about no other point, and has at least two lines of symmetry.",
        method: "Every point, and every line, that could be one, on the grids of up to 6×6.",
        note: "The centre of a finite graph is unique: two centres would make a translation. Definition 2.1 also \
               allows infinite graphs, where this fails.",
        check: symmetries_of_grids,
    },
    Claim {
        id: "unshackle/s4-cases",
        place: "Section 4, opening",
        statement: "Where m or n is even, so that Strategy 1 need not win, other strategies may win: Table 2 leaves \
                    some grids drawn.",
        method: "The exact margins of all such grids of up to 20 edges (with --deep: 28): none is a draw.",
        note: "For all of them with m, n ≥ 2 by the theorem of unshackle/conjecture; for 1×n it is Theorem 4.1. `outplay table unshackle grid:1..6x1..6 \
               --outcome-only` completes Table 2.",
        check: somebody_wins,
    },
    Claim {
        id: "unshackle/4.7-cases",
        place: "Proof of Theorem 4.7, with Figures 8 to 10",
        statement: "In case 1 there are four graphs G2, each with a line of symmetry that no edge meets and on which at least two vertices lie. In case 2 the answers \
                    (1) to (8) meet every move, and the second player is ahead by 1, 1, 1, 2, 2, 0, 1, 2 points when the last symmetric graph is reached.",
        method: "All eight moves of each case by the rules; lines of symmetry are found among all symmetries of the \
                 graphs that are left.",
        note: "In case 2 the point for (1,1) is scored in the turn from G1, not from G2. Two halves of at most four edges can always be drawn on two sides of a line.",
        check: cases_of_4_7,
    },
    Claim {
        id: "unshackle/q-2xn",
        place: "Question, section 5",
        statement: "Can the second player win on 2×6 by other strategies, and on 2×n for all even n ≥ 8?",
        method: "A strategy, best play, against every opponent on 2×6; for all n as in unshackle/conjecture (with --deep: as far as there).",
        note: "The proof of the theorem (U10) names a winning move in every position.",
        check: |context| {
            let best =
                vec![PlayedStrategy::wins("unshackle", "grid:2x6", "optimal", Player::Second)];
            let played = all_hold(context, best, "best play on 2×6")?;
            Ok(all([played, the_conjecture(context)?]))
        },
    },
];

fn one_rule(context: &mut Context) -> Result<Finding, Stopped> {
    let most = context.to(4, 5);
    let graphs = (2..=most).flat_map(|n| expect(connected(n)).map(expect));
    let what = format!("connected graphs of up to {most} vertices, every position");
    sweep(context, graphs, &what, |context, graph| {
        let unshackle = context.removing(graph.clone(), Variant::Unshackle);
        let coins = context.removing(graph.clone(), Variant::StringsAndCoins);
        let board = graph.edge_pairs().map(|(u, v)| format!("{}-{}", u + 1, v + 1));
        let board = format!("edges:{}", board.collect::<Vec<_>>().join(","));
        let shown = |text: &str| {
            let command = format!("outplay moves unshackle {board}");
            Some(Exhibit::new(format!("{text} on {board}"), command))
        };
        let mut reached = vec![(unshackle.start(), 0)];
        let mut seen = BTreeSet::new();
        while let Some((position, points)) = reached.pop() {
            if unshackle.moves(&position) != coins.moves(&position) {
                return Ok(shown("the games have different moves"));
            }
            if unshackle.is_over(&position) && points != graph.vertex_count() as u32 {
                return Ok(shown("a prisoner is nobody's"));
            }
            for mv in unshackle.moves(&position) {
                let (step, coin) = (unshackle.apply(&position, &mv), coins.apply(&position, &mv));
                let goes_on = coin.again && !step.again;
                if step.earned != coin.earned || goes_on != (step.earned > 0) {
                    return Ok(shown("another rule differs"));
                }
                let next = (step.position, points + step.earned);
                if seen.insert((next.0.to_vec(), next.1)) {
                    reached.push(next);
                }
            }
        }
        Ok(None)
    })
}

type Point = (i64, i64);

/// Whether a map of the plane takes a grid, as it is drawn, to itself.
fn keeps(edges: &BTreeSet<[Point; 2]>, map: impl Fn(Point) -> Option<Point>) -> bool {
    edges.iter().all(|&[a, b]| {
        let (Some(a), Some(b)) = (map(a), map(b)) else { return false };
        edges.contains(&[a.min(b), a.max(b)])
    })
}

/// The reflection across the line ax + by = c.
fn reflected((x, y): Point, (a, b, c): (i64, i64, i64)) -> Option<Point> {
    let (norm, beyond) = (a * a + b * b, 2 * (a * x + b * y - c));
    let whole = a * beyond % norm == 0 && b * beyond % norm == 0;
    whole.then(|| (x - a * beyond / norm, y - b * beyond / norm))
}

fn symmetries_of_grids(context: &mut Context) -> Result<Finding, Stopped> {
    let all = (1..=6usize).flat_map(|m| (1..=6usize).map(move |n| (m, n)));
    sweep(context, all.filter(|(m, n)| m * n > 1), "grids of up to 6×6", |context, &(m, n)| {
        let name = format!("grid:{m}x{n}");
        // Twice the coordinates, lest halves occur.
        let at = |v: usize| (2 * (v / n) as i64 + 2, 2 * (v % n) as i64 + 2);
        let drawn = |(u, v): (usize, usize)| [at(u).min(at(v)), at(u).max(at(v))];
        let edges: BTreeSet<[Point; 2]> = context.graph(&name).edge_pairs().map(drawn).collect();
        let (rows, columns) = (2 * m as i64 + 2, 2 * n as i64 + 2);
        // Wherever the first vertex goes, the centre is half way.
        let images = (0..m * n).map(at);
        let centres: Vec<Point> =
            images.filter(|p| keeps(&edges, |(x, y)| Some((2 + p.0 - x, 2 + p.1 - y)))).collect();
        // A line of symmetry of a grid keeps its centre, and the four directions of its edges.
        let (x, y) = (rows / 2, columns / 2);
        let lines = [(1, 0, x), (0, 1, y), (1, 1, x + y), (1, -1, x - y)];
        let lines = lines.iter().filter(|line| keeps(&edges, |p| reflected(p, **line))).count();
        let (right, single) = (vec![(rows - 2, columns - 2)], if m == n { 4 } else { 2 });
        let text = format!("{name} has {} centres and {lines} lines of symmetry", centres.len());
        Ok((centres != right || lines != single)
            .then(|| Exhibit::new(text, format!("outplay show unshackle {name}"))))
    })
}

fn somebody_wins(context: &mut Context) -> Result<Finding, Stopped> {
    let edges = context.to(20, 28);
    let grids = grids_of(edges).into_iter().filter(|(m, n)| m % 2 == 0 || n % 2 == 0);
    let what = format!("grids of up to {edges} edges with an even side");
    sweep(context, grids, &what, |context, &(m, n)| {
        let name = format!("grid:{m}x{n}");
        let margin = context.margin(&format!("unshackle {name}"))?;
        let first = (m + n) % 2 == 1;
        let text = format!("{name} has margin {margin}");
        let wins = if first { margin > 0 } else { margin < 0 };
        Ok((!wins).then(|| Exhibit::new(text, format!("outplay solve unshackle {name}"))))
    })
}

type Vertex = (usize, usize);

/// The edges of the 2×4 grid as the paper names its vertices.
fn edges_of_2x4() -> Vec<[Vertex; 2]> {
    let along = (1..=2).flat_map(|r| (1..=3).map(move |c| [(r, c), (r, c + 1)]));
    along.chain((1..=4).map(|c| [(1, c), (2, c)])).collect()
}

fn cases_of_4_7(context: &mut Context) -> Result<Finding, Stopped> {
    let command =
        || "outplay verify unshackle grid:2x4 --strategy unshackle-4.7 --as second".to_string();
    let (e1, e2) = ([(1, 1), (2, 1)], [(1, 4), (2, 4)]);
    let shadow = |[(a, b), (c, d)]: [Vertex; 2]| {
        let (p, q) = ((3 - a, 5 - b), (3 - c, 5 - d));
        [p.min(q), p.max(q)]
    };
    let others = edges_of_2x4().into_iter().filter(|edge| *edge != e1 && *edge != e2);
    let graphs: BTreeSet<[[Vertex; 2]; 2]> =
        others.map(|edge| [edge.min(shadow(edge)), edge.max(shadow(edge))]).collect();
    let mut rows =
        vec![("the number of graphs G2 in case 1".to_string(), 4, graphs.len() as i64, command())];
    for pair in &graphs {
        let on_line = winning_line(&context.made(two_by_four(pair))).unwrap_or(0) as i64;
        let name = format!("that two vertices lie on a line without {pair:?} (1 for yes)");
        rows.push((name, 1, i64::from(on_line >= 2), command()));
    }
    let opening = [e1, [(1, 1), (1, 2)]];
    let left: Vec<[Vertex; 2]> =
        edges_of_2x4().into_iter().filter(|edge| !opening.contains(edge)).collect();
    let number = |(r, c): Vertex| (r - 1) * 4 + c;
    let written = |edges: &[[Vertex; 2]]| -> String {
        let edge = |[u, v]: &[Vertex; 2]| format!("{}-{}", number(*u), number(*v));
        edges.iter().map(edge).collect::<Vec<_>>().join(" ")
    };
    let answers = super::unshackle::ANSWERS_OF_4_7;
    let asked: BTreeSet<[Vertex; 2]> = answers.iter().map(|[asked, _]| *asked).collect();
    let met = asked == left.into_iter().collect::<BTreeSet<_>>();
    rows.push(("that every move is met (1 for yes)".into(), 1, i64::from(met), command()));
    for ((pair, ahead), number) in answers.iter().zip([1, 1, 1, 2, 2, 0, 1, 2]).zip(1..) {
        let line = written(&[&opening[..], &pair[..]].concat());
        let score = context.score_after("unshackle grid:2x4", &line);
        let found = score.map_or(i64::MIN, |[first, second]| i64::from(second) - i64::from(first));
        let command = format!("outplay solve unshackle grid:2x4 --after \"{line}\"");
        rows.push((format!("the lead of the second player by ({number})"), ahead, found, command));
    }
    Ok(facts(rows, "both cases, all moves"))
}
