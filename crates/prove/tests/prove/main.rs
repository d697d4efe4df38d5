//! Proofs of every kind, confirmed and tampered with. One program, because each would compile the solvers' generic parts again.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that goes wrong should say so at once"
)]

mod arguments;
mod promises;
mod proofs;
