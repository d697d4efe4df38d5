//! Positions up to the symmetries of the board, which are computed, not assumed.

use outplay_rules::sets::{SetBoard, SetFamily};
use outplay_rules::symmetry::Structure;

use super::points;

/// Some symmetries of a board, as images of its points. Any symmetry takes a position to one of the same value, so
/// it does not matter for truth whether they are all, only for how many positions are found to be alike.
#[derive(Clone, Debug, Default)]
pub struct Symmetries {
    images: Vec<Vec<u8>>,
}

/// More symmetries than this cost more than they save.
const MOST: usize = 20_000;

/// Boards with more winning sets are not searched for symmetries.
const MOST_SETS: usize = 1_000;

impl Symmetries {
    /// The symmetries of a board.
    pub fn of(board: &SetBoard) -> Self {
        let few = |family: &SetFamily| family.count() <= MOST_SETS as u128;
        if !few(board.first_sets()) || !few(board.second_sets()) || board.point_count() > 128 {
            return Symmetries::default();
        }
        let Some(structure) = Structure::of_sets(board) else { return Symmetries::default() };
        let image = |symmetry: Vec<usize>| symmetry.iter().map(|&point| point as u8).collect();
        // A group that is far too large mostly shuffles points in no set, which the searches do not look at.
        Symmetries { images: structure.generated(MOST).into_iter().map(image).collect() }
    }

    /// The symmetries of a nested board that move islands by these and places on islands, on all alike, by others.
    pub fn product(&self, inner: &Symmetries) -> Self {
        let pair = |outer: &Vec<u8>, inner: &Vec<u8>| -> Vec<u8> {
            let island = inner.len() as u8;
            let moved = |to: u8| inner.iter().map(move |&place| to * island + place);
            outer.iter().flat_map(|&to| moved(to)).collect()
        };
        let all = self.images.iter().flat_map(|a| inner.images.iter().map(move |b| pair(a, b)));
        Symmetries { images: all.take(MOST).collect() }
    }

    /// Each as the images of the points.
    pub fn images(&self) -> impl Iterator<Item = &[u8]> {
        self.images.iter().map(Vec::as_slice)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.images.len()
    }

    /// Whether there is none, not even the one that moves nothing.
    pub fn is_empty(&self) -> bool {
        self.images.is_empty()
    }

    /// The smallest image of two sets.
    pub fn canonical(&self, sets: [u128; 2]) -> [u128; 2] {
        let mut smallest = sets;
        for image in &self.images {
            let moved = |set: u128| points(set).fold(0u128, |all, point| all | 1 << image[point]);
            let first = moved(sets[0]);
            if first > smallest[0] {
                continue;
            }
            let pair = [first, moved(sets[1])];
            if pair < smallest {
                smallest = pair;
            }
        }
        smallest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay_rules::sets::{geometry, lattice};

    #[test]
    fn images_of_a_position_have_one_form() {
        let symmetries = Symmetries::of(&lattice::tic_tac_toe(3, 2).unwrap());
        assert_eq!(symmetries.len(), 8);
        // Corner and opposite edge, in all eight ways; a corner with the edge beside it is another.
        let corner = |a: usize, b: usize| symmetries.canonical([1 << a, 1 << b]);
        assert_eq!(corner(0, 5), corner(2, 3));
        assert_eq!(corner(0, 5), corner(8, 1));
        assert_ne!(corner(0, 5), corner(0, 1));
        assert_eq!(Symmetries::of(&geometry::affine(2, 5, 1).unwrap()).len(), 12_000);
    }
}
