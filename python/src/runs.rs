//! Runs: long work as a folder of units.

use outplay::run_folder::{Folder, RunQuestion, Starting, UnitEnd, start};
use outplay_lab::runs::CLAIMS;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::answer::Answer;
use super::convert::fields;
use super::errors;
use super::game::options;
use super::work::{self, Done, Run};

fn open(folder: &str) -> PyResult<Folder> {
    Folder::open(folder).map_err(|error| errors::error(&error))
}

/// Makes the folder of a run, or takes up the one that is there: a sweep if a statement is given, a table otherwise.
#[pyfunction]
#[pyo3(signature = (folder, game, family, given, test, outcome_only, units, unit_seconds, run))]
#[allow(clippy::too_many_arguments, reason = "Python's keywords arrive one by one")]
pub fn run_start(
    py: Python<'_>,
    folder: String,
    game: &str,
    family: &str,
    given: Option<&Bound<'_, PyDict>>,
    test: Option<&str>,
    outcome_only: bool,
    units: Option<usize>,
    unit_seconds: f64,
    run: &Run,
) -> PyResult<(String, usize)> {
    let options = options(given)?;
    let question = match test {
        Some(test) => RunQuestion::sweep(game, family, options, test),
        None => RunQuestion::table(game, family, options, outcome_only),
    };
    let starting = Starting { units, unit_seconds, ..Starting::new(question) };
    let folder = work::finished(py, run, move |run| start(folder, &starting, &CLAIMS, run))?;
    Ok((folder.name().to_string(), folder.units()))
}

/// The units of a run that are not done.
#[pyfunction]
pub fn run_pending(folder: &str) -> PyResult<Vec<usize>> {
    Ok(open(folder)?.pending())
}

/// Computes one unit in this process: `written`, `same`, or `alarm` if an earlier result differs.
#[pyfunction]
pub fn run_unit(py: Python<'_>, folder: &str, unit: usize, run: &Run) -> PyResult<&'static str> {
    let folder = open(folder)?;
    let end = work::finished(py, run, move |run| folder.unit(unit, false, &CLAIMS, run))?;
    Ok(match end {
        UnitEnd::Written { .. } => "written",
        UnitEnd::Same => "same",
        UnitEnd::Alarm(_) => "alarm",
    })
}

/// Computes units in this process until none is left.
#[pyfunction]
pub fn run_work(py: Python<'_>, folder: &str, run: &Run) -> PyResult<Option<String>> {
    let folder = open(folder)?;
    let Done { result, .. } =
        work::result(py, run, move |run| folder.work(&CLAIMS, run, &mut |_, _| {}))?;
    Ok(result.stopped.map(|stopped| stopped.to_string()))
}

/// How far a run is.
#[pyfunction]
pub fn run_status(folder: &str) -> PyResult<Answer> {
    Ok(Answer::new(open(folder)?.status().map_err(|error| errors::error(&error))?))
}

/// The columns and the rows of the units that are done, in the order of the items.
#[pyfunction]
pub fn run_rows<'py>(py: Python<'py>, folder: &str) -> PyResult<(Vec<String>, Bound<'py, PyAny>)> {
    let folder = open(folder)?;
    let all = || {
        let mut rows = Vec::new();
        folder.merge(&mut |row| {
            rows.push(row);
            Ok(())
        })?;
        Ok((folder.columns()?, rows))
    };
    let (columns, rows) = all().map_err(|error: outplay::Error| errors::error(&error))?;
    let names = columns.into_iter().map(|column| column.name).collect();
    Ok((names, fields(py, &rows)?))
}
