//! Long work as a folder of units, for one machine or many. Whatever is killed, nothing finished is lost or repeated.
//!
//! A run is a question asked of many *items*: boards, codes, claims, first moves. [`start`] lists the items in `items.txt`,
//! cuts them into units of about a minute and writes `manifest.json`; its hash is the run's name. Any worker can
//! compute any unit ([`Folder::unit`], [`Folder::work`]). Its rows are one Parquet file in `units/`, written under
//! another name, synced and then renamed. The rows of a unit depend on nothing but the manifest, so it does no harm if
//! two workers compute the same unit. A second result that differs is an alarm, kept in `alarms/`; it never overwrites
//! the first. (Margins by first moves
//! also depend on what other units have reached: there two rows of a move may say more or less, but must not contradict each
//! other; see `bounds.rs`.) The folder is all the state there is, so any scheduler can hand out the numbers of units.
//!
//! ```
//! use outplay::Run;
//! use outplay::run_folder::{RunQuestion, Starting, start};
//!
//! let folder = std::env::temp_dir().join(format!("outplay-run-{}", std::process::id()));
//! let question = RunQuestion::sweep("node-kayles", "path:1..40", Default::default(), "grundy<=9");
//! let run = start(&folder, &Starting::new(question), &(), &Run::default())?;
//! run.work(&(), &Run::default(), &mut |_, _| {})?;
//! assert_eq!(run.status()?.done, run.units());
//! # std::fs::remove_dir_all(&folder).ok();
//! # Ok::<(), outplay::Error>(())
//! ```

mod audit;
mod bounds;
mod decide;
mod items;
mod manifest;
mod question;
mod select;
mod starting;
mod status;
mod unit;
mod worker;

use std::fs;
use std::path::{Path, PathBuf};

pub use audit::Audited;
pub use question::{Catalogue, Graded, RunQuestion};
pub use select::{Selection, histogram, histogram_svg, sort};
pub use starting::{Starting, start};
pub use status::{Merged, RunStatus};
pub use unit::UnitEnd;
pub use worker::Worked;

use crate::error::{Error, file_error};
use crate::output::parquet::{self, ParquetTable};
use manifest::Manifest;
use outplay_rules::error::InputError;

/// The folder of a run.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    manifest: Manifest,
    name: String,
}

impl Folder {
    /// The run of a folder, if this version of the program started it.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let file = path.join("manifest.json");
        let bytes = fs::read(&file).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => {
                let message = format!("{} is not the folder of a run", path.display());
                InputError::plain(message).help("`outplay run start` makes one").into()
            }
            _ => file_error(&file)(error),
        })?;
        let manifest = Manifest::read(&bytes)
            .map_err(|error| InputError::plain(format!("{}: {error}", file.display())))?;
        Ok(Folder { path: path.into(), manifest, name: manifest::hash(&bytes) })
    }

    /// The name of the run: the hash of its manifest.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The question.
    pub fn question(&self) -> &RunQuestion {
        &self.manifest.question
    }

    /// How many units there are, numbered from 0.
    pub fn units(&self) -> usize {
        self.manifest.units.len()
    }

    fn unit_path(&self, unit: usize) -> PathBuf {
        self.path.join("units").join(format!("{unit:06}.parquet"))
    }

    fn claim_path(&self, unit: usize) -> PathBuf {
        self.path.join("claims").join(format!("{unit:06}"))
    }

    /// Whether a unit has a result.
    pub fn is_done(&self, unit: usize) -> bool {
        self.unit_path(unit).exists()
    }

    /// The units without a result.
    pub fn pending(&self) -> Vec<usize> {
        (0..self.units()).filter(|&unit| !self.is_done(unit)).collect()
    }

    /// The rows of a unit; none if there is no result yet.
    pub fn rows_of(&self, unit: usize) -> Result<Option<ParquetTable>, Error> {
        let path = self.unit_path(unit);
        match fs::read(&path) {
            Ok(bytes) => self.checked(unit, parquet::read(&bytes), &path).map(Some),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(file_error(&path)(error)),
        }
    }

    /// A result, if it is the one of this unit, as it was written.
    fn checked(
        &self,
        unit: usize,
        read: Result<ParquetTable, String>,
        path: &Path,
    ) -> Result<ParquetTable, Error> {
        let wrong =
            |why: String| Error::from(InputError::plain(format!("{}: {why}", path.display())));
        let table = read.map_err(wrong)?;
        let has = |key: &str, value: &str| unit::note(&table, key).is_some_and(|it| it == value);
        if !has("run", &self.name) {
            return Err(wrong("it is a result of another run".into()));
        }
        if !has("unit", &unit.to_string()) {
            return Err(wrong("it is the result of another unit".into()));
        }
        if !has("sha256", &unit::digest(&table.rows)) {
            let remove = "it has changed since it was written; remove it, and it is computed again";
            return Err(wrong(remove.into()));
        }
        Ok(table)
    }
}

#[cfg(test)]
mod tests;
