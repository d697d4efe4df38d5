//! What a certificate states.

use std::fmt;

pub use outplay_rules::guarantee::Guarantee;
use outplay_rules::outcome_class::OutcomeClass;
use outplay_rules::player::Player;

/// What a certificate states of a game. Players are named by who began, as in all of Outplay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// Who wins an impartial game: true if the player to move does (N), under the game's convention.
    Outcome(bool),
    /// Who wins a partizan game if Left begins, and who wins if Right begins.
    Class(OutcomeClass),
    /// The Grundy value.
    Grundy(u32),
    /// Won by the player to move beside any other position (nimstring).
    Loony,
    /// Bounds on the margin of the whole game, first player's points less second's; equal for an exact one.
    Margin {
        /// It is at least this.
        least: Option<i32>,
        /// It is at most this.
        most: Option<i32>,
    },
    /// Which of the four facts of a positional game the first player can force; none where nothing is stated.
    Forces([Option<bool>; 4]),
    /// The strategy that is the proof keeps a promise.
    Promise {
        /// Who plays by it.
        player: Player,
        /// What it promises.
        claim: Guarantee,
    },
}

/// The four facts of a positional game, as `docs/interface.md` names them.
pub const FACTS: [&str; 4] = ["win", "win-or-tie", "win-or-draw", "not-lose"];

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Statement::Outcome(won) => write!(f, "outcome {}", if *won { "N" } else { "P" }),
            Statement::Class(class) => write!(f, "class {class}"),
            Statement::Grundy(value) => write!(f, "grundy {value}"),
            Statement::Loony => write!(f, "loony"),
            Statement::Margin { least: Some(a), most: Some(b) } if a == b => {
                write!(f, "margin {a}")
            }
            Statement::Margin { least, most } => {
                let bound = |name: &str, bound: &Option<i32>| {
                    bound.map_or(String::new(), |bound| format!(" {name} {bound}"))
                };
                write!(f, "margin{}{}", bound("at-least", least), bound("at-most", most))
            }
            Statement::Forces(facts) => {
                write!(f, "forces")?;
                for (name, fact) in FACTS.iter().zip(facts) {
                    if let Some(fact) = fact {
                        write!(f, " {name}={}", if *fact { "yes" } else { "no" })?;
                    }
                }
                Ok(())
            }
            Statement::Promise { player, claim } => match claim {
                Guarantee::Win => write!(f, "promise {player} win"),
                Guarantee::Draw => write!(f, "promise {player} draw"),
                Guarantee::Margin(margin) => write!(f, "promise {player} margin {margin}"),
            },
        }
    }
}

impl Statement {
    /// The statement that a line of a header says.
    pub fn read(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split(' ').collect();
        Some(match words[..] {
            ["outcome", outcome @ ("N" | "P")] => Statement::Outcome(outcome == "N"),
            ["class", class] => Statement::Class(class.parse().ok()?),
            ["grundy", value] => Statement::Grundy(value.parse().ok()?),
            ["loony"] => Statement::Loony,
            ["margin", margin] => {
                let margin = Some(margin.parse().ok()?);
                Statement::Margin { least: margin, most: margin }
            }
            ["margin", "at-least", a] => {
                Statement::Margin { least: Some(a.parse().ok()?), most: None }
            }
            ["margin", "at-most", b] => {
                Statement::Margin { least: None, most: Some(b.parse().ok()?) }
            }
            ["margin", "at-least", a, "at-most", b] => {
                Statement::Margin { least: Some(a.parse().ok()?), most: Some(b.parse().ok()?) }
            }
            ["forces", ref facts @ ..] if !facts.is_empty() => {
                let mut forces = [None; 4];
                for fact in facts {
                    let (name, truth) = fact.split_once('=')?;
                    let index = FACTS.iter().position(|known| *known == name)?;
                    let truth = match truth {
                        "yes" => true,
                        "no" => false,
                        _ => return None,
                    };
                    if forces[index].replace(truth).is_some() {
                        return None;
                    }
                }
                Statement::Forces(forces)
            }
            ["promise", player @ ("first" | "second"), ref claim @ ..] => {
                let player = if player == "first" { Player::First } else { Player::Second };
                let claim = match claim {
                    ["win"] => Guarantee::Win,
                    ["draw"] => Guarantee::Draw,
                    ["margin", margin] => Guarantee::Margin(margin.parse().ok()?),
                    _ => return None,
                };
                Statement::Promise { player, claim }
            }
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_read_back() {
        let margin = |least, most| Statement::Margin { least, most };
        for statement in [
            Statement::Outcome(true),
            Statement::Outcome(false),
            Statement::Class(OutcomeClass::L),
            Statement::Class(OutcomeClass::P),
            Statement::Grundy(12),
            Statement::Loony,
            margin(Some(-3), Some(-3)),
            margin(Some(1), None),
            margin(None, Some(2)),
            margin(Some(0), Some(2)),
            Statement::Forces([None, None, None, Some(false)]),
            Statement::Promise { player: Player::First, claim: Guarantee::Win },
            Statement::Promise { player: Player::Second, claim: Guarantee::Draw },
            Statement::Promise { player: Player::Second, claim: Guarantee::Margin(-2) },
        ] {
            assert_eq!(Statement::read(&statement.to_string()), Some(statement));
        }
        for wrong in [
            "",
            "grundy",
            "grundy -1",
            "outcome X",
            "class",
            "class X",
            "class l",
            "margin x",
            "forces",
            "forces win=1",
            "forces win=yes win=no",
        ] {
            assert_eq!(Statement::read(wrong), None, "{wrong}");
        }
    }
}
