//! A table of bounds on margins: fixed in size, complete keys, the entry that cost least gives way.
//!
//! A key is a fixed number of words, the whole position. Entries lie in buckets of four; a new position takes an empty
//! slot, or that of the entry that took the fewest positions to find out.

use std::sync::Mutex;

/// Bounds on a margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Not less than this.
    pub low: i8,
    /// Not more than this.
    pub high: i8,
}

/// Nothing known.
pub const OPEN: Bounds = Bounds { low: i8::MIN, high: i8::MAX };

#[derive(Clone, Copy, Debug)]
struct Entry<const N: usize> {
    key: [u32; N],
    bounds: Bounds,
    /// The logarithm of the positions looked at for it, plus 1; 0 marks an empty slot.
    work: u8,
}

impl<const N: usize> Entry<N> {
    const EMPTY: Self = Entry { key: [0; N], bounds: OPEN, work: 0 };
}

const BUCKET: usize = 4;
/// Threads hold the lock of one part of the table only.
const SHARDS: usize = 256;

/// The table, to be shared by threads.
#[derive(Debug)]
pub struct BoundsTable<const N: usize> {
    shards: Vec<Mutex<Shard<N>>>,
    most_buckets: usize,
}

#[derive(Debug, Default)]
struct Shard<const N: usize> {
    entries: Vec<Entry<N>>,
    filled: usize,
}

/// Mixes a key.
fn hash<const N: usize>(key: &[u32; N]) -> u64 {
    let pairs =
        key.chunks(2).map(|pair| pair[0] as u64 | (*pair.get(1).unwrap_or(&0) as u64) << 32);
    pairs.fold(0, |h: u64, pair| {
        let product = (h ^ pair ^ 0x9e37_79b9_7f4a_7c15) as u128 * 0xd6e8_feb8_6659_fd93_u128;
        (product as u64) ^ (product >> 64) as u64
    })
}

impl<const N: usize> BoundsTable<N> {
    /// A table that grows up to so many bytes.
    pub fn new(most_bytes: u64) -> Self {
        let entries = most_bytes as usize / size_of::<Entry<N>>() / SHARDS;
        let buckets = (entries / BUCKET).max(1);
        // A power of two, rounded down.
        let most_buckets = 1 << buckets.ilog2();
        BoundsTable { shards: (0..SHARDS).map(|_| Mutex::default()).collect(), most_buckets }
    }

    fn shard(&self, hash: u64) -> std::sync::MutexGuard<'_, Shard<N>> {
        let shard = &self.shards[(hash >> 56) as usize % SHARDS];
        // A thread that panicked left bounds that are true all the same.
        shard.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The bytes that the table takes.
    pub fn bytes(&self) -> usize {
        let entries = |shard: &Mutex<Shard<N>>| shard.lock().map_or(0, |shard| shard.entries.len());
        self.shards.iter().map(entries).sum::<usize>() * size_of::<Entry<N>>()
    }

    /// What is known of a position.
    pub fn get(&self, key: &[u32; N]) -> Bounds {
        let hash = hash(key);
        let shard = self.shard(hash);
        shard
            .bucket(hash)
            .iter()
            .find(|entry| entry.work > 0 && entry.key == *key)
            .map_or(OPEN, |entry| entry.bounds)
    }

    /// Tightens what is known of a position, which took so many positions to find out.
    pub fn put(&self, key: &[u32; N], bounds: Bounds, positions: u64) {
        let hash = hash(key);
        let work = positions.max(1).ilog2() as u8 + 1;
        let mut shard = self.shard(hash);
        shard.make_room(self.most_buckets);
        let bucket = shard.bucket_mut(hash);
        if let Some(entry) = bucket.iter_mut().find(|entry| entry.work > 0 && entry.key == *key) {
            entry.bounds.low = entry.bounds.low.max(bounds.low);
            entry.bounds.high = entry.bounds.high.min(bounds.high);
            entry.work = entry.work.max(work);
            return;
        }
        let Some(slot) = bucket.iter_mut().min_by_key(|entry| entry.work) else { return };
        let fresh = slot.work == 0;
        *slot = Entry { key: *key, bounds, work };
        shard.filled += usize::from(fresh);
    }
}

impl<const N: usize> Shard<N> {
    fn place(&self, hash: u64) -> std::ops::Range<usize> {
        let buckets = self.entries.len() / BUCKET;
        let bucket = hash as usize & buckets.wrapping_sub(1);
        if buckets == 0 { 0..0 } else { bucket * BUCKET..(bucket + 1) * BUCKET }
    }

    fn bucket(&self, hash: u64) -> &[Entry<N>] {
        &self.entries[self.place(hash)]
    }

    fn bucket_mut(&mut self, hash: u64) -> &mut [Entry<N>] {
        let place = self.place(hash);
        &mut self.entries[place]
    }

    /// Doubles while it is more than half full and may grow.
    fn make_room(&mut self, most_buckets: usize) {
        let buckets = self.entries.len() / BUCKET;
        if buckets == 0 {
            self.entries = vec![Entry::EMPTY; BUCKET];
        } else if self.filled * 2 > self.entries.len() && buckets < most_buckets {
            let old =
                std::mem::replace(&mut self.entries, vec![Entry::EMPTY; buckets * 2 * BUCKET]);
            self.filled = 0;
            for entry in old.into_iter().filter(|entry| entry.work > 0) {
                let bucket = self.bucket_mut(hash(&entry.key));
                if let Some(slot) = bucket.iter_mut().min_by_key(|slot| slot.work) {
                    let fresh = slot.work == 0;
                    *slot = entry;
                    self.filled += usize::from(fresh);
                }
            }
        }
    }
}
