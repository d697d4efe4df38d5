//! Exact solvers, a folder a theory. A solver knows rules; it knows no page and no terminal.
//!
//! Beside each fast solver stands a *reference* solver: plain recursion with a table, as close to the definitions as can
//! be. It is the oracle that the fast one is held against.
//!
//! A solver takes a [`limits::Budget`] and gives an answer, or says which limit stopped it; never a wrong answer.

pub mod efforts;
pub mod heaps;
pub mod impartial;
pub mod limits;
pub mod oracle;
mod pages;
pub mod positional;
pub mod saved;
pub mod scoring;
pub mod table;
mod together;
