//! Breaker's arguments on boards that no search takes: weights and pairings, as in `search/bounds.rs`, which says why they hold.

use outplay_rules::bits::BitSet;
use outplay_rules::sets::SetFamily;

use super::search::MOST_SETS;
use super::search::bounds::{ONE, weight};

/// The sets of a player who wants to own one.
#[derive(Clone, Debug)]
pub(crate) struct WideSets {
    sets: Vec<BitSet>,
}

impl WideSets {
    /// None if there are too many.
    pub fn of(family: &SetFamily) -> Option<Self> {
        family.listed(MOST_SETS).map(|sets| WideSets { sets })
    }

    /// The argument by which the owner of `own` never comes to own a set, if there is one. If turns are longer than a point, only
    /// that all sets are blocked counts.
    pub fn never_owned(
        &self,
        own: &BitSet,
        other: &BitSet,
        moves: bool,
        single: bool,
    ) -> Option<&'static str> {
        let open = self.sets.iter().filter(|set| !set.meets(other));
        let open: Vec<Vec<usize>> = open.map(|set| set.difference(own).iter().collect()).collect();
        if open.is_empty() {
            Some("every set is blocked")
        } else if single && is_light(&open, moves) {
            Some("weight (Erdős and Selfridge)")
        } else if single && has_pairing(&open) {
            Some("a pairing")
        } else {
            None
        }
    }
}

/// Whether these sets of free points weigh less than 1, after the best point of whom they belong to if he moves.
fn is_light(open: &[Vec<usize>], moves: bool) -> bool {
    let weights = open.iter().map(|set| weight(set.len() as u32));
    let total = weights.clone().fold(0, u64::saturating_add);
    let mut by_point = vec![0u64; point_bound(open)];
    for (set, weight) in open.iter().zip(weights) {
        set.iter().for_each(|&point| by_point[point] = by_point[point].saturating_add(weight));
    }
    let heaviest = by_point.into_iter().max().unwrap_or(0);
    total.saturating_add(if moves { heaviest } else { 0 }) < ONE
}

/// Whether each set can be given two of its points, no point given twice.
fn has_pairing(open: &[Vec<usize>]) -> bool {
    let points = point_bound(open);
    let mut seat_of = vec![None; points];
    2 * open.len() <= points
        && (0..2 * open.len())
            .all(|seat| seated(seat, open, &mut seat_of, &mut vec![false; points]))
}

/// Whether a seat, of which each set has two, gets a point; others may have to change theirs.
fn seated(
    seat: usize,
    open: &[Vec<usize>],
    seat_of: &mut [Option<usize>],
    seen: &mut [bool],
) -> bool {
    for &point in &open[seat / 2] {
        if std::mem::replace(&mut seen[point], true) {
            continue;
        }
        if seat_of[point].is_none_or(|other| seated(other, open, seat_of, seen)) {
            seat_of[point] = Some(seat);
            return true;
        }
    }
    false
}

/// All points are below this.
fn point_bound(open: &[Vec<usize>]) -> usize {
    open.iter().flatten().max().map_or(0, |&most| most + 1)
}
