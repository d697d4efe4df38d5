//! Sets of vertices or points as bits.
//!
//! A set is as wide as its board, so two sets of the same board compare and hash by their words. Up to 128 places
//! need no allocation.

use smallvec::SmallVec;

/// A set of places (vertices, points) of one board, numbered from 0.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BitSet {
    words: SmallVec<[u64; 2]>,
}

impl BitSet {
    /// The empty set on a board of `places` places.
    pub fn empty(places: usize) -> Self {
        BitSet { words: SmallVec::from_elem(0, places.div_ceil(64).max(1)) }
    }

    /// All places of a board of `places` places.
    pub fn full(places: usize) -> Self {
        Self::of(places, 0..places)
    }

    /// The set of the given places of a board of `places` places.
    pub fn of(places: usize, members: impl IntoIterator<Item = usize>) -> Self {
        let mut set = Self::empty(places);
        for place in members {
            set.insert(place);
        }
        set
    }

    /// The set whose bits are these words, the lowest places first; none if they do not fit a board of `places`.
    pub fn from_words(places: usize, words: &[u64]) -> Option<Self> {
        let set = BitSet { words: SmallVec::from_slice(words) };
        let fits = words.len() == places.div_ceil(64).max(1) && set.is_subset(&Self::full(places));
        fits.then_some(set)
    }

    /// The bits, the lowest places first.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Whether `place` is in the set. A place beyond the board is not.
    pub fn contains(&self, place: usize) -> bool {
        self.words.get(place / 64).is_some_and(|word| word >> (place % 64) & 1 == 1)
    }

    /// Puts `place` into the set.
    pub fn insert(&mut self, place: usize) {
        self.words[place / 64] |= 1 << (place % 64);
    }

    /// Takes `place` out of the set.
    pub fn remove(&mut self, place: usize) {
        self.words[place / 64] &= !(1 << (place % 64));
    }

    /// The number of members.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is no member.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The smallest member.
    pub fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    /// The members, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            std::iter::successors(Some(word), |&w| Some(w & w.wrapping_sub(1)))
                .take_while(|&w| w != 0)
                .map(move |w| index * 64 + w.trailing_zeros() as usize)
        })
    }

    /// Whether every member is in `other`.
    pub fn is_subset(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).all(|(a, b)| a & !b == 0)
    }

    /// Whether some member is in `other`.
    pub fn meets(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    /// The members that are in `other` as well.
    pub fn intersection(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    /// The members of either set.
    pub fn union(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    /// The members that are not in `other`.
    pub fn difference(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    fn zip(&self, other: &Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        BitSet {
            words: self.words.iter().zip(&other.words).map(|(&a, &b)| combine(a, b)).collect(),
        }
    }
}

impl std::fmt::Debug for BitSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_across_words() {
        let set = BitSet::of(200, [0, 63, 64, 130, 199]);
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 63, 64, 130, 199]);
        assert_eq!(set.len(), 5);
        assert!(set.contains(130) && !set.contains(131) && !set.contains(10_000));
        let other = BitSet::of(200, [63, 199]);
        assert!(other.is_subset(&set) && !set.is_subset(&other) && set.meets(&other));
        assert_eq!(set.difference(&other).iter().collect::<Vec<_>>(), [0, 64, 130]);
        assert_eq!(set.intersection(&other), other);
        assert_eq!(set.difference(&other).union(&other), set);
    }

    #[test]
    fn words_are_read_back() {
        let set = BitSet::of(70, [1, 64, 69]);
        assert_eq!(BitSet::from_words(70, set.words()), Some(set.clone()));
        assert_eq!(BitSet::from_words(69, set.words()), None);
        assert_eq!(BitSet::from_words(64, set.words()), None);
        assert_eq!(BitSet::from_words(0, &[0]), Some(BitSet::empty(0)));
        assert_eq!(BitSet::from_words(0, &[1]), None);
    }

    #[test]
    fn the_empty_board_has_an_empty_set() {
        assert!(BitSet::empty(0).is_empty());
        assert_eq!(BitSet::full(0), BitSet::empty(0));
        assert_eq!(BitSet::full(65).len(), 65);
    }
}
