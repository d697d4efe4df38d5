//! Search for proof against the reference solver: on small boards, where the searches would give way to a table.

use outplay_rules::board::Board;
use outplay_rules::game::{Options, Ruleset};
use outplay_solve::limits::Budget;
use outplay_solve::oracle::How;
use outplay_solve::positional::Value;
use outplay_solve::positional::hop::HopSolver;
use outplay_solve::positional::nested::NestedSolver;
use outplay_solve::positional::placing::PlacingSolver;
use outplay_solve::positional::reference::Reference;
use outplay_solve::positional::solver::{Solvable, Solver};

use crate::against_reference::moments;
use crate::random::Random;
use crate::{board, ruleset};

const WITH: How =
    How { threads: 1, theorems: true, outcome_only: false, plain: false, full_table: false };
const WITHOUT: How = How { theorems: false, ..WITH };

/// Values, and which moves keep them, in every position that is not over.
fn agree<R: Solvable>(rules: &R, mut solver: impl Solver<R::Position>, what: &str) {
    let mut budget = Budget::unlimited();
    let mut reference = Reference::new(rules);
    for moment in moments(rules) {
        let moves = rules.moves(&moment.position);
        if moves.is_empty() {
            continue;
        }
        let value = reference.value(&moment.position, &mut budget).unwrap();
        let found = solver.value(&moment.position, &mut budget);
        assert_eq!(found, Ok(value), "{what}: {moment:?}");
        let target = Value { plies: value.plies.map(|plies| plies - 1), ..value };
        for mv in moves {
            let next = rules.apply(&moment.position, &mv).position;
            if rules.end(&next).is_none() {
                let keeps = reference.value(&next, &mut budget).unwrap() == target;
                let found = solver.is_best(&next, &target, moment.to_move, &mut budget);
                assert_eq!(found, Ok(keeps), "{what}: {mv:?} in {moment:?}");
            }
        }
    }
}

fn check(rules: &Ruleset, what: &str) {
    for how in [WITH, WITHOUT] {
        match rules {
            Ruleset::Placing(game) => agree(game, PlacingSolver::by_search_alone(game, &how), what),
            Ruleset::Hop(games) => {
                for (_, game) in games {
                    agree(game, HopSolver::by_search_alone(game, &how), what);
                }
            }
            _ => unreachable!(),
        }
    }
}

#[test]
fn random_families() {
    let mut random = Random::new(21);
    for round in 0..1500 {
        let board = random.board(7, false);
        let bias = (1 + random.below(3) as u32, 1 + random.below(3) as u32);
        let biased = Options { bias: Some(bias), ..Options::default() };
        let mut games = vec![("positional", Options::default()), ("positional", biased.clone())];
        if board.is_symmetric() {
            games.push(("maker-breaker", Options::default()));
            games.push(("maker-breaker", Options { breaker_first: true, ..biased.clone() }));
            games.push(("avoider-enforcer", Options::default()));
            games
                .push(("avoider-enforcer", Options { enforcer_first: true, ..Options::default() }));
            games.push(("avoider-enforcer", Options { enforcer_first: true, ..biased.clone() }));
            games.push(("avoider-enforcer", biased));
        }
        if round % 3 == 0 && board.point_count() < 7 {
            let start = (1 + random.below(board.point_count())).to_string();
            games.push(("hop", Options { start: Some(start), ..Options::default() }));
        }
        for (game, options) in games {
            let rules = ruleset(game, Board::Sets(board.clone()), &options);
            check(&rules, &format!("{game} {options:?} {board:?}"));
        }
    }
}

#[test]
fn named_boards() {
    for (game, name) in [
        ("positional", "ttt:3"),
        ("maker-breaker", "ttt:3"),
        ("avoider-enforcer", "ttt:3"),
        ("avoider-enforcer", "pg:2,2"),
        ("hop", "ttt:3"),
        ("hop", "pg:2,2"),
        ("hop", "ag:3,2,planes"),
        ("hop", "lattice:2x4,3"),
        ("fire-and-ice", "[sets:1-2,1-3,2-3 : sets:1-2,1-3,2-3]"),
        ("fire-and-ice", "[sets:1-2 : sets:1-2,2-3]"),
    ] {
        check(&ruleset(game, board(name), &Options::default()), &format!("{game} {name}"));
    }
}

#[test]
fn nested_boards_island_by_island() {
    for name in [
        "[sets:1-2,1-3,2-3 : sets:1-2,1-3,2-3]",
        "[sets:1-2,2-3 : sets:1-2,3]",
        "[sets:1-2,3 : sets:1-2,2-3]",
        "[sets:1-2 : ag:2,2]",
        "[ag:2,2 : sets:1-2]",
        "[sets:1-2,2 : sets:1-2-3,4]",
    ] {
        let Ruleset::Hop(games) = ruleset("hop", board(name), &Options::default()) else {
            unreachable!()
        };
        for (_, game) in &games {
            let mut nested = NestedSolver::new(game).unwrap();
            for how in [WITH, WITHOUT] {
                agree(game, HopSolver::by_islands_alone(game, &how), name);
            }
            let mut reference = Reference::new(game);
            let mut budget = Budget::unlimited();
            for moment in moments(game) {
                let value = reference.value(&moment.position, &mut budget);
                assert_eq!(nested.value(&moment.position, &mut budget), value, "{name} {moment:?}");
            }
        }
    }
}

/// Slides and jumps on islands of all kinds, those that no symmetry moves included.
#[test]
fn fire_and_ice_on_random_islands() {
    let mut random = Random::new(34);
    for _ in 0..120 {
        let mut family = |points: usize| {
            let mut set = |_| {
                let members: Vec<String> = (0..1 + random.below(3))
                    .map(|_| (1 + random.below(points)).to_string())
                    .collect::<std::collections::BTreeSet<_>>()
                    .into_iter()
                    .collect();
                members.join("-")
            };
            let sets: Vec<String> = (0..3).map(&mut set).collect();
            // The last point is named, so that it is there.
            format!("sets:{},{points}-1", sets.join(","))
        };
        let name = format!("[{} : {}]", family(2), family(4));
        check(&ruleset("fire-and-ice", board(&name), &Options::default()), &name);
        let name = format!("[{} : {}]", family(4), family(2));
        check(&ruleset("fire-and-ice", board(&name), &Options::default()), &name);
    }
}
