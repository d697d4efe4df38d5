//! Sentences in passing that the report builds on, and an idea for Conjecture 63.

use std::collections::{BTreeMap, HashMap};

use outplay_rules::graph::Graph;
use outplay_rules::player::Player;
use outplay_solve::limits::Stopped;

use super::grids::{induced, sizes};
use super::more::{full, game_graph};
use super::theory::{is_p, samples};
use crate::claim::{Claim, Exhibit, Finding, all, sweep};
use crate::context::Context;
use crate::emptying::Emptying;
use crate::podes::{bipode_name, chains};

/// The claims.
pub const CLAIMS: &[Claim] = &[
    Claim {
        id: "dailly/s1.2-size",
        place: "Section 1.2, after Algorithm 1",
        statement: "The size of the game graph can be exponential.",
        method: "Cram on n rows of two squares, n up to 12: the game graph has 2^n positions.",
        note: "For all n: each row is still there or gone.",
        check: exponential,
    },
    Claim {
        id: "dailly/s1.3-options",
        place: "Section 1.3, after Definition 10 and before Definition 13",
        statement: "All P-positions are equivalent. The sum of a game and one of its options is an N-position, so that no game has the value of one of its options.",
        method: "Every tree of up to 5 vertices and the square under 0.03 and 0.33: all sums of two P-positions, and \
                 of a game and an option, searched as a whole.",
        note: "For all games: the first player makes the two equal (dailly/11).",
        check: options_differ,
    },
    Claim {
        id: "dailly/s4.4-two",
        place: "Section 4.4, end",
        statement: "The Grundy value of a (k, l, 2)-bipode, unlike that of a (k, l, 1)-bipode, is not determined by those of its two podes, however large it is.",
        method: "Bipodes with four chains or more at each centre, up to 6 of each length: the values for each pair of values of podes.",
        note: "The values have period 2 from four chains of a length on (dailly/q-bipodes), so this continues for \
               ever. That entry also says what does determine the value.",
        check: not_a_sum,
    },
    Claim {
        id: "dailly/q-answer",
        place: "Question, section 4.5, after Conjecture 63",
        statement: "Is there a structure on 3k×n grids by which the second player under 0.33 can always take two vertices after one is taken (and one after two)?",
        method: "Every grid with a side 3k of up to 18 vertices (with --deep: 24): the game in which the second player \
                 must answer in this way, compared with 0.33; and the winner on 2×21.",
        note: "Where the first player wins there is no such structure: 2×21, the counterexample to Conjecture 63 \
               (dailly/c63), is one.",
        check: answers_of_three,
    },
];

fn exponential(context: &mut Context) -> Result<Finding, Stopped> {
    sweep(context, 1..=12usize, "up to 12 rows of two", |context, &n| {
        let board = format!("cells:{}", vec!["##"; n].join("."));
        let positions = game_graph(context, &context.graph(&board)).len();
        let text = format!("{board} has {positions} positions");
        Ok((positions != 1 << n)
            .then(|| Exhibit::new(text, format!("outplay solve cram \"{board}\""))))
    })
}

/// What can be left of a graph under 0.03, or under 0.33.
fn options(graph: &Graph, game: &Emptying, code: &str) -> Vec<u64> {
    let pairs = graph.edge_pairs().map(|(u, v)| 1u64 << u | 1 << v);
    let single = (0..graph.vertex_count()).filter(|_| code == "0.33").map(|v| 1u64 << v);
    let left = pairs.chain(single).map(|taken| full(graph) & !taken);
    left.filter(|&left| game.connected(left)).collect()
}

fn options_differ(context: &mut Context) -> Result<Finding, Stopped> {
    let samples = samples(5);
    let mut parts = Vec::new();
    for code in ["0.03", "0.33"] {
        let mut lost: Vec<&(String, Graph)> = Vec::new();
        for sample in &samples {
            if is_p(context, code, &[&sample.1])? {
                lost.push(sample);
            }
        }
        let pairs = lost.iter().flat_map(|a| lost.iter().map(move |b| (*a, *b)));
        let what = format!("pairs of the {} P-positions under {code}", lost.len());
        parts.push(sweep(context, pairs.collect::<Vec<_>>(), &what, |context, (a, b)| {
            let p = is_p(context, code, &[&a.1, &b.1])?;
            let board = format!("{} + {}", a.0, b.0);
            let command = format!("outplay solve octal:{code} \"{board}\" --plain");
            Ok((!p).then(|| Exhibit::new(format!("{board} is an N-position"), command)))
        })?);
        let what = format!("options under {code}");
        parts.push(sweep(context, &samples, &what, |context, (name, graph)| {
            let game = context.emptying(graph);
            for left in options(graph, &game, code) {
                let option = induced(graph, left);
                let same = context.grundy_on(code, graph)? == context.grundy_on(code, &option)?;
                if same || is_p(context, code, &[graph, &option])? {
                    let text = format!("an option of {name} under {code} is equivalent to it");
                    let command = format!("outplay moves octal:{code} {name}");
                    return Ok(Some(Exhibit::new(text, command)));
                }
            }
            Ok(None)
        })?);
    }
    Ok(all(parts))
}

fn not_a_sum(context: &mut Context) -> Result<Finding, Stopped> {
    let mut podes = context.podes();
    let numbers = || 0..=6usize;
    let sides: Vec<(usize, usize)> = numbers()
        .flat_map(|a| numbers().map(move |b| (a, b)))
        .filter(|(a, b)| a + b >= 4)
        .collect();
    let mut found: BTreeMap<(u32, u32), BTreeMap<u32, String>> = BTreeMap::new();
    for &(a1, a2) in &sides {
        context.budget.check()?;
        for &(b1, b2) in &sides {
            let values = (podes.cell(a1, a2), podes.cell(b1, b2));
            let (left, right) = (chains(a1, a2), chains(b1, b2));
            let value = podes.bipode(&left, &right, 2);
            let name = || bipode_name(&left, &right, 2);
            found.entry(values).or_default().entry(value).or_insert_with(name);
        }
    }
    let checked = "four chains or more at each centre, up to 6 of each length";
    let Some((values, bipodes)) = found.iter().find(|(_, bipodes)| bipodes.len() > 1) else {
        let text = "the values of the podes determine that of the bipode";
        return Ok(Finding::refuted(Exhibit::new(text, "outplay table dailly/5"), checked));
    };
    let mut told = Vec::new();
    for (value, name) in bipodes {
        // Chain by chain is not vertex by vertex.
        if context.grundy("octal:0.33", name)? != *value {
            return Ok(Finding::open(format!("{name} has two values"), checked));
        }
        told.push(format!("{name} has value {value}"));
    }
    let told = told.join(", ");
    let (a, b) = values;
    Ok(Finding::verified(format!("with podes of values {a} and {b}, {told}"), checked))
}

/// 0.33 where the second player must take two vertices after one, and one after two.
struct Answering<'a> {
    graph: &'a Graph,
    game: Emptying,
    known: HashMap<u64, bool>,
}

impl Answering<'_> {
    /// What is left after this many vertices are taken.
    fn taking(&self, count: u32, left: u64) -> Vec<u64> {
        let sets: Vec<u64> = match count {
            1 => (0..self.graph.vertex_count()).map(|v| 1 << v).collect(),
            _ => self.graph.edge_pairs().map(|(u, v)| 1u64 << u | 1 << v).collect(),
        };
        let there = sets.into_iter().filter(|set| set & !left == 0);
        there.map(|set| left & !set).filter(|&rest| self.game.connected(rest)).collect()
    }

    /// Whether every move has such an answer, and so on to the end.
    fn holds(&mut self, left: u64) -> bool {
        if let Some(&known) = self.known.get(&left) {
            return known;
        }
        let holds = [1, 2].into_iter().all(|count| {
            self.taking(count, left)
                .into_iter()
                .all(|next| self.taking(3 - count, next).into_iter().any(|rest| self.holds(rest)))
        });
        self.known.insert(left, holds);
        holds
    }
}

fn answers_of_three(context: &mut Context) -> Result<Finding, Stopped> {
    let most = context.to(18, 24);
    let (mut held, mut failed) = (Vec::new(), Vec::new());
    for (m, n) in sizes(most).into_iter().filter(|(m, n)| m % 3 == 0 || n % 3 == 0) {
        context.budget.check()?;
        let name = format!("grid:{m}x{n}");
        let graph = context.graph(&name);
        let game = context.emptying(&graph);
        let mut answering = Answering { graph: &graph, game, known: HashMap::new() };
        if answering.holds(full(&graph)) {
            held.push(format!("{m}×{n}"));
        } else if context.grundy("octal:0.33", &name)? == 0 {
            failed.push(format!("{m}×{n}"));
        }
    }
    let checked = format!("grids of up to {most} vertices, and 2×21");
    let mut told = format!("the second player can on {}", held.join(", "));
    if !failed.is_empty() {
        told = format!(
            "{told}; not on {}, which the second player wins by other means",
            failed.join(", ")
        );
    }
    Ok(match context.winner("octal:0.33 grid:2x21")? {
        Some(Player::First) => {
            let text = "no, not on all: the first player wins on 2×21. On small grids";
            Finding::verified(format!("{text} {told}"), checked)
        }
        _ => Finding::open(told, checked),
    })
}
