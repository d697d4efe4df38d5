//! A game in progress: what was played, who moves, and the score.

use crate::error::InputError;
use crate::moves::{Move, split_moves};
use crate::player::Player;
use crate::rules::{IllegalMove, Rules};

/// A game from its start, with all that is needed to take moves back.
pub struct Record<'r, R: Rules + ?Sized> {
    rules: &'r R,
    now: Moment<R::Position>,
    past: Vec<(Move, Moment<R::Position>)>,
    undone: Vec<Move>,
}

/// The state of a game between two moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment<P> {
    /// The position.
    pub position: P,
    /// Who moves next.
    pub to_move: Player,
    /// The points of the first and the second player.
    pub score: [u32; 2],
}

impl<'r, R: Rules + ?Sized> Record<'r, R> {
    /// A game that begins.
    pub fn new(rules: &'r R) -> Self {
        let now = Moment { position: rules.start(), to_move: rules.opener(), score: [0, 0] };
        Record { rules, now, past: Vec::new(), undone: Vec::new() }
    }

    /// A game after the moves that a text lists.
    pub fn after(rules: &'r R, moves: &str) -> Result<Self, InputError> {
        let mut record = Record::new(rules);
        for (number, text) in split_moves(moves).iter().enumerate() {
            let told = |error: InputError| {
                let message = format!("move {} of --after: {}", number + 1, error.message());
                let pointed = InputError::whole(text, message);
                error.suggestion().map_or(pointed.clone(), |help| pointed.help(help.to_string()))
            };
            let mv = rules.read_move(&record.now.position, text).map_err(told)?;
            record.play(&mv).map_err(|illegal| told(InputError::plain(illegal.0)))?;
        }
        Ok(record)
    }

    /// The rules played by.
    pub fn rules(&self) -> &'r R {
        self.rules
    }

    /// The state of the game.
    pub fn now(&self) -> &Moment<R::Position> {
        &self.now
    }

    /// The moves played, from the first.
    pub fn moves(&self) -> impl Iterator<Item = &Move> {
        self.past.iter().map(|(mv, _)| mv)
    }

    /// Plays a move. An illegal one changes nothing.
    pub fn play(&mut self, mv: &Move) -> Result<(), IllegalMove> {
        self.advance(mv)?;
        self.undone.clear();
        Ok(())
    }

    fn advance(&mut self, mv: &Move) -> Result<(), IllegalMove> {
        let step = self.rules.play(&self.now.position, mv)?;
        let mover = self.now.to_move;
        let mut score = self.now.score;
        score[mover.index()] += step.earned;
        let to_move = if step.again { mover } else { mover.other() };
        let next = Moment { position: step.position, to_move, score };
        self.past.push((mv.clone(), std::mem::replace(&mut self.now, next)));
        Ok(())
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Option<Move> {
        let (mv, before) = self.past.pop()?;
        self.now = before;
        self.undone.push(mv.clone());
        Some(mv)
    }

    /// Plays the move last taken back.
    pub fn redo(&mut self) -> Option<Move> {
        let mv = self.undone.pop()?;
        self.advance(&mv).ok()?;
        Some(mv)
    }
}
