//! Sets of cells of a grid, up to translations and the symmetries of the grid's rectangle: the theory `grid-key`.
//!
//! Cells are numbered by rows from 0, and a set is the number whose bits are its cells. The key of a set is the least number among its
//! images: the set itself, turned upside down, its rows reversed, and both; on a square grid these four transposed as well.
//! Each image is then moved up and to the left as far as it goes. What is induced by a set is the same
//! graph as what is induced by its image, so games that see nothing else are worth the same on both.

use outplay_rules::graph::Graph;

/// The grid of this many rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridKey {
    rows: usize,
    columns: usize,
}

impl GridKey {
    /// The grid that a graph is, if it is one of at most 64 cells numbered by rows, each edge once and no loops.
    pub fn of(graph: &Graph) -> Option<Self> {
        let cells = graph.vertex_count();
        let rows = (1..=cells).filter(|rows| cells.is_multiple_of(*rows) && cells <= 64);
        let grids = rows.map(|rows| GridKey { rows, columns: cells / rows });
        grids.into_iter().find(|grid| grid.is(graph))
    }

    fn is(self, graph: &Graph) -> bool {
        let cells = self.rows * self.columns;
        let right = (0..cells).filter(|cell| (cell + 1) % self.columns != 0);
        let down = (0..cells).filter(|cell| cell + self.columns < cells);
        let mut expected: Vec<(usize, usize)> = right
            .map(|cell| (cell, cell + 1))
            .chain(down.map(|cell| (cell, cell + self.columns)))
            .collect();
        expected.sort_unstable();
        // A grid of one column has both kinds of neighbours in one place.
        expected.dedup();
        let single = graph.edges().iter().all(|edge| edge.copies == 1);
        let mut edges: Vec<(usize, usize)> =
            graph.edges().iter().map(|edge| (edge.u as usize, edge.v as usize)).collect();
        edges.sort_unstable();
        single && edges == expected
    }

    /// Where a half turn of the smallest box around a set takes its cells, ascending; none of a set that it does not keep, or of
    /// none.
    pub fn half_turn(self, set: u64) -> Option<Vec<usize>> {
        let place = |cell: usize| (cell / self.columns, cell % self.columns);
        let top = bits(set).map(|cell| place(cell).0).min()?;
        let left = bits(set).map(|cell| place(cell).1).min()?;
        let bottom = bits(set).map(|cell| place(cell).0).max()?;
        let right = bits(set).map(|cell| place(cell).1).max()?;
        let image = |cell: usize| {
            let (row, column) = place(cell);
            (top + bottom - row) * self.columns + left + right - column
        };
        bits(set).map(|cell| Some(image(cell)).filter(|to| set >> to & 1 == 1)).collect()
    }

    /// The cells line by line, along the shorter side.
    pub fn by_short_lines(self) -> Vec<usize> {
        let GridKey { rows, columns } = self;
        match rows <= columns {
            true => (0..columns).flat_map(|c| (0..rows).map(move |r| r * columns + c)).collect(),
            false => (0..rows * columns).collect(),
        }
    }

    /// The image of each cell if every line along the shorter side is reversed.
    pub fn short_lines_reversed(self) -> Vec<u16> {
        let GridKey { rows, columns } = self;
        let image = |cell: usize| match (cell / columns, cell % columns) {
            (row, column) if rows <= columns => (rows - 1 - row) * columns + column,
            (row, column) => row * columns + columns - 1 - column,
        };
        (0..rows * columns).map(|cell| image(cell) as u16).collect()
    }

    /// The key of a set of cells.
    pub fn key(self, set: u64) -> u64 {
        if set == 0 {
            return 0;
        }
        let key = self.least_flip(set);
        if self.rows == self.columns { key.min(self.least_flip(self.transposed(set))) } else { key }
    }

    /// The least of a set and its three reflections, each moved to the corner.
    fn least_flip(self, set: u64) -> u64 {
        let width = u64::MAX >> (64 - self.columns);
        let mut rows = [0u64; 64];
        let (mut height, mut first, mut joined) = (0, None, 0);
        for row in 0..self.rows {
            let cells = set >> (row * self.columns) & width;
            if cells != 0 {
                let first = *first.get_or_insert(row);
                height = row - first + 1;
                joined |= cells;
                rows[row - first] = cells;
            }
        }
        let left = joined.trailing_zeros();
        let span = 64 - joined.leading_zeros() - left;
        let joined = |row: &dyn Fn(usize) -> u64| {
            (0..height).fold(0, |set, at| set | row(at) << (at * self.columns))
        };
        let plain = |at: usize| rows[at] >> left;
        let reversed = |at: usize| plain(at).reverse_bits() >> (64 - span);
        let upright = joined(&plain).min(joined(&reversed));
        let upside_down = |at: usize| plain(height - 1 - at);
        let turned = |at: usize| reversed(height - 1 - at);
        upright.min(joined(&upside_down)).min(joined(&turned))
    }

    /// The set with rows and columns exchanged, on a square.
    fn transposed(self, set: u64) -> u64 {
        let mut image = 0;
        for cell in bits(set) {
            image |= 1 << (cell % self.columns * self.columns + cell / self.columns);
        }
        image
    }
}

/// The members of a set, ascending.
pub fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let member = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(member)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay_rules::graph::families;

    /// The least image by the definition: every reflection, every place of the rectangle.
    fn plainly(rows: i32, columns: i32, set: u64) -> u64 {
        let cells: Vec<(i32, i32)> =
            bits(set).map(|cell| (cell as i32 / columns, cell as i32 % columns)).collect();
        let mut least = u64::MAX;
        for turn in 0..if rows == columns { 8 } else { 4 } {
            let image = cells.iter().map(|&(r, c)| {
                let (r, c) = if turn & 1 != 0 { (-r, c) } else { (r, c) };
                let (r, c) = if turn & 2 != 0 { (r, -c) } else { (r, c) };
                if turn & 4 != 0 { (c, r) } else { (r, c) }
            });
            let image: Vec<(i32, i32)> = image.collect();
            let top = image.iter().map(|cell| cell.0).min().unwrap();
            let left = image.iter().map(|cell| cell.1).min().unwrap();
            let number =
                image.iter().fold(0, |set, (r, c)| set | 1 << ((r - top) * columns + c - left));
            least = least.min(number);
        }
        least
    }

    #[test]
    fn keys_are_least_images() {
        for (rows, columns) in [(1, 6), (2, 5), (3, 3), (3, 4), (4, 3), (5, 1)] {
            let graph = families::grid(rows, columns).unwrap();
            let grid = GridKey::of(&graph).unwrap();
            for set in 1..1u64 << (rows * columns) {
                let key = grid.key(set);
                assert_eq!(
                    key,
                    plainly(rows as i32, columns as i32, set),
                    "{rows}x{columns} {set:b}"
                );
                assert_eq!(grid.key(key), key);
            }
        }
        assert_eq!(GridKey::of(&families::cycle(5).unwrap()), None);
        assert_eq!(GridKey::of(&families::cycle(6).unwrap()), None);
        assert!(GridKey::of(&families::grid(2, 32).unwrap()).is_some());
        assert_eq!(GridKey::of(&families::grid(5, 13).unwrap()), None);
        let full = GridKey::of(&families::grid(1, 64).unwrap()).unwrap();
        assert_eq!(full.key(u64::MAX), u64::MAX);
    }
}
