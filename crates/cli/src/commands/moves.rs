//! `outplay moves`: every legal move with the value it leads to.

use outplay::ask::{Task, asked_fields, asked_words};
use outplay::report;
use outplay::view::picture::View;
use outplay_rules::error::InputError;
use outplay_rules::record::Record;
use outplay_rules::rules::Rules;
use outplay_rules::ruleset::Game;
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::{self, AnyOracle, GameValue, Oracle};
use serde_json::{Map, Value, json};

use crate::cli::{Common, Question};
use crate::exit::{self, ANSWERED, Exit, LIMIT};
use crate::progress;

/// A move with its value, unless a limit came first, and whether it is a best one.
struct Listed {
    name: String,
    earned: u32,
    value: Option<GameValue>,
    best: bool,
}

pub fn run(common: &Common, question: &Question) -> Result<u8, Exit> {
    let asked = question.asked()?;
    let listener = progress::listener(common);
    let mut budget = Budget::new(progress::limits(common), &listener);
    let mut json = asked_fields(&asked);
    let mut lines = vec![asked_words(&asked)];
    let mut starts = Vec::new();
    let mut stopped = None;
    for case in asked.cases.all() {
        if stopped.is_some() {
            break;
        }
        let task = MovesTask { after: &asked.after, budget: &mut budget };
        let (drawing, moves, limit) = asked.with_oracle(case, &common.how(), task)?;
        stopped = stopped.or(limit);
        lines.push(drawing);
        lines.extend(moves.iter().map(text));
        starts.push((case.start.clone(), moves.iter().map(fields).collect::<Vec<_>>()));
    }
    progress::clear(common);
    if asked.cases.has_starts() {
        let entry = |(start, moves)| json!({ "start": start, "moves": Value::Array(moves) });
        let moves = if starts.len() == 1 { json!(starts[0].1) } else { Value::Null };
        json.insert("moves".into(), moves);
        json.insert("starts".into(), starts.into_iter().map(entry).collect());
    } else {
        json.insert("moves".into(), starts.into_iter().flat_map(|(_, moves)| moves).collect());
    }
    if let Some(stopped) = stopped {
        json.insert("stopped".into(), json!(stopped.to_string()));
        lines.push(format!("stopped: {stopped}"));
    }
    exit::print(&if common.json { Value::Object(json).to_string() } else { lines.join("\n") });
    Ok(if stopped.is_some() { LIMIT } else { ANSWERED })
}

struct MovesTask<'a, 'b> {
    after: &'a str,
    budget: &'a mut Budget<'b>,
}

impl Task for MovesTask<'_, '_> {
    type Output = Result<(String, Vec<Listed>, Option<Stopped>), InputError>;

    fn run<'r, S: View>(self, mut oracle: AnyOracle<'r, S>, rules: &'r Game<S>) -> Self::Output {
        let record = Record::after(rules, self.after)?;
        let now = record.now();
        let legal = rules.moves(&now.position);
        let mut valued = Vec::new();
        let mut stopped = None;
        for mv in &legal {
            let next = oracle::after(rules, now, mv);
            match oracle.value(&next, self.budget) {
                Ok(value) => valued.push((mv.clone(), value)),
                Err(limit) => {
                    stopped = Some(limit);
                    break;
                }
            }
        }
        // Which moves are best is known only once all are valued.
        let best =
            if stopped.is_none() { oracle::best_moves(&valued, now.to_move) } else { Vec::new() };
        let listed = legal.iter().enumerate().map(|(index, mv)| Listed {
            name: rules.write_move(mv),
            earned: rules.apply(&now.position, mv).earned,
            value: valued.get(index).map(|(_, value)| *value),
            best: best.contains(mv),
        });
        Ok((rules.space().draw(&now.position), listed.collect(), stopped))
    }
}

fn fields(listed: &Listed) -> Value {
    let mut map = Map::new();
    map.insert("move".into(), json!(listed.name));
    match &listed.value {
        Some(value) => map.extend(report::fields(value)),
        None => {
            map.insert("winner".into(), Value::Null);
        }
    }
    if matches!(listed.value, Some(GameValue::Margin(_))) {
        map.insert("earned".into(), json!(listed.earned));
    }
    map.insert("best".into(), json!(listed.best));
    Value::Object(map)
}

fn text(listed: &Listed) -> String {
    let mark = if listed.best { "*" } else { " " };
    let words = listed.value.as_ref().map_or("not solved".to_string(), report::words);
    let earned =
        if listed.earned > 0 { format!(" (scores {})", listed.earned) } else { String::new() };
    format!("{mark} {:<12} {words}{earned}", listed.name)
}
