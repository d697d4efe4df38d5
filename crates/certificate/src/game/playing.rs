//! Playing from a closed proof: whoever holds it may ask which move keeps what it promises. Nothing here decides whether a proof holds.

use outplay_rules::moves::Move;
use outplay_rules::record::Record;
use outplay_rules::ruleset::{Game, Playable};

use crate::closed;

/// A move that a proof shows to keep what it promises, after the moves of a game in their notation; none if the proof
/// promises nothing there.
pub type Reply<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Gives replies by what a closed proof shows of moves.
pub fn reply_by<G: Playable>(
    game: &Game<G>,
    code: impl Fn(&G::Position) -> Option<u64>,
    worth: closed::Worth,
    then: Option<&mut dyn FnMut(Reply)>,
) {
    let Some(then) = then else { return };
    then(&|moves| {
        let record = Record::after(game, moves).ok()?;
        let position = &record.now().position;
        let from = code(position)?;
        let shown = |mv: Move| {
            let to = code(&game.rules().apply(position, &mv).position)?;
            Some((worth(from, to)?, mv))
        };
        let shown = game.rules().moves(position).into_iter().filter_map(shown);
        let best = shown.reduce(|a, b| if b.0 > a.0 { b } else { a });
        best.map(|(_, mv)| game.rules().write_move(&mv))
    });
}
