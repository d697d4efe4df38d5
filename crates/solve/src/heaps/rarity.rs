//! Rare and common: how the sparse-space method splits the positions.
//!
//! Fix a mask and call a value *odd* if `value & mask` has an odd number of ones; parity is linear, so
//! odd xor odd is even. Call a heap rare if its value is even and common if it is odd. An option that leaves two common
//! heaps then has an even value: **an option with an odd value that leaves two heaps leaves a rare one**. That is all the
//! sparse-space method needs (Berlekamp, Conway and Guy, Winning Ways, chapter 4; Gangolli and Plambeck 1989).
//!
//! The variant by parity of n: let every move that splits take a number of counters k of the one parity κ. Call a heap of
//! n with value v common if `parity(v & mask) xor (n mod 2)` is `1 xor κ`. For two common heaps a + b = n - k
//! the value v of the pair has `parity(v & mask) xor (a + b) mod 2 = 0`, so `parity(v & mask) xor (n mod 2) = κ`: at n
//! that is the rare class. Again an option of the common class *of n* that leaves two heaps leaves a rare one.
//! With e = 0 for the plain split and e = 1 for this one, v is rare at n iff `parity(v & mask) xor e n = e κ` (mod 2).
//!
//! How many positions a mask makes rare follows from how often each value was taken at even and at odd n: all masks at
//! once by a Walsh-Hadamard transform of these counts.

/// A split of values into rare and common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rarity {
    /// The bits of a value that count.
    pub mask: u32,
    /// Whether rarity depends on the parity of n too.
    pub by_parity: bool,
    /// With `by_parity`: the parity of the numbers of counters that splitting moves take.
    pub split_parity: usize,
}

impl Rarity {
    /// Whether the value is rare for a heap of n.
    pub fn is_rare(&self, n: usize, value: u32) -> bool {
        let odd = (value & self.mask).count_ones() as usize & 1;
        let flip = usize::from(self.by_parity);
        odd ^ (flip & n) == flip & self.split_parity
    }
}

/// How often each value was taken, at even and at odd heap sizes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Census {
    counts: [Vec<u64>; 2],
    total: u64,
}

impl Census {
    /// Counts the value of a heap of n.
    pub fn add(&mut self, n: usize, value: u32) {
        let counts = &mut self.counts[n & 1];
        let index = value as usize;
        if index >= counts.len() {
            counts.resize(index + 1, 0);
        }
        counts[index] += 1;
        self.total += 1;
    }

    /// The split with the fewest rare positions, and how many those are. `split_parity` allows the variant by parity.
    pub fn best(&self, plain: bool, split_parity: Option<usize>) -> Option<(Rarity, u64)> {
        let plain = plain.then(|| self.best_of(false, 0));
        let by_parity = split_parity.map(|parity| self.best_of(true, parity));
        plain.into_iter().chain(by_parity).min_by_key(|&(_, rare)| rare)
    }

    fn best_of(&self, by_parity: bool, split_parity: usize) -> (Rarity, u64) {
        let values = self.counts[0].len().max(self.counts[1].len());
        let mut sums = vec![0i64; values.next_power_of_two().max(2)];
        for (parity, counts) in self.counts.iter().enumerate() {
            let sign = if by_parity && parity == 1 { -1 } else { 1 };
            counts.iter().zip(&mut sums).for_each(|(&count, sum)| *sum += sign * count as i64);
        }
        walsh_hadamard(&mut sums);
        // sums[mask] is now the number of positions of class 0 less those of class 1; rare is class e κ.
        let rare_is_one = by_parity && split_parity == 1;
        let rare_of = |sum: i64| {
            let sum = if rare_is_one { -sum } else { sum };
            ((self.total as i64 + sum) / 2) as u64
        };
        let best = sums.iter().map(|&sum| rare_of(sum)).enumerate().min_by_key(|&(_, rare)| rare);
        let (mask, rare) = best.unwrap_or((0, self.total));
        (Rarity { mask: mask as u32, by_parity, split_parity }, rare)
    }
}

fn walsh_hadamard(sums: &mut [i64]) {
    let mut half = 1;
    while half < sums.len() {
        for block in sums.chunks_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_common_heaps_have_a_rare_sum() {
        for (by_parity, split_parity) in [(false, 0), (true, 0), (true, 1)] {
            for mask in 0..16 {
                let rarity = Rarity { mask, by_parity, split_parity };
                for (a, b) in (0..6).flat_map(|a| (0..6).map(move |b| (a, b))) {
                    let n = a + b + 2 + split_parity;
                    for (v, w) in (0..16).flat_map(|v| (0..16).map(move |w| (v, w))) {
                        if !rarity.is_rare(a, v) && !rarity.is_rare(b, w) {
                            assert!(rarity.is_rare(n, v ^ w), "{rarity:?} {a}:{v} {b}:{w}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_transform_counts_what_counting_counts() {
        let values: Vec<u32> = (0..200u32).map(|n| (n * n % 23) ^ (n % 3)).collect();
        let mut census = Census::default();
        values.iter().enumerate().for_each(|(n, &value)| census.add(n, value));
        for (by_parity, split_parity) in [(false, 0), (true, 0), (true, 1)] {
            let (best, rare) = census.best_of(by_parity, split_parity);
            let count = |mask| {
                let rarity = Rarity { mask, by_parity, split_parity };
                values.iter().enumerate().filter(|&(n, &v)| rarity.is_rare(n, v)).count() as u64
            };
            assert_eq!(count(best.mask), rare);
            assert_eq!((0..32).map(count).min(), Some(rare));
        }
    }
}
