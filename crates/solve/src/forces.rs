//! What the first player of a positional game can force, and how long a won game takes.

use std::fmt;

use outplay_rules::player::Player;
use outplay_rules::rules::End;

/// What the first player can force, each on its own. A tie (both own a winning set) is not a draw (nobody does).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forces {
    /// A win.
    pub win: bool,
    /// A win or a tie.
    pub win_or_tie: bool,
    /// A win or a draw.
    pub win_or_draw: bool,
    /// Anything but a loss.
    pub not_lose: bool,
}

impl Forces {
    /// What is forced when the game has ended so.
    pub fn at(end: End) -> Self {
        let win = end == End::Win(Player::First);
        Forces {
            win,
            win_or_tie: win || end == End::Tie,
            win_or_draw: win || end == End::Draw,
            not_lose: end != End::Win(Player::Second),
        }
    }

    fn zip(self, other: Forces, combine: impl Fn(bool, bool) -> bool) -> Forces {
        Forces {
            win: combine(self.win, other.win),
            win_or_tie: combine(self.win_or_tie, other.win_or_tie),
            win_or_draw: combine(self.win_or_draw, other.win_or_draw),
            not_lose: combine(self.not_lose, other.not_lose),
        }
    }

    /// What can be forced when `mover` may choose between two positions.
    pub fn choice(self, other: Forces, mover: Player) -> Forces {
        match mover {
            Player::First => self.zip(other, |a, b| a || b),
            Player::Second => self.zip(other, |a, b| a && b),
        }
    }

    /// Whether these facts are at least as good for `player` as the others, in every respect.
    pub fn at_least(self, other: Forces, player: Player) -> bool {
        self.choice(other, player) == self
    }

    /// The result in one word.
    pub fn result(self) -> PositionalResult {
        match (self.win, self.not_lose, self.win_or_tie, self.win_or_draw) {
            (true, ..) => PositionalResult::FirstWin,
            (_, false, ..) => PositionalResult::SecondWin,
            (_, _, true, false) => PositionalResult::Tie,
            (_, _, false, true) => PositionalResult::Draw,
            _ => PositionalResult::DrawOrTie,
        }
    }
}

/// The result of a positional game with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionalResult {
    /// The first player wins.
    FirstWin,
    /// The second player wins.
    SecondWin,
    /// Both complete a winning set at once.
    Tie,
    /// Nobody completes one.
    Draw,
    /// Nobody wins, and whether it is a tie or a draw is not for either player alone to say (or for both).
    DrawOrTie,
}

impl PositionalResult {
    /// Who wins, if somebody does.
    pub fn winner(self) -> Option<Player> {
        match self {
            PositionalResult::FirstWin => Some(Player::First),
            PositionalResult::SecondWin => Some(Player::Second),
            _ => None,
        }
    }
}

impl fmt::Display for PositionalResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PositionalResult::FirstWin => "first-win",
            PositionalResult::SecondWin => "second-win",
            PositionalResult::Tie => "tie",
            PositionalResult::Draw => "draw",
            PositionalResult::DrawOrTie => "draw-or-tie",
        })
    }
}

/// What is known of a position: what can be forced, and the plies to the end if somebody wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// What the first player can force.
    pub forces: Forces,
    /// The length of the rest of a won game: the winner hurries, the loser delays.
    pub plies: Option<u16>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As `docs/interface.md` has it: `first-win` if `win`, `second-win` if not `not-lose`; otherwise `tie` if only `win-or-tie` can be
    /// forced, `draw` if only `win-or-draw`, `draw-or-tie` if both or neither.
    #[test]
    fn results_of_forced_facts() {
        let result = |win, win_or_tie, win_or_draw, not_lose| {
            Forces { win, win_or_tie, win_or_draw, not_lose }.result().to_string()
        };
        assert_eq!(result(true, true, true, true), "first-win");
        assert_eq!(result(false, false, false, false), "second-win");
        assert_eq!(result(false, true, false, true), "tie");
        assert_eq!(result(false, false, true, true), "draw");
        assert_eq!(result(false, true, true, true), "draw-or-tie");
        assert_eq!(result(false, false, false, true), "draw-or-tie");
    }

    #[test]
    fn choices_are_the_movers() {
        let (tie, draw) = (Forces::at(End::Tie), Forces::at(End::Draw));
        // The first player may choose either, so he can force each; the second may choose, so neither is forced.
        assert_eq!(tie.choice(draw, Player::First).result(), PositionalResult::DrawOrTie);
        assert!(
            tie.choice(draw, Player::First).win_or_tie
                && tie.choice(draw, Player::First).win_or_draw
        );
        assert!(
            !tie.choice(draw, Player::Second).win_or_tie
                && tie.choice(draw, Player::Second).not_lose
        );
        let win = Forces::at(End::Win(Player::First));
        assert!(win.at_least(tie, Player::First) && !tie.at_least(win, Player::First));
        assert!(tie.at_least(win, Player::Second));
    }
}
