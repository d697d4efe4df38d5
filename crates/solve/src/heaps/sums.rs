//! Which of a few values are the nim-sum of a heap and its partner, for many heaps and partners in a row.
//!
//! Marking all sums takes one store for each. Comparing them with a few values takes one vector operation for some
//! thirty of them.

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

#[cfg(test)]
mod tests {
    use super::*;

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
