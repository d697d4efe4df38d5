//! The longest game the winner can force while keeping the win.

use std::fmt;

use outplay_solve::impartial::{Outcome, emptying as solver};
use outplay_solve::limits::{Budget, Stopped};
use serde::Serialize;

use crate::answer::{Ended, Field, Reply, seconds, shown, shown_or_null};
use crate::error::Error;
use crate::question::{Asked, Question};
use crate::run::Run;
use crate::worth::Winner;

/// The longest game the winner can force. Fields are left out until they are known.
#[derive(Clone, Debug, Serialize)]
pub struct Emptying {
    /// What was asked.
    #[serde(flatten)]
    pub question: Question,
    /// How long the game lasts, if that was asked.
    #[serde(flatten)]
    pub lasting: Option<Lasting>,
    /// Whether the winner can force a game of maximum length.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub emptied: Option<bool>,
    /// Null where a limit came first.
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Field<Winner>,
    /// Positions looked at.
    pub positions: u64,
    /// Time used.
    pub seconds: f64,
    /// The limit that was reached, if one was.
    #[serde(serialize_with = "shown_or_null", skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
}

/// How long a game lasts when the winner wants many moves and the loser few.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Lasting {
    /// Who wins.
    pub winner: Winner,
    /// N or P.
    #[serde(serialize_with = "shown")]
    pub outcome: Outcome,
    /// The moves that are played.
    pub moves: u32,
    /// The most moves that any game could have.
    pub most_moves: u32,
}

/// The longest game the winner can force while keeping the win; or only whether the maximum length can be forced, which is
/// faster.
pub fn emptying(question: &Question, only_whether: bool, run: &Run) -> Result<Emptying, Error> {
    let asked = Asked::new(question, run)?;
    let (graph, rule) = asked.whole_graph()?;
    let found = |budget: &mut Budget| {
        if only_whether {
            let emptied = solver::is_emptied(graph, rule, &run.how, budget)?;
            return Ok((None, emptied));
        }
        let found = solver::lasting(graph, rule, &run.how, budget)?;
        let (winner, outcome) = if found.mover_wins {
            (Winner::First, Outcome::N)
        } else {
            (Winner::Second, Outcome::P)
        };
        let lasting = Lasting { winner, outcome, moves: found.moves, most_moves: found.most };
        Ok((Some(lasting), found.is_emptied()))
    };
    run.work(|budget| {
        let found: Result<(Option<Lasting>, bool), Stopped> = found(budget);
        let used = budget.progress();
        Ok(Emptying {
            question: asked.question.clone(),
            lasting: found.ok().and_then(|(lasting, _)| lasting),
            emptied: found.ok().map(|(_, emptied)| emptied),
            winner: found.is_err().then_some(None),
            positions: used.positions,
            seconds: seconds(used.elapsed),
            stopped: found.err(),
        })
    })
}

impl Reply for Emptying {
    fn ended(&self) -> Ended {
        Ended::unless(self.stopped.is_some())
    }
}

impl fmt::Display for Emptying {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.question)?;
        if let Some(Lasting { winner, outcome, moves, most_moves }) = self.lasting {
            write!(f, "\n  the {winner} player wins ({outcome}-position)")?;
            write!(f, "\n  and can force a game of {moves} moves, out of {most_moves} possible")?;
        } else if let Some(emptied) = self.emptied {
            let can = if emptied { "can" } else { "cannot" };
            write!(f, "\n  the winner {can} force the maximum length")?;
        }
        self.stopped.map_or(Ok(()), |stopped| write!(f, "\nstopped: {stopped}"))
    }
}
