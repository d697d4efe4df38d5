//! Rows solved again by the reference solver.

use std::fmt;

use outplay_rules::error::InputError;
use serde::Serialize;

use super::question::{Catalogue, Cells};
use super::unit::is_limited;
use super::{Folder, manifest};
use crate::answer::{Ended, Reply};
use crate::door::boards::{Item, Items};
use crate::error::Error;
use crate::output::lines::shown;
use crate::run::Run;

/// What came of solving rows again.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Audited {
    /// The name of the run.
    pub run: String,
    /// How many rows were looked at again.
    pub audited: usize,
    /// How many came out the same.
    pub agreed: usize,
    /// Items for which a limit came first.
    pub undecided: usize,
    /// Items that came out otherwise.
    pub differ: Vec<String>,
}

impl Folder {
    /// Solves a sample of the rows again by the reference solver, which uses no trick at all. `share` of 1 is all of them; the
    /// same seed draws the same rows.
    pub fn audit(
        &self,
        share: f64,
        seed: u64,
        seconds: Option<f64>,
        catalogue: &dyn Catalogue,
        run: &Run,
    ) -> Result<Audited, Error> {
        if !(share > 0.0 && share <= 1.0) {
            return Err(InputError::plain("a sample is more than 0% and at most 100%").into());
        }
        let plain = Run { how: run.how.clone().plain(), ..run.clone() };
        let mut audited = Audited { run: self.name.clone(), ..Audited::default() };
        for unit in 0..self.units() {
            let rows = self.rows_of(unit)?.map(|table| table.rows).unwrap_or_default();
            let drawn = |row: &&Cells| !is_limited(row) && is_drawn(share, seed, &shown(&row[0]));
            let drawn: Vec<&Cells> = rows.iter().filter(drawn).collect();
            let names: Vec<String> = drawn.iter().map(|row| shown(&row[0])).collect();
            let items: Items = Box::new(names.into_iter().map(|name| Ok(Item::named(name))));
            let again = self.rows(items, seconds, None, catalogue, &plain)?;
            audited.audited += drawn.len();
            for (row, again) in drawn.into_iter().zip(&again) {
                match is_limited(again) {
                    true => audited.undecided += 1,
                    false if self.together(row, again)?.is_some() => audited.agreed += 1,
                    false => audited.differ.push(shown(&row[0])),
                }
            }
        }
        Ok(audited)
    }
}

/// Whether a row is in the sample. It depends on the item alone, so the sample is the same wherever it is drawn.
fn is_drawn(share: f64, seed: u64, item: &str) -> bool {
    let hash = manifest::hash(format!("{seed} {item}").as_bytes());
    let number = u64::from_str_radix(&hash[..16], 16).unwrap_or_default();
    (number as f64) < share * (u64::MAX as f64) || share >= 1.0
}

impl Reply for Audited {
    fn ended(&self) -> Ended {
        if self.differ.is_empty() { Ended::Answered } else { Ended::Refuted }
    }
}

impl fmt::Display for Audited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Audited { audited, agreed, undecided, .. } = self;
        write!(f, "the reference solver agrees on {agreed} of {audited} rows")?;
        if *undecided > 0 {
            write!(f, "; {undecided} reached a limit first")?;
        }
        self.differ.iter().try_for_each(|item| write!(f, "\n  differs: {item}"))
    }
}
