//! Positions as a page draws them: places, edges, winning sets, what was taken by whom. There are no coordinates: the
//! page lays the board out, and [`Layout`](super::layout::Layout) tells it to which family the board belongs.

use outplay_rules::bits::BitSet;
use outplay_rules::graph::Graph;
use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::rules::{Rules, TakingRule};
use outplay_rules::ruleset::Game;
use outplay_rules::sets::{SetBoard, SetFamily};
use outplay_rules::spaces::{
    EdgePosition, Edges, HeapPosition, Heaps, OfferPosition, Offers, Points, Stones, TintPosition,
    Tints, Trio, Trios, Vertices,
};
use serde::Serialize;

use super::draw::Draw;
use super::weights::Weights;
use crate::answer::{Field, shown};

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

    /// For each place, who made the move after which `gone` became true of it, if it did.
    fn by_whom(&self, places: usize, gone: impl Fn(&P, usize) -> bool) -> Vec<Option<String>> {
        let who = |place: usize| {
            let after = self.moments.iter().position(|moment| gone(&moment.position, place))?;
            after.checked_sub(1).map(|before| self.moments[before].to_move.to_string())
        };
        (0..places).map(who).collect()
    }
}

/// A board as it never changes.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum BoardPicture {
    /// A graph, with heaps beside it in games of heaps.
    Graph {
        /// The ends of each edge, and how many copies of it there are.
        edges: Vec<(u16, u16, u8)>,
        /// Where the vertices are drawn, if the graph came with a drawing.
        drawing: Option<Vec<[f64; 2]>>,
        /// The heaps at the start, in games of heaps.
        #[serde(skip_serializing_if = "Option::is_none")]
        heaps_at_start: Option<Vec<u64>>,
    },
    /// Points and winning sets.
    Sets {
        /// The first player's winning sets; null if they are too many to be seen.
        sets: Option<Vec<Vec<usize>>>,
        /// The second player's, where they are others.
        #[serde(skip_serializing_if = "Option::is_none")]
        second_sets: Field<Vec<Vec<usize>>>,
    },
}

/// A position as it is now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum PositionPicture {
    /// Of a game that takes vertices or heaps.
    Vertices {
        /// The vertices that are left.
        left: Vec<usize>,
        /// For each vertex, who took it.
        gone: Vec<Option<String>>,
        /// The vertices that are left, by components.
        components: Vec<Vec<usize>>,
        /// The heaps.
        heaps: Vec<u64>,
        /// The vertices that were named, where their neighbours go with them.
        #[serde(skip_serializing_if = "Option::is_none")]
        marked: Option<Vec<u16>>,
    },
    /// Of a game that removes edges.
    Edges {
        /// The copies left of each edge.
        copies: Vec<u8>,
        /// For each vertex, who freed it.
        freed: Vec<Option<String>>,
        /// The vertices that are still bound, by components.
        components: Vec<Vec<usize>>,
    },
    /// Of a game on winning sets.
    Points {
        /// For each point `X`, `O`, `△` (the third of three players) or nothing.
        stones: Vec<&'static str>,
        /// The winning sets that a player owns in full.
        owned_sets: Vec<OwnedSet>,
        /// The points on offer, where points are offered.
        #[serde(skip_serializing_if = "Option::is_none")]
        offered: Field<[u16; 2]>,
        /// The weights of a hop game.
        #[serde(skip_serializing_if = "Option::is_none")]
        weights: Option<Box<Option<Weights>>>,
    },
}

/// A winning set that a player owns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OwnedSet {
    /// Who owns it.
    #[serde(serialize_with = "shown")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub by: Player,
    /// Its points.
    pub points: Vec<usize>,
}

/// Positions that a page can draw.
pub trait View: Draw {
    /// What is drawn: `vertices`, `edges` or `points`.
    const KIND: &'static str;

    /// The board as it never changes.
    fn board_picture(&self) -> BoardPicture;

    /// The position as it is now.
    fn picture(&self, history: &History<Self::Position>) -> PositionPicture;
}

/// A position with what the picture shows because of the game: the vertices that were named where neighbours go with
/// them, the weights of a hop game.
pub fn picture<S: View>(game: &Game<S>, history: &History<S::Position>) -> PositionPicture {
    let mut picture = game.space().picture(history);
    match (game, &mut picture) {
        (Game::Impartial(rules), PositionPicture::Vertices { marked, .. })
            if matches!(rules.taking(), Some(TakingRule::Neighbourhood)) =>
        {
            let named = |mv: &Move| match mv {
                Move::Vertices(vertices) => vertices.first().copied(),
                _ => None,
            };
            *marked = Some(history.moves.iter().filter_map(named).collect());
        }
        // What nobody may use any more is not all taken.
        (Game::Partizan(_), PositionPicture::Vertices { marked, .. }) => {
            *marked = Some(history.moves.iter().flat_map(Move::places).collect());
        }
        (Game::Positional(rules), PositionPicture::Points { weights, .. }) => {
            let weighed = |hop: &_| Weights::of(hop, game.space(), history);
            *weights = rules.hopping().map(|hop| Box::new(weighed(hop.board())));
        }
        _ => {}
    }
    picture
}

fn graph_picture(graph: &Graph, heaps_at_start: Option<Vec<u64>>) -> BoardPicture {
    let edges = graph.edges().iter().map(|edge| (edge.u, edge.v, edge.copies)).collect();
    BoardPicture::Graph { edges, drawing: graph.drawing().map(<[_]>::to_vec), heaps_at_start }
}

/// Larger families are not sent: so many lines could not be read.
const MOST_SETS: usize = 2000;

fn sets_picture(board: &SetBoard) -> BoardPicture {
    let listed = |family: &SetFamily| {
        let sets = family.listed(MOST_SETS)?;
        Some(sets.iter().map(|set| set.iter().collect()).collect())
    };
    let second_sets = (!board.is_symmetric()).then(|| listed(board.second_sets()));
    BoardPicture::Sets { sets: listed(board.first_sets()), second_sets }
}

/// What is left of a graph, and who took which vertex.
fn vertices_picture<P>(
    graph: &Graph,
    left: impl Fn(&P) -> BitSet,
    heaps: Vec<u64>,
    history: &History<P>,
) -> PositionPicture {
    let now = left(history.now());
    let components = graph.components(&now);
    PositionPicture::Vertices {
        left: now.iter().collect(),
        gone: history.by_whom(graph.vertex_count(), |position, v| !left(position).contains(v)),
        components: components.iter().map(|part| part.iter().collect()).collect(),
        heaps,
        marked: None,
    }
}

impl View for Heaps {
    const KIND: &'static str = "vertices";

    fn board_picture(&self) -> BoardPicture {
        graph_picture(self.board(), Some(self.all().heaps.to_vec()))
    }

    fn picture(&self, history: &History<HeapPosition>) -> PositionPicture {
        let heaps = history.now().heaps.to_vec();
        vertices_picture(self.board(), |position| position.vertices.clone(), heaps, history)
    }
}

impl View for Vertices {
    const KIND: &'static str = "vertices";

    fn board_picture(&self) -> BoardPicture {
        graph_picture(self.board(), None)
    }

    fn picture(&self, history: &History<BitSet>) -> PositionPicture {
        vertices_picture(self.board(), BitSet::clone, Vec::new(), history)
    }
}

impl View for Tints {
    const KIND: &'static str = "vertices";

    fn board_picture(&self) -> BoardPicture {
        graph_picture(self.board(), None)
    }

    fn picture(&self, history: &History<TintPosition>) -> PositionPicture {
        vertices_picture(self.board(), TintPosition::live, Vec::new(), history)
    }
}

/// Copies left of each edge, and who freed which vertex.
impl View for Edges {
    const KIND: &'static str = "edges";

    fn board_picture(&self) -> BoardPicture {
        graph_picture(self.graph(), None)
    }

    fn picture(&self, history: &History<EdgePosition>) -> PositionPicture {
        let vertices = self.graph().vertex_count();
        let bound_by = |edges: &EdgePosition| {
            (0..vertices).filter(|&v| self.weight(edges, v) > 0).collect::<Vec<_>>()
        };
        PositionPicture::Edges {
            copies: history.now().to_vec(),
            freed: history.by_whom(vertices, |position, v| self.weight(position, v) == 0),
            components: self.components(history.now()).iter().map(bound_by).collect(),
        }
    }
}

/// The stones, and the winning sets that a player owns in full.
fn stones_picture(board: &SetBoard, stones: &Stones, offered: Field<[u16; 2]>) -> PositionPicture {
    let mark = |point: usize| match (stones.first.contains(point), stones.second.contains(point)) {
        (true, _) => "X",
        (_, true) => "O",
        _ => "",
    };
    let owned = |family: &SetFamily, by: Player| {
        let sets = family.listed(MOST_SETS).unwrap_or_default();
        let whole = sets.into_iter().filter(move |set| set.difference(stones.of(by)).is_empty());
        whole.map(move |set| OwnedSet { by, points: set.iter().collect() })
    };
    let first = owned(board.first_sets(), Player::First);
    let owned_sets = first.chain(owned(board.second_sets(), Player::Second)).collect();
    let stones = (0..board.point_count()).map(mark).collect();
    PositionPicture::Points { stones, owned_sets, offered, weights: None }
}

impl View for Points {
    const KIND: &'static str = "points";

    fn board_picture(&self) -> BoardPicture {
        sets_picture(self.board())
    }

    fn picture(&self, history: &History<Stones>) -> PositionPicture {
        stones_picture(self.board(), history.now(), None)
    }
}

impl View for Offers {
    const KIND: &'static str = "points";

    fn board_picture(&self) -> BoardPicture {
        sets_picture(self.board())
    }

    fn picture(&self, history: &History<OfferPosition>) -> PositionPicture {
        let offered = history.now().offered.map(|(a, b)| [a, b]);
        stones_picture(self.board(), &history.now().stones, Some(offered))
    }
}

impl View for Trios {
    const KIND: &'static str = "points";

    fn board_picture(&self) -> BoardPicture {
        sets_picture(self.board())
    }

    /// Whoever completed a winning set made the last move.
    fn picture(&self, history: &History<Trio>) -> PositionPicture {
        let now = history.now();
        let mark = |point: usize| now.owner(point).map_or("", |player| ["X", "O", "△"][player]);
        let by = history.moves.len().checked_sub(1).map(|last| history.moments[last].to_move);
        let sets = self.board().first_sets().listed(MOST_SETS).unwrap_or_default();
        let whole = sets.iter().filter(|set| now.owned.iter().any(|owned| set.is_subset(owned)));
        let owned = |set: &BitSet| Some(OwnedSet { by: by?, points: set.iter().collect() });
        PositionPicture::Points {
            stones: (0..self.board().point_count()).map(mark).collect(),
            owned_sets: whole.filter_map(owned).collect(),
            offered: None,
            weights: None,
        }
    }
}

/// A move with the places it names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Move"))]
pub struct NamedMove {
    /// The move in its notation.
    #[serde(rename = "move")]
    pub name: String,
    /// What it names.
    #[serde(flatten)]
    pub names: Named,
}

/// What a move names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Named {
    /// A heap, and the heaps it becomes.
    Heap {
        /// Its size.
        from: u64,
        /// The sizes left.
        to: Vec<u64>,
    },
    /// Vertices or points.
    Places {
        /// Which, counted from 0.
        places: Vec<u16>,
    },
    /// An edge.
    Edge {
        /// Its ends.
        edge: [u16; 2],
    },
    /// A hop.
    Hop {
        /// From where to where.
        hop: [u16; 2],
    },
}

impl NamedMove {
    /// A move of a game.
    pub fn new<R: Rules + ?Sized>(rules: &R, mv: &Move) -> Self {
        let names = match mv {
            Move::Heap { from, to } => Named::Heap { from: *from, to: to.to_vec() },
            &Move::Edge(u, v) => Named::Edge { edge: [u, v] },
            &Move::Hop { from, to } => Named::Hop { hop: [from, to] },
            Move::Vertices(_) | Move::Point(_) | Move::Offer(..) => {
                Named::Places { places: mv.places().to_vec() }
            }
        };
        NamedMove { name: rules.write_move(mv), names }
    }
}
