//! Nimbers, outcomes and the two conventions.

use std::fmt;

/// Who wins when the position is the next player's to move: he does (N), or the one who moved before (P).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The next player to move wins.
    N,
    /// The previous player wins.
    P,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::N => "N",
            Outcome::P => "P",
        })
    }
}

/// Who wins in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Convention {
    /// A player who cannot move loses; more points win.
    Normal,
    /// A player who cannot move wins; fewer points win.
    Misere,
}

/// The Grundy value of a position under the normal convention.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Nimber {
    /// Worth a nim heap of this size.
    Value(u64),
    /// Won by the player to move, beside any other position. Only games in which a move may be followed by another of
    /// the
    /// same player (nimstring) have such positions.
    Loony,
}

impl Nimber {
    /// The value of two positions side by side.
    pub fn plus(self, other: Nimber) -> Nimber {
        match (self, other) {
            (Nimber::Value(a), Nimber::Value(b)) => Nimber::Value(a ^ b),
            _ => Nimber::Loony,
        }
    }

    /// The outcome that the value implies.
    pub fn outcome(self) -> Outcome {
        if self == Nimber::Value(0) { Outcome::P } else { Outcome::N }
    }

    /// The value, if it is not loony.
    pub fn value(self) -> Option<u64> {
        match self {
            Nimber::Value(value) => Some(value),
            Nimber::Loony => None,
        }
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Nimber::Value(value) => write!(f, "{value}"),
            Nimber::Loony => f.write_str("loony"),
        }
    }
}
