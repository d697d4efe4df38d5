//! Unshackle: the core to which a position is reduced by Theorems U3, U6, U7, U9 and U10 of `docs/theory-scoring.md`.
//!
//! A leaf that hangs on anything but a single edge comes off and becomes an isolated single loop (Theorem U7). Isolated
//! single loops cancel in pairs, and so do isolated single edges (Theorem U3). An isolated path of three vertices and an
//! isolated double edge are gifts of one point and of two (Theorem U6). What is left is the *core*, in which every weight is
//! at least 2. A loop beside it is taken at once: v(C+L) = 1 - v(C) (Theorem U9). If a core has no loops and no parallel edges, the
//! player to move wins if the number of its edges is odd, and loses if it is even (Theorem U10).

use outplay_rules::spaces::{EdgePosition, Edges};

/// What has come off a position.
#[derive(Default)]
struct Off {
    loops: i32,
    single_edges: i32,
    gifts: i32,
}

/// Leaves nothing but the core. The margin is then the first number and the margin of the core, or that number less the
/// margin of the core if the second says so.
pub fn reduce(board: &Edges, rest: &mut EdgePosition) -> (i32, bool) {
    let mut off = Off::default();
    while let Some(leaf) = (0..board.graph().vertex_count()).find(|&v| board.weight(rest, v) == 1) {
        take(board, rest, leaf, &mut off);
    }
    for part in board.components(rest) {
        let edges: Vec<usize> = board.left(&part).collect();
        if let [edge] = edges[..]
            && !board.graph().edges()[edge].is_loop()
            && part[edge] == 2
        {
            rest[edge] = 0;
            off.gifts += 2;
        }
    }
    let edges = rest.iter().map(|&copies| i32::from(copies)).sum::<i32>();
    // The core, a loop beside it, the gifts, a single edge: each turns the margin round or adds to it.
    let (mut add, mut turned) = (0, false);
    let loops = off.loops % 2;
    if loops == 1 {
        (add, turned) = (1 - add, !turned);
    }
    add += if (edges + loops) % 2 == 1 { off.gifts } else { -off.gifts };
    if off.single_edges % 2 == 1 {
        (add, turned) = (2 - add, !turned);
    }
    (add, turned)
}

/// Takes a vertex of weight 1 off, with its edge.
fn take(board: &Edges, rest: &mut EdgePosition, leaf: usize, off: &mut Off) {
    let Some(edge) = board.left_at(rest, leaf).next() else { return };
    let [u, v] = board.graph().edges()[edge].ends();
    let at = if u == leaf { v } else { u };
    rest[edge] = 0;
    if at == leaf {
        off.loops += 1;
        return;
    }
    match board.weight(rest, at) {
        0 => off.single_edges += 1,
        1 => {
            // One edge is left there: if that is a single edge on its own, the component was a path of three.
            let Some(other) = board.left_at(rest, at).next() else { return };
            let ends = board.graph().edges()[other].ends();
            if ends[0] != ends[1] && ends.iter().all(|&end| board.weight(rest, end) == 1) {
                rest[other] = 0;
                off.gifts += 1;
            } else {
                off.loops += 1;
            }
        }
        _ => off.loops += 1,
    }
}

/// Bounds on the margin of a core, if it has edges, but no loops and no parallel edges (Theorem U10).
pub fn bounds(board: &Edges, core: &EdgePosition) -> Option<(i32, i32)> {
    let simple = |index: usize| core[index] == 1 && !board.graph().edges()[index].is_loop();
    let edges = board.left(core).count();
    if edges == 0 || !board.left(core).all(simple) {
        return None;
    }
    Some(if edges % 2 == 1 { (1, i32::MAX) } else { (i32::MIN, -1) })
}
