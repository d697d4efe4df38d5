//! What a check reports about a proof besides its verdict.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::chain::Chain;
use crate::theory::{Theory, Used};

/// What a proof is made of.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// How many steps there are of each kind.
    pub steps: BTreeMap<&'static str, u64>,
    /// How many facts there are about positions of each size.
    pub facts: BTreeMap<u32, u64>,
    /// How many sets a recomputed table has, and how many of its levels were filled.
    pub recomputed: Option<(u64, usize)>,
    /// How often each theory was used.
    pub used: Used,
    /// The longest chain of facts or steps, if the proof is to be explained.
    pub chain: Rc<Chain>,
    /// The digest that ends a certificate of version 2.
    pub digest: Option<String>,
}

impl Told {
    /// Counts a step.
    pub fn count(&mut self, keyword: &'static str) {
        *self.steps.entry(keyword).or_default() += 1;
    }

    /// Counts a fact about a position of some size.
    pub fn fact(&mut self, size: u32) {
        *self.facts.entry(size).or_default() += 1;
    }

    /// The theories that were used, and how often.
    pub fn theories(&self) -> impl Iterator<Item = (Theory, u64)> + '_ {
        let times = |theory: Theory| (theory, self.used.times(theory));
        Theory::ALL.into_iter().map(times).filter(|&(_, times)| times > 0)
    }
}
