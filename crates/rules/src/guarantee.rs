//! What can be claimed for a player of a game.

use crate::error::InputError;

/// What a player is claimed to reach, whatever the opponent does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guarantee {
    /// To win.
    Win,
    /// Never to lose.
    Draw,
    /// At least this many points more than the opponent, or fewer where fewer win (scoring games).
    Margin(i32),
}

impl Guarantee {
    /// Reads `win`, `draw` or `margin:2`.
    pub fn read(text: &str) -> Result<Self, InputError> {
        let margin = || text.strip_prefix("margin:").and_then(|m| m.trim().parse().ok());
        match text {
            "win" => Ok(Guarantee::Win),
            "draw" => Ok(Guarantee::Draw),
            _ => margin().map(Guarantee::Margin).ok_or_else(|| {
                InputError::whole(
                    text,
                    "a claim is win, draw (never lose) or margin:N, such as margin:2",
                )
            }),
        }
    }

    /// The least payoff that keeps it: a win counts 1, a draw or tie 0, a loss -1; in scoring games the payoff is the margin.
    pub fn least(self) -> i32 {
        match self {
            Guarantee::Win => 1,
            Guarantee::Draw => 0,
            Guarantee::Margin(margin) => margin,
        }
    }
}

impl std::fmt::Display for Guarantee {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Guarantee::Win => f.write_str("win"),
            Guarantee::Draw => f.write_str("draw"),
            Guarantee::Margin(margin) => write!(f, "margin:{margin}"),
        }
    }
}
