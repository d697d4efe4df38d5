//! The games where a score keeps the turn: the fast solver and the full table against the reference, and each theorem
//! that the fast solver rests on against the reference.

#![allow(clippy::unwrap_used, reason = "a test that goes wrong should say so at once")]

use super::random_graphs::{Random, multigraph, with_endgames};
use super::{probes_agree, threads, windows};
use crate::impartial::Convention;
use crate::limits::Budget;
use crate::oracle::{GameValue, How, Oracle};
use crate::scoring::automorphisms::automorphisms;
use crate::scoring::captures::settle;
use crate::scoring::coins::{Coins, Order};
use crate::scoring::full_table::FullTable;
use crate::scoring::host::EdgeHost;
use crate::scoring::oracle::ScoringOracle;
use crate::scoring::reference::Reference;
use outplay_rules::games::scoring::{EdgeGame, Variant};
use outplay_rules::graph::{Graph, polygons};
use outplay_rules::places::Places;
use outplay_rules::record::Record;
use outplay_rules::rules::{Rules, Scoring};

const KEEPING: [Variant; 2] = [Variant::StringsAndCoins, Variant::NormalOctagons];

fn margin(game: &EdgeGame) -> i32 {
    Reference::new(game).margin(&game.start(), &mut Budget::unlimited()).unwrap()
}

/// A graph of this many vertices and edges, and at each vertex as many loops as other edges, and some more.
fn with_loops(
    random: &mut Random,
    n: usize,
    edges: usize,
    more: impl Fn(&mut Random) -> usize,
) -> Vec<(usize, usize)> {
    let mut edge = |_| {
        let u = random.below(n);
        (u, (u + 1 + random.below(n - 1)) % n)
    };
    let mut pairs: Vec<(usize, usize)> = (0..edges).map(&mut edge).collect();
    for v in 0..n {
        let others = pairs.iter().filter(|&&(a, b)| a != b && (a == v || b == v)).count();
        let loops = others + more(random);
        pairs.extend(std::iter::repeat_n((v, v), loops));
    }
    pairs
}

/// A graph with about two loops more than other edges at each vertex.
fn loopy(random: &mut Random, round: usize) -> Graph {
    let n = 2 + round % 2;
    let pairs = with_loops(random, n, round / 4 % 4, |random| 1 + random.below(3));
    Graph::new(Places::numbered(n), pairs).unwrap()
}

fn board(random: &mut Random, round: usize) -> Graph {
    if round % 4 == 1 { loopy(random, round / 4) } else { with_endgames(random, round) }
}

#[test]
fn every_question_about_random_multigraphs() {
    let mut random = Random::new(11);
    let mut seen = [0; 3];
    for round in 0..4000 {
        let graph = board(&mut random, round);
        for variant in KEEPING {
            let game = EdgeGame::new(graph.clone(), variant);
            let expected = margin(&game);
            let host = EdgeHost::<1>::new(&graph).unwrap();
            let place = host.pack(&game.start());
            let automorphisms = automorphisms(&graph, &host);
            let normal_rules = variant == Variant::NormalOctagons;
            let order = [Order::Moves, Order::ProofNumbers][round / 4 % 2];
            // Now and then so little memory that nearly everything is forgotten.
            let bytes = if round % 5 == 0 { 1 << 10 } else { 1 << 18 };
            let coins = Coins::new(host, automorphisms, normal_rules, order, bytes);
            let points = game.points_left(&game.start()) as i32;
            let what = format!("{variant:?} {graph:?}");
            probes_agree(windows(points, round), expected, &what, |least| {
                coins.probe(&place, least, threads(round), &mut Budget::unlimited()).unwrap()
            });
            seen[(expected.signum() + 1) as usize] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 300), "{seen:?}");
}

#[test]
fn core_tables_say_what_the_reference_says() {
    let mut random = Random::new(31);
    let (mut seen, mut larger) = (0, 0);
    for round in 0..3000 {
        // Two poor vertices at the beginning of a path, beside others that are mostly rich.
        let n = 3 + round % 3;
        let mut pairs: Vec<(usize, usize)> = (1..n).map(|v| (v - 1, v)).collect();
        if round % 4 == 0 {
            pairs.push((0, 1));
        }
        if round % 7 == 0 {
            pairs.push((0, n - 1));
        }
        for v in 0..n {
            let others = pairs.iter().filter(|&&(a, b)| a != b && (a == v || b == v)).count();
            let loops = if v < 2 { random.below(others + 2) } else { others + 1 + random.below(3) };
            pairs.extend(std::iter::repeat_n((v, v), loops));
        }
        if pairs.len() > 16 {
            continue;
        }
        let graph = Graph::new(Places::numbered(n), pairs).unwrap();
        let game = EdgeGame::new(graph.clone(), Variant::StringsAndCoins);
        let expected = margin(&game);
        let host = EdgeHost::<1>::new(&graph).unwrap();
        let place = host.pack(&game.start());
        let automorphisms = automorphisms(&graph, &host);
        let coins = Coins::new(host, automorphisms, false, Order::ProofNumbers, 1 << 20).patient(0);
        let points = game.points_left(&game.start()) as i32;
        probes_agree(windows(points, 1), expected, &format!("{graph:?}"), |least| {
            coins.probe(&place, least, 1 + round % 2, &mut Budget::unlimited()).unwrap()
        });
        seen += coins.has_core_table() as u32;
        larger += (coins.has_core_table() && n > 3) as u32;
    }
    assert!(seen > 400 && larger > 200, "{seen} {larger}");
}

/// A grid of 2x3 with this many loops at the corners and in the middle.
fn grid_with_loops(corner: usize, middle: usize) -> Graph {
    let mut pairs = vec![(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)];
    for v in 0..6 {
        let loops = if v % 3 == 1 { middle } else { corner };
        pairs.extend(std::iter::repeat_n((v, v), loops));
    }
    Graph::new(Places::numbered(6), pairs).unwrap()
}

#[test]
fn a_search_that_takes_long_fills_the_core_table_and_goes_on() {
    for (corner, middle) in [(4, 3), (4, 2), (3, 4)] {
        let graph = grid_with_loops(corner, middle);
        let game = EdgeGame::new(graph.clone(), Variant::StringsAndCoins);
        let mut all = FullTable::new(game.board().clone(), Variant::StringsAndCoins);
        let expected = all.margin(&game.start(), &mut Budget::unlimited()).unwrap();
        let host = EdgeHost::<1>::new(&graph).unwrap();
        let place = host.pack(&game.start());
        let ask = |patience: u64, threads: usize| {
            let automorphisms = automorphisms(&graph, &host);
            let coins =
                Coins::new(host.clone(), automorphisms, false, Order::ProofNumbers, 1 << 26);
            let coins = coins.patient(patience);
            probes_agree((-6..=6).step_by(2), expected, &format!("{corner} {middle}"), |least| {
                coins.probe(&place, least, threads, &mut Budget::unlimited()).unwrap()
            });
            coins.has_core_table()
        };
        assert!(ask(64, 1) && ask(64, 2), "{corner} {middle}");
        assert!(!ask(u64::MAX, 1), "{corner} {middle}");
    }
}

#[test]
fn both_orders_agree_on_arrays_of_polygons() {
    for (sides, rows, columns, chosen) in [
        (4, 2, 3, Order::Moves),
        (6, 2, 3, Order::ProofNumbers),
        (8, 2, 2, Order::ProofNumbers),
        (8, 1, 4, Order::ProofNumbers),
    ] {
        let graph = polygons::polygons(sides, rows, columns).unwrap();
        let host = EdgeHost::<1>::new(&graph).unwrap();
        assert_eq!(Order::for_board(&host), chosen, "{sides} {rows}x{columns}");
        let game = EdgeGame::new(graph.clone(), Variant::StringsAndCoins);
        let place = host.pack(&game.start());
        let points = (rows * columns) as i32;
        let margin = |order| {
            let automorphisms = automorphisms(&graph, &host);
            let coins = Coins::new(host.clone(), automorphisms, false, order, 1 << 24);
            let reached = |least: &i32| {
                coins.probe(&place, *least, 1, &mut Budget::unlimited()).unwrap() >= *least
            };
            (-points..=points).step_by(2).take_while(reached).last()
        };
        assert_eq!(margin(Order::Moves), margin(Order::ProofNumbers), "{sides} {rows}x{columns}");
    }
}

/// Three rows of this many vertices between two junctions.
fn theta(length: usize) -> Graph {
    let mut edges = Vec::new();
    for row in 0..3 {
        let first = 2 + row * length;
        edges.extend((1..length).map(|i| (first + i - 1, first + i)));
        edges.extend([(0, first), (first + length - 1, 1)]);
    }
    Graph::new(Places::numbered(2 + 3 * length), edges).unwrap()
}

#[test]
fn margins_beyond_a_byte_are_told() {
    let value = |length: usize, how: &How| {
        let game = EdgeGame::new(theta(length), Variant::StringsAndCoins);
        let mut oracle = ScoringOracle::new(&game, Convention::Normal, how);
        let (value, best) =
            oracle.best(Record::new(&game).now(), &mut Budget::unlimited()).unwrap();
        assert!(!best.is_empty(), "{length}");
        value
    };
    for length in [2, 3] {
        let plain = How::default().plain();
        assert_eq!(value(length, &How::default()), value(length, &plain), "{length}");
    }
    // A row is opened and taken but for two, which are dealt; what is left is a cycle, taken whole in the end.
    for length in [4, 30, 60, 80, 100, 300] {
        let margin = -(length as i32 - 2 - 2) - (2 * length as i32 + 2);
        assert_eq!(value(length, &How::default()), GameValue::Margin(margin), "{length}");
    }
}

/// The margin is what the captures come to with the margin of what they leave; gives the points that may be dealt.
fn captures_are_best(graph: &Graph) -> usize {
    let game = EdgeGame::new(graph.clone(), Variant::StringsAndCoins);
    let host = EdgeHost::<1>::new(graph).unwrap();
    let settled = settle(&host, &host.pack(&game.start()), 0..graph.vertex_count());
    let left = graph.edges().iter().enumerate().flat_map(|(class, edge)| {
        let copies = host.copies(&settled.quiet, class) as usize;
        std::iter::repeat_n((edge.u as usize, edge.v as usize), copies)
    });
    let quiet = Graph::new(Places::numbered(graph.vertex_count()), left).unwrap();
    let quiet = margin(&EdgeGame::new(quiet, Variant::StringsAndCoins));
    let (taken, deal) = (settled.taken as i32, settled.deal as i32);
    let expected = if deal > 0 { taken + (deal + quiet).abs() } else { taken + quiet };
    assert_eq!(margin(&game), expected, "{graph:?}: {settled:?}");
    settled.deal as usize
}

#[test]
fn captures_are_forced_but_for_one_deal() {
    let mut random = Random::new(12);
    let mut deals = [0; 5];
    for round in 0..6000 {
        deals[captures_are_best(&with_endgames(&mut random, round))] += 1;
    }
    assert!(deals[2] > 200 && deals[4] > 20, "{deals:?}");
}

/// Several structures, some of them in trees: which is captured first matters (Theorem K3).
#[test]
fn structures_in_trees_are_captured_before_others() {
    // A leg of two, a leaf at a loop, a path of four, a triangle, and a triangle with a leg.
    let pieces: [&[(usize, usize)]; 5] = [
        &[(0, 1), (1, 1)],
        &[(0, 1), (1, 2), (2, 3)],
        &[(0, 1), (1, 2), (0, 2)],
        &[(0, 1), (1, 2), (2, 3), (3, 4), (2, 4)],
        &[(0, 1), (1, 2), (2, 3), (2, 4), (4, 5), (2, 2)],
    ];
    let mut random = Random::new(21);
    let mut deals = [0; 5];
    for round in 0..300 {
        // A spider with three or four legs of two.
        let legs = 3 + usize::from(round % 8 == 0);
        let mut edges: Vec<(usize, usize)> =
            (0..legs).flat_map(|leg| [(0, 2 * leg + 1), (2 * leg + 1, 2 * leg + 2)]).collect();
        let mut vertices = 2 * legs + 1;
        while edges.len() < 10 {
            let piece = pieces[random.below(pieces.len())];
            edges.extend(piece.iter().map(|&(u, v)| (u + vertices, v + vertices)));
            vertices = edges.iter().map(|&(u, v)| 1 + u.max(v)).max().unwrap();
        }
        let names = random.permutation(vertices);
        let edges: Vec<_> = random
            .permutation(edges.len())
            .into_iter()
            .map(|at| (names[edges[at].0], names[edges[at].1]))
            .collect();
        let graph = Graph::new(Places::numbered(vertices), edges).unwrap();
        deals[captures_are_best(&graph)] += 1;
    }
    assert!(deals[2] > 100 && deals[4] > 20, "{deals:?}");
}

#[test]
fn bouquets_reduce_by_pairs() {
    let mut random = Random::new(13);
    for round in 0..600 {
        let graph = with_endgames(&mut random, round);
        let n = graph.vertex_count();
        let host = EdgeHost::<1>::new(&graph).unwrap();
        let all = graph.edges().iter().map(|edge| edge.copies).collect();
        let settled = settle(&host, &host.pack(&all), 0..n);
        let has_captures = settled.taken + settled.deal > 0;
        for variant in KEEPING {
            // With the normal rules a bouquet of four forces captures that one of two does not.
            if variant == Variant::NormalOctagons && has_captures {
                continue;
            }
            let beside = |loops: usize| {
                let bouquet = std::iter::repeat_n((n, n), loops);
                let pairs = graph.edge_pairs().chain(bouquet);
                let board = Graph::new(Places::numbered(n + 1), pairs).unwrap();
                margin(&EdgeGame::new(board, variant))
            };
            assert_eq!(beside(2), beside(4), "{variant:?} {graph:?}");
            assert_eq!(beside(3), beside(5), "{variant:?} {graph:?}");
        }
    }
}

/// A graph, and beside it another.
fn beside(graph: &Graph, n: usize, pairs: &[(usize, usize)]) -> Graph {
    let first = graph.vertex_count();
    let pairs = pairs.iter().map(|&(u, v)| (first + u, first + v));
    Graph::new(Places::numbered(first + n), graph.edge_pairs().chain(pairs)).unwrap()
}

#[test]
fn components_rich_in_loops_are_worth_what_their_parities_say() {
    let mut random = Random::new(15);
    let mut seen = [0; 4];
    for round in 0..1000 {
        let graph = match round % 3 {
            // Chains and cycles of six edges at most.
            0 => with_endgames(&mut random, 0),
            _ => multigraph(&mut random, 3, 3 + round % 5),
        };
        let n = 2 + round % 2;
        let rich = with_loops(&mut random, n, round / 2 % 4, |random| 2 + random.below(2));
        let bouquets: &[(usize, usize)] = match (n % 2, rich.len() % 2) {
            (0, 0) => &[],
            (0, _) => &[(0, 0), (0, 0), (1, 1), (1, 1), (1, 1)],
            (_, 0) => &[(0, 0), (0, 0)],
            _ => &[(0, 0), (0, 0), (0, 0)],
        };
        seen[n % 2 * 2 + rich.len() % 2] += 1;
        let host = EdgeHost::<1>::new(&graph).unwrap();
        let all = graph.edges().iter().map(|edge| edge.copies).collect();
        let settled = settle(&host, &host.pack(&all), 0..graph.vertex_count());
        for variant in KEEPING {
            // With the normal rules the theorem speaks of positions without captures.
            if variant == Variant::NormalOctagons && settled.taken + settled.deal > 0 {
                continue;
            }
            let margin = |pairs| margin(&EdgeGame::new(beside(&graph, n, pairs), variant));
            assert_eq!(margin(&rich), margin(bouquets), "{variant:?} {graph:?} {rich:?}");
        }
    }
    assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
}

/// Theorem K12: one vertex that is not rich, with no parallel edges, among others that are.
#[test]
fn one_vertex_that_is_not_rich() {
    let mut random = Random::new(16);
    let (mut seen, mut others_by_rules) = ([0; 5], 0);
    for round in 0..1500 {
        let n = 2 + round % 3;
        // The first vertex is joined to some others, these are joined at will.
        let joined = 1 + random.below(n - 1);
        let mut pairs: Vec<(usize, usize)> = (1..=joined).map(|v| (0, v)).collect();
        for _ in 0..random.below(3) * (n - 2).min(1) {
            let u = 1 + random.below(n - 1);
            let v = 1 + random.below(n - 1);
            pairs.extend((u != v).then_some((u, v)));
        }
        let others = |pairs: &[(usize, usize)], v: usize| {
            pairs.iter().filter(|&&(a, b)| a == v || b == v).count()
        };
        let inner = pairs.clone();
        let least = 2usize.saturating_sub(joined);
        let poor = least + random.below(joined + 2 - least);
        pairs.extend(std::iter::repeat_n((0, 0), poor));
        for v in 1..n {
            let loops = others(&inner, v) + 2 + random.below(2);
            pairs.extend(std::iter::repeat_n((v, v), loops));
        }
        let expected = match (n % 2, pairs.len() % 2) {
            (1, 0) => -1,
            (1, _) => 1,
            (_, 0) => 2,
            _ if poor == joined + 1 => 0,
            _ => -2,
        };
        let graph = Graph::new(Places::numbered(n), pairs).unwrap();
        let game = EdgeGame::new(graph.clone(), Variant::StringsAndCoins);
        assert_eq!(margin(&game), expected, "{graph:?}");
        // The theorem is about the free game: with the normal rules the margin may be another.
        let normal = margin(&EdgeGame::new(graph.clone(), Variant::NormalOctagons));
        others_by_rules += usize::from(normal != expected);
        for (normal_rules, margin) in [(false, expected), (true, normal)] {
            let host = EdgeHost::<1>::new(&graph).unwrap();
            let (place, automorphisms) = (host.pack(&game.start()), automorphisms(&graph, &host));
            let coins = Coins::new(host, automorphisms, normal_rules, Order::ProofNumbers, 1 << 18);
            let ask = |least| coins.probe(&place, least, 1, &mut Budget::unlimited()).unwrap();
            assert!(ask(margin) >= margin && ask(margin + 2) <= margin, "{graph:?}");
        }
        seen[(expected + 2) as usize] += 1;
    }
    assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
    assert!(others_by_rules > 20, "{others_by_rules}");
}

#[test]
fn a_handle_and_where_it_leads_may_be_poor() {
    // The lemma of Theorem K12: the last vertex has one loop and an edge to the first, which may be anything without parallel
    // edges; all others are rich.
    let mut random = Random::new(77);
    let mut seen = [0; 4];
    for round in 0..1200 {
        let n = 3 + round % 3;
        let (x, y) = (0, n - 1);
        let mut pairs = vec![(x, y)];
        for v in 1..y {
            let to_x = random.below(2) == 0;
            pairs.extend(to_x.then_some((x, v)));
            let back = 1 + random.below(v);
            pairs.extend((back < v).then_some((back, v)));
        }
        let others = |v: usize| pairs.iter().filter(|&&(a, b)| a == v || b == v).count();
        let mut loops: Vec<usize> = (0..n).map(|v| others(v) + 2 + random.below(2)).collect();
        loops[y] = 1;
        loops[x] = random.below(others(x) + 2).max(2usize.saturating_sub(others(x)));
        let loops = loops.iter().enumerate();
        let loops = loops.flat_map(|(v, &count)| std::iter::repeat_n((v, v), count));
        let pairs: Vec<(usize, usize)> = pairs.iter().copied().chain(loops).collect();
        if pairs.len() > 18 {
            continue;
        }
        let edges = pairs.len();
        let graph = Graph::new(Places::numbered(n), pairs).unwrap();
        let game = EdgeGame::new(graph.clone(), Variant::StringsAndCoins);
        let margin = margin(&game);
        let host = EdgeHost::<1>::new(&graph).unwrap();
        let (place, automorphisms) = (host.pack(&game.start()), automorphisms(&graph, &host));
        let coins = Coins::new(host, automorphisms, false, Order::ProofNumbers, 1 << 18);
        let (low, high) = coins.known(&place);
        let kind = 2 * (n % 2) + edges % 2;
        // Without a search; a board that lacks many loops is not asked.
        let told = match kind {
            0 => (low, high) == (2, 2),
            1 => (low, high) == (-2, -2),
            2 => high == -1,
            _ => low == 1,
        };
        assert!(low <= margin && margin <= high, "{graph:?} {margin} {low} {high}");
        seen[kind] += u32::from(told);
    }
    assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
}

#[test]
fn a_poor_vertex_away_from_a_handle_is_searched() {
    // A handle leads from the second vertex to the first, and which of the others is poor is what the lemma asks for.
    for (first, third, is_settled) in [(2, 4, true), (4, 2, false)] {
        let loops = [first, 1, third, 3].into_iter().enumerate();
        let loops = loops.flat_map(|(v, count)| std::iter::repeat_n((v, v), count));
        let pairs = [(0, 1), (0, 2), (2, 3)].into_iter().chain(loops);
        let graph = Graph::new(Places::numbered(4), pairs).unwrap();
        let game = EdgeGame::new(graph.clone(), Variant::StringsAndCoins);
        let host = EdgeHost::<1>::new(&graph).unwrap();
        let (place, automorphisms) = (host.pack(&game.start()), automorphisms(&graph, &host));
        let coins = Coins::new(host, automorphisms, false, Order::ProofNumbers, 1 << 18);
        let margin = margin(&game);
        let told = if is_settled { (margin, margin) } else { (-4, 4) };
        assert_eq!(coins.known(&place), told, "{graph:?} {margin}");
    }
}

#[test]
fn one_loop_less_is_not_rich() {
    // Two vertices, an edge between them, and loops: with 3 and 3 all is rich. With 2 and 2 the edge goes best; with 2
    // and 3 or 1 and 3 a chain of two is left to the opponent.
    let value = |a: usize, b: usize| {
        let loops = std::iter::repeat_n((0, 0), a).chain(std::iter::repeat_n((1, 1), b));
        let graph = Graph::new(Places::numbered(2), loops.chain([(0, 1)])).unwrap();
        margin(&EdgeGame::new(graph, Variant::StringsAndCoins))
    };
    assert_eq!([value(3, 3), value(3, 4), value(2, 2), value(2, 3), value(1, 3)], [0, 0, 0, 2, -2]);
}

#[test]
fn two_loops_more_may_matter_whatever_the_number() {
    // A path of four vertices with 3, 3, 4 and 2 loops: the first has one other edge and two loops more than that.
    let value = |first: usize| {
        let loops = [first, 3, 4, 2].into_iter().enumerate();
        let loops = loops.flat_map(|(vertex, loops)| std::iter::repeat_n((vertex, vertex), loops));
        let graph = Graph::new(Places::numbered(4), loops.chain([(0, 1), (1, 2), (2, 3)])).unwrap();
        margin(&EdgeGame::new(graph, Variant::StringsAndCoins))
    };
    assert_eq!(value(5), value(3) - 2);
}

#[test]
fn the_full_table_agrees_everywhere() {
    let mut random = Random::new(14);
    for round in 0..300 {
        let graph = with_endgames(&mut random, round);
        for variant in [Variant::Unshackle, KEEPING[0], KEEPING[1]] {
            let game = EdgeGame::new(graph.clone(), variant);
            let mut table = FullTable::new(game.board().clone(), variant);
            let mut reference = Reference::new(&game);
            let mut waiting = vec![game.start()];
            while let Some(position) = waiting.pop() {
                let budget = &mut Budget::unlimited();
                let expected = reference.margin(&position, budget).unwrap();
                assert_eq!(table.margin(&position, budget).unwrap(), expected, "{graph:?}");
                // One line down is enough: the table was filled for all.
                let next = game.moves(&position).into_iter().nth(round % 3);
                waiting.extend(next.map(|mv| game.apply(&position, &mv).position));
            }
        }
    }
}

#[test]
fn a_winner_finds_his_moves_in_the_table() {
    let game = EdgeGame::new(polygons::polygons(7, 2, 4).unwrap(), Variant::StringsAndCoins);
    let how = How { outcome_only: true, ..How::default() };
    let mut oracle = ScoringOracle::new(&game, Convention::Normal, &how);
    let mut budget = Budget::unlimited();
    let mut record = Record::new(&game);
    oracle.value(record.now(), &mut budget).unwrap();
    let solved = budget.progress().positions;
    for _ in 0..12 {
        let mv = oracle.one_best(record.now(), &mut budget).unwrap().unwrap();
        record.play(&mv).unwrap();
    }
    // Another move than the one that was searched would take a search of its own.
    let line = budget.progress().positions - solved;
    assert!(line < 10 * solved, "{solved} to solve it, {line} for the line");
}
