//! Exact solvers, one folder per theory. A solver knows rules; it knows no page and no terminal.
//!
//! Beside each fast solver is a *reference* solver: plain recursion with a table, as close to the definitions as
//! possible. Tests compare the fast solver with it.
//!
//! [`solver`] makes the solver of a game. It takes a [`Budget`](limits::Budget) and returns a
//! [`GameValue`](oracle::GameValue), or says which limit stopped it and what is [`Known`](oracle::Known) by then. It
//! never returns a wrong answer. [`Engine`](heaps::Engine) computes nim-sequences. Each theory shows
//! its solver, its reference solver and the questions of its own that have names in the papers.

mod forces;
pub mod heaps;
pub mod impartial;
mod kit;
mod nimber;
pub mod oracle;
pub mod partizan;
pub mod positional;
pub mod scoring;
mod theories;

pub use kit::clock;
pub use kit::limits;
pub use kit::memo::Memo;
pub use kit::portfolio::{Attempted, Fit, Method, Tried};
pub use theories::solver;
