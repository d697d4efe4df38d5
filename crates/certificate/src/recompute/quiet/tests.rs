use std::collections::{BTreeMap, HashMap};

use outplay_rules::graph::{Graph, families};
use outplay_rules::option::Options;
use outplay_rules::places::Places;
use outplay_rules::rules::Rules;

use super::*;
use crate::allowance::Part;
use crate::body::Form;
use crate::header::{Header, ProofKind, Second, Statement};
use crate::recompute::tests::{Change, changed_levels};
use crate::removing::captures;
use crate::theory::Theory;
use crate::{board as written_board, sum};

const ROOM: (u64, u64) = (1 << 32, 1 << 40);

/// A generator of numbers that are the same in every run.
fn random(state: &mut u64, below: usize) -> usize {
    *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    (*state >> 33) as usize % below
}

fn edges(vertices: usize, edges: Vec<(usize, usize)>) -> Edges {
    Edges::new(Graph::new(Places::numbered(vertices), edges).unwrap())
}

/// A board with loops and copies.
fn random_board(state: &mut u64, most: usize) -> Edges {
    let vertices = 1 + random(state, 6);
    let mut list: Vec<(usize, usize)> = Vec::new();
    for _ in 0..1 + random(state, most) {
        let (u, v) = (random(state, vertices), random(state, vertices));
        let copies = 1 + random(state, 8) / 6;
        (0..copies).for_each(|_| list.push((u.min(v), u.max(v))));
    }
    edges(vertices, list)
}

/// The margin by the rules alone: who earns moves again.
fn plainly(board: &Edges, position: &EdgePosition, known: &mut HashMap<EdgePosition, i32>) -> i32 {
    if let Some(&margin) = known.get(position) {
        return margin;
    }
    let moves: Vec<usize> = board.left(position).collect();
    let worth = |edge| {
        let earned = board.earns(position, edge) as i32;
        let margin = plainly(board, &board.without(position, edge), known);
        if earned > 0 { earned + margin } else { -margin }
    };
    let margin = moves.into_iter().map(worth).max().unwrap_or(0);
    known.insert(position.clone(), margin);
    margin
}

fn shuffled<T>(state: &mut u64, mut list: Vec<T>) -> Vec<T> {
    (1..list.len()).for_each(|at| list.swap(at, random(state, at + 1)));
    list
}

/// How many copies of each edge of the board a word has.
fn position(board: &Edges, table: &QuietTable, order: &EdgeOrder, word: u64) -> EdgePosition {
    let mut position: EdgePosition = board.start().iter().map(|_| 0).collect();
    for (class, &edge) in table.board.classes.iter().zip(&order.edges) {
        position[edge] = (word & class.mask()).count_ones() as u8;
    }
    position
}

/// All words of a board, in ascending order.
fn words(table: &QuietTable) -> Vec<u64> {
    table.board.classes.iter().fold(vec![0], |words, class| {
        let copies = |word: &u64| {
            let with = |copies: u32| *word | ((1 << copies) - 1) << class.lowest;
            (0..=class.copies).map(with).collect::<Vec<u64>>()
        };
        words.iter().flat_map(copies).collect()
    })
}

fn is_quiet(board: &Edges, position: &EdgePosition) -> bool {
    (0..board.graph().vertex_count()).all(|vertex| board.weight(position, vertex) != 1)
}

/// All bytes of a table, level after level, and the margin of the start.
fn filled(table: &QuietTable) -> (Vec<u8>, i32) {
    let (mut bytes, allowance) = (Vec::new(), Allowance::usual(1 << 30));
    let none = |_| Err(Refused::Stopped);
    let levels = 0..table.levels();
    let filled = table.fill(levels, none, &allowance, |level, words, digest| {
        assert_eq!((words.len(), digest), (table.words(), of_words(words)));
        assert_eq!(bytes.len() as u64, level as u64 * table.level);
        bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        Ok(())
    });
    (bytes, filled.unwrap().margin.unwrap())
}

/// Every byte against the margins by the rules: the quiet positions in the order of their words, those of which some image is smaller left out or 0.
fn compare(board: &Edges, left: &EdgePosition, order: &EdgeOrder, symmetries: &[Vec<u16>]) {
    let allowance = Allowance::usual(1 << 30);
    let table = QuietTable::new(board, left, order, symmetries, ROOM, &allowance).unwrap();
    let (bytes, margin) = filled(&table);
    let mut known = HashMap::new();
    assert_eq!(margin, plainly(board, left, &mut known), "{order:?} {left:?}");
    let numbers = |position: &EdgePosition| -> Vec<u8> {
        order.edges.iter().map(|&edge| position[edge]).collect()
    };
    let entries: Vec<Vec<u16>> = symmetries.iter().map(|to| board.entries(to)).collect();
    let mut number = 0;
    for word in words(&table) {
        let position = position(board, &table, order, word);
        if !is_quiet(board, &position) {
            assert!(table.place(word).is_none());
            continue;
        }
        let images = symmetries.iter().zip(&entries);
        let images = images.map(|(to, entries)| numbers(&board.image(&position, to, entries)));
        let least = images.chain([numbers(&position)]).min().unwrap();
        if least[..order.lead] < numbers(&position)[..order.lead] {
            continue;
        }
        let byte = match least == numbers(&position) {
            true => (128 + plainly(board, &position, &mut known)) as u8,
            false => 0,
        };
        assert_eq!(bytes[number], byte, "{order:?} {position:?}");
        number += 1;
    }
    assert_eq!(table.positions(), number as u64);
    assert!(bytes[number..].iter().all(|&byte| byte == 0));
}

#[test]
fn tables_hold_the_margins_by_the_rules() {
    let mut state = 41;
    for _ in 0..300 {
        let board = random_board(&mut state, 7);
        let mut left = board.start();
        left.iter_mut().for_each(|copies| *copies -= u8::from(random(&mut state, 6) == 0));
        let order = shuffled(&mut state, board.left(&left).collect());
        let lead = random(&mut state, order.len() + 1);
        let level = 8 * (1 + random(&mut state, 4)) as u64;
        compare(&board, &left, &EdgeOrder { edges: order, lead, level }, &[]);
    }
}

/// Boards with all their symmetries, each set of edges that these exchange leading in turn.
#[test]
fn one_of_positions_that_are_alike_is_enough() {
    let loops = |graph: Graph, loops: &[usize]| {
        let mut list: Vec<(usize, usize)> =
            graph.edges().iter().map(|edge| (edge.u as usize, edge.v as usize)).collect();
        list.extend(loops.iter().map(|&vertex| (vertex, vertex)));
        edges(graph.vertex_count(), list)
    };
    let boards = [
        // Boxes 2x2 and 1x3.
        loops(families::grid(2, 2).unwrap(), &[0, 0, 1, 1, 2, 2, 3, 3]),
        loops(families::path(3).unwrap(), &[0, 0, 0, 1, 1, 2, 2, 2]),
        loops(families::grid(2, 3).unwrap(), &[0, 5]),
        loops(families::cycle(4).unwrap(), &[]),
        loops(families::path(4).unwrap(), &[0, 3]),
        loops(families::path(2).unwrap(), &[0, 0, 0, 1, 1, 1]),
    ];
    let mut orders = 0;
    for board in boards {
        let symmetries = board.symmetries(8);
        assert!(!symmetries.is_empty() && symmetries.len() < 8);
        let start = board.start();
        let mut leads = BTreeMap::from([(Vec::new(), ())]);
        for edge in board.left(&start) {
            let images = symmetries.iter().map(|to| usize::from(board.entries(to)[edge]));
            let mut lead: Vec<usize> = images.chain([edge]).collect();
            lead.sort_unstable();
            lead.dedup();
            leads.insert(lead, ());
        }
        for lead in leads.into_keys() {
            let others = board.left(&start).filter(|edge| !lead.contains(edge));
            let edges = lead.iter().copied().chain(others).collect();
            let order = EdgeOrder { edges, lead: lead.len(), level: 64 };
            compare(&board, &start, &order, &symmetries);
            orders += 1;
        }
    }
    assert!(orders > 15, "{orders}");
}

/// Boards with many leaves in several components, among them a tree with legs of two, in any order of vertices and edges.
fn board_with_legs(state: &mut u64) -> Edges {
    let pieces: [&[(usize, usize)]; 6] = [
        &[(0, 1), (1, 1)],
        &[(0, 1), (1, 2), (2, 3)],
        &[(0, 1), (1, 2), (0, 2)],
        &[(0, 1), (1, 2), (2, 3), (3, 4), (2, 4)],
        &[(0, 0), (0, 0)],
        &[(0, 1), (1, 2), (2, 3), (2, 4), (4, 5), (2, 2)],
    ];
    let mut list = vec![(0, 1), (1, 2), (0, 3), (3, 4), (0, 5), (5, 6)];
    let mut vertices = 7;
    while list.len() < 10 {
        let piece = pieces[random(state, pieces.len())];
        list.extend(piece.iter().map(|&(u, v)| (u + vertices, v + vertices)));
        vertices += 1 + piece.iter().map(|&(u, v)| u.max(v)).max().unwrap();
    }
    let names = shuffled(state, (0..vertices).collect());
    let list = list.into_iter().map(|(u, v)| (names[u], names[v])).collect();
    edges(vertices, shuffled(state, list))
}

/// Which structure is captured first matters if there are four or more (Theorem K3): in the order of their names, a spider with three legs of
/// two, a leaf at a loop, and a triangle were once worth 6, and are worth 8.
#[test]
fn captures_are_best_by_the_rules() {
    let (mut state, mut deals) = (11, [0; 5]);
    for _ in 0..80 {
        let board = board_with_legs(&mut state);
        let start = board.start();
        let classes: Vec<_> = board
            .left(&start)
            .map(|edge| (u32::from(start[edge]), board.graph().edges()[edge].ends()))
            .collect();
        let vertices = board.graph().vertex_count();
        let words = WordBoard::new(vertices, &classes).unwrap();
        let played = words.play(u64::MAX >> (64 - words.bits()), (1 << vertices) - 1);
        let mut rest = start.clone();
        let (taken, deal) = captures::play(&board, &mut rest);
        assert_eq!((played.taken, played.deal), (taken, deal), "{board:?}");
        let quiet = plainly(&board, &rest, &mut HashMap::new());
        let expected = if deal > 0 { taken + (deal + quiet).abs() } else { taken + quiet };
        assert_eq!(plainly(&board, &start, &mut HashMap::new()), expected, "{board:?}");
        deals[deal as usize] += 1;
    }
    assert!(deals[2] > 20 && deals[4] > 5, "{deals:?}");
}

/// The captures on words against those on positions, which are other code.
#[test]
fn captures_are_those_of_the_theory() {
    let (mut state, mut deals) = (7, [0; 5]);
    for _ in 0..2000 {
        let board = random_board(&mut state, 11);
        let left = board.start();
        let edges = shuffled(&mut state, board.left(&left).collect());
        let order = EdgeOrder { edges, lead: 0, level: 8 };
        let classes: Vec<_> = order
            .edges
            .iter()
            .map(|&edge| (u32::from(left[edge]), board.graph().edges()[edge].ends()))
            .collect();
        let vertices = board.graph().vertex_count();
        let words = WordBoard::new(vertices, &classes).unwrap();
        let mut word = 0;
        let mut rest: EdgePosition = left.iter().map(|_| 0).collect();
        for (class, &edge) in words.classes.iter().zip(&order.edges) {
            let copies = random(&mut state, class.copies as usize + 1);
            word |= ((1 << copies) - 1) << class.lowest;
            rest[edge] = copies as u8;
        }
        let played = words.play(word, (1 << vertices) - 1);
        let (taken, deal) = captures::play(&board, &mut rest);
        let quiet: u32 = rest.iter().map(|&copies| u32::from(copies)).sum();
        assert_eq!((played.taken, played.deal), (taken, deal), "{word:b}");
        assert_eq!(played.quiet.count_ones(), quiet);
        deals[deal as usize] += 1;
    }
    assert!(deals[0] > 100 && deals[2] > 100 && deals[4] > 10, "{deals:?}");
}

/// The digests of all levels.
fn digests_of(table: &QuietTable, allowance: &Allowance) -> Vec<Digest> {
    let mut digests = Vec::new();
    let none = |_| Err(Refused::Stopped);
    let look = |_: usize, _: &[u64], digest: Digest| {
        digests.push(digest);
        Ok(())
    };
    table.fill(0..table.levels(), none, allowance, look).unwrap();
    digests
}

/// A certificate about dots-and-boxes with what it says changed at will, and sums that fit.
fn certificate(
    board: &str,
    margin: (Option<i32>, Option<i32>),
    change: impl FnOnce(&mut EdgeOrder, &mut Vec<Digest>, &mut Header),
) -> Vec<u8> {
    let (least, most) = margin;
    let mut header = Header {
        statement: Statement::Margin { least, most },
        game: "dots-and-boxes".parse().unwrap(),
        board: board.parse().unwrap(),
        options: Options::default(),
        after: String::new(),
        file: None,
        strategy: String::new(),
        heaps: 0,
        steps: 0,
        memory: 0,
        form: Form::Text,
        second: None,
    };
    let ruleset = header.rulesets().unwrap().remove(0);
    let graph =
        outplay_rules::in_space!(&ruleset, |game| Space::graph(game.space()).unwrap().clone());
    let edges = Edges::new(graph);
    let symmetries = edges.symmetries(8);
    let start = edges.start();
    let mut order = EdgeOrder { edges: edges.left(&start).collect(), lead: 0, level: 64 };
    let allowance = Allowance::usual(1 << 30);
    let table = QuietTable::new(&edges, &start, &order, &symmetries, ROOM, &allowance).unwrap();
    let mut digests = digests_of(&table, &allowance);
    header.steps = digests.len() as u64;
    header.memory = table.bytes();
    header.second = Some(Second {
        board_digest: written_board::digest(&ruleset),
        uses: vec![Theory::Captures],
        proof: ProofKind::Recompute,
        symmetries,
        cost: table.cost(),
    });
    change(&mut order, &mut digests, &mut header);
    let mut bytes = header.write().unwrap().into_bytes();
    bytes.extend(write(&order, &digests, header.form));
    let last = sum::last_line(&bytes);
    bytes.extend(last.into_bytes());
    bytes
}

fn exactly(margin: i32) -> (Option<i32>, Option<i32>) {
    (Some(margin), Some(margin))
}

fn verdict(bytes: &[u8]) -> Result<String, Refused> {
    crate::check(bytes, 1 << 30)
}

/// The margins of boards by the rules, and statements that they show and do not show.
#[test]
fn certificates_are_checked_and_lies_refused() {
    for (name, count, list) in [
        ("boxes:1x1", 1, vec![(0, 0); 4]),
        ("boxes:1x2", 2, [vec![(0, 0); 3], vec![(0, 1)], vec![(1, 1); 3]].concat()),
        ("boxes:2x2", 4, {
            let loops = (0..4).flat_map(|vertex| [(vertex, vertex); 2]);
            [(0, 1), (0, 2), (1, 3), (2, 3)].into_iter().chain(loops).collect()
        }),
    ] {
        let board = edges(count, list);
        let margin = plainly(&board, &board.start(), &mut HashMap::new());
        for stated in -4..=4 {
            for (least, most) in [
                exactly(stated),
                (Some(stated), None),
                (None, Some(stated)),
                (Some(-stated), Some(stated)),
            ] {
                let so = least.is_none_or(|least| margin >= least)
                    && most.is_none_or(|most| margin <= most);
                let said = verdict(&certificate(name, (least, most), |_, _, _| ()));
                assert_eq!(said.is_ok(), so, "{name} {least:?} {most:?}: {said:?}");
            }
        }
    }
}

#[test]
fn what_is_changed_is_refused() {
    let second = |header: &mut Header, change: fn(&mut Second)| {
        change(header.second.as_mut().unwrap());
    };
    let honest = verdict(&certificate("boxes:2x2", exactly(2), |_, _, _| ()));
    assert!(honest.is_ok(), "{honest:?}");
    let changes: [(&str, Change<EdgeOrder>); 15] = [
        ("an edge twice", |order, _, _| order.edges[1] = order.edges[0]),
        ("an edge that is not there", |order, _, _| order.edges[1] = 20),
        ("another order", |order, _, _| order.edges.swap(0, 5)),
        ("edges that do not lead together", |order, _, _| order.lead = 1),
        ("more edges lead than there are", |order, _, _| order.lead = 9),
        ("levels of another length", |order, _, _| order.level = 72),
        ("levels of an odd length", |order, _, _| order.level = 65),
        ("levels of no length", |order, _, _| order.level = 0),
        ("levels of any length", |order, _, _| order.level = u64::MAX - 7),
        ("another margin", |_, _, header| {
            header.statement = Statement::Margin { least: Some(1), most: Some(1) };
        }),
        ("another kind of statement", |_, _, header| header.statement = Statement::Outcome(false)),
        ("less work than it takes", |_, _, header| header.second.as_mut().unwrap().cost -= 1),
        ("no symmetries", |_, _, header| header.second.as_mut().unwrap().symmetries.clear()),
        ("a symmetry that is none", |_, _, header| {
            header.second.as_mut().unwrap().symmetries[0].swap(0, 1);
        }),
        ("a symmetry left out", |_, _, header| {
            header.second.as_mut().unwrap().symmetries.pop();
        }),
    ];
    for (name, change) in changed_levels().into_iter().chain(changes) {
        let said = verdict(&certificate("boxes:2x2", exactly(2), change));
        let refused = matches!(said, Err(Refused::Step(_) | Refused::Memory { .. }));
        assert!(refused, "{name}: {said:?}");
    }
    let refused: [(&str, Change<EdgeOrder>); 5] = [
        ("no theory", |_, _, header| header.second.as_mut().unwrap().uses.clear()),
        ("another theory", |_, _, header| {
            header.second.as_mut().unwrap().uses.push(Theory::Rich);
        }),
        ("another game", |_, _, header| header.game = "unshackle".parse().unwrap()),
        ("another board", |_, _, header| header.board = "boxes:2x3".parse().unwrap()),
        ("other rules", |_, _, header| {
            header.game = "closing-octagons".parse().unwrap();
            header.options = "--normal-rules".parse().unwrap();
        }),
    ];
    for (name, change) in refused {
        let said = verdict(&certificate("boxes:2x2", exactly(2), change));
        assert!(matches!(said, Err(Refused::Format(_))), "{name}: {said:?}");
    }
    // The board may be another with the digest that it has.
    let other = certificate("boxes:1x3", exactly(2), |_, _, header| {
        header.board = "boxes:2x2".parse().unwrap();
        let ruleset = header.rulesets().unwrap().remove(0);
        header.second.as_mut().unwrap().board_digest = written_board::digest(&ruleset);
    });
    assert!(verdict(&other).is_err_and(|why| !why.is_limit()));
    let little = |_: &mut EdgeOrder, _: &mut Vec<Digest>, header: &mut Header| header.memory -= 1;
    let little = certificate("boxes:2x2", exactly(2), little);
    assert!(matches!(verdict(&little), Err(Refused::Memory { .. })));
    let without = Allowance { without: &[Theory::Captures], ..Allowance::usual(1 << 30) };
    let honest = certificate("boxes:2x2", exactly(2), |_, _, header| {
        second(header, |second| second.cost += 1);
    });
    assert!(verdict(&honest).is_ok());
    assert!(matches!(crate::check_within(&honest[..], &without), Err(Refused::Step(_))));
}

/// Moves before: the points scored so far count, and the second player's margin is turned round.
#[test]
fn a_position_after_moves_is_another_table() {
    let after = |moves: &str, margin: i32| {
        let edges = edges(2, [vec![(0, 0); 3], vec![(0, 1)], vec![(1, 1); 3]].concat());
        let mut order = EdgeOrder { edges: Vec::new(), lead: 0, level: 8 };
        let mut left = edges.start();
        for name in moves.split(' ') {
            let mv = edges.read(&left, name).unwrap();
            let edge = edges.check(&left, &mv).unwrap();
            left = edges.without(&left, edge);
        }
        order.edges = edges.left(&left).collect();
        let allowance = Allowance::usual(1 << 30);
        let table = QuietTable::new(&edges, &left, &order, &[], ROOM, &allowance).unwrap();
        let digests = digests_of(&table, &allowance);
        verdict(&certificate("boxes:1x2", exactly(margin), |stated, known, header| {
            header.after = moves.to_string();
            header.steps = digests.len() as u64;
            header.memory = table.bytes();
            let second = header.second.as_mut().unwrap();
            (second.cost, second.symmetries) = (table.cost(), Vec::new());
            (*stated, *known) = (order, digests);
        }))
    };
    let edges = edges(2, [vec![(0, 0); 3], vec![(0, 1)], vec![(1, 1); 3]].concat());
    for moves in ["1-1", "1-1 1-1", "1-1 1-1 1-1", "1-1 1-1 1-1 1-2", "1-2 1-1 1-1 2-2"] {
        let (mut left, mut score, mut first) = (edges.start(), 0, true);
        for name in moves.split(' ') {
            let edge = edges.check(&left, &edges.read(&left, name).unwrap()).unwrap();
            let earned = edges.earns(&left, edge) as i32;
            score += if first { earned } else { -earned };
            first ^= earned == 0;
            left = edges.without(&left, edge);
        }
        let rest = plainly(&edges, &left, &mut HashMap::new());
        let margin = score + if first { rest } else { -rest };
        for stated in -3..=3 {
            let said = after(moves, stated);
            assert_eq!(said.is_ok(), stated == margin, "{moves} {stated}: {said:?}");
        }
    }
}

/// Parts rest on levels that others have kept, and on nothing that was changed; a part that was stopped goes on where it was.
#[test]
fn parts_hand_their_levels_on() {
    let folder = std::env::temp_dir().join(format!("outplay-quiet-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let truth = certificate("boxes:2x2", exactly(2), |_, _, _| ());
    let part = |bytes: &[u8], text: &str, stop: &dyn Fn() -> bool| {
        let part = Part::read(text);
        let scratch = Some(folder.as_path());
        crate::check_within(bytes, &Allowance { part, scratch, stop, ..Allowance::usual(1 << 30) })
    };
    let go_on = || false;
    assert!(part(&truth, "2/3", &go_on).unwrap_err().is_limit());
    for text in ["1/3", "2/3", "3/3", "2/3", "20/20"] {
        assert!(part(&truth, text, &go_on).is_ok(), "{text}");
    }
    let lie = certificate("boxes:2x2", exactly(0), |_, _, _| ());
    assert!(part(&lie, "1/3", &go_on).is_ok());
    assert!(matches!(part(&lie, "3/3", &go_on), Err(Refused::Step(_))));
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[0] ^= 1;
        std::fs::write(&path, bytes).unwrap();
    }
    assert!(matches!(part(&truth, "3/3", &go_on), Err(Refused::Scratch(_))));
    std::fs::remove_dir_all(&folder).unwrap();
}

/// What is needed is said before it is taken, whatever a header says.
#[test]
fn tables_that_do_not_fit_are_refused() {
    let allowance = Allowance::usual(1 << 30);
    let board = edges(1, vec![(0, 0); 60]);
    let order = |lead| EdgeOrder { edges: vec![0], lead, level: 8 };
    let table = |board: &Edges, order: &EdgeOrder, room| {
        QuietTable::new(board, &board.start(), order, &[], room, &allowance)
    };
    // Sixty copies are read at once or not at all.
    assert!(matches!(table(&board, &order(1), ROOM), Err(Refused::Step(_))));
    assert!(matches!(table(&edges(1, vec![(0, 0); 65]), &order(0), ROOM), Err(Refused::Step(_))));
    let few = edges(1, vec![(0, 0); 12]);
    let fits = table(&few, &order(0), ROOM).unwrap();
    let (bytes, cost) = (fits.bytes(), fits.cost());
    // One loop is a capture.
    assert_eq!((fits.positions(), cost), (12, 12));
    assert!(table(&few, &order(0), (bytes, cost)).is_ok());
    assert!(matches!(table(&few, &order(0), (bytes - 1, cost)), Err(Refused::Memory { .. })));
    assert!(matches!(table(&few, &order(0), (bytes, cost - 1)), Err(Refused::Step(_))));
}

/// With symmetries that are no group positions would be left out on which others rest. They are refused, and so are those that do not keep what is left or
/// what leads.
#[test]
fn symmetries_are_those_of_the_table() {
    let square = Edges::new(families::cycle(4).unwrap());
    let (start, allowance) = (square.start(), Allowance::usual(1 << 30));
    let all = square.symmetries(8);
    let table = |left: &EdgePosition, lead: usize, symmetries: &[Vec<u16>]| {
        let order = EdgeOrder { edges: square.left(left).collect(), lead, level: 8 };
        QuietTable::new(&square, left, &order, symmetries, ROOM, &allowance)
    };
    let fill = |table: &QuietTable| {
        let none = |_| Err(Refused::Stopped);
        table.fill(0..table.levels(), none, &allowance, |_, _, _| Ok(()))
    };
    assert!(fill(&table(&start, 0, &all).unwrap()).is_ok());
    assert!(fill(&table(&start, 4, &all).unwrap()).is_ok());
    assert!(table(&start, 1, &all).is_err());
    assert!(table(&square.without(&start, 0), 0, &all).is_err());
    assert!(table(&start, 0, &[&all[..], &all[..1]].concat()).is_err());
    // A quarter turn and none of the others.
    let turn = all.iter().find(|to| to[..] == [1, 2, 3, 0]).unwrap();
    assert!(table(&start, 0, std::slice::from_ref(turn)).is_err());
    // Where nothing was filled nothing is known.
    assert_eq!((known(&[0, 125], 0), known(&[0, 125], 1), known(&[0], 1)), (None, Some(-3), None));
}
