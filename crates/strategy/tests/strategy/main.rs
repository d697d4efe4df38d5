//! Strategies against every opponent. One program, because each would compile the solvers' generic parts again.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that goes wrong should say so at once"
)]

mod deep;
mod flipped;
mod published;
mod reference;
mod symmetry;
