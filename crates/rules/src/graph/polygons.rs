//! Arrays of polygons as multigraphs: one vertex for each polygon, one edge for each shared side, one loop for each
//! other side (Leelathanakit's thesis before Definition 3.6).

use super::families::at_least_one;
use super::{Graph, MAX_COPIES, check_size};
use crate::error::InputError;
use crate::places::Places;

/// An array of `rows` by `columns` polygons of `sides` sides, each sharing a side with its up to four neighbours.
pub fn polygons(sides: usize, rows: usize, columns: usize) -> Result<Graph, InputError> {
    if !(4..=MAX_COPIES).contains(&sides) {
        let message = format!("a polygon has 4 to {MAX_COPIES} sides here, not {sides}");
        return Err(
            InputError::plain(message).help("each polygon may share a side with four neighbours")
        );
    }
    array("a board of polygons", sides, rows, columns, |r, c| {
        vec![(r.wrapping_sub(1), c), (r + 1, c), (r, c.wrapping_sub(1)), (r, c + 1)]
    })
}

/// A honeycomb of `rows` rows of `columns` hexagons, every other row (the second, fourth, …) shifted right by half.
pub fn hexagons(rows: usize, columns: usize) -> Result<Graph, InputError> {
    array("a honeycomb", 6, rows, columns, |r, c| {
        // In a shifted row the neighbours above and below are in columns c and c + 1, else in c - 1 and c.
        let (left, right) = if r % 2 == 1 { (c, c + 1) } else { (c.wrapping_sub(1), c) };
        let (above, below) = (r.wrapping_sub(1), r + 1);
        vec![
            (r, c.wrapping_sub(1)),
            (r, c + 1),
            (above, left),
            (above, right),
            (below, left),
            (below, right),
        ]
    })
}

/// `neighbours` may name cells off the board: those sides are loops.
fn array(
    what: &str,
    sides: usize,
    rows: usize,
    columns: usize,
    neighbours: impl Fn(usize, usize) -> Vec<(usize, usize)>,
) -> Result<Graph, InputError> {
    check_size(rows.saturating_mul(columns))?;
    at_least_one(what, &[rows, columns])?;
    let mut edges = Vec::new();
    for r in 0..rows {
        for c in 0..columns {
            let here = r * columns + c;
            let inside = neighbours(r, c).into_iter().filter(|&(r, c)| r < rows && c < columns);
            let shared: Vec<usize> = inside.map(|(r, c)| r * columns + c).collect();
            edges.extend(shared.iter().filter(|&&other| other > here).map(|&other| (here, other)));
            edges.extend(std::iter::repeat_n((here, here), sides - shared.len()));
        }
    }
    Graph::new(Places::grid(rows, columns), edges)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loops(graph: &Graph) -> Vec<usize> {
        let count = |v| graph.edge_index(v, v).map_or(0, |i| graph.edges()[i].copies as usize);
        (0..graph.vertex_count()).map(count).collect()
    }

    #[test]
    fn octagons_have_the_thesis_counts() {
        // Theorem 3.22: 6mn + m + n edges, counted anew here for a handful of sizes.
        for (m, n) in [(1, 1), (1, 3), (2, 2), (3, 3), (2, 5)] {
            assert_eq!(
                polygons(8, m, n).unwrap().edge_count(),
                8 * m * n - (m * (n - 1) + n * (m - 1))
            );
        }
        assert_eq!(loops(&polygons(8, 3, 3).unwrap()), [6, 5, 6, 5, 4, 5, 6, 5, 6]);
        assert_eq!(loops(&polygons(4, 2, 2).unwrap()), [2, 2, 2, 2]);
        assert_eq!(loops(&polygons(4, 3, 3).unwrap())[4], 0);
    }

    #[test]
    fn honeycomb_neighbours() {
        let comb = hexagons(3, 3).unwrap();
        // The middle cell of the shifted row touches two above, two below, one on each side.
        assert_eq!(comb.neighbours(4).iter().collect::<Vec<_>>(), [1, 2, 3, 5, 7, 8]);
        assert_eq!(loops(&comb), [4, 2, 3, 1, 0, 3, 4, 2, 3]);
        assert_eq!(loops(&hexagons(1, 1).unwrap()), [6]);
        assert_eq!(loops(&hexagons(2, 1).unwrap()), [5, 5]);
    }

    #[test]
    fn wrong_sizes() {
        assert!(polygons(3, 2, 2).is_err());
        assert!(polygons(256, 2, 2).is_err());
        assert!(polygons(8, 0, 2).is_err());
        assert!(hexagons(100, 100).is_err());
    }
}
