//! The fast solver against the reference solver, and against what the theory says of sums.

use outplay_rules::bits::BitSet;
use outplay_rules::game::GameName;
use outplay_rules::player::Side;
use outplay_rules::ruleset::{AnyPartizan, Game, Ruleset};
use outplay_rules::spaces::{TintPosition, Tints};

use super::{OutcomeClass, Reference};
use crate::limits::Budget;
use crate::partizan::sums::Sums;

/// A linear congruential generator.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

fn rules(game: &str, board: &str) -> std::sync::Arc<AnyPartizan<Tints>> {
    let name: GameName = game.parse().unwrap();
    let built = board.parse::<outplay_rules::board::BoardName>().unwrap().build().unwrap();
    match name.on(built, &Default::default()).unwrap() {
        Ruleset::Tints(Game::Partizan(rules)) => rules,
        other => panic!("{other:?}"),
    }
}

/// The class of a position by the reference solver.
fn class(rules: &AnyPartizan<Tints>, position: &TintPosition) -> OutcomeClass {
    let mut reference = Reference::new(rules);
    let winner = Side::BOTH.map(|beginner| {
        let position = TintPosition { to_move: beginner, ..position.clone() };
        let won = reference.mover_wins(&position, &mut Budget::unlimited()).unwrap();
        if won { beginner } else { beginner.other() }
    });
    OutcomeClass::of(winner[0], winner[1])
}

fn fast_class(sums: &mut Sums<Tints>, position: &TintPosition) -> OutcomeClass {
    let winner = Side::BOTH.map(|beginner| {
        let won = sums.wins(position, beginner, &mut Budget::unlimited()).unwrap();
        if won { beginner } else { beginner.other() }
    });
    OutcomeClass::of(winner[0], winner[1])
}

/// Col and Snort with random tints, dominoes and octal games on random cells, in any order and in several pieces.
#[test]
fn fast_and_plain_agree_on_random_positions() {
    let mut random = Random(1);
    let mut classes = [0; 4];
    for (game, board, count) in [
        ("col", "grid:2x4", 700),
        ("snort", "grid:2x4", 700),
        ("col", "complete:5", 200),
        ("snort", "wheel:6", 400),
        ("col", "edges:1-2,2-3,3-1,1-1,3-4,3-4,4-5,5-6,7", 400),
        ("snort", "path:4 + cycle:4", 400),
        ("domineering", "grid:4x4", 700),
        ("domineering", "cells:####/#..#/####", 200),
        ("domineering", "grid:2x3 + grid:3x3", 200),
        ("partizan-octal:0.3,0.03", "path:12", 300),
        ("partizan-octal:0.07,0.37", "path:6 + grid:2x3", 300),
        ("partizan-octal:0.7,0.7", "path:9", 100),
    ] {
        let rules = rules(game, board);
        let mut sums = Sums::new(rules.as_ref());
        let vertices = rules.places().len();
        let start = rules.start();
        for _ in 0..count {
            let mut kept = || BitSet::of(vertices, (0..vertices).filter(|_| random.below(4) > 0));
            let (left, right) = (kept(), kept());
            // A position of the game: tints as they come in Col and Snort, free cells and vertices left in the others.
            let position = match game {
                "col" | "snort" => TintPosition { left, right, to_move: Side::Left },
                "domineering" => {
                    let mut position = start.clone();
                    for _ in 0..random.below(4) {
                        position.to_move = Side::BOTH[random.below(2)];
                        let moves = rules.moves(&position);
                        if !moves.is_empty() {
                            let mv = &moves[random.below(moves.len())];
                            position = rules.apply(&position, mv).position;
                        }
                    }
                    position
                }
                _ => TintPosition { right: left.clone(), left, to_move: Side::Left },
            };
            let expected = class(rules.as_ref(), &position);
            assert_eq!(fast_class(&mut sums, &position), expected, "{game} {board} {position:?}");
            classes[expected as usize] += 1;
        }
    }
    assert!(classes.iter().all(|&count| count > 200), "{classes:?}");
}

/// An empty board is lost by whoever begins.
#[test]
fn nothing_left_is_zero() {
    for (game, board) in [
        ("col", "path:0"),
        ("snort", "path:0"),
        ("domineering", "grid:1x1"),
        ("partizan-octal:0.3,0.03", "heaps:0"),
    ] {
        let rules = rules(game, board);
        let mut sums = Sums::new(rules.as_ref());
        assert_eq!(fast_class(&mut sums, &rules.start()), OutcomeClass::P, "{game} {board}");
    }
}

/// What the fast solver leaves out: zeros, and a component beside its negative; and what it reads off classes.
#[test]
fn sums_of_positions_obey_the_theory() {
    let boards =
        ["##/#.", "##", "#/#", "###/#.#", "#/#/#", "##/##", "###/###", "#../###/..#", "####"];
    let outcome = |cells: &str| {
        let rules = rules("domineering", cells);
        class(rules.as_ref(), &rules.start())
    };
    let turned = |board: &str| {
        let rows: Vec<&str> = board.split('/').collect();
        let column = |c: usize| rows.iter().map(|row| &row[c..=c]).collect::<String>();
        (0..rows[0].len()).map(column).collect::<Vec<_>>().join("/")
    };
    let name = |board: &str| format!("cells:{board}");
    for a in boards {
        let of_a = outcome(&name(a));
        // The transpose is the negative.
        let difference = format!("cells:{a} + cells:{}", turned(a));
        assert_eq!(outcome(&difference), OutcomeClass::P, "{difference}");
        for b in boards {
            let (of_b, of_sum) = (outcome(&name(b)), outcome(&format!("cells:{a} + cells:{b}")));
            let sum = format!("{a} {of_a} + {b} {of_b} is {of_sum}");
            match (of_a, of_b) {
                (OutcomeClass::P, other) | (other, OutcomeClass::P) => {
                    assert_eq!(of_sum, other, "{sum}");
                }
                (OutcomeClass::L, OutcomeClass::L) | (OutcomeClass::R, OutcomeClass::R) => {
                    assert_eq!(of_sum, of_a, "{sum}");
                }
                (OutcomeClass::N, OutcomeClass::L) | (OutcomeClass::L, OutcomeClass::N) => {
                    assert_eq!(of_sum.winner(Side::Left), Side::Left, "{sum}");
                }
                (OutcomeClass::N, OutcomeClass::R) | (OutcomeClass::R, OutcomeClass::N) => {
                    assert_eq!(of_sum.winner(Side::Right), Side::Right, "{sum}");
                }
                _ => {}
            }
        }
    }
}

/// Two boards that whoever begins wins make a sum of any class but their own, in the examples of the theory page.
#[test]
fn classes_do_not_determine_the_class_of_a_sum() {
    for (board, expected) in [
        ("grid:2x2", OutcomeClass::N),
        ("grid:2x3", OutcomeClass::N),
        ("grid:3x2", OutcomeClass::N),
        ("grid:2x2 + grid:2x2", OutcomeClass::P),
        ("grid:2x2 + grid:2x3", OutcomeClass::L),
        ("grid:2x2 + grid:3x2", OutcomeClass::R),
    ] {
        let rules = rules("domineering", board);
        assert_eq!(class(rules.as_ref(), &rules.start()), expected, "{board}");
    }
}
