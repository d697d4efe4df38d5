//! Positions that are sets of vertices: those that are left, or may still be marked.

use super::{Numbers, Space, decode_set, image_map, image_of_set, members, symmetries_of_graph};
use crate::bits::BitSet;
use crate::error::InputError;
use crate::graph::Graph;
use crate::moves::{Move, read_places};
use crate::places::Places;
use crate::symmetry::Structure;

/// A graph whose vertices are taken.
#[derive(Clone, Debug)]
pub struct Vertices {
    graph: Graph,
}

impl Vertices {
    /// The vertices of a graph.
    pub fn new(graph: Graph) -> Self {
        Vertices { graph }
    }

    /// The graph.
    pub fn board(&self) -> &Graph {
        &self.graph
    }

    /// All vertices.
    pub fn all(&self) -> BitSet {
        BitSet::full(self.graph.vertex_count())
    }
}

impl Space for Vertices {
    type Position = BitSet;

    fn places(&self) -> &Places {
        self.graph.places()
    }

    fn read_move(&self, _position: &BitSet, text: &str) -> Result<Move, InputError> {
        Ok(Move::Vertices(read_places(text, self.places())?))
    }

    fn encode(&self, position: &BitSet) -> Vec<u64> {
        position.words().to_vec()
    }

    fn decode(&self, next: Numbers) -> Option<BitSet> {
        decode_set(self.graph.vertex_count(), next)
    }

    fn untouched(&self) -> BitSet {
        self.all()
    }

    fn named(&self, position: &BitSet) -> Vec<u16> {
        members(position)
    }

    fn renamed(&self, position: &BitSet, images: &[u16]) -> Option<BitSet> {
        renamed_vertices(&self.graph, position, images)
    }

    fn structure(&self, position: &BitSet) -> Option<Structure> {
        induced(&self.graph, position)
    }

    fn components(&self, position: &BitSet) -> Vec<BitSet> {
        self.graph.components(position)
    }

    fn symmetries(&self, most: usize) -> Vec<Vec<u16>> {
        symmetries_of_graph(&self.graph, most)
    }

    fn image(&self, position: &BitSet, to: &[u16], _entries: &[u16]) -> BitSet {
        image_of_set(position, to)
    }

    fn graph(&self) -> Option<&Graph> {
        Some(&self.graph)
    }

    fn vertices<'p>(&self, position: &'p BitSet) -> Option<&'p BitSet> {
        Some(position)
    }
}

/// A set with its members replaced by their images.
fn image_of(set: &BitSet, map: &[Option<usize>]) -> BitSet {
    BitSet::of(map.len(), set.iter().filter_map(|place| map[place]))
}

/// The image of a vertex set, if the two induced subgraphs are the same under the map, loops included.
///
/// The games on vertices ask only which vertices are joined and which have a loop, so this carries their moves over.
pub(super) fn renamed_vertices(graph: &Graph, vertices: &BitSet, images: &[u16]) -> Option<BitSet> {
    let map = image_map(&members(vertices), images, graph.vertex_count())?;
    let image = image_of(vertices, &map);
    for vertex in vertices.iter() {
        let to = map[vertex]?;
        let joined = image_of(&graph.neighbours(vertex).intersection(vertices), &map);
        let looped = |v: usize| graph.edge_index(v, v).is_some();
        if joined != graph.neighbours(to).intersection(&image) || looped(vertex) != looped(to) {
            return None;
        }
    }
    Some(image)
}

/// The induced subgraph with its vertices numbered on, copies of edges left out.
pub(super) fn induced(graph: &Graph, vertices: &BitSet) -> Option<Structure> {
    let members: Vec<usize> = vertices.iter().collect();
    let index = |vertex: usize| members.binary_search(&vertex).ok();
    let edges = graph.edges().iter().filter_map(|edge| {
        let [u, v] = edge.ends();
        Some((index(u)?, index(v)?))
    });
    Some(Structure::of_graph(&Graph::new(Places::numbered(members.len()), edges).ok()?))
}
