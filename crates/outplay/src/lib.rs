//! A laboratory for two-player games on graphs and boards, as a library: a question in, an answer out.

pub mod ask;
pub mod door;
pub mod report;
pub mod view;
