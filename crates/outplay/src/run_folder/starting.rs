//! Starting a run: its items are listed, a few are tried to see how long they take, and the list is cut into units.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use outplay_rules::error::InputError;
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::How;

use super::Folder;
use super::items::{self, Source};
use super::manifest::{self, Listed, Manifest, VERSION};
use super::question::{Asking, Catalogue, RunQuestion};
use crate::door::boards::Boards;
use crate::error::{Error, file_error};
use crate::files;
use crate::run::{Limits, Run};

/// How a run is to be started.
#[derive(Clone, Debug)]
pub struct Starting {
    /// What is asked.
    pub question: RunQuestion,
    /// The boards of a table or a sweep, if they are not the whole family.
    pub boards: Option<Boards>,
    /// The items of a unit; found by a pilot if it is not given.
    pub unit_size: Option<usize>,
    /// This many units of the same size.
    pub units: Option<usize>,
    /// How long a unit is to take on one thread.
    pub unit_seconds: f64,
    /// The longest that an item may take when it is tried first.
    pub seconds: Option<f64>,
}

impl Starting {
    /// Units of a minute, and no limit on an item.
    pub fn new(question: RunQuestion) -> Self {
        Starting {
            question,
            boards: None,
            unit_size: None,
            units: None,
            unit_seconds: 60.0,
            seconds: None,
        }
    }
}

/// Makes the folder of a run. If it is there already with the same question, that run is taken up.
pub fn start(
    path: impl AsRef<Path>,
    starting: &Starting,
    catalogue: &dyn Catalogue,
    run: &Run,
) -> Result<Folder, Error> {
    let path = path.as_ref();
    if path.join("manifest.json").exists() {
        let folder = Folder::open(path)?;
        if folder.manifest.question == starting.question {
            return Ok(folder);
        }
        let there = folder.question().words();
        let message = format!("{} is the folder of another run: {there}", path.display());
        return Err(InputError::plain(message).into());
    }
    starting.question.check()?;
    let folders = [path.to_path_buf(), path.join("units"), path.join("claims")];
    folders.iter().try_for_each(|path| fs::create_dir_all(path).map_err(file_error(path)))?;
    let boards = boards(starting)?;
    let source = Source::new(&starting.question, boards.as_ref(), catalogue, run)?;
    let list = path.join("items.txt");
    let listed = write_list(&list, source, run)?;
    let size = unit_size(starting, &list, &listed, catalogue, run)?;
    let manifest = Manifest {
        version: VERSION.into(),
        binary: manifest::binary(),
        question: starting.question.clone(),
        units: cut(&list, size)?,
        items: listed,
        seconds: starting.seconds,
    };
    // The manifest comes last: a folder without one is no run, and is started afresh.
    files::write(path.join("manifest.json"), manifest.text())?;
    Folder::open(path)
}

/// The boards of a table or a sweep.
fn boards(starting: &Starting) -> Result<Option<Boards>, InputError> {
    match (&starting.boards, &starting.question) {
        (Some(boards), _) => Ok(Some(boards.clone())),
        (None, RunQuestion::Table { family, .. } | RunQuestion::Sweep { family, .. }) => {
            Ok(Some(Boards::from(family.parse::<outplay_rules::family::Family>()?)))
        }
        _ => Ok(None),
    }
}

/// Writes the items, one a line. There may be more than anybody waits for.
fn write_list(list: &Path, source: Source, run: &Run) -> Result<Listed, Error> {
    let (mut count, mut wrong) = (0, None);
    // The time of a run is that of an item.
    let run = Run { limits: Limits { time: None, ..run.limits }, ..run.clone() };
    let heard = |item: Result<String, InputError>, budget: &mut Budget| {
        budget.check()?;
        Ok::<String, Error>(item?)
    };
    let written = run.here(|budget| {
        files::replace(list, |file| {
            for item in source.items {
                match heard(item, budget) {
                    Ok(item) => writeln!(file, "{item}")?,
                    Err(error) => {
                        wrong = Some(error);
                        return Err(std::io::Error::other("an item is wrong"));
                    }
                }
                count += 1;
            }
            Ok(())
        })
    });
    written.map_err(|error| wrong.unwrap_or(error))?;
    let file = File::open(list).map_err(file_error(list))?;
    let sha256 = manifest::hash_all(file).map_err(file_error(list))?;
    Ok(Listed { count, sha256, grown_to: source.grown_to })
}

/// Where each unit of this many items begins.
fn cut(list: &Path, size: usize) -> Result<Vec<(u64, usize)>, Error> {
    let mut reader = BufReader::new(File::open(list).map_err(file_error(list))?);
    let mut units: Vec<(u64, usize)> = Vec::new();
    let (mut at, mut line) = (0, Vec::new());
    loop {
        line.clear();
        let length = reader.read_until(b'\n', &mut line).map_err(file_error(list))?;
        if length == 0 {
            return Ok(units);
        }
        match units.last_mut() {
            Some((_, count)) if *count < size => *count += 1,
            _ => units.push((at, 1)),
        }
        at += length as u64;
    }
}

/// Items that a pilot tries, and how long it may take.
const PILOTS: usize = 32;
const PILOT_TIME: Duration = Duration::from_secs(10);

/// How many items a unit has.
fn unit_size(
    starting: &Starting,
    list: &Path,
    listed: &Listed,
    catalogue: &dyn Catalogue,
    run: &Run,
) -> Result<usize, Error> {
    let count = listed.count.max(1);
    if let Some(size) = starting.unit_size {
        return Ok(size.max(1));
    }
    if let Some(units) = starting.units {
        return Ok(count.div_ceil(units.max(1)));
    }
    // Claims and first moves are few and large: each is a unit.
    if matches!(starting.question, RunQuestion::Claims { .. } | RunQuestion::Solve { .. }) {
        return Ok(1);
    }
    let limits = Limits { time: Some(PILOT_TIME), ..run.limits };
    let how = How { threads: 1, ..run.how.clone() };
    let pilot = Run { limits, how, listener: &(), ..run.clone() };
    let a_item = pilot_seconds(starting, list, listed, catalogue, &pilot)?;
    Ok(((starting.unit_seconds / a_item) as usize).clamp(1, count))
}

/// The mean time of items from all over the list. One that the pilot cannot finish counts for all the time there was.
fn pilot_seconds(
    starting: &Starting,
    list: &Path,
    listed: &Listed,
    catalogue: &dyn Catalogue,
    run: &Run,
) -> Result<f64, Error> {
    let step = listed.count.div_ceil(PILOTS).max(1);
    let starts = cut(list, step)?;
    let asking = Asking { catalogue, run, shared: None };
    run.work(|budget| {
        let (start, mut tried) = (Instant::now(), 0);
        for (offset, _) in starts {
            tried += 1;
            for item in items::of_unit(list, (offset, 1), listed)? {
                match starting.question.answer(&item?, &run.how, &mut budget.apart(0), &asking)? {
                    Ok(Err(Stopped::Interrupted)) => return Err(Stopped::Interrupted.into()),
                    _ if budget.check().is_err() => break,
                    _ => {}
                }
            }
            if budget.check().is_err() {
                break;
            }
        }
        Ok((start.elapsed().as_secs_f64() / f64::from(tried.max(1))).max(1e-7))
    })
}
