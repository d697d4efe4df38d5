//! Values and winning moves that a proved period tells, held against direct computation.

#![allow(clippy::unwrap_used)] // A test that cannot go on should say where.

use outplay_rules::games::octal::OctalGame;
use outplay_rules::games::octal_code::OctalCode;
use outplay_rules::graph::Graph;
use outplay_rules::moves::Move;
use outplay_rules::record::Record;
use outplay_rules::rules::Rules;
use outplay_solve::heaps::{AnyHeap, Engine, NimSequence, Wanted};
use outplay_solve::impartial::{Convention, ImpartialOracle};
use outplay_solve::limits::Budget;
use outplay_solve::oracle::{How, Oracle, valued_moves};

/// Codes with short periods, long ones, none that is known, arithmetic ones, and codes that go on for ever.
const CODES: [&str; 40] = [
    "0.137",
    "0.77",
    "0.07",
    "0.33",
    "0.3",
    "0.1",
    "0.0",
    "4.0",
    "4.3",
    "4.4",
    "4.7",
    "0.4",
    "0.26",
    "0.156",
    "0.15",
    "0.17",
    "0.165",
    "0.71",
    "0.75",
    "0.303",
    "0.3033",
    "0.0333",
    "0.12",
    "0.56",
    "0.127",
    "0.6",
    "0.007",
    "0.06",
    "0.36",
    "0.3...",
    "0.37...",
    "0.F...",
    "0.13...",
    "0.023...",
    "0.3F",
    "0.8",
    "0.123456",
    "0.F",
    "0.205200C",
    "0.E",
];

fn code(text: &str) -> OctalCode {
    OctalCode::read_hexadecimal(text).unwrap()
}

#[test]
fn a_period_tells_what_is_computed() {
    let mut told = 0;
    for text in CODES {
        let hexadecimal = code(text).most_heaps() > 2;
        let to = if hexadecimal { 700 } else { 4000 };
        let mut engine = Engine::new(code(text));
        engine.extend_to(to, &mut Budget::unlimited()).unwrap();
        // Asked for the largest heap at once, then for all: nothing but the period tells most of them.
        let mut any = AnyHeap::new(code(text));
        any.value(to as u64, &mut Budget::unlimited()).unwrap();
        for (n, value) in engine.values().iter().enumerate() {
            assert_eq!(any.known(n as u64), Some(value.into()), "{text} heap {n}");
        }
        told += usize::from(any.law().is_some() && any.engine().known() <= to);
    }
    assert!(told >= 20, "only {told} codes had a period before the largest heap");
}

/// The reference has nothing in common with the engine and its periods.
#[test]
fn a_period_tells_what_the_definition_says() {
    for text in CODES {
        let mut plain = NimSequence::new(code(text));
        let mut any = AnyHeap::new(code(text));
        let to = if code(text).most_heaps() > 2 { 150 } else { 1500 };
        any.value(to, &mut Budget::unlimited()).unwrap();
        for n in (0..=to).rev() {
            let value = plain.value(n as u32, &mut Budget::unlimited()).unwrap();
            assert_eq!(any.known(n), Some(value.into()), "{text} heap {n}");
        }
    }
}

#[test]
fn huge_heaps_are_valued_at_once() {
    // Kayles repeats every 12 from 71 on, dots every 34 from 52 on; nim-heaps are worth their size.
    let huge = 1_000_000_000_000;
    for (text, period, from) in [("0.77", 12, 71), ("0.137", 34, 52)] {
        let mut plain = NimSequence::new(code(text));
        let small = from + (huge - from) % period + 5 * period;
        let expected = plain.value(small as u32, &mut Budget::unlimited()).unwrap();
        let mut any = AnyHeap::new(code(text));
        assert_eq!(any.value(huge, &mut Budget::unlimited()), Ok(expected.into()), "{text}");
        assert!(any.engine().known() < 2000, "{text}");
    }
    for text in ["0.3...", "0.7...", "0.F..."] {
        let mut any = AnyHeap::new(code(text));
        assert_eq!(any.value(huge, &mut Budget::unlimited()), Ok(huge), "{text}");
    }
}

/// Winning moves found by values are those that the values of the positions after them show, in the same order.
#[test]
fn winning_moves_are_those_of_the_rules() {
    let mut random = fastrand::Rng::with_seed(31);
    let mut wins = 0;
    for text in CODES {
        for _ in 0..6 {
            let most = if code(text).most_heaps() > 2 { 14 } else { 60 };
            let heaps: Vec<u64> = (0..random.usize(1..4)).map(|_| random.u64(0..most)).collect();
            let rules = OctalGame::new(code(text), heaps.clone(), Graph::empty()).unwrap();
            let record = Record::new(&rules);
            let mut budget = Budget::unlimited();
            let mut plain =
                ImpartialOracle::new(&rules, Convention::Normal, &How::default().plain());
            let valued = valued_moves(&mut plain, record.now(), &mut budget).unwrap();
            let mover = record.now().to_move;
            let expected: Vec<Move> = valued
                .iter()
                .filter(|(_, value)| value.winner() == Some(mover))
                .map(|(mv, _)| mv.clone())
                .collect();
            let mut fast = ImpartialOracle::new(&rules, Convention::Normal, &How::default());
            let (_, best) = fast.best(record.now(), &mut budget).unwrap();
            assert_eq!(best, expected, "{text} {heaps:?}");
            let first = rules.moves(&record.now().position).into_iter().next();
            let one = fast.one_best(record.now(), &mut budget).unwrap();
            assert_eq!(one, expected.first().cloned().or(first), "{text} {heaps:?}");
            wins += expected.len();
        }
    }
    assert!(wins > 300, "{wins}");
}

/// From a huge heap the moves told are some of those that leave the value, and if any does one is told.
#[test]
fn moves_from_huge_heaps_leave_the_value() {
    for text in ["0.137", "0.77", "0.07", "4.3", "0.303", "0.156", "0.37...", "0.3...", "0.3F"] {
        let mut any = AnyHeap::new(code(text));
        let mut budget = Budget::unlimited();
        for heap in [1_000_000_000_000, 999_999_999_983] {
            // Heaps of the hexadecimal code have no period that is known, so a smaller one stands for them.
            let heap = if text == "0.3F" { 150 } else { heap };
            let own = any.value(heap, &mut budget).unwrap();
            for value in (0..own.min(6)).chain([own]) {
                let found = any.moves_to(Wanted { heap, value }, &mut budget).unwrap();
                // A heap of Grundy value g has an option of every smaller value and none of its own.
                assert_eq!(found.moves.is_empty(), value == own, "{text} {heap} {value}");
                for left in &found.moves {
                    let taken = heap - left.iter().sum::<u64>();
                    assert!(code(text).allows(taken as usize, left.len()), "{text} {left:?}");
                    let sum = left.iter().fold(0, |sum, &n| sum ^ any.known(n).unwrap());
                    assert_eq!(sum, value, "{text} {left:?}");
                }
            }
        }
    }
}
