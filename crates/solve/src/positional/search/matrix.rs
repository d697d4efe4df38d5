//! Positions of Fire and Ice up to symmetry: a row for each island, a column for each place.
//!
//! Slides and jumps keep rows and columns. So a symmetry of the outer board, which moves rows, and one of the inner
//! board, which moves columns, together take a position to one of the same value. There are many pairs of them (28,224 on
//! the board of the paper), too many to try for each position. But the pairs that matter are few: some row comes first, one
//! whose content has the fewest symmetries of its own, and columns then move so that this row has its least image.

use super::symmetry::Symmetries;

/// The symmetries of a nested board under slides and jumps.
#[derive(Clone, Debug)]
pub struct Matrix {
    places: usize,
    /// By the island that comes first: the islands in the order in which a symmetry of the outer board puts them.
    orders: Vec<Vec<Vec<u8>>>,
    /// For each symmetry of the inner board, the image of every set of places.
    images: Vec<Vec<u8>>,
    /// For each content of a row, how it may come first.
    contents: Vec<Leading>,
}

/// A row as the first one.
#[derive(Clone, Debug, Default)]
struct Leading {
    /// Rows of the lowest rank come first.
    rank: u32,
    /// The symmetries of the inner board that give it its least image.
    by: Vec<u16>,
}

/// Islands with more places have too many contents to list.
const MOST_PLACES: usize = 8;

/// The two players' sets of places on an island.
type Row = (u8, u8);

impl Matrix {
    /// The symmetries that these of the outer and the inner board make; none if islands are large.
    pub fn new(
        islands: usize,
        outer: &Symmetries,
        places: usize,
        inner: &Symmetries,
    ) -> Option<Self> {
        if places > MOST_PLACES || outer.is_empty() || inner.is_empty() {
            return None;
        }
        let mut orders = vec![Vec::new(); islands];
        for image in outer.images() {
            let mut order = vec![0; islands];
            image.iter().enumerate().for_each(|(island, &to)| order[to as usize] = island as u8);
            orders[order[0] as usize].push(order);
        }
        let moved = |image: &[u8], set: usize| {
            let members = (0..places).filter(|place| set >> place & 1 == 1);
            members.fold(0u8, |all, place| all | 1 << image[place])
        };
        let images: Vec<Vec<u8>> = inner
            .images()
            .map(|image| (0..1 << places).map(|set| moved(image, set)).collect())
            .collect();
        let contents = leading(places, &images);
        Some(Matrix { places, orders, images, contents })
    }

    /// An image of two sets of points, the same one for all sets that symmetries take to each other.
    pub fn canonical(&self, sets: [u128; 2]) -> [u128; 2] {
        let mut rows = [(0, 0); 128];
        let rows = &mut rows[..self.orders.len()];
        for (island, row) in rows.iter_mut().enumerate() {
            let part = |set: u128| (set >> (island * self.places)) as u8 & self.whole();
            *row = (part(sets[0]), part(sets[1]));
        }
        let rank = |island: usize| self.contents[self.content(rows[island])].rank;
        // Not every row may come first where some islands are unlike others.
        let firsts = || (0..rows.len()).filter(|&island| !self.orders[island].is_empty());
        let Some(lowest) = firsts().map(rank).min() else { return sets };
        let mut best: Option<(&[u8], &[u8])> = None;
        for first in firsts().filter(|&island| rank(island) == lowest) {
            for &by in &self.contents[self.content(rows[first])].by {
                let image = &self.images[by as usize];
                for order in &self.orders[first] {
                    if best.is_none_or(|best| self.is_less(rows, (order, image), best)) {
                        best = Some((order, image));
                    }
                }
            }
        }
        let Some((order, image)) = best else { return sets };
        let mut least = [0; 2];
        for (to, &island) in order.iter().enumerate() {
            let (own, other) = moved(rows[island as usize], image);
            least[0] |= u128::from(own) << (to * self.places);
            least[1] |= u128::from(other) << (to * self.places);
        }
        least
    }

    fn whole(&self) -> u8 {
        u8::MAX >> (MOST_PLACES - self.places)
    }

    fn content(&self, (own, other): Row) -> usize {
        own as usize | (other as usize) << self.places
    }

    /// Whether one arrangement of rows and columns comes before another; the first rows are alike.
    #[inline(always)]
    fn is_less(&self, rows: &[Row], a: (&[u8], &[u8]), b: (&[u8], &[u8])) -> bool {
        for row in 1..rows.len() {
            let left = moved(rows[a.0[row] as usize], a.1);
            let right = moved(rows[b.0[row] as usize], b.1);
            if left != right {
                return left < right;
            }
        }
        false
    }
}

#[inline(always)]
fn moved((own, other): Row, image: &[u8]) -> Row {
    (image[own as usize], image[other as usize])
}

/// For each content of a row its rank and the symmetries that give it its least image.
fn leading(places: usize, images: &[Vec<u8>]) -> Vec<Leading> {
    let mut least: Vec<(Row, Vec<u16>)> = Vec::new();
    for other in 0..1 << places {
        for own in 0..1 << places {
            let mut best: (Row, Vec<u16>) = ((u8::MAX, u8::MAX), Vec::new());
            // A point has one stone at most, so the other contents never come up.
            for (by, image) in images.iter().enumerate().filter(|_| own & other == 0) {
                let row = moved((own as u8, other as u8), image);
                if row < best.0 {
                    best = (row, Vec::new());
                }
                if row == best.0 {
                    best.1.push(by as u16);
                }
            }
            least.push(best);
        }
    }
    let mut classes: Vec<(usize, Row)> = least.iter().map(|(row, by)| (by.len(), *row)).collect();
    classes.sort_unstable();
    classes.dedup();
    let rank = |class: (usize, Row)| classes.partition_point(|&other| other < class) as u32;
    least.into_iter().map(|(row, by)| Leading { rank: rank((by.len(), row)), by }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positional::search::points;
    use outplay_rules::board::{Board, BoardName};

    /// Every image of a position has the same form, and the form is an image of it.
    #[test]
    fn forms_are_images_and_images_have_one_form() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut below = |bound: usize| random.usize(..bound);
        for name in ["[pg:2,2 : pg:2,2]", "[sets:1-2,2-3 : pg:2,2]", "[ag:2,2 : sets:1-2,1-3]"] {
            let Board::Sets(board) = name.parse::<BoardName>().unwrap().build().unwrap() else {
                unreachable!()
            };
            let (outer, inner) = board.levels().unwrap();
            let (islands, places) = (outer.point_count(), inner.point_count());
            let (outer, inner) = (Symmetries::of(&outer), Symmetries::of(&inner));
            let matrix = Matrix::new(islands, &outer, places, &inner).unwrap();
            let pairs: Vec<(&[u8], &[u8])> =
                outer.images().flat_map(|a| inner.images().map(move |b| (a, b))).collect();
            let mut forms = std::collections::HashSet::new();
            for _ in 0..300 {
                let mut sets = [0u128; 2];
                for point in 0..islands * places {
                    let kinds = 2 + below(3);
                    let stone = below(kinds);
                    sets.iter_mut().take(stone).skip(stone.saturating_sub(1)).for_each(|set| {
                        *set |= 1 << point;
                    });
                }
                let form = matrix.canonical(sets);
                let move_by = |(a, b): (&[u8], &[u8])| {
                    let moved = |p: usize| a[p / places] as usize * places + b[p % places] as usize;
                    sets.map(|set| points(set).fold(0u128, |s, point| s | 1 << moved(point)))
                };
                assert!(pairs.iter().any(|&pair| move_by(pair) == form), "{name} {sets:?}");
                for _ in 0..20 {
                    let image = move_by(pairs[below(pairs.len())]);
                    assert_eq!(matrix.canonical(image), form, "{name} {sets:?}");
                }
                forms.insert(form);
            }
            assert!(forms.len() > 100, "{name}: {}", forms.len());
        }
    }
}
