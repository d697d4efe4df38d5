//! Bounds on the margin of a position, as the transposition table keeps them.

use crate::kit::transposition::{TableValue, WideTable};

/// The table of bounds of a search, for positions of this many words and a small number.
pub type BoundsTable<const N: usize> = WideTable<N, Bounds>;

/// Bounds on a margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Not less than this.
    pub low: i8,
    /// Not more than this.
    pub high: i8,
}

impl Bounds {
    /// Bounds as far as a byte can tell them: the smallest and the largest byte stand for nothing known. Bounds keep their
    /// parity, which margins have of the points that are left.
    pub fn new(low: i32, high: i32) -> Self {
        let low = if low < -127 { i8::MIN as i32 } else { low.min(126 - (low & 1)) };
        let high = if high > 126 { i8::MAX as i32 } else { high.max(-126 - (high & 1)) };
        Bounds { low: low as i8, high: high as i8 }
    }

    /// The bounds of a margin when this many points are left.
    pub fn within(self, points: i32) -> (i32, i32) {
        let low = if self.low == i8::MIN { -points } else { self.low as i32 };
        let high = if self.high == i8::MAX { points } else { self.high as i32 };
        (low.max(-points), high.min(points))
    }
}

/// Nothing known.
pub const OPEN: Bounds = Bounds { low: i8::MIN, high: i8::MAX };

impl TableValue for Bounds {
    const BITS: u32 = 16;
    const NOTHING: Self = OPEN;

    #[inline]
    fn bits(self) -> u64 {
        u64::from(self.low as u8) | u64::from(self.high as u8) << 8
    }

    #[inline]
    fn from_bits(bits: u64) -> Self {
        Bounds { low: bits as i8, high: (bits >> 8) as i8 }
    }

    fn joined(self, before: Self) -> Self {
        Bounds { low: self.low.max(before.low), high: self.high.min(before.high) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_beyond_a_byte_stay_true_and_keep_their_parity() {
        for margin in -200..=200i32 {
            for (low, high) in [(margin, margin), (margin - 2, margin + 4), (margin - 40, 200)] {
                let points = 200 + (margin & 1);
                let (least, most) = Bounds::new(low, high).within(points);
                assert!(least <= margin && margin <= most, "{low} to {high}: {least} to {most}");
                assert!((least ^ low) & 1 == 0, "{low} to {high}: {least}");
                assert!((most ^ high) & 1 == 0 || high > 126, "{low} to {high}: {most}");
                if (-127..=126).contains(&low) && (-127..=126).contains(&high) {
                    assert_eq!((least, most), (low, high));
                }
            }
        }
        assert_eq!(OPEN.within(7), (-7, 7));
        assert_eq!(OPEN.within(180), (-180, 180));
    }
}
