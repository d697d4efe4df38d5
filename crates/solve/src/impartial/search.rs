//! Nimber search: values of components by asking "is it worth k?" and stopping at the first answer.
//!
//! After Lemoine and Viennot ("Nimbers are inevitable", 2012). A component C beside a nim heap of k is lost for the
//! mover exactly if C is worth k. A position with several components is asked about through one of them: the others
//! are valued exactly (the smaller ones), and their nim-sum is what the largest must be worth for the sum to be lost.
//!
//! The facts used are those of the mex. If an option of C is worth k, then C is not. If none is, C is worth k or less;
//! and if moreover C is worth none of 0 … k-1, then C is worth k. So [`Search::equals`] first looks for an option worth
//! k, which answers no, and then for j = 0, 1, …, k-1 for an option worth j: one is found, and j is excluded for ever,
//! or none is, and C is worth j. (To begin with k, not with 0, takes a third of the positions in Cram and an eighth in
//! Node Kayles.) To look for an option worth j is to ask each option's largest part the same kind of question; one
//! yes ends it. What was excluded is kept with the component, so a question is never searched twice while the
//! table remembers.

use smallvec::SmallVec;

use super::facts::Fact;
use super::host::{Host, Taking};
use super::learnt::Learnt;
use super::placing::Placing;
use super::shared::{Facts, Stored};
use super::theorems::{Theorem, Theorems, lost_by_turning};
use crate::limits::{Budget, Stopped};

/// Why a search ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// A limit was reached.
    Stopped(Stopped),
    /// It has looked at as many positions as it was meant to, or another thread has the answer.
    Enough,
}

impl From<Stopped> for Halt {
    fn from(stopped: Stopped) -> Self {
        Halt::Stopped(stopped)
    }
}

/// What is the same for all threads of a search.
pub struct Ground<M> {
    /// The graph and its moves.
    pub host: Host<M>,
    /// One place for all components of a shape.
    pub placing: Placing<M>,
    /// The theorems that may stand in for search.
    pub theorems: Option<Theorems>,
    /// Components up to this size, at most 16, are valued exactly from all their options.
    pub small: usize,
    /// Set when some thread has the answer.
    pub done: std::sync::atomic::AtomicBool,
}

impl<M: super::mask::Mask> Ground<M> {
    /// A single vertex.
    fn single(&self, vertex: usize) -> Fact {
        let taken = match self.host.taking() {
            Taking::Connected(digits) => digits.get(1).is_some_and(|digit| digit & 1 == 1),
            Taking::Neighbourhood => true,
            Taking::EdgeEnds => self.host.marked().contains(vertex),
        };
        if taken { Fact::ONE } else { Fact::ZERO }
    }

    /// The value of a component, if a theorem tells it.
    pub fn by_theorem(&self, component: M) -> Option<(u32, Theorem)> {
        let theorems = self.theorems.as_ref()?;
        if lost_by_turning(&self.host, &self.placing, component) {
            return Some((0, Theorem::HalfTurn));
        }
        theorems.value(&self.host, component)
    }
}

/// One thread's search.
pub struct Search<'a, 'b, M: Stored> {
    ground: &'a Ground<M>,
    table: M::Table,
    learnt: &'a mut Learnt,
    budget: &'a mut Budget<'b>,
    /// Lists of options, one for each move on the way down, used again and again.
    spare: Vec<Vec<Choice<M>>>,
    nodes: u64,
    most_nodes: u64,
}

/// An option that is not yet valued: the parts whose values are not known, the largest last, and the nim-sum of the
/// others.
struct Choice<M> {
    unknown: SmallVec<[M; 2]>,
    known: u32,
    hope: f32,
}

/// How much a pair of neighbours left counts against an option: fewer moves are left to refute. Measured on Cram, 0.03
/// and 0.33 on grids; it halves the positions of 0.33.
const PAIR: f32 = 0.2;

/// The clock is looked at every so many positions.
const CHECK_EVERY: u64 = 256;

impl<'a, 'b, M: Stored> Search<'a, 'b, M> {
    /// A search that gives up after `most_nodes` positions.
    pub fn new(
        ground: &'a Ground<M>,
        table: M::Table,
        learnt: &'a mut Learnt,
        budget: &'a mut Budget<'b>,
        most_nodes: u64,
    ) -> Self {
        Search { ground, table, learnt, budget, spare: Vec::new(), nodes: 0, most_nodes }
    }

    /// Whether a component is worth `value`.
    pub fn equals(&mut self, component: M, value: u32) -> Result<bool, Halt> {
        let placed = self.ground.placing.place(component);
        self.placed_equals(placed, value)
    }

    /// The Grundy value of a component.
    pub fn value(&mut self, component: M) -> Result<u32, Halt> {
        let placed = self.ground.placing.place(component);
        self.placed_value(placed)
    }

    fn placed_equals(&mut self, component: M, value: u32) -> Result<bool, Halt> {
        let mut fact = self.known(component);
        if let Some(exact) = fact.exact() {
            return Ok(exact == value);
        }
        if fact.excludes(value) {
            return Ok(false);
        }
        if let Some(exact) = self.quick_value(component)? {
            return Ok(exact == value);
        }
        // An option worth `value` is the shortest way to a no, and the likeliest answer is no.
        let before = self.nodes;
        if self.has_option(component, value)? {
            self.learnt.note(component.count(), value, false);
            self.table.put(component, fact.without(value), self.nodes - before, self.budget);
            return Ok(false);
        }
        // So it is worth `value` or less.
        for less in 0..value {
            if !fact.excludes(less) && !self.settle(component, less, &mut fact)? {
                return Ok(false);
            }
        }
        self.learnt.note(component.count(), value, true);
        if let Some(exact) = Fact::value(value) {
            self.table.put(component, exact, self.nodes - before, self.budget);
        }
        Ok(true)
    }

    fn placed_value(&mut self, component: M) -> Result<u32, Halt> {
        let mut fact = self.known(component);
        if let Some(exact) = fact.exact() {
            return Ok(exact);
        }
        if let Some(exact) = self.quick_value(component)? {
            return Ok(exact);
        }
        let mut value = fact.least();
        while fact.excludes(value) || self.settle(component, value, &mut fact)? {
            value += 1;
        }
        Ok(value)
    }

    /// The value of a component that a theorem tells, or that is small.
    fn quick_value(&mut self, component: M) -> Result<Option<u32>, Halt> {
        if let Some((value, _)) = self.ground.by_theorem(component) {
            if let Some(fact) = Fact::value(value) {
                self.table.put(component, fact, 1, self.budget);
            }
            return Ok(Some(value));
        }
        let small = component.count() <= self.ground.small;
        if small { self.small_value(component).map(Some) } else { Ok(None) }
    }

    /// Looks for an option worth `value`, all smaller values being excluded, and keeps what follows from the answer.
    fn settle(&mut self, component: M, value: u32, fact: &mut Fact) -> Result<bool, Halt> {
        let before = self.nodes;
        let found = self.has_option(component, value)?;
        self.learnt.note(component.count(), value, !found);
        let kept = if found { Some(fact.without(value)) } else { Fact::value(value) };
        if let Some(kept) = kept {
            *fact = kept;
            self.table.put(component, kept, self.nodes - before, self.budget);
        }
        Ok(found)
    }

    /// What is known without search.
    #[inline(always)]
    fn known(&mut self, component: M) -> Fact {
        known(self.ground, &mut self.table, component)
    }

    fn visit(&mut self) -> Result<(), Halt> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CHECK_EVERY) {
            self.budget.count(CHECK_EVERY);
            self.budget.check()?;
            let done = self.ground.done.load(std::sync::atomic::Ordering::Relaxed);
            if done || self.nodes >= self.most_nodes {
                return Err(Halt::Enough);
            }
        }
        Ok(())
    }

    /// Whether some option of a component is worth `value`.
    fn has_option(&mut self, component: M, value: u32) -> Result<bool, Halt> {
        self.visit()?;
        let mut choices = self.spare.pop().unwrap_or_default();
        let found = self.try_options(component, value, &mut choices);
        choices.clear();
        self.spare.push(choices);
        found
    }

    fn try_options(
        &mut self,
        component: M,
        value: u32,
        choices: &mut Vec<Choice<M>>,
    ) -> Result<bool, Halt> {
        let ground = self.ground;
        ground.host.moves(component, |_, parts| {
            let unknown = parts.iter().map(|&part| ground.placing.place(part)).collect();
            choices.push(Choice { unknown, known: 0, hope: 0.0 });
            true
        });
        if self.settled(value, choices) {
            return Ok(true);
        }
        choices.sort_unstable_by(|a, b| b.hope.total_cmp(&a.hope));
        for choice in choices.iter_mut() {
            let mut sum = choice.known;
            let Some((&largest, others)) = choice.unknown.split_last() else { continue };
            for &other in others {
                sum ^= self.placed_value(other)?;
            }
            if self.placed_equals(largest, value ^ sum)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Looks everything up. Says whether some option is known to be worth `value`; otherwise leaves those of which it
    /// is not known, with the hope for each.
    fn settled(&mut self, value: u32, choices: &mut Vec<Choice<M>>) -> bool {
        let mut found = false;
        choices.retain_mut(|choice| {
            // Two of a kind cancel, whatever they are worth.
            let mut still = SmallVec::<[(M, Fact); 2]>::new();
            for &part in &choice.unknown {
                let fact = known(self.ground, &mut self.table, part);
                match (fact.exact(), still.iter().position(|&(other, _)| other == part)) {
                    (Some(exact), _) => choice.known ^= exact,
                    (None, Some(twin)) => drop(still.remove(twin)),
                    (None, None) => still.push((part, fact)),
                }
            }
            still.sort_unstable_by_key(|(part, _)| part.count());
            choice.unknown = still.iter().map(|&(part, _)| part).collect();
            let wanted = value ^ choice.known;
            match still[..] {
                [] => {
                    found |= wanted == 0;
                    false
                }
                [(part, fact)] => {
                    choice.hope = self.learnt.hope(part.count(), wanted)
                        - PAIR * self.ground.host.pairs(part) as f32;
                    !fact.excludes(wanted)
                }
                _ => {
                    let size = still.iter().map(|(part, _)| part.count()).sum();
                    let pairs: usize =
                        still.iter().map(|(part, _)| self.ground.host.pairs(*part)).sum();
                    choice.hope = self.learnt.hope(size, value) * 0.5 - PAIR * pairs as f32;
                    true
                }
            }
        });
        found
    }

    /// The value of a small component, from the values of all its options.
    fn small_value(&mut self, component: M) -> Result<u32, Halt> {
        self.visit()?;
        let before = self.nodes;
        let mut options: SmallVec<[(u32, SmallVec<[M; 2]>); 16]> = SmallVec::new();
        let ground = self.ground;
        ground.host.moves(component, |_, parts| {
            options.push((0, parts.iter().map(|&part| ground.placing.place(part)).collect()));
            true
        });
        let mut seen = 0u64;
        for (_, parts) in options {
            let mut sum = 0;
            for part in parts {
                sum ^= self.placed_value(part)?;
            }
            // A component of at most 16 vertices is worth at most 16, and a nim-sum of such less than 32.
            seen |= 1 << sum;
        }
        let value = (!seen).trailing_zeros();
        if let Some(fact) = Fact::value(value) {
            self.table.put(component, fact, self.nodes - before, self.budget);
        }
        Ok(value)
    }
}

/// What is known of a component without search.
#[inline(always)]
fn known<M: Stored>(ground: &Ground<M>, table: &mut M::Table, component: M) -> Fact {
    let fact = table.get(component);
    if fact == Fact::NOTHING {
        if component.count() == 1 {
            return ground.single(component.first());
        }
        if ground.theorems.is_some() && lost_by_turning(&ground.host, &ground.placing, component) {
            return Fact::ZERO;
        }
    }
    fact
}
