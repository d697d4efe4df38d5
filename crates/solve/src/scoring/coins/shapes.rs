//! The shapes that the search knows by name: chains, cycles and components rich in loops, with one vertex that is not
//! (Theorems K5, K10, K11 and K12 of `docs/theory-scoring.md`).

use smallvec::SmallVec;

use super::Coins;
use crate::kit::bits::{Mask, Words};
use crate::scoring::host::EdgeHost;
use crate::scoring::lists::Item;

/// How rich in loops a position is. A vertex is rich if it has two loops more than other edges.
#[derive(Clone, Copy, Debug)]
pub(super) struct Riches {
    vertices: u32,
    edges: u32,
    /// The vertices that are not rich.
    poor: u32,
    /// Those of them that have one loop more than other edges.
    nearly_rich: u32,
    /// Whether none of these has parallel edges.
    is_simple: bool,
    /// Two of them.
    some_poor: [usize; 2],
    /// A vertex with one loop and one other edge, and where that leads.
    handle: Option<(usize, usize)>,
}

impl Default for Riches {
    fn default() -> Self {
        Riches {
            vertices: 0,
            edges: 0,
            poor: 0,
            nearly_rich: 0,
            is_simple: true,
            some_poor: [usize::MAX; 2],
            handle: None,
        }
    }
}

impl Riches {
    /// With bouquets of this many vertices and edges beside it.
    pub(super) fn beside(self, (vertices, edges): (u32, u32)) -> Self {
        Riches { vertices: self.vertices + vertices, edges: self.edges + edges, ..self }
    }

    /// Bounds on the margin, if one vertex alone is poor, or a handle and where it leads, and none of these has parallel edges
    /// (Theorem K12 and its lemma).
    pub(super) fn bounds(&self) -> Option<(i32, i32)> {
        match self.poor {
            _ if !self.is_simple => None,
            1 => Some((self.margin(), self.margin())),
            2 if self.is_handle_all() => Some(match (self.vertices % 2, self.edges % 2) {
                (0, 0) => (2, 2),
                (0, _) => (-2, -2),
                (_, 0) => (i32::MIN, -1),
                _ => (1, i32::MAX),
            }),
            _ => None,
        }
    }

    /// Whether a handle and where it leads are the two poor vertices.
    fn is_handle_all(&self) -> bool {
        self.handle.is_some_and(|(y, x)| self.some_poor == [x, y] || self.some_poor == [y, x])
    }

    /// The margin, if one vertex alone is poor.
    fn margin(&self) -> i32 {
        match (self.vertices % 2, self.edges % 2) {
            (1, 0) => -1,
            (1, _) => 1,
            (_, 0) => 2,
            _ if self.nearly_rich == 1 => 0,
            _ => -2,
        }
    }
}

impl<const W: usize> Coins<W> {
    /// The component that a vertex lies in, and the number of its vertices, if each has two loops more than other
    /// edges (Theorem K11).
    // Out of line this and the two below cost the search a tenth of its time; the compiler inlines them only if told.
    #[inline]
    pub(super) fn rich_at(&self, rest: &Words<W>, vertex: usize) -> Option<(Words<W>, u32)> {
        let host = &self.host;
        let (mut part, mut vertices) = (Words::EMPTY, 0);
        let mut frontier: SmallVec<[usize; 32]> = SmallVec::new();
        frontier.push(vertex);
        while let Some(vertex) = frontier.pop() {
            let edges = host.left_at(rest, vertex);
            let loops = edges.and(host.loops_at(vertex));
            let others = edges.minus(loops);
            if loops.count() < others.count() + 2 {
                return None;
            }
            // Its loops tell whether we have been here.
            if !loops.and(part).is_empty() {
                continue;
            }
            part = part.or(edges);
            vertices += 1;
            for class in host.classes(&others) {
                let (u, v) = host.ends(class);
                frontier.push(if u == vertex { v } else { u });
            }
        }
        Some((part, vertices))
    }

    /// How rich in loops a position is.
    pub(super) fn riches(&self, rest: &Words<W>) -> Riches {
        let host = &self.host;
        let mut riches = Riches { edges: rest.count() as u32, ..Riches::default() };
        for vertex in 0..host.vertex_count() {
            let edges = host.left_at(rest, vertex);
            if edges.is_empty() {
                continue;
            }
            riches.vertices += 1;
            let loops = edges.and(host.loops_at(vertex));
            let others = edges.minus(loops);
            let surplus = loops.count() as i32 - others.count() as i32;
            if surplus < 2 {
                if let Some(poor) = riches.some_poor.get_mut(riches.poor as usize) {
                    *poor = vertex;
                }
                riches.poor += 1;
                if (loops.count(), others.count()) == (1, 1) {
                    let far = |(u, v): (usize, usize)| if u == vertex { v } else { u };
                    riches.handle =
                        host.classes(&others).next().map(|edge| (vertex, far(host.ends(edge))));
                }
                riches.nearly_rich += u32::from(surplus == 1);
                riches.is_simple &=
                    host.classes(&others).all(|edge| host.copies(&others, edge) == 1);
            }
        }
        riches
    }

    /// The chain or cycle that a vertex lies in.
    #[inline]
    pub(super) fn simple_at(&self, rest: &Words<W>, vertex: usize) -> Option<(Words<W>, Item)> {
        let host = &self.host;
        let mut part = host.left_at(rest, vertex);
        if part.count() != 2 {
            return None;
        }
        let (mut vertices, mut is_cycle) = (1, true);
        // Walk both ways until a loop ends the chain or the cycle closes.
        for class in host.classes(&part.clone()) {
            let (mut class, mut here) = (class, vertex);
            loop {
                let (u, v) = host.ends(class);
                if u == v {
                    is_cycle = false;
                    break;
                }
                here = if u == here { v } else { u };
                if here == vertex {
                    // The cycle is closed; the other way round is the same.
                    return Item::new(vertices, true).map(|simple| (part, simple));
                }
                let both = host.left_at(rest, here);
                if both.count() != 2 {
                    return None;
                }
                vertices += 1;
                part = part.or(both);
                // The other edge here; the same class again if it has two copies.
                class = host.classes(&both).find(|&next| next != class).unwrap_or(class);
            }
        }
        Item::new(vertices, is_cycle).map(|simple| (part, simple))
    }

    /// The chain of vertices of weight 2 that an edge belongs to, in a component that is not simple: all its edges, and
    /// the one to open it by (Theorem K10).
    #[inline]
    pub(super) fn chain(&self, rest: &Words<W>, class: usize) -> (Words<W>, usize) {
        let host = &self.host;
        let is_inner = |vertex: usize| host.weight(rest, vertex) == 2;
        let (u, v) = host.ends(class);
        let mut edges = host.class_at(rest, class);
        let mut best = class;
        for start in [u, v] {
            let (mut here, mut from) = (start, class);
            while is_inner(here) {
                let both = host.left_at(rest, here);
                edges = edges.or(both);
                let Some(next) = host.classes(&both).find(|&next| next != from) else { break };
                let (a, b) = host.ends(next);
                if a == b {
                    break;
                }
                let far = if a == here { b } else { a };
                if is_inner(far) {
                    best = next;
                }
                (here, from) = (far, next);
            }
        }
        if u != v && is_inner(u) && is_inner(v) {
            best = class;
        }
        (edges, best)
    }
}

/// How many loops a vertex would need more to have two more than other edges; it is *poor* if it needs any.
pub(super) fn lacking_at<const W: usize>(
    host: &EdgeHost<W>,
    place: &Words<W>,
    vertex: usize,
) -> u32 {
    let edges = host.left_at(place, vertex);
    let loops = edges.and(host.loops_at(vertex)).count();
    if edges.is_empty() { 0 } else { (edges.count() + 2).saturating_sub(2 * loops) as u32 }
}

/// How many loops all vertices of a place lack together.
pub(super) fn lacking_loops<const W: usize>(host: &EdgeHost<W>, place: &Words<W>) -> u32 {
    (0..host.vertex_count()).map(|vertex| lacking_at(host, place, vertex)).sum()
}
