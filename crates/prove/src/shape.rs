//! Symmetries of a board that are few enough to try every one: then the least image of a position is sooner found than its
//! canonical form. A certificate shows a position once and copies it with an explicit map, which the checker verifies; the
//! map is found here or from canonical forms.

use outplay_rules::bits::BitSet;
use outplay_rules::rules::Rules;
use outplay_rules::sets::Hops;
use outplay_rules::spaces::Space;
use outplay_solve::positional::Symmetries;

/// With as many symmetries as this a canonical form is sooner found than the least image (and the list may not be
/// complete).
const MOST_SYMMETRIES: usize = 1_000;

/// All symmetries of a board whose positions are stones; none if there are too many, or the rules do not respect them.
pub fn few_symmetries<R: Rules + ?Sized>(rules: &R) -> Vec<Vec<u8>> {
    let space = rules.space();
    let respected = rules.sees_structure_only() && space.stones(&rules.start()).is_some();
    let board = space.sets().filter(|board| respected && *board.hops() == Hops::Anywhere);
    let Some(board) = board else { return Vec::new() };
    let all: Vec<Vec<u8>> = Symmetries::of(board).images().map(<[u8]>::to_vec).collect();
    if all.len() < MOST_SYMMETRIES { all } else { Vec::new() }
}

/// The image of a position of stones under one of them.
pub fn image<R: Rules + ?Sized>(rules: &R, position: &R::Position, to: &[u8]) -> [u128; 2] {
    let image = |set: &BitSet| set.iter().fold(0, |image, point| image | 1 << to[point]);
    let stones = rules.space().stones(position);
    stones.map_or([0; 2], |stones| [image(&stones.first), image(&stones.second)])
}
