//! Exact solvers, one folder per theory. A solver knows rules; it knows no page and no terminal.
//!
//! Beside each fast solver stands a *reference* solver: plain recursion with a table, as close to the definitions as can
//! be. It is the oracle that the fast one is held against.
//!
//! [`solver`] makes the solver of a game. It takes a [`Budget`] and gives a [`GameValue`], or says which limit stopped it and
//! what is [`Known`] by then; never a wrong answer. [`Engine`] computes nim-sequences. The other modules are open to the
//! crates of this workspace and to their tests, and promise nothing to anybody else.

#[doc(hidden)]
pub mod efforts;
#[doc(hidden)]
pub mod heaps;
#[doc(hidden)]
pub mod impartial;
#[doc(hidden)]
pub mod limits;
#[doc(hidden)]
pub mod oracle;
mod pages;
#[doc(hidden)]
pub mod positional;
#[doc(hidden)]
pub mod saved;
#[doc(hidden)]
pub mod scoring;
#[doc(hidden)]
pub mod table;
mod together;

pub use heaps::engine::Engine;
pub use impartial::{Convention, Nimber, Outcome};
pub use limits::{Budget, Limits, Progress, Stopped};
pub use oracle::{AnyOracle, GameValue, How, Known, Oracle, solver};
pub use positional::{Forces, Value};
