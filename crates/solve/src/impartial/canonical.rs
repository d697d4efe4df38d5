//! Canonical forms: one cheap, exact key for all components of the same shape.
//!
//! Two components of one host have the same value if some map takes one to the other and preserves adjacency. On a grid
//! every translation, rotation and reflection does, as long as the image lies on the grid: the induced subgraph of a
//! set of cells depends only on which cells are next to each other. On any graph its own symmetries do. They include
//! every exchange of twins; there may be too many of these to list, but that is not needed: a component is determined
//! by how many of each class of twins it contains. [`CanonicalForms::of`] takes a component to the smallest set among
//! its images, so that all images share
//! one entry of a table. The key is the whole set of vertices, never a hash of it.

use outplay_rules::graph::Graph;
use outplay_rules::symmetry::Structure;

use super::host::Host;
use super::polyomino::Polyominoes;
use crate::kit::bits::Mask;
use crate::kit::symmetry::BytewiseMap;

/// How the canonical form of a component is found.
#[derive(Clone, Debug)]
pub enum CanonicalForms<M> {
    /// By translations and the symmetries of the bounding box.
    Grid(Polyominoes<M>),
    /// By these symmetries of the graph, the identity left out.
    Symmetries(Vec<BytewiseMap<M>>),
    /// By exchanging twins: of each class of twins a component keeps this many, and those are the first.
    Twins(Vec<Twins<M>>),
}

/// The canonical form of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CanonicalSet<M> {
    /// The vertices of its image.
    pub set: M,
    /// Whether a half turn of the grid takes it to itself and no vertex to itself or to one next to it.
    pub turns: bool,
}

/// More symmetries than this take longer to try than they save.
const MOST_SYMMETRIES: usize = 64;

/// Finding the symmetries of larger graphs can take long.
const MOST_VERTICES: usize = 256;

/// On boards larger than this the maps would take more memory than they save.
const MOST_PLACED: usize = 1024;

/// Nor are those of the smallest graphs worth finding: they are solved before.
const FEWEST_VERTICES: usize = 17;

impl<M: Mask> CanonicalForms<M> {
    /// The canonical forms on a host.
    pub fn new(host: &Host<M>) -> Self {
        if host.len() > MOST_PLACED {
            return CanonicalForms::Twins(Vec::new());
        }
        match host.grid() {
            Some((rows, columns)) => CanonicalForms::Grid(Polyominoes::new(rows, columns)),
            None => {
                let twins = twins(host);
                // Two twins are one symmetry among others; three or more make too many to list.
                let many = twins.iter().any(|class| class.first.len() > 3);
                if many || host.len() < FEWEST_VERTICES || host.len() > MOST_VERTICES {
                    CanonicalForms::Twins(twins)
                } else {
                    Self::by_symmetries(host)
                }
            }
        }
    }

    /// The canonical forms by the symmetries of the host's graph, however small it is.
    pub fn by_symmetries(host: &Host<M>) -> Self {
        CanonicalForms::Symmetries(symmetries(host))
    }

    /// The canonical form of a component.
    #[inline(always)]
    pub fn of(&self, component: M) -> M {
        self.placed(component).set
    }

    /// The same, with what is seen on the way.
    #[inline(always)]
    pub fn placed(&self, component: M) -> CanonicalSet<M> {
        let set = match self {
            CanonicalForms::Grid(grid) => return grid.placed(component),
            CanonicalForms::Twins(classes) => {
                classes.iter().fold(component, |placed, class| class.first_ones(placed))
            }
            CanonicalForms::Symmetries(maps) => {
                maps.iter().map(|map| map.image(component)).fold(component, M::min)
            }
        };
        CanonicalSet { set, turns: false }
    }
}

/// Vertices with the same neighbours, themselves aside: the leaves of a star, the sides of a complete multipartite graph,
/// all of a complete graph. Every exchange of them is a symmetry.
#[derive(Clone, Debug)]
pub struct Twins<M> {
    all: M,
    /// The first none, one, two, … of them.
    first: Vec<M>,
}

impl<M: Mask> Twins<M> {
    #[inline(always)]
    fn first_ones(&self, set: M) -> M {
        set.minus(self.all).or(self.first[set.and(self.all).count()])
    }
}

fn twins<M: Mask>(host: &Host<M>) -> Vec<Twins<M>> {
    let alike = |u: usize, v: usize| {
        let both = M::bit(u).or(M::bit(v));
        host.neighbours(u).minus(both) == host.neighbours(v).minus(both)
            && host.marked().contains(u) == host.marked().contains(v)
    };
    let mut classes: Vec<Vec<usize>> = Vec::new();
    for vertex in 0..host.len() {
        match classes.iter_mut().find(|class| alike(class[0], vertex)) {
            Some(class) => class.push(vertex),
            None => classes.push(vec![vertex]),
        }
    }
    let prepared = |class: &Vec<usize>| {
        let mut first = vec![M::EMPTY];
        for &vertex in class {
            first.push(first[first.len() - 1].or(M::bit(vertex)));
        }
        Twins { all: first[class.len()], first }
    };
    classes.iter().filter(|class| class.len() > 1).map(prepared).collect()
}

fn symmetries<M: Mask>(host: &Host<M>) -> Vec<BytewiseMap<M>> {
    let count = host.len();
    let edges = (0..count)
        .flat_map(|u| host.neighbours(u).members().map(move |v| (u, v)).filter(|&(u, v)| u < v))
        .chain(host.marked().members().map(|v| (v, v)));
    let places = outplay_rules::places::Places::numbered(count);
    let Ok(graph) = Graph::new(places, edges.collect::<Vec<_>>()) else { return Vec::new() };
    let group: Vec<Vec<usize>> =
        Structure::of_graph(&graph).symmetries().take(MOST_SYMMETRIES + 1).collect();
    if group.len() > MOST_SYMMETRIES {
        return Vec::new();
    }
    let moves_something = |map: &&Vec<usize>| map.iter().enumerate().any(|(i, &j)| i != j);
    group.iter().filter(moves_something).map(|map| BytewiseMap::new(map)).collect()
}
