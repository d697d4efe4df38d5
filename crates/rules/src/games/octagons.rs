//! The states of Closing Octagons (Leelathanakit's thesis, chapter III) and the moves that the normal rules allow.
//!
//! A *winning move* frees a vertex. A state is *normal* if there is none, *strategic* if there is one (Definition
//! 3.13); a normal state is *critical* if no turn leads to another normal state (3.19). A component is *weak* if
//! winning moves alone can remove all its edges (3.15, Lemma 3.30), otherwise *strong*; a strong component is a
//! *chain* if removing any edge leaves weak components only (3.16), and then it is a 2-bouquet, a pseudopath chain or
//! a cycle (Theorem 3.38).
//!
//! # The normal rules on single moves
//! Rule (3'): if a turn leads to a normal state, the player must make such a turn. Rule (4'): if all components are
//! weak, the player must remove everything. Both speak of turns. Let the *core* of a state be what is left when
//! winning moves are played as long as there are any. Playing one never takes another away (an edge at a vertex of
//! weight 1 stays so until it goes), so the core does not depend on the order, and it is the largest part in which
//! every vertex has weight 0 or at least 2.
//!
//! * All components are weak exactly if the core is empty. Then (4') allows winning moves only, and after one of them
//!   the core is still empty.
//! * A turn to a normal state ends there with a move that is not winning. The normal state lies inside the core, so
//!   all edges outside the core were removed; each of those frees a vertex when its time comes, so all of them came
//!   before the last move, which removes an edge e of the core such that the core without e is normal. Hence such a
//!   turn exists exactly if such an e exists; the player must play winning moves while there are any, then such an e.
//! * Otherwise every move is allowed; winning moves keep the core, so this stays so during a turn.
//!
//! So what is allowed depends on the edges left alone, and a position needs no memory of how the turn began.

use smallvec::SmallVec;

use crate::graph::Graph;
use crate::places::Places;
use crate::rules::IllegalMove;
use crate::spaces::{EdgePosition, Edges};
use crate::symmetry::Structure;

/// The class of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateClass {
    /// No edges are left.
    Terminal,
    /// No winning move, and a move to another normal state exists.
    Normal,
    /// No winning move, and every move leads to a strategic state.
    Critical,
    /// There is a winning move.
    Strategic,
}

impl StateClass {
    /// What the thesis calls it.
    pub fn name(self) -> &'static str {
        match self {
            StateClass::Terminal => "terminal",
            StateClass::Normal => "normal",
            StateClass::Critical => "critical",
            StateClass::Strategic => "strategic",
        }
    }
}

/// The three kinds of chain of Theorem 3.38.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chain {
    /// One vertex with two loops.
    TwoBouquet,
    /// A path of two or more vertices with a loop at each end.
    Pseudopath,
    /// A cycle of two or more vertices.
    Cycle,
}

/// The class of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComponentClass {
    /// Winning moves can remove all of it in one turn.
    Weak,
    /// Strong, and any removal leaves weak parts only.
    Chain(Chain),
    /// Strong, and not a chain.
    Strong,
}

/// A component with its class and size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// The component's edges.
    pub edges: EdgePosition,
    /// The number of its vertices.
    pub vertices: u32,
    /// What it is.
    pub class: ComponentClass,
}

/// The edges whose removal frees a vertex.
fn winning_edges<'a>(
    board: &'a Edges,
    position: &'a EdgePosition,
) -> impl Iterator<Item = usize> + 'a {
    board.left(position).filter(|&index| board.earns(position, index) > 0)
}

/// What is left when winning moves are played as long as there are any.
pub fn core(board: &Edges, position: &EdgePosition) -> EdgePosition {
    let mut core = position.clone();
    loop {
        let next = winning_edges(board, &core).next();
        match next {
            Some(index) => core[index] -= 1,
            None => return core,
        }
    }
}

/// Whether no winning move exists; a state without edges is not normal (Definition 3.13).
pub fn is_normal(board: &Edges, position: &EdgePosition) -> bool {
    board.left(position).next().is_some() && winning_edges(board, position).next().is_none()
}

/// The edges whose removal leads from a normal state (or a core) to a normal state: those whose ends have weight 3 or
/// more, since every vertex with an edge must keep weight 2 (Theorem 3.25).
fn to_normal(board: &Edges, position: &EdgePosition) -> Vec<usize> {
    let heavy = |index: &usize| {
        board.graph().edges()[*index].ends().iter().all(|&end| board.weight(position, end) >= 3)
    };
    board.left(position).filter(heavy).collect()
}

/// The edges that the normal rules allow to remove.
pub fn normal_moves(board: &Edges, position: &EdgePosition) -> Vec<usize> {
    let winning: Vec<usize> = winning_edges(board, position).collect();
    let core = core(board, position);
    let all_weak = board.left(&core).next().is_none();
    let to_normal = to_normal(board, &core);
    match (all_weak || !to_normal.is_empty(), winning.is_empty()) {
        (true, false) => winning,
        (true, true) => to_normal,
        (false, _) => board.left(position).collect(),
    }
}

/// Whether the normal rules allow to remove edge `index`, of which a copy is left.
pub fn check_normal(
    board: &Edges,
    position: &EdgePosition,
    index: usize,
) -> Result<(), IllegalMove> {
    let winning = board.earns(position, index) > 0;
    let core = core(board, position);
    if board.left(&core).next().is_none() {
        let rule = "rule (4'): all components are weak, so all edges must be removed in this turn";
        return if winning { Ok(()) } else { Err(IllegalMove(rule.into())) };
    }
    if to_normal(board, &core).is_empty() || winning {
        return Ok(());
    }
    let reaches_normal = is_normal(board, &board.without(position, index));
    let rule = "rule (3'): a turn to a normal state is possible, so it must be made";
    if reaches_normal { Ok(()) } else { Err(IllegalMove(rule.into())) }
}

/// The class of a state.
pub fn state_class(board: &Edges, position: &EdgePosition) -> StateClass {
    if board.left(position).next().is_none() {
        StateClass::Terminal
    } else if !is_normal(board, position) {
        StateClass::Strategic
    } else if to_normal(board, position).is_empty() {
        StateClass::Critical
    } else {
        StateClass::Normal
    }
}

/// The components that have edges, each with its class.
pub fn components(board: &Edges, position: &EdgePosition) -> Vec<Component> {
    let classify = |edges: EdgePosition| {
        let vertices = board.bound_vertices(&edges);
        let class = component_class(board, &edges, vertices);
        Component { edges, vertices, class }
    };
    board.components(position).into_iter().map(classify).collect()
}

fn is_weak(board: &Edges, edges: &EdgePosition) -> bool {
    board.left(&core(board, edges)).next().is_none()
}

fn component_class(board: &Edges, edges: &EdgePosition, vertices: u32) -> ComponentClass {
    if is_weak(board, edges) {
        return ComponentClass::Weak;
    }
    let is_chain = board.left(edges).all(|index| is_weak(board, &board.without(edges, index)));
    if !is_chain {
        return ComponentClass::Strong;
    }
    let has_loop = board.left(edges).any(|index| board.graph().edges()[index].is_loop());
    ComponentClass::Chain(match (has_loop, vertices) {
        (true, 1) => Chain::TwoBouquet,
        (true, _) => Chain::Pseudopath,
        (false, _) => Chain::Cycle,
    })
}

/// More subsets of edges than this are not searched for critical states.
const MOST_SUBSETS: u64 = 1 << 22;

/// A critical state up to isomorphism.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CriticalState {
    /// One of its kind.
    pub edges: EdgePosition,
    /// How many critical states of the board are isomorphic to it.
    pub count: u64,
}

/// Every critical state that a game under the normal rules can reach first, up to isomorphism, those with many edges
/// first.
///
/// By Theorem 3.26 a state is critical if every weight is at least 2 and a vertex of weight 3 or more has no loop and
/// no neighbour of weight 3 or more. So the edges between vertices determine the loops: a vertex has as many as it
/// needs for a weight of 2. Every such part of a normal board can be reached, because all weights on the way are at
/// least those at the end. None is listed if the board is too large. `check` is asked again and again, and may end the work.
pub fn critical_states<E>(
    board: &Edges,
    mut check: impl FnMut() -> Result<(), E>,
) -> Result<Option<Vec<CriticalState>>, E> {
    let start = core(board, &board.start());
    let graph = board.graph();
    let between: Vec<usize> =
        board.left(&start).filter(|&index| !graph.edges()[index].is_loop()).collect();
    let subsets = between.iter().map(|&index| start[index] as u64 + 1);
    let subsets = subsets.fold(1u64, |product, choices| product.saturating_mul(choices));
    if subsets > MOST_SUBSETS {
        return Ok(None);
    }
    let mut found: std::collections::BTreeMap<Structure, CriticalState> = Default::default();
    let mut chosen: EdgePosition = SmallVec::from_elem(0, start.len());
    for _ in 0..subsets {
        check()?;
        if let Some(edges) = with_loops(board, &start, &chosen) {
            let pairs = board.left(&edges).flat_map(|index| {
                let [u, v] = graph.edges()[index].ends();
                std::iter::repeat_n((u, v), edges[index] as usize)
            });
            if let Ok(state) = Graph::new(Places::numbered(graph.vertex_count()), pairs) {
                let canonical = Structure::of_graph(&state).canonical();
                found.entry(canonical).or_insert(CriticalState { edges, count: 0 }).count += 1;
            }
        }
        // The next choice of copies, as a number is counted up.
        for &index in &between {
            if chosen[index] < start[index] {
                chosen[index] += 1;
                break;
            }
            chosen[index] = 0;
        }
    }
    let mut states: Vec<CriticalState> = found.into_values().collect();
    let edges =
        |state: &CriticalState| state.edges.iter().map(|&copies| copies as i32).sum::<i32>();
    states.sort_by_key(|state| (-edges(state), state.edges.clone()));
    Ok(Some(states))
}

/// The critical state with these edges between vertices, if there is one.
fn with_loops(board: &Edges, start: &EdgePosition, chosen: &EdgePosition) -> Option<EdgePosition> {
    let graph = board.graph();
    let mut edges = chosen.clone();
    for vertex in (0..graph.vertex_count()).filter(|&v| board.weight(start, v) > 0) {
        let missing = 2u32.saturating_sub(board.weight(chosen, vertex)) as u8;
        if missing > 0 {
            let index = graph.edge_index(vertex, vertex).filter(|&i| start[i] >= missing)?;
            edges[index] = missing;
        }
    }
    (state_class(board, &edges) == StateClass::Critical).then_some(edges)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Graph, families, polygons};
    use crate::places::Places;

    fn board(n: usize, edges: &[(usize, usize)]) -> Edges {
        Edges::new(Graph::new(Places::numbered(n), edges.iter().copied()).unwrap())
    }

    fn listed(board: &Edges) -> Vec<CriticalState> {
        critical_states(board, || Ok::<(), ()>(())).unwrap().unwrap()
    }

    fn classes(board: &Edges) -> Vec<ComponentClass> {
        components(board, &board.start()).into_iter().map(|c| c.class).collect()
    }

    #[test]
    fn kinds_of_component() {
        use ComponentClass::{Chain as C, Strong, Weak};
        assert_eq!(classes(&board(1, &[(0, 0)])), [Weak]);
        assert_eq!(classes(&board(1, &[(0, 0), (0, 0)])), [C(Chain::TwoBouquet)]);
        assert_eq!(classes(&board(1, &[(0, 0), (0, 0), (0, 0)])), [Strong]);
        assert_eq!(classes(&board(2, &[(0, 0), (0, 1), (1, 1)])), [C(Chain::Pseudopath)]);
        assert_eq!(classes(&board(2, &[(0, 0), (0, 1)])), [Weak]);
        assert_eq!(classes(&Edges::new(families::path(4).unwrap())), [Weak]);
        assert_eq!(classes(&Edges::new(families::star(5).unwrap())), [Weak]);
        assert_eq!(classes(&Edges::new(families::cycle(4).unwrap())), [C(Chain::Cycle)]);
        assert_eq!(classes(&Edges::new(families::cycle(2).unwrap())), [C(Chain::Cycle)]);
        assert_eq!(classes(&Edges::new(families::complete(4).unwrap())), [Strong]);
        // A leaf hanging from a cycle: strong, not a chain (Lemma 3.35).
        assert_eq!(classes(&board(4, &[(0, 1), (1, 2), (2, 0), (2, 3)])), [Strong]);
    }

    /// Critical states by their definition: the first that each game under the normal rules reaches.
    fn critical_by_play(board: &Edges) -> usize {
        let mut seen = std::collections::HashSet::new();
        let mut forms = std::collections::BTreeSet::new();
        let mut waiting = vec![board.start()];
        while let Some(position) = waiting.pop() {
            if !seen.insert(position.clone()) {
                continue;
            }
            if state_class(board, &position) == StateClass::Critical {
                let pairs = board.left(&position).flat_map(|index| {
                    let [u, v] = board.graph().edges()[index].ends();
                    std::iter::repeat_n((u, v), position[index] as usize)
                });
                let n = board.graph().vertex_count();
                let state = Graph::new(Places::numbered(n), pairs).unwrap();
                forms.insert(Structure::of_graph(&state).canonical());
                continue;
            }
            let next = normal_moves(board, &position).into_iter();
            waiting.extend(next.map(|index| board.without(&position, index)));
        }
        forms.len()
    }

    #[test]
    fn critical_states_are_those_that_play_reaches() {
        for board in [
            Edges::new(polygons::polygons(8, 1, 3).unwrap()),
            Edges::new(polygons::polygons(4, 2, 2).unwrap()),
            Edges::new(polygons::polygons(5, 2, 2).unwrap()),
            Edges::new(polygons::polygons(4, 2, 3).unwrap()),
            Edges::new(families::complete(4).unwrap()),
            board(3, &[(0, 0), (0, 0), (0, 1), (0, 1), (1, 2), (1, 2), (2, 2)]),
        ] {
            let states = listed(&board);
            assert_eq!(states.len(), critical_by_play(&board), "{:?}", board.graph().edges());
        }
        let octagons = Edges::new(polygons::polygons(8, 2, 2).unwrap());
        let states = listed(&octagons);
        // Every subset of the four sides that octagons share is one: 1 + 4 + 4 + 2 + 4 + 1 of six kinds.
        let mut counts: Vec<u64> = states.iter().map(|state| state.count).collect();
        counts.sort_unstable();
        assert_eq!(counts, [1, 1, 2, 4, 4, 4]);
    }

    #[test]
    fn classes_of_states() {
        let octagons = Edges::new(polygons::polygons(8, 1, 2).unwrap());
        assert_eq!(state_class(&octagons, &octagons.start()), StateClass::Normal);
        let bouquets = board(2, &[(0, 0), (0, 0), (1, 1), (1, 1)]);
        assert_eq!(state_class(&bouquets, &bouquets.start()), StateClass::Critical);
        let one_less = bouquets.without(&bouquets.start(), 0);
        assert_eq!(state_class(&bouquets, &one_less), StateClass::Strategic);
        let nothing = board(2, &[]);
        assert_eq!(state_class(&nothing, &nothing.start()), StateClass::Terminal);
    }
}
