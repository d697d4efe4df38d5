//! Twins: nodes of one colour that are joined alike to every other node. Any two of them can be exchanged, so a class
//! of twins says no more than one node that knows their number. A search for the canonical form tries them one after
//! the other: on a complete graph of 60 vertices that takes a minute, while after folding it is a single node.

use std::collections::HashMap;

use super::Structure;

/// Colours of folded nodes begin here, above all others.
const FOLDED: u64 = 1 << 40;

/// Structures with more nodes and arcs are left as they are: it would take a copy of all of them.
const MOST_ARCS: usize = 1 << 21;

/// Folds structures, which can be compared if one `Folding` has folded them.
#[derive(Clone, Debug, Default)]
pub struct Folding {
    colours: HashMap<Class, u64>,
}

/// What the twins of a class are, and how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Class {
    colour: u64,
    /// The colour of the arcs between them, if they are joined.
    between: Option<u64>,
    count: usize,
}

/// With more nodes, twins counted as one, a canonical form may take too long to wait for.
const MOST_CANONICAL: usize = 128;

impl Folding {
    /// A form of a structure: equal only for isomorphic structures. It is canonical, and so the same for all of them, unless they are too
    /// large for that.
    pub fn form(&mut self, structure: Structure) -> Structure {
        let folded = self.folded(structure);
        if folded.colours.len() <= MOST_CANONICAL { folded.canonical() } else { folded }
    }

    /// A structure in which each class of twins is one node, folded again as long as there are twins. What comes of two structures
    /// is isomorphic exactly if they are, since the colour of a folded node tells what to unfold.
    pub fn folded(&mut self, structure: Structure) -> Structure {
        let mut structure = structure;
        if structure.arc_count > MOST_ARCS {
            return structure;
        }
        while let Some(folded) = self.folded_once(&structure) {
            structure = folded;
        }
        structure
    }

    /// None if there are no twins.
    fn folded_once(&mut self, structure: &Structure) -> Option<Structure> {
        let twins = Twins::of(structure);
        let kept: Vec<usize> =
            (0..twins.first.len()).filter(|&node| twins.first[node] == node).collect();
        if kept.len() == twins.first.len() {
            return None;
        }
        let places = kept.partition_point(|&node| node < structure.places);
        let mut folded = Structure::new(places, vec![0; kept.len()]);
        for (index, &node) in kept.iter().enumerate() {
            let (colour, count) = (structure.colours[node], twins.count[node]);
            let class = Class { colour, between: twins.between[node], count };
            let next = FOLDED + self.colours.len() as u64;
            folded.colours[index] =
                if count == 1 { colour } else { *self.colours.entry(class).or_insert(next) };
            let arcs = structure.arcs[node].iter();
            let arc = |&(other, colour): &(usize, u64)| {
                kept.binary_search(&other).ok().map(|other| (other, colour))
            };
            folded.arcs[index] = arcs.filter_map(arc).collect();
        }
        Some(folded.sorted())
    }
}

/// The classes of twins. A node is in one class at most: if u and v are joined alike to all others without an arc between them, and
/// u and w with one, then v and w have that arc too, since w does not tell u from v, and u and v have it, since u and w are alike to v.
struct Twins {
    /// For each node the first of its class.
    first: Vec<usize>,
    /// For the first of each class how many there are,
    count: Vec<usize>,
    /// and the colour of the arcs between them.
    between: Vec<Option<u64>>,
}

impl Twins {
    fn of(structure: &Structure) -> Self {
        let nodes = structure.colours.len();
        let mut twins = Twins {
            first: (0..nodes).collect(),
            count: vec![1; nodes],
            between: vec![None; nodes],
        };
        twins.find(structure, None);
        let mut colours: Vec<u64> = structure.arcs.iter().flatten().map(|arc| arc.1).collect();
        colours.sort_unstable();
        colours.dedup();
        colours.into_iter().for_each(|colour| twins.find(structure, Some(colour)));
        twins
    }

    /// Finds twins with arcs of a colour between them, or without arcs.
    fn find(&mut self, structure: &Structure, between: Option<u64>) {
        let mut known: HashMap<(u64, Vec<(usize, u64)>), usize> = HashMap::new();
        for node in 0..self.first.len() {
            let mut arcs = structure.arcs[node].clone();
            let place = arcs.partition_point(|&(other, _)| other < node);
            if arcs.get(place).is_some_and(|&(other, _)| other == node) {
                // A node with an arc to itself is nobody's twin.
                continue;
            }
            if let Some(colour) = between {
                // With an arc of this colour to itself it has the same arcs as its twins.
                arcs.insert(place, (node, colour));
            }
            let first = *known.entry((structure.colours[node], arcs)).or_insert(node);
            if first != node {
                self.first[node] = first;
                self.count[first] += 1;
                self.between[first] = between;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::families;

    fn structure(colours: &[u64], edges: &[(usize, usize, u64)]) -> Structure {
        let edges = edges.iter().map(|&(u, v, colour)| ([u, v], colour));
        Structure::of_colours(colours.to_vec(), edges)
    }

    #[test]
    fn complete_graphs_are_one_node_and_stars_are_two() {
        let mut folding = Folding::default();
        for (graph, nodes) in [
            (families::complete(60).unwrap(), 1),
            (families::bipartite(30, 30).unwrap(), 1),
            (families::bipartite(30, 29).unwrap(), 2),
            (families::star(60).unwrap(), 2),
        ] {
            let folded = folding.folded(Structure::of_graph(&graph));
            assert_eq!(folded.place_count(), nodes, "{folded:?}");
        }
        let path = Structure::of_graph(&families::path(4).unwrap());
        assert_eq!(folding.folded(path.clone()), path);
    }

    #[test]
    fn an_arc_to_itself_is_no_arc_to_a_twin() {
        let mut folding = Folding::default();
        for edges in [
            &[(0, 0, 1), (0, 1, 1)][..],
            &[(0, 0, 1), (1, 1, 1)],
            &[(0, 0, 1), (0, 1, 1), (1, 1, 1)],
        ] {
            let whole = structure(&[0, 0], edges);
            assert_eq!(folding.folded(whole.clone()), whole);
        }
    }

    /// All graphs of four vertices with two colours of vertices and of edges: folded forms are equal exactly if forms are.
    #[test]
    fn what_is_folded_is_isomorphic_exactly_if_the_structures_are() {
        let mut folding = Folding::default();
        let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
        let mut forms: HashMap<Box<[u8]>, Box<[u8]>> = HashMap::new();
        let mut back: HashMap<Box<[u8]>, Box<[u8]>> = HashMap::new();
        for colours in 0..16_u64 {
            let colours: Vec<u64> = (0..4).map(|v| colours >> v & 1).collect();
            for edges in 0..729_u64 {
                let digit = |place: usize| edges / 3_u64.pow(place as u32) % 3;
                let edges: Vec<(usize, usize, u64)> = (0..6)
                    .filter(|&place| digit(place) > 0)
                    .map(|place| (pairs[place].0, pairs[place].1, digit(place)))
                    .collect();
                let whole = structure(&colours, &edges);
                let folded = folding.folded(whole.clone()).canonical().packed();
                let whole = whole.canonical().packed();
                assert_eq!(*forms.entry(whole.clone()).or_insert(folded.clone()), folded);
                assert_eq!(*back.entry(folded).or_insert(whole.clone()), whole);
            }
        }
        // By Burnside's lemma: (16·729 + 6·8·81 + 3·4·81 + 8·4·9 + 6·2·9) / 24.
        assert_eq!(forms.len(), 705);
    }
}
