//! A family of grids of a taking game: one search for all of them, on the largest.

use outplay_rules::board::BoardName;
use outplay_rules::family::Family;
use outplay_rules::game::GameName;
use outplay_rules::option::Options;
use outplay_rules::player::Player;
use outplay_solve::impartial::Grids;
use outplay_solve::impartial::{Nimber, Outcome};
use outplay_solve::limits::Budget;
use outplay_solve::oracle::{GameValue, How};

use super::family::Solved;
use crate::question::{Asked, Question};
use crate::run::Run;

/// The game on the smallest grid that holds all grids of a family.
pub(crate) struct Largest {
    asked: Asked,
    columns: usize,
}

/// Larger boards take wider sets, which would slow down all the others.
const MOST_CELLS: usize = 64;

impl Largest {
    /// The grids of a family, if all its boards are grids, more than one and not too large, and [`Grids`] knows the
    /// game and the conditions.
    pub fn of(game: &GameName, family: &Family, options: &Options, run: &Run) -> Option<Self> {
        let sizes: Option<Vec<_>> = family.members().map(|member| size(&member.name)).collect();
        let sizes = sizes.filter(|sizes| sizes.len() > 1 && run.how.method.is_none())?;
        let rows = sizes.iter().map(|size| size.0).max()?;
        let columns = sizes.iter().map(|size| size.1).max()?;
        if rows.checked_mul(columns)? > MOST_CELLS || rows * columns == 0 {
            return None;
        }
        let board = BoardName::Grid(rows, columns);
        let question = Question::on(game.clone(), board).with(options.clone());
        let asked = Asked::new(&question, run).ok()?;
        asked.whole_graph().ok()?;
        Some(Largest { asked, columns })
    }

    /// The grids of the family, none solved yet. They are solved one at a time, with all threads.
    pub fn grids(&self, how: &How) -> Option<Grids<'_>> {
        let (graph, rule) = self.asked.whole_graph().ok()?;
        Some(Grids::new(graph, self.columns, rule, how))
    }
}

/// Rows and columns of a board that is a grid.
fn size(board: &str) -> Option<(usize, usize)> {
    match board.parse() {
        Ok(BoardName::Grid(rows, columns)) if rows > 0 && columns > 0 => Some((rows, columns)),
        _ => None,
    }
}

/// The value of one of the grids; none if the board is not one.
pub(crate) fn value(grids: &Grids, board: &str, budget: &mut Budget) -> Option<Solved> {
    let (rows, columns) = size(board)?;
    let value = |value: u32| {
        let nimber = Nimber::Value(value.into());
        let outcome = nimber.outcome();
        let winner = if outcome == Outcome::N { Player::First } else { Player::Second };
        GameValue::Impartial { winner, outcome, nimber: Some(nimber) }
    };
    Some(Ok(grids.value(rows, columns, budget).map(value)))
}
