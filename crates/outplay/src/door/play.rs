//! A game in progress, whatever the game: what a terminal, a page or a notebook needs to play it.

use outplay_rules::error::InputError;
use outplay_rules::in_space;
use outplay_rules::moves::{IllegalMove, Move};
use outplay_rules::player::Player;
use outplay_rules::record::Record;
use outplay_rules::rules::Rules;
use outplay_rules::ruleset::Game;
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::{AnyOracle, How};
use outplay_solve::solver;
use serde::Serialize;

use super::position::{Over, Position, shown_in};
use crate::question::{Asked, Question};
use crate::readable::role_name;
use crate::view::picture::View;
use crate::worth::{Winner, Worth};

/// A game in progress, with a solver at hand. Moves are given and taken in their notation.
pub trait Play {
    /// Whose turn it is.
    fn to_move(&self) -> Player;

    /// The points of the first and the second player.
    fn score(&self) -> [u32; 2];

    /// What a player is called: `first (Maker)`.
    fn player_name(&self, player: Player) -> String;

    /// The legal moves.
    fn moves(&self) -> Vec<String>;

    /// The moves that were played.
    fn played(&self) -> Vec<String>;

    /// Plays a move; one that is not legal changes nothing.
    fn play(&mut self, mv: &str) -> Result<(), Rejected>;

    /// Takes the last move back, if there is one.
    fn undo(&mut self) -> bool;

    /// Plays the move last taken back, if there is one.
    fn redo(&mut self) -> bool;

    /// The position drawn with letters.
    fn draw(&self) -> String;

    /// The position with all that is needed to draw it elsewhere.
    fn position(&self) -> Position;

    /// How the game ended, if it has.
    fn over(&self) -> Option<Over>;

    /// A best move; none if the game is over.
    fn best(&mut self, budget: &mut Budget) -> Result<Option<String>, Stopped>;

    /// What the position is worth.
    fn worth(&mut self, budget: &mut Budget) -> Result<Worth, Stopped>;

    /// The move that scores most, or the first: a guess.
    fn greedy(&self) -> Option<String>;

    /// The game from its start, to be kept.
    fn record(&self) -> GameRecord;
}

/// Why a move was not played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejected {
    /// It is no move.
    #[error(transparent)]
    Unread(InputError),
    /// The rules do not allow it.
    #[error("not allowed: {0}")]
    Illegal(IllegalMove),
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameRecord {
    /// The game, the board and the options.
    #[serde(flatten)]
    pub question: Question,
    /// The moves, from the first.
    pub moves: Vec<String>,
    /// Whether it is over.
    pub over: bool,
    /// Who won, once it is.
    pub winner: Option<Winner>,
    /// The points of the first and the second player.
    pub score: [u32; 2],
}

/// Sits down to a game after the moves that were asked about, with the solver that answers it.
pub fn play<'a>(asked: &'a Asked, how: &How) -> Result<Box<dyn Play + 'a>, InputError> {
    let convention = asked.convention();
    in_space!(asked.cases.first(), |game| {
        let record = Record::after(game, &asked.question.after)?;
        Ok(Box::new(Sitting { asked, record, oracle: solver(game, convention, how) }))
    })
}

/// A game whose positions are of a known kind.
struct Sitting<'a, S: View> {
    asked: &'a Asked,
    record: Record<'a, Game<S>>,
    oracle: AnyOracle<'a, S>,
}

impl<S: View> Sitting<'_, S> {
    fn legal(&self) -> Vec<Move> {
        self.record.rules().moves(&self.record.now().position)
    }

    fn name(&self, mv: &Move) -> String {
        self.record.rules().write_move(mv)
    }
}

impl<S: View> Play for Sitting<'_, S> {
    fn to_move(&self) -> Player {
        self.record.now().to_move
    }

    fn score(&self) -> [u32; 2] {
        self.record.now().score
    }

    fn player_name(&self, player: Player) -> String {
        match self.record.rules().role(player) {
            Some(role) => format!("{player} player ({})", role_name(role)),
            None => format!("{player} player"),
        }
    }

    fn moves(&self) -> Vec<String> {
        self.legal().iter().map(|mv| self.name(mv)).collect()
    }

    fn played(&self) -> Vec<String> {
        self.record.moves().map(|mv| self.name(mv)).collect()
    }

    fn play(&mut self, mv: &str) -> Result<(), Rejected> {
        let mv = self.record.rules().read_move(&self.record.now().position, mv);
        self.record.play(&mv.map_err(Rejected::Unread)?).map_err(Rejected::Illegal)
    }

    fn undo(&mut self) -> bool {
        self.record.undo().is_some()
    }

    fn redo(&mut self) -> bool {
        self.record.redo().is_some()
    }

    fn draw(&self) -> String {
        self.record.rules().space().draw(&self.record.now().position)
    }

    fn position(&self) -> Position {
        let mut position = shown_in(self.asked, &self.record);
        position.question.after = self.played().join(" ");
        position
    }

    fn over(&self) -> Option<Over> {
        let over = || Over::of(self.record.rules(), self.record.now(), self.asked);
        self.legal().is_empty().then(over)
    }

    fn best(&mut self, budget: &mut Budget) -> Result<Option<String>, Stopped> {
        let best = self.oracle.one_best(self.record.now(), budget)?;
        Ok(best.map(|mv| self.name(&mv)))
    }

    fn worth(&mut self, budget: &mut Budget) -> Result<Worth, Stopped> {
        self.oracle.value(self.record.now(), budget).map(Worth::from)
    }

    fn greedy(&self) -> Option<String> {
        let (rules, now) = (self.record.rules(), self.record.now());
        let earned = |mv: &Move| rules.apply(&now.position, mv).earned;
        // Of equals the last is chosen, so the first stands last.
        self.legal().iter().rev().max_by_key(|mv| earned(mv)).map(|mv| self.name(mv))
    }

    fn record(&self) -> GameRecord {
        let over = self.over();
        GameRecord {
            question: self.asked.question.clone(),
            moves: self.played(),
            over: over.is_some(),
            winner: over.map(|over| over.winner.unwrap_or(Winner::None)),
            score: self.score(),
        }
    }
}
