//! The transposition table of every search, one for all its threads, within the memory that the budget allows.
//!
//! Keys are whole positions, so no two are ever confused. Entries lie in buckets. If a bucket is full, the entry that
//! took the fewest positions to find is replaced. There are two layouts:
//!
//! * [`PackedTable`], for keys of up to 64 bits: an entry is one word, part of the key being where it lies.
//! * [`WideTable`], for keys of any number of words: an entry is the key and one word more. For keys of one word `PackedTable` is
//!   much better: with `WideTable`, three million lookups among as many keys, each stored when it is first met, take twice
//!   the memory (67 MB instead of 34), more than twice the time (8.6 s instead of 3.6 on a busy machine) and 6 % more
//!   instructions, and a tenth more entries are lost.
//!
//! Either is of fixed size, which suits a search whose size is known beforehand, and either can be a
//! [`TranspositionTable`], which grows.

/// What entries are made of. `tests/races` reads the file of the entry with others in their place, which try every order.
mod atomic {
    pub use std::sync::atomic::{AtomicU64, Ordering, fence};
}
macro_rules! zeroable {
    ($($entry:tt)*) => {
        #[derive(bytemuck::Zeroable)]
        $($entry)*
    };
}

mod entry;
mod packed;
mod wide;

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub use entry::Key;
pub use packed::PackedTable;
pub use wide::WideTable;

use crate::limits::Budget;

/// What is kept of a position.
pub trait TableValue: Copy + Send + Sync + 'static {
    /// How many bits it takes.
    const BITS: u32;
    /// Nothing is known.
    const NOTHING: Self;
    /// The value as bits.
    fn bits(self) -> u64;
    /// The value of the lowest [`TableValue::BITS`] bits.
    fn from_bits(bits: u64) -> Self;
    /// What is known if this is new and that was known before.
    fn joined(self, before: Self) -> Self;
}

/// How a table lies in memory.
pub trait TableLayout: Sized + Send + Sync {
    /// A whole position.
    type Key: Copy;
    /// What is kept of it.
    type Value: TableValue;
    /// An empty table for keys of this many bits with about 2^`bucket_bits` buckets. None if the system has no memory for it.
    fn new(key_bits: u32, bucket_bits: u32) -> Option<Self>;
    /// The smallest table for keys of this many bits: some kilobytes, without which there is no search.
    fn first(key_bits: u32) -> Self;
    /// The bytes it takes.
    fn bytes(&self) -> usize;
    /// Whether more than two entries in three are taken.
    fn is_crowded(&self) -> bool;
    /// A table twice as large with the same entries; none if there is no use or no memory for one.
    fn grown(&self) -> Option<Self>;
    /// Begins to fetch what is known of a position, which will soon be asked for.
    fn prefetch(&self, key: &Self::Key);
    /// What is known of a position.
    fn get(&self, key: &Self::Key) -> Self::Value;
    /// Keeps what was found out, and after how many positions.
    fn put(&self, key: &Self::Key, value: Self::Value, positions: u64);
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panicking thread leaves only valid entries.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Work as it is kept beside an entry: the bits of the number of positions, so that none is 0.
pub fn work(positions: u64) -> u64 {
    u64::from(positions.max(1).ilog2() + 1)
}

/// A thread's view of a table that grows. Clones share the table.
#[derive(Debug)]
pub struct TranspositionTable<T> {
    current: Arc<T>,
    generation: u64,
    shared: Arc<Shared<T>>,
}

#[derive(Debug)]
struct Shared<T> {
    current: Mutex<Arc<T>>,
    generation: AtomicU64,
    /// The bytes reported to budgets.
    counted: AtomicUsize,
}

impl<T> Clone for TranspositionTable<T> {
    fn clone(&self) -> Self {
        let TranspositionTable { current, generation, shared } = self;
        TranspositionTable {
            current: current.clone(),
            generation: *generation,
            shared: shared.clone(),
        }
    }
}

/// A new table has 2^8 buckets: some kilobytes, which are not counted.
const FIRST_BUCKET_BITS: u32 = 8;

impl<T: TableLayout> TranspositionTable<T> {
    /// An empty table for keys of this many bits.
    pub fn new(key_bits: u32) -> Self {
        let current = Arc::new(T::first(key_bits));
        let shared = Shared {
            current: Mutex::new(current.clone()),
            generation: AtomicU64::new(0),
            counted: AtomicUsize::new(0),
        };
        TranspositionTable { current, generation: 0, shared: Arc::new(shared) }
    }

    /// The bytes counted for it that are free when it is gone.
    pub fn bytes(&self) -> usize {
        self.shared.counted.load(Ordering::Relaxed)
    }

    /// The table as it is now, for a look at all of it.
    pub fn current(&self) -> Arc<T> {
        locked(&self.shared.current).clone()
    }

    /// Begins to fetch what is known of a position, which will soon be asked for.
    #[inline(always)]
    pub fn prefetch(&self, key: &T::Key) {
        self.current.prefetch(key);
    }

    /// What is known of a position.
    #[inline(always)]
    pub fn get(&mut self, key: &T::Key) -> T::Value {
        if self.shared.generation.load(Ordering::Relaxed) != self.generation {
            self.refresh();
        }
        self.current.get(key)
    }

    /// Keeps what was found out, and after how many positions.
    pub fn put(&mut self, key: &T::Key, value: T::Value, positions: u64, budget: &mut Budget) {
        if self.shared.generation.load(Ordering::Relaxed) != self.generation {
            self.refresh();
        }
        self.current.put(key, value, positions);
        if self.current.is_crowded() {
            self.grow(budget);
        }
    }

    fn refresh(&mut self) {
        let current = locked(&self.shared.current);
        self.generation = self.shared.generation.load(Ordering::Relaxed);
        self.current = current.clone();
    }

    /// Doubles the table if the memory allows it, unless another thread just has. What others put into the old table meanwhile is
    /// lost, which costs time and nothing else.
    fn grow(&mut self, budget: &mut Budget) {
        let mut current = locked(&self.shared.current);
        // While it grows, the old table and the new one are there together.
        let fits = 2 * current.bytes() as u64 <= budget.memory_left();
        if Arc::ptr_eq(&current, &self.current)
            && fits
            && let Some(grown) = current.grown()
        {
            let counted = self.shared.counted.swap(grown.bytes(), Ordering::Relaxed);
            let _ = budget.keep(grown.bytes() - counted);
            *current = Arc::new(grown);
            self.shared.generation.fetch_add(1, Ordering::Relaxed);
        }
        self.generation = self.shared.generation.load(Ordering::Relaxed);
        self.current = current.clone();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    /// A number, of which the larger is the more that is known.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct Number(pub u16);

    impl TableValue for Number {
        const BITS: u32 = 12;
        const NOTHING: Self = Number(0);
        fn bits(self) -> u64 {
            self.0.into()
        }
        fn from_bits(bits: u64) -> Self {
            Number(bits as u16 & 0xfff)
        }
        fn joined(self, before: Self) -> Self {
            self.max(before)
        }
    }

    /// Fills a table that grows; how many entries are there at the end.
    fn keeps_what_fits<T: TableLayout<Value = Number>>(
        memory: u64,
        entries: u64,
        key: impl Fn(u64) -> T::Key,
    ) -> usize {
        let limits = Limits { memory: Some(memory), ..Limits::default() };
        let mut budget = Budget::new(limits, &|_| {});
        let mut table = TranspositionTable::<T>::new(60);
        let number = |i: u64| Number(1 + (i % 100) as u16);
        for i in 0..entries {
            table.put(&key(i), number(i), 1, &mut budget);
        }
        assert!(budget.progress().memory <= memory, "{}", budget.progress().memory);
        assert_eq!(budget.progress().memory, table.bytes() as u64);
        let mut other = table.clone();
        let right = |i: &u64| {
            let found = other.get(&key(*i));
            assert!(found == number(*i) || found == Number::NOTHING);
            found == number(*i)
        };
        (0..entries).filter(right).count()
    }

    #[test]
    fn tables_grow_and_stay_within_their_memory() {
        let packed = |i: u64| i << 40 | i;
        let wide = |i: u64| Key { words: [i, i << 60 | 3], extra: i as u32 % 5 };
        assert!(keeps_what_fits::<PackedTable<Number>>(16 << 20, 100_000, packed) > 95_000);
        assert!(keeps_what_fits::<PackedTable<Number>>(1 << 20, 100_000, packed) > 30_000);
        assert!(keeps_what_fits::<WideTable<2, Number>>(64 << 20, 100_000, wide) > 80_000);
        assert!(keeps_what_fits::<WideTable<2, Number>>(1 << 20, 100_000, wide) > 10_000);
        assert!(keeps_what_fits::<WideTable<2, Number>>(100, 100_000, wide) > 500);
    }

    #[test]
    fn threads_share_a_table_while_it_grows() {
        let table = TranspositionTable::<WideTable<1, Number>>::new(64);
        let key = |i: u64| Key { words: [i], extra: 0 };
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let mut table = table.clone();
                scope.spawn(move || {
                    let mut budget = Budget::unlimited();
                    for i in (thread..40_000).step_by(2) {
                        let number = Number(1 + i as u16 % 1000);
                        let seen = table.get(&key(i));
                        assert!(seen == number || seen == Number::NOTHING);
                        table.put(&key(i), number, 1, &mut budget);
                    }
                });
            }
        });
        let mut table = table;
        let there = (0..40_000).filter(|&i| table.get(&key(i)) != Number::NOTHING);
        assert!(there.count() > 30_000);
    }
}
