//! Recomputed proofs of margins: a table of all quiet positions of a board, a byte for each, where a score keeps the turn.
//!
//! After the captures every position is quiet: no vertex has weight 1 (Theorems K1 to K4 of `docs/theory-scoring.md`). So the margin of a quiet position
//! follows from those of quiet positions with fewer edges: a move is made, the captures are played, and what is left is looked up.
//! `numbering` gives each a number; of those that are images of each other only the one with the least word has a margin.
//!
//! The least word of what a move leaves is smaller than the word before, so the table is filled in the order of the numbers. A *level* is a
//! range of them. What is looked up must have been filled: nothing can rest on itself, whatever the numbering.

mod board;
mod certificate;
mod numbering;

use std::ops::Range;

use outplay_rules::spaces::{EdgePosition, Edges, Space};

use crate::Refused;
use crate::allowance::Allowance;
use crate::digest::{Digest, of_words};
use board::{Alike, Played, WordBoard};
pub use certificate::{check, write};
use numbering::Numbering;

/// The byte of a margin of 0. Positions that were not filled have the byte 0.
const ZERO: i32 = 128;

/// How many positions are computed between two checks whether to go on.
const ASK_EVERY: u64 = 1 << 10;

/// The order in which the edges of a position are read, and how long a level is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EdgeOrder {
    /// The numbers of the edges of which a copy is left, each once.
    pub edges: Vec<usize>,
    /// How many of the first of them lead.
    pub lead: usize,
    /// How many positions a level has; the last one may have fewer. A multiple of 8.
    pub level: u64,
}

/// A table that can be filled.
pub struct QuietTable {
    board: WordBoard,
    alike: Alike,
    numbering: Numbering,
    level: u64,
    /// The word of the position in question.
    start: u64,
}

impl QuietTable {
    /// The table of all quiet positions that a position can lead to, up to some symmetries of the board. It may take no
    /// more than `memory` bytes, nor more work than `cost`.
    pub fn new(
        edges: &Edges,
        position: &EdgePosition,
        order: &EdgeOrder,
        symmetries: &[Vec<u16>],
        (memory, cost): (u64, u64),
        allowance: &Allowance,
    ) -> Result<Self, Refused> {
        let wrong = |message: &str| Refused::Step(message.into());
        let classes = order
            .edges
            .iter()
            .map(|&edge| (u32::from(position[edge]), edges.graph().edges()[edge].ends()));
        let classes: Vec<_> = classes.collect();
        let board = WordBoard::new(edges.graph().vertex_count(), &classes);
        let board = board.ok_or_else(|| wrong("the board is too large for this table"))?;
        let images: Option<Vec<Vec<usize>>> =
            symmetries.iter().map(|to| on_order(&edges.entries(to), position, order)).collect();
        let images = images.filter(|images| images.len() <= Alike::MOST && is_group(images));
        let images = images.ok_or_else(|| wrong("a symmetry does not belong to this table"))?;
        let alike = Alike::new(&board, &images);
        let numbering = Numbering::new(&board, &alike, order.lead, memory, allowance)?;
        let start = board.classes.iter().fold(0, |word, class| word | class.mask());
        let table = QuietTable { board, alike, numbering, level: order.level, start };
        if order.level == 0 || !order.level.is_multiple_of(8) {
            return Err(wrong("levels are a multiple of eight long"));
        }
        let (needed, work) = (table.bytes(), table.cost());
        if needed > memory {
            return Err(Refused::Memory { needed, allowed: memory });
        }
        if work > cost {
            return Err(wrong("it costs more than the header states"));
        }
        Ok(table)
    }

    /// How many levels there are.
    pub fn levels(&self) -> usize {
        usize::try_from(self.numbering.count.div_ceil(self.level)).unwrap_or(usize::MAX)
    }

    /// How many positions have a number.
    pub fn positions(&self) -> u64 {
        self.numbering.count
    }

    /// The work of filling it: a look at each class of edges in every position.
    pub fn cost(&self) -> u64 {
        self.numbering.count.saturating_mul(self.board.classes.len().max(1) as u64)
    }

    /// The bytes that it takes: the automaton, the images, and a byte for each position.
    pub fn bytes(&self) -> u64 {
        self.numbering.bytes.saturating_add((self.levels() as u64).saturating_mul(self.level))
    }

    /// How many words a level has.
    pub fn words(&self) -> usize {
        (self.level / 8) as usize
    }

    /// Fills some levels one after the other, given all below. Each new one is shown to `look` with its digest.
    pub fn fill(
        &self,
        range: Range<usize>,
        mut given: impl FnMut(usize) -> Result<Vec<u64>, Refused>,
        allowance: &Allowance,
        mut look: impl FnMut(usize, &[u64], Digest) -> Result<(), Refused>,
    ) -> Result<Filled, Refused> {
        let length = self.level as usize;
        let mut margins = vec![0u8; range.end * length];
        for level in 0..range.start {
            let bytes = given(level)?.into_iter().flat_map(u64::to_le_bytes);
            margins[level * length..]
                .iter_mut()
                .zip(bytes)
                .for_each(|(margin, byte)| *margin = byte);
        }
        let mut room = Room::default();
        let mut until_asked = 0;
        for level in range.clone() {
            let from = level as u64 * self.level;
            self.numbering.each(&(from..from + self.level), &mut |word, number| {
                if self.alike.least(word) != word {
                    return Ok(());
                }
                if until_asked == 0 {
                    until_asked = ASK_EVERY;
                    allowance.go_on()?;
                }
                until_asked -= 1;
                let margin = self.margin(word, &margins, &mut room).ok_or_else(unknown)?;
                margins[number as usize] = (ZERO + margin) as u8;
                Ok(())
            })?;
            let bytes = margins[level * length..].chunks_exact(8).take(self.words());
            let words = bytes
                .map(|bytes| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)));
            let words: Vec<u64> = words.collect();
            look(level, &words, of_words(&words))?;
        }
        let captures = room.captures;
        if range.end < self.levels() {
            return Ok(Filled { margin: None, captures });
        }
        let all = (0..self.board.vertices()).fold(0, |all, vertex| all | 1 << vertex);
        let played = self.board.play(self.start, all);
        let quiet = self.place(played.quiet).and_then(|place| known(&margins, place));
        let margin = after(&played, quiet.ok_or_else(unknown)?);
        Ok(Filled { margin: Some(margin), captures: captures + 1 })
    }

    /// Where the margin of a quiet position is.
    fn place(&self, quiet: u64) -> Option<usize> {
        Some(self.numbering.number(self.alike.least(quiet))? as usize)
    }

    /// The margin of a quiet position by those of all moves. They are looked up together: memory gives several at once.
    fn margin(&self, word: u64, margins: &[u8], room: &mut Room) -> Option<i32> {
        let mut best = if word == 0 { 0 } else { i32::MIN };
        room.places.clear();
        room.played.clear();
        let mut has_place = true;
        self.board.each_move(word, |bit, [u, v]| {
            let left = word & !bit;
            if self.board.is_leaf(left, u) || self.board.is_leaf(left, v) {
                room.captures += 1;
                let played = self.board.play(left, 1 << u | 1 << v);
                // All edges of a chain have the same result.
                if room.played.last().is_none_or(|(last, _)| *last != played) {
                    room.played.push((played, 0));
                }
            } else {
                let place = self.place(left);
                has_place &= place.is_some();
                room.places.extend(place);
            }
        });
        if !has_place {
            return None;
        }
        for &place in &room.places {
            best = best.max(-known(margins, place)?);
        }
        // A player who may deal gets at least what he takes.
        room.played.retain(|(played, _)| played.deal == 0 || best < -played.taken);
        for (played, place) in &mut room.played {
            *place = self.place(played.quiet)?;
        }
        for (played, place) in &room.played {
            best = best.max(-after(played, known(margins, *place)?));
        }
        Some(best)
    }
}

/// What comes of filling.
pub struct Filled {
    /// The margin of the position in question, if the last level was filled.
    pub margin: Option<i32>,
    /// After how many moves captures were played.
    pub captures: u64,
}

/// Room to work in.
#[derive(Default)]
struct Room {
    captures: u64,
    /// Where the margins are after moves that leave a quiet position.
    places: Vec<usize>,
    /// What the other moves capture, and where the margins are after them.
    played: Vec<(Played, usize)>,
}

fn unknown() -> Refused {
    Refused::Step("a position rests on one that does not precede it in the table".into())
}

/// The margin at a place that was filled.
fn known(margins: &[u8], place: usize) -> Option<i32> {
    margins.get(place).filter(|byte| **byte != 0).map(|&byte| i32::from(byte) - ZERO)
}

/// The margin before captures, given their result and the margin of what they leave.
fn after(played: &Played, margin: i32) -> i32 {
    match played.deal {
        0 => played.taken + margin,
        deal => played.taken + (deal + margin).abs(),
    }
}

/// Whether some symmetries and the identity are all that come of them, one after another.
fn is_group(symmetries: &[Vec<usize>]) -> bool {
    let is_there = |one: &[usize], other: &[usize]| {
        let both = || one.iter().map(|&at| other[at]);
        both().eq(0..one.len()) || symmetries.iter().any(|known| both().eq(known.iter().copied()))
    };
    symmetries.iter().all(|one| symmetries.iter().all(|other| is_there(one, other)))
}

/// Where a symmetry takes the edges of an order, each by its place there, given where it takes all edges; none if it does not keep what is left
/// and what leads.
fn on_order(to: &[u16], position: &EdgePosition, order: &EdgeOrder) -> Option<Vec<usize>> {
    let mut taken = vec![false; order.edges.len()];
    let images = order.edges.iter().enumerate().map(|(at, &edge)| {
        let image = usize::from(*to.get(edge)?);
        let to = order.edges.iter().position(|&other| other == image)?;
        let fits = position[edge] == position[image] && (at < order.lead) == (to < order.lead);
        (fits && !std::mem::replace(&mut taken[to], true)).then_some(to)
    });
    images.collect()
}

#[cfg(test)]
mod tests;
