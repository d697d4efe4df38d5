//! `outplay sweep`: a statement tested on every board of a family.

use outplay::ask::{self, Asked, Task};
use outplay::door::family as table;
use outplay::view::picture::View;
use outplay_rules::error::InputError;
use outplay_rules::family::Family;
use outplay_rules::game::GameName;
use outplay_rules::option::MISERE;
use outplay_rules::record::Record;
use outplay_rules::ruleset::Game;
use outplay_solve::impartial::{Nimber, Outcome, attach, emptying};
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::{AnyOracle, GameValue, How, Oracle, valued_moves};
use serde_json::{Map, Value, json};

use crate::cli::{Common, Sweep};
use crate::exit::{self, ANSWERED, Exit, LIMIT, REFUTED};
use crate::progress;

/// A statement about a game on one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Statement {
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

fn read(text: &str) -> Result<Statement, InputError> {
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

pub fn run(common: &Common, sweep: &Sweep) -> Result<u8, Exit> {
    let game: GameName = sweep.game.parse()?;
    let family: Family = sweep.over.parse()?;
    let statement = read(&sweep.test)?;
    if !game.is_impartial() {
        let message = format!("{game} is not an impartial game");
        return Err(InputError::plain(message)
            .help("for example octal:0.33, node-kayles, cram")
            .into());
    }
    let items = table::items(&family, &ask::read_file)?;
    let listener = progress::listener(common);
    let mut budget = Budget::new(progress::limits(common), &listener);
    let (mut tested, mut failures, mut stopped) = (0, Vec::new(), None);
    for (done, item) in items.iter().enumerate() {
        budget.note(done as u64, items.len() as u64);
        let board = item.board.parse()?;
        let options = sweep.options.read()?;
        let asked = Asked::on(game.clone(), board, options, String::new())?;
        let mut apart = budget.apart(0);
        let verdict = test(&asked, statement, &common.how(), &mut apart)?;
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
    progress::clear(common);
    let held = tested - failures.len();
    if common.json {
        let mut map = Map::new();
        map.insert("game".into(), json!(game.to_string()));
        map.insert("family".into(), json!(family.to_string()));
        map.insert("test".into(), json!(sweep.test.trim()));
        map.insert("tested".into(), json!(tested));
        map.insert("held".into(), json!(held));
        map.insert("failures".into(), json!(failures));
        if let Some(stopped) = stopped {
            map.insert("stopped".into(), json!(stopped.to_string()));
        }
        exit::print(&Value::Object(map).to_string());
    } else {
        let of = items.len();
        exit::print(&format!(
            "{game} on {family}: {} holds on {held} of {tested} boards",
            sweep.test
        ));
        failures.iter().for_each(|board| exit::print(&format!("  fails on {board}")));
        if let Some(stopped) = stopped {
            exit::print(&format!("stopped after {tested} of {of} boards: {stopped}"));
        }
    }
    Ok(match (stopped, failures.is_empty()) {
        (_, false) => REFUTED,
        (Some(_), true) => LIMIT,
        (None, true) => ANSWERED,
    })
}

/// Whether a statement holds on a board.
fn test(
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
            if grundy && asked.options.has(&MISERE) {
                return Err(InputError::plain("there are no Grundy values under --misere"));
            }
            let how = How { outcome_only: !grundy, ..how.clone() };
            asked.with_oracle(&asked.cases.all()[0], &how, StatementTask { statement, budget })
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
        assert_eq!(read("grundy<=1").unwrap(), Statement::GrundyAtMost(1));
        assert_eq!(read("grundy=1").unwrap(), Statement::GrundyIs(1));
        assert_eq!(read(" attach=3 ").unwrap(), Statement::Attach(3));
        assert_eq!(read("outcome=P").unwrap(), Statement::Outcome(Outcome::P));
        for wrong in ["", "grundy", "grundy=x", "outcome=Q", "attach", "grundy<1"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
