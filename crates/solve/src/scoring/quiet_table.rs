//! Strings-and-coins and dots-and-boxes by a table of all quiet positions: exact margins, one byte each, no search.
//!
//! After all captures are played every position is quiet: no vertex has weight 1 ([`super::captures`]). There are
//! few enough of these on the boards that people play: 6 billion on 4x4 boxes, and 1 billion up to most symmetries
//! ([`super::ranking`]). Each is computed once, from those with fewer edges, so it is known from the start how long it
//! will take, and all threads are busy to the end. (Searching 4x4 by bounds visits nearly as many
//! positions, several times over, and keeps 24 bytes for each.)
//!
//! Threads take ranges of numbers in ascending order. A position leads to positions with smaller numbers; one that no
//! thread has computed yet is computed on the spot.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use smallvec::SmallVec;

use super::captures::settle;
use super::host::EdgeHost;
use super::ranking::{Images, Ranking};
use crate::kit::bits::{Mask, Words};
use crate::kit::pages::{prefetch, zeroed};
use crate::kit::together::together;
use crate::limits::{Budget, Stopped};

/// The numbers that a thread takes at a time.
const STRETCH: u64 = 1 << 16;

/// A table holds a margin and this; 0 is for those not yet known.
const OFFSET: i32 = 100;

/// How often a thread looks at the limits, in positions.
const LOOK_EVERY: u64 = 1 << 12;

/// The margins of all quiet positions of a board, as far as they are known.
#[derive(Debug)]
pub struct QuietTable {
    host: EdgeHost<1>,
    ranking: Ranking,
    margins: Box<[AtomicU8]>,
    /// The first number that no thread has taken.
    next: AtomicU64,
}

/// A move that gives points away: the opponent takes some, then takes or deals others, and has the turn beside the rest.
struct Opened {
    taken: i32,
    deal: i32,
    rest: Words<1>,
    number: usize,
}

type SafeMoves = SmallVec<[(usize, usize); 40]>;
type Openings = SmallVec<[Opened; 16]>;

/// Neighbours of weight 2 in a row.
struct Row {
    vertices: i32,
    edges: Words<1>,
    /// An edge of it; the middle one of a row of two.
    class: usize,
    /// The neighbours at its ends that have more weight; none where it ends in a loop.
    junctions: SmallVec<[usize; 2]>,
    is_cycle: bool,
}

impl QuietTable {
    /// About this many numbers a second are done by one thread.
    pub const A_SECOND: u64 = 1 << 20;

    /// An empty table.
    pub fn new(host: EdgeHost<1>, ranking: Ranking) -> Result<Self, Stopped> {
        let margins = zeroed(ranking.count() as usize)?;
        Ok(QuietTable { host, ranking, margins, next: AtomicU64::new(0) })
    }

    /// The bytes in the table.
    pub fn bytes(&self) -> usize {
        self.margins.len()
    }

    /// Whether all ranges were taken. What a limit left out of them is computed when it is asked for.
    pub fn is_full(&self) -> bool {
        self.next.load(Ordering::Relaxed) >= self.ranking.count()
    }

    /// The margin of a position. The first time, the table is filled.
    pub fn margin(
        &self,
        place: &Words<1>,
        threads: usize,
        budget: &mut Budget,
    ) -> Result<i32, Stopped> {
        self.fill(threads, budget)?;
        Ok(self.settled_margin(place))
    }

    /// The margin of a position, if the table is filled.
    pub fn at_hand(&self, place: &Words<1>) -> Option<i32> {
        self.is_full().then(|| self.settled_margin(place))
    }

    fn settled_margin(&self, place: &Words<1>) -> i32 {
        let settled = settle(&self.host, place, 0..self.host.vertex_count());
        let margin = self.known(&settled.quiet);
        let (taken, deal) = (settled.taken as i32, settled.deal as i32);
        if deal > 0 { taken + (deal + margin).abs() } else { taken + margin }
    }

    fn fill(&self, threads: usize, budget: &mut Budget) -> Result<(), Stopped> {
        if self.is_full() {
            return Ok(());
        }
        together(threads, budget, |budget| self.work(budget)).into_iter().collect()
    }

    /// Takes ranges until none is left.
    fn work(&self, budget: &mut Budget) -> Result<(), Stopped> {
        let count = self.ranking.count();
        let mut positions = 0;
        loop {
            let from = self.next.fetch_add(STRETCH, Ordering::Relaxed);
            if from >= count {
                budget.count(positions);
                return Ok(());
            }
            budget.note(from / STRETCH, count.div_ceil(STRETCH));
            self.ranking.each(from..(from + STRETCH).min(count), &mut |word, number| {
                let place = self.ranking.place(word);
                let images = self.ranking.images(&place);
                // A smaller word stands for it.
                if images.least() != word {
                    return Ok(());
                }
                self.work_out(&place, &images, number as usize);
                positions += 1;
                if positions < LOOK_EVERY {
                    return Ok(());
                }
                budget.count(std::mem::take(&mut positions));
                budget.check()
            })?;
        }
    }

    /// The margin of a quiet position, computed if it is not in the table yet.
    fn known(&self, place: &Words<1>) -> i32 {
        self.at(place, self.ranking.number(self.ranking.images(place).least()) as usize)
    }

    #[inline]
    fn at(&self, place: &Words<1>, number: usize) -> i32 {
        match self.margins[number].load(Ordering::Relaxed) {
            0 => self.work_out(place, &self.ranking.images(place), number),
            margin => margin as i32 - OFFSET,
        }
    }

    /// Works out a margin from those of all moves, and keeps it.
    fn work_out(&self, place: &Words<1>, images: &Images, number: usize) -> i32 {
        let (heavy, two) = self.weights(place);
        let mut best = if place.is_empty() { 0 } else { i32::MIN };
        // Memory is asked for all margins before the first is read.
        let mut safe = SmallVec::new();
        self.safe_moves(place, images, heavy, &mut safe);
        for &(bit, number) in &safe {
            best = best.max(-self.at(&Words([place.0[0] & !(1 << bit)]), number));
        }
        let mut opened = SmallVec::new();
        self.openings(place, images, (two, best), &mut opened);
        for &Opened { taken, deal, rest, number } in &opened {
            if deal == 0 {
                best = best.max(-taken - self.at(&rest, number));
            } else if best < -taken {
                best = best.max(-taken - (deal + self.at(&rest, number)).abs());
            }
        }
        self.margins[number].store((best + OFFSET) as u8, Ordering::Relaxed);
        best
    }

    /// The moves that leave all weights at 2 or more: the bit that goes, and the number of what is left.
    #[inline]
    fn safe_moves(&self, place: &Words<1>, images: &Images, heavy: u64, moves: &mut SafeMoves) {
        for class in self.host.classes(place) {
            let (u, v) = self.host.ends(class);
            if heavy >> u & heavy >> v & 1 == 1 {
                let bit = self.host.last_bit(place, class);
                let left = images.minus(self.ranking.bit_images(bit));
                moves.push((bit, self.number_soon(&left)));
            }
        }
    }

    /// The other moves that may be worth more than `best`, one a row.
    #[inline]
    fn openings(
        &self,
        place: &Words<1>,
        images: &Images,
        (mut two, best): (u64, i32),
        moves: &mut Openings,
    ) {
        while two != 0 {
            let row = self.row(place, &mut two);
            // Opening a long row gives at least this much away.
            let given = row.vertices - if row.is_cycle { 4 } else { 2 };
            if given < i32::from(!row.is_cycle) || best < -given {
                moves.push(self.open(place, images, &row));
            }
        }
    }

    /// The vertices of weight 3 or more, and those of weight 2.
    #[inline]
    fn weights(&self, place: &Words<1>) -> (u64, u64) {
        (0..self.host.vertex_count()).fold((0, 0), |(heavy, two), vertex| {
            let weight = self.host.weight(place, vertex);
            (heavy | u64::from(weight > 2) << vertex, two | u64::from(weight == 2) << vertex)
        })
    }

    /// The number of a position whose margin is read soon: memory is asked for it.
    #[inline]
    fn number_soon(&self, images: &Images) -> usize {
        let number = self.ranking.number(images.least()) as usize;
        prefetch(&self.margins[number]);
        number
    }

    /// Takes the row of the first vertex out of the vertices of weight 2.
    fn row(&self, place: &Words<1>, two: &mut u64) -> Row {
        let first = two.trailing_zeros() as usize;
        let mut row = Row {
            vertices: 0,
            edges: Words::EMPTY,
            class: 0,
            junctions: SmallVec::new(),
            is_cycle: true,
        };
        let mut waiting: SmallVec<[usize; 4]> = SmallVec::from_slice(&[first]);
        let mut inside = 1u64 << first;
        *two &= !inside;
        while let Some(vertex) = waiting.pop() {
            row.vertices += 1;
            let edges = self.host.left_at(place, vertex);
            row.edges = row.edges.or(edges);
            for class in self.host.classes(&edges) {
                let (u, v) = self.host.ends(class);
                let next = if u == vertex { v } else { u };
                if *two >> next & 1 == 1 {
                    (*two, inside) = (*two & !(1 << next), inside | 1 << next);
                    waiting.push(next);
                    row.class = class;
                } else if inside >> next & 1 == 0 {
                    row.junctions.push(next);
                    // Two edges to one junction end the row twice.
                    row.junctions.extend((self.host.copies(&edges, class) > 1).then_some(next));
                    row.is_cycle = false;
                } else if next == vertex {
                    row.is_cycle = false;
                }
            }
        }
        if row.vertices == 1 {
            row.class = self.host.classes(&row.edges).next().unwrap_or(0);
        }
        row
    }

    /// What opening a row leads to, by Theorems K5 and K10: all edges of a row are worth the same, but for a row of two,
    /// where the middle one is best. The whole row goes.
    fn open(&self, place: &Words<1>, images: &Images, row: &Row) -> Opened {
        let goes_on = |vertex: usize| self.host.weight(place, vertex) < 4;
        if matches!(row.junctions[..], [a, b] if a == b && goes_on(a)) {
            // Both ends are at a junction of weight 3: captures go on beyond it.
            let (u, v) = self.host.ends(row.class);
            let settled = settle(&self.host, &self.host.without(place, row.class), [u, v]);
            let number = self.number_soon(&self.ranking.images(&settled.quiet));
            let (taken, deal) = (settled.taken as i32, settled.deal as i32);
            return Opened { taken, deal, rest: settled.quiet, number };
        }
        let (taken, deal) = match (row.is_cycle, row.vertices) {
            (false, n @ (1 | 2)) | (true, n @ (2 | 3)) => (n, 0),
            (false, n) => (n - 2, 2),
            (true, n) => (n - 4, 4),
        };
        let number = self.number_soon(&images.minus(&self.ranking.images(&row.edges)));
        Opened { taken, deal, rest: place.minus(row.edges), number }
    }
}
