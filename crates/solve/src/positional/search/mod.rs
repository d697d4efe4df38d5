//! Proof searches, for boards too large for a table of all positions.
//!
//! Every question has the answer yes or no: can this player, the *attacker*, bring the game to an end that suits him
//! within n plies? If it is asked for n = 1, 2, 3, …, the first yes gives the length of a won game, and a no for as
//! many plies as there are points left is final.

pub(super) mod avoiding;
pub(super) mod bounds;
pub(super) mod canonical;
pub(super) mod forcing;
pub(super) mod hop;
pub(super) mod ice;
pub(super) mod matrix;
pub(super) mod placing;
pub(super) mod proof;
pub(super) mod proof_number_search;
pub(super) mod race;
pub(super) mod sequences;
pub(super) mod symmetry;

use outplay_rules::bits::BitSet;
use outplay_rules::sets::SetFamily;

use crate::kit::bits::{Mask, Members};

/// The points of a board that the searches take, as bits of a word.
pub const MOST_POINTS: usize = 128;

/// More winning sets than this are too many to look at in every position.
pub const MOST_SETS: usize = 20_000;

/// A set as bits.
pub fn mask(set: &BitSet) -> u128 {
    set.iter().fold(0, |mask, point| mask | 1 << point)
}

/// The smallest sets of a family as bits: a set that holds another decides nothing. None if there are too many, or points that no
/// bit stands for.
pub fn masks(family: &SetFamily) -> Option<Vec<u128>> {
    let listed = family.listed(MOST_SETS)?;
    if listed.iter().any(|set| set.iter().any(|point| point >= MOST_POINTS)) {
        return None;
    }
    let mut sets: Vec<u128> = listed.iter().map(mask).collect();
    sets.sort_unstable_by_key(|set| set.count_ones());
    let mut smallest: Vec<u128> = Vec::new();
    // Families of one size, which most are, need no look at every pair.
    let sizes = sets.first().map(|set| set.count_ones()) != sets.last().map(|set| set.count_ones());
    for set in sets {
        if !sizes || !smallest.iter().any(|small| small & !set == 0) {
            smallest.push(set);
        }
    }
    Some(smallest)
}

/// The points of a mask, ascending.
#[inline]
pub fn points(mask: u128) -> Members<u128> {
    mask.members()
}

/// How many stones the player of turn 0 places within this many plies, if `mover` still places `left` this turn.
pub fn stones_within(turn: [u32; 2], mover: usize, left: u32, plies: u32) -> u32 {
    let rest = plies.saturating_sub(left);
    let own = if mover == 0 { left.min(plies) } else { 0 };
    // After this turn the other player begins a round.
    let in_part = |part: u32| match mover {
        0 => part.saturating_sub(turn[1]),
        _ => part.min(turn[0]),
    };
    let round = turn[0] + turn[1];
    own + rest / round * turn[0] + in_part(rest % round)
}
