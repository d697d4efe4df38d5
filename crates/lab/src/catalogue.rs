//! Every claim, paper by paper.

use crate::claim::Claim;
use crate::papers;

/// Every claim, in the order of the papers.
pub fn claims() -> Vec<&'static Claim> {
    papers::ALL.iter().flat_map(|list| list.iter()).collect()
}

/// A claim by its id.
pub fn find(id: &str) -> Option<&'static Claim> {
    claims().into_iter().find(|claim| claim.id == id)
}
