//! Taking games on a graph with a long path in it: what a position leads to when a move takes some of it.
//!
//! A [`Stretch`] is a family of boards: two graphs, each with a root, and a path of n vertices from the one root to the other;
//! where a graph is empty the path ends freely. Or it is a ring of n vertices. However long the path, a component that
//! holds a long piece of it is one of finitely many [`State`]s: what is left of the graph at either end. And once n is more than the
//! vertices of the path that a move can take, the moves of a state are the same for all n, as [`System`] lists them. So the
//! values along n are finitely many sequences that refer to each other (section 8 of `docs/theory-graphs.md`). The same
//! is true of some games on strips, with columns in place of the vertices of the path: `strip.rs`.

mod strip;

use std::collections::HashMap;
use std::fmt;

pub use self::strip::Column;

use crate::bits::BitSet;
use crate::graph::Graph;
use crate::places::Places;
use crate::rules::TakingRule;

/// Boards that are one graph with a path that grows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    shape: Shape,
    first: usize,
}

impl Stretch {
    /// The family whose board at `first` has a path of none.
    pub(crate) fn new(shape: Option<Shape>, first: usize) -> Option<Self> {
        Some(Stretch { shape: shape?, first })
    }

    /// What grows.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// From this number on the board at n has a path of n - `first` vertices.
    pub fn first(&self) -> usize {
        self.first
    }
}

/// A graph with a path of any length in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A path between the roots of two graphs.
    Between([Rooted; 2]),
    /// A cycle.
    Ring,
    /// Columns in a row.
    Strip(Column),
}

/// A connected simple graph of at most 64 vertices with a root; or nothing, where a path ends freely.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rooted {
    neighbours: Vec<u64>,
    root: usize,
}

impl Rooted {
    /// No graph.
    pub fn free() -> Self {
        Rooted { neighbours: Vec::new(), root: 0 }
    }

    /// A graph with one of its vertices as the root; none if it is not connected, not simple or too large.
    pub fn new(graph: &Graph, root: usize) -> Option<Self> {
        let n = graph.vertex_count();
        let connected = graph.is_connected(&BitSet::full(n));
        if n > 64 || root >= n || !graph.is_simple() || !connected {
            return None;
        }
        let row = |v: usize| graph.neighbours(v).iter().fold(0, |row, u| row | 1 << u);
        Some(Rooted { neighbours: (0..n).map(row).collect(), root })
    }

    fn all(&self) -> u64 {
        match self.neighbours.len() {
            64 => u64::MAX,
            n => (1 << n) - 1,
        }
    }

    fn has_root(&self, set: u64) -> bool {
        set >> self.root & 1 == 1
    }

    /// A vertex with its neighbours among some vertices.
    fn around(&self, v: usize, among: u64) -> u64 {
        (self.neighbours[v] & among) | 1 << v
    }

    fn component(&self, seed: u64, within: u64) -> u64 {
        let mut reached = seed;
        loop {
            let grown = members(reached).fold(reached, |set, v| set | self.neighbours[v]) & within;
            if grown == reached {
                return reached;
            }
            reached = grown;
        }
    }

    fn components(&self, mut set: u64) -> Vec<u64> {
        let mut parts = Vec::new();
        while set != 0 {
            let part = self.component(set & set.wrapping_neg(), set);
            set &= !part;
            parts.push(part);
        }
        parts
    }

    /// The connected sets of at most `most` vertices within a set, each once.
    fn connected_sets(&self, within: u64, most: usize) -> Vec<u64> {
        let mut found = Vec::new();
        let mut later = within;
        for v in members(within) {
            later &= !(1 << v);
            self.grow(1 << v, self.neighbours[v] & later, later, most, &mut found);
        }
        found
    }

    /// Every connected set that holds `set` and else only vertices that are `allowed`.
    fn grow(&self, set: u64, frontier: u64, mut allowed: u64, most: usize, found: &mut Vec<u64>) {
        if set.count_ones() as usize > most {
            return;
        }
        found.push(set);
        for v in members(frontier) {
            allowed &= !(1 << v);
            let reach = (frontier | self.neighbours[v]) & allowed;
            self.grow(set | 1 << v, reach, allowed, most, found);
        }
    }
}

fn members(set: u64) -> impl Iterator<Item = usize> {
    let mut left = set;
    std::iter::from_fn(move || {
        let next = (left != 0).then(|| left.trailing_zeros() as usize);
        left &= left.wrapping_sub(1);
        next
    })
}

impl Shape {
    /// The whole graph with a path of n vertices: the left graph, the path from left to right, the right graph. Of a strip, n columns.
    pub fn graph(&self, n: usize) -> Graph {
        self.graph_for(self.start(), n)
    }

    /// A graph in which a state with a path of n vertices is the set [`Shape::left_in`]: the whole one, but for the paths that a
    /// ring leaves, and for strips, which are as wide as their ends need.
    pub fn graph_for(&self, state: State, n: usize) -> Graph {
        let (count, edges) = match self {
            Shape::Ring if state == State::Ring => (n, (0..n).map(|i| (i, (i + 1) % n)).collect()),
            Shape::Ring => (n, (1..n).map(|i| (i - 1, i)).collect()),
            Shape::Strip(column) => {
                let columns = n + column.beyond(state).iter().sum::<usize>();
                (columns * column.rows(), column.edges(columns))
            }
            Shape::Between([left, right]) => {
                let (l, r) = (left.neighbours.len(), right.neighbours.len());
                let mut edges = Vec::new();
                for (graph, offset) in [(left, 0), (right, l + n)] {
                    for (v, &row) in graph.neighbours.iter().enumerate() {
                        edges.extend(
                            members(row).filter(|&u| u < v).map(|u| (offset + u, offset + v)),
                        );
                    }
                }
                let start = (l > 0).then_some(left.root);
                let end = (r > 0).then_some(l + n + right.root);
                let row: Vec<usize> = start.into_iter().chain(l..l + n).chain(end).collect();
                edges.extend(row.windows(2).map(|pair| (pair[0], pair[1])));
                (l + n + r, edges)
            }
        };
        Graph::new(Places::numbered(count), edges).unwrap_or_else(|_| Graph::empty())
    }

    /// The vertices of [`Shape::graph_for`] a state with a path of n that are left in it.
    pub fn left_in(&self, state: State, n: usize) -> BitSet {
        let State::Between(ends) = state else { return BitSet::full(n) };
        match self {
            Shape::Ring => BitSet::full(n),
            Shape::Between([left, right]) => {
                let l = left.neighbours.len();
                let places = l + n + right.neighbours.len();
                let ends = members(ends[0]).chain(members(ends[1]).map(|v| l + n + v));
                BitSet::of(places, ends.chain(l..l + n))
            }
            Shape::Strip(column) => {
                let (rows, [before, after]) = (column.rows(), column.beyond(state));
                let whole = before * rows..(before + n) * rows;
                let right = members(ends[1]).map(|cell| whole.end + cell);
                let cells = members(column.reversed(ends[0], before)).chain(right);
                BitSet::of((before + n + after) * rows, cells.chain(whole.clone()))
            }
        }
    }

    /// A graph, and the vertices of it that a piece is.
    pub fn piece(&self, piece: Piece) -> (Graph, BitSet) {
        let (graph, offset) = match self {
            Shape::Between([left, _]) if piece.side == 1 => (self.graph(0), left.neighbours.len()),
            Shape::Strip(column) => (self.graph(column.width(piece.vertices)), 0),
            _ => (self.graph(0), 0),
        };
        let places = graph.vertex_count();
        (graph, BitSet::of(places, members(piece.vertices).map(|v| offset + v)))
    }

    fn start(&self) -> State {
        match self {
            Shape::Ring => State::Ring,
            Shape::Between([left, right]) => State::Between([left.all(), right.all()]),
            Shape::Strip(_) => State::Between([0, 0]),
        }
    }
}

/// A component with a long piece of the path, but for the length of that piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum State {
    /// The vertices of the left and of the right graph that are left, each with its root; none where the path ends freely. Of a
    /// strip, the cells beyond its whole columns at either end.
    Between([u64; 2]),
    /// A whole ring.
    Ring,
}

/// Vertices of one of the two graphs, or cells of a strip, that no longer hang together with the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// 0 for the left graph, 1 for the right one.
    pub side: usize,
    /// A connected set of its vertices, or of the cells of a strip that begins with it.
    pub vertices: u64,
}

/// A move that leaves one long piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shortening {
    /// The number of the state that is left.
    pub to: usize,
    /// By how much the path is shorter.
    pub by: usize,
    /// What else is left.
    pub pieces: Vec<Piece>,
}

/// Moves that take vertices from within the path and leave a piece of it on either side, the lengths as one likes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Splitting {
    /// The vertices of the path that are gone, or the columns that are no longer whole.
    pub taken: usize,
    /// The numbers of the two states that are left.
    pub to: [usize; 2],
    /// The least length of either piece.
    pub least: [usize; 2],
    /// What else is left.
    pub pieces: Vec<Piece>,
}

/// The moves of a state with a path longer than [`System::reach`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// Those that leave one long piece.
    pub shortenings: Vec<Shortening>,
    /// Those that leave two.
    pub splittings: Vec<Splitting>,
}

/// All states that a shape can reach under a rule, smaller ones first, with their moves.
#[derive(Clone, Debug)]
pub struct System {
    states: Vec<State>,
    moves: Vec<Moves>,
    whole: usize,
    reach: usize,
}

/// Why a shape does not reach finitely many states, or why they are not found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endless {
    /// A move can take any number of vertices.
    AnyNumber,
    /// There are more states than the search allows.
    TooMany,
    /// A move within a strip leaves it in one piece.
    Uncut,
    /// The ends of a strip become too wide.
    Wide,
}

impl fmt::Display for Endless {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Endless::AnyNumber => "moves can take any number of vertices",
            Endless::TooMany => "there are too many states",
            Endless::Uncut => "a move within the strip need not cut it in two",
            Endless::Wide => "the ends of the strip become too wide",
        })
    }
}

impl System {
    /// The states of a shape under a rule, if there are at most this many.
    pub fn new(shape: &Shape, rule: TakingRule, most: usize) -> Result<Self, Endless> {
        let reach = match rule {
            TakingRule::Connected(code) if code.digit(usize::MAX) != 0 => {
                return Err(Endless::AnyNumber);
            }
            TakingRule::Connected(code) => {
                code.takes(usize::MAX).map(|(taken, _)| taken).last().unwrap_or(0)
            }
            TakingRule::Neighbourhood => 3,
            TakingRule::EdgeEnds => 2,
        };
        let finder = Finder { shape, rule, reach };
        let mut found: HashMap<State, Vec<Move>> = HashMap::new();
        let mut open = vec![shape.start()];
        while let Some(state) = open.pop() {
            if found.contains_key(&state) {
                continue;
            }
            if found.len() == most {
                return Err(Endless::TooMany);
            }
            let moves = finder.moves(state)?;
            open.extend(moves.iter().flat_map(Move::states));
            found.insert(state, moves);
        }
        let mut states: Vec<State> = found.keys().copied().collect();
        states.sort_unstable_by_key(|&state| (size(state), state));
        let number: HashMap<State, usize> =
            states.iter().enumerate().map(|(number, &state)| (state, number)).collect();
        let moves = states.iter().map(|state| {
            let mut moves = Moves::default();
            for mv in found.remove(state).into_iter().flatten() {
                match mv {
                    Move::Shorten(to, by, pieces) => {
                        moves.shortenings.push(Shortening { to: number[&to], by, pieces });
                    }
                    Move::Split { taken, to, least, pieces } => {
                        let to = to.map(|to| number[&to]);
                        moves.splittings.push(Splitting { taken, to, least, pieces });
                    }
                }
            }
            moves
        });
        let moves = moves.collect();
        let whole = number[&shape.start()];
        Ok(System { states, moves, whole, reach })
    }

    /// The number of the state that is the whole board.
    pub fn whole(&self) -> usize {
        self.whole
    }

    /// The states, those with fewer vertices beside the path first.
    pub fn states(&self) -> &[State] {
        &self.states
    }

    /// The moves of each state, for paths longer than the reach.
    pub fn moves(&self) -> &[Moves] {
        &self.moves
    }

    /// No move takes more vertices of the path than this.
    pub fn reach(&self) -> usize {
        self.reach
    }

    /// The least length of the path from which on the moves are as listed.
    pub fn uniform_from(&self) -> usize {
        // A ring of one or two is none.
        (self.reach + 1).max(3)
    }

    /// The most long pieces that a move leaves.
    pub fn most_pieces(&self) -> usize {
        if self.moves.iter().any(|moves| !moves.splittings.is_empty()) { 2 } else { 1 }
    }

    /// Up to which length (excluded) the values of all states must have repeated with a period p from n0 >= 1 on, so that they
    /// repeat for ever: h n0 + (h - 1) p + t, with h the most long pieces that a move leaves and t its reach.
    pub fn bound(&self, n0: usize, period: usize) -> usize {
        let pieces = self.most_pieces();
        let bound = pieces.saturating_mul(n0).saturating_add((pieces - 1).saturating_mul(period));
        bound.saturating_add(self.reach).max(self.uniform_from())
    }
}

fn size(state: State) -> u32 {
    match state {
        State::Between(ends) => ends.iter().map(|end| end.count_ones()).sum(),
        State::Ring => u32::MAX,
    }
}

enum Move {
    Shorten(State, usize, Vec<Piece>),
    Split { taken: usize, to: [State; 2], least: [usize; 2], pieces: Vec<Piece> },
}

impl Move {
    fn states(&self) -> Vec<State> {
        match self {
            Move::Shorten(state, ..) => vec![*state],
            Move::Split { to, .. } => to.to_vec(),
        }
    }
}

/// Lists moves.
struct Finder<'a> {
    shape: &'a Shape,
    rule: TakingRule<'a>,
    reach: usize,
}

impl Finder<'_> {
    /// Whether a move may take this many vertices and leave this many components.
    fn allows(&self, taken: usize, parts: usize) -> bool {
        match self.rule {
            TakingRule::Connected(code) => code.allows(taken, parts),
            TakingRule::Neighbourhood | TakingRule::EdgeEnds => true,
        }
    }

    /// How many vertices a move within the path may take if it leaves this many components.
    fn takes_of_path(&self, parts: usize) -> Vec<usize> {
        match self.rule {
            TakingRule::Connected(_) => {
                (1..=self.reach).filter(|&taken| self.allows(taken, parts)).collect()
            }
            TakingRule::Neighbourhood => vec![3],
            TakingRule::EdgeEnds => vec![2],
        }
    }

    fn moves(&self, state: State) -> Result<Vec<Move>, Endless> {
        let State::Between(ends) = state else {
            let path = State::Between([0, 0]);
            let takes = self.takes_of_path(1).into_iter();
            return Ok(takes.map(|taken| Move::Shorten(path, taken, Vec::new())).collect());
        };
        if let Shape::Strip(column) = self.shape {
            return self.moves_of_strip(column, ends);
        }
        let mut moves = Vec::new();
        for side in 0..2 {
            match self.shape {
                Shape::Between(graphs) if ends[side] != 0 => {
                    self.at_graph(&graphs[side], ends, side, &mut moves);
                }
                _ => self.at_free_end(state, &mut moves),
            }
        }
        let to = [State::Between([ends[0], 0]), State::Between([0, ends[1]])];
        let least = ends.map(|end| usize::from(end == 0));
        let takes = self.takes_of_path(2).into_iter();
        moves.extend(takes.map(|taken| Move::Split { taken, to, least, pieces: Vec::new() }));
        Ok(moves)
    }

    /// Vertices taken from a free end: one component is left.
    fn at_free_end(&self, state: State, moves: &mut Vec<Move>) {
        let mut takes = self.takes_of_path(1);
        if matches!(self.rule, TakingRule::Neighbourhood) {
            // The last vertex has one neighbour.
            takes.push(2);
        }
        moves.extend(takes.into_iter().map(|taken| Move::Shorten(state, taken, Vec::new())));
    }

    /// Moves that take vertices of the graph at one end, some with vertices of the path.
    fn at_graph(&self, graph: &Rooted, ends: [u64; 2], side: usize, moves: &mut Vec<Move>) {
        let end = ends[side];
        for (taken, of_path) in self.takes_of_graph(graph, end) {
            let rest = graph.components(end & !taken);
            let count = taken.count_ones() as usize + of_path;
            // The root's component goes on with the path; without the root the path is a component of its own.
            let (held, pieces): (Vec<u64>, Vec<u64>) =
                rest.into_iter().partition(|&part| graph.has_root(part));
            if self.allows(count, pieces.len() + 1) {
                let mut to = ends;
                to[side] = held.first().copied().unwrap_or(0);
                let pieces = pieces.into_iter().map(|vertices| Piece { side, vertices }).collect();
                moves.push(Move::Shorten(State::Between(to), of_path, pieces));
            }
        }
    }

    /// Which vertices of a graph a move can take, and how many of the path with them. Those it takes are connected, so it takes
    /// some of the path only with the root.
    fn takes_of_graph(&self, graph: &Rooted, end: u64) -> Vec<(u64, usize)> {
        let root = 1u64 << graph.root;
        let of_graph = self.takes_of_set(graph, end, end).into_iter();
        match self.rule {
            TakingRule::Connected(_) => of_graph
                .flat_map(|set| {
                    let room = self.reach - set.count_ones() as usize;
                    let most = if graph.has_root(set) { room } else { 0 };
                    (0..=most).map(move |of_path| (set, of_path))
                })
                .collect(),
            // The root takes the first vertex of the path with it, which takes the root and the second.
            TakingRule::Neighbourhood => members(end)
                .map(|v| (graph.around(v, end), usize::from(v == graph.root)))
                .chain([(root, 2)])
                .collect(),
            TakingRule::EdgeEnds => of_graph.map(|set| (set, 0)).chain([(root, 1)]).collect(),
        }
    }

    /// What a move can take of a set of vertices, if it takes some of `some` alone.
    fn takes_of_set(&self, graph: &Rooted, some: u64, all: u64) -> Vec<u64> {
        match self.rule {
            TakingRule::Connected(_) => graph.connected_sets(some, self.reach),
            TakingRule::Neighbourhood => {
                members(some).map(|v| graph.around(v, all)).filter(|set| set & !some == 0).collect()
            }
            TakingRule::EdgeEnds => members(some)
                .flat_map(|v| {
                    let below = graph.neighbours[v] & some & ((1 << v) - 1);
                    members(below).map(move |u| 1u64 << u | 1 << v)
                })
                .collect(),
        }
    }
}
