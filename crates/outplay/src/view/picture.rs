//! Positions as a page draws them: places, edges, winning sets, what was taken by whom. No coordinates: how a board
//! is laid out is the page's affair, helped by [`layout`], which says what family it is of.

use outplay_rules::board::{Board, BoardName};
use outplay_rules::games::arc_kayles::ArcKayles;
use outplay_rules::games::chooser_picker::ChooserPicker;
use outplay_rules::games::edge_board::EdgeBoard;
use outplay_rules::games::hop::HopGame;
use outplay_rules::games::nimstring::Nimstring;
use outplay_rules::games::node_kayles::NodeKayles;
use outplay_rules::games::octal::OctalGame;
use outplay_rules::games::placing::{PlacingGame, Stones};
use outplay_rules::games::scoring::EdgeGame;
use outplay_rules::graph::Graph;
use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::rules::{End, Positional, Rules};
use outplay_rules::sets::SetBoard;
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

/// How a game without further moves has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Who won, if anybody did.
    pub winner: Option<Player>,
    /// Whether both own a winning set.
    pub tie: bool,
}

/// Rules whose positions a page can draw.
pub trait Picture: Draw {
    /// What is drawn: `vertices`, `edges` or `points`.
    const KIND: &'static str;

    /// The board as it never changes.
    fn board_fields(&self) -> Map<String, Value>;

    /// The position as it is now.
    fn position_fields(&self, history: &History<Self::Position>) -> Map<String, Value>;

    /// Who has won when no move is left (or the game is decided).
    fn ending(&self, moment: &Moment<Self::Position>, misere: bool) -> Ending;
}

/// Who cannot move loses, or wins under the misère convention.
fn last_move_decides<P>(moment: &Moment<P>, misere: bool) -> Ending {
    let loser = if misere { moment.to_move.other() } else { moment.to_move };
    Ending { winner: Some(loser.other()), tie: false }
}

fn decided(end: Option<End>) -> Ending {
    match end {
        Some(End::Win(player)) => Ending { winner: Some(player), tie: false },
        end => Ending { winner: None, tie: end == Some(End::Tie) },
    }
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

fn component_list(graph: &Graph, left: &outplay_rules::bits::BitSet) -> Value {
    graph.components(left).iter().map(|part| json!(part.iter().collect::<Vec<_>>())).collect()
}

impl Picture for OctalGame {
    const KIND: &'static str = "vertices";

    fn board_fields(&self) -> Map<String, Value> {
        let mut map = graph_fields(self.graph());
        map.insert("heaps_at_start".into(), json!(self.start().heaps.to_vec()));
        map.insert("code".into(), json!(self.code().to_string()));
        map
    }

    fn position_fields(&self, history: &History<Self::Position>) -> Map<String, Value> {
        let now = history.now();
        let gone = |position: &Self::Position, v: usize| !position.vertices.contains(v);
        fields([
            ("heaps", json!(now.heaps.to_vec())),
            ("left", json!(now.vertices.iter().collect::<Vec<_>>())),
            ("gone", history.by_whom(self.graph().vertex_count(), gone)),
            ("components", component_list(self.graph(), &now.vertices)),
        ])
    }

    fn ending(&self, moment: &Moment<Self::Position>, misere: bool) -> Ending {
        last_move_decides(moment, misere)
    }
}

impl Picture for NodeKayles {
    const KIND: &'static str = "vertices";

    fn board_fields(&self) -> Map<String, Value> {
        graph_fields(self.graph())
    }

    fn position_fields(&self, history: &History<Self::Position>) -> Map<String, Value> {
        let gone = |position: &Self::Position, v: usize| !position.contains(v);
        let marked = history.moves.iter().filter_map(|mv| match mv {
            Move::Vertices(vertices) => vertices.first().copied(),
            _ => None,
        });
        fields([
            ("heaps", json!([])),
            ("left", json!(history.now().iter().collect::<Vec<_>>())),
            ("gone", history.by_whom(self.graph().vertex_count(), gone)),
            ("marked", json!(marked.collect::<Vec<_>>())),
            ("components", component_list(self.graph(), history.now())),
        ])
    }

    fn ending(&self, moment: &Moment<Self::Position>, misere: bool) -> Ending {
        last_move_decides(moment, misere)
    }
}

impl Picture for ArcKayles {
    const KIND: &'static str = "vertices";

    fn board_fields(&self) -> Map<String, Value> {
        graph_fields(self.graph())
    }

    fn position_fields(&self, history: &History<Self::Position>) -> Map<String, Value> {
        let gone = |position: &Self::Position, v: usize| !position.contains(v);
        fields([
            ("heaps", json!([])),
            ("left", json!(history.now().iter().collect::<Vec<_>>())),
            ("gone", history.by_whom(self.graph().vertex_count(), gone)),
            ("components", component_list(self.graph(), history.now())),
        ])
    }

    fn ending(&self, moment: &Moment<Self::Position>, misere: bool) -> Ending {
        last_move_decides(moment, misere)
    }
}

/// Copies left of each edge, and who freed which vertex.
fn edge_fields(
    board: &EdgeBoard,
    history: &History<outplay_rules::games::edge_board::EdgePosition>,
) -> Map<String, Value> {
    let free = |position: &_, v: usize| board.weight(position, v) == 0;
    let vertices_of = |edges: &outplay_rules::games::edge_board::EdgePosition| {
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

impl Picture for Nimstring {
    const KIND: &'static str = "edges";

    fn board_fields(&self) -> Map<String, Value> {
        graph_fields(self.board().graph())
    }

    fn position_fields(&self, history: &History<Self::Position>) -> Map<String, Value> {
        edge_fields(self.board(), history)
    }

    fn ending(&self, moment: &Moment<Self::Position>, misere: bool) -> Ending {
        last_move_decides(moment, misere)
    }
}

impl Picture for EdgeGame {
    const KIND: &'static str = "edges";

    fn board_fields(&self) -> Map<String, Value> {
        graph_fields(self.board().graph())
    }

    fn position_fields(&self, history: &History<Self::Position>) -> Map<String, Value> {
        edge_fields(self.board(), history)
    }

    fn ending(&self, moment: &Moment<Self::Position>, _misere: bool) -> Ending {
        let [first, second] = moment.score;
        let winner = match first.cmp(&second) {
            std::cmp::Ordering::Greater => Some(Player::First),
            std::cmp::Ordering::Less => Some(Player::Second),
            std::cmp::Ordering::Equal => None,
        };
        Ending { winner, tie: false }
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

impl Picture for PlacingGame {
    const KIND: &'static str = "points";

    fn board_fields(&self) -> Map<String, Value> {
        set_fields(self.board())
    }

    fn position_fields(&self, history: &History<Self::Position>) -> Map<String, Value> {
        stone_fields(self.board(), history.now())
    }

    fn ending(&self, moment: &Moment<Self::Position>, _misere: bool) -> Ending {
        decided(self.end(&moment.position))
    }
}

impl Picture for ChooserPicker {
    const KIND: &'static str = "points";

    fn board_fields(&self) -> Map<String, Value> {
        set_fields(self.board())
    }

    fn position_fields(&self, history: &History<Self::Position>) -> Map<String, Value> {
        let mut map = stone_fields(self.board(), &history.now().stones);
        map.insert("offered".into(), json!(history.now().offered.map(|(a, b)| [a, b])));
        map
    }

    fn ending(&self, moment: &Moment<Self::Position>, _misere: bool) -> Ending {
        decided(self.end(&moment.position))
    }
}

impl Picture for HopGame {
    const KIND: &'static str = "points";

    fn board_fields(&self) -> Map<String, Value> {
        set_fields(self.board())
    }

    fn position_fields(&self, history: &History<Self::Position>) -> Map<String, Value> {
        let mut map = stone_fields(self.board(), history.now());
        map.insert("weights".into(), weights::fields(self.board(), history));
        map
    }

    fn ending(&self, moment: &Moment<Self::Position>, _misere: bool) -> Ending {
        decided(self.end(&moment.position))
    }
}

/// A legal move with the places it names.
pub fn move_fields<R: Rules>(rules: &R, mv: &Move) -> Value {
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

/// The lines within an island, if they are few enough to be drawn.
fn inner_sets(inner: &BoardName) -> Option<Vec<Vec<usize>>> {
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
            "islands": size(outer), "island": size(inner), "inner_sets": inner_sets(inner),
        }),
        Sum(terms) => {
            let graphs = terms.iter().filter(|term| !matches!(term, Heaps(_)));
            let term = |term: &BoardName| json!({ "layout": layout(term), "places": size(term) });
            json!({ "kind": "sum", "terms": graphs.map(term).collect::<Vec<_>>() })
        }
        _ => json!({ "kind": "free" }),
    }
}
