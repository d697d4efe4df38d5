//! What is settled of a position when a limit stops its search.

use outplay_rules::spaces::Stones;

/// What is settled of what the first player can force: win, win or tie, win or draw, not lose.
pub type Facts = [Option<bool>; 4];

/// What is settled of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Partly {
    /// What the first player can force.
    pub facts: Facts,
    /// Nobody wins within so many plies.
    pub no_win_within: u32,
}

/// The position that was asked for last, and what is settled of it.
#[derive(Clone, Debug, Default)]
pub struct LastAsked(Option<(Stones, Partly)>);

impl LastAsked {
    /// What is settled of a position.
    pub fn of(&self, position: &Stones) -> Partly {
        match &self.0 {
            Some((asked, partly)) if asked == position => *partly,
            _ => Partly::default(),
        }
    }

    /// Hears what is settled. Different searches ask how long a win takes: the longest counts.
    pub fn hear(&mut self, position: &Stones, facts: Facts, no_win_within: u32) {
        let no_win_within = no_win_within.max(self.of(position).no_win_within);
        self.0 = Some((position.clone(), Partly { facts, no_win_within }));
    }
}
