//! n in a row: tic-tac-toe in any dimension, and k in a row on a rectangle.

use super::{SetBoard, check_points};
use crate::error::InputError;
use crate::places::Places;

/// Tic-tac-toe with `side` to a side in `dimension` dimensions: a winning set is a full line of `side` points, along
/// an axis or a diagonal of any sub-cube; there are ((n+2)^d - n^d) / 2 of them for n > 1.
pub fn tic_tac_toe(side: usize, dimension: usize) -> Result<SetBoard, InputError> {
    if side == 0 || dimension == 0 {
        return Err(InputError::plain(
            "a tic-tac-toe board needs at least one point and one dimension",
        ));
    }
    let points =
        u32::try_from(dimension).ok().and_then(|d| side.checked_pow(d)).unwrap_or(usize::MAX);
    check_points(points)?;
    if side == 1 {
        return Ok(SetBoard::new(Places::numbered(1), [vec![0]])?.with_layers(1));
    }
    let places = if dimension == 2 { Places::grid(side, side) } else { Places::numbered(points) };
    // The first coordinate is the height.
    Ok(SetBoard::new(places, lines(side, dimension))?.with_layers(points / side))
}

/// Along a line every coordinate stays, rises with the step, or falls with it; not all stay. A line and its reverse
/// are the same set, so the first coordinate that changes is taken to rise.
fn lines(side: usize, dimension: usize) -> Vec<Vec<usize>> {
    // A choice a coordinate: 0..side stays there, `side` rises, `side + 1` falls.
    let choices = side + 2;
    let words = choices.pow(dimension as u32);
    let coordinates = |word: usize| {
        (0..dimension).scan(word, move |rest, _| {
            let digit = *rest % choices;
            *rest /= choices;
            Some(digit)
        })
    };
    let starts_rising = |word: &usize| coordinates(*word).find(|&c| c >= side) == Some(side);
    let point = |word: usize, step: usize| {
        coordinates(word).fold(0, |index, c| {
            let at = if c < side {
                c
            } else if c == side {
                step
            } else {
                side - 1 - step
            };
            index * side + at
        })
    };
    (0..words)
        .filter(starts_rising)
        .map(|word| (0..side).map(|step| point(word, step)).collect())
        .collect()
}

/// `rows` by `columns` points, `run` in a row, column or diagonal.
pub fn k_in_a_row(rows: usize, columns: usize, run: usize) -> Result<SetBoard, InputError> {
    check_points(rows.saturating_mul(columns))?;
    crate::graph::families::at_least_one("a lattice", &[rows, columns])?;
    if run == 0 {
        return Err(InputError::plain("a winning row needs at least one point"));
    }
    let mut sets = Vec::new();
    if run > rows.max(columns) {
        return lattice(rows, columns, sets);
    }
    for r in 0..rows as isize {
        for c in 0..columns as isize {
            for (dr, dc) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let last = (r + dr * (run as isize - 1), c + dc * (run as isize - 1));
                let inside =
                    (0..rows as isize).contains(&last.0) && (0..columns as isize).contains(&last.1);
                let cells = (0..run as isize)
                    .map(|i| ((r + i * dr) * columns as isize + c + i * dc) as usize);
                if inside {
                    sets.push(cells.collect());
                }
            }
        }
    }
    lattice(rows, columns, sets)
}

/// A board of rows and columns, the last row at the bottom.
fn lattice(rows: usize, columns: usize, sets: Vec<Vec<usize>>) -> Result<SetBoard, InputError> {
    Ok(SetBoard::new(Places::grid(rows, columns), sets)?.with_layers(columns))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tic_tac_toe_has_its_eight_lines() {
        let board = tic_tac_toe(3, 2).unwrap();
        let mut lines: Vec<Vec<usize>> = board
            .first_sets()
            .listed(100)
            .unwrap()
            .iter()
            .map(|set| set.iter().map(|p| p + 1).collect())
            .collect();
        lines.sort();
        let known = [
            [1, 2, 3],
            [1, 4, 7],
            [1, 5, 9],
            [2, 5, 8],
            [3, 5, 7],
            [3, 6, 9],
            [4, 5, 6],
            [7, 8, 9],
        ];
        assert_eq!(lines, known.map(Vec::from));
    }

    #[test]
    fn line_counts_in_higher_dimensions() {
        for (n, d) in [(2usize, 2u32), (3, 3), (4, 3), (2, 4), (5, 1), (3, 4)] {
            let expected = ((n + 2).pow(d) - n.pow(d)) / 2;
            assert_eq!(
                tic_tac_toe(n, d as usize).unwrap().first_sets().count(),
                expected as u128,
                "{n}^{d}"
            );
        }
    }

    #[test]
    fn rows_of_k() {
        // On a 3x3 lattice three in a row is tic-tac-toe.
        assert_eq!(k_in_a_row(3, 3, 3).unwrap(), tic_tac_toe(3, 2).unwrap());
        // 4 in a row on 4x5: 4 rows of 2, 5 columns of 1, 2 diagonals each way.
        assert_eq!(k_in_a_row(4, 5, 4).unwrap().first_sets().count(), 8 + 5 + 4);
        assert_eq!(k_in_a_row(2, 2, 1).unwrap().first_sets().count(), 4);
        assert_eq!(k_in_a_row(2, 2, 5).unwrap().first_sets().count(), 0);
    }

    #[test]
    fn too_large() {
        assert!(tic_tac_toe(10, 10).is_err());
        assert!(tic_tac_toe(2, usize::MAX).is_err());
        assert!(tic_tac_toe(0, 2).is_err());
        assert!(k_in_a_row(1000, 1000, 5).is_err());
        assert!(k_in_a_row(3, 3, 0).is_err());
        assert!(k_in_a_row(3, 3, usize::MAX / 2).is_ok());
    }
}
