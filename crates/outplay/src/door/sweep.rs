//! A statement tested on every board of a family.

use std::fmt;

use outplay_rules::board::BoardName;
use outplay_rules::error::InputError;
use outplay_rules::family::Family;
use outplay_rules::game::GameName;
use outplay_rules::graph::families;
use outplay_rules::option::{MISERE, Options};
use outplay_rules::record::Record;
use outplay_rules::ruleset::Game;
use outplay_solve::impartial::{Nimber, Outcome, attach, emptying};
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::{AnyOracle, GameValue, How, valued_moves};
use serde::Serialize;

use super::boards::{Boards, Item};
use super::family::{Plan, ask_all};
use super::table::stopped_words;
use crate::answer::{Ended, Reply, shown, shown_or_null};
use crate::error::Error;
use crate::question::{Asked, Question, Task};
use crate::readable::count;
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
    /// `emptied`: the winner can force a game of maximum length (Conjecture 43).
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
    /// Those it does not hold on, the first million of them.
    pub failures: Vec<String>,
    /// How many more there are.
    #[serde(skip_serializing_if = "is_zero")]
    pub more_failures: usize,
    /// The limit that was reached, if one was.
    #[serde(serialize_with = "shown_or_null", skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// How many boards there are, if that is known beforehand.
    #[serde(skip)]
    pub boards: Option<usize>,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// The most failures that a sweep remembers by name.
const MOST_FAILURES: usize = 1_000_000;

/// Tests a statement, such as `grundy<=1`, on every board of a family of an impartial game, several boards at a time.
pub fn sweep(
    game: &GameName,
    boards: &Boards,
    options: &Options,
    test: &str,
    run: &Run,
) -> Result<Sweep, Error> {
    let (mut tested, mut failed, mut failures) = (0, 0, Vec::new());
    let stopped = sweep_rows(game, boards, options, test, true, run, &mut |board, holds| {
        tested += 1;
        failed += usize::from(!holds);
        if !holds && failures.len() < MOST_FAILURES {
            failures.push(board);
        }
        Ok(())
    })?;
    Ok(Sweep {
        game: game.clone(),
        family: boards.family.clone(),
        test: test.trim().into(),
        tested,
        held: tested - failed,
        more_failures: failed - failures.len(),
        failures,
        stopped,
        boards: boards.count()?.map(|count| count as usize),
    })
}

/// Tests a statement on boards and tells each with whether it holds, as they come or in their order. Gives the limit that came
/// before the rest.
pub fn sweep_rows(
    game: &GameName,
    boards: &Boards,
    options: &Options,
    test: &str,
    ordered: bool,
    run: &Run,
    told: &mut (dyn FnMut(String, bool) -> Result<(), Error> + Send),
) -> Result<Option<Stopped>, Error> {
    let statement = Statement::read(test)?;
    check_impartial(game)?;
    let question = Question::on(game.clone(), BoardName::Petersen).with(options.clone());
    let one = |item: &Item, how: &How, budget: &mut Budget| {
        holds(&item.ask(&question, run)?, statement, how, budget)
    };
    let count = boards.count()?;
    run.work(|budget| {
        let plan = Plan { how: &run.how, ordered, count };
        ask_all(boards.items(run.streams), plan, budget, &one, &mut |item, holds| {
            told(item.board, holds?)
        })
    })
}

/// Statements are about impartial games.
pub(crate) fn check_impartial(game: &GameName) -> Result<(), InputError> {
    if game.is_impartial() {
        return Ok(());
    }
    let message = format!("{game} is not an impartial game");
    Err(InputError::plain(message).help("for example octal:0.33, node-kayles, cram"))
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
        let tested_boards = count(*tested as u64, "board", "boards");
        write!(f, "{game} on {family}: {test} holds on {held} of {tested_boards}")?;
        self.failures.iter().try_for_each(|board| write!(f, "\n  fails on {board}"))?;
        if self.more_failures > 0 {
            write!(f, "\n  and {} more", self.more_failures)?;
        }
        self.stopped
            .map_or(Ok(()), |stopped| write!(f, "\n{}", stopped_words(*tested, *boards, stopped)))
    }
}

/// Whether a statement holds on a board.
pub(crate) fn holds(
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
                let larger = families::attached(graph, vertex, length)?;
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
            let valued = valued_moves(oracle.as_mut(), record.now(), self.budget);
            return Ok(valued.map(|valued| {
                valued.windows(2).all(|pair| pair[0].1.winner() == pair[1].1.winner())
            }));
        }
        let value = oracle.value(record.now(), self.budget);
        Ok(value.map(|value| match (self.statement, value) {
            (Statement::Outcome(wanted), GameValue::Impartial { outcome, .. }) => outcome == wanted,
            (Statement::GrundyIs(wanted), GameValue::Impartial { nimber, .. }) => {
                nimber == Some(Nimber::Value(wanted.into()))
            }
            (Statement::GrundyAtMost(most), GameValue::Impartial { nimber, .. }) => {
                nimber.and_then(Nimber::value).is_some_and(|value| value <= most.into())
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
