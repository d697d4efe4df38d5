//! What the values after the first moves say about the position before them.

use outplay_rules::in_space;
use outplay_rules::record::Record;
use serde_json::{Map, Value, json};

use super::{Folder, RunQuestion};
use crate::error::Error;
use crate::question::{Asked, Question};
use crate::run::Run;

impl Folder {
    /// Of a run by first moves: the value of the position as far as the units that are done tell it; none while it is open.
    /// A winning move settles who wins before the other units are done; a Grundy value or a margin needs all of them.
    pub fn decided(&self) -> Result<Option<Map<String, Value>>, Error> {
        let RunQuestion::Solve { game, board, options, after, outcome_only } = self.question()
        else {
            return Ok(None);
        };
        let mut rows: Vec<Map<String, Value>> = Vec::new();
        let names: Vec<String> = self.columns()?.into_iter().map(|column| column.name).collect();
        let merged = self.merge(&mut |row| {
            rows.push(names.iter().cloned().zip(row).collect());
            Ok(())
        })?;
        let complete = merged.missing.is_empty() && merged.limited == 0;
        let question = super::question::on_any_board(game, options)?.after(after);
        let question = Question { board: board.parse()?, ..question };
        let asked = Asked::new(&question, &Run::default())?;
        let mover = in_space!(asked.cases.first(), |game| {
            Record::after(game, after).map(|record| record.now().to_move)
        })?
        .to_string();
        if rows.is_empty() && complete {
            return Ok(None);
        }
        let won = |row: &&Map<String, Value>| row["winner"] == json!(mover);
        let winning = rows.iter().find(won);
        if *outcome_only || winning.is_some() && !complete {
            let settled = winning.is_some() || complete;
            return Ok(settled.then(|| best(&rows, &mover)).flatten());
        }
        Ok(complete.then(|| best(&rows, &mover)).flatten())
    }
}

/// The best of the rows for the player to move; of an impartial game with Grundy values their least excluded one.
fn best(rows: &[Map<String, Value>], mover: &str) -> Option<Map<String, Value>> {
    let mut decided = Map::new();
    let wins = |row: &&Map<String, Value>| row["winner"] == mover;
    let draws = |row: &&Map<String, Value>| row["winner"] == "none";
    let best = rows.iter().find(wins).or_else(|| rows.iter().find(draws)).or(rows.first())?;
    decided.insert("winner".into(), best["winner"].clone());
    if let Some(Value::String(_)) = best.get("outcome") {
        let outcome = if best["winner"] == mover { "N" } else { "P" };
        decided.insert("outcome".into(), outcome.into());
        let grundy = |row: &Map<String, Value>| row["grundy"].as_u64();
        let loony = |row: &Map<String, Value>| row["loony"] == true;
        let values: Vec<u64> = rows.iter().filter_map(grundy).collect();
        if values.len() + rows.iter().filter(|row| loony(row)).count() == rows.len() {
            decided.insert("grundy".into(), json!((0..).find(|value| !values.contains(value))));
        }
    }
    let margins: Vec<i64> = rows.iter().filter_map(|row| row.get("margin")?.as_i64()).collect();
    if margins.len() == rows.len() && !margins.is_empty() {
        let best = if mover == "first" { margins.iter().max() } else { margins.iter().min() };
        decided.insert("margin".into(), json!(best));
    }
    Some(decided)
}
