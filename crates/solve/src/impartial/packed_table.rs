//! A table of fixed size that threads share, for keys of up to 64 bits: a word an entry, the whole key in it.
//!
//! A key of n bits is mixed by a bijection of the n-bit words. The first bits of the mixed key choose one of 2^b
//! buckets, the other n - b are kept in the entry; bucket and entry together give the mixed key, and that the key. So
//! no two keys are ever confused, and an entry is one word, which threads read and write at once without a lock. A
//! full bucket loses the entry that took least work.
//!
//! The table grows as it fills, up to its limit: because buckets are chosen by the first bits, the entries of a bucket
//! go to two neighbouring ones.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use bytemuck::Zeroable;

use super::facts::{FACT_BITS, Fact};
use crate::kit::pages::zeroed;

/// Entries a bucket: a cache line.
const SLOTS: usize = 8;

const WORK_BITS: u32 = 4;
const PAYLOAD_BITS: u32 = FACT_BITS + WORK_BITS;
const TAKEN: u64 = 1 << 63;

#[derive(Zeroable)]
#[repr(align(64))]
struct Bucket([AtomicU64; SLOTS]);

/// The table.
pub struct PackedTable {
    key_bits: u32,
    bucket_bits: u32,
    buckets: Box<[Bucket]>,
    used: AtomicUsize,
}

impl PackedTable {
    /// The fewest buckets with which the rest of a key fits an entry.
    pub fn least_bucket_bits(key_bits: u32) -> u32 {
        (key_bits + PAYLOAD_BITS + 1).saturating_sub(64)
    }

    /// The bytes of a table.
    pub fn bytes(bucket_bits: u32) -> u64 {
        (size_of::<Bucket>() as u64) << bucket_bits
    }

    /// An empty table for keys of so many bits.
    pub fn new(key_bits: u32, bucket_bits: u32) -> Self {
        let bucket_bits = bucket_bits.max(Self::least_bucket_bits(key_bits)).min(key_bits);
        PackedTable {
            key_bits,
            bucket_bits,
            buckets: zeroed(1 << bucket_bits),
            used: AtomicUsize::new(0),
        }
    }

    /// How many buckets there are, as a power of two.
    pub fn bucket_bits(&self) -> u32 {
        self.bucket_bits
    }

    /// Whether more than two entries in three are taken.
    pub fn is_crowded(&self) -> bool {
        self.used.load(Ordering::Relaxed) > self.buckets.len() * SLOTS * 2 / 3
    }

    /// A bijection of the words of `key_bits` bits: an odd factor has an inverse, and so has a shift added to itself.
    #[inline(always)]
    fn mix(&self, key: u64) -> u64 {
        let (half, mask) = (self.key_bits / 2 + 1, u64::MAX >> (64 - self.key_bits));
        let mut mixed = key;
        mixed ^= mixed >> half;
        mixed = mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) & mask;
        mixed ^= mixed >> half;
        mixed = mixed.wrapping_mul(0xd6e8_feb8_6659_fd93) & mask;
        mixed ^ mixed >> half
    }

    #[inline(always)]
    fn find(&self, key: u64) -> (usize, u64) {
        let mixed = self.mix(key);
        let rest_bits = self.key_bits - self.bucket_bits;
        let bucket = if rest_bits == 64 { 0 } else { mixed >> rest_bits };
        let rest = if rest_bits == 0 { 0 } else { mixed & u64::MAX >> (64 - rest_bits) };
        (bucket as usize, TAKEN | rest << PAYLOAD_BITS)
    }

    /// Begins to fetch what is known under a key from memory.
    #[inline(always)]
    #[allow(unsafe_code)]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket: *const Bucket = &self.buckets[self.find(key).0];
            // SAFETY: a prefetch only loads a cache line, here one that is ours; it changes no value.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) };
        }
    }

    /// What is known under a key.
    #[inline(always)]
    pub fn get(&self, key: u64) -> Fact {
        let (bucket, tag) = self.find(key);
        for slot in &self.buckets[bucket].0 {
            let entry = slot.load(Ordering::Relaxed);
            if entry >> PAYLOAD_BITS == tag >> PAYLOAD_BITS {
                return Fact::from_bits(entry);
            }
        }
        Fact::NOTHING
    }

    /// Keeps what is known under a key, and how much work it was.
    pub fn put(&self, key: u64, fact: Fact, work: u64) {
        let (bucket, tag) = self.find(key);
        let work = u64::from(work.max(1).ilog2() / 2).min((1 << WORK_BITS) - 1);
        self.place(bucket, tag | work << FACT_BITS | fact.bits());
    }

    fn place(&self, bucket: usize, entry: u64) {
        let slots = &self.buckets[bucket].0;
        let work = |entry: u64| entry >> FACT_BITS & ((1 << WORK_BITS) - 1);
        let (mut worst, mut least) = (0, u64::MAX);
        for (index, slot) in slots.iter().enumerate() {
            let old = slot.load(Ordering::Relaxed);
            if old == 0 {
                self.used.fetch_add(1, Ordering::Relaxed);
                return slot.store(entry, Ordering::Relaxed);
            }
            if old >> PAYLOAD_BITS == entry >> PAYLOAD_BITS {
                return slot.store(entry, Ordering::Relaxed);
            }
            if work(old) < least {
                (worst, least) = (index, work(old));
            }
        }
        slots[worst].store(entry, Ordering::Relaxed);
    }

    /// A table with twice as many buckets and the same entries.
    pub fn grown(&self) -> PackedTable {
        let table = PackedTable::new(self.key_bits, self.bucket_bits + 1);
        if table.bucket_bits == self.bucket_bits {
            return table;
        }
        let rest_bits = table.key_bits - table.bucket_bits;
        for (index, bucket) in self.buckets.iter().enumerate() {
            for slot in &bucket.0 {
                let entry = slot.load(Ordering::Relaxed);
                if entry != 0 {
                    let side = entry >> (PAYLOAD_BITS + rest_bits) & 1;
                    let kept = entry & !(1 << (PAYLOAD_BITS + rest_bits));
                    table.place(2 * index + side as usize, kept);
                }
            }
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_found_and_nothing_else() {
        for key_bits in [3, 10, 17, 40, 63, 64] {
            let least = PackedTable::least_bucket_bits(key_bits).max(2);
            let mut table = PackedTable::new(key_bits, least);
            let mask = u64::MAX >> (64 - key_bits);
            let key = |i: u64| i.wrapping_mul(0x2545_f491_4f6c_dd1d).rotate_left(7) & mask;
            let mut kept = std::collections::HashMap::new();
            for i in 0..2000 {
                let fact = if i % 3 == 0 {
                    Fact::NOTHING.without((i % 7) as u32)
                } else {
                    Fact::value((i % 50) as u32).unwrap()
                };
                table.put(key(i), fact, i);
                kept.insert(key(i), fact);
                if table.is_crowded() {
                    table = table.grown();
                }
            }
            let mut found = 0;
            for i in 0..4000 {
                let fact = table.get(key(i));
                // An entry may have been lost, but never is one made up or mistaken for another.
                let expected = kept.get(&key(i)).copied().unwrap_or(Fact::NOTHING);
                assert!(fact == expected || fact == Fact::NOTHING, "{key_bits} bits");
                found += usize::from(fact != Fact::NOTHING);
            }
            assert!(found >= kept.len() / 2, "{found} of {} for {key_bits} bits", kept.len());
        }
    }

    #[test]
    fn mixing_is_a_bijection() {
        for key_bits in 1..=16 {
            let table = PackedTable::new(key_bits, 0);
            let mut images: Vec<u64> = (0..1 << key_bits).map(|key| table.mix(key)).collect();
            images.sort_unstable();
            assert_eq!(images, (0..1 << key_bits).collect::<Vec<u64>>());
        }
    }

    #[test]
    fn dear_entries_stay() {
        let table = PackedTable::new(16, 0);
        table.put(7, Fact::NOTHING.without(1), 1 << 40);
        (8..1000).for_each(|key| table.put(key, Fact::NOTHING.without(0), 1));
        assert_eq!(table.get(7), Fact::NOTHING.without(1));
    }
}
