//! A strategy that is written as a Python function, played against every opponent.

use std::sync::{Arc, Mutex, PoisonError};

use outplay::rules::moves::Move;
use outplay::rules::player::Player;
use outplay::rules::record::{Moment, Record};
use outplay::rules::rules::Rules;
use outplay::rules::ruleset::Game as Rule;
use outplay::strategy::strategic::Strategic;
use outplay::strategy::strategy::{Advice, Choices, Guarantee, Memory, MomentIn, Sees, Strategy};
use outplay::strategy::verify::{Task, Verdict, Verifier};
use outplay::view::picture::View;
use outplay::{Budget, Error, InputError, Stop, Stopped};
use outplay_rules::in_space;
use outplay_strategy::ask::reason;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use serde_json::json;

use super::convert::object;
use super::errors;
use super::game::{Game, Inner};
use super::position::{At, Position};
use super::work::{self, Run};

/// A function as it was given, and what went wrong in it.
struct Written {
    function: Py<PyAny>,
    sees: Sees,
    game: Arc<Inner>,
    stop: Stop,
    failed: Arc<Mutex<Option<PyErr>>>,
}

impl<S: View> Strategy<S> for Function<'_, S> {
    fn sees(&self) -> Sees {
        self.written.sees
    }

    fn allows(&mut self, now: &MomentIn<S>, memory: &Memory, _budget: &mut Budget) -> Advice {
        Python::attach(|py| self.asked(py, now, memory)).map_err(|error| {
            let mut failed = self.written.failed.lock().unwrap_or_else(PoisonError::into_inner);
            failed.get_or_insert(error);
            self.written.stop.now();
            Stopped::Interrupted
        })
    }
}

/// The function at work on the rules of one start.
struct Function<'r, S: View> {
    rules: &'r Rule<S>,
    written: &'r Written,
}

impl<S: View> Function<'_, S> {
    fn asked(
        &self,
        py: Python<'_>,
        now: &Moment<S::Position>,
        memory: &Memory,
    ) -> PyResult<Vec<Move>> {
        // The score is not what a strategy may look at.
        let moment = Moment { score: [0, 0], ..now.clone() };
        let state = At::new(self.rules, moment);
        let position = Position::without_past(self.written.game.clone(), state);
        let function = self.written.function.bind(py);
        let advice = match self.written.sees {
            Sees::LastMove => {
                let last = memory.last.as_ref().map(|mv| self.rules.write_move(mv));
                function.call1((position, last))?
            }
            _ => function.call1((position,))?,
        };
        self.moves(&advice, now)
    }

    /// Nothing, a move, or several.
    fn moves(&self, advice: &Bound<'_, PyAny>, now: &Moment<S::Position>) -> PyResult<Vec<Move>> {
        let read = |text: &Bound<'_, PyAny>| {
            let text: String = text.cast::<PyString>().map_err(|_| not_a_move(text))?.extract()?;
            let told = |error: InputError| {
                errors::wrong(format!("the strategy plays '{text}', which is not a move: {error}"))
            };
            self.rules.read_move(&now.position, &text).map_err(told)
        };
        if advice.is_none() {
            return Ok(Vec::new());
        }
        if advice.is_instance_of::<PyString>() {
            return Ok(vec![read(advice)?]);
        }
        let several = advice.try_iter().map_err(|_| not_a_move(advice))?;
        several.map(|text| read(&text?)).collect()
    }
}

fn not_a_move(advice: &Bound<'_, PyAny>) -> PyErr {
    let shown = advice.repr().map_or_else(|_| "something".into(), |text| text.to_string());
    errors::wrong(format!("a strategy gives a move, a list of moves, or None; this gave {shown}"))
}

/// Verifies a strategy that is a function of the position, and of the opponent's last move if `sees_last`.
#[pyfunction]
#[pyo3(signature = (game, function, player, claim, sees_last, some, after, run))]
#[expect(clippy::too_many_arguments, reason = "the Python side names them all")]
pub fn verify_function<'py>(
    py: Python<'py>,
    game: &Game,
    function: Py<PyAny>,
    player: &str,
    claim: &str,
    sees_last: bool,
    some: bool,
    after: &str,
    run: &Run,
) -> PyResult<Bound<'py, PyAny>> {
    let claim = Guarantee::read(claim).map_err(|error| errors::input(&error))?;
    let player = read_player(player)?;
    let choices = if some { Choices::Some } else { Choices::All };
    let sees = if sees_last { Sees::LastMove } else { Sees::Position };
    let (game, after) = (game.0.clone(), after.to_string());
    let failed = Arc::new(Mutex::new(None));
    let told = failed.clone();
    let done = work::result(py, run, move |run| {
        let written = Written { function, sees, game, stop: run.stop.clone(), failed: told };
        let convention = written.game.convention;
        let task = Task { player, claim, choices, convention, theorems: false, shortest: true };
        let found = run.work(|budget| {
            in_space!(&written.game.ruleset, |rules| played(rules, &written, task, &after, budget))
        });
        // The function is let go of where the interpreter can be told.
        Python::attach(|_| drop(written));
        found
    })?;
    if let Some(error) = failed.lock().unwrap_or_else(PoisonError::into_inner).take() {
        return Err(error);
    }
    let (verdict, line, reason) = done.result;
    let fields = object(
        py,
        &json!({
            "as": player.to_string(), "claim": claim.to_string(), "sees": sees.words(),
            "holds": verdict.holds, "choices": choices.to_string(), "positions": verdict.positions,
            "counterexample": line, "reason": reason,
            "stopped": verdict.stopped.map(|stopped| stopped.to_string()),
        }),
    )?;
    fields.cast::<PyDict>()?.set_item("interrupted", done.interrupted)?;
    Ok(fields)
}

type Found = (Verdict, Option<Vec<String>>, String);

fn played<S: View + Strategic>(
    rules: &Rule<S>,
    written: &Written,
    task: Task,
    after: &str,
    budget: &mut Budget,
) -> Result<Found, Error> {
    let scores = rules.points_left(&rules.start()).is_some();
    if matches!(task.claim, Guarantee::Margin(_)) && !scores {
        return Err(InputError::plain("a margin can only be claimed in a scoring game").into());
    }
    let before: Vec<Move> = Record::after(rules, after)?.moves().cloned().collect();
    let mut strategy = Function { rules, written };
    let verdict = Verifier::new(rules, &mut strategy, task).run(&before, budget);
    let names = |moves: &[Move]| moves.iter().map(|mv| rules.write_move(mv)).collect();
    let line = verdict.counterexample.as_ref().map(|found| names(&found.moves));
    let reason = reason(rules, &verdict, &before);
    Ok((verdict, line, reason))
}

/// Reads `first` or `second`.
pub fn read_player(text: &str) -> PyResult<Player> {
    match text {
        "first" => Ok(Player::First),
        "second" => Ok(Player::Second),
        _ => Err(errors::wrong(format!("a player is 'first' or 'second', not '{text}'"))),
    }
}
