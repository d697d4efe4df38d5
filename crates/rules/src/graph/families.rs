//! The named families of graphs: paths, cycles, grids, podes and so on.
//!
//! Sizes are checked before anything is built, so that `complete:1000000` is refused at once.

use std::collections::HashMap;

use super::{Graph, check_size};
use crate::error::InputError;
use crate::places::Places;

type Built = Result<Graph, InputError>;

/// Enough for every board one could look at; `complete:4096` would be slower to build than to refuse.
const MAX_EDGES: usize = 2_000_000;

fn numbered(n: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Built {
    Graph::new(Places::numbered(n), edges)
}

/// The product of sizes, or an error that names it if it is too large for a graph.
fn product(factors: &[usize]) -> Result<usize, InputError> {
    let n =
        factors.iter().try_fold(1usize, |n, &factor| n.checked_mul(factor)).unwrap_or(usize::MAX);
    check_size(n).map(|()| n)
}

fn check_edges(edges: usize) -> Result<(), InputError> {
    if edges <= MAX_EDGES {
        return Ok(());
    }
    Err(InputError::plain(format!(
        "a graph of {edges} edges is too large: at most {MAX_EDGES} are possible"
    )))
}

/// The path of `n` vertices.
pub fn path(n: usize) -> Built {
    check_size(n).map_err(|error| {
        error.help("heaps may be far larger: for octal games heaps:N is the same as path:N")
    })?;
    // A path is a grid of one row, and is drawn so.
    let places = if n == 0 { Places::numbered(0) } else { Places::grid(1, n) };
    let at = (0..n).map(|v| (0, v as u16)).collect();
    Ok(Graph::new(places, (1..n).map(|i| (i - 1, i)))?.on_squares(at))
}

/// The cycle of `n` vertices: a loop for 1, a double edge for 2 (Definition 2.17 of Leelathanakit's thesis).
pub fn cycle(n: usize) -> Built {
    check_size(n)?;
    if n == 0 {
        return Err(InputError::plain("a cycle needs at least one vertex"));
    }
    numbered(n, (0..n).map(|i| (i, (i + 1) % n)))
}

/// The grid of `rows` by `columns` vertices.
pub fn grid(rows: usize, columns: usize) -> Built {
    product(&[rows, columns])?;
    at_least_one("a grid", &[rows, columns])?;
    let mut edges = Vec::new();
    for r in 0..rows {
        for c in 0..columns {
            let here = r * columns + c;
            if c + 1 < columns {
                edges.push((here, here + 1));
            }
            if r + 1 < rows {
                edges.push((here, here + columns));
            }
        }
    }
    let at = (0..rows * columns).map(|v| ((v / columns) as u16, (v % columns) as u16));
    Ok(Graph::new(Places::grid(rows, columns), edges)?.on_squares(at.collect()))
}

/// Part of a grid: rows of `#` (a cell) and `.` (none), with `/` between them. Cells are numbered row by row, and those side by
/// side are joined.
pub fn cells(rows: &str) -> Built {
    let rows: Vec<&[u8]> = rows.split('/').map(str::as_bytes).collect();
    let places = rows.iter().enumerate().flat_map(|(r, row)| (0..row.len()).map(move |c| (r, c)));
    let cells: Vec<(usize, usize)> = places.filter(|&(r, c)| rows[r][c] == b'#').collect();
    check_size(cells.len())?;
    let at: HashMap<(usize, usize), usize> =
        cells.iter().enumerate().map(|(i, &cell)| (cell, i)).collect();
    let joined = |(i, &(r, c)): (usize, &(usize, usize))| {
        [(r, c + 1), (r + 1, c)].map(|near| at.get(&near).map(|&j| (i, j)))
    };
    let edges: Vec<(usize, usize)> = cells.iter().enumerate().flat_map(joined).flatten().collect();
    let squares = cells.iter().map(|&(r, c)| (r as u16, c as u16)).collect();
    Ok(numbered(cells.len(), edges)?.on_squares(squares))
}

/// Refuses a board without rows or columns.
pub(crate) fn at_least_one(what: &str, sizes: &[usize]) -> Result<(), InputError> {
    if sizes.contains(&0) {
        return Err(InputError::plain(format!("{what} needs at least one row and one column")));
    }
    Ok(())
}

/// Every two of `n` vertices joined.
pub fn complete(n: usize) -> Built {
    check_size(n)?;
    check_edges(n * n.saturating_sub(1) / 2)?;
    numbered(n, (0..n).flat_map(|v| (0..v).map(move |u| (u, v))))
}

/// Two sides of `a` and `b` vertices, every vertex of one joined to every vertex of the other.
pub fn bipartite(a: usize, b: usize) -> Built {
    check_size(a.saturating_add(b))?;
    check_edges(a * b)?;
    numbered(a + b, (0..a).flat_map(|u| (a..a + b).map(move |v| (u, v))))
}

/// Two paths of `n` vertices with a rung between each two of the same place: the grid of two rows.
pub fn ladder(n: usize) -> Built {
    grid(2, n)
}

/// Sides of the given sizes, every two vertices of different sides joined.
pub fn multipartite(sides: &[usize]) -> Built {
    let n = sides.iter().fold(0usize, |n, &size| n.saturating_add(size));
    check_size(n)?;
    check_edges(n * n.saturating_sub(1) / 2)?;
    let side: Vec<usize> = sides
        .iter()
        .enumerate()
        .flat_map(|(side, &size)| std::iter::repeat_n(side, size))
        .collect();
    numbered(
        n,
        (0..n).flat_map(|v| (0..v).map(move |u| (u, v))).filter(|&(u, v)| side[u] != side[v]),
    )
}

/// A path whose vertices carry the given numbers of leaves. The path comes first, then the leaves in order.
pub fn caterpillar(leaves: &[usize]) -> Built {
    let n = leaves.iter().fold(leaves.len(), |n, &count| n.saturating_add(count));
    check_size(n)?;
    let spine = (1..leaves.len()).map(|i| (i - 1, i));
    let hung = leaves.iter().enumerate().flat_map(|(at, &count)| std::iter::repeat_n(at, count));
    numbered(n, spine.chain(hung.zip(leaves.len()..)))
}

/// A centre (vertex 1) with `leaves` leaves.
pub fn star(leaves: usize) -> Built {
    check_size(leaves.saturating_add(1))?;
    numbered(leaves + 1, (1..=leaves).map(|leaf| (0, leaf)))
}

/// A hub (vertex 1) joined to every vertex of a cycle of `rim` vertices.
pub fn wheel(rim: usize) -> Built {
    check_size(rim.saturating_add(1))?;
    if rim < 3 {
        return Err(InputError::plain(format!("a wheel needs at least 3 rim vertices, not {rim}")));
    }
    numbered(rim + 1, (1..=rim).flat_map(|i| [(0, i), (i, i % rim + 1)]))
}

/// The 0-1 words of length `dimension`, joined if they differ in one letter.
pub fn hypercube(dimension: usize) -> Built {
    let n = 1usize.checked_shl(dimension.min(64) as u32).unwrap_or(usize::MAX);
    check_size(n)?;
    numbered(
        n,
        (0..n)
            .flat_map(|v| (0..dimension).map(move |bit| (v, v ^ 1 << bit)).filter(|&(u, v)| u < v)),
    )
}

/// The Petersen graph: an outer pentagon 1-5, an inner pentagram 6-10.
pub fn petersen() -> Built {
    numbered(10, (0..5).flat_map(|i| [(i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5)]))
}

/// Dailly's k-pode (Definition 45): a centre (vertex 1) with chains of the given lengths.
pub fn pode(chains: &[usize]) -> Built {
    let n =
        chains.iter().try_fold(1usize, |n, &length| n.checked_add(length)).unwrap_or(usize::MAX);
    check_size(n)?;
    let mut edges = Vec::new();
    let mut next = 1;
    append_chains(0, chains, &mut next, &mut edges);
    numbered(n, edges)
}

/// Dailly's bipode (Definition 54): two podes whose centres are joined by a chain of `between` edges. With no edge
/// between them the centres are one vertex, as in the proof of Lemma 59.
pub fn bipode(left: &[usize], right: &[usize], between: usize) -> Built {
    if between == 0 {
        return pode(&[left, right].concat());
    }
    let lengths = left.iter().chain(right).chain([&between]);
    let n = lengths.fold(1usize, |n, &length| n.saturating_add(length));
    check_size(n)?;
    let mut edges = Vec::new();
    let mut next = 1;
    append_chains(0, left, &mut next, &mut edges);
    append_chains(0, &[between], &mut next, &mut edges);
    append_chains(next - 1, right, &mut next, &mut edges);
    numbered(n, edges)
}

/// A graph with a path of `length` new vertices, the first of them joined to a vertex; the new ones are numbered on.
pub fn attached(graph: &Graph, vertex: usize, length: usize) -> Built {
    let n = graph.vertex_count();
    check_size(n.saturating_add(length))?;
    let ends = std::iter::once(vertex).chain(n..n + length);
    let path = ends.zip(n..n + length);
    numbered(n + length, graph.edge_pairs().chain(path).collect::<Vec<_>>())
}

fn append_chains(
    centre: usize,
    chains: &[usize],
    next: &mut usize,
    edges: &mut Vec<(usize, usize)>,
) {
    for &length in chains {
        let mut end = centre;
        for _ in 0..length {
            edges.push((end, *next));
            end = *next;
            *next += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Vertices, edges, and the degrees in ascending order, all countable by hand.
    fn shape(graph: Built) -> (usize, usize, Vec<usize>) {
        let graph = graph.unwrap();
        let n = graph.vertex_count();
        let mut degrees = vec![0; n];
        for (u, v) in graph.edge_pairs() {
            degrees[u] += 1;
            degrees[v] += 1;
        }
        degrees.sort_unstable();
        (n, graph.edge_count(), degrees)
    }

    #[test]
    fn shapes() {
        assert_eq!(shape(path(0)), (0, 0, vec![]));
        assert_eq!(shape(path(4)), (4, 3, vec![1, 1, 2, 2]));
        assert_eq!(shape(cycle(1)), (1, 1, vec![2]));
        assert_eq!(shape(cycle(2)), (2, 2, vec![2, 2]));
        assert_eq!(shape(cycle(5)), (5, 5, vec![2; 5]));
        assert_eq!(shape(grid(2, 3)), (6, 7, vec![2, 2, 2, 2, 3, 3]));
        assert_eq!(shape(cells("##./.##")), (4, 3, vec![1, 1, 2, 2]));
        assert_eq!(shape(cells("#.#/.#.")), (3, 0, vec![0; 3]));
        assert_eq!(cells("###/###").unwrap().edges(), grid(2, 3).unwrap().edges());
        assert_eq!(shape(complete(5)), (5, 10, vec![4; 5]));
        assert_eq!(shape(bipartite(2, 3)), (5, 6, vec![2, 2, 2, 3, 3]));
        assert_eq!(shape(star(4)), (5, 4, vec![1, 1, 1, 1, 4]));
        assert_eq!(shape(ladder(3)), (6, 7, vec![2, 2, 2, 2, 3, 3]));
        assert_eq!(shape(multipartite(&[2, 3])), shape(bipartite(2, 3)));
        assert_eq!(shape(multipartite(&[1, 1, 1, 1])), shape(complete(4)));
        assert_eq!(shape(multipartite(&[2, 2, 2])), (6, 12, vec![4; 6]));
        assert_eq!(shape(caterpillar(&[2, 0, 1])), (6, 5, vec![1, 1, 1, 2, 2, 3]));
        assert_eq!(shape(caterpillar(&[3])), shape(star(3)));
        assert_eq!(shape(wheel(3)), shape(complete(4)));
        assert_eq!(shape(wheel(5)), (6, 10, vec![3, 3, 3, 3, 3, 5]));
        assert_eq!(shape(hypercube(3)), (8, 12, vec![3; 8]));
        assert_eq!(shape(hypercube(0)), (1, 0, vec![0]));
        assert_eq!(shape(petersen()), (10, 15, vec![3; 10]));
        assert_eq!(shape(pode(&[0])), (1, 0, vec![0]));
        assert_eq!(shape(pode(&[1, 1, 2, 4])), (9, 8, vec![1, 1, 1, 1, 2, 2, 2, 2, 4]));
        assert_eq!(shape(bipode(&[1, 1, 2], &[1, 1, 2], 3)).0, 12);
        assert_eq!(shape(bipode(&[1, 1], &[1, 1], 1)), (6, 5, vec![1, 1, 1, 1, 3, 3]));
        assert_eq!(shape(bipode(&[1, 1], &[1, 1], 0)), shape(star(4)));
    }

    #[test]
    fn a_path_hangs_on_the_vertex() {
        let graph = attached(&cycle(3).unwrap(), 1, 2).unwrap();
        let edges: Vec<_> = graph.edge_pairs().collect();
        assert_eq!(edges, [(0, 1), (0, 2), (1, 2), (1, 3), (3, 4)]);
        assert_eq!(attached(&path(3).unwrap(), 2, 0).unwrap().edge_count(), 2);
        let longer = attached(&path(3).unwrap(), 2, 4).unwrap();
        assert_eq!(longer.edges(), path(7).unwrap().edges());
        assert!(attached(&path(3).unwrap(), 2, usize::MAX).is_err());
    }

    #[test]
    fn hopeless_sizes_are_refused_at_once() {
        assert!(path(10_000).is_err());
        assert!(grid(usize::MAX, 3).is_err());
        assert!(grid(0, 3).is_err());
        assert!(complete(1 << 40).is_err());
        assert!(complete(4000).is_err());
        assert!(hypercube(200).is_err());
        assert!(bipode(&[usize::MAX], &[5], 2).is_err());
        assert!(bipartite(usize::MAX, 5).is_err());
        assert!(star(usize::MAX).is_err());
        assert!(multipartite(&[usize::MAX, 7]).is_err() && caterpillar(&[usize::MAX]).is_err());
        assert!(wheel(2).is_err() && cycle(0).is_err());
    }
}
