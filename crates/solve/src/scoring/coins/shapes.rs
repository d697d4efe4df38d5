//! The shapes that the search knows by name: chains, cycles and components rich in loops (theorems 5, 10 and 11 of
//! `docs/theory-scoring.md`, Keeping the turn).

use smallvec::SmallVec;

use super::Coins;
use crate::scoring::host::{Host, Place};
use crate::scoring::lists::Item;

impl<const W: usize> Coins<W> {
    /// The component that a vertex lies in, and the number of its vertices, if each has two loops more than other
    /// edges (theorem 11).
    pub(super) fn rich_at(&self, rest: &Place<W>, vertex: usize) -> Option<(Place<W>, u32)> {
        let host = &self.host;
        let (mut part, mut vertices) = (Place::EMPTY, 0);
        let mut frontier: SmallVec<[usize; 32]> = SmallVec::new();
        frontier.push(vertex);
        while let Some(vertex) = frontier.pop() {
            let edges = host.left_at(rest, vertex);
            let loops = edges.and(host.loops_at(vertex));
            let others = edges.minus(&loops);
            if loops.count() < others.count() + 2 {
                return None;
            }
            // Its loops tell whether we have been here.
            if !loops.and(&part).is_empty() {
                continue;
            }
            part = part.or(&edges);
            vertices += 1;
            for class in host.classes(&others) {
                let (u, v) = host.ends(class);
                frontier.push(if u == vertex { v } else { u });
            }
        }
        Some((part, vertices))
    }

    /// The chain or cycle that a vertex lies in.
    pub(super) fn simple_at(&self, rest: &Place<W>, vertex: usize) -> Option<(Place<W>, Item)> {
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
                part = part.or(&both);
                // The other edge here; the same class again if it has two copies.
                class = host.classes(&both).find(|&next| next != class).unwrap_or(class);
            }
        }
        Item::new(vertices, is_cycle).map(|simple| (part, simple))
    }

    /// The chain of vertices of weight 2 that an edge belongs to, in a component that is not simple: all its edges, and
    /// the one to open it by (theorem 10).
    pub(super) fn chain(&self, rest: &Place<W>, class: usize) -> (Place<W>, usize) {
        let host = &self.host;
        let is_inner = |vertex: usize| host.weight(rest, vertex) == 2;
        let (u, v) = host.ends(class);
        let mut edges = host.class_at(rest, class);
        let mut best = class;
        for start in [u, v] {
            let (mut here, mut from) = (start, class);
            while is_inner(here) {
                let both = host.left_at(rest, here);
                edges = edges.or(&both);
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

/// How many loops a place would need more for every vertex to have two more than other edges.
pub(super) fn lacking_loops<const W: usize>(host: &Host<W>, place: &Place<W>) -> u32 {
    let lacking = |vertex: usize| {
        let edges = host.left_at(place, vertex);
        let loops = edges.and(host.loops_at(vertex)).count();
        if edges.is_empty() { 0 } else { (edges.count() + 2).saturating_sub(2 * loops) }
    };
    (0..host.vertex_count()).map(lacking).sum()
}
