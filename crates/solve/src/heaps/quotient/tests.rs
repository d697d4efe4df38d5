//! Quotients against published orders, the plain verification, and play.

use std::collections::HashMap;

use outplay_rules::games::octal_code::OctalCode;

use super::options::options;
use super::*;
use crate::limits::Budget;

fn code(text: &str) -> OctalCode {
    OctalCode::read_hexadecimal(text).unwrap()
}

fn grown(text: &str, to: usize) -> QuotientSearch {
    let mut search = QuotientSearch::new(code(text));
    assert!(search.grow_to(to, &mut Budget::unlimited()).unwrap(), "{text} to {to}");
    search
}

fn order(search: &QuotientSearch) -> (usize, usize) {
    (search.quotient().monoid().len(), search.quotient().monoid().p_len())
}

/// Orders |Q| and |P| as published: Plambeck and Siegel, *Misère quotients for impartial games*, 2008, and its supplement.
#[test]
fn published_orders() {
    for (text, to, elements, p_positions) in [
        ("0.77", 90, 40, 9),
        ("0.75", 40, 8, 2),
        ("0.512", 40, 8, 2),
        ("0.34", 40, 12, 3),
        ("0.53", 40, 16, 3),
        ("0.123", 40, 20, 5),
        ("0.72", 40, 24, 5),
        ("0.71", 40, 36, 9),
        ("0.152", 60, 34, 6),
        ("0.115", 60, 42, 12),
        ("0.15", 60, 42, 12),
        ("0.07", 30, 360, 65),
        ("0.07", 31, 520, 89),
        ("0.644", 60, 76, 7),
    ] {
        assert_eq!(order(&grown(text, to)), (elements, p_positions), "{text} to {to}");
    }
}

#[test]
fn misere_kayles_has_period_12_from_heap_71() {
    // The criterion asks for 71 <= n < 2 * 71 + 12 + 2, and n + 12.
    let period = grown("0.77", 167).period().unwrap();
    assert_eq!(period, MiserePeriod { period: 12, from: 71, below: 156 });
    assert_eq!(grown("0.77", 166).period(), None);
    // A code that goes on for ever has no criterion.
    assert_eq!(grown("0.3...", 3).period(), None);
}

/// Who wins sums of heaps, by play and nothing else.
struct Play {
    options: Vec<Vec<Left>>,
    p: HashMap<Vec<usize>, bool>,
}

impl Play {
    fn new(text: &str, to: usize) -> Self {
        let options = (0..=to).map(|heap| options(&code(text), heap)).collect();
        Play { options, p: HashMap::new() }
    }

    fn is_p(&mut self, sum: &[usize]) -> bool {
        let mut sum: Vec<usize> =
            sum.iter().copied().filter(|&heap| !self.options[heap].is_empty()).collect();
        sum.sort_unstable();
        if let Some(&known) = self.p.get(&sum) {
            return known;
        }
        let mut is_p = !sum.is_empty();
        for index in 0..sum.len() {
            for left in self.options[sum[index]].clone() {
                let mut next = sum.clone();
                next.remove(index);
                next.extend(left);
                is_p = is_p && !self.is_p(&next);
            }
        }
        self.p.insert(sum, is_p);
        is_p
    }
}

#[test]
fn quotients_agree_with_play_on_thousands_of_sums() {
    let mut random = fastrand::Rng::with_seed(1);
    for (text, to) in [
        ("0.77", 14),
        ("0.07", 14),
        ("0.137", 14),
        ("0.34", 12),
        ("0.123", 12),
        ("0.71", 10),
        ("0.644", 12),
        ("0.152", 14),
        ("0.7F", 8),
        ("4.0", 10),
        ("4.7", 8),
        ("8.1", 8),
        ("0.3...", 7),
    ] {
        let mut search = QuotientSearch::new(code(text)).quick();
        let _ = search.grow_to(to, &mut Budget::unlimited()).unwrap();
        let (quotient, largest) = (search.quotient(), search.largest());
        assert!(largest >= to.min(6), "{text}: {largest}");
        let mut play = Play::new(text, largest);
        for _ in 0..400 {
            let sum: Vec<usize> =
                (0..random.usize(0..6)).map(|_| random.usize(1..=largest)).collect();
            if sum.iter().sum::<usize>() <= 36 {
                let element = quotient.element(&sum);
                assert_eq!(quotient.monoid().is_p(element), play.is_p(&sum), "{text} {sum:?}");
            }
        }
    }
}

#[test]
fn random_codes_pass_the_plain_check_and_agree_with_play() {
    let mut random = fastrand::Rng::with_seed(2);
    for round in 0..90 {
        // Every third code is hexadecimal: its moves may leave three heaps.
        let base = if round % 3 == 0 { 16 } else { 8 };
        let digits: String =
            (0..random.usize(1..4)).map(|_| format!("{:X}", random.u8(0..base))).collect();
        let text = format!("{}.{digits}", ["0", "4"][usize::from(random.u8(0..6) == 0)]);
        let mut search = QuotientSearch::new(code(&text)).quick();
        let _ = search.grow_to(9, &mut Budget::unlimited()).unwrap();
        let (quotient, largest) = (search.quotient(), search.largest());
        let checked =
            check(&code(&text), quotient.monoid(), quotient.heaps(), &mut Budget::unlimited());
        assert_eq!(checked, Ok(Ok(())), "{text} to {largest}");
        let mut play = Play::new(&text, largest);
        for _ in 0..40 {
            let sum: Vec<usize> =
                (0..random.usize(0..5)).map(|_| random.usize(0..=largest)).collect();
            let element = quotient.element(&sum);
            assert_eq!(quotient.monoid().is_p(element), play.is_p(&sum), "{text} {sum:?}");
        }
    }
}

#[test]
fn the_plain_check_confirms_and_refuses() {
    for (text, to) in [("0.77", 40), ("0.123", 20), ("0.07", 24), ("0.644", 30)] {
        let search = grown(text, to);
        let (monoid, heaps) = (search.quotient().monoid(), search.quotient().heaps());
        let checked = |monoid: &Monoid, heaps: &[usize]| {
            check(&code(text), monoid, heaps, &mut Budget::unlimited()).unwrap()
        };
        assert_eq!(checked(monoid, heaps), Ok(()), "{text}");
        for heap in 1..=to {
            let mut wrong = heaps.to_vec();
            wrong[heap] = (wrong[heap] + 1) % monoid.len();
            assert!(checked(monoid, &wrong).is_err(), "{text}: heap {heap}");
        }
        for element in 0..monoid.len() {
            let p = (0..monoid.len()).map(|e| monoid.is_p(e) != (e == element)).collect();
            let size = monoid.len();
            let product =
                (0..size * size).map(|pair| monoid.times(pair / size, pair % size) as u16);
            assert!(checked(&Monoid::new(product.collect(), p), heaps).is_err(), "{text}");
        }
    }
}

#[test]
fn a_presentation_spells_elements_and_relations() {
    let search = grown("0.77", 4);
    let presentation = Presentation::new(search.quotient());
    assert_eq!(presentation.generators(), [1, 2]);
    // T2: the quotient of Nim with heaps of 2.
    let relations = [("a^2", "1"), ("b^3", "b")].map(|(l, r)| (l.to_string(), r.to_string()));
    assert_eq!(presentation.relations(), relations);
    let element = search.quotient().element(&[1, 2, 2]);
    assert_eq!(presentation.spelled(element), "ab^2");
}

#[test]
fn a_limit_leaves_the_search_as_it_was() {
    let mut search = grown("0.77", 8);
    let before = search.quotient().clone();
    let limits = crate::limits::Limits { memory: Some(1), ..Default::default() };
    let stopped = search.grow(&mut Budget::new(limits, &|_| {}));
    assert!(stopped.is_err());
    assert_eq!((search.largest(), search.quotient()), (8, &before));
    search.grow_to(12, &mut Budget::unlimited()).unwrap();
    assert_eq!(search.quotient(), grown("0.77", 12).quotient());
}

#[test]
fn sums_of_heaps_far_beyond_a_proved_period_are_told() {
    let mut search = QuotientSearch::new(code("0.77")).quick();
    let mut told = |sum: &[usize]| search.reduced(sum, &mut Budget::unlimited()).unwrap().unwrap();
    let small = told(&[80, 95, 7]);
    let large = told(&[80 + 12 * 1_000_000, 95 + 12 * 7, 7]);
    assert_eq!((small.product, &small.elements), (large.product, &large.elements));
    assert_eq!((small.period.is_some(), large.period.is_some()), (false, true));
    let mut play = Play::new("0.77", 20);
    for (a, b) in (0..20).flat_map(|a| (0..=a).map(move |b| (a, b))).filter(|(a, b)| a + b < 26) {
        let outcome = told(&[a, b]).outcome;
        assert_eq!(outcome == crate::nimber::Outcome::P, play.is_p(&[a, b]), "{a} {b}");
    }
}

#[test]
fn a_quotient_that_is_too_large_is_said_to_be() {
    // Misère Nim has a quotient of 2^(k + 1) + 2 elements for heaps below 2^(k + 1), k >= 1, and no end.
    let mut nim = QuotientSearch::new(code("0.3...")).quick();
    for (to, elements) in [(1, 2), (3, 6), (7, 10), (15, 18)] {
        assert!(nim.grow_to(to, &mut Budget::unlimited()).unwrap());
        assert_eq!(nim.quotient().monoid().len(), elements);
    }
    let mut dots = QuotientSearch::new(code("0.137")).quick();
    assert_eq!(dots.reduced(&[40], &mut Budget::unlimited()), Ok(None));
    assert!(dots.is_too_large() && dots.largest() < 40);
}
