//! The moves in a heap that leave a given value: the winning ones, if it is the nim-sum of all other heaps. Under the misère convention
//! those that leave a P-position: elements of the misère quotient stand for values, and products for nim-sums.
//!
//! Only the values of options are used; no position is made. If a heap has very many options, only those are examined
//! whose smaller heaps lie within the first period. No value is missed: let G(n + p) = G(n) for all n from n0 on, and
//! let a move leave a <= c (and perhaps b between them) with a > n0 + p. Then a - p and c + p have the values of a and
//! c and the same sum. So if some move leaves the value, one of those examined does (Theorem 14 of
//! `docs/theory-heaps.md`).

use outplay_rules::games::octal_code::OctalCode;
use smallvec::SmallVec;

use super::any_heap::AnyHeap;
use crate::limits::{Budget, Stopped};

/// The heaps that a move leaves, ascending.
pub type Left = SmallVec<[u64; 3]>;

/// Which moves are searched for.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// The heap moved in.
    pub heap: u64,
    /// The value that is to be left.
    pub value: u64,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WinningMoves {
    /// What the moves leave, in the order of [`outplay_rules::moves::Move`].
    pub moves: Vec<Left>,
    /// Whether these are all moves.
    pub complete: bool,
}

/// Up to this many options all are looked at.
const MOST_OPTIONS: u64 = 1 << 22;

/// From a heap with more options no more moves than this are listed.
const MOST_TOLD: usize = 1000;

/// Options between two looks at the clock.
const CHECK_EVERY: u64 = 1 << 16;

impl AnyHeap {
    /// The moves in a heap that leave a value.
    pub fn moves_to(
        &mut self,
        wanted: Wanted,
        budget: &mut Budget,
    ) -> Result<WinningMoves, Stopped> {
        let Wanted { heap, value } = wanted;
        // With this value those of all smaller heaps are known.
        self.value(heap, budget)?;
        let code = self.engine().code();
        if has_many_options(code, heap) && self.engine().moves.take_any_number() {
            // Every smaller heap is worth its size, so one of them alone has the value.
            let left: Left = Some(value).into_iter().filter(|&rest| rest > 0).collect();
            let moves = if value < heap { vec![left] } else { Vec::new() };
            return Ok(WinningMoves { moves, complete: code.most_heaps() <= 1 });
        }
        let law = self.law().filter(|law| law.saltus == 0);
        let leaves_value = |left: &[u64]| {
            left.iter().try_fold(0, |sum, &heap| Some(sum ^ self.known(heap)?)) == Some(value)
        };
        moves_that(code, heap, law.map(|law| law.from + law.period), &leaves_value, budget)
    }
}

fn has_many_options(code: &OctalCode, heap: u64) -> bool {
    let splits = code.most_heaps().saturating_sub(1) as u32;
    heap.saturating_pow(splits).saturating_mul(code.count_takes(heap)) > MOST_OPTIONS
}

/// The moves in a heap that win. Heaps from some size on are worth what those a period smaller are; `bound` is a period more than
/// that size, if there is one.
pub(super) fn moves_that(
    code: &OctalCode,
    heap: u64,
    bound: Option<u64>,
    wins: &dyn Fn(&[u64]) -> bool,
    budget: &mut Budget,
) -> Result<WinningMoves, Stopped> {
    let huge = has_many_options(code, heap);
    let mut looking = Looking {
        wins,
        budget,
        looks: 0,
        most: if huge { MOST_TOLD } else { usize::MAX },
        bound: bound.filter(|_| huge).unwrap_or(u64::MAX),
        found: WinningMoves { moves: Vec::new(), complete: true },
    };
    for (taken, digit) in code.takes(usize::try_from(heap).unwrap_or(usize::MAX)) {
        looking.add(heap - taken as u64, digit)?;
    }
    let mut found = looking.found;
    found.moves.sort_unstable();
    Ok(found)
}

/// Options of one heap, looked at in turn.
struct Looking<'a, 'b, 'c> {
    wins: &'a dyn Fn(&[u64]) -> bool,
    budget: &'b mut Budget<'c>,
    looks: u64,
    most: usize,
    /// The largest smaller heap that is looked at.
    bound: u64,
    found: WinningMoves,
}

impl Looking<'_, '_, '_> {
    /// Looks at what a digit allows to leave of `rest` counters.
    fn add(&mut self, rest: u64, digit: u8) -> Result<(), Stopped> {
        if digit & 1 != 0 && rest == 0 {
            self.look(&[])?;
        }
        if digit & 2 != 0 && rest > 0 {
            self.look(&[rest])?;
        }
        if digit & 4 != 0 {
            for a in 1..=self.within(rest / 2) {
                if !self.look(&[a, rest - a])? {
                    break;
                }
            }
        }
        if digit & 8 != 0 {
            for a in 1..=self.within(rest / 3) {
                for b in a..=self.within((rest - a) / 2) {
                    if !self.look(&[a, b, rest - a - b])? {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// The largest smaller heap to look at, and a note if there are larger ones.
    fn within(&mut self, largest: u64) -> u64 {
        self.found.complete &= largest <= self.bound;
        largest.min(self.bound)
    }

    /// Looks at one option; false if enough moves were found.
    fn look(&mut self, left: &[u64]) -> Result<bool, Stopped> {
        self.looks += 1;
        if self.looks.is_multiple_of(CHECK_EVERY) {
            self.budget.check()?;
        }
        if !(self.wins)(left) {
            return Ok(true);
        }
        if self.found.moves.len() >= self.most {
            self.found.complete = false;
            return Ok(false);
        }
        self.found.moves.push(Left::from_slice(left));
        Ok(true)
    }
}
