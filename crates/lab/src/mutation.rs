//! Defects put into the program on purpose, to see which checks notice.
//!
//! A status means something only if its check could have come out otherwise. Every check asks through its
//! [`Context`](crate::context::Context): boards, rules, solvers, strategies and the papers' formulas. A context with a
//! mutation gives false answers of one kind, and a test demands that every claim notices at least one kind. Nothing but
//! that test makes such a context.

use outplay_solve::impartial::{Nimber, Outcome};
use outplay_solve::oracle::GameValue;
use outplay_solve::partizan::OutcomeClass;
use outplay_solve::positional::{Forces, Value};

/// A kind of defect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mutation {
    /// Boards lack an edge or a winning set.
    Boards,
    /// The rules are not those of the paper: a move is missing, or counts otherwise.
    Rules,
    /// Solvers answer with another value, and the winner is the loser.
    Values,
    /// A strategy that keeps its promise is said to break it, and the reverse.
    Verdicts,
    /// The formulas of the papers give other numbers.
    Formulas,
}

impl Mutation {
    /// Every kind, those that most checks notice soonest first.
    pub const ALL: [Mutation; 5] = [
        Mutation::Values,
        Mutation::Verdicts,
        Mutation::Formulas,
        Mutation::Rules,
        Mutation::Boards,
    ];
}

/// Another value: P and N, winner and loser are exchanged.
pub fn wrong_value(value: GameValue) -> GameValue {
    match value {
        GameValue::Impartial { winner, outcome, nimber } => {
            let other = |outcome| if outcome == Outcome::P { Outcome::N } else { Outcome::P };
            let nimber = nimber.map(|nimber| match nimber {
                Nimber::Value(value) => Nimber::Value(wrong_nimber(value)),
                Nimber::Loony => Nimber::Value(0),
            });
            let outcome = nimber.map_or(other(outcome), Nimber::outcome);
            GameValue::Impartial { winner: winner.other(), outcome, nimber }
        }
        GameValue::Margin(margin) => GameValue::Margin(wrong_margin(margin)),
        GameValue::MisereMargin(margin) => GameValue::MisereMargin(wrong_margin(margin)),
        GameValue::Winner(winner) => GameValue::Winner(winner.map(|player| player.other())),
        GameValue::Positional(value) => {
            let Forces { win, win_or_tie, win_or_draw, not_lose } = value.forces;
            let forces = Forces {
                win: !not_lose || !win_or_tie,
                win_or_tie: !win_or_draw || !win_or_tie,
                win_or_draw: !win_or_tie || !win_or_draw,
                not_lose: !win,
            };
            GameValue::Positional(Value { forces, ..value })
        }
        GameValue::Partizan { winner, class } => {
            let class = match class {
                OutcomeClass::N => OutcomeClass::P,
                OutcomeClass::P => OutcomeClass::N,
                OutcomeClass::L => OutcomeClass::R,
                OutcomeClass::R => OutcomeClass::L,
            };
            GameValue::Partizan { winner: winner.other(), class }
        }
    }
}

/// Another Grundy value: 0 and the others are exchanged.
pub fn wrong_nimber<T: From<u8> + std::ops::Add<Output = T> + PartialEq>(value: T) -> T {
    if value == T::from(0) {
        T::from(1)
    } else if value == T::from(1) {
        T::from(0)
    } else {
        value + T::from(1)
    }
}

/// Another margin: whoever was ahead is behind, and a draw is lost.
pub fn wrong_margin(margin: i32) -> i32 {
    -margin - 1
}
