//! The theorems on margins that the checker relies on, in its own words, against the plain solver.

use outplay_certificate::game::scoring::slack;
use outplay_certificate::removing::settled::Settled;
use outplay_certificate::theory::{Theory, Used};
use outplay_rules::games::scoring::{EdgeGame, Variant};
use outplay_rules::graph::Graph;
use outplay_rules::moves::Move;
use outplay_rules::places::Places;
use outplay_rules::rules::Rules;
use outplay_rules::spaces::EdgePosition;
use outplay_solve::limits::Budget;
use outplay_solve::scoring::Reference;

/// Numbers that are the same every time.
fn numbers(seed: u64) -> impl FnMut(usize) -> usize {
    let mut random = fastrand::Rng::with_seed(seed);
    move |bound| random.usize(..bound)
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

/// Unshackle on a random multigraph, with fewer vertices and edges than that beside two and one.
fn unshackle(below: &mut impl FnMut(usize) -> usize, vertices: usize, edges: usize) -> EdgeGame {
    let n = 2 + below(vertices);
    let edges: Vec<_> = (0..1 + below(edges)).map(|_| (below(n), below(n))).collect();
    EdgeGame::new(Graph::new(Places::numbered(n), edges).unwrap(), Variant::Unshackle)
}

fn margin(game: &EdgeGame, position: &EdgePosition) -> i32 {
    Reference::new(game).margin(position, &mut Budget::unlimited()).unwrap()
}

#[test]
fn positions_come_to_what_the_plain_solver_says() {
    let mut below = numbers(7);
    let (mut seen, mut riches) = ([0; 3], 0);
    for round in 0..4000 {
        let rich = round % 2 == 1;
        let game = EdgeGame::new(board(&mut below), Variant::StringsAndCoins);
        let start = game.start();
        let used =
            Used::new(if rich { &[Theory::Captures, Theory::Rich] } else { &[Theory::Captures] });
        let settled = Settled::new(&game, &start, &used).unwrap();
        let (whole, rest) = (margin(&game, &start), margin(&game, &settled.rest));
        assert_eq!(settled.bounds((rest, rest)), (whole, whole), "{game:?}");
        let (least, most) = settled.bounds((i32::MIN / 2, i32::MAX / 2));
        assert!(least <= whole && whole <= most, "{game:?}: {least} to {most}");
        riches += used.times(Theory::Rich);
        // Bounds on the rest become bounds on the whole, and goals say which are needed.
        let (low, high) = (rest - below(4) as i32, rest + below(4) as i32);
        let (least, most) = settled.bounds((low, high));
        assert!(least <= whole && whole <= most, "{game:?}: {low} to {high}");
        for goal in whole - 3..=whole + 3 {
            let (a, b) = settled.goals(goal);
            let least = a.is_some_and(|a| rest >= a) || b.is_some_and(|b| rest <= b);
            let most = a.is_none_or(|a| rest <= a) && b.is_none_or(|b| rest >= b);
            assert_eq!((whole >= goal, whole <= goal), (least, most), "{game:?}");
        }
        let has_deal = settled.goals(0).1.is_some();
        seen[if settled.rest == start { 0 } else { 1 + has_deal as usize }] += 1;
    }
    assert!(riches > 200 && seen.iter().all(|&count| count > 250), "{riches} {seen:?}");
}

#[test]
fn cores_of_unshackle_come_to_what_the_plain_solver_says() {
    let mut below = numbers(9);
    let mut seen = [0; 4];
    for _ in 0..3000 {
        let game = unshackle(&mut below, 5, 9);
        let start = game.start();
        let settled = Settled::new(&game, &start, &Used::new(&[Theory::Cores])).unwrap();
        let (whole, rest) = (margin(&game, &start), margin(&game, &settled.rest));
        assert_eq!(settled.bounds((rest, rest)), (whole, whole), "{game:?}");
        let (least, most) = settled.bounds((i32::MIN / 2, i32::MAX / 2));
        assert!(least <= whole && whole <= most, "{game:?}: {least} to {most}");
        for goal in whole - 3..=whole + 3 {
            let (a, b) = settled.goals(goal);
            let reached = a.is_some_and(|a| rest >= a) || b.is_some_and(|b| rest <= b);
            let kept = a.is_none_or(|a| rest <= a) && b.is_none_or(|b| rest >= b);
            assert_eq!((whole >= goal, whole <= goal), (reached, kept), "{game:?}");
        }
        let empty = settled.rest.iter().all(|&copies| copies == 0);
        let turned = settled.goals(0).0.is_none();
        seen[2 * usize::from(empty) + usize::from(turned)] += 1;
    }
    assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
}

#[test]
fn nothing_is_settled_where_the_theorems_do_not_hold() {
    let graph = Graph::new(Places::numbered(2), vec![(0, 1)]).unwrap();
    for variant in [Variant::Unshackle, Variant::NormalOctagons] {
        let game = EdgeGame::new(graph.clone(), variant);
        let used = Used::new(&[Theory::Captures, Theory::Rich]);
        assert!(Settled::new(&game, &game.start(), &used).is_none(), "{variant:?}");
    }
}

#[test]
fn moves_of_unshackle_differ_by_the_slack_at_most() {
    let mut below = numbers(8);
    let mut tight = [0; 3];
    for _ in 0..400 {
        let game = unshackle(&mut below, 4, 8);
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
