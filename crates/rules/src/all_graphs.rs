//! All trees and all connected graphs of a number of vertices, each once up to isomorphism.
//!
//! **Trees.** A tree has one centroid, whose branches each hold fewer than half of the vertices, or two neighbouring ones,
//! each with half of them on its side. So the trees of n vertices are the multisets of rooted trees with n - 1
//! vertices together and fewer than n/2 each, and, for even n, the unordered pairs of rooted trees of n/2 vertices. A
//! rooted tree is again a multiset of rooted trees below its root.
//!
//! **Connected graphs.** A connected graph of n + 1 vertices has a vertex without which it stays connected. Among those
//! take the ones whose degree, and then whose neighbours' degrees, are largest, and of these the one that comes last in the
//! canonical form. Without it the graph is one of n vertices, its *parent*, which depends on nothing but the graph up to
//! isomorphism (B. D. McKay, Isomorph-free exhaustive generation, 1998). So the children of a graph are found by joining a
//! new vertex to every non-empty set of its vertices, keeping those whose parent it is, and a canonical form tells which
//! children of this one graph were found before. No other graph has the same children, so nothing else is remembered.

use std::cmp::Ordering;
use std::collections::HashSet;

use crate::error::InputError;
use crate::graph::Graph;
use crate::places::Places;
use crate::symmetry::Structure;

/// There are 14,830,871,802 trees of 30 vertices.
pub const MOST_TREE_VERTICES: usize = 30;

/// There are 164,059,830,476 connected graphs of 12 vertices.
pub const MOST_CONNECTED_VERTICES: usize = 12;

/// Graphs in a fixed order, made one by one.
pub type Graphs = Box<dyn Iterator<Item = Result<Graph, InputError>> + Send>;

/// A rooted tree: the depths of its vertices in preorder.
type Depths = Vec<u8>;

/// All trees of `n` vertices.
pub fn trees(n: usize) -> Result<Graphs, InputError> {
    if n > MOST_TREE_VERTICES {
        return Err(too_many("trees", n, MOST_TREE_VERTICES));
    }
    if n == 0 {
        return Ok(Box::new(std::iter::empty()));
    }
    // Rooted trees by size; those with fewer than half of the vertices in one list, for multisets.
    let mut by_size: Vec<Vec<Depths>> = vec![Vec::new(), vec![vec![0]]];
    for size in 2..=n / 2 {
        let smaller = by_size[1..].concat();
        by_size.push(WithBranches::new(smaller, size).collect());
    }
    let below_half: Vec<Depths> =
        (1..n.div_ceil(2)).flat_map(|size| by_size[size].clone()).collect();
    let one_centroid = WithBranches::new(below_half, n);
    let halves = if n.is_multiple_of(2) { by_size.swap_remove(n / 2) } else { Vec::new() };
    let pairs = (0..halves.len()).flat_map(|first| (0..=first).map(move |second| (first, second)));
    let two_centroids = pairs.map(move |(first, second)| {
        let hung = halves[second].iter().map(|depth| depth + 1);
        halves[first].iter().copied().chain(hung).collect::<Depths>()
    });
    Ok(Box::new(one_centroid.chain(two_centroids).map(|depths| tree(&depths))))
}

/// The rooted trees of a size whose branches are among the given ones, which come with their sizes ascending.
struct WithBranches {
    branches: Vec<Depths>,
    /// The branches attached to the root so far, by number, in ascending order with repetitions: each multiset arises
    /// once.
    hung: Vec<usize>,
    /// The branch to try next.
    next: usize,
    left: usize,
    over: bool,
}

impl WithBranches {
    fn new(branches: Vec<Depths>, size: usize) -> Self {
        WithBranches { branches, hung: Vec::new(), next: 0, left: size - 1, over: false }
    }

    /// Removes the last branch, to try the next one in its place.
    fn back(&mut self) {
        match self.hung.pop() {
            Some(last) => {
                self.left += self.branches[last].len();
                self.next = last + 1;
            }
            None => self.over = true,
        }
    }

    fn tree(&self) -> Depths {
        let below = self.hung.iter().flat_map(|&branch| &self.branches[branch]);
        std::iter::once(0).chain(below.map(|depth| depth + 1)).collect()
    }
}

impl Iterator for WithBranches {
    type Item = Depths;

    fn next(&mut self) -> Option<Depths> {
        while !self.over {
            if self.left == 0 {
                let found = self.tree();
                self.back();
                return Some(found);
            }
            match self.branches.get(self.next) {
                Some(branch) if branch.len() <= self.left => {
                    self.hung.push(self.next);
                    self.left -= branch.len();
                }
                _ => self.back(),
            }
        }
        None
    }
}

fn tree(depths: &[u8]) -> Result<Graph, InputError> {
    let parent = |vertex: usize| (0..vertex).rev().find(|&up| depths[up] + 1 == depths[vertex]);
    let edges = (1..depths.len()).filter_map(|vertex| Some((parent(vertex)?, vertex)));
    Graph::new(Places::numbered(depths.len()), edges)
}

/// All connected graphs of `n` vertices, without loops and parallel edges.
pub fn connected(n: usize) -> Result<Graphs, InputError> {
    if n > MOST_CONNECTED_VERTICES {
        return Err(too_many("connected graphs", n, MOST_CONNECTED_VERTICES));
    }
    if n == 0 {
        return Ok(Box::new(std::iter::empty()));
    }
    Ok(Box::new(Descendants::new(Small { rows: vec![0] }, n)?))
}

/// The connected graphs of `n` vertices that come from a given one, which is the first of them if it has as many: the graphs
/// of `n` vertices are those that come from the graphs of any smaller number, each once.
pub fn grown(from: &Graph, n: usize) -> Result<Graphs, InputError> {
    let vertices = from.vertex_count();
    if !from.is_simple() || vertices == 0 || vertices > n || n > MOST_CONNECTED_VERTICES {
        return Err(InputError::plain(format!("no graph of {n} vertices is grown from this one")));
    }
    let mut rows = vec![0; vertices];
    for (u, v) in from.edge_pairs() {
        rows[u] |= 1 << v;
        rows[v] |= 1 << u;
    }
    Ok(Box::new(Descendants::new(Small { rows }, n)?))
}

/// The graphs of `n` vertices below one graph, depth first: in memory are only the children along one line of descent.
struct Descendants {
    n: usize,
    /// Graphs whose descendants are still to come, the next one last.
    waiting: Vec<Small>,
}

impl Descendants {
    fn new(from: Small, n: usize) -> Result<Self, InputError> {
        Ok(Descendants { n, waiting: vec![from] })
    }
}

impl Iterator for Descendants {
    type Item = Result<Graph, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let graph = self.waiting.pop()?;
            if graph.rows.len() == self.n {
                return Some(graph.graph());
            }
            match graph.children() {
                Ok(children) => self.waiting.extend(children.into_iter().rev()),
                Err(error) => return Some(Err(error)),
            }
        }
    }
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

    /// The vertices that are not cut vertices and rank as high as the newest; none if one ranks higher.
    fn rivals(&self) -> Option<Vec<usize>> {
        let newest = self.rows.len() - 1;
        let degree = self.rows[newest].count_ones();
        let mut rank = None;
        let mut rivals = Vec::new();
        for vertex in 0..newest {
            let own = self.rows[vertex].count_ones();
            if own < degree || !self.stays_connected_without(vertex) {
                continue;
            }
            if own > degree {
                return None;
            }
            match self.rank(vertex).cmp(rank.get_or_insert_with(|| self.rank(newest))) {
                Ordering::Greater => return None,
                Ordering::Equal => rivals.push(vertex),
                Ordering::Less => {}
            }
        }
        Some(rivals)
    }

    /// The graphs with one more vertex whose parent this is, each once.
    fn children(&self) -> Result<Vec<Small>, InputError> {
        let own = self.canonical()?;
        let mut seen = HashSet::new();
        let mut children = Vec::new();
        for joined in 1..1u16 << self.rows.len() {
            let child = self.joined(joined);
            let Some(rivals) = child.rivals() else { continue };
            let to = child.labelling()?;
            let newest = self.rows.len();
            let last = rivals.into_iter().chain([newest]).max_by_key(|&vertex| to[vertex]);
            let is_parent = match last {
                Some(last) if last != newest => child.without(last).canonical()? == own,
                _ => true,
            };
            if is_parent && seen.insert(child.relabelled(&to)) {
                children.push(child);
            }
        }
        Ok(children)
    }

    fn without(&self, vertex: usize) -> Small {
        let low = (1u16 << vertex) - 1;
        let rest = |row: u16| row & low | row >> 1 & !low;
        let others = (0..self.rows.len()).filter(|&other| other != vertex);
        Small { rows: others.map(|other| rest(self.rows[other])).collect() }
    }

    fn graph(&self) -> Result<Graph, InputError> {
        let n = self.rows.len();
        let pairs = (0..n).flat_map(|v| (0..v).map(move |u| (u, v)));
        Graph::new(Places::numbered(n), pairs.filter(|&(u, v)| self.rows[u] >> v & 1 == 1))
    }

    fn labelling(&self) -> Result<Vec<usize>, InputError> {
        Ok(Structure::of_graph(&self.graph()?).canonical_labelling())
    }

    /// The pairs of the canonical form that are joined, as bits.
    fn canonical(&self) -> Result<u128, InputError> {
        Ok(self.relabelled(&self.labelling()?))
    }

    fn relabelled(&self, to: &[usize]) -> u128 {
        let mut bits = 0;
        for (u, row) in self.rows.iter().enumerate() {
            for v in (0..u).filter(|v| row >> v & 1 == 1) {
                let (low, high) = (to[u].min(to[v]), to[u].max(to[v]));
                bits |= 1 << (high * (high - 1) / 2 + low);
            }
        }
        bits
    }
}

fn too_many(what: &str, n: usize, most: usize) -> InputError {
    InputError::plain(format!(
        "there are too many {what} of {n} vertices: at most {most} are possible"
    ))
    .help("larger families can be read from a file or a pipe: @graphs.g6, @-")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(graphs: Result<Graphs, InputError>) -> Vec<Graph> {
        graphs.unwrap().map(Result::unwrap).collect()
    }

    /// The graphs of any number of vertices are the seeds of those of a larger number.
    #[test]
    fn grown_from_smaller_ones() {
        for seeds in 1..=6 {
            let from = all(connected(seeds)).into_iter();
            let found: Vec<Graph> = from.flat_map(|graph| all(grown(&graph, 6))).collect();
            assert_eq!(found, all(connected(6)), "{seeds}");
        }
    }

    /// Numbers of trees (OEIS A000055) and of connected graphs (A001349), which every generator of graphs agrees on;
    /// here they are counted again, and no two found are isomorphic.
    #[test]
    fn as_many_as_there_are() {
        let trees_of = |n| trees(n).unwrap().count();
        let counted: Vec<usize> = (0..=14).map(trees_of).collect();
        assert_eq!(counted, [0, 1, 1, 1, 2, 3, 6, 11, 23, 47, 106, 235, 551, 1301, 3159]);
        let graphs_of = |n| connected(n).unwrap().count();
        let counted: Vec<usize> = (0..=7).map(graphs_of).collect();
        assert_eq!(counted, [0, 1, 1, 2, 6, 21, 112, 853]);
    }

    #[test]
    fn each_is_what_it_should_be_and_is_there_once() {
        for (n, graphs) in
            (1..=9).map(|n| (n, all(trees(n)))).chain((1..=6).map(|n| (n, all(connected(n)))))
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
        assert!(all(trees(9)).iter().all(|tree| tree.edge_count() == 8));
    }

    #[test]
    fn too_many_are_refused() {
        assert!(trees(31).is_err() && connected(13).is_err() && trees(usize::MAX).is_err());
    }
}
