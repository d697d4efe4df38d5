//! All trees and all connected graphs of a number of vertices, each once up to isomorphism.
//!
//! **Trees.** A tree has one centroid, whose branches each hold fewer than half of the vertices, or two neighbouring ones,
//! each with half of them on its side. So the trees of n vertices are the multisets of rooted trees with n - 1
//! vertices together and fewer than n/2 each, and, for even n, the unordered pairs of rooted trees of n/2 vertices. A
//! rooted tree is again a multiset of rooted trees below its root.
//!
//! **Connected graphs.** A connected graph of n + 1 vertices has a vertex without which it stays connected. Among those
//! take one whose degree, and then whose neighbours' degrees, are largest: without it the graph is one of n vertices.
//! So all are found by joining a new vertex to every non-empty set of vertices of every connected graph of n vertices
//! and keeping those in which the new vertex is such a one; a canonical form tells which were found before.

use std::collections::HashSet;

use crate::error::InputError;
use crate::graph::Graph;
use crate::places::Places;
use crate::symmetry::Structure;

/// There are 823,065 trees of 20 vertices.
pub const MOST_TREE_VERTICES: usize = 20;

/// There are 261,080 connected graphs of 9 vertices.
pub const MOST_CONNECTED_VERTICES: usize = 9;

/// A rooted tree: the depth of each vertex, a vertex before what hangs on it.
type Depths = Vec<u8>;

/// All trees of `n` vertices.
pub fn trees(n: usize) -> Result<Vec<Graph>, InputError> {
    if n > MOST_TREE_VERTICES {
        return Err(too_many("trees", n, MOST_TREE_VERTICES));
    }
    if n == 0 {
        return Ok(Vec::new());
    }
    // Rooted trees by size; those with fewer than half of the vertices in one list, for multisets.
    let mut by_size: Vec<Vec<Depths>> = vec![Vec::new(), vec![vec![0]]];
    for size in 2..=n / 2 {
        let smaller = by_size[1..].concat();
        by_size.push(with_branches(&smaller, size));
    }
    let below_half: Vec<Depths> =
        (1..n.div_ceil(2)).flat_map(|size| by_size[size].clone()).collect();
    let mut graphs = Vec::new();
    for depths in with_branches(&below_half, n) {
        graphs.push(tree(&depths)?);
    }
    if n.is_multiple_of(2) {
        let halves = &by_size[n / 2];
        for (index, first) in halves.iter().enumerate() {
            for second in &halves[index..] {
                let hung = second.iter().map(|depth| depth + 1);
                graphs.push(tree(&first.iter().copied().chain(hung).collect::<Depths>())?);
            }
        }
    }
    Ok(graphs)
}

/// The rooted trees of `size` vertices whose branches are among the given ones, which come with their sizes ascending.
fn with_branches(branches: &[Depths], size: usize) -> Vec<Depths> {
    fn add(branches: &[Depths], left: usize, tree: &mut Depths, found: &mut Vec<Depths>) {
        if left == 0 {
            return found.push(tree.clone());
        }
        // Branches in order, the same one perhaps again: each multiset once.
        for (index, branch) in branches.iter().enumerate() {
            if branch.len() > left {
                break;
            }
            let length = tree.len();
            tree.extend(branch.iter().map(|depth| depth + 1));
            add(&branches[index..], left - branch.len(), tree, found);
            tree.truncate(length);
        }
    }
    let mut found = Vec::new();
    add(branches, size - 1, &mut vec![0], &mut found);
    found
}

fn tree(depths: &[u8]) -> Result<Graph, InputError> {
    let parent = |vertex: usize| (0..vertex).rev().find(|&up| depths[up] + 1 == depths[vertex]);
    let edges = (1..depths.len()).filter_map(|vertex| Some((parent(vertex)?, vertex)));
    Graph::new(Places::numbered(depths.len()), edges)
}

/// All connected graphs of `n` vertices, without loops and parallel edges.
pub fn connected(n: usize) -> Result<Vec<Graph>, InputError> {
    if n > MOST_CONNECTED_VERTICES {
        return Err(too_many("connected graphs", n, MOST_CONNECTED_VERTICES));
    }
    if n == 0 {
        return Ok(Vec::new());
    }
    let mut found: Vec<Small> = vec![Small { rows: vec![0] }];
    for _ in 1..n {
        let mut seen = HashSet::new();
        let mut larger = Vec::new();
        for graph in &found {
            for joined in 1..1u16 << graph.rows.len() {
                let graph = graph.joined(joined);
                if graph.newest_is_chosen() && seen.insert(graph.canonical()?) {
                    larger.push(graph);
                }
            }
        }
        found = larger;
    }
    found.iter().map(Small::graph).collect()
}

/// A small graph: the neighbours of each vertex as bits.
struct Small {
    rows: Vec<u16>,
}

impl Small {
    /// With a new vertex, joined to a set of the others.
    fn joined(&self, joined: u16) -> Small {
        let newest = self.rows.len();
        let mut rows = self.rows.clone();
        for (vertex, row) in rows.iter_mut().enumerate() {
            *row |= (joined >> vertex & 1) << newest;
        }
        rows.push(joined);
        Small { rows }
    }

    /// The degree of a vertex and those of its neighbours.
    fn rank(&self, vertex: usize) -> (u32, Vec<u32>) {
        let near = (0..self.rows.len()).filter(|&other| self.rows[vertex] >> other & 1 == 1);
        let mut degrees: Vec<u32> = near.map(|other| self.rows[other].count_ones()).collect();
        degrees.sort_unstable();
        (self.rows[vertex].count_ones(), degrees)
    }

    fn stays_connected_without(&self, vertex: usize) -> bool {
        let all = ((1u32 << self.rows.len()) - 1) as u16 & !(1 << vertex);
        let mut reached = all & all.wrapping_neg();
        loop {
            let near = (0..self.rows.len()).filter(|&v| reached >> v & 1 == 1);
            let grown = near.fold(reached, |grown, v| grown | self.rows[v]) & all;
            if grown == reached {
                return reached == all;
            }
            reached = grown;
        }
    }

    /// Whether no vertex that could have come last ranks higher than the one that did.
    fn newest_is_chosen(&self) -> bool {
        let newest = self.rows.len() - 1;
        let rank = self.rank(newest);
        (0..newest).all(|vertex| self.rank(vertex) <= rank || !self.stays_connected_without(vertex))
    }

    fn graph(&self) -> Result<Graph, InputError> {
        let n = self.rows.len();
        let pairs = (0..n).flat_map(|v| (0..v).map(move |u| (u, v)));
        Graph::new(Places::numbered(n), pairs.filter(|&(u, v)| self.rows[u] >> v & 1 == 1))
    }

    /// The pairs of the canonical form that are joined, as bits.
    fn canonical(&self) -> Result<u64, InputError> {
        let to = Structure::of_graph(&self.graph()?).canonical_labelling();
        let mut bits = 0;
        for (u, row) in self.rows.iter().enumerate() {
            for v in (0..u).filter(|v| row >> v & 1 == 1) {
                let (low, high) = (to[u].min(to[v]), to[u].max(to[v]));
                bits |= 1 << (high * (high - 1) / 2 + low);
            }
        }
        Ok(bits)
    }
}

fn too_many(what: &str, n: usize, most: usize) -> InputError {
    InputError::plain(format!(
        "there are too many {what} of {n} vertices: at most {most} are possible"
    ))
    .help("larger families can be read from a file: @graphs.g6")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of trees (OEIS A000055) and of connected graphs (A001349), which every generator of graphs agrees on;
    /// here they are counted again, and no two found are isomorphic.
    #[test]
    fn as_many_as_there_are() {
        let trees_of = |n| trees(n).unwrap().len();
        let counted: Vec<usize> = (0..=14).map(trees_of).collect();
        assert_eq!(counted, [0, 1, 1, 1, 2, 3, 6, 11, 23, 47, 106, 235, 551, 1301, 3159]);
        let graphs_of = |n| connected(n).unwrap().len();
        let counted: Vec<usize> = (0..=7).map(graphs_of).collect();
        assert_eq!(counted, [0, 1, 1, 2, 6, 21, 112, 853]);
    }

    #[test]
    fn each_is_what_it_should_be_and_is_there_once() {
        for (n, graphs) in (1..=9)
            .map(|n| (n, trees(n).unwrap()))
            .chain((1..=6).map(|n| (n, connected(n).unwrap())))
        {
            let mut forms: Vec<Structure> =
                graphs.iter().map(|graph| Structure::of_graph(graph).canonical()).collect();
            forms.sort_unstable();
            forms.dedup();
            assert_eq!(forms.len(), graphs.len());
            for graph in &graphs {
                assert_eq!(graph.vertex_count(), n);
                assert!(graph.is_simple());
                assert!(graph.is_connected(&crate::bits::BitSet::full(n)));
            }
        }
        assert!(trees(9).unwrap().iter().all(|tree| tree.edge_count() == 8));
    }

    #[test]
    fn too_many_are_refused() {
        assert!(trees(21).is_err() && connected(10).is_err() && trees(usize::MAX).is_err());
    }
}
