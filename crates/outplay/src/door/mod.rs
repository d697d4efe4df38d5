//! What can be asked.

pub mod explain;
pub mod family;
