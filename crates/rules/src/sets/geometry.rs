//! Affine and projective geometries over finite fields, the flats of one dimension as winning sets (Riegel's
//! dissertation 1.3).
//!
//! Points are numbered in reading order of their coordinates; for AG(2,3) these are the rows and columns of a
//! tic-tac-toe board. A point of PG(d,q) is a vector of d + 1 coordinates up to a factor, written so that its first
//! non-zero coordinate is 1.

use std::collections::BTreeSet;

use super::{SetBoard, check_points};
use crate::error::InputError;
use crate::field::FiniteField;
use crate::places::Places;

/// The points of a geometry and how two flats span a larger one.
struct Geometry {
    field: FiniteField,
    projective: bool,
    points: Vec<Vec<usize>>,
}

type Flat = BTreeSet<usize>;

/// AG(dimension, order) with the flats of dimension `flats` (1: lines, 2: planes) as winning sets.
pub fn affine(dimension: usize, order: usize, flats: usize) -> Result<SetBoard, InputError> {
    let field = FiniteField::new(order)?;
    check_dimensions(dimension, flats)?;
    let count = checked_power(order, dimension);
    check_points(count)?;
    check_flats(
        gaussian(dimension, flats, order) * checked_power(order, dimension - flats) as f64,
    )?;
    let points = (0..count).map(|index| coordinates(index, order, dimension)).collect();
    let places = if dimension == 2 { Places::grid(order, order) } else { Places::numbered(count) };
    Geometry { field, projective: false, points }.board(places, flats)
}

/// PG(dimension, order) with the flats of dimension `flats` (1: lines, 2: planes) as winning sets.
pub fn projective(dimension: usize, order: usize, flats: usize) -> Result<SetBoard, InputError> {
    let field = FiniteField::new(order)?;
    check_dimensions(dimension, flats)?;
    check_points(checked_power(order, dimension))?;
    // A leading 1 with `free` coordinates after it; fewer come first in reading order.
    let points: Vec<Vec<usize>> = (0..=dimension)
        .flat_map(|free| {
            let leading = [vec![0; dimension - free], vec![1]].concat();
            let tails =
                (0..order.pow(free as u32)).map(move |index| coordinates(index, order, free));
            tails.map(move |tail| [leading.clone(), tail].concat())
        })
        .collect();
    check_points(points.len())?;
    check_flats(gaussian(dimension + 1, flats + 1, order))?;
    let places = Places::numbered(points.len());
    Geometry { field, projective: true, points }.board(places, flats)
}

fn checked_power(order: usize, dimension: usize) -> usize {
    u32::try_from(dimension).ok().and_then(|d| order.checked_pow(d)).unwrap_or(usize::MAX)
}

fn check_dimensions(dimension: usize, flats: usize) -> Result<(), InputError> {
    if dimension == 0 {
        return Err(InputError::plain("a geometry needs at least one dimension"));
    }
    if flats > dimension {
        let message = format!("there are no planes in dimension {dimension}");
        return Err(
            InputError::plain(message).help("planes need a geometry of dimension 2 or more")
        );
    }
    Ok(())
}

/// The number of subspaces of dimension `k` of a space of dimension `n` over the field of `q` elements.
fn gaussian(n: usize, k: usize, q: usize) -> f64 {
    let q = q as f64;
    (0..k).map(|i| (q.powi((n - i) as i32) - 1.0) / (q.powi((i + 1) as i32) - 1.0)).product()
}

fn check_flats(count: f64) -> Result<(), InputError> {
    const MAX_FLATS: f64 = 20_000.0;
    if count <= MAX_FLATS {
        return Ok(());
    }
    Err(InputError::plain(format!(
        "a geometry with {count:.0} winning sets is too large: at most {MAX_FLATS}"
    )))
}

/// The digits of `index` in base `order`, the most significant first.
fn coordinates(index: usize, order: usize, dimension: usize) -> Vec<usize> {
    (0..dimension as u32).rev().map(|place| index / order.pow(place) % order).collect()
}

impl Geometry {
    /// Flats grow by a dimension at a time: every flat with every point outside it spans one of the next dimension.
    fn board(&self, places: Places, dimension: usize) -> Result<SetBoard, InputError> {
        let mut flats: BTreeSet<Flat> =
            (0..self.points.len()).map(|point| Flat::from([point])).collect();
        for _ in 0..dimension {
            let mut next = BTreeSet::new();
            for flat in &flats {
                let mut covered = flat.clone();
                for point in 0..self.points.len() {
                    if !covered.contains(&point) {
                        let larger = self.span(flat, point);
                        covered.extend(&larger);
                        next.insert(larger);
                    }
                }
            }
            flats = next;
        }
        SetBoard::new(places, flats.into_iter().map(|flat| flat.into_iter().collect()))
    }

    /// The smallest flat that holds `flat` and `point`.
    fn span(&self, flat: &Flat, point: usize) -> Flat {
        let base = flat.first().map_or(point, |&base| base);
        // Affine: a + t (p - b) for a fixed b of the flat. Projective: a + t p up to a factor, and p itself.
        let direction: Vec<usize> = if self.projective {
            self.points[point].clone()
        } else {
            let coordinates = self.points[point].iter().zip(&self.points[base]);
            coordinates.map(|(&p, &b)| self.field.add(p, self.field.neg(b))).collect()
        };
        let mut larger: Flat = flat.iter().flat_map(|&a| self.line(a, &direction)).collect();
        larger.insert(point);
        larger
    }

    fn line(&self, from: usize, direction: &[usize]) -> Vec<usize> {
        let along = |t: usize| -> usize {
            let sum = self.points[from].iter().zip(direction);
            self.index(sum.map(|(&a, &d)| self.field.add(a, self.field.mul(t, d))).collect())
        };
        (0..self.field.order()).map(along).collect()
    }

    fn index(&self, mut vector: Vec<usize>) -> usize {
        if self.projective {
            let leading = vector.iter().copied().find(|&c| c != 0).unwrap_or(1);
            let factor = self.field.inverse(leading);
            vector.iter_mut().for_each(|c| *c = self.field.mul(*c, factor));
        }
        self.points.binary_search(&vector).expect("a combination of points is a point")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Points, sets, points a set, sets a point, and that two points lie on exactly one common set.
    fn check_plane(board: &SetBoard, points: usize, lines: usize, on_line: usize, through: usize) {
        let sets = board.first_sets().listed(100_000).unwrap();
        assert_eq!((board.point_count(), sets.len()), (points, lines));
        assert!(sets.iter().all(|set| set.len() == on_line));
        for p in 0..points {
            assert_eq!(sets.iter().filter(|set| set.contains(p)).count(), through);
            for q in 0..p {
                assert_eq!(sets.iter().filter(|set| set.contains(p) && set.contains(q)).count(), 1);
            }
        }
    }

    #[test]
    fn planes_satisfy_their_axioms() {
        for q in [2, 3, 4, 5, 7, 8, 9] {
            check_plane(&affine(2, q, 1).unwrap(), q * q, q * q + q, q, q + 1);
            check_plane(&projective(2, q, 1).unwrap(), q * q + q + 1, q * q + q + 1, q + 1, q + 1);
        }
    }

    #[test]
    fn higher_dimensions() {
        check_plane(&affine(3, 3, 1).unwrap(), 27, 117, 3, 13);
        check_plane(&projective(3, 2, 1).unwrap(), 15, 35, 3, 7);
        // Planes of PG(3,2): 15 of 7 points, any two meet in a line of 3. Planes of AG(3,2): 14 of 4 points.
        let planes = projective(3, 2, 2).unwrap().first_sets().listed(100).unwrap();
        assert_eq!(planes.len(), 15);
        assert!(
            planes
                .iter()
                .all(|a| a.len() == 7
                    && planes.iter().all(|b| a == b || a.intersection(b).len() == 3))
        );
        let planes = affine(3, 2, 2).unwrap().first_sets().listed(100).unwrap();
        assert_eq!((planes.len(), planes[0].len()), (14, 4));
    }

    #[test]
    fn small_dimensions() {
        assert_eq!(affine(1, 5, 1).unwrap().first_sets().count(), 1);
        assert_eq!(projective(1, 4, 1).unwrap().point_count(), 5);
        assert!(affine(0, 3, 1).is_err());
        assert!(affine(1, 3, 2).is_err());
        assert!(affine(2, 6, 1).is_err());
        assert!(affine(2, 101, 1).is_err());
        assert!(affine(5, 4, 2).is_err());
        assert!(projective(usize::MAX, 3, 1).is_err());
    }

    #[test]
    fn flats_are_counted_before_they_are_built() {
        for (d, q, flats) in [(2, 3, 1), (3, 2, 1), (3, 2, 2), (4, 2, 2), (3, 3, 2)] {
            let built = projective(d, q, flats).unwrap().first_sets().count();
            assert_eq!(built as f64, gaussian(d + 1, flats + 1, q).round());
        }
    }

    #[test]
    fn ag_2_3_extends_tic_tac_toe() {
        let lines = affine(2, 3, 1).unwrap().first_sets().listed(20).unwrap();
        let ttt =
            super::super::lattice::tic_tac_toe(3, 2).unwrap().first_sets().listed(20).unwrap();
        assert_eq!(lines.len(), 12);
        assert!(ttt.iter().all(|line| lines.contains(line)));
    }
}
