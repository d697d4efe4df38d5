//! The symmetries of a board, applied to packed positions.
//!
//! Positions that a symmetry of the board takes to each other are worth the same, so tables need only the least of
//! them. Boards with many symmetries use some of them: then fewer positions are known to be alike, no more.

use outplay_rules::graph::Graph;
use outplay_rules::symmetry::Structure;

use super::host::{Host, Place};

/// More symmetries than this cost more than they save.
const MOST: usize = 8;

/// Larger groups are not listed at all: finding eight of them may take long.
const MOST_VERTICES: usize = 64;

/// Some symmetries of a board: where the bits of each byte of a position go, for all symmetries side by side, so that one
/// byte takes one place in memory.
#[derive(Clone, Debug)]
pub struct Automorphisms<const W: usize> {
    /// Empty if standing still is all there is.
    bytes: Vec<[[Place<W>; MOST]; 256]>,
}

impl<const W: usize> Automorphisms<W> {
    /// No symmetry but standing still.
    pub fn none() -> Self {
        Automorphisms { bytes: Vec::new() }
    }

    /// Symmetries of a board.
    pub fn new(graph: &Graph, host: &Host<W>) -> Self {
        if graph.vertex_count() > MOST_VERTICES {
            return Self::none();
        }
        let structure = Structure::of_graph(graph);
        let mut group: Vec<Vec<usize>> = structure.symmetries().take(MOST).collect();
        if group.len() < 2 {
            return Self::none();
        }
        // The same symmetry again does no harm.
        group.resize(MOST, group[0].clone());
        let images: Vec<Vec<[Place<W>; 256]>> = group
            .iter()
            .map(|to| {
                let bit_to = bits_to(host, |class| {
                    let (u, v) = host.ends(class);
                    graph.edge_index(to[u], to[v])
                });
                byte_images(host.bit_count(), &bit_to)
            })
            .collect();
        let table = |byte: usize| {
            std::array::from_fn(|value| std::array::from_fn(|turn| images[turn][byte][value]))
        };
        Automorphisms { bytes: (0..host.bit_count().div_ceil(8)).map(table).collect() }
    }

    /// The images of a place under all symmetries; under one symmetry several times, if they are few.
    fn images(&self, place: &Place<W>) -> [Place<W>; MOST] {
        if self.bytes.is_empty() {
            return [*place; MOST];
        }
        let mut images = [Place::EMPTY; MOST];
        for (index, table) in self.bytes.iter().enumerate() {
            let byte = place.0[index / 8] >> (8 * (index % 8)) & 0xff;
            for (image, part) in images.iter_mut().zip(&table[byte as usize]) {
                *image = image.or(part);
            }
        }
        images
    }

    /// The least image of a place.
    pub fn least(&self, place: &Place<W>) -> Place<W> {
        if self.bytes.is_empty() {
            return *place;
        }
        self.images(place).into_iter().fold(*place, Place::min)
    }
}

/// Where each bit of a place goes when classes change places. Classes that go nowhere leave nothing.
fn bits_to<const W: usize>(host: &Host<W>, to: impl Fn(usize) -> Option<usize>) -> Vec<Place<W>> {
    let mut bit_to = vec![Place::EMPTY; 64 * W];
    for class in 0..host.class_count() {
        let Some(image) = to(class) else { continue };
        for (from, onto) in host.bits(class).zip(host.bits(image)) {
            bit_to[from].0[onto / 64] |= 1 << (onto % 64);
        }
    }
    bit_to
}

/// Where the bits of each byte of a place go, for each value of the byte, when it is known where each of its bits goes.
pub(super) fn byte_images<const W: usize>(
    bits: usize,
    bit_to: &[Place<W>],
) -> Vec<[Place<W>; 256]> {
    let image = |byte: usize, value: usize| {
        let bits = (0..8).filter(|bit| value >> bit & 1 == 1);
        bits.fold(Place::EMPTY, |image, bit| image.or(&bit_to[8 * byte + bit]))
    };
    (0..bits.div_ceil(8)).map(|byte| std::array::from_fn(|value| image(byte, value))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay_rules::graph::{families, polygons};

    #[test]
    fn images_have_one_least() {
        for graph in [
            families::grid(2, 4).unwrap(),
            polygons::polygons(8, 2, 3).unwrap(),
            families::cycle(5).unwrap(),
        ] {
            let host = Host::<2>::new(&graph).unwrap();
            let automorphisms = Automorphisms::new(&graph, &host);
            let group: Vec<Vec<usize>> = Structure::of_graph(&graph).symmetries().collect();
            assert!(group.len() > 1 && !automorphisms.bytes.is_empty());
            for seed in 0..50u64 {
                let copies = |class: usize| {
                    let random = crate::scoring::host::mix(seed * 1000 + class as u64);
                    (random % (graph.edges()[class].copies as u64 + 1)) as u8
                };
                let position: outplay_rules::spaces::EdgePosition =
                    (0..graph.edges().len()).map(copies).collect();
                let place = host.pack(&position);
                let least = automorphisms.least(&place);
                assert!(least <= place);
                for to in group.iter().take(MOST) {
                    let mut moved = position.clone();
                    for (class, edge) in graph.edges().iter().enumerate() {
                        let [u, v] = edge.ends();
                        moved[graph.edge_index(to[u], to[v]).unwrap()] = position[class];
                    }
                    if group.len() <= MOST {
                        assert_eq!(automorphisms.least(&host.pack(&moved)), least);
                    }
                }
            }
        }
    }
}
