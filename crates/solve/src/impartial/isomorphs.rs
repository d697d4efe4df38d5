//! One search for isomorphic components, beyond the symmetries of the board.
//!
//! Looking for one costs about as much as listing the options of a component, so it is done once for each component
//! that would be searched, not for each that is looked up.
//!
//! Under each signature (see [`super::colours`]) one component that has it is kept. A signature proves nothing: two
//! components are taken for isomorphic only if a map between them is found, vertex by vertex, that keeps neighbours and
//! loops.

use std::sync::{Mutex, PoisonError};

use super::colours::Painter;
use super::host::Host;
use crate::kit::bits::Mask;

/// The components searched so far, one for each signature, as far as there is room. Shared by threads.
pub struct Isomorphs<M> {
    shards: Vec<Mutex<Shard<M>>>,
    /// A shard has no more slots than this, a power of two.
    most: usize,
}

/// A part of the table, which grows as it fills. A signature chooses a bucket of [`WAYS`] slots.
struct Shard<M> {
    slots: Vec<Slot<M>>,
    used: usize,
}

/// A signature and the first component that had it; the empty set if there is none.
type Slot<M> = (u64, M);

const SHARDS: usize = 64;

/// A cache line for sets of one word.
const WAYS: usize = 4;

/// Small boards need few: a table for n vertices has no more slots than this to the power of n.
const GROWTH: f64 = 1.6;

/// A map is given up after this many vertices tried.
const MOST_TRIES: usize = 2000;

impl<M: Mask> Shard<M> {
    /// Another component with this signature, if there is one; otherwise this one is kept.
    fn other(&mut self, signature: u64, component: M, most: usize) -> Option<M> {
        if self.used * 3 >= self.slots.len() * 2 && self.slots.len() < most {
            self.grow();
        }
        let bucket = self.bucket(signature);
        if let Some(&(_, other)) = bucket.iter().find(|slot| slot.0 == signature) {
            return Some(other).filter(|&other| other != component && !other.is_empty());
        }
        self.put(signature, component);
        None
    }

    fn bucket(&mut self, signature: u64) -> &mut [Slot<M>] {
        let first = signature as usize & (self.slots.len() - 1) & !(WAYS - 1);
        &mut self.slots[first..first + WAYS]
    }

    /// Keeps a component; a full bucket loses one.
    fn put(&mut self, signature: u64, component: M) {
        let bucket = self.bucket(signature);
        let free = bucket.iter().position(|slot| slot.1.is_empty());
        bucket[free.unwrap_or((signature >> 50) as usize % WAYS)] = (signature, component);
        self.used += usize::from(free.is_some());
    }

    fn grow(&mut self) {
        let empty = vec![(0, M::EMPTY); (2 * self.slots.len()).max(WAYS)];
        let old = std::mem::replace(&mut self.slots, empty);
        self.used = 0;
        for (signature, component) in old.into_iter().filter(|slot| !slot.1.is_empty()) {
            self.put(signature, component);
        }
    }
}

impl<M: Mask> Isomorphs<M> {
    /// An empty table for components of this many vertices at most, within this many bytes.
    pub fn new(vertices: usize, bytes: u64) -> Self {
        let fit = bytes as f64 / size_of::<Slot<M>>() as f64;
        let wanted = GROWTH.powi(vertices.min(64) as i32).min(fit) as usize / SHARDS;
        // The largest power of two below; while a shard grows, the old slots and the new ones are there together.
        let most = (wanted.max(2 * WAYS) + 1).next_power_of_two() / 2;
        let shard = || Mutex::new(Shard { slots: Vec::new(), used: 0 });
        Isomorphs { shards: (0..SHARDS).map(|_| shard()).collect(), most }
    }

    /// The most bytes that it takes.
    pub fn bytes(&self) -> usize {
        SHARDS * self.most * size_of::<Slot<M>>()
    }

    /// Another component that has the graph of this one, if one is kept; otherwise this one is kept.
    pub fn twin(&self, host: &Host<M>, component: M, space: &mut Scratch<M>) -> Option<M> {
        let Scratch { painter, ours, theirs, map } = space;
        let signature = painter.paint(host, component, ours);
        let shard = &self.shards[(signature >> 58) as usize % SHARDS];
        // A panicking thread leaves only valid entries.
        let mut shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
        let other = shard.other(signature, component, self.most);
        drop(shard);
        let other = other?;
        painter.paint(host, other, theirs);
        let (from, to) =
            (Coloured { set: component, colours: ours }, Coloured { set: other, colours: theirs });
        Mapping { host, from, to, map }.exists().then_some(other)
    }
}

/// Scratch to colour two components in and to map one to the other, used again and again.
pub struct Scratch<M> {
    painter: Painter,
    ours: Vec<u16>,
    theirs: Vec<u16>,
    map: Map<M>,
}

impl<M: Mask> Scratch<M> {
    /// Scratch for the components of a host.
    pub fn new(host: &Host<M>) -> Self {
        let empty = || vec![0; host.len()];
        let map =
            Map { order: Vec::new(), image: empty(), mapped: M::EMPTY, images: M::EMPTY, tries: 0 };
        Scratch { painter: Painter::new(host), ours: empty(), theirs: empty(), map }
    }
}

/// A component with a colour for each of its vertices.
#[derive(Clone, Copy)]
struct Coloured<'c, M> {
    set: M,
    colours: &'c [u16],
}

/// A map as far as it has come.
struct Map<M> {
    /// The vertices in the order in which they find images, each with an earlier one that is next to it, the first with
    /// itself.
    order: Vec<(u16, u16)>,
    image: Vec<u16>,
    /// The vertices that have an image, and the images.
    mapped: M,
    images: M,
    tries: usize,
}

/// The search for a map from one component to another.
struct Mapping<'c, M> {
    host: &'c Host<M>,
    from: Coloured<'c, M>,
    to: Coloured<'c, M>,
    map: &'c mut Map<M>,
}

impl<M: Mask> Mapping<'_, M> {
    /// Whether there is an isomorphism. Colours only guide the search: the map is one to one between sets of the same
    /// size, keeps loops, and takes neighbours to neighbours and others to others; so it is one.
    fn exists(&mut self) -> bool {
        let Coloured { set, colours } = self.from;
        if set.count() != self.to.set.count() {
            return false;
        }
        let Some(root) = set.members().min_by_key(|&vertex| colours[vertex]) else { return false };
        self.breadth_first(root);
        (self.map.mapped, self.map.images, self.map.tries) = (M::EMPTY, M::EMPTY, 0);
        self.to.set.members().any(|to| self.try_image(0, root, to))
    }

    fn breadth_first(&mut self, root: usize) {
        let Mapping { host, from, map: Map { order, .. }, .. } = self;
        order.clear();
        order.push((root as u16, root as u16));
        let mut left = from.set.minus(M::bit(root));
        let mut done = 0;
        while !left.is_empty() && done < order.len() {
            let (vertex, _) = order[done];
            let next = host.neighbours(usize::from(vertex)).and(left);
            left = left.minus(next);
            order.extend(next.members().map(|next| (next as u16, vertex)));
            done += 1;
        }
    }

    /// Finds images for the vertices from an index of the order on.
    fn extend(&mut self, index: usize) -> bool {
        let Some(&(vertex, before)) = self.map.order.get(index) else {
            return self.map.mapped == self.from.set;
        };
        let near = self.host.neighbours(usize::from(self.map.image[usize::from(before)]));
        let free = near.and(self.to.set).minus(self.map.images);
        free.members().any(|to| self.try_image(index, usize::from(vertex), to))
    }

    fn try_image(&mut self, index: usize, vertex: usize, to: usize) -> bool {
        if !self.fits(vertex, to) || self.map.tries >= MOST_TRIES {
            return false;
        }
        self.map.tries += 1;
        self.map.image[vertex] = to as u16;
        let (mapped, images) = (self.map.mapped, self.map.images);
        self.map.mapped = mapped.or(M::bit(vertex));
        self.map.images = images.or(M::bit(to));
        let found = self.extend(index + 1);
        if !found {
            (self.map.mapped, self.map.images) = (mapped, images);
        }
        found
    }

    /// Whether a free vertex may be the image of another: the images of its mapped neighbours are the images next to it.
    fn fits(&self, vertex: usize, to: usize) -> bool {
        if self.from.colours[vertex] != self.to.colours[to] {
            return false;
        }
        let marked = self.host.marked();
        let near = self.host.neighbours(to).and(self.map.images);
        let mapped = self.host.neighbours(vertex).and(self.map.mapped);
        marked.contains(vertex) == marked.contains(to)
            && mapped.count() == near.count()
            && mapped.members().all(|next| near.contains(usize::from(self.map.image[next])))
    }
}

#[cfg(test)]
mod tests {
    use outplay_rules::graph::Graph;
    use outplay_rules::places::Places;
    use outplay_rules::rules::TakingRule;

    use super::*;

    /// Whether some permutation takes one graph to another, by trying all.
    fn alike(a: &[(usize, usize)], b: &[(usize, usize)], n: usize, map: &mut Vec<usize>) -> bool {
        if map.len() == n {
            let set = |edges: &mut dyn Iterator<Item = (usize, usize)>| {
                edges.map(|(u, v)| (u.min(v), u.max(v))).collect::<std::collections::BTreeSet<_>>()
            };
            let image = set(&mut a.iter().map(|&(u, v)| (map[u], map[v])));
            return image == set(&mut b.iter().copied());
        }
        (0..n).any(|to| {
            if map.contains(&to) {
                return false;
            }
            map.push(to);
            let found = alike(a, b, n, map);
            map.pop();
            found
        })
    }

    #[test]
    fn only_isomorphic_components_are_twins_and_nearly_all_are_found() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut below = |bound: usize| random.usize(..bound);
        let (mut twins, mut others) = (0, 0);
        for _ in 0..600 {
            let n = 2 + below(5);
            let mut draw = || {
                let mut edges: Vec<(usize, usize)> = (1..n).map(|v| (below(v), v)).collect();
                (0..below(3)).for_each(|_| edges.push((below(n), below(n))));
                edges
            };
            let (a, b) = (draw(), draw());
            // Both in one host, side by side.
            let shifted = b.iter().map(|&(u, v)| (u + n, v + n));
            let edges: Vec<_> = a.iter().copied().chain(shifted).collect();
            let graph = Graph::new(Places::numbered(2 * n), edges).unwrap();
            let vertices: Vec<usize> = (0..2 * n).collect();
            let (host, _) = Host::<u64>::new(&graph, TakingRule::EdgeEnds, &vertices);
            let table = Isomorphs::new(64, 1 << 16);
            let mut space = Scratch::new(&host);
            let (first, second) = (u64::full(n), u64::full(2 * n) & !u64::full(n));
            assert_eq!(table.twin(&host, first, &mut space), None);
            assert_eq!(table.twin(&host, first, &mut space), None);
            let expected = alike(&a, &b, n, &mut Vec::new());
            let found = table.twin(&host, second, &mut space);
            assert_eq!(found, expected.then_some(first), "{a:?} {b:?}");
            if expected { twins += 1 } else { others += 1 }
        }
        assert!(twins > 100 && others > 100, "{twins} {others}");
    }

    /// Pieces of a grid, which are painted all cells at once.
    #[test]
    fn pieces_of_a_grid_are_twins_if_their_graphs_are_alike() {
        let graph = outplay_rules::graph::families::grid(3, 4).unwrap();
        let vertices: Vec<usize> = (0..12).collect();
        let (host, _) = Host::<u64>::new(&graph, TakingRule::EdgeEnds, &vertices);
        let mut space = Scratch::new(&host);
        let mut random = fastrand::Rng::with_seed(9);
        let mut pieces = Vec::new();
        while pieces.len() < 60 {
            let piece = host.components(random.u64(..) & random.u64(..) & 0xfff).pop();
            pieces.extend(piece.filter(|piece| (3..=6).contains(&piece.count())));
        }
        let edges = |piece: u64| -> Vec<(usize, usize)> {
            let rank = |vertex: usize| (piece & ((1 << vertex) - 1)).count();
            let pairs = graph.edge_pairs().filter(|&(u, v)| piece.contains(u) && piece.contains(v));
            pairs.map(|(u, v)| (rank(u), rank(v))).collect()
        };
        let (mut twins, mut others) = (0, 0);
        for (index, &a) in pieces.iter().enumerate() {
            for &b in pieces[..index].iter().filter(|b| b.count() == a.count() && **b != a) {
                let table = Isomorphs::new(64, 1 << 16);
                assert_eq!(table.twin(&host, a, &mut space), None);
                let expected = alike(&edges(a), &edges(b), a.count(), &mut Vec::new());
                let found = table.twin(&host, b, &mut space);
                assert_eq!(found, expected.then_some(a), "{a:b} {b:b}");
                if expected { twins += 1 } else { others += 1 }
            }
        }
        assert!(twins > 50 && others > 50, "{twins} {others}");
    }

    /// A table that grows, and one that is full, lose components but make none up.
    #[test]
    fn growing_tables_keep_what_they_can() {
        for (most, least) in [(1 << 16, 800), (1 << 8, 250)] {
            let mut shard = Shard { slots: Vec::new(), used: 0 };
            let signature = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            for i in 1..=1000 {
                assert_eq!(shard.other(signature(i), i, most), None);
            }
            assert!(shard.slots.len() <= most);
            let kept: Vec<_> = shard.slots.iter().filter(|slot| slot.1 != 0).copied().collect();
            assert!(kept.len() >= least && kept.len() == shard.used, "{}", kept.len());
            for (same, i) in kept {
                assert_eq!(same, signature(i));
                assert_eq!(shard.other(same, 5000, most), Some(i));
            }
        }
    }

    /// Regular graphs have one colour, so only the map tells them apart.
    #[test]
    fn a_signature_alone_proves_nothing() {
        let hexagon = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0)];
        let prism = [(0, 3), (1, 4), (2, 5), (0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)];
        let utility: Vec<_> = (0..3).flat_map(|u| (3..6).map(move |v| (u, v))).collect();
        let join = |a: &[(usize, usize)], b: &[(usize, usize)]| {
            let edges: Vec<_> =
                a.iter().copied().chain(b.iter().map(|&(u, v)| (u + 6, v + 6))).collect();
            Graph::new(Places::numbered(12), edges).unwrap()
        };
        for (a, b, same) in [
            (&prism[..], &utility[..], false),
            (&prism[..], &prism[..], true),
            (&hexagon[..], &hexagon[..], true),
        ] {
            let graph = join(a, b);
            let vertices: Vec<usize> = (0..12).collect();
            let (host, _) = Host::<u64>::new(&graph, TakingRule::Neighbourhood, &vertices);
            let table = Isomorphs::new(64, 1 << 16);
            let mut space = Scratch::new(&host);
            assert_eq!(table.twin(&host, 0b111111, &mut space), None);
            let twin = table.twin(&host, 0b111111 << 6, &mut space);
            assert_eq!(twin, same.then_some(0b111111));
        }
    }
}
