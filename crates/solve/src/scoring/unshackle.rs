//! Unshackle: exact margins by null-window search over multisets of components.
//!
//! Everything that is left out rests on theorems proved in `docs/theory-scoring.md`. Every leaf can be replaced by a
//! single loop beside the position, two loops cancel, and one is best taken at once; so are single edges. Paths of
//! three vertices and double edges are each worth a number. So only *cores* are searched, components without leaves
//! ([`super::components`]), and a move leaves a core and perhaps a loop, which the opponent takes: then the mover moves
//! again and is a point behind.
//!
//! * 0 <= v(G) + v(G-e) <= 2 for every move e of a core: the bounds of each child bound the position from both sides.
//! * If there are no parallel edges, the number of edges says who wins.
//! * Components that can be mirrored give a bound as soon as the rest does.
//! * Margins have the parity of the vertices that are left, so windows step by two.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering};

use smallvec::SmallVec;

use super::bounds::{Bounds, BoundsTable, OPEN};
use super::components::{Components, CoreMove, Id, Store};
use super::host::mix;
use crate::kit::bits::Words;
use crate::kit::halt::Halt;
use crate::kit::race::race;
use crate::kit::transposition::TableLayout;
use crate::limits::{Budget, Stopped};

/// The cores of a position in ascending order.
type Parts = SmallVec<[Id; 10]>;

/// The components with their numbers, two in a word.
type Key = crate::kit::transposition::Key<4>;

/// A worth of `base + margin` or `base - margin`, given the margin of a position.
#[derive(Clone, Copy)]
struct Worth {
    base: i32,
    is_negative: bool,
}

impl Worth {
    fn of(self, margin: i32) -> i32 {
        if self.is_negative { self.base - margin } else { self.base + margin }
    }

    /// The margin that has this worth.
    fn margin(self, worth: i32) -> i32 {
        if self.is_negative { self.base - worth } else { worth - self.base }
    }

    /// The bounds of a worth from those of a margin.
    fn bounds(self, (low, high): (i32, i32)) -> (i32, i32) {
        if self.is_negative { (self.of(high), self.of(low)) } else { (self.of(low), self.of(high)) }
    }

    /// The worth of so much less that.
    fn from(self, points: i32) -> Self {
        Worth { base: points - self.base, is_negative: !self.is_negative }
    }
}

/// A position that a move leads to, and what is known of the move's worth.
struct Child {
    rest: Parts,
    worth: Worth,
    low: i32,
    high: i32,
}

/// What the threads that search one board share.
#[derive(Debug)]
pub struct UnshackleSolver<const W: usize> {
    store: Store<W>,
    table: BoundsTable<4>,
    most_store_bytes: usize,
    /// The bytes that the threads may take for what they need often, all together.
    most_place_bytes: usize,
    /// Set when one thread has the answer.
    done: AtomicBool,
}

impl<const W: usize> UnshackleSolver<W> {
    /// Tables that stay below this many bytes.
    pub fn new(store: Store<W>, bytes: u64) -> Self {
        // A game on cores lasts as long as there are cycles. Measured on ladders and grids, this many positions are worth keeping.
        let positions = (1.15 * store.host().cycle_rank() as f64 + 3.0).exp2();
        let table = BoundsTable::fixed(positions, bytes / 3);
        UnshackleSolver {
            store,
            table,
            most_store_bytes: bytes as usize / 2,
            most_place_bytes: bytes as usize / 8,
            done: AtomicBool::new(false),
        }
    }

    /// The bytes in tables.
    pub fn bytes(&self) -> usize {
        self.store.bytes() + self.table.bytes()
    }

    /// Whether the margin of a place is at least `least`, asked by this many threads: a number from `least` on is a
    /// lower bound, any other an upper bound.
    pub fn probe(
        &self,
        place: &Words<W>,
        least: i32,
        threads: usize,
        budget: &mut Budget,
    ) -> Result<i32, Stopped> {
        let search = |thread: u64| {
            move |budget: &mut Budget| {
                let bytes = self.most_place_bytes / threads.max(1);
                UnshackleSearch::new(self, thread, bytes).test_place(place, least, budget)
            }
        };
        loop {
            let helpers = (1..threads as u64).map(search);
            match race(&self.done, budget, search(0), helpers) {
                Ok(answer) => return Ok(answer),
                Err(Halt::Stopped(stopped)) => return Err(stopped),
                // The search was given up for a helper's answer that did not come.
                Err(Halt::Enough) => {}
            }
        }
    }
}

/// One thread's search.
struct UnshackleSearch<'s, const W: usize> {
    shared: &'s UnshackleSolver<W>,
    components: Components<'s, W>,
    thread: u64,
    positions: u64,
}

/// A key that stands for no position: too many components to fit.
const NO_KEY: Key = Key { words: [u64::MAX; 4], extra: u32::MAX };

fn key_of(parts: &[Id]) -> Key {
    let mut words = [0; 4];
    for (used, group) in parts.chunk_by(|a, b| a == b).enumerate() {
        if used == 8 || group.len() > 63 {
            return NO_KEY;
        }
        words[used / 2] |= (group[0] as u64) << (32 * (used % 2) + 6);
        words[used / 2] |= (group.len() as u64) << (32 * (used % 2));
    }
    Key { words, extra: 0 }
}

/// A position from its components.
fn parts_of(ids: impl IntoIterator<Item = Id>) -> Parts {
    let mut parts: Parts = ids.into_iter().filter(|&id| id != 0).collect();
    parts.sort_unstable();
    parts
}

/// How often a thread looks after memory, in positions.
const LOOK_AFTER_MEMORY: u64 = 1 << 10;

impl<'s, const W: usize> UnshackleSearch<'s, W> {
    fn new(shared: &'s UnshackleSolver<W>, thread: u64, place_bytes: usize) -> Self {
        let components = Components::new(&shared.store, place_bytes);
        UnshackleSearch { shared, components, thread, positions: 0 }
    }

    fn test_place(
        &mut self,
        place: &Words<W>,
        least: i32,
        budget: &mut Budget,
    ) -> Result<i32, Halt> {
        let cores = self.components.cores(place);
        let parts = parts_of(cores.iter().map(|core| core.id));
        let loops: u32 = cores.iter().map(|core| core.loops).sum();
        let gifts = cores.iter().map(|core| core.gifts).sum();
        let mut worth = self.worth_beside(&parts, gifts, loops % 2 == 1);
        if cores.iter().filter(|core| core.is_edge).count() % 2 == 1 {
            worth = worth.from(2);
        }
        self.test_worth(&parts, worth, least, budget)
    }

    /// The worth of a position with gifts beside it, which cost the player who has to move when nothing else is left,
    /// and perhaps a single loop, which is taken at once.
    fn worth_beside(&mut self, parts: &[Id], gifts: u32, has_loop: bool) -> Worth {
        let gifts = gifts as i32;
        let base = if self.is_odd(parts) { gifts } else { -gifts };
        let worth = Worth { base, is_negative: false };
        if has_loop { worth.from(1) } else { worth }
    }

    /// Whether the worth of a position is at least `least`.
    fn test_worth(
        &mut self,
        parts: &Parts,
        worth: Worth,
        least: i32,
        budget: &mut Budget,
    ) -> Result<i32, Halt> {
        // Below the margin that is just too high, if a high one is bad.
        let margin = worth.margin(least) + if worth.is_negative { 2 } else { 0 };
        Ok(worth.of(self.probe(parts, margin, budget)?))
    }

    /// Whether the margin of a position is at least `least`.
    fn probe(&mut self, parts: &Parts, least: i32, budget: &mut Budget) -> Result<i32, Halt> {
        let key = key_of(parts);
        let (low, high) = self.known(parts, &key);
        if low >= least || high < least {
            return Ok(if low >= least { low } else { high });
        }
        self.begin(budget)?;
        let before = self.positions;
        let (low, high) = self.narrow(parts, (low, high), least, budget)?;
        if key != NO_KEY {
            self.shared.table.put(&key, Bounds::new(low, high), self.positions - before + 1);
        }
        Ok(if low >= least { low } else { high })
    }

    /// Counts a position and looks at every limit.
    fn begin(&mut self, budget: &mut Budget) -> Result<(), Halt> {
        budget.visit()?;
        self.positions += 1;
        if self.shared.done.load(Ordering::Relaxed) {
            return Err(Halt::Enough);
        }
        if self.positions.is_multiple_of(LOOK_AFTER_MEMORY) {
            let most = self.shared.most_store_bytes;
            if self.shared.store.bytes() > most {
                self.shared.store.forget_turns();
            }
            if self.shared.store.bytes() > most / 4 * 3 || self.shared.store.is_full() {
                return Err(Stopped::Memory.into());
            }
        }
        Ok(())
    }

    /// Narrows the bounds of a position until they say whether it is worth `least`.
    fn narrow(
        &mut self,
        parts: &Parts,
        (mut low, mut high): (i32, i32),
        least: i32,
        budget: &mut Budget,
    ) -> Result<(i32, i32), Halt> {
        (low, high) = self.narrow_by_mirror(parts, (low, high), least, budget)?;
        if low >= least || high < least {
            return Ok((low, high));
        }
        let mut children = self.children(parts, budget)?;
        for child in &children {
            low = low.max(child.low);
            high = high.min(child.high + 2);
        }
        if low >= least || high < least {
            return Ok((low, high));
        }
        self.order(&mut children);
        let mut best = i32::MIN;
        for child in &children {
            let worth = if child.high < least {
                child.high
            } else {
                self.test_worth(&child.rest, child.worth, least, budget)?
            };
            if worth >= least {
                return Ok((worth, high));
            }
            best = best.max(worth);
            high = high.min(worth + 2);
            if high < least {
                return Ok((low, high));
            }
        }
        // Every move was tried, and none is worth more than the best of them.
        Ok((low, high.min(best)))
    }

    /// What promises most first: the best lower bound, no loop for the opponent, many components (measured on ladders and
    /// grids).
    fn order(&self, children: &mut [Child]) {
        let thread = self.thread;
        // Another thread takes equal moves in another order.
        let shuffle = |child: &Child| match (thread, child.rest.last()) {
            (0, _) | (_, None) => 0,
            (_, Some(&id)) => mix(id as u64 ^ thread << 32),
        };
        let passes = |child: &Child| child.worth.is_negative;
        children.sort_by_cached_key(|child| {
            Reverse((child.low, passes(child), child.rest.len(), shuffle(child)))
        });
    }

    /// What the moves lead to.
    fn children(
        &mut self,
        parts: &Parts,
        budget: &mut Budget,
    ) -> Result<SmallVec<[Child; 32]>, Stopped> {
        let mut children = SmallVec::new();
        for (at, &id) in parts.iter().enumerate() {
            if at > 0 && parts[at - 1] == id {
                continue;
            }
            for turn in self.components.turns(id, budget)? {
                let others = parts.iter().enumerate().filter(|&(i, _)| i != at).map(|(_, &id)| id);
                let rest = parts_of(others.chain(turn.parts()));
                children.push(self.child(rest, turn));
            }
        }
        Ok(children)
    }

    fn child(&mut self, rest: Parts, turn: CoreMove) -> Child {
        let worth = self.worth_beside(&rest, turn.gifts(), turn.has_loop()).from(0);
        let (low, high) = worth.bounds(self.known(&rest, &key_of(&rest)));
        Child { rest, worth, low, high }
    }

    /// What the table knows of a position.
    fn look_up(&mut self, parts: &[Id], key: &Key) -> (i32, i32) {
        let bounds = if *key == NO_KEY { OPEN } else { self.shared.table.get(key) };
        let (low, high) = bounds.within(self.vertices(parts));
        // Who is to move wins with an odd number of edges, and loses with an even number (Theorem U10).
        if parts.is_empty() || !self.is_simple(parts) {
            (low, high)
        } else if self.is_odd(parts) {
            (low.max(2 - (low & 1)), high)
        } else {
            (low, high.min(-2 + (high & 1)))
        }
    }

    /// What is known of a position without search.
    fn known(&mut self, parts: &[Id], key: &Key) -> (i32, i32) {
        let (mut low, mut high) = self.look_up(parts, key);
        let (rest, fixed) = self.mirrored(parts);
        if rest.len() < parts.len() {
            let (rest_low, rest_high) = self.look_up(&rest, &key_of(&rest));
            if self.is_odd(&rest) {
                low = low.max(rest_low + fixed);
            } else {
                high = high.min(rest_high - fixed);
            }
        }
        (low, high)
    }

    /// A search of what no mirror is for may say enough of the whole (Theorem U5).
    fn narrow_by_mirror(
        &mut self,
        parts: &Parts,
        (mut low, mut high): (i32, i32),
        least: i32,
        budget: &mut Budget,
    ) -> Result<(i32, i32), Halt> {
        let (rest, fixed) = self.mirrored(parts);
        if rest.len() < parts.len() {
            if self.is_odd(&rest) {
                let bound = self.probe(&rest, least - fixed, budget)?;
                low = if bound >= least - fixed { low.max(bound + fixed) } else { low };
            } else {
                let bound = self.probe(&rest, least + fixed, budget)?;
                high = if bound < least + fixed { high.min(bound - fixed) } else { high };
            }
        }
        Ok((low, high))
    }

    /// The components that no mirror is for: neither an equal one beside them nor a reflection of their own; and by how
    /// much the player to move loses the others at least.
    fn mirrored(&mut self, parts: &[Id]) -> (Parts, i32) {
        let mut rest = Parts::new();
        let mut fixed = 0;
        let mut at = 0;
        while at < parts.len() {
            if let Some(mirror) = self.components.facts(parts[at]).mirror {
                fixed += mirror as i32;
            } else if parts.get(at + 1) == Some(&parts[at]) {
                at += 1;
            } else {
                rest.push(parts[at]);
            }
            at += 1;
        }
        (rest, fixed)
    }

    fn vertices(&mut self, parts: &[Id]) -> i32 {
        parts.iter().map(|&id| self.components.facts(id).vertices as i32).sum()
    }

    fn is_simple(&mut self, parts: &[Id]) -> bool {
        parts.iter().all(|&id| self.components.facts(id).simple)
    }

    fn is_odd(&mut self, parts: &[Id]) -> bool {
        parts.iter().filter(|&&id| self.components.facts(id).odd).count() % 2 == 1
    }
}
