//! `outplay run`: long work as a folder of units.

use std::process::Command;

use outplay::answer::{Ended, Reply};
use outplay::readable::count;
use outplay::run_folder::{
    Folder, RunQuestion, Selection, Starting, UnitEnd, histogram, histogram_svg, sort, start,
};
use outplay::{Error, InputError, Run, files};
use outplay_lab::runs::CLAIMS;
use serde_json::{Value, json};

use crate::cli::{Common, RunArgs, RunCommand, RunStart, RunVerb, TableFormat};
use crate::exit;
use crate::progress::{self, ProgressLine};
use crate::rows::{Target, heard};

pub fn run(common: &Common, asked: &RunArgs) -> Result<u8, Error> {
    let line = ProgressLine::new(common);
    let run = progress::run(common, &line);
    match &asked.command {
        RunVerb::Start(asked) => begin(common, asked, &run),
        RunVerb::Work { folder, dask: Some(address) } => on_dask(folder, address),
        RunVerb::Work { folder, dask: None } => work(common, folder, false, &run),
        RunVerb::Resume { folder } => work(common, folder, true, &run),
        RunVerb::Unit { folder, unit } => one_unit(common, folder, *unit, &run),
        RunVerb::Status { folder, by_unit } => {
            let folder = Folder::open(folder)?;
            let status = folder.status()?;
            let status = if *by_unit { status.by_unit(&folder) } else { status };
            Ok(exit::answer(common, &status))
        }
        RunVerb::Merge { folder, format, output } => {
            merge(common, folder, *format, output.as_deref())
        }
        RunVerb::Audit { folder, sample, seed } => {
            // The time is that of a row, as for the run itself.
            let seconds = common.time.map(|time| time.as_secs_f64());
            let run = Run { limits: outplay::Limits { time: None, ..run.limits }, ..run.clone() };
            let folder = Folder::open(folder)?;
            Ok(exit::answer(common, &folder.audit(*sample, *seed, seconds, &CLAIMS, &run)?))
        }
        RunVerb::Show { .. } => show(common, &asked.command),
    }
}

fn begin(common: &Common, asked: &RunStart, run: &Run) -> Result<u8, Error> {
    let (question, boards) = question(&asked.question)?;
    let starting = Starting {
        boards,
        unit_size: asked.unit_size,
        units: asked.units,
        unit_seconds: asked.unit_seconds,
        // The time of a run is that of an item.
        seconds: common.time.map(|time| time.as_secs_f64()),
        ..Starting::new(question)
    };
    let folder = start(&asked.folder, &starting, &CLAIMS, run)?;
    tell_start(common, &folder)
}

/// Says what was started.
pub fn tell_start(common: &Common, folder: &Folder) -> Result<u8, Error> {
    let (units, path) = (folder.units(), folder.path().display().to_string());
    progress::clear(common);
    if common.json {
        let question = folder.question().words();
        exit::print_json(
            &json!({ "run": folder.name(), "folder": path, "question": question, "units": units }),
        );
    } else {
        exit::print(&format!(
            "{}: {} in {path}; `outplay run work {path}` computes {}",
            folder.question().words(),
            count(units as u64, "unit", "units"),
            if units == 1 { "it" } else { "them" }
        ));
    }
    Ok(Ended::Answered.exit_code())
}

/// The question of a run, and the boards it is asked of.
fn question(
    command: &RunCommand,
) -> Result<(RunQuestion, Option<outplay::door::boards::Boards>), Error> {
    Ok(match command {
        RunCommand::Table { game, family, options, outcome_only, boards } => {
            let question = RunQuestion::table(game, family, options.read()?, *outcome_only);
            (question, Some(boards.of(family)?))
        }
        RunCommand::Sweep { game, over, test, options, boards } => {
            (RunQuestion::sweep(game, over, options.read()?, test), Some(boards.of(over)?))
        }
        RunCommand::Verify { game, board, options, strategy, side, claim, plies } => {
            let question = RunQuestion::Verify {
                game: game.clone(),
                board: board.clone(),
                options: options.read()?,
                strategy: strategy.clone(),
                player: outplay::Player::from(*side).to_string(),
                claim: claim.clone(),
                plies: *plies,
            };
            (question, None)
        }
        RunCommand::Solve { question, outcome_only } => (
            RunQuestion::Solve {
                game: question.game.clone(),
                board: question.board.clone(),
                options: question.options.read()?,
                after: question.after.clone().unwrap_or_default(),
                outcome_only: *outcome_only,
            },
            None,
        ),
        RunCommand::Periods { codes, limit } => {
            (RunQuestion::Periods { codes: codes.join(","), limit: *limit }, None)
        }
        RunCommand::Claims { ids, deep } => {
            (RunQuestion::Claims { ids: ids.clone(), deep: *deep }, None)
        }
    })
}

/// Tells of a unit that is done.
fn told(common: &Common, unit: usize, of: usize, end: &UnitEnd) {
    match end {
        UnitEnd::Alarm(file) => exit::tell(&format!(
            "ALARM: unit {unit} gave a different result than before: {}",
            file.display()
        )),
        _ if common.quiet => {}
        UnitEnd::Written { limited: 0 } => exit::tell(&format!("unit {unit} of {of} done")),
        UnitEnd::Written { limited } => {
            let rows = count(*limited as u64, "row", "rows");
            exit::tell(&format!("unit {unit} of {of} done, {rows} reached a limit"));
        }
        UnitEnd::Same => {
            exit::tell(&format!(
                "unit {unit} of {of} was done by another worker, with the same result"
            ));
        }
    }
}

fn work(common: &Common, folder: &str, resume: bool, run: &Run) -> Result<u8, Error> {
    let folder = Folder::open(folder)?;
    let mut tell = |unit: usize, end: &UnitEnd| told(common, unit, folder.units(), end);
    let worked = match resume {
        true => folder.resume(&CLAIMS, run, &mut tell)?,
        false => folder.work(&CLAIMS, run, &mut tell)?,
    };
    let status = folder.status()?;
    progress::clear(common);
    let verdict = exit::answer(common, &status);
    let ended = Ended::unless(worked.stopped.is_some()).exit_code();
    Ok(if verdict == 0 { ended } else { verdict })
}

fn one_unit(common: &Common, folder: &str, unit: usize, run: &Run) -> Result<u8, Error> {
    let folder = Folder::open(folder)?;
    // A scheduler need not know which units are done.
    if folder.is_done(unit) {
        if !common.quiet {
            exit::tell(&format!("unit {unit} of {} is done already", folder.units()));
        }
        return Ok(Ended::Answered.exit_code());
    }
    let end = folder.unit(unit, false, &CLAIMS, run)?;
    told(common, unit, folder.units(), &end);
    Ok(match end {
        UnitEnd::Alarm(_) => Ended::Refuted.exit_code(),
        _ => Ended::Answered.exit_code(),
    })
}

/// Hands the units to a Dask cluster, by the Python package.
fn on_dask(folder: &str, address: &str) -> Result<u8, Error> {
    let python = std::env::var("OUTPLAY_PYTHON").unwrap_or_else(|_| "python3".into());
    let missing = |why: String| {
        InputError::plain(format!("--dask needs the Python package outplay: {why}"))
            .help("pip install 'outplay[cluster]', or name the interpreter: OUTPLAY_PYTHON=/path/to/python3")
    };
    let has = Command::new(&python).args(["-c", "import outplay.cluster, distributed"]).output();
    match has {
        Ok(output) if output.status.success() => {}
        Ok(output) => {
            let words = String::from_utf8_lossy(&output.stderr);
            let last = words.lines().last().unwrap_or("it does not import").to_string();
            return Err(missing(format!("{python}: {last}")).into());
        }
        Err(error) => return Err(missing(format!("{python}: {error}")).into()),
    }
    let status = Command::new(&python)
        .args(["-m", "outplay.cluster", folder, address])
        .status()
        .map_err(|error| missing(format!("{python}: {error}")))?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(4))
}

fn merge(
    common: &Common,
    folder: &str,
    format: TableFormat,
    output: Option<&str>,
) -> Result<u8, Error> {
    let folder = Folder::open(folder)?;
    let mut target = Target::open(format.into(), output)?;
    target.begin(folder.columns()?);
    let merged = heard(folder.merge(&mut |row| target.row(row)))?;
    heard(target.end())?;
    let Some(merged) = merged else { return Ok(Ended::Answered.exit_code()) };
    if output.is_some() && common.json {
        return Ok(exit::answer(common, &merged));
    }
    if !common.quiet {
        exit::tell(&merged.to_string());
    }
    Ok(merged.ended().exit_code())
}

fn show(common: &Common, verb: &RunVerb) -> Result<u8, Error> {
    let RunVerb::Show {
        folder,
        condition,
        sort: by,
        limit,
        histogram: column,
        svg,
        format,
        output,
    } = verb
    else {
        return Ok(Ended::Answered.exit_code());
    };
    let folder = Folder::open(folder)?;
    let columns = folder.columns()?;
    let selection: Selection =
        condition.as_deref().map(str::parse).transpose()?.unwrap_or_default();
    selection.check(&columns)?;
    let mut rows: Vec<Vec<Value>> = Vec::new();
    folder.merge(&mut |row| {
        if selection.has(&row, &columns) {
            rows.push(row);
        }
        Ok(())
    })?;
    if let Some(column) = column {
        let bars = histogram(&rows, column, &columns)?;
        return histogram_told(common, &folder, column, &bars, svg.as_deref());
    }
    by.iter().try_for_each(|by| sort(&mut rows, by, &columns))?;
    rows.truncate(limit.unwrap_or(usize::MAX));
    let mut target = Target::open((*format).into(), output.as_deref())?;
    target.begin(columns);
    heard(rows.into_iter().try_for_each(|row| target.row(row)).and_then(|()| target.end()))?;
    Ok(Ended::Answered.exit_code())
}

fn histogram_told(
    common: &Common,
    folder: &Folder,
    column: &str,
    bars: &[(String, u64)],
    svg: Option<&str>,
) -> Result<u8, Error> {
    if common.json {
        exit::print_json(&json!({ "column": column, "counts": bars }));
    } else {
        let most = bars.iter().map(|(_, count)| *count).max().unwrap_or(1).max(1);
        for (value, count) in bars {
            let bar = "#".repeat((40 * count).div_ceil(most) as usize);
            exit::print(&format!("{value:>12} {count:>12} {bar}"));
        }
    }
    let title = format!("{}: {column}", folder.question().words());
    svg.map_or(Ok(()), |path| files::write(path, histogram_svg(bars, &title)))?;
    Ok(Ended::Answered.exit_code())
}
