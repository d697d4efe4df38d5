//! The search of one thread for an answer about a margin: positions without captures, their moves, and what is known of
//! them.

use std::sync::atomic::Ordering;

use smallvec::SmallVec;

use super::proof_number_search::ProofNumberTable;
use super::shapes::Riches;
use super::{Coins, Order};
use crate::kit::bits::{Mask, Words};
use crate::kit::halt::Halt;
use crate::kit::transposition::{Key, TableLayout};
use crate::limits::Budget;
use crate::scoring::bounds::Bounds;
use crate::scoring::captures::settle;
use crate::scoring::host::{mix, mixed};
use crate::scoring::lists::{Item, ListId, Reader};

/// A position without captures: what lies on the board, the list of other components, and the vertices of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Quiet<const W: usize> {
    pub(super) rest: Words<W>,
    pub(super) list: ListId,
    pub(super) points: i32,
}

/// A move, and what it gives the opponent: `-(taken + margin(next))`, or `-(taken + |deal + margin(next)|)`.
#[derive(Clone, Copy)]
pub(super) struct Child<const W: usize> {
    pub(super) taken: i32,
    pub(super) deal: i32,
    pub(super) next: Quiet<W>,
    pub(super) low: i32,
    pub(super) high: i32,
    pub(super) key: Key<W>,
}

pub(super) type Children<const W: usize> = SmallVec<[Child<W>; 24]>;

/// One thread's search.
pub(super) struct CoinsSearch<'s, const W: usize> {
    pub(super) coins: &'s Coins<W>,
    pub(super) lists: Reader<'s>,
    pub(super) thread: u64,
    pub(super) positions: u64,
    pub(super) proof_numbers: ProofNumberTable<W>,
}

impl<'s, const W: usize> CoinsSearch<'s, W> {
    /// How often a thread looks at the limits, in positions. One position of a wide board takes as long as thousands of a narrow one.
    const LOOK_EVERY: u64 = if W > 8 { 1 } else { 64 };

    pub(super) fn new(
        coins: &'s Coins<W>,
        thread: u64,
        proof_numbers: ProofNumberTable<W>,
    ) -> Self {
        CoinsSearch { coins, lists: Reader::new(&coins.lists), thread, positions: 0, proof_numbers }
    }

    /// A position without captures, sorted out.
    pub(super) fn quiet(&mut self, place: &Words<W>) -> Quiet<W> {
        let host = &self.coins.host;
        let mut quiet = Quiet { rest: *place, list: 0, points: host.bound_vertices(place) as i32 };
        for vertex in 0..host.vertex_count() {
            self.split_off(&mut quiet, vertex);
        }
        quiet
    }

    /// Takes the component of a vertex out of the rest of a position, if it is a chain, a cycle or rich in loops.
    #[inline]
    fn split_off(&mut self, quiet: &mut Quiet<W>, vertex: usize) {
        if let Some((part, item)) = self.coins.simple_at(&quiet.rest, vertex) {
            self.list(quiet, &part, item.points(), &[item]);
        } else if let Some((part, vertices)) = self.coins.rich_at(&quiet.rest, vertex) {
            self.list(quiet, &part, vertices as i32, Item::rich(vertices, part.count() as u32));
        }
    }

    /// Moves a part of this many vertices from the rest of a position to its list, as these components.
    fn list(&mut self, quiet: &mut Quiet<W>, part: &Words<W>, vertices: i32, items: &[Item]) {
        quiet.rest = quiet.rest.minus(*part);
        let before = self.lists.get(quiet.list).points;
        for &item in items {
            quiet.list = self.lists.with(quiet.list, item);
        }
        // Some may have cancelled.
        quiet.points += self.lists.get(quiet.list).points - before - vertices;
    }

    /// Tests `taken + margin`, or `taken + |deal + margin|`.
    pub(super) fn settled(
        &mut self,
        taken: i32,
        deal: i32,
        quiet: &Quiet<W>,
        key: &Key<W>,
        least: i32,
        budget: &mut Budget,
    ) -> Result<i32, Halt> {
        let rest = least - taken;
        if deal == 0 {
            return Ok(taken + self.probe(quiet, key, rest, budget)?);
        }
        if rest <= 0 {
            // An absolute value is never negative; parity says whether it may be 0.
            return Ok(taken + ((deal + quiet.points) & 1));
        }
        let high = self.probe(quiet, key, rest - deal, budget)?;
        if high >= rest - deal {
            return Ok(taken + deal + high);
        }
        let low = self.probe(quiet, key, 2 - rest - deal, budget)?;
        if low < 2 - rest - deal {
            return Ok(taken - deal - low);
        }
        Ok(taken + (deal + high).abs().max((deal + low).abs()))
    }

    pub(super) fn known(&mut self, quiet: &Quiet<W>, key: &Key<W>) -> (i32, i32) {
        if quiet.rest.is_empty() {
            let margin = self.lists.get(quiet.list).margin;
            return (margin, margin);
        }
        if let Some(margin) = self.core_margin(quiet) {
            return (margin, margin);
        }
        let (low, high) =
            self.riches(quiet).and_then(|riches| riches.bounds()).unwrap_or((i32::MIN, i32::MAX));
        if low == high {
            return (low, high);
        }
        let (known_low, known_high) = self.coins.table.get(key).within(quiet.points);
        (low.max(known_low), high.min(known_high))
    }

    /// The margin of a position of the core alone.
    fn core_margin(&mut self, quiet: &Quiet<W>) -> Option<i32> {
        let core_table = self.coins.full_core_table()?;
        let (_, edges) = self.lists.get(quiet.list).bouquets()?;
        core_table.margin(&self.coins.host, &quiet.rest, edges)
    }

    /// How rich in loops a position is that is all of one kind, bouquets beside it included. That takes long enough to be
    /// asked only where it tells something: in the free game, where nearly all is rich.
    fn riches(&mut self, quiet: &Quiet<W>) -> Option<Riches> {
        let coins = self.coins;
        if !coins.is_nearly_rich || coins.normal_rules {
            return None;
        }
        let bouquets = self.lists.get(quiet.list).bouquets()?;
        Some(coins.riches(&quiet.rest).beside(bouquets))
    }

    /// Whether the margin of a position without captures is at least `least`.
    fn probe(
        &mut self,
        quiet: &Quiet<W>,
        key: &Key<W>,
        least: i32,
        budget: &mut Budget,
    ) -> Result<i32, Halt> {
        let (low, high) = self.known(quiet, key);
        if low >= least || high < least {
            return Ok(if low >= least { low } else { high });
        }
        if self.coins.order == Order::ProofNumbers && !self.coins.has_core_table() {
            return self.prove(quiet, key, least, budget);
        }
        self.begin(budget)?;
        let before = self.positions;
        let (low, high) = self.narrow(quiet, (low, high), least, budget)?;
        self.coins.table.put(key, Bounds::new(low, high), self.positions - before + 1);
        Ok(if low >= least { low } else { high })
    }

    /// Counts a position and looks at the limits.
    pub(super) fn begin(&mut self, budget: &mut Budget) -> Result<(), Halt> {
        self.positions += 1;
        if !self.positions.is_multiple_of(Self::LOOK_EVERY) {
            return Ok(());
        }
        budget.count(Self::LOOK_EVERY);
        self.coins.positions.fetch_add(Self::LOOK_EVERY, Ordering::Relaxed);
        if self.coins.done.load(Ordering::Relaxed) || self.coins.wanted_core_table().is_some() {
            return Err(Halt::Enough);
        }
        Ok(budget.check()?)
    }

    /// Narrows the bounds of a position until they say whether it is worth `least`.
    fn narrow(
        &mut self,
        quiet: &Quiet<W>,
        (mut low, high): (i32, i32),
        least: i32,
        budget: &mut Budget,
    ) -> Result<(i32, i32), Halt> {
        let mut children = self.children(quiet);
        for child in &mut children {
            self.look_up(child);
            low = low.max(child.low);
            if low >= least {
                return Ok((low, high));
            }
        }
        if self.coins.has_core_table() {
            self.order_by_core_table(&mut children, least);
        } else {
            self.order(&mut children);
        }
        let mut best = -quiet.points;
        for child in &children {
            let worth = if child.high < least {
                child.high
            } else {
                -self.settled(
                    child.taken,
                    child.deal,
                    &child.next,
                    &child.key,
                    2 - least,
                    budget,
                )?
            };
            if worth >= least {
                return Ok((worth, high));
            }
            best = best.max(worth);
        }
        Ok((low, high.min(best)))
    }

    /// What promises most first: the least given away, a good lower bound, then what leaves the smallest search.
    fn order(&self, children: &mut [Child<W>]) {
        children.sort_unstable_by_key(|child| {
            let given = child.taken + child.deal;
            let shuffle = self.shuffle(&child.next);
            (given, -child.low, child.next.rest.count(), child.high, shuffle)
        });
    }

    /// What tells threads to take moves that are otherwise alike in different orders.
    pub(super) fn shuffle(&self, next: &Quiet<W>) -> u64 {
        if self.thread == 0 { 0 } else { mix(mixed(&next.rest) ^ self.thread) }
    }

    pub(super) fn children(&mut self, quiet: &Quiet<W>) -> Children<W> {
        let coins = self.coins;
        let list = self.lists.get(quiet.list);
        let (moves, points) = (list.moves.clone(), quiet.points - list.points);
        let only_safe = coins.normal_rules
            && (moves.iter().any(|mv| mv.is_safe) || coins.has_safe_move(&quiet.rest));
        let mut children = Children::new();
        for mv in moves.iter().filter(|mv| mv.is_safe || !only_safe) {
            let points = points + self.lists.get(mv.next).points;
            let next = Quiet { rest: quiet.rest, list: mv.next, points };
            children.push(self.child(mv.taken, mv.deal, next));
        }
        let host = &coins.host;
        let mut seen = Words::EMPTY;
        for class in host.classes(&quiet.rest) {
            let (u, v) = host.ends(class);
            let mut next = Quiet { rest: host.without(&quiet.rest, class), ..*quiet };
            if host.weight(&next.rest, u) > 1 && host.weight(&next.rest, v) > 1 {
                self.split_off(&mut next, u);
                self.split_off(&mut next, v);
                children.push(self.child(0, 0, next));
            } else if !only_safe && !host.has(&seen, class) {
                let (chain, class) = coins.chain(&quiet.rest, class);
                seen = seen.or(chain);
                children.push(self.open(quiet, class));
            }
        }
        children
    }

    /// Opens a chain that is part of a larger component.
    fn open(&mut self, quiet: &Quiet<W>, class: usize) -> Child<W> {
        let host = &self.coins.host;
        let (u, v) = host.ends(class);
        let settled = settle(host, &host.without(&quiet.rest, class), [u, v]);
        let (taken, deal) = (settled.taken as i32, settled.deal as i32);
        let points = quiet.points - taken - deal;
        let mut next = Quiet { rest: settled.quiet, list: quiet.list, points };
        for class in host.classes(&quiet.rest.minus(settled.quiet)) {
            let (u, v) = host.ends(class);
            self.split_off(&mut next, u);
            self.split_off(&mut next, v);
        }
        self.child(taken, deal, next)
    }

    /// A move of which nothing is known yet.
    fn child(&self, taken: i32, deal: i32, next: Quiet<W>) -> Child<W> {
        let key = self.coins.key(&next);
        self.coins.table.prefetch(&key);
        Child { taken, deal, next, low: i32::MIN, high: i32::MAX, key }
    }

    /// What the table knows of a move's worth.
    fn look_up(&mut self, child: &mut Child<W>) {
        let Child { taken, deal, next, key, .. } = *child;
        let (low, high) = dealt_bounds(self.known(&next, &key), deal, next.points);
        (child.low, child.high) = (-(taken + high), -(taken + low));
    }
}

/// The bounds on `|deal + margin|`, or on the margin if there is no deal.
pub(super) fn dealt_bounds((low, high): (i32, i32), deal: i32, points: i32) -> (i32, i32) {
    let ends = ((low + deal).abs(), (high + deal).abs());
    match deal {
        0 => (low, high),
        // Bounds keep the parity of what they bound: between two margins a bound would say nothing.
        _ if low <= -deal && high >= -deal => ((deal + points) & 1, ends.0.max(ends.1)),
        _ => (ends.0.min(ends.1), ends.0.max(ends.1)),
    }
}
