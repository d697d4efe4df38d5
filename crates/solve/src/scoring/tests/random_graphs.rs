//! Random multigraphs that are the same every time: loops, parallel edges, isolated vertices, several components.

#![allow(dead_code, reason = "not every test needs every kind of graph")]

use outplay_rules::graph::Graph;
use outplay_rules::places::Places;

pub use crate::kit::random::Random;

/// At most this many vertices and edges.
pub fn multigraph(random: &mut Random, vertices: usize, edges: usize) -> Graph {
    let n = 1 + random.below(vertices);
    let count = random.below(edges + 1);
    // Some graphs keep to neighbours, so that long chains and several components come up.
    let near = random.below(3) == 0;
    let edge = |_| {
        let u = random.below(n);
        let v = if near { (u + random.below(2)) % n } else { random.below(n) };
        (u, v)
    };
    let pairs: Vec<(usize, usize)> = (0..count).map(edge).collect();
    Graph::new(Places::numbered(n), pairs).expect("a small graph")
}

/// Chains, cycles and bouquets side by side: the endgames that random graphs seldom show.
fn endgame(random: &mut Random, most_edges: usize) -> Graph {
    let mut pairs = Vec::new();
    let mut n = 0;
    loop {
        let length = 1 + random.below(5);
        let chain = |v: usize| (n + v, n + v + 1);
        let mut part: Vec<(usize, usize)> = (0..length - 1).map(chain).collect();
        match random.below(4) {
            0 if length > 1 => part.push((n, n + length - 1)),
            1 => part.push((n, n)),
            _ => part.extend([(n, n), (n + length - 1, n + length - 1)]),
        }
        if pairs.len() + part.len() > most_edges {
            return Graph::new(Places::numbered(n), pairs).unwrap();
        }
        pairs.extend(part);
        n += length;
    }
}

/// A random multigraph, or every third time an endgame.
pub fn with_endgames(random: &mut Random, round: usize) -> Graph {
    match round % 3 {
        0 => endgame(random, 6 + round % 8),
        _ => multigraph(random, 2 + round % 7, 4 + round % 8),
    }
}
