//! What chapters 1, 3 and 6 say in passing, and the questions that they leave.

use std::collections::BTreeSet;

use outplay_rules::board::{Board, BoardName};
use outplay_rules::symmetry::Structure;
use outplay_solve::limits::Stopped;

use crate::boards::{AlphaWeight, SmallBoard, bits};
use crate::claim::{Claim, Exhibit, Finding, all, facts, sweep};
use crate::context::{Context, expect};

/// The claims.
pub const CLAIMS: &[Claim] = &[
    Claim {
        id: "hop/1.2-hex",
        place: "Section 1.2",
        statement: "No Hex board admits a draw.",
        method: "Every way to fill the boards of up to 12 cells: exactly one player has joined his two sides.",
        note: "",
        check: hex_has_no_draw,
    },
    Claim {
        id: "hop/1.2-shannon",
        place: "Section 1.2, the Shannon switching game",
        statement: "On a complete graph Maker, playing first, joins any two vertices.",
        method: "The complete graphs of 2 to 5 vertices, solved.",
        note: "",
        check: shannon,
    },
    Claim {
        id: "hop/3-automorphisms",
        place: "Chapter 3, opening",
        statement: "The automorphisms of AG(2,q) and PG(2,q) take any pair of points to any other, any pair of lines that meet to any other, and any pair of \
                    parallel lines to any other.",
        method: "The groups of AG(2,2), PG(2,2), AG(2,3) and PG(2,3): orbits of ordered pairs of points and of lines.",
        note: "",
        check: automorphisms,
    },
    Claim {
        id: "hop/3.3.2-weights",
        place: "Proof of Proposition 3.3.2",
        statement: "On PG(2,4) the alpha-weight after the first hop is 1; an open point on the line of X and O weighs 1/4, one off it 7/32; after Olivia's hop on \
                    that line the open points on it have beta-weight 1/8 and those off it 3/16; after Xavier's hop off it the alpha-weight is 15/16: 5 lines are blocked, 2 \
                    weigh 1/8, 8 weigh 1/16 and 6 weigh 1/32.",
        method: "Each weight computed on the plane, for every point of each kind, and the lines of each weight counted.",
        note: "",
        check: weights_of_four,
    },
    Claim {
        id: "hop/6.1-bases",
        place: "Section 6.1",
        statement: "All bases of a matroid have the same number of elements; if it has no loops, every element is in a basis, \
                    but not necessarily in as many as any other.",
        method: "The cycle matroids of complete graphs, wheels, cycles and small relatives of the Petersen graph, the \
                 uniform matroids of up to 6 elements and the whirl; the bases through each point of the whirl.",
        note: "",
        check: bases,
    },
    Claim {
        id: "hop/6.1-paving",
        place: "Section 6.1",
        statement: "The circuits of a paving matroid have as many elements as its rank, or one more; the whirl W³ is one.",
        method: "The circuits of the whirl and of the uniform matroids of up to 6 elements, against their rank.",
        note: "By the usual definition no circuit is smaller than the rank; none can be larger than rank + 1.",
        check: paving,
    },
    Claim {
        id: "hop/6.1-independent",
        place: "Section 6.1",
        statement: "Independent sets are probably not the best winning sets: the empty set is one, and a single point wins.",
        method: "That every point lies in a basis of the whirl; and the game whose winning sets are the single points, solved.",
        note: "",
        check: independent,
    },
    Claim {
        id: "hop/6.1-flats",
        place: "Section 6.1, of the whirl",
        statement: "Each point spans a flat of rank 1 and each pair of points a line, a flat of rank 2; three lines have three points, and every other three points span \
                    all of the rank 3 matroid.",
        method: "The flats of the whirl by the ranks that its bases give; those of rank 2 against its hyperplanes.",
        note: "With lines as winning sets the game is the one on the hyperplanes, see hop/q-matroids.",
        check: flats,
    },
    Claim {
        id: "hop/q-maker-breaker",
        place: "Question, section 1.2",
        statement: "What is the hop game as a Maker-Breaker game? (The dissertation includes no such analysis.)",
        method: "Tic-Tac-Toe from its three starts and the planes of up to 9 points (with --deep: also PG(2,3)), \
                 solved.",
        note: "",
        check: |context| {
            let more: &[&str] = context.to(&[], &["maker-breaker-hop pg:2,3 --start 1"]);
            let list = [
                "maker-breaker-hop ttt:3 --start 1",
                "maker-breaker-hop ttt:3 --start 2",
                "maker-breaker-hop ttt:3 --start 5",
                "maker-breaker-hop ag:2,2 --start 1",
                "maker-breaker-hop pg:2,2 --start 1",
                "maker-breaker-hop ag:2,3 --start 1",
            ];
            winners(context, &[&list[..], more].concat())
        },
    },
    Claim {
        id: "hop/q-nested",
        place: "Question, section 5.2",
        statement: "Who wins Tic-Tac-Toe on the nested boards that remain: [AG(2,q) : PG(2,2)] for q ≥ 4, [PG(2,q) : PG(2,2)] for q ≥ 3, and inner planes AG(2,2), \
                    AG(2,3) and AG(2,4) otherwise?",
        method: "Whether the weight of the winning sets after Xavier's first point is below 1 (then Olivia draws), for outer orders up to 30 and each inner plane.",
        note: "It is not below 1 on any small one, so this argument says nothing about them. With the inner plane \
               AG(2,2) Xavier always wins (hop/5.2-ag22).",
        check: remaining_boards,
    },
    Claim {
        id: "hop/q-matroids",
        place: "Question, section 6.1",
        statement: "What do winning sets of slightly different sizes, such as the circuits of a paving matroid, do to the game? And other structures of a matroid?",
        method: "Tic-Tac-Toe and the hop game on the circuits, bases, hyperplanes and cocircuits of the whirl W³ and of the cycle matroid of the complete graph of 4 \
                 vertices, solved.",
        note: "",
        check: |context| {
            let boards = ["whirl-3", "graphic(complete:4)"];
            let features = ["circuits", "bases", "hyperplanes", "cocircuits"];
            let games = ["positional matroid:{}", "hop matroid:{} --start 1"];
            let mut list = Vec::new();
            for game in games {
                for board in boards {
                    list.extend(
                        features.iter().map(|f| game.replace("{}", &format!("{board},{f}"))),
                    );
                }
            }
            let list: Vec<&str> = list.iter().map(String::as_str).collect();
            winners(context, &list)
        },
    },
    Claim {
        id: "hop/q-small",
        place: "Question, section 6.2",
        statement: "Might the smallest nested boards be drawn in the hop game, larger ones won by Xavier, and still larger ones drawn?",
        method: "The smallest nested boards of planes, solved; and the thresholds from which on all boards are draws \
                 (hop/5.3.1 to 5.3.4).",
        note: "Xavier wins the smallest (hop/5.3-first has all nine without drawn states). What lies between is not \
               known.",
        check: |context| {
            winners(
                context,
                &[
                    "hop [ag:2,2 : ag:2,2] --start 1.1",
                    "hop [ag:2,2 : pg:2,2] --start 1.1",
                    "hop [pg:2,2 : ag:2,2] --start 1.1",
                ],
            )
        },
    },
    Claim {
        id: "hop/q-twice",
        place: "Question, section 6.3",
        statement: "What happens if the second player may play more than once on each turn? When does she gain a winning advantage?",
        method: "Tic-Tac-Toe and the planes of up to 9 points, solved with two points a turn for the second player, \
                 and with two for the first and three for the second.",
        note: "",
        check: |context| {
            winners(
                context,
                &[
                    "positional ag:2,2 --bias 1:2",
                    "positional ttt:3 --bias 1:2",
                    "positional pg:2,2 --bias 1:2",
                    "positional ag:2,3 --bias 1:2",
                    "positional ttt:3 --bias 2:3",
                    "positional pg:2,2 --bias 2:3",
                    "positional ag:2,3 --bias 2:3",
                ],
            )
        },
    },
    Claim {
        id: "hop/q-goals",
        place: "Question, section 6.3",
        statement: "What happens if the two players have different collections of winning sets?",
        method: "Hex, in which they do, on boards of up to 12 cells: the winner.",
        note: "The program plays Hex as a Maker-Breaker game, which is equivalent (hop/1.2-hex).",
        check: |context| {
            winners(
                context,
                &[
                    "hex hex:2x2",
                    "hex hex:2x3",
                    "hex hex:3x2",
                    "hex hex:3x3",
                    "hex hex:3x4",
                    "hex hex:4x3",
                ],
            )
        },
    },
    Claim {
        id: "hop/q-space",
        place: "Question, section 6.3",
        statement: "What about AG(3,q) and PG(3,q), and Tic-Tac-Toe and hopping on 3×3×3 and larger boards?",
        method: "Tic-Tac-Toe and the hop game on AG(3,2), PG(3,2), AG(3,3) and 3×3×3, lines winning; Tic-Tac-Toe on AG(3,2) and PG(3,2) and the hop on AG(3,2), planes \
                 winning; hopping on 3×3×3 from its four kinds of points; solved.",
        note: "Larger boards are not considered; 4×4×4 without hops is hop/1.2-4x4x4, with gravity hop/q-gravity.",
        check: |context| {
            winners(
                context,
                &[
                    "positional ag:3,2",
                    "positional pg:3,2",
                    "positional ag:3,3",
                    "positional ag:3,2,planes",
                    "positional pg:3,2,planes",
                    "hop ag:3,2,planes --start 1",
                    "positional ttt:3^3",
                    "hop ag:3,2 --start 1",
                    "hop pg:3,2 --start 1",
                    "hop ag:3,3 --start 1",
                    "hop ttt:3^3 --start 1",
                    "hop ttt:3^3 --start 2",
                    "hop ttt:3^3 --start 5",
                    "hop ttt:3^3 --start 14",
                ],
            )
        },
    },
];

/// Who wins each of some games, told in a sentence. A question stays open: these are some of the games that it asks about.
pub fn winners(context: &mut Context, questions: &[&str]) -> Result<Finding, Stopped> {
    let mut told = Vec::new();
    for question in questions {
        let winner = context.solve(question)?.winner();
        let who =
            winner.map_or("nobody wins".to_string(), |player| format!("the {player} player wins"));
        told.push(format!("{question}: {who}"));
    }
    Ok(Finding::open(told.join("; "), format!("{} games, solved", questions.len())))
}

fn hex_has_no_draw(context: &mut Context) -> Result<Finding, Stopped> {
    let sizes =
        (1..=4usize).flat_map(|m| (m..=6usize).map(move |n| (m, n))).filter(|(m, n)| m * n <= 12);
    sweep(context, sizes, "boards of up to 12 cells, every filling", |context, &(m, n)| {
        let name = format!("hex:{m}x{n}");
        let first = context.sets(&name).sets;
        // The other player's chains are those of the board turned over: row and column change places.
        let turned = |set: &u32| {
            let cells = (0..m * n).filter(|cell| set >> cell & 1 == 1);
            cells.fold(0u32, |turned, cell| turned | 1 << (cell % m * n + cell / m))
        };
        let second: Vec<u32> =
            SmallBoard::named(&format!("hex:{n}x{m}")).sets.iter().map(turned).collect();
        let full = (1u32 << (m * n)) - 1;
        let has = |sets: &[u32], owned: u32| sets.iter().any(|set| set & !owned == 0);
        let wrong = (0..=full).find(|&x| has(&first, x) == has(&second, full & !x));
        Ok(wrong.map(|x| {
            Exhibit::new(format!("{name} filled {x:b}"), format!("outplay solve hex {name}"))
        }))
    })
}

fn shannon(context: &mut Context) -> Result<Finding, Stopped> {
    sweep(context, 2..=5usize, "complete graphs of 2 to 5 vertices", |context, n| {
        let question = format!("shannon-switching complete:{n}");
        let won = context.solve(&question)?.winner() == Some(outplay_rules::player::Player::First);
        Ok((!won).then(|| Exhibit::new(question.clone(), format!("outplay solve {question}"))))
    })
}

/// Whether a group takes each pair of one kind to each other.
fn one_orbit(group: &[Vec<usize>], pairs: &[(usize, usize)]) -> bool {
    let Some(&(a, b)) = pairs.first() else { return true };
    let reached: std::collections::HashSet<(usize, usize)> =
        group.iter().map(|map| (map[a], map[b])).collect();
    pairs.iter().all(|pair| reached.contains(pair))
}

fn automorphisms(context: &mut Context) -> Result<Finding, Stopped> {
    sweep(
        context,
        ["ag:2,2", "pg:2,2", "ag:2,3", "pg:2,3"],
        "planes of order 2 and 3",
        |context, name| {
            let lines = context.lines(name);
            let board: BoardName = expect(name.parse());
            let Board::Sets(board) = expect(board.build()) else { return Ok(None) };
            let Some(structure) = Structure::of_sets(&board) else { return Ok(None) };
            let group = structure.generated(20_000);
            let points = board.point_count();
            // What a symmetry of the points does to the lines.
            let at = |line: &Vec<usize>, map: &Vec<usize>| {
                let mut image: Vec<usize> = line.iter().map(|&p| map[p]).collect();
                image.sort_unstable();
                lines.iter().position(|other| *other == image)
            };
            let on_lines: Option<Vec<Vec<usize>>> =
                group.iter().map(|map| lines.iter().map(|line| at(line, map)).collect()).collect();
            let pairs = |n: usize| {
                (0..n).flat_map(move |a| (0..n).map(move |b| (a, b))).filter(|(a, b)| a != b)
            };
            let meet = |a: usize, b: usize| lines[a].iter().any(|p| lines[b].contains(p));
            let kept = on_lines.is_some_and(|on_lines| {
                let (meeting, parallel): (Vec<_>, Vec<_>) =
                    pairs(lines.len()).partition(|&(a, b)| meet(a, b));
                one_orbit(&on_lines, &meeting) && one_orbit(&on_lines, &parallel)
            });
            let right = kept && one_orbit(&group, &pairs(points).collect::<Vec<_>>());
            Ok((!right).then(|| {
                Exhibit::new(
                    format!("{name}: {} symmetries", group.len()),
                    format!("outplay weights positional {name}"),
                )
            }))
        },
    )
}

fn weights_of_four(context: &mut Context) -> Result<Finding, Stopped> {
    let board: SmallBoard = context.sets("pg:2,4");
    let weights = AlphaWeight::asked(context, board.clone());
    let of = |point: usize, x: u32, o: u32| -> u64 {
        board
            .sets
            .iter()
            .filter(|set| *set >> point & 1 == 1)
            .map(|&set| weights.weight(set, x, o))
            .sum()
    };
    // X on the second point, the newest O on the first; both count as X for alpha.
    let both = 0b11u32;
    let line = board.sets.iter().copied().find(|set| set & both == both).unwrap_or(0);
    let kinds = |on: bool, taken: u32| -> Vec<usize> {
        (0..board.points).filter(|p| taken >> p & 1 == 0 && (line >> p & 1 == 1) == on).collect()
    };
    let command = "outplay weights hop pg:2,4 --start 1 --after \"1>2\"".to_string();
    let mut rows = vec![(
        "the weight after the first hop".to_string(),
        32,
        weights.total(both, 0),
        command.clone(),
    )];
    let mut row = |name: &str, claimed: u64, found: u64| {
        rows.push((name.to_string(), claimed, found, command.clone()))
    };
    for p in kinds(true, both) {
        row("the alpha-weight of a point on the line, in 32nds", 8, of(p, both, 0));
    }
    for p in kinds(false, both) {
        row("the alpha-weight of a point off the line, in 32nds", 7, of(p, both, 0));
    }
    for o in kinds(true, both) {
        let taken = both | 1 << o;
        for p in kinds(true, taken) {
            row("the beta-weight of a point on the line, in 32nds", 4, of(p, both, 1 << o));
        }
        for p in kinds(false, taken) {
            row("the beta-weight of a point off the line, in 32nds", 6, of(p, both, 1 << o));
            row(
                "the alpha-weight after Xavier's hop, in 32nds",
                30,
                weights.total(both | 1 << p, 1 << o),
            );
            for (weight, claimed) in [(0, 5), (4, 2), (2, 8), (1, 6)] {
                let weighs = |set: &&u32| weights.weight(**set, both | 1 << p, 1 << o) == weight;
                let found = board.sets.iter().filter(weighs).count() as u64;
                row(&format!("the lines that weigh {weight}/32 then"), claimed, found);
            }
        }
    }
    Ok(facts(rows, "every point of each kind"))
}

const MATROIDS: [&str; 9] = [
    "whirl-3",
    "graphic(complete:3)",
    "graphic(complete:4)",
    "graphic(cycle:5)",
    "graphic(wheel:4)",
    "graphic(bipartite:2,3)",
    "uniform-2-4",
    "uniform-2-5",
    "uniform-3-6",
];

fn bases(context: &mut Context) -> Result<Finding, Stopped> {
    let held = sweep(context, MATROIDS, "matroids", |context, matroid| {
        let board = context.sets(&format!("matroid:{matroid},bases"));
        let sizes = board.sets.iter().all(|set| set.count_ones() == board.sets[0].count_ones());
        // What makes them bases: each element of one can be exchanged for some element of another.
        let exchanges = |a: u32, b: u32| {
            bits(a & !b)
                .all(|x| bits(b & !a).any(|y| board.sets.contains(&(a & !(1 << x) | 1 << y))))
        };
        let sizes =
            sizes && board.sets.iter().all(|&a| board.sets.iter().all(|&b| exchanges(a, b)));
        let covered = board.sets.iter().fold(0, |a, b| a | b) == board.full();
        let right = !board.sets.is_empty() && sizes && covered;
        Ok((!right).then(|| {
            Exhibit::new(
                matroid.to_string(),
                format!("outplay solve positional \"matroid:{matroid},bases\""),
            )
        }))
    })?;
    let whirl = context.sets("matroid:whirl-3,bases");
    let through = |p: usize| whirl.sets.iter().filter(|set| *set >> p & 1 == 1).count();
    let numbers: BTreeSet<usize> = (0..whirl.points).map(through).collect();
    let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
    let command = "outplay solve positional \"matroid:whirl-3,bases\"".to_string();
    let row = (
        "the numbers of bases through a point of the whirl".to_string(),
        "8 and 9".to_string(),
        numbers.join(" and "),
        command,
    );
    Ok(all([held, facts([row], "the whirl")]))
}

fn paving(context: &mut Context) -> Result<Finding, Stopped> {
    let list = ["whirl-3", "uniform-2-4", "uniform-2-5", "uniform-3-6"];
    sweep(context, list, "the whirl and uniform matroids", |context, matroid| {
        let rank = context.sets(&format!("matroid:{matroid},bases")).sets[0].count_ones();
        let circuits = context.sets(&format!("matroid:{matroid},circuits"));
        let right = circuits.sets.iter().all(|c| (rank..=rank + 1).contains(&c.count_ones()));
        let right = right
            && (0..=circuits.full())
                .filter(|s| s.count_ones() == rank + 1)
                .all(|s| circuits.won(s));
        Ok((!right).then(|| {
            Exhibit::new(
                matroid.to_string(),
                format!("outplay solve positional \"matroid:{matroid},circuits\""),
            )
        }))
    })
}

fn independent(context: &mut Context) -> Result<Finding, Stopped> {
    let bases = context.sets("matroid:whirl-3,bases");
    let every_point = (0..bases.points).all(|p| bases.sets.iter().any(|set| set >> p & 1 == 1));
    let points: Vec<String> = (1..=bases.points).map(|p| p.to_string()).collect();
    let question = format!("positional sets:{}", points.join(","));
    let winner = context
        .solve(&question)?
        .winner()
        .map_or("nobody".to_string(), |player| player.to_string());
    let command = format!("outplay solve {question}");
    Ok(all([
        facts(
            [(
                "that every point is part of a basis, so independent".to_string(),
                true,
                every_point,
                command.clone(),
            )],
            "the whirl",
        ),
        facts(
            [("the winner if a point wins".to_string(), "first".to_string(), winner, command)],
            "solved",
        ),
    ]))
}

fn flats(context: &mut Context) -> Result<Finding, Stopped> {
    let bases = context.sets("matroid:whirl-3,bases");
    let all = || (0..bases.points).map(|p| 1u32 << p);
    let rank = |set: u32| bases.sets.iter().map(|b| (b & set).count_ones()).max().unwrap_or(0);
    let span = |set: u32| all().filter(|p| rank(set | p) == rank(set)).fold(0, |span, p| span | p);
    let lines: BTreeSet<u32> =
        all().flat_map(|p| all().filter(move |&q| q != p).map(move |q| p | q)).map(span).collect();
    let of_three = lines.iter().filter(|line| line.count_ones() == 3).count();
    let triples = (0..1u32 << bases.points).filter(|set| set.count_ones() == 3);
    let others = triples.filter(|set| !lines.contains(set)).all(|set| rank(set) == 3);
    let hyperplanes: BTreeSet<u32> =
        context.sets("matroid:whirl-3,hyperplanes").sets.into_iter().collect();
    let fact = |name: &str, claimed: usize, found: usize| {
        let command = "outplay solve positional matroid:whirl-3,hyperplanes".to_string();
        (name.to_string(), claimed, found, command)
    };
    let yes = |is: bool| usize::from(is);
    Ok(facts(
        [
            fact("the number of points that are flats", 6, all().filter(|&p| span(p) == p).count()),
            fact("the number of lines of three points", 3, of_three),
            fact("that lines have rank 2 (1 for yes)", 1, yes(lines.iter().all(|&l| rank(l) == 2))),
            fact("that other three points have rank 3 (1 for yes)", 1, yes(others)),
            fact("that lines are the hyperplanes (1 for yes)", 1, yes(lines == hyperplanes)),
        ],
        "the whirl",
    ))
}

fn remaining_boards(context: &mut Context) -> Result<Finding, Stopped> {
    use crate::weights::Plane::{Affine, Projective};
    let mut told = Vec::new();
    for (inner, q2) in [(Projective, 2), (Affine, 2), (Affine, 3), (Affine, 4)] {
        for outer in [Affine, Projective] {
            let light = (2..=30u64).filter(|&q| crate::weights::is_prime_power(q)).find(|&q1| {
                let board = context.nested((outer, q1), (inner, q2));
                (&board.m + &board.l).bits() <= board.k
            });
            let class = format!("[{}(2,q1) : {}(2,{q2})]", outer.title(), inner.title());
            told.push(
                light.map_or(format!("{class}: never"), |q1| {
                    format!("{class}: first for q1 = {q1}")
                }),
            );
        }
    }
    let evidence = format!("the weight after the first point is below 1 on {}", told.join("; "));
    Ok(Finding::open(evidence, "outer orders to 30"))
}
