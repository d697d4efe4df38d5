//! Octal games on heaps: nim-sequences.

pub mod reference;
