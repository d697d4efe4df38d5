//! Weights of positions, points and pairs (Riegel's dissertation 3.2, 3.3 and 5.2), exactly.
//!
//! The β-weight of a set is 0 if it holds an O and 2^-u otherwise, where u of its points are free; that of a position
//! is the sum over all sets. Give each point a value, 1 for an X, 0 for an O, 1/2 if it is free: then the weight of a
//! set is the product of the values of its points. On a nested board the products over an island can be summed first: the
//! weight of an island takes the place of the value of a point of the outer board. So no winning set of a nested board
//! is ever listed.
//!
//! The weight is linear in the value of each point. So the sets through a point weigh what is lost when its value
//! becomes 0, and those through two points follow by inclusion and exclusion.
//!
//! The α-weight is the β-weight with the newest O counted as an X.

use std::fmt;

use num_bigint::BigUint;
use outplay_rules::player::Player;
use outplay_rules::sets::{MAX_SETS, SetFamily};
use outplay_rules::spaces::Stones;

/// A fraction whose denominator is a power of two: the number times 2 to the power of minus `halvings`. Reduced.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Dyadic {
    numerator: BigUint,
    halvings: u64,
}

impl Dyadic {
    /// The number divided by 2 this many times.
    pub fn new(numerator: BigUint, halvings: u64) -> Self {
        let even = numerator.trailing_zeros().unwrap_or(halvings).min(halvings);
        Dyadic { numerator: numerator >> even, halvings: halvings - even }
    }

    /// 1.
    pub fn one() -> Self {
        Dyadic::new(BigUint::from(1u32), 0)
    }

    /// One half.
    pub fn half() -> Self {
        Dyadic::new(BigUint::from(1u32), 1)
    }

    /// The sum.
    pub fn plus(&self, other: &Dyadic) -> Dyadic {
        let halvings = self.halvings.max(other.halvings);
        let scaled = |one: &Dyadic| &one.numerator << (halvings - one.halvings);
        Dyadic::new(scaled(self) + scaled(other), halvings)
    }

    /// The difference; the other is not larger.
    pub fn minus(&self, other: &Dyadic) -> Dyadic {
        let halvings = self.halvings.max(other.halvings);
        let scaled = |one: &Dyadic| &one.numerator << (halvings - one.halvings);
        Dyadic::new(scaled(self) - scaled(other), halvings)
    }

    /// The product.
    pub fn times(&self, other: &Dyadic) -> Dyadic {
        Dyadic::new(&self.numerator * &other.numerator, self.halvings + other.halvings)
    }

    /// Whether it is less than 1.
    pub fn is_below_one(&self) -> bool {
        self.numerator.bits() <= self.halvings
    }
}

impl PartialOrd for Dyadic {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Dyadic {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let halvings = self.halvings.max(other.halvings);
        let scaled = |one: &Dyadic| &one.numerator << (halvings - one.halvings);
        scaled(self).cmp(&scaled(other))
    }
}

impl fmt::Display for Dyadic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.halvings {
            0 => write!(f, "{}", self.numerator),
            halvings => write!(f, "{}/{}", self.numerator, BigUint::from(1u32) << halvings),
        }
    }
}

/// The sum over the sets of a family of the products of the values of their points.
pub fn weight(family: &SetFamily, value: &dyn Fn(usize) -> Dyadic) -> Dyadic {
    match family {
        SetFamily::Listed(sets) => {
            let product = |set: &outplay_rules::bits::BitSet| {
                let mut product = Dyadic::one();
                for point in set.iter() {
                    let value = value(point);
                    if value == Dyadic::default() {
                        return value;
                    }
                    product = product.times(&value);
                }
                product
            };
            sets.iter().fold(Dyadic::default(), |sum, set| sum.plus(&product(set)))
        }
        SetFamily::Nested { outer, inner, island, islands } => {
            let of = |i: usize| weight(inner, &|point| value(i * island + point));
            let each: Vec<Dyadic> = (0..*islands).map(of).collect();
            weight(outer, &|i| each[i].clone())
        }
    }
}

/// The weights of a position for one player's sets.
pub struct Weights<'b> {
    family: &'b SetFamily,
    values: Vec<Dyadic>,
    total: Dyadic,
}

impl<'b> Weights<'b> {
    /// β-weights: a player's stones count for him, the other's block.
    pub fn beta(family: &'b SetFamily, stones: &Stones, player: Player, points: usize) -> Self {
        let value = |point: usize| {
            if stones.of(player).contains(point) {
                Dyadic::one()
            } else if stones.is_free(point) {
                Dyadic::half()
            } else {
                Dyadic::default()
            }
        };
        Self::of_values(family, (0..points).map(value).collect())
    }

    /// α-weights: as β-weights, but the other player's newest piece counts for this player.
    pub fn alpha(
        family: &'b SetFamily,
        stones: &Stones,
        player: Player,
        points: usize,
        newest: usize,
    ) -> Self {
        let mut moved = stones.clone();
        moved.of_mut(player.other()).remove(newest);
        moved.of_mut(player).insert(newest);
        Self::beta(family, &moved, player, points)
    }

    fn of_values(family: &'b SetFamily, values: Vec<Dyadic>) -> Self {
        let total = weight(family, &|point| values[point].clone());
        Weights { family, values, total }
    }

    /// The weight of the position.
    pub fn position(&self) -> &Dyadic {
        &self.total
    }

    /// The weight of the sets that hold none of some points.
    fn without(&self, points: &[usize]) -> Dyadic {
        weight(self.family, &|point| {
            if points.contains(&point) { Dyadic::default() } else { self.values[point].clone() }
        })
    }

    /// The weight of the sets through a point.
    pub fn point(&self, point: usize) -> Dyadic {
        self.total.minus(&self.without(&[point]))
    }

    /// The weight of the sets through two points.
    pub fn pair(&self, a: usize, b: usize) -> Dyadic {
        let either = self.total.minus(&self.without(&[a, b]));
        self.point(a).plus(&self.point(b)).minus(&either)
    }
}

/// Whether listing a family's outer sets is out of the question, so that its weight is too.
pub fn is_too_large(family: &SetFamily) -> bool {
    match family {
        SetFamily::Listed(sets) => sets.len() > MAX_SETS,
        SetFamily::Nested { outer, inner, .. } => is_too_large(outer) || is_too_large(inner),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay_rules::sets::{SetBoard, geometry};

    fn stones(points: usize, first: &[usize], second: &[usize]) -> Stones {
        let mut stones = Stones::none(points);
        first.iter().for_each(|&point| stones.first.insert(point));
        second.iter().for_each(|&point| stones.second.insert(point));
        stones
    }

    /// By the definition: every set listed and counted.
    fn by_definition(board: &SetBoard, stones: &Stones, through: &[usize]) -> Dyadic {
        let sets = board.first_sets().listed(MAX_SETS).unwrap();
        let counted = sets.iter().filter(|set| {
            through.iter().all(|&point| set.contains(point)) && !set.meets(&stones.second)
        });
        counted.fold(Dyadic::default(), |sum, set| {
            let free = set.difference(&stones.first).len() as u64;
            sum.plus(&Dyadic::new(BigUint::from(1u32), free))
        })
    }

    #[test]
    fn nested_weights_are_those_of_the_listed_sets() {
        let plane = geometry::projective(2, 2, 1).unwrap();
        let affine = geometry::affine(2, 2, 1).unwrap();
        let deep = SetBoard::nested(&affine, &SetBoard::nested(&affine, &affine).unwrap()).unwrap();
        for board in [SetBoard::nested(&plane, &plane).unwrap(), deep, affine] {
            let n = board.point_count();
            let position = stones(n, &[0, 3], &[1]);
            let weights = Weights::beta(board.first_sets(), &position, Player::First, n);
            assert_eq!(*weights.position(), by_definition(&board, &position, &[]));
            for point in [2, 3, n - 1] {
                assert_eq!(weights.point(point), by_definition(&board, &position, &[point]));
            }
            assert_eq!(weights.pair(2, n - 1), by_definition(&board, &position, &[2, n - 1]));
            assert_eq!(weights.pair(0, 2), by_definition(&board, &position, &[0, 2]));
        }
    }

    /// Equation (3.2): (q² + 3q + 4) / 2^(q+1) on PG(2,q) after the first hop; (q² + 3q + 3) / 2^q on AG(2,q). The
    /// sets through two points of a plane are counted there, so this is a check of both.
    #[test]
    fn weights_after_the_first_hop() {
        for q in [2usize, 3, 4, 5] {
            for (board, numerator, halvings) in [
                (geometry::projective(2, q, 1).unwrap(), q * q + 3 * q + 4, q + 1),
                (geometry::affine(2, q, 1).unwrap(), q * q + 3 * q + 3, q),
            ] {
                let n = board.point_count();
                let position = stones(n, &[1], &[0]);
                let alpha = Weights::alpha(board.first_sets(), &position, Player::First, n, 0);
                let expected = Dyadic::new(BigUint::from(numerator), halvings as u64);
                assert_eq!(*alpha.position(), expected);
                // The newest O blocks q + 1 lines.
                let beta = Weights::beta(board.first_sets(), &position, Player::First, n);
                assert_eq!(*beta.position(), by_definition(&board, &position, &[]));
                assert!(beta.position() < alpha.position());
            }
        }
    }

    #[test]
    fn fractions() {
        let three_quarters = Dyadic::half().plus(&Dyadic::half().times(&Dyadic::half()));
        assert_eq!(three_quarters.to_string(), "3/4");
        assert!(three_quarters.is_below_one() && !Dyadic::one().is_below_one());
        assert_eq!(Dyadic::one().minus(&three_quarters).to_string(), "1/4");
        assert_eq!(Dyadic::default().to_string(), "0");
        assert_eq!(Dyadic::new(BigUint::from(12u32), 2).to_string(), "3");
    }
}
