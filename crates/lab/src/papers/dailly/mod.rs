//! Octal Games on Graphs, section by section.

pub mod bipodes;
pub mod figures;
pub mod forests;
pub mod grids;
pub mod more;
pub mod podes;
pub mod proofs;
pub mod remarks;
pub mod theory;
