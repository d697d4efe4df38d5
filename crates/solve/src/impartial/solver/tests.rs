//! The fast solver compared with the reference solver on thousands of small random boards.

use outplay_rules::games::arc_kayles::ArcKayles;
use outplay_rules::games::node_kayles::NodeKayles;
use outplay_rules::games::octal::OctalGame;
use outplay_rules::games::octal_code::OctalCode;
use outplay_rules::graph::families;
use outplay_rules::places::Places;
use outplay_rules::rules::{Impartial, Rules};
use outplay_rules::spaces::Space;

use super::misere::MisereSolver;
use super::*;
use crate::impartial::misere::Misere;
use crate::impartial::reference::Reference;
use crate::impartial::{Convention, Outcome};
use crate::kit::bits::Mask;
use crate::kit::portfolio::Trials;

/// The same boards in every run.
struct Random(fastrand::Rng);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0.usize(..bound)
    }

    /// A multigraph of up to this many vertices, with loops, parallel edges and isolated vertices.
    fn multigraph(&mut self, vertices: usize) -> Graph {
        let n = self.below(vertices + 1);
        let edges = if n == 0 { 0 } else { self.below(2 * n + 1) };
        let pairs: Vec<_> = (0..edges).map(|_| (self.below(n), self.below(n))).collect();
        Graph::new(Places::numbered(n), pairs).unwrap()
    }

    /// A tree with a few edges more, perhaps.
    fn connected(&mut self, n: usize) -> Graph {
        let mut pairs: Vec<_> = (1..n).map(|v| (self.below(v), v)).collect();
        (0..self.below(3)).for_each(|_| pairs.push((self.below(n), self.below(n))));
        Graph::new(Places::numbered(n), pairs).unwrap()
    }

    fn subset(&mut self, graph: &Graph) -> BitSet {
        let n = graph.vertex_count();
        BitSet::of(n, (0..n).filter(|_| self.below(8) > 0).collect::<Vec<_>>())
    }
}

/// Codes of all kinds: taking one to four, leaving nothing to three parts, going on for ever.
const CODES: [&str; 36] = [
    "0.0", "0.1", "0.3", "0.7", "0.03", "0.07", "0.33", "0.37", "0.73", "0.77", "0.137", "0.007",
    "0.6", "0.5", "0.4", "0.23", "0.32", "0.22", "0.13", "0.17", "0.45", "0.156", "0.351", "0.333",
    "0.777", "0.003", "0.0333", "0.1357", "0.3F", "0.8", "0.F", "0.0F", "0.3...", "0.7...", "0.F8",
    "0.0047",
];

fn code(text: &str) -> OctalCode {
    OctalCode::read_hexadecimal(text).unwrap()
}

/// Solvers of every width, with and without exact small values and helpers.
fn solvers(graph: &Graph, rule: TakingRule, theorems: bool) -> Vec<Box<dyn OnHost>> {
    fn one<M: Stored>(graph: &Graph, rule: TakingRule, how: &How, small: usize) -> Box<dyn OnHost> {
        let vertices: Vec<usize> = (0..graph.vertex_count()).collect();
        let limits = Limits { memory: Some(1 << 16), ..Limits::default() };
        let mut budget = Budget::new(limits, &|_| {});
        let mut solver = HostSolver::<M>::new(graph, rule, &vertices, how, &mut budget);
        solver.ground.small = small;
        if small == 0 && solver.ground.host.grid().is_none() {
            solver.ground.canonical_forms = CanonicalForms::by_symmetries(&solver.ground.host);
        }
        Box::new(solver)
    }
    let how = How { theorems, ..How::default() };
    vec![
        one::<u64>(graph, rule, &how, 0),
        one::<u64>(graph, rule, &how, 4),
        one::<u128>(graph, rule, &how, 0),
        one::<Words<4>>(graph, rule, &how, 2),
    ]
}

/// Values, questions and misère outcomes of one position by every solver.
fn agrees<R: Impartial + ?Sized>(rules: &R, position: &R::Position, what: &str) {
    let mut budget = Budget::unlimited();
    let mut reference = Reference::new(rules);
    let (graph, rule) = (rules.space().graph().unwrap(), rules.taking().unwrap());
    let left = rules.space().vertices(position).unwrap();
    let expected = reference.nimber(position, &mut budget).unwrap().value().unwrap() as u32;
    for (index, theorems) in [false, true].into_iter().enumerate() {
        for (width, solver) in solvers(graph, rule, theorems).iter_mut().enumerate() {
            let name = format!("{what} width {width} theorems {theorems}");
            // Questions first: they must be right before the value is in the table.
            for value in [1, 0, 3, 2, expected] {
                let equal = solver.equals(left, value, &mut budget).unwrap();
                assert_eq!(equal, value == expected, "{name}: is it {value}?");
            }
            assert_eq!(solver.value(left, &mut budget).unwrap(), expected, "{name}");
            assert!(solver.at_least(left) <= expected, "{name}");
        }
        let mut whole =
            GraphSolver::new(graph, rule, &How { theorems: index == 1, ..How::default() });
        assert_eq!(whole.value(left, &mut budget).unwrap(), expected, "{what} whole");
        assert!(whole.equals(left, expected, &mut budget).unwrap(), "{what} whole");
        let wins = whole.misere_wins(left, &mut budget).unwrap();
        let played = reference.outcome_by_play(position, Convention::Misere, &mut budget).unwrap();
        assert_eq!(wins, played == Outcome::N, "{what} misère");
    }
}

fn every_game(random: &mut Random, graph: &Graph) {
    let left = random.subset(graph);
    let text = CODES[random.below(CODES.len())];
    let what = format!("{:?} left {left:?}", graph.edge_pairs().collect::<Vec<_>>());
    let octal = OctalGame::new(code(text), vec![], graph.clone()).unwrap();
    let mut position = octal.start();
    agrees(&octal, &position, &format!("{text} {what}"));
    position.vertices = left.clone();
    agrees(&octal, &position, &format!("{text} {what}"));
    let node = NodeKayles::new(graph.clone());
    agrees(&node, &left, &format!("node-kayles {what}"));
    let arc = ArcKayles::new(graph.clone());
    agrees(&arc, &left, &format!("arc-kayles {what}"));
}

#[test]
fn random_multigraphs() {
    let mut random = Random(fastrand::Rng::with_seed(1));
    for _ in 0..1500 {
        let graph = random.multigraph(7);
        every_game(&mut random, &graph);
    }
}

#[test]
fn random_connected_graphs() {
    let mut random = Random(fastrand::Rng::with_seed(2));
    for _ in 0..400 {
        let n = 6 + random.below(4);
        let graph = random.connected(n);
        every_game(&mut random, &graph);
    }
}

#[test]
fn pieces_of_grids() {
    let mut random = Random(fastrand::Rng::with_seed(3));
    for (rows, columns) in [(1, 9), (2, 5), (3, 3), (5, 2), (3, 4), (1, 1), (2, 2), (9, 1)] {
        let graph = families::grid(rows, columns).unwrap();
        for _ in 0..40 {
            every_game(&mut random, &graph);
        }
    }
}

#[test]
fn boards_with_many_symmetries() {
    let mut random = Random(fastrand::Rng::with_seed(4));
    let boards = [
        families::cycle(8).unwrap(),
        families::hypercube(3).unwrap(),
        families::wheel(6).unwrap(),
        families::bipartite(3, 4).unwrap(),
        families::complete(6).unwrap(),
        families::star(7).unwrap(),
        families::multipartite(&[2, 3, 3]).unwrap(),
        families::caterpillar(&[3, 0, 4]).unwrap(),
        families::petersen().unwrap(),
        families::pode(&[2, 2, 2]).unwrap(),
        families::cycle(4).unwrap().disjoint_union(&families::cycle(4).unwrap()).unwrap(),
        families::grid(2, 3).unwrap().disjoint_union(&families::grid(2, 2).unwrap()).unwrap(),
    ];
    for graph in &boards {
        for _ in 0..15 {
            every_game(&mut random, graph);
        }
    }
}

#[test]
fn threads_agree_with_one() {
    for (text, rows, columns) in [("0.33", 4, 5), ("0.7", 3, 5), ("0.03", 4, 6)] {
        let graph = families::grid(rows, columns).unwrap();
        let game = OctalGame::new(code(text), vec![], graph).unwrap();
        let (graph, rule) = (game.graph(), game.taking().unwrap());
        let left = game.start().vertices;
        let values: Vec<u32> = [1, 2, 3]
            .into_iter()
            .map(|threads| {
                let how = How { threads, ..How::default() };
                let mut solver = GraphSolver::new(graph, rule, &how);
                solver.value(&left, &mut Budget::unlimited()).unwrap()
            })
            .collect();
        assert!(values.iter().all(|value| *value == values[0]), "{text}: {values:?}");
    }
}

#[test]
fn a_limit_stops_it_and_something_is_known() {
    let graph = families::grid(5, 6).unwrap();
    let game = ArcKayles::new(graph);
    let (graph, rule) = (game.graph(), game.taking().unwrap());
    let stop = std::sync::Arc::new(AtomicBool::new(true));
    let mut budget = Budget::new(Limits { stop, ..Limits::default() }, &|_| {});
    let mut solver = GraphSolver::new(graph, rule, &How::default());
    let left = game.start();
    assert_eq!(solver.value(&left, &mut budget), Err(Stopped::Interrupted));
    let least = solver.at_least(&left);
    let value = solver.value(&left, &mut Budget::unlimited()).unwrap();
    assert!(least <= value, "{least} {value}");
}

/// Rows just as wide as a mask: Cram on a row is Dawson's Kayles, computed here from its definition.
#[test]
fn a_row_that_fills_a_word() {
    let mut dawson: Vec<u32> = vec![0, 0];
    for n in 2..=129 {
        let options: Vec<u32> =
            (0..=n - 2).map(|left| dawson[left] ^ dawson[n - 2 - left]).collect();
        dawson.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    for n in [63, 64, 65, 127, 128, 129] {
        let row = families::grid(1, n).unwrap();
        for theorems in [false, true] {
            let how = How { theorems, ..How::default() };
            let mut solver = GraphSolver::new(&row, TakingRule::EdgeEnds, &how);
            let value = solver.value(&BitSet::full(n), &mut Budget::unlimited()).unwrap();
            assert_eq!(value, dawson[n], "{n} {theorems}");
        }
    }
}

fn solver_on<M: Stored>(graph: &Graph, rule: TakingRule, budget: &mut Budget) -> HostSolver<M> {
    let vertices: Vec<usize> = (0..graph.vertex_count()).collect();
    HostSolver::new(graph, rule, &vertices, &How::default(), budget)
}

/// Replies by shape ([`super::super::ordering`]) spare most of the search: 5x6 took 362,782 positions without and takes 129,566.
#[test]
fn a_habit_spares_most_of_the_search() {
    let graph = families::grid(5, 6).unwrap();
    let code = code("0.33");
    let mut budget = Budget::unlimited();
    let mut solver = solver_on::<u64>(&graph, TakingRule::Connected(&code), &mut budget);
    solver.connected_sets.patience = None;
    assert!(solver.equals(&BitSet::full(30), 0, &mut budget).unwrap());
    let positions = budget.progress().positions;
    assert!(positions < 200_000, "{positions}");
}

/// Where no move breaks a component, a search without patience asks the table of all positions, and gets the same answers for the
/// board and for what is left of it.
#[test]
fn a_table_of_all_positions_answers_as_a_search() {
    let boards = [
        families::grid(4, 5).unwrap(),
        families::grid(3, 7).unwrap(),
        families::wheel(13).unwrap(),
        families::hypercube(4).unwrap(),
    ];
    let (mut random, mut tables) = (Random(fastrand::Rng::with_seed(9)), 0);
    for (graph, text) in
        boards.iter().flat_map(|graph| ["0.33", "0.03", "0.32"].map(|c| (graph, c)))
    {
        let (code, mut budget) = (code(text), Budget::unlimited());
        let rule = TakingRule::Connected(&code);
        let mut by_table = solver_on::<u64>(graph, rule, &mut budget);
        let mut by_search = solver_on::<u64>(graph, rule, &mut budget);
        by_table.connected_sets.patience = Some(0);
        by_search.connected_sets.patience = None;
        let mut left = BitSet::full(graph.vertex_count());
        for _ in 0..30 {
            for value in [0, 2] {
                let equal = by_search.equals(&left, value, &mut budget).unwrap();
                assert_eq!(by_table.equals(&left, value, &mut budget).unwrap(), equal);
            }
            let value = by_search.value(&left, &mut budget).unwrap();
            assert_eq!(by_table.value(&left, &mut budget).unwrap(), value, "{text} {left:?}");
            let mut facts = Vec::new();
            by_table.glance(&left, &mut facts);
            assert!(facts.iter().all(|fact| fact.exact().is_some()), "{facts:?}");
            left = random.subset(graph);
        }
        assert!(by_search.connected_sets.table().is_none(), "{text}");
        tables += usize::from(by_table.connected_sets.is_begun());
    }
    // Some are settled before a search looks at the clock.
    assert!(tables >= 6, "{tables}");
}

/// Solves 0.33 on 5x5 with little patience, by a solver that was made on a budget of its own, and finds what a search finds; says whether
/// the table was filled.
fn fills_a_table(made_on: &mut Budget, budget: &mut Budget) -> bool {
    let graph = families::grid(5, 5).unwrap();
    let (code, left) = (code("0.33"), BitSet::full(25));
    let rule = TakingRule::Connected(&code);
    let mut by_search = solver_on::<u64>(&graph, rule, &mut Budget::unlimited());
    let mut solver = solver_on::<u64>(&graph, rule, made_on);
    by_search.connected_sets.patience = None;
    solver.connected_sets.patience = Some(1000);
    let value = by_search.value(&left, &mut Budget::unlimited());
    assert_eq!(solver.value(&left, budget), value);
    let filled = solver.connected_sets.is_begun();
    assert_eq!(filled, solver.connected_sets.patience.is_some());
    filled
}

/// The table takes the place of what a search knew, and keeps to the memory; if there is too little, the search goes on.
#[test]
fn a_table_of_all_positions_within_memory() {
    let mut budget = Budget::unlimited();
    assert!(fills_a_table(&mut budget.fork(), &mut budget));
    let table = budget.progress().memory;
    // The tables of a search take more than the few bytes over.
    for (memory, filled) in [(table + 5000, true), (table / 2, false)] {
        let limits = Limits { memory: Some(memory), ..Limits::default() };
        let mut budget = Budget::new(limits, &|_| {});
        assert_eq!(fills_a_table(&mut budget.fork(), &mut budget), filled, "{memory}");
        assert!(budget.progress().memory <= memory, "{}", budget.progress().memory);
    }
}

/// Boards of a family share a solver and have a budget each; what the first counted is not the second's to release.
#[test]
fn a_table_of_all_positions_on_another_budget() {
    let limits = Limits { memory: Some(4 << 20), ..Limits::default() };
    let mut budget = Budget::new(limits, &|_| {});
    assert!(fills_a_table(&mut budget.apart(1), &mut budget));
    assert!(budget.progress().memory < 4 << 20);
}

/// Under the misère convention too, and where the position has fallen into several components the search answers.
#[test]
fn a_table_of_all_positions_under_the_misere_convention() {
    let graph = families::grid(4, 5).unwrap();
    let all: Vec<usize> = (0..20).collect();
    for text in ["0.33", "0.03", "0.32"] {
        let code = code(text);
        let (host, place) = Host::<u64>::new(&graph, TakingRule::Connected(&code), &all);
        let mut search = Misere::new(host.clone());
        let mut connected_sets = SetTable::new(&host, Convention::Misere, 2);
        connected_sets.patience = Some(0);
        let (misere, trials) = (Misere::new(host), Trials::default());
        let mut solver = MisereSolver { place, misere, connected_sets, trials };
        let (mut random, mut budget) = (Random(fastrand::Rng::with_seed(3)), Budget::unlimited());
        let mut left = BitSet::full(20);
        let whole = search.mover_wins(u64::full(20), u64::MAX, &mut budget);
        for _ in 0..60 {
            let set = u64::of(&left, &solver.place);
            let wins = search.mover_wins(set, u64::MAX, &mut budget).unwrap();
            assert_eq!(solver.mover_wins(&left, &mut budget).ok(), wins, "{text} {left:?}");
            left = random.subset(&graph);
        }
        assert!(solver.connected_sets.is_begun(), "{text}");
        assert_eq!(search.mover_wins(u64::full(20), 0, &mut budget), whole, "remembered");
        search.forget();
        assert_eq!(search.mover_wins(u64::full(20), 3, &mut budget), Ok(None));
    }
}
