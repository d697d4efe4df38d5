//! What can be asked, one file per verb.

pub mod along;
pub mod attach;
pub mod board_quotient;
pub mod boards;
pub mod certify;
pub mod cgsuite;
pub mod check;
pub mod critical;
mod due;
pub mod emptying;
mod engine_state;
pub mod explain;
pub mod family;
#[cfg(test)]
mod fault_tests;
pub mod from_certificate;
pub mod game_graph;
pub mod games;
pub mod graph;
mod grids;
pub mod heaps;
pub mod levels;
pub mod methods;
pub mod moves;
pub mod partners;
pub mod period;
pub mod play;
pub mod position;
pub mod positions;
mod proof_state;
pub mod puzzles;
pub mod quotient;
pub mod reply;
pub mod review;
pub mod sequence;
pub mod solve;
pub mod starts;
pub mod sweep;
pub mod table;
pub mod values;
pub mod verify;
pub mod weights;

use outplay_rules::error::InputError;

use crate::question::{Asked, Question};
use crate::run::Run;

/// A question about one game, not about every start of a hop game.
pub(crate) fn one_start(question: &Question, run: &Run) -> Result<Asked, InputError> {
    let asked = Asked::new(question, run)?;
    if asked.cases.has_starts() {
        return Err(InputError::plain("choose the point of the first X").help("give `start`"));
    }
    Ok(asked)
}
