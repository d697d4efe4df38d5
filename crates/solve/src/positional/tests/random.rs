//! Random boards that are the same every time.

use outplay_rules::places::Places;
use outplay_rules::sets::SetBoard;

pub use crate::kit::random::Random;

impl Random {
    /// Some sets of 1 to `largest` of the points, none at times.
    pub fn family(&mut self, points: usize, most: usize, largest: usize) -> Vec<Vec<usize>> {
        let count = self.below(most + 1);
        let set = |random: &mut Random| {
            let size = 1 + random.below(points.min(largest));
            (0..size).map(|_| random.below(points)).collect()
        };
        (0..count).map(|_| set(self)).collect()
    }

    /// A board of at most `points` points; if not `plain`, some give the second player sets of his own and some
    /// restrict hops.
    pub fn board(&mut self, points: usize, plain: bool) -> SetBoard {
        let n = 1 + self.below(points);
        let (most, largest) = (1 + self.below(9), 2 + self.below(3));
        let mut board = SetBoard::new(Places::numbered(n), self.family(n, most, largest)).unwrap();
        if !plain && self.below(3) == 0 {
            board = board.with_second_sets(self.family(n, most, largest)).unwrap();
        }
        if !plain && self.below(3) == 0 {
            let pairs = 1 + self.below(2 * n);
            let pairs: Vec<_> = (0..pairs).map(|_| (self.below(n), self.below(n))).collect();
            board = board.with_hops(pairs).unwrap();
        }
        board
    }
}
