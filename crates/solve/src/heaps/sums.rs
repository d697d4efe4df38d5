//! Which of a few values are the nim-sum of a heap and its partner, for many heaps and partners in a row.
//!
//! Marking all sums takes one store for each. Comparing them with a few values takes one vector operation for some
//! thirty of them.

use super::sparse::Tap;
use super::values::Cell;

/// How many sums are compared together.
const LANES: usize = 32;

/// For each value, whether it is the sum of an entry of `low` and its partner in `high`: the first with the last, and so on.
pub(crate) fn find_sums<C: Cell, const K: usize>(
    low: &[C],
    high: &[C],
    values: &[C; K],
    simd: bool,
) -> [bool; K] {
    #[cfg(target_arch = "x86_64")]
    if simd && std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has what this needs.
        #[allow(unsafe_code)]
        return unsafe { find_with_vectors(low, high, values) };
    }
    let _ = simd;
    find_plainly(low, high, values)
}

/// The same compiled for processors with vectors of 32 bytes.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn find_with_vectors<C: Cell, const K: usize>(low: &[C], high: &[C], values: &[C; K]) -> [bool; K] {
    find_plainly(low, high, values)
}

#[inline(always)]
fn find_plainly<C: Cell, const K: usize>(low: &[C], high: &[C], values: &[C; K]) -> [bool; K] {
    // The least difference, in the sense of xor: 0 where the value is found.
    let mut least = [[C::of(u16::MAX); LANES]; K];
    let (lows, highs) = (low.chunks_exact(LANES), high.rchunks_exact(LANES));
    let rest = lows.remainder().iter().zip(highs.remainder().iter().rev());
    for (&a, &b) in rest {
        for (value, least) in values.iter().zip(&mut least) {
            least[0] = least[0].min(a ^ b ^ *value);
        }
    }
    for (low, high) in lows.zip(highs) {
        for lane in 0..LANES {
            let sum = low[lane] ^ high[LANES - 1 - lane];
            for (value, least) in values.iter().zip(&mut least) {
                least[lane] = least[lane].min(sum ^ *value);
            }
        }
    }
    least.map(|least| least.iter().any(|least| least.get() == 0))
}

/// After this many positions it is seen whether all wanted values are found.
const POSITIONS_A_LOOK: usize = 64;

/// For some heaps in a row, each with its own wanted values: compares these with the nim-sums of positions and their partners.
/// The partners of the position p are the values of `list` from `first - p` on, one for each heap. `missed` becomes 0
/// where the value is found, and stays 0 where none is wanted.
pub(crate) fn find_row_sums<C: Cell, const LANES: usize, const K: usize>(
    list: &[C],
    first: usize,
    positions: impl Iterator<Item = Tap>,
    wanted: &[[C; LANES]; K],
    missed: &mut [[C; LANES]; K],
    simd: bool,
) {
    #[cfg(target_arch = "x86_64")]
    if simd && std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has what this needs.
        #[allow(unsafe_code)]
        return unsafe { find_rows_with_vectors(list, first, positions, wanted, missed) };
    }
    let _ = simd;
    find_rows_plainly(list, first, positions, wanted, missed);
}

/// The same compiled for processors with vectors of 32 bytes.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn find_rows_with_vectors<C: Cell, const LANES: usize, const K: usize>(
    list: &[C],
    first: usize,
    positions: impl Iterator<Item = Tap>,
    wanted: &[[C; LANES]; K],
    missed: &mut [[C; LANES]; K],
) {
    find_rows_plainly(list, first, positions, wanted, missed);
}

#[inline(always)]
fn find_rows_plainly<C: Cell, const LANES: usize, const K: usize>(
    list: &[C],
    first: usize,
    mut positions: impl Iterator<Item = Tap>,
    wanted: &[[C; LANES]; K],
    missed: &mut [[C; LANES]; K],
) {
    let mut least = *missed;
    let mut more = true;
    while more && least.iter().flatten().any(|least| least.get() != 0) {
        more = false;
        for tap in positions.by_ref().take(POSITIONS_A_LOOK) {
            more = true;
            let from = first.wrapping_sub(tap.position());
            let Some(row) = list.get(from..).and_then(|list| list.first_chunk::<LANES>()) else {
                continue;
            };
            let value = C::of(tap.value() as u16);
            for (wanted, least) in wanted.iter().zip(&mut least) {
                for lane in 0..LANES {
                    least[lane] = least[lane].min(row[lane] ^ value ^ wanted[lane]);
                }
            }
        }
    }
    *missed = least;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_in_rows_what_counting_finds() {
        let mut random = fastrand::Rng::with_seed(2);
        for positions in [0, 1, 63, 64, 65, 200] {
            let list: Vec<u16> = (0..300).map(|_| random.u16(..128)).collect();
            let taps: Vec<Tap> =
                (0..positions).map(|_| Tap::new(random.usize(..300), random.u32(..128))).collect();
            // Beyond the end and before the start there are no partners.
            let first = 290;
            let wanted: [[u16; 16]; 4] =
                std::array::from_fn(|_| std::array::from_fn(|_| random.u16(..256)));
            let asked = wanted.map(|row| row.map(|_| random.bool()));
            let counted = |value: u16, lane: usize| {
                taps.iter().any(|tap| {
                    let from = first - tap.position().min(first);
                    let inside = tap.position() <= first && from + 16 <= list.len();
                    inside && u32::from(list[from + lane] ^ value) == tap.value()
                })
            };
            for simd in [false, true] {
                let mut missed = asked.map(|row| row.map(|asked| if asked { u16::MAX } else { 0 }));
                find_row_sums(&list, first, taps.iter().copied(), &wanted, &mut missed, simd);
                for (k, lane) in (0..4).flat_map(|k| (0..16).map(move |lane| (k, lane))) {
                    let missing = asked[k][lane] && !counted(wanted[k][lane], lane);
                    assert_eq!(missed[k][lane] != 0, missing, "{positions} {k} {lane}");
                }
            }
        }
    }

    #[test]
    fn finds_what_counting_finds_with_vectors_and_without() {
        let mut random = fastrand::Rng::with_seed(1);
        for length in (0..140).chain([256, 1000]) {
            let low: Vec<u16> = (0..length).map(|_| random.u16(..512)).collect();
            let high: Vec<u16> = (0..length).map(|_| random.u16(..512)).collect();
            let values: [u16; 4] = std::array::from_fn(|_| random.u16(..1024));
            let counted =
                values.map(|value| (0..length).any(|i| low[i] ^ high[length - 1 - i] == value));
            for simd in [false, true] {
                assert_eq!(find_sums(&low, &high, &values, simd), counted, "{length}");
            }
            let bytes = |list: &[u16]| list.iter().map(|&v| v as u8).collect::<Vec<_>>();
            let (low, high, values) = (bytes(&low), bytes(&high), values.map(|v| v as u8));
            let counted =
                values.map(|value| (0..length).any(|i| low[i] ^ high[length - 1 - i] == value));
            for simd in [false, true] {
                assert_eq!(find_sums(&low, &high, &values, simd), counted, "{length}");
            }
        }
    }
}
