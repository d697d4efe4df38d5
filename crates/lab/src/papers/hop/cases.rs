//! What the dissertation says on the way: outcomes, pieces and endings (chapter 1), the cases of its proofs (chapters 2 and
//! 3), the first turn of Fire and Ice (chapter 4), and the two definitions of a matroid (section 6.1).

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};

use outplay::readable::number;
use outplay_rules::board::{Board, BoardName};
use outplay_rules::player::Player;
use outplay_rules::rules::End;
use outplay_rules::ruleset::{Game, Ruleset};
use outplay_rules::symmetry::Structure;
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::GameValue;

use super::boards::uses_all;
use super::weights::FIGURE_3_10;
use crate::boards::{SmallBoard, antichains, bits, hops};
use crate::claim::{Claim, Exhibit, Finding, all, facts, sweep};
use crate::context::{Context, expect, ruleset};
use crate::lots::Lots;

/// The claims.
pub const CLAIMS: &[Claim] = &[
    Claim {
        id: "hop/1.1-outcomes",
        place: "Section 1.1",
        statement: "If a player has a winning strategy, the other has neither a winning nor a drawing strategy; if neither has a winning strategy, both have drawing \
                    strategies.",
        method: "Every family of winning sets on up to 4 points: whether the second player can force a win, or at \
                 least a draw, found by exhaustive search and compared with the program's answer for the first player.",
        note: "",
        check: outcomes,
    },
    Claim {
        id: "hop/1.4-pieces",
        place: "Section 1.4, number of pieces",
        statement: "In a hop game both players have the same number of pieces after any turn of Xavier, and Xavier has one more after any turn of Olivia.",
        method: "200 random games by the rules on each of five boards, the pieces counted after each hop.",
        note: "For all boards: a hop turns one piece of the mover into one of the opponent's, and puts a piece of the \
               mover down elsewhere.",
        check: pieces,
    },
    Claim {
        id: "hop/1.4-endings",
        place: "Section 1.4, endings",
        statement: "One hop can give both players winning sets (a tie), and a hop can give the win to the opponent; not all boards admit ties.",
        method: "Hops of each kind on Tic-Tac-Toe, found by a search from the middle and played by the rules; tied \
                 states of AG(2,2), AG(2,3), PG(2,2) and PG(2,3).",
        note: "",
        check: endings,
    },
    Claim {
        id: "hop/1.4-start",
        place: "Section 1.4, starts",
        statement: "The starting position can affect the outcome of a hop game.",
        method: "A board of four points with two winning sets, solved from two starts.",
        note: "The boards of chapters 2, 3 and 5 do not show it: Xavier wins Tic-Tac-Toe from every start (hop/2.1.1), \
               and all points of a plane are equivalent.",
        check: start_matters,
    },
    Claim {
        id: "hop/2.1.1-types",
        place: "Figures 2.3 to 2.6, proof of Theorem 2.1.1",
        statement: "With X on 2 and 4, each X is in line with an O on 1 or 5 (type I), and not with one on 3, 6 or 9 \
                    (type II). In type I the hops 2>5 and 4>1 leave two X and two O in parallel rows and a column \
                    open. In type II only 4>5 (O on 3), 2>1 (O on 6), and 2>1 and 2>5 up to symmetry (O on 9) move an \
                    X that is not in line with the O along a line into an unblocked line l of two X; then the two O \
                    are not in line, each is on a line with an X and an open point, and every such line meets l.",
        method: "The eight lines of the board, one at a time.",
        note: "",
        check: edge_types,
    },
    Claim {
        id: "hop/3.1.2-counts",
        place: "Proof of Proposition 3.1.2",
        statement: "In PG(2,2) three points that are not a line meet 6 of the 7 lines, so the other four points contain one; two points meet 5, so the other five \
                    contain two.",
        method: "Every set of two and of three points.",
        note: "",
        check: fano_counts,
    },
    Claim {
        id: "hop/3.3.3-alike",
        place: "Proof of Proposition 3.3.3, isomorphic choices",
        statement: "In the game that the proof follows, these choices are equivalent by symmetry: 3 and 12 for Olivia's first hop, and all points off the line for Xavier's second; hopping from 1 \
                    or from 2; 7, 9, 10 and 13 for her second; and by (2,4)(3,7)(6,8)(10,12) also 6 and 8 for his fourth.",
        method: "The automorphisms of the plane of Figure 3.10 that keep what is on the board.",
        note: "The newest O counts as X, as in the alpha-weight: Olivia hops it.",
        check: alike,
    },
    Claim {
        id: "hop/4-moves",
        place: "Section 4.1 and proof of Proposition 4.2.3",
        statement: "FIRE's first turn in Fire and Ice, from the central position of the central island, is a slide on that island or a jump to the central position of another: \
                    six of each.",
        method: "The moves of the start by the rules.",
        note: "",
        check: first_turn,
    },
    Claim {
        id: "hop/6.1-cryptomorphism",
        place: "Section 6.1, the two definitions",
        statement: "Families of independent sets by (I1) to (I3) and families of circuits by (C1) to (C3) are the same \
                    thing: taking the minimal dependent sets of the one, and the sets without a circuit of the other, \
                    are inverse to each other.",
        method: "Every family of subsets of up to four elements.",
        note: "There are 1, 2, 5, 16 and 68 matroids on 0 to 4 named elements.",
        check: cryptomorphism,
    },
];

/// Whether a player can force an ending that suits him in the game of taking points: found by trying.
fn can_force(
    board: &SmallBoard,
    (x, o): (u32, u32),
    player: Player,
    draw_suits: bool,
    budget: &mut Budget,
) -> Result<bool, Stopped> {
    budget.visit()?;
    let free = board.full() & !x & !o;
    if board.won(x) || board.won(o) {
        return Ok(board.won(x) == (player == Player::First));
    }
    if free == 0 {
        return Ok(draw_suits);
    }
    let first_moves = x.count_ones() == o.count_ones();
    let mine = first_moves == (player == Player::First);
    for p in bits(free) {
        let next = if first_moves { (x | 1 << p, o) } else { (x, o | 1 << p) };
        if can_force(board, next, player, draw_suits, budget)? == mine {
            return Ok(mine);
        }
    }
    Ok(!mine)
}

fn outcomes(context: &mut Context) -> Result<Finding, Stopped> {
    let boards = (1..=4).flat_map(antichains).filter(uses_all);
    sweep(context, boards, "families of winning sets on up to 4 points", |context, board| {
        let name = board.name();
        let GameValue::Positional(value) = context.solve(&format!("positional {name}"))? else {
            return Ok(None);
        };
        let hers = |draw_suits, budget: &mut Budget| {
            can_force(board, (0, 0), Player::Second, draw_suits, budget)
        };
        let (wins, holds) = (hers(false, context.budget)?, hers(true, context.budget)?);
        let right = value.forces.win != holds && value.forces.not_lose != wins;
        Ok((!right).then(|| Exhibit::new(name.clone(), format!("outplay solve positional {name}"))))
    })
}

fn pieces(context: &mut Context) -> Result<Finding, Stopped> {
    let mut counted = 0u64;
    let boards = ["ttt:3", "ag:2,3", "pg:2,3", "ttt:3^3", "[ag:2,2 : ag:2,2]"];
    let held = sweep(context, boards, "boards, 200 games each", |context, board| {
        let start = if board.starts_with('[') { "1.1" } else { "2" };
        let cases = expect(ruleset(&format!("hop {board} --start {start}")));
        let Ruleset::Points(Game::Positional(rules)) = cases.first() else { return Ok(None) };
        for game in 0..200 {
            let mut lots = Lots::new(game);
            let (mut position, mut line) = (rules.start(), Vec::new());
            while rules.end(&position).is_none() {
                context.budget.visit()?;
                let moves = rules.moves(&position);
                let Some(mv) = lots.pick(&moves) else { break };
                line.push(rules.write_move(mv));
                position = rules.apply(&position, mv).position;
                counted += 1;
                let [x, o] = context.pieces(&position);
                if x != o + (line.len() + 1) % 2 {
                    let text = format!("after {} there are {x} X and {o} O", line.join(" "));
                    let command = format!(
                        "outplay play hop \"{board}\" --start {start} --after \"{}\"",
                        line.join(" ")
                    );
                    return Ok(Some(Exhibit::new(text, command)));
                }
            }
        }
        Ok(None)
    })?;
    Ok(held.counting(format!("{} hops", number(counted))))
}

/// A shortest line of the hop game whose last hop leaves X and O with winning sets as wanted, by who hopped last.
fn line_to(
    board: &SmallBoard,
    start: usize,
    wanted: impl Fn(bool, bool, bool) -> bool,
) -> Option<Vec<(usize, usize)>> {
    let mut waiting = VecDeque::from([((1u32 << start, 0u32), Vec::new())]);
    let mut seen = HashSet::new();
    while let Some(((x, o), line)) = waiting.pop_front() {
        let first = x.count_ones() > o.count_ones();
        let free = board.full() & !x & !o;
        for from in bits(if first { x } else { o }) {
            for to in bits(free) {
                let (f, t) = (1u32 << from, 1u32 << to);
                let next = if first { (x & !f | t, o | f) } else { (x | f, o & !f | t) };
                let longer = [&line[..], &[(from, to)]].concat();
                let (his, hers) = (board.won(next.0), board.won(next.1));
                if wanted(his, hers, first) {
                    return Some(longer);
                }
                if !his && !hers && seen.insert(next) {
                    waiting.push_back((next, longer));
                }
            }
        }
    }
    None
}

fn endings(context: &mut Context) -> Result<Finding, Stopped> {
    let board = context.sets("ttt:3");
    let tie = line_to(&board, 4, |his, hers, _| his && hers);
    let gift = line_to(&board, 4, |his, hers, first| his != hers && hers == first);
    let row = |name: &str, line: &Option<Vec<(usize, usize)>>, claimed: fn(usize) -> End| {
        let shown = line.as_deref().map_or(String::new(), hops);
        let length = line.as_ref().map_or(0, Vec::len);
        let found = context.ended_after("hop ttt:3 --start 5", &shown);
        let command = format!("outplay play hop ttt:3 --start 5 --after \"{shown}\"");
        (format!("{name}, after {shown}"), told(Some(claimed(length))), told(found), command)
    };
    // The opponent of whoever hopped last: after an odd number of hops that is the second player.
    let opponent =
        |length: usize| End::Win(if length % 2 == 1 { Player::Second } else { Player::First });
    let played = facts(
        [
            row("the end of a hop that gives both a line", &tie, |_| End::Tie),
            row("the end of a hop that gives the opponent a line", &gift, opponent),
        ],
        "Tic-Tac-Toe from the middle",
    );
    let boards = [("ag:2,2", true), ("ag:2,3", true), ("pg:2,2", false), ("pg:2,3", false)];
    let tied = sweep(context, boards, "planes, every partition", |context, &(name, admits)| {
        let board = context.sets(name);
        let found = (0..=board.full()).any(|x| board.won(x) && board.won(board.full() & !x));
        Ok((found != admits).then(|| {
            Exhibit::new(
                format!("a tied state of {name}: {found}"),
                format!("outplay solve hop {name}"),
            )
        }))
    })?;
    Ok(all([played, tied]))
}

fn told(end: Option<End>) -> String {
    end.map_or("the game goes on".to_string(), |end| format!("{end:?}"))
}

fn start_matters(context: &mut Context) -> Result<Finding, Stopped> {
    const BOARD: &str = "sets:1-2,1-3-4";
    let mut rows = Vec::new();
    for (start, claimed) in [(1, "first"), (3, "nobody")] {
        let question = format!("hop {BOARD} --start {start}");
        let winner = context.solve(&question)?.winner();
        let found = winner.map_or("nobody".to_string(), |player| player.to_string());
        rows.push((
            format!("the winner of {question}"),
            claimed.to_string(),
            found,
            format!("outplay solve {question}"),
        ));
    }
    Ok(facts(rows, "two starts on one board"))
}

/// The lines of a board as sets of points from 1.
fn lines(board: &SmallBoard) -> Vec<BTreeSet<usize>> {
    board.sets.iter().map(|&set| bits(set).map(|p| p + 1).collect()).collect()
}

fn edge_types(context: &mut Context) -> Result<Finding, Stopped> {
    let lines = lines(&context.sets("ttt:3"));
    let joined =
        |a: usize, b: usize| lines.iter().any(|line| line.contains(&a) && line.contains(&b));
    let command = || "outplay moves hop ttt:3 --start 2 --after \"2>4\"".to_string();
    let mut rows: Vec<(String, String, String, String)> = Vec::new();
    let mut row = |name: String, claimed: &str, found: String| {
        rows.push((name, claimed.to_string(), found, command()))
    };
    for (o, claimed) in [(1, "I"), (5, "I"), (3, "II"), (6, "II"), (9, "II")] {
        let kind = if joined(2, o) && joined(4, o) { "I" } else { "II" };
        row(format!("the type with O on {o}"), claimed, kind.to_string());
    }
    // After the hop: Xavier's points, Olivia's points, the row of two X, the row of two O, the open column.
    for (o, hop, x, os) in [(1, "2>5", [4, 5], [1, 2]), (5, "4>1", [1, 2], [4, 5])] {
        let row_of = |p: usize| (p - 1) / 3;
        let column = (1..=3)
            .find(|c| (0..3).all(|r| !x.contains(&(3 * r + c)) && !os.contains(&(3 * r + c))));
        let column = column
            .map(|c| BTreeSet::from([c, c + 3, c + 6]))
            .filter(|column| lines.contains(column));
        let rows_apart = row_of(x[0]) == row_of(x[1])
            && row_of(os[0]) == row_of(os[1])
            && row_of(x[0]) != row_of(os[0]);
        row(
            format!("that with O on {o} the hop {hop} leaves parallel rows and an open column"),
            "true",
            (rows_apart && column.is_some()).to_string(),
        );
    }
    for (o, claimed) in [(3, "4>5"), (6, "2>1"), (9, "2>1 2>5 4>1 4>5")] {
        let mut found = Vec::new();
        for (from, other) in [(2, 4), (4, 2)] {
            let free = (1..=9).filter(|&to| ![from, other, o].contains(&to));
            for to in free.filter(|_| !joined(from, o)).filter(|&to| joined(from, to)) {
                // The point that he leaves becomes an O.
                let row_of_two = lines.iter().find(|l| {
                    l.contains(&to) && l.contains(&other) && !l.contains(&o) && !l.contains(&from)
                });
                if let Some(l) = row_of_two {
                    found.push(format!("{from}>{to}"));
                    let right = blocked_in_vain(&lines, [to, other], [o, from], l);
                    row(
                        format!(
                            "that with O on {o} the hop {from}>{to} leaves the Os apart, each on a line that meets l"
                        ),
                        "true",
                        right.to_string(),
                    );
                }
            }
        }
        row(format!("the hops of type II with O on {o}"), claimed, found.join(" "));
    }
    Ok(facts(rows, "every line of the board"))
}

/// Whether two Os are not in line, each is on a line with one X and an open point, and each such line meets `l`.
fn blocked_in_vain(
    lines: &[BTreeSet<usize>],
    x: [usize; 2],
    o: [usize; 2],
    l: &BTreeSet<usize>,
) -> bool {
    let count =
        |line: &BTreeSet<usize>, of: &[usize; 2]| of.iter().filter(|p| line.contains(p)).count();
    let mixed = |line: &&BTreeSet<usize>| count(line, &x) == 1 && count(line, &o) == 1;
    let each = o.iter().all(|p| lines.iter().filter(mixed).any(|line| line.contains(p)));
    let apart = lines.iter().all(|line| count(line, &o) < 2);
    apart && each && lines.iter().filter(mixed).all(|line| !line.is_disjoint(l))
}

fn fano_counts(context: &mut Context) -> Result<Finding, Stopped> {
    let board = context.sets("pg:2,2");
    let few = (0..=board.full()).filter(|set| {
        let size = set.count_ones();
        size == 2 || size == 3 && !board.won(*set)
    });
    let few: Vec<u32> = few.collect();
    sweep(context, few, "sets of two points, and of three not in line", |_, &set| {
        let met = board.sets.iter().filter(|&&line| line & set != 0).count();
        let rest = board.sets.iter().filter(|&&line| line & !(board.full() & !set) == 0).count();
        let right =
            if set.count_ones() == 3 { (met, rest) == (6, 1) } else { (met, rest) == (5, 2) };
        Ok((!right).then(|| {
            Exhibit::new(format!("{set:07b}: {met} lines met"), "outplay weights positional pg:2,2")
        }))
    })
}

fn alike(context: &mut Context) -> Result<Finding, Stopped> {
    let printed = context.printed(FIGURE_3_10.to_vec());
    let name = |line: &[u32; 4]| line.map(|p| p.to_string()).join("-");
    let name = format!("sets:{}", printed.iter().map(name).collect::<Vec<_>>().join(","));
    let board: BoardName = expect(name.parse());
    let group = match expect(board.build()) {
        Board::Sets(board) => {
            // What the board calls a point, and back.
            let place = |p: u32| (0..13).find(|&index| board.places().name(index) == p.to_string());
            let points: Option<Vec<usize>> = (1..=13).map(place).collect();
            let group = Structure::of_sets(&board).map(|structure| structure.generated(20_000));
            points.zip(group).map(|(points, group)| {
                let number: HashMap<usize, usize> =
                    points.iter().zip(1..).map(|(&place, p)| (place, p)).collect();
                group
                    .iter()
                    .map(|map| {
                        points.iter().map(|&place| number[&map[place]]).collect::<Vec<usize>>()
                    })
                    .collect::<Vec<_>>()
            })
        }
        Board::Places { .. } => None,
    };
    let group = group.unwrap_or_default();
    let image =
        |map: &[usize], set: &[usize]| set.iter().map(|&p| map[p - 1]).collect::<BTreeSet<usize>>();
    // Whether one choice can be taken to each other by a symmetry that keeps X (the newest O among them) and the older Os.
    let one = |x: &[usize], o: &[usize], choices: &[usize]| {
        let keeps = |map: &&Vec<usize>| {
            image(map, x) == x.iter().copied().collect()
                && image(map, o) == o.iter().copied().collect()
        };
        let reached: BTreeSet<usize> =
            group.iter().filter(keeps).map(|map| map[choices[0] - 1]).collect();
        choices.iter().all(|choice| reached.contains(choice))
    };
    let given: Vec<usize> = vec![1, 4, 7, 2, 5, 8, 3, 6, 9, 12, 11, 10, 13];
    let command = || "outplay weights hop pg:2,3 --start 1".to_string();
    let row = |name: &str, found: bool| (name.to_string(), true, found, command());
    Ok(facts(
        [
            row("that 3 and 12 are alike", one(&[1, 2], &[], &[3, 12])),
            row(
                "that all points off the line are alike",
                one(&[1, 2], &[3], &[4, 5, 6, 7, 8, 9, 10, 11, 13]),
            ),
            row("that 1 and 2 are alike", one(&[1, 2], &[3], &[1, 2])),
            row("that 7, 9, 10 and 13 are alike", one(&[1, 2, 4], &[3], &[7, 9, 10, 13])),
            row("that (2,4)(3,7)(6,8)(10,12) is an automorphism", group.contains(&given)),
            row(
                "that it keeps what is on the board",
                image(&given, &[1, 2, 4, 13]) == BTreeSet::from([1, 2, 4, 13])
                    && image(&given, &[3, 7, 9]) == BTreeSet::from([3, 7, 9]),
            ),
            row("that 6 and 8 are alike", one(&[1, 2, 4, 13], &[3, 7, 9], &[6, 8])),
        ],
        "the automorphisms of the plane of Figure 3.10",
    ))
}

fn first_turn(context: &mut Context) -> Result<Finding, Stopped> {
    let moves = context.first_moves("fire-and-ice [pg:2,2 : pg:2,2] --start 4.7");
    let split = |text: &str| -> Option<[String; 2]> {
        let to = text.split_once('>')?.1.split_once('.')?;
        Some([to.0.to_string(), to.1.to_string()])
    };
    let places: Vec<[String; 2]> = moves.iter().filter_map(|mv| split(mv)).collect();
    let slides = places.iter().filter(|[island, place]| island == "4" && place != "7").count();
    let jumps = places.iter().filter(|[island, place]| island != "4" && place == "7").count();
    let command =
        || "outplay moves fire-and-ice \"[pg:2,2 : pg:2,2]\" --start 4.7 --time 1".to_string();
    let row =
        |name: &str, claimed: usize, found: usize| (name.to_string(), claimed, found, command());
    Ok(facts(
        [
            row("the number of slides", 6, slides),
            row("the number of jumps", 6, jumps),
            row("the number of moves", 12, moves.len()),
        ],
        "the first turn",
    ))
}

/// A family of subsets of a small set: bit s says whether subset s belongs to it.
type Family = u32;

fn members(family: Family, n: usize) -> impl Iterator<Item = u32> + Clone {
    (0..1u32 << n).filter(move |set| family >> set & 1 == 1)
}

fn is_independent_family(family: Family, n: usize) -> bool {
    let smaller = |set: u32| bits(set).all(|e| family >> (set & !(1 << e)) & 1 == 1);
    let grows = |a: u32, b: u32| bits(b & !a).any(|e| family >> (a | 1 << e) & 1 == 1);
    family & 1 == 1
        && members(family, n).all(smaller)
        && members(family, n)
            .all(|a| members(family, n).all(|b| a.count_ones() >= b.count_ones() || grows(a, b)))
}

fn is_circuit_family(family: Family, n: usize) -> bool {
    let holds = |set: u32| members(family, n).any(|circuit| circuit & !set == 0);
    let fits =
        |a: u32, b: u32| a == b || (a & !b != 0 && bits(a & b).all(|e| holds((a | b) & !(1 << e))));
    family & 1 == 0 && members(family, n).all(|a| members(family, n).all(|b| fits(a, b)))
}

fn cryptomorphism(context: &mut Context) -> Result<Finding, Stopped> {
    let mut counts = Vec::new();
    let held =
        sweep(context, 0..=4usize, "sets of up to four elements, every family", |context, &n| {
            let all_families = (1u64 << (1u32 << n)) - 1;
            let collect = |sets: &mut dyn Iterator<Item = u32>| {
                sets.fold(0, |family: Family, set| family | 1 << set)
            };
            let circuits_of = |family: Family| {
                let dependent = |set: u32| family >> set & 1 == 0;
                collect(&mut (0..1u32 << n).filter(|&set| {
                    dependent(set) && bits(set).all(|e| !dependent(set & !(1 << e)))
                }))
            };
            let without = |family: Family| {
                collect(
                    &mut (0..1u32 << n)
                        .filter(|set| !members(family, n).any(|circuit| circuit & !set == 0)),
                )
            };
            let mut count = 0;
            for family in 0..=all_families as Family {
                context.budget.visit()?;
                let independent = context.found_run(is_independent_family(family, n));
                let inverse = is_circuit_family(circuits_of(family), n)
                    && without(circuits_of(family)) == family;
                let back = !is_circuit_family(family, n)
                    || (is_independent_family(without(family), n)
                        && circuits_of(without(family)) == family);
                count += independent as usize;
                if independent && !inverse || !back {
                    return Ok(Some(Exhibit::new(
                        format!("the family {family:b} of subsets of {n} elements"),
                        "outplay claims show hop/6.1-cryptomorphism",
                    )));
                }
            }
            counts.push(count.to_string());
            Ok(None)
        })?;
    Ok(held.counting(format!("{} matroids", counts.join(", "))))
}
