//! Puzzles: positions with exactly one winning move. Random games on the registry's example boards supply the positions,
//! and the solver certifies that the winning move is unique. The same number gives the same puzzle.

use std::time::Duration;

use crate::view::picture::View;
use crate::{Asked, Error, Question, Run, Stopped, Task};
use outplay_rules::error::InputError;
use outplay_rules::game::GameDef;
use outplay_rules::games::GAMES;
use outplay_rules::moves::Move;
use outplay_rules::option::{MISERE, START};
use outplay_rules::record::{Moment, Record};
use outplay_rules::rules::Rules;
use outplay_rules::ruleset::Game;
use outplay_rules::spaces::Space;
use outplay_solve::limits::Budget;
use outplay_solve::oracle::{AnyOracle, after};
use serde::{Deserialize, Serialize};

use super::levels::{Ahead, Dice};

/// How far one has to look ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Grade {
    /// One or two moves.
    Easy,
    /// Three or four.
    Medium,
    /// More.
    Hard,
}

/// A position with one winning move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Puzzle {
    /// The position.
    #[cfg_attr(feature = "schema", schemars(with = "crate::Written"))]
    question: Question,
    /// The game's name as a heading.
    title: String,
    /// Who is to move and wins.
    to_move: String,
    /// How many moves there are.
    moves: usize,
    /// The one that wins.
    solution: String,
    /// Somebody who looks this many moves ahead finds it; null if that is too far to say.
    depth: Option<u32>,
    grade: Grade,
}

/// A puzzle, if one is found.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Found {
    puzzle: Option<Puzzle>,
}

/// Random games that are played in search of one, and how long the solver may think about a position.
const MOST_GAMES: usize = 40;
const THINKING: Duration = Duration::from_millis(700);
/// With fewer moves there is no choice, and more are tedious.
const MOVES: std::ops::RangeInclusive<usize> = 3..=40;
/// How far ahead is looked to grade a puzzle.
const FARTHEST: u32 = 6;

/// The puzzle with a number, of one game or of any.
pub fn puzzle(
    game: Option<&str>,
    grade: Option<Grade>,
    number: u64,
    run: &Run,
) -> Result<Found, Error> {
    let boards = boards(game)?;
    let mut dice = Dice::new(&format!("{number} {game:?} {grade:?}"));
    run.work(|budget| {
        let mut second_best = None;
        for _ in 0..MOST_GAMES {
            budget.check()?;
            let question = &boards[dice.below(boards.len())];
            let Ok(asked) = begun(question, &mut dice, run) else { continue };
            let task = Search { asked: &asked, dice: &mut dice, budget };
            match asked.with_oracle(asked.first(), &run.how, task) {
                Some(found) if grade.is_none_or(|grade| grade == found.grade) => {
                    return Ok(Found { puzzle: Some(found) });
                }
                found => second_best = second_best.or(found),
            }
        }
        Ok(Found { puzzle: second_best })
    })
}

/// The boards to meet puzzles on: those of the examples of a game, or of all.
fn boards(game: Option<&str>) -> Result<Vec<Question>, InputError> {
    let wanted = |def: &&&GameDef| game.is_none_or(|game| def.names.contains(&game));
    let examples = GAMES.iter().filter(wanted).flat_map(|def| def.examples);
    let found: Result<Vec<Question>, InputError> = examples.map(|text| text.parse()).collect();
    let found = found?;
    if found.is_empty() {
        let name = game.unwrap_or_default();
        return Err(InputError::whole(name, format!("there is no game '{name}'")));
    }
    Ok(found)
}

/// A game with its start chosen, if it has several.
fn begun(question: &Question, dice: &mut Dice, run: &Run) -> Result<Asked, InputError> {
    let asked = Asked::new(question, run)?;
    let all = asked.cases.all();
    match all[dice.below(all.len())].start.clone().filter(|_| asked.cases.has_starts()) {
        Some(start) => {
            let mut question = question.clone();
            question.options.set(&START, &start)?;
            Asked::new(&question, run)
        }
        None => Ok(asked),
    }
}

struct Search<'a, 'b> {
    asked: &'a Asked,
    dice: &'a mut Dice,
    budget: &'a mut Budget<'b>,
}

impl Task for Search<'_, '_> {
    type Output = Option<Puzzle>;

    /// Plays a game at random and looks at its positions, the later ones first: they are solved sooner.
    fn run<'r, S: View>(self, mut oracle: AnyOracle<'r, S>, game: &'r Game<S>) -> Self::Output {
        let mut record = Record::new(game);
        let mut moments = Vec::new();
        loop {
            let moves = game.moves(&record.now().position);
            if moves.is_empty() {
                break;
            }
            if MOVES.contains(&moves.len()) {
                let played: Vec<String> = record.moves().map(|mv| game.write_move(mv)).collect();
                moments.push((record.now().clone(), played.join(" ")));
            }
            record.play(&moves[self.dice.below(moves.len())]).ok()?;
        }
        for (moment, played) in moments.into_iter().rev() {
            let mut budget = self.budget.within(THINKING);
            // Earlier positions are harder still.
            let solution = only_win(&mut oracle, &moment, &mut budget).ok()?;
            if let Some(solution) = solution {
                return Some(described(game, self.asked, &moment, &solution, played));
            }
        }
        None
    }
}

/// The move that wins, if exactly one does.
fn only_win<S: View>(
    oracle: &mut AnyOracle<S>,
    moment: &Moment<S::Position>,
    budget: &mut Budget,
) -> Result<Option<Move>, Stopped> {
    let mut only = None;
    for mv in oracle.rules().moves(&moment.position) {
        let next = after(oracle.rules(), moment, &mv);
        if oracle.value(&next, budget)?.winner() == Some(moment.to_move)
            && only.replace(mv).is_some()
        {
            return Ok(None);
        }
    }
    Ok(only)
}

fn described<S: Space>(
    game: &Game<S>,
    asked: &Asked,
    moment: &Moment<S::Position>,
    solution: &Move,
    played: String,
) -> Puzzle {
    let mut ahead = Ahead::new(game, asked.question.options.has(&MISERE));
    let finds = |depth: &u32| ahead.best(moment, *depth) == [solution.clone()];
    let depth = (1..=FARTHEST).find(finds);
    Puzzle {
        question: asked.question.clone().after(&played),
        title: asked.question.game.title(),
        to_move: moment.to_move.to_string(),
        moves: game.moves(&moment.position).len(),
        solution: game.write_move(solution),
        depth,
        grade: match depth {
            Some(..=2) => Grade::Easy,
            Some(..=4) => Grade::Medium,
            _ => Grade::Hard,
        },
    }
}
