//! What a move takes, in two pieces: of the head and of the tail of a position.

use super::layout::WORD_BITS;
use super::mirror::Mirror;

/// The numbers below 64 without a bit, as a set.
fn without(bit: usize) -> u64 {
    (0..64).filter(|number| number >> bit & 1 == 0).fold(0, |set, number| set | 1 << number)
}

/// What a move takes of a tail, for 64 tails at once: a word of tails that have none of it becomes the word of those with
/// all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// What it takes of the number of the word.
    pub word: usize,
    /// The tails of a word that have nothing of it.
    pub free: u64,
    /// How much further in the word the tails are that have all of it.
    pub shift: u32,
}

impl Taken {
    fn new(tail: u64) -> Self {
        let within = tail & ((1 << WORD_BITS) - 1);
        let bits = (0..WORD_BITS).filter(|bit| within >> bit & 1 == 1);
        let free = bits.fold(u64::MAX, |free, bit| free & without(bit));
        Taken { word: (tail >> WORD_BITS) as usize, free, shift: within as u32 }
    }

    /// Whether nothing is taken of a tail.
    pub fn is_nothing(&self) -> bool {
        self.word == 0 && self.shift == 0
    }

    /// The tails from which the move leads to one of these, of the word without what it takes.
    #[inline(always)]
    pub fn before(&self, after: u64) -> u64 {
        (after & self.free) << self.shift
    }
}

/// A move that takes something of the head.
#[derive(Clone, Copy, Debug)]
pub struct HeadMove {
    /// What it takes of the head.
    pub head: usize,
    /// What it takes of the tail.
    pub tail: u64,
}

impl HeadMove {
    /// What it takes of the tail, as a move on words of tails; or its image if the head is kept as its image.
    pub fn taken(&self, mirror: Option<&Mirror>) -> Taken {
        Taken::new(mirror.map_or(self.tail, |mirror| mirror.image(self.tail)))
    }
}

/// All sets that a move can take and leave one part, and those that it can take and leave nothing.
#[derive(Clone, Debug)]
pub struct SetMoves {
    /// Those that take something of the head.
    pub of_head: Vec<HeadMove>,
    /// Those that take something of the number of a word of tails, and nothing of the head.
    pub between_words: Vec<Taken>,
    /// Those that lead from a tail to one in the same word.
    pub within_words: Vec<Taken>,
    /// The positions that can be taken whole, as head and tail, sorted.
    pub ends: Vec<(usize, u64)>,
}

/// Games with more moves than this on all positions of a board together are left to search.
const MOST_MOVES: usize = 1 << 12;

impl SetMoves {
    /// The moves of the game with these digits, if there are not too many.
    pub fn new(neighbours: &[u64], digits: &[u8], tail: usize) -> Option<Self> {
        let (mut of_head, mut between_words, mut within_words, mut ends) = Default::default();
        let mut count = 0;
        let mut sets: Vec<u64> = (0..neighbours.len()).map(|vertex| 1 << vertex).collect();
        for &digit in digits.iter().skip(1) {
            count += sets.len();
            if count > MOST_MOVES {
                return None;
            }
            for &set in &sets {
                let (head, tail) = ((set >> tail) as usize, set & ((1 << tail) - 1));
                if digit & 1 == 1 {
                    Vec::push(&mut ends, (head, tail));
                }
                if digit & 2 == 2 {
                    let taken = Taken::new(tail);
                    match (head, taken.word) {
                        (0, 0) => Vec::push(&mut within_words, taken),
                        (0, _) => Vec::push(&mut between_words, taken),
                        _ => Vec::push(&mut of_head, HeadMove { head, tail }),
                    }
                }
            }
            sets = one_more(neighbours, &sets);
        }
        ends.sort_unstable();
        Some(SetMoves { of_head, between_words, within_words, ends })
    }

    /// The tails of a head with which it can be taken whole.
    pub fn ends_at(&self, head: usize) -> impl Iterator<Item = u64> {
        let from = self.ends.partition_point(|end| end.0 < head);
        self.ends[from..].iter().take_while(move |end| end.0 == head).map(|end| end.1)
    }
}

/// The connected sets with one vertex more than these, which are all connected ones of their size.
fn one_more(neighbours: &[u64], sets: &[u64]) -> Vec<u64> {
    let mut larger = Vec::new();
    for &set in sets {
        let of_set = |vertex: &usize| set >> vertex & 1 == 1;
        let near = (0..neighbours.len()).filter(of_set).fold(0, |near, v| near | neighbours[v]);
        let next = (0..neighbours.len()).filter(|v| (near & !set) >> v & 1 == 1);
        larger.extend(next.map(|vertex| set | 1 << vertex));
    }
    larger.sort_unstable();
    larger.dedup();
    larger
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connected_sets_of_a_path_and_a_cycle() {
        let path = [0b00010, 0b00101, 0b01010, 0b10100, 0b01000];
        let singles: Vec<u64> = (0..5).map(|v| 1 << v).collect();
        let pairs = one_more(&path, &singles);
        assert_eq!(pairs, [0b00011, 0b00110, 0b01100, 0b11000]);
        assert_eq!(one_more(&path, &pairs), [0b00111, 0b01110, 0b11100]);
        let cycle = [0b1010, 0b0101, 0b1010, 0b0101];
        assert_eq!(one_more(&cycle, &[1, 2, 4, 8]).len(), 4);
    }

    /// A tail with what was taken is where the move leads from.
    #[test]
    fn words_of_tails_before_a_move() {
        for tail in [1, 0b11, 0b10_0000, 0b100_0000, 0b1010_0000, 0b1_0000_0000] {
            let taken = Taken::new(tail);
            for after in (0..512u64).filter(|after| after & tail == 0) {
                let before = taken.before(1 << (after % 64));
                assert_eq!((after / 64) as usize & taken.word, 0);
                let number = ((after / 64) as usize | taken.word) as u64 * 64;
                assert_eq!(before.count_ones(), 1);
                assert_eq!(number + u64::from(before.trailing_zeros()), after | tail);
            }
        }
        // Tails that have some of it are not where it leads to.
        assert_eq!(Taken::new(0b11).before(0b1110), 0);
    }
}
