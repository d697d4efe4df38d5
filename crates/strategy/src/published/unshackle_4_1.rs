//! Theorem 4.1 of the Unshackle paper: on a path of an even number n >= 4 of vertices the first player removes the edge at
//! an end, and then plays the point shadow on the path of n - 1 that is left.

use outplay_rules::error::InputError;
use outplay_rules::games::scoring::EdgeGame;
use outplay_rules::moves::Move;
use outplay_rules::player::Player;

use super::shadow::Shadow;
use crate::strategy::{Guarantee, Promise};

/// The strategy, for the first player on a path of an even number of vertices.
pub fn new(rules: &EdgeGame, player: Player) -> Result<Shadow, InputError> {
    let graph = rules.board().graph();
    let n = graph.vertex_count();
    let is_path = matches!(graph.places().rows_and_columns(), Some((1, _) | (_, 1)))
        && graph.edge_count() + 1 == n
        && graph.is_simple();
    if !is_path || n % 2 == 1 || n < 4 || player == Player::Second {
        return Err(InputError::plain(
            "unshackle-4.1 is for the first player on a path of an even number of vertices, 4 or more",
        )
        .help("for example: unshackle path:6 --as first"));
    }
    // The last vertex is freed at once; the others are reflected in the middle of what is left.
    let image = (0..n).map(|v| if v + 1 == n { v } else { n - 2 - v } as u16).collect();
    let opening = Move::Edge(n as u16 - 2, n as u16 - 1);
    let promise = Promise { claim: Guarantee::Win, source: "unshackle, Theorem 4.1".into() };
    Ok(Shadow::with(image, Some(opening), promise))
}
