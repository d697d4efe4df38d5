//! The transposition table of components: what is known of each.

use super::facts::{FACT_BITS, Fact};
use crate::kit::bits::{Mask, Words};
use crate::kit::transposition::{
    Key, PackedTable, TableLayout, TableValue, TranspositionTable, WideTable,
};
use crate::limits::Budget;

impl TableValue for Fact {
    const BITS: u32 = FACT_BITS;
    const NOTHING: Self = Fact::NOTHING;

    #[inline(always)]
    fn bits(self) -> u64 {
        Fact::bits(self)
    }

    #[inline(always)]
    fn from_bits(bits: u64) -> Self {
        Fact::from_bits(bits)
    }

    fn joined(self, before: Self) -> Self {
        Fact::joined(self, before)
    }
}

/// A mask that knows how it lies in a table.
pub trait Stored: Mask {
    /// The layout.
    type Table: TableLayout<Value = Fact>;
    /// The key.
    fn key(self) -> <Self::Table as TableLayout>::Key;
}

impl Stored for u64 {
    type Table = PackedTable<Fact>;

    #[inline(always)]
    fn key(self) -> u64 {
        self
    }
}

impl Stored for u128 {
    type Table = WideTable<2, Fact>;

    fn key(self) -> Key<2> {
        Key { words: [self as u64, (self >> 64) as u64], extra: 0 }
    }
}

impl<const N: usize> Stored for Words<N> {
    type Table = WideTable<N, Fact>;

    fn key(self) -> Key<N> {
        Key { words: self.0, extra: 0 }
    }
}

/// A thread's view of the table of components.
pub struct FactTable<M: Stored>(TranspositionTable<M::Table>);

impl<M: Stored> Clone for FactTable<M> {
    fn clone(&self) -> Self {
        FactTable(self.0.clone())
    }
}

impl<M: Stored> FactTable<M> {
    /// An empty table for sets of `vertices` vertices.
    pub fn new(vertices: usize) -> Self {
        FactTable(TranspositionTable::new(vertices as u32))
    }

    /// The bytes counted for it that are free when it is gone.
    pub fn bytes(&self) -> usize {
        self.0.bytes()
    }

    /// Begins to fetch what is known of a component, which will soon be asked for.
    #[inline(always)]
    pub fn prefetch(&self, component: M) {
        self.0.prefetch(&component.key());
    }

    /// What is known of a component.
    #[inline(always)]
    pub fn get(&mut self, component: M) -> Fact {
        self.0.get(&component.key())
    }

    /// Keeps what was found out, and after how many positions.
    pub fn put(&mut self, component: M, fact: Fact, work: u64, budget: &mut Budget) {
        self.0.put(&component.key(), fact, work, budget);
    }
}
