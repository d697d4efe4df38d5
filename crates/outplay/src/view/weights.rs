//! The alpha- and beta-weights of a hop game (hop-positional-games.txt, section 3.2) as the page shows them: exact
//! fractions, of the free points and of the whole position, and the alpha-weight from turn to turn.

use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::sets::SetBoard;
use outplay_rules::spaces::Space;
use outplay_solve::positional::weights::{Weights, is_too_large};
use serde_json::{Value, json};

use super::picture::History;

/// Larger boards are not weighed, and longer games not from turn to turn.
const MOST_POINTS: usize = 64;
const MOST_TURNS: usize = 60;

/// `beta` always, `alpha` when the second player moves.
pub fn fields<S: Space>(board: &SetBoard, space: &S, history: &History<S::Position>) -> Value {
    let points = board.point_count();
    if points > MOST_POINTS || is_too_large(board.first_sets()) {
        return Value::Null;
    }
    let turn = history.moves.len();
    let Some(now) = space.stones(&history.moments[turn].position) else { return Value::Null };
    let beta = Weights::beta(board.first_sets(), now, Player::First, points);
    let recent = turn.saturating_sub(MOST_TURNS).max(1)..=turn;
    let over_time: Vec<String> = recent
        .filter_map(|turn| Some(alpha(board, space, history, turn)?.position().to_string()))
        .collect();
    let told = |weights: &Weights| {
        let each =
            (0..points).map(|point| now.is_free(point).then(|| weights.point(point).to_string()));
        json!({
            "position": weights.position().to_string(), "below_one": weights.position().is_below_one(),
            "points": each.collect::<Vec<_>>(),
        })
    };
    json!({
        "beta": told(&beta), "alpha": alpha(board, space, history, turn).as_ref().map(told),
        "alpha_over_time": over_time,
    })
}

/// The alpha-weights after so many moves, if the second player is to move: they take the newest O for an X.
fn alpha<'b, S: Space>(
    board: &'b SetBoard,
    space: &S,
    history: &History<S::Position>,
    turn: usize,
) -> Option<Weights<'b>> {
    let moment = &history.moments[turn];
    let Move::Hop { from, .. } = *history.moves.get(turn.checked_sub(1)?)? else { return None };
    let (stones, points) = (space.stones(&moment.position)?, board.point_count());
    (moment.to_move == Player::Second)
        .then(|| Weights::alpha(board.first_sets(), stones, Player::First, points, from as usize))
}
