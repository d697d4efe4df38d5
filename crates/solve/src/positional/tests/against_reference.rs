//! The fast solvers against the reference solver, position by position.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::limits::Budget;
use crate::oracle::{How, Oracle, after};
use crate::positional::oracle::PositionalOracle;
use outplay_rules::board::Board;
use outplay_rules::option::{BREAKER_FIRST, ENFORCER_FIRST, Options};
use outplay_rules::places::Places;
use outplay_rules::record::{Moment, Record};
use outplay_rules::rules::Rules;
use outplay_rules::ruleset::AnyPositional;
use outplay_rules::sets::SetBoard;
use outplay_rules::spaces::Space;

use super::random::Random;
use super::{Played, board, ruleset};

const FAST: How =
    How { threads: 2, theorems: true, outcome_only: false, method: None, full_table: false };
const PLAIN: How = How { method: Some(Cow::Borrowed("reference")), ..FAST };

/// Every moment that some game reaches.
pub fn moments<R: Rules + ?Sized>(rules: &R) -> Vec<Moment<R::Position>> {
    let mut waiting = vec![Record::new(rules).now().clone()];
    let (mut seen, mut all) = (HashSet::new(), Vec::new());
    while let Some(moment) = waiting.pop() {
        if seen.insert(moment.position.clone()) {
            let moves = rules.moves(&moment.position);
            waiting.extend(moves.iter().map(|mv| after(rules, &moment, mv)));
            all.push(moment);
        }
    }
    all
}

/// Every position from the start, and some by a solver that begins in the middle of a game.
fn agree<S: Space>(rules: &AnyPositional<S>, random: &mut Random, what: &str) {
    let mut budget = Budget::unlimited();
    let mut fast = PositionalOracle::new(rules, &FAST);
    let mut plain = PositionalOracle::new(rules, &PLAIN);
    let start = Record::new(rules).now().clone();
    let value = plain.value(&start, &mut budget);
    assert_eq!(fast.value(&start, &mut budget), value, "{what} at the start");
    let count = plain.nonterminal_positions();
    assert_eq!(fast.nonterminal_positions(), count, "{what}: positions that are not over");
    let all = moments(rules);
    assert_eq!(
        count.unwrap_or(0),
        all.iter().filter(|moment| !rules.moves(&moment.position).is_empty()).count() as u64
    );
    for moment in &all {
        let value = plain.value(moment, &mut budget);
        assert_eq!(fast.value(moment, &mut budget), value, "{what}: {moment:?}");
    }
    let mut late = PositionalOracle::new(rules, &FAST);
    for _ in 0..3 {
        let moment = &all[random.below(all.len())];
        let value = plain.value(moment, &mut budget);
        assert_eq!(late.value(moment, &mut budget), value, "{what}: {moment:?}");
    }
}

fn check(rules: &Played, random: &mut Random, what: &str) {
    match rules {
        Played::Placing(game) => agree(game, random, what),
        Played::Offering(game) => agree(game, random, what),
        Played::Hop(games) => games.iter().for_each(|game| agree(game, random, what)),
    }
}

#[test]
fn random_families_with_every_convention() {
    let mut random = Random::new(1);
    for _ in 0..2500 {
        let board = random.board(6, true);
        let bias = (1 + random.below(3) as u32, 1 + random.below(3) as u32);
        let biased = format!("--bias {}:{}", bias.0, bias.1).parse::<Options>().unwrap();
        for (game, options) in [
            ("positional", Options::default()),
            ("positional", biased.clone()),
            ("maker-breaker", Options::default()),
            ("maker-breaker", "--breaker-first".parse::<Options>().unwrap()),
            ("maker-breaker", biased.clone().with(&BREAKER_FIRST, "").unwrap()),
            ("avoider-enforcer", Options::default()),
            ("avoider-enforcer", biased.with(&ENFORCER_FIRST, "").unwrap()),
            ("chooser-picker", Options::default()),
            ("picker-chooser", Options::default()),
        ] {
            let rules = ruleset(game, Board::Sets(board.clone()), &options);
            check(&rules, &mut random, &format!("{game} {options:?} {board:?}"));
        }
    }
}

#[test]
fn random_families_for_two_players_and_restricted_hops() {
    let mut random = Random::new(2);
    for _ in 0..6000 {
        let board = random.board(6, false);
        let start = 1 + random.below(board.point_count());
        let hop = format!("--start {start}").parse::<Options>().unwrap();
        for (game, options) in [("positional", Options::default()), ("hop", hop)] {
            let rules = ruleset(game, Board::Sets(board.clone()), &options);
            check(&rules, &mut random, &format!("{game} {options:?} {board:?}"));
        }
    }
}

#[test]
fn named_boards() {
    let mut random = Random::new(3);
    for (game, name) in [
        ("positional", "ttt:3"),
        ("hop", "ttt:3"),
        ("hop", "ag:2,2"),
        ("hop", "pg:2,2"),
        ("maker-breaker", "pg:2,2"),
        ("chooser-picker", "pg:2,2"),
        ("hop", "ag:3,2,planes"),
        ("hop", "matroid:whirl-3,circuits"),
        ("hop", "[sets:1-2,1-3,2-3 : sets:1-2,1-3,2-3]"),
        ("fire-and-ice", "[sets:1-2,1-3,2-3 : sets:1-2,1-3,2-3]"),
        ("fire-and-ice", "[sets:1-2 : [sets:1,2 : sets:1-2]]"),
        ("positional", "[sets:1-2,3 : sets:1-2,2-3]"),
    ] {
        let rules = ruleset(game, board(name), &Options::default());
        check(&rules, &mut random, &format!("{game} {name}"));
    }
}

#[test]
fn empty_families_and_boards() {
    let mut random = Random::new(4);
    for points in 0..4 {
        let board = SetBoard::new(Places::numbered(points), []).unwrap();
        for game in ["positional", "maker-breaker", "avoider-enforcer", "chooser-picker", "hop"] {
            if game != "hop" || points > 0 {
                let rules = ruleset(game, Board::Sets(board.clone()), &Options::default());
                check(&rules, &mut random, &format!("{game} on {points} points"));
            }
        }
    }
}

/// 3-uniform families on 6 points, every 997th of them: 20 sets of three, 2^20 families.
#[test]
fn three_uniform_families_on_six_points() {
    sweep(997);
}

/// The whole sweep takes hours by the reference solver; every 97th family takes some minutes.
#[test]
#[ignore = "takes some minutes"]
fn more_three_uniform_families_on_six_points() {
    sweep(97);
}

fn sweep(step: usize) {
    let mut random = Random::new(5);
    let triples: Vec<Vec<usize>> = (0..64usize)
        .filter(|mask| mask.count_ones() == 3)
        .map(|mask| (0..6).filter(|i| mask >> i & 1 == 1).collect())
        .collect();
    for family in (0..1usize << 20).step_by(step) {
        let sets = (0..20).filter(|i| family >> i & 1 == 1).map(|i| triples[i].clone());
        let board = SetBoard::new(Places::numbered(6), sets).unwrap();
        for game in ["positional", "hop", "maker-breaker", "avoider-enforcer"] {
            let rules = ruleset(game, Board::Sets(board.clone()), &Options::default());
            check(&rules, &mut random, &format!("{game} on family {family}"));
        }
    }
}
