//! Sections 1 and 2: the theory of impartial games, and what is said of octal games on heaps.

use outplay::readable::number;
use outplay_rules::graph::{Graph, families};
use outplay_solve::limits::Stopped;

use crate::claim::{Claim, Exhibit, Finding, facts, sweep};
use crate::context::{Context, expect};
use crate::trees;

/// The claims.
pub const CLAIMS: &[Claim] = &[
    Claim {
        id: "dailly/6",
        place: "Proposition 6, section 1.2",
        statement: "A position with a move to a P-position is an N-position, every other one is a P-position.",
        method: "Positions of 0.33 and 0.03 on small trees and grids, by plain recursion against Grundy values.",
        note: "For all games: induction on the length of play.",
        check: |context| by_play(context, 1),
    },
    Claim {
        id: "dailly/7",
        place: "Proposition 7, section 1.2",
        statement: "Every impartial game is either an N-position or a P-position, never both.",
        method: "The positions of Proposition 6: who wins by plain recursion against the Grundy values.",
        note: "For all games: induction on the length of play.",
        check: |context| by_play(context, 1),
    },
    Claim {
        id: "dailly/9",
        place: "Proposition 9, section 1.3",
        statement: "If H is a P-position, G + H has the outcome of G.",
        method: "All pairs of small trees and grids under 0.03 and 0.33, each sum searched as a whole.",
        note: "",
        check: |context| by_play(context, 2),
    },
    Claim {
        id: "dailly/t1",
        place: "Table 1, section 1.3",
        statement: "P + P is P, P + N is N, and N + N can be either.",
        method: "The same pairs; for N + N an example of each outcome.",
        note: "",
        check: table_1,
    },
    Claim {
        id: "dailly/11",
        place: "Proposition 11, section 1.3",
        statement: "G + G is a P-position for every game G.",
        method: "Each small tree and grid beside a copy of itself under 0.03 and 0.33, searched as a whole.",
        note: "For all games: the second player copies.",
        check: twice,
    },
    Claim {
        id: "dailly/12",
        place: "Proposition 12, section 1.3",
        statement: "That G + H is a P-position is an equivalence of games G and H.",
        method: "The pairs of Proposition 9: it coincides with having the same Grundy value.",
        note: "",
        check: |context| by_play(context, 2),
    },
    Claim {
        id: "dailly/15",
        place: "Proposition 15 (Grundy), section 1.3",
        statement: "A game is a P-position exactly when its Grundy value is 0.",
        method: "The positions of Proposition 6.",
        note: "For all games: induction on the length of play.",
        check: |context| by_play(context, 1),
    },
    Claim {
        id: "dailly/16",
        place: "Proposition 16, section 1.3",
        statement: "G and H are equivalent (G + H is a P-position) exactly when their Grundy values agree.",
        method: "The pairs of Proposition 9.",
        note: "",
        check: |context| by_play(context, 2),
    },
    Claim {
        id: "dailly/17",
        place: "Proposition 17, section 1.3",
        statement: "The Grundy value of a sum is the nim-sum of the Grundy values.",
        method: "All triples of trees of up to 3 vertices (with --deep: 4) and the square, under 0.03 and 0.33: the outcome of the sum, searched as a whole, is P exactly when \
                 the nim-sum is 0.",
        note: "",
        check: |context| by_play(context, 3),
    },
    Claim {
        id: "dailly/s2.2-cram",
        place: "Section 2.2",
        statement: "0.07 is Cram played on a line.",
        method: "Lines of up to 20 squares (with --deep: 30): Grundy values.",
        note: "",
        check: cram_on_a_line,
    },
    Claim {
        id: "dailly/s2.2-values",
        place: "Section 2.2, with Definition 19",
        statement: "The nim-sequence of 0.07 (the Grundy values of heaps 0, 1, 2, …) begins \
                    0112031103322405223301130211045274.",
        method: "The first 34 values.",
        note: "The printed word lists the heaps from 1 on; Definition 19 begins with the empty heap.",
        check: dawsons_kayles_values,
    },
    Claim {
        id: "dailly/s2.2-period",
        place: "Section 2.2",
        statement: "The nim-sequence of 0.07 has period 34 after a pre-period of length 68.",
        method: "The period is found and proved by the periodicity theorem.",
        note: "A pre-period of length p means that the values repeat from heap p on; the paper counts this way for \
               0.16.",
        check: dawsons_kayles_period,
    },
    Claim {
        id: "dailly/s2.2-0.16",
        place: "Section 2.2",
        statement: "The nim-sequence of 0.16 has period 149459 after a pre-period of length 105351.",
        method: "The period is found and proved.",
        note: "",
        check: period_016,
    },
    Claim {
        id: "dailly/s2.2-0.007",
        place: "Section 2.2",
        statement: "No period of 0.007 shows among its first 2^28 values; only 37 of them are 0.",
        method: "The values to 2^16 (with --deep: 2^18): no period, zeros counted.",
        note: "The zeros found so far bound the number from below. `outplay period 0.007` goes on.",
        check: treblecross,
    },
    Claim {
        id: "dailly/c20",
        place: "Conjecture 20 (Guy), section 2.2",
        statement: "The nim-sequence of every finite octal game is periodic from some heap on.",
        method: "Every code 0.d and 0.de: a period is looked for among the heaps to 4,000 (with --deep: 60,000), and \
                 proved where found.",
        note: "A conjecture about infinitely many games: each code proved periodic is evidence; a code not proved \
               within the bound says nothing.",
        check: guy,
    },
    Claim {
        id: "dailly/s2.3",
        place: "Section 2.3, after Definition 21",
        statement: "If the vertices taken need not be connected, 0.33 on a connected graph is 0.33 on a heap of as \
                    many counters: one or two vertices can always be taken without disconnecting the rest.",
        method: "Every tree of up to 9 vertices (with --deep: 12): a connected graph has a spanning tree, and a \
                 move that leaves the tree connected leaves the graph connected.",
        note: "For all sizes: take leaves of a spanning tree.",
        check: free_taking,
    },
    Claim {
        id: "dailly/s2.3-chains",
        place: "Section 2.3, after Definition 22",
        statement: "Playing an octal game on a chain is playing it on a heap.",
        method: "The Grundy values of the 64 games of two digits on chains of up to 9 vertices, and of the 512 of three on up to 7 (with --deep: 11 and 9), against those of \
                 heaps.",
        note: "For all games: i neighbouring vertices of a chain leave nothing, one chain or two, and so do i counters of a heap.",
        check: chains_are_heaps,
    },
];

fn chains_are_heaps(context: &mut Context) -> Result<Finding, Stopped> {
    let two = (0..64u32).map(|code| (format!("0.{:02o}", code), context.to(9, 11)));
    let three = (0..512u32).map(|code| (format!("0.{:03o}", code), context.to(7, 9)));
    let games: Vec<(String, usize)> = two.chain(three).collect();
    sweep(context, games, "games of two and three digits", |context, (code, most)| {
        let heaps = context.heaps(code, *most)?;
        for (n, &heap) in heaps.iter().enumerate() {
            let chain = context.grundy_on(code, &context.graph(&format!("path:{n}")))?;
            if chain != heap {
                let text = format!(
                    "{code} on the chain of {n} vertices has value {chain}, on the heap {heap}"
                );
                return Ok(Some(Exhibit::new(
                    text,
                    format!("outplay solve octal:{code} path:{n}"),
                )));
            }
        }
        Ok(None)
    })
}

/// Small graphs to add up.
pub(super) fn samples(most: usize) -> Vec<(String, Graph)> {
    let mut all = vec![("path:0".to_string(), expect(families::path(0)))];
    for n in 1..=most {
        for tree in trees::trees(n) {
            all.push((trees::name(&tree), trees::graph(&tree)));
        }
    }
    all.push(("grid:2x2".into(), expect(families::grid(2, 2))));
    all
}

/// Whether the sum of graphs is a P-position, by play alone.
pub(super) fn is_p(context: &mut Context, code: &str, parts: &[&Graph]) -> Result<bool, Stopped> {
    let mut sum = expect(families::path(0));
    for part in parts {
        sum = expect(sum.disjoint_union(part));
    }
    context.is_p(code, sum)
}

/// Sums of `count` samples: P by play exactly when the nim-sum of the values is 0.
pub fn by_play(context: &mut Context, count: usize) -> Result<Finding, Stopped> {
    let most = match count {
        1 => 7,
        2 => 5,
        _ => context.to(3, 4),
    };
    let samples = samples(most);
    let mut cases = Vec::new();
    for code in ["0.03", "0.33"] {
        for i in 0..samples.len() {
            match count {
                1 => cases.push((code, vec![i])),
                2 => cases.extend((0..=i).map(|j| (code, vec![i, j]))),
                _ => {
                    cases.extend((0..=i).flat_map(|j| (0..=j).map(move |k| (code, vec![i, j, k]))))
                }
            }
        }
    }
    let what = match count {
        1 => format!("graphs of up to {most} vertices"),
        _ => format!("sums of {count} graphs of up to {most} vertices"),
    };
    sweep(context, cases, &what, |context, (code, parts)| {
        let mut sum = 0;
        for &i in parts {
            sum ^= context.grundy_on(code, &samples[i].1)?;
        }
        let graphs: Vec<&Graph> = parts.iter().map(|&i| &samples[i].1).collect();
        let p = is_p(context, code, &graphs)?;
        let names: Vec<&str> = parts.iter().map(|&i| &samples[i].0[..]).collect();
        Ok((p != (sum == 0)).then(|| {
            let board = names.join(" + ");
            Exhibit::new(
                format!("{board} under {code} has nim-sum {sum}"),
                format!("outplay solve octal:{code} \"{board}\" --plain"),
            )
        }))
    })
}

fn twice(context: &mut Context) -> Result<Finding, Stopped> {
    let samples = samples(6);
    let cases: Vec<(&str, usize)> =
        ["0.03", "0.33"].iter().flat_map(|c| (0..samples.len()).map(move |i| (*c, i))).collect();
    sweep(context, cases, "graphs of up to 6 vertices", |context, &(code, i)| {
        let (name, graph) = &samples[i];
        let p = is_p(context, code, &[graph, graph])?;
        Ok((!p).then(|| {
            Exhibit::new(
                format!("{name} twice is not a P-position under {code}"),
                format!("outplay solve octal:{code} \"{name} + {name}\""),
            )
        }))
    })
}

fn table_1(context: &mut Context) -> Result<Finding, Stopped> {
    let held = by_play(context, 2)?;
    let one = context.grundy("octal:0.33", "path:1")?;
    let two = context.grundy("octal:0.33", "path:2")?;
    let both = one != 0 && two != 0 && one != two;
    if !both {
        return Ok(Finding::open("the two sums of N-positions were not found", "paths"));
    }
    let text = "of N-positions, path:1 + path:1 is P and path:1 + path:2 is N under 0.33";
    Ok(Finding { evidence: format!("{}; {text}", held.evidence), ..held })
}

fn cram_on_a_line(context: &mut Context) -> Result<Finding, Stopped> {
    let to = context.to(20, 30);
    let values = context.heaps("0.07", to)?;
    sweep(context, 0..=to, &format!("lines of up to {to} squares"), |context, &n| {
        let line = context.grundy("cram", &format!("path:{n}"))?;
        Ok((line != values[n]).then(|| {
            Exhibit::new(
                format!("a line of {n} has value {line}"),
                format!("outplay solve cram path:{n}"),
            )
        }))
    })
}

fn dawsons_kayles_values(context: &mut Context) -> Result<Finding, Stopped> {
    let printed = "0112031103322405223301130211045274";
    let values = context.heaps("0.07", 40)?;
    let list = printed.chars().enumerate().map(|(n, c)| {
        let claimed = c.to_digit(10).unwrap_or(0);
        let command = "outplay sequence 0.07 --to 34".to_string();
        (format!("the value of the heap of {n}"), claimed, values[n], command)
    });
    let finding = facts(list, "heaps 0 to 33");
    let shifted = printed.chars().enumerate().map(|(n, c)| {
        let claimed = c.to_digit(10).unwrap_or(0);
        (format!("the value of the heap of {}", n + 1), claimed, values[n + 1], String::new())
    });
    let shifted = facts(shifted, "heaps 1 to 34");
    Ok(finding.misprint("the word printed is right for the heaps 1 to 34", &shifted))
}

fn dawsons_kayles_period(context: &mut Context) -> Result<Finding, Stopped> {
    let printed = period(context, "0.07", 34, 68)?;
    let repeats = period(context, "0.07", 34, 53)?;
    Ok(printed.but("the period is 34, from heap 53 on and so from heap 68 on as well", &repeats))
}

fn period_016(context: &mut Context) -> Result<Finding, Stopped> {
    period(context, "0.16", 149_459, 105_351)
}

fn period(context: &mut Context, code: &str, period: usize, from: i64) -> Result<Finding, Stopped> {
    let report = context.period(code, 2_000_000)?;
    let command = format!("outplay period {code}");
    let first = report.last_exception + 1;
    let found = report.period.filter(|_| report.proved).unwrap_or(0);
    let what = format!("all heaps: period {found} from heap {first} on, proved");
    let row =
        |name: &str, claimed: i64, found: i64| (name.to_string(), claimed, found, command.clone());
    let before = "the length of the pre-period (the heaps before the values repeat for ever)";
    Ok(facts([row("the period", period as i64, found as i64), row(before, from, first)], &what))
}

fn treblecross(context: &mut Context) -> Result<Finding, Stopped> {
    let to = context.to(1usize << 16, 1 << 18);
    let values = context.heaps("0.007", to - 1)?;
    let zeros = values.iter().filter(|v| **v == 0).count();
    let checked = format!("heaps below {}", number(to as u64));
    if zeros > 37 {
        let text = format!("{zeros} values below {to} are 0, more than 37");
        return Ok(Finding::refuted(
            Exhibit::new(text, format!("outplay positions 0.007 --heaps 1 --total {}", to - 1)),
            checked,
        ));
    }
    Ok(Finding::open(
        format!("{zeros} zeros below {}, counting the empty heap", number(to as u64)),
        checked,
    ))
}

fn guy(context: &mut Context) -> Result<Finding, Stopped> {
    let limit = context.to(4_000, 60_000);
    let (mut proved, mut open) = (0, Vec::new());
    for first in 0..8u8 {
        for second in 0..8u8 {
            let text = format!("0.{first}{second}");
            let report = context.period(&text, limit)?;
            if report.proved && report.saltus == 0 {
                proved += 1;
            } else {
                open.push(text);
            }
        }
    }
    let evidence = format!("{proved} of 64 codes are proved periodic; not yet: {}", open.join(" "));
    Ok(Finding::open(evidence, format!("codes of up to two digits, heaps to {limit}")))
}

fn free_taking(context: &mut Context) -> Result<Finding, Stopped> {
    let most = context.to(9, 12);
    let all: Vec<trees::Tree> = (2..=most).flat_map(trees::trees).collect();
    sweep(context, all, &format!("trees of up to {most} vertices"), |context, tree| {
        let game = context.emptying(&context.made(trees::graph(tree)));
        let full = game.full();
        let n = tree.len() + 1;
        let one = (0..n).any(|v| game.connected(full & !(1 << v)));
        let two = (0..n).any(|u| (0..u).any(|v| game.connected(full & !(1 << u | 1 << v))));
        let name = trees::name(tree);
        Ok((!(one && two)).then(|| {
            Exhibit::new(format!("no vertex, or no two, can be taken from {name}"), String::new())
        }))
    })
}
