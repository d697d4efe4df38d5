//! Proved periods: of solved codes as the literature has them (Winning Ways, chapter 4; Flammenkamp's table of octal games),
//! and of random codes as the reference continues them.

#![allow(clippy::unwrap_used)] // A test that cannot go on should say where.

use outplay_rules::games::octal_code::OctalCode;
use outplay_solve::heaps::Engine;
use outplay_solve::heaps::NimSequence;
use outplay_solve::heaps::{Argument, PeriodReport, find_period, find_period_with};
use outplay_solve::limits::{Budget, Limits, Stopped};
use proptest::prelude::*;

const LIMIT: usize = 1_000_000_000;

fn period(code: &OctalCode, limit: usize) -> PeriodReport {
    find_period(code, limit, &mut Budget::unlimited()).unwrap()
}

fn assert_period(code: &str, period: usize, last_exception: i64) {
    let report = self::period(&code.parse().unwrap(), LIMIT);
    assert!(report.proved, "{code}");
    assert_eq!((report.period, report.last_exception), (Some(period), last_exception), "{code}");
    assert_eq!(report.saltus, 0);
}

#[test]
fn solved_codes() {
    assert_period("0.77", 12, 70);
    assert_period("0.07", 34, 52);
    assert_period("0.137", 34, 51);
    assert_period("0.156", 349, 3478);
    assert_period("0.644", 442, 3255);
    assert_period("0.165", 1550, 5180);
    assert_period("0.356", 142, 7314);
    assert_period("0.127", 4, 46_577);
    assert_period("0.16", 149_459, 105_350);
    assert_period("0.56", 144, 326_639);
    assert_period("4.344", 51, 997);
    assert_period("4.364", 62, 11_686);
    assert_period("4.064", 16_132, 94_271);
    assert_period("4.406", 44, 294_096);
}

#[test]
fn solved_codes_of_a_second() {
    assert_period("0.354", 1180, 10_061_915);
}

#[test]
#[ignore = "five seconds: many rare positions, late"]
fn solved_code_0_376() {
    assert_period("0.376", 4, 2_268_247);
}

#[test]
#[ignore = "ten seconds and 90 MB each: two hundred million values"]
fn solved_codes_of_hundreds_of_millions() {
    assert_period("0.104", 11_770_282, 197_769_597);
    assert_period("0.054", 10_015_179, 193_235_615);
    assert_period("0.454", 60_620_715, 160_949_018);
}

fn reference(code: &OctalCode, to: usize) -> Vec<u32> {
    let mut sequence = NimSequence::new(code.clone());
    (0..=to).map(|n| sequence.value(n as u32, &mut Budget::unlimited()).unwrap()).collect()
}

/// The last n with values[n + p] != values[n] + saltus.
fn last_exception(values: &[u32], p: usize, saltus: u32) -> i64 {
    let fails = |&n: &usize| values[n] + saltus != values[n + p];
    (0..values.len() - p).rev().find(fails).map_or(-1, |n| n as i64)
}

/// A proved period must go on in the reference, twice as far as it was checked, with this last exception, and no smaller
/// one may do.
fn assert_goes_on(code: &OctalCode, report: &PeriodReport) {
    let Some(p) = report.period.filter(|_| report.proved) else { return };
    let values = reference(code, 2 * report.checked_to + 2 * p + 50);
    assert_eq!(
        last_exception(&values, p, report.saltus),
        report.last_exception,
        "{code} {report:?}"
    );
    for smaller in 1..p {
        // A smaller period has its part of the saltus.
        let part = report.saltus as usize * smaller;
        if part.is_multiple_of(p) {
            let last = last_exception(&values, smaller, (part / p) as u32);
            assert!(last >= report.last_exception + p as i64, "{code}");
        }
    }
}

/// Codes of up to so many digits below a bound after the point, and now and then one before it.
fn codes(before: u8, below: u8, most: usize) -> impl Strategy<Value = OctalCode> {
    let first = prop_oneof![3 => Just(0u8), 1 => Just(before)];
    (first, prop::collection::vec(0..below, 1..=most)).prop_map(|(first, mut digits)| {
        digits.insert(0, first);
        OctalCode::new(digits, 0)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn octal_periods_go_on(code in codes(4, 8, 4)) {
        assert_goes_on(&code, &period(&code, 800));
    }

    #[test]
    fn subtraction_periods_go_on(numbers in prop::collection::vec(1usize..12, 1..5)) {
        let code = OctalCode::subtraction(&numbers);
        let report = period(&code, 3000);
        assert_goes_on(&code, &report);
        if numbers.iter().all(|&number| number < 8) {
            assert!(report.proved, "{code}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn hexadecimal_periods_go_on(code in codes(8, 16, 3)) {
        assert_goes_on(&code, &period(&code, 120));
    }
}

#[test]
fn nim_grows_for_ever_and_that_is_known_at_once() {
    for code in ["0.3...", "0.37...", "0.F..."] {
        let report = period(&hexadecimal(code), 1_000_000_000);
        assert_eq!((report.period, report.saltus, report.last_exception), (Some(1), 1, -1));
        assert!(report.proved && report.argument == Argument::AnyNumber && report.checked_to == 0);
        let mut plain = NimSequence::new(hexadecimal(code));
        let value = |n: u32| plain.value(n, &mut Budget::unlimited()).unwrap();
        assert!((0..=60).map(value).eq(0..=60), "{code}");
    }
    // Here some number of counters may not be taken, or a heap may be split for nothing: no argument is known.
    for code in ["0.13...", "4.3...", "0.03..."] {
        let report = period(&hexadecimal(code), 300);
        assert!(!report.proved && report.argument == Argument::None, "{code}");
    }
}

fn hexadecimal(code: &str) -> OctalCode {
    OctalCode::read_hexadecimal(code).unwrap()
}

/// Those that a criterion covers are proved. Here each is what the definition gives.
#[test]
fn arithmetic_periods() {
    for (code, p, saltus, last, proved) in [
        ("0.8", 3, 1, 0, true),
        ("0.9C", 36, 16, 27, true),
        ("0.8B", 7, 4, 6, true),
        ("0.FF", 1, 1, -1, true),
        ("0.BA", 1, 1, 2, true),
        ("0.3F", 6, 3, -1, true),
    ] {
        let report = period(&hexadecimal(code), 400);
        let told = (report.period, report.saltus, report.last_exception, report.proved);
        assert_eq!(told, (Some(p), saltus, last, proved), "{code}");
        let values = reference(&hexadecimal(code), 250);
        assert_eq!(last_exception(&values, p, saltus), last, "{code}");
    }
}

/// All codes of two digits that leave three heaps: what is proved goes on four times as far.
#[test]
fn proved_arithmetic_periods_go_on() {
    let (mut proved, mut seen) = (0, 0);
    for code in (1..=255).map(|digits: u8| OctalCode::new(vec![0, digits / 16, digits % 16], 0)) {
        if code.most_heaps() < 3 {
            continue;
        }
        let report = period(&code, 400);
        let Some(p) = report.period.filter(|_| report.saltus > 0) else { continue };
        seen += 1;
        proved += usize::from(report.proved);
        let mut engine = Engine::new(code.clone());
        engine.extend_to(4 * report.checked_to, &mut Budget::unlimited()).unwrap();
        let values: Vec<u32> = engine.values().iter().collect();
        let last = last_exception(&values, p, report.saltus);
        assert_eq!(last, report.last_exception, "{code} {report:?}");
    }
    assert_eq!((proved, seen), (71, 71));
}

#[test]
fn nothing_is_said_of_open_codes() {
    let report = period(&"0.6".parse().unwrap(), 20_000);
    assert_eq!((report.proved, report.period, report.checked_to), (false, None, 20_000));
}

#[test]
fn a_stop_tells_what_is_known() {
    let limits = Limits { memory: Some(50_000), ..Limits::default() };
    let code = "0.104".parse().unwrap();
    let stopped = find_period(&code, LIMIT, &mut Budget::new(limits, &|_| {})).unwrap_err();
    assert_eq!(stopped.why, Stopped::Memory);
    assert!(!stopped.known.proved && stopped.known.checked_to > 1000);
}

/// The window argument must not lean on values from before the split was used, nor be lost by saving and loading.
#[test]
fn found_again_from_a_saved_state() {
    let code: OctalCode = "0.56".parse().unwrap();
    let mut engine = Engine::new(code);
    engine.extend_to(200_000, &mut Budget::unlimited()).unwrap();
    let mut bytes = Vec::new();
    engine.save(&mut bytes).unwrap();
    let mut engine = Engine::load(&mut bytes.as_slice()).unwrap();
    let report = find_period_with(&mut engine, LIMIT, &mut Budget::unlimited()).unwrap();
    assert_eq!((report.period, report.last_exception), (Some(144), 326_639));
    let Argument::Window { length, first, second, .. } = report.argument else {
        unreachable!("0.56 is sparse");
    };
    let value = |n: usize| engine.value(n).unwrap();
    assert_eq!(second - first, 144);
    assert!((1..=length).all(|back| value(first - back) == value(second - back)));
}
