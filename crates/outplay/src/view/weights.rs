//! The alpha- and beta-weights of a hop game (Riegel's dissertation, section 3.2) as the page shows them: exact
//! fractions, of the free points and of the whole position, and the alpha-weight from turn to turn.

use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::sets::SetBoard;
use outplay_rules::spaces::{Space, Stones};
use outplay_solve::positional::weights::{self, is_too_large};
use serde::Serialize;

use super::picture::History;

/// Larger boards are not weighed, and longer games not from turn to turn.
const MOST_POINTS: usize = 64;
const MOST_TURNS: usize = 60;

/// What a position of a hop game weighs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Weights {
    /// As it stands.
    pub beta: Weighed,
    /// With the newest O taken for an X, when the second player is to move.
    pub alpha: Option<Weighed>,
    /// The alpha-weight of the position after each hop of the first player.
    pub alpha_over_time: Vec<String>,
}

/// The weights of a position and of its free points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Weighed {
    /// The weight of the position.
    pub position: String,
    /// Whether it is below one, so that Breaker draws.
    pub below_one: bool,
    /// The weight of each free point.
    pub points: Vec<Option<String>>,
}

impl Weights {
    /// The weights of the last position, unless the board is too large for them.
    pub fn of<S: Space>(
        board: &SetBoard,
        space: &S,
        history: &History<S::Position>,
    ) -> Option<Self> {
        let points = board.point_count();
        if points > MOST_POINTS || is_too_large(board.first_sets()) {
            return None;
        }
        let turn = history.moves.len();
        let now = space.stones(&history.moments[turn].position)?;
        let beta = weights::Weights::beta(board.first_sets(), now, Player::First, points);
        let recent = turn.saturating_sub(MOST_TURNS).max(1)..=turn;
        let weight = |turn| Some(alpha(board, space, history, turn)?.position().to_string());
        Some(Weights {
            beta: Weighed::of(&beta, now, points),
            alpha: alpha(board, space, history, turn).map(|alpha| Weighed::of(&alpha, now, points)),
            alpha_over_time: recent.filter_map(weight).collect(),
        })
    }
}

impl Weighed {
    fn of(weights: &weights::Weights, now: &Stones, points: usize) -> Self {
        let point = |point| now.is_free(point).then(|| weights.point(point).to_string());
        Weighed {
            position: weights.position().to_string(),
            below_one: weights.position().is_below_one(),
            points: (0..points).map(point).collect(),
        }
    }
}

/// The alpha-weights after this many moves, if the second player is to move: they take the newest O for an X.
fn alpha<'b, S: Space>(
    board: &'b SetBoard,
    space: &S,
    history: &History<S::Position>,
    turn: usize,
) -> Option<weights::Weights<'b>> {
    let moment = &history.moments[turn];
    let Move::Hop { from, .. } = *history.moves.get(turn.checked_sub(1)?)? else { return None };
    let (stones, points, newest) =
        (space.stones(&moment.position)?, board.point_count(), from as usize);
    (moment.to_move == Player::Second)
        .then(|| weights::Weights::alpha(board.first_sets(), stones, Player::First, points, newest))
}
