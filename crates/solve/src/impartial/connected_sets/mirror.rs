//! The reflection of a grid that turns each of its lines round: a block for one of two heads is enough.
//!
//! It takes connected sets to connected sets and moves to moves, so a set and its image are worth the same; and it takes heads
//! to heads, because a tail is made of whole lines. The cells are put in an order in which it exchanges neighbouring bits: the first cell of
//! a line and its last, the second and the last but one, and so on. So the image of a position is two shifts. Three such pairs come first, so
//! that the image of a word of tails is a word of tails. Else the order is line by line, which keeps borders short.

use super::layout::WORD_BITS;

/// The reflection.
#[derive(Clone, Copy, Debug)]
pub struct Mirror {
    /// The lower bit of each pair that is exchanged.
    lower: u64,
    /// The bits that stay.
    still: u64,
    /// How many pairs tell the tails of a word apart.
    pairs: usize,
}

/// For each of three pairs, the tails of a word that have its upper cell and not the lower one, and how far down the tails
/// are that have the lower one instead.
const EXCHANGED: [(u64, u32); WORD_BITS / 2] =
    [(0x4444_4444_4444_4444, 1), (0x0f00_0f00_0f00_0f00, 4), (0x0000_ffff_0000_0000, 16)];

impl Mirror {
    /// The reflection of a grid of this many lines of this many cells each, the first lines being in the tail, and the bit
    /// that stands for each cell, line by line.
    pub fn new(line: usize, lines: usize, in_tail: usize) -> (Self, Vec<u32>) {
        // Line by line: pairs, and the cell in the middle that is its own image.
        let cells = |index: usize| (0..line.div_ceil(2)).map(move |i| (index, i));
        let is_pair = |&(_, i): &(usize, usize)| 2 * i + 1 < line;
        let in_tail = in_tail.min(lines);
        let pairs = (0..in_tail).flat_map(cells).filter(is_pair).take(WORD_BITS / 2);
        let mut order: Vec<_> = pairs.collect();
        let mut mirror = Mirror { lower: 0, still: 0, pairs: order.len() };
        let rest: Vec<_> =
            (0..lines).flat_map(cells).filter(|cell| !order.contains(cell)).collect();
        order.extend(rest);
        let mut bits = vec![0; line * lines];
        let mut next = 0;
        for (index, i) in order {
            bits[index * line + i] = next;
            if is_pair(&(index, i)) {
                bits[(index + 1) * line - 1 - i] = next + 1;
                mirror.lower |= 1 << next;
                next += 2;
            } else {
                mirror.still |= 1 << next;
                next += 1;
            }
        }
        (mirror, bits)
    }

    /// The image of a position.
    #[inline(always)]
    pub fn image(&self, position: u64) -> u64 {
        let Mirror { lower, still, .. } = self;
        (position & lower) << 1 | position >> 1 & lower | position & still
    }

    /// The word of the images of the tails of a word.
    #[inline(always)]
    pub fn image_of_word(&self, tails: u64) -> u64 {
        let mut tails = tails;
        for (down, by) in EXCHANGED.into_iter().take(self.pairs) {
            let moved = (tails ^ tails << by) & down;
            tails ^= moved | moved >> by;
        }
        tails
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_turned_round() {
        for (line, lines, in_tail) in
            [(3, 4, 2), (4, 3, 2), (5, 5, 3), (6, 4, 2), (1, 9, 6), (2, 5, 9)]
        {
            let (mirror, bits) = Mirror::new(line, lines, in_tail);
            let mut sorted = bits.clone();
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..(line * lines) as u32));
            for cell in 0..line * lines {
                let turned = cell / line * line + line - 1 - cell % line;
                assert_eq!(mirror.image(1 << bits[cell]), 1 << bits[turned]);
                assert_eq!((bits[cell] as usize) < line * in_tail, cell / line < in_tail);
            }
        }
    }

    /// The image of a word has the image of each of its tails, however many pairs it has.
    #[test]
    fn words_of_tails_are_turned_round() {
        for (line, lines) in [(1, 8), (2, 1), (3, 2), (4, 2), (6, 3)] {
            let (mirror, _) = Mirror::new(line, lines, lines);
            for tail in 0..1u64 << (line * lines).min(WORD_BITS) {
                assert_eq!(
                    mirror.image_of_word(1 << tail),
                    1 << mirror.image(tail),
                    "{line}x{lines} {tail}"
                );
            }
            assert_eq!(mirror.image_of_word(u64::MAX), u64::MAX);
        }
    }
}
