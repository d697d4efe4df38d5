//! A value in one byte, for tables of many positions.
//!
//! The bytes are ordered by what the first player likes: the second player's wins, the longest last; then the four
//! kinds of undecided; then the first player's wins, the shortest last. So the first player's choice is the largest
//! byte and the second player's the smallest, but for undecided ones: whether a tie and whether a draw can be forced
//! are facts of their own, one bit each, joined by "or" for the first player and by "and" for the second.

use outplay_rules::player::Player;
use outplay_rules::rules::End;

use super::{Forces, Value};

/// A packed value.
pub type Code = u8;

/// Not looked at.
pub const UNKNOWN: Code = 0;
/// Known to be reachable and not over, not yet valued.
pub const REACHED: Code = 128;
/// The most plies a code can hold.
pub const MAX_PLIES: usize = 62;

const UNDECIDED: Code = 64;
const TIE: Code = 1;
const DRAW: Code = 2;

/// The code of a game that is over.
pub fn ended(end: End) -> Code {
    match end {
        End::Win(Player::First) => 255,
        End::Win(Player::Second) => 1,
        End::Tie => UNDECIDED | TIE,
        End::Draw => UNDECIDED | DRAW,
    }
}

fn is_undecided(code: Code) -> bool {
    code & 0xc0 == UNDECIDED
}

/// One ply more: a win is a ply further away.
pub fn later(code: Code) -> Code {
    match code {
        193..=255 => code - 1,
        1..=62 => code + 1,
        _ => code,
    }
}

/// What a code says.
pub fn value(code: Code) -> Value {
    let all = |fact| Forces { win: fact, win_or_tie: fact, win_or_draw: fact, not_lose: fact };
    match code {
        193..=255 => Value { forces: all(true), plies: Some(255 - u16::from(code)) },
        1..=63 => Value { forces: all(false), plies: Some(u16::from(code) - 1) },
        _ => Value {
            forces: Forces {
                win: false,
                win_or_tie: code & TIE != 0,
                win_or_draw: code & DRAW != 0,
                not_lose: true,
            },
            plies: None,
        },
    }
}

/// Gathers the options of one position.
#[derive(Clone, Copy)]
pub struct BestCode<const FIRST: bool> {
    best: Code,
    facts: Code,
}

impl<const FIRST: bool> BestCode<FIRST> {
    /// No option yet.
    pub fn none() -> Self {
        if FIRST { BestCode { best: 0, facts: 0 } } else { BestCode { best: 255, facts: 255 } }
    }

    /// One more option.
    #[inline(always)]
    pub fn add(&mut self, code: Code) {
        if FIRST {
            self.best = self.best.max(code);
            self.facts |= if is_undecided(code) { code } else { 0 };
        } else {
            self.best = self.best.min(code);
            self.facts &= if is_undecided(code) { code } else { 255 };
        }
    }

    /// The mover's choice, before the ply that it takes is counted. There was at least one option.
    #[inline(always)]
    pub fn chosen(self) -> Code {
        if is_undecided(self.best) { self.facts } else { self.best }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_those_of_the_facts() {
        let ends = [End::Win(Player::First), End::Win(Player::Second), End::Tie, End::Draw];
        let mut codes: Vec<Code> = ends.iter().map(|&end| ended(end)).collect();
        codes.extend([UNDECIDED, UNDECIDED | TIE | DRAW, later(1), later(255), later(later(1))]);
        for &a in &codes {
            for &b in &codes {
                let mut first = BestCode::<true>::none();
                let mut second = BestCode::<false>::none();
                for code in [a, b] {
                    first.add(code);
                    second.add(code);
                }
                let (a, b) = (value(a), value(b));
                for (mover, chosen) in
                    [(Player::First, first.chosen()), (Player::Second, second.chosen())]
                {
                    let chosen = value(chosen);
                    assert_eq!(chosen.forces, a.forces.choice(b.forces, mover));
                    if a.plies.is_some() && a.forces == b.forces {
                        let hurries = a.forces.win == (mover == Player::First);
                        let expected =
                            if hurries { a.plies.min(b.plies) } else { a.plies.max(b.plies) };
                        assert_eq!(chosen.plies, expected);
                    }
                }
            }
        }
    }
}
