//! Chapter 6: matroids as boards, thresholds after two hops, mixed nested boards, three players, biases, gravity; and what
//! chapters 2, 3 and 5 say in passing of symmetries and races.

use std::collections::{BTreeSet, HashMap};

use outplay_rules::places::Places;
use outplay_rules::player::Player;
use outplay_rules::rules::End;
use outplay_rules::ruleset::{AnyPositional, Game, Ruleset};
use outplay_rules::sets::SetBoard;
use outplay_rules::spaces::{Points, Stones};
use outplay_rules::symmetry::Structure;
use outplay_solve::limits::{Budget, Stopped};

use super::more::winners;
use super::nested::tied_game;
use super::two_hops::thresholds_after_two;
use crate::boards::{SmallBoard, bits};
use crate::claim::{Claim, Exhibit, Finding, Status, all, facts, sweep};
use crate::context::{Context, expect, ruleset};

/// The claims.
pub const CLAIMS: &[Claim] = &[
    Claim {
        id: "hop/fig2.2",
        place: "Figures 2.2 and 2.4, proof of Theorem 2.1.1",
        statement: "Up to symmetry Olivia has four answers to Xavier's hop from the middle to a corner, and five to \
                    his hop from an edge to the next edge.",
        method: "The seven answers to each of the two hops, counted up to the symmetries of the board.",
        note: "",
        check: |context| {
            let group = group(context, "ttt:3");
            let row = |first: &str, claimed: usize, x: u32| {
                let answers = bits(0b1_1111_1111 & !x).map(|o| (x, 1 << o));
                let found = orbits(&group, answers);
                let command =
                    format!("outplay moves hop ttt:3 --start {} --after \"{first}\"", &first[..1]);
                (format!("the answers to {first} up to symmetry"), claimed, found, command)
            };
            Ok(facts([row("5>1", 4, 0b10001), row("2>4", 5, 0b1010)], "both hops"))
        },
    },
    Claim {
        id: "hop/fig3.3",
        place: "Figures 3.3 and 3.4, after Lemma 3.1.3",
        statement: "On PG(2,2), consider the states with three X that do not form a line and two O. Up to symmetry \
                    there is one in which the line of the two O is full, and one in which it is not.",
        method: "Every such state, up to the symmetries of the plane.",
        note: "",
        check: fano_states,
    },
    Claim {
        id: "hop/3.1.4-symmetries",
        place: "Proof of Proposition 3.1.4",
        statement: "A symmetry exchanges 1 and 2 and fixes 3; those that fix 3 and {1, 2} take any of the six other \
                    points to 4; one fixes 1 and 4 and exchanges 2 and 3; and after Olivia's hop off the line Xavier \
                    can reach an equivalent state.",
        method: "The group of the plane; every state with two O and an X in line and another X off it, up to symmetry.",
        note: "",
        check: symmetries_of_nine,
    },
    Claim {
        id: "hop/fig6.1",
        place: "Figure 6.1 and the axioms of section 6.1",
        statement: "The circuits of the whirl W³ are three lines of three points, any two of which share one, and the sets of four points without such a line; the \
                    independent sets satisfy (I1) to (I3), the circuits (C1) to (C3).",
        method: "The circuits listed; the axioms for every pair of sets.",
        note: "The figure is missing from our copy; the text names the lines {1,2,3}, {1,5,6} and {3,4,5}. Renumbering \
               the points gives the same matroid.",
        check: whirl,
    },
    Claim {
        id: "hop/q-thresholds",
        place: "Question, section 6.2",
        statement: "Does playing one turn further, until before Olivia's second turn, improve the thresholds of \
                    section 5.3?",
        method: "The exact alpha-weight before Olivia's second turn, when she has blocked a point of greatest weight \
                 and Xavier has hopped as he likes, for the four classes with inner orders 2 to 8 and outer orders up \
                 to 170; on the three smallest boards the weight is counted set by set.",
        note: "It does not: on the last board before each threshold the weight is not below 1 after two turns either. \
               Whether these last boards are draws nevertheless (section 6.2 asks whether they divide wins from draws) \
               is not settled.",
        check: thresholds_after_two,
    },
    Claim {
        id: "hop/6.2-mixed",
        place: "Section 6.2",
        statement: "If the outer and all inner components of a mixed nested board are AG(2,2), AG(2,3) or PG(2,2), any positional game on it is a first player win, \
                    because none of the boards admits a draw.",
        method: "All partitions of the three planes, and of the 19 points of [AG(2,2) : PG(2,2) | AG(2,2)]; tied \
                 states of that board; the hop game on it, solved.",
        note: "For all such boards: on a full board some player has claimed each island, and so a line of islands. \
               Strategy stealing then settles the game of placing pieces. In a hop game it leaves a tie possible, as \
               on plain nested boards (hop/5.3-first).",
        check: mixed_without_draws,
    },
    Claim {
        id: "hop/q-mixed",
        place: "Question, section 6.2",
        statement: "What if one or two inner components of such a mixed board are larger? When does the balance tip \
                    from a first player win to a draw?",
        method: "Tic-Tac-Toe, solved on mixed boards with one and with two islands AG(2,4) or PG(2,3) among islands \
                 AG(2,2).",
        note: "Xavier wins whenever some outer line has AG(2,2) on all its islands and no outer line is shorter: apply \
               hop/5.2-ag22 to that line. So on an outer AG(2,2) two larger islands do not help Olivia; three leave no \
               such line.",
        check: |context| {
            winners(
                context,
                &[
                    "positional [ag:2,2 : ag:2,4 | ag:2,2]",
                    "positional [ag:2,2 : pg:2,3 | ag:2,2]",
                    "positional [ag:2,2 : ag:2,4 | ag:2,4 | ag:2,2]",
                ],
            )
        },
    },
    Claim {
        id: "hop/5.2-ag22",
        place: "Question, section 5.2, boards with inner plane AG(2,2)",
        statement: "Who wins Tic-Tac-Toe on [A : AG(2,2)]?",
        method: "Xavier chooses a shortest winning set of A, of k islands. He answers on the island where Olivia \
                 played if it is one of these and he does not own two points of it yet; otherwise he plays on one \
                 where he does not. This is played against every Olivia on k = 1 to 5 islands: after 2k points he has \
                 two on each. And [A : AG(2,2)] is solved for every board A of up to 3 points.",
        note: "Xavier wins on every board A that has a winning set: two points of AG(2,2) are a line, he needs 2k \
               points, and so does Olivia, who moves second. Until he has two points on an island he never has fewer \
               there than she has, so he is never too late.",
        check: race_on_islands,
    },
    Claim {
        id: "hop/q-three",
        place: "Question, section 6.3",
        statement: "What happens if three players play? If two of them play together against the third, does this \
                    change the outcome, and is it different from letting one player play twice?",
        method: "Tic-Tac-Toe and the planes of up to 9 points for each coalition, and with two points a turn for the second player, solved.",
        note: "It is different: two players together own no set that has marks of both. The thesis does not define a \
               hop game of three players, and neither do we.",
        check: |context| {
            let boards = ["ttt:3", "ag:2,2", "pg:2,2", "ag:2,3"];
            let games = [
                "three-players {} --alone 1",
                "three-players {} --alone 2",
                "three-players {} --alone 3",
                "positional {} --bias 1:2",
            ];
            let list: Vec<String> = boards
                .iter()
                .flat_map(|board| games.map(|game| game.replace("{}", board)))
                .collect();
            let list: Vec<&str> = list.iter().map(String::as_str).collect();
            winners(context, &list)
        },
    },
    Claim {
        id: "hop/q-biased-hop",
        place: "Question, section 6.3, for the hop",
        statement: "What happens in the hop game if the second player may play more than once on each turn?",
        method: "The hop game, solved on Tic-Tac-Toe from its three starts and on the planes of up to 7 points, with \
                 two hops a turn for the second player and for the first.",
        note: "Each hop of a turn is complete in itself and gives the opponent a piece.",
        check: |context| {
            winners(
                context,
                &[
                    "hop ttt:3 --start 1 --bias 1:2",
                    "hop ttt:3 --start 2 --bias 1:2",
                    "hop ttt:3 --start 5 --bias 1:2",
                    "hop ttt:3 --start 5 --bias 2:1",
                    "hop ag:2,2 --start 1 --bias 1:2",
                    "hop pg:2,2 --start 1 --bias 1:2",
                    "hop pg:2,2 --start 1 --bias 2:1",
                ],
            )
        },
    },
    Claim {
        id: "hop/q-gravity",
        place: "Question, section 6.3",
        statement: "On the 3×3×3 board of pegs one is forced to play to the lowest position of a peg. Who wins there, and with hops?",
        method: "3×3×3 with gravity, by a search for a forced win of growing length; flat boards with gravity, and the \
                 hop game on them, solved.",
        note: "",
        check: gravity,
    },
];

/// The symmetries of a board, as maps of points.
fn group(context: &Context, name: &str) -> Vec<Vec<usize>> {
    let board = context.sets(name);
    let sets = board.sets.iter().map(|&set| bits(set).collect());
    let board = expect(SetBoard::new(Places::numbered(board.points), sets));
    Structure::of_sets(&board).map_or(Vec::new(), |structure| structure.generated(1_000))
}

fn image(map: &[usize], set: u32) -> u32 {
    bits(set).fold(0, |image, point| image | 1 << map[point])
}

/// How many states (X, O) there are up to symmetry.
fn orbits(group: &[Vec<usize>], states: impl Iterator<Item = (u32, u32)>) -> usize {
    let least = |(x, o): (u32, u32)| group.iter().map(|map| (image(map, x), image(map, o))).min();
    states.map(least).collect::<BTreeSet<_>>().len()
}

fn subsets(points: usize, size: u32) -> impl Iterator<Item = u32> + Clone {
    (0..1u32 << points).filter(move |set| set.count_ones() == size)
}

fn fano_states(context: &mut Context) -> Result<Finding, Stopped> {
    let board = context.sets("pg:2,2");
    let group = group(context, "pg:2,2");
    let states: Vec<(u32, u32)> = subsets(7, 3)
        .filter(|&x| !board.won(x))
        .flat_map(|x| subsets(7, 2).filter(move |o| o & x == 0).map(move |o| (x, o)))
        .collect();
    let full =
        |&(x, o): &(u32, u32)| board.sets.iter().any(|set| set & o == o && set & !(x | o) == 0);
    let (filled, open): (Vec<_>, Vec<_>) = states.into_iter().partition(full);
    let command = "outplay moves hop pg:2,2 --start 1".to_string();
    let row = |name: &str, states: Vec<(u32, u32)>| {
        (
            format!("the states {name}, up to symmetry"),
            1,
            orbits(&group, states.into_iter()),
            command.clone(),
        )
    };
    Ok(facts(
        [row("whose line of two O is full", filled), row("whose line of two O is not full", open)],
        "every state",
    ))
}

fn symmetries_of_nine(context: &mut Context) -> Result<Finding, Stopped> {
    let board = context.sets("ag:2,3");
    let group = group(context, "ag:2,3");
    // Points are counted from 0: 1, 2, 3 of the text are a line in reading order.
    let exchanges = group.iter().any(|map| map[0] == 1 && map[1] == 0 && map[2] == 2);
    let keeps = |map: &&Vec<usize>| map[2] == 2 && image(map, 0b11) == 0b11;
    let to_four: BTreeSet<usize> =
        group.iter().filter(keeps).filter_map(|map| map.iter().position(|&to| to == 3)).collect();
    let fixes = group.iter().any(|map| map[0] == 0 && map[3] == 3 && map[1] == 2 && map[2] == 1);
    let alike =
        subsets(9, 2).flat_map(|x| subsets(9, 2).filter(move |o| o & x == 0).map(move |o| (x, o)));
    let blocked = |&(x, o): &(u32, u32)| {
        board.sets.iter().any(|set| set & o == o && (set & x).count_ones() == 1)
    };
    let found = orbits(&group, alike.filter(blocked));
    let command = "outplay moves hop ag:2,3 --start 1".to_string();
    let row = |name: &str, claimed: usize, found: usize| {
        (name.to_string(), claimed, found, command.clone())
    };
    Ok(facts(
        [
            row("a symmetry that exchanges 1 and 2 and keeps 3 (1 for yes)", 1, exchanges as usize),
            row("the points that can be taken to 4", 6, to_four.len()),
            row(
                "a symmetry that keeps 1 and 4 and exchanges 2 and 3 (1 for yes)",
                1,
                fixes as usize,
            ),
            row(
                "the states with a blocked line of two O and an X off it, up to symmetry",
                1,
                found,
            ),
        ],
        "the group of the plane",
    ))
}

fn whirl(context: &mut Context) -> Result<Finding, Stopped> {
    let circuits = context.sets("matroid:whirl-3,circuits");
    let lines: Vec<u32> =
        circuits.sets.iter().copied().filter(|set| set.count_ones() == 3).collect();
    let meet = lines.iter().all(|a| lines.iter().all(|b| a == b || (a & b).count_ones() == 1));
    let holds = |set: u32| lines.iter().any(|line| line & !set == 0);
    let fours = subsets(6, 4).filter(|&set| !holds(set)).count();
    let listed = circuits.sets.iter().filter(|set| set.count_ones() == 4 && !holds(**set)).count();
    let independent: Vec<u32> = (0..64).filter(|&set| !circuits.won(set)).collect();
    let grows = |a: u32, b: u32| bits(b & !a).any(|e| independent.contains(&(a | 1 << e)));
    let third = independent
        .iter()
        .all(|&a| independent.iter().all(|&b| a.count_ones() >= b.count_ones() || grows(a, b)));
    let smaller =
        independent.iter().all(|&set| bits(set).all(|e| independent.contains(&(set & !(1 << e)))));
    let apart = |a: u32, b: u32| a == b || a & !b != 0;
    let second = circuits.sets.iter().all(|&a| circuits.sets.iter().all(|&b| apart(a, b)));
    let eliminates =
        |a: u32, b: u32| a == b || bits(a & b).all(|e| circuits.won((a | b) & !(1 << e)));
    let elimination =
        circuits.sets.iter().all(|&a| circuits.sets.iter().all(|&b| eliminates(a, b)));
    let command = "outplay solve positional matroid:whirl-3,circuits".to_string();
    let row = |name: &str, claimed: usize, found: usize| {
        (name.to_string(), claimed, found, command.clone())
    };
    Ok(facts(
        [
            row("the lines of three points", 3, lines.len()),
            row("that any two of them share one point (1 for yes)", 1, meet as usize),
            row("the circuits of four points", fours, listed),
            row("(I1) and (I2) (1 for yes)", 1, (independent.contains(&0) && smaller) as usize),
            row("(I3) (1 for yes)", 1, third as usize),
            row("(C1) and (C2) (1 for yes)", 1, (second && !circuits.sets.contains(&0)) as usize),
            row("(C3) (1 for yes)", 1, elimination as usize),
        ],
        "all sets of the six points",
    ))
}

const MIXED: &str = "[ag:2,2 : pg:2,2 | ag:2,2]";

fn mixed_without_draws(context: &mut Context) -> Result<Finding, Stopped> {
    let boards = ["ag:2,2", "ag:2,3", "pg:2,2", MIXED];
    let none = sweep(context, boards, "all partitions of four boards", |context, name| {
        let drawn = context.sets(name).drawn_state(true);
        Ok(drawn.map(|x| {
            Exhibit::new(
                format!("{name} admits a draw: {x:b}"),
                format!("outplay solve positional \"{name}\""),
            )
        }))
    })?;
    let board = context.sets(MIXED);
    let tied = (0..=board.full()).find(|&x| board.won(x) && board.won(board.full() & !x));
    let (Some(_), Some(line)) = (tied, tied_game(context, MIXED)?) else { return Ok(none) };
    let winner = context.solve(&format!("hop {MIXED} --start 1.1"))?.winner();
    let told =
        winner.map_or("nobody wins".to_string(), |player| format!("the {player} player wins"));
    let text = format!(
        "the board admits ties: the hop game {line} ends with a winning set for both, so strategy stealing leaves a \
         win or a tie; solved from 1.1: {told}"
    );
    let command = format!("outplay solve hop \"{MIXED}\" --start 1.1 --after \"{line}\"");
    Ok(none.with_gap(Exhibit::new(text, command).drawn("hop", MIXED, &line)))
}

/// On each of k islands of four points how many Xavier and Olivia have; whether he has two on each after 2k points.
fn always_two(islands: &[[u8; 2]], answer: Option<usize>, left: usize) -> bool {
    let lacks = |island: &[u8; 2]| island[0] < 2;
    if left == 0 {
        return !islands.iter().any(lacks);
    }
    let at = answer.filter(|&i| lacks(&islands[i])).or_else(|| islands.iter().position(lacks));
    let mut after = islands.to_vec();
    if let Some(at) = at {
        if after[at][0] + after[at][1] == 4 {
            return false;
        }
        after[at][0] += 1;
    }
    // Olivia plays on one of these islands, or elsewhere.
    let replies = (0..islands.len()).filter(|&i| after[i][0] + after[i][1] < 4);
    always_two(&after, None, left - 1)
        && replies.into_iter().all(|i| {
            let mut next = after.clone();
            next[i][1] += 1;
            always_two(&next, Some(i), left - 1)
        })
}

fn race_on_islands(context: &mut Context) -> Result<Finding, Stopped> {
    let inner = context.sets("ag:2,2");
    let pairs = subsets(4, 2).all(|pair| inner.won(pair)) && (0..4).all(|p| !inner.won(1 << p));
    let command = "outplay solve positional \"[ag:2,2 : ag:2,2]\"".to_string();
    let lines = facts(
        [(
            "that two points of AG(2,2) claim it, and one does not".to_string(),
            true,
            pairs,
            command,
        )],
        "AG(2,2)",
    );
    let raced =
        sweep(context, 1..=5usize, "the race on 1 to 5 islands, every Olivia", |context, &k| {
            context.budget.check()?;
            Ok((!always_two(&vec![[0, 0]; k], None, 2 * k)).then(|| {
                Exhibit::new(
                    format!("on {k} islands Olivia keeps Xavier from two points on some island"),
                    "outplay solve positional \"[ag:2,2 : ag:2,2]\"",
                )
            }))
        })?;
    let outer = (1..=3).flat_map(crate::boards::antichains).filter(|board| !board.sets.is_empty());
    let outer =
        outer.filter(|board| board.sets.iter().fold(0, |all, set| all | set) == board.full());
    let solved = sweep(
        context,
        outer.collect::<Vec<SmallBoard>>(),
        "every outer board of up to 3 points, solved",
        |context, board| {
            let question = format!("positional [{} : ag:2,2]", board.name());
            let winner = context.solve(&question)?.winner();
            Ok((winner != Some(Player::First)).then(|| {
                Exhibit::new(
                    question.clone(),
                    format!("outplay solve positional \"[{} : ag:2,2]\"", board.name()),
                )
            }))
        },
    )?;
    let held = all([lines, raced, solved]);
    let yes = held.status == Status::Verified;
    let evidence = format!("Xavier, on every board A ({})", held.evidence);
    Ok(if yes { Finding { evidence, ..held } } else { held })
}

/// Whether the first player forces a win within this many plies.
fn wins_within(
    rules: &AnyPositional<Points>,
    position: &Stones,
    plies: usize,
    known: &mut HashMap<Stones, (usize, bool)>,
    budget: &mut Budget,
) -> Result<bool, Stopped> {
    if let Some(end) = rules.end(position) {
        return Ok(end == End::Win(Player::First));
    }
    if plies == 0 {
        return Ok(false);
    }
    if let Some(&(depth, wins)) = known.get(position)
        && (depth == plies || (wins && depth < plies) || (!wins && depth > plies))
    {
        return Ok(wins);
    }
    budget.visit()?;
    let mover = rules.to_move(position);
    let after: Vec<Stones> =
        rules.moves(position).iter().map(|mv| rules.apply(position, mv).position).collect();
    // A move that wins at once goes before all others.
    let at_once = after.iter().any(|next| rules.end(next) == Some(End::Win(mover)));
    let mut wins = mover != Player::First;
    if at_once {
        wins = mover == Player::First;
    } else {
        for next in &after {
            if wins_within(rules, next, plies - 1, known, budget)? == (mover == Player::First) {
                wins = mover == Player::First;
                break;
            }
        }
    }
    known.insert(position.clone(), (plies, wins));
    Ok(wins)
}

fn gravity(context: &mut Context) -> Result<Finding, Stopped> {
    let flat = winners(
        context,
        &[
            "positional ttt:3 --gravity",
            "positional lattice:4x3,3 --gravity",
            "positional lattice:3x4,3 --gravity",
            "hop ttt:3 --start 7 --gravity",
            "hop ttt:3 --start 8 --gravity",
        ],
    )?;
    let cases = expect(ruleset("positional ttt:3^3 --gravity"));
    let Ruleset::Points(Game::Positional(rules)) = cases.first() else {
        unreachable!("a positional game has points")
    };
    let mut within = None;
    for plies in [5, 7, 9] {
        if wins_within(rules.as_ref(), &rules.start(), plies, &mut HashMap::new(), context.budget)?
        {
            within = Some(plies);
            break;
        }
    }
    let told = match within {
        Some(plies) => format!("3×3×3 with gravity: the first player wins within {plies} plies"),
        None => "3×3×3 with gravity: no win of the first player within 9 plies".to_string(),
    };
    Ok(Finding::open(format!("{told}; {}", flat.evidence), format!("3×3×3 and {}", flat.checked)))
}
