//! What all games of removing edges share: a multigraph whose edges disappear one by one.
//!
//! Copies of an edge are interchangeable, so a position counts them. The *weight* of a vertex is the number of edges
//! at it, a loop counted once (Definition 2.6 of Leelathanakit's thesis). Vertices without an edge at the start never
//! score.

use smallvec::SmallVec;

use super::{Numbers, Space, image_map, symmetries_of_graph};
use crate::bits::BitSet;
use crate::error::InputError;
use crate::graph::Graph;
use crate::moves::{IllegalMove, Move, read_edge};
use crate::places::Places;
use crate::symmetry::Structure;

/// How many copies of each edge of the graph are left, in the graph's order of edges.
pub type EdgePosition = SmallVec<[u8; 24]>;

/// A multigraph with the edges at each vertex looked up once.
#[derive(Clone, Debug)]
pub struct Edges {
    graph: Graph,
    at: Vec<Vec<usize>>,
}

impl Edges {
    /// The board of a multigraph.
    pub fn new(graph: Graph) -> Self {
        let mut at = vec![Vec::new(); graph.vertex_count()];
        for (index, edge) in graph.edges().iter().enumerate() {
            at[edge.u as usize].push(index);
            if !edge.is_loop() {
                at[edge.v as usize].push(index);
            }
        }
        Edges { graph, at }
    }

    /// The multigraph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// All edges there.
    pub fn start(&self) -> EdgePosition {
        self.graph.edges().iter().map(|edge| edge.copies).collect()
    }

    /// The edges (by index) of which a copy is left.
    pub fn left<'a>(&self, position: &'a EdgePosition) -> impl Iterator<Item = usize> + 'a {
        position.iter().enumerate().filter(|&(_, &copies)| copies > 0).map(|(index, _)| index)
    }

    /// The edges (by index) at a vertex of which a copy is left.
    pub fn left_at<'a>(
        &'a self,
        position: &'a EdgePosition,
        vertex: usize,
    ) -> impl Iterator<Item = usize> + 'a {
        self.at[vertex].iter().copied().filter(move |&index| position[index] > 0)
    }

    /// The number of edges at a vertex, a loop counted once.
    pub fn weight(&self, position: &EdgePosition, vertex: usize) -> u32 {
        self.at[vertex].iter().map(|&index| position[index] as u32).sum()
    }

    /// How many vertices lose their last edge if a copy of edge `index` goes.
    pub fn earns(&self, position: &EdgePosition, index: usize) -> u32 {
        let edge = self.graph.edges()[index];
        let mut ends: SmallVec<[usize; 2]> = SmallVec::from_slice(&edge.ends());
        ends.dedup();
        ends.iter().filter(|&&v| self.weight(position, v) == 1).count() as u32
    }

    /// The position without one copy of edge `index`.
    pub fn without(&self, position: &EdgePosition, index: usize) -> EdgePosition {
        let mut next = position.clone();
        next[index] -= 1;
        next
    }

    /// The number of vertices that still have an edge.
    pub fn bound_vertices(&self, position: &EdgePosition) -> u32 {
        (0..self.at.len()).filter(|&v| self.weight(position, v) > 0).count() as u32
    }

    /// The connected parts that have edges, each with its own edges only.
    pub fn components(&self, position: &EdgePosition) -> Vec<EdgePosition> {
        let mut left = position.clone();
        let mut parts = Vec::new();
        let mut met = BitSet::empty(self.at.len());
        while let Some(seed) = left.iter().position(|&copies| copies > 0) {
            let mut part: EdgePosition = SmallVec::from_elem(0, position.len());
            let mut frontier = vec![seed];
            while let Some(index) = frontier.pop() {
                if left[index] == 0 {
                    continue;
                }
                part[index] = std::mem::take(&mut left[index]);
                for vertex in self.graph.edges()[index].ends() {
                    if !met.contains(vertex) {
                        met.insert(vertex);
                        frontier.extend(self.left_at(&left, vertex));
                    }
                }
            }
            parts.push(part);
        }
        parts
    }

    /// The move that removes a copy of edge `index`.
    pub fn move_of(&self, index: usize) -> Move {
        let edge = self.graph.edges()[index];
        Move::Edge(edge.u, edge.v)
    }

    /// The edge that a move removes, if a copy is left.
    pub fn check(&self, position: &EdgePosition, mv: &Move) -> Result<usize, IllegalMove> {
        let Move::Edge(u, v) = mv else {
            return Err(IllegalMove("a move removes one edge".into()));
        };
        let name = mv.write(self.graph.places());
        let index = self.graph.edge_index(*u as usize, *v as usize);
        let index = index.ok_or_else(|| IllegalMove(format!("the board has no edge {name}")))?;
        if position[index] == 0 {
            return Err(IllegalMove(format!("the edge {name} is already gone")));
        }
        Ok(index)
    }

    /// Reads an edge; `3-4#2` needs two copies to be left.
    pub fn read(&self, position: &EdgePosition, text: &str) -> Result<Move, InputError> {
        let (mv, copy) = read_edge(text, self.graph.places())?;
        if copy > 1 {
            let left = self.check(position, &mv).map_or(0, |index| position[index] as u32);
            if copy > left {
                let message = format!(
                    "of the edge {} only {left} copies are left",
                    mv.write(self.graph.places())
                );
                return Err(InputError::whole(text, message));
            }
        }
        Ok(mv)
    }
}

impl Space for Edges {
    type Position = EdgePosition;

    fn places(&self) -> &Places {
        self.graph.places()
    }

    fn read_move(&self, position: &EdgePosition, text: &str) -> Result<Move, InputError> {
        self.read(position, text)
    }

    fn position_bytes(&self) -> usize {
        let edges = self.graph.edges().len();
        size_of::<EdgePosition>() + if edges > 24 { edges } else { 0 }
    }

    /// Edge counts as digits of numbers, the base of each one more than the copies there were; a new number begins
    /// before the last would overflow.
    fn encode(&self, position: &EdgePosition) -> Vec<u64> {
        let mut words = vec![0];
        let mut factor = 1u64;
        for (edge, &left) in self.graph.edges().iter().zip(position) {
            let base = edge.copies as u64 + 1;
            if factor.checked_mul(base).is_none() {
                words.push(0);
                factor = 1;
            }
            if let Some(last) = words.last_mut() {
                *last += factor * left as u64;
            }
            factor *= base;
        }
        words
    }

    fn decode(&self, next: Numbers) -> Option<EdgePosition> {
        let mut word = next()?;
        let mut factor = 1u64;
        let mut position = EdgePosition::new();
        for edge in self.graph.edges() {
            let base = edge.copies as u64 + 1;
            match factor.checked_mul(base) {
                Some(product) => factor = product,
                None if word != 0 => return None,
                None => {
                    word = next()?;
                    factor = base;
                }
            }
            position.push((word % base) as u8);
            word /= base;
        }
        (word == 0).then_some(position)
    }

    /// The vertices that have an edge.
    fn untouched(&self) -> EdgePosition {
        self.start()
    }

    fn named(&self, position: &EdgePosition) -> Vec<u16> {
        let bound = (0..self.at.len()).filter(|&vertex| self.weight(position, vertex) > 0);
        bound.map(|vertex| vertex as u16).collect()
    }

    /// None if an edge has no image with as many copies. The rules of edge games ask for nothing but the multigraph
    /// that is left.
    fn renamed(&self, position: &EdgePosition, images: &[u16]) -> Option<EdgePosition> {
        let map = image_map(&self.named(position), images, self.graph.vertex_count())?;
        let mut image: EdgePosition = SmallVec::from_elem(0, position.len());
        for index in self.left(position) {
            let [u, v] = self.graph.edges()[index].ends();
            let to = self.graph.edge_index(map[u]?, map[v]?)?;
            if position[index] > self.graph.edges()[to].copies {
                return None;
            }
            image[to] = position[index];
        }
        Some(image)
    }

    /// The multigraph of the edges left, on the vertices that still have one.
    fn structure(&self, position: &EdgePosition) -> Option<Structure> {
        let named = self.named(position);
        let index = |vertex: usize| named.binary_search(&(vertex as u16)).ok();
        let edges = self.left(position).flat_map(|edge| {
            let [u, v] = self.graph.edges()[edge].ends();
            let ends = index(u).zip(index(v));
            std::iter::repeat_n(ends, position[edge] as usize)
        });
        let edges: Option<Vec<(usize, usize)>> = edges.collect();
        Some(Structure::of_graph(&Graph::new(Places::numbered(named.len()), edges?).ok()?))
    }

    fn components(&self, position: &EdgePosition) -> Vec<EdgePosition> {
        Edges::components(self, position)
    }

    fn symmetries(&self, most: usize) -> Vec<Vec<u16>> {
        symmetries_of_graph(&self.graph, most)
    }

    fn entries(&self, to: &[u16]) -> Vec<u16> {
        let image = |u: u16, v: u16| {
            self.graph.edge_index(to[u as usize] as usize, to[v as usize] as usize)
        };
        self.graph.edges().iter().map(|edge| image(edge.u, edge.v).unwrap_or(0) as u16).collect()
    }

    fn image(&self, position: &EdgePosition, _to: &[u16], entries: &[u16]) -> EdgePosition {
        let mut image = position.clone();
        entries.iter().zip(position).for_each(|(&entry, &copies)| image[entry as usize] = copies);
        image
    }

    /// Vertices with nothing but loops are interchangeable: their loops are sorted.
    fn tidied(&self, position: &EdgePosition) -> EdgePosition {
        let edges = self.graph.edges();
        let mut joined = vec![false; self.graph.vertex_count()];
        for (edge, _) in edges.iter().zip(position).filter(|(edge, c)| !edge.is_loop() && **c > 0) {
            edge.ends().iter().for_each(|&end| joined[end] = true);
        }
        let alone = |index: &usize| edges[*index].is_loop() && !joined[edges[*index].u as usize];
        let bouquets: Vec<usize> = (0..edges.len()).filter(alone).collect();
        let mut loops: Vec<u8> = bouquets.iter().map(|&index| position[index]).collect();
        loops.sort_unstable();
        let mut tidy = position.clone();
        bouquets.iter().zip(loops).for_each(|(&index, copies)| tidy[index] = copies);
        tidy
    }

    fn graph(&self) -> Option<&Graph> {
        Some(&self.graph)
    }

    fn edges<'p>(&self, position: &'p EdgePosition) -> Option<&'p EdgePosition> {
        Some(position)
    }

    fn with_edges(&self, edges: &EdgePosition) -> Option<EdgePosition> {
        Some(edges.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{families, polygons};
    use crate::places::Places;

    #[test]
    fn weights_count_loops_once() {
        let board = Edges::new(polygons::polygons(8, 1, 2).unwrap());
        assert_eq!(board.weight(&board.start(), 0), 8);
        assert_eq!(board.bound_vertices(&board.start()), 2);
    }

    #[test]
    fn points_for_last_edges() {
        let board = Edges::new(families::path(3).unwrap());
        let start = board.start();
        assert_eq!(board.earns(&start, 0), 1);
        assert_eq!(board.earns(&board.without(&start, 0), 1), 2);
        let bouquet = Edges::new(Graph::new(Places::numbered(1), [(0, 0), (0, 0)]).unwrap());
        assert_eq!(bouquet.earns(&bouquet.start(), 0), 0);
        assert_eq!(bouquet.earns(&bouquet.without(&bouquet.start(), 0), 0), 1);
    }

    #[test]
    fn components_by_edges() {
        let board = Edges::new(families::path(4).unwrap());
        let parts = board.components(&board.without(&board.start(), 1));
        assert_eq!(parts.len(), 2);
        assert_eq!(parts[0][..], [1, 0, 0]);
        assert_eq!(parts[1][..], [0, 0, 1]);
    }

    #[test]
    fn copies_are_named_from_one() {
        let board = Edges::new(families::cycle(2).unwrap());
        let start = board.start();
        assert!(board.read(&start, "1-2#2").is_ok());
        assert!(board.read(&start, "1-2#3").is_err());
        assert!(board.read(&board.without(&start, 0), "1-2#2").is_err());
    }
}
