//! Every legal move with the value it leads to.

use std::collections::HashSet;
use std::fmt;

use outplay_rules::error::InputError;
use outplay_rules::game::Case;
use outplay_rules::moves::Move;
use outplay_rules::record::Record;
use outplay_rules::rules::Rules;
use outplay_rules::ruleset::Game;
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::{self, AnyOracle, Known};
use serde::Serialize;

use crate::answer::{Ended, Reply, shown_or_null};
use crate::error::Error;
use crate::question::{Asked, Question, Task};
use crate::run::Run;
use crate::view::picture::View;
use crate::worth::Worth;

/// Every legal move with the value it leads to.
#[derive(Clone, Debug, Serialize)]
pub struct Moves {
    /// What was asked.
    #[serde(flatten)]
    pub question: Question,
    /// The moves; null if a hop game is asked for several starts.
    pub moves: Option<Vec<ValuedMove>>,
    /// Each start of a hop game that was asked for all its starts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub starts: Option<Vec<StartMoves>>,
    /// The limit that was reached, if one was.
    #[serde(serialize_with = "shown_or_null", skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// Each position as it looks, with its moves.
    #[serde(skip)]
    positions: Vec<(String, Vec<ValuedMove>)>,
}

/// The moves from one start of a hop game.
#[derive(Clone, Debug, Serialize)]
pub struct StartMoves {
    /// Where the first X stands.
    pub start: Option<String>,
    /// The moves.
    pub moves: Vec<ValuedMove>,
}

/// A move with the value it leads to.
#[derive(Clone, Debug, Serialize)]
pub struct ValuedMove {
    /// The move in notation.
    #[serde(rename = "move")]
    pub name: String,
    /// What the position after it is worth, unless a limit came first.
    #[serde(flatten)]
    pub worth: Worth,
    /// The points it scores, where the margin is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub earned: Option<u32>,
    /// Under the misère convention the element of the misère quotient that it leaves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub element: Option<String>,
    /// Whether no move is better.
    pub best: bool,
    /// The points it scores, whatever is known.
    #[serde(skip)]
    pub scores: u32,
}

/// Every legal move with the value it leads to. A limit is not an error: then some moves are without a value.
///
/// ```
/// use outplay::{Question, Run, moves};
///
/// let moves = moves(&Question::new("nim", "heaps:1,2")?, &Run::default())?;
/// let best: Vec<&str> = moves.best().map(|mv| mv.name.as_str()).collect();
/// assert_eq!(best, ["2>1"]);
/// # Ok::<(), outplay::Error>(())
/// ```
pub fn moves(question: &Question, run: &Run) -> Result<Moves, Error> {
    let asked = Asked::with_any_heaps(question, run)?;
    let (mut positions, mut stopped) = (Vec::new(), None);
    run.work(|budget| {
        for case in asked.cases.all() {
            if stopped.is_some() {
                break;
            }
            let task = MovesTask { after: &asked.question.after, budget };
            let (drawing, moves, limit) = asked.with_oracle(case, &run.how, task)?;
            stopped = limit;
            positions.push((drawing, moves));
        }
        Ok(())
    })?;
    let listed = |index: usize| positions.get(index).map(|(_, moves)| moves.clone());
    let starts = asked.cases.has_starts().then(|| {
        let start = |(case, (_, moves)): (&Case, &(String, Vec<ValuedMove>))| StartMoves {
            start: case.start.clone(),
            moves: moves.clone(),
        };
        asked.cases.all().iter().zip(&positions).map(start).collect()
    });
    let moves = if positions.len() == 1 { listed(0) } else { None };
    Ok(Moves { question: asked.question, moves, starts, stopped, positions })
}

/// More moves than this are not listed, on large boards fewer: to find them takes longer there, and cannot be interrupted.
const MOST_LISTED: u64 = 1 << 21;

struct MovesTask<'a, 'b> {
    after: &'a str,
    budget: &'a mut Budget<'b>,
}

impl Task for MovesTask<'_, '_> {
    type Output = Result<(String, Vec<ValuedMove>, Option<Stopped>), InputError>;

    fn run<'r, S: View>(self, mut oracle: AnyOracle<'r, S>, rules: &'r Game<S>) -> Self::Output {
        let record = Record::after(rules, self.after)?;
        let now = record.now();
        let mut stopped = None;
        // Of very many moves only those that win are listed.
        let most = MOST_LISTED / (1 + rules.places().len() as u64 / 64);
        let legal = match rules.moves_within(&now.position, most) {
            Some(legal) => legal,
            None => {
                stopped = Some(Stopped::TooMany);
                oracle.best_so_far(now, self.budget).0
            }
        };
        let (mut valued, mut elements) = (Vec::new(), Vec::new());
        for mv in &legal {
            let next = oracle::after(rules, now, mv);
            // Where theorems tell the values nobody else looks at the clock.
            match self.budget.check().and_then(|()| oracle.value(&next, self.budget)) {
                Ok(value) => valued.push((mv.clone(), value)),
                Err(limit) => {
                    stopped = Some(limit);
                    break;
                }
            }
            let told = oracle.product(&next, self.budget).ok().flatten();
            elements.push(told.map(|told| told.product));
        }
        // Which moves are best is known only once all are valued; a winning move of an impartial game is one of them.
        let all = matches!(stopped, None | Some(Stopped::TooMany));
        let best = if all { oracle::best_moves(&valued, now.to_move) } else { Vec::new() };
        let best: HashSet<Move> = best.into_iter().collect();
        let listed = legal.iter().enumerate().map(|(index, mv)| {
            let value = valued.get(index).map(|(_, value)| *value);
            let worth = value.map_or_else(|| Known::Nothing.into(), Worth::from);
            let scores = rules.apply(&now.position, mv).earned;
            ValuedMove {
                name: rules.write_move(mv),
                earned: matches!(worth, Worth::Margin { .. }).then_some(scores),
                worth,
                element: elements.get(index).cloned().flatten(),
                best: best.contains(mv),
                scores,
            }
        });
        Ok((rules.space().draw(&now.position), listed.collect(), stopped))
    }
}

impl Moves {
    /// The best moves of every position asked about.
    pub fn best(&self) -> impl Iterator<Item = &ValuedMove> {
        self.positions.iter().flat_map(|(_, moves)| moves).filter(|mv| mv.best)
    }
}

impl Reply for Moves {
    fn ended(&self) -> Ended {
        Ended::unless(self.stopped.is_some())
    }
}

impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.question)?;
        for (drawing, moves) in &self.positions {
            write!(f, "\n{drawing}")?;
            moves.iter().try_for_each(|mv| write!(f, "\n{mv}"))?;
        }
        self.stopped.map_or(Ok(()), |stopped| write!(f, "\nstopped: {stopped}"))
    }
}

impl fmt::Display for ValuedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.best { "*" } else { " " };
        write!(f, "{mark} {:<12} {}", self.name, self.worth.left_behind())?;
        if let Some(element) = &self.element {
            write!(f, ", element {element}")?;
        }
        if self.scores > 0 { write!(f, " (scores {})", self.scores) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The letter is of the position that is left, the winner of the game: side by side they would contradict each other.
    #[test]
    fn a_move_is_told_by_what_it_leaves() {
        let said = |game, board, line: &str| {
            let moves = moves(&Question::new(game, board).unwrap(), &Run::default()).unwrap();
            assert!(moves.to_string().contains(line), "{moves}");
        };
        said("nim", "heaps:1,2", "the first player wins: it leaves a P-position, Grundy value 0");
        said("nim", "heaps:1,2", "the second player wins: it leaves an N-position, Grundy value 2");
        said("domineering", "grid:2x3", "wins: it leaves outcome N (whoever begins wins)");
        said("unshackle", "grid:2x2", "the second player wins by 2 (margin -2)");
    }
}
