//! `outplay attach`: does a path attached to a vertex change the Grundy value?

use outplay::ask::{asked_fields, asked_words};
use outplay_rules::error::InputError;
use outplay_rules::symmetry::Structure;
use outplay_solve::impartial::attach;
use outplay_solve::limits::{Budget, Stopped};
use serde_json::{Value, json};

use crate::cli::{Attach, Common};
use crate::exit::{self, ANSWERED, Exit, LIMIT};
use crate::progress;

pub fn run(common: &Common, question: &Attach) -> Result<u8, Exit> {
    let asked = question.question.asked()?;
    let (graph, rule) = asked.whole_graph()?;
    let places = graph.places();
    let vertices = match &question.at {
        Some(name) => vec![places.read(name).ok_or_else(|| {
            InputError::plain(format!("there is no vertex '{name}'")).help(places.describe())
        })?],
        None => (0..graph.vertex_count()).collect(),
    };
    let listener = progress::listener(common);
    let mut budget = Budget::new(progress::limits(common), &listener);
    let how = common.how();
    // Alike vertices have alike answers.
    let orbits = Structure::of_graph(graph).orbits();
    let mut values: Vec<Option<u32>> = vec![None; graph.vertex_count()];
    let mut found = Vec::new();
    let mut stopped: Option<Stopped> = None;
    let before = attach::value(graph, rule, &how, &mut budget);
    for (done, &vertex) in vertices.iter().enumerate().take_while(|_| before.is_ok()) {
        budget.note(done as u64, vertices.len() as u64);
        let alike = orbits[vertex];
        let value = match values[alike] {
            Some(value) => Ok(value),
            None => {
                let larger = attach::attached(graph, vertex, question.path)?;
                attach::value(&larger, rule, &how, &mut budget.apart(0))
            }
        };
        match value {
            Ok(value) => {
                values[alike] = Some(value);
                found.push((places.name(vertex), value));
            }
            Err(limit) => {
                stopped = Some(limit);
                break;
            }
        }
    }
    progress::clear(common);
    let stopped = before.err().or(stopped);
    let mut json = asked_fields(&asked);
    let mut lines =
        vec![format!("{}, a path of {} attached to a vertex", asked_words(&asked), question.path)];
    let before = before.ok();
    json.insert("path".into(), json!(question.path));
    json.insert("grundy".into(), json!(before));
    lines.extend(before.map(|value| format!("  Grundy value {value} without it")));
    let changed = found.iter().filter(|(_, value)| Some(*value) != before).count();
    let entry = |(vertex, value): &(String, u32)| {
        let same = Some(*value) == before;
        json!({ "vertex": vertex, "grundy": value, "same": same })
    };
    json.insert("attached".into(), found.iter().map(entry).collect());
    for (vertex, value) in &found {
        let mark = if Some(*value) == before { "the same" } else { "changed" };
        lines.push(format!("  at {vertex}: {value}, {mark}"));
    }
    match stopped {
        Some(stopped) => {
            json.insert("stopped".into(), json!(stopped.to_string()));
            lines.push(format!("stopped: {stopped}"));
        }
        None => {
            json.insert("changed".into(), json!(changed));
            lines.push(format!("  changed at {changed} of {} vertices", found.len()));
        }
    }
    exit::print(&if common.json { Value::Object(json).to_string() } else { lines.join("\n") });
    Ok(if stopped.is_some() { LIMIT } else { ANSWERED })
}
