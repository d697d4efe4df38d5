//! The laboratory: every published statement with the check that settles it, and every table recomputed.
//!
//! A [`claim::Claim`] is data: where it stands, what it says in our words, how it is checked and how far. Its status
//! is never written down; [`claim::Claim::examine`] runs the check and reports the result. [`catalogue`] lists them
//! all, [`tables`] recomputes what the papers print.

pub mod catalogue;
pub mod claim;
pub mod context;
pub mod examine;
pub mod mutation;
pub mod picture;
pub mod report;
pub mod runs;
pub mod tables;

mod alpha_play;
mod boards;
mod emptying;
mod lots;
mod papers;
mod played;
mod podes;
mod program;
mod shadows;
mod trees;
mod weights;
