//! The local server behind the page: `outplay serve`.
//!
//! It answers two kinds of question. What a position looks like and which moves are legal comes at once
//! (`outplay::view`). What a solver has to find out is a *job* (`jobs.rs`): bounded in number, time and memory, with
//! progress, and it can be cancelled. The page itself (`web/`) holds no rules. Nothing a request says reaches a file.

mod assets;
pub mod certificate;
mod choices;
mod content;
mod error;
mod guard;
mod jobs;
mod levels;
mod limits;
mod partners;
mod puzzles;
mod review;
mod rooms;
mod routes;
mod starts;
#[cfg(test)]
mod tests;
mod work;

pub use guard::{Access, new_token};
pub use jobs::{Bounds, Jobs};
pub use routes::router;
