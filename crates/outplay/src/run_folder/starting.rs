//! Starting a run: its items are listed, a few are tried to see how long they take, and the list is cut into units.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use outplay_rules::error::InputError;
use outplay_solve::limits::Stopped;
use outplay_solve::oracle::How;
use sha2::{Digest, Sha256};

use super::Folder;
use super::items::{self, ItemSource};
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
    /// This many units, as far as there are items, of sizes that differ by one at most.
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

/// Makes the folder of a run. If it already holds a run of the same question, that run is continued.
pub fn start(
    path: impl AsRef<Path>,
    starting: &Starting,
    catalogue: &dyn Catalogue,
    run: &Run,
) -> Result<Folder, Error> {
    let path = path.as_ref();
    if path.join("manifest.json").exists() {
        let folder = Folder::open(path)?;
        let question = folder.question();
        let other = if *question != starting.question {
            question.words()
        } else if listed_again(starting, catalogue, run)? != folder.manifest.items {
            format!("{} of other items", question.words())
        } else {
            return Ok(folder);
        };
        let message = format!("{} is the folder of another run: {other}", path.display());
        return Err(InputError::plain(message).into());
    }
    starting.question.check()?;
    let folders = [path.to_path_buf(), path.join("units"), path.join("claims")];
    folders.iter().try_for_each(|path| fs::create_dir_all(path).map_err(file_error(path)))?;
    let boards = boards(starting)?;
    let source = ItemSource::new(&starting.question, boards.as_ref(), catalogue, run)?;
    let list = path.join("items.txt");
    let listed = write_list(&list, source, run)?;
    let into = into_units(starting, &list, &listed, catalogue, run)?;
    let manifest = Manifest {
        version: VERSION.into(),
        binary: manifest::binary(),
        question: starting.question.clone(),
        units: cut(&list, into)?,
        items: listed,
        seconds: starting.seconds,
    };
    // The manifest is written last: a folder without one is not a run, and is started afresh.
    files::write(path.join("manifest.json"), manifest.text())?;
    Folder::open(path)
}

/// What the list of a run is now: the same words may stand for other graphs, of a stream, a file or a part.
fn listed_again(
    starting: &Starting,
    catalogue: &dyn Catalogue,
    run: &Run,
) -> Result<Listed, Error> {
    let boards = boards(starting)?;
    let source = ItemSource::new(&starting.question, boards.as_ref(), catalogue, run)?;
    items_to(&mut std::io::sink(), Path::new("items.txt"), source, run)
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

/// Writes the items to a file.
fn write_list(list: &Path, source: ItemSource, run: &Run) -> Result<Listed, Error> {
    let mut listed = None;
    let written = files::replace(list, |file| {
        let told = items_to(file, list, source, run);
        let is_whole = told.is_ok();
        listed = Some(told);
        is_whole.then_some(()).ok_or_else(|| std::io::Error::other("the list is incomplete"))
    });
    match listed {
        Some(Ok(listed)) => written.map(|()| listed),
        Some(Err(error)) => Err(error),
        None => written.and(Err(Stopped::Unsettled.into())),
    }
}

/// Writes the items, one a line, and says how many there are and what their hash is. There may be more than anybody waits for.
fn items_to(
    to: &mut dyn Write,
    list: &Path,
    source: ItemSource,
    run: &Run,
) -> Result<Listed, Error> {
    let (mut count, mut hash) = (0, Sha256::new());
    // The time of a run is that of an item.
    let run = Run { limits: Limits { time: None, ..run.limits }, ..run.clone() };
    run.here(|budget| {
        for item in source.items {
            budget.check()?;
            let line = item? + "\n";
            to.write_all(line.as_bytes()).map_err(file_error(list))?;
            hash.update(&line);
            count += 1;
        }
        Ok(Listed { count, sha256: manifest::hex(&hash.finalize()), grown_to: source.grown_to })
    })
}

/// How the items are cut into units.
#[derive(Clone, Copy, Debug)]
enum Cut {
    /// This many items a unit, but for the last.
    Size(usize),
    /// This many units, of sizes that differ by one at most; the number of items.
    Units(usize, usize),
}

impl Cut {
    /// How many items the unit with this number has.
    fn size(self, unit: usize) -> usize {
        match self {
            Cut::Size(size) => size.max(1),
            Cut::Units(units, items) => {
                let units = units.clamp(1, items.max(1));
                items / units + usize::from(unit < items % units)
            }
        }
    }
}

/// Where each unit begins, and how many items it has.
fn cut(list: &Path, into: Cut) -> Result<Vec<(u64, usize)>, Error> {
    let mut reader = BufReader::new(File::open(list).map_err(file_error(list))?);
    let mut units: Vec<(u64, usize)> = Vec::new();
    let (mut at, mut line) = (0, Vec::new());
    loop {
        line.clear();
        let length = reader.read_until(b'\n', &mut line).map_err(file_error(list))?;
        if length == 0 {
            return Ok(units);
        }
        let last = units.len().saturating_sub(1);
        match units.last_mut() {
            Some((_, count)) if *count < into.size(last) => *count += 1,
            _ => units.push((at, 1)),
        }
        at += length as u64;
    }
}

/// Items that a pilot tries, and how long it may take.
const PILOTS: usize = 32;
const PILOT_TIME: Duration = Duration::from_secs(10);

/// How the items of a run are cut.
fn into_units(
    starting: &Starting,
    list: &Path,
    listed: &Listed,
    catalogue: &dyn Catalogue,
    run: &Run,
) -> Result<Cut, Error> {
    if let Some(size) = starting.unit_size {
        return Ok(Cut::Size(size));
    }
    if let Some(units) = starting.units {
        return Ok(Cut::Units(units, listed.count));
    }
    // Claims and first moves are few and large: each is a unit.
    if matches!(starting.question, RunQuestion::Claims { .. } | RunQuestion::Solve { .. }) {
        return Ok(Cut::Size(1));
    }
    let limits = Limits { time: Some(PILOT_TIME), ..run.limits };
    let how = How { threads: 1, ..run.how.clone() };
    let pilot = Run { limits, how, listener: &(), ..run.clone() };
    let a_item = pilot_seconds(starting, list, listed, catalogue, &pilot)?;
    Ok(Cut::Size(((starting.unit_seconds / a_item) as usize).clamp(1, listed.count.max(1))))
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
    let starts = cut(list, Cut::Size(step))?;
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
