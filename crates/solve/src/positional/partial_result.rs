//! What is settled of a position when a limit stops its search.

use outplay_rules::spaces::Stones;

/// What is settled of what the first player can force: win, win or tie, win or draw, not lose.
pub type KnownForces = [Option<bool>; 4];

/// What is settled of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PartialResult {
    /// What the first player can force.
    pub facts: KnownForces,
    /// Nobody wins within this many plies.
    pub no_win_within: u32,
}

/// The position that was asked for last, and what is settled of it.
#[derive(Clone, Debug, Default)]
pub struct LastAsked(Option<(Stones, PartialResult)>);

impl LastAsked {
    /// What is settled of a position.
    pub fn of(&self, position: &Stones) -> PartialResult {
        match &self.0 {
            Some((asked, partly)) if asked == position => *partly,
            _ => PartialResult::default(),
        }
    }

    /// Hears what is settled. Different searches ask how long a win takes: the longest counts.
    pub fn hear(&mut self, position: &Stones, facts: KnownForces, no_win_within: u32) {
        let no_win_within = no_win_within.max(self.of(position).no_win_within);
        self.0 = Some((position.clone(), PartialResult { facts, no_win_within }));
    }
}
