//! A game that is listed position by position, solved by the reference solvers. Python explores a game that is written there
//! and lists it; what comes here is numbers.

use outplay::rules::error::InputError;
use outplay::rules::moves::Move;
use outplay::rules::places::Places;
use outplay::rules::player::Player;
use outplay::rules::rules::{End, IllegalMove, Impartial, Part, Positional, Rules, Scoring, Step};
use outplay::rules::spaces::{Numbers, Space};
use outplay::rules::symmetry::Structure;
use outplay::{Budget, Stopped, Worth};
use outplay_solve::impartial::{Convention, Nimber, Outcome};
use outplay_solve::oracle::GameValue;
use outplay_solve::{impartial, positional, scoring};
use pyo3::prelude::*;
use serde_json::Value;

use super::convert::object;
use super::errors;
use super::work::{self, Run};

/// Where a move leads, what it scores, and whether the same player moves again.
type Option3 = (u32, u32, bool);

/// Positions by number, with their moves.
struct Listed {
    places: Places,
    moves: Vec<Vec<Option3>>,
    /// The parts of each position; none where it is one part.
    parts: Vec<Vec<u32>>,
    /// How each position has ended, if it has (positional games).
    ends: Vec<Option<End>>,
    /// Who moves (positional games).
    movers: Vec<Player>,
}

impl Space for Listed {
    type Position = u32;

    fn places(&self) -> &Places {
        &self.places
    }

    fn read_move(&self, _position: &u32, text: &str) -> Result<Move, InputError> {
        Err(InputError::whole(text, "moves of this game are not written"))
    }

    fn untouched(&self) -> u32 {
        0
    }

    fn encode(&self, position: &u32) -> Vec<u64> {
        vec![u64::from(*position)]
    }

    fn decode(&self, next: Numbers) -> Option<u32> {
        u32::try_from(next()?).ok().filter(|&at| (at as usize) < self.moves.len())
    }

    fn named(&self, _position: &u32) -> Vec<u16> {
        Vec::new()
    }

    fn renamed(&self, position: &u32, _images: &[u16]) -> Option<u32> {
        Some(*position)
    }

    fn structure(&self, _position: &u32) -> Option<Structure> {
        None
    }

    fn symmetries(&self, _most: usize) -> Vec<Vec<u16>> {
        Vec::new()
    }

    fn image(&self, position: &u32, _to: &[u16], _entries: &[u16]) -> u32 {
        *position
    }
}

/// A move is its number in the list.
fn numbered(number: usize) -> Move {
    Move::Heap { from: number as u64, to: Default::default() }
}

impl Rules for Listed {
    type Space = Listed;
    type Position = u32;

    fn space(&self) -> &Listed {
        self
    }

    fn moves(&self, position: &u32) -> Vec<Move> {
        (0..self.moves[*position as usize].len()).map(numbered).collect()
    }

    fn check(&self, position: &u32, mv: &Move) -> Result<(), IllegalMove> {
        let Move::Heap { from, .. } = mv else { return Err(IllegalMove("no such move".into())) };
        match (*from as usize) < self.moves[*position as usize].len() {
            true => Ok(()),
            false => Err(IllegalMove("no such move".into())),
        }
    }

    fn apply(&self, position: &u32, mv: &Move) -> Step<u32> {
        let number = if let Move::Heap { from, .. } = mv { *from as usize } else { 0 };
        let (position, earned, again) = self.moves[*position as usize][number];
        Step { position, earned, again }
    }

    fn longest_game(&self) -> usize {
        self.moves.len()
    }
}

impl Impartial for Listed {
    fn parts(&self, position: &u32) -> Vec<Part<u32>> {
        match &self.parts[*position as usize][..] {
            [] => vec![Part::Component(*position)],
            parts => parts.iter().map(|&part| Part::Component(part)).collect(),
        }
    }
}

impl Scoring for Listed {
    fn points_left(&self, _position: &u32) -> u32 {
        0
    }
}

impl Positional for Listed {
    fn end(&self, position: &u32) -> Option<End> {
        self.ends[*position as usize]
    }

    fn to_move(&self, position: &u32) -> Player {
        self.movers[*position as usize]
    }
}

/// What a position is worth to the player to move, or for a positional game to the players by name.
fn worth(
    game: &Listed,
    theory: &str,
    misere: bool,
    asked: &[u32],
    budget: &mut Budget,
) -> Result<Vec<Worth>, Stopped> {
    match theory {
        "impartial" => {
            let mut solver = impartial::Reference::new(game);
            let one = |at: &u32| by_last_move(&mut solver, *at, misere, budget);
            asked.iter().map(one).collect()
        }
        "scoring" => {
            let mut solver = if misere {
                scoring::Reference::misere(game)
            } else {
                scoring::Reference::new(game)
            };
            let value = |margin: i32| match misere {
                true => GameValue::MisereMargin(margin),
                false => GameValue::Margin(margin),
            };
            asked.iter().map(|at| Ok(value(solver.margin(at, budget)?).into())).collect()
        }
        _ => {
            let mut solver = positional::Reference::new(game);
            let one = |at: &u32| Ok(GameValue::Positional(solver.value(at, budget)?).into());
            asked.iter().map(one).collect()
        }
    }
}

fn by_last_move(
    solver: &mut impartial::Reference<'_, Listed>,
    at: u32,
    misere: bool,
    budget: &mut Budget,
) -> Result<Worth, Stopped> {
    let (outcome, nimber) = if misere {
        (solver.outcome_by_play(&at, Convention::Misere, budget)?, None)
    } else {
        let nimber = solver.nimber(&at, budget)?;
        (if nimber == Nimber::Value(0) { Outcome::P } else { Outcome::N }, Some(nimber))
    };
    let winner = if outcome == Outcome::N { Player::First } else { Player::Second };
    Ok(GameValue::Impartial { winner, outcome, nimber }.into())
}

/// What the positions asked for are worth, as fields: as if the first player were to move, except in positional games, where
/// `movers` says who is.
#[pyfunction]
#[pyo3(signature = (theory, moves, parts, ends, movers, misere, asked, run))]
#[expect(clippy::too_many_arguments, reason = "the Python side names them all")]
pub fn solve_listed<'py>(
    py: Python<'py>,
    theory: String,
    moves: Vec<Vec<Option3>>,
    parts: Vec<Vec<u32>>,
    ends: Vec<Option<String>>,
    movers: Vec<bool>,
    misere: bool,
    asked: Vec<u32>,
    run: &Run,
) -> PyResult<Bound<'py, PyAny>> {
    let end = |text: &Option<String>| match text.as_deref() {
        None => Ok(None),
        Some("first") => Ok(Some(End::Win(Player::First))),
        Some("second") => Ok(Some(End::Win(Player::Second))),
        Some("tie") => Ok(Some(End::Tie)),
        Some("draw") => Ok(Some(End::Draw)),
        Some(other) => Err(errors::wrong(format!(
            "a game ends with 'first', 'second', 'draw' or 'tie', not '{other}'"
        ))),
    };
    let ends = ends.iter().map(end).collect::<PyResult<Vec<_>>>()?;
    let mover = |first: bool| if first { Player::First } else { Player::Second };
    let movers = movers.into_iter().map(mover).collect();
    let game = Listed { places: Places::numbered(0), moves, parts, ends, movers };
    let found = work::finished(py, run, move |run| {
        run.work(|budget| Ok(worth(&game, &theory, misere, &asked, budget)?))
    })?;
    let told = |worth: &Worth| {
        let mut fields = serde_json::to_value(worth).unwrap_or_default();
        fields["words"] = worth.to_string().into();
        fields
    };
    object(py, &Value::Array(found.iter().map(told).collect()))
}
