//! Automorphisms of a board, applied to sets of its places a byte at a time.
//!
//! Positions that an automorphism takes to each other are worth the same, so tables need only the least image of each.
//! It is also correct to use only some of the automorphisms: fewer positions are then recognised as equivalent.
//!
//! Positional boards, which may have thousands of automorphisms, move their sets point by point instead
//! (`positional/search/symmetry.rs`): maps by bytes of the 12,000 of AG(2,5) would take 196 MB.

use super::bits::Mask;

/// A map of places, ready to be applied to sets: for each byte of a set the image of each of its values.
#[derive(Clone, Debug)]
pub struct BytewiseMap<M> {
    bytes: Vec<[M; 256]>,
}

impl<M: Mask> BytewiseMap<M> {
    /// The map that takes place `i` to `to[i]`; a place that is taken beyond the mask is dropped.
    pub fn new(to: &[usize]) -> Self {
        let image = |place: usize| match to.get(place) {
            Some(&onto) if onto < M::BITS => M::bit(onto),
            _ => M::EMPTY,
        };
        let bytes = (0..to.len().div_ceil(8)).map(|index| {
            let mut images = [M::EMPTY; 256];
            for value in 1..256usize {
                let low = value.trailing_zeros() as usize;
                images[value] = images[value & (value - 1)].or(image(8 * index + low));
            }
            images
        });
        BytewiseMap { bytes: bytes.collect() }
    }

    /// The image of a set.
    #[inline(always)]
    pub fn image(&self, set: M) -> M {
        let parts = self.bytes.iter().enumerate();
        parts.fold(M::EMPTY, |image, (index, images)| image.or(images[set.byte(index) as usize]))
    }
}

/// This many automorphisms are applied at once.
pub const SIDE_BY_SIDE: usize = 8;

/// The images of a set under automorphisms, one of them several times if there are few.
#[derive(Clone, Copy, Debug)]
pub struct Images<M>(pub [M; SIDE_BY_SIDE]);

impl<M: Mask> Images<M> {
    /// Each without the others' image.
    #[inline]
    pub fn minus(&self, others: &Self) -> Self {
        Images(std::array::from_fn(|i| self.0[i].minus(others.0[i])))
    }

    /// The least of them.
    #[inline]
    pub fn least(&self) -> M {
        let [first, rest @ ..] = self.0;
        rest.into_iter().fold(first, M::min)
    }
}

/// Some automorphisms: where the bits of each byte of a set go, for all of them side by side, so that one byte takes one place
/// in memory.
#[derive(Clone, Debug)]
pub struct Automorphisms<M> {
    /// Empty if the identity is all there is.
    bytes: Vec<[Images<M>; 256]>,
}

impl<M: Mask> Automorphisms<M> {
    /// The identity alone.
    pub fn none() -> Self {
        Automorphisms { bytes: Vec::new() }
    }

    /// Whether the identity is all there is.
    #[cfg(test)]
    pub fn are_none(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The first [`SIDE_BY_SIDE`] of some automorphisms, at least one; each as where the places go.
    pub fn new(group: &[Vec<usize>]) -> Self {
        let maps: Vec<BytewiseMap<M>> =
            group.iter().take(SIDE_BY_SIDE).map(|to| BytewiseMap::new(to)).collect();
        // The same automorphism again does no harm.
        let map = |i: usize| &maps[if i < maps.len() { i } else { 0 }];
        let images =
            |byte: usize, value: usize| Images(std::array::from_fn(|i| map(i).bytes[byte][value]));
        let table = |byte: usize| std::array::from_fn(|value| images(byte, value));
        Automorphisms { bytes: (0..maps[0].bytes.len()).map(table).collect() }
    }

    /// The images of a set.
    #[inline]
    pub fn images(&self, set: M) -> Images<M> {
        let mut images = [M::EMPTY; SIDE_BY_SIDE];
        for (index, table) in self.bytes.iter().enumerate() {
            let parts = &table[set.byte(index) as usize];
            for (image, part) in images.iter_mut().zip(&parts.0) {
                *image = image.or(*part);
            }
        }
        Images(images)
    }

    /// The images of one place.
    #[inline]
    pub fn bit_images(&self, place: usize) -> &Images<M> {
        &self.bytes[place / 8][1 << (place % 8)]
    }

    /// The least image of a set, or the set.
    #[inline]
    pub fn canonical(&self, set: M) -> M {
        if self.bytes.is_empty() { set } else { self.images(set).least().min(set) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::bits::Words;

    #[test]
    fn images_are_those_of_the_members() {
        let mut random = fastrand::Rng::with_seed(11);
        for places in [5, 40, 130] {
            let group: Vec<Vec<usize>> = (0..random.usize(1..=SIDE_BY_SIDE))
                .map(|_| {
                    let mut to: Vec<usize> = (0..places).collect();
                    random.shuffle(&mut to);
                    to
                })
                .collect();
            let automorphisms = Automorphisms::<Words<3>>::new(&group);
            for _ in 0..50 {
                let members: Vec<usize> = (0..places).filter(|_| random.bool()).collect();
                let set = |list: &mut dyn Iterator<Item = usize>| {
                    list.fold(Words::<3>::EMPTY, |set, place| set.or(Words::bit(place)))
                };
                let whole = set(&mut members.iter().copied());
                let images = group.iter().map(|to| set(&mut members.iter().map(|&p| to[p])));
                let images: Vec<Words<3>> = images.collect();
                assert_eq!(BytewiseMap::new(&group[0]).image(whole), images[0]);
                assert_eq!(automorphisms.images(whole).0[..images.len()], images[..]);
                let least = images.into_iter().fold(whole, Words::min);
                assert_eq!(automorphisms.canonical(whole), least);
            }
            for (place, &to) in group[0].iter().enumerate() {
                let images = automorphisms.bit_images(place).0;
                assert_eq!(images[0], Words::bit(to));
            }
        }
        assert_eq!(Automorphisms::none().canonical(77u64), 77);
    }
}
