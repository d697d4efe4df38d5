//! The numbers of a nested board of planes, and the alpha-weight after the first hop (section 5 of
//! Riegel's dissertation), exact.

use num_bigint::BigUint;

/// A family of planes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plane {
    /// AG(2, q).
    Affine,
    /// PG(2, q).
    Projective,
}

impl Plane {
    /// `ag` or `pg`.
    pub fn name(self) -> &'static str {
        match self {
            Plane::Affine => "ag",
            Plane::Projective => "pg",
        }
    }

    /// `AG` or `PG`.
    pub fn title(self) -> &'static str {
        match self {
            Plane::Affine => "AG",
            Plane::Projective => "PG",
        }
    }

    /// Points, lines, points a line, lines a point.
    pub fn counts(self, q: u64) -> [u64; 4] {
        match self {
            Plane::Affine => [q * q, q * q + q, q, q + 1],
            Plane::Projective => [q * q + q + 1, q * q + q + 1, q + 1, q + 1],
        }
    }
}

/// The numbers of [outer : inner].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nested {
    /// Points.
    pub n: BigUint,
    /// Winning sets.
    pub m: BigUint,
    /// Points of a winning set.
    pub k: u64,
    /// Winning sets through a point.
    pub l: BigUint,
    /// Winning sets through two points of one island.
    pub same: BigUint,
    /// Winning sets through two points of different islands.
    pub different: BigUint,
}

impl Nested {
    /// The paper's formulas.
    pub fn new(outer: (Plane, u64), inner: (Plane, u64)) -> Self {
        let [n1, m1, k1, l1] = outer.0.counts(outer.1);
        let [n2, m2, k2, l2] = inner.0.counts(inner.1);
        let power = |e: u64| BigUint::from(m2).pow(e as u32);
        Nested {
            n: BigUint::from(n1 * n2),
            m: power(k1) * m1,
            k: k1 * k2,
            l: power(k1 - 1) * (l1 * l2),
            same: power(k1 - 1) * l1,
            different: power(k1 - 2) * (l2 * l2),
        }
    }

    /// The numerator of the alpha-weight after the first hop on the starting island; the denominator is 2^K.
    pub fn first_weight(&self) -> BigUint {
        &self.m + BigUint::from(2u32) * &self.l + &self.same
    }
}

/// Whether q is a power of a prime, so that the plane over the field of q elements exists.
pub fn is_prime_power(q: u64) -> bool {
    let Some(p) = (2..=q).find(|p| q.is_multiple_of(*p)) else { return false };
    let mut rest = q;
    while rest.is_multiple_of(p) {
        rest /= p;
    }
    rest == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_of_fire_and_ice() {
        let board = Nested::new((Plane::Projective, 2), (Plane::Projective, 2));
        let numbers = [board.n, board.m, board.l, board.same, board.different];
        assert_eq!(numbers.map(|n| n.to_string()), ["49", "2401", "441", "147", "63"]);
        assert_eq!(board.k, 9);
    }

    #[test]
    fn prime_powers() {
        let found: Vec<u64> = (1..20).filter(|&q| is_prime_power(q)).collect();
        assert_eq!(found, [2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19]);
    }
}
