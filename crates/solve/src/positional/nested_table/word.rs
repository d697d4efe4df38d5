//! Words: a bit for each arrangement of a hand.
//!
//! Few arrangements fit one machine word, and what is asked of one is asked of all at once. Many are gone through one by
//! one, but only those that are still open.

/// Words of one size.
pub trait Word: Copy + Send + Sync {
    /// The most arrangements.
    const BITS: usize;

    /// What carries words back over a change of the order of a hand.
    type Back: Send + Sync;

    /// From where each arrangement goes.
    fn back(after: &[u16]) -> Self::Back;

    /// No arrangement.
    fn none() -> Self;

    /// With an arrangement more.
    fn with(self, arrangement: usize) -> Self;

    /// Whether it has an arrangement.
    fn has(&self, arrangement: usize) -> bool;

    /// Those of both.
    fn and(self, other: &Self) -> Self;

    /// Those of either.
    fn or(self, other: &Self) -> Self;

    /// Those that the other has not.
    fn without(self, other: &Self) -> Self;

    /// How many there are.
    fn count(&self) -> u32;

    /// Whether there is none.
    fn is_none(&self) -> bool {
        self.count() == 0
    }

    /// Those that are (or are not) in a word of the arrangements after these changes.
    fn keep(self, word: &Self, changes: [Option<&Self::Back>; 2], found: bool) -> Self;
}

/// The first 32 arrangements: for each byte of a word after a change, the arrangements before.
impl Word for u32 {
    const BITS: usize = 32;
    type Back = [[u32; 256]; 4];

    fn back(after: &[u16]) -> Self::Back {
        let mut bytes = [[0; 256]; 4];
        for (before, &after) in after.iter().enumerate() {
            let (byte, bit) = (usize::from(after / 8), after % 8);
            let with = (0..256usize).filter(|value| value >> bit & 1 == 1);
            with.for_each(|value| bytes[byte][value] |= 1 << before);
        }
        bytes
    }

    fn none() -> Self {
        0
    }

    fn with(self, arrangement: usize) -> Self {
        self | 1 << arrangement
    }

    fn has(&self, arrangement: usize) -> bool {
        self >> arrangement & 1 == 1
    }

    fn and(self, other: &Self) -> Self {
        self & other
    }

    fn or(self, other: &Self) -> Self {
        self | other
    }

    fn without(self, other: &Self) -> Self {
        self & !other
    }

    fn count(&self) -> u32 {
        self.count_ones()
    }

    fn keep(self, word: &Self, changes: [Option<&Self::Back>; 2], found: bool) -> Self {
        let back = |word: u32, bytes: &Self::Back| {
            let [a, b, c, d] = word.to_le_bytes().map(usize::from);
            bytes[0][a] | bytes[1][b] | bytes[2][c] | bytes[3][d]
        };
        // The last change is the first to be undone.
        let word = changes.into_iter().rev().flatten().fold(*word, back);
        if found { self & word } else { self & !word }
    }
}

/// Enough for the 840 ways to make a plane AG(2,3) of nine points.
pub type Wide = [u64; 14];

impl Word for Wide {
    const BITS: usize = 14 * 64;
    /// Where each arrangement goes.
    type Back = Vec<u16>;

    fn back(after: &[u16]) -> Self::Back {
        after.to_vec()
    }

    fn none() -> Self {
        [0; 14]
    }

    fn with(mut self, arrangement: usize) -> Self {
        self[arrangement / 64] |= 1 << (arrangement % 64);
        self
    }

    fn has(&self, arrangement: usize) -> bool {
        self[arrangement / 64] >> (arrangement % 64) & 1 == 1
    }

    fn and(self, other: &Self) -> Self {
        std::array::from_fn(|i| self[i] & other[i])
    }

    fn or(self, other: &Self) -> Self {
        std::array::from_fn(|i| self[i] | other[i])
    }

    fn without(self, other: &Self) -> Self {
        std::array::from_fn(|i| self[i] & !other[i])
    }

    fn count(&self) -> u32 {
        self.iter().map(|part| part.count_ones()).sum()
    }

    fn is_none(&self) -> bool {
        self.iter().all(|&part| part == 0)
    }

    fn keep(mut self, word: &Self, changes: [Option<&Self::Back>; 2], found: bool) -> Self {
        // Mostly a whole word is empty: nothing is found.
        if word.is_none() {
            return if found { Self::none() } else { self };
        }
        let after = |arrangement: usize| {
            let step = |at: usize, back: &Vec<u16>| usize::from(back[at]);
            changes.into_iter().flatten().fold(arrangement, step)
        };
        for (i, part) in self.iter_mut().enumerate() {
            let mut open = *part;
            while open != 0 {
                let bit = open.trailing_zeros() as usize;
                open &= open - 1;
                if word.has(after(64 * i + bit)) != found {
                    *part &= !(1 << bit);
                }
            }
        }
        self
    }
}
