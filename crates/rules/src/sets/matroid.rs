//! Matroids as boards (Riegel's dissertation 6.1): the circuits, bases, hyperplanes or cocircuits win.
//!
//! A matroid is stored as the table of its independent sets, which is simple, and small enough for boards that can be
//! played.

use super::SetBoard;
use crate::bits::BitSet;
use crate::error::InputError;
use crate::graph::Graph;
use crate::places::Places;

/// A table over all subsets: more elements than this would be slow to list.
const MAX_ELEMENTS: usize = 16;

/// Which sets of a matroid win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// Minimal dependent sets.
    Circuits,
    /// Maximal independent sets.
    Bases,
    /// Maximal sets that do not span.
    Hyperplanes,
    /// Complements of hyperplanes: minimal sets that meet every basis.
    Cocircuits,
}

impl Feature {
    /// Every feature with its name.
    pub const NAMES: [(&'static str, Feature); 4] = [
        ("circuits", Feature::Circuits),
        ("bases", Feature::Bases),
        ("hyperplanes", Feature::Hyperplanes),
        ("cocircuits", Feature::Cocircuits),
    ];

    /// The name used in board names.
    pub fn name(self) -> &'static str {
        Feature::NAMES.iter().find(|(_, feature)| *feature == self).map_or("", |(name, _)| name)
    }
}

/// A matroid on up to 16 elements.
#[derive(Clone, Debug)]
pub struct Matroid {
    elements: usize,
    /// By subset, as bits: the size of a largest independent set within.
    rank: Vec<u8>,
}

impl Matroid {
    fn new(elements: usize, independent: impl Fn(usize) -> bool) -> Result<Self, InputError> {
        if elements > MAX_ELEMENTS {
            let message =
                format!("a matroid of {elements} elements is too large: at most {MAX_ELEMENTS}");
            return Err(InputError::plain(message));
        }
        let mut rank = vec![0u8; 1 << elements];
        for set in 1..rank.len() {
            rank[set] = if independent(set) {
                set.count_ones() as u8
            } else {
                members(set).map(|e| rank[set & !(1 << e)]).max().unwrap_or(0)
            };
        }
        Ok(Matroid { elements, rank })
    }

    /// U(rank, elements): every set of at most `rank` elements is independent.
    pub fn uniform(rank: usize, elements: usize) -> Result<Self, InputError> {
        if rank > elements {
            return Err(InputError::plain(format!(
                "rank {rank} is more than {elements} elements allow"
            )));
        }
        Self::new(elements, |set| set.count_ones() as usize <= rank)
    }

    /// The cycle matroid of a graph: forests are independent. Elements are the edges in the graph's order.
    pub fn graphic(graph: &Graph) -> Result<Self, InputError> {
        let edges: Vec<(usize, usize)> = graph.edge_pairs().take(MAX_ELEMENTS + 1).collect();
        Self::new(edges.len(), |set| {
            is_forest(graph.vertex_count(), members(set).map(|e| edges[e]))
        })
    }

    /// The Fano plane: three points are independent unless they are a line of PG(2,2).
    pub fn fano() -> Result<Self, InputError> {
        let plane = super::geometry::projective(2, 2, 1)?;
        let lines = plane.first_sets().clone();
        Self::new(7, move |set| {
            set.count_ones() <= 3 && !lines.won_by(&BitSet::of(7, members(set)))
        })
    }

    /// The cycle matroid of the wheel with `rank` spokes: elements 1, 3, 5, … are spokes, 2, 4, 6, … the rim between.
    pub fn wheel(rank: usize) -> Result<Self, InputError> {
        let edges = wheel_edges(rank)?;
        Self::new(2 * rank, |set| is_forest(rank + 1, members(set).map(|e| edges[e])))
    }

    /// The whirl: as the wheel, but the rim is independent too (Figure 6.1 for rank 3).
    pub fn whirl(rank: usize) -> Result<Self, InputError> {
        let edges = wheel_edges(rank)?;
        let rim = (0..rank).fold(0, |set, i| set | 1 << (2 * i + 1));
        Self::new(2 * rank, |set| set == rim || is_forest(rank + 1, members(set).map(|e| edges[e])))
    }

    /// The board on which the sets of one kind win.
    pub fn board(&self, feature: Feature) -> Result<SetBoard, InputError> {
        let all = self.rank.len() - 1;
        let full = self.rank[all];
        let size = |set: usize| set.count_ones() as u8;
        let without = |set: usize| members(set).map(move |e| set & !(1 << e));
        let is_flat =
            |set: usize| members(all & !set).all(|e| self.rank[set | 1 << e] > self.rank[set]);
        let is_hyperplane = |set: usize| full > 0 && self.rank[set] == full - 1 && is_flat(set);
        let chosen = (0..=all).filter(|&set| match feature {
            Feature::Circuits => {
                self.rank[set] < size(set) && without(set).all(|s| self.rank[s] == size(s))
            }
            Feature::Bases => self.rank[set] == full && size(set) == full,
            Feature::Hyperplanes => is_hyperplane(set),
            Feature::Cocircuits => is_hyperplane(all & !set),
        });
        // The empty set can only be a hyperplane or a basis of a matroid of rank at most 1, where it wins nothing.
        let sets = chosen.filter(|&set| set != 0).map(|set| members(set).collect());
        SetBoard::new(Places::numbered(self.elements), sets)
    }
}

fn members(set: usize) -> impl Iterator<Item = usize> {
    (0..usize::BITS as usize).filter(move |e| set >> e & 1 == 1)
}

fn too_large(elements: u128) -> InputError {
    InputError::plain(format!(
        "a matroid of {elements} elements is too large: at most {MAX_ELEMENTS}"
    ))
}

fn wheel_edges(rank: usize) -> Result<Vec<(usize, usize)>, InputError> {
    if rank > MAX_ELEMENTS / 2 {
        return Err(too_large(2 * rank as u128));
    }
    if rank < 2 {
        return Err(InputError::plain(format!(
            "a wheel or whirl needs rank 2 or more, not {rank}"
        )));
    }
    Ok((0..rank.min(MAX_ELEMENTS))
        .flat_map(|i| [(0, i + 1), (i + 1, (i + 1) % rank + 1)])
        .collect())
}

fn is_forest(vertices: usize, edges: impl Iterator<Item = (usize, usize)>) -> bool {
    let mut parent: Vec<usize> = (0..vertices).collect();
    let root = |parent: &[usize], mut v: usize| {
        while parent[v] != v {
            v = parent[v];
        }
        v
    };
    for (u, v) in edges {
        let (a, b) = (root(&parent, u), root(&parent, v));
        if a == b {
            return false;
        }
        parent[a] = b;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::families;

    fn sets(matroid: &Matroid, feature: Feature) -> Vec<Vec<usize>> {
        let listed = matroid.board(feature).unwrap().first_sets().listed(10_000).unwrap();
        listed.iter().map(|set| set.iter().map(|e| e + 1).collect()).collect()
    }

    #[test]
    fn the_whirl_of_figure_6_1() {
        let circuits = sets(&Matroid::whirl(3).unwrap(), Feature::Circuits);
        let lines = [vec![1, 2, 3], vec![1, 5, 6], vec![3, 4, 5]];
        let threes: Vec<_> = circuits.iter().filter(|c| c.len() == 3).cloned().collect();
        assert_eq!(threes, lines);
        // Every set of 4 that holds no line, and nothing else: 15 sets of 4, each line is in 3 of them.
        assert_eq!(circuits.len(), 3 + 15 - 9);
        assert!(circuits.iter().all(|c| c.len() <= 4));
        assert_eq!(sets(&Matroid::whirl(3).unwrap(), Feature::Bases).len(), 20 - 3);
        assert_eq!(sets(&Matroid::wheel(3).unwrap(), Feature::Bases).len(), 16);
    }

    #[test]
    fn graphs_and_uniform() {
        // K4: 4 triangles and 3 squares; 16 spanning trees (Cayley); 7 partitions of the vertices in two.
        let k4 = Matroid::graphic(&families::complete(4).unwrap()).unwrap();
        assert_eq!(sets(&k4, Feature::Circuits).len(), 7);
        assert_eq!(sets(&k4, Feature::Bases).len(), 16);
        assert_eq!(sets(&k4, Feature::Hyperplanes).len(), 7);
        assert_eq!(sets(&k4, Feature::Cocircuits).len(), 7);
        let u = Matroid::uniform(2, 4).unwrap();
        assert_eq!(sets(&u, Feature::Circuits).len(), 4);
        assert_eq!(sets(&u, Feature::Hyperplanes), [[1], [2], [3], [4]]);
        assert_eq!(sets(&u, Feature::Cocircuits).len(), 4);
    }

    #[test]
    fn fano_hyperplanes_are_its_lines() {
        let fano = Matroid::fano().unwrap();
        let lines = sets(&fano, Feature::Hyperplanes);
        assert!(lines.len() == 7 && lines.iter().all(|line| line.len() == 3));
        assert_eq!(sets(&fano, Feature::Bases).len(), 35 - 7);
    }

    #[test]
    fn loops_are_circuits() {
        let graph = families::cycle(1).unwrap();
        assert_eq!(sets(&Matroid::graphic(&graph).unwrap(), Feature::Circuits), [[1]]);
    }

    #[test]
    fn limits() {
        assert!(Matroid::uniform(3, 2).is_err());
        assert!(Matroid::uniform(3, 17).is_err());
        assert!(Matroid::whirl(1).is_err());
        assert!(Matroid::whirl(1 << 60).is_err());
        assert!(Matroid::graphic(&families::complete(50).unwrap()).is_err());
    }
}
