//! Captures in the games where a score keeps the turn: which are forced, and the one choice that is left.
//!
//! A vertex of weight 1 can be captured. `docs/theory-scoring.md` (Theorems K1 to K4) proves that it
//! is best to capture, except that the last structure of two or of four vertices may be handed over instead, to
//! make the opponent move: the *deal*. So a position with captures is worth `taken + margin(quiet)`, or `taken +
//! |deal + margin(quiet)|`, where `quiet` is what is left without captures.

use smallvec::SmallVec;

use super::host::EdgeHost;
use crate::kit::bits::{Mask, Words};

/// The result of captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedOut<const W: usize> {
    /// Points that are best taken.
    pub taken: u32,
    /// Points that may be taken or dealt: 0, 2 or 4.
    pub deal: u32,
    /// What is left: no vertex of weight 1.
    pub quiet: Words<W>,
}

/// What can be done about a vertex of weight 1.
enum Capture<const W: usize> {
    /// Best taken at once: points, and what goes.
    Forced(u32, Words<W>),
    /// Two vertices that can be dealt: between a leaf and a loop, or between a leaf and a junction.
    Two(Words<W>),
    /// A path of four vertices on its own.
    Four(Words<W>),
}

/// Plays the captures of a position, given all vertices that may have weight 1.
pub fn settle<const W: usize>(
    host: &EdgeHost<W>,
    place: &Words<W>,
    candidates: impl IntoIterator<Item = usize>,
) -> PlayedOut<W> {
    let mut quiet = *place;
    let mut taken = 0;
    let mut waiting: SmallVec<[usize; 16]> = candidates.into_iter().collect();
    let mut deals: SmallVec<[Deal<W>; 4]> = SmallVec::new();
    loop {
        while let Some(vertex) = waiting.pop() {
            if host.weight(&quiet, vertex) != 1 {
                continue;
            }
            match capture(host, &quiet, vertex) {
                Capture::Forced(points, edges) => {
                    taken += points;
                    quiet = quiet.minus(edges);
                    waiting.extend(ends(host, &edges));
                    // What was to be dealt may look different now.
                    waiting.extend(deals.drain(..).map(|(_, _, leaf)| leaf));
                }
                Capture::Two(edges) => deals.push((2, edges, vertex)),
                Capture::Four(edges) => deals.push((4, edges, vertex)),
            }
        }
        // Both leaves of a path of four tell of it.
        deals.sort_unstable_by_key(|&(points, edges, _)| (points, edges));
        deals.dedup_by_key(|&mut (_, edges, _)| edges);
        if deals.is_empty() {
            return PlayedOut { taken, deal: 0, quiet };
        }
        // All but one are taken.
        let (points, edges, _) = deals.swap_remove(first_taken(host, &quiet, &deals));
        quiet = quiet.minus(edges);
        if deals.is_empty() {
            return PlayedOut { taken, deal: points, quiet };
        }
        taken += points;
        waiting.extend(deals.drain(..).map(|(_, _, leaf)| leaf));
    }
}

/// Points, edges and a leaf of a structure that can be dealt.
type Deal<const W: usize> = (u32, Words<W>, usize);

/// Which of several structures is taken first (Theorem K3): one of four, then one of two in a tree. What is left of a tree comes down to a path of
/// four in the end, and what is left of anything else to two, which cost less to deal. Deals come sorted by their points.
fn first_taken<const W: usize>(host: &EdgeHost<W>, quiet: &Words<W>, deals: &[Deal<W>]) -> usize {
    let last = deals.len() - 1;
    // A tree in which no capture is forced has at least three leaves, so there is nothing to choose among fewer.
    if deals.len() < 4 || deals[last].0 > 2 {
        return last;
    }
    let in_tree = |&(_, _, leaf): &Deal<W>| {
        let part = host.part_of(quiet, leaf);
        part.count() + 1 == host.bound_vertices(&part) as usize
    };
    deals.iter().position(in_tree).unwrap_or(last)
}

/// The vertices of some edges.
fn ends<const W: usize>(host: &EdgeHost<W>, edges: &Words<W>) -> SmallVec<[usize; 6]> {
    host.classes(edges).flat_map(|class| <[usize; 2]>::from(host.ends(class))).collect()
}

/// What can be done about a vertex of weight 1.
fn capture<const W: usize>(host: &EdgeHost<W>, place: &Words<W>, leaf: usize) -> Capture<W> {
    let edge = host.left_at(place, leaf);
    let Some(second) = across(host, &edge, leaf) else { return Capture::Forced(1, edge) };
    let second_weight = host.weight(place, second);
    if second_weight != 2 {
        return Capture::Forced(if second_weight == 1 { 2 } else { 1 }, edge);
    }
    let next = host.left_at(place, second).minus(edge);
    let both = edge.or(next);
    let Some(third) = across(host, &next, second) else { return Capture::Two(both) };
    match host.weight(place, third) {
        1 => Capture::Forced(3, both),
        2 => {
            let last = host.left_at(place, third).minus(next);
            match across(host, &last, third) {
                Some(fourth) if host.weight(place, fourth) == 1 => Capture::Four(both.or(last)),
                _ => Capture::Forced(1, edge),
            }
        }
        _ => Capture::Two(both),
    }
}

/// The other end of a single edge; none for a loop.
fn across<const W: usize>(host: &EdgeHost<W>, edge: &Words<W>, vertex: usize) -> Option<usize> {
    let (u, v) = host.classes(edge).next().map(|class| host.ends(class))?;
    match (u == vertex, v == vertex) {
        (true, true) => None,
        (true, false) => Some(v),
        _ => Some(u),
    }
}
