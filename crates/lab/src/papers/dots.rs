//! Rob's Dots: the game 0.137, its P-positions and its period.

use std::collections::HashMap;

use outplay_rules::player::Player;
use outplay_solve::limits::Stopped;

use super::monochrome::left_by;
use crate::claim::{Claim, Exhibit, Finding, all, facts, sweep};
use crate::context::{Context, grundy};
use crate::played::{PlayedStrategy, all_hold};

/// The claims.
pub const CLAIMS: &[Claim] = &[
    Claim {
        id: "dots/code",
        place: "the section on Nim, and “Why is it 0.137 ??”",
        statement: "A row of n dots is a heap of n in the octal game 0.137.",
        method: "The Grundy values of Node Kayles on paths of up to 14 dots (with --deep: 22) and of 0.137 on heaps.",
        note: "For all n: an end dot takes two, the next takes three, an inner dot takes three and splits the row \
               (dots/options).",
        check: rows_are_heaps,
    },
    Claim {
        id: "dots/monochrome",
        place: "the section on Graph Theory",
        statement: "In Monochrome, players in turn add a vertex to an independent set, and the first who cannot wins; \
                    Rob's Dots is Monochrome on a path.",
        method: "Rows of up to 12 dots under the rule of Rob's Dots (a player who cannot move loses) and under the rule stated here.",
        note: "With “wins” it is the misère game, which the article sets aside two paragraphs later.",
        check: monochrome,
    },
    Claim {
        id: "dots/odd",
        place: "the opening section",
        statement: "With an odd number of dots the first player wins by marking the middle dot.",
        method: "Odd rows of up to 2,001 dots have a nonzero value; the strategy is played against every opponent on \
                 rows of up to 15.",
        note: "For all odd n: the two sides are equal, and the first player copies the second player's moves.",
        check: odd_rows,
    },
    Claim {
        id: "dots/small",
        place: "the opening section",
        statement: "The first player wins rows of 1, 2 and 3 dots (on 3 the middle dot wins and an end dot loses); the \
                    second player wins a row of 4.",
        method: "The four rows and the two moves. The row of 6, left to the reader, is won by the first player with an \
                 end dot.",
        note: "",
        check: small_rows,
    },
    Claim {
        id: "dots/copy",
        place: "the section on Nim",
        statement: "(n, n) is a P-position for every n, in Nim and in Rob's Dots.",
        method: "n up to 7, searched as a whole; for all n the second player copies.",
        note: "“Whenever there are two components of the same size … it's a second player win” means two components \
               and no other: (1, 1, 1) is an N-position.",
        check: copies,
    },
    Claim {
        id: "dots/positions",
        place: "the section on 0.137",
        statement: "(4), (1,6), (2,6), (1,7), (2,7), (6,7), (3,11), (11,25), (3,25), (3,3), (2,10,17), (7,10,17), (3,5,6), \
                    (3,16), (5,6,16) and (3,7,9) are P-positions; (5,6,7,9) is the sum of (5,9) and (6,7).",
        method: "The nim-sum of each.",
        note: "",
        check: listed_positions,
    },
    Claim {
        id: "dots/example",
        place: "the opening section, the example with 6 dots",
        statement: "Player 1 marks a dot in the middle, player 2 the leftmost one; of the two on the far right player 1 marks one and wins.",
        method: "The dots are played on the row; player 2 had no better answer.",
        note: "“A dot somewhere in the middle” that leaves two on the far right is the third.",
        check: example_game,
    },
    Claim {
        id: "dots/reducible",
        place: "the section on 0.137, with “decomposable or reducible”",
        statement: "The sum of two P-positions is a P-position: (2,2) and (4) give (2,2,4).",
        method: "The sums of any two P-positions of up to two heaps of up to 7 (with --deep: 9), played out.",
        note: "For all positions: the second player answers in the component where the first player moved (dailly/9).",
        check: reducible,
    },
    Claim {
        id: "dots/ignore",
        place: "“How to win at Rob's game”, the simplifications",
        statement: "Components of value 0, two components of equal value, and any components whose nim-sum is 0 can be ignored.",
        method: "Positions of up to four heaps of up to 6 (with --deep: 7): with and without every part whose nim-sum is 0, played out.",
        note: "",
        check: ignored,
    },
    Claim {
        id: "dots/equivalence",
        place: "the section on 0.137",
        statement: "If (a, b) and (b, c) are P-positions, so is (a, c); if (a, b) is one, a can replace b in every P-position; \
                    if (a, b, c) is one, a can be replaced by b and c together.",
        method: "Heaps of up to 8 (with --deep: 11), beside one and two others, each position played out; P-positions \
                 of three heaps of up to 7 (with --deep: 8) with a fourth heap.",
        note: "For all heaps by the Sprague-Grundy theorem, since (a, b) is a P-position exactly when the values agree.",
        check: |context| Ok(all([equivalence(context)?, replaced_by_two(context)?])),
    },
    Claim {
        id: "dots/one-and-two",
        place: "the section on 0.137",
        statement: "A heap of 1 and a heap of 2 are equivalent.",
        method: "Every position of a heap of 2 and up to three heaps of up to 7 (with --deep: 9), and the same with a \
                 heap of 1 in its place, played out.",
        note: "For all positions: both have a single move, to the empty heap.",
        check: one_and_two,
    },
    Claim {
        id: "dots/values",
        place: "the section on G-values",
        statement: "The values of the heaps 1 to 5 are 1, 1, 2, 0, 3; the nim-sum of 1, 2 and 5 is 6.",
        method: "The values.",
        note: "",
        check: first_values,
    },
    Claim {
        id: "dots/nim",
        place: "the Sprague-Grundy section",
        statement: "Every impartial game is equivalent to a nim heap, and a sum of games to the nim-sum.",
        method: "Sums of three heaps of 0.137 of up to 8, searched as a whole.",
        note: "Proved by Sprague and by Grundy; see dailly/17.",
        check: sums_by_play,
    },
    Claim {
        id: "dots/period",
        place: "“The G-value of a component of size n is given by”",
        statement: "The values have period 34 with exceptions: 0, 14 and 34 have one value, 16, 17, 31 and 51 another; no \
                    value is larger than 9. Heaps of 32 and 66 have value 7, heaps of 20 and 54 value 0.",
        method: "The period is found and proved; every heap up to 51 that differs from it is listed.",
        note: "`outplay table dots/period` prints the sequence that is missing from our copy of the article.",
        check: period,
    },
    Claim {
        id: "dots/fifty",
        place: "the example of 50 dots",
        statement: "50 dots have value 5, 48 and 47 have value 4; marking the eighth dot leaves 6 and 41, both of value 1. From \
                    (6,19,19) marking an end dot of the 6 leaves (4,19,19), a P-position.",
        method: "The values, and what the named dots leave.",
        note: "",
        check: fifty,
    },
    Claim {
        id: "dots/winning-move",
        place: "“How to win at Rob's game”",
        statement: "A position of nonzero value has a move to value 0; a position of value 0 has none.",
        method: "All positions of up to three heaps of up to 20 (with --deep: 34), every move.",
        note: "",
        check: winning_moves,
    },
    Claim {
        id: "dots/one-heap",
        place: "“the one-heap P positions up to 100”",
        statement: "The one-heap P-positions up to 100.",
        method: "The heaps of 0.137 of value 0; rows of up to 14 dots (with --deep: 20) played out.",
        note: "The list is missing from our copy of the article; `outplay table dots/one-heap` recomputes it.",
        check: one_heap,
    },
    Claim {
        id: "dots/two-heaps",
        place: "“all the two heap irreducible P positions with total number of tokens up to 47”",
        statement: "The irreducible two-heap P-positions of at most 47 counters, and the classes they form.",
        method: "The pairs of equal nonzero value; all pairs of at most 14 counters (with --deep: 20) played out.",
        note: "The lists are missing from our copy; `outplay table dots/two-heaps` and `dots/classes` recompute them.",
        check: two_heaps,
    },
    Claim {
        id: "dots/six",
        place: "Question, the opening section",
        statement: "Is the 6 dot game a win for the first or for the second player?",
        method: "The row of 6 played out, and the row that each dot leaves.",
        note: "",
        check: six_dots,
    },
    Claim {
        id: "dots/density",
        place: "Question, below the list of two-heap P-positions",
        statement: "Does the density of P-positions settle to a limit?",
        method: "From the proved period: how many of the 34 values of a period are 0, and how many pairs of them agree.",
        note: "It does, for every number of heaps, because the values are periodic from heap 52 on.",
        check: density,
    },
    Claim {
        id: "dots/misere",
        place: "Question, the section on Graph Theory",
        statement: "In the misère variant, in which the last player to move loses, who wins a row of dots? (In general it is much harder, and left aside.)",
        method: "Rows of up to 14 dots (with --deep: 20), solved.",
        note: "",
        check: |context| {
            let to = context.to(14, 20);
            let mut lost = Vec::new();
            for n in 1..=to {
                let winner = context.winner(&format!("octal:0.137 heaps:{n} --misere"))?;
                if winner == Some(Player::Second) {
                    lost.push(n.to_string());
                }
            }
            let told = format!(
                "the second player wins the rows of {} dots, the first all others",
                lost.join(", ")
            );
            Ok(Finding::open(told, format!("rows of up to {to} dots")))
        },
    },
    Claim {
        id: "dots/q-periodic",
        place: "Question, the sections on the period and on unsolved problems (Nowakowski's list, question 2)",
        statement: "Are the values of every such octal game periodic from some heap on?",
        method: "A period is looked for, and proved where found, for 0.137 and its neighbours: every code 0.1de, among the heaps to 2,000 (with --deep: 20,000).",
        note: "Guy's conjecture; codes of one and two digits are in dailly/c20.",
        check: neighbours_of_0_137,
    },
    Claim {
        id: "dots/officers",
        place: "the closing section",
        statement: "Whether Officers (0.6) is periodic is not known, with values explored to 2^47.",
        method: "A period is looked for among the heaps to 20,000 (with --deep: 500,000).",
        note: "The exploration to 2^47 is Flammenkamp's and is not repeated here.",
        check: officers,
    },
];

fn values(context: &mut Context, to: usize) -> Result<Vec<u32>, Stopped> {
    context.heaps("0.137", to)
}

pub(super) fn heaps(list: &[usize]) -> String {
    format!("heaps:{}", list.iter().map(usize::to_string).collect::<Vec<_>>().join(","))
}

pub(super) fn solve(list: &[usize]) -> String {
    format!("outplay solve robs-dots {}", heaps(list))
}

fn rows_are_heaps(context: &mut Context) -> Result<Finding, Stopped> {
    let to = context.to(14, 22);
    let values = values(context, to)?;
    sweep(context, 0..=to, &format!("rows of up to {to} dots"), |context, &n| {
        let row = grundy(context.solve(&format!("node-kayles path:{n}"))?);
        Ok((row != values[n]).then(|| {
            let text = format!("a row of {n} has value {row}, the heap {}", values[n]);
            Exhibit::new(text, format!("outplay solve node-kayles path:{n}"))
        }))
    })
}

fn monochrome(context: &mut Context) -> Result<Finding, Stopped> {
    let wins = |context: &mut Context, n: usize, convention: &str| {
        let question = format!("monochrome path:{n}{convention}");
        Ok(context.solve(&question)?.winner() == Some(Player::First))
    };
    let values = values(context, 12)?;
    let loses = sweep(
        context,
        1..=12usize,
        "rows of up to 12 dots, where a player who cannot move loses",
        |context, &n| {
            let same = (values[n] != 0) == wins(context, n, "")?;
            Ok((!same).then(|| Exhibit::new(format!("a row of {n}"), solve(&[n]))))
        },
    )?;
    let stated = sweep(context, 1..=12usize, "rows of up to 12 dots", |context, &n| {
        let (dots, stated) = (values[n] != 0, wins(context, n, " --misere")?);
        let who = |wins: bool| if wins { "first" } else { "second" };
        Ok((dots != stated).then(|| {
            let text = format!(
                "on a row of {n} the {} player wins Rob's Dots, but if the first who cannot move wins, the {} player does",
                who(dots),
                who(stated)
            );
            Exhibit::new(text, format!("outplay solve monochrome path:{n} --misere"))
                .drawn("node-kayles", &format!("path:{n}"), "")
        }))
    })?;
    Ok(stated.misprint("the first player who cannot move loses", &loses))
}

fn odd_rows(context: &mut Context) -> Result<Finding, Stopped> {
    let values = values(context, 2001)?;
    let won =
        sweep(context, (1..=2001usize).step_by(2), "odd rows of up to 2001 dots", |_, &n| {
            Ok((values[n] == 0).then(|| Exhibit::new(format!("a row of {n}"), solve(&[n]))))
        })?;
    let plays = (1..=15usize).step_by(2).map(|n| {
        PlayedStrategy::wins("node-kayles", format!("path:{n}"), "middle-dot", Player::First)
    });
    Ok(all([
        won,
        all_hold(
            context,
            plays.collect(),
            "the middle dot, then copying, played on odd rows of up to 15",
        )?,
    ]))
}

fn small_rows(context: &mut Context) -> Result<Finding, Stopped> {
    let v = values(context, 6)?;
    let is_n = |n: usize| v[n] != 0;
    let fact = |name: &str, claimed: bool, computed: bool, list: &[usize]| {
        (name.to_string(), claimed, computed, solve(list))
    };
    Ok(facts(
        [
            fact("that the first player wins 1", true, is_n(1), &[1]),
            fact("that the first player wins 2", true, is_n(2), &[2]),
            fact("that the first player wins 3", true, is_n(3), &[3]),
            fact("that an end dot of 3 leaves a won row", true, is_n(1), &[1]),
            fact("that the first player wins 4", false, is_n(4), &[4]),
            fact("that the first player wins 6", true, is_n(6), &[6]),
            fact("that an end dot of 6 leaves a lost row", false, is_n(4), &[4]),
        ],
        "rows of up to 6",
    ))
}

fn copies(context: &mut Context) -> Result<Finding, Stopped> {
    let v = values(context, 10)?;
    let held = sweep(context, 1..=7usize, "n up to 7 by play", |context, &n| {
        let p = by_play(context, &[n, n])?;
        Ok((!p).then(|| Exhibit::new(format!("({n},{n})"), solve(&[n, n]))))
    })?;
    let three = [1, 1, 1].iter().fold(0, |sum, &n: &usize| sum ^ v[n]);
    Ok(held.remark(format!(
        "two equal components among others need not be a P-position: (1,1,1) has value {three}"
    )))
}

/// Whether heaps make a P-position, by play alone.
fn by_play(context: &mut Context, list: &[usize]) -> Result<bool, Stopped> {
    let list = if list.is_empty() { &[0] } else { list };
    context.heaps_are_p("robs-dots", list)
}

fn listed_positions(context: &mut Context) -> Result<Finding, Stopped> {
    let v = values(context, 40)?;
    let lists: [&[usize]; 18] = [
        &[4],
        &[1, 6],
        &[2, 6],
        &[1, 7],
        &[2, 7],
        &[6, 7],
        &[3, 11],
        &[11, 25],
        &[3, 25],
        &[3, 3],
        &[2, 10, 17],
        &[7, 10, 17],
        &[3, 5, 6],
        &[3, 16],
        &[5, 6, 16],
        &[3, 7, 9],
        &[5, 9],
        &[5, 6, 7, 9],
    ];
    sweep(context, lists, "the positions named", |_, list| {
        let sum = list.iter().fold(0, |sum, &n| sum ^ v[n]);
        Ok((sum != 0)
            .then(|| Exhibit::new(format!("{} has value {sum}", heaps(list)), solve(list))))
    })
}

fn example_game(context: &mut Context) -> Result<Finding, Stopped> {
    // What each of the three dots leaves, and who loses there.
    let lines: [(&str, &[usize], bool); 3] =
        [("3", &[1, 2], true), ("3 1", &[2], false), ("3 1 5", &[], true)];
    let name = |p: bool| if p { "P" } else { "N" }.to_string();
    let mut list = Vec::new();
    for (line, left, claimed) in lines {
        let command = format!("outplay solve node-kayles path:6 --after \"{line}\"");
        let found = name(by_play(context, left)?);
        list.push((format!("the position after {line}"), name(claimed), found, command));
    }
    Ok(facts(list, "the game of three dots, and all answers"))
}

fn reducible(context: &mut Context) -> Result<Finding, Stopped> {
    let to = context.to(7, 9);
    let lists: Vec<Vec<usize>> = (1..=2).flat_map(|count| multisets(count, to)).collect();
    let mut lost = Vec::new();
    for list in lists {
        if by_play(context, &list)? {
            lost.push(list);
        }
    }
    let pairs = lost.iter().flat_map(|a| lost.iter().map(move |b| [&a[..], &b[..]].concat()));
    let what = format!("pairs of the {} P-positions of up to two heaps of up to {to}", lost.len());
    sweep(context, pairs, &what, |context, both| {
        Ok((!by_play(context, both)?).then(|| Exhibit::new(heaps(both), solve(both))))
    })
}

fn ignored(context: &mut Context) -> Result<Finding, Stopped> {
    let to = context.to(6, 7);
    let v = values(context, to)?;
    let mut played = Played::default();
    let all = (2..=4).flat_map(|count| multisets(count, to));
    sweep(context, all, &format!("up to four heaps of up to {to}"), |context, list| {
        for part in 1..1usize << list.len() {
            let of = |inside: bool| {
                let chosen = move |(at, _): &(usize, &usize)| (part >> at & 1 == 1) == inside;
                list.iter().enumerate().filter(chosen).map(|(_, &heap)| heap).collect::<Vec<_>>()
            };
            let (part, rest) = (of(true), of(false));
            let is_nothing = part.iter().fold(0, |sum, &heap| sum ^ v[heap]) == 0;
            if is_nothing && played.is_p(context, list)? != played.is_p(context, &rest)? {
                let text = format!("{} cannot be ignored in {}", heaps(&part), heaps(list));
                return Ok(Some(Exhibit::new(text, solve(list))));
            }
        }
        Ok(None)
    })
}

fn neighbours_of_0_137(context: &mut Context) -> Result<Finding, Stopped> {
    let limit = context.to(2_000, 20_000);
    let (mut proved, mut open) = (0, Vec::new());
    for digits in 0..64u8 {
        let code = format!("0.1{digits:02o}");
        let report = context.period(&code, limit)?;
        match report.proved && report.saltus == 0 {
            true => proved += 1,
            false => open.push(code),
        }
    }
    let evidence = format!("{proved} of 64 codes are proved periodic; not yet: {}", open.join(" "));
    Ok(Finding::open(evidence, format!("codes 0.1de, heaps to {limit}")))
}

/// All multisets of `count` heaps of up to `to`.
pub(super) fn multisets(count: usize, to: usize) -> Vec<Vec<usize>> {
    let mut lists = vec![Vec::new()];
    for _ in 0..count {
        let grown = lists.iter().flat_map(|list: &Vec<usize>| {
            let least = list.last().copied().unwrap_or(1);
            (least..=to).map(move |n| [&list[..], &[n]].concat())
        });
        lists = grown.collect();
    }
    lists
}

/// Positions looked up in a table of what was played.
#[derive(Default)]
pub(super) struct Played(HashMap<Vec<usize>, bool>);

impl Played {
    pub(super) fn is_p(&mut self, context: &mut Context, list: &[usize]) -> Result<bool, Stopped> {
        let mut list = list.to_vec();
        list.sort_unstable();
        if let Some(&known) = self.0.get(&list) {
            return Ok(known);
        }
        let p = by_play(context, &list)?;
        self.0.insert(list, p);
        Ok(p)
    }
}

fn equivalence(context: &mut Context) -> Result<Finding, Stopped> {
    let to = context.to(8, 11);
    let mut played = Played::default();
    let shown = |text: String, list: &[usize]| Some(Exhibit::new(text, solve(list)));
    let what = format!("heaps of up to {to}, each position played out");
    sweep(context, multisets(2, to), &what, |context, pair| {
        let (a, b) = (pair[0], pair[1]);
        if !played.is_p(context, &[a, b])? {
            return Ok(None);
        }
        for c in 1..=to {
            if played.is_p(context, &[b, c])? != played.is_p(context, &[a, c])? {
                return Ok(shown(
                    format!("({a},{b}) is a P-position, but ({b},{c}) and ({a},{c}) differ"),
                    &[a, c],
                ));
            }
            // a takes the place of b in every position with two more heaps.
            for d in c..=to {
                if played.is_p(context, &[b, c, d])? != played.is_p(context, &[a, c, d])? {
                    let text = format!(
                        "({a},{b}) is a P-position, but ({b},{c},{d}) and ({a},{c},{d}) differ"
                    );
                    return Ok(shown(text, &[a, c, d]));
                }
            }
        }
        Ok(None)
    })
}

/// If (a, b, c) is lost, b and c together take the place of a.
fn replaced_by_two(context: &mut Context) -> Result<Finding, Stopped> {
    let to = context.to(7, 8);
    let mut played = Played::default();
    let what = format!("P-positions of three heaps of up to {to}, with a fourth heap, played out");
    sweep(context, multisets(3, to), &what, |context, list| {
        let [a, b, c] = [list[0], list[1], list[2]];
        if !played.is_p(context, list)? {
            return Ok(None);
        }
        for d in 1..=to {
            if played.is_p(context, &[a, d])? != played.is_p(context, &[b, c, d])? {
                let text = format!(
                    "({a},{b},{c}) is a P-position, but ({a},{d}) and ({b},{c},{d}) differ"
                );
                return Ok(Some(Exhibit::new(text, solve(&[b, c, d]))));
            }
        }
        Ok(None)
    })
}

fn one_and_two(context: &mut Context) -> Result<Finding, Stopped> {
    let to = context.to(7, 9);
    let what = format!(
        "a 2 and up to three heaps of up to {to}, and the same with a 1 in its place, played out"
    );
    let lists: Vec<Vec<usize>> = (0..=3).flat_map(|count| multisets(count, to)).collect();
    sweep(context, lists, &what, |context, rest| {
        let (two, one) = ([&rest[..], &[2]].concat(), [&rest[..], &[1]].concat());
        let differ = by_play(context, &two)? != by_play(context, &one)?;
        Ok(differ
            .then(|| Exhibit::new(format!("{} and {}", heaps(&two), heaps(&one)), solve(&two))))
    })
}

/// The pairs that the lists name: equal values other than 0, each pair lost when played, each other pair won.
fn two_heaps(context: &mut Context) -> Result<Finding, Stopped> {
    let v = values(context, 46)?;
    let irreducible = |a: usize, b: usize| v[a] == v[b] && v[a] != 0;
    let pairs = (1..=46usize).flat_map(|a| (a..=47 - a.min(47)).map(move |b| (a, b)));
    let total = pairs.filter(|&(a, b)| a <= b && irreducible(a, b)).count();
    let to = context.to(14, 20);
    let what = format!("pairs of at most {to} counters played out");
    let small = (1..to).flat_map(|a| (a..=to - a.min(to)).map(move |b| (a, b)));
    let held = sweep(context, small.collect::<Vec<_>>(), &what, |context, &(a, b)| {
        let lost = by_play(context, &[a, b])? && !by_play(context, &[a])?;
        Ok((lost != irreducible(a, b)).then(|| Exhibit::new(format!("({a},{b})"), solve(&[a, b]))))
    })?;
    Ok(held.counting(format!("{total} irreducible pairs of at most 47 counters by their values")))
}

fn first_values(context: &mut Context) -> Result<Finding, Stopped> {
    let v = values(context, 5)?;
    let claimed = [1, 1, 2, 0, 3];
    let list = (1..=5).map(|n| (format!("the value of {n}"), claimed[n - 1], v[n], solve(&[n])));
    let sum = (
        "the nim-sum of 1, 2 and 5".to_string(),
        6,
        context.grundy("nim", "heaps:1,2,5")?,
        "outplay solve nim heaps:1,2,5".to_string(),
    );
    Ok(facts(list.chain([sum]), "heaps 1 to 5"))
}

fn sums_by_play(context: &mut Context) -> Result<Finding, Stopped> {
    let v = values(context, 8)?;
    let all = (1..=8usize).flat_map(|a| (a..=8).flat_map(move |b| (b..=8).map(move |c| [a, b, c])));
    sweep(context, all, "three heaps of up to 8, searched as a whole", |context, list| {
        let sum = list.iter().fold(0, |sum, &n| sum ^ v[n]);
        Ok((by_play(context, list)? != (sum == 0)).then(|| Exhibit::new(heaps(list), solve(list))))
    })
}

fn period(context: &mut Context) -> Result<Finding, Stopped> {
    let report = context.period("0.137", 10_000)?;
    let v = values(context, 200)?;
    let command = "outplay period 0.137".to_string();
    let exceptions: Vec<usize> = (0..=51).filter(|&n| v[n] != v[n + 102]).collect();
    let zeros: Vec<u32> = [0, 14, 34].iter().map(|&n: &usize| v[n]).collect();
    let others: Vec<u32> = [16, 17, 31, 51].iter().map(|&n: &usize| v[n]).collect();
    let text = |list: &[usize]| list.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
    let fact = |name: &str, claimed: String, computed: String| {
        (name.to_string(), claimed, computed, command.clone())
    };
    let found = facts(
        [
            fact("the period", "34".into(), report.period.unwrap_or(0).to_string()),
            fact("the last exception", "51".into(), report.last_exception.to_string()),
            fact("the list of exceptions", "0 14 16 17 31 34 51".into(), text(&exceptions)),
            fact("the values of 0, 14, 34", "[0, 0, 0]".into(), format!("{zeros:?}")),
            fact("the values of 16, 17, 31, 51", "[2, 2, 2, 2]".into(), format!("{others:?}")),
            fact("the largest value", "9".into(), report.max_grundy.to_string()),
            fact("the values of 32 and 66", "7 7".into(), format!("{} {}", v[32], v[66])),
            fact("the values of 20 and 54", "0 0".into(), format!("{} {}", v[20], v[54])),
        ],
        "all heaps: the period is proved",
    );
    Ok(found)
}

fn fifty(context: &mut Context) -> Result<Finding, Stopped> {
    let v = values(context, 50)?;
    let value = |n: usize, claimed: u32| (format!("the value of {n}"), claimed, v[n], solve(&[n]));
    let sum = |list: &[usize]| list.iter().fold(0, |sum, &n| sum ^ v[n]);
    let found = facts(
        [
            value(50, 5),
            value(48, 4),
            value(47, 4),
            value(6, 1),
            value(41, 1),
            ("the value of (6,41)".to_string(), 0, sum(&[6, 41]), solve(&[6, 41])),
            ("the value of (4,19,19)".to_string(), 0, sum(&[4, 19, 19]), solve(&[4, 19, 19])),
        ],
        "the heaps named",
    );
    // The dots marked: an end, the next, the eighth; the middle of 41; an end of 6.
    let dots: [(usize, usize, &[u64]); 5] =
        [(50, 1, &[48]), (50, 2, &[47]), (50, 8, &[6, 41]), (41, 21, &[19, 19]), (6, 1, &[4])];
    let left = dots.map(|(n, dot, claimed)| {
        let (claimed, left) = (format!("{claimed:?}"), format!("{:?}", left_by(context, n, dot)));
        (
            format!("what dot {dot} of {n} leaves"),
            claimed,
            left,
            format!("outplay moves robs-dots heaps:{n}"),
        )
    });
    Ok(all([found, facts(left, "what the dots leave")]))
}

/// The positions that a heap of n leads to.
fn moves(n: usize) -> Vec<Vec<usize>> {
    let dot = |dot: usize| vec![dot.saturating_sub(1), n.saturating_sub(dot + 2)];
    (0..n).map(dot).collect()
}

fn winning_moves(context: &mut Context) -> Result<Finding, Stopped> {
    let to = context.to(20, 34);
    let v = values(context, to)?;
    let all = (0..=to).flat_map(|a| (a..=to).flat_map(move |b| (b..=to).map(move |c| [a, b, c])));
    sweep(context, all, &format!("up to three heaps of up to {to}"), |_, list| {
        let sum = list.iter().fold(0, |sum, &n| sum ^ v[n]);
        let reaches = list.iter().any(|&n| {
            moves(n).iter().any(|left| left.iter().fold(sum ^ v[n], |sum, &k| sum ^ v[k]) == 0)
        });
        Ok((reaches != (sum != 0)).then(|| Exhibit::new(heaps(list), solve(list))))
    })
}

fn one_heap(context: &mut Context) -> Result<Finding, Stopped> {
    let v = values(context, 100)?;
    let zeros: Vec<String> = (1..=100).filter(|&n| v[n] == 0).map(|n| n.to_string()).collect();
    let to = context.to(14, 20);
    let held =
        sweep(context, 1..=to, &format!("rows of up to {to} dots played out"), |context, &n| {
            let p = by_play(context, &[n])?;
            Ok((p != (v[n] == 0)).then(|| Exhibit::new(format!("a row of {n}"), solve(&[n]))))
        })?;
    Ok(held.counting(format!("by their values they are {}", zeros.join(" "))))
}

fn six_dots(context: &mut Context) -> Result<Finding, Stopped> {
    if by_play(context, &[6])? {
        return Ok(Finding::refuted(
            Exhibit::new("the second player wins it", solve(&[6])),
            "the row of 6",
        ));
    }
    let mut winning = Vec::new();
    for (dot, left) in moves(6).iter().enumerate() {
        if by_play(context, left)? {
            winning.push((dot + 1).to_string());
        }
    }
    Ok(Finding::verified(
        format!("the first player wins by marking dot {}", winning.join(" or ")),
        "the row of 6 and what each dot leaves",
    ))
}

fn density(context: &mut Context) -> Result<Finding, Stopped> {
    let report = context.period("0.137", 10_000)?;
    let checked = "all heaps, by the period";
    let Some(period) = report.period.filter(|_| report.proved) else {
        return Ok(Finding::open("no period is proved", "heaps to 10000"));
    };
    let from = (report.last_exception + 1) as usize;
    let v = values(context, from + period)?;
    let one: Vec<u32> = v[from..from + period].to_vec();
    let zeros = one.iter().filter(|value| **value == 0).count();
    let pairs = one.iter().map(|a| one.iter().filter(|b| *b == a).count()).sum::<usize>();
    // The density of all positions of a period is that of a period of pairs: the exceptions are finitely many.
    let to = 20 * period;
    let v = values(context, to)?;
    let counted = (1..=to).filter(|&n| v[n] == 0).count();
    let near = (counted as f64 / to as f64 - zeros as f64 / period as f64).abs() < 0.01;
    let told = format!(
        "it tends to {zeros}/{period} for one heap and to {pairs}/{} for ordered pairs of heaps; of the heaps to {to}, {counted} are P-positions",
        period * period
    );
    Ok(if near { Finding::verified(told, checked) } else { Finding::open(told, checked) })
}

fn officers(context: &mut Context) -> Result<Finding, Stopped> {
    let limit = context.to(20_000, 500_000);
    let report = context.period("0.6", limit)?;
    let checked = format!("heaps to {limit}");
    if report.proved {
        let text = format!(
            "the period {} is proved among the heaps to {limit}",
            report.period.unwrap_or(0)
        );
        return Ok(Finding::refuted(Exhibit::new(text, "outplay period 0.6"), checked));
    }
    Ok(Finding::open(format!("no period is proved among the heaps to {limit}"), checked))
}
