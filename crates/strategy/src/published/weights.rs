//! Weights of winning sets (Riegel's dissertation, sections 3.2, 3.3, 5.2 and 5.3).
//!
//! A set weighs 0 if it is blocked and otherwise 2 to the power of minus its open points: the product over its points
//! of 1 for an owned, 1/2 for an open and 0 for a blocking one. The weight of the board is the sum over all sets, that
//! of a point the sum over the sets through it. On a nested board the sets are never listed: the sum over sets of
//! products is a sum over outer sets of products of the islands' own sums.
//!
//! All numbers are multiples of a power of two and small, so floating point is exact; where it might not be
//! ([`is_exact`]) the strategies refuse the board.

use outplay_rules::bits::BitSet;
use outplay_rules::sets::SetFamily;

/// The weight of the board and of each of its points.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// The sum over all sets.
    pub total: f64,
    /// For each point the sum over the sets through it.
    pub points: Vec<f64>,
}

/// The weights for the player who owns `owned`, against the one who blocks with `blocking`.
pub fn weights(family: &SetFamily, owned: &BitSet, blocking: &BitSet, points: usize) -> Weights {
    let factor = |point: usize| {
        if blocking.contains(point) {
            0.0
        } else if owned.contains(point) {
            1.0
        } else {
            0.5
        }
    };
    let factors: Vec<f64> = (0..points).map(factor).collect();
    let (total, partial) = sums(family, &factors);
    let points = partial.iter().zip(&factors).map(|(rest, factor)| rest * factor).collect();
    Weights { total, points }
}

/// The weight of every set on its own, greatest first; none if there are too many sets to list.
pub fn sorted_weights(family: &SetFamily, owned: &BitSet, blocking: &BitSet) -> Option<Vec<f64>> {
    const MOST: usize = 10_000;
    let weight = |set: &BitSet| {
        if set.meets(blocking) { 0.0 } else { 0.5f64.powi(set.difference(owned).len() as i32) }
    };
    let mut weights: Vec<f64> = family.listed(MOST)?.iter().map(weight).collect();
    weights.sort_by(|a, b| b.total_cmp(a));
    Some(weights)
}

/// The sum over sets of the product of their points' factors, and for each point the sum over the sets through it of
/// the product of the other points' factors.
fn sums(family: &SetFamily, factors: &[f64]) -> (f64, Vec<f64>) {
    let mut total = 0.0;
    let mut partial = vec![0.0; factors.len()];
    match family {
        SetFamily::Listed(sets) => {
            for set in sets {
                total += set.iter().map(|point| factors[point]).product::<f64>();
                for point in set.iter() {
                    let others = set.iter().filter(|&other| other != point);
                    partial[point] += others.map(|other| factors[other]).product::<f64>();
                }
            }
        }
        SetFamily::Nested { outer, inner, island, .. } => {
            let inside: Vec<(f64, Vec<f64>)> =
                factors.chunks(*island).map(|chunk| sums(inner, chunk)).collect();
            let claims: Vec<f64> = inside.iter().map(|(sum, _)| *sum).collect();
            let (sum, outside) = sums(outer, &claims);
            total = sum;
            for (index, (_, within)) in inside.iter().enumerate() {
                for (place, rest) in within.iter().enumerate() {
                    partial[index * island + place] = rest * outside[index];
                }
            }
        }
    }
    (total, partial)
}

/// Whether all sums of weights are exact: numbers of at most 50 binary digits.
pub fn is_exact(family: &SetFamily) -> bool {
    let digits = 128 - family.count().leading_zeros() as usize;
    digits + largest(family) <= 50
}

/// The size of the largest set.
fn largest(family: &SetFamily) -> usize {
    match family {
        SetFamily::Listed(sets) => sets.iter().map(BitSet::len).max().unwrap_or(0),
        SetFamily::Nested { outer, inner, .. } => largest(outer) * largest(inner),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay_rules::sets::{SetBoard, geometry, lattice};

    /// The weights by the words of the definition, on listed sets.
    fn by_definition(
        sets: &[BitSet],
        owned: &BitSet,
        blocking: &BitSet,
        point: Option<usize>,
    ) -> f64 {
        sets.iter()
            .filter(|set| point.is_none_or(|point| set.contains(point)) && !set.meets(blocking))
            .map(|set| 0.5f64.powi(set.difference(owned).len() as i32))
            .sum()
    }

    #[test]
    fn weights_are_those_of_the_definition() {
        let fano = geometry::projective(2, 2, 1).unwrap();
        let ttt = lattice::tic_tac_toe(3, 2).unwrap();
        let nested = SetBoard::nested(&fano, &ttt).unwrap();
        let mut random = fastrand::Rng::with_seed(3);
        for board in [&fano, &ttt, &nested] {
            let n = board.point_count();
            let sets = board.first_sets().listed(1_000_000).unwrap();
            assert!(is_exact(board.first_sets()));
            for _ in 0..20 {
                let colours: Vec<u64> = (0..n).map(|_| random.u64(..3)).collect();
                let owned = BitSet::of(n, (0..n).filter(|&p| colours[p] == 0));
                let blocking = BitSet::of(n, (0..n).filter(|&p| colours[p] == 1));
                let found = weights(board.first_sets(), &owned, &blocking, n);
                assert_eq!(found.total, by_definition(&sets, &owned, &blocking, None));
                for point in 0..n {
                    assert_eq!(
                        found.points[point],
                        by_definition(&sets, &owned, &blocking, Some(point))
                    );
                }
            }
        }
    }

    #[test]
    fn the_weights_of_the_paper_after_the_first_hop() {
        // Equation (3.2) and Proposition 3.4.1, recomputed: (q² + 3q + 4) / 2^(q+1) and (q² + 3q + 3) / 2^q.
        let empty = |n: usize| BitSet::empty(n);
        for order in [3, 4, 5] {
            let q = order as f64;
            let plane = geometry::projective(2, order, 1).unwrap();
            let n = plane.point_count();
            let two = BitSet::of(n, [0, 1]);
            let total = weights(plane.first_sets(), &two, &empty(n), n).total;
            assert_eq!(total, (q * q + 3.0 * q + 4.0) / 2f64.powf(q + 1.0));
            let plane = geometry::affine(2, order, 1).unwrap();
            let n = plane.point_count();
            let two = BitSet::of(n, [0, 1]);
            let total = weights(plane.first_sets(), &two, &empty(n), n).total;
            assert_eq!(total, (q * q + 3.0 * q + 3.0) / 2f64.powf(q));
        }
    }
}
