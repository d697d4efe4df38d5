//! The taps of several heaps in a row, read together.
//!
//! Games with large values have thousands of rare positions, and the sparse-space method spends its time reading them. A tap
//! at a distance of a batch or more reads, for the heaps of a batch, neighbouring values that are all known when the
//! batch starts, so it is read once for all of them. The positions that are witnesses most often, the *leaders*, are
//! read in the same way.

use super::moves::HeapMoves;
use super::sparse::{Tap, View};
use super::sums::find_row_sums;
use super::values::Cell;

/// How many heaps are done together.
const BATCH: usize = 16;

/// Values are below this.
pub(crate) const BATCH_VALUES: usize = 1 << 10;

/// How many missing values of a heap are looked for together, and how many times. Measured on 0.007 to 60,000: 0.47 s if none
/// are looked for, 0.37 s once, 0.35 s twice or four times.
const TOGETHER: usize = 4;
const ROUNDS: usize = 2;

/// All ones, to choose between bytes without a branch.
const SEEN: u8 = 0xff;

/// What the far taps give for the heaps of a batch.
#[derive(Clone, Debug)]
pub(crate) struct Batch {
    start: usize,
    /// How many taps there were.
    taps: usize,
    /// Heap by heap: [`SEEN`] for the values that are seen, 0 for the others.
    rows: Box<[[u8; BATCH_VALUES]; BATCH]>,
}

impl Batch {
    /// A batch of no heaps.
    pub fn new() -> Self {
        Batch { start: usize::MAX, taps: 0, rows: Box::new([[0; BATCH_VALUES]; BATCH]) }
    }

    /// What was seen for the heap of n, if the batch has it.
    pub fn row(&self, n: usize) -> Option<&[u8; BATCH_VALUES]> {
        self.rows.get(n.checked_sub(self.start)?)
    }

    /// Which taps of a list the batch has read for moves that take this many counters: those from a distance of a batch
    /// on whose partner was not empty at the start. All values are below [`BATCH_VALUES`].
    pub fn read(&self, taps: &[Tap], taken: usize) -> std::ops::Range<usize> {
        let before = &taps[..self.taps.min(taps.len())];
        let near = |tap: &Tap| tap.position() == 0 || taken + tap.position() < BATCH;
        let from = before.partition_point(near);
        let to = before.partition_point(|tap| taken + tap.position() < self.start);
        from..to.max(from)
    }

    /// Reads the taps and the leaders for the heaps from the next one on.
    pub fn prepare<C: Cell>(
        &mut self,
        moves: &HeapMoves,
        taps: &[Tap],
        leaders: impl Iterator<Item = Tap> + Clone,
        values: View<C>,
    ) {
        self.start = values.next();
        self.taps = taps.len();
        self.rows.iter_mut().for_each(|row| row.fill(0));
        for &taken in &moves.pair {
            let known = |tap: &Tap| (BATCH..self.start).contains(&(taken + tap.position()));
            let leaders = leaders.clone().filter(known);
            for tap in taps[self.read(taps, taken)].iter().copied().chain(leaders) {
                let from = self.start - taken - tap.position() - values.base;
                // From there on, a batch of values comes before the start.
                let Some(partners) = values.list[from..].first_chunk::<BATCH>() else { return };
                for (row, partner) in self.rows.iter_mut().zip(partners) {
                    row[(tap.value() ^ partner.get()) as usize % BATCH_VALUES] = SEEN;
                }
            }
        }
    }
    /// Marks what the positions give of some missing values. `missing` lists those of a heap of the batch, by its row.
    pub fn find<C: Cell>(
        &mut self,
        moves: &HeapMoves,
        positions: impl Iterator<Item = Tap> + Clone,
        values: View<C>,
        missing: impl Fn(usize, &[u8; BATCH_VALUES]) -> Vec<u32>,
        simd: bool,
    ) {
        let heaps = self.start..;
        let missing: Vec<Vec<u32>> =
            heaps.zip(self.rows.iter()).map(|(n, row)| missing(n, row)).collect();
        for round in 0..ROUNDS {
            let asked = |k: usize, lane: usize| missing[lane].get(round * TOGETHER + k).copied();
            let each = |of: &dyn Fn(Option<u32>) -> u16| -> [[C; BATCH]; TOGETHER] {
                std::array::from_fn(|k| std::array::from_fn(|lane| C::of(of(asked(k, lane)))))
            };
            let wanted = each(&|value| value.unwrap_or(0) as u16);
            let mut missed = each(&|value| if value.is_some() { u16::MAX } else { 0 });
            for &taken in &moves.pair {
                let known = |tap: &Tap| (BATCH..self.start).contains(&(taken + tap.position()));
                let first = (self.start - values.base).wrapping_sub(taken);
                let positions = positions.clone().filter(known);
                find_row_sums(values.list, first, positions, &wanted, &mut missed, simd);
            }
            for (k, lane) in (0..TOGETHER).flat_map(|k| (0..BATCH).map(move |lane| (k, lane))) {
                // A value that does not fit is not found.
                if let Some(value) = asked(k, lane)
                    && missed[k][lane].get() == 0
                    && wanted[k][lane].get() == value
                {
                    self.rows[lane][value as usize % BATCH_VALUES] = SEEN;
                }
            }
        }
    }
}
