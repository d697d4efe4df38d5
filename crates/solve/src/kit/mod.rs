//! What solvers of every theory are made of.

pub(crate) mod portfolio;
