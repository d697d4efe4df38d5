//! The claims, one file or folder per paper.

mod dailly;
mod dawson;
mod dots;
mod hop;
mod monochrome;
mod octagons;
pub mod unshackle;
mod unshackle_more;

use crate::claim::Claim;

/// Every list of claims, in the order of the papers.
pub const ALL: &[&[Claim]] = &[
    dailly::theory::CLAIMS,
    dailly::forests::CLAIMS,
    dailly::grids::CLAIMS,
    dailly::podes::CLAIMS,
    dailly::bipodes::CLAIMS,
    dailly::more::CLAIMS,
    dailly::figures::CLAIMS,
    dailly::remarks::CLAIMS,
    dailly::proofs::CLAIMS,
    dots::CLAIMS,
    dawson::CLAIMS,
    monochrome::CLAIMS,
    unshackle::CLAIMS,
    unshackle_more::CLAIMS,
    octagons::basics::CLAIMS,
    octagons::graphs::CLAIMS,
    octagons::states::MORE,
    octagons::states::CLAIMS,
    octagons::components::CLAIMS,
    octagons::strategies::CLAIMS,
    octagons::edges::CLAIMS,
    hop::boards::CLAIMS,
    hop::hopping::CLAIMS,
    hop::weights::CLAIMS,
    hop::nested::CLAIMS,
    hop::appendices::CLAIMS,
    hop::more::CLAIMS,
    hop::chapter6::CLAIMS,
    hop::cases::CLAIMS,
    hop::turns::CLAIMS,
    hop::small::CLAIMS,
];
