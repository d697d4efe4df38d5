//! The shape of a position: equal for positions that are the same up to names. A certificate shows such a position once
//! and copies it with an explicit map, which the checker verifies; here the map is found.

use outplay_rules::bits::BitSet;
use outplay_rules::encode::Encoded;
use outplay_rules::games::arc_kayles::ArcKayles;
use outplay_rules::games::chooser_picker::{ChooserPicker, OfferPosition};
use outplay_rules::games::edge_board::{EdgeBoard, EdgePosition};
use outplay_rules::games::hop::HopGame;
use outplay_rules::games::nimstring::Nimstring;
use outplay_rules::games::node_kayles::NodeKayles;
use outplay_rules::games::octal::{OctalGame, OctalPosition};
use outplay_rules::games::placing::{PlacingGame, Stones};
use outplay_rules::games::scoring::EdgeGame;
use outplay_rules::graph::Graph;
use outplay_rules::places::Places;
use outplay_rules::sets::SetBoard;
use outplay_rules::symmetry::Structure;
use outplay_solve::positional::search::symmetry::Symmetries;

/// Rules whose positions have shapes.
pub trait Shaped: Encoded {
    /// A structure whose first nodes are the places of [`Encoded::named`], such that positions with isomorphic
    /// structures are copies of each other; none where it would cost too much.
    fn structure(&self, position: &Self::Position) -> Option<Structure>;

    /// Parts of a position that together make up its shape, whatever their order: together they name its places, each
    /// once. Small parts come up again and again, so their canonical forms are found once.
    fn pieces(&self, position: &Self::Position) -> Vec<Self::Position> {
        vec![position.clone()]
    }

    /// All symmetries of the board, if they are few enough to try every one: then that is sooner done than finding a
    /// canonical form. None if there are too many or none is worth the while.
    fn symmetries(&self) -> Vec<Vec<u8>> {
        Vec::new()
    }

    /// The image of a position under one of them.
    fn image(&self, _position: &Self::Position, _to: &[u8]) -> [u128; 2] {
        [0; 2]
    }
}

/// With as many symmetries as this a canonical form is sooner found than the least image (and the list may not be
/// complete).
const MOST_SYMMETRIES: usize = 1_000;

fn few_symmetries(board: &SetBoard) -> Vec<Vec<u8>> {
    let all: Vec<Vec<u8>> = Symmetries::of(board).images().map(<[u8]>::to_vec).collect();
    if all.len() < MOST_SYMMETRIES { all } else { Vec::new() }
}

fn image_of_stones(stones: &Stones, to: &[u8]) -> [u128; 2] {
    let image = |set: &BitSet| set.iter().fold(0, |image, point| image | 1 << to[point]);
    [image(&stones.first), image(&stones.second)]
}

/// The induced subgraph with its vertices numbered on, copies of edges left out.
fn of_vertices(graph: &Graph, vertices: &BitSet) -> Option<Structure> {
    let members: Vec<usize> = vertices.iter().collect();
    let index = |vertex: usize| members.binary_search(&vertex).ok();
    let edges = graph.edges().iter().filter_map(|edge| {
        let [u, v] = edge.ends();
        Some((index(u)?, index(v)?))
    });
    Some(Structure::of_graph(&Graph::new(Places::numbered(members.len()), edges).ok()?))
}

/// The multigraph of the edges left, on the vertices that have one.
fn of_edges(board: &EdgeBoard, position: &EdgePosition, named: &[u16]) -> Option<Structure> {
    let index = |vertex: usize| named.binary_search(&(vertex as u16)).ok();
    let edges = board.left(position).flat_map(|edge| {
        let [u, v] = board.graph().edges()[edge].ends();
        let ends = index(u).zip(index(v));
        std::iter::repeat_n(ends, position[edge] as usize)
    });
    let edges: Option<Vec<(usize, usize)>> = edges.collect();
    Some(Structure::of_graph(&Graph::new(Places::numbered(named.len()), edges?).ok()?))
}

fn of_stones(board: &SetBoard, stones: &Stones) -> Option<Structure> {
    let colour = |point: usize| {
        u64::from(stones.first.contains(point)) + 2 * u64::from(stones.second.contains(point))
    };
    Some(Structure::of_sets(board)?.coloured(colour))
}

impl Shaped for OctalGame {
    fn structure(&self, position: &OctalPosition) -> Option<Structure> {
        if !position.heaps.is_empty() {
            return None;
        }
        of_vertices(self.graph(), &position.vertices)
    }
}

impl Shaped for NodeKayles {
    fn structure(&self, position: &BitSet) -> Option<Structure> {
        of_vertices(self.graph(), position)
    }
}

impl Shaped for ArcKayles {
    fn structure(&self, position: &BitSet) -> Option<Structure> {
        of_vertices(self.graph(), position)
    }
}

impl Shaped for Nimstring {
    fn structure(&self, position: &EdgePosition) -> Option<Structure> {
        of_edges(self.board(), position, &self.named(position))
    }
}

impl Shaped for EdgeGame {
    fn structure(&self, position: &EdgePosition) -> Option<Structure> {
        of_edges(self.board(), position, &self.named(position))
    }

    fn pieces(&self, position: &EdgePosition) -> Vec<EdgePosition> {
        self.board().components(position)
    }
}

impl Shaped for PlacingGame {
    fn structure(&self, position: &Stones) -> Option<Structure> {
        of_stones(self.board(), position)
    }

    fn symmetries(&self) -> Vec<Vec<u8>> {
        few_symmetries(self.board())
    }

    fn image(&self, position: &Stones, to: &[u8]) -> [u128; 2] {
        image_of_stones(position, to)
    }
}

impl Shaped for HopGame {
    fn structure(&self, position: &Stones) -> Option<Structure> {
        of_stones(self.board(), position)
    }

    fn symmetries(&self) -> Vec<Vec<u8>> {
        if self.has_free_hops() { few_symmetries(self.board()) } else { Vec::new() }
    }

    fn image(&self, position: &Stones, to: &[u8]) -> [u128; 2] {
        image_of_stones(position, to)
    }
}

impl Shaped for ChooserPicker {
    fn structure(&self, position: &OfferPosition) -> Option<Structure> {
        let offered = |point: usize| {
            position.offered.is_some_and(|(a, b)| point == a as usize || point == b as usize)
        };
        let structure = of_stones(self.board(), &position.stones)?;
        Some(structure.coloured(|point| 4 * u64::from(offered(point))))
    }
}
