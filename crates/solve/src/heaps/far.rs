//! The options of 32 heaps at once, at distances of 32 or more: sets of indices, by table lookups in vectors of bytes.
//!
//! The window keeps the indices of the last heaps. Vectors look up a nibble at a time, so beside the indices it keeps, for
//! each group of 16 of them, bytes that are `0x70 + nibble` for indices of the group and have the top bit set for all
//! others: a byte shuffle gives 0 for those. A tap with index x sends group g to group `g xor (x / 16)`, and
//! within a group nibble i to `i xor x % 16`: the table for `x % 16` turns nibble i into the bit of that index, in two tables of
//! eight bits each.

/// How many heaps are done at once.
pub(crate) const BLOCK: usize = 32;

/// Stands for a heap that is not common: no table has it.
pub(crate) const NO_INDEX: u8 = 0x80;

/// An option at a fixed distance from the heap: the other part has this index.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FarTap {
    pub distance: usize,
    pub index: u8,
}

/// `TABLES[x][h][i]` is the bit for `i xor x` among the eight indices of half h. Twice, for both halves of a vector.
static TABLES: [[[u8; 32]; 2]; 16] = tables();

const fn tables() -> [[[u8; 32]; 2]; 16] {
    let mut tables = [[[0; 32]; 2]; 16];
    let mut at = 0;
    while at < 16 * 32 {
        let (x, i) = (at / 32, at % 32);
        let bit = (i % 16) ^ x;
        tables[x][bit / 8][i] = 1 << (bit % 8);
        at += 1;
    }
    tables
}

/// The indices of the heaps before the block, and of the block itself as far as it is done.
#[derive(Clone, Debug)]
pub(crate) struct Window {
    depth: usize,
    groups: usize,
    /// Where the block starts.
    at: usize,
    plain: Vec<u8>,
    /// By group; as long as `plain`.
    biased: Vec<Vec<u8>>,
}

/// The window moves to the front of its memory after so many heaps, or after as many as it is deep.
const ROOM: usize = 1 << 15;

impl Window {
    /// A window over the last `depth` heaps, whose indices are given, for indices below 16 times 1, 2 or 4 `groups`.
    pub fn new(depth: usize, groups: usize, indices: impl Iterator<Item = u8>) -> Self {
        let length = depth + depth.max(ROOM).next_multiple_of(BLOCK);
        let mut plain: Vec<u8> = indices.take(depth).collect();
        plain.resize(length, NO_INDEX);
        let biased = (0..groups).map(|group| plain.iter().map(|&i| bias(i, group)).collect());
        let biased = biased.collect();
        Window { depth, groups, at: depth, plain, biased }
    }

    /// Indices are below this.
    pub fn indices(&self) -> u32 {
        16 * self.groups as u32
    }

    /// The index of the heap at a distance, less than a block, from heap i of the block.
    #[inline(always)]
    pub fn recent(&self, i: usize, distance: usize) -> u8 {
        self.plain[self.at + i - distance]
    }

    /// Sets the index of heap i of the block.
    #[inline(always)]
    pub fn put(&mut self, i: usize, index: u8) {
        self.plain[self.at + i] = index;
    }

    /// Takes the first `count` heaps of the block for done, at most a block; the next block starts after them.
    pub fn advance(&mut self, count: usize) {
        let end = self.at + count;
        let done = &self.plain[self.at..end];
        for (group, biased) in self.biased.iter_mut().enumerate() {
            for (to, &index) in biased[self.at..end].iter_mut().zip(done) {
                *to = bias(index, group);
            }
        }
        self.at = end;
        if self.at + BLOCK > self.plain.len() {
            let from = self.at - self.depth;
            self.plain.copy_within(from..self.at, 0);
            self.biased.iter_mut().for_each(|biased| biased.copy_within(from..self.at, 0));
            self.at = self.depth;
        }
    }

    /// For each heap of the block the indices that the taps give, as bits. All distances are from a block to the depth.
    pub fn look(&self, taps: &[FarTap], simd: bool) -> [u64; BLOCK] {
        #[cfg(target_arch = "x86_64")]
        if simd && is_fast() {
            return avx2::look(self, taps);
        }
        let _ = simd;
        self.look_plainly(taps)
    }

    /// The same by plain code.
    fn look_plainly(&self, taps: &[FarTap]) -> [u64; BLOCK] {
        let mut sets = [0; BLOCK];
        for tap in taps {
            let from = self.at - tap.distance;
            for (set, &index) in sets.iter_mut().zip(&self.plain[from..from + BLOCK]) {
                let bit = 1u64 << ((index ^ tap.index) & 63);
                *set |= if index < NO_INDEX { bit } else { 0 };
            }
        }
        sets
    }
}

fn bias(index: u8, group: usize) -> u8 {
    (index ^ (group as u8) << 4).saturating_add(0x70)
}

/// Whether this processor has the vectors.
pub(crate) fn is_fast() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::arch::is_x86_feature_detected!("avx2");
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// Measured on 0.104 and 0.054: see the benchmark. Unsafe for the vector loads and stores only.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod avx2 {
    use std::arch::x86_64::*;

    use super::{BLOCK, FarTap, TABLES, Window};

    /// As [`Window::look`]. The caller has seen that the processor has AVX2.
    pub(super) fn look(window: &Window, taps: &[FarTap]) -> [u64; BLOCK] {
        // The loads below read [at - distance, at - distance + BLOCK) of lists that hold at least `at` bytes.
        let inside = |tap: &FarTap| (BLOCK..=window.at).contains(&tap.distance);
        assert!(taps.iter().all(inside) && window.biased.len() == window.groups);
        assert!(window.biased.iter().all(|biased| biased.len() >= window.at));
        // SAFETY: `is_fast` found AVX2 (both callers ask it); distances and lengths were checked just now.
        unsafe {
            match window.groups {
                1 => gather::<1, 2>(window, taps),
                2 => gather::<2, 4>(window, taps),
                _ => gather::<4, 8>(window, taps),
            }
        }
    }

    /// SAFETY: needs AVX2; all distances from BLOCK to `window.at`, `window.biased` with a list for each group below
    /// GROUPS, each at least `window.at` long.
    #[target_feature(enable = "avx2")]
    unsafe fn gather<const GROUPS: usize, const PLANES: usize>(
        window: &Window,
        taps: &[FarTap],
    ) -> [u64; BLOCK] {
        let mut lists = [std::ptr::null::<u8>(); GROUPS];
        for (list, biased) in lists.iter_mut().zip(&window.biased) {
            *list = biased.as_ptr();
        }
        let mut planes = [_mm256_setzero_si256(); PLANES];
        for tap in taps {
            let [low, high] = &TABLES[usize::from(tap.index & 15)];
            let swap = usize::from(tap.index >> 4) & (GROUPS - 1);
            // SAFETY: a table is 32 bytes; the lists hold 32 bytes from `at - distance` on, see above.
            unsafe {
                let low = _mm256_loadu_si256(low.as_ptr().cast());
                let high = _mm256_loadu_si256(high.as_ptr().cast());
                for group in 0..GROUPS {
                    let list = lists[group ^ swap].add(window.at - tap.distance);
                    let nibbles = _mm256_loadu_si256(list.cast());
                    let (a, b) = (2 * group, 2 * group + 1);
                    planes[a] = _mm256_or_si256(planes[a], _mm256_shuffle_epi8(low, nibbles));
                    planes[b] = _mm256_or_si256(planes[b], _mm256_shuffle_epi8(high, nibbles));
                }
            }
        }
        let mut bytes = [[0u8; BLOCK]; PLANES];
        for (plane, to) in planes.iter().zip(&mut bytes) {
            // SAFETY: BLOCK is the 32 bytes of a vector.
            unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), *plane) };
        }
        std::array::from_fn(|i| {
            (0..PLANES).fold(0, |set, plane| set | u64::from(bytes[plane][i]) << (8 * plane))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_and_plain_code_agree() {
        let mut seed = 1u32;
        let mut random = |below: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) % below
        };
        for groups in [1, 2, 4] {
            let below = 16 * groups as u32;
            let depth = 500;
            let indices: Vec<u8> = (0..depth)
                .map(|_| if random(9) == 0 { NO_INDEX } else { random(below) as u8 })
                .collect();
            let mut window = Window::new(depth, groups, indices.into_iter());
            for _ in 0..2 * ROOM / BLOCK {
                let taps: Vec<FarTap> = (0..random(12))
                    .map(|_| FarTap {
                        distance: BLOCK + random(469) as usize,
                        index: random(below) as u8,
                    })
                    .collect();
                assert_eq!(window.look(&taps, true), window.look_plainly(&taps), "{groups}");
                (0..BLOCK).for_each(|i| window.put(i, random(below) as u8));
                window.advance(BLOCK - random(3) as usize);
            }
        }
    }
}
