//! A table for keys of any number of words.
//!
//! A key is the whole position: some words and a small number. Entries lie in buckets of four; a new position takes an
//! empty slot, or that of the entry that took the fewest positions to find out.
//!
//! Reading takes no lock, so several lookups can be under way in memory at once ([`super::entry`]).

use std::marker::PhantomData;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytemuck::Zeroable;

use super::entry::{Entry, Key, WORK_AT};
use super::{FIRST_BUCKET_BITS, TableLayout, TableValue, locked, work};
use crate::kit::pages::{prefetch, zeroed};

/// Entries that lie side by side. (Aligned to lines of the cache they would not come as untouched zeros.)
#[derive(Debug, Zeroable)]
struct Bucket<const N: usize>([Entry<N>; SLOTS]);

const SLOTS: usize = 4;

/// Writers hold one of this many locks.
const LOCKS: usize = 256;

/// The table, to be shared by threads.
#[derive(Debug)]
pub struct WideTable<const N: usize, V> {
    buckets: Box<[Bucket<N>]>,
    locks: Box<[Mutex<()>]>,
    used: AtomicUsize,
    values: PhantomData<V>,
}

impl<const N: usize, V: TableValue> WideTable<N, V> {
    /// A table for about this many positions within this many bytes. Memory without entries is not touched.
    pub fn fixed(positions: f64, most_bytes: u64) -> Self {
        let most = (most_bytes as usize / size_of::<Bucket<N>>()).max(1);
        let wanted = (positions / 2.0).clamp(1.0, most as f64) as usize;
        // A power of two, rounded down, or as much of it as the system has memory for.
        let table = (0..=wanted.ilog2()).rev().find_map(|bits| Self::new(0, bits));
        table.unwrap_or_else(|| Self::first(0))
    }

    fn with(buckets: Box<[Bucket<N>]>) -> Self {
        let locks = (0..LOCKS.min(buckets.len())).map(|_| Mutex::new(())).collect();
        WideTable { buckets, locks, used: AtomicUsize::new(0), values: PhantomData }
    }

    #[inline]
    fn bucket(&self, hash: u64) -> &[Entry<N>; SLOTS] {
        &self.buckets[hash as usize & (self.buckets.len() - 1)].0
    }

    fn lock(&self, hash: u64) -> &Mutex<()> {
        &self.locks[hash as usize & (self.buckets.len() - 1) & (LOCKS - 1)]
    }

    /// Keeps what was found out with this much work.
    fn place(&self, key: &Key<N>, value: V, work: u64) {
        if u64::from(key.extra) >> (WORK_AT - V::BITS) > 0 {
            return;
        }
        let hash = key.hash();
        let _lock = locked(self.lock(hash));
        let bucket = self.bucket(hash);
        if let Some(entry) = bucket.iter().find(|entry| entry.is::<V>(key, entry.rest())) {
            let (known, before) = (entry.rest().value::<V>(), entry.rest().work());
            entry.put(key, value.joined(known), work.max(before));
        } else if let Some(slot) = bucket.iter().min_by_key(|entry| entry.rest().work()) {
            if slot.rest().work() == 0 {
                self.used.fetch_add(1, Ordering::Relaxed);
            }
            slot.put(key, value, work);
        }
    }

    /// All entries, each with its work. Threads may be at the table meanwhile: each entry is true on its own.
    pub fn entries(&self) -> impl Iterator<Item = (Key<N>, V, u64)> {
        self.buckets.iter().enumerate().flat_map(|(index, bucket)| {
            let _lock = locked(self.lock(index as u64));
            let entry = |entry: &Entry<N>| {
                let rest = entry.rest();
                (entry.key::<V>(rest), rest.value(), rest.work())
            };
            bucket.0.each_ref().map(entry).into_iter().filter(|(_, _, work)| *work > 0)
        })
    }

    /// Takes up an entry of another table.
    pub fn take_up(&self, (key, value, work): (Key<N>, V, u64)) {
        self.place(&key, value, work);
    }
}

impl<const N: usize, V: TableValue> TableLayout for WideTable<N, V> {
    type Key = Key<N>;
    type Value = V;

    fn new(_key_bits: u32, bucket_bits: u32) -> Option<Self> {
        Some(Self::with(zeroed(1 << bucket_bits).ok()?))
    }

    fn first(_key_bits: u32) -> Self {
        Self::with(bytemuck::zeroed_slice_box(1 << FIRST_BUCKET_BITS))
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.buckets[..])
    }

    fn is_crowded(&self) -> bool {
        self.used.load(Ordering::Relaxed) > self.buckets.len() * SLOTS * 2 / 3
    }

    fn grown(&self) -> Option<Self> {
        let table = Self::new(0, self.buckets.len().ilog2() + 1)?;
        self.entries().for_each(|entry| table.take_up(entry));
        Some(table)
    }

    #[inline]
    fn prefetch(&self, key: &Key<N>) {
        prefetch(self.bucket(key.hash()));
    }

    #[inline]
    fn get(&self, key: &Key<N>) -> V {
        self.bucket(key.hash()).iter().find_map(|entry| entry.get(key)).unwrap_or(V::NOTHING)
    }

    fn put(&self, key: &Key<N>, value: V, positions: u64) {
        self.place(key, value, work(positions));
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::Number;
    use super::*;

    fn key(number: u64) -> Key<2> {
        Key { words: [number, number.wrapping_mul(77)], extra: number as u32 & 0xffff }
    }

    const NONE: Number = Number::NOTHING;

    #[test]
    fn entries_keep_what_they_are_told() {
        let table = WideTable::<2, Number>::fixed(1000.0, 1 << 20);
        assert_eq!(table.get(&key(5)), NONE);
        table.put(&key(5), Number(9), 10);
        table.put(&key(5), Number(4), 1);
        assert_eq!(table.get(&key(5)), Number(9));
        let other = Key { extra: 6, ..key(5) };
        assert_eq!(table.get(&other), NONE);
        // A number that does not fit is not kept, and not taken for another.
        let large = Key { extra: (1 << (40 - Number::BITS)) + 5, ..key(5) };
        table.put(&large, Number(1), 1);
        assert_eq!(table.get(&large), NONE);
        assert_eq!(table.get(&key(5)), Number(9));
        assert_eq!(table.entries().collect::<Vec<_>>(), [(key(5), Number(9), 4)]);
    }

    #[test]
    fn an_entry_on_its_own() {
        let entry = Entry::<2>::empty();
        assert_eq!(entry.get::<Number>(&key(0)), None);
        entry.put(&key(5), Number(9), 3);
        assert_eq!((entry.get(&key(5)), entry.get::<Number>(&key(6))), (Some(Number(9)), None));
        assert_eq!((entry.key::<Number>(entry.rest()), entry.rest().work()), (key(5), 3));
    }

    #[test]
    fn keys_in_one_bucket_are_told_apart_by_every_part() {
        let table = WideTable::<2, Number>::fixed(1.0, 1);
        let key = Key { words: [1, 2], extra: 3 };
        table.put(&key, Number(4), 1);
        for other in
            [Key { extra: 2, ..key }, Key { words: [1, 3], ..key }, Key { words: [0, 2], ..key }]
        {
            assert_eq!(table.get(&other), NONE, "{other:?}");
        }
        assert_eq!(table.get(&key), Number(4));
    }

    #[test]
    fn a_full_table_keeps_what_cost_most() {
        let table = WideTable::<1, Number>::fixed(1.0, 1);
        let key = |number: u16| Key { words: [number.into()], extra: 0 };
        for number in 1..=100 {
            let cost = if number % 25 == 3 { 1000 } else { 1 };
            table.put(&key(number), Number(number), cost);
        }
        // One slot is left for what is new.
        let kept = [3, 28, 53, 78].into_iter().filter(|&n| table.get(&key(n)) == Number(n));
        assert_eq!(kept.count(), 3);
        assert_eq!((1..=100).filter(|&number| table.get(&key(number)) != NONE).count(), 4);
    }

    #[test]
    fn threads_read_whole_entries() {
        // One bucket, so that entries change all the time; each says what its key is.
        let table = WideTable::<2, Number>::fixed(1.0, 1);
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let table = &table;
                scope.spawn(move || {
                    for round in 0..200_000u64 {
                        let number = 1 + (round * 31 + thread * 7) % 64;
                        let seen = table.get(&key(number));
                        assert!(seen == NONE || seen == Number(number as u16));
                        table.put(&key(number), Number(number as u16), 1);
                    }
                });
            }
        });
    }
}
