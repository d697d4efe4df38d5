//! The alpha- and beta-weights of a hop game (hop-positional-games.txt, section 3.2).
//!
//! A line without an O weighs 2^-u, where u is the number of its points without an X; a line with an O weighs
//! nothing. That is the *beta-weight*. The *alpha-weight* is told before the second player moves, and takes the
//! newest O, which she is going to move, for an X. A point weighs as much as the lines through it together.

use outplay_rules::bits::BitSet;
use outplay_rules::games::placing::Stones;
use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::sets::SetBoard;
use serde_json::{Value, json};

use super::picture::History;

/// Boards with more lines are not weighed.
const MOST_LINES: usize = 5000;

/// The weights of the free points and of the whole position: `beta` always, `alpha` when the second player moves; and
/// the alpha-weight of the position each time she was to move.
pub fn fields(board: &SetBoard, history: &History<Stones>) -> Value {
    let Some(lines) = board.first_sets().listed(MOST_LINES) else { return Value::Null };
    let weigh = |stones: &Stones| weigh(&lines, stones, board.point_count());
    let turn = history.moves.len();
    let alpha = |turn: usize| Some(weigh(&without_newest(history, turn)?));
    let over_time: Vec<f64> = (1..=turn).filter_map(|turn| Some(alpha(turn)?.0)).collect();
    let told = |(total, points)| json!({ "total": total, "points": points });
    json!({
        "beta": told(weigh(&history.moments[turn].position)), "alpha": alpha(turn).map(told),
        "alpha_over_time": over_time,
    })
}

/// The weight of all lines together, and of each point.
fn weigh(lines: &[BitSet], stones: &Stones, points: usize) -> (f64, Vec<f64>) {
    let mut total = 0.0;
    let mut weights = vec![0.0; points];
    for line in lines.iter().filter(|line| line.intersection(&stones.second).is_empty()) {
        let open = line.difference(&stones.first);
        let weight = (-(open.len() as f64)).exp2();
        total += weight;
        open.iter().for_each(|point| weights[point] += weight);
    }
    (total, weights)
}

/// The stones after so many moves with the newest O taken for an X, if the second player is to move.
fn without_newest(history: &History<Stones>, turn: usize) -> Option<Stones> {
    let moment = &history.moments[turn];
    let Move::Hop { from, .. } = *history.moves.get(turn.checked_sub(1)?)? else { return None };
    if moment.to_move != Player::Second {
        return None;
    }
    let mut stones = moment.position.clone();
    stones.second.remove(from as usize);
    stones.first.insert(from as usize);
    Some(stones)
}
