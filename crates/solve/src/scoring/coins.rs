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
/// Very long ones have none.
fn simple_code(vertices: u32, has_loop: bool) -> Option<u8> {
    (vertices < 120).then_some((vertices * 2) as u8 + u8::from(!has_loop))
}

/// One vertex with two loops, the shortest chain. A vertex with any even number of loops is worth the same.
const TWO_LOOPS: u8 = 2;
/// One vertex with three loops; with any larger odd number it is worth the same (theorem 7).
const THREE_LOOPS: u8 = 3;

/// What opening a chain or a cycle gives the opponent: points to take, and points to take or deal.
fn opened(code: u8) -> (i32, i32) {
    let vertices = code as i32 / 2;
    match (code.is_multiple_of(2), vertices) {
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
        let quiet = self.quiet(&settled.quiet);
        let (taken, deal) = self.dealt(settled.taken as i32, settled.deal as i32, &settled.quiet);
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
    /// This is asked of the position as it is: a bouquet of four loops has a safe move, the two it stands for have none.
    fn dealt(&self, taken: i32, deal: i32, left: &Place<W>) -> (i32, i32) {
        let safe = |class: usize| self.is_safe(left, class);
        let forced = self.normal_rules && deal > 0 && self.host.classes(left).any(safe);
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

    /// A position without captures, sorted out.
    fn quiet(&self, place: &Place<W>) -> Quiet<W> {
        let points = self.host.bound_vertices(place) as i32;
        let mut quiet = Quiet { rest: *place, simple: SmallVec::new(), points };
        self.split_off(&mut quiet, self.host.classes(place));
        quiet
    }

    /// Takes chains, cycles and bouquets out of the rest of a position. Only components at the ends of the edges given
    /// are looked at: those that a removal of these edges has changed.
    fn split_off(&self, quiet: &mut Quiet<W>, edges: impl Iterator<Item = usize>) {
        for class in edges {
            let (u, v) = self.host.ends(class);
            for vertex in [u, v] {
                if let Some((part, code)) = self.simple_at(&quiet.rest, vertex) {
                    quiet.rest = quiet.rest.minus(&part);
                    quiet.simple.push(code);
                }
            }
        }
        quiet.simple.sort_unstable();
    }

    /// The chain, cycle or bouquet that a vertex lies in, with its code.
    fn simple_at(&self, rest: &Place<W>, vertex: usize) -> Option<(Place<W>, u8)> {
        let host = &self.host;
        let mut part = host.left_at(rest, vertex);
        let weight = host.weight(rest, vertex);
        if weight == 0 {
            return None;
        }
        if host.classes(&part).all(|class| host.ends(class) == (vertex, vertex)) {
            return Some((part, if weight.is_multiple_of(2) { TWO_LOOPS } else { THREE_LOOPS }));
        }
        if weight != 2 {
            return None;
        }
        let (mut vertices, mut has_loop) = (1, false);
        // Walk both ways until a loop ends the chain or the cycle closes.
        for class in host.classes(&part.clone()) {
            let (mut class, mut here) = (class, vertex);
            loop {
                let (u, v) = host.ends(class);
                if u == v {
                    has_loop = true;
                    break;
                }
                here = if u == here { v } else { u };
                if here == vertex {
                    // The cycle is closed; the other way round is the same.
                    return simple_code(vertices, false).map(|code| (part, code));
                }
                if host.weight(rest, here) != 2 {
                    return None;
                }
                vertices += 1;
                let both = host.left_at(rest, here);
                part = part.or(&both);
                // The other edge here; the same class again if it has two copies.
                class = host.classes(&both).find(|&next| next != class).unwrap_or(class);
            }
        }
        simple_code(vertices, has_loop).map(|code| (part, code))
    }

    fn key(&self, quiet: &Quiet<W>) -> Option<Key> {
        let mut key = [0; WORDS];
        let place = self.turning.least(&quiet.rest);
        let words = place.0.iter().flat_map(|&word| [word as u32, (word >> 32) as u32]);
        let lengths = quiet.simple.chunks(4).map(|chunk| {
            chunk.iter().enumerate().fold(0, |word, (i, &code)| word | (code as u32) << (8 * i))
        });
        for (used, word) in words.chain(lengths).enumerate() {
            *key.get_mut(used)? = word;
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
            let (taken, deal) = (settled.taken as i32, settled.deal as i32);
            let mut next =
                Quiet { rest: settled.quiet, points: quiet.points - taken - deal, ..quiet.clone() };
            let gone = quiet.rest.minus(&settled.quiet);
            coins.split_off(&mut next, coins.host.classes(&gone).chain([class]));
            children.push(self.child(taken, deal, next));
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
        // With the normal rules captures come up only where no safe move is left, and then none comes back.
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
