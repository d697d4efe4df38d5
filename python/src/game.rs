//! A game on a board, ready to be played.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

use outplay::rules::error::nearest;
use outplay::rules::moves::Move;
use outplay::rules::option::{MISERE, Options};
use outplay::rules::registry::all_options;
use outplay::rules::ruleset::Ruleset;
use outplay::{Asked, Question};
use outplay_rules::in_space;
use outplay_solve::impartial::Convention;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyDict, PyInt, PyList, PyString, PyTuple};
use serde_json::{Map, Value};

use super::errors;
use super::position::{At, Position, State};
use super::work::read;

/// The rules of a game on a board, shared by its positions.
pub struct Inner {
    /// The game, the board and the options.
    pub question: Question,
    /// The rules.
    pub ruleset: Ruleset,
    /// Who wins by the last move.
    pub convention: Convention,
    start: Arc<dyn State>,
    names: Mutex<HashMap<Move, Py<PyString>>>,
}

/// More names of moves than this are not kept.
const MOST_NAMES: usize = 1 << 16;

impl Inner {
    /// The notation of a move, made once.
    pub fn name<'py>(&self, py: Python<'py>, mv: &Move, state: &dyn State) -> Bound<'py, PyString> {
        let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(name) = names.get(mv) {
            return name.bind(py).clone();
        }
        let name = PyString::new(py, &state.write(mv));
        if names.len() < MOST_NAMES {
            names.insert(mv.clone(), name.clone().unbind());
        }
        name
    }
}

/// A game on a board.
///
///     >>> game = Game("cram", "grid:2x3", misere=True)
///     >>> game.position("1,2").moves()
///     ['3,6', '4,5', '5,6']
///     >>> game == Game("cram", "grid:2x3")
///     False
///
/// The board is a name, or whatever `Board.of` makes a board of; options are keywords.
#[pyclass(frozen, module = "outplay", weakref)]
pub struct Game(pub Arc<Inner>);

impl Game {
    fn key(&self) -> (String, String, String) {
        let Question { game, board, options, .. } = &self.0.question;
        (game.to_string(), board.to_string(), options.to_string())
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (game, board, **options))]
    fn new(
        game: &str,
        board: &Bound<'_, PyAny>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let question = question(game, board, options, "")?;
        let run = outplay::Run::default();
        let asked = board.py().detach(|| Asked::new(&question, &run));
        let asked = asked.map_err(|error| errors::input(&error))?;
        if asked.cases.has_starts() {
            return Err(errors::wrong("choose where the first X stands, for example start=\"5\""));
        }
        let ruleset = asked.cases.first().clone();
        let start = in_space!(&ruleset, |game| At::start(game) as Arc<dyn State>);
        let question = Question { options: question.options.clone(), ..asked.question.clone() };
        let (convention, names) = (asked.convention(), Mutex::default());
        Ok(Game(Arc::new(Inner { question, ruleset, convention, start, names })))
    }

    /// The name of the game.
    #[getter]
    fn name(&self) -> String {
        self.0.question.game.to_string()
    }

    /// The name of the board.
    #[getter]
    fn board(&self) -> String {
        self.0.question.board.to_string()
    }

    /// The options that were given.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        super::convert::fields(py, &self.0.question.options)
    }

    /// How the game is won: `impartial`, `scoring` or `positional`.
    #[getter]
    fn theory(&self) -> String {
        self.0.question.game.def().theory.to_string()
    }

    /// Whether the misère convention holds.
    #[getter]
    fn misere(&self) -> bool {
        self.0.question.options.has(&MISERE)
    }

    /// The position after some moves from the start: one text, or one move an argument.
    #[pyo3(signature = (*moves))]
    fn position(&self, moves: Vec<String>) -> PyResult<Position> {
        let start = Position::new(self.0.clone(), self.0.start.clone(), None);
        start.after(&moves)
    }

    /// No game has more moves than this.
    fn longest_game(&self) -> usize {
        use outplay::rules::rules::Rules;
        in_space!(&self.0.ruleset, |game| game.longest_game())
    }

    /// Every move that any position of the game may have, or none if they cannot be listed by looking at `most` positions.
    #[pyo3(signature = (most=100_000))]
    fn actions(&self, py: Python<'_>, most: usize) -> Option<Vec<String>> {
        py.detach(|| {
            let moves = in_space!(&self.0.ruleset, |game| super::position::actions(game, most))?;
            Some(moves.iter().map(|mv| self.0.start.write(mv)).collect())
        })
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Game>().is_ok_and(|other| self.key() == other.get().key())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.key().hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (game, board, _) = self.key();
        let mut text = format!("Game({}, {}", quoted(py, &game)?, quoted(py, &board)?);
        for (option, value) in self.0.question.options.iter() {
            let value =
                if option.value.is_some() { quoted(py, value)? } else { "True".to_string() };
            text.push_str(&format!(", {}={value}", option.field()));
        }
        Ok(text + ")")
    }

    fn __str__(&self) -> String {
        self.0.question.to_string()
    }

    /// A value: its copies are itself.
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let (game, board, _) = slf.get().key();
        let rebuild = helper(py, "rebuilt")?;
        let options = slf.get().options(py)?;
        (rebuild, (game, board, options)).into_pyobject(py).map(Bound::into_any)
    }
}

fn quoted(py: Python<'_>, text: &str) -> PyResult<String> {
    Ok(PyString::new(py, text).repr()?.to_string())
}

/// A function of the module that helps the extension along in Python.
pub fn helper<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    static MODULE: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    let module = MODULE.get_or_try_init(py, || py.import("outplay._help").map(Bound::unbind))?;
    module.bind(py).getattr(name)
}

/// The name of a board, or of whatever can be made a board.
pub fn board_name(board: &Bound<'_, PyAny>) -> PyResult<String> {
    match board.cast::<PyString>() {
        Ok(text) => text.extract(),
        Err(_) => helper(board.py(), "board_name")?.call1((board,))?.extract(),
    }
}

/// A question as it is asked in Python.
pub fn question(
    game: &str,
    board: &Bound<'_, PyAny>,
    given: Option<&Bound<'_, PyDict>>,
    after: &str,
) -> PyResult<Question> {
    let board = read(&board_name(board)?)?;
    Ok(Question::on(read::<outplay::GameName>(game)?, board).with(options(given)?).after(after))
}

/// Options as keywords: `misere=True`, `bias="1:2"` or `bias=(1, 2)`, `start=5`.
pub fn options(given: Option<&Bound<'_, PyDict>>) -> PyResult<Options> {
    let mut fields = Map::new();
    for (name, value) in given.into_iter().flatten() {
        let name: String = name.extract()?;
        let known: Vec<String> = all_options().iter().map(|option| option.field()).collect();
        if !known.contains(&name) {
            let near = nearest(&name, known.iter().map(String::as_str));
            let help = near.map_or(String::new(), |near| format!("\n  did you mean {near}?"));
            return Err(errors::wrong(format!("there is no option '{name}'{help}")));
        }
        fields.insert(name, option_value(&value)?);
    }
    Options::from_fields(&fields).map_err(|error| errors::input(&error))
}

fn option_value(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    if value.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(Value::Bool(flag.is_true()));
    }
    if value.is_instance_of::<PyTuple>() || value.is_instance_of::<PyList>() {
        let parts = value.try_iter()?.map(|part| Ok(part?.str()?.to_string()));
        return Ok(Value::String(parts.collect::<PyResult<Vec<_>>>()?.join(":")));
    }
    if value.is_instance_of::<PyInt>() {
        return Ok(Value::String(value.str()?.to_string()));
    }
    Ok(Value::String(value.extract()?))
}
