//! Positions as a page draws them: places, edges, winning sets, what was taken by whom. No coordinates: how a board
//! is laid out is the page's affair, helped by [`layout`], which says what family it is of.

use outplay_rules::bits::BitSet;
use outplay_rules::board::{Board, BoardName};
use outplay_rules::graph::Graph;
use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::rules::{Rules, TakingRule};
use outplay_rules::ruleset::Game;
use outplay_rules::sets::SetBoard;
use outplay_rules::spaces::{
    EdgePosition, Edges, HeapPosition, Heaps, OfferPosition, Offers, Points, Stones, Vertices,
};
use serde_json::{Map, Value, json};

use super::draw::Draw;
use super::weights;

/// A game so far: every moment from the start to now, and the moves between them.
pub struct History<'a, P> {
    /// One more than there are moves.
    pub moments: &'a [Moment<P>],
    /// What was played.
    pub moves: &'a [Move],
}

impl<P> History<'_, P> {
    fn now(&self) -> &P {
        &self.moments[self.moves.len()].position
    }

    /// For each place, who made the move after which `gone` became true of it, or null.
    fn by_whom(&self, places: usize, gone: impl Fn(&P, usize) -> bool) -> Value {
        let who = |place: usize| {
            let after = self.moments.iter().position(|moment| gone(&moment.position, place))?;
            after.checked_sub(1).map(|before| self.moments[before].to_move.to_string())
        };
        (0..places).map(|place| json!(who(place))).collect()
    }
}

/// Positions that a page can draw.
pub trait View: Draw {
    /// What is drawn: `vertices`, `edges` or `points`.
    const KIND: &'static str;

    /// The board as it never changes.
    fn board_fields(&self) -> Map<String, Value>;

    /// The position as it is now.
    fn position_fields(&self, history: &History<Self::Position>) -> Map<String, Value>;
}

/// What the picture of a board shows because of the game.
pub fn game_fields<S: View>(game: &Game<S>) -> Map<String, Value> {
    let code = match game {
        Game::Impartial(rules) => rules.heap_code(),
        Game::Scoring(_) | Game::Positional(_) => None,
    };
    code.map_or(Map::new(), |code| fields([("code", json!(code.to_string()))]))
}

/// A position with what the picture shows because of the game: the vertices that were marked where neighbours go with
/// them, the weights of a hop game.
pub fn position_fields<S: View>(
    game: &Game<S>,
    history: &History<S::Position>,
) -> Map<String, Value> {
    let mut map = game.space().position_fields(history);
    if let Game::Impartial(rules) = game
        && let Some(TakingRule::Neighbourhood) = rules.taking()
    {
        let marked = history.moves.iter().filter_map(|mv| match mv {
            Move::Vertices(vertices) => vertices.first().copied(),
            _ => None,
        });
        map.insert("marked".into(), json!(marked.collect::<Vec<_>>()));
    }
    if let Game::Positional(rules) = game
        && let Some(hop) = rules.hopping()
    {
        map.insert("weights".into(), weights::fields(hop.board(), game.space(), history));
    }
    map
}

fn fields<const N: usize>(pairs: [(&str, Value); N]) -> Map<String, Value> {
    pairs.into_iter().map(|(key, value)| (key.to_string(), value)).collect()
}

fn graph_fields(graph: &Graph) -> Map<String, Value> {
    let edges: Vec<Value> =
        graph.edges().iter().map(|edge| json!([edge.u, edge.v, edge.copies])).collect();
    fields([("edges", json!(edges)), ("drawing", json!(graph.drawing()))])
}

/// Larger families are not sent: nobody could see so many lines.
const MOST_SETS: usize = 2000;

fn set_fields(board: &SetBoard) -> Map<String, Value> {
    let listed = |family: &outplay_rules::sets::Family| {
        family.listed(MOST_SETS).map(|sets| {
            sets.iter().map(|set| json!(set.iter().collect::<Vec<_>>())).collect::<Vec<_>>()
        })
    };
    let mut map = fields([("sets", json!(listed(board.first_sets())))]);
    if !board.is_symmetric() {
        map.insert("second_sets".into(), json!(listed(board.second_sets())));
    }
    map
}

fn component_list(graph: &Graph, left: &BitSet) -> Value {
    graph.components(left).iter().map(|part| json!(part.iter().collect::<Vec<_>>())).collect()
}

/// What is left of a graph, and who took which vertex.
fn vertex_fields<P>(
    graph: &Graph,
    left: impl Fn(&P) -> &BitSet,
    history: &History<P>,
) -> Map<String, Value> {
    let now = left(history.now());
    fields([
        ("left", json!(now.iter().collect::<Vec<_>>())),
        ("gone", history.by_whom(graph.vertex_count(), |position, v| !left(position).contains(v))),
        ("components", component_list(graph, now)),
    ])
}

impl View for Heaps {
    const KIND: &'static str = "vertices";

    fn board_fields(&self) -> Map<String, Value> {
        let mut map = graph_fields(self.board());
        map.insert("heaps_at_start".into(), json!(self.all().heaps.to_vec()));
        map
    }

    fn position_fields(&self, history: &History<HeapPosition>) -> Map<String, Value> {
        let mut map = vertex_fields(self.board(), |position| &position.vertices, history);
        map.insert("heaps".into(), json!(history.now().heaps.to_vec()));
        map
    }
}

impl View for Vertices {
    const KIND: &'static str = "vertices";

    fn board_fields(&self) -> Map<String, Value> {
        graph_fields(self.board())
    }

    fn position_fields(&self, history: &History<BitSet>) -> Map<String, Value> {
        let mut map = vertex_fields(self.board(), |position| position, history);
        map.insert("heaps".into(), json!([]));
        map
    }
}

/// Copies left of each edge, and who freed which vertex.
fn edge_fields(board: &Edges, history: &History<EdgePosition>) -> Map<String, Value> {
    let free = |position: &_, v: usize| board.weight(position, v) == 0;
    let vertices_of = |edges: &EdgePosition| {
        let bound = |&v: &usize| board.weight(edges, v) > 0;
        (0..board.graph().vertex_count()).filter(bound).collect::<Vec<_>>()
    };
    let components: Vec<Value> =
        board.components(history.now()).iter().map(|part| json!(vertices_of(part))).collect();
    fields([
        ("copies", json!(history.now().to_vec())),
        ("freed", history.by_whom(board.graph().vertex_count(), free)),
        ("components", json!(components)),
    ])
}

impl View for Edges {
    const KIND: &'static str = "edges";

    fn board_fields(&self) -> Map<String, Value> {
        graph_fields(self.graph())
    }

    fn position_fields(&self, history: &History<EdgePosition>) -> Map<String, Value> {
        edge_fields(self, history)
    }
}

/// The stones, and the winning sets that a player owns in full.
fn stone_fields(board: &SetBoard, stones: &Stones) -> Map<String, Value> {
    let mark = |point: usize| match (stones.first.contains(point), stones.second.contains(point)) {
        (true, _) => "X",
        (_, true) => "O",
        _ => "",
    };
    let owned = |family: &outplay_rules::sets::Family, player: Player| {
        let sets = family.listed(MOST_SETS).unwrap_or_default();
        let whole = sets.into_iter().filter(|set| set.difference(stones.of(player)).is_empty());
        whole
            .map(
                |set| json!({ "by": player.to_string(), "points": set.iter().collect::<Vec<_>>() }),
            )
            .collect::<Vec<_>>()
    };
    let owned =
        [owned(board.first_sets(), Player::First), owned(board.second_sets(), Player::Second)]
            .concat();
    let stones: Vec<&str> = (0..board.point_count()).map(mark).collect();
    fields([("stones", json!(stones)), ("owned_sets", json!(owned))])
}

impl View for Points {
    const KIND: &'static str = "points";

    fn board_fields(&self) -> Map<String, Value> {
        set_fields(self.board())
    }

    fn position_fields(&self, history: &History<Stones>) -> Map<String, Value> {
        stone_fields(self.board(), history.now())
    }
}

impl View for Offers {
    const KIND: &'static str = "points";

    fn board_fields(&self) -> Map<String, Value> {
        set_fields(self.board())
    }

    fn position_fields(&self, history: &History<OfferPosition>) -> Map<String, Value> {
        let mut map = stone_fields(self.board(), &history.now().stones);
        map.insert("offered".into(), json!(history.now().offered.map(|(a, b)| [a, b])));
        map
    }
}

/// A legal move with the places it names.
pub fn move_fields<R: Rules + ?Sized>(rules: &R, mv: &Move) -> Value {
    let name = rules.write_move(mv);
    match mv {
        Move::Heap { from, to } => json!({ "move": name, "from": from, "to": to.to_vec() }),
        Move::Vertices(vertices) => json!({ "move": name, "places": vertices.to_vec() }),
        Move::Edge(u, v) => json!({ "move": name, "edge": [u, v] }),
        Move::Point(point) => json!({ "move": name, "places": [point] }),
        Move::Offer(a, b) => json!({ "move": name, "places": [a, b] }),
        Move::Hop { from, to } => json!({ "move": name, "hop": [from, to] }),
    }
}

/// The lines within an island or of the islands, if they are few enough to be drawn.
fn lines_of(inner: &BoardName) -> Option<Vec<Vec<usize>>> {
    const MOST: usize = 40;
    match inner.build() {
        Ok(Board::Sets(board)) => {
            let sets = board.first_sets().listed(MOST)?;
            Some(sets.iter().map(|set| set.iter().collect()).collect())
        }
        _ => None,
    }
}

/// What family a board is of, for its layout.
pub fn layout(board: &BoardName) -> Value {
    use BoardName::*;
    let size = |board: &BoardName| match board.build() {
        Ok(Board::Places { graph, .. }) => graph.vertex_count(),
        Ok(Board::Sets(sets)) => sets.point_count(),
        Err(_) => 0,
    };
    match board {
        Heaps(_) => json!({ "kind": "heaps" }),
        Path(n) => json!({ "kind": "path", "columns": n }),
        Grid(m, n) => json!({ "kind": "grid", "rows": m, "columns": n }),
        Lattice(m, n, _) => json!({ "kind": "grid", "rows": m, "columns": n, "cells": true }),
        Hex(m, n) => json!({ "kind": "hex", "rows": m, "columns": n }),
        TicTacToe(n, d) => json!({ "kind": "lattice", "side": n, "dimension": d, "cells": true }),
        Cycle(_) | Complete(_) => json!({ "kind": "circle" }),
        Bipartite(a, b) => json!({ "kind": "bipartite", "sides": [a, b] }),
        Star(k) => json!({ "kind": "pode", "chains": vec![1; *k] }),
        Wheel(_) => json!({ "kind": "wheel" }),
        Hypercube(d) => json!({ "kind": "hypercube", "dimension": d }),
        Petersen => json!({ "kind": "petersen" }),
        Pode(chains) => json!({ "kind": "pode", "chains": chains }),
        Bipode(left, right, 0) => {
            let chains = [&left[..], &right[..]].concat();
            json!({ "kind": "pode", "chains": chains })
        }
        Bipode(left, right, between) => {
            json!({ "kind": "bipode", "left": left, "right": right, "between": between })
        }
        Polygons { sides, rows, columns } => {
            json!({ "kind": "polygons", "sides": sides, "rows": rows, "columns": columns })
        }
        Hexagons(m, n) => json!({ "kind": "hexagons", "rows": m, "columns": n }),
        Geometry { projective, dimension, order, .. } => {
            let kind = if *projective { "pg" } else { "ag" };
            json!({ "kind": kind, "dimension": dimension, "order": order })
        }
        Nested(outer, inner) => json!({
            "kind": "nested", "outer": layout(outer), "inner": layout(inner),
            "islands": size(outer), "island": size(inner), "inner_sets": lines_of(inner),
            "outer_sets": lines_of(outer),
        }),
        Sum(terms) => {
            let graphs = terms.iter().filter(|term| !matches!(term, Heaps(_)));
            let term = |term: &BoardName| json!({ "layout": layout(term), "places": size(term) });
            json!({ "kind": "sum", "terms": graphs.map(term).collect::<Vec<_>>() })
        }
        _ => json!({ "kind": "free" }),
    }
}
