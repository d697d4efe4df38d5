//! Games that never break a component: a table of all connected sets of the board.
//!
//! If no move may leave more parts than one (0.33, 0.03, every code of digits up to 3), a game that begins with one
//! component stays with one component, so its positions are the connected sets of vertices. There are few of them: of the
//! 2^42 sets of cells of a 6x7 grid one in 67. A bit each says whether the set is worth k, for k = 0 first: a *plane*.
//!
//! A connected set is worth k exactly if no smaller number is its value and no option of it is worth k. An option of a
//! connected set is a smaller connected set (a move is legal exactly if what it leaves is connected), so a plane is filled from
//! small sets to large ones, 64 sets at a time ([`fill`]), and where a set is kept is worked out from the set ([`layout`]).
//!
//! A search looks at one connected set in fifty or so and takes some thousand times as long for each: it is tried first,
//! but not for long.

mod deposit;
mod fill;
mod layout;
mod mirror;
mod moves;

use std::sync::atomic::{AtomicU64, Ordering};

use self::layout::Layout;
use self::mirror::Mirror;
use self::moves::Moves;
use super::facts::Fact;
use super::host::{Host, Taking};
use super::mask::Mask;
use super::shared::memory_left;
use crate::limits::{Budget, Stopped};

/// A bit for each connected set, where the layout says.
type Plane = Box<[AtomicU64]>;

/// A table of all connected sets of one board.
pub struct Unbroken {
    /// The bit of a position that stands for each vertex of the host.
    bits: Vec<u32>,
    moves: Moves,
    layout: Layout,
    /// The first says which sets are worth 0, the next which are worth 1, and so on.
    planes: Vec<Plane>,
}

/// Tails have so many vertices, or on a grid as many whole lines as that.
const TAIL: usize = 18;

/// Boards with more vertices than this have too many sets for any memory.
const MOST_VERTICES: usize = 46;

/// There is a table of all heads; this is the largest.
const MOST_HEAD: usize = 28;

/// A search may look at a position for so many heads before the table is filled. A head stands for some ten thousand sets,
/// which take together about as long as a few positions of a search.
const HEADS_A_POSITION: u64 = 8;

/// How many positions of a host a search may look at before a table is made; none if there can be no table.
pub fn patience<M: Mask>(host: &Host<M>) -> Option<u64> {
    let fits = !host.can_split() && host.len() <= MOST_VERTICES;
    fits.then(|| (1 << host.len().saturating_sub(TAIL)) / HEADS_A_POSITION)
}

impl Unbroken {
    /// A table with nothing in it, if the game never breaks a component and what is needed to fill the table fits into memory.
    pub fn new<M: Mask>(host: &Host<M>, budget: &mut Budget) -> Result<Option<Self>, Stopped> {
        if patience(host).is_some() { Self::with_tail(host, TAIL, budget) } else { Ok(None) }
    }

    fn with_tail<M: Mask>(
        host: &Host<M>,
        most: usize,
        budget: &mut Budget,
    ) -> Result<Option<Self>, Stopped> {
        let Taking::Connected(digits) = host.taking() else { return Ok(None) };
        let (tail, mirror, bits) = order(host, most);
        let mut neighbours = vec![0; host.len()];
        for vertex in 0..host.len() {
            neighbours[bits[vertex] as usize] = at_bits(&bits, host.neighbours(vertex));
        }
        let Some(moves) = Moves::new(&neighbours, digits, tail) else { return Ok(None) };
        let room = memory_left(budget);
        if host.len() > MOST_HEAD + tail {
            return Ok(None);
        }
        let Some(layout) = Layout::new(&neighbours, mirror, tail, room, budget)? else {
            return Ok(None);
        };
        if layout.bytes() + layout.plane_bytes() > room {
            return Ok(None);
        }
        // It fits.
        let _ = budget.keep(layout.bytes() as usize);
        Ok(Some(Unbroken { bits, moves, layout, planes: Vec::new() }))
    }

    /// What the table says of a component.
    pub fn fact<M: Mask>(&self, component: M) -> Fact {
        let Some(number) = self.layout.number(at_bits(&self.bits, component)) else {
            return Fact::NOTHING;
        };
        let marked = |plane: &Plane| {
            let word = plane[number / 64].load(Ordering::Relaxed);
            word >> (number % 64) & 1 == 1
        };
        let value = self.planes.iter().position(marked);
        let none = Fact::NOTHING.without_all((1 << self.planes.len()) - 1);
        value.and_then(|value| Fact::value(value as u32)).unwrap_or(none)
    }

    /// Fills the next plane; says whether there was room for it. If a limit stops it, nothing is kept of the plane.
    pub fn fill(&mut self, threads: usize, budget: &mut Budget) -> Result<bool, Stopped> {
        let bytes = self.layout.plane_bytes();
        if self.planes.len() >= MOST_PLANES || bytes > memory_left(budget) {
            return Ok(false);
        }
        // It fits.
        let _ = budget.keep(bytes as usize);
        let plane = fill::plane(&self.layout, &self.moves, &self.planes, threads, budget);
        if plane.is_err() {
            budget.release(bytes as usize);
        }
        self.planes.push(plane?);
        Ok(true)
    }
}

/// How many vertices a tail has, at most so many if that can be; a reflection that takes tails to tails; and the bit that stands
/// for each vertex.
fn order<M: Mask>(host: &Host<M>, most: usize) -> (usize, Option<Mirror>, Vec<u32>) {
    let tail = most.max(layout::WORD_BITS);
    // A grid is numbered by rows, and has no more rows than columns: its lines are the columns.
    let Some((line, lines)) = host.grid().filter(|grid| grid.0 <= tail) else {
        return (tail, None, (0..host.len() as u32).collect());
    };
    let in_tail = (most / line).max(layout::WORD_BITS.div_ceil(line));
    let (mirror, cells) = Mirror::new(line, lines, in_tail);
    let cell = |vertex: usize| cells[vertex % lines * line + vertex / lines];
    (in_tail * line, Some(mirror), (0..host.len()).map(cell).collect())
}

/// Facts exclude the smallest numbers only.
const MOST_PLANES: usize = 10;

/// A set of vertices as a position.
fn at_bits<M: Mask>(bits: &[u32], set: M) -> u64 {
    set.members().fold(0, |position, vertex| position | 1 << bits[vertex])
}

#[cfg(test)]
mod tests;
