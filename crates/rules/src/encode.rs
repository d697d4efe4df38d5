//! Positions as numbers, and positions under a change of names: what a certificate needs to write a position down and
//! to say that two of them are alike.
//!
//! Numbers are read by whoever checks a certificate, so [`Encoded::decode`] trusts nothing: what does not fit the board
//! is no position. Whether play can reach it is not asked. A statement about a position is true or false by the rules
//! alone.

use smallvec::SmallVec;

use crate::bits::BitSet;
use crate::games::arc_kayles::ArcKayles;
use crate::games::chooser_picker::{ChooserPicker, OfferPosition};
use crate::games::edge_board::{EdgeBoard, EdgePosition};
use crate::games::hop::HopGame;
use crate::games::nimstring::Nimstring;
use crate::games::node_kayles::NodeKayles;
use crate::games::octal::{OctalGame, OctalPosition};
use crate::games::placing::{PlacingGame, Stones};
use crate::games::scoring::EdgeGame;
use crate::graph::Graph;
use crate::moves::Move;
use crate::rules::Rules;

/// Gives the next number of a text; none at its end.
pub type Numbers<'a> = &'a mut dyn FnMut() -> Option<u64>;

/// Rules whose positions can be written as numbers and renamed.
pub trait Encoded: Rules {
    /// The position as numbers.
    fn encode(&self, position: &Self::Position) -> Vec<u64>;

    /// The position that the next numbers mean; none if they mean none on this board.
    fn decode(&self, next: Numbers) -> Option<Self::Position>;

    /// The places that a position is about, ascending: what [`Encoded::renamed`] needs an image for.
    fn named(&self, position: &Self::Position) -> Vec<u16>;

    /// The position in which each place of [`Encoded::named`] is replaced by its image; none unless the replacement
    /// carries every possible move of the one over to the other and back, now and later.
    fn renamed(&self, position: &Self::Position, images: &[u16]) -> Option<Self::Position>;

    /// Every legal move; none if listing them would take more than `most` steps. Most games have few moves.
    fn moves_within(&self, position: &Self::Position, _most: u64) -> Option<Vec<Move>> {
        Some(self.moves(position))
    }
}

/// A map from places to images, if the images are different places of a board of `places`.
fn image_map(named: &[u16], images: &[u16], places: usize) -> Option<Vec<Option<usize>>> {
    let mut map = vec![None; places];
    let mut used = BitSet::empty(places);
    if named.len() != images.len() {
        return None;
    }
    for (&place, &image) in named.iter().zip(images) {
        let image = image as usize;
        if image >= places || used.contains(image) {
            return None;
        }
        used.insert(image);
        map[place as usize] = Some(image);
    }
    Some(map)
}

fn members(set: &BitSet) -> Vec<u16> {
    set.iter().map(|place| place as u16).collect()
}

/// A set with its members replaced by their images.
fn image_of(set: &BitSet, map: &[Option<usize>]) -> BitSet {
    BitSet::of(map.len(), set.iter().filter_map(|place| map[place]))
}

/// The image of a vertex set, if the two induced subgraphs are the same under the map, loops included.
///
/// The games on vertices ask only which vertices are joined and which have a loop, so this carries their moves over.
fn renamed_vertices(graph: &Graph, vertices: &BitSet, images: &[u16]) -> Option<BitSet> {
    let map = image_map(&members(vertices), images, graph.vertex_count())?;
    let image = image_of(vertices, &map);
    for vertex in vertices.iter() {
        let to = map[vertex]?;
        let joined = image_of(&graph.neighbours(vertex).intersection(vertices), &map);
        let looped = |v: usize| graph.edge_index(v, v).is_some();
        if joined != graph.neighbours(to).intersection(&image) || looped(vertex) != looped(to) {
            return None;
        }
    }
    Some(image)
}

fn decode_set(places: usize, next: Numbers) -> Option<BitSet> {
    let words: Option<Vec<u64>> = (0..places.div_ceil(64).max(1)).map(|_| next()).collect();
    BitSet::from_words(places, &words?)
}

macro_rules! encoded_vertex_game {
    ($game:ty) => {
        impl Encoded for $game {
            fn encode(&self, position: &BitSet) -> Vec<u64> {
                position.words().to_vec()
            }

            fn decode(&self, next: Numbers) -> Option<BitSet> {
                decode_set(self.graph().vertex_count(), next)
            }

            fn named(&self, position: &BitSet) -> Vec<u16> {
                members(position)
            }

            fn renamed(&self, position: &BitSet, images: &[u16]) -> Option<BitSet> {
                renamed_vertices(self.graph(), position, images)
            }
        }
    };
}

encoded_vertex_game!(NodeKayles);
encoded_vertex_game!(ArcKayles);

/// More heaps than this are not written down.
const MOST_HEAPS: u64 = 1 << 20;

impl Encoded for OctalGame {
    fn encode(&self, position: &OctalPosition) -> Vec<u64> {
        let heaps = position.heaps.iter().map(|&size| size as u64);
        let words = position.vertices.words().iter().copied();
        std::iter::once(position.heaps.len() as u64).chain(heaps).chain(words).collect()
    }

    fn decode(&self, next: Numbers) -> Option<OctalPosition> {
        let count = next().filter(|&count| count <= MOST_HEAPS)?;
        let size = |_| next().and_then(|size| u32::try_from(size).ok()).filter(|&size| size > 0);
        let heaps: Option<SmallVec<[u32; 4]>> = (0..count).map(size).collect();
        let heaps = heaps.filter(|heaps| heaps.is_sorted())?;
        Some(OctalPosition { heaps, vertices: decode_set(self.graph().vertex_count(), next)? })
    }

    fn named(&self, position: &OctalPosition) -> Vec<u16> {
        members(&position.vertices)
    }

    fn renamed(&self, position: &OctalPosition, images: &[u16]) -> Option<OctalPosition> {
        let vertices = renamed_vertices(self.graph(), &position.vertices, images)?;
        Some(OctalPosition { heaps: position.heaps.clone(), vertices })
    }

    fn moves_within(&self, position: &OctalPosition, most: u64) -> Option<Vec<Move>> {
        let mut left = most;
        let splits = self.code().most_heaps().saturating_sub(1) as u32;
        for &size in &position.heaps {
            let takes = self.code().takes(size as usize).count() as u64;
            let moves = (size as u64).saturating_pow(splits).saturating_mul(takes);
            left = left.checked_sub(moves)?;
        }
        for component in self.graph().components(&position.vertices) {
            let size = self.code().takes(component.len()).last().map_or(0, |(taken, _)| taken);
            let mut banned = BitSet::empty(self.graph().vertex_count());
            for root in component.iter() {
                banned.insert(root);
                let frontier = self.graph().neighbours(root).intersection(&component);
                let frontier = frontier.difference(&banned);
                left = connected_sets(self.graph(), &component, frontier, &banned, size, left)?;
            }
        }
        Some(self.moves(position))
    }
}

/// Counts connected sets up to a size down from `left`, as the moves of a taking game are found; none below 0.
fn connected_sets(
    graph: &Graph,
    component: &BitSet,
    frontier: BitSet,
    banned: &BitSet,
    size: usize,
    left: u64,
) -> Option<u64> {
    let mut left = left.checked_sub(1)?;
    if size <= 1 {
        return Some(left);
    }
    let mut banned = banned.clone();
    for next in frontier.iter() {
        banned.insert(next);
        let reach = graph.neighbours(next).intersection(component).union(&frontier);
        left =
            connected_sets(graph, component, reach.difference(&banned), &banned, size - 1, left)?;
    }
    Some(left)
}

/// Edge counts as digits of numbers, the base of each one more than the copies there were; a new number begins before
/// the last would overflow.
fn encode_edges(board: &EdgeBoard, position: &EdgePosition) -> Vec<u64> {
    let mut words = vec![0];
    let mut factor = 1u64;
    for (edge, &left) in board.graph().edges().iter().zip(position) {
        let base = edge.copies as u64 + 1;
        if factor.checked_mul(base).is_none() {
            words.push(0);
            factor = 1;
        }
        if let Some(last) = words.last_mut() {
            *last += factor * left as u64;
        }
        factor *= base;
    }
    words
}

fn decode_edges(board: &EdgeBoard, next: Numbers) -> Option<EdgePosition> {
    let mut word = next()?;
    let mut factor = 1u64;
    let mut position = EdgePosition::new();
    for edge in board.graph().edges() {
        let base = edge.copies as u64 + 1;
        match factor.checked_mul(base) {
            Some(product) => factor = product,
            None if word != 0 => return None,
            None => {
                word = next()?;
                factor = base;
            }
        }
        position.push((word % base) as u8);
        word /= base;
    }
    (word == 0).then_some(position)
}

/// The vertices that have an edge.
fn bound(board: &EdgeBoard, position: &EdgePosition) -> Vec<u16> {
    (0..board.graph().vertex_count())
        .filter(|&v| board.weight(position, v) > 0)
        .map(|v| v as u16)
        .collect()
}

/// The image of the edges left; none if an edge has no image with as many copies. The rules of edge games ask for
/// nothing but the multigraph that is left.
fn renamed_edges(
    board: &EdgeBoard,
    position: &EdgePosition,
    images: &[u16],
) -> Option<EdgePosition> {
    let graph = board.graph();
    let map = image_map(&bound(board, position), images, graph.vertex_count())?;
    let mut image: EdgePosition = SmallVec::from_elem(0, position.len());
    for index in board.left(position) {
        let [u, v] = graph.edges()[index].ends();
        let to = graph.edge_index(map[u]?, map[v]?)?;
        if position[index] > graph.edges()[to].copies {
            return None;
        }
        image[to] = position[index];
    }
    Some(image)
}

macro_rules! encoded_edge_game {
    ($game:ty) => {
        impl Encoded for $game {
            fn encode(&self, position: &EdgePosition) -> Vec<u64> {
                encode_edges(self.board(), position)
            }

            fn decode(&self, next: Numbers) -> Option<EdgePosition> {
                decode_edges(self.board(), next)
            }

            fn named(&self, position: &EdgePosition) -> Vec<u16> {
                bound(self.board(), position)
            }

            fn renamed(&self, position: &EdgePosition, images: &[u16]) -> Option<EdgePosition> {
                renamed_edges(self.board(), position, images)
            }
        }
    };
}

encoded_edge_game!(EdgeGame);
encoded_edge_game!(Nimstring);

fn encode_stones(stones: &Stones) -> Vec<u64> {
    stones.first.words().iter().chain(stones.second.words()).copied().collect()
}

fn decode_stones(points: usize, next: Numbers) -> Option<Stones> {
    let stones = Stones { first: decode_set(points, next)?, second: decode_set(points, next)? };
    (!stones.first.meets(&stones.second)).then_some(stones)
}

/// Every point of a board.
fn all_points(points: usize) -> Vec<u16> {
    (0..points as u16).collect()
}

fn image_of_stones(stones: &Stones, images: &[u16]) -> Stones {
    let image = |set: &BitSet| BitSet::of(images.len(), set.iter().map(|p| images[p] as usize));
    Stones { first: image(&stones.first), second: image(&stones.second) }
}

impl Encoded for PlacingGame {
    fn encode(&self, position: &Stones) -> Vec<u64> {
        encode_stones(position)
    }

    fn decode(&self, next: Numbers) -> Option<Stones> {
        decode_stones(self.board().point_count(), next)
    }

    fn named(&self, _position: &Stones) -> Vec<u16> {
        all_points(self.board().point_count())
    }

    fn renamed(&self, position: &Stones, images: &[u16]) -> Option<Stones> {
        self.board().is_symmetry(images).then(|| image_of_stones(position, images))
    }
}

impl Encoded for HopGame {
    fn encode(&self, position: &Stones) -> Vec<u64> {
        encode_stones(position)
    }

    fn decode(&self, next: Numbers) -> Option<Stones> {
        decode_stones(self.board().point_count(), next)
    }

    fn named(&self, _position: &Stones) -> Vec<u16> {
        all_points(self.board().point_count())
    }

    fn renamed(&self, position: &Stones, images: &[u16]) -> Option<Stones> {
        let points = images.len();
        let keeps_hops = || {
            (0..points * points).all(|pair| {
                let (a, b) = (pair / points, pair % points);
                self.connects(a, b) == self.connects(images[a] as usize, images[b] as usize)
            })
        };
        (self.board().is_symmetry(images) && keeps_hops())
            .then(|| image_of_stones(position, images))
    }
}

impl Encoded for ChooserPicker {
    fn encode(&self, position: &OfferPosition) -> Vec<u64> {
        let mut numbers = encode_stones(&position.stones);
        match position.offered {
            None => numbers.push(0),
            Some((a, b)) => numbers.extend([1, a as u64, b as u64]),
        }
        numbers
    }

    fn decode(&self, next: Numbers) -> Option<OfferPosition> {
        let points = self.board().point_count();
        let stones = decode_stones(points, next)?;
        let offered = match next()? {
            0 => None,
            1 => {
                let (a, b) = (next()?, next()?);
                let free = |p: u64| p < points as u64 && stones.is_free(p as usize);
                Some((a, b)).filter(|&(a, b)| a < b && free(a) && free(b))?;
                Some((a as u16, b as u16))
            }
            _ => return None,
        };
        Some(OfferPosition { stones, offered })
    }

    fn named(&self, _position: &OfferPosition) -> Vec<u16> {
        all_points(self.board().point_count())
    }

    fn renamed(&self, position: &OfferPosition, images: &[u16]) -> Option<OfferPosition> {
        let offered = position.offered.map(|(a, b)| {
            let (a, b) = (*images.get(a as usize)?, *images.get(b as usize)?);
            Some((a.min(b), a.max(b)))
        });
        let offered = match offered {
            None => None,
            Some(image) => Some(image?),
        };
        self.board()
            .is_symmetry(images)
            .then(|| OfferPosition { stones: image_of_stones(&position.stones, images), offered })
    }
}
