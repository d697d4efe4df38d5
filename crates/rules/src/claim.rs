//! What can be claimed for a player of a game.

use crate::error::InputError;

/// What a player is claimed to reach, whatever the opponent does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// To win.
    Win,
    /// Never to lose.
    Draw,
    /// At least this many points more than the opponent, or fewer where fewer win (scoring games).
    Margin(i32),
}

impl Claim {
    /// Reads `win`, `draw` or `margin:2`.
    pub fn read(text: &str) -> Result<Self, InputError> {
        let margin = || text.strip_prefix("margin:").and_then(|m| m.trim().parse().ok());
        match text {
            "win" => Ok(Claim::Win),
            "draw" => Ok(Claim::Draw),
            _ => margin().map(Claim::Margin).ok_or_else(|| {
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
            Claim::Win => 1,
            Claim::Draw => 0,
            Claim::Margin(margin) => margin,
        }
    }
}

impl std::fmt::Display for Claim {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Claim::Win => f.write_str("win"),
            Claim::Draw => f.write_str("draw"),
            Claim::Margin(margin) => write!(f, "margin:{margin}"),
        }
    }
}
