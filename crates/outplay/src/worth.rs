//! What a position is worth: as JSON fields, as a sentence, as a cell of a table.

use std::fmt;

use outplay_rules::player::Player;
use outplay_solve::impartial::{Nimber, Outcome};
use outplay_solve::oracle::{Beyond, GameValue, Known};
use outplay_solve::partizan::OutcomeClass;
use outplay_solve::positional::PositionalResult;
use serde::Serialize;

use crate::answer::{Field, shown, shown_or_null};
use crate::readable::count;

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Winner {
    /// Who began the game.
    First,
    /// The other.
    Second,
    /// Nobody.
    None,
}

impl From<Option<Player>> for Winner {
    fn from(player: Option<Player>) -> Self {
        match player {
            Some(Player::First) => Winner::First,
            Some(Player::Second) => Winner::Second,
            None => Winner::None,
        }
    }
}

/// What is settled of what the first player can force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Facts {
    /// A win.
    pub win: Option<bool>,
    /// A win or a tie.
    pub win_or_tie: Option<bool>,
    /// A win or a draw.
    pub win_or_draw: Option<bool>,
    /// Anything but a loss.
    pub not_lose: Option<bool>,
}

impl Facts {
    fn new([win, win_or_tie, win_or_draw, not_lose]: [Option<bool>; 4]) -> Self {
        Facts { win, win_or_tie, win_or_draw, not_lose }
    }

    /// In words, without what follows from the rest.
    fn words(&self) -> Vec<String> {
        let Facts { win, win_or_tie: tie, win_or_draw: draw, not_lose } = *self;
        let (yes, no) = (Some(true), Some(false));
        let between = tie == yes || draw == yes;
        let neither = tie == no || draw == no;
        let told = [
            (win == yes, "can force a win"),
            (tie == yes && win != yes, "can force a win or a tie"),
            (draw == yes && win != yes, "can force a win or a draw"),
            (not_lose == yes && win != yes && !between, "need not lose"),
            (not_lose == no, "cannot avoid losing"),
            (tie == no && not_lose != no, "cannot force a win or a tie"),
            (draw == no && not_lose != no, "cannot force a win or a draw"),
            (win == no && not_lose != no && !neither, "cannot force a win"),
        ];
        let told = told.into_iter().filter(|(is_said, _)| *is_said);
        told.map(|(_, words)| format!("the first player {words}")).collect()
    }
}

/// What a position is worth, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Worth {
    /// Of an impartial game.
    Impartial {
        /// Who wins.
        winner: Winner,
        /// N or P, for the player to move.
        #[serde(serialize_with = "shown")]
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        outcome: Outcome,
        /// The Grundy value, where it was asked for and the convention has one.
        grundy: Option<u64>,
        /// Whether it is won whatever stands beside it (nimstring).
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        loony: bool,
    },
    /// Of a scoring game.
    Margin {
        /// Who wins.
        winner: Winner,
        /// The first player's points less the second's.
        margin: i32,
    },
    /// Of a positional game; null where the starts of a hop game differ.
    Positional {
        /// Who wins.
        winner: Option<Winner>,
        /// The result in one word.
        #[serde(serialize_with = "shown_or_null")]
        #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
        result: Option<PositionalResult>,
        /// What the first player can force.
        forces: Option<Facts>,
        /// The length of a won game.
        plies: Option<u16>,
    },
    /// Of a partizan game.
    Partizan {
        /// Who wins.
        winner: Winner,
        /// L, R, N or P.
        #[serde(serialize_with = "shown")]
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        outcome: OutcomeClass,
    },
    /// It is not solved.
    Unknown {
        /// Nobody knows.
        winner: (),
        /// What is known.
        #[serde(flatten)]
        known: Unknown,
    },
    /// Of a scoring game, where only who wins was asked for.
    Winner {
        /// Who wins.
        winner: Winner,
    },
}

/// What is known of a position that is not solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Unknown {
    /// The Grundy value is not smaller than this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grundy_at_least: Option<u32>,
    /// With this many bytes a table of all positions would settle it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_wanted: Option<u64>,
    /// The misère quotient is known for smaller heaps only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quotient: Option<QuotientReach>,
    /// The margin is not smaller than this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin_at_least: Option<i32>,
    /// The margin is not larger than this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin_at_most: Option<i32>,
    /// What is settled of what the first player can force.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forces: Field<Facts>,
    /// Nobody wins within this many plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_win_within: Option<u32>,
}

/// How far the misère quotient of a heap game was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QuotientReach {
    /// The largest heap.
    pub heaps: usize,
    /// How many elements the quotient has.
    pub order: usize,
    /// How many of them are P-positions.
    pub p_positions: usize,
}

impl From<Known> for Unknown {
    fn from(known: Known) -> Self {
        let nothing = Unknown::default();
        match known {
            Known::Nothing => nothing,
            Known::Grundy { at_least, memory_wanted } => {
                let grundy_at_least = (at_least > 0).then_some(at_least);
                Unknown { grundy_at_least, memory_wanted, ..nothing }
            }
            Known::Quotient(Beyond { heaps, elements, p_positions }) => Unknown {
                quotient: Some(QuotientReach { heaps, order: elements, p_positions }),
                ..nothing
            },
            Known::Margin { at_least, at_most } => Unknown {
                margin_at_least: Some(at_least),
                margin_at_most: Some(at_most),
                ..nothing
            },
            Known::Forces { facts, no_win_within } => Unknown {
                forces: Some(Some(Facts::new(facts))),
                no_win_within: (no_win_within > 0).then_some(no_win_within),
                ..nothing
            },
        }
    }
}

impl Unknown {
    /// What is known, in words; none if nothing is.
    pub fn words(&self) -> Option<String> {
        if let (Some(least), Some(most)) = (self.margin_at_least, self.margin_at_most) {
            return Some(format!("the margin is between {least} and {most}"));
        }
        let grundy =
            self.grundy_at_least.map(|least| format!("its Grundy value is at least {least}"));
        let memory = self.memory_wanted.map(|bytes| {
            let size = bytes.div_ceil(1 << 30);
            format!("a table of all positions would settle it: --memory {size}G")
        });
        let quotient = self.quotient.map(|QuotientReach { heaps, order, p_positions }| {
            format!(
                "its misère quotient was found for heaps up to {heaps} (order {order}/{p_positions}); with larger ones it was not, and may be infinite"
            )
        });
        let facts = self.forces.flatten().map(|facts| facts.words()).unwrap_or_default();
        let plies = self
            .no_win_within
            .map(|plies| format!("nobody wins within {}", count(u64::from(plies), "ply", "plies")));
        let known: Vec<String> =
            grundy.into_iter().chain(memory).chain(quotient).chain(facts).chain(plies).collect();
        (!known.is_empty()).then(|| known.join("; "))
    }
}

impl From<GameValue> for Worth {
    fn from(value: GameValue) -> Self {
        let winner = Winner::from(value.winner());
        match value {
            GameValue::Impartial { outcome, nimber, .. } => Worth::Impartial {
                winner,
                outcome,
                grundy: nimber.and_then(Nimber::value),
                loony: nimber == Some(Nimber::Loony),
            },
            GameValue::Margin(margin) | GameValue::MisereMargin(margin) => {
                Worth::Margin { winner, margin }
            }
            GameValue::Winner(_) => Worth::Winner { winner },
            GameValue::Positional(value) => {
                let forces = value.forces;
                let facts = [forces.win, forces.win_or_tie, forces.win_or_draw, forces.not_lose];
                Worth::Positional {
                    winner: Some(winner),
                    result: Some(forces.result()),
                    forces: Some(Facts::new(facts.map(Some))),
                    plies: value.plies,
                }
            }
            GameValue::Partizan { class, .. } => Worth::Partizan { winner, outcome: class },
        }
    }
}

impl From<Known> for Worth {
    fn from(known: Known) -> Self {
        Worth::Unknown { winner: (), known: known.into() }
    }
}

impl Worth {
    /// Who wins, if that is known.
    pub fn winner(&self) -> Option<Winner> {
        match self {
            Worth::Impartial { winner, .. }
            | Worth::Margin { winner, .. }
            | Worth::Partizan { winner, .. }
            | Worth::Winner { winner } => Some(*winner),
            Worth::Positional { winner, .. } => *winner,
            Worth::Unknown { .. } => None,
        }
    }

    /// The Grundy value, if there is one and it is known.
    pub fn grundy(&self) -> Option<u64> {
        match self {
            Worth::Impartial { grundy, .. } => *grundy,
            _ => None,
        }
    }

    /// The margin, if there is one and it is known.
    pub fn margin(&self) -> Option<i32> {
        match self {
            Worth::Margin { margin, .. } => Some(*margin),
            _ => None,
        }
    }

    /// What a move leaves to the other player, in a few words: the letters N and P are the position's, who wins is the game's.
    pub fn left_behind(&self) -> String {
        match self {
            Worth::Impartial { winner, outcome, grundy, loony } => {
                let article = if *outcome == Outcome::N { "an" } else { "a" };
                let value = match grundy {
                    _ if *loony => ", loony".into(),
                    Some(value) => format!(", Grundy value {value}"),
                    None => String::new(),
                };
                format!("the {winner} player wins: it leaves {article} {outcome}-position{value}")
            }
            Worth::Partizan { winner, outcome } => {
                format!(
                    "the {winner} player wins: it leaves outcome {outcome} ({})",
                    whoever(*outcome)
                )
            }
            _ => self.to_string(),
        }
    }

    /// Whether it is solved.
    pub fn is_known(&self) -> bool {
        !matches!(self, Worth::Unknown { .. })
    }
}

/// In a few words, such as `the second player wins by 2 (margin -2)`.
impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Worth::Impartial { winner, outcome, grundy, loony } => {
                write!(f, "the {winner} player wins ({outcome}-position")?;
                match grundy {
                    _ if *loony => f.write_str(", loony: won beside any other game")?,
                    Some(value) => write!(f, ", Grundy value {value}")?,
                    None => {}
                }
                f.write_str(")")
            }
            Worth::Margin { margin: 0, .. } => f.write_str("a draw (margin 0)"),
            Worth::Margin { winner, margin } => {
                write!(f, "the {winner} player wins by {} (margin {margin})", margin.abs())
            }
            Worth::Winner { winner: Winner::None } => f.write_str("a draw"),
            Worth::Winner { winner } => write!(f, "the {winner} player wins"),
            Worth::Positional { result: None, .. } => f.write_str("it depends on the start"),
            Worth::Positional {
                winner: Some(Winner::None) | None, result: Some(result), ..
            } => f.write_str(match result {
                PositionalResult::Tie => "a tie",
                PositionalResult::DrawOrTie => "a draw or a tie",
                _ => "a draw",
            }),
            Worth::Positional { winner: Some(winner), plies, .. } => {
                write!(f, "the {winner} player wins")?;
                plies.map_or(Ok(()), |plies| {
                    write!(f, " in {}", count(u64::from(plies), "ply", "plies"))
                })
            }
            Worth::Partizan { winner, outcome } => {
                write!(f, "the {winner} player wins (outcome {outcome}: {})", whoever(*outcome))
            }
            Worth::Unknown { known, .. } => {
                f.write_str(&known.words().unwrap_or_else(|| "not solved".into()))
            }
        }
    }
}

/// What the class of a partizan position says.
fn whoever(outcome: OutcomeClass) -> &'static str {
    match outcome {
        OutcomeClass::N => "whoever begins wins",
        OutcomeClass::P => "whoever begins loses",
        OutcomeClass::L => "Left wins whoever begins",
        OutcomeClass::R => "Right wins whoever begins",
    }
}

impl fmt::Display for Winner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Winner::First => "first",
            Winner::Second => "second",
            Winner::None => "none",
        })
    }
}

/// The value in a few words.
pub fn words(value: &GameValue) -> String {
    Worth::from(*value).to_string()
}

/// The value in a word or number, for a cell of a table.
pub fn cell(value: &GameValue) -> String {
    match value {
        GameValue::Impartial { nimber: Some(nimber), .. } => nimber.to_string(),
        GameValue::Impartial { outcome, .. } => outcome.to_string(),
        GameValue::Margin(margin) | GameValue::MisereMargin(margin) => {
            format!("{} ({margin})", mark(value).unwrap_or_default())
        }
        GameValue::Winner(_) => mark(value).unwrap_or_default().to_string(),
        GameValue::Positional(value) => value.forces.result().to_string(),
        GameValue::Partizan { class, .. } => class.to_string(),
    }
}

/// The mark of a scoring game in the papers' tables: who has a winning strategy, or that each has a drawing one.
pub fn mark(value: &GameValue) -> Option<&'static str> {
    match value {
        GameValue::Margin(_) | GameValue::MisereMargin(_) | GameValue::Winner(_) => {
            Some(match value.winner() {
                Some(Player::First) => "I_1",
                Some(Player::Second) => "II_1",
                None => "I_0 II_0",
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_told_without_what_follows_from_them() {
        let (yes, no) = (Some(true), Some(false));
        for (facts, told) in [
            ([yes, yes, yes, yes], vec!["can force a win"]),
            ([None, None, yes, yes], vec!["can force a win or a draw"]),
            ([no, yes, yes, yes], {
                vec!["can force a win or a tie", "can force a win or a draw", "cannot force a win"]
            }),
            ([None, None, None, yes], vec!["need not lose"]),
            ([no, None, no, None], vec!["cannot force a win or a draw"]),
            ([no, no, no, no], vec!["cannot avoid losing"]),
            ([None; 4], vec![]),
        ] {
            let told: Vec<String> =
                told.iter().map(|words| format!("the first player {words}")).collect();
            assert_eq!(Facts::new(facts).words(), told);
        }
    }
}
