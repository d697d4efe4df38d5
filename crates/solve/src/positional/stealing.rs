//! Strategy stealing in hop games with free hops (Theorems 2 and 3 of docs/theory-positional.md).
//!
//! A piece more never hurts a player who may hop anywhere. So the first player, who begins with a hop from s, could play a
//! strategy of the second player's as if the game had begun with her piece on s: she has no winning strategy. On a board that
//! admits no drawn state a win or tie is left, and if it admits no tied state either, a win.
//!
//! Nothing of this holds for restricted hops: a piece that is in the way may have to stay there.

use outplay_rules::games::hop::HopGame;
use outplay_rules::sets::SetBoard;
use outplay_rules::spaces::Stones;

use super::search::{MOST_POINTS, masks, points};

/// What a board does not admit, as far as it could be found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Admits {
    /// Perhaps a full board on which nobody owns a set.
    pub draws: bool,
    /// Perhaps two sets without a common point.
    pub ties: bool,
}

/// A board that takes longer to be coloured is taken to admit a draw.
const MOST_COLOURINGS: u32 = 1_000_000;

/// Families with more sets are taken to admit ties.
const MOST_PAIRED: usize = 5_000;

impl Admits {
    /// What a board admits, if both players want the same sets. A nested board admits a draw only if one of its two
    /// boards does: otherwise each island has an owner, and then so has the board. It is the same with ties.
    pub fn of(board: &SetBoard) -> Self {
        match board.levels() {
            Some((outer, inner)) => {
                let (outer, inner) = (Admits::of(&outer), Admits::of(&inner));
                Admits { draws: outer.draws || inner.draws, ties: outer.ties || inner.ties }
            }
            None => Admits::of_listed(board),
        }
    }

    fn of_listed(board: &SetBoard) -> Self {
        let sets = match masks(board.first_sets()) {
            Some(sets) if board.point_count() <= MOST_POINTS => sets,
            _ => return Admits { draws: true, ties: true },
        };
        let mut left = MOST_COLOURINGS;
        let apart = |sets: &[u128]| {
            sets.iter().enumerate().any(|(i, set)| sets[..i].iter().any(|other| set & other == 0))
        };
        let ties = sets.len() > MOST_PAIRED || apart(&sets);
        Admits { draws: splits(&sets, [0, 0], &mut left), ties }
    }

    /// What the first player can force at the start by stealing: win, win or tie, win or draw, not lose.
    fn facts(self) -> [Option<bool>; 4] {
        let Admits { draws, ties } = self;
        [!draws && !ties, !draws, !ties, true].map(|forced| forced.then_some(true))
    }

    /// The argument in words.
    pub fn argument(self) -> &'static str {
        match (self.draws, self.ties) {
            (true, true) => "strategy stealing (with free hops an extra piece never hurts)",
            (true, false) => {
                "strategy stealing (with free hops an extra piece never hurts), and no two winning sets are disjoint"
            }
            (false, true) => {
                "strategy stealing (with free hops an extra piece never hurts), and no full board is without an owner"
            }
            (false, false) => {
                "strategy stealing (with free hops an extra piece never hurts): no full board is without an owner and \
                 no two winning sets are disjoint"
            }
        }
    }
}

/// Whether the points that are free of both colours can be coloured so that every set has points of both; also true if that
/// takes too long to find out.
fn splits(sets: &[u128], colours: [u128; 2], left: &mut u32) -> bool {
    *left = left.saturating_sub(1);
    let coloured = colours[0] | colours[1];
    let alike = |set: &&u128| **set & colours[0] == 0 || **set & colours[1] == 0;
    // The set that has fewest points left to be split by.
    let tightest = sets.iter().filter(alike).min_by_key(|set| (*set & !coloured).count_ones());
    let Some(set) = tightest else { return true };
    if *left == 0 {
        return true;
    }
    let mut colours = colours;
    // The first of its points that has another colour than the rest: those before it are all of one.
    let seen = usize::from(set & colours[0] == 0 && set & colours[1] != 0);
    let sides = if set & coloured == 0 { vec![0, 1] } else { vec![seen] };
    let before = colours;
    for side in sides {
        colours = before;
        for point in points(set & !coloured) {
            let mut split = colours;
            split[1 - side] |= 1 << point;
            if splits(sets, split, left) {
                return true;
            }
            colours[side] |= 1 << point;
        }
    }
    false
}

/// What stealing settles of a position of a hop game, and of which kind the board is; none if it says nothing. The
/// position is not over.
pub fn stolen(game: &HopGame, position: &Stones) -> Option<([Option<bool>; 4], Admits)> {
    let board = game.board();
    let begins = position.first.len() == 1 && position.second.is_empty();
    if !begins || !game.has_free_hops() || !board.is_symmetric() {
        return None;
    }
    let admits = Admits::of(board);
    Some((admits.facts(), admits))
}
