//! Every position of a small board in a table of one byte each, filled backwards from the full board.
//!
//! A stone, once there, may change hands but its point stays taken. So the positions fall into layers by the number
//! of points taken since the root, and each move leads into the next layer. The rules fix how many of the stones in a
//! layer are the first player's. A position of layer j is a set S of j of the root's free points, and a choice of the
//! first player's stones among the *loose* ones: those on S, and in hop games those of the root too. Sets of one size
//! are numbered in the order of their masks (colexicographic), which counts each position once and wastes nothing:
//!
//!   number of (S, X) = number of S · C(loose, x) + number of X within the loose stones.
//!
//! The mask of X within the loose stones is kept *squeezed* (bit i for the i-th loose stone), so taking a point inserts
//! a bit and no two masks need to be pulled apart. Loose stones of the root come first.

pub(super) mod hop;
pub(super) mod layers;
pub(super) mod offers;
pub(super) mod placing;
pub(super) mod workers;

pub use hop::HopTable;
pub use offers::OfferTable;
pub use placing::PlacingTable;

use outplay_rules::bits::BitSet;
use outplay_rules::rules::Positional;
use outplay_rules::sets::SetFamily;
use outplay_rules::spaces::Stones;

use super::Value;
use crate::kit::bits::HALVES;
use crate::limits::{Budget, Limited};

/// A table of all positions from a root on.
pub trait EndgameTable<'r, R: Positional>: Sized {
    /// The number of positions and of moves to look up, if the board can be laid out at all.
    fn cost(rules: &R, root: &R::Position) -> Option<(u64, u64)>;
    /// Values every position from `root` on.
    fn make(rules: &'r R, root: &R::Position, threads: usize, budget: &mut Budget)
    -> Limited<Self>;
    /// The value of a position, if it comes from the root.
    fn get(&self, position: &R::Position) -> Option<Value>;
    /// How many positions come from the root that are not over.
    fn nonterminal(&self) -> u64;
}

/// More points than this are never laid out in a table of masks.
pub const MOST_POINTS: usize = 22;

/// For every set of the points in `order`, together with the stones `fixed`, whether it holds a winning set.
struct Owned {
    bits: Vec<u64>,
}

/// Families of more sets are asked set by set.
const MOST_LISTED: usize = 20_000;

impl Owned {
    fn new(family: &SetFamily, fixed: &BitSet, order: &[usize], places: usize) -> Self {
        let size = 1usize << order.len();
        let mut bits = vec![0u64; size.div_ceil(64)];
        match family.listed(MOST_LISTED) {
            Some(sets) => {
                let mut outside = fixed.clone();
                order.iter().for_each(|&point| outside.insert(point));
                for set in sets.iter().filter(|set| set.is_subset(&outside)) {
                    let squeezed = order
                        .iter()
                        .enumerate()
                        .filter(|(_, point)| set.contains(**point) && !fixed.contains(**point))
                        .fold(0usize, |mask, (i, _)| mask | 1 << i);
                    bits[squeezed / 64] |= 1 << (squeezed % 64);
                }
                spread(&mut bits, order.len());
            }
            None => {
                let mut owned = fixed.clone();
                let mut last = 0usize;
                for mask in 0..size {
                    for i in (0..order.len()).filter(|i| (mask ^ last) >> i & 1 == 1) {
                        if mask >> i & 1 == 1 {
                            owned.insert(order[i]);
                        } else {
                            owned.remove(order[i]);
                        }
                    }
                    last = mask;
                    let known = mask & mask.wrapping_sub(1);
                    let smaller = mask != 0 && bits[known / 64] >> (known % 64) & 1 == 1;
                    if smaller || family.won_by(&owned) {
                        bits[mask / 64] |= 1 << (mask % 64);
                    }
                }
            }
        }
        debug_assert!(places >= order.len());
        Owned { bits }
    }

    #[inline(always)]
    fn by(&self, mask: usize) -> bool {
        self.bits[mask / 64] >> (mask % 64) & 1 == 1
    }
}

/// The first player's and all stones on the points in `order`, as masks; none if the stones do not come from the root's.
fn masks_beyond(root: &Stones, stones: &Stones, order: &[usize]) -> Option<(usize, usize)> {
    let comes = root.first.is_subset(&stones.first) && root.second.is_subset(&stones.second);
    let mask = |set: &BitSet| {
        let members = order.iter().enumerate().filter(|(_, point)| set.contains(**point));
        members.fold(0usize, |mask, (i, _)| mask | 1 << i)
    };
    let first = mask(&stones.first);
    comes.then(|| (first, first | mask(&stones.second)))
}

/// Marks every mask that holds a marked one.
fn spread(bits: &mut [u64], points: usize) {
    for (i, low) in HALVES.iter().enumerate().take(points) {
        bits.iter_mut().for_each(|word| *word |= (*word & low) << (1 << i));
    }
    for i in 6..points {
        let step = 1usize << (i - 6);
        for at in (0..bits.len()).filter(|at| at & step != 0) {
            bits[at] |= bits[at ^ step];
        }
    }
}
