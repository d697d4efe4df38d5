//! Polyominoes, each in the upper left corner, lying down, the smallest of its turns and reflections.
//!
//! There are not more rows than columns; so a shape that is higher than wide can be laid down without leaving the grid.
//! The images are made of whole words: a half turn is the word with its bits reversed, a reflection upside down the
//! rows in reverse order, and the reflection left to right is both together.

use super::canonical::CanonicalSet;
use crate::kit::bits::Mask;
use crate::kit::symmetry::BytewiseMap;

/// The cells of a grid of `rows` rows and `columns` columns, numbered in reading order.
#[derive(Clone, Debug)]
pub struct Polyominoes<M> {
    columns: usize,
    /// The row of each cell.
    row: Vec<u16>,
    first_row: M,
    transposed: BytewiseMap<M>,
}

impl<M: Mask> Polyominoes<M> {
    /// Ready to find canonical forms; not more rows than columns.
    pub fn new(rows: usize, columns: usize) -> Self {
        let transposed = |v: usize| {
            let (row, column) = (v / columns, v % columns);
            if column < rows { column * columns + row } else { usize::MAX }
        };
        Polyominoes {
            columns,
            row: (0..rows * columns).map(|v| (v / columns) as u16).collect(),
            first_row: M::full(columns),
            transposed: BytewiseMap::new(&(0..rows * columns).map(transposed).collect::<Vec<_>>()),
        }
    }

    /// A set moved into the corner, and the rows and columns that it spans. It must not be empty.
    #[inline(always)]
    fn cornered(&self, set: M) -> (M, usize, usize) {
        let top = usize::from(self.row[set.first()]);
        let high = usize::from(self.row[set.last()]) - top + 1;
        let set = set.down(top * self.columns);
        let all = (1..high).fold(set, |all, row| all.or(set.down(row * self.columns)));
        let all = all.and(self.first_row);
        let left = all.first();
        (set.down(left), high, all.last() - left + 1)
    }

    /// A half turn of a set in the corner with a box of this size.
    #[inline(always)]
    fn turned(&self, set: M, high: usize, wide: usize) -> M {
        set.reversed().down(M::BITS - (high - 1) * self.columns - wide)
    }

    #[inline(always)]
    fn upside_down(&self, set: M, high: usize) -> M {
        let row = |r: usize| {
            set.down(r * self.columns).and(self.first_row).up((high - 1 - r) * self.columns)
        };
        (1..high).fold(row(0), |image, r| image.or(row(r)))
    }

    /// The canonical form of a set.
    #[inline(always)]
    pub fn placed(&self, set: M) -> CanonicalSet<M> {
        if set.is_empty() {
            return CanonicalSet { set, turns: false };
        }
        let (mut corner, mut high, mut wide) = self.cornered(set);
        if high > wide {
            corner = self.transposed.image(corner);
            (high, wide) = (wide, high);
        }
        let turned = self.turned(corner, high, wide);
        let turns = turned == corner && !self.holds_centre(corner, high, wide);
        let mut least = corner.min(turned).min(self.reflected(corner, high, wide));
        if high == wide {
            let other = self.transposed.image(corner);
            let turned = self.turned(other, high, wide);
            least = least.min(other).min(turned).min(self.reflected(other, high, wide));
        }
        CanonicalSet { set: least, turns }
    }

    /// The smaller of the two reflections, upside down and left to right.
    #[inline(always)]
    fn reflected(&self, corner: M, high: usize, wide: usize) -> M {
        let reflected = self.upside_down(corner, high);
        reflected.min(self.turned(reflected, high, wide))
    }

    /// Whether a set that a half turn takes to itself has a cell that it takes to itself or to its neighbour. The
    /// middle of the box is a corner of four cells, and there is none, or it is the middle of a cell or of the side
    /// between two.
    #[inline(always)]
    fn holds_centre(&self, corner: M, high: usize, wide: usize) -> bool {
        let (row, column) = ((high - 1) / 2, (wide - 1) / 2);
        (high % 2 == 1 || wide % 2 == 1) && corner.contains(row * self.columns + column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where a cell goes within a square whose last row and column have the number that comes third.
    type Turn = fn(usize, usize, usize) -> (usize, usize);

    /// The eight images of a list of cells, each moved into the corner.
    fn images(cells: &[(usize, usize)]) -> Vec<Vec<(usize, usize)>> {
        let most = 64;
        let turns: [Turn; 8] = [
            |r, c, _| (r, c),
            |r, c, m| (m - r, c),
            |r, c, m| (r, m - c),
            |r, c, m| (m - r, m - c),
            |r, c, _| (c, r),
            |r, c, m| (m - c, r),
            |r, c, m| (c, m - r),
            |r, c, m| (m - c, m - r),
        ];
        let image = |turn: &Turn| {
            let moved: Vec<_> = cells.iter().map(|&(r, c)| turn(r, c, most)).collect();
            let top = moved.iter().map(|cell| cell.0).min().unwrap();
            let left = moved.iter().map(|cell| cell.1).min().unwrap();
            let mut cells: Vec<_> = moved.iter().map(|&(r, c)| (r - top, c - left)).collect();
            cells.sort_unstable();
            cells
        };
        turns.iter().map(image).collect()
    }

    fn places_like_lists<M: Mask>(rows: usize, columns: usize) {
        let polyominoes = Polyominoes::<M>::new(rows, columns);
        let mut random = fastrand::Rng::with_seed((rows * 100 + columns) as u64);
        let mut turning = 0;
        for _ in 0..2000 {
            let mut below = |bound: usize| random.usize(..bound);
            let (high, wide, holes) = (1 + below(rows), 1 + below(columns), below(4));
            let (top, left) = (below(rows - high + 1), below(columns - wide + 1));
            let mut cells: Vec<_> =
                (0..high * wide).map(|i| (top + i / wide, left + i % wide)).collect();
            for _ in 0..holes.min(cells.len() - 1) {
                let taken = cells.remove(below(cells.len()));
                let other = (2 * top + high - 1 - taken.0, 2 * left + wide - 1 - taken.1);
                if cells.len() > 1 && below(3) > 0 {
                    cells.retain(|&cell| cell != other);
                }
            }
            if cells.is_empty() {
                continue;
            }
            let set = |cells: &[(usize, usize)]| {
                cells.iter().fold(M::EMPTY, |s, &(r, c)| s.or(M::bit(r * columns + c)))
            };
            let images = images(&cells);
            let (sets, fits): (Vec<M>, Vec<bool>) = images
                .iter()
                .map(|image| {
                    let fits = image.iter().all(|&(r, c)| r < rows && c < columns);
                    (if fits { set(image) } else { M::EMPTY }, fits)
                })
                .unzip();
            let placed = polyominoes.placed(set(&cells));
            // All images that fit the grid have one canonical form, and it is one of them.
            assert!(sets.contains(&placed.set));
            for (image, _) in sets.iter().zip(&fits).filter(|(_, fits)| **fits) {
                assert_eq!(polyominoes.placed(*image), placed);
            }
            // A half turn without contact, cell by cell.
            let (shape, turned) = (&images[0], &images[3]);
            let most = |pick: fn(&(usize, usize)) -> usize| shape.iter().map(pick).max().unwrap();
            let (bottom, right) = (most(|cell| cell.0), most(|cell| cell.1));
            let contact = shape.iter().any(|&(r, c)| {
                let apart = (bottom - r).abs_diff(r) + (right - c).abs_diff(c);
                apart < 2
            });
            assert_eq!(placed.turns, shape == turned && !contact, "{shape:?}");
            turning += usize::from(placed.turns);
        }
        assert!(turning > 10 || rows == 1, "{rows} {columns} {turning}");
    }

    #[test]
    fn shapes_are_placed_as_lists_of_cells_are() {
        for (rows, columns) in [(1, 7), (2, 2), (2, 7), (3, 3), (3, 7), (4, 6), (5, 5), (8, 8)] {
            places_like_lists::<u64>(rows, columns);
        }
        places_like_lists::<u64>(3, 21);
        places_like_lists::<u128>(5, 9);
        places_like_lists::<u128>(8, 16);
        places_like_lists::<crate::kit::bits::Words<4>>(9, 11);
    }
}
