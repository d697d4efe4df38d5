//! The four outcome classes of partizan games.

use std::fmt;
use std::str::FromStr;

use crate::player::Side;

/// Who wins a partizan position, by who begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutcomeClass {
    /// The next player to move wins: the position is confused with 0.
    N,
    /// The previous player wins: the position is 0.
    P,
    /// Left wins, whoever begins: the position is positive.
    L,
    /// Right wins, whoever begins: the position is negative.
    R,
}

impl OutcomeClass {
    /// The class, by who wins if Left begins and who wins if Right begins.
    pub fn of(left_begins: Side, right_begins: Side) -> Self {
        match (left_begins, right_begins) {
            (Side::Left, Side::Left) => OutcomeClass::L,
            (Side::Left, Side::Right) => OutcomeClass::N,
            (Side::Right, Side::Left) => OutcomeClass::P,
            (Side::Right, Side::Right) => OutcomeClass::R,
        }
    }

    /// Who wins if a player begins.
    pub fn winner(self, beginner: Side) -> Side {
        match self {
            OutcomeClass::N => beginner,
            OutcomeClass::P => beginner.other(),
            OutcomeClass::L => Side::Left,
            OutcomeClass::R => Side::Right,
        }
    }
}

impl FromStr for OutcomeClass {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let all = [OutcomeClass::N, OutcomeClass::P, OutcomeClass::L, OutcomeClass::R];
        all.into_iter().find(|class| class.to_string() == text).ok_or(())
    }
}

impl fmt::Display for OutcomeClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            OutcomeClass::N => "N",
            OutcomeClass::P => "P",
            OutcomeClass::L => "L",
            OutcomeClass::R => "R",
        })
    }
}
