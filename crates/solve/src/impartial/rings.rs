//! Moves on pieces of a grid, all cells at once: how what is left hangs together just around what is taken.
//!
//! Around a cell, or around two neighbours, lies a ring of cells. Those of a component in the ring that touch what is
//! taken, its *sides*, make *runs*: two sides that follow each other in the ring are in one run if they are neighbours,
//! or if the corner cell between them is there. Every part that is left holds a side; so one run leaves one part. And in
//! a component without holes (every cycle of it is made of squares of four cells) each run is a part of its own.
//! `docs/theory-graphs.md` has the proof. A run is counted where it begins, for all cells by a few shifts of the set.

use crate::kit::bits::Mask;

/// The sides of a grid of at least two rows, numbered in reading order.
#[derive(Clone, Copy, Debug)]
pub struct Rings<M> {
    columns: usize,
    not_first: M,
    not_last: M,
}

/// For each cell of a set the sides at which a run begins when the cell is taken, and where there are cells next to it.
#[derive(Clone, Copy, Debug)]
struct Around<M> {
    above: M,
    right: M,
    below: M,
    left: M,
    /// Sides, clockwise, that are not joined to the one before.
    begins: [M; 4],
}

/// The cells at which one of several sets is there, and those at which two are.
#[derive(Clone, Copy)]
struct Tally<M> {
    once: M,
    twice: M,
}

impl<M: Mask> Tally<M> {
    #[inline(always)]
    fn of(sets: impl IntoIterator<Item = M>) -> Self {
        let none = Tally { once: M::EMPTY, twice: M::EMPTY };
        sets.into_iter().fold(none, |tally, set| Tally {
            once: tally.once.or(set),
            twice: tally.twice.or(tally.once.and(set)),
        })
    }
}

impl<M: Mask> Rings<M> {
    /// The rings of a grid; none if it has a single row.
    pub fn new(rows: usize, columns: usize) -> Option<Self> {
        let without = |column: usize| {
            let cells = (0..rows * columns).filter(|cell| cell % columns != column);
            cells.fold(M::EMPTY, |set, cell| set.or(M::bit(cell)))
        };
        (rows > 1 && columns > 2).then(|| Rings {
            columns,
            not_first: without(0),
            not_last: without(columns - 1),
        })
    }

    #[inline(always)]
    fn around(&self, set: M) -> Around<M> {
        let &Rings { columns, not_first, not_last } = self;
        let (above, below) = (set.up(columns), set.down(columns));
        let (right, left) = (set.down(1).and(not_last), set.up(1).and(not_first));
        let above_right = set.up(columns - 1).and(not_last);
        let below_right = set.down(columns + 1).and(not_last);
        let below_left = set.down(columns - 1).and(not_first);
        let above_left = set.up(columns + 1).and(not_first);
        let begins = [
            above.minus(left.and(above_left)),
            right.minus(above.and(above_right)),
            below.minus(right.and(below_right)),
            left.minus(below.and(below_left)),
        ];
        Around { above, right, below, left, begins }
    }

    /// How many holes a connected set has: cycles beyond those made of squares of four cells. One less for each part
    /// beyond the first, if there is more than one part.
    #[inline(always)]
    pub fn holes(&self, set: M) -> usize {
        let across = set.and(set.down(1)).and(self.not_last);
        let down = set.and(set.down(self.columns));
        let squares = across.and(across.down(self.columns));
        (across.count() + down.count() + 1).saturating_sub(set.count() + squares.count())
    }

    /// The cells of a connected set around which there is one run at most.
    #[inline(always)]
    pub fn cells(&self, set: M) -> M {
        set.minus(Tally::of(self.around(set).begins).twice)
    }

    /// The cells of a connected set that can be taken with the one to the right, and those that can be taken with the one
    /// below, with one run at most around both.
    #[inline(always)]
    pub fn pairs(&self, set: M) -> [M; 2] {
        let columns = self.columns;
        let Around { above, right, below, left, begins: [a, r, b, l] } = self.around(set);
        let across = Tally::of([
            a,
            above.down(1).minus(above),
            r.down(1),
            b.down(1),
            below.minus(below.down(1)),
            l,
        ]);
        let (right_below, left_below) = (right.down(columns), left.down(columns));
        let down = Tally::of([
            a,
            r,
            right_below.minus(right),
            b.down(columns),
            l.down(columns),
            left.minus(left_below),
        ]);
        [set.and(right).minus(across.twice), set.and(below).minus(down.twice)]
    }
}

#[cfg(test)]
mod tests {
    use outplay_rules::graph::families;
    use outplay_rules::rules::TakingRule;

    use super::super::host::Host;
    use super::*;
    use crate::kit::bits::Words;

    /// What rings say of pieces of a grid, and floods: one run is one part at most; without holes, several are several.
    fn rings_tell_parts<M: Mask>(rows: usize, columns: usize) -> [usize; 4] {
        let graph = families::grid(rows, columns).unwrap();
        let vertices: Vec<usize> = (0..rows * columns).collect();
        let (host, _) = Host::<M>::new(&graph, TakingRule::EdgeEnds, &vertices);
        let rings = Rings::<M>::new(rows, columns).unwrap();
        let mut random = fastrand::Rng::with_seed((rows * 100 + columns) as u64);
        let mut seen = [0; 4];
        for round in 0..150 {
            let mut stays = |_: &&usize| random.usize(..12) >= round % 6;
            let there = vertices.iter().filter(&mut stays);
            let set = there.fold(M::EMPTY, |set, &vertex| set.or(M::bit(vertex)));
            for piece in host.components(set) {
                let simple = rings.holes(piece) == 0;
                let mut hold = |one_run: bool, taken: M| {
                    let parts = host.components(piece.minus(taken)).len();
                    assert!(!one_run || parts <= 1, "{piece:?} {taken:?}");
                    assert!(one_run || !simple || parts > 1, "{piece:?} {taken:?}");
                    seen[2 * usize::from(one_run) + usize::from(simple)] += 1;
                };
                let [right, below] = rings.pairs(piece);
                for cell in piece.members() {
                    hold(rings.cells(piece).contains(cell), M::bit(cell));
                    let later = host.neighbours(cell).and(piece).members().filter(|&v| v > cell);
                    for other in later {
                        let one_run = if other == cell + 1 { right } else { below };
                        hold(one_run.contains(cell), M::bit(cell).or(M::bit(other)));
                    }
                }
            }
        }
        seen
    }

    #[test]
    fn runs_are_parts() {
        let each = [
            rings_tell_parts::<u64>(2, 3),
            rings_tell_parts::<u64>(3, 5),
            rings_tell_parts::<u64>(4, 4),
            rings_tell_parts::<u64>(6, 7),
            rings_tell_parts::<u64>(8, 8),
            rings_tell_parts::<u128>(5, 13),
            rings_tell_parts::<u128>(8, 16),
            rings_tell_parts::<Words<4>>(9, 15),
        ];
        for kind in 0..4 {
            let count: usize = each.iter().map(|seen| seen[kind]).sum();
            assert!(count > 2000, "{kind} {count}");
        }
    }

    #[test]
    fn holes_are_seen() {
        let rings = Rings::<u64>::new(3, 4).unwrap();
        assert_eq!([0b1111_1111_1111, 1].map(|set| rings.holes(set)), [0, 0]);
        // A ring around a cell, two rings, and a square with a tail.
        assert_eq!(rings.holes(0b0111_0101_0111), 1);
        assert_eq!(Rings::<u64>::new(3, 5).unwrap().holes(0b11111_10101_11111), 2);
        assert_eq!(rings.holes(0b0001_0011_0011), 0);
        // Taking any cell of the ring leaves a path, though around it there are two runs.
        assert_eq!(rings.cells(0b0111_0101_0111), 0);
    }
}
