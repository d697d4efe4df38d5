//! The status of a run, and its rows merged.

use std::fmt;
use std::fs;
use std::time::{Duration, SystemTime};

use serde::Serialize;
use serde_json::Value;

use super::unit::notes;
use super::{Folder, RunQuestion};
use crate::answer::{Ended, Reply};
use crate::error::Error;
use crate::output::Column;
use crate::readable::count;

/// How far a run is.
#[derive(Clone, Debug, Serialize)]
pub struct RunStatus {
    /// The name of the run.
    pub run: String,
    /// What is asked, in words.
    pub question: String,
    /// How many units there are.
    pub units: usize,
    /// How many are done.
    pub done: usize,
    /// The rows of those.
    pub rows: usize,
    /// The rows that met a limit.
    pub limited: usize,
    /// Results that differ from an earlier one.
    pub alarms: usize,
    /// Seconds until all is done, if it goes on as it went.
    pub seconds_left: Option<f64>,
    /// Unit by unit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_unit: Option<Vec<UnitStatus>>,
}

/// How far a unit is.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct UnitStatus {
    /// Its number.
    pub unit: usize,
    /// Whether it is done.
    pub done: bool,
    /// Whether somebody has claimed it.
    pub claimed: bool,
    /// Its rows.
    pub rows: usize,
    /// Those that met a limit.
    pub limited: usize,
}

impl RunStatus {
    pub(super) fn of_unit(folder: &Folder, unit: usize) -> Option<UnitStatus> {
        let notes = notes(&fs::read(folder.unit_path(unit)).ok()?)?;
        let number = |name: &str| {
            let found = notes.iter().find(|(key, _)| key == name);
            found.and_then(|(_, value)| value.parse().ok()).unwrap_or(0)
        };
        let (rows, limited) = (number("rows"), number("limited"));
        Some(UnitStatus { unit, done: true, claimed: true, rows, limited })
    }

    /// With every unit by itself.
    pub fn by_unit(mut self, folder: &Folder) -> Self {
        let one = |unit: usize| {
            RunStatus::of_unit(folder, unit).unwrap_or(UnitStatus {
                unit,
                done: false,
                claimed: folder.claim_path(unit).exists(),
                rows: 0,
                limited: 0,
            })
        };
        self.by_unit = Some((0..folder.units()).map(one).collect());
        self
    }
}

impl Folder {
    /// How far the run is.
    pub fn status(&self) -> Result<RunStatus, Error> {
        let done: Vec<_> =
            (0..self.units()).filter_map(|unit| RunStatus::of_unit(self, unit)).collect();
        let alarms = fs::read_dir(self.path.join("alarms")).map_or(0, |files| files.count());
        Ok(RunStatus {
            run: self.name.clone(),
            question: self.question().words(),
            units: self.units(),
            done: done.len(),
            rows: done.iter().map(|unit| unit.rows).sum(),
            limited: done.iter().map(|unit| unit.limited).sum(),
            alarms,
            seconds_left: self.seconds_left(done.len()),
            by_unit: None,
        })
    }

    /// As fast as the latest units came, if there are enough of them to tell.
    fn seconds_left(&self, done: usize) -> Option<f64> {
        const LATEST: usize = 32;
        let written = |unit| fs::metadata(self.unit_path(unit)).and_then(|m| m.modified()).ok();
        let mut times: Vec<SystemTime> = (0..self.units()).filter_map(written).collect();
        times.sort_unstable();
        let latest = &times[times.len().saturating_sub(LATEST)..];
        let (first, last) = (latest.first()?, latest.last()?);
        let took = last.duration_since(*first).ok().filter(|took| *took > Duration::ZERO)?;
        let a_unit = took.as_secs_f64() / (latest.len() - 1) as f64;
        (latest.len() > 2).then(|| a_unit * (self.units() - done) as f64)
    }

    /// Hands the rows of all units over, in the order of the items. Units that are not done are left out and counted.
    pub fn merge(
        &self,
        told: &mut dyn FnMut(Vec<Value>) -> Result<(), Error>,
    ) -> Result<Merged, Error> {
        let mut merged = Merged { run: self.name.clone(), ..Merged::default() };
        let held =
            matches!(self.question(), RunQuestion::Sweep { .. } | RunQuestion::Verify { .. });
        for unit in 0..self.units() {
            let Some(table) = self.rows_of(unit)? else {
                merged.missing.push(unit);
                continue;
            };
            for row in table.rows {
                merged.rows += 1;
                merged.limited += usize::from(super::unit::is_limited(&row));
                merged.failures += usize::from(held && row[1] == Value::Bool(false));
                told(row)?;
            }
        }
        Ok(merged)
    }

    /// The columns of the rows.
    pub fn columns(&self) -> Result<Vec<Column>, Error> {
        Ok(self.question().columns()?)
    }
}

/// A summary of the rows of a run.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Merged {
    /// The name of the run.
    pub run: String,
    /// How many rows there are.
    pub rows: usize,
    /// Those that met a limit.
    pub limited: usize,
    /// Of a sweep or a verification: where it does not hold.
    pub failures: usize,
    /// Units that are not done.
    pub missing: Vec<usize>,
}

impl Reply for Merged {
    fn ended(&self) -> Ended {
        match self.failures {
            0 => Ended::unless(!self.missing.is_empty() || self.limited > 0),
            _ => Ended::Refuted,
        }
    }
}

impl fmt::Display for Merged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&count(self.rows as u64, "row", "rows"))?;
        if self.failures > 0 {
            write!(f, ", the statement fails on {}", self.failures)?;
        }
        if self.limited > 0 {
            write!(f, ", {} reached a limit: `outplay run resume` retries them", self.limited)?;
        }
        match self.missing.len() {
            0 => Ok(()),
            missing => {
                let units = count(missing as u64, "unit is", "units are");
                write!(f, "; {units} not done: use `outplay run work`")
            }
        }
    }
}

impl Reply for RunStatus {
    fn ended(&self) -> Ended {
        if self.alarms > 0 { Ended::Refuted } else { Ended::Answered }
    }
}

/// A bar, and an estimate where there is a good one.
impl fmt::Display for RunStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const WIDTH: usize = 40;
        let full = WIDTH * self.done / self.units.max(1);
        let bar: String = (0..WIDTH).map(|at| if at < full { '#' } else { '.' }).collect();
        let RunStatus { question, units, done, rows, .. } = self;
        let rows = count(*rows as u64, "row", "rows");
        let of = count(*units as u64, "unit", "units");
        write!(f, "{question}\n[{bar}] {done} of {of}, {rows}")?;
        if self.limited > 0 {
            write!(f, ", {} reached a limit", self.limited)?;
        }
        if let Some(left) = self.seconds_left.filter(|_| done < units) {
            write!(f, ", about {} to go", time(left))?;
        }
        if self.alarms > 0 {
            let results = count(self.alarms as u64, "result differs", "results differ");
            write!(f, "\n{results} from an earlier one: see alarms/")?;
        }
        for unit in self.by_unit.iter().flatten() {
            let rows = count(unit.rows as u64, "row", "rows");
            let state = match (unit.done, unit.claimed) {
                (true, _) if unit.limited > 0 => {
                    format!("{rows}, {} reached a limit", unit.limited)
                }
                (true, _) => rows,
                (false, true) => "in progress".into(),
                (false, false) => "waiting".into(),
            };
            write!(f, "\n{:>6}  {state}", unit.unit)?;
        }
        Ok(())
    }
}

/// A time in the unit that fits it.
fn time(seconds: f64) -> String {
    match seconds {
        ..120.0 => format!("{seconds:.0} s"),
        ..7200.0 => format!("{:.0} min", seconds / 60.0),
        ..172_800.0 => format!("{:.1} h", seconds / 3600.0),
        _ => format!("{:.1} days", seconds / 86400.0),
    }
}
