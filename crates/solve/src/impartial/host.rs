//! A connected graph to play on, with vertex sets as [`Mask`]s: what a move takes and into which parts it breaks a
//! component.
//!
//! A position of a taking game is the set of vertices that are left; its value is the nim-sum of the values of its
//! components (Proposition 17 of Dailly's report). So a solver only ever looks at components, and a move
//! turns one component into a list of components, its *parts*.

use outplay_rules::graph::Graph;
use outplay_rules::rules::TakingRule;

use super::moves::MoveKind;
use super::rings::Rings;
use crate::kit::bits::Mask;

/// What a move takes, for one graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Taking {
    /// Connected sets: bit j of digit i allows taking i vertices and leaving j parts. No trailing zeros.
    Connected(Vec<u8>),
    /// A vertex with its neighbours.
    Neighbourhood,
    /// The ends of an edge; a loop has one end.
    EdgeEnds,
}

/// Where neighbours are found.
#[derive(Clone, Debug)]
enum Topology<M> {
    /// Rows of this many columns: neighbours are next in a row or above each other.
    Grid { columns: usize, not_first: M, not_last: M },
    /// Looked up vertex by vertex.
    Lists,
}

/// A connected graph, or part of one, to play on.
#[derive(Clone, Debug)]
pub struct Host<M> {
    taking: Taking,
    neighbours: Vec<M>,
    looped: M,
    topology: Topology<M>,
    rings: Option<Rings<M>>,
    kinds: Vec<MoveKind>,
    /// Rows and columns, rows not more than columns, if the graph is a whole grid numbered in reading order.
    grid: Option<(usize, usize)>,
}

impl<M: Mask> Host<M> {
    /// The subgraph that some vertices of a graph induce, and where each of those vertices stands in it. The
    /// vertices must fit the mask.
    pub fn new(graph: &Graph, rule: TakingRule, vertices: &[usize]) -> (Self, Vec<usize>) {
        let count = vertices.len();
        debug_assert!(count <= M::BITS);
        let (grid, order) = reading_order(graph, rule, vertices);
        let mut place = vec![usize::MAX; graph.vertex_count()];
        order.iter().enumerate().for_each(|(index, &vertex)| place[vertex] = index);
        let (mut neighbours, mut looped) = (vec![M::EMPTY; count], M::EMPTY);
        for edge in graph.edges() {
            let [u, v] = edge.ends().map(|end| place[end]);
            if u == usize::MAX || v == usize::MAX {
                continue;
            }
            if u == v {
                looped = looped.or(M::bit(u));
            } else {
                neighbours[u] = neighbours[u].or(M::bit(v));
                neighbours[v] = neighbours[v].or(M::bit(u));
            }
        }
        let taking = match rule {
            TakingRule::Connected(code) => {
                let mut digits: Vec<u8> = (0..=count).map(|taken| code.digit(taken)).collect();
                digits[0] = 0;
                while digits.last() == Some(&0) {
                    digits.pop();
                }
                Taking::Connected(digits)
            }
            TakingRule::Neighbourhood => Taking::Neighbourhood,
            TakingRule::EdgeEnds => Taking::EdgeEnds,
        };
        let topology = match grid {
            // One row that fills the mask has none above: a shift by its whole length is none.
            Some((_, columns)) if columns > 2 && columns < M::BITS => {
                let column = |c: usize| {
                    (0..count).filter(|v| v % columns != c).fold(M::EMPTY, |s, v| s.or(M::bit(v)))
                };
                Topology::Grid { columns, not_first: column(0), not_last: column(columns - 1) }
            }
            _ => Topology::Lists,
        };
        let kinds = match &taking {
            Taking::Connected(digits) => {
                let taken = |count: usize| digits.get(count).is_some_and(|&digit| digit != 0);
                let more = Some(MoveKind::More).filter(|_| digits.len() > 3);
                let one = Some(MoveKind::One).filter(|_| taken(1));
                let two = Some(MoveKind::Two).filter(|_| taken(2));
                one.into_iter().chain(two).chain(more).collect()
            }
            _ => vec![MoveKind::Any],
        };
        let rings = grid.and_then(|(rows, columns)| Rings::new(rows, columns));
        (Host { taking, neighbours, looped, topology, rings, kinds, grid }, place)
    }

    /// How many vertices there are.
    pub fn len(&self) -> usize {
        self.neighbours.len()
    }

    /// What a move takes.
    pub fn taking(&self) -> &Taking {
        &self.taking
    }

    /// The vertices joined to a vertex.
    pub fn neighbours(&self, vertex: usize) -> M {
        self.neighbours[vertex]
    }

    /// The vertices with a loop, where loops matter to the game; none elsewhere.
    pub fn marked(&self) -> M {
        if self.taking == Taking::EdgeEnds { self.looped } else { M::EMPTY }
    }

    /// Rows and columns, rows not more than columns, if the graph is a whole grid in reading order.
    pub fn grid(&self) -> Option<(usize, usize)> {
        self.grid
    }

    /// The rings around the cells, if the graph is a grid of more rows than one.
    #[inline(always)]
    pub fn rings(&self) -> Option<&Rings<M>> {
        self.rings.as_ref()
    }

    /// The kinds of moves that there are.
    pub fn kinds(&self) -> &[MoveKind] {
        &self.kinds
    }

    /// Whether a move can break a component into two or more parts.
    pub fn can_split(&self) -> bool {
        match &self.taking {
            Taking::Connected(digits) => digits.iter().any(|digit| digit >> 2 != 0),
            _ => true,
        }
    }

    /// How many pairs of a set are neighbours.
    #[inline(always)]
    pub fn pairs(&self, set: M) -> usize {
        match &self.topology {
            Topology::Grid { columns, not_last, .. } => {
                set.and(set.down(1)).and(*not_last).count() + set.and(set.down(*columns)).count()
            }
            Topology::Lists => {
                let ends = set.members().map(|vertex| self.neighbours[vertex].and(set).count());
                ends.sum::<usize>() / 2
            }
        }
    }

    /// The vertices of a set with one neighbour in it, or none.
    #[inline(always)]
    pub fn ends(&self, set: M) -> M {
        match &self.topology {
            Topology::Grid { columns, not_first, not_last } => {
                let before = set.up(1).and(*not_first);
                let after = set.down(1).and(*not_last);
                let (above, below) = (set.up(*columns), set.down(*columns));
                let twice = before.and(after).or(above.and(below));
                set.minus(twice.or(before.or(after).and(above.or(below))))
            }
            Topology::Lists => {
                let end = |&vertex: &usize| self.neighbours[vertex].and(set).count() < 2;
                set.members().filter(end).fold(M::EMPTY, |ends, vertex| ends.or(M::bit(vertex)))
            }
        }
    }

    /// The vertices that can be reached from a seed within a set; once all of `enough` is reached, `None`.
    #[inline(always)]
    fn flood(&self, seed: M, within: M, enough: M) -> Option<M> {
        match &self.topology {
            Topology::Grid { columns, not_first, not_last } => {
                flood_by(seed, within, enough, |set, _| {
                    let sideways = set.up(1).and(*not_first).or(set.down(1).and(*not_last));
                    set.or(sideways).or(set.up(*columns)).or(set.down(*columns))
                })
            }
            Topology::Lists => flood_by(seed, within, enough, |set, frontier| {
                frontier.members().fold(set, |grown, vertex| grown.or(self.neighbours[vertex]))
            }),
        }
    }

    /// The components of any set, in the order of their smallest vertices.
    pub fn components(&self, set: M) -> Vec<M> {
        let mut left = set;
        let mut parts = Vec::new();
        while !left.is_empty() {
            let seed = M::bit(left.first());
            // All of the set is never reached before its last component, which is then what is left.
            let part = self.flood(seed, left, left).unwrap_or(left);
            left = left.minus(part);
            parts.push(part);
        }
        parts
    }

    /// The parts that are left of a component when some of it is taken, which leaves `rest`, and `border` of it next
    /// to what was taken. Each part touches the border, because the component is connected; so once a flood has
    /// reached all of the border, all that is left is one part.
    #[inline(always)]
    pub fn split(&self, rest: M, border: M, parts: &mut Vec<M>) {
        parts.clear();
        let (mut rest, mut border) = (rest, border);
        while !rest.is_empty() {
            match self.flood(M::bit(border.first()), rest, border) {
                None => {
                    parts.push(rest);
                    return;
                }
                Some(part) => {
                    parts.push(part);
                    rest = rest.minus(part);
                    border = border.minus(part);
                }
            }
        }
    }
}

/// Grows a set within another, step by step, until it grows no more or holds all of `enough`. `grow` is told the set and
/// what the last step added, and gives the set with all that is next to what was added.
#[inline(always)]
fn flood_by<M: Mask>(seed: M, within: M, enough: M, grow: impl Fn(M, M) -> M) -> Option<M> {
    let (mut reached, mut frontier) = (seed, seed);
    loop {
        if enough.minus(reached).is_empty() {
            return None;
        }
        let grown = grow(reached, frontier).and(within);
        frontier = grown.minus(reached);
        if frontier.is_empty() {
            return Some(reached);
        }
        reached = grown;
    }
}

/// Rows and columns if the vertices make a whole grid in reading order (or in columns), and the order to number them
/// in: a grid by rows, with no more rows than columns.
fn reading_order(
    graph: &Graph,
    rule: TakingRule,
    vertices: &[usize],
) -> (Option<(usize, usize)>, Vec<usize>) {
    let count = vertices.len();
    let loops_matter = matches!(rule, TakingRule::EdgeEnds);
    let columns = (1..=count).filter(|columns| count.is_multiple_of(*columns));
    for columns in columns {
        if is_grid(graph, loops_matter, vertices, columns) {
            let rows = count / columns;
            if rows <= columns {
                return (Some((rows, columns)), vertices.to_vec());
            }
            let turned = (0..columns).flat_map(|c| (0..rows).map(move |r| r * columns + c));
            return (Some((columns, rows)), turned.map(|index| vertices[index]).collect());
        }
    }
    (None, vertices.to_vec())
}

fn is_grid(graph: &Graph, loops_matter: bool, vertices: &[usize], columns: usize) -> bool {
    let rows = vertices.len() / columns;
    let mut place = vec![usize::MAX; graph.vertex_count()];
    vertices.iter().enumerate().for_each(|(index, &vertex)| place[vertex] = index);
    let mut edges = 0;
    for edge in graph.edges() {
        let [u, v] = edge.ends().map(|end| place[end]);
        if u == usize::MAX || v == usize::MAX || (u == v && !loops_matter) {
            continue;
        }
        let (low, high) = (u.min(v), u.max(v));
        let sideways = high == low + 1 && high % columns != 0;
        if !sideways && (high != low + columns || low == high) {
            return false;
        }
        edges += 1;
    }
    edges == rows * (columns - 1) + (rows - 1) * columns
}
