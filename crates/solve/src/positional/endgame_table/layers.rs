//! The layers of the table, and how positions are numbered within them.

use std::sync::atomic::{AtomicU8, Ordering};

use super::super::code::{Code, UNKNOWN};
use crate::kit::pages::collected;
use crate::limits::{Budget, Stopped};

/// The number of a position's place in the table: the layer, the points taken since the root (of the free ones), and
/// the first player's stones among the loose ones, squeezed.
#[derive(Clone, Copy)]
pub struct Place {
    /// The layer.
    pub layer: usize,
    /// The points taken since the root.
    pub taken: usize,
    /// The first player's loose stones, squeezed.
    pub first: usize,
}

/// The table.
pub struct Layers {
    /// Loose stones at the root.
    pub loose: usize,
    /// Free points at the root.
    pub free: usize,
    /// How many of the loose stones are the first player's, by layer.
    pub first: Vec<usize>,
    /// The number of a mask among those of its size.
    rank: Vec<u32>,
    /// How many positions share the points taken, by layer.
    width: Vec<usize>,
    codes: Vec<Vec<AtomicU8>>,
}

/// C(n, k), exactly, for boards that fit a table.
pub fn choose(n: usize, k: usize) -> u64 {
    if k > n {
        return 0;
    }
    (0..k as u64).fold(1, |product, i| product * (n as u64 - i) / (i + 1))
}

impl Layers {
    /// How many positions there would be.
    pub fn count(loose: usize, free: usize, first: &[usize]) -> u64 {
        first.iter().enumerate().map(|(j, &x)| choose(free, j) * choose(loose + j, x)).sum()
    }

    /// Room for every position; `first[j]` of the loose stones of layer j are the first player's.
    pub fn new(
        loose: usize,
        free: usize,
        first: Vec<usize>,
        budget: &mut Budget,
    ) -> Result<Self, Stopped> {
        let masks = 1usize << (loose + free);
        budget.keep(4 * masks + Self::count(loose, free, &first) as usize)?;
        let mut next = [0u32; usize::BITS as usize];
        let rank = collected((0..masks).map(|mask| {
            let size = mask.count_ones() as usize;
            next[size] += 1;
            next[size] - 1
        }))?;
        let layer = |(j, &x): (usize, &usize)| {
            let count = choose(free, j) * choose(loose + j, x);
            collected((0..count as usize).map(|_| AtomicU8::new(UNKNOWN)))
        };
        let codes = first.iter().enumerate().map(layer).collect::<Result<_, Stopped>>()?;
        let width = first.iter().enumerate().map(|(j, &x)| choose(loose + j, x) as usize).collect();
        Ok(Layers { loose, free, first, rank, width, codes })
    }

    /// The sets of points that may be taken in a layer, in the order of their numbers.
    pub fn taken_sets(&self, layer: usize) -> Vec<usize> {
        masks_of_size(layer, self.free).collect()
    }

    /// The squeezed masks of the first player's stones in a layer, in the order of their numbers.
    pub fn first_masks(&self, layer: usize) -> impl Iterator<Item = usize> + use<> {
        masks_of_size(self.first[layer], self.loose + layer)
    }

    /// The codes of all positions of a layer with these points taken, by the number of the first player's mask.
    pub fn row(&self, layer: usize, taken: usize) -> &[AtomicU8] {
        let width = self.width[layer];
        let start = self.rank[taken] as usize * width;
        &self.codes[layer][start..start + width]
    }

    /// The number of a squeezed mask within its row.
    #[inline(always)]
    pub fn number(&self, first: usize) -> usize {
        self.rank[first] as usize
    }

    /// The code of a position.
    pub fn get(&self, place: Place) -> Code {
        self.row(place.layer, place.taken)[self.number(place.first)].load(Ordering::Relaxed)
    }
}

/// The masks of `bits` bits with `size` ones, ascending.
pub fn masks_of_size(size: usize, bits: usize) -> impl Iterator<Item = usize> {
    let first = (1usize << size) - 1;
    let next = |&mask: &usize| {
        if mask == 0 {
            return None;
        }
        // The next larger number with as many ones.
        let low = mask & mask.wrapping_neg();
        let up = mask + low;
        Some(up | (((mask ^ up) >> 2) / low))
    };
    std::iter::successors((size <= bits).then_some(first), next)
        .take_while(move |&mask| mask >> bits == 0)
}

/// A squeezed mask with a bit put in at `at`.
#[inline(always)]
pub fn with_bit(mask: usize, at: u32, bit: usize) -> usize {
    let low = mask & ((1 << at) - 1);
    (mask >> at << (at + 1)) | bit << at | low
}

/// Spreads squeezed masks over the points that they stand for.
pub struct Spread {
    low: Vec<u32>,
    high: Vec<u32>,
}

/// Bits looked up at once.
const HALF: usize = 10;

impl Spread {
    /// For the points of a mask.
    pub fn over(points: usize) -> Self {
        let bits: Vec<u32> =
            (0..usize::BITS).filter(|i| points >> i & 1 == 1).map(|i| 1 << i).collect();
        let (low, high) = bits.split_at(bits.len().min(HALF));
        let all = |bits: &[u32]| {
            let mut sums = vec![0u32];
            for &bit in bits {
                let more: Vec<u32> = sums.iter().map(|sum| sum | bit).collect();
                sums.extend(more);
            }
            sums
        };
        Spread { low: all(low), high: all(high) }
    }

    /// The points that a squeezed mask means.
    #[inline(always)]
    pub fn of(&self, squeezed: usize) -> usize {
        (self.low[squeezed & ((1 << HALF) - 1) & (self.low.len() - 1)]
            | self.high[squeezed >> HALF]) as usize
    }
}

/// The squeezed mask of the points of `set` within those of `points`.
pub fn squeeze(set: usize, points: usize) -> usize {
    (0..usize::BITS)
        .filter(|i| points >> i & 1 == 1)
        .enumerate()
        .filter(|(_, i)| set >> i & 1 == 1)
        .fold(0, |mask, (at, _)| mask | 1 << at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_come_in_order() {
        assert_eq!(masks_of_size(2, 4).collect::<Vec<_>>(), [3, 5, 6, 9, 10, 12]);
        assert_eq!(masks_of_size(0, 3).collect::<Vec<_>>(), [0]);
        assert_eq!(masks_of_size(3, 3).collect::<Vec<_>>(), [7]);
        assert_eq!(masks_of_size(4, 3).count(), 0);
        assert_eq!(masks_of_size(7, 16).count() as u64, choose(16, 7));
    }

    #[test]
    fn squeezing_and_stretching() {
        let points = 0b1011_0110_1101_1101_0111;
        let stretch = Spread::over(points);
        for squeezed in [0, 1, 0b1010_1010_1010, 0b11_1111_1111_1111] {
            assert_eq!(squeeze(stretch.of(squeezed), points), squeezed);
        }
        assert_eq!(with_bit(0b101, 1, 1), 0b1011);
        assert_eq!(with_bit(0b101, 0, 0), 0b1010);
        assert_eq!(with_bit(0b101, 3, 1), 0b1101);
    }
}
