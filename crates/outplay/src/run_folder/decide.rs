//! What the values after the first moves say about the position before them.

use serde_json::{Map, Value, json};

use super::bounds::Mover;
use super::{Folder, RunQuestion};
use crate::error::Error;

/// The rows of a run by first moves, so far.
struct Rows {
    rows: Vec<Map<String, Value>>,
    /// Whether every first move has one, and none met a limit.
    complete: bool,
}

impl Folder {
    /// Of a run by first moves: the value of the position as far as the units that are done tell it; none while it is open.
    /// A winning move settles who wins before the other units are done; a Grundy value or a margin needs all of them.
    pub fn decided(&self) -> Result<Option<Map<String, Value>>, Error> {
        let RunQuestion::Solve { outcome_only, .. } = self.question() else { return Ok(None) };
        let Some(mover) = self.mover()? else { return Ok(None) };
        let rows = self.first_moves()?;
        Ok(match self.question().has_margins() {
            true => self.by_margins(mover, &rows, *outcome_only),
            false => by_values(&rows, &mover.player.to_string()),
        })
    }

    /// Of a run by first moves with margins: what the margin of the position is known to be, at least and at most, as far as
    /// either is known.
    pub fn known_margin(&self) -> Result<(Option<i32>, Option<i32>), Error> {
        match self.mover()? {
            Some(mover) if self.question().has_margins() => {
                let Rows { rows, complete } = self.first_moves()?;
                Ok(mover.margins(self.bounds(mover, &rows, complete)))
            }
            _ => Ok((None, None)),
        }
    }

    fn first_moves(&self) -> Result<Rows, Error> {
        let names: Vec<String> = self.columns()?.into_iter().map(|column| column.name).collect();
        let mut rows = Vec::new();
        let merged = self.merge(&mut |row| {
            rows.push(names.iter().cloned().zip(row).collect());
            Ok(())
        })?;
        let complete = merged.missing.is_empty() && merged.limited == 0 && !rows.is_empty();
        Ok(Rows { rows, complete })
    }

    fn by_margins(
        &self,
        mover: Mover,
        rows: &Rows,
        outcome_only: bool,
    ) -> Option<Map<String, Value>> {
        let (low, high) = self.bounds(mover, &rows.rows, rows.complete);
        let mut decided = Map::new();
        let winner = match (low, high) {
            (Some(low @ 1..), _) => low,
            (Some(low), Some(high)) if low.signum() == high.signum() => low,
            (None, Some(high @ ..0)) => high,
            _ => return None,
        };
        decided.insert("winner".into(), json!(mover.winner(winner)));
        let exact = low.filter(|_| low == high);
        if let Some(worth) = exact.filter(|_| !outcome_only) {
            decided.insert("margin".into(), json!(mover.worth(worth)));
        }
        Some(decided)
    }
}

/// The best of the values for the player to move; of an impartial game its outcome too, and with Grundy values their least
/// excluded one. The class of a partizan position also depends on what the other player can do, which its first moves do not tell.
fn by_values(rows: &Rows, mover: &str) -> Option<Map<String, Value>> {
    let wins = |row: &&Map<String, Value>| row["winner"] == mover;
    let draws = |row: &&Map<String, Value>| row["winner"] == "none";
    let winning = rows.rows.iter().find(wins);
    let all = || rows.rows.iter().find(draws).or(rows.rows.first()).filter(|_| rows.complete);
    let best = winning.or_else(all)?;
    let mut decided = Map::new();
    decided.insert("winner".into(), best["winner"].clone());
    // The class of a partizan position also asks who wins if the other player begins.
    if best.contains_key("grundy") && best["outcome"].is_string() {
        let outcome = if best["winner"] == mover { "N" } else { "P" };
        decided.insert("outcome".into(), outcome.into());
        decided.extend(grundy(rows).map(|value| ("grundy".into(), value.into())));
    }
    Some(decided)
}

/// The Grundy value, if those after all first moves are known.
fn grundy(Rows { rows, complete }: &Rows) -> Option<u64> {
    let value = |row: &Map<String, Value>| row["grundy"].as_u64();
    let loony = |row: &Map<String, Value>| row["loony"] == true;
    let values: Vec<u64> = rows.iter().filter_map(value).collect();
    let valued = values.len() + rows.iter().filter(|row| loony(row)).count() == rows.len();
    (*complete && valued).then(|| (0..).find(|value| !values.contains(value))).flatten()
}
