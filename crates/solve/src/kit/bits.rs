//! Vertex sets in machine words, generic over the width: one `u64` for boards of up to 64 vertices, one `u128` for up
//! to 128, an array of words beyond.
//!
//! The rules have a `BitSet` as wide as its board, which is too slow for searches: finding the components of 2,000
//! random halves of the 6×7 grid takes 1.1 million instructions with a `u64` and 39.8 million with a `BitSet`.

use std::fmt::Debug;
use std::hash::Hash;

use outplay_rules::bits::BitSet;

/// `HALVES[i]` marks the bits of a word whose index has bit i clear.
pub const HALVES: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// A set of vertices 0, 1, 2, … below [`Mask::BITS`].
pub trait Mask: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// How many vertices fit.
    const BITS: usize;
    /// The empty set.
    const EMPTY: Self;

    /// The set of one vertex.
    fn bit(vertex: usize) -> Self;
    /// Members of both.
    fn and(self, other: Self) -> Self;
    /// Members of either.
    fn or(self, other: Self) -> Self;
    /// Members that the other lacks.
    fn minus(self, other: Self) -> Self;
    /// Every member moved up by this many places.
    fn up(self, places: usize) -> Self;
    /// Every member moved down by this many places.
    fn down(self, places: usize) -> Self;
    /// Every member v replaced by [`Mask::BITS`] - 1 - v.
    fn reversed(self) -> Self;
    /// How many members there are.
    fn count(self) -> usize;
    /// The smallest member; [`Mask::BITS`] if there is none.
    fn first(self) -> usize;
    /// The largest member; only of a set that has one.
    fn last(self) -> usize;
    /// Members 8·index to 8·index + 7, as the bits of a byte.
    fn byte(self, index: usize) -> u8;

    /// Without the smallest member; only of a set that has one.
    fn without_first(self) -> Self;

    /// Whether there is no member.
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether a vertex is a member.
    fn contains(self, vertex: usize) -> bool {
        !self.and(Self::bit(vertex)).is_empty()
    }

    /// Whether some member is in the other set.
    fn meets(self, other: Self) -> bool {
        !self.and(other).is_empty()
    }

    /// The set of the first this many vertices.
    fn full(count: usize) -> Self {
        (0..count).fold(Self::EMPTY, |set, vertex| set.or(Self::bit(vertex)))
    }

    /// The members, ascending.
    fn members(self) -> Members<Self> {
        Members(self)
    }

    /// The set with the members of a set of the board, each moved to its own place.
    fn of(set: &BitSet, to: &[usize]) -> Self {
        set.iter().fold(Self::EMPTY, |mask, vertex| mask.or(Self::bit(to[vertex])))
    }
}

/// The members of a set, ascending.
#[derive(Clone, Copy, Debug)]
pub struct Members<M>(M);

impl<M: Mask> Iterator for Members<M> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let vertex = self.0.first();
        self.0 = self.0.without_first();
        Some(vertex)
    }
}

macro_rules! word_mask {
    ($word:ty) => {
        impl Mask for $word {
            const BITS: usize = <$word>::BITS as usize;
            const EMPTY: Self = 0;

            #[inline(always)]
            fn bit(vertex: usize) -> Self {
                1 << vertex
            }
            #[inline(always)]
            fn and(self, other: Self) -> Self {
                self & other
            }
            #[inline(always)]
            fn or(self, other: Self) -> Self {
                self | other
            }
            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self & !other
            }
            #[inline(always)]
            fn up(self, places: usize) -> Self {
                self << places
            }
            #[inline(always)]
            fn down(self, places: usize) -> Self {
                self >> places
            }
            #[inline(always)]
            fn reversed(self) -> Self {
                self.reverse_bits()
            }
            #[inline(always)]
            fn count(self) -> usize {
                self.count_ones() as usize
            }
            #[inline(always)]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline(always)]
            fn without_first(self) -> Self {
                self & (self - 1)
            }
            #[inline(always)]
            fn last(self) -> usize {
                Self::BITS as usize - 1 - self.leading_zeros() as usize
            }
            #[inline(always)]
            fn byte(self, index: usize) -> u8 {
                (self >> (8 * index)) as u8
            }
            fn full(count: usize) -> Self {
                if count >= <Self as Mask>::BITS { !0 } else { (1 << count) - 1 }
            }
        }
    };
}

word_mask!(u32);
word_mask!(u64);
word_mask!(u128);

/// A set of `64 * N` vertices.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Words<const N: usize>(pub [u64; N]);

impl<const N: usize> PartialOrd for Words<N> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> Ord for Words<N> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.cmp(&other.0)
    }
}

impl<const N: usize> Words<N> {
    fn zip(self, other: Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        Words(std::array::from_fn(|i| combine(self.0[i], other.0[i])))
    }
}

impl<const N: usize> Mask for Words<N> {
    const BITS: usize = 64 * N;
    const EMPTY: Self = Words([0; N]);

    fn bit(vertex: usize) -> Self {
        let mut set = Self::EMPTY;
        set.0[vertex / 64] = 1 << (vertex % 64);
        set
    }
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
    fn minus(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }
    fn up(self, places: usize) -> Self {
        let (words, bits) = (places / 64, places % 64);
        Words(std::array::from_fn(|i| {
            let word = |j: usize| if j <= i { self.0[i - j] } else { 0 };
            let low = if bits > 0 { word(words + 1) >> (64 - bits) } else { 0 };
            word(words) << bits | low
        }))
    }
    fn down(self, places: usize) -> Self {
        let (words, bits) = (places / 64, places % 64);
        Words(std::array::from_fn(|i| {
            let word = |j: usize| if i + j < N { self.0[i + j] } else { 0 };
            let high = if bits > 0 { word(words + 1) << (64 - bits) } else { 0 };
            word(words) >> bits | high
        }))
    }
    fn reversed(self) -> Self {
        Words(std::array::from_fn(|i| self.0[N - 1 - i].reverse_bits()))
    }
    fn count(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }
    fn first(self) -> usize {
        let word = self.0.iter().position(|&word| word != 0);
        word.map_or(Self::BITS, |i| 64 * i + self.0[i].trailing_zeros() as usize)
    }
    fn without_first(self) -> Self {
        let mut rest = self;
        if let Some(word) = rest.0.iter_mut().find(|word| **word != 0) {
            *word = word.without_first();
        }
        rest
    }
    fn last(self) -> usize {
        let word = self.0.iter().rposition(|&word| word != 0);
        word.map_or(0, |i| 64 * i + 63 - self.0[i].leading_zeros() as usize)
    }
    fn byte(self, index: usize) -> u8 {
        (self.0[index / 8] >> (8 * (index % 8))) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same questions of every width, answered by lists of numbers.
    fn behaves_like_a_list<M: Mask>() {
        let mut random = fastrand::Rng::with_seed(7);
        let mut below = |bound: usize| random.usize(..bound);
        for _ in 0..200 {
            let mut draw = || {
                let count = below(12);
                let mut list: Vec<usize> = (0..count).map(|_| below(M::BITS)).collect();
                list.sort_unstable();
                list.dedup();
                list
            };
            let (a, b) = (draw(), draw());
            let set = |list: &[usize]| list.iter().fold(M::EMPTY, |s, &v| s.or(M::bit(v)));
            let (x, y) = (set(&a), set(&b));
            let list = |mask: M| mask.members().collect::<Vec<_>>();
            let kept = |keep: &dyn Fn(&usize) -> bool| {
                a.iter().copied().filter(|v| keep(v)).collect::<Vec<_>>()
            };
            assert_eq!(list(x), a);
            assert_eq!(x.count(), a.len());
            assert_eq!(list(x.and(y)), kept(&|v| b.contains(v)));
            assert_eq!(list(x.minus(y)), kept(&|v| !b.contains(v)));
            assert_eq!(x.meets(y), a.iter().any(|v| b.contains(v)));
            assert_eq!(x.first(), a.first().copied().unwrap_or(M::BITS));
            assert!(a.is_empty() || x.last() == a[a.len() - 1]);
            let by = below(M::BITS);
            let up: Vec<usize> = a.iter().map(|v| v + by).filter(|&v| v < M::BITS).collect();
            assert_eq!(list(x.up(by)), up);
            assert_eq!(
                list(x.down(by)),
                kept(&|&v| v >= by).iter().map(|v| v - by).collect::<Vec<_>>()
            );
            let reversed: Vec<usize> = a.iter().rev().map(|v| M::BITS - 1 - v).collect();
            assert_eq!(list(x.reversed()), reversed);
            for index in 0..M::BITS / 8 {
                let byte =
                    (0..8).filter(|i| a.contains(&(8 * index + i))).fold(0, |s, i| s | 1 << i);
                assert_eq!(x.byte(index), byte);
            }
            assert_eq!(x == y, a == b);
        }
        assert_eq!(M::full(M::BITS).count(), M::BITS);
        assert_eq!(M::full(9).members().collect::<Vec<_>>(), (0..9).collect::<Vec<_>>());
    }

    #[test]
    fn every_width() {
        behaves_like_a_list::<u32>();
        behaves_like_a_list::<u64>();
        behaves_like_a_list::<u128>();
        behaves_like_a_list::<Words<4>>();
        behaves_like_a_list::<Words<16>>();
    }
}
