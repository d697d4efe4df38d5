//! Winning sets that connect: the chordless paths from one side of a graph to another, and the paths between two
//! vertices as sets of edges. Every connecting set contains one of these, so a game needs no others.

use super::SetBoard;
use crate::bits::BitSet;
use crate::error::InputError;
use crate::graph::Graph;
use crate::places::Places;

/// More paths than this are not listed.
const MOST_PATHS: usize = 100_000;

/// The search for paths ends after this many looks at an edge: most ways may lead nowhere.
const MOST_LOOKS: u64 = 1 << 28;

/// An m x n board of Hex: cells in reading order, each next to the cells right, left, above, below, above right and below
/// left. A winning set joins the left column to the right one.
pub fn hex(rows: usize, columns: usize) -> Result<SetBoard, InputError> {
    if rows == 0 || columns == 0 {
        return Err(InputError::plain("a board of Hex needs a row and a column"));
    }
    let cells = rows.saturating_mul(columns);
    super::check_points(cells)?;
    let cell = |r: usize, c: usize| r * columns + c;
    let mut edges = Vec::new();
    for (r, c) in (0..cells).map(|index| (index / columns, index % columns)) {
        let right = (c + 1 < columns).then(|| cell(r, c + 1));
        let below = (r + 1 < rows).then(|| cell(r + 1, c));
        let below_left = (r + 1 < rows && c > 0).then(|| cell(r + 1, c.wrapping_sub(1)));
        edges.extend([right, below, below_left].into_iter().flatten().map(|to| (cell(r, c), to)));
    }
    let graph = Graph::new(Places::grid(rows, columns), edges)?;
    let column = |c: usize| BitSet::of(cells, (0..rows).map(|r| cell(r, c)));
    let paths = chordless(&graph, &column(0), &column(columns - 1))?;
    SetBoard::new(Places::grid(rows, columns), paths)
}

/// The edges of a multigraph as points, each copy one; a winning set is a path between two vertices.
pub fn edge_paths(graph: &Graph, from: usize, to: usize) -> Result<SetBoard, InputError> {
    let mut copies: Vec<(usize, usize, String)> = Vec::new();
    for edge in graph.edges() {
        let [u, v] = edge.ends();
        let name = |vertex: usize| graph.places().name(vertex);
        for copy in 1..=edge.copies {
            let number = if copy > 1 { format!("#{copy}") } else { String::new() };
            copies.push((u, v, format!("{}-{}{number}", name(u), name(v))));
        }
    }
    super::check_points(copies.len())?;
    let mut paths = Vec::new();
    let mut search = EdgePaths { copies: &copies, to, paths: &mut paths, looks: 0 };
    search.extend(from, &mut vec![from], &mut Vec::new())?;
    let names = copies.iter().map(|(_, _, name)| name.clone()).collect();
    SetBoard::new(Places::labelled(names), paths)
}

struct EdgePaths<'a> {
    copies: &'a [(usize, usize, String)],
    to: usize,
    paths: &'a mut Vec<Vec<usize>>,
    /// Edges that were looked at so far.
    looks: u64,
}

impl EdgePaths<'_> {
    /// Adds every path that goes on from a vertex without coming back to one.
    fn extend(
        &mut self,
        at: usize,
        visited: &mut Vec<usize>,
        path: &mut Vec<usize>,
    ) -> Result<(), InputError> {
        if at == self.to {
            self.paths.push(path.clone());
            return few(self.paths.len());
        }
        self.looks += self.copies.len() as u64;
        if self.looks > MOST_LOOKS {
            return Err(too_many("too many ways have to be tried to list the paths that connect"));
        }
        for (index, (u, v, _)) in self.copies.iter().enumerate() {
            let next = if *u == at { *v } else { *u };
            if (*u == at || *v == at) && !visited.contains(&next) {
                visited.push(next);
                path.push(index);
                self.extend(next, visited, path)?;
                path.pop();
                visited.pop();
            }
        }
        Ok(())
    }
}

fn few(paths: usize) -> Result<(), InputError> {
    match paths {
        ..=MOST_PATHS => Ok(()),
        _ => Err(too_many(&format!("more than {MOST_PATHS} paths connect here"))),
    }
}

fn too_many(message: &str) -> InputError {
    InputError::plain(message).help("take a smaller board")
}

/// The paths without a chord that touch each side once.
fn chordless(graph: &Graph, from: &BitSet, to: &BitSet) -> Result<Vec<Vec<usize>>, InputError> {
    let mut paths = Vec::new();
    for start in from.iter() {
        grow(graph, (from, to), &mut vec![start], &mut paths)?;
    }
    Ok(paths)
}

fn grow(
    graph: &Graph,
    (from, to): (&BitSet, &BitSet),
    path: &mut Vec<usize>,
    paths: &mut Vec<Vec<usize>>,
) -> Result<(), InputError> {
    let Some((&last, before)) = path.split_last() else { return Ok(()) };
    if to.contains(last) {
        paths.push(path.clone());
        return few(paths.len());
    }
    let before = before.to_vec();
    for next in graph.neighbours(last).iter() {
        let chord =
            before.iter().any(|&vertex| vertex == next || graph.neighbours(vertex).contains(next));
        if next != last && !chord && !from.contains(next) {
            path.push(next);
            grow(graph, (from, to), path, paths)?;
            path.pop();
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::families;

    /// Whether a set of vertices joins one side to the other, by flooding.
    fn joins(graph: &Graph, set: &BitSet, from: &BitSet, to: &BitSet) -> bool {
        graph.components(set).iter().any(|part| part.meets(from) && part.meets(to))
    }

    #[test]
    fn a_set_of_cells_wins_exactly_if_it_joins_the_sides() {
        for (rows, columns) in [(1, 1), (1, 3), (3, 1), (2, 3), (3, 3), (3, 4)] {
            let board = hex(rows, columns).unwrap();
            let cells = rows * columns;
            let edges =
                (0..cells).flat_map(|a| (0..cells).map(move |b| (a, b))).filter(|&(a, b)| {
                    let (r, c, s, d) = (a / columns, a % columns, b / columns, b % columns);
                    // Written from the picture: a row below is shifted by half a cell to the right.
                    (r == s && c + 1 == d) || (r + 1 == s && (c == d || c == d + 1))
                });
            let graph = Graph::new(Places::numbered(cells), edges).unwrap();
            let column = |c: usize| BitSet::of(cells, (0..rows).map(|r| r * columns + c));
            for mask in 0u32..1 << cells {
                let set = BitSet::of(cells, (0..cells).filter(|cell| mask >> cell & 1 == 1));
                let joined = joins(&graph, &set, &column(0), &column(columns - 1));
                assert_eq!(board.first_sets().won_by(&set), joined, "{rows}x{columns} {set:?}");
            }
        }
    }

    #[test]
    fn a_set_of_edges_wins_exactly_if_it_holds_a_path() {
        let doubled = [(0, 1), (0, 1), (1, 2), (2, 2), (2, 0), (1, 3), (3, 2)];
        let graph = Graph::new(Places::numbered(4), doubled).unwrap();
        let board = edge_paths(&graph, 0, 3).unwrap();
        let ends: Vec<(usize, usize)> = graph.edge_pairs().collect();
        assert_eq!(board.point_count(), ends.len());
        for mask in 0u32..1 << ends.len() {
            let mut reached = BitSet::of(4, [0]);
            for _ in 0..4 {
                for (index, &(u, v)) in ends.iter().enumerate() {
                    if mask >> index & 1 == 1 && (reached.contains(u) || reached.contains(v)) {
                        reached.insert(u);
                        reached.insert(v);
                    }
                }
            }
            let set = BitSet::of(ends.len(), (0..ends.len()).filter(|edge| mask >> edge & 1 == 1));
            assert_eq!(board.first_sets().won_by(&set), reached.contains(3), "{mask:b}");
        }
        assert_eq!(board.places().name(1), "1-2#2");
    }

    #[test]
    fn too_many_paths_are_refused() {
        assert!(hex(8, 12).is_err());
        assert!(edge_paths(&families::complete(14).unwrap(), 0, 1).is_err());
        assert!(hex(0, 3).is_err());
    }
}
