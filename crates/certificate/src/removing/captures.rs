//! Strings-and-coins, dots-and-boxes and Closing Octagons without the normal rules: what a position reduces to by the
//! theorems of `docs/theory-scoring.md`.
//!
//! Captures are best taken, but for one last structure of two or four vertices, which may be dealt (Theorems K1 to K4). Of
//! what is left, loops of a vertex with nothing else go by pairs down to two or three (Theorem K7), and two short components that
//! are alike go (Theorem K8). So a proof need only speak of what is left then, the *rest*.

use outplay_rules::spaces::{EdgePosition, Edges};

/// Plays the captures. Gives the points taken, and the points of a structure that may be dealt.
pub fn play(board: &Edges, rest: &mut EdgePosition) -> (i32, i32) {
    let mut taken = 0;
    loop {
        let mut deals = Vec::new();
        let mut forced = None;
        for leaf in 0..board.graph().vertex_count() {
            if board.weight(rest, leaf) != 1 {
                continue;
            }
            match capture(board, rest, leaf) {
                Some(Capture::Forced(points, edges)) => forced = Some((points, edges)),
                Some(Capture::Choice(points, edges)) => deals.push((points, edges)),
                None => {}
            }
        }
        // A path of four is found from both of its ends. Of several structures all but one are captured, the fours
        // first, then those of two in trees (Theorem K3). A tree in which no capture is forced has at least three
        // leaves.
        deals.sort();
        deals.dedup();
        if deals.len() > 3 && forced.is_none() {
            deals.sort_by_key(|(points, edges)| (*points, in_tree(board, rest, edges[0])));
        }
        let several = deals.len() > 1;
        let is_forced = forced.is_some();
        let Some((points, edges)) = forced.or_else(|| deals.pop()) else { return (taken, 0) };
        edges.iter().for_each(|&edge| rest[edge] = 0);
        if !is_forced && !several {
            return (taken, points);
        }
        taken += points;
    }
}

/// Whether an edge lies in a component that is a tree.
fn in_tree(board: &Edges, rest: &EdgePosition, edge: usize) -> bool {
    board.components(rest).iter().any(|part| {
        let edges: u32 = part.iter().map(|&copies| u32::from(copies)).sum();
        part[edge] > 0 && edges + 1 == board.bound_vertices(part)
    })
}

/// Leaves out pairs of loops and pairs of short components.
pub fn reduce(board: &Edges, rest: &mut EdgePosition) {
    // Per kind, a component that has no partner yet.
    let mut single: [Option<Vec<usize>>; 4] = Default::default();
    for mut part in board.components(rest) {
        let edges: Vec<usize> = board.left(&part).collect();
        if let ([edge], 1) = (&edges[..], board.bound_vertices(&part)) {
            part[*edge] = part[*edge].min(2 + part[*edge] % 2);
            rest[*edge] = part[*edge];
        }
        let Some(kind) = short(board, &part) else { continue };
        match single[kind].take() {
            None => single[kind] = Some(edges),
            Some(partner) => partner.iter().chain(&edges).for_each(|&edge| rest[edge] = 0),
        }
    }
}

/// The kind of a component of which two go: three loops, or one whose vertices are all given away when it is opened, by
/// their number.
fn short(board: &Edges, part: &EdgePosition) -> Option<usize> {
    let mut bound = (0..board.graph().vertex_count()).filter(|&v| board.weight(part, v) > 0);
    let is_loop = |edge: usize| board.graph().edges()[edge].is_loop();
    let loops = board.left(part).any(is_loop);
    let vertices = board.bound_vertices(part) as usize;
    if !bound.all(|v| board.weight(part, v) == 2) {
        return (vertices == 1 && part.iter().all(|&copies| copies == 0 || copies == 3))
            .then_some(0);
    }
    (vertices <= 2 || vertices == 3 && !loops).then_some(vertices)
}

/// What can be done about a vertex of weight 1: points, and the edges that go.
enum Capture {
    /// It is best taken at once.
    Forced(i32, Vec<usize>),
    /// It may be taken or dealt.
    Choice(i32, Vec<usize>),
}

/// What can be done about a vertex of weight 1 (Theorems K1 and K2).
fn capture(board: &Edges, position: &EdgePosition, leaf: usize) -> Option<Capture> {
    let other = |vertex: usize, not: Option<usize>| {
        board.left_at(position, vertex).find(|&edge| Some(edge) != not)
    };
    let across = |edge: usize, vertex: usize| {
        let [u, v] = board.graph().edges()[edge].ends();
        (u != v).then_some(if u == vertex { v } else { u })
    };
    let weight = |vertex: usize| board.weight(position, vertex);
    let e = other(leaf, None)?;
    let Some(second) = across(e, leaf) else { return Some(Capture::Forced(1, vec![e])) };
    match weight(second) {
        1 => return Some(Capture::Forced(2, vec![e])),
        2 => {}
        _ => return Some(Capture::Forced(1, vec![e])),
    }
    let g = other(second, Some(e))?;
    let Some(third) = across(g, second) else { return Some(Capture::Choice(2, vec![e, g])) };
    match weight(third) {
        1 => return Some(Capture::Forced(3, vec![e, g])),
        2 => {}
        _ => return Some(Capture::Choice(2, vec![e, g])),
    }
    let h = other(third, Some(g))?;
    match across(h, third) {
        Some(fourth) if weight(fourth) == 1 => {
            let mut edges = vec![e, g, h];
            edges.sort();
            Some(Capture::Choice(4, edges))
        }
        _ => Some(Capture::Forced(1, vec![e])),
    }
}
