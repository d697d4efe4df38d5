//! A solver under the misère convention: the search of [`Misere`], and the table of all positions of one component.

use outplay_rules::bits::BitSet;
use outplay_rules::graph::Graph;
use outplay_rules::rules::TakingRule;

use super::set_table::{CONNECTED_SET_TABLE, SetTable};
use crate::impartial::Convention;
use crate::impartial::host::Host;
use crate::impartial::misere::Misere;
use crate::kit::bits::{Mask, Words};
use crate::kit::portfolio::{Attempt, Fit, Log, Method, Portfolio, Stage, Trials};
use crate::limits::{Budget, Limited, Stopped};
use crate::oracle::How;

/// Misère outcomes on one graph, whatever the width.
pub trait MisereOnHost: Send {
    /// Whether the mover wins when these vertices are left.
    fn mover_wins(&mut self, left: &BitSet, budget: &mut Budget) -> Limited<bool>;
    /// With how many bytes of memory a table of all positions would help, if there was not enough.
    fn memory_wanted(&self) -> Option<u64>;
    /// The methods, and how they suit a position.
    fn methods(&self, left: &BitSet, budget: &Budget) -> Vec<Method>;
    /// What was tried since it was last asked.
    fn take_log(&mut self) -> Log;
}

/// Misère outcomes by search, and of one component by the table of all positions where search takes long.
pub struct MisereSolver<M> {
    /// Where each vertex of the board stands in the host.
    pub place: Vec<usize>,
    /// The search.
    pub misere: Misere<M>,
    /// A table of all positions of one component.
    pub connected_sets: SetTable,
    /// Which methods may be tried, and which were.
    pub trials: Trials,
}

/// A search, and what it does.
const OUTCOME_SEARCH: [&str; 2] =
    ["outcome-search", "a search with a transposition table of whole positions"];

impl<M: Mask> MisereSolver<M> {
    /// A search of this many positions.
    fn search(&mut self, set: M, most: u64, budget: &mut Budget) -> Limited<Attempt<bool>> {
        Ok(Attempt::of(self.misere.mover_wins(set, most, budget)?))
    }

    /// A search as long as the table of all positions makes it worth while.
    fn longer_search(
        &mut self,
        set: &M,
        _: &mut bool,
        budget: &mut Budget,
    ) -> Limited<Attempt<bool>> {
        match self.connected_sets.lay_out(self.misere.host(), budget.memory_left()) {
            Some(patience) => self.search(*set, patience, budget),
            None => Ok(Attempt::GaveUp),
        }
    }

    /// The table of all positions, filled as far as it takes. If there is no room for it, it is not tried again.
    fn by_connected_sets(
        &mut self,
        set: &M,
        _: &mut bool,
        budget: &mut Budget,
    ) -> Limited<Attempt<bool>> {
        if !self.connected_sets.is_begun() {
            let room = budget.memory_left();
            if self.connected_sets.lay_out(self.misere.host(), room).is_none() {
                return Ok(Attempt::GaveUp);
            }
            self.misere.forget();
        }
        self.connected_sets.fill(budget, |table| table.misere_wins(*set))
    }
}

impl<M: Mask> Portfolio for MisereSolver<M> {
    type Position = M;
    /// Whether the position is one component.
    type Blackboard = bool;
    type Answer = bool;

    fn stages() -> impl IntoIterator<Item = Stage<Self>> {
        [
            Stage::<Self>::new(
                OUTCOME_SEARCH,
                |_, _, _| Fit::Yes,
                |solver, set, _, budget| {
                    solver.search(*set, solver.connected_sets.patience.unwrap_or(0), budget)
                },
            )
            .when(|solver, &connected| {
                connected && solver.connected_sets.can_wait(&solver.trials.choice)
            }),
            Stage::<Self>::new(OUTCOME_SEARCH, |_, _, _| Fit::Yes, MisereSolver::longer_search)
                .when(|solver, &connected| {
                    connected && solver.connected_sets.can_wait(&solver.trials.choice)
                }),
            Stage::<Self>::new(CONNECTED_SET_TABLE, table_fit, MisereSolver::by_connected_sets)
                .when(|solver, &connected| connected && solver.connected_sets.patience.is_some()),
            Stage::<Self>::new(
                OUTCOME_SEARCH,
                |_, _, _| Fit::Yes,
                |solver, set, _, budget| solver.search(*set, u64::MAX, budget),
            ),
        ]
    }

    fn trials(&mut self) -> &mut Trials {
        &mut self.trials
    }
}

fn table_fit<M: Mask>(solver: &MisereSolver<M>, set: &M, budget: &Budget) -> Fit {
    let host = solver.misere.host();
    match host.components(*set).len() {
        0 | 1 => solver.connected_sets.fit(host, budget.memory_left()),
        _ => Fit::No("the position has several components"),
    }
}

impl<M: Mask> MisereOnHost for MisereSolver<M> {
    fn mover_wins(&mut self, left: &BitSet, budget: &mut Budget) -> Limited<bool> {
        let set = M::of(left, &self.place);
        let known = self.connected_sets.table().and_then(|table| table.misere_wins(set));
        if let Some(wins) = known {
            return Ok(wins);
        }
        let mut connected = self.misere.host().components(set).len() == 1;
        let found = self.attempt(&set, &mut connected, budget)?;
        found.map(|(wins, _)| wins).ok_or(Stopped::Unsettled)
    }

    fn methods(&self, left: &BitSet, budget: &Budget) -> Vec<Method> {
        Portfolio::methods(self, &M::of(left, &self.place), budget)
    }

    fn take_log(&mut self) -> Log {
        std::mem::take(&mut self.trials.log)
    }

    fn memory_wanted(&self) -> Option<u64> {
        self.connected_sets.memory_wanted()
    }
}

/// A solver for a whole board.
pub fn misere_on(graph: &Graph, rule: TakingRule, how: &How) -> Box<dyn MisereOnHost> {
    fn boxed<M: Mask>(graph: &Graph, rule: TakingRule, how: &How) -> Box<dyn MisereOnHost> {
        let vertices: Vec<usize> = (0..graph.vertex_count()).collect();
        let (host, place) = Host::<M>::new(graph, rule, &vertices);
        let connected_sets = SetTable::new(&host, Convention::Misere, how.threads);
        let (misere, trials) = (Misere::new(host), Trials::of(how.method.as_deref()));
        Box::new(MisereSolver { place, misere, connected_sets, trials })
    }
    match graph.vertex_count() {
        0..=64 => boxed::<u64>(graph, rule, how),
        65..=128 => boxed::<u128>(graph, rule, how),
        129..=256 => boxed::<Words<4>>(graph, rule, how),
        257..=1024 => boxed::<Words<16>>(graph, rule, how),
        _ => boxed::<Words<64>>(graph, rule, how),
    }
}
