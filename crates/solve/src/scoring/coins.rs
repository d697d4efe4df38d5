//! Strings-and-coins, dots-and-boxes and Closing Octagons, where a score keeps the turn: exact margins.
//!
//! [`super::captures`] plays every capture, so only positions without captures are searched: every vertex left has
//! weight 2 or more. Chains, cycles and components rich in loops are kept as a list ([`super::lists`]), so positions
//! that differ only in where these lie are one. All else stays where it is on the board, up to the board's symmetries.
//! (Lists of all small components up to isomorphism were tried: half the positions, at twice the time for each.)
//!
//! With the normal rules (3') and (4') a player who can leave every weight at 2 or more must do so; once that is
//! impossible the margins are those of the free game (theorem 6 of `docs/theory-scoring.md`, Keeping the turn).

mod endings;
mod numbers;
mod shapes;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

use endings::Endings;
use numbers::Efforts;
use shapes::{Riches, lacking_loops};
use smallvec::SmallVec;

use super::bounds::{Bounds, BoundsTable, Key};
use super::captures::settle;
use super::host::{Host, Place, mix};
use super::lists::{Item, ListId, Lists, Reader};
use super::race::race;
use super::turning::Turning;
use crate::limits::{Budget, Stopped};

/// A position without captures: what lies on the board, the list of other components, and the vertices of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Quiet<const W: usize> {
    rest: Place<W>,
    list: ListId,
    points: i32,
}

/// A move, and what it gives the opponent: `-(taken + margin(next))`, or `-(taken + |deal + margin(next)|)`.
#[derive(Clone, Copy)]
struct Child<const W: usize> {
    taken: i32,
    deal: i32,
    next: Quiet<W>,
    low: i32,
    high: i32,
    key: Key<W>,
}

type Children<const W: usize> = SmallVec<[Child<W>; 24]>;

/// How the search chooses what to look at next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Moves in an order that promises well, one after the other.
    Moves,
    /// The cheapest question first: see `coins/numbers.rs`.
    Numbers,
}

impl Order {
    /// The better one for a board, as measured: edges that have many copies leave much the same moves to choose from, and
    /// an order of moves is hard to guess. (Boxes are searched three times as fast by moves, octagons a hundred times
    /// by numbers; pentagons are about even.)
    pub fn for_board<const W: usize>(host: &Host<W>) -> Self {
        if host.bit_count() >= 2 * host.class_count() { Order::Numbers } else { Order::Moves }
    }
}

/// A table of endings takes a minute or so to fill: positions that a search looks at in half a minute come first. (By then it
/// is known of octagons 3x4 that the margin is 0 or -2.)
const PATIENCE: u64 = 1 << 23;

/// The solver of one board, shared by threads.
#[derive(Debug)]
pub struct Coins<const W: usize> {
    host: Host<W>,
    turning: Turning<W>,
    normal_rules: bool,
    order: Order,
    /// Whether few loops are missing for the whole board to be settled by theorem 11.
    is_nearly_rich: bool,
    lists: Lists,
    table: BoundsTable<W>,
    /// The endings of the free game, where a table of them fits; filled when a search takes long.
    endings: Option<Endings<W>>,
    /// A search takes long when so many positions were looked at.
    patience: u64,
    positions: AtomicU64,
    /// The efforts of threads that are not at work.
    efforts: Mutex<Vec<Efforts<W>>>,
    /// The bytes that efforts may take, of all threads together.
    effort_bytes: u64,
    done: AtomicBool,
}

impl<const W: usize> Coins<W> {
    /// A solver whose table stays below so many bytes.
    pub fn new(
        host: Host<W>,
        turning: Turning<W>,
        normal_rules: bool,
        order: Order,
        bytes: u64,
    ) -> Self {
        let vertices = host.vertex_count();
        let everything = Place([u64::MAX; W]);
        let is_nearly_rich = lacking_loops(&host, &everything) as usize <= vertices;
        let endings = (is_nearly_rich && !normal_rules && order == Order::Numbers)
            .then(|| Endings::new(&host, bytes / 8 * 5))
            .flatten();
        let bytes = bytes - endings.as_ref().map_or(0, |endings| endings.bytes() as u64);
        // Measured on boards of boxes and of octagons: so many positions are worth keeping.
        let (effort_bytes, share) = match order {
            Order::Moves => (0, 0.70),
            Order::Numbers => (bytes / 2, 0.35),
        };
        let positions = (share * host.bit_count() as f64).exp2();
        Coins {
            host,
            turning,
            normal_rules,
            order,
            is_nearly_rich,
            lists: Lists::new(normal_rules),
            table: BoundsTable::new(positions, bytes - effort_bytes),
            endings,
            patience: PATIENCE,
            positions: AtomicU64::new(0),
            efforts: Mutex::default(),
            effort_bytes,
            done: AtomicBool::new(false),
        }
    }

    /// The same, with a table of endings as soon as so many positions were looked at.
    pub fn patient(self, patience: u64) -> Self {
        Coins { patience, ..self }
    }

    /// Whether a table of endings is in use.
    pub fn has_endings(&self) -> bool {
        self.full_endings().is_some()
    }

    /// The table of endings, if it is filled.
    fn full_endings(&self) -> Option<&Endings<W>> {
        self.endings.as_ref().filter(|endings| endings.is_full())
    }

    /// The table of endings, if it is time to fill it.
    fn wanted_endings(&self) -> Option<&Endings<W>> {
        let is_long = self.positions.load(Ordering::Relaxed) >= self.patience;
        self.endings.as_ref().filter(|endings| is_long && !endings.is_full())
    }

    /// The bytes in tables.
    pub fn bytes(&self) -> usize {
        let endings = self.full_endings().map_or(0, Endings::bytes);
        endings + self.table.bytes() + self.pool().iter().map(Efforts::bytes).sum::<usize>()
    }

    /// Whether a question that was stopped goes on where it was: efforts are kept.
    pub fn goes_on(&self) -> bool {
        self.order == Order::Numbers
    }

    fn pool(&self) -> MutexGuard<'_, Vec<Efforts<W>>> {
        // Efforts only guide: those of a thread that panicked are as good as any.
        self.efforts.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
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
        loop {
            if let Some(endings) = self.wanted_endings() {
                endings.fill(threads, budget)?;
                // Without them efforts were guessed in another way.
                self.pool().clear();
            }
            let answer = self.search(place, least, threads, budget);
            if answer != Err(Stopped::Interrupted) || self.wanted_endings().is_none() {
                return answer;
            }
        }
    }

    fn search(
        &self,
        place: &Place<W>,
        least: i32,
        threads: usize,
        budget: &mut Budget,
    ) -> Result<i32, Stopped> {
        let settled = settle(&self.host, place, 0..self.host.vertex_count());
        let (taken, deal) = self.dealt(settled.taken as i32, settled.deal as i32, &settled.quiet);
        race(threads, &self.done, budget, |thread, budget| {
            let efforts = self.pool().pop();
            let share = self.effort_bytes / threads.max(1) as u64;
            let efforts = efforts.unwrap_or_else(|| Efforts::new(share));
            let mut search = Search::new(self, thread, efforts);
            let quiet = search.quiet(&settled.quiet);
            let key = self.key(&quiet);
            let answer = search.settled(taken, deal, &quiet, &key, least, budget);
            self.pool().push(search.efforts);
            answer
        })
    }

    /// The bounds on the margin of a place that the table has.
    pub fn known(&self, place: &Place<W>) -> (i32, i32) {
        let settled = settle(&self.host, place, 0..self.host.vertex_count());
        let (taken, deal) = self.dealt(settled.taken as i32, settled.deal as i32, &settled.quiet);
        let mut search = Search::new(self, 0, Efforts::new(0));
        let quiet = search.quiet(&settled.quiet);
        let bounds = search.known(&quiet, &self.key(&quiet));
        let (low, high) = dealt_bounds(bounds, deal, quiet.points);
        (taken + low, taken + high)
    }

    /// With the normal rules, who can leave a normal state must take everything on the way.
    /// This is asked of the position as it is: a bouquet of four loops has a safe move, the two it stands for have none.
    fn dealt(&self, taken: i32, deal: i32, left: &Place<W>) -> (i32, i32) {
        let forced = self.normal_rules && deal > 0 && self.has_safe_move(left);
        if forced { (taken + deal, 0) } else { (taken, deal) }
    }

    /// Whether removing some edge leaves every weight at 2 or more.
    fn has_safe_move(&self, rest: &Place<W>) -> bool {
        let heavy = |vertex: usize| self.host.weight(rest, vertex) > 2;
        self.host
            .classes(rest)
            .map(|class| self.host.ends(class))
            .any(|(u, v)| heavy(u) && heavy(v))
    }

    fn key(&self, quiet: &Quiet<W>) -> Key<W> {
        // Up to the symmetries of the board.
        Key { words: self.turning.least(&quiet.rest).0, extra: quiet.list }
    }
}

/// One thread's search.
struct Search<'s, const W: usize> {
    coins: &'s Coins<W>,
    lists: Reader<'s>,
    thread: u64,
    positions: u64,
    efforts: Efforts<W>,
}

/// How often a thread looks at the limits, in positions.
const LOOK_EVERY: u64 = 64;

impl<'s, const W: usize> Search<'s, W> {
    fn new(coins: &'s Coins<W>, thread: u64, efforts: Efforts<W>) -> Self {
        Search { coins, lists: Reader::new(&coins.lists), thread, positions: 0, efforts }
    }

    /// A position without captures, sorted out.
    fn quiet(&mut self, place: &Place<W>) -> Quiet<W> {
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
            self.list(quiet, &part, vertices as i32, Item::rich(vertices, part.count()));
        }
    }

    /// Moves a part of so many vertices from the rest of a position to its list, as these components.
    fn list(&mut self, quiet: &mut Quiet<W>, part: &Place<W>, vertices: i32, items: &[Item]) {
        quiet.rest = quiet.rest.minus(part);
        let before = self.lists.get(quiet.list).points;
        for &item in items {
            quiet.list = self.lists.with(quiet.list, item);
        }
        // Some may have cancelled.
        quiet.points += self.lists.get(quiet.list).points - before - vertices;
    }

    /// Tests `taken + margin`, or `taken + |deal + margin|`.
    fn settled(
        &mut self,
        taken: i32,
        deal: i32,
        quiet: &Quiet<W>,
        key: &Key<W>,
        least: i32,
        budget: &mut Budget,
    ) -> Result<i32, Stopped> {
        let rest = least - taken;
        if deal == 0 {
            return Ok(taken + self.test(quiet, key, rest, budget)?);
        }
        if rest <= 0 {
            // An absolute value is never negative; parity says whether it may be 0.
            return Ok(taken + ((deal + quiet.points) & 1));
        }
        let high = self.test(quiet, key, rest - deal, budget)?;
        if high >= rest - deal {
            return Ok(taken + deal + high);
        }
        let low = self.test(quiet, key, 2 - rest - deal, budget)?;
        if low < 2 - rest - deal {
            return Ok(taken - deal - low);
        }
        Ok(taken + (deal + high).abs().max((deal + low).abs()))
    }

    fn known(&mut self, quiet: &Quiet<W>, key: &Key<W>) -> (i32, i32) {
        if quiet.rest.is_empty() {
            let margin = self.lists.get(quiet.list).margin;
            return (margin, margin);
        }
        if let Some(margin) = self.ending(quiet) {
            return (margin, margin);
        }
        if let Some(margin) = self.riches(quiet).and_then(|riches| riches.margin()) {
            return (margin, margin);
        }
        self.coins.table.get(key).within(quiet.points)
    }

    /// The margin of a position that is one of the endings.
    fn ending(&mut self, quiet: &Quiet<W>) -> Option<i32> {
        let endings = self.coins.full_endings()?;
        let (_, edges) = self.lists.get(quiet.list).bouquets()?;
        endings.margin(&self.coins.host, &quiet.rest, edges)
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
    fn test(
        &mut self,
        quiet: &Quiet<W>,
        key: &Key<W>,
        least: i32,
        budget: &mut Budget,
    ) -> Result<i32, Stopped> {
        let (low, high) = self.known(quiet, key);
        if low >= least || high < least {
            return Ok(if low >= least { low } else { high });
        }
        if self.coins.order == Order::Numbers {
            return self.prove(quiet, key, least, budget);
        }
        self.begin(budget)?;
        let before = self.positions;
        let (low, high) = self.narrow(quiet, (low, high), least, budget)?;
        self.coins.table.put(key, Bounds::new(low, high), self.positions - before + 1);
        Ok(if low >= least { low } else { high })
    }

    /// Counts a position and looks at the limits.
    fn begin(&mut self, budget: &mut Budget) -> Result<(), Stopped> {
        self.positions += 1;
        if !self.positions.is_multiple_of(LOOK_EVERY) {
            return Ok(());
        }
        budget.count(LOOK_EVERY);
        self.coins.positions.fetch_add(LOOK_EVERY, Ordering::Relaxed);
        if self.coins.done.load(Ordering::Relaxed) || self.coins.wanted_endings().is_some() {
            return Err(Stopped::Interrupted);
        }
        budget.check()
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
        for child in &mut children {
            self.look_up(child);
            low = low.max(child.low);
            if low >= least {
                return Ok((low, high));
            }
        }
        self.order(&mut children);
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
    fn shuffle(&self, next: &Quiet<W>) -> u64 {
        if self.thread == 0 { 0 } else { mix(next.rest.hash() ^ self.thread) }
    }

    fn children(&mut self, quiet: &Quiet<W>) -> Children<W> {
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
        let mut seen = Place::EMPTY;
        for class in host.classes(&quiet.rest) {
            let (u, v) = host.ends(class);
            let mut next = Quiet { rest: host.without(&quiet.rest, class), ..*quiet };
            if host.weight(&next.rest, u) > 1 && host.weight(&next.rest, v) > 1 {
                self.split_off(&mut next, u);
                self.split_off(&mut next, v);
                children.push(self.child(0, 0, next));
            } else if !only_safe && !host.has(&seen, class) {
                let (chain, class) = coins.chain(&quiet.rest, class);
                seen = seen.or(&chain);
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
        for class in host.classes(&quiet.rest.minus(&settled.quiet)) {
            let (u, v) = host.ends(class);
            self.split_off(&mut next, u);
            self.split_off(&mut next, v);
        }
        self.child(taken, deal, next)
    }

    /// A move of which nothing is known yet.
    fn child(&self, taken: i32, deal: i32, next: Quiet<W>) -> Child<W> {
        let key = self.coins.key(&next);
        self.coins.table.fetch(&key);
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
fn dealt_bounds((low, high): (i32, i32), deal: i32, points: i32) -> (i32, i32) {
    let ends = ((low + deal).abs(), (high + deal).abs());
    match deal {
        0 => (low, high),
        // Bounds keep the parity of what they bound: between two margins a bound would say nothing.
        _ if low <= -deal && high >= -deal => ((deal + points) & 1, ends.0.max(ends.1)),
        _ => (ends.0.min(ends.1), ends.0.max(ends.1)),
    }
}
