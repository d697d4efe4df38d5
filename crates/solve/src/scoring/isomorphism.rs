//! Decides exactly whether two components are the same up to the names of their vertices.
//!
//! Colour refinement gives each vertex a number that an isomorphism must preserve; their sum is a number of the whole
//! component by which it can be looked up. Vertices that share a colour are then told apart by choice, and with every
//! vertex in
//! a colour of its own the component has a *form*: its edges, named by the order of colours. Equal forms mean
//! isomorphic. Components with the same number and different forms are compared by matching vertices of equal colour
//! in every way. Colours are hashes, but nothing rests on them: two components are taken for isomorphic only if a
//! matching keeps every edge.

use smallvec::SmallVec;

use super::host::EdgeHost;
use crate::kit::bits::Words;

/// The name of a vertex of a component.
type Name = u16;

const UNKNOWN: Name = Name::MAX;

/// Vertices further apart than this are told apart by choice, if at all; measured on ladders and grids.
const ROUNDS: usize = 6;

/// An edge between two named vertices, with its copies; a loop has equal ends.
pub type NamedEdge = (Name, Name, u8);

/// Edges between named vertices, in order.
pub type Form = SmallVec<[NamedEdge; 40]>;

/// A component with vertices counted from 0.
#[derive(Clone, Debug)]
pub struct Small {
    edges: Form,
    colours: SmallVec<[u64; 32]>,
}

/// Spreads the bits of a colour; cheap, because refinement does little else.
fn stir(x: u64) -> u64 {
    (x ^ (x >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

impl Small {
    /// A component of a board as it is.
    #[cfg(test)]
    fn new<const W: usize>(host: &EdgeHost<W>, place: &Words<W>, names: &mut Names) -> Self {
        let mut small = Self::read(host, place, names);
        small.refine();
        small
    }

    /// A component of a board without leaves, with chains as short as they can be.
    pub fn smooth<const W: usize>(host: &EdgeHost<W>, place: &Words<W>, names: &mut Names) -> Self {
        let mut small = Self::read(host, place, names).smoothed();
        small.refine();
        small
    }

    /// Vertices are named in the order in which edges meet them.
    fn read<const W: usize>(host: &EdgeHost<W>, place: &Words<W>, names: &mut Names) -> Self {
        names.begin(host.vertex_count());
        let mut edges = SmallVec::new();
        for class in host.classes(place) {
            let (u, v) = host.ends(class);
            edges.push((names.of(u), names.of(v), host.copies(place, class) as u8));
        }
        Small { edges, colours: SmallVec::from_elem(1, names.next as usize) }
    }

    /// The component with its chains made shorter by two vertices wherever Unshackle does not mind (docs/theory-scoring.md,
    /// Theorem U8): two neighbours of weight 2 go, and the vertices beside them become neighbours, unless they
    /// are the same or neighbours already. For components without leaves.
    fn smoothed(mut self) -> Self {
        let mut beside = self.passages();
        let mut gone = 0;
        for w in 0..beside.len() {
            while let Some([p, w, x, q]) = self.shortcut(&beside, w) {
                let chain = [(p, w), (w, x), (x, q)].map(|(a, b)| (a.min(b), a.max(b)));
                self.edges.retain(|&mut (a, b, _)| !chain.contains(&(a.min(b), a.max(b))));
                self.edges.push((p, q, 1));
                (beside[w as usize], beside[x as usize]) = (None, None);
                for (end, from, to) in [(p, w, q), (q, x, p)] {
                    let ends = beside[end as usize].iter_mut().flatten();
                    ends.filter(|end| **end == from).for_each(|end| *end = to);
                }
                gone += 2;
            }
        }
        if gone == 0 { self } else { self.compact() }
    }

    /// The two neighbours of each vertex that has two edges to different vertices and no other.
    fn passages(&self) -> SmallVec<[Option<[Name; 2]>; 32]> {
        let mut weight: SmallVec<[u16; 32]> = SmallVec::from_elem(0, self.vertices());
        let mut beside: SmallVec<[Option<[Name; 2]>; 32]> =
            SmallVec::from_elem(Some([UNKNOWN; 2]), self.vertices());
        for &(u, v, copies) in &self.edges {
            for (here, there) in [(u, v), (v, u)] {
                let (here, first) = (here as usize, weight[here as usize] == 0);
                weight[here] += 1;
                match &mut beside[here] {
                    Some(ends) if copies == 1 && u != v && weight[here] <= 2 => {
                        ends[usize::from(!first)] = there;
                    }
                    other => *other = None,
                }
            }
        }
        beside
            .iter_mut()
            .filter(|ends| ends.is_some_and(|ends| ends.contains(&UNKNOWN)))
            .for_each(|ends| *ends = None);
        beside
    }

    /// A path whose two inner vertices, one of them given, can go.
    fn shortcut(&self, beside: &[Option<[Name; 2]>], w: usize) -> Option<[Name; 4]> {
        let ends = beside[w]?;
        let w = w as Name;
        [(ends[0], ends[1]), (ends[1], ends[0])].into_iter().find_map(|(p, x)| {
            let beyond = beside[x as usize]?;
            let q = if beyond[0] == w { beyond[1] } else { beyond[0] };
            let adjacent =
                || self.edges.iter().any(|&(a, b, _)| (a, b) == (p, q) || (b, a) == (p, q));
            (p != q && !adjacent()).then_some([p, w, x, q])
        })
    }

    /// The same edges, with names for the vertices that still have some.
    fn compact(self) -> Self {
        let mut names: SmallVec<[Name; 32]> = SmallVec::from_elem(UNKNOWN, self.vertices());
        let mut next = 0;
        let mut name = |vertex: Name| {
            let name = &mut names[vertex as usize];
            if *name == UNKNOWN {
                *name = next;
                next += 1;
            }
            *name
        };
        let edges = self.edges.iter().map(|&(u, v, copies)| (name(u), name(v), copies)).collect();
        Small { edges, colours: SmallVec::from_elem(1, next as usize) }
    }

    /// The number of vertices.
    pub fn vertices(&self) -> usize {
        self.colours.len()
    }

    /// The number of edges, copies counted.
    pub fn edge_count(&self) -> u32 {
        self.edges.iter().map(|&(_, _, copies)| copies as u32).sum()
    }

    /// Whether there are neither loops nor parallel edges.
    pub fn is_simple(&self) -> bool {
        self.edges.iter().all(|&(u, v, copies)| u != v && copies == 1)
    }

    /// A number that isomorphic components share.
    pub fn number(&self) -> u64 {
        let sum = self.colours.iter().fold(0u64, |sum, &colour| sum.wrapping_add(stir(colour)));
        stir(sum ^ (self.edges.len() as u64) << 32 ^ self.colours.len() as u64)
    }

    /// Each vertex looks at the colours next to it, again and again; the number of times depends on the size alone.
    fn refine(&mut self) {
        let vertices = self.vertices();
        let mut sums: SmallVec<[u64; 32]> = SmallVec::from_elem(0, vertices);
        for _ in 0..(vertices / 2 + 1).min(ROUNDS) {
            for &(u, v, copies) in &self.edges {
                let (u, v) = (u as usize, v as usize);
                let copies = (copies as u64).wrapping_mul(0xd6e8_feb8_6659_fd93);
                if u == v {
                    sums[u] = sums[u].wrapping_add(stir(copies.wrapping_add(7)));
                } else {
                    let (a, b) = (self.colours[u], self.colours[v]);
                    sums[u] = sums[u].wrapping_add(stir(b ^ copies));
                    sums[v] = sums[v].wrapping_add(stir(a ^ copies));
                }
            }
            for (colour, sum) in self.colours.iter_mut().zip(&mut sums) {
                *colour = stir(colour.wrapping_mul(3).wrapping_add(std::mem::take(sum)));
            }
        }
    }

    /// The vertices by colour.
    fn by_colour(&self) -> SmallVec<[(u64, Name); 32]> {
        let mut order: SmallVec<[(u64, Name); 32]> =
            self.colours.iter().enumerate().map(|(v, &colour)| (colour, v as Name)).collect();
        order.sort_unstable();
        order
    }

    /// Gives one vertex a colour of its own.
    fn mark(&mut self, vertex: Name) {
        self.colours[vertex as usize] = stir(self.colours[vertex as usize] ^ 0x5555);
        self.refine();
    }

    /// Names by order of colours. Isomorphic components mostly have one form, and one form means isomorphic.
    pub fn form(mut self) -> Form {
        loop {
            let order = self.by_colour();
            let shared = order.windows(2).find(|pair| pair[0].0 == pair[1].0);
            match shared {
                Some(pair) => self.mark(pair[0].1),
                None => return self.renamed(&order),
            }
        }
    }

    /// The edges with each vertex named by its place in a list.
    fn renamed(&self, order: &[(u64, Name)]) -> Form {
        let mut to: SmallVec<[Name; 32]> = SmallVec::from_elem(0, order.len());
        order
            .iter()
            .enumerate()
            .for_each(|(name, &(_, vertex))| to[vertex as usize] = name as Name);
        let renamed = self.edges.iter().map(|&(u, v, copies)| {
            let (u, v) = (to[u as usize], to[v as usize]);
            (u.min(v), u.max(v), copies)
        });
        let mut form: Form = renamed.collect();
        form.sort_unstable();
        form
    }

    /// Whether two components are isomorphic.
    pub fn is_isomorphic(&self, other: &Small) -> bool {
        if self.edges.len() != other.edges.len() || self.vertices() != other.vertices() {
            return false;
        }
        let (ours, theirs) = (self.by_colour(), other.by_colour());
        if ours.iter().zip(&theirs).any(|(a, b)| a.0 != b.0) {
            return false;
        }
        let Some(shared) = ours.windows(2).find(|pair| pair[0].0 == pair[1].0) else {
            return self.renamed(&ours) == other.renamed(&theirs);
        };
        let (colour, vertex) = shared[0];
        let mut marked = self.clone();
        marked.mark(vertex);
        theirs.iter().filter(|(c, _)| *c == colour).any(|&(_, twin)| {
            let mut other = other.clone();
            other.mark(twin);
            marked.is_isomorphic(&other)
        })
    }

    /// A bound from mirroring: some number m such that the player to move in Unshackle loses by m at least, if a symmetry of
    /// order two shows one (docs/theory-scoring.md, Theorem U4).
    pub fn mirror(&self) -> Option<u16> {
        let mut image: SmallVec<[Name; 32]> = SmallVec::from_elem(UNKNOWN, self.vertices());
        let all_even = self.edges.iter().all(|&(_, _, copies)| copies % 2 == 0);
        if !all_even && self.by_colour().windows(2).all(|pair| pair[0].0 != pair[1].0) {
            return None;
        }
        let mut steps = 64 + 2 * self.vertices();
        self.reflect(0, &mut image, &mut steps)
            .then(|| (0..image.len()).filter(|&v| image[v] as usize == v).count() as u16)
    }

    /// Completes a reflection from vertex `from` on.
    fn reflect(&self, from: usize, image: &mut [Name], steps: &mut usize) -> bool {
        let Some(v) = (from..image.len()).find(|&v| image[v] == UNKNOWN) else {
            return self.keeps_edges(image);
        };
        for w in v..image.len() {
            if image[w] != UNKNOWN || self.colours[w] != self.colours[v] {
                continue;
            }
            if *steps == 0 {
                return false;
            }
            *steps -= 1;
            (image[v], image[w]) = (w as Name, v as Name);
            if self.may_reflect(v, image) && self.reflect(v + 1, image, steps) {
                return true;
            }
            (image[v], image[w]) = (UNKNOWN, UNKNOWN);
        }
        false
    }

    /// Whether the images of the neighbours of a vertex that have one are neighbours of its image, and no single edge is its own image.
    fn may_reflect(&self, vertex: usize, image: &[Name]) -> bool {
        let to = image[vertex];
        self.edges.iter().all(|&(a, b, copies)| {
            let other = match (a as usize == vertex, b as usize == vertex) {
                (true, _) => b,
                (_, true) => a,
                _ => return true,
            };
            let far = image[other as usize];
            far == UNKNOWN
                || self.edges.iter().any(|&(c, d, k)| {
                    let same = (c, d) == (a, b);
                    ((c, d) == (to, far) || (d, c) == (to, far))
                        && k == copies
                        && !(same && k % 2 == 1)
                })
        })
    }

    /// Whether every edge class goes to one with as many copies, and to itself only with an even number.
    fn keeps_edges(&self, image: &[Name]) -> bool {
        (0..image.len()).all(|v| self.may_reflect(v, image))
    }
}

/// Gives vertices small names in the order in which they are met.
#[derive(Debug, Default)]
pub struct Names {
    name: Vec<(u32, Name)>,
    round: u32,
    next: Name,
}

impl Names {
    fn begin(&mut self, vertices: usize) {
        self.name.resize(vertices, (0, 0));
        self.round += 1;
        self.next = 0;
    }

    fn of(&mut self, vertex: usize) -> Name {
        let entry = &mut self.name[vertex];
        if entry.0 != self.round {
            *entry = (self.round, self.next);
            self.next += 1;
        }
        entry.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay_rules::graph::{Graph, families};
    use outplay_rules::places::Places;
    use outplay_rules::symmetry::Structure;

    fn small(graph: &Graph) -> Small {
        let host = EdgeHost::<2>::new(graph).unwrap();
        let all = graph.edges().iter().map(|edge| edge.copies).collect();
        Small::new(&host, &host.pack(&all), &mut Names::default())
    }

    #[test]
    fn agrees_with_canonical_forms() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut below = |bound: usize| random.usize(..bound);
        let mut graphs = Vec::new();
        while graphs.len() < 400 {
            let n = 1 + below(5);
            let edges: Vec<(usize, usize)> =
                (0..1 + below(7)).map(|_| (below(n), below(n))).collect();
            let graph = Graph::new(Places::numbered(n), edges).unwrap();
            // Components have no isolated vertices, and so have no names for them.
            if (0..n).all(|v| graph.edges().iter().any(|edge| edge.ends().contains(&v))) {
                graphs.push(graph);
            }
        }
        let canonical: Vec<Structure> =
            graphs.iter().map(|graph| Structure::of_graph(graph).canonical()).collect();
        let smalls: Vec<Small> = graphs.iter().map(small).collect();
        let mut equal = 0;
        for i in 0..graphs.len() {
            for j in 0..i {
                let isomorphic = canonical[i] == canonical[j];
                assert_eq!(
                    smalls[i].is_isomorphic(&smalls[j]),
                    isomorphic,
                    "{:?} {:?}",
                    graphs[i],
                    graphs[j]
                );
                assert!(!isomorphic || smalls[i].number() == smalls[j].number());
                equal += usize::from(isomorphic);
            }
        }
        assert!(equal > 500, "only {equal} pairs were isomorphic");
    }

    #[test]
    fn regular_graphs_are_told_apart() {
        // Refinement sees no difference between these; the edges do.
        let prism = Graph::new(
            Places::numbered(6),
            [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5), (0, 3), (1, 4), (2, 5)],
        )
        .unwrap();
        let bipartite = families::bipartite(3, 3).unwrap();
        assert!(!small(&prism).is_isomorphic(&small(&bipartite)));
        let other = prism.relabelled(&[3, 0, 5, 1, 4, 2]);
        assert!(small(&prism).is_isomorphic(&small(&other)));
        assert!(
            small(&families::star(40).unwrap()).is_isomorphic(&small(&families::star(40).unwrap()))
        );
    }
}
