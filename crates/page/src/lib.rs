//! What the page asks, and its answers: positions at once, *tasks* for a solver, the catalogues of games, boards, statements and
//! lessons. The server answers over the network with this, and the page without a server in the reader's own browser.

pub mod certificate;
pub mod choices;
pub mod content;
pub mod limits;
pub mod names;
pub mod news;
pub mod refusal;
pub mod work;

use outplay::{Asked, InputError, Position, Written};

/// How a position looks and what may be played, under the name that the game was asked for by.
pub fn position(question: &Written) -> Result<Position, InputError> {
    let mut drawn = outplay::position(&Asked::new(&question.read()?, &limits::visit())?)?;
    if let Some(title) = names::title_of_alias(&question.game) {
        drawn.title = title;
    }
    Ok(drawn)
}
