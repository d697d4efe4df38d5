//! One unit: computed, and written so that nothing is lost or repeated.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use outplay_rules::error::InputError;
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::How;
use serde_json::{Value, json};

use super::bounds::SharedBounds;
use super::question::{Asking, Catalogue, Cells};
use super::{Folder, items, manifest};
use crate::door::boards::{Item, Items};
use crate::door::family::{BoardResult, Plan, ask_all};
use crate::error::{Error, file_error};
use crate::files::{self, disk};
use crate::output::parquet::{self, ParquetTable, Writer};
use crate::readable::count;
use crate::run::Run;

/// How a unit ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnitEnd {
    /// Its rows are written; this many of them met a limit.
    Written {
        /// The rows that met a limit.
        limited: usize,
    },
    /// Its rows were there already, and are the same.
    Same,
    /// Rows were there already, and differ: what was found now is in this file.
    Alarm(PathBuf),
}

/// Items that met a limit are tried again with so much more time.
const MORE: f64 = 4.0;

impl Folder {
    /// Computes a unit and writes its rows; if they are there already they are compared. With `again`, only the items that met a
    /// limit are asked, with four times as much time, and the others keep their rows.
    pub fn unit(
        &self,
        unit: usize,
        again: bool,
        catalogue: &dyn Catalogue,
        run: &Run,
    ) -> Result<UnitEnd, Error> {
        self.check_list()?;
        self.listed_unit(unit, again, catalogue, run)
    }

    /// Refuses a list that is not the one with which the run was started.
    pub(super) fn check_list(&self) -> Result<(), Error> {
        let list = self.path.join("items.txt");
        let found =
            fs::File::open(&list).and_then(manifest::hash_all).map_err(file_error(&list))?;
        match found == self.manifest.items.sha256 {
            true => Ok(()),
            false => {
                let message = format!("{} has changed since the run was started", list.display());
                Err(InputError::plain(message).into())
            }
        }
    }

    /// The same, once the list has been verified.
    pub(super) fn listed_unit(
        &self,
        unit: usize,
        again: bool,
        catalogue: &dyn Catalogue,
        run: &Run,
    ) -> Result<UnitEnd, Error> {
        let Some(&place) = self.manifest.units.get(unit) else {
            let units = count(self.units() as u64, "unit", "units");
            let message = format!("there is no unit {unit}: the run has {units}, counted from 0");
            return Err(InputError::plain(message).into());
        };
        let there = self.rows_of(unit)?;
        let (rows, seconds) = match there.filter(|_| again) {
            Some(there) => self.again(there, unit, catalogue, run)?,
            None => {
                let list = self.path.join("items.txt");
                let items = items::of_unit(&list, place, &self.manifest.items)?;
                let seconds = self.manifest.seconds;
                (self.rows(items, seconds, Some(unit), catalogue, run)?, seconds)
            }
        };
        self.keep(unit, rows, seconds)
    }

    /// The rows of items, in order. A limit of the whole run is an error; one of an item is a row that says so. The rows of a
    /// unit may rest on what other units have reached.
    pub(super) fn rows(
        &self,
        items: Items,
        seconds: Option<f64>,
        unit: Option<usize>,
        catalogue: &dyn Catalogue,
        run: &Run,
    ) -> Result<Vec<Cells>, Error> {
        let question = &self.manifest.question;
        let columns = question.columns()?.len();
        let shared = unit.map(|unit| SharedBounds::of(self, unit)).transpose()?.flatten();
        let asking = Asking { catalogue, run, shared: shared.as_ref() };
        let time = seconds.map(Duration::from_secs_f64);
        let one =
            |item: &Item, how: &How, budget: &mut Budget| -> BoardResult<Result<Cells, Error>> {
                // A budget of the item's own, which ends before the run's does.
                let mut own =
                    time.map_or_else(|| budget.apart(0), |time| budget.within(time).apart(0));
                let found = match question.answer(item, how, &mut own, &asking) {
                    Ok(found) => found,
                    Err(Error::Limit(stopped)) => Ok(Err(stopped)),
                    Err(Error::Input(error)) => Err(error),
                    Err(error) => return Ok(Ok(Err(error))),
                };
                let name = json!(item.board);
                let said = |error: Value, stopped: Value| {
                    let nulls = std::iter::repeat_n(Value::Null, columns - 3);
                    std::iter::once(name.clone()).chain(nulls).chain([error, stopped]).collect()
                };
                match found {
                    Ok(Ok(cells)) => Ok(Ok(Ok(cells))),
                    Ok(Err(stopped)) => budget
                        .check()
                        .map(|()| Ok(said(Value::Null, json!(stopped.to_string()))))
                        .map_or_else(|limit| Ok(Err(limit)), |row| Ok(Ok(row))),
                    Err(error) => Ok(Ok(Ok(said(json!(error.message()), Value::Null)))),
                }
            };
        let mut rows = Vec::new();
        let stopped: Option<Stopped> = run.work(|budget| {
            let plan = Plan { how: &run.how, ordered: true, count: None };
            ask_all(items, plan, budget, &one, &mut |_, row| {
                rows.push(row??);
                Ok(())
            })
        })?;
        stopped.map_or(Ok(rows), |stopped| Err(stopped.into()))
    }

    /// The rows of a unit with those that met a limit found again, and the time that an item had.
    fn again(
        &self,
        there: ParquetTable,
        unit: usize,
        catalogue: &dyn Catalogue,
        run: &Run,
    ) -> Result<(Vec<Cells>, Option<f64>), Error> {
        let seconds = seconds_of(&there).map(|seconds| seconds * MORE);
        let limited: Vec<usize> =
            (0..there.rows.len()).filter(|&row| is_limited(&there.rows[row])).collect();
        let names: Vec<String> = limited
            .iter()
            .map(|&row| there.rows[row][0].as_str().unwrap_or_default().to_string())
            .collect();
        let items: Items = Box::new(names.into_iter().map(|name| Ok(Item::named(name))));
        let found = self.rows(items, seconds, Some(unit), catalogue, run)?;
        let mut rows = there.rows;
        limited.into_iter().zip(found).for_each(|(row, cells)| rows[row] = cells);
        Ok((rows, seconds))
    }

    /// Keeps the rows of a unit: written beside and synced, then given the unit's name if nobody was faster.
    fn keep(&self, unit: usize, rows: Vec<Cells>, seconds: Option<f64>) -> Result<UnitEnd, Error> {
        let path = self.unit_path(unit);
        let limited = rows.iter().filter(|row| is_limited(row)).count();
        let bytes = self.bytes(unit, &rows, seconds, limited).map_err(file_error(&path))?;
        let beside = self.beside(unit);
        let disk = disk();
        let all = || -> std::io::Result<bool> {
            let mut file = disk.create_new(&beside)?;
            file.write_all(&bytes)?;
            file.sync()?;
            match disk.link(&beside, &path) {
                Ok(()) => Ok(true),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
                // Some file systems have no links; there two workers may write at nearly the same time unnoticed.
                Err(_) if path.exists() => Ok(false),
                Err(_) => disk.rename(&beside, &path).map(|()| true),
            }
        };
        let first = all().inspect_err(|_| drop(disk.remove(&beside))).map_err(file_error(&path))?;
        if first {
            let _ = disk.remove(&beside);
            let _ = disk.sync_folder(&self.path.join("units"));
            return Ok(UnitEnd::Written { limited });
        }
        let ended = self.rows_of(unit).and_then(|there| {
            let there = there.unwrap_or_default();
            self.second(unit, there, rows, seconds, &beside)
        });
        ended.inspect_err(|_| drop(disk.remove(&beside)))
    }

    /// A second result of a unit: what both know is kept, and if they contradict each other it is an alarm.
    fn second(
        &self,
        unit: usize,
        there: ParquetTable,
        rows: Vec<Cells>,
        seconds: Option<f64>,
        beside: &Path,
    ) -> Result<UnitEnd, Error> {
        let Some(both) = self.both(&there.rows, &rows)? else {
            let folder = self.path.join("alarms");
            let alarm = folder.join(beside.file_name().unwrap_or_default());
            fs::create_dir_all(&folder).map_err(file_error(&folder))?;
            disk().rename(beside, &alarm).map_err(file_error(&alarm))?;
            return Ok(UnitEnd::Alarm(alarm));
        };
        let limited = both.iter().filter(|row| is_limited(row)).count();
        // After another try with more time the file says how much there was, even if nothing more is known.
        let longer = limited > 0 && seconds > seconds_of(&there);
        if both == there.rows && !longer {
            let _ = disk().remove(beside);
            return Ok(UnitEnd::Same);
        }
        let path = self.unit_path(unit);
        if both == rows {
            disk().rename(beside, &path).map_err(file_error(&path))?;
            let _ = disk().sync_folder(&self.path.join("units"));
        } else {
            let seconds = if seconds > seconds_of(&there) { seconds } else { seconds_of(&there) };
            let bytes = self.bytes(unit, &both, seconds, limited).map_err(file_error(&path))?;
            files::write(&path, bytes)?;
            let _ = disk().remove(beside);
        }
        Ok(UnitEnd::Written { limited })
    }

    /// What two results of a unit say together; none if they contradict each other. A row that met a limit contradicts nothing.
    fn both(&self, there: &[Cells], rows: &[Cells]) -> Result<Option<Vec<Cells>>, Error> {
        if there.len() != rows.len() {
            return Ok(None);
        }
        let pairs = there.iter().zip(rows).map(|(a, b)| match (is_limited(a), is_limited(b)) {
            (true, _) => Ok(Some(b.clone())),
            (false, true) => Ok(Some(a.clone())),
            (false, false) => self.together(a, b),
        });
        pairs.collect()
    }

    /// The file of a unit. Its notes tell a file that was moved, and rows that a disk has changed.
    pub(super) fn bytes(
        &self,
        unit: usize,
        rows: &[Cells],
        seconds: Option<f64>,
        limited: usize,
    ) -> std::io::Result<Vec<u8>> {
        let columns = self.manifest.question.columns().map_err(std::io::Error::other)?;
        let mut writer = Writer::new(Vec::new(), &columns)?;
        rows.iter().try_for_each(|row| writer.row(row.clone()))?;
        let mut notes = vec![
            ("run", self.name.clone()),
            ("unit", unit.to_string()),
            ("sha256", digest(rows)),
            ("rows", rows.len().to_string()),
            ("limited", limited.to_string()),
        ];
        notes.extend(seconds.map(|seconds| ("seconds", seconds.to_string())));
        writer.finish(&notes)
    }

    /// A name for a result that is not finished, which no other worker has.
    fn beside(&self, unit: usize) -> PathBuf {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let nanos = now.map_or(0, |now| now.as_nanos());
        let name = format!("{unit:06}-{}-{nanos:x}.parquet.new", std::process::id());
        self.path.join("units").join(name)
    }
}

/// The digest of rows, by their cells.
pub(super) fn digest(rows: &[Cells]) -> String {
    manifest::hash(json!(rows).to_string().as_bytes())
}

/// The time that an item had.
fn seconds_of(table: &ParquetTable) -> Option<f64> {
    note(table, "seconds").and_then(|text| text.parse().ok())
}

/// Whether a limit came before the answer.
pub(super) fn is_limited(row: &[Value]) -> bool {
    row.last().is_some_and(|stopped| !stopped.is_null())
}

/// A note of a result.
pub(super) fn note(table: &ParquetTable, name: &str) -> Option<String> {
    table.notes.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone())
}

/// The notes of a result without its rows.
pub(super) fn notes(bytes: &[u8]) -> Option<Vec<(String, String)>> {
    parquet::read_notes(bytes)
}
