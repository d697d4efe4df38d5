//! Boards rich in loops, where a score keeps the turn and there are no normal rules: Theorems K11 and K12 of
//! `docs/theory-scoring.md`, with the lemma on handles.
//!
//! A vertex is *rich* if it has at least two loops more than other edges, and *poor* otherwise. A component without poor
//! vertices is worth one or two bouquets of two or three loops, beside anything. A position with one poor vertex, or with a handle
//! and the vertex that it leads to as the only poor ones, is worth what the parities of its vertices and edges say.

use outplay_rules::spaces::{EdgePosition, Edges};

/// The loops at a vertex, the other edges, and whether two of these are parallel.
fn at(board: &Edges, position: &EdgePosition, vertex: usize) -> (u32, u32, bool) {
    let (mut loops, mut others, mut parallel) = (0, 0, false);
    for index in board.left_at(position, vertex) {
        let copies = u32::from(position[index]);
        if board.graph().edges()[index].is_loop() {
            loops += copies;
        } else {
            others += copies;
            parallel |= copies > 1;
        }
    }
    (loops, others, parallel)
}

fn is_rich((loops, others, _): (u32, u32, bool)) -> bool {
    loops >= others + 2
}

/// The vertices that have an edge.
fn bound<'a>(board: &'a Edges, position: &'a EdgePosition) -> impl Iterator<Item = usize> + 'a {
    (0..board.graph().vertex_count()).filter(|&vertex| board.weight(position, vertex) > 0)
}

/// Puts bouquets in the place of every component of several vertices that are all rich (Theorem K11). Returns how many there were.
pub fn reduce(board: &Edges, rest: &mut EdgePosition) -> u64 {
    let mut replaced = 0;
    for part in board.components(rest) {
        let vertices: Vec<usize> = bound(board, &part).collect();
        let rich = vertices.iter().all(|&vertex| is_rich(at(board, &part, vertex)));
        let &[first, second, ..] = &vertices[..] else { continue };
        if !rich {
            continue;
        }
        replaced += 1;
        let odd_edges = part.iter().map(|&copies| u32::from(copies)).sum::<u32>() % 2 == 1;
        board.left(&part).for_each(|index| rest[index] = 0);
        // Each vertex has another edge, and so three loops.
        let mut bouquet = |vertex: usize, loops: u8| {
            if let Some(index) = board.graph().edge_index(vertex, vertex) {
                rest[index] = loops;
            }
        };
        match (vertices.len() % 2 == 1, odd_edges) {
            (true, odd) => bouquet(first, if odd { 3 } else { 2 }),
            (false, true) => {
                bouquet(first, 2);
                bouquet(second, 3);
            }
            (false, false) => {}
        }
    }
    replaced
}

/// Bounds on the margin of a whole position without captures, if it is one of those that the theorems are about.
pub fn bounds(board: &Edges, position: &EdgePosition) -> Option<(i32, i32)> {
    let odd_edges = position.iter().map(|&copies| u32::from(copies)).sum::<u32>() % 2 == 1;
    let (mut odd_vertices, mut poor) = (false, Vec::new());
    for vertex in bound(board, position) {
        if board.weight(position, vertex) < 2 {
            return None;
        }
        odd_vertices = !odd_vertices;
        let edges = at(board, position, vertex);
        if !is_rich(edges) {
            poor.push((vertex, edges));
        }
    }
    let exactly = |margin: i32| Some((margin, margin));
    match poor[..] {
        [] if odd_vertices => exactly(if odd_edges { 1 } else { -1 }),
        [] => exactly(0),
        [(_, (loops, others, false))] => exactly(match (odd_vertices, odd_edges) {
            (true, true) => 1,
            (true, false) => -1,
            (false, false) => 2,
            (false, true) if loops == others + 1 => 0,
            (false, true) => -2,
        }),
        [(a, (_, _, false)), (b, (_, _, false))]
            if leads_to(board, position, a, b) || leads_to(board, position, b, a) =>
        {
            Some(match (odd_vertices, odd_edges) {
                (false, false) => (2, 2),
                (false, true) => (-2, -2),
                (true, false) => (i32::MIN, -1),
                (true, true) => (1, i32::MAX),
            })
        }
        _ => None,
    }
}

/// Whether a vertex has one loop and one other edge, which leads to the other vertex.
fn leads_to(board: &Edges, position: &EdgePosition, from: usize, to: usize) -> bool {
    let joined = board.graph().edge_index(from, to).is_some_and(|index| position[index] > 0);
    at(board, position, from) == (1, 1, false) && joined
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use outplay_rules::graph::Graph;
    use outplay_rules::places::Places;

    use super::*;

    /// The margin by the rules alone.
    fn margin(
        board: &Edges,
        position: &EdgePosition,
        known: &mut HashMap<EdgePosition, i32>,
    ) -> i32 {
        if let Some(&margin) = known.get(position) {
            return margin;
        }
        let by = |index: usize| {
            let (earned, next) =
                (board.earns(position, index) as i32, board.without(position, index));
            let rest = margin(board, &next, known);
            if earned > 0 { earned + rest } else { -rest }
        };
        let best = board.left(position).map(by).max().unwrap_or(0);
        known.insert(position.clone(), best);
        best
    }

    /// Every position of small boards with loops: what the theorems say is so, also beside others.
    #[test]
    fn the_theorems_agree_with_the_rules() {
        type Copies = [(usize, usize, usize)];
        let boards: [(usize, &Copies); 5] = [
            (2, &[(0, 1, 2), (0, 0, 5), (1, 1, 5)]),
            (3, &[(0, 1, 1), (1, 2, 1), (0, 2, 1), (0, 0, 4), (1, 1, 4), (2, 2, 4)]),
            (3, &[(0, 1, 2), (1, 2, 1), (0, 0, 4), (1, 1, 5), (2, 2, 3)]),
            (4, &[(0, 1, 1), (1, 2, 1), (2, 3, 1), (0, 0, 3), (1, 1, 3), (2, 2, 3), (3, 3, 3)]),
            (4, &[(0, 1, 1), (0, 2, 1), (0, 3, 1), (0, 0, 2), (1, 1, 3), (2, 2, 3), (3, 3, 3)]),
        ];
        let (mut told, mut reduced) = (0, 0);
        for (vertices, edges) in boards {
            let copies = edges.iter().flat_map(|&(u, v, n)| std::iter::repeat_n((u, v), n));
            let board = Edges::new(Graph::new(Places::numbered(vertices), copies).unwrap());
            let mut known = HashMap::new();
            margin(&board, &board.start(), &mut known);
            let all: Vec<EdgePosition> = known.keys().cloned().collect();
            for position in all {
                let truth = known[&position];
                if let Some((least, most)) = bounds(&board, &position) {
                    assert!(least <= truth && truth <= most, "{position:?}: {truth}");
                    told += 1;
                }
                let mut rest = position.clone();
                if reduce(&board, &mut rest) > 0 {
                    assert_eq!(margin(&board, &rest, &mut known), truth, "{position:?}");
                    reduced += 1;
                }
            }
        }
        assert!(told > 1000 && reduced > 200, "{told} {reduced}");
    }
}
