//! Positions of partizan games: the vertices that each player may still use, and whose turn it is.
//!
//! A vertex that neither may use is gone. Which edges matter is the game's to say: an edge that can no longer affect any move is
//! no part of the structure, so that positions fall apart as soon as their moves are independent.

use super::{Numbers, Space, decode_set, image_map, image_of_set, members};
use crate::bits::BitSet;
use crate::error::InputError;
use crate::graph::Graph;
use crate::moves::{Move, read_places};
use crate::places::Places;
use crate::player::Side;
use crate::symmetry::Structure;

/// Who may still use a vertex: bit 0 Left, bit 1 Right.
pub type Tint = u64;

/// Whether an edge matters between two vertices that may still be used.
pub type Matters = fn(Tint, Tint) -> bool;

/// What an edge is in a structure.
const PLAIN: u64 = 0;
const UPRIGHT: u64 = 1;
const LEVEL: u64 = 2;

/// A graph whose vertices two players use differently.
#[derive(Clone, Debug)]
pub struct Tints {
    graph: Graph,
    matters: Matters,
    /// Whether edges of one column and of one row are told apart.
    squared: bool,
    /// Whose turn it is at the start.
    beginner: Side,
}

/// What each player may still use, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TintPosition {
    /// The vertices that Left may use.
    pub left: BitSet,
    /// The vertices that Right may use.
    pub right: BitSet,
    /// Whose turn it is.
    pub to_move: Side,
}

impl TintPosition {
    /// The vertices that a player may use.
    pub fn of(&self, side: Side) -> &BitSet {
        match side {
            Side::Left => &self.left,
            Side::Right => &self.right,
        }
    }

    /// The vertices that somebody may use.
    pub fn live(&self) -> BitSet {
        self.left.union(&self.right)
    }

    /// The same with the turn passed to the other player.
    pub fn passed(&self) -> Self {
        TintPosition { to_move: self.to_move.other(), ..self.clone() }
    }

    /// Who may use a vertex.
    pub fn tint(&self, vertex: usize) -> Tint {
        Tint::from(self.left.contains(vertex)) + 2 * Tint::from(self.right.contains(vertex))
    }

    /// The same with the vertices of another position beside it.
    pub fn beside(&self, other: &Self) -> Self {
        let (left, right) = (self.left.union(&other.left), self.right.union(&other.right));
        TintPosition { left, right, to_move: self.to_move }
    }

    /// What is left of it within some vertices.
    pub fn within(&self, vertices: &BitSet) -> Self {
        let [left, right] = [&self.left, &self.right].map(|set| set.intersection(vertices));
        TintPosition { left, right, to_move: self.to_move }
    }
}

impl Tints {
    /// The vertices of a graph, whose edges matter as long as somebody may use both ends.
    pub fn new(graph: Graph, beginner: Side) -> Self {
        Tints { graph, matters: |_, _| true, squared: false, beginner }
    }

    /// The same; an edge matters only between some tints.
    pub fn joined(self, matters: Matters) -> Self {
        Tints { matters, ..self }
    }

    /// The same on squared paper: edges within a column and within a row are told apart.
    pub fn on_squares(self) -> Self {
        Tints { squared: true, ..self }
    }

    /// Whose turn it is at the start.
    pub fn beginner(&self) -> Side {
        self.beginner
    }

    /// The graph.
    pub fn board(&self) -> &Graph {
        &self.graph
    }

    /// Whether an edge joins two cells of one column.
    pub fn is_upright(&self, u: usize, v: usize) -> bool {
        self.graph.squares().is_some_and(|at| at[u].0 != at[v].0)
    }

    fn kind(&self, u: usize, v: usize) -> u64 {
        match (self.squared, self.is_upright(u, v)) {
            (false, _) => PLAIN,
            (true, true) => UPRIGHT,
            (true, false) => LEVEL,
        }
    }

    /// The edges that matter in a position, between different vertices.
    fn edges<'a>(&'a self, position: &'a TintPosition) -> impl Iterator<Item = [usize; 2]> + 'a {
        let live = position.live();
        let ends = self.graph.edges().iter().map(|edge| edge.ends());
        ends.filter(move |&[u, v]| {
            u != v
                && live.contains(u)
                && live.contains(v)
                && (self.matters)(position.tint(u), position.tint(v))
        })
    }

    /// What a position looks like to the game, whoever is to move: isomorphic positions have the same moves. `mirrored`: what its
    /// negative looks like, in which the players have changed places.
    pub fn form(&self, position: &TintPosition, mirrored: bool) -> Structure {
        let live: Vec<usize> = position.live().iter().collect();
        let tint = |&vertex: &usize| match (position.tint(vertex), mirrored) {
            (tint @ (1 | 2), true) => 3 - tint,
            (tint, _) => tint,
        };
        let kind = |u: usize, v: usize| match (self.kind(u, v), mirrored) {
            (UPRIGHT, true) => LEVEL,
            (LEVEL, true) => UPRIGHT,
            (kind, _) => kind,
        };
        let index = |vertex: usize| live.partition_point(|&other| other < vertex);
        let edges = self.edges(position).map(|[u, v]| ([index(u), index(v)], kind(u, v)));
        Structure::of_colours(live.iter().map(tint).collect(), edges)
    }
}

impl Space for Tints {
    type Position = TintPosition;

    fn places(&self) -> &Places {
        self.graph.places()
    }

    fn untouched(&self) -> TintPosition {
        let all = BitSet::full(self.graph.vertex_count());
        TintPosition { left: all.clone(), right: all, to_move: self.beginner }
    }

    fn read_move(&self, _position: &TintPosition, text: &str) -> Result<Move, InputError> {
        Ok(Move::Vertices(read_places(text, self.places())?))
    }

    fn encode(&self, position: &TintPosition) -> Vec<u64> {
        let words = position.left.words().iter().chain(position.right.words());
        words.copied().chain([position.to_move.index() as u64]).collect()
    }

    fn decode(&self, next: Numbers) -> Option<TintPosition> {
        let vertices = self.graph.vertex_count();
        let (left, right) = (decode_set(vertices, next)?, decode_set(vertices, next)?);
        let to_move = *Side::BOTH.get(usize::try_from(next()?).ok()?)?;
        Some(TintPosition { left, right, to_move })
    }

    fn named(&self, position: &TintPosition) -> Vec<u16> {
        members(&position.live())
    }

    fn renamed(&self, position: &TintPosition, images: &[u16]) -> Option<TintPosition> {
        let map = image_map(&self.named(position), images, self.graph.vertex_count())?;
        let image_of =
            |set: &BitSet| BitSet::of(map.len(), set.iter().filter_map(|vertex| map[vertex]));
        let [left, right] = [&position.left, &position.right].map(image_of);
        let image = TintPosition { left, right, to_move: position.to_move };
        // Every edge that matters goes to one of its kind, and none is left over.
        let mut count = 0;
        for [u, v] in self.edges(position) {
            let [to_u, to_v] = [map[u]?, map[v]?];
            self.graph.edge_index(to_u, to_v)?;
            if self.kind(u, v) != self.kind(to_u, to_v) {
                return None;
            }
            count += 1;
        }
        (self.edges(&image).count() == count).then_some(image)
    }

    fn structure(&self, position: &TintPosition) -> Option<Structure> {
        // A turn is told by the colours of all vertices. Without any of them the game is over.
        let turn = 4 * position.to_move.index() as u64;
        Some(self.form(position, false).coloured(|_| turn))
    }

    fn components(&self, position: &TintPosition) -> Vec<TintPosition> {
        let mut left = position.live();
        let mut neighbours = vec![Vec::new(); self.graph.vertex_count()];
        for [u, v] in self.edges(position) {
            neighbours[u].push(v);
            neighbours[v].push(u);
        }
        let mut parts = Vec::new();
        while let Some(seed) = left.first() {
            let mut part = BitSet::of(neighbours.len(), [seed]);
            let mut frontier = vec![seed];
            while let Some(vertex) = frontier.pop() {
                for &next in neighbours[vertex].iter().filter(|&&next| left.contains(next)) {
                    if !part.contains(next) {
                        part.insert(next);
                        frontier.push(next);
                    }
                }
            }
            left = left.difference(&part);
            parts.push(position.within(&part));
        }
        parts
    }

    fn symmetries(&self, most: usize) -> Vec<Vec<u16>> {
        if most == 0 || self.graph.vertex_count() > super::MOST_NODES {
            return Vec::new();
        }
        super::symmetries_of(&self.form(&self.untouched(), false), most.min(super::MOST_OF_GRAPH))
    }

    fn image(&self, position: &TintPosition, to: &[u16], _entries: &[u16]) -> TintPosition {
        let [left, right] = [&position.left, &position.right].map(|set| image_of_set(set, to));
        TintPosition { left, right, to_move: position.to_move }
    }

    fn graph(&self) -> Option<&Graph> {
        Some(&self.graph)
    }

    fn layers<'p>(&self, position: &'p TintPosition) -> Vec<&'p BitSet> {
        vec![&position.left, &position.right]
    }
}
