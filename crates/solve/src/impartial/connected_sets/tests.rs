//! The table compared with the reference solver and with the search.

use fastrand::Rng;
use outplay_rules::bits::BitSet;
use outplay_rules::games::octal::OctalGame;
use outplay_rules::games::octal_code::OctalCode;
use outplay_rules::graph::{Graph, families};
use outplay_rules::places::Places;
use outplay_rules::rules::{Rules, TakingRule};

use super::*;
use crate::impartial::Outcome;
use crate::impartial::reference::Reference;
use crate::limits::Limits;

/// Codes that never break a component: one to four vertices taken, all that is left or nothing.
const CODES: [&str; 12] = [
    "0.33", "0.03", "0.3", "0.1", "0.2", "0.32", "0.23", "0.13", "0.31", "0.333", "0.0332",
    "0.2013",
];

/// A connected multigraph, with loops and parallel edges.
fn connected(vertices: usize, random: &mut Rng) -> Graph {
    let mut pairs: Vec<_> = (1..vertices).map(|v| (random.usize(..v), v)).collect();
    let more = random.usize(..=vertices);
    pairs.extend((0..more).map(|_| (random.usize(..vertices), random.usize(..vertices))));
    Graph::new(Places::numbered(vertices), pairs).unwrap()
}

/// Compares every connected set of a graph, with heads of all sizes; says how many sets there were.
fn agrees(graph: &Graph, code: &OctalCode, tail: usize) -> usize {
    let all: Vec<usize> = (0..graph.vertex_count()).collect();
    let (host, place) = Host::<u64>::new(graph, TakingRule::Connected(code), &all);
    let budget = &mut Budget::unlimited();
    let mut table = ConnectedSetTable::with_tail(&host, Convention::Normal, tail).unwrap();
    for _ in 0..3 {
        assert!(table.fill(2, budget).unwrap());
    }
    let mut misere = ConnectedSetTable::with_tail(&host, Convention::Misere, tail).unwrap();
    assert!(misere.fill(2, budget).unwrap() && misere.fill(2, budget).unwrap());
    let rules = OctalGame::new(code.clone(), Vec::new(), graph.clone()).unwrap();
    let mut reference = Reference::new(&rules);
    let mut sets = 0;
    for number in 1..1u64 << all.len() {
        let component =
            all.iter().filter(|&&v| number >> v & 1 == 1).fold(0, |s, &v| s | 1 << place[v]);
        if host.components(component).len() != 1 {
            assert_eq!(table.fact(component), Fact::NOTHING);
            continue;
        }
        sets += 1;
        assert_eq!(misere.fact(component), Fact::NOTHING);
        let mut position = rules.start();
        let left = all.iter().copied().filter(|v| number >> v & 1 == 1);
        position.vertices = BitSet::of(all.len(), left);
        let value = reference.nimber(&position, budget).unwrap().value().unwrap() as u32;
        let played = reference.outcome_by_play(&position, Convention::Misere, budget).unwrap();
        let wins = Some(played == Outcome::N);
        assert_eq!(misere.misere_wins(component), wins, "{code} {number:b} {tail} of {graph:?}");
        assert_eq!(table.misere_wins(component), None);
        let fact = table.fact(component);
        if value < 3 {
            assert_eq!(fact.exact(), Some(value), "{code} {number:b} {tail} of {graph:?}");
        } else {
            assert_eq!((fact.exact(), fact.least()), (None, 3), "{code} {number:b} of {graph:?}");
        }
    }
    sets
}

#[test]
fn random_graphs() {
    let mut random = Rng::with_seed(5);
    let mut sets = 0;
    for round in 0..150 {
        let graph = connected(2 + random.usize(..9), &mut random);
        let code = CODES[round % CODES.len()].parse().unwrap();
        sets += agrees(&graph, &code, 6 + random.usize(..5));
    }
    assert!(sets > 10_000, "{sets}");
}

/// Heads with images and without, tails of one line and of many, lines that end within a word.
#[test]
fn grids() {
    for (rows, columns, tails) in [(2, 6, [6, 8]), (3, 4, [6, 9]), (1, 10, [6, 7]), (3, 3, [6, 18])]
    {
        let grid = families::grid(rows, columns).unwrap();
        for (tail, code) in tails.into_iter().flat_map(|tail| CODES.map(|code| (tail, code))) {
            agrees(&grid, &code.parse().unwrap(), tail);
        }
    }
    for (rows, columns, tail, code) in [(2, 7, 10, "0.33"), (3, 5, 9, "0.33"), (5, 3, 6, "0.03")] {
        agrees(&families::grid(rows, columns).unwrap(), &code.parse().unwrap(), tail);
    }
}

fn on_grid(rows: usize, columns: usize, code: &str) -> (Host<u64>, ConnectedSetTable) {
    let code = code.parse().unwrap();
    let grid = families::grid(rows, columns).unwrap();
    let all: Vec<usize> = (0..rows * columns).collect();
    let (host, _) = Host::new(&grid, TakingRule::Connected(&code), &all);
    let table = ConnectedSetTable::new(&host, Convention::Normal).unwrap();
    (host, table)
}

/// On larger boards each set is held to its own options, by moves that are listed another way.
#[test]
fn options_of_random_pieces() {
    for (rows, columns, code) in [(5, 5, "0.33"), (4, 6, "0.33"), (4, 6, "0.03"), (5, 5, "0.231")] {
        let (host, mut table) = on_grid(rows, columns, code);
        for _ in 0..2 {
            assert!(table.fill(3, &mut Budget::unlimited()).unwrap());
        }
        let mut random = Rng::with_seed(11);
        for _ in 0..3000 {
            let set = u64::full(host.len()).minus(random.u64(..) & random.u64(..));
            let component = host.components(set)[0];
            let mut values = [false; 2];
            host.moves(component, |_, parts| {
                let value = parts.first().map_or(Some(0), |&part| table.fact(part).exact());
                if let Some(value) = value {
                    values[value as usize] = true;
                }
                true
            });
            let value = values.iter().position(|&seen| !seen).map(|value| value as u32);
            assert_eq!(table.fact(component).exact(), value, "{code} {component:b}");
        }
    }
}

/// How many sets are lost, counted by a program of its own that knows nothing of reflections.
#[test]
fn as_many_are_lost_as_another_program_says() {
    for (rows, columns, lost) in [(5, 6, 9_668_020), (2, 18, 5_554_677), (3, 10, 4_063_873)] {
        let (_, mut table) = on_grid(rows, columns, "0.33");
        assert!(table.fill(2, &mut Budget::unlimited()).unwrap());
        let (layout, plane) = (table.layout.unwrap(), &table.planes[0]);
        let mut count = 0;
        for head in layout.heads().iter().map(|&head| head as usize) {
            let block = layout.block(head, layout.joint(head).unwrap());
            // The last word of the range is the next block's.
            let words = &plane[block.start..block.end - 1];
            let bits: u32 =
                words.iter().map(|word| word.load(Ordering::Relaxed).count_ones()).sum();
            let image = layout.mirror().unwrap().image((head as u64) << table.tail) >> table.tail;
            count += u64::from(bits) * if image as usize == head { 1 } else { 2 };
        }
        assert_eq!(count, lost, "{rows}x{columns}");
    }
}

#[test]
fn games_that_break_components_and_large_ones_are_left_alone() {
    fn has_table(graph: &Graph, rule: TakingRule) -> bool {
        let all: Vec<usize> = (0..graph.vertex_count()).collect();
        let (host, _) = Host::<u64>::new(graph, rule, &all);
        ConnectedSetTable::new(&host, Convention::Normal).is_some()
    }
    let by_code =
        |graph: &Graph, text: &str| has_table(graph, TakingRule::Connected(&text.parse().unwrap()));
    let grid = families::grid(4, 5).unwrap();
    assert!(by_code(&grid, "0.33"));
    assert!(!by_code(&grid, "0.37"));
    assert!(!by_code(&grid, "0.3..."));
    assert!(!has_table(&grid, TakingRule::EdgeEnds));
    assert!(!has_table(&grid, TakingRule::Neighbourhood));
    assert!(!by_code(&families::grid(6, 8).unwrap(), "0.33"));
}

#[test]
fn memory_and_interruption() {
    let (host, mut table) = on_grid(5, 5, "0.33");
    let component = u64::full(25);
    let stop = Limits::default();
    stop.stop.store(true, Ordering::Relaxed);
    let mut budget = Budget::new(stop, &|_| {});
    assert_eq!(table.fill(2, &mut budget), Err(Stopped::Interrupted));
    assert_eq!((table.fact(component), budget.progress().memory), (Fact::NOTHING, 0));
    assert_eq!(table.fill(2, &mut Budget::unlimited()), Ok(true));
    let layout = table.layout.unwrap();
    // Room for the layout and two planes, which it takes, and none for a third.
    let memory = layout.bytes() + 2 * layout.plane_bytes() + 100;
    let limited = |memory| Limits { memory: Some(memory), ..Limits::default() };
    let mut budget = Budget::new(limited(memory), &|_| {});
    let mut table = ConnectedSetTable::new(&host, Convention::Normal).unwrap();
    assert_eq!([0; 3].map(|_| table.fill(2, &mut budget)), [Ok(true), Ok(true), Ok(false)]);
    assert_eq!(budget.progress().memory, memory - 100);
    // What was filled before is still there.
    assert!(table.fact(component).excludes(2));
    // Without room for a plane nothing is filled and nothing kept.
    let mut budget = Budget::new(limited(layout.plane_bytes() * 3 / 4), &|_| {});
    let mut table = ConnectedSetTable::new(&host, Convention::Normal).unwrap();
    assert_eq!(table.fill(2, &mut budget), Ok(false));
    assert_eq!(budget.progress().memory, 0);
}

/// What a table takes is known beforehand to within a tenth, even on boards so small that the ends of blocks count.
#[test]
fn bytes_are_told_beforehand() {
    for (rows, columns) in [(4, 7), (5, 6), (3, 10)] {
        let (host, mut table) = on_grid(rows, columns, "0.33");
        let mut misere = ConnectedSetTable::new(&host, Convention::Misere).unwrap();
        for planes in 1..3 {
            let told = table.bytes();
            assert!(table.fill(2, &mut Budget::unlimited()).unwrap());
            let layout = table.layout.as_ref().unwrap();
            let heads = Layout::bytes_of_heads(host.len(), table.tail);
            let taken = heads + planes * layout.plane_bytes();
            assert!(taken.abs_diff(told) < taken / 10, "{rows}x{columns}: {told} {taken}");
            // Both planes are needed before the second tells anything.
            assert!(planes == 2 || misere.bytes() > told);
            assert!(planes == 1 || misere.bytes() == told);
        }
        assert!(misere.fill(2, &mut Budget::unlimited()).unwrap());
        assert_eq!(misere.misere_wins(u64::full(host.len())), None);
    }
}
