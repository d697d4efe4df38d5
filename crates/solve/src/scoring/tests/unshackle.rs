//! Unshackle: the fast solver against the reference, and each theorem that it rests on against the reference.

#![allow(clippy::unwrap_used, reason = "a test that goes wrong should say so at once")]

use super::random_graphs::{Random, multigraph};
use super::{probes_agree, threads, windows};
use crate::kit::symmetry::Automorphisms;
use crate::limits::Budget;
use crate::scoring::automorphisms::automorphisms;
use crate::scoring::components::Store;
use crate::scoring::host::EdgeHost;
use crate::scoring::reference::Reference;
use crate::scoring::unshackle::UnshackleSolver;
use outplay_rules::games::scoring::{EdgeGame, Variant};
use outplay_rules::graph::Graph;
use outplay_rules::places::Places;
use outplay_rules::rules::{Rules, Scoring};
use outplay_rules::spaces::EdgePosition;
use outplay_rules::symmetry::Structure;

fn game(graph: Graph) -> EdgeGame {
    EdgeGame::new(graph, Variant::Unshackle)
}

fn margin(graph: &Graph) -> i32 {
    let game = game(graph.clone());
    Reference::new(&game).margin(&game.start(), &mut Budget::unlimited()).unwrap()
}

#[test]
fn every_question_about_random_multigraphs() {
    let mut random = Random::new(1);
    let mut seen = [0; 5];
    for round in 0..4000 {
        let graph = multigraph(&mut random, 2 + round % 7, 4 + round % 7);
        let game = game(graph.clone());
        let expected = margin(&graph);
        let host = EdgeHost::<1>::new(&graph).unwrap();
        let place = host.pack(&game.start());
        let shared =
            UnshackleSolver::new(Store::new(host.clone(), automorphisms(&graph, &host)), 1 << 20);
        let points = game.points_left(&game.start()) as i32;
        probes_agree(windows(points, round), expected, &format!("{graph:?}"), |least| {
            shared.probe(&place, least, threads(round), &mut Budget::unlimited()).unwrap()
        });
        seen[(expected.signum() + 1) as usize] += 1;
        seen[3] += usize::from(graph.edges().iter().any(|edge| edge.is_loop()));
        seen[4] += usize::from(game.board().components(&game.start()).len() > 2);
    }
    assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
}

#[test]
fn larger_boards_with_little_memory() {
    let mut random = Random::new(2);
    for _ in 0..40 {
        let graph = multigraph(&mut random, 9, 14);
        let game = game(graph.clone());
        let host = EdgeHost::<2>::new(&graph).unwrap();
        let place = host.pack(&game.start());
        let shared = UnshackleSolver::new(Store::new(host, Automorphisms::none()), 200_000);
        let expected = margin(&graph);
        for least in [expected, expected + 2] {
            let bound = shared.probe(&place, least, 2, &mut Budget::unlimited()).unwrap();
            assert_eq!(bound >= least, expected >= least, "{graph:?}");
        }
    }
}

/// The margin of every move of a position, with its edge, what it earns, and the margin of what it leaves.
fn moves(graph: &Graph) -> Vec<(usize, i32, i32)> {
    let game = game(graph.clone());
    let mut reference = Reference::new(&game);
    let start = game.start();
    let board = game.board();
    board
        .left(&start)
        .map(|edge| {
            let rest = reference.margin(&board.without(&start, edge), &mut Budget::unlimited());
            (edge, board.earns(&start, edge) as i32, rest.unwrap())
        })
        .collect()
}

/// How many ends an edge has that another has not.
fn ends_without(graph: &Graph, edge: usize, other: usize) -> i32 {
    let [u, v] = graph.edges()[edge].ends();
    let foreign = |end: usize| i32::from(!graph.edges()[other].ends().contains(&end));
    if u == v { foreign(u) } else { foreign(u) + foreign(v) }
}

#[test]
fn the_exchange_theorem() {
    let mut random = Random::new(3);
    let mut tight = 0;
    for round in 0..3000 {
        let graph = multigraph(&mut random, 2 + round % 6, 3 + round % 8);
        let moves = moves(&graph);
        let value = margin(&graph);
        for &(e, earned_e, rest_e) in &moves {
            assert!(value + rest_e >= earned_e && value + rest_e <= 4 - earned_e, "{graph:?} {e}");
            for &(f, earned_f, rest_f) in &moves {
                let ends = ends_without(&graph, e, f).max(ends_without(&graph, f, e));
                let most = 2 * ends - earned_e - earned_f;
                assert!((rest_e - rest_f).abs() <= most || e == f, "{graph:?} {e} {f}");
                tight += usize::from((rest_e - rest_f).abs() == most && most > 1);
                // What the search leaves out: an edge at the neighbour of a leaf.
                let ends = graph.edges()[e].ends();
                let adjacent = graph.edges()[f].ends().iter().any(|end| ends.contains(end));
                let is_leaf = earned_e == 1 && !graph.edges()[e].is_loop();
                if earned_e == 2 || (is_leaf && adjacent) {
                    assert!(earned_e - rest_e >= earned_f - rest_f, "{graph:?} {e} {f}");
                }
            }
        }
    }
    assert!(tight > 300, "the bound was reached {tight} times only");
}

#[test]
fn single_edges_and_single_loops_cancel() {
    let mut random = Random::new(4);
    for round in 0..1000 {
        let graph = multigraph(&mut random, 2 + round % 5, 3 + round % 6);
        let beside = |edges: &[(usize, usize)], n: usize| {
            let part = Graph::new(Places::numbered(n), edges.iter().copied()).unwrap();
            margin(&graph.disjoint_union(&part).unwrap())
        };
        let alone = margin(&graph);
        assert_eq!(beside(&[(0, 1)], 2), 2 - alone, "{graph:?}");
        assert_eq!(beside(&[(0, 1), (2, 3)], 4), alone, "{graph:?}");
        assert_eq!(beside(&[(0, 0), (1, 1)], 2), alone, "{graph:?}");
    }
}

/// The most vertices that a mirror of a graph fixes: a symmetry of order two (or one) under which each edge class that
/// is its own image has an even number of copies.
fn mirror(graph: &Graph) -> Option<i32> {
    let bound = |v: usize| graph.edges().iter().any(|edge| edge.ends().contains(&v));
    let is_mirror = |to: &Vec<usize>| {
        (0..to.len()).all(|v| to[to[v]] == v)
            && graph.edges().iter().all(|edge| {
                let [u, v] = edge.ends();
                let image = (to[u].min(to[v]), to[u].max(to[v]));
                image != (u, v) || edge.copies % 2 == 0
            })
    };
    let fixed = |to: &Vec<usize>| (0..to.len()).filter(|&v| to[v] == v && bound(v)).count() as i32;
    Structure::of_graph(graph).symmetries().filter(is_mirror).map(|to| fixed(&to)).max()
}

#[test]
fn mirrors_bound_what_stands_beside_them() {
    let mut random = Random::new(5);
    let mut mirrors = 0;
    for round in 0..6000 {
        let part = multigraph(&mut random, 1 + round % 5, 1 + round % 6);
        let Some(fixed) = mirror(&part) else { continue };
        assert!(margin(&part) <= -fixed, "{part:?}");
        let rest = multigraph(&mut random, 1 + round % 4, 1 + round % 5);
        let (whole, alone) = (margin(&rest.disjoint_union(&part).unwrap()), margin(&rest));
        if rest.edge_count().is_multiple_of(2) {
            assert!(whole <= alone - fixed, "{rest:?} beside {part:?}");
        } else {
            assert!(whole >= alone + fixed, "{rest:?} beside {part:?}");
        }
        mirrors += usize::from(part.edge_count() > 0);
    }
    assert!(mirrors > 300, "only {mirrors} mirrors");
}

#[test]
fn the_margins_of_small_grids() {
    // Named boards by the reference, which looks at every position.
    for (m, n) in [(1, 7), (2, 5), (3, 3), (2, 6)] {
        let graph = outplay_rules::graph::families::grid(m, n).unwrap();
        let host = EdgeHost::<1>::new(&graph).unwrap();
        let all: EdgePosition = graph.edges().iter().map(|edge| edge.copies).collect();
        let expected = margin(&graph);
        let shared =
            UnshackleSolver::new(Store::new(host.clone(), automorphisms(&graph, &host)), 1 << 24);
        let test =
            |least| shared.probe(&host.pack(&all), least, 1, &mut Budget::unlimited()).unwrap();
        assert!(test(expected) >= expected && test(expected + 2) <= expected, "{m}x{n}");
    }
}

/// A graph from its edges, on as many vertices as it takes.
fn graph_of(edges: &[(usize, usize)]) -> Graph {
    let n = edges.iter().map(|&(u, v)| u.max(v) + 1).max().unwrap_or(1);
    Graph::new(Places::numbered(n), edges.iter().copied()).unwrap()
}

/// The edges of a graph, copies one by one.
fn edges_of(graph: &Graph) -> Vec<(usize, usize)> {
    let copies = |edge: &outplay_rules::graph::Edge| {
        vec![(edge.u as usize, edge.v as usize); edge.copies as usize]
    };
    graph.edges().iter().flat_map(copies).collect()
}

/// The edges at a vertex, a loop counted once.
fn weight(edges: &[(usize, usize)], w: usize) -> usize {
    edges.iter().filter(|&&(u, v)| u == w || v == w).count()
}

#[test]
fn leaves_come_off() {
    let mut random = Random::new(6);
    let mut kinds = [0; 4];
    for round in 0..2500 {
        let graph = multigraph(&mut random, 2 + round % 6, 2 + round % 8);
        let n = graph.vertex_count();
        let edges = edges_of(&graph);
        let with = |edge: (usize, usize)| margin(&graph_of(&[&edges[..], &[edge]].concat()));
        let beside_a_loop = with((n, n));
        for a in 0..n {
            let far = |&(u, v): &(usize, usize)| weight(&edges, if u == a { v } else { u });
            let at: Vec<_> = edges.iter().filter(|&&(u, v)| u == a || v == a).collect();
            let is_end_of_single_edge = at.len() == 1 && at[0].0 != at[0].1 && far(at[0]) == 1;
            if at.is_empty() || is_end_of_single_edge {
                continue;
            }
            assert_eq!(with((a, n)), beside_a_loop, "a leaf at {a} of {graph:?}");
            kinds[0] += usize::from(at.len() == 1);
            kinds[1] += usize::from(at.iter().any(|edge| edge.0 == edge.1));
            kinds[2] += usize::from(at.iter().any(|edge| edge.0 != edge.1 && far(edge) == 1));
            kinds[3] += usize::from(at.len() > 2);
        }
    }
    assert!(kinds.iter().all(|&count| count > 300), "{kinds:?}");
}

#[test]
fn paths_of_three_and_double_edges_go_to_who_moves_last() {
    let mut random = Random::new(7);
    for round in 0..1000 {
        let graph = multigraph(&mut random, 1 + round % 6, 1 + round % 8);
        let sign = if graph.edge_count().is_multiple_of(2) { -1 } else { 1 };
        let alone = margin(&graph);
        for (part, worth) in [(&[(0, 1), (1, 2)], 1), (&[(0, 1), (0, 1)], 2)] {
            let whole = margin(&graph.disjoint_union(&graph_of(part)).unwrap());
            assert_eq!(whole, alone + sign * worth, "{part:?} beside {graph:?}");
        }
    }
}

#[test]
fn chains_may_be_shorter_by_two() {
    let mut random = Random::new(8);
    let mut shortened = 0;
    for round in 0..6000 {
        let graph = multigraph(&mut random, 3 + round % 5, 4 + round % 6);
        let n = graph.vertex_count();
        let edges = edges_of(&graph);
        for (at, &(p, q)) in edges.iter().enumerate() {
            // The longer one has two more vertices in the middle of an edge without copies.
            let copies = edges.iter().filter(|&&edge| edge == (p, q) || edge == (q, p)).count();
            if p == q || copies > 1 || weight(&edges, p) < 2 || weight(&edges, q) < 2 {
                continue;
            }
            let mut longer = edges.clone();
            longer.splice(at..=at, [(p, n), (n, n + 1), (n + 1, q)]);
            assert_eq!(margin(&graph_of(&longer)), margin(&graph), "{p}-{q} of {graph:?}");
            shortened += 1;
            break;
        }
    }
    assert!(shortened > 1000, "only {shortened} chains");
}

/// A random multigraph where every vertex with edges has two or more, without double edges on their own.
fn core(random: &mut Random, round: usize) -> Option<Graph> {
    let graph = multigraph(random, 2 + round % 6, 4 + round % 8);
    let edges = edges_of(&graph);
    let is_double = |&(u, v): &(usize, usize)| {
        u != v
            && [u, v].iter().all(|&w| weight(&edges, w) == 2)
            && edges.iter().filter(|&&edge| edge == (u, v) || edge == (v, u)).count() == 2
    };
    let is_core = (0..graph.vertex_count()).all(|w| weight(&edges, w) != 1)
        && !edges.is_empty()
        && !edges.iter().any(is_double);
    is_core.then_some(graph)
}

#[test]
fn beside_a_core_a_loop_is_taken_at_once() {
    let mut random = Random::new(10);
    let mut cores = [0; 3];
    for round in 0..12_000 {
        let Some(graph) = core(&mut random, round) else { continue };
        let value = margin(&graph);
        let single_loop = graph_of(&[(0, 0)]);
        let beside = margin(&graph.disjoint_union(&single_loop).unwrap());
        assert_eq!(beside, 1 - value, "{graph:?}");
        for (edge, earned, rest) in moves(&graph) {
            assert!(earned == 0 && (0..=2).contains(&(value + rest)), "{edge} of {graph:?}");
            cores[1] += usize::from(value + rest == 2);
        }
        cores[0] += 1;
        cores[2] += usize::from(graph.edges().iter().any(|e| e.is_loop() || e.copies > 1));
    }
    assert!(cores.iter().all(|&count| count > 500), "{cores:?}");
}

#[test]
fn the_number_of_edges_says_who_wins_without_leaves() {
    let mut random = Random::new(11);
    let mut seen = [0; 2];
    for round in 0..30_000 {
        let n = 3 + round % 5;
        let mut edges: Vec<(usize, usize)> = (0..4 + random.below(9))
            .map(|_| (random.below(n), random.below(n)))
            .map(|(u, v)| (u.min(v), u.max(v)))
            .filter(|(u, v)| u != v)
            .collect();
        edges.sort_unstable();
        edges.dedup();
        if edges.is_empty() || (0..n).any(|w| weight(&edges, w) == 1) {
            continue;
        }
        let value = margin(&graph_of(&edges));
        let is_odd = edges.len() % 2 == 1;
        assert!(if is_odd { value > 0 } else { value < 0 }, "{value} for {edges:?}");
        seen[usize::from(is_odd)] += 1;
    }
    assert!(seen.iter().all(|&count| count > 500), "{seen:?}");
}

#[test]
fn sums_of_cores() {
    // Cycles, bouquets and what hangs on them, side by side: little is left of them but what the theorems leave.
    let mut random = Random::new(9);
    let parts: [&[(usize, usize)]; 12] = [
        &[(0, 1), (1, 2), (0, 2)],
        &[(0, 1), (1, 2), (2, 3), (0, 3)],
        &[(0, 1), (1, 2), (2, 3), (3, 4), (0, 4)],
        &[(0, 1), (0, 1)],
        &[(0, 0), (0, 0)],
        &[(0, 0), (0, 0), (0, 0)],
        &[(0, 1), (1, 1)],
        &[(0, 1), (1, 2)],
        &[(0, 1)],
        &[(0, 0), (0, 1), (1, 1)],
        &[(0, 1), (0, 1), (0, 1)],
        &[(0, 1), (0, 1), (1, 2), (2, 3), (3, 4)],
    ];
    for _ in 0..400 {
        let mut graph = graph_of(parts[random.below(parts.len())]);
        for _ in 0..1 + random.below(2) {
            graph = graph.disjoint_union(&graph_of(parts[random.below(parts.len())])).unwrap();
        }
        let expected = margin(&graph);
        let host = EdgeHost::<1>::new(&graph).unwrap();
        let place = host.pack(&game(graph.clone()).start());
        let shared = UnshackleSolver::new(Store::new(host.clone(), Automorphisms::none()), 1 << 20);
        for least in [expected, expected + 2] {
            let bound = shared.probe(&place, least, 1, &mut Budget::unlimited()).unwrap();
            assert_eq!(bound >= least, expected >= least, "{graph:?}: {bound} for {least}");
        }
    }
}
