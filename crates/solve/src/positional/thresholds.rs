//! For which planes weight alone shows a draw: the tables of Theorems 5.3.1 to 5.3.4 of Riegel's dissertation.
//!
//! After the first hop the nested board [M1 : M2] of planes of orders q1 and q2 has the α-weight (equation 5.3)
//!
//!   f(q1) = m2^(k1-1) · P(q1) / 2^(k1·k2),   P = m1·m2 + 2·l1·l2 + l1,
//!
//! where a plane has m lines, k points on each line and l lines through each point. If f < 1 the second player draws by
//! hopping the newest piece to the heaviest point. The *threshold* is the smallest q1 from which on f < 1 always
//! (Theorem 11 of `docs/theory-positional.md`).
//!
//! **It exists exactly if m2 < 2^k2.** As q1 grows by one so does k1, and f(q1+1)/f(q1) = (m2/2^k2) · P(q1+1)/P(q1).
//! If m2 ≥ 2^k2, then f ≥ P·m2^(k1-1)/2^(k1·k2) ≥ m2^k1/2^(k1·k2) ≥ 1 for every q1, as P ≥ m2: there is none. Otherwise
//! the quotient tends to m2/2^k2 < 1 and f to 0. P is a quadratic a·q² + b·q + c with a, b, c > 0 and c ≤ b, so
//! P(q+1)/P(q) = 1 + (2aq + a + b)/P(q) falls as q ≥ 1 grows: the derivative of the fraction has the sign of
//! 2ac - ab - b² - 2abq - 2a²q - 2a²q² < 0. Hence f rises at first, perhaps, and then falls for good: once the
//! quotient is below 1 and f too, f stays below 1. All this is decided in integers.

use num_bigint::BigUint;

/// The planes of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plane {
    /// AG(2, q).
    Affine,
    /// PG(2, q).
    Projective,
}

/// Lines, points a line, lines a point.
struct Counts {
    lines: u64,
    line: u64,
    point: u64,
}

impl Plane {
    fn counts(self, q: u64) -> Counts {
        match self {
            Plane::Affine => Counts { lines: q * q + q, line: q, point: q + 1 },
            Plane::Projective => Counts { lines: q * q + q + 1, line: q + 1, point: q + 1 },
        }
    }
}

/// One of the four theorems: the kind of the outer and of the inner plane.
pub const THEOREMS: [(&str, Plane, Plane); 4] = [
    ("5.3.1", Plane::Affine, Plane::Projective),
    ("5.3.2", Plane::Projective, Plane::Projective),
    ("5.3.3", Plane::Affine, Plane::Affine),
    ("5.3.4", Plane::Projective, Plane::Affine),
];

/// The numerator and the exponent of the denominator of the weight after the first hop.
fn fraction(outer: Plane, inner: Plane, q1: u64, q2: u64) -> (BigUint, u64) {
    let (one, two) = (outer.counts(q1), inner.counts(q2));
    let factor = one.lines * two.lines + 2 * one.point * two.point + one.point;
    let power = BigUint::from(two.lines).pow((one.line - 1) as u32);
    (power * factor, one.line * two.line)
}

/// Whether the weight after the first hop is below 1.
pub fn is_light(outer: Plane, inner: Plane, q1: u64, q2: u64) -> bool {
    let (numerator, halvings) = fraction(outer, inner, q1, q2);
    numerator.bits() <= halvings
}

/// Which orders are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orders {
    /// All from 2 on, whether such planes exist or not, as the paper's tables do in part.
    Integers,
    /// Prime powers, for which the planes exist.
    PrimePowers,
}

impl Orders {
    /// Whether an order is looked at.
    pub fn include(self, q: u64) -> bool {
        self == Orders::Integers || is_prime_power(q)
    }
}

/// Whether a number is a power of a prime.
pub fn is_prime_power(q: u64) -> bool {
    let Some(prime) = (2..=q).take_while(|p| p * p <= q).find(|p| q.is_multiple_of(*p)) else {
        return q >= 2;
    };
    let mut rest = q;
    while rest.is_multiple_of(prime) {
        rest /= prime;
    }
    rest == 1
}

/// What is known for one inner plane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Threshold {
    /// The smallest order from which on the weight is below 1; none if there is no such order.
    pub from: Option<u64>,
    /// Smaller orders whose weight is below 1 nevertheless.
    pub also: Vec<u64>,
    /// The order at which the argument ends the search: the weight is below 1 there and never grows again.
    pub settled: Option<u64>,
}

/// The threshold of the outer order for an inner plane.
pub fn threshold(outer: Plane, inner: Plane, q2: u64, orders: Orders) -> Threshold {
    let two = inner.counts(q2);
    if BigUint::from(two.lines).bits() > two.line {
        return Threshold { from: None, also: Vec::new(), settled: None };
    }
    let mut light = Vec::new();
    let mut last_heavy = 1;
    let mut q1 = 2;
    loop {
        let is_light = is_light(outer, inner, q1, q2);
        if orders.include(q1) {
            if is_light {
                light.push(q1);
            } else {
                last_heavy = q1;
            }
        }
        if is_light && falls(outer, inner, q1, q2) {
            break;
        }
        q1 += 1;
    }
    let mut from = last_heavy + 1;
    while !orders.include(from) {
        from += 1;
    }
    let also = light.into_iter().filter(|&q1| q1 < last_heavy).collect();
    Threshold { from: Some(from), also, settled: Some(q1) }
}

/// Whether the weight does not grow from this outer order to the next; then it never grows again.
fn falls(outer: Plane, inner: Plane, q1: u64, q2: u64) -> bool {
    let (here, halvings) = fraction(outer, inner, q1, q2);
    let (next, more) = fraction(outer, inner, q1 + 1, q2);
    next <= here << (more - halvings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positional::weights::Weights;
    use outplay_rules::player::Player;
    use outplay_rules::sets::{SetBoard, geometry};
    use outplay_rules::spaces::Stones;

    /// Equation (5.3) against the weight of the board itself, for a first hop on the island and off it: the hop on the
    /// island is the heavier.
    #[test]
    fn the_formula_is_the_weight_of_the_board() {
        let plane = |kind: Plane, q: usize| match kind {
            Plane::Affine => geometry::affine(2, q, 1).unwrap(),
            Plane::Projective => geometry::projective(2, q, 1).unwrap(),
        };
        for (_, outer, inner) in THEOREMS {
            for (q1, q2) in [(2, 2), (2, 3), (3, 2), (3, 4), (4, 3), (2, 5)] {
                let (one, two) = (plane(outer, q1), plane(inner, q2));
                let board = SetBoard::nested(&one, &two).unwrap();
                let n = board.point_count();
                let weight = |to: usize| {
                    let mut stones = Stones::none(n);
                    stones.first.insert(to);
                    stones.second.insert(0);
                    let family = board.first_sets();
                    Weights::alpha(family, &stones, Player::First, n, 0).position().clone()
                };
                let (numerator, halvings) = fraction(outer, inner, q1 as u64, q2 as u64);
                let formula = crate::positional::weights::Dyadic::new(numerator, halvings);
                assert_eq!(weight(1), formula);
                assert!(weight(two.point_count()) <= formula);
            }
        }
    }

    /// Against a plain count far beyond the threshold.
    #[test]
    fn thresholds_are_the_last_heavy_order_and_one() {
        for (_, outer, inner) in THEOREMS {
            for q2 in 2..=9 {
                for orders in [Orders::Integers, Orders::PrimePowers] {
                    let found = threshold(outer, inner, q2, orders);
                    let asked = || (2..400).filter(|&q1| orders.include(q1));
                    let heavy = asked().rfind(|&q1| !is_light(outer, inner, q1, q2));
                    match found.from {
                        None => assert_eq!(asked().next_back(), heavy),
                        Some(from) => {
                            let after = heavy.unwrap_or(1);
                            assert_eq!(asked().find(|&q1| q1 > after), Some(from));
                            let also: Vec<u64> = asked()
                                .filter(|&q1| q1 < after && is_light(outer, inner, q1, q2))
                                .collect();
                            assert_eq!(found.also, also);
                        }
                    }
                }
            }
        }
    }

    /// The search ends where the weight is below 1 and falls, not at a bound: recomputed as m2^k1 · P / 2^(k1·k2) over m2, one factor
    /// m2/2^k2 after the other.
    #[test]
    fn the_search_ends_where_the_argument_holds() {
        for (_, outer, inner) in THEOREMS {
            for q2 in 2..=13 {
                let found = threshold(outer, inner, q2, Orders::Integers);
                let Some(q1) = found.settled else { continue };
                let (m2, k2) = (inner.counts(q2).lines as f64, inner.counts(q2).line as i32);
                let logarithm = |q1: u64| {
                    let (one, l2) = (outer.counts(q1), inner.counts(q2).point as f64);
                    let (m1, l1) = (one.lines as f64, one.point as f64);
                    let p = m1 * m2 + 2.0 * l1 * l2 + l1;
                    one.line as f64 * (m2.log2() - f64::from(k2)) - m2.log2() + p.log2()
                };
                assert!(logarithm(q1) < 1e-9 && logarithm(q1 + 1) <= logarithm(q1) + 1e-9);
                // Not before: there the weight is 1 or more, or still grows.
                if q1 > 2 {
                    assert!(logarithm(q1 - 1) > -1e-9 || logarithm(q1) > logarithm(q1 - 1) - 1e-9);
                }
            }
        }
    }

    #[test]
    fn prime_powers() {
        let found: Vec<u64> = (0..33).filter(|&q| is_prime_power(q)).collect();
        assert_eq!(found, [2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27, 29, 31, 32]);
    }
}
