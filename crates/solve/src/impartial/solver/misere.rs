//! A solver under the misère convention: the search of [`Misere`], and the table of all positions of one component.

use outplay_rules::bits::BitSet;
use outplay_rules::graph::Graph;
use outplay_rules::rules::TakingRule;

use super::ALONE;
use crate::impartial::Convention;
use crate::impartial::host::Host;
use crate::impartial::mask::{Mask, Words};
use crate::impartial::misere::Misere;
use crate::impartial::shared::memory_left;
use crate::impartial::unbroken::Unbroken;
use crate::limits::{Budget, Stopped};

/// Misère outcomes on one graph, whatever the width.
pub trait MisereOnHost: Send {
    /// Whether the mover wins when these vertices are left.
    fn mover_wins(&mut self, left: &BitSet, budget: &mut Budget) -> Result<bool, Stopped>;
    /// With how many bytes of memory a table of all positions would help, if there was not enough.
    fn memory_wanted(&self) -> Option<u64>;
}

/// Misère outcomes by search, and of one component by the table of all positions where search takes long.
pub struct MisereSolver<M> {
    /// Where each vertex of the board stands in the host.
    pub place: Vec<usize>,
    /// The search.
    pub misere: Misere<M>,
    /// A table of all positions of one component, once it is known to be of use.
    pub unbroken: Option<Unbroken>,
    /// How many positions a search may look at before such a table is thought of; none if there cannot be one.
    pub patience: Option<u64>,
    /// How many threads fill it.
    pub threads: usize,
}

impl<M: Mask> MisereSolver<M> {
    /// The answer of a search that does not take long; otherwise that of the table of all positions. None if there is no room for
    /// that, and then it is not tried again.
    fn search_or_look_up(
        &mut self,
        component: M,
        patience: u64,
        budget: &mut Budget,
    ) -> Result<Option<bool>, Stopped> {
        if !self.unbroken.as_ref().is_some_and(Unbroken::is_begun) {
            if let Some(wins) = self.misere.mover_wins(component, patience, budget)? {
                return Ok(Some(wins));
            }
            if self.unbroken.is_none() {
                self.unbroken = Unbroken::new(self.misere.host(), Convention::Misere);
            }
            let room = memory_left(budget);
            let fitting = self.unbroken.as_ref().filter(|unbroken| unbroken.bytes() <= room);
            let Some(longer) = fitting.map(Unbroken::patience) else {
                self.patience = None;
                return Ok(None);
            };
            if let Some(wins) = self.misere.mover_wins(component, longer, budget)? {
                return Ok(Some(wins));
            }
            self.misere.forget();
        }
        while let Some(unbroken) = &mut self.unbroken
            && unbroken.fill(self.threads, budget)?
        {
            if let Some(wins) = unbroken.misere_wins(component) {
                return Ok(Some(wins));
            }
        }
        self.patience = None;
        Ok(None)
    }
}

impl<M: Mask> MisereOnHost for MisereSolver<M> {
    fn mover_wins(&mut self, left: &BitSet, budget: &mut Budget) -> Result<bool, Stopped> {
        let set = M::of(left, &self.place);
        let known = self.unbroken.as_ref().and_then(|unbroken| unbroken.misere_wins(set));
        if let Some(wins) = known {
            return Ok(wins);
        }
        if let Some(patience) = self.patience
            && self.misere.host().components(set).len() == 1
            && let Some(wins) = self.search_or_look_up(set, patience, budget)?
        {
            return Ok(wins);
        }
        // Nothing else sets such a search an end.
        self.misere.mover_wins(set, u64::MAX, budget)?.ok_or(Stopped::Interrupted)
    }

    fn memory_wanted(&self) -> Option<u64> {
        self.unbroken.as_ref().filter(|_| self.patience.is_none()).map(Unbroken::bytes)
    }
}

/// A solver for a whole board.
pub fn misere_on(graph: &Graph, rule: TakingRule, threads: usize) -> Box<dyn MisereOnHost> {
    fn boxed<M: Mask>(graph: &Graph, rule: TakingRule, threads: usize) -> Box<dyn MisereOnHost> {
        let vertices: Vec<usize> = (0..graph.vertex_count()).collect();
        let (host, place) = Host::<M>::new(graph, rule, &vertices);
        let patience = Some(ALONE).filter(|_| !host.can_split());
        let misere = Misere::new(host);
        Box::new(MisereSolver { place, misere, unbroken: None, patience, threads })
    }
    match graph.vertex_count() {
        0..=64 => boxed::<u64>(graph, rule, threads),
        65..=128 => boxed::<u128>(graph, rule, threads),
        129..=256 => boxed::<Words<4>>(graph, rule, threads),
        257..=1024 => boxed::<Words<16>>(graph, rule, threads),
        _ => boxed::<Words<64>>(graph, rule, threads),
    }
}
