//! Sets of arrangements: a bit for each arrangement of a hand.
//!
//! If they fit one machine word, all arrangements are asked at once. Otherwise they are handled one by one, and only
//! those that are still open.

use crate::kit::bits::{Mask, Words};

/// Sets of one size.
pub trait ArrangementSet: Mask {
    /// What carries sets back over a change of the order of a hand.
    type Back: Send + Sync;

    /// From where each arrangement goes.
    fn back(after: &[u16]) -> Self::Back;

    /// With an arrangement more.
    fn with(self, arrangement: usize) -> Self {
        self.or(Self::bit(arrangement))
    }

    /// Those that are (or are not) in a set of the arrangements after these changes.
    fn keep(self, set: Self, changes: [Option<&Self::Back>; 2], found: bool) -> Self;
}

/// The first 32 arrangements: for each byte of a set after a change, the arrangements before.
impl ArrangementSet for u32 {
    type Back = [[u32; 256]; 4];

    fn back(after: &[u16]) -> Self::Back {
        let mut bytes = [[0; 256]; 4];
        for (before, &after) in after.iter().enumerate() {
            let (byte, bit) = (usize::from(after / 8), after % 8);
            let with = (0..256usize).filter(|value| value >> bit & 1 == 1);
            with.for_each(|value| bytes[byte][value] |= 1 << before);
        }
        bytes
    }

    fn keep(self, set: Self, changes: [Option<&Self::Back>; 2], found: bool) -> Self {
        let back = |set: u32, bytes: &Self::Back| {
            let [a, b, c, d] = set.to_le_bytes().map(usize::from);
            bytes[0][a] | bytes[1][b] | bytes[2][c] | bytes[3][d]
        };
        // The last change is the first to be undone.
        let set = changes.into_iter().rev().flatten().fold(set, back);
        if found { self & set } else { self & !set }
    }
}

/// Enough for the 840 ways to make a plane AG(2,3) of nine points.
pub type WideSet = Words<14>;

impl ArrangementSet for WideSet {
    /// Where each arrangement goes.
    type Back = Vec<u16>;

    fn back(after: &[u16]) -> Self::Back {
        after.to_vec()
    }

    fn keep(self, set: Self, changes: [Option<&Self::Back>; 2], found: bool) -> Self {
        // Mostly a whole set is empty: nothing is found.
        if set.is_empty() {
            return if found { Self::EMPTY } else { self };
        }
        let after = |arrangement: usize| {
            let step = |at: usize, back: &Vec<u16>| usize::from(back[at]);
            changes.into_iter().flatten().fold(arrangement, step)
        };
        let mut kept = self;
        for (i, part) in kept.0.iter_mut().enumerate() {
            for bit in part.members() {
                if set.contains(after(64 * i + bit)) != found {
                    *part &= !(1 << bit);
                }
            }
        }
        kept
    }
}
