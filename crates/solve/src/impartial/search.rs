//! Nimber search: values of components by asking "is it worth k?" and stopping at the first answer.
//!
//! After Lemoine and Viennot ("Nimbers are inevitable", 2012). A component C beside a nim heap of k is lost for the
//! mover exactly if C is worth k. A position with several components is asked about through one of them: the others
//! are valued exactly (the smaller ones), and their nim-sum is what the largest must be worth for the sum to be lost.
//!
//! The facts used are those of the mex. If an option of C is worth k, then C is not. If none is, C is worth k or less;
//! and if moreover C is worth none of 0 … k-1, then C is worth k. So [`NimberSearch::equals`] first looks for an option worth
//! k, which answers no, and then for j = 0, 1, …, k-1 for an option worth j: one is found, and j is excluded for ever,
//! or none is, and C is worth j. (Beginning with k instead of 0 takes a third of the positions in Cram and an eighth in
//! Node Kayles.) To look for an option worth j is to ask each option's largest part the same kind of question; one
//! yes ends it. What was excluded is kept with the component, so a question is never searched twice while the
//! table remembers.

use smallvec::SmallVec;

use super::canonical::CanonicalForms;
use super::fact_table::{FactTable, Stored};
use super::facts::Fact;
use super::host::{Host, Taking};
use super::isomorphs::{Isomorphs, Scratch};
use super::moves::{MoveKind, Pace};
use super::options::{Candidate, Coming, Options, Part};
use super::ordering::History;
use super::ordering::Mobility;
use super::ordering::ReplyShapes;
use super::theorems::{Theorem, Theorems, half_turns_lose};
use crate::kit::halt::Halt;
use crate::limits::{Budget, Stopped};

/// What is the same for all threads of a search.
pub struct SearchContext<M> {
    /// The graph and its moves.
    pub host: Host<M>,
    /// What counts against options.
    pub mobility: Mobility,
    /// What counts for them.
    pub reply_shapes: ReplyShapes<M>,
    /// The canonical forms of components.
    pub canonical_forms: CanonicalForms<M>,
    /// Components that were searched, to be found by isomorphic ones.
    pub isomorphs: Isomorphs<M>,
    /// The theorems that may stand in for search.
    pub theorems: Option<Theorems>,
    /// Components up to this size, at most 16, are valued exactly from all their options.
    pub small: usize,
    /// Set when some thread has the answer.
    pub done: std::sync::atomic::AtomicBool,
}

impl<M: crate::kit::bits::Mask> SearchContext<M> {
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
        if half_turns_lose(self.host.taking()) && self.canonical_forms.placed(component).turns {
            return Some((0, Theorem::HalfTurn));
        }
        theorems.value(&self.host, component)
    }
}

/// One thread's search.
pub struct NimberSearch<'a, 'b, M: Stored> {
    ground: &'a SearchContext<M>,
    table: FactTable<M>,
    history: &'a mut History,
    budget: &'a mut Budget<'b>,
    /// Options of components, one for each move on the way down, used again and again.
    spare: Vec<Options<M>>,
    /// Whether components that turn without contact are worth 0.
    turning: bool,
    space: Scratch<M>,
    /// How often an isomorphic component was searched for, and found.
    twins: (u64, u64),
    nodes: u64,
    most_nodes: u64,
}

/// A kind of moves is tried before the other is listed if past answers make it this many times as likely.
const DECISIVE: f32 = 4.0;

/// After this many searches for an isomorphic component, these searches end if not one in [`RARE`] had one.
const TRIED: u64 = 4096;
const RARE: u64 = 8;

/// How many options are listed while one comes from memory.
const AHEAD: usize = 8;

/// How many positions there are between two looks at the clock.
const CHECK_EVERY: u64 = 256;

impl<'a, 'b, M: Stored> NimberSearch<'a, 'b, M> {
    /// A search that gives up after `most_nodes` positions.
    pub fn new(
        ground: &'a SearchContext<M>,
        table: FactTable<M>,
        history: &'a mut History,
        budget: &'a mut Budget<'b>,
        most_nodes: u64,
    ) -> Self {
        let turning = ground.theorems.is_some() && half_turns_lose(ground.host.taking());
        NimberSearch {
            ground,
            table,
            history,
            budget,
            spare: Vec::new(),
            turning,
            space: Scratch::new(&ground.host),
            twins: (0, 0),
            nodes: 0,
            most_nodes,
        }
    }

    /// Whether a component is worth `value`.
    pub fn equals(&mut self, component: M, value: u32) -> Result<bool, Halt> {
        let part = Part { here: component, placed: self.ground.canonical_forms.of(component) };
        self.part_equals(part, M::EMPTY, value)
    }

    /// The Grundy value of a component.
    pub fn value(&mut self, component: M) -> Result<u32, Halt> {
        self.placed_value(self.ground.canonical_forms.of(component))
    }

    /// Whether a part is worth `value`; `last` was taken to leave it.
    fn part_equals(&mut self, part: Part<M>, last: M, value: u32) -> Result<bool, Halt> {
        let Part { here, placed: component } = part;
        let fact = self.known(component);
        if let Some(exact) = fact.exact() {
            return Ok(exact == value);
        }
        if fact.excludes(value) {
            return Ok(false);
        }
        if let Some(exact) = self.quick_value(component)? {
            return Ok(exact == value);
        }
        let (searched, fact) = self.twin(component, fact);
        let answer = if fact.exact().is_some() || fact.excludes(value) {
            fact.exact() == Some(value)
        } else {
            // What was taken lies beside the part itself, not beside one that is like it.
            let is_here = searched == component;
            let part = Part { here: if is_here { here } else { searched }, placed: searched };
            let last = if is_here { last } else { M::EMPTY };
            self.with_options(|search, options| {
                search.equals_by_options(part, last, value, fact, options)
            })?
        };
        self.share(searched, component);
        Ok(answer)
    }

    /// A component with the graph of this one that was met before, or this one, and what is known of it. Where they
    /// are rare they are no longer looked for.
    fn twin(&mut self, component: M, fact: Fact) -> (M, Fact) {
        let SearchContext { host, isomorphs, .. } = self.ground;
        let (tried, found) = self.twins;
        if tried >= TRIED && found * RARE < tried {
            return (component, fact);
        }
        let twin = isomorphs.twin(host, component, &mut self.space);
        self.twins = (tried + 1, found + u64::from(twin.is_some()));
        match twin {
            Some(twin) => (twin, self.table.get(twin).joined(fact)),
            None => (component, fact),
        }
    }

    /// Keeps what is known of a component for another with the same graph.
    fn share(&mut self, from: M, to: M) {
        if from != to {
            let fact = self.table.get(from);
            self.table.put(to, fact, 1, self.budget);
        }
    }

    fn keep(&mut self, component: M, fact: Fact, before: u64) {
        self.table.put(component, fact, self.nodes - before, self.budget);
    }

    fn placed_value(&mut self, component: M) -> Result<u32, Halt> {
        let fact = self.known(component);
        if let Some(exact) = fact.exact() {
            return Ok(exact);
        }
        if let Some(exact) = self.quick_value(component)? {
            return Ok(exact);
        }
        let (searched, fact) = self.twin(component, fact);
        let value = match fact.exact() {
            Some(exact) => exact,
            None => self
                .with_options(|search, options| search.value_by_options(searched, fact, options))?,
        };
        self.share(searched, component);
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
        if component.count() > self.ground.small {
            return Ok(None);
        }
        self.with_options(|search, options| search.small_value(component, options)).map(Some)
    }

    fn with_options<T>(
        &mut self,
        work: impl FnOnce(&mut Self, &mut Options<M>) -> Result<T, Halt>,
    ) -> Result<T, Halt> {
        self.visit()?;
        let mut options = self.spare.pop().unwrap_or_default();
        options.clear();
        let answer = work(self, &mut options);
        self.spare.push(options);
        answer
    }

    fn equals_by_options(
        &mut self,
        part: Part<M>,
        last: M,
        value: u32,
        fact: Fact,
        options: &mut Options<M>,
    ) -> Result<bool, Halt> {
        let Part { here, placed: component } = part;
        // An option worth `value` is the shortest way to a no, and the likeliest answer is no.
        let before = self.nodes;
        let (first, then) = self.in_turn(component, value);
        let mut found = self.look(here, first, Some(value), options)?;
        found = found || self.try_options(value, last, options, 0)?;
        if !found && !then.is_empty() {
            let from = options.open.len();
            found = self.look(here, then, Some(value), options)?
                || self.try_options(value, last, options, from)?;
        }
        let mut fact = fact.without_all(options.seen);
        if found {
            self.history.note(component.count(), value, false);
            self.keep(component, fact.without(value), before);
            return Ok(false);
        }
        // So it is worth `value` or less.
        for less in 0..value {
            if !fact.excludes(less) && !self.settle(component, less, &mut fact, options)? {
                return Ok(false);
            }
        }
        self.history.note(component.count(), value, true);
        if let Some(exact) = Fact::value(value) {
            self.keep(component, exact, before);
        }
        Ok(true)
    }

    fn value_by_options(
        &mut self,
        component: M,
        fact: Fact,
        options: &mut Options<M>,
    ) -> Result<u32, Halt> {
        self.look(component, self.ground.host.kinds(), None, options)?;
        let mut fact = fact.without_all(options.seen);
        let mut value = 0;
        while fact.excludes(value) || self.settle(component, value, &mut fact, options)? {
            value += 1;
        }
        Ok(value)
    }

    /// Looks for an option worth `value`, all smaller values being excluded, and keeps what follows from the answer.
    fn settle(
        &mut self,
        component: M,
        value: u32,
        fact: &mut Fact,
        options: &mut Options<M>,
    ) -> Result<bool, Halt> {
        let before = self.nodes;
        // Since the options were looked up, searches for others may have found out more of them.
        if options.looked < before {
            self.look_again(options);
        }
        let found = self.try_options(value, M::EMPTY, options, 0)?;
        self.history.note(component.count(), value, !found);
        let kept = if found {
            Some(fact.without_all(options.seen).without(value))
        } else {
            Fact::value(value)
        };
        if let Some(kept) = kept {
            *fact = kept;
            self.keep(component, kept, before);
        }
        Ok(found)
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

    /// What is known of a placed component without search.
    #[inline(always)]
    fn known(&mut self, component: M) -> Fact {
        match self.table.get(component) {
            Fact::NOTHING if component.count() == 1 => self.ground.single(component.first()),
            fact => fact,
        }
    }

    /// The kinds of moves to list first, and those to list if that was not enough. If past answers leave no doubt which
    /// of two kinds is the better one, the other need not even be listed most of the time.
    fn in_turn(&mut self, component: M, value: u32) -> (&'a [MoveKind], &'a [MoveKind]) {
        let kinds = self.ground.host.kinds();
        let &[one, other] = kinds else { return (kinds, &[]) };
        let size = component.count();
        let mut hope = |kind: MoveKind| self.history.hope(size.saturating_sub(kind.takes()), value);
        match (hope(one), hope(other)) {
            (a, b) if a > DECISIVE * b => kinds.split_at(1),
            (a, b) if b > DECISIVE * a => (&kinds[1..], &kinds[..1]),
            _ => (kinds, &[]),
        }
    }

    /// Lists the options of a component, each looked up. Stops and says so when one is known to be worth `wanted`.
    /// Options are looked up a few moves after they are found, when they have come from memory.
    fn look(
        &mut self,
        component: M,
        kinds: &[MoveKind],
        wanted: Option<u32>,
        options: &mut Options<M>,
    ) -> Result<bool, Halt> {
        let ground = self.ground;
        options.coming.clear();
        options.arrived = 0;
        options.looked = self.nodes;
        let (mut pace, mut limit) = (Pace::new(ground.host.len()), Ok(()));
        let stopped = kinds.iter().any(|&kind| {
            ground.host.moves_of(kind, component, |taken, parts| {
                if pace.is_due() {
                    limit = self.room_for(options);
                }
                let Some(parts) = parts else { return limit.is_ok() };
                let mut coming = Coming { taken, parts: SmallVec::new() };
                for &part in parts {
                    let placed = ground.canonical_forms.placed(part);
                    if !(placed.turns && self.turning) {
                        self.table.prefetch(placed.set);
                        coming.parts.push(Part { here: part, placed: placed.set });
                    }
                }
                options.coming.push(coming);
                let early = options.coming.len() - options.arrived < AHEAD;
                limit.is_ok() && (early || !self.arrive(wanted, options))
            })
        });
        limit?;
        let mut left = options.arrived..options.coming.len();
        Ok(stopped || left.any(|_| self.arrive(wanted, options)))
    }

    /// Whether there is time, and memory, to list more options.
    fn room_for(&mut self, options: &mut Options<M>) -> Result<(), Stopped> {
        self.budget.check()?;
        // Those that were looked up are not needed here any more.
        options.coming.drain(..options.arrived);
        options.arrived = 0;
        let bytes = options.open.len() * size_of::<Candidate<M>>();
        // The table may have taken all that there is, and has not filled it.
        let most = self.budget.memory_left().max(self.budget.memory() / 4);
        if bytes as u64 > most { Err(Stopped::Memory) } else { Ok(()) }
    }

    /// Looks up the next option that has come from memory. Says whether it is worth `wanted`.
    #[inline(always)]
    fn arrive(&mut self, wanted: Option<u32>, options: &mut Options<M>) -> bool {
        let Coming { taken, parts } = &mut options.coming[options.arrived];
        let mut choice = Candidate::new(*taken);
        let parts = std::mem::take(parts);
        options.arrived += 1;
        parts.into_iter().for_each(|part| choice.add(part, self.known(part.placed)));
        if choice.unknown.is_empty() {
            options.see(choice.known);
            return wanted == Some(choice.known);
        }
        options.open.push(choice);
        false
    }

    /// Whether some option is worth `value`, of those open from an index on. `last` was taken before.
    fn try_options(
        &mut self,
        value: u32,
        last: M,
        options: &mut Options<M>,
        from: usize,
    ) -> Result<bool, Halt> {
        if options.has(value) {
            return Ok(true);
        }
        self.put_in_order(value, last, options, from)?;
        for index in 0..options.order.len() {
            let choice = &options.open[options.order[index].1 as usize];
            let (taken, mut wanted) = (choice.taken, value ^ choice.known);
            let Some((&largest, others)) = choice.unknown.split_last() else { continue };
            for &other in others {
                wanted ^= self.placed_value(other.placed)?;
            }
            if self.part_equals(largest, taken, wanted)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn look_again(&mut self, options: &mut Options<M>) {
        options.looked = self.nodes;
        let mut open = std::mem::take(&mut options.open);
        open.retain_mut(|choice| {
            let parts = std::mem::take(&mut choice.unknown);
            parts.into_iter().for_each(|part| choice.add(part, self.known(part.placed)));
            if choice.unknown.is_empty() {
                options.see(choice.known);
            }
            !choice.unknown.is_empty()
        });
        options.open = open;
    }

    /// Puts those options in order that may be worth `value`.
    fn put_in_order(
        &mut self,
        value: u32,
        last: M,
        options: &mut Options<M>,
        from: usize,
    ) -> Result<(), Halt> {
        let mut pace = Pace::new(self.ground.host.len());
        let Options { open, order, .. } = options;
        order.clear();
        for (index, choice) in open.iter().enumerate().skip(from) {
            if pace.is_due() {
                self.budget.check()?;
            }
            let wanted = value ^ choice.known;
            let (mut size, mut mobility) = (0, 0.0);
            for &part in &choice.unknown {
                size += part.here.count();
                mobility += self.ground.mobility.of(&self.ground.host, part.here);
            }
            let hope = match choice.unknown.len() {
                1 if choice.fact.excludes(wanted) => continue,
                1 => self.history.hope(size, wanted),
                _ => self.history.hope(size, value) * 0.5,
            };
            let reply_shapes = self.ground.reply_shapes.of(last.or(choice.taken));
            order.push((hope * (1.0 + reply_shapes) - mobility, index as u32));
        }
        order.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
        Ok(())
    }

    /// The value of a small component, from the values of all its options.
    fn small_value(&mut self, component: M, options: &mut Options<M>) -> Result<u32, Halt> {
        let before = self.nodes;
        self.look(component, self.ground.host.kinds(), None, options)?;
        for index in 0..options.open.len() {
            let choice = &options.open[index];
            let mut sum = choice.known;
            for &part in &choice.unknown {
                sum ^= self.placed_value(part.placed)?;
            }
            options.see(sum);
        }
        // A component of at most 16 vertices is worth at most 16.
        let value = options.seen.trailing_ones();
        if let Some(fact) = Fact::value(value) {
            self.table.put(component, fact, self.nodes - before, self.budget);
        }
        Ok(value)
    }
}
