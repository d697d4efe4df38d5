//! Strategy 4.20 on the normal 3×3 game up to the critical state, against every Player I and for every choice it leaves.
//!
//! The position is packed into a word: a bit for each of the 12 edges between octagons, three bits for the loops at
//! each of the 9. Whether a state is normal is told by Definitions 3.11 and 3.13 alone: no edge that is left leaves an
//! end isolated when it goes. Once only loops may go, rule (3') and (A4) leave nothing else to do until the critical
//! state. This is written independently of the strategy in `outplay verify`, and the two are compared.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use outplay_rules::graph::Edge;
use outplay_rules::spaces::EdgePosition;
use outplay_solve::limits::{Budget, Stopped};

use super::states::Octagons;

/// The bits of the loops, below those of the edges.
const LOOPS: u32 = 27;

/// A state: edges above, loops below.
type State = u64;

type States = HashSet<State, foldhash::fast::RandomState>;

/// A critical state: its edges, the loops at each vertex, and whether Player I is to move.
pub type Critical = (u32, [u32; 9], bool);

/// What play by Strategy 4.20 comes to.
pub struct Reached {
    /// States before Player I's turns, up to the symmetries of the square.
    pub states: u64,
    /// The critical states.
    pub critical: BTreeSet<Critical>,
    /// The fewest loops at the middle vertex when the third of its simple edges goes.
    pub loops_in_the_middle: u32,
    /// The fewest loops at an end of a simple edge that is not at the middle vertex.
    pub loops_at_ends: u32,
    /// A state with such an edge in which another vertex than the middle one has fewer than two loops, as a board of its own.
    pub few_loops: Option<String>,
}

/// Something of a state, by its edges, and by the loops at each three vertices: what these come to is added.
struct BySums {
    edges: Vec<u64>,
    loops: [Vec<u64>; 3],
}

impl BySums {
    /// From what each edge and each loop comes to.
    fn new(edge: impl Fn(u32) -> u64, one_loop: impl Fn(usize) -> u64) -> Self {
        let loops = std::array::from_fn(|row| {
            let of = |loops: u64, v: usize| (loops >> (3 * v) & 7) * one_loop(3 * row + v);
            (0..512).map(|loops| (0..3).map(|v| of(loops, v)).sum()).collect()
        });
        BySums { edges: (0..1 << 12).map(|set| bits(set).map(&edge).sum()).collect(), loops }
    }

    fn of(&self, state: State) -> u64 {
        let row = |row: usize| self.loops[row][(state >> (9 * row) & 511) as usize];
        self.edges[edges(state) as usize] + row(0) + row(1) + row(2)
    }
}

struct Board {
    /// The edges at each vertex, as bits.
    at: [u32; 9],
    start: State,
    /// The weights of the vertices, four bits each.
    weights: BySums,
    /// Where each symmetry takes a state.
    symmetries: Vec<BySums>,
}

/// The 12 pairs of octagons that share a side.
fn neighbours() -> Vec<[usize; 2]> {
    let across = (0..9).filter(|v| v % 3 < 2).map(|v| [v, v + 1]);
    let down = (0..6).map(|v| [v, v + 3]);
    across.chain(down).collect()
}

impl Board {
    fn new(octagons: &Octagons) -> Self {
        let ends = neighbours();
        let mut at = [0; 9];
        for (i, edge) in ends.iter().enumerate() {
            edge.iter().for_each(|&v| at[v] |= 1 << i);
        }
        let bit = |edge: &Edge| match edge.ends() {
            [u, v] if u == v => u64::from(edge.copies) << (3 * u),
            joined => {
                ends.iter().position(|end| *end == joined).map_or(0, |i| 1 << (LOOPS + i as u32))
            }
        };
        let start = octagons.board.graph().edges().iter().map(bit).sum();
        let ends_of = |i: u32| ends[i as usize].iter().map(|v| 1 << (4 * v)).sum();
        let weights = BySums::new(ends_of, |v| 1 << (4 * v));
        let mut symmetries: Vec<BySums> = (0..8).map(|kind| symmetry(&ends, kind)).collect();
        symmetries.retain(|map| map.of(start) == start);
        Board { at, start, weights, symmetries }
    }

    /// Whether a state is normal: not terminal, and no move is a winning move, which isolates a vertex. That is one at a vertex of
    /// weight 1, be it a loop or an edge.
    fn is_normal(&self, state: State) -> bool {
        const ONES: u64 = 0x1_1111_1111;
        // A field of four bits that is 1 becomes 0, and borrows.
        let fields = self.weights.of(state) ^ ONES;
        let has_one = fields.wrapping_sub(ONES) & !fields & (ONES << 3) != 0;
        state != 0 && !has_one
    }

    /// The edges between octagons that lead to a normal state.
    fn removable(&self, state: State) -> u32 {
        let normal = |&i: &u32| self.is_normal(state & !(1 << (LOOPS + i)));
        bits(edges(state)).filter(normal).map(|i| 1 << i).sum()
    }

    /// The same for all states that a symmetry makes of one.
    fn canonical(&self, state: State) -> State {
        self.symmetries.iter().map(|map| map.of(state)).min().unwrap_or(state)
    }

    /// The critical state that the loops lead to, if only loops lead to normal states.
    fn critical(&self, state: State, first: bool) -> Critical {
        let mut state = self.canonical(state);
        let mut moves = 0;
        while let Some(v) = (0..9).find(|&v| self.takes_loop(state, v)) {
            state -= 1 << (3 * v);
            moves += 1u32;
        }
        let kept = std::array::from_fn(|v| loops(state, v));
        (edges(state), kept, first == moves.is_multiple_of(2))
    }

    /// The states after a move of Player I to a normal state, each with the vertex whose loop he took.
    fn moves(&self, state: State) -> Vec<(State, Option<usize>)> {
        let edges = bits(self.removable(state)).map(|i| (state & !(1 << (LOOPS + i)), None));
        let taken = (0..9).filter(|&v| self.takes_loop(state, v));
        edges.chain(taken.map(|v| (state - (1 << (3 * v)), Some(v)))).collect()
    }

    /// What the proof of Theorem 4.21 says of loops, in a state before a turn of Player II.
    fn count_loops(&self, state: State, reached: &mut Reached) {
        const MIDDLE: usize = 4;
        let at_middle = edges(state) & self.at[MIDDLE];
        if at_middle.count_ones() == 2 {
            reached.loops_in_the_middle = reached.loops_in_the_middle.min(loops(state, MIDDLE));
        }
        let elsewhere = edges(state) & !self.at[MIDDLE];
        for v in (0..9).filter(|&v| v != MIDDLE) {
            if elsewhere & self.at[v] != 0 {
                reached.loops_at_ends = reached.loops_at_ends.min(loops(state, v));
            }
            if elsewhere != 0 && loops(state, v) < 2 && reached.few_loops.is_none() {
                let all = std::array::from_fn(|v| loops(state, v));
                reached.few_loops = Some(name(&(edges(state), all, false)));
            }
        }
    }

    /// Whether a loop may go.
    fn takes_loop(&self, state: State, v: usize) -> bool {
        loops(state, v) > 0 && self.is_normal(state - (1 << (3 * v)))
    }
}

fn edges(state: State) -> u32 {
    (state >> LOOPS) as u32
}

fn loops(state: State, v: usize) -> u32 {
    (state >> (3 * v) & 7) as u32
}

fn bits(set: u32) -> impl Iterator<Item = u32> {
    (0..12).filter(move |i| set >> i & 1 == 1)
}

/// Where one of the eight symmetries of the square takes a state.
fn symmetry(ends: &[[usize; 2]], kind: u32) -> BySums {
    let mut to = [0; 9];
    for (v, image) in to.iter_mut().enumerate() {
        let (mut r, mut c) = (v / 3, v % 3);
        r = if kind & 1 == 1 { 2 - r } else { r };
        c = if kind & 2 == 2 { 2 - c } else { c };
        *image = if kind & 4 == 4 { 3 * c + r } else { 3 * r + c };
    }
    let edge = |i: u32| {
        let [a, b] = ends[i as usize].map(|v| to[v]);
        let image = ends.iter().position(|&end| end == [a.min(b), a.max(b)]);
        image.map_or(0, |i| 1 << (LOOPS + i as u32))
    };
    BySums::new(edge, |v| 1 << (3 * to[v]))
}

/// What Strategy 4.20 comes to against every Player I: played once for each board, because several statements rest on
/// it.
pub fn reached(octagons: &Octagons, budget: &mut Budget) -> Result<Arc<Reached>, Stopped> {
    static REACHED: Mutex<BTreeMap<State, Arc<Reached>>> = Mutex::new(BTreeMap::new());
    let board = Board::new(octagons);
    // Callers that come while it is played wait for the result.
    let mut known = REACHED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(reached) = known.get(&board.start) {
        return Ok(reached.clone());
    }
    let reached = Arc::new(play(&board, budget)?);
    known.insert(board.start, reached.clone());
    Ok(reached)
}

/// Plays (A1) to (A4) against every Player I.
fn play(board: &Board, budget: &mut Budget) -> Result<Reached, Stopped> {
    let mut layer = States::from_iter([board.canonical(board.start)]);
    let mut reached = Reached {
        states: 0,
        critical: BTreeSet::new(),
        loops_in_the_middle: u32::MAX,
        loops_at_ends: u32::MAX,
        few_loops: None,
    };
    while !layer.is_empty() {
        reached.states += layer.len() as u64;
        let mut next = States::default();
        for &state in &layer {
            budget.visit()?;
            if board.removable(state) == 0 {
                reached.critical.insert(board.critical(state, true));
                continue;
            }
            for (after, at) in board.moves(state) {
                board.count_loops(after, &mut reached);
                let free = board.removable(after);
                if free == 0 {
                    reached.critical.insert(board.critical(after, false));
                    continue;
                }
                // (A1) an edge at the loop's vertex if one may go, (A2) and (A3) otherwise any that may.
                let near = at.map_or(0, |v| free & board.at[v]);
                let chosen = bits(if near == 0 { free } else { near });
                next.extend(chosen.map(|i| board.canonical(after & !(1 << (LOOPS + i)))));
            }
        }
        layer = next;
    }
    Ok(reached)
}

/// A critical state as a state of the board.
pub fn position(octagons: &Octagons, critical: &Critical) -> EdgePosition {
    let (edges, loops, _) = critical;
    let joined: Vec<[usize; 2]> = bits(*edges).map(|i| neighbours()[i as usize]).collect();
    let left = |edge: &Edge| {
        let [u, v] = edge.ends();
        if u == v { loops[u] as u8 } else { joined.contains(&[u, v]) as u8 }
    };
    octagons.board.graph().edges().iter().map(left).collect()
}

/// A critical state as a board of its own: `edges:1-1,1-1,…`.
pub fn name(critical: &Critical) -> String {
    let (edges, loops, _) = critical;
    let ends = neighbours();
    let joins = bits(*edges).map(|i| ends[i as usize]);
    let loops = (0..9).flat_map(|v| std::iter::repeat_n([v, v], loops[v] as usize));
    let list: Vec<String> =
        loops.chain(joins).map(|[a, b]| format!("{}-{}", a + 1, b + 1)).collect();
    format!("edges:{}", list.join(","))
}
