//! Figures whose drawings our copy of the report lacks, by what the text says of them; sentences in passing; and the
//! question of caterpillars.

use std::collections::{BTreeMap, HashMap};

use outplay_rules::player::Player;
use outplay_rules::rules::Rules;
use outplay_rules::symmetry::Structure;
use outplay_solve::limits::Stopped;

use super::grids::induced;
use super::more::{full, game_graph, marked};
use crate::claim::{Claim, Exhibit, Finding, all, facts, sweep};
use crate::context::{Context, outcome};
use crate::emptying::Emptying;
use crate::trees;

/// The claims.
pub const CLAIMS: &[Claim] = &[
    Claim {
        id: "dailly/fig1",
        place: "Figure 1, section 1.1",
        statement: "A game of Cram can end with a domino of the second player, who thereby wins.",
        method: "Such games are played out by the rules: two dominoes on 2×2, four on 2×4.",
        note: "The figure is missing from our copy.",
        check: |context| {
            let game = |board: &str, line: &str| {
                let winner = context.winner_after(&format!("cram {board}"), line);
                let command = format!("outplay solve cram {board} --after \"{line}\"");
                let told = winner.map_or("nobody".to_string(), |player| player.to_string());
                (
                    format!("the winner of {board} after {line}"),
                    Player::Second.to_string(),
                    told,
                    command,
                )
            };
            let games = [game("grid:2x2", "1,2 3,4"), game("grid:2x4", "1,5 2,3 6,7 4,8")];
            Ok(facts(games, "two games"))
        },
    },
    Claim {
        id: "dailly/fig2",
        place: "Figure 2, section 1.1",
        statement: "A position of Cram can have exactly four options, as the square of four squares has.",
        method: "The dominoes that fit on 2×2, each leaving two squares side by side.",
        note: "The figure is missing from our copy.",
        check: |context| {
            let graph = context.graph("grid:2x2");
            let options = context.dominoes(&graph, full(&graph));
            let adjacent = |left: &&u64| graph.edge_pairs().any(|(u, v)| **left == 1 << u | 1 << v);
            let found = options.iter().filter(adjacent).count();
            let command = "outplay moves cram grid:2x2".to_string();
            Ok(facts([("the number of options".to_string(), 4, found, command)], "2×2"))
        },
    },
    Claim {
        id: "dailly/fig6",
        place: "Figures 5 and 6, section 1.2",
        statement: "Algorithm 1, run on the game graph of a position of Cram, shows it to be an N-position.",
        method: "The game graphs of 2×3 and of the row of five, marked by the algorithm as printed and compared with \
                 the solver.",
        note: "The figures are missing from our copy.",
        check: |context| {
            let mut rows = Vec::new();
            for board in ["grid:2x3", "grid:1x5"] {
                let graph = context.graph(board);
                let mark = marked(game_graph(context, &graph), full(&graph));
                let mark = mark.map_or("no mark", |p| if p { "P" } else { "N" });
                let value = outcome(context.grundy("cram", board)?);
                let command = format!("outplay solve cram {board}");
                let expected = if board == "grid:2x3" { "N" } else { "P" };
                rows.push((
                    format!("the mark of {board}"),
                    expected.to_string(),
                    mark.to_string(),
                    command.clone(),
                ));
                rows.push((
                    format!("the outcome of {board}"),
                    mark.to_string(),
                    value.to_string(),
                    command,
                ));
            }
            Ok(facts(rows, "two game graphs"))
        },
    },
    Claim {
        id: "dailly/fig7",
        place: "Figures 7 to 9, section 1.3",
        statement: "A sum of a P-position and an N-position of Cram is an N-position; a sum of two N-positions can be an N-position (Figure 8) or a P-position \
                    (Figure 9).",
        method: "2×2 + 1×2, 1×2 + 1×4 and 1×2 + 1×2: the outcomes of the parts and of the sums.",
        note: "The figures are missing from our copy.",
        check: sums_of_cram,
    },
    Claim {
        id: "dailly/s2.1-nim",
        place: "Section 2.1, after Figure 13",
        statement: "Nim is the octal game 0.333…: any number of counters may be taken from a heap, which is never \
                    split.",
        method: "The values of heaps of up to 12 under 0.333333333333.",
        note: "",
        check: |context| {
            let values = context.heaps("0.333333333333", 12)?;
            let row = |n: usize| {
                let command = format!("outplay solve octal:0.333333333333 heaps:{n}");
                (format!("the value of a heap of {n}"), n as u32, values[n], command)
            };
            Ok(facts((0..=12).map(row), "heaps of up to 12"))
        },
    },
    Claim {
        id: "dailly/s3.3-order",
        place: "Section 3.3, after Theorem 27",
        statement: "Under 0.03 the order of moves on a tree does not matter: all games on it have the same number of moves.",
        method: "Every tree of up to 10 vertices (with --deep: 13): the shortest and the longest game.",
        note: "",
        check: every_order,
    },
    Claim {
        id: "dailly/fig30",
        place: "Figure 30, appendix B",
        statement: "Row 2p of the table of outcomes of podes, p ≥ 1, ends with a P, since it has an odd number of positions.",
        method: "The last position of rows 2 to 14: 2p chains of length 2.",
        note: "Row 2 is P N N: there the pattern PNNN(PN)* of Lemma 52 is cut off before its fourth letter.",
        check: ends_of_rows,
    },
    Claim {
        id: "dailly/fig32",
        place: "Figure 32, appendix B",
        statement: "Under 0.33 the only move from Bipod(1,1;1,1;1) is to Pod(1,1,2).",
        method: "Every move on the graph, and what it leaves up to isomorphism.",
        note: "",
        check: only_option,
    },
    Claim {
        id: "dailly/q-caterpillars",
        place: "Question, section 4.5",
        statement: "Can related octal games such as 0.32, 0.23 or 0.22 help to compute the Grundy values of caterpillars under 0.33?",
        method: "Every caterpillar of up to 11 vertices (with --deep: 13), its spine cut in two at every place: do the \
                 values of the two parts under all four games determine its value under 0.33?",
        note: "",
        check: caterpillars,
    },
];

fn sums_of_cram(context: &mut Context) -> Result<Finding, Stopped> {
    let mut rows = Vec::new();
    for (board, claimed) in [
        ("grid:2x2", "P"),
        ("grid:1x2", "N"),
        ("grid:2x2 + grid:1x2", "N"),
        ("grid:1x4", "N"),
        ("grid:1x2 + grid:1x4", "N"),
        ("grid:1x2 + grid:1x2", "P"),
    ] {
        let found = outcome(context.grundy("cram", board)?).to_string();
        let command = format!("outplay solve cram \"{board}\"");
        rows.push((format!("the outcome of {board}"), claimed.to_string(), found, command));
    }
    Ok(facts(rows, "three sums and their parts"))
}

/// The shortest and the longest game from a position.
fn lengths(game: &Emptying, left: u64, known: &mut HashMap<u64, (u32, u32)>) -> (u32, u32) {
    if let Some(&known) = known.get(&left) {
        return known;
    }
    let mut found: Option<(u32, u32)> = None;
    for next in game.options(left).collect::<Vec<_>>() {
        let (least, most) = lengths(game, next, known);
        let sofar = found.unwrap_or((u32::MAX, 0));
        found = Some((sofar.0.min(least + 1), sofar.1.max(most + 1)));
    }
    let found = found.unwrap_or((0, 0));
    known.insert(left, found);
    found
}

fn every_order(context: &mut Context) -> Result<Finding, Stopped> {
    let most = context.to(10, 13);
    let what = format!("trees of up to {most} vertices");
    sweep(context, (1..=most).flat_map(trees::trees), &what, |context, tree| {
        let graph = context.made(trees::graph(tree));
        let game = context.emptying(&graph);
        let (least, most) = lengths(&game, game.full(), &mut HashMap::new());
        Ok((least != most).then(|| {
            let name = trees::name(tree);
            let text = format!("on {name} a game can have {least} moves, or {most}");
            Exhibit::new(text, format!("outplay moves octal:0.03 {name}"))
        }))
    })
}

fn ends_of_rows(context: &mut Context) -> Result<Finding, Stopped> {
    let mut podes = context.podes();
    let mut rows = |context: &mut Context, from: usize, what: &str| {
        sweep(context, (from..=14).step_by(2), what, |_, &chains| {
            let value = podes.cell(0, chains);
            let board = crate::podes::pode_name(&vec![2; chains]);
            Ok((value != 0).then(|| {
                let text = format!("row {chains} ends with an N: {board} has value {value}");
                Exhibit::new(text, format!("outplay solve octal:0.33 {board} --no-theorems"))
            }))
        })
    };
    let all = rows(context, 2, "rows 2 to 14")?;
    let later = rows(context, 4, "rows 4 to 14")?;
    Ok(all.but("from row 4 on it holds", &later))
}

fn only_option(context: &mut Context) -> Result<Finding, Stopped> {
    let board = "bipode:1,1;1,1;1";
    let graph = context.graph(board);
    let rules = context.taking("0.33", graph.clone());
    let start = rules.start();
    let form = |graph: &_| Structure::of_graph(graph).canonical();
    let pode = form(&context.graph("pode:1,1,2"));
    let moves = rules.moves(&start);
    let fits = |mv: &_| {
        let left = rules.apply(&start, mv).position.vertices;
        form(&induced(&graph, left.iter().fold(0, |set, v| set | 1 << v))) == pode
    };
    let other = moves.iter().find(|mv| !fits(mv));
    let command = format!("outplay moves octal:0.33 \"{board}\"");
    let only = facts(
        [("that some move leads elsewhere".to_string(), false, other.is_some(), command.clone())],
        "every move",
    );
    let some = facts([("the number of moves".to_string(), 4, moves.len(), command)], "every move");
    Ok(all([only, some]))
}

/// Lists of numbers of leaves along a spine, fewest vertices first.
fn spines(vertices: usize) -> Vec<Vec<usize>> {
    let mut lists: Vec<Vec<usize>> = vec![Vec::new()];
    let mut found = Vec::new();
    while let Some(list) = lists.pop() {
        let used: usize = list.iter().map(|leaves| leaves + 1).sum();
        for leaves in 0..vertices.saturating_sub(used) {
            let grown = [&list[..], &[leaves]].concat();
            found.push(grown.clone());
            lists.push(grown);
        }
    }
    found.sort_by_key(|list| (list.iter().map(|leaves| leaves + 1).sum::<usize>(), list.clone()));
    found
}

fn name(spine: &[usize]) -> String {
    let leaves: Vec<String> = spine.iter().map(usize::to_string).collect();
    format!("caterpillar:{}", leaves.join(","))
}

fn caterpillars(context: &mut Context) -> Result<Finding, Stopped> {
    let most = context.to(11, 13);
    let mut known: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    let mut classes: BTreeMap<Vec<u32>, BTreeMap<u32, String>> = BTreeMap::new();
    let mut example = None;
    for spine in spines(most).into_iter().filter(|spine| spine.len() >= 2) {
        let board = name(&spine);
        let value = context.grundy("octal:0.33", &board)?;
        for cut in 1..spine.len() {
            let mut key = Vec::new();
            for part in [&spine[..cut], &spine[cut..]] {
                let part = name(part);
                if !known.contains_key(&part) {
                    let mut values = Vec::new();
                    for code in ["0.33", "0.32", "0.23", "0.22"] {
                        values.push(context.grundy(&format!("octal:{code}"), &part)?);
                    }
                    known.insert(part.clone(), values);
                }
                key.extend(&known[&part]);
            }
            let class = classes.entry(key).or_default();
            class.entry(value).or_insert_with(|| board.clone());
            if class.len() > 1 && example.is_none() {
                let told: Vec<String> = class
                    .iter()
                    .map(|(value, board)| format!("{board} has value {value}"))
                    .collect();
                example = Some(told.join(", "));
            }
        }
    }
    let ambiguous = classes.values().filter(|values| values.len() > 1).count();
    let example = example.map_or(String::new(), |told| {
        format!("; the smallest example, with the same eight values of the parts: {told}")
    });
    Ok(Finding::open(
        format!(
            "not by these values alone: of {} classes of values of the two parts, {ambiguous} contain caterpillars of \
             different values{example}",
            classes.len()
        ),
        format!("caterpillars of up to {most} vertices, every cut of the spine"),
    ))
}
