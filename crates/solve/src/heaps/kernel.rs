//! The sparse-space method, 32 heaps at a time, for games with small values.
//!
//! Once rare positions are far apart nearly every heap is common, and its value is known from its *index*: the value
//! without the lowest bit j of the mask. Parity is linear, so indices of sums are sums of indices; and among values of
//! one class the order of indices is the order of values. (Two values that first differ, from the top, in another bit than
//! j are ordered by it in both. If they first differ in bit j, they agree above it and the mask has nothing below it: they
//! are of different classes.) So the set of common values seen is a word with a bit an index, and the least common
//! value missing is its lowest zero.
//!
//! The rare values below the common value m are the indices below a bound: let u be the bits of m above j. A rare value is
//! less if its upper bits are less than u, or equal to u and its bit j is 0; for equal upper bits, its bit j is not that of
//! m. So they are the indices below `(u + bit j of m) << j`.
//!
//! For a block of 32 heaps the taps at distances of 32 or more (`far`) are read for all heaps at once: they lie before
//! the block. What is left is a short loop: the near taps, the lowest zero, and whether all smaller rare values have a
//! witness among the far partners. Where that fails, or an index is beyond the words, the heap is done again by
//! [`Sparse`], whose answer is final. If it differs, the block ends there.

use super::far::{self, BLOCK, FarTap, FarTaps, NearTap, PART, WindowWord};
use super::moves::HeapMoves;
use super::rarity::Rarity;
use super::sparse::{Sparse, View};

/// The block method for one split, one list of rare positions and one width of indices.
#[derive(Clone, Debug)]
pub(crate) struct Kernel {
    window: far::Window,
    /// Options of a common value, at distances of less than a part of a block.
    near: Vec<NearTap>,
    /// The same, at distances from there to a block.
    middle: Vec<NearTap>,
    /// The same, at distances of a block or more.
    common: FarTaps,
    /// Options of a rare value, at distances of a block or more.
    witnesses: FarTaps,
    /// By parity of n and common index: the value.
    values: [[u8; INDICES]; 2],
    /// By parity of n and common index: the rare values that are smaller have the indices below this; for an index beyond
    /// the planes more than there are, so that it fails.
    smaller: [[u8; INDICES]; 2],
    rarity: Rarity,
    /// For how many rare positions it was made.
    rare: usize,
    /// The heap that comes next.
    next: usize,
    simd: bool,
}

/// Room for every index that a word of 64 bits can give, the one beyond them too.
const INDICES: usize = 128;

/// Why the kernel gives back control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// It reached the end of what was asked.
    Done,
    /// The next value is this one, and not what the kernel can go on with.
    Surprise(u32),
    /// The next value depends on values that were forgotten.
    Undecided,
    /// Values were added elsewhere that it cannot go on with.
    Unfit,
}

/// How many witnesses are tried for a whole block, for each eight indices. Measured on 0.106 and 0.104 (two eights: 80 to 112
/// are best) and 0.054 (three: 112 to 160): fewer leave too many heaps to be done again, at some hundred nanoseconds.
const WITNESSES_A_PLANE: usize = 46;

/// Without vectors a look costs as much as in the heap-by-heap method.
const WITNESSES_PLAINLY: usize = 24;

/// Games with more taps than this gain nothing from blocks.
const MOST_TAPS: usize = 1 << 12;

impl Kernel {
    /// A kernel to go on from these values, of which those before the heap of `base` are not listed, if the game
    /// allows one.
    pub fn new(
        sparse: &Sparse,
        moves: &HeapMoves,
        (base, list): (usize, &[u8]),
        largest: u32,
        simd: bool,
    ) -> Option<Self> {
        let rarity = sparse.rarity;
        let bits = 32 - (largest | rarity.mask).leading_zeros();
        if bits > 7 {
            return None;
        }
        let largest = (0..=largest).map(|value| squeeze(rarity, value)).max().unwrap_or(0);
        let planes = usize::from(largest) / 8 + 1;
        let simd = simd && far::is_fast();
        let most = if simd { planes * WITNESSES_A_PLANE } else { WITNESSES_PLAINLY };
        let (near, middle, common) = common_taps(sparse, moves);
        let witnesses = witnesses(sparse, moves, most);
        let depth = common.iter().chain(&witnesses).map(|tap| tap.distance).max().unwrap_or(0);
        let depth = depth.max(BLOCK);
        // All partners are non-empty, no move takes the whole heap, and the near ones are common.
        let n = base + list.len();
        let last_rare = sparse.taps.last().map_or(0, |tap| tap.position());
        let early = list.len() <= depth + moves.most_taken() + 1;
        if early || n <= last_rare + 2 * BLOCK || common.len() > MOST_TAPS {
            return None;
        }
        let smaller = |parity, i: usize| match i < 8 * planes {
            true => smaller(rarity, parity, i as u8),
            false => u8::MAX,
        };
        Some(Kernel {
            window: far::Window::new(depth, planes, last_indices(rarity, base, list, depth)),
            near,
            middle,
            common: FarTaps::new(common),
            witnesses: FarTaps::new(witnesses),
            values: [0, 1]
                .map(|parity| std::array::from_fn(|i| unsqueeze(rarity, parity, i as u8))),
            smaller: [0, 1].map(|parity| std::array::from_fn(|i| smaller(parity, i))),
            rarity,
            rare: sparse.taps.len(),
            next: n,
            simd,
        })
    }

    /// Whether the rare positions are still those it was made for.
    fn fits(&self, sparse: &Sparse) -> bool {
        self.rare == sparse.taps.len() && self.rarity == sparse.rarity
    }

    /// Takes in values that were added elsewhere, heap by heap.
    fn catch_up(&mut self, base: usize, list: &[u8]) -> bool {
        let added = self.next.checked_sub(base).and_then(|from| list.get(from..));
        let Some(added) = added else { return false };
        for &value in added {
            let index = squeeze(self.rarity, value.into());
            if u32::from(index) >= self.window.indices() {
                return false;
            }
            self.window.put(&[index]);
            self.window.advance(1);
        }
        self.next = base + list.len();
        true
    }

    /// Computes values until the list has `until` of them or fewer than a block is missing. `head` are the first values if
    /// those before `base` were forgotten.
    pub fn run(
        &mut self,
        sparse: &mut Sparse,
        moves: &HeapMoves,
        head: &[u8],
        (base, list): (usize, &mut Vec<u8>),
        until: usize,
    ) -> Exit {
        if !self.fits(sparse) || !self.catch_up(base, list) {
            return Exit::Unfit;
        }
        while list.len() + BLOCK <= until {
            let start = list.len();
            let mut left = self.block(base + start, list);
            while left != 0 {
                let at = start + left.trailing_zeros() as usize;
                left &= left - 1;
                let before = &list[..at];
                let head = if base == 0 { before } else { head };
                let value = sparse.next_value(moves, View { head, base, list: before });
                if value != Some(list[at].into()) || !self.fits(sparse) {
                    list.truncate(at);
                    return value.map_or(Exit::Undecided, Exit::Surprise);
                }
            }
        }
        Exit::Done
    }

    /// Adds a block of values to the list; returns a bit for each that is not certain.
    fn block(&mut self, n: usize, list: &mut Vec<u8>) -> u32 {
        let found = self.find_block(n);
        self.window.put(&found.indices);
        self.window.advance(BLOCK);
        self.next += BLOCK;
        list.extend_from_slice(&found.values);
        found.failed
    }

    /// Chooses the code for this processor and the words for these indices.
    fn find_block(&self, n: usize) -> BlockResult {
        let wide = self.window.indices() > 32;
        #[cfg(target_arch = "x86_64")]
        if self.simd && far::is_fast() {
            // SAFETY: the processor has what these need.
            #[allow(unsafe_code)]
            return unsafe {
                if wide { fast::find_wide(self, n) } else { fast::find_narrow(self, n) }
            };
        }
        if wide { self.find_plainly::<u64>(n) } else { self.find_plainly::<u32>(n) }
    }

    fn find_plainly<W: WindowWord>(&self, n: usize) -> BlockResult {
        let (commons, rares) = (self.window.look(&self.common), self.window.look(&self.witnesses));
        self.resolve::<W>(n, &commons, &rares, W::add_middle)
    }

    /// Goes through the block with what the far options gave.
    #[inline(always)]
    fn resolve<W: WindowWord>(
        &self,
        n: usize,
        commons: &[W; BLOCK],
        rares: &[W; BLOCK],
        add_middle: impl Fn(&mut [W; PART], &[u8; 2 * BLOCK], usize, &[NearTap]),
    ) -> BlockResult {
        let mut values = [0; BLOCK];
        let mut failed = 0;
        // The block before and this one, so that every position is that of a distance below a block.
        let mut recent = [0u8; 2 * BLOCK];
        recent[..BLOCK].copy_from_slice(self.window.last_block());
        // What is seen of the heaps of the block; those after it are of no use but make the loop simple.
        let mut seen = [W::default(); 2 * BLOCK];
        seen[..BLOCK].copy_from_slice(commons);
        for tap in &self.near {
            for i in 0..tap.distance {
                seen[i % BLOCK] |= W::bit(recent[(BLOCK + i - tap.distance) % BLOCK] ^ tap.index);
            }
        }
        for part in (0..BLOCK).step_by(PART) {
            if let Some(sets) = seen[part..].first_chunk_mut::<PART>() {
                add_middle(sets, &recent, part, &self.middle);
            }
            for i in part..part + PART {
                let index = seen[i].least_missing() as usize % INDICES;
                for tap in &self.near {
                    seen[(i + tap.distance) % (2 * BLOCK)] |= W::bit(index as u8 ^ tap.index);
                }
                recent[BLOCK + i] = index as u8;
                let parity = (n + i) & 1;
                values[i] = self.values[parity][index];
                let fails = rares[i].least_missing() < u32::from(self.smaller[parity][index]);
                failed |= u32::from(fails) << i;
            }
        }
        let mut indices = [0; BLOCK];
        indices.copy_from_slice(&recent[BLOCK..]);
        BlockResult { indices, values, failed }
    }
}

/// What a block gives.
struct BlockResult {
    indices: [u8; BLOCK],
    values: [u8; BLOCK],
    /// A bit for each heap that is not certain.
    failed: u32,
}

/// The same compiled for processors with vectors of 32 bytes.
#[cfg(target_arch = "x86_64")]
mod fast {
    use super::super::far::avx2;
    use super::{BLOCK, BlockResult, Kernel, WindowWord};

    /// For at most 32 indices.
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    pub(super) fn find_narrow(kernel: &Kernel, n: usize) -> BlockResult {
        let (commons, rares) = look::<u32>(kernel);
        kernel.resolve(n, &commons, &rares, |sets, recent, part, taps| {
            avx2::add_middle_u32(sets, recent, part, taps)
        })
    }

    /// For at most 64 indices.
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    pub(super) fn find_wide(kernel: &Kernel, n: usize) -> BlockResult {
        let (commons, rares) = look::<u64>(kernel);
        kernel.resolve(n, &commons, &rares, |sets, recent, part, taps| {
            avx2::add_middle_u64(sets, recent, part, taps)
        })
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn look<W: WindowWord>(kernel: &Kernel) -> ([W; BLOCK], [W; BLOCK]) {
        let commons = avx2::look(&kernel.window, &kernel.common);
        (commons, avx2::look(&kernel.window, &kernel.witnesses))
    }
}

/// The value without the lowest bit of the mask.
fn squeeze(rarity: Rarity, value: u32) -> u8 {
    let low = (1u32 << rarity.mask.trailing_zeros().min(31)) - 1;
    (value & low | value >> 1 & !low) as u8
}

/// The common value of an index, for heaps of a parity.
fn unsqueeze(rarity: Rarity, parity: usize, index: u8) -> u8 {
    let bit = 1u32 << rarity.mask.trailing_zeros().min(31);
    let index = u32::from(index);
    let value = index & (bit - 1) | (index & !(bit - 1)) << 1;
    (if rarity.is_rare(parity, value) { value | bit } else { value }) as u8
}

/// The rare values less than the common value of an index have the indices below this.
fn smaller(rarity: Rarity, parity: usize, index: u8) -> u8 {
    let j = rarity.mask.trailing_zeros().min(31);
    let value = u32::from(unsqueeze(rarity, parity, index));
    (((u32::from(index) >> j) + (value >> j & 1)) << j) as u8
}

/// Options of a common value, by distance: less than a part of a block, less than a block, and more.
fn common_taps(sparse: &Sparse, moves: &HeapMoves) -> (Vec<NearTap>, Vec<NearTap>, Vec<FarTap>) {
    let rarity = sparse.rarity;
    let (mut near, mut middle, mut common) = (Vec::new(), Vec::new(), Vec::new());
    let rare = sparse.taps.iter().filter(|tap| tap.position() > 0);
    let pairs = rare.flat_map(|tap| {
        moves.pair.iter().map(move |taken| (taken + tap.position(), squeeze(rarity, tap.value())))
    });
    // A common value at n - k is common at n if k is even or rarity does not ask.
    let singles = moves.single.iter().filter(|&taken| !rarity.by_parity || taken & 1 == 0);
    for (distance, index) in pairs.chain(singles.map(|&taken| (taken, 0))) {
        match distance {
            0..PART => near.push(NearTap { distance, index }),
            PART..BLOCK => middle.push(NearTap { distance, index }),
            _ => common.push(FarTap { distance, index }),
        }
    }
    (near, middle, common)
}

/// The indices of the last `depth` values of a list that starts with the heap of `base`.
fn last_indices(
    rarity: Rarity,
    base: usize,
    list: &[u8],
    depth: usize,
) -> impl Iterator<Item = u8> + '_ {
    let start = list.len() - depth;
    list[start..].iter().enumerate().map(move |(i, &value)| {
        let rare = rarity.is_rare(base + start + i, value.into());
        if rare { far::NO_INDEX } else { squeeze(rarity, value.into()) }
    })
}

/// Far options of a rare value, those that hit most often first.
fn witnesses(sparse: &Sparse, moves: &HeapMoves, most: usize) -> Vec<FarTap> {
    let rarity = sparse.rarity;
    sparse
        .partners()
        .filter(|tap| !rarity.is_rare(tap.position(), tap.value()))
        .flat_map(|tap| {
            let (position, index) = (tap.position(), squeeze(rarity, tap.value()));
            moves.pair.iter().map(move |taken| FarTap { distance: taken + position, index })
        })
        .filter(|tap| tap.distance >= BLOCK)
        .take(most)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The claims at the top of the file, for all masks of four bits.
    #[test]
    fn indices_keep_order_and_count_smaller_rare_values() {
        for (by_parity, split_parity) in [(false, 0), (true, 0), (true, 1)] {
            for (mask, n) in (1..16).flat_map(|mask| [(mask, 6), (mask, 7)]) {
                let rarity = Rarity { mask, by_parity, split_parity };
                let (rares, commons): (Vec<u32>, Vec<u32>) =
                    (0..16).partition(|&value| rarity.is_rare(n, value));
                assert!(commons.iter().map(|&v| squeeze(rarity, v)).eq(0..8), "{rarity:?}");
                assert!(rares.iter().map(|&v| squeeze(rarity, v)).eq(0..8), "{rarity:?}");
                for &value in &commons {
                    let index = squeeze(rarity, value);
                    assert_eq!(u32::from(unsqueeze(rarity, n & 1, index)), value);
                    let below = rares.iter().filter(|&&rare| rare < value);
                    let count = below.count() as u8;
                    assert_eq!(smaller(rarity, n & 1, index), count, "{rarity:?} {value}");
                }
            }
        }
    }
}
