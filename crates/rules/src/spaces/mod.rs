//! What positions are made of: heaps, vertices, vertices that each player may still use, edges, points of two or three players,
//! or points with an offer.
//!
//! A [`Space`] owns the board and knows what a position on it is: how it is written as numbers, how it changes when
//! places are renamed, which symmetries the board has. None of that depends on the game, so it is written once for all
//! games of a kind. The checker of certificates trusts the writing and renaming of positions: the rules must treat a
//! position and its renamed image alike. So [`Space::renamed`] refuses a map that does not preserve the structure, and
//! [`crate::rules::Rules::respects`] one that the rules can distinguish.

mod edges;
mod heaps;
mod offers;
mod points;
mod tints;
mod trios;
mod vertices;

use std::fmt::Debug;
use std::hash::Hash;

pub use edges::{EdgePosition, Edges};
pub use heaps::{HeapPosition, Heaps, MOST_COUNTERS};
pub use offers::{OfferPosition, Offers};
pub use points::{Points, Stones};
pub use tints::{Tint, TintPosition, Tints};
pub use trios::{Trio, Trios};
pub use vertices::Vertices;

use crate::bits::BitSet;
use crate::error::InputError;
use crate::graph::Graph;
use crate::moves::Move;
use crate::places::Places;
use crate::player::Player;
use crate::sets::SetBoard;
use crate::symmetry::Structure;

/// Gives the next number of a text; none at its end.
pub type Numbers<'a> = &'a mut dyn FnMut() -> Option<u64>;

/// The board of a kind of game, and what is known of positions without the rules.
pub trait Space: Send + Sync + Sized + 'static {
    /// All that the further course of a game depends on, but for scores.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;

    /// The names of the places of the board.
    fn places(&self) -> &Places;

    /// The position in which nothing has been played.
    fn untouched(&self) -> Self::Position;

    /// The move that a text means in a position.
    fn read_move(&self, position: &Self::Position, text: &str) -> Result<Move, InputError>;

    /// The bytes that a position takes, for limits on memory.
    fn position_bytes(&self) -> usize {
        // A set of more than 128 places is stored apart; positions have at most two of them.
        let words = self.places().len().div_ceil(64);
        size_of::<Self::Position>() + if words > 2 { 2 * 8 * words } else { 0 }
    }

    /// The position as numbers.
    fn encode(&self, position: &Self::Position) -> Vec<u64>;

    /// The position that the next numbers mean; none if they mean none on this board.
    fn decode(&self, next: Numbers) -> Option<Self::Position>;

    /// The places that a position is about, ascending: what [`Space::renamed`] needs an image for.
    fn named(&self, _position: &Self::Position) -> Vec<u16> {
        (0..self.places().len() as u16).collect()
    }

    /// The position in which each place of [`Space::named`] is replaced by its image; none unless the map keeps the
    /// structure of what is left.
    fn renamed(&self, position: &Self::Position, images: &[u16]) -> Option<Self::Position>;

    /// A structure whose first nodes are the places of [`Space::named`], such that a map that takes one structure to
    /// another takes the positions to each other; none where it would cost too much.
    fn structure(&self, position: &Self::Position) -> Option<Structure>;

    /// The connected parts of a position; the whole where nothing is ever apart.
    fn components(&self, position: &Self::Position) -> Vec<Self::Position> {
        vec![position.clone()]
    }

    /// Symmetries of the board, the identity left out; at most `most`, fewer where more cost more than they save.
    fn symmetries(&self, most: usize) -> Vec<Vec<u16>>;

    /// Where the entries of a position go under a symmetry, if positions are not sets of places: made once for each
    /// symmetry and given to [`Space::image`].
    fn entries(&self, _to: &[u16]) -> Vec<u16> {
        Vec::new()
    }

    /// The image of a position under a symmetry, with the symmetry's [`Space::entries`].
    fn image(&self, position: &Self::Position, to: &[u16], entries: &[u16]) -> Self::Position;

    /// A number that tells the images of one position apart, for boards small enough to have one.
    fn code(&self, _position: &Self::Position, _to: &[u16]) -> Option<u128> {
        None
    }

    /// Places that any symmetry takes to the same kind of place of the image, few if possible: only symmetries that
    /// bring two of them to the front are then tried for a key. None: all are tried.
    fn anchors(&self, _position: &Self::Position) -> Vec<u16> {
        Vec::new()
    }

    /// The same position with interchangeable parts in a fixed order, for those who only look at what is left. Not
    /// always a position of the same board; it serves as a key.
    fn tidied(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// Who owns a place, where places are owned.
    fn owner(&self, _position: &Self::Position, _place: usize) -> Option<Player> {
        None
    }

    /// The graph, on boards that have one.
    fn graph(&self) -> Option<&Graph> {
        None
    }

    /// The winning sets, on boards that have some.
    fn sets(&self) -> Option<&SetBoard> {
        None
    }

    /// The vertices left, where positions are about vertices.
    fn vertices<'p>(&self, _position: &'p Self::Position) -> Option<&'p BitSet> {
        None
    }

    /// The edges left, where positions are edges.
    fn edges<'p>(&self, _position: &'p Self::Position) -> Option<&'p EdgePosition> {
        None
    }

    /// The position with these edges left.
    fn with_edges(&self, _edges: &EdgePosition) -> Option<Self::Position> {
        None
    }

    /// Who owns which points, where positions are nothing but that.
    fn stones<'p>(&self, _position: &'p Self::Position) -> Option<&'p Stones> {
        None
    }

    /// The points and the offer, where positions are those.
    fn offer<'p>(&self, _position: &'p Self::Position) -> Option<&'p OfferPosition> {
        None
    }

    /// Sets of places, one for each player or use, if a position is made of several.
    fn layers<'p>(&self, _position: &'p Self::Position) -> Vec<&'p BitSet> {
        Vec::new()
    }
}

/// On a board with more nodes, finding the symmetries takes longer than they save.
const MOST_NODES: usize = 400;

/// All symmetries of a graph are tried for every key, so more than this cost more than they save.
const MOST_OF_GRAPH: usize = 1_000;

/// Of the symmetries of winning sets few are tried for a key: those that fit its anchors.
const MOST_OF_SETS: usize = 20_000;

fn symmetries_of_graph(graph: &Graph, most: usize) -> Vec<Vec<u16>> {
    if most == 0 || graph.vertex_count() > MOST_NODES {
        return Vec::new();
    }
    symmetries_of(&Structure::of_graph(graph), most.min(MOST_OF_GRAPH))
}

fn symmetries_of_sets(board: &SetBoard, most: usize) -> Vec<Vec<u16>> {
    if most == 0 || board.first_sets().count() > MOST_NODES as u128 {
        return Vec::new();
    }
    let most = most.min(MOST_OF_SETS);
    Structure::of_sets(board).map_or(Vec::new(), |structure| symmetries_of(&structure, most))
}

/// The symmetries of a structure as images of places, the identity left out.
fn symmetries_of(structure: &Structure, most: usize) -> Vec<Vec<u16>> {
    let as_places = |image: Vec<usize>| image.into_iter().map(|place| place as u16).collect();
    structure.generated(most).into_iter().skip(1).map(as_places).collect()
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

/// A set with its members replaced by their images under a symmetry of the whole board.
fn image_of_set(set: &BitSet, to: &[u16]) -> BitSet {
    BitSet::of(to.len(), set.iter().map(|place| to[place] as usize))
}

fn decode_set(places: usize, next: Numbers) -> Option<BitSet> {
    let words: Option<Vec<u64>> = (0..places.div_ceil(64).max(1)).map(|_| next()).collect();
    BitSet::from_words(places, &words?)
}
