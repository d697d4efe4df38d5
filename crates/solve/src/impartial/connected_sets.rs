//! Games that never break a component: a table of all connected sets of the board.
//!
//! If no move may leave more than one part (0.33, 0.03, every code whose digits are at most 3), a game that begins with
//! one component always has one, so its positions are the connected sets of vertices. There are few of them: one in 67
//! of the 2^42 sets of cells of a 6x7 grid. A *plane* has one bit for each of them, which says whether the set is worth
//! k; the plane for k = 0 comes first.
//!
//! A connected set is worth k exactly if no smaller number is its value and no option of it is worth k. An option of a
//! connected set is a smaller connected set (a move is legal exactly if what it leaves is connected), so a plane is filled from
//! small sets to large ones, 64 sets at a time (`fill.rs`), and the place of a set is computed from the set
//! (`layout.rs`).
//!
//! Under the misère convention a player without a move wins. So the first plane says which sets have no option, and the
//! second which sets have options but none in the second plane.
//!
//! A search visits about one connected set in fifty and takes about a thousand times as long for each. It is tried
//! first, but not for long.

mod board;
mod deposit;
mod fill;
mod layout;
mod mirror;
mod moves;

use std::sync::atomic::{AtomicU64, Ordering};

use self::board::NumberedGraph;
use self::fill::PlaneKind;
use self::layout::Layout;
use self::mirror::Mirror;
use self::moves::SetMoves;
use super::Convention;
use super::facts::Fact;
use super::host::{Host, Taking};
use crate::kit::bits::Mask;
use crate::limits::{Budget, Stopped};
use crate::oracle::SetValues;

/// A bit for each connected set, where the layout says.
type BitPlane = Box<[AtomicU64]>;

/// A table of all connected sets of one board.
pub struct ConnectedSetTable {
    /// The bit of a position that stands for each vertex of the host.
    bits: Vec<u32>,
    /// The neighbours of each bit.
    neighbours: Vec<u64>,
    /// A reflection that takes tails to tails.
    mirror: Option<Mirror>,
    /// How many vertices a tail has.
    tail: usize,
    /// How many sets there are to keep, or nearly.
    sets: u64,
    moves: SetMoves,
    convention: Convention,
    /// Where they are kept; computed when the first plane is filled.
    layout: Option<Layout>,
    /// The first says which sets are worth 0, the next which are worth 1, and so on. Under the misère convention the first says which have no option, and
    /// the second which are lost.
    planes: Vec<BitPlane>,
}

/// Tails have this many vertices, or on a grid as many whole lines as that.
const TAIL: usize = 18;

/// Boards with more vertices than this have too many sets for any memory.
const MOST_VERTICES: usize = 46;

/// There is a table of all heads; this is the largest.
const MOST_HEAD: usize = 28;

/// A search may look at a position for this many sets before the table is filled. It takes as long for a position as the
/// table for some two thousand sets.
const SETS_A_POSITION: u64 = 1 << 14;

impl ConnectedSetTable {
    /// A table with nothing in it, if the game never breaks a component and the board is small and narrow enough. Whether it fits into
    /// memory is another matter.
    pub fn new<M: Mask>(host: &Host<M>, convention: Convention) -> Option<Self> {
        Self::with_tail(host, convention, TAIL)
    }

    fn with_tail<M: Mask>(host: &Host<M>, convention: Convention, most: usize) -> Option<Self> {
        let Taking::Connected(digits) = host.taking() else { return None };
        if host.can_split() || host.len() > MOST_VERTICES {
            return None;
        }
        let (tail, mirror, bits) = order(host, most);
        let mut neighbours = vec![0; host.len()];
        for vertex in 0..host.len() {
            neighbours[bits[vertex] as usize] = at_bits(&bits, host.neighbours(vertex));
        }
        let sets = NumberedGraph::new(&neighbours).connected_sets()?;
        let kept = if mirror.is_some() { sets / 2 } else { sets };
        if host.len() > MOST_HEAD + tail {
            return None;
        }
        let moves = SetMoves::new(&neighbours, digits, tail)?;
        let (layout, planes) = (None, Vec::new());
        Some(ConnectedSetTable {
            bits,
            neighbours,
            mirror,
            tail,
            sets: kept,
            moves,
            convention,
            layout,
            planes,
        })
    }

    /// How many positions a search may look at before the table is filled.
    pub fn patience(&self) -> u64 {
        self.sets / SETS_A_POSITION
    }

    /// How many bytes it takes, or nearly, with the planes that it needs to tell more than it does.
    pub fn bytes(&self) -> u64 {
        let heads = Layout::bytes_of_heads(self.neighbours.len(), self.tail);
        let planes = match self.convention {
            Convention::Normal => self.planes.len() as u64 + 1,
            Convention::Misere => 2,
        };
        // A little more: heads that are their own images have a whole block, and blocks begin with a word.
        let plane = self.sets / 8;
        heads + planes * (plane + plane / 256)
    }

    /// How many bytes the layout and the planes that are there were counted as.
    pub fn held(&self) -> u64 {
        let held =
            |layout: &Layout| layout.bytes() + self.planes.len() as u64 * layout.plane_bytes();
        self.layout.as_ref().map_or(0, held)
    }

    /// Whether something is in the table.
    pub fn is_begun(&self) -> bool {
        !self.planes.is_empty()
    }

    /// The values of sets of vertices of a board, where `place` says which vertex of the host each is.
    pub fn values(&self, place: &[usize]) -> SetValues<'_> {
        let bits: Vec<u32> = place.iter().map(|&vertex| self.bits[vertex]).collect();
        Box::new(move |mut set| {
            let mut position = 0;
            while set != 0 {
                position |= 1 << bits[set.trailing_zeros() as usize];
                set &= set - 1;
            }
            self.plane_at(position)?.map(|plane| plane as u32)
        })
    }

    /// What the table says of the value of a component.
    pub fn fact<M: Mask>(&self, component: M) -> Fact {
        if self.convention == Convention::Misere {
            return Fact::NOTHING;
        }
        match self.plane_of(component) {
            None => Fact::NOTHING,
            Some(Some(value)) => Fact::value(value as u32).unwrap_or(Fact::NOTHING),
            Some(None) => Fact::NOTHING.without_all((1 << self.planes.len()) - 1),
        }
    }

    /// Whether the mover wins a component under the misère convention, if the table says so.
    pub fn misere_wins<M: Mask>(&self, component: M) -> Option<bool> {
        let plane = self.plane_of(component).filter(|_| self.convention == Convention::Misere)?;
        match plane {
            // Who has no move wins.
            Some(0) => Some(true),
            Some(_) => Some(false),
            None => (self.planes.len() > 1).then_some(true),
        }
    }

    /// The plane that a component is in, or that it is in none; nothing if it is not in the table.
    fn plane_of<M: Mask>(&self, component: M) -> Option<Option<usize>> {
        self.plane_at(at_bits(&self.bits, component))
    }

    fn plane_at(&self, position: u64) -> Option<Option<usize>> {
        let number = self.layout.as_ref()?.number(position)?;
        let marked = |plane: &BitPlane| {
            let word = plane[number / 64].load(Ordering::Relaxed);
            word >> (number % 64) & 1 == 1
        };
        Some(self.planes.iter().position(marked))
    }

    /// Fills the next plane; says whether there was room for it. If a limit stops it, nothing is kept of the plane.
    pub fn fill(&mut self, threads: usize, budget: &mut Budget) -> Result<bool, Stopped> {
        if self.layout.is_none() {
            let room = budget.memory_left();
            self.layout = Layout::new(&self.neighbours, self.mirror, self.tail, room, budget)?;
            let _ = budget.keep(self.layout.as_ref().map_or(0, Layout::bytes) as usize);
        }
        let Some(layout) = &self.layout else { return Ok(false) };
        let bytes = layout.plane_bytes();
        if self.planes.len() >= MOST_PLANES || bytes > budget.memory_left() {
            if self.planes.is_empty() {
                budget.release(layout.bytes() as usize);
                self.layout = None;
            }
            return Ok(false);
        }
        // It fits.
        let _ = budget.keep(bytes as usize);
        let tells = match (self.convention, &self.planes[..]) {
            (Convention::Misere, []) => PlaneKind::Stuck,
            (_, planes) => PlaneKind::Lost(planes),
        };
        let plane = fill::plane(layout, &self.moves, tells, threads, budget);
        if plane.is_err() {
            budget.release(bytes as usize);
        }
        self.planes.push(plane?);
        Ok(true)
    }
}

/// How many vertices a tail has, at most this many if possible; a reflection that takes tails to tails; and the bit
/// that stands for each vertex.
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
