//! Sections 4.2 and 4.3 and appendix C: the game 0.33 on chains and podes.

use outplay_solve::limits::Stopped;

use crate::claim::{Claim, Exhibit, Finding, facts, sweep};
use crate::context::{Context, outcome};
use crate::podes::{Podes, chain_lists, chains, pode_name};

/// The claims.
pub const CLAIMS: &[Claim] = &[
    Claim {
        id: "dailly/44",
        place: "Theorem 44, section 4.2 and appendix B",
        statement: "Under 0.33 the chain of m vertices has Grundy value m modulo 3.",
        method: "Chains of up to 60 vertices; for all m by induction, mex(m - 1, m - 2 mod 3).",
        note: "",
        check: chains_mod_3,
    },
    Claim {
        id: "dailly/46",
        place: "Observation 46, section 4.3",
        statement: "Pod(0) is a single vertex, Pod(l) the chain of l + 1, Pod(l, l') the chain of l + l' + 1.",
        method: "l, l' up to 6: number of vertices, edges and degrees.",
        note: "",
        check: small_podes,
    },
    Claim {
        id: "dailly/47",
        place: "Lemma 47, section 4.3",
        statement: "A k-pode that is an N-position under 0.33, other than Pod(0) and Pod(1), has a winning move that does \
                    not take the centre.",
        method: "Every pode of up to 4 chains of length up to 4 (with --deep: 5 of up to 6).",
        note: "",
        check: lemma_47,
    },
    Claim {
        id: "dailly/48",
        place: "Lemma 48, section 4.3",
        statement: "Pod(0) and Pod(1,1,1) have the same Grundy value under 0.33.",
        method: "The two podes.",
        note: "",
        check: lemma_48,
    },
    Claim {
        id: "dailly/49",
        place: "Lemma 49, section 4.3 and appendix B",
        statement: "Pod(1,1,3) has Grundy value 0 under 0.33.",
        method: "The pode.",
        note: "",
        check: lemma_49,
    },
    Claim {
        id: "dailly/50",
        place: "Lemma 50, section 4.3",
        statement: "Adding three vertices at the end of a chain of a pode, or a new chain of three, does not change its \
                    Grundy value under 0.33.",
        method: "Every pode of up to 5 chains of length up to 3, every chain (with --deep: 7 of up to 5).",
        note: "In the base cases of the proof, three vertices more at an end of P3 are said to make P5; they make P6.",
        check: lemma_50,
    },
    Claim {
        id: "dailly/51",
        place: "Corollary 51, section 4.3",
        statement: "Under 0.33 the Grundy value of a pode depends on the lengths of its chains only modulo 3.",
        method: "Every pode of up to 4 chains of length up to 6 (with --deep: 6 of up to 8).",
        note: "For all podes by Lemma 50, applied repeatedly.",
        check: corollary_51,
    },
    Claim {
        id: "dailly/s4.3-moves",
        place: "Section 4.3, below Figure 22",
        statement: "In the table of podes with n1 chains of length 1 and n2 of length 2, a move goes up, left, or up and \
                    left; only Pod(1) has another move (to the empty graph).",
        method: "The moves of every pode of the table with up to 5 chains, on the graph.",
        note: "Pod(0) is left aside: its only move empties the board. The tables of outcomes and of values are not \
               affected, because the omitted move changes no value.",
        check: three_directions,
    },
    Claim {
        id: "dailly/fig22",
        place: "Figure 22, section 4.3",
        statement: "The first five rows of the table of podes: a row for each number of chains, a column for each number of \
                    chains of length 2; above them the empty graph.",
        method: "The podes of up to 4 chains, searched as graphs and compared with the values by chain lengths.",
        note: "The figure is missing from our copy; `outplay table dailly/fig22` lays it out.",
        check: |context| figures(context),
    },
    Claim {
        id: "dailly/fig23",
        place: "Figure 23, section 4.3",
        statement: "The outcomes of these podes. What the text says of them: the empty graph is P, Pod(0) and Pod(1) are N, Pod(2) \
                    is P, Pod(1,1) is P and Pod(1,1,2) is N.",
        method: "The podes of up to 4 chains, searched as graphs and compared with the values by chain lengths; and \
                 those that the text names.",
        note: "The figure is missing from our copy; `outplay table dailly/fig23` recomputes it.",
        check: figure_23,
    },
    Claim {
        id: "dailly/52",
        place: "Lemma 52, section 4.3",
        statement: "Row 2p of the table of outcomes (2p chains) reads PNN(PN)*, row 2p + 1 reads NNP(N)*, for p ≥ 1.",
        method: "Rows 2 to 14.",
        note: "Appendix B prints the even rows as PNNN(PN)* (dailly/52-appendix), which is right. Theorem 53, which \
               rests on the lemma, is right too.",
        check: |context| {
            let meant = rows_52(context, "PNNN", "PN")?;
            let printed = rows_52(context, "PNN", "PN")?;
            Ok(printed.misprint("row 2p reads PNNN(PN)*, as appendix B has it", &meant))
        },
    },
    Claim {
        id: "dailly/52-appendix",
        place: "Lemma 52 as stated in appendix B, with Figure 31",
        statement: "Row 2p of the table of outcomes reads PNNN(PN)* as far as it goes, row 2p + 1 reads NNP(N)*, for \
                    p ≥ 1.",
        method: "Rows 2 to 14; for all rows by the induction of the appendix.",
        note: "Row 2 has three entries, PNN.",
        check: |context| rows_52(context, "PNNN", "PN"),
    },
    Claim {
        id: "dailly/53",
        place: "Theorem 53, section 4.3",
        statement: "With n1 chains of length 1 modulo 3 and n2 of length 2 modulo 3, a pode is an N-position under 0.33 \
                    if n1 = n2 = 0, or n2 is odd and (n1, n2) ≠ (0, 1), or n2 = 2 and n1 is even, or n2 ≠ 2 is even and \
                    n1 is odd.",
        method: "Every pode of up to 6 chains of length up to 4 (with --deep: 8 of up to 6), in both directions: these \
                 are all the N-positions.",
        note: "The theorem says `if`; `only if` holds as well.",
        check: theorem_53,
    },
    Claim {
        id: "dailly/fig34",
        place: "Figure 34, appendix C",
        statement: "The first rows of the Grundy values of the podes under 0.33.",
        method: "The podes of up to 4 chains, searched as graphs and compared with the values by chain lengths.",
        note: "The figure is missing from our copy; `outplay table dailly/fig34` recomputes it.",
        check: |context| figures(context),
    },
    Claim {
        id: "dailly/64",
        place: "Theorem 64, appendix C",
        statement: "Row 2p - 1 of the table of values reads 0312(03)*, row 2p reads 1203(12)*, for p ≥ 3; the rows stand \
                    for the number of chains (section 4.3).",
        method: "Rows 5 to 14.",
        note: "Section 4.3 and Lemma 52 number the rows by their chains.",
        check: theorem_64,
    },
];

pub(super) fn solve_command(board: &str) -> String {
    format!("outplay solve octal:0.33 \"{board}\" --no-theorems")
}

fn chains_mod_3(context: &mut Context) -> Result<Finding, Stopped> {
    sweep(context, 0..=60usize, "chains of up to 60 vertices", |context, &m| {
        let value = context.grundy_on("0.33", &context.graph(&format!("path:{m}")))?;
        Ok((value as usize != m % 3).then(|| {
            Exhibit::new(format!("path:{m} has value {value}"), solve_command(&format!("path:{m}")))
        }))
    })
}

fn small_podes(context: &mut Context) -> Result<Finding, Stopped> {
    let all = (0..=6usize).flat_map(|l| (0..=6usize).map(move |k| (l, k)));
    sweep(context, all, "l, l' up to 6", |context, &(l, k)| {
        let graph = context.graph(&pode_name(&[l, k]));
        let degrees = (0..graph.vertex_count()).map(|v| graph.neighbours(v).len());
        let chain = graph.vertex_count() == l + k + 1 && graph.edge_count() == l + k;
        Ok((!chain || degrees.max().unwrap_or(0) > 2)
            .then(|| Exhibit::new(format!("Pod({l},{k})"), String::new())))
    })
}

fn lemma_47(context: &mut Context) -> Result<Finding, Stopped> {
    let lists = chain_lists(context.to(4, 5), context.to(4, 6));
    let mut podes = context.podes();
    let what = "podes other than Pod(0) and Pod(1)";
    sweep(context, lists, what, |_, list| {
        if list.iter().sum::<usize>() <= 1 || podes.pode(list) == 0 {
            return Ok(None);
        }
        // Shortening a chain by 1 or 2 never takes the centre.
        let keeps = (0..list.len()).any(|i| {
            (1..=list[i].min(2)).any(|by| {
                let mut next = list.clone();
                next[i] -= by;
                podes.pode(&next) == 0
            })
        });
        let name = pode_name(list);
        Ok((!keeps)
            .then(|| Exhibit::new(name.clone(), format!("outplay moves octal:0.33 \"{name}\""))))
    })
}

fn lemma_48(context: &mut Context) -> Result<Finding, Stopped> {
    let single = context.grundy("octal:0.33", "pode:0")?;
    let three = context.grundy("octal:0.33", "pode:1,1,1")?;
    let row = ("the value of Pod(1,1,1)".to_string(), single, three, solve_command("pode:1,1,1"));
    Ok(facts([row], "both podes"))
}

fn lemma_49(context: &mut Context) -> Result<Finding, Stopped> {
    let value = context.grundy("octal:0.33", "pode:1,1,3")?;
    let row = ("the value of Pod(1,1,3)".to_string(), 0, value, solve_command("pode:1,1,3"));
    Ok(facts([row], "the pode"))
}

/// Chain lengths may be reduced modulo 3: the value is that of the remainders.
fn corollary_51(context: &mut Context) -> Result<Finding, Stopped> {
    let lists = chain_lists(context.to(4, 6), context.to(6, 8));
    let mut podes = context.podes();
    sweep(context, lists, "podes", |_, list| {
        let rest: Vec<usize> = list.iter().map(|length| length % 3).collect();
        let (value, reduced) = (podes.pode(list), podes.pode(&rest));
        let name = pode_name(list);
        Ok((value != reduced).then(|| {
            let text = format!("{name} has value {value}, {} has {reduced}", pode_name(&rest));
            Exhibit::new(text, solve_command(&name))
        }))
    })
}

fn lemma_50(context: &mut Context) -> Result<Finding, Stopped> {
    let lists = chain_lists(context.to(5, 7), context.to(3, 5));
    let mut podes = context.podes();
    let held = sweep(context, lists, "podes, every chain and a new one", |_, list| {
        let value = podes.pode(list);
        for i in 0..=list.len() {
            let longer = lengthened(list, i);
            let other = podes.pode(&longer);
            if value != other {
                let text = format!(
                    "{} has value {value}, {} has {other}",
                    pode_name(list),
                    pode_name(&longer)
                );
                return Ok(Some(Exhibit::new(text, solve_command(&pode_name(&longer)))));
            }
        }
        Ok(None)
    })?;
    let p5 = context.grundy("octal:0.33", "path:5")?;
    let p6 = context.grundy("octal:0.33", "path:6")?;
    Ok(held.remark(format!(
        "the base case P = P3 names P' = P5, of value {p5}; three vertices more make P6, of value {p6}, as the proof needs"
    )))
}

/// A list of chains with three more on one of them, or one new chain of three.
pub(super) fn lengthened(list: &[usize], i: usize) -> Vec<usize> {
    let mut longer = list.to_vec();
    match longer.get_mut(i) {
        Some(length) => *length += 3,
        None => longer.push(3),
    }
    longer
}

/// Every move of a pode of the table leads to the cell above, to the left, or above left.
fn three_directions(context: &mut Context) -> Result<Finding, Stopped> {
    let many = directions_from(context, 3)?;
    let all = directions_from(context, 1)?;
    Ok(all.but("it holds for podes with three chains or more", &many))
}

fn directions_from(context: &mut Context, least: usize) -> Result<Finding, Stopped> {
    let cells = (least..=5usize).flat_map(|k| (0..=k).map(move |twos| (k - twos, twos)));
    let what = format!("podes of {least} to 5 chains of length 1 and 2");
    sweep(context, cells, &what, |context, &(ones, twos)| {
        let list = chains(ones, twos);
        let graph = context.graph(&pode_name(&list));
        let game = context.emptying(&graph);
        let full = game.full();
        let n = graph.vertex_count();
        let single = (0..n).map(|v| full & !(1 << v));
        let rests: Vec<u64> =
            single.filter(|&rest| game.connected(rest)).chain(game.options(full)).collect();
        let reached = |ones: Option<usize>, twos: Option<usize>| {
            let list = chains(ones?, twos?);
            Some(super::grids::induced(&context.graph(&pode_name(&list)), u64::MAX))
        };
        let allowed = [
            reached(ones.checked_sub(1), Some(twos)),
            reached(Some(ones + 1), twos.checked_sub(1)),
            reached(Some(ones), twos.checked_sub(1)),
        ];
        let form = |g: &outplay_rules::graph::Graph| {
            outplay_rules::symmetry::Structure::of_graph(g).canonical()
        };
        let forms: Vec<_> = allowed.iter().flatten().map(form).collect();
        let other = rests
            .iter()
            .find(|&&rest| !forms.contains(&form(&super::grids::induced(&graph, rest))));
        let is_the_exception = (ones, twos) == (1, 0);
        Ok(other.filter(|_| !is_the_exception).map(|&rest| {
            let gone: Vec<String> =
                (0..n).filter(|v| rest >> v & 1 == 0).map(|v| (v + 1).to_string()).collect();
            let name = pode_name(&list);
            let text = format!(
                "from {name} (the chain of {n}) one may take {} and leave {} vertex, which is neither up, left nor up-left",
                gone.join(" and "),
                rest.count_ones()
            );
            let command = format!("outplay solve octal:0.33 {name} --after {}", gone.join(","));
            Exhibit::new(text, command).drawn("octal:0.33", &name, &gone.join(","))
        }))
    })
}

/// The values by chain lengths agree with the solver on the graph.
fn figures(context: &mut Context) -> Result<Finding, Stopped> {
    let cells = (0..=4usize).flat_map(|k| (0..=k).map(move |twos| (k - twos, twos)));
    let mut podes = context.podes();
    sweep(context, cells, "podes of up to 4 chains of length 1 and 2", |context, &(ones, twos)| {
        let list = chains(ones, twos);
        let (by_chains, name) = (podes.cell(ones, twos), pode_name(&list));
        let on_graph = context.grundy_on("0.33", &context.graph(&name))?;
        Ok((by_chains != on_graph).then(|| Exhibit::new(name.clone(), solve_command(&name))))
    })
}

/// The outcomes that the text names, on the graph.
fn figure_23(context: &mut Context) -> Result<Finding, Stopped> {
    let named = [
        ("path:0", "P"),
        ("pode:0", "N"),
        ("pode:1", "N"),
        ("pode:2", "P"),
        ("pode:1,1", "P"),
        ("pode:1,1,2", "N"),
    ];
    let mut list = Vec::new();
    for (name, claimed) in named {
        let found = outcome(context.grundy("octal:0.33", name)?);
        list.push((format!("the outcome of {name}"), claimed, found, solve_command(name)));
    }
    Ok(crate::claim::all([figures(context)?, facts(list, "the podes that the text names")]))
}

/// A word such as PNN(PN)* to this many letters.
fn pattern(first: &str, again: &str, length: usize) -> String {
    first.chars().chain(again.chars().cycle()).take(length).collect()
}

/// A row of the table as a word.
fn row(podes: &mut Podes, k: usize, letter: fn(u32) -> String) -> String {
    (0..=k).map(|twos| letter(podes.cell(k - twos, twos))).collect()
}

fn rows_52(context: &mut Context, even: &str, again: &str) -> Result<Finding, Stopped> {
    let mut podes = context.podes();
    sweep(context, 2..=14usize, "rows 2 to 14", |_, &k| {
        let claimed =
            if k % 2 == 0 { pattern(even, again, k + 1) } else { pattern("NNP", "N", k + 1) };
        let computed = row(&mut podes, k, |value| outcome(value).into());
        Ok((claimed != computed).then(|| {
            let at = claimed.chars().zip(computed.chars()).position(|(a, b)| a != b).unwrap_or(0);
            let name = pode_name(&chains(k - at, at));
            let text =
                format!("row {k} is {computed}, not {claimed}; the first difference is {name}");
            Exhibit::new(text, solve_command(&name)).drawn("octal:0.33", &name, "")
        }))
    })
}

fn theorem_53(context: &mut Context) -> Result<Finding, Stopped> {
    let lists = chain_lists(context.to(6, 8), context.to(4, 6));
    let mut podes = context.podes();
    sweep(context, lists, "podes, in both directions", |_, list| {
        let count = |rest: usize| list.iter().filter(|&&l| l % 3 == rest).count();
        let (n1, n2) = (count(1), count(2));
        let n = (n1 == 0 && n2 == 0)
            || (n2 % 2 == 1 && (n1, n2) != (0, 1))
            || (n2 == 2 && n1 % 2 == 0)
            || (n2 != 2 && n2 % 2 == 0 && n1 % 2 == 1);
        let value = podes.pode(list);
        let name = pode_name(list);
        Ok((n != (value != 0))
            .then(|| Exhibit::new(format!("{name} has value {value}"), solve_command(&name))))
    })
}

fn theorem_64(context: &mut Context) -> Result<Finding, Stopped> {
    let mut podes = context.podes();
    let claimed = |k: usize, length: usize| {
        if k % 2 == 1 { pattern("0312", "03", length) } else { pattern("1203", "12", length) }
    };
    let finding = sweep(context, 5..=14usize, "rows 5 to 14", |_, &k| {
        let computed = row(&mut podes, k, |value| value.to_string());
        let words = claimed(k, k + 1);
        Ok((words != computed).then(|| {
            let name = pode_name(&chains(k, 0));
            let text = format!(
                "row {k} ({k} chains) is {computed}, not {words}: {name} has value {}",
                &computed[..1]
            );
            Exhibit::new(text, solve_command(&name)).drawn("octal:0.33", &name, "")
        }))
    })?;
    let from_one = sweep(context, 4..=13usize, "rows 5 to 14, counted from 1", |_, &k| {
        let same = row(&mut podes, k, |value| value.to_string()) == claimed(k + 1, k + 1);
        Ok((!same).then(|| Exhibit::new(format!("{k} chains"), String::new())))
    })?;
    let meant = "with rows counted from 1, so that row k + 1 has k chains, the words are right";
    Ok(finding.misprint(meant, &from_one))
}
