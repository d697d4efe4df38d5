//! The heap engine against the reference: the same values on hundreds of random codes, whatever the method.

#![allow(clippy::unwrap_used)] // A test that cannot go on should say where.

use outplay_rules::games::octal_code::OctalCode;
use outplay_solve::heaps::NimSequence;
use outplay_solve::heaps::{Engine, EngineOptions};
use outplay_solve::limits::{Budget, Limits, Stopped};
use proptest::prelude::*;

fn reference(code: &OctalCode, to: usize) -> Vec<u32> {
    let mut sequence = NimSequence::new(code.clone());
    (0..=to).map(|n| sequence.value(n as u32, &mut Budget::unlimited()).unwrap()).collect()
}

fn engine(code: &OctalCode, to: usize, options: EngineOptions) -> Vec<u32> {
    let mut engine = Engine::with_options(code.clone(), options);
    engine.extend_to(to, &mut Budget::unlimited()).unwrap();
    engine.values().iter().collect()
}

fn assert_same(code: &OctalCode, to: usize, options: EngineOptions) {
    let (ours, theirs) = (engine(code, to, options), reference(code, to));
    let differs = ours.iter().zip(&theirs).position(|(a, b)| a != b);
    assert_eq!(differs, None, "{code} with {options:?}");
    assert_eq!(ours.len(), theirs.len());
}

/// Codes of up to six digits that leave at most two heaps, some with 4 before the point.
fn octal() -> impl Strategy<Value = OctalCode> {
    (prop_oneof![3 => Just(0u8), 1 => Just(4)], prop::collection::vec(0u8..8, 1..7)).prop_map(
        |(first, mut digits)| {
            digits.insert(0, first);
            OctalCode::new(digits, 0)
        },
    )
}

/// Codes that split only when numbers of counters of one parity are taken.
fn of_one_parity() -> impl Strategy<Value = OctalCode> {
    (0usize..2, prop::collection::vec(0u8..8, 2..7)).prop_map(|(parity, mut digits)| {
        digits.insert(0, 0);
        for (taken, digit) in digits.iter_mut().enumerate() {
            if taken % 2 != parity {
                *digit &= 3;
            }
        }
        OctalCode::new(digits, 0)
    })
}

fn hexadecimal() -> impl Strategy<Value = OctalCode> {
    let first = prop_oneof![3 => Just(0u8), 1 => Just(4), 1 => Just(8), 1 => Just(12)];
    (first, prop::collection::vec(0u8..16, 1..5)).prop_map(|(first, mut digits)| {
        digits.insert(0, first);
        OctalCode::new(digits, 0)
    })
}

/// Codes that go on for ever.
fn endless() -> impl Strategy<Value = OctalCode> {
    (hexadecimal(), 1u8..16).prop_map(|(code, tail)| {
        let digits = (0..5).map(|taken| code.digit(taken)).collect();
        OctalCode::new(digits, tail)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn octal_codes(code in octal(), simd: bool) {
        assert_same(&code, 2000, EngineOptions { simd, blocks_from: 64, ..EngineOptions::default() });
    }

    #[test]
    fn split_chosen_again_and_again(code in octal(), every in 3usize..100, by_parity: bool) {
        let options = EngineOptions { choose_every: Some(every), by_parity, ..EngineOptions::default() };
        assert_same(&code, 600, options);
    }

    #[test]
    fn parity_on_and_off(code in of_one_parity(), plain: bool, by_parity: bool, simd: bool) {
        let choose_every = Some(128);
        assert_same(&code, 1000, EngineOptions { choose_every, plain, by_parity, simd, sparse: true, blocks_from: 32 });
        assert_same(&code, 1500, EngineOptions { plain, by_parity, simd, blocks_from: 100, ..EngineOptions::default() });
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn hexadecimal_codes(code in hexadecimal()) {
        assert_same(&code, 200, EngineOptions::default());
    }

    #[test]
    fn endless_codes(code in endless()) {
        assert_same(&code, 100, EngineOptions::default());
    }
}

/// Codes whose kernels differ: parity variant, plain, large values, d0 = 4, not sparse.
#[test]
fn known_codes_to_20000() {
    for code in ["0.104", "0.106", "0.054", "0.454", "0.6", "0.007", "0.16", "4.344", "0.165"] {
        let code: OctalCode = code.parse().unwrap();
        let direct = EngineOptions { sparse: false, ..EngineOptions::default() };
        let expected = engine(&code, 20_000, direct);
        assert_eq!(expected[..2001], reference(&code, 2000), "{code}");
        for simd in [false, true] {
            let options = EngineOptions { simd, ..EngineOptions::default() };
            assert!(engine(&code, 20_000, options) == expected, "{code} simd {simd}");
        }
    }
}

#[test]
fn nim_is_itself_beyond_sixteen_bits() {
    let nim: OctalCode = "0.333...".parse().unwrap();
    let values = engine(&nim, 70_000, EngineOptions::default());
    assert!(values.iter().enumerate().all(|(n, &value)| value as usize == n));
}

/// The literature had these for the same game; they first differ at heap 519.
#[test]
fn two_codes_taken_for_one() {
    let [a, b] =
        ["0.161", "0.36"].map(|code| engine(&code.parse().unwrap(), 600, EngineOptions::default()));
    assert_eq!(a.iter().zip(&b).position(|(a, b)| a != b), Some(519));
}

fn saved(engine: &Engine) -> Vec<u8> {
    let mut bytes = Vec::new();
    engine.save(&mut bytes).unwrap();
    bytes
}

#[test]
fn saved_half_way_is_as_good_as_straight() {
    for code in ["0.104", "0.6", "0.77", "0.165", "4.344", "0.3...", "0.13F", "8.02", "0.0", "0.5"]
    {
        let code = OctalCode::read_hexadecimal(code).unwrap();
        let to = if code.is_hexadecimal() { 300 } else { 6000 };
        let straight = engine(&code, to, EngineOptions::default());
        for half in [0, 1, 70, to / 3, to] {
            let mut first = Engine::new(code.clone());
            first.extend_to(half, &mut Budget::unlimited()).unwrap();
            let mut second = Engine::load(&mut saved(&first).as_slice()).unwrap();
            assert_eq!(second.known(), half + 1);
            assert_eq!(second.max_grundy(), first.max_grundy());
            second.extend_to(to, &mut Budget::unlimited()).unwrap();
            assert!(second.values().iter().eq(straight.iter().copied()), "{code} from {half}");
        }
    }
}

#[test]
fn damaged_states_are_refused() {
    let mut engine = Engine::new("0.104".parse().unwrap());
    engine.extend_to(700, &mut Budget::unlimited()).unwrap();
    let good = saved(&engine);
    assert!(Engine::load(&mut good.as_slice()).is_ok());
    for at in 0..good.len() {
        let mut bad = good.clone();
        bad[at] ^= 1 << (at % 8);
        assert!(Engine::load(&mut bad.as_slice()).is_err(), "byte {at} changed");
        assert!(Engine::load(&mut &good[..at]).is_err(), "cut at {at}");
    }
}

/// A wrong value with a sum that fits is refused where values are computed again: at the start and the end.
#[test]
fn forged_states_are_refused() {
    let mut engine = Engine::new("0.104".parse().unwrap());
    engine.extend_to(700, &mut Budget::unlimited()).unwrap();
    let good = saved(&engine);
    let first = "outplay state 2\n".len() + 4 + "a nim-sequence".len() + 4 + "0.104".len() + 1 + 8;
    for n in [0, 5, 299, 695, 700] {
        let mut bad = good.clone();
        bad[first + n] ^= 1;
        let end = bad.len() - 8;
        let sum = bad[..end].iter().fold(0xcbf2_9ce4_8422_2325u64, |sum, &byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        bad[end..].copy_from_slice(&sum.to_le_bytes());
        assert!(Engine::load(&mut bad.as_slice()).is_err(), "heap {n}");
    }
}

fn sum(values: impl Iterator<Item = u32>) -> u64 {
    values.fold(0xcbf2_9ce4_8422_2325, |sum, value| {
        (sum ^ u64::from(value)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Sums over whole sequences, which were compared value by value with those of ogsolve 0.0.7 (method rc2). One wrong value
/// changes the sum.
#[test]
fn agrees_with_another_program() {
    for (code, to, expected) in [
        ("0.16", 500_000, 0x6c20_32b1_b80c_ab25),
        ("0.106", 1_000_000, 0xbe4b_25d4_726f_5d13),
        ("0.6", 400_000, 0x33c3_7aa5_622a_8cd8),
        ("0.007", 100_000, 0x7eb3_e25e_7762_19a6),
    ] {
        let values = engine(&code.parse().unwrap(), to, EngineOptions::default());
        assert_eq!(sum(values.iter().copied()), expected, "{code}");
        for wrong in [1, to / 2, to] {
            let with_wrong = values.iter().enumerate().map(|(n, &v)| v ^ u32::from(n == wrong));
            assert_ne!(sum(with_wrong), expected);
        }
    }
}

#[test]
fn limits_keep_what_is_known() {
    let limits = Limits { memory: Some(100_000), ..Limits::default() };
    let mut engine = Engine::new("0.104".parse().unwrap());
    let stopped = engine.extend_to(1_000_000, &mut Budget::new(limits, &|_| {}));
    assert_eq!(stopped, Err(Stopped::Memory));
    assert!(engine.known() > 1000);
    engine.extend_to(300_000, &mut Budget::unlimited()).unwrap();
    let mut straight = Engine::new("0.104".parse().unwrap());
    straight.extend_to(300_000, &mut Budget::unlimited()).unwrap();
    assert!(engine.values().iter().take(300_001).eq(straight.values().iter()));
    assert_eq!(engine.extend_to(usize::MAX, &mut Budget::unlimited()), Err(Stopped::Memory));
}
