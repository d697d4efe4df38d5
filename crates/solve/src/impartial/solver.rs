//! A solver for one board: a search for each component of its graph, as wide as it needs.

mod misere;

use std::sync::atomic::{AtomicBool, Ordering};

use outplay_rules::bits::BitSet;
use outplay_rules::graph::Graph;
use outplay_rules::rules::TakingRule;

use self::misere::{MisereOnHost, misere_on};
use super::Convention;
use super::burden::Burden;
use super::facts::Fact;
use super::habit::Habit;
use super::host::Host;
use super::isomorphs::Isomorphs;
use super::learnt::Learnt;
use super::mask::Words;
use super::placing::Placing;
use super::search::{Ground, Halt, Search};
use super::shared::{Facts, Stored, memory_left};
use super::theorems::{Theorem, Theorems};
use super::unbroken::Unbroken;
use crate::limits::{Budget, Limits, Stopped};
use crate::oracle::How;

/// Values of positions of a taking game on one connected graph, whatever the width.
trait OnHost: Send {
    /// The Grundy value of the position in which these vertices of the board are left.
    fn value(&mut self, left: &BitSet, budget: &mut Budget) -> Result<u32, Stopped>;
    /// Whether that value is `value`.
    fn equals(&mut self, left: &BitSet, value: u32, budget: &mut Budget) -> Result<bool, Stopped>;
    /// What the value is known to be at least.
    fn at_least(&mut self, left: &BitSet) -> u32;
    /// The theorem that tells the value, if one does.
    fn theorem(&self, left: &BitSet) -> Option<Theorem>;
    /// What is known of each component without search.
    fn glance(&mut self, left: &BitSet, facts: &mut Vec<Fact>);
    /// With how many bytes of memory a table of all positions would help, if there was not enough.
    fn memory_wanted(&self) -> Option<u64>;
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
    pub fn value(&mut self, left: &BitSet, budget: &mut Budget) -> Result<u32, Stopped> {
        let hosts = self.hosts(budget);
        hosts.iter_mut().try_fold(0, |sum, host| Ok(sum ^ host.value(left, budget)?))
    }

    /// Whether that value is `value`.
    pub fn equals(
        &mut self,
        left: &BitSet,
        value: u32,
        budget: &mut Budget,
    ) -> Result<bool, Stopped> {
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
    pub fn misere_wins(&mut self, left: &BitSet, budget: &mut Budget) -> Result<bool, Stopped> {
        let (graph, rule, threads) = (self.graph, self.rule, self.how.threads);
        self.misere.get_or_insert_with(|| misere_on(graph, rule, threads)).mover_wins(left, budget)
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
    ground: Ground<M>,
    /// Where each vertex of the board stands in the host.
    place: Vec<usize>,
    table: M::Table,
    /// A table of all positions, once it is known to be of use.
    unbroken: Option<Unbroken>,
    /// How many positions a search may look at before such a table is thought of; none if there cannot be one.
    patience: Option<u64>,
    learnt: Learnt,
    threads: usize,
}

/// Components up to this size are valued exactly from all their options: every one of them will be needed.
const SMALL: usize = 9;

/// A question is tried alone for so many positions before more threads are started.
const ALONE: u64 = 1 << 14;

/// Helpers recurse as deep as the search does.
const STACK: usize = 1 << 28;

/// What is asked of a component.
#[derive(Clone, Copy)]
enum Asked {
    Value,
    Equals(u32),
}

impl Asked {
    /// The answer that a fact gives, if it does.
    fn of(self, fact: Fact) -> Option<u32> {
        match self {
            Asked::Value => fact.exact(),
            Asked::Equals(value) if fact.exact() == Some(value) => Some(1),
            Asked::Equals(value) => fact.excludes(value).then_some(0),
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
        let (burden, habit) = (Burden::new(&host), Habit::new(&host));
        let placing = Placing::new(&host);
        let (isomorphs, table) = tables(host.len(), budget);
        let learnt = Learnt::new(host.len());
        let done = AtomicBool::new(false);
        let theorems = how.theorems.then(|| Theorems::new(&host, budget).ok()).flatten();
        let ground =
            Ground { host, burden, habit, placing, isomorphs, theorems, small: SMALL, done };
        let patience = Some(ALONE).filter(|_| !ground.host.can_split());
        HostSolver { ground, place, table, patience, unbroken: None, learnt, threads: how.threads }
    }

    /// Answers by search; where that takes long and the game never breaks a component, by the table of all positions.
    fn ask(&mut self, component: M, asked: Asked, budget: &mut Budget) -> Result<u32, Stopped> {
        if let Some(answer) = asked.of(self.told(component)) {
            return Ok(answer);
        }
        if let Some(patience) = self.patience
            && let Some(answer) = self.search_or_look_up(component, asked, patience, budget)?
        {
            return Ok(answer);
        }
        // Nothing else sets such a search an end.
        self.search(component, asked, budget, u64::MAX)?.ok_or(Stopped::Interrupted)
    }

    /// The answer of a search that does not take long; otherwise that of the table of all positions, filled as far as it takes. None if
    /// there is no room for that, and then it is not tried again.
    fn search_or_look_up(
        &mut self,
        component: M,
        asked: Asked,
        patience: u64,
        budget: &mut Budget,
    ) -> Result<Option<u32>, Stopped> {
        if !self.unbroken.as_ref().is_some_and(Unbroken::is_begun) {
            if let Some(answer) = self.search(component, asked, budget, patience)? {
                return Ok(Some(answer));
            }
            if self.unbroken.is_none() {
                self.unbroken = Unbroken::new(&self.ground.host, Convention::Normal);
            }
            let room =
                memory_left(budget) + (self.table.bytes() + self.ground.isomorphs.bytes()) as u64;
            // The more positions there are, the longer the search may go on.
            let fitting = self.unbroken.as_ref().filter(|unbroken| unbroken.bytes() <= room);
            let Some(patience) = fitting.map(Unbroken::patience) else {
                self.patience = None;
                return Ok(None);
            };
            if let Some(answer) = self.search(component, asked, budget, patience)? {
                return Ok(Some(answer));
            }
            self.forget(budget);
        }
        while let Some(unbroken) = &mut self.unbroken
            && unbroken.fill(self.threads, budget)?
        {
            if let Some(answer) = asked.of(unbroken.fact(component)) {
                return Ok(Some(answer));
            }
        }
        self.patience = None;
        (self.ground.isomorphs, self.table) = tables(self.ground.host.len(), budget);
        Ok(None)
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
        self.unbroken.as_ref().map_or(Fact::NOTHING, |unbroken| unbroken.fact(component))
    }

    /// What is known of a component without search.
    fn known(&mut self, component: M) -> Fact {
        self.table.get(self.ground.placing.place(component)).joined(self.told(component))
    }

    /// Searches with as many threads as it takes, up to so many positions each; none if that is not enough. They share the table and
    /// try moves in different orders; the first to finish has the answer, and what the others found on the way is not lost.
    fn search(
        &mut self,
        component: M,
        asked: Asked,
        budget: &mut Budget,
        most: u64,
    ) -> Result<Option<u32>, Stopped> {
        let alone = if self.threads > 1 { ALONE.min(most) } else { most };
        let HostSolver { ground, table, learnt, .. } = self;
        let search = Search::new(ground, table.clone(), learnt, budget, alone);
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
        asked: Asked,
        budget: &mut Budget,
        most: u64,
    ) -> Result<u32, Halt> {
        self.ground.done.store(false, Ordering::Relaxed);
        let HostSolver { ground, table, learnt, threads, .. } = self;
        let ground: &Ground<M> = ground;
        let answer = std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..*threads)
                .filter_map(|index| {
                    let (table, mut learnt) = (table.clone(), learnt.helper(index));
                    let mut budget = budget.fork();
                    let work = move || {
                        let search = Search::new(ground, table, &mut learnt, &mut budget, most);
                        let answer = answer(search, component, asked);
                        if answer.is_ok() {
                            ground.done.store(true, Ordering::Relaxed);
                        }
                        answer
                    };
                    std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).ok()
                })
                .collect();
            let search = Search::new(ground, table.clone(), learnt, budget, most);
            let mut found = answer(search, component, asked);
            ground.done.store(true, Ordering::Relaxed);
            for helper in helpers {
                if let (Err(_), Ok(Ok(answer))) = (&found, helper.join()) {
                    found = Ok(answer);
                }
            }
            found
        });
        self.ground.done.store(false, Ordering::Relaxed);
        answer
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
fn tables<M: Stored>(vertices: usize, budget: &mut Budget) -> (Isomorphs<M>, M::Table) {
    let isomorphs = Isomorphs::new(vertices, memory_left(budget) / 8);
    let _ = budget.keep(isomorphs.bytes());
    (isomorphs, M::Table::new(vertices, budget))
}

fn answer<M: Stored>(mut search: Search<M>, component: M, asked: Asked) -> Result<u32, Halt> {
    match asked {
        Asked::Value => search.value(component),
        Asked::Equals(value) => search.equals(component, value).map(u32::from),
    }
}

impl<M: Stored> OnHost for HostSolver<M> {
    fn value(&mut self, left: &BitSet, budget: &mut Budget) -> Result<u32, Stopped> {
        let mut sum = 0;
        for part in self.components(left) {
            sum ^= self.ask(part, Asked::Value, budget)?;
        }
        Ok(sum)
    }

    fn equals(&mut self, left: &BitSet, value: u32, budget: &mut Budget) -> Result<bool, Stopped> {
        let parts = self.components(left);
        let Some((&largest, others)) = parts.split_last() else { return Ok(value == 0) };
        let mut wanted = value;
        for &part in others {
            wanted ^= self.ask(part, Asked::Value, budget)?;
        }
        Ok(self.ask(largest, Asked::Equals(wanted), budget)? == 1)
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

    fn memory_wanted(&self) -> Option<u64> {
        self.unbroken.as_ref().filter(|_| self.patience.is_none()).map(Unbroken::bytes)
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
