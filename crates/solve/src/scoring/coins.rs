//! Strings-and-coins, dots-and-boxes and Closing Octagons, where a score keeps the turn: exact margins.
//!
//! [`super::captures`] plays every capture, so only positions without captures are searched: every vertex left has
//! weight 2 or more. Components in which all weights are 2 are chains and cycles (a single vertex with loops counts as
//! one with two or three of them, theorem 7); they are kept as a list of lengths,
//! and a move in one has a known result (theorem 5 of `docs/theory-scoring.md`, Keeping the turn). So positions that
//! differ only in where chains and cycles lie are one.
//!
//! With the normal rules (3') and (4') a player who can leave every weight at 2 or more must do so; once that is
//! impossible the margins are those of the free game (theorem 6).

use std::sync::atomic::{AtomicBool, Ordering};

use smallvec::SmallVec;

use super::bounds::{Bounds, BoundsTable};
use super::captures::settle;
use super::host::{Host, Place, mix};
use super::turning::Turning;
use crate::limits::{Budget, Stopped};

/// A position without captures: chains and cycles by length in ascending order, and all other components.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Quiet<const W: usize> {
    rest: Place<W>,
    simple: SmallVec<[u8; 16]>,
    points: i32,
}

/// A move, and what it gives the opponent: `-(taken + margin(next))`, or `-(taken + |deal + margin(next)|)`.
struct Child<const W: usize> {
    taken: i32,
    deal: i32,
    next: Quiet<W>,
    low: i32,
    high: i32,
}

/// The words of a key; more would not fit the positions of large boards either.
const WORDS: usize = 8;
type Key = [u32; WORDS];

/// The solver of one board, shared by threads.
#[derive(Debug)]
pub struct Coins<const W: usize> {
    host: Host<W>,
    turning: Turning<W>,
    normal_rules: bool,
    table: BoundsTable<WORDS>,
    done: AtomicBool,
}

/// A chain of n vertices is written 2n, a cycle 2n + 1. No cycle has one vertex: that number stands for [`THREE_LOOPS`].
fn chain_code(vertices: u32, has_loop: bool) -> u8 {
    (vertices * 2) as u8 + u8::from(!has_loop)
}

/// One vertex with two loops, the shortest chain. A vertex with any even number of loops is worth the same.
const TWO_LOOPS: u8 = 2;
/// One vertex with three loops; with any larger odd number it is worth the same (theorem 7).
const THREE_LOOPS: u8 = 3;

/// What opening a chain or a cycle gives the opponent: points to take, and points to take or deal.
fn opened(code: u8) -> (i32, i32) {
    let vertices = code as i32 / 2;
    match (code % 2 == 0, vertices) {
        _ if code == THREE_LOOPS => (0, 0),
        (true, 1 | 2) => (vertices, 0),
        (true, _) => (vertices - 2, 2),
        (false, 2 | 3) => (vertices, 0),
        (false, _) => (vertices - 4, 4),
    }
}

impl<const W: usize> Coins<W> {
    /// A solver whose table stays below so many bytes.
    pub fn new(host: Host<W>, turning: Turning<W>, normal_rules: bool, bytes: u64) -> Self {
        let table = BoundsTable::new(bytes);
        Coins { host, turning, normal_rules, table, done: AtomicBool::new(false) }
    }

    /// The bytes in the table.
    pub fn bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Whether the margin of a place is at least `least`, asked by so many threads: a number from `least` on is a
    /// lower bound, any other an upper bound.
    pub fn test(
        &self,
        place: &Place<W>,
        least: i32,
        threads: usize,
        budget: &mut Budget,
    ) -> Result<i32, Stopped> {
        self.done.store(false, Ordering::Relaxed);
        let settled = settle(&self.host, place, 0..self.host.vertex_count());
        let quiet = self.quiet(&settled.quiet, &[]);
        let (taken, deal) = self.dealt(settled.taken as i32, settled.deal as i32, &quiet);
        let search = |thread: usize, budget: &mut Budget| {
            let mut search = Search { coins: self, thread: thread as u64, positions: 0 };
            let answer = search.settled(taken, deal, &quiet, least, budget);
            if answer.is_ok() {
                self.done.store(true, Ordering::Relaxed);
            }
            answer
        };
        if threads < 2 {
            return search(0, budget);
        }
        // Every thread searches the whole, in another order; what one finds out spares the others.
        std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..threads)
                .map(|thread| {
                    let mut budget = budget.fork();
                    scope.spawn(move || search(thread, &mut budget))
                })
                .collect();
            let ours = search(0, budget);
            self.done.store(true, Ordering::Relaxed);
            let theirs = helpers.into_iter().filter_map(|helper| helper.join().ok());
            theirs.fold(ours, |best, answer| if best.is_ok() { best } else { answer.or(best) })
        })
    }

    /// With the normal rules, who can leave a normal state must take everything on the way.
    fn dealt(&self, taken: i32, deal: i32, quiet: &Quiet<W>) -> (i32, i32) {
        let forced = self.normal_rules && deal > 0 && self.has_safe_move(quiet);
        if forced { (taken + deal, 0) } else { (taken, deal) }
    }

    fn has_safe_move(&self, quiet: &Quiet<W>) -> bool {
        let rest = &quiet.rest;
        quiet.simple.contains(&THREE_LOOPS)
            || self.host.classes(rest).any(|class| self.is_safe(rest, class))
    }

    /// Whether removing an edge leaves every weight at 2 or more.
    fn is_safe(&self, rest: &Place<W>, class: usize) -> bool {
        let (u, v) = self.host.ends(class);
        self.host.weight(rest, u) > 2 && self.host.weight(rest, v) > 2
    }

    /// A position without captures: its chains and cycles beside some others, and the rest.
    fn quiet(&self, place: &Place<W>, others: &[u8]) -> Quiet<W> {
        let mut simple: SmallVec<[u8; 16]> = SmallVec::from_slice(others);
        let mut points: i32 = others.iter().map(|&code| code as i32 / 2).sum();
        let mut rest = *place;
        let mut left = *place;
        while let Some(class) = self.host.classes(&left).next() {
            let part = self.host.part_of(&left, self.host.ends(class).0);
            left = left.minus(&part);
            let (vertices, weights, has_loop) = self.shape(&part);
            points += vertices as i32;
            // All weights are at least 2, so their sum tells whether all are.
            let code = if vertices == 1 {
                if weights % 2 == 0 { TWO_LOOPS } else { THREE_LOOPS }
            } else if weights == 2 * vertices && vertices < 120 {
                chain_code(vertices, has_loop)
            } else {
                continue;
            };
            simple.push(code);
            rest = rest.minus(&part);
        }
        simple.sort_unstable();
        Quiet { rest, simple, points }
    }

    /// The vertices of a component, the sum of their weights, and whether it has a loop.
    fn shape(&self, part: &Place<W>) -> (u32, u32, bool) {
        let (mut weights, mut has_loop) = (0, false);
        let mut ends: SmallVec<[u16; 64]> = SmallVec::new();
        for class in self.host.classes(part) {
            let (u, v) = self.host.ends(class);
            weights += self.host.copies(part, class) * if u == v { 1 } else { 2 };
            has_loop |= u == v;
            ends.push(u as u16);
            ends.push(v as u16);
        }
        ends.sort_unstable();
        ends.dedup();
        (ends.len() as u32, weights, has_loop)
    }

    fn key(&self, quiet: &Quiet<W>) -> Option<Key> {
        let mut key = [0; WORDS];
        let place = self.turning.least(&quiet.rest);
        let words = place.0.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]);
        let lengths = quiet.simple.chunks(4).map(|chunk| {
            chunk.iter().enumerate().fold(0, |word, (i, &code)| word | (code as u32) << (8 * i))
        });
        let mut used = 0;
        for word in words.chain(lengths) {
            *key.get_mut(used)? = word;
            used += 1;
        }
        Some(key)
    }
}

/// One thread's search.
struct Search<'s, const W: usize> {
    coins: &'s Coins<W>,
    thread: u64,
    positions: u64,
}

impl<const W: usize> Search<'_, W> {
    /// Tests `taken + margin`, or `taken + |deal + margin|`.
    fn settled(
        &mut self,
        taken: i32,
        deal: i32,
        quiet: &Quiet<W>,
        least: i32,
        budget: &mut Budget,
    ) -> Result<i32, Stopped> {
        let rest = least - taken;
        if deal == 0 {
            return Ok(taken + self.test(quiet, rest, budget)?);
        }
        if rest <= 0 {
            // An absolute value is never negative; parity says whether it may be 0.
            return Ok(taken + ((deal + quiet.points) & 1));
        }
        let high = self.test(quiet, rest - deal, budget)?;
        if high >= rest - deal {
            return Ok(taken + deal + high);
        }
        let low = self.test(quiet, 2 - rest - deal, budget)?;
        if low < 2 - rest - deal {
            return Ok(taken - deal - low);
        }
        Ok(taken + (deal + high).abs().max((deal + low).abs()))
    }

    fn known(&self, quiet: &Quiet<W>) -> (i32, i32) {
        let bounds = self.coins.key(quiet).map(|key| self.coins.table.get(&key));
        let (low, high) = bounds.map_or((i32::MIN, i32::MAX), |b| (b.low as i32, b.high as i32));
        (low.max(-quiet.points), high.min(quiet.points))
    }

    /// Whether the margin of a position without captures is at least `least`.
    fn test(&mut self, quiet: &Quiet<W>, least: i32, budget: &mut Budget) -> Result<i32, Stopped> {
        let (low, high) = self.known(quiet);
        if low >= least || high < least {
            return Ok(if low >= least { low } else { high });
        }
        budget.visit()?;
        self.positions += 1;
        if self.coins.done.load(Ordering::Relaxed) {
            return Err(Stopped::Interrupted);
        }
        let before = self.positions;
        let (low, high) = self.narrow(quiet, (low, high), least, budget)?;
        if let Some(key) = self.coins.key(quiet) {
            let clamp = |bound: i32| bound.clamp(i8::MIN as i32, i8::MAX as i32) as i8;
            let bounds = Bounds { low: clamp(low), high: clamp(high) };
            self.coins.table.put(&key, bounds, self.positions - before + 1);
        }
        Ok(if low >= least { low } else { high })
    }

    /// Narrows the bounds of a position until they say whether it is worth `least`.
    fn narrow(
        &mut self,
        quiet: &Quiet<W>,
        (mut low, high): (i32, i32),
        least: i32,
        budget: &mut Budget,
    ) -> Result<(i32, i32), Stopped> {
        let mut children = self.children(quiet);
        for child in &children {
            low = low.max(child.low);
        }
        if low >= least {
            return Ok((low, high));
        }
        self.order(&mut children);
        let mut best = -quiet.points;
        for child in &children {
            let worth = if child.high < least {
                child.high
            } else {
                -self.settled(child.taken, child.deal, &child.next, 2 - least, budget)?
            };
            if worth >= least {
                return Ok((worth, high));
            }
            best = best.max(worth);
        }
        Ok((low, high.min(best)))
    }

    /// What promises most first: a good lower bound, then the least given away.
    fn order(&self, children: &mut [Child<W>]) {
        let thread = self.thread;
        let shuffle =
            |child: &Child<W>| if thread == 0 { 0 } else { mix(child.next.rest.hash() ^ thread) };
        children.sort_by_cached_key(|child| {
            (child.taken + child.deal, -child.low, child.high, shuffle(child))
        });
    }

    fn children(&self, quiet: &Quiet<W>) -> Vec<Child<W>> {
        let coins = self.coins;
        let only_safe = coins.normal_rules && coins.has_safe_move(quiet);
        let mut children = Vec::new();
        for class in coins.host.classes(&quiet.rest) {
            if only_safe && !coins.is_safe(&quiet.rest, class) {
                continue;
            }
            let (u, v) = coins.host.ends(class);
            let settled = settle(&coins.host, &coins.host.without(&quiet.rest, class), [u, v]);
            let next = coins.quiet(&settled.quiet, &quiet.simple);
            children.push(self.child(settled.taken as i32, settled.deal as i32, next));
        }
        for (at, &code) in quiet.simple.iter().enumerate() {
            let again = at > 0 && quiet.simple[at - 1] == code;
            if again || (only_safe && code != THREE_LOOPS) {
                continue;
            }
            let mut next = quiet.clone();
            if code == THREE_LOOPS {
                next.simple[at] = TWO_LOOPS;
                next.simple.sort_unstable();
            } else {
                next.simple.remove(at);
                next.points -= code as i32 / 2;
            }
            let (taken, deal) = opened(code);
            children.push(self.child(taken, deal, next));
        }
        children
    }

    /// A move with what the table knows of its worth.
    fn child(&self, taken: i32, deal: i32, next: Quiet<W>) -> Child<W> {
        let (taken, deal) = self.coins.dealt(taken, deal, &next);
        let (low, high) = self.known(&next);
        let (low, high) = match deal {
            0 => (low, high),
            // Bounds keep the parity of what they bound: between two margins a bound would say nothing.
            _ if low <= -deal && high >= -deal => {
                ((deal + next.points) & 1, (low + deal).abs().max((high + deal).abs()))
            }
            _ => {
                let ends = ((low + deal).abs(), (high + deal).abs());
                (ends.0.min(ends.1), ends.0.max(ends.1))
            }
        };
        Child { taken, deal, next, low: -(taken + high), high: -(taken + low) }
    }
}
