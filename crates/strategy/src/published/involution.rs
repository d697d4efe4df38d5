//! Symmetries of order two of a multigraph, and what the shadow strategies promise for them.
//!
//! A symmetry takes vertices to vertices such that copies of edges are counted alike; here it is its own inverse. It
//! pairs the edges: an edge with its image, and the copies of an edge that is its own image with each other. If such
//! an edge has an odd number of copies, one of them is left over: it is *fixed*. The identity counts too: it pairs
//! copies.
//!
//! # The promise
//! The argument of Theorems 3.2, 3.3, 4.3 and 4.4 of the Unshackle paper uses nothing but the pairing. With no edge fixed
//! the second player answers every edge with its partner. A vertex v other than its image v' that the first player
//! frees with an edge e had no other edge; so the partner of e is at v' and was its last too: the second player frees
//! v' in turn, unless it was freed with v, and then e joined them and was its own partner's copy, which is absurd. So
//! the first player never gains on such vertices. A vertex that is its own image has edges in pairs, both at the
//! vertex: the second player takes the last. Hence the second player's margin is at least the number of vertices
//! that are their own image and have an edge. With exactly one edge fixed the first player takes it, with the points
//! that it frees, and is then in the second player's place.

use outplay_rules::graph::Graph;
use outplay_rules::player::Player;

/// A symmetry of order two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Involution {
    /// The image of each vertex.
    pub image: Vec<u16>,
    /// The edges (by index) with a copy that has no partner.
    pub fixed_edges: Vec<usize>,
    /// The vertices that are their own image and have an edge.
    pub fixed_vertices: Vec<usize>,
}

impl Involution {
    /// The involution with these images, if they are one.
    pub fn new(graph: &Graph, image: Vec<u16>) -> Option<Self> {
        let is_own_inverse = (0..image.len()).all(|v| image[image[v] as usize] as usize == v);
        let index = |u: usize, v: usize| graph.edge_index(image[u] as usize, image[v] as usize);
        let mut fixed_edges = Vec::new();
        for (here, edge) in graph.edges().iter().enumerate() {
            let there = index(edge.u as usize, edge.v as usize)?;
            if graph.edges()[there].copies != edge.copies {
                return None;
            }
            if there == here && edge.copies % 2 == 1 {
                fixed_edges.push(here);
            }
        }
        let has_edge = |v: usize| graph.edges().iter().any(|edge| edge.ends().contains(&v));
        let fixed_vertices =
            (0..image.len()).filter(|&v| image[v] as usize == v && has_edge(v)).collect();
        is_own_inverse.then_some(Involution { image, fixed_edges, fixed_vertices })
    }

    /// Whether the shadow strategy is defined for a player: with no fixed edge for the second, with one for the first.
    pub fn serves(&self, player: Player) -> bool {
        self.fixed_edges.len() == if player == Player::First { 1 } else { 0 }
    }

    /// The margin that the shadow strategy promises to the player it serves.
    pub fn promise(&self, graph: &Graph) -> i32 {
        let weight = |v: usize| -> u32 {
            graph.edges().iter().filter(|e| e.ends().contains(&v)).map(|e| e.copies as u32).sum()
        };
        let Some(&opening) = self.fixed_edges.first() else {
            return self.fixed_vertices.len() as i32;
        };
        let mut ends = graph.edges()[opening].ends().to_vec();
        ends.dedup();
        let freed: Vec<usize> = ends.into_iter().filter(|&v| weight(v) == 1).collect();
        let later = self.fixed_vertices.iter().filter(|v| !freed.contains(v)).count();
        (freed.len() + later) as i32
    }
}

/// The steps a search may take: about a second.
const PATIENCE: usize = 3_000_000;

/// The involution with the greatest promise to a player among those found.
pub fn best(graph: &Graph, player: Player) -> Option<Involution> {
    let mut search = Search {
        graph,
        copies: copies(graph),
        image: vec![None; graph.vertex_count()],
        player,
        best: None,
        patience: PATIENCE,
    };
    search.extend(0);
    search.best.map(|(_, involution)| involution)
}

/// The number of copies between any two vertices.
fn copies(graph: &Graph) -> Vec<Vec<u8>> {
    let n = graph.vertex_count();
    let mut copies = vec![vec![0; n]; n];
    for edge in graph.edges() {
        let [u, v] = edge.ends();
        copies[u][v] = edge.copies;
        copies[v][u] = edge.copies;
    }
    copies
}

struct Search<'g> {
    graph: &'g Graph,
    copies: Vec<Vec<u8>>,
    image: Vec<Option<u16>>,
    player: Player,
    best: Option<(i32, Involution)>,
    patience: usize,
}

impl Search<'_> {
    /// Gives vertex `v` and all after it an image: itself or a later vertex.
    fn extend(&mut self, v: usize) {
        if self.patience == 0 {
            return;
        }
        self.patience -= 1;
        let Some(next) = (v..self.image.len()).find(|&v| self.image[v].is_none()) else {
            return self.keep();
        };
        for partner in next..self.image.len() {
            if self.image[partner].is_none() && self.fits(next, partner) {
                self.image[next] = Some(partner as u16);
                self.image[partner] = Some(next as u16);
                self.extend(next + 1);
                self.image[next] = None;
                self.image[partner] = None;
            }
        }
    }

    /// Whether exchanging two vertices agrees with the images given so far.
    fn fits(&self, v: usize, partner: usize) -> bool {
        let assigned = |(w, image): (usize, &Option<u16>)| image.map(|image| (w, image as usize));
        self.copies[v][v] == self.copies[partner][partner]
            && self.image.iter().enumerate().filter_map(assigned).all(|(w, image)| {
                self.copies[v][w] == self.copies[partner][image]
                    && self.copies[partner][w] == self.copies[v][image]
            })
    }

    fn keep(&mut self) {
        let image = self.image.iter().map(|image| image.unwrap_or(0)).collect();
        let Some(involution) = Involution::new(self.graph, image) else { return };
        let promise = involution.promise(self.graph);
        let better = self.best.as_ref().is_none_or(|(best, _)| promise > *best);
        if involution.serves(self.player) && better {
            self.best = Some((promise, involution));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay_rules::graph::families;
    use outplay_rules::symmetry::Structure;

    /// Every involution that the whole group has is found, and none else.
    #[test]
    fn the_best_is_that_of_the_whole_group() {
        for graph in [
            families::path(5).unwrap(),
            families::path(6).unwrap(),
            families::cycle(2).unwrap(),
            families::cycle(6).unwrap(),
            families::grid(2, 3).unwrap(),
            families::grid(3, 3).unwrap(),
            families::complete(5).unwrap(),
            families::star(4).unwrap(),
            families::hypercube(3).unwrap(),
            families::wheel(4).unwrap(),
        ] {
            for player in [Player::First, Player::Second] {
                let images = Structure::of_graph(&graph).symmetries();
                let of_group = images
                    .filter_map(|image| {
                        Involution::new(&graph, image.into_iter().map(|v| v as u16).collect())
                    })
                    .filter(|involution| involution.serves(player))
                    .map(|involution| involution.promise(&graph))
                    .max();
                let found = best(&graph, player).map(|involution| involution.promise(&graph));
                assert_eq!(found, of_group, "{player} {:?}", graph.edges());
            }
        }
    }
}
