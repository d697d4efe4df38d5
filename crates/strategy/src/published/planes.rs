//! Finite planes, recognised by their points and lines, however the board is named.

use outplay_rules::sets::SetBoard;

/// A finite plane and its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plane {
    /// AG(2, q), or another affine plane of order q.
    Affine(usize),
    /// PG(2, q), or another projective plane of order q.
    Projective(usize),
}

/// Every pair of points is looked at, so larger boards are not tried.
const MOST_POINTS: usize = 5_000;

impl Plane {
    /// The plane whose lines are the winning sets of both players: any two points are on exactly one, and there are as many
    /// points to a line and lines as there should be.
    pub fn of(board: &SetBoard) -> Option<Self> {
        let points = board.point_count();
        if points > MOST_POINTS || !board.is_symmetric() {
            return None;
        }
        let lines = board.first_sets().listed(2 * points)?;
        let size = lines.first()?.len();
        let plane = if points == size * size {
            Plane::Affine(size)
        } else {
            Plane::Projective(size.checked_sub(1)?)
        };
        let mut joined = vec![false; points * points];
        for line in &lines {
            for a in line.iter() {
                for b in line.iter().filter(|&b| b < a) {
                    if std::mem::replace(&mut joined[a * points + b], true) {
                        return None;
                    }
                }
            }
        }
        let pairs = joined.iter().filter(|&&joined| joined).count();
        let fits = plane.numbers() == [points, lines.len()]
            && lines.iter().all(|line| line.len() == size)
            && pairs == points * (points - 1) / 2;
        fits.then_some(plane).filter(|plane| plane.order() >= 2)
    }

    fn order(self) -> usize {
        let (Plane::Affine(q) | Plane::Projective(q)) = self;
        q
    }

    /// How many points and lines there are.
    fn numbers(self) -> [usize; 2] {
        match self {
            Plane::Affine(q) => [q * q, q * q + q],
            Plane::Projective(q) => [q * q + q + 1; 2],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay_rules::board::{Board, BoardName};

    fn plane(name: &str) -> Option<Plane> {
        let name: BoardName = name.parse().unwrap();
        match name.build().unwrap() {
            Board::Sets(board) => Plane::of(&board),
            _ => panic!("{name} is no board of sets"),
        }
    }

    #[test]
    fn planes_and_other_boards() {
        for q in [2, 3, 4, 5, 7, 8, 9] {
            assert_eq!(plane(&format!("ag:2,{q}")), Some(Plane::Affine(q)));
            assert_eq!(plane(&format!("pg:2,{q}")), Some(Plane::Projective(q)));
        }
        assert_eq!(plane("sets:1-2,1-3,1-4,2-3,2-4,3-4"), Some(Plane::Affine(2)));
        let fano = "sets:1-2-3,1-4-5,1-6-7,2-4-6,2-5-7,3-4-7,3-5-6";
        assert_eq!(plane(fano), Some(Plane::Projective(2)));
        for other in [
            "ttt:3",
            "pg:3,2",
            "ag:3,3",
            "sets:1-2",
            "sets:1-2,1-3,2-3",
            "sets:1-2-3,1-4-5,1-6-7,2-4-6,2-5-7,3-4-7,3-4-6",
            "[pg:2,2 : pg:2,2]",
        ] {
            assert_eq!(plane(other), None, "{other}");
        }
    }
}
