//! A position with the value of every move and the reasons, as the page shows it. What is known is reported while the
//! work goes on.

use std::time::Duration;

use outplay_rules::error::InputError;
use outplay_rules::moves::Move;
use outplay_rules::record::{Moment, Record};
use outplay_rules::rules::Rules;
use outplay_rules::ruleset::Game;
use outplay_solve::clock::Instant;
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::{self, AnyOracle, GameValue};
use serde::Serialize;

use super::explain::{Part, explain};
use crate::answer::{Field, shown_or_null};
use crate::error::Error;
use crate::question::{Question, Task};
use crate::run::{Listener, Partial, Run};
use crate::view::picture::View;
use crate::worth::{Unknown, Worth};

/// The value of a position and of every move, and why. Fields are left out until they are known.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Values {
    /// What the position is worth.
    #[serde(flatten)]
    pub worth: Option<Worth>,
    /// The same in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// The argument that settled it, where search alone did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settled_by: Field<String>,
    /// The moves valued so far.
    pub moves: Vec<MoveValue>,
    /// Why the position is won, a sentence each.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<Vec<String>>,
    /// The parts of the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parts: Field<Vec<Part>>,
    /// The limit that was reached, if one was.
    #[serde(serialize_with = "shown_or_null", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub stopped: Option<Stopped>,
    /// What is known of a position that is not solved.
    #[serde(flatten)]
    pub unknown: Option<Unknown>,
    /// The same in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known: Field<String>,
}

/// A move with its value and, in an impartial game, the values of the parts it leaves.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveValue {
    /// The move in notation.
    #[serde(rename = "move")]
    pub name: String,
    /// What the position after it is worth.
    #[serde(flatten)]
    pub worth: Worth,
    /// The same in words.
    pub words: String,
    /// The points it scores.
    pub earned: u32,
    /// Whether the same player moves again.
    pub again: bool,
    /// The Grundy values of the parts it leaves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parts: Option<Vec<String>>,
    /// Under the misère convention the element of the misère quotient that it leaves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub element: Option<String>,
    /// Whether no move is better; known once all are valued.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<bool>,
}

/// The most moves whose parts are listed, and how often partial answers are reported.
const MOST_EXPLAINED: usize = 400;
const TELL_EVERY: Duration = Duration::from_millis(150);

/// The value of a position and of every move, and why. The listener hears what is known while the work goes on.
pub fn values(question: &Question, run: &Run) -> Result<Values, Error> {
    let asked = super::one_start(question, run)?;
    run.work(|budget| {
        let task = ValuesTask { after: &asked.question.after, budget, listener: run.listener };
        Ok(asked.with_oracle(asked.first(), &run.how, task)?)
    })
}

struct ValuesTask<'a, 'b> {
    after: &'a str,
    budget: &'a mut Budget<'b>,
    listener: &'a dyn Listener,
}

impl Task for ValuesTask<'_, '_> {
    type Output = Result<Values, InputError>;

    fn run<'r, S: View>(self, mut oracle: AnyOracle<'r, S>, rules: &'r Game<S>) -> Self::Output {
        let record = Record::after(rules, self.after)?;
        let now = record.now();
        let legal = rules.moves(&now.position);
        let mut values = Values::default();
        values.stopped = self.fill(&mut oracle, now, &legal, &mut values).err();
        if values.stopped.is_some() && values.words.is_none() {
            let unknown = Unknown::from(oracle.known(now));
            values.known = Some(unknown.words());
            values.unknown = Some(unknown);
        }
        Ok(values)
    }
}

impl ValuesTask<'_, '_> {
    /// Fills the answer as far as the limits allow: the position first, then move by move.
    fn fill<S: View>(
        self,
        oracle: &mut AnyOracle<S>,
        now: &Moment<S::Position>,
        legal: &[Move],
        values: &mut Values,
    ) -> Result<(), Stopped> {
        let worth = Worth::from(oracle.value(now, self.budget)?);
        values.words = Some(worth.to_string());
        values.worth = Some(worth);
        values.settled_by = Some(oracle.settled_by());
        let mut valued = Vec::new();
        let mut told = Instant::now();
        for (done, mv) in legal.iter().enumerate() {
            self.budget.note(done as u64, legal.len() as u64);
            let (value, entry) = one_move(oracle, now, mv, legal.len(), self.budget)?;
            valued.push((mv.clone(), value));
            values.moves.push(entry);
            if told.elapsed() > TELL_EVERY {
                told = Instant::now();
                self.listener.partial(Partial::Values(values));
            }
        }
        let best = oracle::best_moves(&valued, now.to_move);
        for (entry, mv) in values.moves.iter_mut().zip(legal) {
            entry.best = Some(best.contains(mv));
        }
        let explained = explain(oracle.as_mut(), now, best.first(), self.budget)?;
        values.explanation =
            Some(explained.iter().map(|explained| explained.to_string()).collect());
        values.parts = Some(explained.first().map(|now| now.parts.clone()));
        Ok(())
    }
}

fn one_move<S: View>(
    oracle: &mut AnyOracle<S>,
    now: &Moment<S::Position>,
    mv: &Move,
    count: usize,
    budget: &mut Budget,
) -> Result<(GameValue, MoveValue), Stopped> {
    let next = oracle::after(oracle.rules(), now, mv);
    let value = oracle.value(&next, budget)?;
    let worth = Worth::from(value);
    let parts = if count <= MOST_EXPLAINED { oracle.parts(&next, budget)? } else { Vec::new() };
    let told = if count <= MOST_EXPLAINED { oracle.product(&next, budget)? } else { None };
    let numbers: Vec<String> = parts.iter().map(|(_, nimber)| nimber.to_string()).collect();
    let entry = MoveValue {
        name: oracle.rules().write_move(mv),
        words: worth.to_string(),
        worth,
        earned: next.score[now.to_move.index()] - now.score[now.to_move.index()],
        again: next.to_move == now.to_move,
        parts: (!numbers.is_empty()).then_some(numbers),
        element: told.map(|told| told.product),
        best: None,
    };
    Ok((value, entry))
}
