//! An entry that is read without a lock.
//!
//! A writer, who holds the lock of his bucket, marks the entry as empty, writes the key, and then the rest with a new version; a
//! reader who finds the same version before and after has read one entry. Versions come round after 2^17 writes to one
//! entry, which is more than others can do while a reader reads a few words.
//!
//! Which values a reader may see is decided by the memory model, not by a test on one machine: `tests/races` tries
//! every order that the model allows.

use super::TableValue;
use super::atomic::{AtomicU64, Ordering, fence};

/// A whole position: words, and a number that must fit beside the value to be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key<const N: usize> {
    /// The words.
    pub words: [u64; N],
    /// The number.
    pub extra: u32,
}

impl<const N: usize> Key<N> {
    /// A number that is the same for equal keys.
    #[inline]
    pub fn hash(&self) -> u64 {
        self.words.iter().fold(self.extra as u64, |number, word| {
            let product = (number ^ word ^ 0x9e37_79b9_7f4a_7c15) as u128;
            let product = product * 0xd6e8_feb8_6659_fd93_u128;
            (product as u64) ^ (product >> 64) as u64
        })
    }
}

zeroable! {
    /// The words of a key, and all else in one word.
    #[derive(Debug)]
    pub struct Entry<const N: usize> {
        words: [AtomicU64; N],
        rest: AtomicU64,
    }
}

/// What an entry says beside its words: from the lowest bit on the value, the key's number, the work (6 bits; 0 marks an empty
/// slot) and the version (18 bits).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rest(u64);

/// The value and the key's number take this many bits.
pub const WORK_AT: u32 = 40;
const VERSION_AT: u32 = WORK_AT + 6;

impl Rest {
    #[inline]
    fn new<V: TableValue>(value: V, extra: u32, work: u64, version: u64) -> Self {
        let known = value.bits() | u64::from(extra) << V::BITS;
        Rest(known | work.min(63) << WORK_AT | version << VERSION_AT)
    }

    /// How much it took to find out; 0 if the slot is empty.
    #[inline]
    pub fn work(self) -> u64 {
        self.0 >> WORK_AT & 63
    }

    #[inline]
    fn extra<V: TableValue>(self) -> u64 {
        (self.0 & ((1 << WORK_AT) - 1)) >> V::BITS
    }

    /// What is known.
    #[inline]
    pub fn value<V: TableValue>(self) -> V {
        V::from_bits(self.0)
    }

    fn version(self) -> u64 {
        self.0 >> VERSION_AT
    }
}

impl<const N: usize> Entry<N> {
    /// A slot of its own. (Those of a table come as untouched zeros.)
    #[cfg(test)]
    pub fn empty() -> Self {
        Entry { words: std::array::from_fn(|_| AtomicU64::new(0)), rest: AtomicU64::new(0) }
    }

    /// All but the words.
    #[inline]
    pub fn rest(&self) -> Rest {
        Rest(self.rest.load(Ordering::Acquire))
    }

    /// Whether it is about a key, as far as one look at each word tells.
    #[inline]
    pub fn is<V: TableValue>(&self, key: &Key<N>, rest: Rest) -> bool {
        let words = self.words.iter().zip(&key.words);
        rest.work() > 0
            && rest.extra::<V>() == u64::from(key.extra)
            && words.into_iter().all(|(ours, word)| ours.load(Ordering::Relaxed) == *word)
    }

    /// What it says of a key, if it was about that key all the while it was read.
    #[inline]
    pub fn get<V: TableValue>(&self, key: &Key<N>) -> Option<V> {
        let before = self.rest();
        if !self.is::<V>(key, before) {
            return None;
        }
        fence(Ordering::Acquire);
        (self.rest.load(Ordering::Relaxed) == before.0).then(|| V::from_bits(before.0))
    }

    /// The key. Called under the lock of the bucket.
    pub fn key<V: TableValue>(&self, rest: Rest) -> Key<N> {
        let words = self.words.each_ref().map(|word| word.load(Ordering::Relaxed));
        Key { words, extra: rest.extra::<V>() as u32 }
    }

    /// Called under the lock of the bucket.
    pub fn put<V: TableValue>(&self, key: &Key<N>, value: V, work: u64) {
        let version = self.rest().version() + 1;
        self.rest.store(version << VERSION_AT, Ordering::Relaxed);
        fence(Ordering::Release);
        for (ours, word) in self.words.iter().zip(&key.words) {
            ours.store(*word, Ordering::Relaxed);
        }
        self.rest.store(Rest::new(value, key.extra, work, version + 1).0, Ordering::Release);
    }
}
