//! A statement tested on every board of a family.

use std::fmt;

use outplay_rules::error::InputError;
use outplay_rules::family::Family;
use outplay_rules::game::GameName;
use outplay_rules::option::{MISERE, Options};
use outplay_rules::record::Record;
use outplay_rules::ruleset::Game;
use outplay_solve::impartial::{Nimber, Outcome, attach, emptying};
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::{AnyOracle, GameValue, How, Oracle, valued_moves};
use serde::Serialize;

use super::family::items;
use crate::answer::{Ended, Reply, shown, shown_or_null};
use crate::error::Error;
use crate::question::{Asked, Question, Task};
use crate::run::Run;
use crate::view::picture::View;

/// A statement about a game on one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Statement {
    /// `outcome=N`, `outcome=P`
    Outcome(Outcome),
    /// `grundy=K`
    GrundyIs(u32),
    /// `grundy<=K`
    GrundyAtMost(u32),
    /// `options-alike`: every option has the same outcome (Theorem 27).
    OptionsAlike,
    /// `emptied`: the winner can see that as many moves are played as there is room for (Conjecture 43).
    Emptied,
    /// `attach=K`: a path of K vertices attached to any vertex changes nothing (Lemmas 50 and 59).
    Attach(usize),
}

impl Statement {
    /// Reads a statement such as `grundy<=1`.
    pub fn read(text: &str) -> Result<Statement, InputError> {
        let text = text.trim();
        let wrong = || {
            InputError::whole(text, "there is no such test").help(
            "tests: outcome=P, outcome=N, grundy=2, grundy<=1, options-alike, emptied, attach=3",
        )
        };
        let number = |digits: &str| digits.trim().parse::<u32>().map_err(|_| wrong());
        Ok(match text {
            "outcome=N" => Statement::Outcome(Outcome::N),
            "outcome=P" => Statement::Outcome(Outcome::P),
            "options-alike" => Statement::OptionsAlike,
            "emptied" => Statement::Emptied,
            _ => match (text.split_once("<="), text.split_once('=')) {
                (Some(("grundy", most)), _) => Statement::GrundyAtMost(number(most)?),
                (_, Some(("grundy", value))) => Statement::GrundyIs(number(value)?),
                (_, Some(("attach", length))) => Statement::Attach(number(length)? as usize),
                _ => return Err(wrong()),
            },
        })
    }
}

/// On which boards a statement holds.
#[derive(Clone, Debug, Serialize)]
pub struct Sweep {
    /// The game.
    #[serde(serialize_with = "shown")]
    pub game: GameName,
    /// The family.
    #[serde(serialize_with = "shown")]
    pub family: Family,
    /// The statement.
    pub test: String,
    /// The boards it was tested on.
    pub tested: usize,
    /// Those it holds on.
    pub held: usize,
    /// Those it does not hold on.
    pub failures: Vec<String>,
    /// The limit that was reached, if one was.
    #[serde(serialize_with = "shown_or_null", skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// How many boards there are.
    #[serde(skip)]
    pub boards: usize,
}

/// Tests a statement, such as `grundy<=1`, on every board of a family of an impartial game.
pub fn sweep(
    game: &GameName,
    family: &Family,
    options: &Options,
    test: &str,
    run: &Run,
) -> Result<Sweep, Error> {
    let statement = Statement::read(test)?;
    if !game.is_impartial() {
        let message = format!("{game} is not an impartial game");
        return Err(InputError::plain(message)
            .help("for example octal:0.33, node-kayles, cram")
            .into());
    }
    let items = items(family, run.files)?;
    run.work(|budget| {
        let (mut tested, mut failures, mut stopped) = (0, Vec::new(), None);
        for (done, item) in items.iter().enumerate() {
            budget.note(done as u64, items.len() as u64);
            let question = Question::on(game.clone(), item.board.parse()?).with(options.clone());
            let asked = Asked::new(&question, run)?;
            let verdict = holds(&asked, statement, &run.how, &mut budget.apart(0))?;
            match verdict.and_then(|holds| budget.check().map(|()| holds)) {
                Ok(true) => tested += 1,
                Ok(false) => {
                    tested += 1;
                    failures.push(item.shown.clone());
                }
                Err(limit) => {
                    stopped = Some(limit);
                    break;
                }
            }
        }
        Ok(Sweep {
            game: game.clone(),
            family: family.clone(),
            test: test.trim().into(),
            tested,
            held: tested - failures.len(),
            failures,
            stopped,
            boards: items.len(),
        })
    })
}

impl Reply for Sweep {
    fn ended(&self) -> Ended {
        if self.failures.is_empty() {
            Ended::unless(self.stopped.is_some())
        } else {
            Ended::Refuted
        }
    }
}

impl fmt::Display for Sweep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sweep { game, family, test, tested, held, boards, .. } = self;
        write!(f, "{game} on {family}: {test} holds on {held} of {tested} boards")?;
        self.failures.iter().try_for_each(|board| write!(f, "\n  fails on {board}"))?;
        self.stopped.map_or(Ok(()), |stopped| {
            write!(f, "\nstopped after {tested} of {boards} boards: {stopped}")
        })
    }
}

/// Whether a statement holds on a board.
fn holds(
    asked: &Asked,
    statement: Statement,
    how: &How,
    budget: &mut Budget,
) -> Result<Result<bool, Stopped>, InputError> {
    match statement {
        Statement::Emptied => {
            let (graph, rule) = asked.whole_graph()?;
            Ok(emptying::is_emptied(graph, rule, how, budget))
        }
        Statement::Attach(length) => {
            let (graph, rule) = asked.whole_graph()?;
            let before = match attach::value(graph, rule, how, budget) {
                Ok(value) => value,
                Err(stopped) => return Ok(Err(stopped)),
            };
            for vertex in 0..graph.vertex_count() {
                let larger = attach::attached(graph, vertex, length)?;
                match attach::value(&larger, rule, how, &mut budget.apart(0)) {
                    Ok(value) if value == before => {}
                    Ok(_) => return Ok(Ok(false)),
                    Err(stopped) => return Ok(Err(stopped)),
                }
            }
            Ok(Ok(true))
        }
        _ => {
            let grundy = matches!(statement, Statement::GrundyIs(_) | Statement::GrundyAtMost(_));
            if grundy && asked.question.options.has(&MISERE) {
                return Err(InputError::plain("there are no Grundy values under --misere"));
            }
            let how = How { outcome_only: !grundy, ..how.clone() };
            asked.with_oracle(asked.first(), &how, StatementTask { statement, budget })
        }
    }
}

struct StatementTask<'a, 'b> {
    statement: Statement,
    budget: &'a mut Budget<'b>,
}

impl Task for StatementTask<'_, '_> {
    type Output = Result<Result<bool, Stopped>, InputError>;

    fn run<'r, S: View>(self, mut oracle: AnyOracle<'r, S>, rules: &'r Game<S>) -> Self::Output {
        let record = Record::new(rules);
        if self.statement == Statement::OptionsAlike {
            let valued = valued_moves(&mut oracle, record.now(), self.budget);
            return Ok(valued.map(|valued| {
                valued.windows(2).all(|pair| pair[0].1.winner() == pair[1].1.winner())
            }));
        }
        let value = oracle.value(record.now(), self.budget);
        Ok(value.map(|value| match (self.statement, value) {
            (Statement::Outcome(wanted), GameValue::Impartial { outcome, .. }) => outcome == wanted,
            (Statement::GrundyIs(wanted), GameValue::Impartial { nimber, .. }) => {
                nimber == Some(Nimber::Value(wanted))
            }
            (Statement::GrundyAtMost(most), GameValue::Impartial { nimber, .. }) => {
                nimber.and_then(Nimber::value).is_some_and(|value| value <= most)
            }
            _ => false,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_read() {
        assert_eq!(Statement::read("grundy<=1").unwrap(), Statement::GrundyAtMost(1));
        assert_eq!(Statement::read("grundy=1").unwrap(), Statement::GrundyIs(1));
        assert_eq!(Statement::read(" attach=3 ").unwrap(), Statement::Attach(3));
        assert_eq!(Statement::read("outcome=P").unwrap(), Statement::Outcome(Outcome::P));
        for wrong in ["", "grundy", "grundy=x", "outcome=Q", "attach", "grundy<1"] {
            assert!(Statement::read(wrong).is_err(), "{wrong}");
        }
    }
}
