//! What a job can find out: the values of all moves, a reply, a table, a nim-sequence, pairs of heaps, a game graph,
//! symmetric partners.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use outplay::ask::{self, Asked};
use outplay::door::explain::{explain, explained_words, part_fields};
use outplay::door::family as table;
use outplay::report;
use outplay::view::picture::View;
use outplay::view::{game_graph, symmetry};
use outplay_lab::catalogue;
use outplay_lab::context::Context;
use outplay_rules::error::InputError;
use outplay_rules::family::Family;
use outplay_rules::game::{GameName, read_heap_game};
use outplay_rules::moves::Move;
use outplay_rules::record::Moment;
use outplay_rules::record::Record;
use outplay_rules::rules::Rules;
use outplay_rules::ruleset::Game;
use outplay_solve::heaps::engine::Engine;
use outplay_solve::heaps::period::find_period;
use outplay_solve::heaps::positions::Lister;
use outplay_solve::limits::{Budget, Limits, Listener, Stopped};
use outplay_solve::oracle::{self, AnyOracle, GameValue, How, Oracle};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::question::{Question, no_files};
use super::{certificate, limits as page_limits, strategies};

/// A question for a solver.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Task {
    /// The value of a position and of every move, and why.
    Values { question: Question },
    /// A move for the player to move, by a strategy.
    Reply { question: Question, strategy: Option<String> },
    /// The named strategies that fit the game.
    Strategies { question: Question },
    /// Every position that can be reached.
    GameGraph { question: Question },
    /// For every place its partner under a symmetry.
    Symmetry { question: Question },
    /// The values of a family of boards; the question's board is the family.
    Table { question: Question },
    /// Grundy values of heaps and their period.
    Sequence { code: String, to: u32 },
    /// The P-positions of two heaps.
    Pairs { code: String, total: u32 },
    /// What becomes of a published statement.
    Claim { id: String },
}

impl Task {
    /// Equal for equal questions.
    pub fn key(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// The strategy that is asked for if none is: a solver, which also answers when time is short.
pub const OPTIMAL: &str = "optimal";

/// Told to whoever waits.
pub type Teller<'a> = &'a dyn Fn(Value);

/// Does the work.
pub fn run(
    task: &Task,
    limits: Limits,
    threads: usize,
    listener: Listener,
    tell: Teller,
) -> Result<Value, InputError> {
    let how = How { threads, ..How::default() };
    let mut budget = Budget::new(limits, listener);
    match task {
        Task::Values { question } => {
            let asked = one_start(question)?;
            asked.with_oracle(
                &asked.cases.all()[0],
                &how,
                Values { after: &asked.after, budget: &mut budget, tell },
            )
        }
        Task::Reply { question, strategy } => {
            let asked = one_start(question)?;
            let held = strategy.as_deref() == Some(certificate::NAME);
            if held && let Some(mv) = certificate::reply(&asked)? {
                return Ok(json!({ "move": mv, "perfect": true, "by": certificate::NAME }));
            }
            if let Some(name) = strategy.as_deref().filter(|name| *name != OPTIMAL && !held) {
                return strategies::reply(&asked, name, &mut budget);
            }
            asked.with_oracle(
                &asked.cases.all()[0],
                &how,
                Reply { after: &asked.after, limits: budget.limits().clone() },
            )
        }
        Task::Strategies { question } => Ok(strategies::fitting(&one_start(question)?)),
        Task::GameGraph { question } => {
            game_graph::game_graph(&one_start(question)?, &how, &mut budget)
        }
        Task::Symmetry { question } => symmetry::partners(question.asked()?.cases.first()),
        Task::Table { question } => family(question, &how, &mut budget),
        Task::Sequence { code, to } => sequence(code, *to, &mut budget),
        Task::Pairs { code, total } => pairs(code, *total, &mut budget),
        Task::Claim { id } => claim(id, how, &mut budget),
    }
}

/// A question about one game, not about every start of a hop game.
fn one_start(question: &Question) -> Result<Asked, InputError> {
    let asked = question.asked()?;
    if asked.cases.has_starts() {
        return Err(InputError::plain("choose where the first X stands").help("give `start`"));
    }
    Ok(asked)
}

/// Parts of a position are told for so many moves at most, and partial answers so often.
const MOST_EXPLAINED: usize = 400;
const TELL_EVERY: Duration = Duration::from_millis(150);

struct Values<'a, 'b> {
    after: &'a str,
    budget: &'a mut Budget<'b>,
    tell: Teller<'a>,
}

impl ask::Task for Values<'_, '_> {
    type Output = Result<Value, InputError>;

    fn run<'r, S: View>(self, mut oracle: AnyOracle<'r, S>, rules: &'r Game<S>) -> Self::Output {
        let record = Record::after(rules, self.after)?;
        let now = record.now();
        let mut answer = Map::new();
        let legal = rules.moves(&now.position);
        let mut listed: Vec<Value> = Vec::new();
        let outcome = self.fill(&mut oracle, now, &legal, &mut answer, &mut listed);
        answer.insert("moves".into(), Value::Array(listed));
        if let Err(stopped) = outcome {
            answer.insert("stopped".into(), json!(stopped.to_string()));
            if !answer.contains_key("words") {
                let known = oracle.known(now);
                answer.extend(report::known_fields(known));
                answer.insert("known".into(), json!(report::known_words(known)));
            }
        }
        Ok(Value::Object(answer))
    }
}

impl Values<'_, '_> {
    /// Fills the answer as far as the limits allow: the position first, then move by move.
    fn fill<S: View>(
        self,
        oracle: &mut AnyOracle<'_, S>,
        now: &Moment<S::Position>,
        legal: &[Move],
        answer: &mut Map<String, Value>,
        listed: &mut Vec<Value>,
    ) -> Result<(), Stopped> {
        let value = oracle.value(now, self.budget)?;
        answer.extend(report::fields(&value));
        answer.insert("words".into(), json!(report::words(&value)));
        answer.insert("settled_by".into(), json!(oracle.settled_by()));
        let mut valued = Vec::new();
        let mut told = Instant::now();
        for (done, mv) in legal.iter().enumerate() {
            self.budget.note(done as u64, legal.len() as u64);
            let (value, entry) = one_move(oracle, now, mv, legal.len(), self.budget)?;
            valued.push((mv.clone(), value));
            listed.push(entry);
            if told.elapsed() > TELL_EVERY {
                told = Instant::now();
                (self.tell)(json!({ "words": answer["words"], "moves": listed }));
            }
        }
        let best = oracle::best_moves(&valued, now.to_move);
        for (entry, mv) in listed.iter_mut().zip(legal) {
            entry["best"] = json!(best.contains(mv));
        }
        let explained = explain(oracle, now, best.first(), self.budget)?;
        let sentences: Vec<String> = explained.iter().map(explained_words).collect();
        answer.insert("explanation".into(), json!(sentences));
        answer.insert("parts".into(), json!(explained.first().map(|now| part_fields(&now.parts))));
        Ok(())
    }
}

/// A move with its value and, in an impartial game, the values of the parts it leaves.
fn one_move<S: View>(
    oracle: &mut AnyOracle<'_, S>,
    now: &Moment<S::Position>,
    mv: &Move,
    count: usize,
    budget: &mut Budget,
) -> Result<(GameValue, Value), Stopped> {
    let next = oracle::after(oracle.rules(), now, mv);
    let value = oracle.value(&next, budget)?;
    let mut entry = Map::new();
    entry.insert("move".into(), json!(oracle.rules().write_move(mv)));
    entry.extend(report::fields(&value));
    entry.insert("words".into(), json!(report::words(&value)));
    let earned = next.score[now.to_move.index()] - now.score[now.to_move.index()];
    entry.insert("earned".into(), json!(earned));
    entry.insert("again".into(), json!(next.to_move == now.to_move));
    if count <= MOST_EXPLAINED {
        let parts = oracle.parts(&next, budget)?;
        let numbers: Vec<Value> =
            parts.iter().map(|(_, nimber)| json!(nimber.to_string())).collect();
        if !numbers.is_empty() {
            entry.insert("parts".into(), json!(numbers));
        }
    }
    Ok((value, Value::Object(entry)))
}

/// A person waits for a reply: past this it is a guess.
const REPLY_TIME: Duration = Duration::from_secs(10);

struct Reply<'a> {
    after: &'a str,
    limits: Limits,
}

impl ask::Task for Reply<'_> {
    type Output = Result<Value, InputError>;

    fn run<'r, S: View>(self, mut oracle: AnyOracle<'r, S>, rules: &'r Game<S>) -> Self::Output {
        let record = Record::after(rules, self.after)?;
        let now = record.now();
        let time = self.limits.time.map_or(REPLY_TIME, |time| time.min(REPLY_TIME));
        let mut budget = Budget::new(Limits { time: Some(time), ..self.limits }, &|_| {});
        let found = oracle.one_best(now, &mut budget);
        let (mv, perfect) = match found {
            Ok(mv) => (mv, true),
            Err(_) => (greedy(rules, now), false),
        };
        let name = mv.map(|mv| rules.write_move(&mv));
        let value = if perfect { oracle.value(now, &mut budget).ok() } else { None };
        Ok(json!({ "move": name, "perfect": perfect, "words": value.as_ref().map(report::words) }))
    }
}

/// The move that scores most, or the first.
fn greedy<R: Rules>(rules: &R, now: &Moment<R::Position>) -> Option<Move> {
    let moves = rules.moves(&now.position);
    moves.into_iter().rev().max_by_key(|mv| rules.apply(&now.position, mv).earned)
}

/// The most boards of a table on the page.
const MOST_BOARDS: usize = 2500;

fn family(question: &Question, how: &How, budget: &mut Budget) -> Result<Value, InputError> {
    let game: GameName = question.game.parse()?;
    let family: Family = question.board.parse()?;
    let options = question.options.clone();
    // Counted before any is made, and again with the graphs of collections.
    if family.len() > MOST_BOARDS {
        let message = format!("a table on the page has at most {MOST_BOARDS} boards");
        return Err(InputError::whole(&question.board, message));
    }
    let items = table::items(&family, &no_files)?;
    if items.len() > MOST_BOARDS {
        let message = format!("a table on the page has at most {MOST_BOARDS} boards");
        return Err(InputError::whole(&question.board, message));
    }
    let one = |board: &str, how: &How, budget: &mut Budget| {
        let asked = Asked::new_with(
            game.clone(),
            board.parse()?,
            options.clone(),
            String::new(),
            &no_files,
        )?;
        page_limits::check(asked.cases.first())?;
        table::value(&asked, how, budget)
    };
    let solved = table::solve_family(&items, how, budget, &one, |_| {})?;
    let (columns, cells) = table::columns_and_cells(&solved.rows);
    let at: Vec<&Vec<u32>> = solved.rows.iter().map(|row| &row.at).collect();
    let short = |row: &table::Row| row.value.as_ref().map(report::cell).unwrap_or_default();
    let mut answer = json!({
        "game": game.to_string(), "family": family.to_string(), "columns": columns, "rows": cells, "at": at,
        "cells": solved.rows.iter().map(short).collect::<Vec<_>>(),
        "ranges": family.ranges().iter().map(|range| [*range.start(), *range.end()]).collect::<Vec<_>>(),
    });
    if let Some(stopped) = solved.stopped {
        answer["stopped"] = json!(stopped.to_string());
    }
    Ok(answer)
}

/// The largest heap of a plot, and how far its period is looked for.
const LARGEST_HEAP: u32 = 20_000;
const PERIOD_LIMIT: usize = 200_000;

fn sequence(code: &str, to: u32, budget: &mut Budget) -> Result<Value, InputError> {
    let (game, code) = read_heap_game(code)?;
    if to > LARGEST_HEAP {
        return Err(InputError::plain(format!("the page plots heaps up to {LARGEST_HEAP}")));
    }
    let mut engine = Engine::new(code.clone());
    let stopped = engine.extend_to(to as usize, budget).err();
    let values: Vec<u32> = engine.values().iter().take(to as usize + 1).collect();
    let report = find_period(&code, PERIOD_LIMIT, budget).unwrap_or_else(|stopped| stopped.known);
    let mut answer = json!({
        "game": game.to_string(), "to": to, "values": values, "proved": report.proved,
        "period": report.period.filter(|_| report.proved), "saltus": report.saltus,
        "last_exception": report.last_exception, "checked_to": report.checked_to,
    });
    if let Some(stopped) = stopped {
        answer["stopped"] = json!(stopped.to_string());
    }
    Ok(answer)
}

/// The largest total of a chart of pairs.
const LARGEST_TOTAL: u32 = 600;

fn pairs(code: &str, total: u32, budget: &mut Budget) -> Result<Value, InputError> {
    let (game, code) = read_heap_game(code)?;
    if total > LARGEST_TOTAL {
        return Err(InputError::plain(format!("the page charts totals up to {LARGEST_TOTAL}")));
    }
    let mut engine = Engine::new(code);
    let lister = RefCell::new(Lister::new(2, total, false));
    let stopped = engine
        .extend_to(total as usize, budget)
        .and_then(|()| {
            let values: Vec<u32> = engine.values().iter().collect();
            lister.borrow_mut().run(&values, budget)
        })
        .err();
    let mut answer = json!({
        "game": game.to_string(), "total": total, "positions": lister.borrow().positions(),
    });
    if let Some(stopped) = stopped {
        answer["stopped"] = json!(stopped.to_string());
    }
    Ok(answer)
}

/// Checks a statement of the catalogue as far as it is checked without `--deep`.
fn claim(id: &str, how: How, budget: &mut Budget) -> Result<Value, InputError> {
    let missing = || {
        InputError::whole(id, format!("there is no claim '{id}'")).help("/api/claims lists them")
    };
    let claim = catalogue::find(id).ok_or_else(missing)?;
    let finding = claim.examine(&mut Context::new(budget, false, how));
    Ok(outplay_lab::report::fields(claim, Some(&finding)))
}
