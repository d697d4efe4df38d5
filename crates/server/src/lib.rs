//! The local server behind the page: `outplay serve`.
//!
//! It answers two kinds of question. What a position looks like and which moves are legal comes at once.
//! What a solver has to find out is a *job* (`jobs.rs`): bounded in number, time and memory, with
//! progress, and it can be cancelled. The page itself (`web/`) holds no rules. Nothing a request says reaches a file.

mod assets;
mod error;
mod guard;
mod jobs;
mod listen;
mod rooms;
mod routes;
#[cfg(test)]
mod tests;

pub use guard::{Access, new_token};
pub use jobs::{JobLimits, Jobs};
pub use listen::serve;
pub use outplay_page::certificate;
pub use routes::router;
