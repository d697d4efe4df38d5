//! A move for the player to move: a solver's, or a named strategy's; and which strategies fit a game.

use std::time::Duration;

use outplay_rules::error::InputError;
use outplay_rules::in_space;
use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::record::Record;
use outplay_rules::rules::Rules;
use outplay_rules::ruleset::Game;
use outplay_solve::limits::{Budget, Stopped};
use outplay_strategy::named::{Ask, CATALOGUE, Entry, named};
use outplay_strategy::strategic::Strategic;
use outplay_strategy::strategy::Memory;
use serde::Serialize;

use super::one_start;
use super::play::play;
use super::position::replay;
use crate::answer::{Field, shown_or_null};
use crate::error::Error;
use crate::question::{Asked, Question};
use crate::run::{Limits, Run};

/// A move for the player to move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Replied {
    /// The move; null if there is none.
    #[serde(rename = "move")]
    pub name: Option<String>,
    /// Whether it is what was asked for, and not a guess because time was short.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub perfect: Option<bool>,
    /// What the position is worth, if a solver found the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Field<String>,
    /// Whether a strategy says nothing about the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub silent: Option<bool>,
    /// The limit that stopped a strategy.
    #[serde(serialize_with = "shown_or_null", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub stopped: Option<Stopped>,
    /// What holds the move, if it is neither a solver nor a strategy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<&'static str>,
}

/// A person is waiting: after this long the reply is a guess.
const REPLY_TIME: Duration = Duration::from_secs(10);

/// A best move; if the limits (and ten seconds at most) are too narrow to know one, the move that scores most.
pub fn reply(question: &Question, run: &Run) -> Result<Replied, Error> {
    let asked = one_start(question, run)?;
    let time = run.limits.time.map_or(REPLY_TIME, |time| time.min(REPLY_TIME));
    let run = Run { limits: Limits { time: Some(time), ..run.limits }, ..run.clone() };
    run.work(|budget| {
        let mut game = play(&asked, &run.how)?;
        let (name, perfect) = match game.best(budget) {
            Ok(best) => (best, true),
            Err(_) => (game.greedy(), false),
        };
        let worth = if perfect { game.worth(budget).ok() } else { None };
        let words = Some(worth.map(|worth| worth.to_string()));
        Ok(Replied { name, perfect: Some(perfect), words, ..Replied::default() })
    })
}

/// The move of a named strategy: the first that it allows; null where it is silent.
pub fn strategy_reply(question: &Question, name: &str, run: &Run) -> Result<Replied, Error> {
    let asked = one_start(question, run)?;
    let found = run.work(|budget| {
        Ok(in_space!(asked.cases.first(), |rules| advice(rules, &asked, name, budget))?)
    })?;
    Ok(match found {
        Ok(moves) if !moves.is_empty() => {
            Replied { name: moves.into_iter().next(), perfect: Some(true), ..Replied::default() }
        }
        Ok(_) => Replied { silent: Some(true), ..Replied::default() },
        Err(stopped) => Replied { stopped: Some(stopped), ..Replied::default() },
    })
}

/// The moves that may follow when one player keeps to a named strategy: those that it allows when it is this player's turn,
/// every legal move when it is not. None if the game is over or the strategy is silent.
pub(crate) fn allowed_moves(
    question: &Question,
    name: &str,
    player: Player,
    run: &Run,
) -> Result<Vec<String>, Error> {
    let asked = one_start(question, run)?;
    run.work(|budget| {
        Ok(in_space!(asked.cases.first(), |rules| {
            allowed_in(rules, &asked, name, player, budget)
        })??)
    })
}

fn allowed_in<S: Strategic>(
    rules: &Game<S>,
    asked: &Asked,
    name: &str,
    player: Player,
    budget: &mut Budget,
) -> Result<Result<Vec<String>, Stopped>, InputError> {
    let record = Record::after(rules, &asked.question.after)?;
    if record.now().to_move == player {
        return advice(rules, asked, name, budget);
    }
    let moves = rules.moves(&record.now().position);
    Ok(Ok(moves.iter().map(|mv| rules.write_move(mv)).collect()))
}

/// Plays the game again, so that the strategy remembers what it must, then asks it.
fn advice<S: Strategic>(
    rules: &Game<S>,
    asked: &Asked,
    name: &str,
    budget: &mut Budget,
) -> Result<Result<Vec<String>, Stopped>, InputError> {
    let record = Record::after(rules, &asked.question.after)?;
    let moves: Vec<Move> = record.moves().cloned().collect();
    let moments = replay(rules, &moves);
    let player = record.now().to_move;
    if rules.moves(&record.now().position).is_empty() {
        return Ok(Ok(Vec::new()));
    }
    let ask = Ask { name, player, convention: asked.convention() };
    let mut strategy = named(rules, &asked.question.game, &ask)?;
    let mut memory = Memory::default();
    for (before, mv) in moments.iter().zip(&moves) {
        memory = strategy.remember(&memory, before, mv, before.to_move == player);
    }
    let allowed = strategy.allows(record.now(), &memory, budget);
    Ok(allowed.map(|moves| moves.iter().map(|mv| rules.write_move(mv)).collect()))
}

fn is_published<S: Strategic>(game: &Game<S>, ask: &Ask<'_>) -> bool {
    S::published(game, ask).is_some_and(|found| found.is_ok())
}

/// The strategies that each player may play by in a game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fitting {
    /// Those of the first player.
    pub first: Vec<FittingStrategy>,
    /// Those of the second.
    pub second: Vec<FittingStrategy>,
}

/// A strategy that fits a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FittingStrategy {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub summary: &'static str,
    /// Where it comes from.
    pub source: &'static str,
}

/// The named strategies that each player may play by in a game.
pub fn fitting(question: &Question, run: &Run) -> Result<Fitting, Error> {
    let asked = one_start(question, run)?;
    let of = |player: Player| {
        let fits = |entry: &&Entry| {
            let ask = Ask { name: entry.name, player, convention: asked.convention() };
            in_space!(asked.cases.first(), |game| is_published(game, &ask))
        };
        let told = |&Entry { name, summary, source, .. }: &Entry| FittingStrategy {
            name,
            summary,
            source,
        };
        CATALOGUE.iter().filter(fits).map(told).collect()
    };
    Ok(Fitting { first: of(Player::First), second: of(Player::Second) })
}
