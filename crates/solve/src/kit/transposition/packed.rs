//! A table for keys of up to 64 bits: one word per entry, with the whole key in it.
//!
//! A key of n bits is mixed by a bijection of the n-bit words. The first bits of the mixed key choose one of 2^b
//! buckets, the other n - b are kept in the entry; bucket and entry together give the mixed key, and that the key. So
//! no two keys are ever confused, and an entry is one word, which threads read and write at once without a lock. A
//! full bucket loses the entry that took least work.
//!
//! Because buckets are chosen by the first bits, the entries of a bucket go to two neighbouring ones when the table grows.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use bytemuck::Zeroable;

use super::{FIRST_BUCKET_BITS, TableLayout, TableValue, work};
use crate::kit::pages::{prefetch, zeroed};

/// Entries a bucket: a cache line.
const SLOTS: usize = 8;

const WORK_BITS: u32 = 4;
const TAKEN: u64 = 1 << 63;

#[derive(Debug, Zeroable)]
#[repr(align(64))]
struct Bucket([AtomicU64; SLOTS]);

/// The table.
#[derive(Debug)]
pub struct PackedTable<V> {
    key_bits: u32,
    bucket_bits: u32,
    buckets: Box<[Bucket]>,
    used: AtomicUsize,
    values: PhantomData<V>,
}

impl<V: TableValue> PackedTable<V> {
    const PAYLOAD_BITS: u32 = V::BITS + WORK_BITS;

    /// The fewest buckets with which the rest of a key fits an entry.
    fn least_bucket_bits(key_bits: u32) -> u32 {
        (key_bits + Self::PAYLOAD_BITS + 1).saturating_sub(64)
    }

    /// This many buckets, or as near to that as keys allow.
    fn usable_bucket_bits(key_bits: u32, bucket_bits: u32) -> u32 {
        let key_bits = key_bits.max(1);
        bucket_bits.max(Self::least_bucket_bits(key_bits)).min(key_bits)
    }

    fn with(key_bits: u32, bucket_bits: u32, buckets: Box<[Bucket]>) -> Self {
        let key_bits = key_bits.max(1);
        PackedTable {
            key_bits,
            bucket_bits,
            buckets,
            used: AtomicUsize::new(0),
            values: PhantomData,
        }
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
        (bucket as usize, TAKEN | rest << Self::PAYLOAD_BITS)
    }

    fn place(&self, bucket: usize, entry: u64) {
        let slots = &self.buckets[bucket].0;
        let work = |entry: u64| entry >> V::BITS & ((1 << WORK_BITS) - 1);
        let (mut worst, mut least) = (0, u64::MAX);
        for (index, slot) in slots.iter().enumerate() {
            let old = slot.load(Ordering::Relaxed);
            if old == 0 {
                self.used.fetch_add(1, Ordering::Relaxed);
                return slot.store(entry, Ordering::Relaxed);
            }
            if old >> Self::PAYLOAD_BITS == entry >> Self::PAYLOAD_BITS {
                return slot.store(entry, Ordering::Relaxed);
            }
            if work(old) < least {
                (worst, least) = (index, work(old));
            }
        }
        slots[worst].store(entry, Ordering::Relaxed);
    }
}

impl<V: TableValue> TableLayout for PackedTable<V> {
    type Key = u64;
    type Value = V;

    fn new(key_bits: u32, bucket_bits: u32) -> Option<Self> {
        let bucket_bits = Self::usable_bucket_bits(key_bits, bucket_bits);
        Some(Self::with(key_bits, bucket_bits, zeroed(1 << bucket_bits).ok()?))
    }

    fn first(key_bits: u32) -> Self {
        let bucket_bits = Self::usable_bucket_bits(key_bits, FIRST_BUCKET_BITS);
        Self::with(key_bits, bucket_bits, bytemuck::zeroed_slice_box(1 << bucket_bits))
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.buckets[..])
    }

    fn is_crowded(&self) -> bool {
        self.used.load(Ordering::Relaxed) > self.buckets.len() * SLOTS * 2 / 3
    }

    fn grown(&self) -> Option<Self> {
        if self.bucket_bits == self.key_bits {
            return None;
        }
        let table = Self::new(self.key_bits, self.bucket_bits + 1)?;
        let rest_bits = table.key_bits - table.bucket_bits;
        for (index, bucket) in self.buckets.iter().enumerate() {
            for slot in &bucket.0 {
                let entry = slot.load(Ordering::Relaxed);
                if entry != 0 {
                    let side = entry >> (Self::PAYLOAD_BITS + rest_bits) & 1;
                    let kept = entry & !(1 << (Self::PAYLOAD_BITS + rest_bits));
                    table.place(2 * index + side as usize, kept);
                }
            }
        }
        Some(table)
    }

    #[inline(always)]
    fn prefetch(&self, key: &u64) {
        prefetch(&self.buckets[self.find(*key).0]);
    }

    #[inline(always)]
    fn get(&self, key: &u64) -> V {
        let (bucket, tag) = self.find(*key);
        for slot in &self.buckets[bucket].0 {
            let entry = slot.load(Ordering::Relaxed);
            if entry >> Self::PAYLOAD_BITS == tag >> Self::PAYLOAD_BITS {
                return V::from_bits(entry);
            }
        }
        V::NOTHING
    }

    fn put(&self, key: &u64, value: V, positions: u64) {
        let (bucket, tag) = self.find(*key);
        let work = ((work(positions) - 1) / 2).min((1 << WORK_BITS) - 1);
        self.place(bucket, tag | work << V::BITS | value.bits());
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::Number;
    use super::*;

    type TestTable = PackedTable<Number>;

    #[test]
    fn what_is_kept_is_found_and_nothing_else() {
        for key_bits in [3, 10, 17, 40, 63, 64] {
            let least = TestTable::least_bucket_bits(key_bits).max(2);
            let mut table = TestTable::new(key_bits, least).unwrap();
            let mask = u64::MAX >> (64 - key_bits);
            let key = |i: u64| i.wrapping_mul(0x2545_f491_4f6c_dd1d).rotate_left(7) & mask;
            let mut kept = std::collections::HashMap::new();
            for i in 0..2000 {
                let number = Number(1 + (i % 50) as u16);
                table.put(&key(i), number, i);
                kept.insert(key(i), number);
                if table.is_crowded() {
                    table = table.grown().unwrap();
                }
            }
            let mut found = 0;
            for i in 0..4000 {
                let number = table.get(&key(i));
                // An entry may have been lost, but never is one made up or mistaken for another.
                let expected = kept.get(&key(i)).copied().unwrap_or(Number::NOTHING);
                assert!(number == expected || number == Number::NOTHING, "{key_bits} bits");
                found += usize::from(number != Number::NOTHING);
            }
            assert!(found >= kept.len() / 2, "{found} of {} for {key_bits} bits", kept.len());
        }
    }

    #[test]
    fn mixing_is_a_bijection() {
        for key_bits in 1..=16 {
            let table = TestTable::new(key_bits, 0).unwrap();
            let mut images: Vec<u64> = (0..1 << key_bits).map(|key| table.mix(key)).collect();
            images.sort_unstable();
            assert_eq!(images, (0..1 << key_bits).collect::<Vec<u64>>());
        }
    }

    #[test]
    fn dear_entries_stay() {
        let table = TestTable::new(16, 0).unwrap();
        table.put(&7, Number(1), 1 << 40);
        (8..1000).for_each(|key| table.put(&key, Number(2), 1));
        assert_eq!(table.get(&7), Number(1));
    }
}
