//! The Grundy values computed so far, in the narrowest words that hold them.
//!
//! Values of octal games are small: nearly always they fit a byte, and one byte per value is what lets hundreds of millions
//! of them fit in memory. The store widens to 16 and to 32 bits at the very value that needs it.

use std::ops::BitXor;

/// A word that holds a Grundy value.
pub(crate) trait Cell: Copy + Ord + BitXor<Output = Self> {
    /// The value it holds.
    fn get(self) -> u32;

    /// A value that fits, or its lowest bits.
    fn of(value: u16) -> Self;

    /// The places at which a key occurs in a text, in order.
    fn find_all(text: &[Self], key: &[Self]) -> Vec<usize> {
        let places = text.windows(key.len().max(1)).enumerate();
        places.filter(|(_, window)| *window == key).map(|(start, _)| start).collect()
    }
}

impl Cell for u8 {
    fn find_all(text: &[u8], key: &[u8]) -> Vec<usize> {
        let finder = memchr::memmem::Finder::new(key);
        let (mut starts, mut from) = (Vec::new(), 0);
        while let Some(found) = text.get(from..).and_then(|text| finder.find(text)) {
            starts.push(from + found);
            from += found + 1;
        }
        starts
    }

    fn get(self) -> u32 {
        self.into()
    }

    fn of(value: u16) -> Self {
        value as u8
    }
}

impl Cell for u16 {
    fn get(self) -> u32 {
        self.into()
    }

    fn of(value: u16) -> Self {
        value
    }
}

impl Cell for u32 {
    fn get(self) -> u32 {
        self
    }

    fn of(value: u16) -> Self {
        value.into()
    }
}

/// A growing list of Grundy values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// All are below 2^8.
    Bytes(Vec<u8>),
    /// All are below 2^16.
    Words(Vec<u16>),
    /// Any.
    Longs(Vec<u32>),
}

/// Runs the same code on the list whatever its width.
macro_rules! with_cells {
    ($values:expr, $list:ident => $body:expr) => {
        match $values {
            Values::Bytes($list) => $body,
            Values::Words($list) => $body,
            Values::Longs($list) => $body,
        }
    };
}
pub(crate) use with_cells;

impl Values {
    /// How many there are.
    pub fn len(&self) -> usize {
        with_cells!(self, list => list.len())
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value at an index, if it was computed.
    pub fn get(&self, index: usize) -> Option<u32> {
        with_cells!(self, list => list.get(index).map(|cell| cell.get()))
    }

    /// All values in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.len()).map_while(|index| self.get(index))
    }

    /// Bytes a value takes.
    pub fn width(&self) -> usize {
        match self {
            Values::Bytes(_) => 1,
            Values::Words(_) => 2,
            Values::Longs(_) => 4,
        }
    }

    /// Makes room for this many more values of the same width.
    pub(crate) fn try_reserve(&mut self, more: usize) -> Result<(), crate::limits::Stopped> {
        let reserved = match self {
            Values::Bytes(list) => list.try_reserve(more),
            Values::Words(list) => list.try_reserve(more),
            Values::Longs(list) => list.try_reserve(more),
        };
        reserved.map_err(|_| crate::limits::Stopped::Memory)
    }

    /// Adds a value, widening the list first if it must.
    pub(crate) fn push(&mut self, value: u32) {
        match self {
            Values::Bytes(list) => match u8::try_from(value) {
                Ok(cell) => list.push(cell),
                Err(_) => self.widen_and_push(value),
            },
            Values::Words(list) => match u16::try_from(value) {
                Ok(cell) => list.push(cell),
                Err(_) => self.widen_and_push(value),
            },
            Values::Longs(list) => list.push(value),
        }
    }

    fn widen_and_push(&mut self, value: u32) {
        *self = match self {
            Values::Bytes(list) => Values::Words(list.iter().map(|&cell| cell.into()).collect()),
            Values::Words(list) => Values::Longs(list.iter().map(|&cell| cell.into()).collect()),
            Values::Longs(list) => Values::Longs(std::mem::take(list)),
        };
        self.push(value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widens_at_the_value_that_needs_it() {
        let mut values = Values::Bytes(Vec::new());
        let list = [0, 255, 256, 65535, 65536, u32::MAX, 3];
        let widths = [1, 1, 2, 2, 4, 4, 4];
        for (i, (&value, &width)) in list.iter().zip(&widths).enumerate() {
            values.push(value);
            assert_eq!((values.len(), values.width()), (i + 1, width));
        }
        assert_eq!(values.iter().collect::<Vec<_>>(), list);
        let mut jump = Values::Bytes(vec![7]);
        jump.push(1 << 20);
        assert_eq!(jump, Values::Longs(vec![7, 1 << 20]));
    }
}
