//! Positions as values: what is left, who moves, who has how many points. How they came about does not count.

use std::any::Any;
use std::collections::{BTreeSet, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use outplay::rules::bits::BitSet;
use outplay::rules::moves::{Move, split_moves};
use outplay::rules::option::MISERE;
use outplay::rules::player::Player;
use outplay::rules::record::{Moment, Record};
use outplay::rules::rules::{End, Rules, TakingRule};
use outplay::rules::ruleset::Game as Rule;
use outplay::rules::spaces::{HeapPosition, Heaps, Space};
use outplay::view::picture::View;
use outplay::{Budget, How, InputError, Stopped, Worth};
use outplay_rules::in_space;
use outplay_solve::impartial::Convention;
use outplay_solve::oracle;
use outplay_solve::solver;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyString, PyTuple};

use super::errors;
use super::game::{Game, Inner, helper};
use super::work::{self, Run};

/// A moment of a game, whatever its positions are made of.
pub trait State: Send + Sync + Any {
    /// Every legal move.
    fn moves(&self) -> Vec<Move>;
    /// The notation of a move.
    fn write(&self, mv: &Move) -> String;
    /// The legal move that a text means.
    fn read(&self, text: &str) -> Result<Move, InputError>;
    /// The moment after a legal move.
    fn played(&self, mv: &Move) -> Arc<dyn State>;
    /// Who moves.
    fn to_move(&self) -> Player;
    /// The points of both players.
    fn score(&self) -> [u32; 2];
    /// How the game has ended, if it is over.
    fn end(&self, misere: bool) -> Option<End>;
    /// The position with letters.
    fn draw(&self) -> String;
    /// The position as numbers that can be read back.
    fn encode(&self) -> Vec<u64>;
    /// The position as numbers of a fixed meaning, for learning.
    fn vector(&self) -> Vec<i64>;
    /// Whether another moment of the same game is the same.
    fn equals(&self, other: &dyn State) -> bool;
    /// A hash that agrees with [`State::equals`].
    fn code(&self) -> u64;
    /// What it is worth.
    fn worth(
        &self,
        convention: Convention,
        how: &How,
        budget: &mut Budget,
    ) -> Result<Worth, Stopped>;
    /// The best moves.
    fn best(
        &self,
        convention: Convention,
        how: &How,
        budget: &mut Budget,
    ) -> Result<Vec<Move>, Stopped>;
    /// Every move with what it leads to.
    fn valued(
        &self,
        convention: Convention,
        how: &How,
        budget: &mut Budget,
    ) -> Result<Vec<(Move, Worth)>, Stopped>;
}

/// A moment of a game on a kind of board.
pub struct At<S: Space> {
    rules: Rule<S>,
    moment: Moment<S::Position>,
}

impl<S: View> At<S> {
    /// The start of a game.
    pub fn start(rules: &Rule<S>) -> Arc<Self> {
        Arc::new(At { rules: rules.clone(), moment: Record::new(rules).now().clone() })
    }

    /// Any moment of a game.
    pub fn new(rules: &Rule<S>, moment: Moment<S::Position>) -> Arc<Self> {
        Arc::new(At { rules: rules.clone(), moment })
    }
}

impl<S: View> State for At<S> {
    fn moves(&self) -> Vec<Move> {
        self.rules.moves(&self.moment.position)
    }

    fn write(&self, mv: &Move) -> String {
        self.rules.write_move(mv)
    }

    fn read(&self, text: &str) -> Result<Move, InputError> {
        let mv = self.rules.read_move(&self.moment.position, text)?;
        let legal = self.rules.check(&self.moment.position, &mv);
        legal.map_err(|illegal| InputError::whole(text, illegal.0))?;
        Ok(mv)
    }

    fn played(&self, mv: &Move) -> Arc<dyn State> {
        At::new(&self.rules, oracle::after(&self.rules, &self.moment, mv))
    }

    fn to_move(&self) -> Player {
        self.moment.to_move
    }

    fn score(&self) -> [u32; 2] {
        self.moment.score
    }

    fn end(&self, misere: bool) -> Option<End> {
        self.rules.ended(&self.moment, misere)
    }

    fn draw(&self) -> String {
        self.rules.space().draw(&self.moment.position)
    }

    fn encode(&self) -> Vec<u64> {
        self.rules.space().encode(&self.moment.position)
    }

    fn vector(&self) -> Vec<i64> {
        let (space, position) = (self.rules.space(), &self.moment.position);
        let places = space.places().len();
        if let Some(edges) = space.edges(position) {
            return edges.iter().map(|&copies| copies.into()).collect();
        }
        if let Some(stones) = space.stones(position).or(space.offer(position).map(|at| &at.stones))
        {
            let owned =
                |player: Player| (0..places).map(move |at| stones.of(player).contains(at).into());
            let offered = space.offer(position).map(|at| at.offered);
            let waiting = |at: usize| {
                offered.flatten().is_some_and(|(a, b)| at == a as usize || at == b as usize)
            };
            let offers = offered.map(|_| (0..places).map(|at| waiting(at).into()).collect());
            let stones: Vec<i64> = owned(Player::First).chain(owned(Player::Second)).collect();
            return [stones, offers.unwrap_or_default()].concat();
        }
        let layers = space.layers(position);
        if !layers.is_empty() {
            let members = |set: &BitSet| (0..places).map(|at| set.contains(at).into()).collect();
            return layers.into_iter().map(members).collect::<Vec<Vec<i64>>>().concat();
        }
        let left = space.vertices(position);
        let vertices = (0..places).map(|at| left.is_none_or(|left| left.contains(at)).into());
        heap_counts(space, position).into_iter().chain(vertices).collect()
    }

    fn equals(&self, other: &dyn State) -> bool {
        (other as &dyn Any).downcast_ref::<Self>().is_some_and(|other| self.moment == other.moment)
    }

    fn code(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.moment.position.hash(&mut hasher);
        self.moment.to_move.index().hash(&mut hasher);
        self.moment.score.hash(&mut hasher);
        hasher.finish()
    }

    fn worth(
        &self,
        convention: Convention,
        how: &How,
        budget: &mut Budget,
    ) -> Result<Worth, Stopped> {
        solver(&self.rules, convention, how).value(&self.moment, budget).map(Worth::from)
    }

    fn best(
        &self,
        convention: Convention,
        how: &How,
        budget: &mut Budget,
    ) -> Result<Vec<Move>, Stopped> {
        Ok(solver(&self.rules, convention, how).best(&self.moment, budget)?.1)
    }

    fn valued(
        &self,
        convention: Convention,
        how: &How,
        budget: &mut Budget,
    ) -> Result<Vec<(Move, Worth)>, Stopped> {
        let mut solver = solver(&self.rules, convention, how);
        let valued = oracle::valued_moves(solver.as_mut(), &self.moment, budget)?;
        Ok(valued.into_iter().map(|(mv, value)| (mv, Worth::from(value))).collect())
    }
}

/// How many heaps there are of each size, up to the largest at the start.
fn heap_counts<S: Space>(space: &S, position: &S::Position) -> Vec<i64> {
    let space = (space as &dyn Any).downcast_ref::<Heaps>();
    let position = (position as &dyn Any).downcast_ref::<HeapPosition>();
    let Some((space, position)) = space.zip(position) else { return Vec::new() };
    let largest = space.sizes().iter().copied().max().unwrap_or(0);
    let count = |size: u64| position.heaps.iter().filter(|&&heap| heap == size).count() as i64;
    (1..=largest).map(count).collect()
}

/// Every move that any position of a game may have, in a fixed order; none if that would take looking at more than `most`
/// positions.
pub fn actions<S: View>(rules: &Rule<S>, most: usize) -> Option<Vec<Move>> {
    let places = rules.places().len() as u16;
    let edges = || rules.space().graph().into_iter().flat_map(|graph| graph.edges());
    let all = match rules {
        Rule::Scoring(of) if of.removing().is_some() => {
            Some(edges().map(|edge| Move::Edge(edge.u, edge.v)).collect())
        }
        Rule::Positional(of) if of.hopping().is_some() => {
            let hops = |from: u16| (0..places).map(move |to| Move::Hop { from, to });
            let all = (0..places).flat_map(hops);
            Some(all.filter(|mv| !matches!(mv, Move::Hop { from, to } if from == to)).collect())
        }
        Rule::Positional(of) if of.placing().is_some() => {
            Some((0..places).map(Move::Point).collect())
        }
        Rule::Impartial(of) => match of.taking() {
            Some(TakingRule::Neighbourhood) if of.heap_code().is_none() => {
                Some((0..places).map(|v| Move::Vertices([v].into_iter().collect())).collect())
            }
            _ => None,
        },
        _ => None,
    };
    all.or_else(|| explored(rules, most))
}

fn explored<S: View>(rules: &Rule<S>, most: usize) -> Option<Vec<Move>> {
    let mut found = BTreeSet::new();
    let mut seen = HashSet::from([rules.start()]);
    let mut waiting = vec![rules.start()];
    while let Some(position) = waiting.pop() {
        for mv in rules.moves(&position) {
            let next = rules.apply(&position, &mv).position;
            found.insert(mv);
            if seen.insert(next.clone()) {
                if seen.len() > most {
                    return None;
                }
                waiting.push(next);
            }
        }
    }
    Some(found.into_iter().collect())
}

/// The moves that led to a position, last first.
pub struct Trail {
    before: Option<Arc<Trail>>,
    mv: Move,
}

/// A position of a game: what is left, whose turn it is, the score. A value: equal positions have equal hashes, however
/// they were reached.
///
///     >>> start = Game("unshackle", "path:4").position()
///     >>> one, other = start.play("1-2", "3-4"), start.play("3-4", "1-2")
///     >>> one == other, one.to_move, one.score, one.moves()
///     (True, 'first', (1, 1), ['2-3'])
///     >>> one.played
///     ('1-2', '3-4')
#[pyclass(frozen, module = "outplay", weakref)]
pub struct Position {
    game: Arc<Inner>,
    state: Arc<dyn State>,
    /// None at the start; also none where nobody knows how the position came about.
    trail: Option<Arc<Trail>>,
    has_past: bool,
    moves: PyOnceLock<Vec<Py<PyString>>>,
}

impl Position {
    /// A position that was reached by known moves.
    pub fn new(game: Arc<Inner>, state: Arc<dyn State>, trail: Option<Arc<Trail>>) -> Self {
        Position { game, state, trail, has_past: true, moves: PyOnceLock::new() }
    }

    /// A position of which nobody knows how it came about.
    pub fn without_past(game: Arc<Inner>, state: Arc<dyn State>) -> Self {
        Position { has_past: false, ..Position::new(game, state, None) }
    }

    fn next(&self, text: &str) -> PyResult<Position> {
        let mv = self.state.read(text).map_err(|error| errors::input(&error))?;
        let state = self.state.played(&mv);
        let trail = self.has_past.then(|| Arc::new(Trail { before: self.trail.clone(), mv }));
        Ok(Position { has_past: self.has_past, ..Position::new(self.game.clone(), state, trail) })
    }

    /// The position after further moves.
    pub fn after(self, moves: &[String]) -> PyResult<Position> {
        let mut now = self;
        for text in moves.iter().flat_map(|text| split_moves(text)) {
            now = now.next(&text)?;
        }
        Ok(now)
    }

    fn names<'py>(&self, py: Python<'py>) -> &[Py<PyString>] {
        self.moves.get_or_init(py, || {
            let moves = self.state.moves();
            moves.iter().map(|mv| self.game.name(py, mv, &*self.state).unbind()).collect()
        })
    }
}

#[pymethods]
impl Position {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game(self.game.clone())
    }

    /// Who is to move: `first` or `second`.
    #[getter]
    fn to_move(&self) -> &'static str {
        player(self.state.to_move())
    }

    /// The points of the first and the second player.
    #[getter]
    fn score(&self) -> (u32, u32) {
        self.state.score().into()
    }

    /// The moves that led here from the start; None if they are not known.
    #[getter]
    fn played<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        if !self.has_past {
            return Ok(None);
        }
        let mut moves = Vec::new();
        let mut trail = self.trail.as_ref();
        while let Some(step) = trail {
            moves.push(self.game.name(py, &step.mv, &*self.state));
            trail = step.before.as_ref();
        }
        moves.reverse();
        PyTuple::new(py, moves).map(Some)
    }

    /// Every legal move, in a fixed order.
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.names(py))
    }

    /// The position after one move, or after several.
    #[pyo3(signature = (move_, *more))]
    fn play(&self, move_: &str, more: Vec<String>) -> PyResult<Position> {
        let mut texts = split_moves(move_);
        let first = if texts.is_empty() { String::new() } else { texts.remove(0) };
        self.next(&first)?.after(&[texts, more].concat())
    }

    /// The position after each legal move.
    fn children(&self, py: Python<'_>) -> PyResult<Vec<Position>> {
        self.names(py).iter().map(|name| self.next(name.bind(py).extract()?)).collect()
    }

    /// Whether a text is a legal move here.
    fn is_legal(&self, move_: &str) -> bool {
        self.state.read(move_).is_ok()
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.state.end(self.game.question.options.has(&MISERE)).is_some()
    }

    /// Who has won if the game is over: `first`, `second`, or `none` after a draw or a tie.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.state.end(self.game.question.options.has(&MISERE)).map(|end| match end {
            End::Win(winner) => player(winner),
            End::Tie | End::Draw => "none",
        })
    }

    /// The position drawn with letters.
    fn draw(&self) -> String {
        self.state.draw()
    }

    /// The position as numbers of a fixed length and meaning. Copies left of each edge; or points of the first player, then of
    /// the second, then those offered; or heaps of each size, then vertices that are left.
    fn vector(&self) -> Vec<i64> {
        self.state.vector()
    }

    /// What the position is worth, as fields; nothing but the value is asked for.
    #[pyo3(name = "_worth")]
    fn worth<'py>(&self, py: Python<'py>, run: &Run) -> PyResult<Bound<'py, PyAny>> {
        let (state, convention) = (self.state.clone(), self.game.convention);
        let found = work::finished(py, run, move |run| {
            run.work(|budget| Ok(state.worth(convention, &run.how, budget)?))
        })?;
        let fields = super::convert::fields(py, &found)?;
        fields.set_item("words", found.to_string())?;
        Ok(fields)
    }

    /// The best moves.
    #[pyo3(name = "_best")]
    fn best<'py>(&self, py: Python<'py>, run: &Run) -> PyResult<Bound<'py, PyList>> {
        let (state, convention) = (self.state.clone(), self.game.convention);
        let found = work::finished(py, run, move |run| {
            run.work(|budget| Ok(state.best(convention, &run.how, budget)?))
        })?;
        PyList::new(py, found.iter().map(|mv| self.game.name(py, mv, &*self.state)))
    }

    /// Every move with what it leads to.
    #[pyo3(name = "_valued")]
    fn valued<'py>(&self, py: Python<'py>, run: &Run) -> PyResult<Bound<'py, PyList>> {
        let (state, convention) = (self.state.clone(), self.game.convention);
        let found = work::finished(py, run, move |run| {
            run.work(|budget| Ok(state.valued(convention, &run.how, budget)?))
        })?;
        let list = PyList::empty(py);
        for (mv, worth) in &found {
            let fields = super::convert::fields(py, worth)?;
            fields.set_item("words", worth.to_string())?;
            list.append((self.game.name(py, mv, &*self.state), fields))?;
        }
        Ok(list)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Position>() else { return false };
        let other = other.get();
        let same_game =
            Arc::ptr_eq(&self.game, &other.game) || self.game.question == other.game.question;
        same_game && self.state.equals(&*other.state)
    }

    fn __hash__(&self) -> u64 {
        self.state.code()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let game = Bound::new(py, self.game())?.repr()?.to_string();
        let past = match self.played(py)? {
            None => "…".to_string(),
            Some(moves) => moves.iter().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" "),
        };
        let past = if past.is_empty() { past } else { format!("'{past}'") };
        Ok(format!("{game}.position({past})"))
    }

    fn __str__(&self) -> String {
        self.state.draw()
    }

    /// A value: its copies are itself.
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, this) = (slf.py(), slf.get());
        let state =
            (this.game(), this.state.encode(), this.to_move(), this.score(), this.played(py)?);
        (helper(py, "restored")?, state).into_pyobject(py).map(Bound::into_any)
    }
}

fn player(player: Player) -> &'static str {
    match player {
        Player::First => "first",
        Player::Second => "second",
    }
}

/// A position that was pickled.
#[pyfunction]
pub fn restored(
    game: &Game,
    numbers: Vec<u64>,
    to_move: &str,
    score: (u32, u32),
    played: Option<Vec<String>>,
) -> PyResult<Position> {
    if let Some(moves) = played {
        return Position::new(game.0.clone(), start(game), None).after(&moves);
    }
    let to_move = if to_move == "first" { Player::First } else { Player::Second };
    let state = in_space!(&game.0.ruleset, |rules| {
        let mut numbers = numbers.into_iter();
        rules.space().decode(&mut || numbers.next()).map(|position| {
            At::new(rules, Moment { position, to_move, score: score.into() }) as Arc<dyn State>
        })
    });
    let state =
        state.ok_or_else(|| errors::wrong("these numbers are not a position of the game"))?;
    Ok(Position::without_past(game.0.clone(), state))
}

fn start(game: &Game) -> Arc<dyn State> {
    in_space!(&game.0.ruleset, |rules| At::start(rules) as Arc<dyn State>)
}
