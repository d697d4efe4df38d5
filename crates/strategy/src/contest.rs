//! What the verifier needs of a game beyond its rules: how it ends for whom, its symmetries, and its solver.

use outplay_rules::bits::BitSet;
use outplay_rules::encode::Encoded;
use outplay_rules::error::InputError;
use outplay_rules::games::arc_kayles::ArcKayles;
use outplay_rules::games::chooser_picker::ChooserPicker;
use outplay_rules::games::hop::HopGame;
use outplay_rules::games::nimstring::Nimstring;
use outplay_rules::games::node_kayles::NodeKayles;
use outplay_rules::games::octagons::{StateClass, state_class};
use outplay_rules::games::octal::{OctalGame, OctalPosition};
use outplay_rules::games::placing::{PlacingGame, Stones};
use outplay_rules::games::scoring::EdgeGame;
use outplay_rules::graph::Graph;
use outplay_rules::moves::Move;
use outplay_rules::player::Player;
use outplay_rules::record::Moment;
use outplay_rules::rules::{End, Positional, Rules, Scoring};
use outplay_rules::sets::SetBoard;
use outplay_rules::symmetry::Structure;
use outplay_solve::impartial::Convention;
use outplay_solve::impartial::oracle::ImpartialOracle;
use outplay_solve::oracle::{How, Oracle};
use outplay_solve::positional::oracle::PositionalOracle;
use outplay_solve::scoring::oracle::ScoringOracle;

use crate::named::Ask;
use crate::strategy::Strategy;

/// A solver of a game, whatever its kind.
pub type AnyOracle<'r, R> = Box<dyn Oracle<Rules = R> + 'r>;

/// A strategy by name, or why there is none.
pub type Found<'r, R> = Result<Box<dyn Strategy<R> + 'r>, InputError>;

/// Where the places of a board go under one of its symmetries.
pub type Places = Vec<u16>;

/// A game that strategies can be verified in.
pub trait Contest: Encoded + Sized {
    /// How the game has ended for the first player, if it is over: 1 for a win, 0 for a draw or tie, -1 for a loss.
    /// In scoring games always 0: what counts are the points.
    fn ended(&self, moment: &Moment<Self::Position>, convention: Convention) -> Option<i32>;

    /// In a scoring game, the points that are still to be scored.
    fn points_left(&self, _position: &Self::Position) -> Option<u32> {
        None
    }

    /// Symmetries of the board that all the rules respect, the identity left out; at most `most`.
    fn symmetries(&self, _most: usize) -> Vec<Places> {
        Vec::new()
    }

    /// Where the entries of a position go under a symmetry, if positions are not sets of places: made once for each
    /// symmetry and given to [`Contest::image`].
    fn entries(&self, _to: &[u16]) -> Vec<u16> {
        Vec::new()
    }

    /// The image of a position under a symmetry, with the symmetry's [`Contest::entries`].
    fn image(&self, position: &Self::Position, _to: &[u16], _entries: &[u16]) -> Self::Position {
        position.clone()
    }

    /// A number that tells the images of one position apart, for boards small enough to have one.
    fn code(&self, _position: &Self::Position, _to: &[u16]) -> Option<u128> {
        None
    }

    /// Places that any symmetry takes to the same kind of place of the image, few if possible: only symmetries that
    /// bring two of them to the front are then tried for a key. None: all are tried.
    fn anchors(&self, _position: &Self::Position) -> Vec<u16> {
        Vec::new()
    }

    /// The same position with interchangeable parts in a fixed order, for strategies that only look at what is left.
    /// Not always a position of the same board; it serves as a key.
    fn tidied(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// Who owns a place, in games in which places are owned.
    fn owner(&self, _position: &Self::Position, _place: usize) -> Option<Player> {
        None
    }

    /// What the state of the game is called, in games that name states.
    fn state_word(&self, _position: &Self::Position) -> Option<&'static str> {
        None
    }

    /// A solver of the game.
    fn oracle(&self, convention: Convention) -> AnyOracle<'_, Self>;

    /// The published strategy of a name; none if it is for other games.
    fn published<'r>(&'r self, ask: &Ask<'_>) -> Option<Found<'r, Self>>;
}

/// The image of a move under a symmetry.
pub fn image_of_move(mv: &Move, to: &[u16]) -> Move {
    let image = |place: u16| to[place as usize];
    let pair = |a: u16, b: u16| (image(a).min(image(b)), image(a).max(image(b)));
    match mv {
        Move::Heap { .. } => mv.clone(),
        Move::Vertices(vertices) => {
            let mut moved: smallvec::SmallVec<[u16; 4]> =
                vertices.iter().map(|&v| image(v)).collect();
            moved.sort_unstable();
            Move::Vertices(moved)
        }
        Move::Edge(u, v) => {
            let (u, v) = pair(*u, *v);
            Move::Edge(u, v)
        }
        Move::Point(point) => Move::Point(image(*point)),
        Move::Offer(a, b) => {
            let (a, b) = pair(*a, *b);
            Move::Offer(a, b)
        }
        Move::Hop { from, to } => Move::Hop { from: image(*from), to: image(*to) },
    }
}

/// The symmetries of a structure as images of places, the identity left out.
fn symmetries_of(structure: &Structure, most: usize) -> Vec<Places> {
    let as_places = |image: Vec<usize>| image.into_iter().map(|place| place as u16).collect();
    structure.generated(most).into_iter().skip(1).map(as_places).collect()
}

/// Looking for the symmetries of a board with more nodes than this takes longer than they save.
const MOST_NODES: usize = 400;

/// All symmetries of a graph are tried for every key, so more than this cost more than they save.
const MOST_OF_GRAPH: usize = 1_000;

/// Of the symmetries of winning sets few are tried for a key: those that fit its anchors.
const MOST_OF_SETS: usize = 20_000;

fn graph_symmetries(graph: &Graph, most: usize) -> Vec<Places> {
    if most == 0 || graph.vertex_count() > MOST_NODES {
        return Vec::new();
    }
    symmetries_of(&Structure::of_graph(graph), most.min(MOST_OF_GRAPH))
}

fn board_symmetries(board: &SetBoard, most: usize) -> Vec<Places> {
    if most == 0 || board.first_sets().count() > MOST_NODES as u128 {
        return Vec::new();
    }
    let most = most.min(MOST_OF_SETS);
    Structure::of_sets(board).map_or(Vec::new(), |structure| symmetries_of(&structure, most))
}

fn image_of_set(set: &BitSet, to: &[u16]) -> BitSet {
    BitSet::of(to.len(), set.iter().map(|place| to[place] as usize))
}

fn image_of_stones(stones: &Stones, to: &[u16]) -> Stones {
    Stones { first: image_of_set(&stones.first, to), second: image_of_set(&stones.second, to) }
}

fn code_of_stones(stones: &Stones, to: &[u16]) -> Option<u128> {
    let bits = |set: &BitSet| set.iter().fold(0u64, |bits, place| bits | 1 << to[place]);
    (to.len() <= 64)
        .then(|| u128::from(bits(&stones.second)) << 64 | u128::from(bits(&stones.first)))
}

/// The second player's points, or the first player's while those are fewer than two.
fn anchors_of(stones: &Stones) -> Vec<u16> {
    let set = if stones.second.len() >= 2 { &stones.second } else { &stones.first };
    set.iter().map(|place| place as u16).collect()
}

/// The payoff of an end to the first player.
fn payoff(end: End) -> i32 {
    match end {
        End::Win(Player::First) => 1,
        End::Win(Player::Second) => -1,
        End::Tie | End::Draw => 0,
    }
}

/// The payoff to the first player when nobody can move in an impartial game.
fn stuck(to_move: Player, convention: Convention) -> i32 {
    let loser_is_first = (to_move == Player::First) == (convention == Convention::Normal);
    if loser_is_first { -1 } else { 1 }
}

/// The parts that all impartial games share.
macro_rules! impartial {
    () => {
        fn ended(&self, moment: &Moment<Self::Position>, convention: Convention) -> Option<i32> {
            self.moves(&moment.position).is_empty().then(|| stuck(moment.to_move, convention))
        }

        fn oracle(&self, convention: Convention) -> AnyOracle<'_, Self> {
            Box::new(ImpartialOracle::new(self, convention, &How::default()))
        }
    };
}

impl Contest for OctalGame {
    impartial!();

    fn symmetries(&self, most: usize) -> Vec<Places> {
        graph_symmetries(self.graph(), most)
    }

    fn image(&self, position: &OctalPosition, to: &[u16], _entries: &[u16]) -> OctalPosition {
        OctalPosition {
            heaps: position.heaps.clone(),
            vertices: image_of_set(&position.vertices, to),
        }
    }

    fn published<'r>(&'r self, ask: &Ask<'_>) -> Option<Found<'r, Self>> {
        crate::published::for_octal(self, ask)
    }
}

impl Contest for NodeKayles {
    impartial!();

    fn symmetries(&self, most: usize) -> Vec<Places> {
        graph_symmetries(self.graph(), most)
    }

    fn image(&self, position: &BitSet, to: &[u16], _entries: &[u16]) -> BitSet {
        image_of_set(position, to)
    }

    fn published<'r>(&'r self, ask: &Ask<'_>) -> Option<Found<'r, Self>> {
        crate::published::for_node_kayles(self, ask)
    }
}

impl Contest for ArcKayles {
    impartial!();

    fn symmetries(&self, most: usize) -> Vec<Places> {
        graph_symmetries(self.graph(), most)
    }

    fn image(&self, position: &BitSet, to: &[u16], _entries: &[u16]) -> BitSet {
        image_of_set(position, to)
    }

    fn published<'r>(&'r self, ask: &Ask<'_>) -> Option<Found<'r, Self>> {
        crate::published::for_arc_kayles(self, ask)
    }
}

impl Contest for Nimstring {
    impartial!();

    fn published<'r>(&'r self, ask: &Ask<'_>) -> Option<Found<'r, Self>> {
        crate::published::for_nimstring(self, ask)
    }
}

impl Contest for EdgeGame {
    fn ended(&self, moment: &Moment<Self::Position>, _convention: Convention) -> Option<i32> {
        moment.position.iter().all(|&copies| copies == 0).then_some(0)
    }

    fn points_left(&self, position: &Self::Position) -> Option<u32> {
        Some(Scoring::points_left(self, position))
    }

    fn symmetries(&self, most: usize) -> Vec<Places> {
        graph_symmetries(self.board().graph(), most)
    }

    fn entries(&self, to: &[u16]) -> Vec<u16> {
        let graph = self.board().graph();
        let image =
            |u: u16, v: u16| graph.edge_index(to[u as usize] as usize, to[v as usize] as usize);
        graph.edges().iter().map(|edge| image(edge.u, edge.v).unwrap_or(0) as u16).collect()
    }

    fn image(&self, position: &Self::Position, _to: &[u16], entries: &[u16]) -> Self::Position {
        let mut image = position.clone();
        entries.iter().zip(position).for_each(|(&entry, &copies)| image[entry as usize] = copies);
        image
    }

    /// Vertices with nothing but loops are interchangeable: their loops are sorted.
    fn tidied(&self, position: &Self::Position) -> Self::Position {
        let edges = self.board().graph().edges();
        let mut joined = vec![false; self.board().graph().vertex_count()];
        for (edge, _) in edges.iter().zip(position).filter(|(edge, c)| !edge.is_loop() && **c > 0) {
            edge.ends().iter().for_each(|&end| joined[end] = true);
        }
        let alone = |index: &usize| edges[*index].is_loop() && !joined[edges[*index].u as usize];
        let bouquets: Vec<usize> = (0..edges.len()).filter(alone).collect();
        let mut loops: Vec<u8> = bouquets.iter().map(|&index| position[index]).collect();
        loops.sort_unstable();
        let mut tidy = position.clone();
        bouquets.iter().zip(loops).for_each(|(&index, copies)| tidy[index] = copies);
        tidy
    }

    fn state_word(&self, position: &Self::Position) -> Option<&'static str> {
        Some(match state_class(self.board(), position) {
            StateClass::Terminal => "terminal",
            StateClass::Normal => "normal",
            StateClass::Critical => "critical",
            StateClass::Strategic => "strategic",
        })
    }

    fn oracle(&self, _convention: Convention) -> AnyOracle<'_, Self> {
        Box::new(ScoringOracle::new(self, &How::default()))
    }

    fn published<'r>(&'r self, ask: &Ask<'_>) -> Option<Found<'r, Self>> {
        crate::published::for_edges(self, ask)
    }
}

impl Contest for PlacingGame {
    fn ended(&self, moment: &Moment<Self::Position>, _convention: Convention) -> Option<i32> {
        self.end(&moment.position).map(payoff)
    }

    fn symmetries(&self, most: usize) -> Vec<Places> {
        board_symmetries(self.board(), most)
    }

    fn image(&self, position: &Stones, to: &[u16], _entries: &[u16]) -> Stones {
        image_of_stones(position, to)
    }

    fn code(&self, position: &Stones, to: &[u16]) -> Option<u128> {
        code_of_stones(position, to)
    }

    fn anchors(&self, position: &Stones) -> Vec<u16> {
        anchors_of(position)
    }

    fn owner(&self, position: &Stones, place: usize) -> Option<Player> {
        [Player::First, Player::Second]
            .into_iter()
            .find(|&player| position.of(player).contains(place))
    }

    fn oracle(&self, _convention: Convention) -> AnyOracle<'_, Self> {
        Box::new(PositionalOracle::new(self, &How::default()))
    }

    fn published<'r>(&'r self, ask: &Ask<'_>) -> Option<Found<'r, Self>> {
        crate::published::for_placing(self, ask)
    }
}

impl Contest for ChooserPicker {
    fn ended(&self, moment: &Moment<Self::Position>, _convention: Convention) -> Option<i32> {
        self.end(&moment.position).map(payoff)
    }

    fn oracle(&self, _convention: Convention) -> AnyOracle<'_, Self> {
        Box::new(PositionalOracle::new(self, &How::default()))
    }

    fn published<'r>(&'r self, ask: &Ask<'_>) -> Option<Found<'r, Self>> {
        crate::published::for_chooser_picker(self, ask)
    }
}

impl Contest for HopGame {
    fn ended(&self, moment: &Moment<Self::Position>, _convention: Convention) -> Option<i32> {
        self.end(&moment.position).map(payoff)
    }

    fn symmetries(&self, most: usize) -> Vec<Places> {
        // Slides and jumps are respected by few symmetries of the sets alone, so Fire and Ice goes without.
        if self.is_fire_and_ice() { Vec::new() } else { board_symmetries(self.board(), most) }
    }

    fn image(&self, position: &Stones, to: &[u16], _entries: &[u16]) -> Stones {
        image_of_stones(position, to)
    }

    fn code(&self, position: &Stones, to: &[u16]) -> Option<u128> {
        code_of_stones(position, to)
    }

    fn anchors(&self, position: &Stones) -> Vec<u16> {
        anchors_of(position)
    }

    fn owner(&self, position: &Stones, place: usize) -> Option<Player> {
        [Player::First, Player::Second]
            .into_iter()
            .find(|&player| position.of(player).contains(place))
    }

    fn oracle(&self, _convention: Convention) -> AnyOracle<'_, Self> {
        Box::new(PositionalOracle::new(self, &How::default()))
    }

    fn published<'r>(&'r self, ask: &Ask<'_>) -> Option<Found<'r, Self>> {
        crate::published::for_hop(self, ask)
    }
}
