//! A solver for one board: a search for each component of its graph, as wide as it needs.

mod misere;
mod set_table;

use std::sync::atomic::AtomicBool;

use outplay_rules::bits::BitSet;
use outplay_rules::graph::Graph;
use outplay_rules::rules::TakingRule;

use self::misere::{MisereOnHost, misere_on};
pub use self::set_table::CONNECTED_SET_TABLE;
use self::set_table::SetTable;
use super::Convention;
use super::canonical::CanonicalForms;
use super::fact_table::{FactTable, Stored};
use super::facts::Fact;
use super::host::Host;
use super::isomorphs::Isomorphs;
use super::ordering::History;
use super::ordering::Mobility;
use super::ordering::ReplyShapes;
use super::search::{NimberSearch, SearchContext};
use super::theorems::{Theorem, Theorems};
use crate::kit::bits::Words;
use crate::kit::halt::Halt;
use crate::kit::portfolio::{Attempt, Fit, Log, Method, Portfolio, Stage, Trials};
use crate::kit::race::race;
use crate::limits::{Budget, Limited, Limits, Stopped};
use crate::oracle::{How, SetValues};

/// Values of positions of a taking game on one connected graph, whatever the width.
trait OnHost: Send {
    /// The Grundy value of the position in which these vertices of the board are left.
    fn value(&mut self, left: &BitSet, budget: &mut Budget) -> Limited<u32>;
    /// Whether that value is `value`.
    fn equals(&mut self, left: &BitSet, value: u32, budget: &mut Budget) -> Limited<bool>;
    /// What the value is known to be at least.
    fn at_least(&mut self, left: &BitSet) -> u32;
    /// The theorem that tells the value, if one does.
    fn theorem(&self, left: &BitSet) -> Option<Theorem>;
    /// What is known of each component without search.
    fn glance(&mut self, left: &BitSet, facts: &mut Vec<Fact>);
    /// With how many bytes of memory a table of all positions would help, if there was not enough.
    fn memory_wanted(&self) -> Option<u64>;
    /// The methods, and how they suit the largest component of a position.
    fn methods(&self, left: &BitSet, budget: &Budget) -> Vec<Method>;
    /// What was tried since it was last asked.
    fn take_log(&mut self) -> Log;
    /// The values of connected sets of vertices of the board, if a table has them all.
    fn connected_sets(&self) -> Option<SetValues<'_>>;
    /// Gives back the memory of that table.
    fn forget(&mut self, budget: &mut Budget);
}

/// A solver for a whole board: for each component of its graph a search of its own, made when it is first needed.
pub struct GraphSolver<'g> {
    graph: &'g Graph,
    rule: TakingRule<'g>,
    how: How,
    hosts: Option<Vec<Box<dyn OnHost>>>,
    misere: Option<Box<dyn MisereOnHost>>,
}

impl<'g> GraphSolver<'g> {
    /// A solver that has not begun.
    pub fn new(graph: &'g Graph, rule: TakingRule<'g>, how: &How) -> Self {
        GraphSolver { graph, rule, how: how.clone(), hosts: None, misere: None }
    }

    fn hosts(&mut self, budget: &mut Budget) -> &mut [Box<dyn OnHost>] {
        let GraphSolver { graph, rule, how, hosts, .. } = self;
        hosts.get_or_insert_with(|| {
            let mut components = graph.components(&BitSet::full(graph.vertex_count()));
            components.sort_by_key(BitSet::len);
            let host = |component: &BitSet| {
                let vertices: Vec<usize> = component.iter().collect();
                on_host(graph, *rule, &vertices, how, budget)
            };
            components.iter().map(host).collect()
        })
    }

    /// The Grundy value of the position in which these vertices are left.
    pub fn value(&mut self, left: &BitSet, budget: &mut Budget) -> Limited<u32> {
        let hosts = self.hosts(budget);
        hosts.iter_mut().try_fold(0, |sum, host| Ok(sum ^ host.value(left, budget)?))
    }

    /// Whether that value is `value`.
    pub fn equals(&mut self, left: &BitSet, value: u32, budget: &mut Budget) -> Limited<bool> {
        // The largest host comes last: of it alone only a question is asked.
        let Some((largest, others)) = self.hosts(budget).split_last_mut() else {
            return Ok(value == 0);
        };
        let mut wanted = value;
        for host in others {
            wanted ^= host.value(left, budget)?;
        }
        largest.equals(left, wanted, budget)
    }

    /// Whether the value is `value`, if that is known without search.
    pub fn glance(&mut self, left: &BitSet, value: u32, budget: &mut Budget) -> Option<bool> {
        let mut facts = Vec::new();
        self.hosts(budget).iter_mut().for_each(|host| host.glance(left, &mut facts));
        let mut wanted = value;
        let mut open = None;
        for fact in facts {
            match (fact.exact(), open) {
                (Some(exact), _) => wanted ^= exact,
                (None, None) => open = Some(fact),
                (None, Some(_)) => return None,
            }
        }
        match open {
            None => Some(wanted == 0),
            Some(fact) => fact.excludes(wanted).then_some(false),
        }
    }

    /// What the Grundy value is at least, after a limit stopped its search.
    pub fn at_least(&mut self, left: &BitSet) -> u32 {
        match self.hosts.as_deref_mut() {
            Some([host]) => host.at_least(left),
            _ => 0,
        }
    }

    /// The theorem that tells the value of a connected position, if one does.
    pub fn theorem(&self, left: &BitSet) -> Option<Theorem> {
        match self.hosts.as_deref() {
            Some([host]) => host.theorem(left),
            _ => None,
        }
    }

    /// With how many bytes of memory a table of all positions would settle what a search does not, if there was not enough.
    pub fn memory_wanted(&self) -> Option<u64> {
        let misere = self.misere.as_ref().and_then(|solver| solver.memory_wanted());
        match self.hosts.as_deref() {
            Some([host]) => host.memory_wanted().or(misere),
            _ => misere,
        }
    }

    /// Whether the mover wins under the misère convention.
    pub fn misere_wins(&mut self, left: &BitSet, budget: &mut Budget) -> Limited<bool> {
        self.misere().mover_wins(left, budget)
    }

    fn misere(&mut self) -> &mut dyn MisereOnHost {
        let (graph, rule, how) = (self.graph, self.rule, &self.how);
        self.misere.get_or_insert_with(|| misere_on(graph, rule, how)).as_mut()
    }

    /// The methods, and how they suit a position: its largest component, under the normal convention.
    pub fn methods(
        &mut self,
        left: &BitSet,
        convention: Convention,
        budget: &mut Budget,
    ) -> Vec<Method> {
        match convention {
            Convention::Misere => self.misere().methods(left, budget),
            Convention::Normal => {
                let largest = self.hosts(budget).last();
                let largest = largest.map(|host| host.methods(left, budget));
                largest.unwrap_or_default()
            }
        }
    }

    /// The values of connected sets of vertices, if the board is one component and a table has them all.
    pub fn connected_sets(&self) -> Option<SetValues<'_>> {
        match self.hosts.as_deref()? {
            [host] => host.connected_sets(),
            _ => None,
        }
    }

    /// Gives back the memory of the tables of connected sets.
    pub fn forget(&mut self, budget: &mut Budget) {
        self.hosts.iter_mut().flatten().for_each(|host| host.forget(budget));
    }

    /// What was tried since this was last asked.
    pub fn take_log(&mut self) -> Log {
        let mut log = Log::default();
        let hosts = self.hosts.iter_mut().flatten();
        hosts.for_each(|host| log.add(&host.take_log()));
        self.misere.iter_mut().for_each(|misere| log.add(&misere.take_log()));
        log
    }
}

/// A solver for the vertices of one component of a board.
fn on_host(
    graph: &Graph,
    rule: TakingRule,
    vertices: &[usize],
    how: &How,
    budget: &mut Budget,
) -> Box<dyn OnHost> {
    match vertices.len() {
        0..=64 => Box::new(HostSolver::<u64>::new(graph, rule, vertices, how, budget)),
        65..=128 => Box::new(HostSolver::<u128>::new(graph, rule, vertices, how, budget)),
        129..=256 => Box::new(HostSolver::<Words<4>>::new(graph, rule, vertices, how, budget)),
        257..=1024 => Box::new(HostSolver::<Words<16>>::new(graph, rule, vertices, how, budget)),
        _ => Box::new(HostSolver::<Words<64>>::new(graph, rule, vertices, how, budget)),
    }
}

struct HostSolver<M: Stored> {
    ground: SearchContext<M>,
    /// Where each vertex of the board stands in the host.
    place: Vec<usize>,
    table: FactTable<M>,
    connected_sets: SetTable,
    history: History,
    threads: usize,
    trials: Trials,
}

/// Components up to this size are valued exactly from all their options: every one of them will be needed.
const SMALL: usize = 9;

/// A question is tried alone for this many positions before more threads are started.
const ALONE: u64 = 1 << 14;

/// What is asked of a component.
#[derive(Clone, Copy)]
enum Probe {
    Value,
    Equals(u32),
}

impl Probe {
    /// The answer that a value gives.
    fn given(self, value: u32) -> u32 {
        match self {
            Probe::Value => value,
            Probe::Equals(other) => u32::from(value == other),
        }
    }

    /// The answer that a fact gives, if it does.
    fn of(self, fact: Fact) -> Option<u32> {
        match self {
            Probe::Value => fact.exact(),
            Probe::Equals(value) if fact.exact() == Some(value) => Some(1),
            Probe::Equals(value) => fact.excludes(value).then_some(0),
        }
    }
}

impl<M: Stored> HostSolver<M> {
    fn new(
        graph: &Graph,
        rule: TakingRule,
        vertices: &[usize],
        how: &How,
        budget: &mut Budget,
    ) -> Self {
        let (host, place) = Host::new(graph, rule, vertices);
        let (mobility, reply_shapes) = (Mobility::new(&host), ReplyShapes::new(&host));
        let canonical_forms = CanonicalForms::new(&host);
        let (isomorphs, table) = tables(host.len(), budget);
        let history = History::new(host.len());
        let done = AtomicBool::new(false);
        let theorems = how.theorems.then(|| Theorems::new(&host, budget).ok()).flatten();
        let ground = SearchContext {
            host,
            mobility,
            reply_shapes,
            canonical_forms,
            isomorphs,
            theorems,
            small: SMALL,
            done,
        };
        let connected_sets = SetTable::new(&ground.host, Convention::Normal, how.threads);
        HostSolver {
            ground,
            place,
            table,
            connected_sets,
            history,
            threads: how.threads,
            trials: Trials::of(how.method.as_deref()),
        }
    }

    /// Answers a question about a component: from what is already known, then by one method after the other.
    fn ask(&mut self, component: M, asked: Probe, budget: &mut Budget) -> Limited<u32> {
        if let Some(answer) = asked.of(self.told(component)) {
            return Ok(answer);
        }
        let found = self.attempt(&component, &mut { asked }, budget)?;
        found.map(|(answer, _)| answer).ok_or(Stopped::Unsettled)
    }

    /// What a theorem tells.
    fn by_theorem(
        &mut self,
        component: &M,
        asked: &mut Probe,
        _: &mut Budget,
    ) -> Limited<Attempt<u32>> {
        Ok(match self.ground.by_theorem(*component) {
            Some((value, _)) => Attempt::Answer(asked.given(value), None),
            None => Attempt::GaveUp,
        })
    }

    /// A search of a few positions.
    fn short_search(
        &mut self,
        component: &M,
        asked: &mut Probe,
        budget: &mut Budget,
    ) -> Limited<Attempt<u32>> {
        let Some(patience) = self.connected_sets.patience else { return Ok(Attempt::GaveUp) };
        Ok(Attempt::of(self.search(*component, *asked, budget, patience)?))
    }

    /// A search as long as the table of all positions makes it worth while: the more positions there are, the longer.
    fn longer_search(
        &mut self,
        component: &M,
        asked: &mut Probe,
        budget: &mut Budget,
    ) -> Limited<Attempt<u32>> {
        let Some(patience) = self.laid_out(budget) else { return Ok(Attempt::GaveUp) };
        Ok(Attempt::of(self.search(*component, *asked, budget, patience)?))
    }

    /// The table of all positions, filled as far as it takes. If there is no room for it, it is not tried again.
    fn by_connected_sets(
        &mut self,
        component: &M,
        asked: &mut Probe,
        budget: &mut Budget,
    ) -> Limited<Attempt<u32>> {
        if !self.connected_sets.is_begun() {
            if self.laid_out(budget).is_none() {
                return Ok(Attempt::GaveUp);
            }
            self.forget(budget);
        }
        let told = self.connected_sets.fill(budget, |table| asked.of(table.fact(*component)))?;
        if let Attempt::GaveUp = told {
            (self.ground.isomorphs, self.table) = tables(self.ground.host.len(), budget);
        }
        Ok(told)
    }

    /// A search without an end of its own.
    fn unlimited_search(
        &mut self,
        component: &M,
        asked: &mut Probe,
        budget: &mut Budget,
    ) -> Limited<Attempt<u32>> {
        Ok(Attempt::of(self.search(*component, *asked, budget, u64::MAX)?))
    }

    /// Lays out the table of all positions: how long a search may go on before it is filled.
    fn laid_out(&mut self, budget: &Budget) -> Option<u64> {
        let room = self.room(budget);
        self.connected_sets.lay_out(&self.ground.host, room)
    }

    /// The memory for the table of all positions: what the search has taken is given back for it.
    fn room(&self, budget: &Budget) -> u64 {
        budget.memory_left() + (self.table.bytes() + self.ground.isomorphs.bytes()) as u64
    }

    /// What a search found gives way to the table of all positions.
    fn forget(&mut self, budget: &mut Budget) {
        budget.release(self.table.bytes() + self.ground.isomorphs.bytes());
        let limits = Limits { memory: Some(0), ..Limits::default() };
        let mut nothing = Budget::new(limits, &|_| {});
        (self.ground.isomorphs, self.table) = tables(self.ground.host.len(), &mut nothing);
    }

    /// What the table of all positions tells of a component.
    fn told(&self, component: M) -> Fact {
        self.connected_sets.table().map_or(Fact::NOTHING, |table| table.fact(component))
    }

    /// What is known of a component without search.
    fn known(&mut self, component: M) -> Fact {
        self.table.get(self.ground.canonical_forms.of(component)).joined(self.told(component))
    }

    /// Searches with as many threads as it takes, up to this many positions each; none if that is not enough. They share the table and
    /// try moves in different orders; the first to finish has the answer, and what the others found on the way is not lost.
    fn search(
        &mut self,
        component: M,
        asked: Probe,
        budget: &mut Budget,
        most: u64,
    ) -> Limited<Option<u32>> {
        let alone = if self.threads > 1 { ALONE.min(most) } else { most };
        let HostSolver { ground, table, history, .. } = self;
        let search = NimberSearch::new(ground, table.clone(), history, budget, alone);
        let answer = match answer(search, component, asked) {
            Err(Halt::Enough) if alone < most => self.race(component, asked, budget, most),
            answer => answer,
        };
        match answer {
            Ok(answer) => Ok(Some(answer)),
            Err(Halt::Enough) => Ok(None),
            Err(Halt::Stopped(stopped)) => Err(stopped),
        }
    }

    /// The same by all threads at once.
    fn race(
        &mut self,
        component: M,
        asked: Probe,
        budget: &mut Budget,
        most: u64,
    ) -> Result<u32, Halt> {
        let HostSolver { ground, table, history, threads, .. } = self;
        let ground: &SearchContext<M> = ground;
        let helpers: Vec<_> = (1..*threads)
            .map(|index| {
                let (table, mut history) = (table.clone(), history.helper(index));
                move |budget: &mut Budget| {
                    answer(
                        NimberSearch::new(ground, table, &mut history, budget, most),
                        component,
                        asked,
                    )
                }
            })
            .collect();
        let here = |budget: &mut Budget| {
            answer(
                NimberSearch::new(ground, table.clone(), history, budget, most),
                component,
                asked,
            )
        };
        race(&ground.done, budget, here, helpers)
    }

    fn components(&self, left: &BitSet) -> Vec<M> {
        let inside = left.iter().filter(|&vertex| self.place[vertex] != usize::MAX);
        let set = inside.fold(M::EMPTY, |set, vertex| set.or(M::bit(self.place[vertex])));
        let mut parts = self.ground.host.components(set);
        parts.sort_unstable_by_key(|part| part.count());
        parts
    }
}

/// Tables for a search with the memory that is left: an eighth of it for isomorphic components, most of the rest for facts.
fn tables<M: Stored>(vertices: usize, budget: &mut Budget) -> (Isomorphs<M>, FactTable<M>) {
    let isomorphs = Isomorphs::new(vertices, budget.memory_left() / 8);
    let _ = budget.keep(isomorphs.bytes());
    (isomorphs, FactTable::new(vertices))
}

fn answer<M: Stored>(mut search: NimberSearch<M>, component: M, asked: Probe) -> Result<u32, Halt> {
    match asked {
        Probe::Value => search.value(component),
        Probe::Equals(value) => search.equals(component, value).map(u32::from),
    }
}

/// The methods: a name, and what they do.
const THEOREMS: [&str; 2] = ["theorems", "a theorem that gives the value of a whole component"];
const NIMBER_SEARCH: [&str; 2] =
    ["nimber-search", "a search that asks of each option only whether it has a given value"];

impl<M: Stored> Portfolio for HostSolver<M> {
    type Position = M;
    type Blackboard = Probe;
    type Answer = u32;

    fn stages() -> impl IntoIterator<Item = Stage<Self>> {
        [
            Stage::new(THEOREMS, theorems_fit, HostSolver::by_theorem)
                .when(|solver, _| solver.ground.theorems.is_some()),
            Stage::new(NIMBER_SEARCH, |_, _, _| Fit::Yes, HostSolver::short_search)
                .when(|solver, _| solver.connected_sets.can_wait(&solver.trials.choice)),
            Stage::new(NIMBER_SEARCH, |_, _, _| Fit::Yes, HostSolver::longer_search)
                .when(|solver, _| solver.connected_sets.can_wait(&solver.trials.choice)),
            Stage::new(CONNECTED_SET_TABLE, table_fit, HostSolver::by_connected_sets)
                .when(|solver, _| solver.connected_sets.patience.is_some()),
            Stage::new(NIMBER_SEARCH, |_, _, _| Fit::Yes, HostSolver::unlimited_search),
        ]
    }

    fn trials(&mut self) -> &mut Trials {
        &mut self.trials
    }
}

fn theorems_fit<M: Stored>(solver: &HostSolver<M>, component: &M, _: &Budget) -> Fit {
    match &solver.ground.theorems {
        None => Fit::No("theorems are switched off"),
        Some(_) => {
            Fit::when(solver.ground.by_theorem(*component).is_some(), "no theorem covers it")
        }
    }
}

fn table_fit<M: Stored>(solver: &HostSolver<M>, _: &M, budget: &Budget) -> Fit {
    solver.connected_sets.fit(&solver.ground.host, solver.room(budget))
}

impl<M: Stored> OnHost for HostSolver<M> {
    fn methods(&self, left: &BitSet, budget: &Budget) -> Vec<Method> {
        let largest = self.components(left).last().copied();
        Portfolio::methods(self, &largest.unwrap_or(M::EMPTY), budget)
    }

    fn take_log(&mut self) -> Log {
        std::mem::take(&mut self.trials.log)
    }

    fn value(&mut self, left: &BitSet, budget: &mut Budget) -> Limited<u32> {
        let mut sum = 0;
        for part in self.components(left) {
            sum ^= self.ask(part, Probe::Value, budget)?;
        }
        Ok(sum)
    }

    fn equals(&mut self, left: &BitSet, value: u32, budget: &mut Budget) -> Limited<bool> {
        let parts = self.components(left);
        let Some((&largest, others)) = parts.split_last() else { return Ok(value == 0) };
        let mut wanted = value;
        for &part in others {
            wanted ^= self.ask(part, Probe::Value, budget)?;
        }
        Ok(self.ask(largest, Probe::Equals(wanted), budget)? == 1)
    }

    fn at_least(&mut self, left: &BitSet) -> u32 {
        match self.components(left)[..] {
            [part] => self.known(part).least(),
            _ => 0,
        }
    }

    fn glance(&mut self, left: &BitSet, facts: &mut Vec<Fact>) {
        for part in self.components(left) {
            let by_theorem = self.ground.by_theorem(part).and_then(|(value, _)| Fact::value(value));
            facts.push(by_theorem.unwrap_or_else(|| self.known(part)));
        }
    }

    fn connected_sets(&self) -> Option<SetValues<'_>> {
        let table = self.connected_sets.table().filter(|table| table.is_begun())?;
        Some(table.values(&self.place))
    }

    fn forget(&mut self, budget: &mut Budget) {
        self.connected_sets.forget(budget);
    }

    fn memory_wanted(&self) -> Option<u64> {
        self.connected_sets.memory_wanted()
    }

    fn theorem(&self, left: &BitSet) -> Option<Theorem> {
        match self.components(left)[..] {
            [part] => self.ground.by_theorem(part).map(|(_, theorem)| theorem),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
