//! Theorems K5, K6, K8, K9, K10 and K12 of `docs/theory-scoring.md`, against the reference.

use super::random_graphs::{Random, multigraph, with_endgames};
use crate::limits::Budget;
use crate::scoring::captures::settle;
use crate::scoring::host::EdgeHost;
use crate::scoring::reference::Reference;
use outplay_rules::games::scoring::{EdgeGame, Variant};
use outplay_rules::graph::Graph;
use outplay_rules::places::Places;
use outplay_rules::rules::Rules;

type Edges = Vec<(usize, usize)>;

fn margin(edges: &[(usize, usize)], variant: Variant) -> i32 {
    let vertices = edges.iter().map(|&(u, v)| u.max(v) + 1).max().unwrap_or(0);
    let graph = Graph::new(Places::numbered(vertices), edges.iter().copied()).unwrap();
    let game = EdgeGame::new(graph, variant);
    Reference::new(&game).margin(&game.start(), &mut Budget::unlimited()).unwrap()
}

/// Vertices in a row from `first` on, with a loop at each end.
fn chain(first: usize, n: usize) -> Edges {
    let row = (first..first + n - 1).map(|v| (v, v + 1));
    row.chain([(first, first), (first + n - 1, first + n - 1)]).collect()
}

fn cycle(first: usize, n: usize) -> Edges {
    (0..n).map(|i| (first + i, first + (i + 1) % n)).collect()
}

fn loops(v: usize, count: usize) -> Edges {
    vec![(v, v); count]
}

/// A small position, its number of vertices, and whether something can be captured there.
fn position(random: &mut Random, round: usize) -> (Edges, usize, bool) {
    let graph = with_endgames(random, round % 40);
    let n = graph.vertex_count();
    let host = EdgeHost::<1>::new(&graph).unwrap();
    let all = graph.edges().iter().map(|edge| edge.copies).collect();
    let settled = settle(&host, &host.pack(&all), 0..n);
    (graph.edge_pairs().collect(), n, settled.taken + settled.deal > 0)
}

#[test]
fn pairs_of_short_components_cancel() {
    let mut random = Random::new(81);
    for round in 0..300 {
        let (h, n, has_captures) = position(&mut random, round);
        let pair: [fn(usize) -> Edges; 5] =
            [|v| chain(v, 1), |v| chain(v, 2), |v| cycle(v, 2), |v| cycle(v, 3), |v| loops(v, 3)];
        let component = pair[round % 5];
        let with_pair = [h.clone(), component(n), component(n + 3)].concat();
        for variant in [Variant::StringsAndCoins, Variant::NormalOctagons] {
            if variant == Variant::NormalOctagons && has_captures {
                continue;
            }
            assert_eq!(
                margin(&with_pair, variant),
                margin(&h, variant),
                "{variant:?} {with_pair:?}"
            );
        }
    }
}

#[test]
fn the_shortest_component_is_opened_first() {
    let mut random = Random::new(82);
    // Two components of one kind, the shorter one first; all that are short are of one kind.
    type Component = fn(usize, usize) -> Edges;
    let pairs: [(Component, usize, Component, usize); 9] = [
        (chain, 3, chain, 4),
        (chain, 3, chain, 5),
        (cycle, 4, cycle, 5),
        (cycle, 4, cycle, 6),
        (chain, 1, chain, 2),
        (cycle, 2, cycle, 3),
        (chain, 1, cycle, 3),
        (chain, 2, cycle, 3),
        (cycle, 2, chain, 2),
    ];
    let mut counted = 0;
    for round in 0..400 {
        let (h, n, has_captures) = position(&mut random, round);
        let (short, a, long, b) = pairs[round % 9];
        if has_captures || h.len() > 8 {
            continue;
        }
        let (shorter, longer) = (short(n, a), long(n + a, b));
        let all = [h.clone(), shorter.clone(), longer.clone()].concat();
        // The opponent's margin after an edge is gone; a component may be opened at any of its edges.
        let best = |opened: &Edges| {
            let after = |edge: &(usize, usize)| {
                let mut left = all.clone();
                left.swap_remove(left.iter().position(|other| other == edge).unwrap());
                -margin(&left, Variant::StringsAndCoins)
            };
            opened.iter().map(after).max().unwrap()
        };
        assert!(best(&shorter) >= best(&longer), "{h:?} {a} {b}");
        counted += 1;
    }
    assert!(counted > 50, "{counted}");
}

fn weight(edges: &[(usize, usize)], w: usize) -> usize {
    edges.iter().filter(|&&(u, v)| u == w || v == w).count()
}

fn without(edges: &[(usize, usize)], at: usize) -> Edges {
    [&edges[..at], &edges[at + 1..]].concat()
}

/// A position without captures: a random multigraph, some edges of which are made rows, without what captures take.
fn quiet(random: &mut Random, round: usize) -> Edges {
    let graph = multigraph(random, 1 + round % 4, 3 + round % 5);
    let mut vertices = graph.vertex_count();
    let mut edges = Edges::new();
    for (mut u, v) in graph.edge_pairs() {
        for _ in 0..random.below(4) * random.below(2) {
            edges.push((u, vertices));
            u = vertices;
            vertices += 1;
        }
        edges.push((u, v));
    }
    let is_capture = |edges: &Edges, (u, v)| weight(edges, u) == 1 || weight(edges, v) == 1;
    while let Some(at) = edges.iter().position(|&edge| is_capture(&edges, edge)) {
        edges.remove(at);
    }
    edges
}

/// The maximal rows of neighbouring vertices of weight 2.
fn rows(edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let vertices = edges.iter().map(|&(u, v)| u.max(v) + 1).max().unwrap_or(0);
    let mut left: Vec<usize> = (0..vertices).filter(|&w| weight(edges, w) == 2).collect();
    let mut rows = Vec::new();
    while let Some(first) = left.pop() {
        let mut row = vec![first];
        let is_next = |row: &[usize], w: usize| {
            let joins =
                |&(u, v): &(usize, usize)| u == w && row.contains(&v) || v == w && row.contains(&u);
            edges.iter().any(joins)
        };
        while let Some(at) = left.iter().position(|&w| is_next(&row, w)) {
            row.push(left.remove(at));
        }
        rows.push(row);
    }
    rows
}
/// What opening a component with all weights 2 gives the opponent, if the rest is worth so much (Theorem K5).
fn opened(vertices: usize, is_chain: bool, rest: i32) -> i32 {
    let n = vertices as i32;
    match (is_chain, n) {
        (true, 1 | 2) | (false, 2 | 3) => n + rest,
        (true, _) => n - 2 + (2 + rest).abs(),
        (false, _) => n - 4 + (4 + rest).abs(),
    }
}

/// Theorem K5 for rows that are components, Theorem K10 for all others.
#[test]
fn edges_of_a_row_are_worth_the_same() {
    let mut random = Random::new(84);
    let mut seen = [0; 5];
    for round in 0..2000 {
        let edges = quiet(&mut random, round);
        if edges.len() > 12 {
            continue;
        }
        let worth = |at: usize| -margin(&without(&edges, at), Variant::StringsAndCoins);
        for row in rows(&edges) {
            let n = row.len();
            let is_inside =
                |at: &usize| [edges[*at].0, edges[*at].1].iter().all(|w| row.contains(w));
            let is_middle = |at: &usize| is_inside(at) && edges[*at].0 != edges[*at].1;
            let at: Vec<usize> = (0..edges.len())
                .filter(|&at| row.contains(&edges[at].0) || row.contains(&edges[at].1))
                .collect();
            let (middle, ends): (Vec<usize>, Vec<usize>) = at.iter().partition(|at| is_middle(at));
            let [middle, ends] =
                [middle, ends].map(|some| some.into_iter().map(worth).collect::<Vec<i32>>());
            let what = format!("{row:?} of {edges:?}: {middle:?} {ends:?}");
            let is_component = at.iter().all(is_inside);
            let is_chain = at.len() == n + 1;
            let all: Vec<i32> = middle.iter().chain(&ends).copied().collect();
            if n == 2 && is_chain {
                assert!(ends[0] == ends[1] && middle[0] >= ends[0], "{what}");
                seen[4] += usize::from(middle[0] > ends[0]);
            } else {
                assert!(all.iter().all(|&worth| worth == all[0]), "{what}");
            }
            if is_component {
                let others = (0..edges.len()).filter(|edge| !at.contains(edge));
                let others: Edges = others.map(|edge| edges[edge]).collect();
                let rest = margin(&others, Variant::StringsAndCoins);
                let best = all.iter().copied().max();
                assert_eq!(best, Some(-opened(n, is_chain, rest)), "{what}");
            }
            seen[2 * usize::from(is_component) + usize::from(n > 2)] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 30), "{seen:?}");
}

/// Theorem K6 on positions without captures.
#[test]
fn normal_rules_bind_only_while_a_move_is_safe() {
    let mut random = Random::new(85);
    let mut seen = [0; 3];
    for round in 0..2000 {
        let edges = quiet(&mut random, round);
        if edges.len() > 12 {
            continue;
        }
        let [free, normal] = [Variant::StringsAndCoins, Variant::NormalOctagons];
        let is_safe =
            |&at: &usize| [edges[at].0, edges[at].1].iter().all(|&w| weight(&edges, w) > 2);
        let safe = (0..edges.len()).filter(is_safe);
        let best = safe.map(|at| -margin(&without(&edges, at), normal)).max();
        let by_rules = margin(&edges, normal);
        let by_freedom = margin(&edges, free);
        assert_eq!(by_rules, best.unwrap_or(by_freedom), "{edges:?}");
        seen[usize::from(best.is_some())] += 1;
        seen[2] += usize::from(by_rules != by_freedom);
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}

/// What the proof of Theorem K12 and its lemma leaves to be computed.
#[test]
fn the_cases_that_theorem_12_leaves() {
    let (x, y, z, other) = (0, 1, 2, 3);
    let beside = [vec![], loops(4, 2), loops(5, 3), [loops(4, 2), loops(5, 3)].concat()];
    let joined = |parts: &[Edges]| parts.concat();
    let one = joined(&[loops(x, 1), vec![(x, z)], loops(z, 3)]);
    let two = joined(&[vec![(x, z), (x, other)], loops(z, 3), loops(other, 3)]);
    let handle = joined(&[loops(x, 1), vec![(x, y)], loops(y, 1)]);
    let row = joined(&[loops(y, 1), vec![(y, x), (x, z)], loops(z, 3)]);
    let expected = [
        (one, vec![Some(-2), Some(1), Some(-1), None]),
        (two, vec![Some(-1), Some(2), None, None]),
        (handle, vec![Some(-2), Some(1), Some(-1), Some(2)]),
        (row, vec![Some(-3), Some(2), Some(-2), Some(3)]),
    ];
    for (component, margins) in expected {
        for (rest, expected) in beside.iter().zip(margins) {
            let edges = joined(&[component.clone(), rest.clone()]);
            if let Some(expected) = expected {
                assert_eq!(margin(&edges, Variant::StringsAndCoins), expected, "{edges:?}");
            }
        }
    }
}
