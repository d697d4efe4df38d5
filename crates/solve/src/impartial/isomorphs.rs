//! One search for isomorphic components, beyond the symmetries of the board.
//!
//! To look for one costs about as much as to list the options of a component, so it is done once for each component that
//! would be searched, not for each that is looked up.
//!
//! Every component has a *signature*, a number that depends on its graph alone: its vertices are coloured by their
//! degrees, and a few times each colour is mixed with those of the neighbours. Under each signature the last component
//! that had it is kept. A signature proves nothing: two components are taken for isomorphic only if a map between them
//! is found, vertex by vertex, that keeps neighbours and loops.

use std::sync::{Mutex, PoisonError};

use super::host::Host;
use super::mask::Mask;

/// The components searched so far, one for each signature, as far as there is room. Shared by threads.
pub struct Isomorphs<M> {
    shards: Vec<Mutex<Vec<Slot<M>>>>,
    slots: usize,
}

/// A signature and the last component that had it.
type Slot<M> = Option<(u64, M)>;

const SHARDS: usize = 64;

/// A table has no more entries than this.
const MOST_SLOTS: usize = 1 << 20;

/// Small boards need few: a table for n vertices has no more than this to the power of n.
const GROWTH: f64 = 1.6;

/// How often colours are mixed. More tell more components apart before a map is tried, fewer take less time.
const ROUNDS: usize = 5;

/// A map is given up after so many vertices tried.
const MOST_TRIES: usize = 2000;

impl<M: Mask> Isomorphs<M> {
    /// An empty table for components of a host, within so many bytes.
    pub fn new(vertices: usize, bytes: u64) -> Self {
        let fit = (bytes as usize / size_of::<Slot<M>>()).min(MOST_SLOTS);
        let wanted = GROWTH.powi(vertices.min(64) as i32);
        let slots = (wanted.min(fit as f64) as usize / SHARDS).max(1);
        let shards = (0..SHARDS).map(|_| Mutex::new(Vec::new())).collect();
        Isomorphs { shards, slots }
    }

    /// The bytes it takes once it is used.
    pub fn bytes(&self) -> usize {
        SHARDS * self.slots * size_of::<Slot<M>>()
    }

    /// Another component that has the graph of this one, if one is kept; otherwise this one is kept.
    pub fn twin(&self, host: &Host<M>, component: M, colours: &mut Colours) -> Option<M> {
        let Colours { ours, theirs, trial } = colours;
        ours.paint(host, component);
        let signature = ours.signature();
        let shard = &self.shards[(signature >> 58) as usize % SHARDS];
        // A thread that panicked leaves whole entries behind.
        let mut shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
        if shard.is_empty() {
            shard.resize(self.slots, None);
        }
        let slot = signature as usize % self.slots;
        let kept = shard[slot];
        match kept {
            Some((same, other)) if same == signature => {
                drop(shard);
                if other == component {
                    return None;
                }
                theirs.paint(host, other);
                ours.is_isomorphic(theirs, trial).then_some(other)
            }
            _ => {
                shard[slot] = Some((signature, component));
                None
            }
        }
    }
}

/// Space to colour two components in and to map one to the other, used again and again.
#[derive(Default)]
pub struct Colours {
    ours: Coloured,
    theirs: Coloured,
    trial: Trial,
}

/// A component as lists of neighbours, with a colour for each vertex.
#[derive(Default)]
struct Coloured {
    /// The neighbours of vertex i are `near[start[i]..start[i + 1]]`.
    start: Vec<u32>,
    near: Vec<u16>,
    looped: Vec<bool>,
    colour: Vec<u64>,
    mixed: Vec<u64>,
    /// Where each vertex of the host stands in these lists.
    rank: Vec<u16>,
}

fn mix(value: u64) -> u64 {
    let value = value.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (value ^ value >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

impl Coloured {
    fn paint<M: Mask>(&mut self, host: &Host<M>, component: M) {
        self.rank.resize(host.len(), 0);
        self.looped.clear();
        for (rank, vertex) in component.members().enumerate() {
            self.rank[vertex] = rank as u16;
            self.looped.push(host.marked().contains(vertex));
        }
        self.start.clear();
        self.near.clear();
        self.start.push(0);
        for vertex in component.members() {
            let near = host.neighbours(vertex).and(component);
            self.near.extend(near.members().map(|next| self.rank[next]));
            self.start.push(self.near.len() as u32);
        }
        let first = |vertex: usize| {
            let degree = self.start[vertex + 1] - self.start[vertex];
            mix(2 * u64::from(degree) + u64::from(self.looped[vertex]) + 1)
        };
        self.colour.clear();
        self.colour.extend((0..self.looped.len()).map(first));
        for _ in 0..ROUNDS {
            self.mixed.clear();
            for vertex in 0..self.colour.len() {
                let sum = self.near(vertex).iter().fold(self.colour[vertex] << 2, |sum, &next| {
                    sum.wrapping_add(self.colour[usize::from(next)])
                });
                self.mixed.push(mix(sum));
            }
            std::mem::swap(&mut self.colour, &mut self.mixed);
        }
    }

    fn near(&self, vertex: usize) -> &[u16] {
        &self.near[self.start[vertex] as usize..self.start[vertex + 1] as usize]
    }

    fn signature(&self) -> u64 {
        mix(self.colour.iter().fold(0, |sum: u64, &colour| sum.wrapping_add(colour)))
    }

    /// Whether a map takes this component to the other. Colours only guide it: the map is one to one, keeps loops and
    /// takes neighbours to neighbours, and both have equally many pairs of neighbours; so it is an isomorphism.
    fn is_isomorphic(&self, other: &Coloured, trial: &mut Trial) -> bool {
        let count = self.colour.len();
        if count != other.colour.len() || self.near.len() != other.near.len() || count == 0 {
            return false;
        }
        let Some(root) = (0..count).min_by_key(|&vertex| self.colour[vertex]) else {
            return false;
        };
        self.breadth_first(root, trial);
        Map { from: self, to: other, trial }.extend(0)
    }

    /// The vertices from a root on, each with an earlier one that is next to it, the root with itself.
    fn breadth_first(&self, root: usize, trial: &mut Trial) {
        trial.clear(self.colour.len());
        let Trial { order, used: met, .. } = trial;
        order.push((root as u16, root as u16));
        met[root] = true;
        let mut done = 0;
        while done < order.len() {
            let (vertex, _) = order[done];
            for &next in self.near(usize::from(vertex)) {
                if !std::mem::replace(&mut met[usize::from(next)], true) {
                    order.push((next, vertex));
                }
            }
            done += 1;
        }
        met.fill(false);
    }
}

/// How far a map has come.
#[derive(Default)]
struct Trial {
    order: Vec<(u16, u16)>,
    image: Vec<u16>,
    used: Vec<bool>,
    tries: usize,
}

impl Trial {
    fn clear(&mut self, count: usize) {
        self.order.clear();
        self.image.clear();
        self.image.resize(count, u16::MAX);
        self.used.clear();
        self.used.resize(count, false);
        self.tries = 0;
    }
}

struct Map<'c> {
    from: &'c Coloured,
    to: &'c Coloured,
    trial: &'c mut Trial,
}

impl Map<'_> {
    /// Finds images for the vertices from an index of the order on.
    fn extend(&mut self, index: usize) -> bool {
        let count = self.trial.image.len();
        let Some(&(vertex, before)) = self.trial.order.get(index) else { return index == count };
        if index == 0 {
            return (0..count as u16).any(|to| self.try_image(index, vertex, to));
        }
        let to = self.to;
        let near = to.near(usize::from(self.trial.image[usize::from(before)]));
        near.iter().any(|&next| self.try_image(index, vertex, next))
    }

    fn try_image(&mut self, index: usize, vertex: u16, to: u16) -> bool {
        if !self.fits(usize::from(vertex), usize::from(to)) || self.trial.tries >= MOST_TRIES {
            return false;
        }
        self.trial.tries += 1;
        self.trial.image[usize::from(vertex)] = to;
        self.trial.used[usize::from(to)] = true;
        let found = self.extend(index + 1);
        if !found {
            self.trial.image[usize::from(vertex)] = u16::MAX;
            self.trial.used[usize::from(to)] = false;
        }
        found
    }

    fn fits(&self, vertex: usize, to: usize) -> bool {
        let near = self.to.near(to);
        !self.trial.used[to]
            && self.from.colour[vertex] == self.to.colour[to]
            && self.from.looped[vertex] == self.to.looped[to]
            && self.from.near(vertex).iter().all(|&next| {
                let image = self.trial.image[usize::from(next)];
                image == u16::MAX || near.contains(&image)
            })
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
        let mut state = 5u64;
        let mut below = |bound: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(11);
            (state >> 33) as usize % bound
        };
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
            let mut colours = Colours::default();
            let (first, second) = (u64::full(n), u64::full(2 * n) & !u64::full(n));
            assert_eq!(table.twin(&host, first, &mut colours), None);
            assert_eq!(table.twin(&host, first, &mut colours), None);
            let expected = alike(&a, &b, n, &mut Vec::new());
            let found = table.twin(&host, second, &mut colours);
            assert_eq!(found, expected.then_some(first), "{a:?} {b:?}");
            if expected { twins += 1 } else { others += 1 }
        }
        assert!(twins > 100 && others > 100, "{twins} {others}");
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
            let mut colours = Colours::default();
            assert_eq!(table.twin(&host, 0b111111, &mut colours), None);
            let twin = table.twin(&host, 0b111111 << 6, &mut colours);
            assert_eq!(twin, same.then_some(0b111111));
        }
    }
}
