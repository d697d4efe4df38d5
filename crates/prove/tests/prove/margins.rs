//! The theorems on margins that the checker relies on, in its own words, against the plain solver.

use outplay_certificate::game::captures::Settled;
use outplay_certificate::game::scoring::slack;
use outplay_rules::games::scoring::{EdgeGame, Variant};
use outplay_rules::graph::Graph;
use outplay_rules::moves::Move;
use outplay_rules::places::Places;
use outplay_rules::rules::Rules;
use outplay_rules::spaces::EdgePosition;
use outplay_solve::limits::Budget;
use outplay_solve::scoring::Reference;

/// Numbers that are the same every time.
fn numbers(mut state: u64) -> impl FnMut(usize) -> usize {
    move |bound| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    }
}

/// A random multigraph with a few chains, cycles and bouquets beside it.
fn board(below: &mut impl FnMut(usize) -> usize) -> Graph {
    let mut n = 1 + below(4);
    let mut edges: Vec<(usize, usize)> = (0..below(6)).map(|_| (below(n), below(n))).collect();
    while edges.len() < 9 {
        let length = 1 + below(4);
        edges.extend((1..length).map(|i| (n + i - 1, n + i)));
        match below(3) {
            0 if length > 1 => edges.push((n, n + length - 1)),
            1 => edges.extend(std::iter::repeat_n((n, n), 1 + below(4))),
            _ => edges.extend([(n, n), (n + length - 1, n + length - 1)]),
        }
        n += length;
    }
    Graph::new(Places::numbered(n), edges).unwrap()
}

fn margin(game: &EdgeGame, position: &EdgePosition) -> i32 {
    Reference::new(game).margin(position, &mut Budget::unlimited()).unwrap()
}

#[test]
fn positions_come_to_what_the_plain_solver_says() {
    let mut below = numbers(7);
    let mut seen = [0; 3];
    for _ in 0..3000 {
        let game = EdgeGame::new(board(&mut below), Variant::StringsAndCoins);
        let start = game.start();
        let settled = Settled::new(&game, &start).unwrap();
        let (whole, rest) = (margin(&game, &start), margin(&game, &settled.rest));
        assert_eq!(settled.bounds((rest, rest)), (whole, whole), "{game:?}");
        // Bounds on the rest become bounds on the whole, and goals say which are needed.
        let (low, high) = (rest - below(4) as i32, rest + below(4) as i32);
        let (least, most) = settled.bounds((low, high));
        assert!(least <= whole && whole <= most, "{game:?}: {low} to {high}");
        for goal in whole - 3..=whole + 3 {
            let (a, b) = settled.goals(goal);
            assert_eq!(whole >= goal, rest >= a || b.is_some_and(|b| rest <= b), "{game:?}");
            assert_eq!(whole <= goal, rest <= a && b.is_none_or(|b| rest >= b), "{game:?}");
        }
        let has_deal = settled.goals(0).1.is_some();
        seen[if settled.rest == start { 0 } else { 1 + has_deal as usize }] += 1;
    }
    assert!(seen.iter().all(|&count| count > 200), "{seen:?}");
}

#[test]
fn nothing_is_settled_where_the_theorems_do_not_hold() {
    let graph = Graph::new(Places::numbered(2), vec![(0, 1)]).unwrap();
    for variant in [Variant::Unshackle, Variant::NormalOctagons] {
        let game = EdgeGame::new(graph.clone(), variant);
        assert!(Settled::new(&game, &game.start()).is_none(), "{variant:?}");
    }
}

#[test]
fn moves_of_unshackle_differ_by_the_slack_at_most() {
    let mut below = numbers(8);
    let mut tight = [0; 3];
    for _ in 0..400 {
        let n = 2 + below(4);
        let edges: Vec<(usize, usize)> = (0..1 + below(8)).map(|_| (below(n), below(n))).collect();
        let graph = Graph::new(Places::numbered(n), edges).unwrap();
        let game = EdgeGame::new(graph, Variant::Unshackle);
        let start = game.start();
        let value = |mv: &Move| {
            let step = game.apply(&start, mv);
            (step.earned as i32, step.earned as i32 - margin(&game, &step.position))
        };
        let moves: Vec<(Move, (i32, i32))> =
            game.moves(&start).into_iter().map(|mv| (mv.clone(), value(&mv))).collect();
        for (one, (earned, gets)) in &moves {
            for (other, (_, others)) in &moves {
                let most = gets + slack(one, other, *earned);
                assert!(*others <= most, "{game:?}: {one:?} {other:?}");
                tight[*earned as usize] += (one != other && *others == most) as u32;
            }
        }
    }
    // So much and no less: a smaller slack would be wrong whatever a move earns.
    assert!(tight.iter().all(|&count| count > 4), "{tight:?}");
}
