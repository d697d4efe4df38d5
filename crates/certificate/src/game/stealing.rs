//! Strategy stealing in hop games with free hops (Theorems 2 and 3 of `docs/theory-positional.md`).
//!
//! If both players want the same sets, the player who begins does not lose. If on every full board somebody owns a set,
//! he forces a win or tie; if any two sets meet, a win or draw; if both hold, a win. The checker finds out whether they
//! hold by trying all colourings and all pairs of sets. A nested board admits a draw only if one of its two boards
//! does: otherwise each island has an owner, and then
//! so has the board. It is the same with ties.

use outplay_rules::sets::SetBoard;

/// What a board admits, or may admit as far as is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Admits {
    /// A full board on which nobody owns a set.
    pub draws: bool,
    /// Two sets without a common point.
    pub ties: bool,
}

/// Boards with more points are not coloured.
const MOST_POINTS: usize = 21;

/// Boards with more sets are not coloured either, nor are their sets compared in pairs.
const MOST_SETS: usize = 1000;

impl Admits {
    /// What a board on which both players want the same sets admits.
    pub fn of(board: &SetBoard) -> Self {
        if let Some((outer, inner)) = board.levels() {
            let (outer, inner) = (Admits::of(&outer), Admits::of(&inner));
            return Admits { draws: outer.draws || inner.draws, ties: outer.ties || inner.ties };
        }
        let points = board.point_count();
        match board.first_sets().listed(MOST_SETS) {
            Some(sets) if (1..=MOST_POINTS).contains(&points) => {
                let mask = |points: Vec<usize>| points.iter().fold(0u32, |set, p| set | 1 << p);
                let sets: Vec<u32> = sets.iter().map(|set| mask(set.iter().collect())).collect();
                Admits { draws: has_split(&sets, points), ties: has_apart(&sets) }
            }
            _ => Admits { draws: true, ties: true },
        }
    }

    /// Whether stealing shows a fact: win, win or tie, win or draw, not lose.
    pub fn shows(self, fact: usize) -> bool {
        let Admits { draws, ties } = self;
        [!draws && !ties, !draws, !ties, true].get(fact).copied().unwrap_or(false)
    }
}

/// Whether the points can be given two colours so that every set has both. The last point may have the first colour.
fn has_split(sets: &[u32], points: usize) -> bool {
    let all = u32::MAX >> (32 - points);
    (0..1u32 << (points - 1)).any(|one| {
        let other = all & !one;
        sets.iter().all(|set| set & one != 0 && set & other != 0)
    })
}

/// Whether two sets have no common point.
fn has_apart(sets: &[u32]) -> bool {
    sets.iter().enumerate().any(|(at, set)| sets[..at].iter().any(|other| set & other == 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay_rules::board::{Board, BoardName};

    fn admits(name: &str) -> Admits {
        match name.parse::<BoardName>().unwrap().build().unwrap() {
            Board::Sets(board) => Admits::of(&board),
            Board::Places { .. } => unreachable!("a board without sets"),
        }
    }

    /// Known: the Fano plane has no drawn state and no two disjoint lines; affine planes have parallel lines; Tic-Tac-Toe has drawn
    /// states, and so has the plane of order 3 (a blocking set of six points and its complement).
    #[test]
    fn draws_and_ties_of_boards() {
        for (name, draws, ties) in [
            ("pg:2,2", false, false),
            ("ag:2,2", false, true),
            ("ag:2,3", false, true),
            ("ttt:3", true, true),
            ("pg:2,3", true, false),
            ("sets:1-2,2-3,1-3", false, false),
            ("sets:1-2,2-3", true, false),
            ("[pg:2,2 : pg:2,2]", false, false),
            ("[pg:2,2 : ag:2,2]", false, true),
            ("[sets:1-2,2-3,1-3 : pg:2,3]", true, false),
        ] {
            assert_eq!(admits(name), Admits { draws, ties }, "{name}");
        }
    }

    #[test]
    fn what_a_theft_shows() {
        let shown = |draws, ties| [0, 1, 2, 3, 4].map(|fact| Admits { draws, ties }.shows(fact));
        assert_eq!(shown(false, false), [true, true, true, true, false]);
        assert_eq!(shown(false, true), [false, true, false, true, false]);
        assert_eq!(shown(true, false), [false, false, true, true, false]);
        assert_eq!(shown(true, true), [false, false, false, true, false]);
    }
}
