//! A solver under the misère convention: the search of [`Misere`], and the table of all positions of one component.

use outplay_rules::bits::BitSet;
use outplay_rules::graph::Graph;
use outplay_rules::rules::TakingRule;

use super::{ALONE, CONNECTED_SET_TABLE, attempt, connected_sets_fit};
use crate::impartial::Convention;
use crate::impartial::connected_sets::ConnectedSetTable;
use crate::impartial::host::Host;
use crate::impartial::misere::Misere;
use crate::kit::bits::{Mask, Words};
use crate::kit::portfolio::{Attempt, Choice, Fit, Log, Method, Portfolio, Step};
use crate::limits::{Budget, Stopped};
use crate::oracle::How;

/// Misère outcomes on one graph, whatever the width.
pub trait MisereOnHost: Send {
    /// Whether the mover wins when these vertices are left.
    fn mover_wins(&mut self, left: &BitSet, budget: &mut Budget) -> Result<bool, Stopped>;
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
    /// A table of all positions of one component, once it is known to be of use.
    pub connected_sets: Option<ConnectedSetTable>,
    /// How many positions a search may look at before such a table is thought of; none if there cannot be one.
    pub patience: Option<u64>,
    /// How many threads fill it.
    pub threads: usize,
    /// Which methods may be tried.
    pub choice: Choice,
    /// Which were.
    pub log: Log,
}

/// A search, and what it does.
const OUTCOME_SEARCH: [&str; 2] =
    ["outcome-search", "a search with a transposition table of whole positions"];

impl<M: Mask> MisereSolver<M> {
    /// A search of so many positions.
    fn search(&mut self, set: M, most: u64, budget: &mut Budget) -> Result<Attempt<bool>, Stopped> {
        Ok(attempt(self.misere.mover_wins(set, most, budget)?))
    }

    /// A search as long as the table of all positions makes it worth while.
    fn longer_search(
        &mut self,
        set: &M,
        _: &mut bool,
        budget: &mut Budget,
    ) -> Result<Attempt<bool>, Stopped> {
        match self.laid_out(budget) {
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
    ) -> Result<Attempt<bool>, Stopped> {
        if !self.is_begun() {
            if self.laid_out(budget).is_none() {
                return Ok(Attempt::GaveUp);
            }
            self.misere.forget();
        }
        while let Some(connected_sets) = &mut self.connected_sets
            && connected_sets.fill(self.threads, budget)?
        {
            if let Some(wins) = connected_sets.misere_wins(*set) {
                return Ok(Attempt::Answer(wins, None));
            }
        }
        self.patience = None;
        Ok(Attempt::GaveUp)
    }

    fn is_begun(&self) -> bool {
        self.connected_sets.as_ref().is_some_and(ConnectedSetTable::is_begun)
    }

    fn is_patient(&self) -> bool {
        self.patience.is_some() && !self.is_begun() && self.choice.allows(CONNECTED_SET_TABLE[0])
    }

    /// Lays out the table of all positions. How long a search may go on before it is filled; none if there is no room for it, and then
    /// it is not tried again.
    fn laid_out(&mut self, budget: &Budget) -> Option<u64> {
        if self.connected_sets.is_none() {
            self.connected_sets = ConnectedSetTable::new(self.misere.host(), Convention::Misere);
        }
        let room = budget.memory_left();
        let fitting =
            self.connected_sets.as_ref().filter(|connected_sets| connected_sets.bytes() <= room);
        let patience = fitting.map(ConnectedSetTable::patience);
        if patience.is_none() {
            self.patience = None;
        }
        patience
    }
}

impl<M: Mask> Portfolio for MisereSolver<M> {
    type Position = M;
    /// Whether the position is one component.
    type Blackboard = bool;
    type Answer = bool;

    fn steps<'s>() -> &'s [Step<Self>]
    where
        Self: 's,
    {
        const {
            &[
                Step::<Self>::new(
                    OUTCOME_SEARCH,
                    |_, _, _| Fit::Yes,
                    |solver, set, _, budget| {
                        solver.search(*set, solver.patience.unwrap_or(0), budget)
                    },
                )
                .when(|solver, &connected| connected && solver.is_patient()),
                Step::<Self>::new(OUTCOME_SEARCH, |_, _, _| Fit::Yes, MisereSolver::longer_search)
                    .when(|solver, &connected| connected && solver.is_patient()),
                Step::<Self>::new(CONNECTED_SET_TABLE, table_fit, MisereSolver::by_connected_sets)
                    .when(|solver, &connected| connected && solver.patience.is_some()),
                Step::<Self>::new(
                    OUTCOME_SEARCH,
                    |_, _, _| Fit::Yes,
                    |solver, set, _, budget| solver.search(*set, u64::MAX, budget),
                ),
            ]
        }
    }

    fn log(&mut self) -> &mut Log {
        &mut self.log
    }

    fn choice(&self) -> &Choice {
        &self.choice
    }
}

fn table_fit<M: Mask>(solver: &MisereSolver<M>, set: &M, budget: &Budget) -> Fit {
    let host = solver.misere.host();
    match host.components(*set).len() {
        0 | 1 => connected_sets_fit(host, Convention::Misere, budget.memory_left()),
        _ => Fit::No("the position has several components"),
    }
}

impl<M: Mask> MisereOnHost for MisereSolver<M> {
    fn mover_wins(&mut self, left: &BitSet, budget: &mut Budget) -> Result<bool, Stopped> {
        let set = M::of(left, &self.place);
        let known =
            self.connected_sets.as_ref().and_then(|connected_sets| connected_sets.misere_wins(set));
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
        std::mem::take(&mut self.log)
    }

    fn memory_wanted(&self) -> Option<u64> {
        self.connected_sets
            .as_ref()
            .filter(|_| self.patience.is_none())
            .map(ConnectedSetTable::bytes)
    }
}

/// A solver for a whole board.
pub fn misere_on(graph: &Graph, rule: TakingRule, how: &How) -> Box<dyn MisereOnHost> {
    fn boxed<M: Mask>(graph: &Graph, rule: TakingRule, how: &How) -> Box<dyn MisereOnHost> {
        let vertices: Vec<usize> = (0..graph.vertex_count()).collect();
        let (host, place) = Host::<M>::new(graph, rule, &vertices);
        let patience = Some(ALONE).filter(|_| !host.can_split());
        let misere = Misere::new(host);
        let (choice, log) = (Choice::of(how.method.as_deref()), Log::default());
        let (connected_sets, threads) = (None, how.threads);
        Box::new(MisereSolver { place, misere, connected_sets, patience, threads, choice, log })
    }
    match graph.vertex_count() {
        0..=64 => boxed::<u64>(graph, rule, how),
        65..=128 => boxed::<u128>(graph, rule, how),
        129..=256 => boxed::<Words<4>>(graph, rule, how),
        257..=1024 => boxed::<Words<16>>(graph, rule, how),
        _ => boxed::<Words<64>>(graph, rule, how),
    }
}
