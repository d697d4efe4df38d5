//! Positions of heaps and vertices side by side: a board may hold both, as a disjunctive sum.

use smallvec::SmallVec;

use super::vertices::{induced, renamed_vertices};
use super::{Numbers, Space, decode_set, image_of_set, members, symmetries_of_graph};
use crate::bits::BitSet;
use crate::error::InputError;
use crate::graph::Graph;
use crate::moves::{Move, read_heap_move, read_places};
use crate::places::Places;
use crate::symmetry::Structure;

/// Heaps, and a graph whose vertices are taken.
#[derive(Clone, Debug)]
pub struct Heaps {
    heaps: Vec<u64>,
    graph: Graph,
}

/// Heaps and vertices that are left.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeapPosition {
    /// Non-empty heaps, ascending. Two fit where a pointer and a length would be: what certificates say of memory counts on it.
    pub heaps: SmallVec<[u64; 2]>,
    /// Vertices not yet taken.
    pub vertices: BitSet,
}

impl Heaps {
    /// Heaps beside a graph.
    pub fn new(heaps: Vec<u64>, graph: Graph) -> Self {
        Heaps { heaps, graph }
    }

    /// The heaps, as given.
    pub fn sizes(&self) -> &[u64] {
        &self.heaps
    }

    /// The graph, empty on a board of heaps alone.
    pub fn board(&self) -> &Graph {
        &self.graph
    }

    /// All that is there.
    pub fn all(&self) -> HeapPosition {
        let sizes = self.heaps.iter().copied().filter(|&size| size > 0);
        let mut heaps: SmallVec<[u64; 2]> = sizes.collect();
        heaps.sort_unstable();
        HeapPosition { heaps, vertices: BitSet::full(self.graph.vertex_count()) }
    }
}

/// A heap has no more counters than this: every size is exact in JSON, whatever reads it.
pub const MOST_COUNTERS: u64 = 1_000_000_000_000_000;

/// More heaps than this are not written down.
const MOST_HEAPS: u64 = 1 << 20;

impl Space for Heaps {
    type Position = HeapPosition;

    fn places(&self) -> &Places {
        self.graph.places()
    }

    fn read_move(&self, _position: &HeapPosition, text: &str) -> Result<Move, InputError> {
        if text.contains('>') || self.graph.vertex_count() == 0 {
            return read_heap_move(text);
        }
        Ok(Move::Vertices(read_places(text, self.places())?))
    }

    fn encode(&self, position: &HeapPosition) -> Vec<u64> {
        let heaps = position.heaps.iter().copied();
        let words = position.vertices.words().iter().copied();
        std::iter::once(position.heaps.len() as u64).chain(heaps).chain(words).collect()
    }

    fn decode(&self, next: Numbers) -> Option<HeapPosition> {
        let count = next().filter(|&count| count <= MOST_HEAPS)?;
        let size = |_| next().filter(|size| (1..=MOST_COUNTERS).contains(size));
        let heaps: Option<SmallVec<[u64; 2]>> = (0..count).map(size).collect();
        let heaps = heaps.filter(|heaps| heaps.is_sorted())?;
        Some(HeapPosition { heaps, vertices: decode_set(self.graph.vertex_count(), next)? })
    }

    fn untouched(&self) -> HeapPosition {
        self.all()
    }

    fn named(&self, position: &HeapPosition) -> Vec<u16> {
        members(&position.vertices)
    }

    fn renamed(&self, position: &HeapPosition, images: &[u16]) -> Option<HeapPosition> {
        let vertices = renamed_vertices(&self.graph, &position.vertices, images)?;
        Some(HeapPosition { heaps: position.heaps.clone(), vertices })
    }

    fn structure(&self, position: &HeapPosition) -> Option<Structure> {
        position.heaps.is_empty().then(|| induced(&self.graph, &position.vertices)).flatten()
    }

    fn components(&self, position: &HeapPosition) -> Vec<HeapPosition> {
        let nothing = || BitSet::empty(self.graph.vertex_count());
        let heap =
            |&size: &u64| HeapPosition { heaps: [size].into_iter().collect(), vertices: nothing() };
        let part = |vertices| HeapPosition { heaps: SmallVec::new(), vertices };
        let parts = self.graph.components(&position.vertices).into_iter().map(part);
        position.heaps.iter().map(heap).chain(parts).collect()
    }

    fn symmetries(&self, most: usize) -> Vec<Vec<u16>> {
        symmetries_of_graph(&self.graph, most)
    }

    fn image(&self, position: &HeapPosition, to: &[u16], _entries: &[u16]) -> HeapPosition {
        let vertices = image_of_set(&position.vertices, to);
        HeapPosition { heaps: position.heaps.clone(), vertices }
    }

    fn graph(&self) -> Option<&Graph> {
        Some(&self.graph)
    }

    fn vertices<'p>(&self, position: &'p HeapPosition) -> Option<&'p BitSet> {
        Some(&position.vertices)
    }
}
