//! The table of a search: one for all its threads, within the memory that the budget allows.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::facts::Fact;
use super::mask::{Mask, Words};
use super::packed_table::PackedTable;
use crate::limits::Budget;

/// A table from components to what is known of them.
pub trait Facts<M>: Clone + Send {
    /// An empty table for sets of `vertices` vertices.
    fn new(vertices: usize, budget: &mut Budget) -> Self;
    /// The bytes counted for it that are free when it is gone.
    fn bytes(&self) -> usize;
    /// Begins to fetch what is known of a component, which will soon be asked for.
    fn prefetch(&self, _component: M) {}
    /// What is known of a component.
    fn get(&mut self, component: M) -> Fact;
    /// Keeps what was found out, and after how many positions.
    fn put(&mut self, component: M, fact: Fact, work: u64, budget: &mut Budget);
}

/// A mask that knows its kind of table.
pub trait Stored: Mask {
    /// The table for it.
    type Table: Facts<Self>;
}

impl Stored for u64 {
    type Table = Growing;
}

impl Stored for u128 {
    type Table = Sharded<u128>;
}

impl<const N: usize> Stored for Words<N> {
    type Table = Sharded<Words<N>>;
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A thread that panicked while it held the lock leaves a table that is still right: entries are whole or absent.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A thread's view of a [`PackedTable`] table that grows.
#[derive(Clone)]
pub struct Growing {
    current: Arc<PackedTable>,
    generation: u64,
    shared: Arc<Shared>,
}

struct Shared {
    current: Mutex<Arc<PackedTable>>,
    generation: AtomicU64,
    most_bucket_bits: u32,
}

/// A new table has 2^8 buckets: 16 KB.
const FIRST_BUCKET_BITS: u32 = 8;

impl Facts<u64> for Growing {
    fn new(vertices: usize, budget: &mut Budget) -> Self {
        let key_bits = vertices.max(1) as u32;
        // While it grows, the old table and the new one are there together.
        let most = budget.memory_left() * 2 / 3;
        let fits = |bits: &u32| PackedTable::bytes(*bits) <= most;
        let most_bucket_bits = (0..40).rev().find(fits).unwrap_or(0);
        let first = FIRST_BUCKET_BITS.min(most_bucket_bits);
        let current = Arc::new(PackedTable::new(key_bits, first));
        let _ = budget.keep(PackedTable::bytes(current.bucket_bits()) as usize);
        let shared = Shared {
            current: Mutex::new(current.clone()),
            generation: AtomicU64::new(0),
            most_bucket_bits,
        };
        Growing { current, generation: 0, shared: Arc::new(shared) }
    }

    fn bytes(&self) -> usize {
        PackedTable::bytes(locked(&self.shared.current).bucket_bits()) as usize
    }

    #[inline(always)]
    fn prefetch(&self, component: u64) {
        self.current.prefetch(component);
    }

    #[inline(always)]
    fn get(&mut self, component: u64) -> Fact {
        if self.shared.generation.load(Ordering::Relaxed) != self.generation {
            self.refresh();
        }
        self.current.get(component)
    }

    fn put(&mut self, component: u64, fact: Fact, work: u64, budget: &mut Budget) {
        self.current.put(component, fact, work);
        if self.current.is_crowded() && self.current.bucket_bits() < self.shared.most_bucket_bits {
            self.grow(budget);
        }
    }
}

impl Growing {
    fn refresh(&mut self) {
        let current = locked(&self.shared.current);
        self.generation = self.shared.generation.load(Ordering::Relaxed);
        self.current = current.clone();
    }

    /// Doubles the table, unless another thread just has. What others put into the old table meanwhile is lost, which
    /// costs time and nothing else.
    fn grow(&mut self, budget: &mut Budget) {
        let mut current = locked(&self.shared.current);
        if Arc::ptr_eq(&current, &self.current) {
            let grown = current.grown();
            if grown.bucket_bits() > current.bucket_bits() {
                let more = PackedTable::bytes(current.bucket_bits());
                // The limit was looked at when the table was made, so this only counts.
                let _ = budget.keep(more as usize);
            }
            *current = Arc::new(grown);
            self.shared.generation.fetch_add(1, Ordering::Relaxed);
        }
        self.generation = self.shared.generation.load(Ordering::Relaxed);
        self.current = current.clone();
    }
}

/// A table for wide sets: hash tables with a lock each. A full one loses what took least work.
#[derive(Clone)]
pub struct Sharded<M> {
    shards: Arc<Vec<Mutex<Shard<M>>>>,
    most: usize,
}

type Shard<M> = HashMap<M, (Fact, u8), foldhash::fast::RandomState>;

const SHARDS: usize = 64;

impl<M: Mask> Sharded<M> {
    /// The bytes an entry takes: a hash table is between half and nearly full, and a byte tells full from empty.
    const ENTRY: usize = 2 * (size_of::<(M, (Fact, u8))>() + 1);

    fn shard(&self, component: M) -> MutexGuard<'_, Shard<M>> {
        let mut mixed = 0u64;
        for index in 0..M::BITS / 8 {
            mixed = (mixed.rotate_left(8) ^ u64::from(component.byte(index)))
                .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        locked(&self.shards[(mixed >> 58) as usize % SHARDS])
    }
}

impl<M: Mask> Facts<M> for Sharded<M> {
    fn new(_vertices: usize, budget: &mut Budget) -> Self {
        let most = budget.memory_left() as usize * 2 / 3 / SHARDS / Self::ENTRY;
        let shards = (0..SHARDS).map(|_| Mutex::new(Shard::default())).collect();
        Sharded { shards: Arc::new(shards), most: most.max(16) }
    }

    fn bytes(&self) -> usize {
        // What was counted as the shards grew is not known, and boards with so many vertices need not know it.
        0
    }

    fn get(&mut self, component: M) -> Fact {
        self.shard(component).get(&component).map_or(Fact::NOTHING, |&(fact, _)| fact)
    }

    fn put(&mut self, component: M, fact: Fact, work: u64, budget: &mut Budget) {
        let mut shard = self.shard(component);
        if shard.len() >= self.most {
            let mut works: Vec<u8> = shard.values().map(|&(_, work)| work).collect();
            let middle = works.len() / 2;
            let (_, &mut least, _) = works.select_nth_unstable(middle);
            let mut odd = false;
            shard.retain(|_, &mut (_, work)| {
                odd = !odd;
                work > least || (work == least && odd)
            });
        } else if shard.len() == shard.capacity() {
            let _ = budget.keep(shard.capacity().max(3) * Self::ENTRY / 2);
        }
        shard.insert(component, (fact, work.max(1).ilog2() as u8));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;

    fn keeps_what_fits<M: Stored>(memory: u64, entries: usize) -> usize {
        let limits = Limits { memory: Some(memory), ..Limits::default() };
        let mut budget = Budget::new(limits, &|_| {});
        let mut table = M::Table::new(M::BITS.min(60), &mut budget);
        let set = |i: usize| {
            (0..20).filter(|bit| i >> bit & 1 == 1).fold(M::EMPTY, |s, bit| s.or(M::bit(3 * bit)))
        };
        for i in 0..entries {
            table.put(set(i), Fact::value((i % 100) as u32).unwrap(), 1, &mut budget);
        }
        assert!(budget.progress().memory <= memory, "{}", budget.progress().memory);
        let right = |i: &usize| match table.clone().get(set(*i)).exact() {
            Some(value) => {
                assert_eq!(value, (i % 100) as u32);
                true
            }
            None => false,
        };
        (0..entries).filter(right).count()
    }

    #[test]
    fn tables_stay_within_their_memory() {
        assert!(keeps_what_fits::<u64>(16 << 20, 100_000) > 95_000);
        assert!(keeps_what_fits::<u64>(1 << 20, 100_000) > 30_000);
        assert!(keeps_what_fits::<u128>(64 << 20, 100_000) == 100_000);
        assert!(keeps_what_fits::<u128>(1 << 20, 100_000) > 1_000);
        assert!(keeps_what_fits::<Words<4>>(1 << 20, 100_000) > 1_000);
    }
}
