//! The options of 32 heaps at once, at distances of 32 or more: sets of indices, by table lookups in vectors of bytes.
//!
//! The window keeps the indices of the last heaps. Vectors look up a nibble at a time, so beside the indices it keeps, for
//! each group of 16 of them, bytes that are `0x70 + nibble` for indices of the group and have the top bit set for all
//! others: a byte shuffle gives 0 for those. A tap with index x sends group g to group `g xor (x / 16)`, and
//! within a group nibble i to `i xor x % 16`: the table for `x % 16` turns nibble i into the bit of that index, in two tables of
//! eight bits each.

/// How many heaps are done at once.
pub(crate) const BLOCK: usize = 32;

/// How many heaps of a block are done at once with options in the block itself.
pub(crate) const PART: usize = 8;

/// Stands for a heap that is not common: no table has it.
pub(crate) const NO_INDEX: u8 = 0x80;

/// An option at a fixed distance from the heap: the other part has this index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct FarTap {
    pub index: u8,
    pub distance: usize,
}

/// Taps by index: those of one index share their tables.
#[derive(Clone, Debug, Default)]
pub(crate) struct FarTaps {
    by_index: Vec<(u8, Vec<usize>)>,
    nearest: usize,
    farthest: usize,
}

impl FarTaps {
    /// These taps.
    pub fn new(mut taps: Vec<FarTap>) -> Self {
        taps.sort_unstable();
        taps.dedup();
        let by_index = taps
            .chunk_by(|a, b| a.index == b.index)
            .map(|chunk| (chunk[0].index, chunk.iter().map(|tap| tap.distance).collect()))
            .collect();
        let distances = taps.iter().map(|tap| tap.distance);
        let nearest = distances.clone().min().unwrap_or(BLOCK);
        FarTaps { by_index, nearest, farthest: distances.max().unwrap_or(BLOCK) }
    }

    /// Whether all distances are from a block to `most`.
    #[cfg(target_arch = "x86_64")]
    fn are_within(&self, most: usize) -> bool {
        self.nearest >= BLOCK && self.farthest <= most
    }
}

/// An option at a distance of less than a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NearTap {
    pub distance: usize,
    pub index: u8,
}

/// The indices that a tap gives for the heaps of a part.
#[inline(always)]
fn eight(recent: &[u8; 2 * BLOCK], part: usize, tap: &NearTap) -> [u8; PART] {
    let from = BLOCK + part - tap.distance;
    recent[from..].first_chunk().copied().unwrap_or_default()
}

/// A set of indices in a word, a bit an index.
pub(crate) trait WindowWord:
    Copy
    + Default
    + std::ops::BitOrAssign
    + std::ops::BitAnd<Output = Self>
    + Eq
    + std::ops::Not<Output = Self>
{
    /// The set of one index.
    fn bit(index: u8) -> Self;
    /// The set of a byte of eight indices, `byte` bytes up.
    fn from_byte(bits: u8, byte: usize) -> Self;
    /// How many indices from 0 on are in the set.
    fn least_missing(self) -> u32;
    /// Adds to each of eight sets, those of the heaps from `part` of the block on, the indices that the taps give; `recent` are the
    /// indices of the block before and of this one. The distances are from a part to a block.
    fn add_middle(
        sets: &mut [Self; PART],
        recent: &[u8; 2 * BLOCK],
        part: usize,
        taps: &[NearTap],
    ) {
        for tap in taps {
            for (set, index) in sets.iter_mut().zip(eight(recent, part, tap)) {
                *set |= Self::bit(index ^ tap.index);
            }
        }
    }
}

macro_rules! word {
    ($word:ty) => {
        impl WindowWord for $word {
            #[inline(always)]
            fn bit(index: u8) -> Self {
                (1 as $word) << (u32::from(index) & (<$word>::BITS - 1))
            }
            #[inline(always)]
            fn from_byte(bits: u8, byte: usize) -> Self {
                <$word>::from(bits) << (8 * byte)
            }
            #[inline(always)]
            fn least_missing(self) -> u32 {
                self.trailing_ones()
            }
        }
    };
}
word!(u32);
word!(u64);

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
    /// How many eights of indices there are, 1 to 8.
    planes: usize,
    /// Where the block starts.
    at: usize,
    plain: Vec<u8>,
    /// By group; as long as `plain`.
    biased: Vec<Vec<u8>>,
}

/// The window moves to the front of its memory after this many heaps, or after as many as it is deep.
const ROOM: usize = 1 << 15;

impl Window {
    /// A window over the last `depth` heaps, whose indices are given, for indices below 8 times `planes`.
    pub fn new(depth: usize, planes: usize, indices: impl Iterator<Item = u8>) -> Self {
        let length = depth + depth.max(ROOM).next_multiple_of(BLOCK);
        let mut plain: Vec<u8> = indices.take(depth).collect();
        plain.resize(length, NO_INDEX);
        let groups = planes.div_ceil(2).next_power_of_two();
        let biased = (0..groups).map(|group| plain.iter().map(|&i| bias(i, group)).collect());
        let biased = biased.collect();
        Window { depth, planes, at: depth, plain, biased }
    }

    /// Indices are below this.
    pub fn indices(&self) -> u32 {
        8 * self.planes as u32
    }

    /// The indices of the block before this one.
    pub fn last_block(&self) -> &[u8] {
        &self.plain[self.at - BLOCK..self.at]
    }

    /// Sets the indices of the heaps at the start of the block.
    pub fn put(&mut self, indices: &[u8]) {
        self.plain[self.at..self.at + indices.len()].copy_from_slice(indices);
    }

    /// Moves on by `count` heaps, at most a block: they are done, and the next block starts after them.
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

    /// For each heap of the block the indices that the taps give. All distances are from a block to the depth.
    #[inline(always)]
    pub fn look<W: WindowWord>(&self, taps: &FarTaps) -> [W; BLOCK] {
        let mut sets = [W::default(); BLOCK];
        for (tap, distances) in &taps.by_index {
            for distance in distances {
                let from = self.at - distance;
                for (set, &index) in sets.iter_mut().zip(&self.plain[from..from + BLOCK]) {
                    *set |= if index < NO_INDEX { W::bit(index ^ tap) } else { W::default() };
                }
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
    return std::arch::is_x86_feature_detected!("avx2")
        && std::arch::is_x86_feature_detected!("bmi1")
        && std::arch::is_x86_feature_detected!("bmi2");
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// Measured on 0.104 and 0.054: see the benchmark. Unsafe for the loads from anywhere in the window only.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
pub(crate) mod avx2 {
    use std::arch::x86_64::*;

    use super::{BLOCK, FarTaps, NearTap, PART, TABLES, Window, WindowWord, eight};

    /// As [`Window::look`].
    #[target_feature(enable = "avx2")]
    pub(crate) fn look<W: WindowWord>(window: &Window, taps: &FarTaps) -> [W; BLOCK] {
        match window.planes {
            1 => gather::<W, 1, 1>(window, taps),
            2 => gather::<W, 1, 2>(window, taps),
            3 => gather::<W, 2, 3>(window, taps),
            4 => gather::<W, 2, 4>(window, taps),
            5 => gather::<W, 4, 5>(window, taps),
            6 => gather::<W, 4, 6>(window, taps),
            7 => gather::<W, 4, 7>(window, taps),
            _ => gather::<W, 4, 8>(window, taps),
        }
    }

    /// As [`WindowWord::add_middle`].
    #[target_feature(enable = "avx2")]
    #[inline]
    pub(crate) fn add_middle_u32(
        sets: &mut [u32; PART],
        recent: &[u8; 2 * BLOCK],
        part: usize,
        taps: &[NearTap],
    ) {
        let mut all = _mm256_setzero_si256();
        for tap in taps {
            let indices = _mm_cvtsi64_si128(i64::from_le_bytes(eight(recent, part, tap)));
            let indices = _mm_xor_si128(indices, _mm_set1_epi8(tap.index as i8));
            let indices = _mm256_and_si256(_mm256_cvtepu8_epi32(indices), _mm256_set1_epi32(31));
            all = _mm256_or_si256(all, _mm256_sllv_epi32(_mm256_set1_epi32(1), indices));
        }
        let bits: [u32; PART] = bytemuck::cast(all);
        sets.iter_mut().zip(bits).for_each(|(set, bits)| *set |= bits);
    }

    /// As [`WindowWord::add_middle`].
    #[target_feature(enable = "avx2")]
    #[inline]
    pub(crate) fn add_middle_u64(
        sets: &mut [u64; PART],
        recent: &[u8; 2 * BLOCK],
        part: usize,
        taps: &[NearTap],
    ) {
        let (mut low, mut high) = (_mm256_setzero_si256(), _mm256_setzero_si256());
        let (one, most) = (_mm256_set1_epi64x(1), _mm256_set1_epi64x(63));
        for tap in taps {
            let indices = _mm_cvtsi64_si128(i64::from_le_bytes(eight(recent, part, tap)));
            let indices = _mm_xor_si128(indices, _mm_set1_epi8(tap.index as i8));
            let first = _mm256_and_si256(_mm256_cvtepu8_epi64(indices), most);
            let second = _mm_srli_si128::<4>(indices);
            let second = _mm256_and_si256(_mm256_cvtepu8_epi64(second), most);
            low = _mm256_or_si256(low, _mm256_sllv_epi64(one, first));
            high = _mm256_or_si256(high, _mm256_sllv_epi64(one, second));
        }
        let bits: [u64; PART] = bytemuck::cast([low, high]);
        sets.iter_mut().zip(bits).for_each(|(set, bits)| *set |= bits);
    }

    #[target_feature(enable = "avx2")]
    fn gather<W: WindowWord, const GROUPS: usize, const PLANES: usize>(
        window: &Window,
        taps: &FarTaps,
    ) -> [W; BLOCK] {
        assert!(taps.are_within(window.at), "taps end before the block and start in the window");
        let lists: [&[u8]; GROUPS] =
            std::array::from_fn(|group| &window.biased[group][..window.at]);
        let mut planes = [_mm256_setzero_si256(); PLANES];
        for (index, distances) in &taps.by_index {
            let [low, high]: [__m256i; 2] = bytemuck::cast(TABLES[usize::from(index & 15)]);
            let swap = usize::from(index >> 4) & (GROUPS - 1);
            let ends: [*const u8; GROUPS] =
                std::array::from_fn(|group| lists[group ^ swap].as_ptr_range().end);
            for &distance in distances {
                for (group, end) in ends.iter().enumerate().take(PLANES.div_ceil(2)) {
                    // SAFETY: the list has `at` bytes and `end` is its end. BLOCK <= distance <= at, as asserted
                    // above, so the 32 bytes read lie within the list.
                    let nibbles = unsafe { _mm256_loadu_si256(end.sub(distance).cast()) };
                    let plane = 2 * group;
                    planes[plane] =
                        _mm256_or_si256(planes[plane], _mm256_shuffle_epi8(low, nibbles));
                    if plane + 1 < PLANES {
                        planes[plane + 1] =
                            _mm256_or_si256(planes[plane + 1], _mm256_shuffle_epi8(high, nibbles));
                    }
                }
            }
        }
        let mut sets = [W::default(); BLOCK];
        for (at, plane) in planes.iter().enumerate() {
            let bytes: [u8; BLOCK] = bytemuck::cast(*plane);
            for (set, &bits) in sets.iter_mut().zip(&bytes) {
                *set |= W::from_byte(bits, at);
            }
        }
        sets
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_arch = "x86_64")]
    #[allow(unsafe_code)]
    fn fast(window: &Window, taps: &FarTaps) -> [u64; BLOCK] {
        if is_fast() {
            // SAFETY: the processor has AVX2.
            unsafe { avx2::look(window, taps) }
        } else {
            window.look(taps)
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn fast(window: &Window, taps: &FarTaps) -> [u64; BLOCK] {
        window.look(taps)
    }

    #[test]
    fn vectors_and_plain_code_agree() {
        let mut numbers = fastrand::Rng::with_seed(1);
        let mut random = |below: u32| numbers.u32(..below);
        for planes in 1..=8 {
            let below = 8 * planes as u32;
            let depth = 500;
            let indices: Vec<u8> = (0..depth)
                .map(|_| if random(9) == 0 { NO_INDEX } else { random(below) as u8 })
                .collect();
            let mut window = Window::new(depth, planes, indices.into_iter());
            for _ in 0..2 * ROOM / BLOCK {
                let taps = FarTaps::new(
                    (0..random(12))
                        .map(|_| FarTap {
                            distance: BLOCK + random(469) as usize,
                            index: random(below) as u8,
                        })
                        .collect(),
                );
                let within =
                    |sets: [u64; BLOCK]| sets.map(|set| set << (64 - below) >> (64 - below));
                let (ours, plain) = (fast(&window, &taps), window.look(&taps));
                assert_eq!(within(ours), within(plain), "{planes}");
                let block: [u8; BLOCK] = std::array::from_fn(|_| random(below) as u8);
                window.put(&block);
                window.advance(BLOCK - random(3) as usize);
            }
        }
    }
}
