//! Proof searches against the reference solver, on small boards, which the program would solve by a table.

use crate::kit::halt::Halt;
use crate::limits::{Budget, Limits};
use crate::oracle::How;
use crate::positional::hop::HopSolver;
use crate::positional::nested::NestedSolver;
use crate::positional::nested_search::HopGoal;
use crate::positional::nested_table::NestedTable;
use crate::positional::partial_result::PartialResult;
use crate::positional::placing::PlacingSolver;
use crate::positional::reference::Reference;
use crate::positional::solver::Solver;
use crate::positional::{Forces, Value};
use outplay_rules::board::Board;
use outplay_rules::games::hop::HopGame;
use outplay_rules::option::{BREAKER_FIRST, ENFORCER_FIRST, Options};
use outplay_rules::rules::{Positional, Rules};
use outplay_rules::sets::SetBoard;

use super::against_reference::moments;
use super::random::Random;
use super::{Played, board, ruleset};

const WITH: How =
    How { threads: 1, theorems: true, outcome_only: false, method: None, full_table: false };
const WITHOUT: How =
    How { threads: 1, theorems: false, outcome_only: false, method: None, full_table: false };

/// What is left out, so that other methods have to do with small boards.
const TABLES: &[&str] = &["endgame-table"];
const ALL_BUT_HANDS: [&str; 2] = ["endgame-table", "island-tuples"];
const ALL_BUT_ISLANDS: [&str; 3] = ["endgame-table", "island-tuples", "hand-table"];
pub const ALL_BUT_SEARCH: [&str; 4] =
    ["endgame-table", "island-tuples", "hand-table", "island-search"];

/// What a stopped search would have told on the way to a value.
fn told_no_lies(partly: &PartialResult, value: Value, what: &str) {
    let Forces { win, win_or_tie, win_or_draw, not_lose } = value.forces;
    for (told, fact) in partly.facts.into_iter().zip([win, win_or_tie, win_or_draw, not_lose]) {
        assert!(told.is_none_or(|told| told == fact), "{what}: {partly:?} of {value:?}");
    }
    if let Some(plies) = value.plies {
        assert!(partly.no_win_within < u32::from(plies), "{what}: {partly:?} of {value:?}");
    }
}

/// Values, and which moves keep them, in every position that is not over.
fn agree<R: Positional>(rules: &R, mut solver: impl Solver<R::Position>, what: &str) {
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
        told_no_lies(&solver.known(&moment.position), value, what);
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

/// On the way to a win in this many plies, a search finds that nobody wins in fewer.
#[test]
fn a_search_tells_how_far_it_came() {
    fn within<R: Positional>(rules: &R, mut solver: impl Solver<R::Position>) -> (u32, Value) {
        let value = solver.value(&rules.start(), &mut Budget::unlimited()).unwrap();
        (solver.known(&rules.start()).no_win_within, value)
    }
    for (game, name) in [
        ("positional", "ag:2,3"),
        ("maker-breaker", "ttt:3"),
        ("avoider-enforcer", "ttt:3"),
        ("hop", "ag:2,3"),
        ("hop", "[ag:2,2 : ag:2,2]"),
    ] {
        let (within, value) = match ruleset(game, board(name), &Options::default()) {
            Played::Placing(game) => within(&game, PlacingSolver::without(&game, &WITH, TABLES)),
            Played::Hop(games) if name.starts_with('[') => {
                within(&games[0], HopSolver::without(&games[0], &WITH, &ALL_BUT_HANDS))
            }
            Played::Hop(games) => {
                within(&games[0], HopSolver::without(&games[0], &WITH, &ALL_BUT_SEARCH))
            }
            _ => unreachable!(),
        };
        assert_eq!(Some(within as u16 + 1), value.plies, "{game} on {name}");
        assert!(within > 1, "{game} on {name}");
    }
}

/// That the first player does not lose needs no search: it is told of boards with too many sets for one, whatever stops it.
#[test]
fn what_is_stolen_is_known_without_a_search() {
    for name in ["[ag:2,4 : ag:2,2]", "ttt:4"] {
        let Played::Placing(game) = ruleset("positional", board(name), &Options::default()) else {
            unreachable!()
        };
        let mut solver = PlacingSolver::without(&game, &WITH, TABLES);
        let limits = Limits { memory: Some(1), ..Limits::default() };
        let stopped = solver.value(&game.start(), &mut Budget::new(limits, &|_| {}));
        assert!(stopped.is_err() || name == "ttt:4", "{name}");
        assert_eq!(solver.known(&game.start()).facts[2..], [Some(true); 2], "{name}");
        let plain = PlacingSolver::without(&game, &WITHOUT, TABLES);
        assert_eq!(plain.known(&game.start()).facts, [None; 4], "{name}");
        // After a move there is nothing to steal.
        let next = game.apply(&game.start(), &game.moves(&game.start())[0]).position;
        assert_eq!(solver.known(&next).facts, [None; 4], "{name}");
    }
}

fn check(rules: &Played, what: &str) {
    for how in [WITH, WITHOUT] {
        match rules {
            Played::Placing(game) => agree(game, PlacingSolver::without(game, &how, TABLES), what),
            Played::Hop(games) => {
                for game in games {
                    agree(game, HopSolver::without(game, &how, &ALL_BUT_SEARCH), what);
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
        let biased = format!("--bias {}:{}", bias.0, bias.1).parse::<Options>().unwrap();
        let mut games = vec![("positional", Options::default()), ("positional", biased.clone())];
        if board.is_symmetric() {
            games.push(("maker-breaker", Options::default()));
            games.push(("maker-breaker", biased.clone().with(&BREAKER_FIRST, "").unwrap()));
            games.push(("avoider-enforcer", Options::default()));
            games.push(("avoider-enforcer", "--enforcer-first".parse::<Options>().unwrap()));
            games.push(("avoider-enforcer", biased.clone().with(&ENFORCER_FIRST, "").unwrap()));
            games.push(("avoider-enforcer", biased));
        }
        if round % 3 == 0 && board.point_count() < 7 {
            let start = (1 + random.below(board.point_count())).to_string();
            games.push(("hop", format!("--start {start}").parse().unwrap()));
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
        // Sixty arrangements: more than a machine word has bits.
        "[sets:1-2,2-3,3-4,4-5 : sets:1]",
    ] {
        let Played::Hop(games) = ruleset("hop", board(name), &Options::default()) else {
            unreachable!()
        };
        for game in &games {
            let mut nested = NestedSolver::new(game).unwrap();
            for how in [WITH, WITHOUT] {
                agree(game, HopSolver::without(game, &how, &ALL_BUT_ISLANDS), name);
                agree(game, HopSolver::without(game, &how, &ALL_BUT_HANDS), name);
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

/// Islands of all kinds, all alike or none, by the table of hands.
#[test]
fn nested_boards_by_hands() {
    let mut random = Random::new(78);
    let mut large = 0;
    for round in 0..250 {
        let outer = random.board(5, true);
        let inner = random.board((8 / outer.point_count()).min(4), true);
        let nested = SetBoard::nested(&outer, &inner).unwrap();
        let what = format!("{outer:?} {inner:?}");
        let game = HopGame::new(nested, random.below(outer.point_count())).unwrap();
        assert!(NestedTable::new(&game, 1).is_some(), "{what}");
        large += usize::from(outer.point_count() == 5);
        let how = if round % 2 == 0 { WITHOUT } else { How { threads: 2, ..WITH } };
        agree(&game, HopSolver::without(&game, &how, &ALL_BUT_HANDS), &what);
    }
    assert!(large > 10);
}

/// With little memory the earlier horizons are forgotten, and with less it is given up; what is answered is right.
#[test]
fn hands_within_memory() {
    let Played::Hop(games) = ruleset("hop", board("[ag:2,2 : ag:2,2]"), &Options::default()) else {
        unreachable!()
    };
    let game = &games[0];
    let ask = |memory: Option<u64>| {
        let mut table = NestedTable::new(game, 1).unwrap();
        let mut budget = Budget::new(Limits { memory, ..Limits::default() }, &|_| {});
        let answer = |plies: u32| {
            let question = HopGoal { attacker: 0, tie: false };
            let answer = table.within(question, &game.start(), plies, &mut budget);
            assert!(memory.is_none_or(|most| budget.progress().memory <= most));
            answer
        };
        let answers = (1..=15).map(answer).collect::<Vec<_>>();
        (answers, table.plies(0, &game.start()), budget.progress().memory)
    };
    let (answers, plies, memory) = ask(None);
    let last = {
        let mut budget = Budget::unlimited();
        let mut table = NestedTable::new(game, 1).unwrap();
        let question = HopGoal { attacker: 0, tie: false };
        table.within(question, &game.start(), 15, &mut budget).unwrap();
        budget.progress().memory
    };
    // Not even the last horizon has room enough, but two layers have.
    assert_eq!(ask(Some(last - 1)).0, answers);
    assert_eq!(answers.iter().position(|answer| *answer == Ok(Some(true))), Some(6));
    assert_eq!(plies, Some(7));
    let (mut given_up, mut forgotten) = (0, 0);
    for part in 1..64 {
        let (within, plies, _) = ask(Some(memory * part / 64));
        let answered = within.iter().position(|answer| *answer == Err(Halt::Enough)).unwrap_or(15);
        assert_eq!(within[..answered], answers[..answered]);
        given_up += usize::from(answered < 15);
        forgotten += usize::from(answered == 15 && plies.is_none());
    }
    assert!(given_up > 0 && forgotten > 0, "{given_up} {forgotten}");
    // What was kept for another position makes way.
    let moves = game.moves(&game.start());
    let next = game.apply(&game.start(), &moves[0]).position;
    let mut answered = 0;
    for part in 1..64 {
        let limits = Limits { memory: Some(last * part / 64), ..Limits::default() };
        let ask = |before: bool| {
            let question = HopGoal { attacker: 0, tie: false };
            let mut table = NestedTable::new(game, 1).unwrap();
            let mut budget = Budget::new(limits.clone(), &|_| {});
            if before {
                table.within(question, &game.start(), 2, &mut budget).unwrap();
            }
            table.within(question, &next, 14, &mut budget)
        };
        assert_eq!(ask(true), ask(false), "{part} parts of 64");
        answered += usize::from(ask(true).is_ok());
    }
    assert!(answered > 0 && answered < 63, "{answered}");
}

#[test]
fn a_table_of_hands_tells_no_from_never() {
    let Played::Hop(games) = ruleset("hop", board("[ag:2,2 : ag:2,2]"), &Options::default()) else {
        unreachable!()
    };
    let game = &games[0];
    let mut table = NestedTable::new(game, 1).unwrap();
    let question = HopGoal { attacker: 1, tie: false };
    let mut ask = |plies| table.within(question, &game.start(), plies, &mut Budget::unlimited());
    // After 15 hops the board is full.
    assert_eq!([ask(14), ask(15)], [Ok(Some(false)), Ok(None)]);
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
