//! Graphs that the thesis draws or describes: the examples of chapter II, the graph that stands for an array of octagons
//! (Definition 3.6), and the initial states of chapter IV.

use std::collections::BTreeMap;

use outplay_rules::games::scoring::Variant;
use outplay_rules::graph::Graph;
use outplay_rules::places::Places;
use outplay_rules::rules::Rules;
use outplay_solve::limits::Stopped;

use super::states::Octagons;
use crate::claim::{Claim, Exhibit, Finding, facts, sweep};
use crate::context::{Context, expect};
use crate::lots::Lots;

/// The claims.
pub const CLAIMS: &[Claim] = &[
    Claim {
        id: "octagons/2.4",
        place: "Example 2.4 with Figure 2.1, section 2.1",
        statement: "The graph on u, v, w, x, y with a loop at v, the edges vw and wy, and two edges xy: by the definitions after it u is isolated, \
                    nothing is a leaf, and vw and wy are its simple edges.",
        method: "Degrees and simple edges by Definitions 2.2, 2.6 and 2.7.",
        note: "The figure is missing from our copy; the example lists the edges.",
        check: example_2_4,
    },
    Claim {
        id: "octagons/fig2.5",
        place: "Figures 2.2 to 2.6, section 2.1",
        statement: "A k-bouquet has one vertex and k loops, a k-path k + 1 vertices and k edges; a pseudopath is a path with loops; a k-cycle has k vertices \
                    and k edges: a loop for k = 1, a double edge for k = 2.",
        method: "The graphs of these names in the program for k up to 9, against Definitions 2.14 to 2.17.",
        note: "Most of the figures are missing from our copy.",
        check: families_of_chapter_two,
    },
    Claim {
        id: "octagons/2.29",
        place: "Example 2.29, section 2.2",
        statement: "Rock-Paper-Scissors is not a combinatorial game, because both players reveal their choices at the \
                    same time.",
        method: "What each player can be sure of if the other answers a choice that is already known: with turns, the \
                 second to choose would always win.",
        note: "",
        check: rock_paper_scissors,
    },
    Claim {
        id: "octagons/3.6",
        place: "Definitions 3.1 and 3.6, section 3.1",
        statement: "Colouring sides of octagons (type I) and removing edges of the graph (type II) are the same game: \
                    a side that two octagons share is a simple edge, any other side a loop; a player who closes k \
                    octagons isolates k vertices and moves again.",
        method: "Octagons as eight sides each, compared with the graph: every game of 1×1, and 200 random games on \
                 each array up to 3×4, points and turns compared after each move.",
        note: "",
        check: types_one_and_two,
    },
    Claim {
        id: "octagons/fig4.14",
        place: "Figure 4.14, proof of Theorem 4.15",
        statement: "The graph of the initial state of the 1×n game, n odd, has 2 vertices with 7 loops and 1 simple edge, and n - 2 with 6 loops and 2 simple \
                    edges.",
        method: "n = 1, 3, …, 13: loops and simple edges counted.",
        note: "The theorem is not affected: it holds for n = 1 as well (octagons/4.15).",
        check: |context| {
            initial_graph(context, (1, 13), 2, "n ≥ 3", |n| {
                Some([((7, 1), 2), ((6, 2), n.checked_sub(2)?)])
            })
        },
    },
    Claim {
        id: "octagons/fig4.15",
        place: "Figure 4.15, proof of Theorem 4.18",
        statement: "The graph of the initial state of the 2×n game has 4 vertices with 6 loops and 2 simple edges, and 2n - 4 with 5 loops and 3 simple edges.",
        method: "n up to 12: loops and simple edges counted.",
        note: "The theorem is not affected: 2×1 is the board 1×2 turned (octagons/4.18).",
        check: |context| {
            initial_graph(context, (2, 12), 1, "n ≥ 2", |n| {
                Some([((6, 2), 4), ((5, 3), (2 * n).checked_sub(4)?)])
            })
        },
    },
    Claim {
        id: "octagons/fig4.17",
        place: "Figure 4.17, proof of Theorem 4.21",
        statement: "The graph of the initial state of the 3×3 game has 4 vertices with 6 loops and 2 simple edges, 4 with 5 loops and 3 simple edges, and one \
                    with 4 loops and 4 simple edges.",
        method: "Loops and simple edges counted.",
        note: "",
        check: |context| {
            let printed = BTreeMap::from([((6, 2), 4), ((5, 3), 4), ((4, 4), 1)]);
            let found = kinds_of_vertices(context, 3, 3);
            let row = (
                "the vertices by loops and simple edges".to_string(),
                told(&printed),
                told(&found),
                moves(3, 3),
            );
            Ok(facts([row], "the initial graph"))
        },
    },
];

fn moves(m: usize, n: usize) -> String {
    format!("outplay moves closing-octagons octagons:{m}x{n}")
}

fn example_2_4(context: &mut Context) -> Result<Finding, Stopped> {
    // u, v, w, x, y are 0 to 4.
    let edges = [(1, 1), (1, 2), (2, 4), (3, 4), (3, 4)];
    let graph = context.made(expect(Graph::new(Places::numbered(5), edges)));
    let degrees: Vec<usize> = (0..5).map(|v| context.degree(&graph, v)).collect();
    let is_simple = |&&(a, b): &&(usize, usize)| {
        a != b && graph.edge_pairs().filter(|pair| *pair == (a, b)).count() == 1
    };
    let pairs: Vec<(usize, usize)> = graph.edge_pairs().collect();
    let simple: Vec<&(usize, usize)> = pairs.iter().filter(is_simple).collect();
    let command = || "outplay moves strings-and-coins \"edges:2-2,2-3,3-5,4-5,4-5\"".to_string();
    Ok(facts(
        [
            (
                "the list of degrees".to_string(),
                "[0, 3, 2, 2, 3]".to_string(),
                format!("{degrees:?}"),
                command(),
            ),
            (
                "the list of simple edges".to_string(),
                "[(1, 2), (2, 4)]".to_string(),
                format!("{simple:?}"),
                command(),
            ),
        ],
        "the graph of the example",
    ))
}

fn families_of_chapter_two(context: &mut Context) -> Result<Finding, Stopped> {
    sweep(context, 1..=9usize, "bouquets, paths and cycles for k up to 9", |context, &k| {
        let bouquet = context.graph(&format!("edges:{}", vec!["1-1"; k].join(",")));
        let path = context.graph(&format!("path:{}", k + 1));
        let cycle = context.graph(&format!("cycle:{k}"));
        let loops = |graph: &Graph| graph.edge_pairs().filter(|(a, b)| a == b).count();
        let size = |graph: &Graph| (graph.vertex_count(), graph.edge_count(), loops(graph));
        // v_{i-1} and v_i are the ends of e_i; a cycle is closed by an edge from v_1 to v_k.
        let joins: Vec<(usize, usize)> = (1..=k).map(|i| (i - 1, i)).collect();
        let mut around: Vec<(usize, usize)> =
            (1..k).map(|i| (i - 1, i)).chain([(0, k - 1)]).collect();
        around.sort_unstable();
        let pairs = |graph: &Graph| {
            let mut pairs: Vec<(usize, usize)> =
                graph.edge_pairs().map(|(a, b)| (a.min(b), a.max(b))).collect();
            pairs.sort_unstable();
            pairs
        };
        let degree_two = (0..k).all(|v| context.degree(&cycle, v) == 2);
        let right = size(&bouquet) == (1, k, k)
            && pairs(&path) == joins
            && pairs(&cycle) == around
            && degree_two;
        Ok((!right).then(|| {
            Exhibit::new(format!("k = {k}"), format!("outplay moves strings-and-coins cycle:{k}"))
        }))
    })
}

/// What each choice earns against each: rock, paper, scissors.
const WINS: [[i32; 3]; 3] = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]];

fn rock_paper_scissors(context: &mut Context) -> Result<Finding, Stopped> {
    context.budget.check()?;
    let answered = |row: &[i32; 3]| row.iter().copied().min().unwrap_or(0);
    let shown_first = WINS.iter().map(answered).max().unwrap_or(0);
    let best_answer = |column: usize| WINS.iter().map(|row| row[column]).max().unwrap_or(0);
    let shown_last = (0..3).map(best_answer).min().unwrap_or(0);
    let row = |name: &str, claimed: i32, found: i32| {
        (name.to_string(), claimed, found, "outplay claims show octagons/2.29".to_string())
    };
    Ok(facts(
        [
            row("what a player is sure of who shows first", -1, context.found_margin(shown_first)),
            row("what a player is sure of who shows last", 1, context.found_margin(shown_last)),
        ],
        "the nine pairs of choices",
    ))
}

/// An array of octagons as Definition 3.1 has it: each side with the octagons that it belongs to.
fn sides(m: usize, n: usize) -> Vec<Vec<usize>> {
    let mut sides = Vec::new();
    for r in 0..m {
        for c in 0..n {
            let here = r * n + c;
            // Of the eight sides one faces each neighbour; a side that two octagons share is listed with the first of them.
            let below = (r + 1 < m).then(|| here + n);
            let right = (c + 1 < n).then_some(here + 1);
            let shared =
                [below, right, (r > 0).then_some(usize::MAX), (c > 0).then_some(usize::MAX)];
            let alone = 8 - shared.iter().flatten().count();
            sides.extend([below, right].into_iter().flatten().map(|other| vec![here, other]));
            sides.extend(std::iter::repeat_n(vec![here], alone));
        }
    }
    sides
}

/// Plays one game of both types; where they differ, after how many moves.
fn play_both(
    context: &mut Context,
    m: usize,
    n: usize,
    lots: &mut Lots,
) -> Result<Option<usize>, Stopped> {
    let octagons = Octagons::new(context, m, n);
    let rules = context.removing(octagons.board.graph().clone(), Variant::StringsAndCoins);
    let mut left = sides(m, n);
    let mut uncoloured = vec![8usize; m * n];
    let mut position = rules.start();
    if left.len() != octagons.board.graph().edge_count() {
        return Ok(Some(0));
    }
    for made in 1.. {
        if left.is_empty() {
            break;
        }
        context.budget.visit()?;
        let side = left.swap_remove(lots.below(left.len()));
        side.iter().for_each(|&octagon| uncoloured[octagon] -= 1);
        let closed = side.iter().filter(|&&octagon| uncoloured[octagon] == 0).count() as u32;
        let text = format!("{}-{}", side[0] + 1, side[side.len() - 1] + 1);
        let Ok(mv) = rules.read_move(&position, &text) else { return Ok(Some(made)) };
        if rules.check(&position, &mv).is_err() {
            return Ok(Some(made));
        }
        let step = rules.apply(&position, &mv);
        if step.earned != closed || step.again != (closed > 0) {
            return Ok(Some(made));
        }
        position = step.position;
    }
    Ok((!rules.is_over(&position)).then_some(uncoloured.len()))
}

fn types_one_and_two(context: &mut Context) -> Result<Finding, Stopped> {
    let differ = |m: usize, n: usize, made: usize| {
        Exhibit::new(format!("the games on {m}×{n} differ after {made} moves"), moves(m, n))
    };
    // On 1×1 all sides are alike, so one game is every game.
    let single = play_both(context, 1, 1, &mut Lots::new(0))?.map(|made| differ(1, 1, made));
    let arrays = (1..=3usize).flat_map(|m| (1..=4usize).map(move |n| (m, n)));
    let mut lots = Lots::new(1);
    let by_chance =
        sweep(context, arrays, "arrays up to 3×4, 200 games each", |context, &(m, n)| {
            for _ in 0..200 {
                if let Some(made) = play_both(context, m, n, &mut lots)? {
                    return Ok(Some(differ(m, n, made)));
                }
            }
            Ok(None)
        })?;
    Ok(match single {
        Some(exhibit) => Finding::refuted(exhibit, "1×1"),
        None => by_chance,
    })
}

/// The loops and the simple edges at a vertex.
type Kind = (usize, usize);

/// The numbers of vertices of two kinds that are printed for a number of columns; none if one would be negative.
type Printed = fn(usize) -> Option<[(Kind, usize); 2]>;

/// How many vertices of the initial graph have this many loops and simple edges.
fn kinds_of_vertices(context: &Context, m: usize, n: usize) -> BTreeMap<Kind, usize> {
    let graph = Octagons::new(context, m, n).board.graph().clone();
    let mut kinds = BTreeMap::new();
    for v in 0..m * n {
        let loops = graph.edge_pairs().filter(|&pair| pair == (v, v)).count();
        let simple = graph.edge_pairs().filter(|&(a, b)| a != b && (a == v || b == v)).count();
        *kinds.entry((loops, simple)).or_insert(0) += 1;
    }
    kinds
}

fn told(kinds: &BTreeMap<Kind, usize>) -> String {
    let kind = |(&(loops, simple), count): (&Kind, &usize)| {
        let vertices = if *count == 1 { "vertex" } else { "vertices" };
        let edges = if simple == 1 { "edge" } else { "edges" };
        format!("{count} {vertices} with {loops} loops and {simple} simple {edges}")
    };
    kinds.iter().rev().map(kind).collect::<Vec<_>>().join(", ")
}

/// The printed numbers on boards of `m` rows and 1, 1 + `step`, … columns (none where one would be negative); and from the second
/// of these boards on.
fn initial_graph(
    context: &mut Context,
    (m, most): (usize, usize),
    step: usize,
    from: &str,
    printed: Printed,
) -> Result<Finding, Stopped> {
    let what = format!("{m}×n, n up to {most}");
    let right = |context: &mut Context, first: usize| {
        sweep(context, (first..=most).step_by(step), &what, |context, &n| {
            let found = kinds_of_vertices(context, m, n);
            let expected =
                printed(n).map(|kinds| kinds.into_iter().filter(|(_, count)| *count > 0).collect());
            Ok((Some(&found) != expected.as_ref()).then(|| {
                let name = format!("octagons:{m}x{n}");
                let text = format!("the graph of {name} has {}", told(&found));
                Exhibit::new(text, moves(m, n)).drawn("closing-octagons", &name, "")
            }))
        })
    };
    let whole = right(context, 1)?;
    let rest = right(context, 1 + step)?;
    Ok(whole.but(format!("it holds for {from}"), &rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay_rules::graph::families;

    /// 8mn sides, less one for each pair of octagons side by side.
    #[test]
    fn an_array_has_as_many_sides_as_it_should() {
        assert_eq!(sides(1, 1).len(), 8);
        assert_eq!(sides(1, 2).len(), 15);
        assert_eq!(sides(2, 2).len(), 28);
        assert_eq!(
            families::grid(3, 4).map(|grid| 96 - grid.edge_count()).ok(),
            Some(sides(3, 4).len())
        );
    }
}
