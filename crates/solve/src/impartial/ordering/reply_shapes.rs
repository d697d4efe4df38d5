//! Reply shapes: replies that, with the move before, make the same shapes again and again.
//!
//! In 0.33, which takes one vertex or two and must not break a component, a component of 3k vertices is mostly lost: the
//! winner answers one vertex by two and two by one. Which ones matters little to the outcome, and much to the work. A row of
//! three cells answers four moves (either end, either pair), so few rows answer them all; and if rows go in another
//! order, what is left is the same. Without this preference the search meets as many positions as there are ways to take three.
//! Nothing depends on it but time.

use crate::impartial::host::{Host, Taking};
use crate::kit::bits::Mask;

/// Which shape a move and its reply should make together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplyShapes<M> {
    /// Nothing in particular.
    None,
    /// Three cells of a grid in a row, or at least in one piece.
    Three {
        /// The columns of the grid.
        columns: usize,
        /// All its cells but those of the last column.
        not_last: M,
    },
}

/// How much more a likelihood counts if the reply makes a row, and if it makes another piece of three. Measured on
/// 0.33: anything from 3 to 50 takes as many positions, and so do weights of mobility three times smaller or twice as
/// large.
const ROW: f32 = 20.0;
const BENT: f32 = 10.0;

impl<M: Mask> ReplyShapes<M> {
    /// The shapes for a host's game.
    pub fn new(host: &Host<M>) -> Self {
        match (host.taking(), host.grid()) {
            (Taking::Connected(digits), Some((rows, columns))) if *digits == [0, 3, 3] => {
                let cells = (0..rows * columns).filter(|cell| (cell + 1) % columns != 0);
                let not_last = cells.fold(M::EMPTY, |set, cell| set.or(M::bit(cell)));
                ReplyShapes::Three { columns, not_last }
            }
            _ => ReplyShapes::None,
        }
    }

    /// How much a move and its reply are preferred for the shape that they make.
    #[inline(always)]
    pub fn of(&self, taken: M) -> f32 {
        let &ReplyShapes::Three { columns, not_last } = self else { return 0.0 };
        if taken.count() != 3 {
            return 0.0;
        }
        let across = taken.and(taken.down(1)).and(not_last).count();
        // In one row nothing lies below.
        let down = if columns < M::BITS { taken.and(taken.down(columns)).count() } else { 0 };
        match (across, down) {
            (2, _) | (_, 2) => ROW,
            (1, 1) => BENT,
            _ => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use outplay_rules::games::octal_code::OctalCode;
    use outplay_rules::graph::families;
    use outplay_rules::rules::TakingRule;

    use super::*;
    use crate::kit::bits::Words;

    fn reply_shapes<M: Mask>(code: &str, rows: usize, columns: usize) -> ReplyShapes<M> {
        let code: OctalCode = code.parse().unwrap();
        let graph = families::grid(rows, columns).unwrap();
        let vertices: Vec<usize> = (0..rows * columns).collect();
        ReplyShapes::new(&Host::<M>::new(&graph, TakingRule::Connected(&code), &vertices).0)
    }

    fn of<M: Mask>(reply_shapes: ReplyShapes<M>, cells: &[usize]) -> f32 {
        reply_shapes.of(cells.iter().fold(M::EMPTY, |set, &cell| set.or(M::bit(cell))))
    }

    #[test]
    fn rows_are_liked_most_and_then_other_pieces_of_three() {
        // 0 1 2 3 4
        // 5 6 7 8 9, and so on.
        let five = reply_shapes::<u64>("0.33", 4, 5);
        for row in [[0, 1, 2], [7, 8, 9], [0, 5, 10], [9, 14, 19]] {
            assert_eq!(of(five, &row), ROW, "{row:?}");
        }
        for bent in [[0, 1, 5], [0, 1, 6], [1, 5, 6], [8, 9, 14]] {
            assert_eq!(of(five, &bent), BENT, "{bent:?}");
        }
        // 4 and 5 follow each other, but not in a row; three apart are no piece, two or four cells not three.
        for other in
            [&[3, 4, 5][..], &[4, 5, 6], &[0, 1, 3], &[0, 2, 10], &[0, 1], &[0, 1, 2, 3], &[]]
        {
            assert_eq!(of(five, other), 0.0, "{other:?}");
        }
        let wide = reply_shapes::<Words<4>>("0.33", 2, 70);
        assert_eq!(of(wide, &[62, 63, 64]), ROW);
        assert_eq!(of(wide, &[0, 69, 70]), 0.0);
        assert_eq!(of(reply_shapes::<u64>("0.33", 1, 64), &[61, 62, 63]), ROW);
        assert_eq!(reply_shapes::<u64>("0.03", 4, 5), ReplyShapes::None);
    }
}
