//! Filling an endgame table of the core, from the rules alone.
//!
//! Positions that differ only in loops form a *block*. Blocks with the same number of other edges do not lead to each
//! other, so each thread takes one.

use std::sync::atomic::{AtomicI8, AtomicUsize, Ordering};

use smallvec::SmallVec;

use super::{BESIDE, CoreTable};
use crate::kit::pages::zeroed;
use crate::kit::together::together;
use crate::limits::{Budget, Stopped};

/// The positions that differ in loops alone, and what removing another edge leads to.
struct Block {
    /// The number of its first position.
    first: usize,
    /// The edges other than loops at each vertex.
    edges: SmallVec<[usize; 16]>,
    /// The ends of each edge, and how much smaller the number is without it.
    moves: SmallVec<[(usize, usize, usize); 24]>,
}

impl<const W: usize> CoreTable<W> {
    /// Fills the table. What was filled when a limit stops it stays.
    pub fn fill(&self, threads: usize, budget: &mut Budget) -> Result<(), Stopped> {
        let margins = match self.margins.get() {
            Some(margins) => margins,
            None => {
                let fresh = zeroed(self.bytes())?;
                // It was made to fit.
                let _ = budget.keep(self.bytes());
                self.margins.get_or_init(|| fresh)
            }
        };
        let stages = BESIDE * self.levels();
        for stage in self.stages.load(Ordering::Acquire)..stages {
            budget.note(stage as u64, stages as u64);
            let (beside, level) = (stage / self.levels(), stage % self.levels());
            let next = AtomicUsize::new(0);
            let work = |budget: &mut Budget| self.fill_level(margins, beside, level, &next, budget);
            together(threads, budget, work).into_iter().collect::<Result<(), Stopped>>()?;
            self.stages.store(stage + 1, Ordering::Release);
        }
        // How long the search takes that follows is not known.
        budget.note(0, 0);
        Ok(())
    }

    /// Fills blocks with this many edges other than loops until `next` says that all are taken.
    fn fill_level(
        &self,
        margins: &[AtomicI8],
        beside: usize,
        level: usize,
        next: &AtomicUsize,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= self.size / self.block {
                return Ok(());
            }
            if let Some(block) = self.block_of(number * self.block, level) {
                self.fill_block(margins, beside, &block);
                budget.count(self.block as u64);
                budget.check()?;
            }
        }
    }

    /// The block that begins with a number, if it has this many edges other than loops.
    fn block_of(&self, first: usize, level: usize) -> Option<Block> {
        let mut edges = SmallVec::from_elem(0, self.vertices);
        let mut moves = SmallVec::new();
        let mut count = 0;
        for digit in &self.others {
            let copies = first / digit.place % (digit.most + 1);
            let (u, v) = digit.ends;
            edges[u] += copies;
            edges[v] += copies;
            count += copies;
            if copies > 0 {
                moves.push((u, v, digit.place));
            }
        }
        (count == level).then_some(Block { first, edges, moves })
    }

    fn fill_block(&self, margins: &[AtomicI8], beside: usize, block: &Block) {
        let mut weights = block.edges.clone();
        for number in block.first..block.first + self.block {
            let margin = self.best(margins, beside, block, number, &weights);
            margins[beside * self.size + number].store(margin, Ordering::Relaxed);
            self.count_up(block, &mut weights);
        }
    }

    /// The weights of the next position of a block.
    fn count_up(&self, block: &Block, weights: &mut [usize]) {
        for digit in &self.loops {
            let vertex = digit.ends.0;
            if weights[vertex] < block.edges[vertex] + digit.most {
                weights[vertex] += 1;
                return;
            }
            weights[vertex] = block.edges[vertex];
        }
    }

    /// The best result of a move; 0 if there is none.
    fn best(
        &self,
        margins: &[AtomicI8],
        beside: usize,
        block: &Block,
        number: usize,
        weights: &[usize],
    ) -> i8 {
        let left = |beside: usize, number: usize| {
            margins[beside * self.size + number].load(Ordering::Relaxed)
        };
        let worth = |earned: i8, left: i8| if earned > 0 { earned + left } else { -left };
        let mut best = None;
        for digit in &self.loops {
            let vertex = digit.ends.0;
            if weights[vertex] > block.edges[vertex] {
                let earned = (weights[vertex] == 1) as i8;
                best = best.max(Some(worth(earned, left(beside, number - digit.place))));
            }
        }
        for &(u, v, place) in &block.moves {
            let earned = (weights[u] == 1) as i8 + (weights[v] == 1) as i8;
            best = best.max(Some(worth(earned, left(beside, number - place))));
        }
        // Two loops: opening them gives the point away (Theorem K1), and the opponent goes on.
        if beside & 1 == 1 {
            best = best.max(Some(-(1 + left(beside ^ 1, number))));
        }
        // Three loops become two, and a pair of those cancels.
        if beside & 2 == 2 {
            best = best.max(Some(-left(beside ^ 3, number)));
        }
        best.unwrap_or(0)
    }
}
