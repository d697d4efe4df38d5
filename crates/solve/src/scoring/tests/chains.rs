//! Theorems K8, K9 and K12 of `docs/theory-scoring.md`, against the reference.

use super::random_graphs::{Random, with_endgames};
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
    // Chains and cycles of one kind, the shorter one first.
    type Component = fn(usize, usize) -> Edges;
    let pairs: [(Component, usize, usize); 6] =
        [(chain, 3, 4), (chain, 3, 5), (cycle, 4, 5), (cycle, 4, 6), (chain, 1, 2), (cycle, 2, 3)];
    let mut counted = 0;
    for round in 0..400 {
        let (h, n, has_captures) = position(&mut random, round);
        let (component, a, b) = pairs[round % 6];
        if has_captures || h.len() > 8 {
            continue;
        }
        let (shorter, longer) = (component(n, a), component(n + a, b));
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
