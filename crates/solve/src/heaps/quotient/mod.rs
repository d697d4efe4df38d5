//! Misère quotients of heap games (Plambeck and Siegel, *Misère quotients for impartial games*, 2008). The proofs are in
//! `docs/theory-heaps.md`, section 8.
//!
//! Sums of heaps of at most N counters form a free commutative monoid. Two sums are *equivalent* if in every such sum
//! one can replace the other without changing the misère outcome. The classes form the misère quotient: a commutative
//! monoid with a set of P-positions. [`QuotientSearch`] finds it for N = 1, 2, 3, … and claims nothing that it has not
//! verified.
//!
//! | file | what it is |
//! | --- | --- |
//! | `monoid.rs` | a finite commutative monoid with a P-portion |
//! | `homomorphism.rs` | such a monoid with the image of every heap |
//! | `options.rs` | the options of a heap of a code |
//! | `parts.rs` | the heaps with their options and weights; parts of positions may stand for heaps |
//! | `fault.rs` | the verification: the lightest sum that contradicts a quotient, if there is one |
//! | `extension.rs` | a larger monoid to reduce when a heap does not fit |
//! | `reduce.rs` | the coarsest congruence that respects outcomes |
//! | `search.rs` | the search, heap by heap |
//! | `period.rs` | the criterion that tells the quotient of all heaps |
//! | `told.rs` | the outcome of a sum, and why |
//! | `presentation.rs` | generators, relations, and elements as words |
//! | `check.rs` | the plain verification, by the definitions alone |

mod check;
mod extension;
mod fault;
mod homomorphism;
mod monoid;
mod options;
mod parts;
mod period;
mod presentation;
mod reduce;
mod search;
#[cfg(test)]
mod tests;
mod told;

pub use check::{Flaw, check};
pub use homomorphism::Quotient;
pub use monoid::Monoid;
pub use options::options as heap_options;
pub use parts::{Left, Parts};
pub use period::MiserePeriod;
pub use presentation::Presentation;
pub use search::{Change, Growth, QuotientSearch};
pub use told::Reduced;
