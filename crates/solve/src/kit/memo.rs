//! A table from positions to what is known of them. The position itself is the key, so no two are ever confused.

use std::collections::HashMap;
use std::hash::Hash;

use crate::limits::{Budget, Stopped};

/// A table that counts its memory against a budget.
#[derive(Debug)]
pub struct Memo<K, V> {
    entries: HashMap<K, V, foldhash::fast::RandomState>,
    entry_bytes: usize,
}

impl<K: Hash + Eq, V: Clone> Memo<K, V> {
    /// An empty table for keys of `key_bytes` bytes.
    pub fn new(key_bytes: usize) -> Self {
        // A hash table is between half and nearly full, and a byte an entry tells full from empty.
        let entry_bytes = 2 * (key_bytes + size_of::<V>() + 1);
        Memo { entries: HashMap::default(), entry_bytes }
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What is known of a position.
    pub fn get(&self, key: &K) -> Option<V> {
        self.entries.get(key).cloned()
    }

    /// Keeps what was found out about a position.
    pub fn insert(&mut self, key: K, value: V, budget: &mut Budget) -> Result<(), Stopped> {
        budget.keep(self.entry_bytes)?;
        self.entries.try_reserve(1).map_err(|_| Stopped::Memory)?;
        self.entries.insert(key, value);
        Ok(())
    }
}
