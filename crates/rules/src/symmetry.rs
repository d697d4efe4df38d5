//! Symmetries: when two boards are the same up to the names of their places.
//!
//! A graph or a board of winning sets is turned into a coloured structure (for winning sets: one node per point, one node per
//! set) whose canonical form the `canonical-form` library finds. Equal canonical forms mean isomorphic, never just
//! the same hash.

mod one_symmetry;
mod twins;

use canonical_form::Canonize;

use crate::bits::BitSet;
use crate::graph::Graph;
use crate::places::Places;
use crate::sets::{Hops, SetBoard, SetFamily};

pub use twins::Folding;

/// Nodes with colours, and coloured arcs between them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Structure {
    colours: Vec<u64>,
    arcs: Vec<Vec<(usize, u64)>>,
    /// The first nodes are the board's places; the rest stand for its sets.
    places: usize,
    /// Nodes and arcs: what looking at all of them costs.
    arc_count: usize,
}

/// Boards with more winning sets are not listed to look for symmetries.
const MAX_LISTED: usize = 200_000;

impl Structure {
    fn new(places: usize, colours: Vec<u64>) -> Self {
        let arcs = vec![Vec::new(); colours.len()];
        Structure { colours, arcs, places, arc_count: 0 }
    }

    fn join(&mut self, a: usize, b: usize, colour: u64) {
        self.arcs[a].push((b, colour));
        if a != b {
            self.arcs[b].push((a, colour));
        }
    }

    fn sorted(mut self) -> Self {
        self.arc_count = self.arcs.iter().map(|list| list.len() + 1).sum();
        self.arcs.iter_mut().for_each(|list| list.sort_unstable());
        self
    }

    /// The structure of a multigraph: arcs coloured by the number of copies, loops in the colour of the vertex.
    pub fn of_graph(graph: &Graph) -> Self {
        let mut structure = Structure::new(graph.vertex_count(), vec![0; graph.vertex_count()]);
        for edge in graph.edges() {
            let [u, v] = edge.ends();
            if u == v {
                structure.colours[u] = edge.copies as u64;
            } else {
                structure.join(u, v, edge.copies as u64);
            }
        }
        structure.sorted()
    }

    /// The structure of vertices with colours, and of edges with colours between them.
    pub fn of_colours(colours: Vec<u64>, edges: impl Iterator<Item = ([usize; 2], u64)>) -> Self {
        let mut structure = Structure::new(colours.len(), colours);
        edges.for_each(|([u, v], colour)| structure.join(u, v, colour));
        structure.sorted()
    }

    /// The structure of a board of winning sets, both players' sets and the possible hops included; none if a nested
    /// board has too many sets to list.
    pub fn of_sets(board: &SetBoard) -> Option<Self> {
        let points = board.point_count();
        let first = board.first_sets().listed(MAX_LISTED)?;
        let second = if board.is_symmetric() {
            Vec::new()
        } else {
            board.second_sets().listed(MAX_LISTED)?
        };
        let colours =
            [vec![0; points], vec![FIRST_SET; first.len()], vec![SECOND_SET; second.len()]]
                .concat();
        let mut structure = Structure::new(points, colours);
        for (index, set) in first.iter().chain(&second).enumerate() {
            set.iter().for_each(|point| structure.join(point, points + index, MEMBER));
        }
        if let Hops::Between(partners) = board.hops() {
            structure.join_hops(partners);
        }
        Some(structure.sorted())
    }

    /// The same structure with places told apart by colours below 2^32, zero for those that stay alike.
    pub fn coloured(mut self, colour: impl Fn(usize) -> u64) -> Self {
        (0..self.places).for_each(|place| self.colours[place] += colour(place));
        self
    }

    fn join_hops(&mut self, partners: &[BitSet]) {
        for (a, partners) in partners.iter().enumerate() {
            partners.iter().filter(|&b| a < b).for_each(|b| self.join(a, b, HOP));
        }
    }

    /// How many places the board has.
    pub fn place_count(&self) -> usize {
        self.places
    }

    /// The structure as numbers, most of them a byte: equal exactly for equal structures.
    pub fn packed(&self) -> Box<[u8]> {
        let mut bytes = Vec::with_capacity(4 * self.size());
        let mut push = |mut number: u64| {
            while number >= 128 {
                bytes.push(number as u8 | 128);
                number >>= 7;
            }
            bytes.push(number as u8);
        };
        push(self.places as u64);
        push(self.size() as u64);
        for (node, arcs) in self.arcs.iter().enumerate() {
            // An arc is told where it leaves the smaller node.
            let later = || arcs.iter().filter(|&&(other, _)| other >= node);
            push(self.colours[node]);
            push(later().count() as u64);
            later().for_each(|&(other, colour)| {
                push((other - node) as u64);
                push(colour);
            });
        }
        bytes.into()
    }

    /// The canonical form: equal exactly for isomorphic structures.
    pub fn canonical(&self) -> Structure {
        Canonize::canonical(self)
    }

    /// The canonical form together with where each node goes in it, the places first.
    pub fn canonical_with_labelling(&self) -> (Structure, Vec<usize>) {
        let labelling = self.morphism_to_canonical();
        (self.apply_morphism(&labelling), labelling)
    }

    /// Where each node goes in the canonical form, the places first.
    pub fn canonical_labelling(&self) -> Vec<usize> {
        self.morphism_to_canonical()
    }

    /// Every symmetry, as the image of each place. There may be very many: take what is needed.
    pub fn symmetries(&self) -> impl Iterator<Item = Vec<usize>> + use<> {
        let to_canonical = self.morphism_to_canonical();
        let mut back = vec![0; to_canonical.len()];
        to_canonical.iter().enumerate().for_each(|(node, &image)| back[image] = node);
        let places = self.places;
        let group = Canonize::automorphisms(&Canonize::canonical(self));
        group.map(move |symmetry| {
            (0..places).map(|node| back[symmetry[to_canonical[node]]]).collect()
        })
    }

    /// For each place the smallest place that a symmetry is found to take it to.
    ///
    /// Every symmetry found merges all places that it moves, so a few searches do for a large group. A search that
    /// would take too long is given up: then places may stay apart that are alike, never the other way round.
    pub fn orbits(&self) -> Vec<usize> {
        let mut orbit: Vec<usize> = (0..self.places).collect();
        let mut search = one_symmetry::Search::new(self);
        for place in 1..self.places {
            for other in 0..place {
                let representatives = orbit[place] == place && orbit[other] == other;
                let symmetry = if representatives { search.taking(other, place) } else { None };
                if let Some(symmetry) = symmetry {
                    merge(&mut orbit, &symmetry);
                }
            }
        }
        orbit
    }

    /// Symmetries that make a group, at most `most` of them (then they need not be a group any more), the identity first.
    ///
    /// Single symmetries are searched for that take each place to each other place, and everything they generate is
    /// listed. That is nearly always the whole group, and far faster than listing that by [`Structure::symmetries`].
    pub fn generated(&self, most: usize) -> Vec<Vec<usize>> {
        let mut group = vec![(0..self.places).collect::<Vec<usize>>()];
        let mut known: std::collections::HashSet<Vec<usize>> = group.iter().cloned().collect();
        let mut generators: Vec<Vec<usize>> = Vec::new();
        let mut search = one_symmetry::Search::new(self);
        let pairs = (0..self.places).flat_map(|from| (0..self.places).map(move |to| (from, to)));
        for (from, to) in pairs {
            let Some(found) = search.taking(from, to).filter(|found| !known.contains(found)) else {
                continue;
            };
            generators.push(found);
            // Everything so far times the new generator, and on until nothing is new.
            let mut next = 0;
            while next < group.len() {
                for generator in &generators {
                    let product: Vec<usize> = group[next].iter().map(|&p| generator[p]).collect();
                    if known.insert(product.clone()) {
                        group.push(product);
                    }
                    if group.len() >= most {
                        return group;
                    }
                }
                next += 1;
            }
        }
        group
    }

    fn colours(&self) -> &[u64] {
        &self.colours
    }

    fn arcs(&self, node: usize) -> &[(usize, u64)] {
        &self.arcs[node]
    }
}

/// Joins the orbits of every place and its image; an orbit is named by its smallest place.
fn merge(orbit: &mut [usize], symmetry: &[usize]) {
    for place in 0..orbit.len() {
        let (a, b) = (orbit[place], orbit[symmetry[place]]);
        let (small, large) = (a.min(b), a.max(b));
        orbit.iter_mut().filter(|name| **name == large).for_each(|name| *name = small);
    }
}

const FIRST_SET: u64 = 1 << 32;
const SECOND_SET: u64 = 2 << 32;
const MEMBER: u64 = 0;
const HOP: u64 = 1;

impl Canonize for Structure {
    fn size(&self) -> usize {
        self.colours.len()
    }

    fn apply_morphism(&self, to: &[usize]) -> Self {
        let mut image = Structure::new(self.places, vec![0; self.size()]);
        for (node, arcs) in self.arcs.iter().enumerate() {
            image.colours[to[node]] = self.colours[node];
            image.arcs[to[node]] =
                arcs.iter().map(|&(other, colour)| (to[other], colour)).collect();
        }
        image.sorted()
    }

    fn invariant_color(&self, node: usize) -> u64 {
        self.colours[node]
    }

    fn invariant_neighborhood(&self, node: usize) -> impl Iterator<Item = (usize, u64)> {
        self.arcs[node].iter().copied()
    }
}

/// The points of a board up to symmetry: for each point the smallest point that it is alike to.
///
/// A nested board is treated by its levels: symmetries of the outer and of the inner board are symmetries of the
/// whole (and keep slides and jumps), so points alike on both levels are alike. There might be more symmetries, never
/// fewer.
pub fn point_orbits(board: &SetBoard) -> Vec<usize> {
    if let SetFamily::Nested { .. } = board.first_sets() {
        return family_orbits(board.first_sets(), board.point_count());
    }
    Structure::of_sets(board).map_or_else(|| (0..board.point_count()).collect(), |s| s.orbits())
}

fn family_orbits(family: &SetFamily, points: usize) -> Vec<usize> {
    match family {
        SetFamily::Nested { outer, inner, island, islands } => {
            let (outside, inside) = (family_orbits(outer, *islands), family_orbits(inner, *island));
            (0..points).map(|p| outside[p / island] * island + inside[p % island]).collect()
        }
        SetFamily::Listed(sets) => {
            let sets = sets.iter().map(|set| set.iter().collect());
            SetBoard::new(Places::numbered(points), sets)
                .map_or_else(|_| (0..points).collect(), |b| point_orbits(&b))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::families;
    use crate::sets::{geometry, lattice};

    #[test]
    fn isomorphic_graphs_have_one_form() {
        let path = families::path(5).unwrap();
        let other = path.relabelled(&[3, 0, 4, 1, 2]);
        assert_eq!(Structure::of_graph(&path).canonical(), Structure::of_graph(&other).canonical());
        let star = families::star(4).unwrap();
        assert_ne!(Structure::of_graph(&path).canonical(), Structure::of_graph(&star).canonical());
        // Copies and loops count.
        let double = families::cycle(2).unwrap();
        assert_ne!(
            Structure::of_graph(&double).canonical(),
            Structure::of_graph(&families::path(2).unwrap()).canonical()
        );
    }

    #[test]
    fn the_sizes_of_known_groups() {
        let count = |structure: Structure| structure.symmetries().count();
        assert_eq!(count(Structure::of_graph(&families::petersen().unwrap())), 120);
        assert_eq!(count(Structure::of_graph(&families::grid(2, 3).unwrap())), 4);
        assert_eq!(count(Structure::of_graph(&families::hypercube(3).unwrap())), 48);
        assert_eq!(count(Structure::of_sets(&lattice::tic_tac_toe(3, 2).unwrap()).unwrap()), 8);
        assert_eq!(
            count(Structure::of_sets(&geometry::projective(2, 2, 1).unwrap()).unwrap()),
            168
        );
        assert_eq!(count(Structure::of_sets(&geometry::affine(2, 3, 1).unwrap()).unwrap()), 432);
    }

    #[test]
    fn what_is_generated_is_the_whole_group() {
        let sizes = |structure: Structure| {
            (structure.generated(usize::MAX).len(), structure.symmetries().count())
        };
        for structure in [
            Structure::of_graph(&families::petersen().unwrap()),
            Structure::of_graph(&families::hypercube(3).unwrap()),
            Structure::of_graph(&families::path(4).unwrap()),
            Structure::of_graph(&families::star(4).unwrap()),
            Structure::of_sets(&lattice::tic_tac_toe(3, 2).unwrap()).unwrap(),
            Structure::of_sets(&geometry::projective(2, 2, 1).unwrap()).unwrap(),
            Structure::of_sets(&geometry::affine(2, 3, 1).unwrap()).unwrap(),
        ] {
            let (generated, whole) = sizes(structure);
            assert_eq!(generated, whole);
        }
        let plane = Structure::of_sets(&geometry::affine(2, 5, 1).unwrap()).unwrap();
        assert_eq!(plane.generated(usize::MAX).len(), 12_000);
        assert_eq!(plane.generated(50).len(), 50);
    }

    #[test]
    fn symmetries_keep_the_edges() {
        let graph = families::wheel(5).unwrap();
        for symmetry in Structure::of_graph(&graph).symmetries() {
            assert_eq!(graph.relabelled(&symmetry), graph);
        }
    }

    #[test]
    fn orbits_are_those_of_the_whole_group() {
        let mut random = fastrand::Rng::with_seed(5);
        for _ in 0..300 {
            let n = 1 + random.usize(..7);
            let edges: Vec<(usize, usize)> =
                (0..random.usize(..9)).map(|_| (random.usize(..n), random.usize(..n))).collect();
            let structure = Structure::of_graph(
                &Graph::new(Places::numbered(n), edges.iter().copied()).unwrap(),
            );
            let mut expected: Vec<usize> = (0..n).collect();
            structure.symmetries().for_each(|symmetry| merge(&mut expected, &symmetry));
            assert_eq!(structure.orbits(), expected, "{edges:?}");
        }
    }

    #[test]
    fn large_planes_have_one_orbit_at_once() {
        assert_eq!(point_orbits(&geometry::projective(2, 9, 1).unwrap()), [0; 91]);
        assert_eq!(point_orbits(&geometry::affine(2, 16, 1).unwrap()), [0; 256]);
        let board = lattice::k_in_a_row(9, 9, 4).unwrap();
        let mut starts = point_orbits(&board);
        starts.sort_unstable();
        starts.dedup();
        assert_eq!(starts.len(), 15);
    }

    #[test]
    fn orbits_of_points() {
        assert_eq!(point_orbits(&lattice::tic_tac_toe(3, 2).unwrap()), [0, 1, 0, 1, 4, 1, 0, 1, 0]);
        assert_eq!(point_orbits(&geometry::affine(2, 5, 1).unwrap()), [0; 25]);
        let pair = SetBoard::new(Places::numbered(3), [vec![0, 1]]).unwrap();
        assert_eq!(point_orbits(&pair), [0, 0, 2]);
        assert_eq!(point_orbits(&pair.clone().with_second_sets([vec![1, 2]]).unwrap()), [0, 1, 2]);
        assert_eq!(point_orbits(&pair.clone().with_hops([(0, 2)]).unwrap()), [0, 1, 2]);
        let nested = SetBoard::nested(&pair, &pair).unwrap();
        assert_eq!(point_orbits(&nested), [0, 0, 2, 0, 0, 2, 6, 6, 8]);
    }
}
