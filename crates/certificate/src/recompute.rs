//! Recomputed proofs: a table of all connected sets that is too large to be written down, or even to be pruned to a strategy. The
//! certificate says how large it is and has a digest for each *level*; the checker fills the table itself, by the plain code of
//! this file, and compares.
//!
//! The game is that of [`crate::closed::connected`]: positions are connected sets of vertices. The vertices are put into an order. Of a set,
//! those among the first few make up its *tail*, the others its *head*. Which tails make a head connected depends on nothing but
//! the neighbours that each component of the head has in the tail, its *kind*: the tails of a kind are listed once. A head has a bit for each of
//! them, and a *plane* of such bits for each value: the first tells which sets are worth 0, the next which are worth 1, and so on.
//!
//! If the order comes with a symmetry of the board that is its own inverse and takes tails to tails, one of two heads that are images of each other is left out,
//! and looked up by the other.
//!
//! A level is all heads with this many vertices. A move takes something of the head, which leads to a level below, or of
//! the tail alone, which leads to a smaller tail of the same head; so levels are filled one after the other, and only as many are in memory
//! as a move can take vertices, and one. Given the levels below, any level can be filled alone: that is what makes parts.

mod certificate;
mod layout;
mod mirror;
pub mod quiet;

use std::ops::Range;

use crate::Refused;
use crate::allowance::Allowance;
use crate::closed::connected::Connected;
use crate::digest::{Digest, of_words};
pub use certificate::{check, write};
pub use layout::{Layout, Order};

/// A table that can be filled.
pub struct RecomputedTable {
    layout: Layout,
    /// The values that are distinguished: 0, 1, and so on up to one less than this.
    planes: usize,
    /// What moves that leave something take of the head and of the tail.
    of_head: Vec<(usize, u32)>,
    /// What moves that leave something take of the tail, if they take nothing of the head.
    of_tail: Vec<u32>,
    /// Sets that can be taken whole: head and tail.
    whole: Vec<(usize, u32)>,
    /// The most vertices of a head that a move takes.
    reach: usize,
}

/// No code on no board has more moves than this here.
const MOST_MOVES: usize = 1 << 14;

/// The levels that are needed: the bits of each, plane after plane.
type Levels = Vec<Option<Vec<u64>>>;

impl RecomputedTable {
    /// The table of a game on the vertices in an order, with this many values told apart. Neither its layout nor its levels may take more than
    /// `memory` bytes, and no more work is done than `cost`.
    pub fn new(
        game: &Connected,
        order: &Order,
        planes: usize,
        (memory, cost): (u64, u64),
        allowance: &Allowance,
    ) -> Result<Self, Refused> {
        let game = game.renumbered(&order.vertices);
        let layout = Layout::new(&game, order, (memory, cost), allowance)?;
        let moves = game.takeable(MOST_MOVES);
        let moves = moves.ok_or_else(|| Refused::Step("a move may take too much".into()))?;
        let mut table = RecomputedTable {
            layout,
            planes,
            of_head: Vec::new(),
            of_tail: Vec::new(),
            whole: Vec::new(),
            reach: 0,
        };
        for set in moves {
            let (head, tail) = table.layout.split(set);
            let digit = game.digit(set.count_ones());
            if digit & 1 != 0 {
                table.whole.push((head, tail));
            }
            if digit & 2 != 0 {
                match head {
                    0 => table.of_tail.push(tail),
                    _ => table.of_head.push((head, tail)),
                }
                table.reach = table.reach.max(head.count_ones() as usize);
            }
        }
        let (needed, work) = (table.bytes(), table.cost());
        if needed > memory {
            return Err(Refused::Memory { needed, allowed: memory });
        }
        if work > cost {
            return Err(Refused::Step("it costs more than the header states".into()));
        }
        Ok(table)
    }

    /// How many levels there are.
    pub fn levels(&self) -> usize {
        self.layout.level_words.len()
    }

    /// How many connected sets there are, of two heads that are images of each other those with one.
    pub fn sets(&self) -> u64 {
        self.layout.sets
    }

    /// The work of filling it: what the layout takes, and every set in every plane.
    pub fn cost(&self) -> u64 {
        self.layout.cost.saturating_add(self.layout.sets.saturating_mul(self.planes as u64))
    }

    /// The most bytes that it takes: the layout, and as many levels as are in memory at once.
    pub fn bytes(&self) -> u64 {
        let words = |levels: &[u64]| levels.iter().sum::<u64>();
        let most = self.layout.level_words.windows((self.reach + 1).min(self.levels())).map(words);
        let levels = most.max().unwrap_or(0).saturating_mul(8 * self.planes as u64);
        self.layout.bytes.saturating_add(levels)
    }

    /// The levels below some level that it rests on.
    pub fn rests_on(&self, level: usize) -> Range<usize> {
        level.saturating_sub(self.reach)..level
    }

    /// Fills some levels one after the other. `given` holds those that the first of them rests on; each new one is shown to `look` with
    /// its digest. Gives the value of the whole board if its level is among them: none if it is larger than all that are told
    /// apart.
    pub fn fill(
        &self,
        range: Range<usize>,
        given: Levels,
        allowance: &Allowance,
        mut look: impl FnMut(usize, &[u64], Digest) -> Result<(), Refused>,
    ) -> Result<Option<usize>, Refused> {
        let mut levels = given;
        levels.resize(self.levels(), None);
        let mut room = Room::new(&self.layout);
        let last = range.end;
        for level in range {
            if let Some(done) = level.checked_sub(self.reach + 1) {
                levels[done] = None;
            }
            let mut bits = vec![0; self.words(level)];
            for head in self.layout.heads(level) {
                allowance.go_on()?;
                self.block(head, &levels, &mut bits, &mut room);
            }
            look(level, &bits, of_words(&bits))?;
            levels[level] = Some(bits);
        }
        let top = levels.pop().flatten().filter(|_| last == self.levels());
        Ok(top.and_then(|bits| self.value_of_all(&bits)))
    }

    /// The words of a level, all planes together.
    pub fn words(&self, level: usize) -> usize {
        self.layout.level_words[level] as usize * self.planes
    }

    /// Where the bits of a head are within its level, in one of the planes.
    fn place(&self, head: usize, plane: usize) -> Range<usize> {
        let level = self.layout.level_words[head.count_ones() as usize] as usize;
        let from = plane * level + self.layout.start[head] as usize;
        from..from + self.layout.tails(head).len().div_ceil(64)
    }

    /// The value of the set of all vertices, by the bits of the last level.
    fn value_of_all(&self, bits: &[u64]) -> Option<usize> {
        let (head, tail) = self.layout.everything();
        let at = self.layout.tails(head).binary_search(&tail).ok()?;
        (0..self.planes).find(|&plane| bits[self.place(head, plane)][at / 64] >> (at % 64) & 1 == 1)
    }

    /// Works out the sets with one head. In each plane what has an option there is marked, smaller tails first: a set is
    /// worth k if it is worth nothing less and no option of it is worth k.
    fn block(&self, head: usize, levels: &Levels, bits: &mut [u64], room: &mut Room) {
        let tails = self.layout.tails(head);
        let words = tails.len().div_ceil(64);
        room.smaller[..words].fill(0);
        for plane in 0..self.planes {
            room.marked.clear();
            // Known by their places in the list: what is worth less, and what heads with the same tails mark.
            room.known[..words].copy_from_slice(&room.smaller[..words]);
            if plane == 0 {
                // What is taken whole leaves nothing, which is worth 0.
                let whole = self.whole.iter().filter(|set| set.0 == head);
                whole.for_each(|set| room.marked.mark(set.1));
            }
            for &(taken, of_tail) in &self.of_head {
                if head & taken != taken {
                    continue;
                }
                let (smaller, mirror) = self.layout.kept(head ^ taken);
                let Some(level) = &levels[smaller.count_ones() as usize] else { continue };
                let block = &level[self.place(smaller, plane)];
                let tails = self.layout.tails(smaller);
                if let Some(mirror) = mirror {
                    room.marked.mark_from(block, tails, mirror.tail(of_tail), |t| mirror.tail(t));
                } else if of_tail == 0 && self.layout.are_alike(head, smaller) {
                    room.known.iter_mut().zip(block).for_each(|(known, word)| *known |= word);
                } else {
                    room.marked.mark_from(block, tails, of_tail, |tail| tail);
                }
            }
            let block = &mut bits[self.place(head, plane)];
            self.lost(tails, block, room);
            let words = room.smaller.iter_mut().zip(block);
            words.for_each(|(smaller, word)| *smaller |= *word);
        }
    }

    /// The sets of a head in a plane, smaller tails first: those that are neither known nor marked. What leads to one by a move within the
    /// tail is marked.
    fn lost(&self, tails: &[u32], block: &mut [u64], room: &mut Room) {
        for ((tails, word), known) in tails.chunks(64).zip(block).zip(&room.known) {
            for (at, &tail) in tails.iter().enumerate() {
                if known >> at & 1 == 1 || room.marked.has(tail) {
                    continue;
                }
                *word |= 1 << at;
                for &taken in &self.of_tail {
                    // The tail itself is finished: marking it is harmless, and cheaper than a test.
                    room.marked.mark(if tail & taken == 0 { tail | taken } else { tail });
                }
            }
        }
    }
}

/// Room to work in. What the header counts is three bits for each tail; the marks are bytes, two megabytes at most, and like the program
/// itself are not counted.
struct Room {
    marked: Marks,
    /// By their places in the list of a head, the tails that have a smaller value.
    smaller: Vec<u64>,
    /// Those that are known not to have the value of this plane.
    known: Vec<u64>,
}

impl Room {
    fn new(layout: &Layout) -> Self {
        let words = (1usize << layout.tail).div_ceil(64);
        let marked = Marks { stamps: vec![0; 1 << layout.tail], now: 1 };
        Room { marked, smaller: vec![0; words], known: vec![0; words] }
    }
}

/// Marks on tails, a byte each: many are set one after the other, and bits of one word would have to wait for each other.
struct Marks {
    stamps: Vec<u8>,
    /// Marked are those with this stamp.
    now: u8,
}

impl Marks {
    /// Takes all marks away.
    fn clear(&mut self) {
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.stamps.fill(0);
            self.now = 1;
        }
    }

    fn mark(&mut self, tail: u32) {
        self.stamps[tail as usize] = self.now;
    }

    fn has(&self, tail: u32) -> bool {
        self.stamps[tail as usize] == self.now
    }

    /// Marks the images of the tails from which a move that takes this of them leads to a set in a block with a smaller head.
    fn mark_from(&mut self, block: &[u64], tails: &[u32], taken: u32, image: impl Fn(u32) -> u32) {
        for (&word, tails) in block.iter().zip(tails.chunks(64)) {
            let mut word = word;
            while word != 0 {
                let tail = tails[word.trailing_zeros() as usize];
                word &= word - 1;
                if tail & taken == 0 {
                    self.mark(image(tail | taken));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
