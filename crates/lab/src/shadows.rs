//! Shadow play in Unshackle: one player answers every edge by its shadow under a symmetry of order two.
//!
//! A symmetric multigraph here is abstract: its edges come in pairs of an edge and its shadow, and at most one edge is
//! its own. Which of these are plane graphs with a point or a line of symmetry is the reader's to see; the arguments of
//! the Unshackle paper use nothing else.

use std::collections::HashMap;

use outplay_rules::graph::families;

use crate::context::Context;
use crate::mutation::{Mutation, wrong_margin};

/// A multigraph with a symmetry of order two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetric {
    /// The number of vertices.
    pub vertices: usize,
    /// How many of them are their own shadows.
    pub fixed: usize,
    /// The edges, each pair side by side: edge 2i and its shadow 2i + 1.
    pub pairs: Vec<[(usize, usize); 2]>,
    /// The edge that is its own shadow, if there is one.
    pub own: Option<(usize, usize)>,
}

impl Symmetric {
    fn edges(&self) -> Vec<(usize, usize)> {
        self.pairs.iter().flatten().copied().chain(self.own).collect()
    }

    /// The degrees, loops counted twice.
    pub fn degree(&self, v: usize) -> usize {
        self.edges().iter().map(|&(a, b)| (a == v) as usize + (b == v) as usize).sum()
    }

    /// Whether every vertex has an edge.
    pub fn no_isolated(&self) -> bool {
        (0..self.vertices).all(|v| self.degree(v) > 0)
    }

    /// The name of the board.
    pub fn name(&self) -> String {
        let edges: Vec<String> =
            self.edges().iter().map(|(u, v)| format!("{}-{}", u + 1, v + 1)).collect();
        format!("edges:{}", edges.join(","))
    }

    /// The least and the greatest margin with which the player of shadows ends over all games. If there is an edge of
    /// its own he begins with it; otherwise the opponent begins.
    pub fn margins(&self, context: &Context) -> (i32, i32) {
        let (least, most) = self.all_games();
        if context.has(Mutation::Values) {
            return (wrong_margin(most), wrong_margin(least));
        }
        (least, most)
    }

    fn all_games(&self) -> (i32, i32) {
        let edges = self.edges();
        let all = (1u32 << edges.len()) - 1;
        let mut play = Play { edges: &edges, known: HashMap::new() };
        match self.own {
            None => play.margins(all),
            Some(_) => {
                let own = edges.len() - 1;
                let points = play.points(all, own);
                let (least, most) = play.margins(all & !(1 << own));
                (least + points, most + points)
            }
        }
    }
}

struct Play<'a> {
    edges: &'a [(usize, usize)],
    known: HashMap<u32, (i32, i32)>,
}

impl Play<'_> {
    /// The vertices that lose their last edge with this one.
    fn points(&self, left: u32, edge: usize) -> i32 {
        let (u, v) = self.edges[edge];
        let rest = left & !(1 << edge);
        let freed = |w: usize| {
            !self
                .edges
                .iter()
                .enumerate()
                .any(|(i, &(a, b))| rest >> i & 1 == 1 && (a == w || b == w))
        };
        freed(u) as i32 + (u != v && freed(v)) as i32
    }

    /// The opponent moves; what is left is symmetric.
    fn margins(&mut self, left: u32) -> (i32, i32) {
        if left == 0 {
            return (0, 0);
        }
        if let Some(&known) = self.known.get(&left) {
            return known;
        }
        let (mut least, mut most) = (i32::MAX, i32::MIN);
        for edge in (0..self.edges.len()).filter(|e| left >> e & 1 == 1) {
            let shadow = edge ^ 1;
            let lost = self.points(left, edge);
            let won = self.points(left & !(1 << edge), shadow);
            let (a, b) = self.margins(left & !(1 << edge) & !(1 << shadow));
            least = least.min(a + won - lost);
            most = most.max(b + won - lost);
        }
        self.known.insert(left, (least, most));
        (least, most)
    }
}

/// The kinds of pair of an edge and its shadow on vertices that come as `moved` pairs (2i and 2i + 1 are each other's
/// shadows) and `fixed` vertices after them. `across` allows edges from one side to the other.
fn kinds(moved: usize, fixed: usize, across: bool) -> Vec<[(usize, usize); 2]> {
    let mut kinds = Vec::new();
    let first_fixed = 2 * moved;
    for i in 0..moved {
        let (v, w) = (2 * i, 2 * i + 1);
        kinds.push([(v, v), (w, w)]);
        if across {
            kinds.push([(v, w), (v, w)]);
        }
        for j in 0..i {
            kinds.push([(v, 2 * j), (w, 2 * j + 1)]);
            if across {
                kinds.push([(v, 2 * j + 1), (w, 2 * j)]);
            }
        }
        kinds.extend((0..fixed).map(|f| [(first_fixed + f, v), (first_fixed + f, w)]));
    }
    // Two loops at a fixed vertex, or two edges between fixed ones, one on each side.
    let on = |f: usize| first_fixed + f;
    kinds.extend((0..fixed).flat_map(|f| (0..=f).map(move |g| [(on(g), on(f)); 2])));
    kinds
}

/// Every symmetric multigraph without isolated vertices with up to this many pairs of vertices, fixed vertices and pairs
/// of edges, fewest edges first. `own` adds each possible edge that is its own shadow.
pub fn symmetric_graphs(
    moved: usize,
    fixed: usize,
    most: usize,
    across: bool,
    own: bool,
) -> Vec<Symmetric> {
    let mut found = Vec::new();
    for (m, f) in (0..=moved).flat_map(|m| (0..=fixed).map(move |f| (m, f))) {
        let kinds = kinds(m, f, across);
        let mut owns: Vec<Option<(usize, usize)>> = Vec::new();
        if own {
            owns.extend((0..m).map(|i| Some((2 * i, 2 * i + 1))));
            if !across {
                // On a line of symmetry an edge may lie, or a loop cross it.
                let on = |a: usize| 2 * m + a;
                owns.extend((0..f).flat_map(|a| (0..=a).map(move |b| Some((on(b), on(a))))));
            }
        } else {
            owns.push(None);
        }
        for pairs in multisets(&kinds, most) {
            for own in &owns {
                let graph =
                    Symmetric { vertices: 2 * m + f, fixed: f, pairs: pairs.clone(), own: *own };
                if graph.vertices > 0 && graph.no_isolated() {
                    found.push(graph);
                }
            }
        }
    }
    found.sort_by_key(|graph| (graph.pairs.len(), graph.vertices));
    found
}

fn multisets<T: Clone>(kinds: &[T], most: usize) -> Vec<Vec<T>> {
    let mut all = vec![(Vec::new(), 0)];
    let mut at = 0;
    while at < all.len() {
        let (set, from) = all[at].clone();
        if set.len() < most {
            for (i, kind) in kinds.iter().enumerate().skip(from) {
                all.push(([&set[..], std::slice::from_ref(kind)].concat(), i));
            }
        }
        at += 1;
    }
    all.into_iter().map(|(set, _)| set).collect()
}

/// A grid as a symmetric multigraph under a map of its vertices; none if more than one edge is its own shadow.
pub fn symmetric_grid(
    m: usize,
    n: usize,
    map: impl Fn(usize, usize) -> (usize, usize),
) -> Option<Symmetric> {
    let graph = crate::context::expect(families::grid(m, n));
    let image = |v: usize| {
        let (r, c) = map(v / n, v % n);
        r * n + c
    };
    let fixed = (0..m * n).filter(|&v| image(v) == v).count();
    let mut symmetric = Symmetric { vertices: m * n, fixed, pairs: Vec::new(), own: None };
    for (u, v) in graph.edge_pairs() {
        let (a, b) = (image(u).min(image(v)), image(u).max(image(v)));
        if (a, b) == (u, v) {
            if symmetric.own.is_some() {
                return None;
            }
            symmetric.own = Some((u, v));
        } else if (u, v) < (a, b) {
            symmetric.pairs.push([(u, v), (a, b)]);
        }
    }
    Some(symmetric)
}

/// Where a vertex, by row and column, goes.
pub type Map = Box<dyn Fn(usize, usize) -> (usize, usize)>;

/// The reflections and the half turn of a grid.
pub fn grid_maps(m: usize, n: usize) -> Vec<(&'static str, Map)> {
    let mut maps: Vec<(&'static str, Map)> = vec![
        ("point", Box::new(move |r, c| (m - 1 - r, n - 1 - c))),
        ("line", Box::new(move |r, c| (r, n - 1 - c))),
        ("line", Box::new(move |r, c| (m - 1 - r, c))),
    ];
    if m == n {
        maps.push(("line", Box::new(|r, c| (c, r))));
    }
    maps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_is_drawn_by_its_centre_and_won_by_its_diagonal() {
        // 0 and 1, 2 and 3 are opposite corners.
        let by_centre = Symmetric {
            vertices: 4,
            fixed: 0,
            pairs: vec![[(0, 2), (1, 3)], [(2, 1), (3, 0)]],
            own: None,
        };
        assert_eq!(by_centre.all_games(), (0, 0));
        // 0 and 1 mirror each other, 2 and 3 lie on the diagonal.
        let by_diagonal = Symmetric {
            vertices: 4,
            fixed: 2,
            pairs: vec![[(2, 0), (2, 1)], [(3, 0), (3, 1)]],
            own: None,
        };
        assert_eq!(by_diagonal.all_games(), (2, 2));
    }

    #[test]
    fn two_edges_between_vertices_on_the_line_are_a_pair() {
        let graphs = symmetric_graphs(0, 2, 1, false, false);
        let joined = Symmetric { vertices: 2, fixed: 2, pairs: vec![[(0, 1); 2]], own: None };
        assert!(graphs.contains(&joined));
        assert_eq!(joined.all_games(), (2, 2));
    }

    #[test]
    fn multisets_are_counted() {
        assert_eq!(multisets(&[1, 2, 3], 2).len(), 1 + 3 + 6);
    }
}
