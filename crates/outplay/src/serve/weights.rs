//! The alpha- and beta-weights of a hop game (hop-positional-games.txt, section 3.2).
//!
//! A line without an O weighs 2^-u, where u is the number of its points without an X; a line with an O weighs
//! nothing. That is the *beta-weight*. The *alpha-weight* is told before the second player moves, and takes the
//! newest O, which she is going to move, for an X. A point weighs as much as the lines through it together.

use outplay_rules::games::placing::Stones;
use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::sets::SetBoard;
use serde_json::{Value, json};

use super::picture::History;

/// Boards with more lines are not weighed.
const MOST_LINES: usize = 5000;

/// The weights of the free points and of the whole position: `beta` always, `alpha` when the second player moves.
pub fn fields(board: &SetBoard, history: &History<Stones>) -> Value {
    let Some(lines) = board.first_sets().listed(MOST_LINES) else { return Value::Null };
    let moment = &history.moments[history.moves.len()];
    let newest = match history.moves.last() {
        Some(Move::Hop { from, .. }) if moment.to_move == Player::Second => Some(*from as usize),
        _ => None,
    };
    let weigh = |stones: &Stones| {
        let mut total = 0.0;
        let mut points = vec![0.0; board.point_count()];
        for line in &lines {
            if !line.intersection(&stones.second).is_empty() {
                continue;
            }
            let open = line.difference(&stones.first);
            let weight = (-(open.len() as f64)).exp2();
            total += weight;
            open.iter().for_each(|point| points[point] += weight);
        }
        json!({ "total": total, "points": points })
    };
    let now = &moment.position;
    let alpha = newest.map(|newest| {
        let mut stones = now.clone();
        stones.second.remove(newest);
        stones.first.insert(newest);
        weigh(&stones)
    });
    json!({ "beta": weigh(now), "alpha": alpha, "newest": newest })
}
