//! `outplay solve`: the exact value, the best moves, a line of best play.

use std::time::{Duration, Instant};

use outplay_rules::error::InputError;
use outplay_rules::moves::Move;
use outplay_rules::record::Record;
use outplay_rules::rules::Rules;
use outplay_solve::impartial::Nimber;
use outplay_solve::limits::{Budget, Progress, Stopped};
use outplay_solve::oracle::{self, GameValue, How, Known, Oracle, PartName};
use outplay_solve::positional::Value as PositionalValue;
use outplay_solve::positional::notebook::Notebook;
use serde_json::{Map, Value, json};

use super::certify::{self, Certified};
use super::proof_state::ProofState;
use super::{asked_fields, asked_words};
use crate::ask::{Asked, Task};
use crate::cli::{Common, Solve};
use crate::draw::Draw;
use crate::exit::{self, ANSWERED, Exit, LIMIT, REFUTED};
use crate::{files, progress, report};

/// What was found out about one game.
struct Solved {
    /// The value, or why there is none.
    answer: Result<GameValue, Stopped>,
    /// The best moves and a line of best play, or why there are none.
    play: Result<Play, Stopped>,
    /// What is known where the value is not, and which argument settled it where search alone did not.
    partly: Known,
    settled_by: Option<String>,
    /// What else is known of the position, whether it was solved or not.
    known: Map<String, Value>,
    winner_role: Option<&'static str>,
    /// The parts of the position, and those that the first best move leaves.
    explanation: Vec<Explained>,
}

/// How the game goes on.
struct Play {
    /// The best moves; if they are not all known, those that are.
    best: Vec<String>,
    all: bool,
    /// A line of best play, as far as it is known.
    line: Vec<String>,
}

/// In an impartial game, and in one that an argument settled, best moves and a line of play are looked for as long as the value took, and this long: every move
/// of a large board may be as hard as the value, so some are told.
const PLAY_TIME: Duration = Duration::from_secs(3);

/// A position as its independent parts with their Grundy values, reached by a move or by none.
pub struct Explained {
    after: Option<String>,
    pub parts: Vec<(String, Nimber)>,
}

/// More parts than this explain nothing.
const MOST_PARTS: usize = 40;

/// The Grundy values of the parts now and after a winning move, as robs-dots.txt explains a win.
pub fn explain<O: Oracle>(
    oracle: &mut O,
    now: &oracle::MomentOf<O>,
    best: Option<&Move>,
    budget: &mut Budget,
) -> Result<Vec<Explained>, Stopped> {
    let name = |name: PartName| match name {
        PartName::Heap(size) => size.to_string(),
        PartName::Component(index) => format!("component {index}"),
    };
    let mut explained = Vec::new();
    let next = best.map(|mv| {
        let moment = oracle::after(oracle.rules(), now, mv);
        // In nimstring a move may keep the turn: then what is left is worth having, not 0.
        let again = if moment.to_move == now.to_move { ", with another move to make" } else { "" };
        (Some(format!("{}{again}", oracle.rules().write_move(mv))), moment)
    });
    for (after, moment) in std::iter::once((None, now.clone())).chain(next) {
        let parts = oracle.parts(&moment, budget)?;
        if parts.len() > MOST_PARTS || (parts.is_empty() && after.is_none()) {
            break;
        }
        explained.push(Explained {
            after,
            parts: parts.into_iter().map(|(part, nimber)| (name(part), nimber)).collect(),
        });
    }
    Ok(explained)
}

/// `50 is worth 5`, `6 is worth 1, 41 is worth 1: nim-sum 0`.
pub fn explained_words(explained: &Explained) -> String {
    let parts: Vec<String> =
        explained.parts.iter().map(|(name, nimber)| format!("{name} is worth {nimber}")).collect();
    let sum = explained.parts.iter().fold(Nimber::Value(0), |sum, &(_, nimber)| sum.plus(nimber));
    let left = if parts.is_empty() { "nothing is left".to_string() } else { parts.join(", ") };
    match &explained.after {
        None => format!("{left}: nim-sum {sum}"),
        Some(mv) => format!("after {mv}: {left}: nim-sum {sum}"),
    }
}

/// Parts with their Grundy values, as JSON.
pub fn part_fields(parts: &[(String, Nimber)]) -> Value {
    let part =
        |(name, nimber): &(String, Nimber)| json!({ "part": name, "grundy": nimber.value() });
    parts.iter().map(part).collect()
}

pub fn run(common: &Common, solve: &Solve) -> Result<u8, Exit> {
    let asked = Asked::new(&solve.question)?;
    solve.certificate.iter().try_for_each(|path| files::try_path(path))?;
    let open = |path: &String| ProofState::open(path, &asked, common);
    let state = solve.state.as_ref().map(open).transpose()?;
    let shown = progress::listener(common);
    let listener = |progress: Progress| {
        shown(progress);
        state.iter().for_each(|state| state.heard(progress));
    };
    let mut budget = Budget::new(progress::limits(common), &listener);
    // What was read is within the limit: beyond it the cheapest was forgotten.
    let _ = budget.keep(state.as_ref().map_or(0, |state| state.memory as usize));
    let how = How { outcome_only: solve.outcome_only, ..common.how() };
    let mut solved = Vec::new();
    for variant in 0..asked.variants() {
        let stopped = solved.iter().find_map(|one: &Solved| one.answer.as_ref().err().copied());
        solved.push(match stopped {
            // Once a limit is reached the other starts are not begun.
            Some(stopped) => Solved {
                answer: Err(stopped),
                play: Err(stopped),
                partly: Known::Nothing,
                settled_by: None,
                known: Map::new(),
                winner_role: None,
                explanation: Vec::new(),
            },
            None => {
                let notebook = state.as_ref().map(|state| &state.notebook);
                let task = SolveTask { after: &asked.after, notebook, budget: &mut budget };
                asked.with_oracle(variant, &how, task)?
            }
        });
    }
    // A state or a certificate that cannot be written takes nothing from the answer.
    let saved = state.iter().try_for_each(ProofState::save);
    let solved_all = solved.iter().all(|one| one.answer.is_ok());
    let certified = if solved_all {
        certify::run(common, solve, &asked, &how, &mut budget)?
    } else {
        Certified::No
    };
    progress::clear(common);
    let used = budget.progress();
    let stopped =
        solved.iter().find_map(|one| one.answer.err().or(one.play.as_ref().err().copied()));
    let mut json = asked_fields(&asked);
    json.extend(answer_fields(&asked, &solved));
    json.insert("positions".into(), json!(used.positions));
    json.insert("seconds".into(), json!((used.elapsed.as_secs_f64() * 1e3).round() / 1e3));
    if let Some(stopped) = stopped {
        json.insert("stopped".into(), json!(stopped.to_string()));
    }
    json.extend(certified.field().map(|field| ("certificate".to_string(), field)));
    if common.json {
        exit::print(&Value::Object(json).to_string());
    } else {
        exit::print(&text(&asked, &solved));
        certified.words().iter().for_each(|words| exit::print(words));
        exit::print(&format!("{} positions, {:.2} s", used.positions, used.elapsed.as_secs_f64()));
    }
    let verdict = match (solved_all && !certified.is_stopped(), certified.is_refused()) {
        (_, true) => REFUTED,
        (true, _) => ANSWERED,
        (false, _) => LIMIT,
    };
    exit::after_saving(verdict, saved.and(certified.saved()))
}

struct SolveTask<'a, 'b> {
    after: &'a str,
    notebook: Option<&'a Notebook>,
    budget: &'a mut Budget<'b>,
}

impl Task for SolveTask<'_, '_> {
    type Output = Result<Solved, InputError>;

    fn run<O: Oracle<Rules: Draw>>(self, mut oracle: O, rules: &O::Rules) -> Self::Output {
        let record = Record::after(rules, self.after)?;
        let now = record.now();
        if self.notebook.is_some_and(|notebook| !oracle.keep_in(notebook)) {
            return Err(InputError::plain("--state and --plain do not go together"));
        }
        let mut known = Map::new();
        known.insert("to_move".into(), json!(now.to_move.to_string()));
        known.insert("score".into(), json!(now.score));
        known.extend(
            rules.notes(&now.position).into_iter().map(|(key, value)| (key.to_string(), value)),
        );
        let names = |moves: Vec<Move>| moves.iter().map(|mv| rules.write_move(mv)).collect();
        let mut explanation = Vec::new();
        // The value comes first: if a limit stops the rest, it is there all the same.
        let began = Instant::now();
        let answer = oracle.value(now, self.budget);
        let value_time = began.elapsed();
        let settled_by = oracle.settled_by();
        if let Some(count) = oracle.nonterminal_positions() {
            known.insert("nonterminal_positions".into(), json!(count));
        }
        let play = |value: GameValue| {
            // Where an argument tells who wins but not how, a search for the moves may have no end.
            let unknown =
                matches!(value, GameValue::Positional(PositionalValue { plies: None, .. }))
                    && value.winner().is_some();
            if !unknown && !matches!(value, GameValue::Impartial { .. }) {
                let (_, best) = oracle.best(now, self.budget)?;
                let line = oracle::best_line(&mut oracle, now, self.budget)?;
                explanation = explain(&mut oracle, now, best.first(), self.budget)?;
                return Ok(Play { best: names(best), all: true, line: names(line) });
            }
            let mut some = self.budget.within(value_time + PLAY_TIME);
            let (best, all) = oracle.best_so_far(now, &mut some);
            let (line, _) = oracle::line_so_far(&mut oracle, now, &mut some);
            explanation = explain(&mut oracle, now, best.first(), &mut some).unwrap_or_default();
            // Only what stops everything is told as a limit.
            self.budget.check()?;
            Ok(Play { best: names(best), all, line: names(line) })
        };
        let play = answer.and_then(play);
        let partly = if answer.is_ok() { Known::Nothing } else { oracle.known(now) };
        let winner = answer.ok().and_then(|value| value.winner());
        if !matches!(answer, Ok(GameValue::Margin(_))) && !matches!(partly, Known::Margin { .. }) {
            known.remove("score");
        }
        let winner_role = winner.and_then(|player| rules.role_name(player));
        if let Some(Explained { parts, .. }) = explanation.first() {
            known.insert("parts".into(), part_fields(parts));
        }
        Ok(Solved { answer, play, partly, settled_by, known, winner_role, explanation })
    }
}

/// The fields of one game.
fn one(solved: &Solved) -> Map<String, Value> {
    let mut map = Map::new();
    match &solved.answer {
        Ok(value) => {
            map.extend(report::fields(value));
            if let Some(role) = solved.winner_role {
                map.insert("winner_role".into(), json!(role));
            }
            let play = solved.play.as_ref().ok();
            map.insert("best_moves".into(), json!(play.map(|play| &play.best)));
            if play.is_some_and(|play| !play.all) {
                map.insert("best_moves_complete".into(), json!(false));
            }
            map.insert("line".into(), json!(play.map(|play| &play.line)));
        }
        Err(_) => {
            map.insert("winner".into(), Value::Null);
            map.extend(report::known_fields(solved.partly));
        }
    }
    if let Some(argument) = &solved.settled_by {
        map.insert("settled_by".into(), json!(argument));
    }
    map.extend(solved.known.clone());
    map
}

/// The fields of the answer; for several starts those on which all agree, and each start on its own.
fn answer_fields(asked: &Asked, solved: &[Solved]) -> Map<String, Value> {
    let each: Vec<Map<String, Value>> = solved.iter().map(one).collect();
    let keys = each.iter().max_by_key(|map| map.len()).cloned().unwrap_or_default();
    let agreed = |key: &String| {
        let first = each[0].get(key);
        if each.iter().all(|map| map.get(key) == first) {
            first.cloned().unwrap_or(Value::Null)
        } else {
            Value::Null
        }
    };
    let mut map: Map<String, Value> = keys.keys().map(|key| (key.clone(), agreed(key))).collect();
    if asked.has_starts() {
        let start = |(variant, fields): (usize, Map<String, Value>)| {
            let mut entry = Map::new();
            entry.insert("start".into(), json!(asked.start_name(variant)));
            entry.extend(fields);
            Value::Object(entry)
        };
        map.insert("starts".into(), each.into_iter().enumerate().map(start).collect());
    }
    map
}

fn text(asked: &Asked, solved: &[Solved]) -> String {
    let mut lines = vec![asked_words(asked)];
    for (variant, one) in solved.iter().enumerate() {
        if asked.has_starts() {
            lines.push(format!("first X on {}:", asked.start_name(variant).unwrap_or_default()));
        }
        match &one.answer {
            Ok(value) => lines.extend(solved_text(one, value)),
            Err(stopped) => {
                lines.push(format!("  not solved: {stopped}"));
                lines.extend(report::known_words(one.partly).map(|words| format!("  {words}")));
                lines.extend(one.settled_by.as_ref().map(|argument| format!("  by {argument}")));
            }
        }
        if let Some(state) = one.known.get("state").and_then(Value::as_str) {
            lines.push(format!("  the state is {state}"));
        }
    }
    lines.join("\n")
}

fn solved_text(one: &Solved, value: &GameValue) -> Vec<String> {
    let role = one.winner_role.map_or(String::new(), |role| format!(", who is {role}"));
    let mut lines = vec![format!("  {}{role}", report::words(value))];
    lines.extend(one.settled_by.as_ref().map(|argument| format!("  settled by {argument}")));
    lines.extend(
        one.explanation.iter().map(|explained| format!("  {}", explained_words(explained))),
    );
    match &one.play {
        Ok(Play { best, all, line }) => {
            let impartial = matches!(value, GameValue::Impartial { .. });
            let none = match (impartial, all) {
                (_, false) => "not known yet",
                (true, true) => "every move loses",
                (false, true) => "none",
            };
            let others = if *all { "" } else { " (others take longer to search: outplay moves)" };
            lines.push(format!("  best moves: {}{others}", list(best, 24, none)));
            let over = if *all { "the game is over" } else { "not known yet" };
            lines.push(format!("  best play:  {}", list(line, 24, over)));
        }
        Err(stopped) => lines.push(format!("  best moves: not all searched, {stopped}")),
    }
    lines
}

/// At most `most` items on a line; the rest are counted.
fn list(items: &[String], most: usize, none: &str) -> String {
    match items.len() {
        0 => none.to_string(),
        n if n <= most => items.join("  "),
        n => format!("{}  … and {} more", items[..most].join("  "), n - most),
    }
}
