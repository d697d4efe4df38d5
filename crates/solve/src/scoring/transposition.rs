//! A table of bounds on margins: fixed in size, complete keys, the entry that cost least gives way.
//!
//! A key is the whole position: some words and a small number. Entries lie in buckets of four; a new position takes an
//! empty slot, or that of the entry that took the fewest positions to find out.
//!
//! Reading takes no lock, so that several lookups are under way in memory at once. A writer, who holds the lock of his
//! bucket, marks the entry as empty, writes the key, and then the rest with a new version; a reader who finds the same
//! version before and after has read one entry. Versions come round after 2^17 writes to one entry, which is more than
//! others can do while a reader reads a few words.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering, fence};

use bytemuck::Zeroable;

use crate::kit::pages::zeroed;

/// Bounds on a margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Not less than this.
    pub low: i8,
    /// Not more than this.
    pub high: i8,
}

impl Bounds {
    /// Bounds as far as a byte can tell them: the smallest and the largest byte stand for nothing known. Bounds keep their
    /// parity, which margins have of the points that are left.
    pub fn new(low: i32, high: i32) -> Self {
        let low = if low < -127 { i8::MIN as i32 } else { low.min(126 - (low & 1)) };
        let high = if high > 126 { i8::MAX as i32 } else { high.max(-126 - (high & 1)) };
        Bounds { low: low as i8, high: high as i8 }
    }

    /// The bounds of a margin when so many points are left.
    pub fn within(self, points: i32) -> (i32, i32) {
        let low = if self.low == i8::MIN { -points } else { self.low as i32 };
        let high = if self.high == i8::MAX { points } else { self.high as i32 };
        (low.max(-points), high.min(points))
    }
}

/// Nothing known.
pub const OPEN: Bounds = Bounds { low: i8::MIN, high: i8::MAX };

/// A whole position: words, and a number that is kept if it is below [`MOST_EXTRA`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key<const N: usize> {
    /// The words.
    pub words: [u64; N],
    /// The number.
    pub extra: u32,
}

/// Positions with a larger number are not kept.
pub const MOST_EXTRA: u32 = 1 << 24;

impl<const N: usize> Key<N> {
    fn hash(&self) -> u64 {
        self.words.iter().fold(self.extra as u64, |number, word| {
            let product = (number ^ word ^ 0x9e37_79b9_7f4a_7c15) as u128;
            let product = product * 0xd6e8_feb8_6659_fd93_u128;
            (product as u64) ^ (product >> 64) as u64
        })
    }
}

/// The words of a key, and all else in one word: bounds, work, the key's number and the version.
#[derive(Debug, Zeroable)]
struct Entry<const N: usize> {
    words: [AtomicU64; N],
    rest: AtomicU64,
}

/// What an entry says beside its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rest(u64);

impl Rest {
    /// The logarithm of the positions looked at for it, plus 1; 0 marks an empty slot.
    fn new(bounds: Bounds, work: u64, extra: u32, version: u64) -> Self {
        let bounds = bounds.low as u8 as u64 | (bounds.high as u8 as u64) << 8;
        Rest(bounds | work.min(63) << 16 | (extra as u64) << 22 | (version & 0x3ffff) << 46)
    }

    fn bounds(self) -> Bounds {
        Bounds { low: self.0 as i8, high: (self.0 >> 8) as i8 }
    }

    fn work(self) -> u64 {
        self.0 >> 16 & 63
    }

    fn extra(self) -> u32 {
        (self.0 >> 22) as u32 & (MOST_EXTRA - 1)
    }

    fn version(self) -> u64 {
        self.0 >> 46
    }
}

impl<const N: usize> Entry<N> {
    fn rest(&self) -> Rest {
        Rest(self.rest.load(Ordering::Acquire))
    }

    fn is(&self, key: &Key<N>, rest: Rest) -> bool {
        let words = self.words.iter().zip(&key.words);
        rest.work() > 0
            && rest.extra() == key.extra
            && words.into_iter().all(|(ours, word)| ours.load(Ordering::Relaxed) == *word)
    }

    fn get(&self, key: &Key<N>) -> Option<Bounds> {
        let before = self.rest();
        if !self.is(key, before) {
            return None;
        }
        fence(Ordering::Acquire);
        (self.rest.load(Ordering::Relaxed) == before.0).then(|| before.bounds())
    }

    /// Called under the lock of the bucket.
    fn put(&self, key: &Key<N>, bounds: Bounds, work: u64) {
        let version = self.rest().version() + 1;
        self.rest.store(Rest::new(OPEN, 0, 0, version).0, Ordering::Relaxed);
        fence(Ordering::Release);
        for (ours, word) in self.words.iter().zip(&key.words) {
            ours.store(*word, Ordering::Relaxed);
        }
        let rest = Rest::new(bounds, work, key.extra, version + 1);
        self.rest.store(rest.0, Ordering::Release);
    }
}

/// Entries that lie side by side. (Aligned to lines of the cache they would not come as untouched zeros.)
#[derive(Debug, Zeroable)]
struct Bucket<const N: usize>([Entry<N>; 4]);

/// Writers hold one of so many locks.
const LOCKS: usize = 256;

/// The table, to be shared by threads.
#[derive(Debug)]
pub struct TranspositionTable<const N: usize> {
    buckets: Box<[Bucket<N>]>,
    locks: Vec<Mutex<()>>,
}

impl<const N: usize> TranspositionTable<N> {
    /// A table for about so many positions that takes no more than so many bytes. Memory that no entry came to is not
    /// touched.
    pub fn new(positions: f64, most_bytes: u64) -> Self {
        let most = (most_bytes as usize / size_of::<Bucket<N>>()).max(1);
        let wanted = (positions / 2.0).clamp(1.0, most as f64) as usize;
        // A power of two, rounded down.
        let buckets = zeroed(1 << wanted.ilog2());
        TranspositionTable { buckets, locks: (0..LOCKS).map(|_| Mutex::new(())).collect() }
    }

    /// The bytes that the table takes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.buckets[..])
    }

    fn bucket(&self, hash: u64) -> &[Entry<N>; 4] {
        &self.buckets[hash as usize & (self.buckets.len() - 1)].0
    }

    /// Asks memory for what is known of a position, to be read soon.
    #[allow(unsafe_code)]
    pub fn fetch(&self, key: &Key<N>) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: fetching ahead reads nothing, and the address is that of an entry.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(self.bucket(key.hash())).cast());
        }
    }

    /// What is known of a position.
    pub fn get(&self, key: &Key<N>) -> Bounds {
        self.bucket(key.hash()).iter().find_map(|entry| entry.get(key)).unwrap_or(OPEN)
    }

    /// Tightens what is known of a position, which took so many positions to find out.
    pub fn put(&self, key: &Key<N>, bounds: Bounds, positions: u64) {
        if key.extra >= MOST_EXTRA {
            return;
        }
        let hash = key.hash();
        let work = positions.max(1).ilog2() as u64 + 1;
        let lock = self.locks[hash as usize & (self.buckets.len() - 1) & (LOCKS - 1)].lock();
        // A thread that panicked left bounds that are true all the same.
        let _lock = lock.unwrap_or_else(|poisoned| poisoned.into_inner());
        let bucket = self.bucket(hash);
        if let Some(entry) = bucket.iter().find(|entry| entry.is(key, entry.rest())) {
            let (known, before) = (entry.rest().bounds(), entry.rest().work());
            let (low, high) = (known.low.max(bounds.low), known.high.min(bounds.high));
            entry.put(key, Bounds { low, high }, work.max(before));
        } else if let Some(slot) = bucket.iter().min_by_key(|entry| entry.rest().work()) {
            slot.put(key, bounds, work);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_beyond_a_byte_stay_true_and_keep_their_parity() {
        for margin in -200..=200i32 {
            for (low, high) in [(margin, margin), (margin - 2, margin + 4), (margin - 40, 200)] {
                let points = 200 + (margin & 1);
                let (least, most) = Bounds::new(low, high).within(points);
                assert!(least <= margin && margin <= most, "{low} to {high}: {least} to {most}");
                assert!((least ^ low) & 1 == 0, "{low} to {high}: {least}");
                assert!((most ^ high) & 1 == 0 || high > 126, "{low} to {high}: {most}");
                if (-127..=126).contains(&low) && (-127..=126).contains(&high) {
                    assert_eq!((least, most), (low, high));
                }
            }
        }
        assert_eq!(OPEN.within(7), (-7, 7));
        assert_eq!(OPEN.within(180), (-180, 180));
    }

    fn key(number: u64) -> Key<2> {
        Key { words: [number, number.wrapping_mul(77)], extra: number as u32 & 0xffff }
    }

    #[test]
    fn entries_keep_what_they_are_told() {
        let table = TranspositionTable::<2>::new(1000.0, 1 << 20);
        assert_eq!(table.get(&key(5)), OPEN);
        table.put(&key(5), Bounds { low: -3, high: 9 }, 10);
        table.put(&key(5), Bounds { low: -7, high: 5 }, 1);
        assert_eq!(table.get(&key(5)), Bounds { low: -3, high: 5 });
        let other = Key { extra: 6, ..key(5) };
        assert_eq!(table.get(&other), OPEN);
        // A number that does not fit is not kept, and not taken for another.
        let large = Key { extra: MOST_EXTRA + 5, ..key(5) };
        table.put(&large, Bounds { low: 1, high: 1 }, 1);
        assert_eq!(table.get(&large), OPEN);
        assert_eq!(table.get(&key(5)), Bounds { low: -3, high: 5 });
    }

    #[test]
    fn keys_in_one_bucket_are_told_apart_by_every_part() {
        let table = TranspositionTable::<2>::new(1.0, 1);
        let key = Key { words: [1, 2], extra: 3 };
        table.put(&key, Bounds { low: 4, high: 5 }, 1);
        for other in
            [Key { extra: 2, ..key }, Key { words: [1, 3], ..key }, Key { words: [0, 2], ..key }]
        {
            assert_eq!(table.get(&other), OPEN, "{other:?}");
        }
        assert_eq!(table.get(&key), Bounds { low: 4, high: 5 });
    }

    #[test]
    fn a_full_table_keeps_what_cost_most() {
        let table = TranspositionTable::<1>::new(1.0, 1);
        let key = |number| Key { words: [number], extra: 0 };
        for number in 0..100 {
            let cost = if number % 25 == 3 { 1000 } else { 1 };
            table.put(&key(number), Bounds { low: number as i8, high: 100 }, cost);
        }
        // One slot is left for what is new.
        let kept = [3, 28, 53, 78].into_iter().filter(|&n| table.get(&key(n)).low == n as i8);
        assert_eq!(kept.count(), 3);
        assert_eq!((0..100).filter(|&number| table.get(&key(number)) != OPEN).count(), 4);
    }

    #[test]
    fn threads_read_whole_entries() {
        // One bucket, so that entries change all the time; each says what its key is.
        let table = TranspositionTable::<2>::new(1.0, 1);
        let bounds = |number: u64| Bounds { low: number as u8 as i8, high: (number >> 8) as i8 };
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let table = &table;
                scope.spawn(move || {
                    for round in 0..200_000u64 {
                        let number = (round * 31 + thread * 7) % 64;
                        let (low, high) = (bounds(number).low, bounds(number).high);
                        let seen = table.get(&key(number));
                        assert!(seen == OPEN || seen == Bounds { low, high });
                        table.put(&key(number), Bounds { low, high }, 1);
                    }
                });
            }
        });
    }
}
