//! A table from positions to what is known of them. The position itself is the key, so no two are ever confused.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hash};

use foldhash::fast::RandomState;

use crate::limits::{Budget, Stopped};

/// A hash table that grows is in memory twice, the old one beside the new one, twice as large. So there are many small ones, which grow
/// one after the other.
const TABLES: usize = 64;

/// A table that counts its memory against a budget.
#[derive(Debug)]
pub struct Memo<K, V> {
    tables: Vec<HashMap<K, V, RandomState>>,
    hasher: RandomState,
    entry_bytes: usize,
}

impl<K: Hash + Eq, V: Clone> Memo<K, V> {
    /// An empty table for keys of `key_bytes` bytes.
    pub fn new(key_bytes: usize) -> Self {
        // A hash table is between half and nearly full, and one byte per entry tells full from empty.
        let entry_bytes = 2 * (key_bytes + size_of::<V>() + 1);
        let hasher = RandomState::default();
        let tables = (0..TABLES).map(|_| HashMap::with_hasher(hasher.clone())).collect();
        Memo { tables, hasher, entry_bytes }
    }

    /// The table for a key. The tables themselves use the highest and the lowest bits of the hash.
    fn table(&self, key: &K) -> usize {
        (self.hasher.hash_one(key) >> 40) as usize % TABLES
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.tables.iter().map(HashMap::len).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.tables.iter().all(HashMap::is_empty)
    }

    /// What is known of a position.
    pub fn get(&self, key: &K) -> Option<V> {
        self.tables[self.table(key)].get(key).cloned()
    }

    /// Keeps what was found out about a position.
    pub fn insert(&mut self, key: K, value: V, budget: &mut Budget) -> Result<(), Stopped> {
        budget.keep(self.entry_bytes)?;
        let at = self.table(&key);
        let table = &mut self.tables[at];
        table.try_reserve(1).map_err(|_| Stopped::Memory)?;
        table.insert(key, value);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What one growing table needs for a moment is a small part of the whole.
    #[test]
    fn tables_grow_one_after_the_other() {
        let budget = &mut Budget::unlimited();
        let mut memo = Memo::new(8);
        for key in 0..100_000u64 {
            memo.insert(key, key + 1, budget).unwrap();
        }
        memo.insert(5, 6, budget).unwrap();
        assert_eq!(memo.len(), 100_000);
        assert!((0..100_000).all(|key| memo.get(&key) == Some(key + 1)));
        assert_eq!(memo.get(&100_000), None);
        let largest = memo.tables.iter().map(HashMap::capacity).max().unwrap();
        assert!(largest < 8_000, "{largest}");
    }
}
