//! Where a connected set is kept in a table that has a bit for each of them and none for other sets.
//!
//! The vertices are in an order (a grid's line by line). A set is split in two: its *head*, all vertices but the last 18 or so,
//! and its *tail*. Which tails make a head connected depends on its kind alone ([`super::board`]). Heads of one kind have the same *joint*, and a
//! grid with lines of six has 128 of them. A head has a block of bits, one for each tail of its joint, in order; the words of 64 tails
//! that are not empty, with the tails in them, are listed for each joint once.
//!
//! If a reflection takes heads to heads, only the smaller of a head and its image has a block.

use super::board::{Kinds, NumberedGraph};
use super::mirror::Mirror;
use crate::limits::{Budget, Stopped};

/// Tails are handled 64 at a time: the last this many vertices tell those of a word apart.
pub const WORD_BITS: usize = 6;

/// Some of 64 tails in a row make heads of a joint connected.
#[derive(Clone, Copy, Debug)]
pub struct SetWord {
    /// Which do.
    pub tails: u64,
    /// How many tails in earlier words do.
    pub before: u32,
    /// The tails are those from 64 times this on.
    pub index: u16,
}

/// What heads with the same tails have in common.
#[derive(Clone, Debug)]
pub struct Joint {
    /// The tails that make them connected.
    pub words: Vec<SetWord>,
    /// How many there are.
    pub tails: usize,
}

impl Joint {
    /// The joint of a head, the vertices of which are those from `tail` on.
    fn of(board: &NumberedGraph, head: u64, tail: usize) -> Self {
        let numbers = 1 << tail.min(board.len());
        let mut joint = Joint { words: Vec::new(), tails: 0 };
        for first in (0..numbers).step_by(64) {
            let fits = |number: &u64| board.is_connected(head | number);
            let tails = (first..numbers.min(first + 64)).filter(fits);
            let tails = tails.fold(0, |tails, number| tails | 1 << (number - first));
            if tails != 0 {
                let (before, index) = (joint.tails as u32, (first / 64) as u16);
                joint.words.push(SetWord { tails, before, index });
                joint.tails += u64::count_ones(tails) as usize;
            }
        }
        joint
    }
}

/// Where every connected set is kept.
#[derive(Debug)]
pub struct Layout {
    tail: usize,
    mirror: Option<Mirror>,
    joints: Vec<Joint>,
    /// The joint of each head, counted from 1; 0 for heads that no tail makes connected, and for those kept as their image.
    joint: Vec<u16>,
    /// The word in which the block of each head begins.
    start: Vec<u32>,
    /// The heads that have a block, those with fewer vertices first.
    heads: Vec<u32>,
    /// The words of all blocks.
    words: usize,
}

impl Layout {
    /// The layout for a board given by the neighbours of each vertex, with tails of this many vertices, and perhaps a reflection that
    /// takes tails to tails; none if it does not fit this many bytes. The board must be narrow, so that its sets can be counted
    /// ([`NumberedGraph::connected_sets`]).
    pub fn new(
        neighbours: &[u64],
        mirror: Option<Mirror>,
        tail: usize,
        room: u64,
        budget: &mut Budget,
    ) -> Result<Option<Self>, Stopped> {
        if Self::bytes_of_heads(neighbours.len(), tail) > room {
            return Ok(None);
        }
        let heads = 1 << neighbours.len().saturating_sub(tail);
        let mut layout = Layout {
            tail,
            mirror,
            joints: Vec::new(),
            joint: vec![0; heads],
            start: vec![0; heads],
            heads: Vec::new(),
            words: 0,
        };
        let fits = layout.find_joints(&NumberedGraph::new(neighbours), budget)?;
        Ok(fits.then_some(layout))
    }

    /// The bytes that tell of all heads on a board of this many vertices where they are kept.
    pub fn bytes_of_heads(vertices: usize, tail: usize) -> u64 {
        ((size_of::<u16>() + size_of::<u32>()) as u64) << vertices.saturating_sub(tail)
    }

    /// Gives every head its joint and its block; says whether there are not too many words for their numbers.
    fn find_joints(&mut self, board: &NumberedGraph, budget: &mut Budget) -> Result<bool, Stopped> {
        let mut known: Kinds<u16> = Kinds::default();
        let mut looked_at = 0u32;
        let found = board.beginnings(self.tail, |set, kind| {
            let head = (set >> self.tail) as usize;
            looked_at += 1;
            // To list the tails of a joint takes as long as thousands of heads.
            if looked_at.is_multiple_of(1 << 12) || !known.contains_key(&kind) {
                budget.check().map_err(Some)?;
            }
            if self.image_of(head) < head {
                return Ok(());
            }
            let joint = *known.entry(kind).or_insert_with(|| {
                self.joints.push(Joint::of(board, set, self.tail));
                self.joints.len() as u16
            });
            let start = u32::try_from(self.words).map_err(|_| None)?;
            (self.joint[head], self.start[head]) = (joint, start);
            self.words += self.joints[joint as usize - 1].tails.div_ceil(64);
            self.heads.push(head as u32);
            Ok(())
        });
        self.heads.sort_by_key(|head| head.count_ones());
        match found {
            Ok(()) => Ok(true),
            Err(None) => Ok(false),
            Err(Some(stopped)) => Err(stopped),
        }
    }

    fn image_of(&self, head: usize) -> usize {
        let image =
            |mirror: &Mirror| (mirror.image((head as u64) << self.tail) >> self.tail) as usize;
        self.mirror.as_ref().map_or(head, image)
    }

    /// How many words hold a bit for every set of vertices of the tail.
    pub fn words_of_tails(&self) -> usize {
        1 << (self.tail - WORD_BITS)
    }

    /// The reflection by which heads share blocks, if there is one.
    pub fn mirror(&self) -> Option<&Mirror> {
        self.mirror.as_ref()
    }

    /// The heads that have a block, those with fewer vertices first.
    pub fn heads(&self) -> &[u32] {
        &self.heads
    }

    /// Under which head the block of a head is found: this one, or its image. Whether there is one is another matter.
    pub fn kept_as(&self, head: usize) -> usize {
        head.min(self.image_of(head))
    }

    /// The joint of a head that has a block.
    pub fn joint(&self, head: usize) -> Option<&Joint> {
        self.joints.get((self.joint[head] as usize).checked_sub(1)?)
    }

    /// The words of the block of a head that has one, and one word more.
    pub fn block(&self, head: usize, joint: &Joint) -> std::ops::Range<usize> {
        let start = self.start[head] as usize;
        start..start + joint.tails.div_ceil(64) + 1
    }

    /// The words of a plane.
    pub fn words(&self) -> usize {
        // Who reads the last word of the last block reads the next one too.
        self.words + 1
    }

    /// The bytes of a plane.
    pub fn plane_bytes(&self) -> u64 {
        (self.words() * size_of::<u64>()) as u64
    }

    /// The bytes of the layout itself.
    pub fn bytes(&self) -> u64 {
        let words: usize = self.joints.iter().map(|joint| joint.words.len()).sum();
        let heads = (self.joint.len() * size_of::<u16>()) + self.start.len() * size_of::<u32>();
        (heads + self.heads.len() * size_of::<u32>() + words * size_of::<SetWord>()) as u64
    }

    /// The number of a connected set.
    pub fn number(&self, position: u64) -> Option<usize> {
        let head = (position >> self.tail) as usize;
        let (kept, image) = (self.kept_as(head), self.mirror.as_ref().map(|m| m.image(position)));
        let position = if kept == head { position } else { image? };
        let tail = position & ((1 << self.tail) - 1);
        let joint = self.joint(kept)?;
        let at = joint.words.binary_search_by_key(&((tail / 64) as u16), |word| word.index).ok()?;
        let (word, bit) = (&joint.words[at], 1u64 << (tail % 64));
        let before = word.before as usize + (word.tails & (bit - 1)).count_ones() as usize;
        (word.tails & bit != 0).then_some(self.start[kept] as usize * 64 + before)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::super::board::tests::{grid, wheel};
    use super::*;

    fn layout(neighbours: &[u64], mirror: Option<Mirror>, tail: usize) -> Layout {
        let budget = &mut Budget::unlimited();
        Layout::new(neighbours, mirror, tail, u64::MAX, budget).unwrap().unwrap()
    }

    /// Every connected set has a number, two have the same only if they are images of each other, and other sets have none.
    fn numbers_each(neighbours: &[u64], mirror: Option<Mirror>, tail: usize) {
        let layout = layout(neighbours, mirror, tail);
        let board = NumberedGraph::new(neighbours);
        let mut taken: HashMap<usize, u64> = HashMap::new();
        for set in 0..1u64 << neighbours.len() {
            let number = layout.number(set);
            assert_eq!(number.is_some(), board.is_connected(set), "{set:b} {mirror:?} {tail}");
            let Some(number) = number else { continue };
            assert!(number < layout.words * 64);
            if let Some(other) = taken.insert(number, set) {
                assert_eq!(layout.mirror().unwrap().image(other), set, "{mirror:?} {tail}");
            }
        }
    }

    /// The neighbours of cells that stand at other bits.
    fn moved(neighbours: &[u64], bits: &[u32]) -> Vec<u64> {
        let mut moved = vec![0; neighbours.len()];
        for (cell, near) in neighbours.iter().enumerate() {
            let near = (0..bits.len()).filter(|other| near >> other & 1 == 1);
            moved[bits[cell] as usize] = near.fold(0, |set, other| set | 1 << bits[other]);
        }
        moved
    }

    #[test]
    fn connected_sets_are_numbered() {
        for (line, lines, in_tail) in
            [(3, 4, 2), (3, 4, 3), (4, 4, 2), (2, 7, 3), (2, 3, 3), (2, 2, 3), (5, 3, 2)]
        {
            let (mirror, bits) = Mirror::new(line, lines, in_tail);
            numbers_each(&moved(&grid(line, lines), &bits), Some(mirror), line * in_tail);
            numbers_each(&grid(line, lines), None, line * in_tail);
        }
        numbers_each(&grid(3, 5), None, 7);
        // A wheel, its hub last or first, and no vertex at all.
        let wheel = wheel();
        numbers_each(&wheel, None, 6);
        numbers_each(&moved(&wheel, &[9, 8, 7, 6, 5, 4, 3, 2, 1, 0]), None, 6);
        numbers_each(&[], None, 6);
    }

    /// The numbers of connected sets of grids, which others have counted too (the empty set not among them).
    #[test]
    fn as_many_as_there_are() {
        for (line, lines, sets) in [(3, 3, 218), (4, 4, 11_506), (5, 5, 2_301_877)] {
            let layout = layout(&grid(line, lines), None, 2 * line);
            let tails =
                layout.heads().iter().map(|&head| layout.joint(head as usize).unwrap().tails);
            assert_eq!(tails.sum::<usize>(), sets);
        }
    }

    #[test]
    fn a_board_that_does_not_fit_is_refused() {
        let budget = &mut Budget::unlimited();
        assert!(Layout::new(&grid(4, 5), None, 8, 20_000, budget).unwrap().is_none());
    }

    #[test]
    fn six_in_a_line_have_128_joints() {
        assert_eq!(layout(&grid(6, 5), None, 12).joints.len(), 128);
    }
}
