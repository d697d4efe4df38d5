//! What can be asked, one function each: texts in, an answer out.

use std::io::Cursor;

use outplay::door::positions::Listing;
use outplay::door::verify::Challenge;
use outplay::rules::family::Family;
use outplay::strategy::strategy::Guarantee;
use outplay::{Asked, Form, GameName, HeapGame, InputError, Question};
use outplay_lab::catalogue;
use outplay_lab::context::Context;
use outplay_lab::report::ClaimReport;
use outplay_lab::tables;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use super::answer::Answer;
use super::convert::fields;
use super::errors;
use super::game::{options, question};
use super::strategy::read_player;
use super::work::{self, Done, Run, read};

type Board<'a, 'py> = &'a Bound<'py, PyAny>;
type Given<'a, 'py> = Option<&'a Bound<'py, PyDict>>;

/// The exact value of a position, the best moves, a line of best play.
#[pyfunction]
pub fn solve(
    py: Python<'_>,
    game: &str,
    board: Board<'_, '_>,
    options: Given<'_, '_>,
    after: &str,
    run: &Run,
) -> PyResult<Answer> {
    let question = question(game, board, options, after)?;
    work::answer(py, run, move |run| outplay::solve(&question, run))
}

/// Every legal move with what it leads to.
#[pyfunction]
pub fn moves(
    py: Python<'_>,
    game: &str,
    board: Board<'_, '_>,
    options: Given<'_, '_>,
    after: &str,
    run: &Run,
) -> PyResult<Answer> {
    let question = question(game, board, options, after)?;
    work::answer(py, run, move |run| outplay::moves(&question, run))
}

/// A family of boards solved, one row per board.
#[pyfunction]
pub fn table(
    py: Python<'_>,
    game: &str,
    family: &str,
    given: Given<'_, '_>,
    run: &Run,
) -> PyResult<Answer> {
    let (game, family): (GameName, Family) = (read(game)?, read(family)?);
    let options = options(given)?;
    work::answer(py, run, move |run| outplay::table(&game, &family, &options, run))
}

/// A statement tested on every board of a family.
#[pyfunction]
pub fn sweep(
    py: Python<'_>,
    game: &str,
    family: &str,
    test: String,
    given: Given<'_, '_>,
    run: &Run,
) -> PyResult<Answer> {
    let (game, family): (GameName, Family) = (read(game)?, read(family)?);
    let options = options(given)?;
    work::answer(py, run, move |run| outplay::sweep(&game, &family.into(), &options, &test, run))
}

/// The Grundy values of the heaps up to a size, four bytes each in the order of this machine; whether that is all; why not.
#[pyfunction]
pub fn sequence<'py>(
    py: Python<'py>,
    code: &str,
    to: u32,
    run: &Run,
) -> PyResult<(Bound<'py, PyBytes>, Option<String>, bool)> {
    let game: HeapGame = read(code)?;
    let Done { result, interrupted } =
        work::result(py, run, move |run| outplay::sequence(&game, to, run))?;
    let bytes: Vec<u8> = result.values.iter().flat_map(|value| value.to_ne_bytes()).collect();
    let stopped = result.stopped.map(|stopped| stopped.to_string());
    Ok((PyBytes::new(py, &bytes), stopped, interrupted))
}

/// The period of a nim-sequence, found and proved.
#[pyfunction]
pub fn period(py: Python<'_>, code: &str, limit: u64, run: &Run) -> PyResult<Answer> {
    let game: HeapGame = read(code)?;
    work::answer(py, run, move |run| outplay::period(&game, limit, run))
}

/// The P-positions of a heap game.
#[pyfunction]
pub fn positions(
    py: Python<'_>,
    code: &str,
    heaps: u32,
    total: u32,
    irreducible: bool,
    run: &Run,
) -> PyResult<Answer> {
    let game: HeapGame = read(code)?;
    let listing = Listing { heaps, total, irreducible, classes: false };
    work::answer(py, run, move |run| outplay::positions(&game, listing, run))
}

/// A named strategy, or one of a file, played against every opponent.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "the Python side names them all")]
pub fn verify(
    py: Python<'_>,
    game: &str,
    board: Board<'_, '_>,
    options: Given<'_, '_>,
    after: &str,
    strategy: &str,
    player: &str,
    claim: Option<&str>,
    some: bool,
    run: &Run,
) -> PyResult<Answer> {
    let question = question(game, board, options, after)?;
    let claim = claim.map(Guarantee::read).transpose().map_err(|error| errors::input(&error))?;
    let challenge = Challenge { claim, some, ..Challenge::new(strategy, read_player(player)?) };
    work::answer(py, run, move |run| outplay::verify(&question, &challenge, run))
}

/// The proof of an answer: its fields and the certificate itself.
#[pyfunction]
pub fn certify<'py>(
    py: Python<'py>,
    game: &str,
    board: Board<'_, '_>,
    options: Given<'_, '_>,
    after: &str,
    text: bool,
    run: &Run,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyBytes>)> {
    let question = question(game, board, options, after)?;
    let form = if text { Form::Text } else { Form::Deflate };
    let made = work::finished(py, run, move |run| outplay::certify(&question, form, run))?;
    Ok((fields(py, &made)?, PyBytes::new(py, &made.content)))
}

/// What the independent checker says of a certificate.
#[pyfunction]
pub fn check(py: Python<'_>, certificate: Vec<u8>, run: &Run) -> PyResult<Answer> {
    work::answer(py, run, move |run| outplay::check(Cursor::new(certificate), run))
}

/// The games that there are; with a name, that game with its rules.
#[pyfunction]
#[pyo3(signature = (name=None))]
pub fn games<'py>(py: Python<'py>, name: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
    let games = match name {
        Some(name) => outplay::game(name).map_err(|error| errors::input(&error))?,
        None => outplay::games(),
    };
    fields(py, &games)?.get_item("games")
}

/// The strategies that have a name.
#[pyfunction]
pub fn strategies(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    fields(py, &outplay::strategies())?.get_item("strategies")
}

/// A position as a page draws it.
#[pyfunction]
pub fn picture<'py>(
    py: Python<'py>,
    game: &str,
    board: Board<'_, 'py>,
    options: Given<'_, '_>,
    after: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let question = question(game, board, options, after)?;
    let run = outplay::Run::default();
    let asked = Asked::new(&question, &run).map_err(|error| errors::input(&error))?;
    let position = outplay::door::position::position(&asked);
    fields(py, &position.map_err(|error| errors::input(&error))?)
}

/// Every position that play can reach, with its value, and the moves between them.
#[pyfunction]
pub fn game_graph<'py>(
    py: Python<'py>,
    game: &str,
    board: Board<'_, 'py>,
    options: Given<'_, '_>,
    after: &str,
    run: &Run,
) -> PyResult<Bound<'py, PyAny>> {
    let question: Question = question(game, board, options, after)?;
    let done =
        work::result(py, run, move |run| outplay::door::game_graph::game_graph(&question, run))?;
    fields(py, &done.result)
}

/// The catalogue of published statements.
#[pyfunction]
pub fn claims(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let all = catalogue::claims();
    let all: Vec<_> = all.iter().map(|claim| ClaimReport::new(claim, None)).collect();
    fields(py, &all)
}

/// A statement with what came out when it was checked, and whether a limit came first.
#[pyfunction]
pub fn check_claim<'py>(
    py: Python<'py>,
    id: &str,
    deep: bool,
    run: &Run,
) -> PyResult<(Bound<'py, PyAny>, Option<String>, bool)> {
    let Some(claim) = catalogue::find(id) else {
        let ids: Vec<&str> = catalogue::claims().iter().map(|claim| claim.id).collect();
        return Err(unknown("claim", id, &ids));
    };
    let Done { result: finding, interrupted } = work::result(py, run, move |run| {
        run.work(|budget| Ok(claim.examine(&mut Context::new(budget, deep, run.how.clone()))))
    })?;
    let stopped = finding.stopped.map(|stopped| stopped.to_string());
    Ok((fields(py, &ClaimReport::new(claim, Some(&finding)))?, stopped, interrupted))
}

/// The tables of papers, by name, with what they show.
#[pyfunction]
pub fn named_tables() -> Vec<(&'static str, &'static str)> {
    tables::tables().iter().map(|table| (table.name, table.title)).collect()
}

/// A table of a paper, recomputed.
#[pyfunction]
pub fn named_table(py: Python<'_>, name: &str, deep: bool, run: &Run) -> PyResult<Answer> {
    let Some(named) = tables::find(name) else {
        let names: Vec<&str> = tables::tables().iter().map(|table| table.name).collect();
        return Err(unknown("table", name, &names));
    };
    work::answer(py, run, move |run| named.recompute(deep, run))
}

fn unknown(what: &str, name: &str, known: &[&str]) -> PyErr {
    let near = outplay::rules::error::nearest(name, known.iter().copied());
    let help = near.map_or(String::new(), |near| format!("did you mean {near}?"));
    errors::input(&InputError::whole(name, format!("there is no {what} '{name}'")).help(help))
}
