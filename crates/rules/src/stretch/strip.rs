//! Strips: copies of one graph, the *column*, in a row, each joined to the next in the same way.
//!
//! What is left of a strip is a row of whole columns with some cells beyond it at either end. Those cells are a *pattern*: bit
//! d r + i for cell i of the column d + 1 beyond, where a column has r cells. If every move within the whole columns cuts the strip in two, and only
//! finitely many patterns come up, the strip is a path but for its ends (Theorem 14 of `docs/theory-graphs.md`).

use super::{Endless, Finder, Move, Piece, Rooted, State, members};

/// The graph that a strip is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// The neighbours of each cell in its column.
    inside: Vec<u64>,
    /// The cells that are joined to the same cell of the next column.
    across: u64,
}

impl Column {
    /// A column of the grid with this many rows.
    pub fn of_grid(rows: usize) -> Option<Self> {
        let bit = |row: Option<usize>| row.filter(|&row| row < rows).map_or(0, |row| 1u64 << row);
        let inside = |row: usize| bit(row.checked_sub(1)) | bit(Some(row + 1));
        ((1..=MOST_ROWS).contains(&rows))
            .then(|| Column { inside: (0..rows).map(inside).collect(), across: (1 << rows) - 1 })
    }

    /// A vertex of a spine with this many leaves.
    pub fn of_comb(leaves: usize) -> Option<Self> {
        let inside = |cell: usize| if cell == 0 { (1 << (leaves + 1)) - 2 } else { 1 };
        (leaves < MOST_ROWS)
            .then(|| Column { inside: (0..=leaves).map(inside).collect(), across: 1 })
    }

    /// The number of cells.
    pub fn rows(&self) -> usize {
        self.inside.len()
    }

    /// Whether the strip is two rows, each cell joined to the one beside it.
    pub fn is_ladder(&self) -> bool {
        self.inside == [2, 1] && self.across == 3
    }

    fn whole(&self) -> u64 {
        (1 << self.rows()) - 1
    }

    /// The strip of this many columns, column by column; none if it has more than 64 cells.
    pub(super) fn strip(&self, columns: usize) -> Option<Rooted> {
        let rows = self.rows();
        let cells = columns.checked_mul(rows).filter(|&cells| cells <= 64)?;
        let neighbours = |cell: usize| {
            let (column, row) = (cell / rows, cell % rows);
            let mut near = self.inside[row] << (column * rows);
            if self.across >> row & 1 == 1 {
                near |= if column > 0 { 1 << (cell - rows) } else { 0 };
                near |= if column + 1 < columns { 1 << (cell + rows) } else { 0 };
            }
            near
        };
        Some(Rooted { neighbours: (0..cells).map(neighbours).collect(), root: 0 })
    }

    /// The edges of the strip of this many columns.
    pub(super) fn edges(&self, columns: usize) -> Vec<(usize, usize)> {
        let rows = self.rows();
        let mut edges = Vec::new();
        for column in 0..columns {
            let at = column * rows;
            for (row, &near) in self.inside.iter().enumerate() {
                edges
                    .extend(members(near).filter(|&other| other < row).map(|u| (at + u, at + row)));
            }
            if column + 1 < columns {
                edges.extend(members(self.across).map(|row| (at + row, at + rows + row)));
            }
        }
        edges
    }

    /// How many columns a pattern reaches over.
    pub(super) fn width(&self, pattern: u64) -> usize {
        (64 - pattern.leading_zeros() as usize).div_ceil(self.rows())
    }

    /// How many columns the ends of a state reach over.
    pub(super) fn beyond(&self, state: State) -> [usize; 2] {
        match state {
            State::Between(ends) => ends.map(|end| self.width(end)),
            State::Ring => [0, 0],
        }
    }

    /// The cells of a pattern among `columns` columns of its own, counted the other way: the whole ones begin after the last.
    pub(super) fn reversed(&self, pattern: u64, columns: usize) -> u64 {
        (0..self.width(pattern)).fold(0, |cells, beyond| {
            let column = pattern >> (beyond * self.rows()) & self.whole();
            cells | column << ((columns - 1 - beyond) * self.rows())
        })
    }

    /// The columns from `from` up to but without `to`.
    fn columns(&self, from: usize, to: usize) -> u64 {
        let up_to = |column: usize| match column * self.rows() {
            64.. => u64::MAX,
            cells => (1 << cells) - 1,
        };
        up_to(to) & !up_to(from)
    }

    /// A finite piece, moved to the first column.
    fn piece(&self, cells: u64) -> Piece {
        let first = cells.trailing_zeros() as usize / self.rows();
        Piece { side: 0, vertices: cells >> (first * self.rows()) }
    }
}

/// Columns with more cells leave no room to look at a move.
const MOST_ROWS: usize = 16;

impl Finder<'_> {
    /// The moves of a strip with these patterns at its ends and more whole columns than a move reaches over.
    pub(super) fn moves_of_strip(
        &self,
        column: &Column,
        ends: [u64; 2],
    ) -> Result<Vec<Move>, Endless> {
        let mut moves = Vec::new();
        for side in 0..2 {
            self.at_end_of_strip(column, ends, side, &mut moves)?;
        }
        self.within_strip(column, ends, &mut moves)?;
        Ok(moves)
    }

    /// Moves that take of a pattern, or of the first whole column beside it. They leave one long piece.
    fn at_end_of_strip(
        &self,
        column: &Column,
        ends: [u64; 2],
        side: usize,
        moves: &mut Vec<Move>,
    ) -> Result<(), Endless> {
        let width = column.width(ends[side]);
        // The last column stands for all that are left whole.
        let rest = width + self.reach;
        let graph = column.strip(rest + 1).ok_or(Endless::Wide)?;
        let all = column.reversed(ends[side], width) | column.columns(width, rest + 1);
        for taken in self.takes_of_set(&graph, all & column.columns(0, rest), all) {
            if taken & column.columns(0, width + 1) == 0 {
                continue;
            }
            let parts = graph.components(all & !taken);
            let beyond = column.columns(rest, rest + 1);
            let (long, pieces): (Vec<u64>, Vec<u64>) =
                parts.into_iter().partition(|part| part & beyond != 0);
            if self.allows(taken.count_ones() as usize, 1 + pieces.len()) {
                let by = column.width(taken).saturating_sub(width);
                let end = long[0] & column.columns(0, width + by);
                let mut to = ends;
                to[side] = column.reversed(end, width + by);
                let pieces = pieces.into_iter().map(|piece| column.piece(piece)).collect();
                moves.push(Move::Shorten(ordered(to), by, pieces));
            }
        }
        Ok(())
    }

    /// Moves within whole columns, with one at least on either side. They must leave two long pieces.
    fn within_strip(
        &self,
        column: &Column,
        ends: [u64; 2],
        moves: &mut Vec<Move>,
    ) -> Result<(), Endless> {
        let graph = column.strip(self.reach + 2).ok_or(Endless::Wide)?;
        let all = column.columns(0, self.reach + 2);
        for taken in self.takes_of_set(&graph, column.columns(1, self.reach + 1), all) {
            if taken & column.columns(0, 2) == 0 {
                continue; // The same a column further.
            }
            let last = column.width(taken);
            let parts = graph.components(column.columns(0, last + 1) & !taken);
            let is_left = |part: &u64| part & column.columns(0, 1) != 0;
            let is_right = |part: &u64| part & column.columns(last, last + 1) != 0;
            if !self.allows(taken.count_ones() as usize, parts.len()) {
                continue;
            }
            let left: u64 = parts.iter().copied().filter(is_left).sum();
            let right: u64 = parts.iter().copied().filter(is_right).sum();
            if left == right {
                return Err(Endless::Uncut);
            }
            let pieces = parts.iter().filter(|part| !is_left(part) && !is_right(part));
            let pieces = pieces.map(|&piece| column.piece(piece)).collect();
            // What is beyond the left piece begins with the second column, what is beyond the right one ends before the last.
            let beyond_left = (left & column.columns(1, last)) >> column.rows();
            let beyond_right = column.reversed(right & column.columns(1, last), last);
            let to = [ordered([ends[0], beyond_left]), ordered([beyond_right, ends[1]])];
            moves.push(Move::Split { taken: last - 1, to, least: [1, 1], pieces });
        }
        Ok(())
    }
}

/// A strip may be turned round.
fn ordered(ends: [u64; 2]) -> State {
    State::Between([ends[0].min(ends[1]), ends[0].max(ends[1])])
}
