//! Multigraphs: vertices, and edges with a number of copies; loops allowed.
//!
//! Copies of an edge are interchangeable, so an edge is kept once with its count. A simple graph is a multigraph
//! without loops in which every count is 1. Vertex games look at adjacency only; edge games at the counts.

pub mod families;
pub mod files;
pub mod polygons;

use crate::bits::BitSet;
use crate::error::InputError;
use crate::places::Places;

/// The largest graph we take. Solving is far out of reach long before, and reading stays instant.
pub const MAX_VERTICES: usize = 4096;

/// Copies of one edge must fit a byte.
pub const MAX_COPIES: usize = u8::MAX as usize;

/// The edges between two vertices (or the loops at one), with `u <= v`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edge {
    /// The smaller end, counted from 0.
    pub u: u16,
    /// The larger end; equal to `u` for a loop.
    pub v: u16,
    /// How many parallel copies there are, at least 1.
    pub copies: u8,
}

impl Edge {
    /// Whether both ends are one vertex.
    pub fn is_loop(&self) -> bool {
        self.u == self.v
    }

    /// The two ends.
    pub fn ends(&self) -> [usize; 2] {
        [self.u as usize, self.v as usize]
    }
}

/// A finite multigraph with named vertices, and with a drawing in the plane if a file gave one.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    places: Places,
    edges: Vec<Edge>,
    neighbours: Vec<BitSet>,
    drawing: Option<Vec<[f64; 2]>>,
    weights: Option<Vec<u32>>,
    squares: Option<Vec<(u16, u16)>>,
}

impl Graph {
    /// The graph on the given places with the given edges, counted from 0; repeated edges become copies.
    pub fn new(
        places: Places,
        edges: impl IntoIterator<Item = (usize, usize)>,
    ) -> Result<Self, InputError> {
        let n = places.len();
        check_size(n)?;
        let mut pairs: Vec<(usize, usize)> =
            edges.into_iter().map(|(u, v)| (u.min(v), u.max(v))).collect();
        if let Some(&(u, v)) = pairs.iter().find(|&&(_, v)| v >= n) {
            let message = format!("the edge {}-{} leaves a graph of {n} vertices", u + 1, v + 1);
            return Err(InputError::plain(message));
        }
        pairs.sort_unstable();
        let mut edges: Vec<Edge> = Vec::new();
        for group in pairs.chunk_by(|a, b| a == b) {
            let (u, v) = group[0];
            let copies = u8::try_from(group.len()).map_err(|_| {
                let message = format!("{} copies of the edge {}-{}", group.len(), u + 1, v + 1);
                InputError::plain(format!("{message}: at most {MAX_COPIES} are possible"))
            })?;
            edges.push(Edge { u: u as u16, v: v as u16, copies });
        }
        let mut neighbours = vec![BitSet::empty(n); n];
        for edge in edges.iter().filter(|edge| !edge.is_loop()) {
            let [u, v] = edge.ends();
            neighbours[u].insert(v);
            neighbours[v].insert(u);
        }
        Ok(Graph { places, edges, neighbours, drawing: None, weights: None, squares: None })
    }

    /// The graph without vertices.
    pub fn empty() -> Self {
        Graph {
            places: Places::numbered(0),
            edges: Vec::new(),
            neighbours: Vec::new(),
            drawing: None,
            weights: None,
            squares: None,
        }
    }

    /// The same graph, drawn in the plane with straight edges between the given points.
    pub fn drawn(mut self, at: Vec<[f64; 2]>) -> Self {
        self.drawing = (at.len() == self.vertex_count()).then_some(at);
        self
    }

    /// Where the vertices are drawn, if the graph came with a drawing.
    pub fn drawing(&self) -> Option<&[[f64; 2]]> {
        self.drawing.as_deref()
    }

    /// The same graph, with what its vertices are worth in a scoring game.
    pub fn weighted(mut self, weights: Vec<u32>) -> Self {
        self.weights = (weights.len() == self.vertex_count()).then_some(weights);
        self
    }

    /// What the vertices are worth, if the graph came with weights.
    pub fn weights(&self) -> Option<&[u32]> {
        self.weights.as_deref()
    }

    /// The same graph, whose vertices are cells of squared paper: each with its row and its column.
    pub fn on_squares(mut self, at: Vec<(u16, u16)>) -> Self {
        self.squares = (at.len() == self.vertex_count()).then_some(at);
        self
    }

    /// The row and the column of each vertex, if they are cells of squared paper.
    pub fn squares(&self) -> Option<&[(u16, u16)]> {
        self.squares.as_deref()
    }

    /// What the vertices are called.
    pub fn places(&self) -> &Places {
        &self.places
    }

    /// The number of vertices.
    pub fn vertex_count(&self) -> usize {
        self.places.len()
    }

    /// The edges, each once with its copies, in the order of their ends.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The number of edges, copies counted.
    pub fn edge_count(&self) -> usize {
        self.edges.iter().map(|edge| edge.copies as usize).sum()
    }

    /// Every edge as a pair of ends, a copy a pair.
    pub fn edge_pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.edges.iter().flat_map(|edge| {
            std::iter::repeat_n((edge.u as usize, edge.v as usize), edge.copies as usize)
        })
    }

    /// The place of the edge between `u` and `v` in [`Graph::edges`].
    pub fn edge_index(&self, u: usize, v: usize) -> Option<usize> {
        let key = (u.min(v) as u16, u.max(v) as u16);
        self.edges.binary_search_by_key(&key, |edge| (edge.u, edge.v)).ok()
    }

    /// The vertices joined to `vertex`, itself left out even if it has a loop.
    pub fn neighbours(&self, vertex: usize) -> &BitSet {
        &self.neighbours[vertex]
    }

    /// Whether there are neither loops nor parallel edges.
    pub fn is_simple(&self) -> bool {
        self.edges.iter().all(|edge| !edge.is_loop() && edge.copies == 1)
    }

    /// The connected parts of the subgraph induced by `vertices`, in the order of their smallest vertices.
    pub fn components(&self, vertices: &BitSet) -> Vec<BitSet> {
        let mut left = vertices.clone();
        let mut parts = Vec::new();
        while let Some(seed) = left.first() {
            let part = self.component_of(seed, &left);
            left = left.difference(&part);
            parts.push(part);
        }
        parts
    }

    /// The vertices that can be reached from `seed` within `vertices`.
    pub fn component_of(&self, seed: usize, vertices: &BitSet) -> BitSet {
        let mut part = BitSet::of(self.vertex_count(), [seed]);
        let mut frontier = vec![seed];
        while let Some(vertex) = frontier.pop() {
            for next in self.neighbours[vertex].intersection(vertices).difference(&part).iter() {
                part.insert(next);
                frontier.push(next);
            }
        }
        part
    }

    /// Whether `vertices` induce a connected subgraph. The empty set does not.
    pub fn is_connected(&self, vertices: &BitSet) -> bool {
        vertices.first().is_some_and(|seed| self.component_of(seed, vertices) == *vertices)
    }

    /// The disjoint union, the vertices of `other` numbered on after ours.
    pub fn disjoint_union(&self, other: &Graph) -> Result<Graph, InputError> {
        let shift = self.vertex_count();
        check_size(shift + other.vertex_count())?;
        let theirs = other.edge_pairs().map(|(u, v)| (u + shift, v + shift));
        let places = Places::numbered(shift + other.vertex_count());
        let union = Graph::new(places, self.edge_pairs().chain(theirs))?;
        Ok(match self.squares().zip(other.squares()) {
            Some((ours, theirs)) => union.on_squares([ours, theirs].concat()),
            None => union,
        })
    }

    /// The copy in which vertex `i` has become vertex `to[i]`; vertices are called by number.
    pub fn relabelled(&self, to: &[usize]) -> Graph {
        let n = self.vertex_count();
        debug_assert_eq!(to.len(), n);
        let pairs = self.edge_pairs().map(|(u, v)| (to[u], to[v]));
        Graph::new(Places::numbered(n), pairs)
            .expect("a relabelled graph has the size of the original")
    }
}

/// More is no weight of a vertex: totals must stay small numbers.
pub const MOST_WEIGHT: u32 = 1_000_000;

/// Refuses more vertices than we take.
pub fn check_size(vertices: usize) -> Result<(), InputError> {
    if vertices <= MAX_VERTICES {
        return Ok(());
    }
    let message =
        format!("a graph of {vertices} vertices is too large: at most {MAX_VERTICES} are possible");
    Err(InputError::plain(message))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(n: usize, edges: &[(usize, usize)]) -> Graph {
        Graph::new(Places::numbered(n), edges.iter().copied()).unwrap()
    }

    #[test]
    fn copies_and_loops_are_counted() {
        let g = graph(3, &[(1, 0), (0, 1), (2, 2), (2, 2), (2, 2)]);
        assert_eq!(g.edges(), [Edge { u: 0, v: 1, copies: 2 }, Edge { u: 2, v: 2, copies: 3 }]);
        assert_eq!(g.edge_count(), 5);
        assert_eq!(g.edge_index(1, 0), Some(0));
        assert_eq!(g.edge_index(1, 2), None);
        assert!(!g.is_simple());
        assert!(g.neighbours(2).is_empty());
        assert_eq!(g.edge_pairs().count(), 5);
    }

    #[test]
    fn components_of_a_subset() {
        let g = graph(5, &[(0, 1), (1, 2), (2, 3), (3, 4)]);
        let parts = g.components(&BitSet::of(5, [0, 1, 3]));
        assert_eq!(parts, [BitSet::of(5, [0, 1]), BitSet::of(5, [3])]);
        assert!(g.is_connected(&BitSet::full(5)));
        assert!(!g.is_connected(&BitSet::of(5, [0, 2])));
        assert!(!g.is_connected(&BitSet::empty(5)));
    }

    #[test]
    fn union_numbers_on() {
        let g = graph(2, &[(0, 1)]).disjoint_union(&graph(1, &[(0, 0)])).unwrap();
        assert_eq!(g.edge_pairs().collect::<Vec<_>>(), [(0, 1), (2, 2)]);
    }

    #[test]
    fn too_large_is_refused() {
        assert!(Graph::new(Places::numbered(MAX_VERTICES + 1), []).is_err());
        assert!(Graph::new(Places::numbered(2), [(0, 2)]).is_err());
        assert!(Graph::new(Places::numbered(1), std::iter::repeat_n((0, 0), 256)).is_err());
    }
}
