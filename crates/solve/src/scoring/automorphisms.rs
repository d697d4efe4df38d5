//! The automorphisms of a board, as maps of the bits that its positions are packed into.

use outplay_rules::graph::Graph;
use outplay_rules::symmetry::Structure;

use super::host::EdgeHost;
use crate::kit::bits::Words;
use crate::kit::symmetry::{Automorphisms, SIDE_BY_SIDE};

/// Larger groups are not listed at all: finding eight of them may take long.
const MOST_VERTICES: usize = 64;

/// Their tables grow with the square of the board: beyond this many bytes (some 500 edges) they are not made.
const MOST_BYTES: usize = 16 << 20;

/// The bytes of the tables, of which there are two while they are made.
fn table_bytes<const W: usize>(host: &EdgeHost<W>) -> usize {
    2 * SIDE_BY_SIDE * 256 * host.bit_count().div_ceil(8) * size_of::<Words<W>>()
}

/// Some automorphisms of a board.
pub fn automorphisms<const W: usize>(graph: &Graph, host: &EdgeHost<W>) -> Automorphisms<Words<W>> {
    if graph.vertex_count() > MOST_VERTICES || table_bytes(host) > MOST_BYTES {
        return Automorphisms::none();
    }
    let group: Vec<Vec<usize>> =
        Structure::of_graph(graph).symmetries().take(SIDE_BY_SIDE).collect();
    if group.len() < 2 {
        return Automorphisms::none();
    }
    let maps: Vec<Vec<usize>> = group
        .iter()
        .map(|to| {
            let mut bit_to = vec![usize::MAX; host.bit_count()];
            for class in 0..host.class_count() {
                let (u, v) = host.ends(class);
                let Some(image) = graph.edge_index(to[u], to[v]) else { continue };
                for (from, onto) in host.bits(class).zip(host.bits(image)) {
                    bit_to[from] = onto;
                }
            }
            bit_to
        })
        .collect();
    Automorphisms::new(&maps)
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay_rules::graph::{families, polygons};

    #[test]
    fn many_edges_make_no_large_tables() {
        let graph = families::complete(60).unwrap();
        let host = EdgeHost::<64>::new(&graph).unwrap();
        assert!(table_bytes(&host) > 400 << 20);
        assert!(automorphisms(&graph, &host).are_none());
    }

    #[test]
    fn images_have_one_least() {
        for graph in [
            families::grid(2, 4).unwrap(),
            polygons::polygons(8, 2, 3).unwrap(),
            families::cycle(5).unwrap(),
        ] {
            let host = EdgeHost::<2>::new(&graph).unwrap();
            let automorphisms = automorphisms(&graph, &host);
            let group: Vec<Vec<usize>> = Structure::of_graph(&graph).symmetries().collect();
            assert!(group.len() > 1);
            for seed in 0..50u64 {
                let copies = |class: usize| {
                    let random = crate::scoring::host::mix(seed * 1000 + class as u64);
                    (random % (graph.edges()[class].copies as u64 + 1)) as u8
                };
                let position: outplay_rules::spaces::EdgePosition =
                    (0..graph.edges().len()).map(copies).collect();
                let place = host.pack(&position);
                let least = automorphisms.canonical(place);
                assert!(least <= place);
                for to in group.iter().take(SIDE_BY_SIDE) {
                    let mut moved = position.clone();
                    for (class, edge) in graph.edges().iter().enumerate() {
                        let [u, v] = edge.ends();
                        moved[graph.edge_index(to[u], to[v]).unwrap()] = position[class];
                    }
                    if group.len() <= SIDE_BY_SIDE {
                        assert_eq!(automorphisms.canonical(host.pack(&moved)), least);
                    }
                }
            }
        }
    }
}
