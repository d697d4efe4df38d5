//! Rob's Dots dot by dot, Monochrome on graphs, and the positions that the article sets out to find.

use std::collections::BTreeSet;

use outplay_rules::all_graphs::connected;
use outplay_rules::bits::BitSet;
use outplay_rules::graph::Graph;
use outplay_solve::limits::Stopped;

use super::dots::{Played, heaps, multisets, solve};
use crate::claim::{Claim, Exhibit, Finding, all, sweep};
use crate::context::{Context, expect};

/// The claims.
pub const CLAIMS: &[Claim] = &[
    Claim {
        id: "dots/options",
        place: "“Given that we start with N dots”, and “Why is it 0.137 ??”",
        statement: "From a heap of 1 or 2 everything is taken; from 3, two are taken and 1 left, or all; from 4, two or three; from n ≥ 5, two, or three with the \
                    rest in one heap or in two. These are the moves of 0.137.",
        method: "Rows and heaps of up to 14: what each dot and its neighbours leave, the moves of the octal game, and the list.",
        note: "",
        check: options,
    },
    Claim {
        id: "dots/maximal",
        place: "the section on Graph Theory, on maximal independent sets",
        statement: "In Monochrome the chosen vertices are independent, and no vertex can be added exactly when they \
                    form a maximal independent set.",
        method: "Every set of vertices of every connected graph of up to 5 vertices (with --deep: 6), chosen one by one.",
        note: "",
        check: maximal_sets,
    },
    Claim {
        id: "dots/isomorphic",
        place: "the section on Nim, on Monochrome",
        statement: "In Monochrome two isomorphic components are a win for the second player, who copies.",
        method: "Every connected graph of up to 5 vertices (with --deep: 6) beside a copy of itself, searched as a \
                 whole.",
        note: "For all graphs: the second player copies (dailly/11). Two such components and no other: see dots/copy.",
        check: isomorphic_components,
    },
    Claim {
        id: "dots/irreducible",
        place: "Question, the section on 0.137: “Our challenge now is to find all the irreducible P positions”",
        statement: "What are the irreducible P-positions, those that are not the sum of two smaller ones?",
        method: "Positions of up to four heaps of up to 7 (with --deep: 9), played out and compared with the answer by \
                 values; and from the values that occur, by the proved period, how many heaps an irreducible \
                 P-position can have.",
        note: "The values are numbers of four binary digits, so any five of them are linearly dependent.",
        check: irreducible,
    },
];

/// What a dot of a row leaves, as sizes of heaps.
pub(super) fn left_by(context: &Context, n: usize, dot: usize) -> Vec<u64> {
    let row = context.graph(&format!("path:{n}"));
    let mut left = BitSet::full(n).difference(row.neighbours(dot - 1));
    left.remove(dot - 1);
    let mut sizes: Vec<u64> = row.components(&left).iter().map(|part| part.len() as u64).collect();
    sizes.sort_unstable();
    sizes
}

fn options(context: &mut Context) -> Result<Finding, Stopped> {
    sweep(context, 1..=14u64, "rows and heaps of up to 14", |context, &n| {
        let told: BTreeSet<Vec<u64>> = match n {
            1 | 2 => BTreeSet::from([vec![]]),
            3 => BTreeSet::from([vec![1], vec![]]),
            4 => BTreeSet::from([vec![2], vec![1]]),
            _ => {
                let parted = (1..=(n - 3) / 2).map(|a| vec![a, n - 3 - a]);
                parted.chain([vec![n - 2], vec![n - 3]]).collect()
            }
        };
        let dots: BTreeSet<Vec<u64>> =
            (1..=n as usize).map(|dot| left_by(context, n as usize, dot)).collect();
        let octal = context.heap_options("0.137", n);
        let text = format!("of {n} dots a move leaves {dots:?}, of a heap {octal:?}");
        let command = format!("outplay moves robs-dots heaps:{n}");
        Ok((dots != told || octal != told).then(|| Exhibit::new(text, command)))
    })
}

/// The connected graphs of up to this many vertices, each with the name of its board.
fn graphs(most: usize) -> impl Iterator<Item = (Graph, String)> {
    (1..=most).flat_map(|n| expect(connected(n)).map(expect)).map(|graph| {
        let edges: Vec<String> =
            graph.edge_pairs().map(|(u, v)| format!("{}-{}", u + 1, v + 1)).collect();
        let name = match edges.is_empty() {
            true => "path:1".to_string(),
            false => format!("edges:{}", edges.join(",")),
        };
        (graph, name)
    })
}

fn maximal_sets(context: &mut Context) -> Result<Finding, Stopped> {
    let most = context.to(5, 6);
    let what = format!("connected graphs of up to {most} vertices, every set of vertices");
    sweep(context, graphs(most), &what, |context, (graph, name)| {
        let n = graph.vertex_count();
        let members = |set: u32| (0..n).filter(move |v| set >> v & 1 == 1);
        let near = |v: usize| graph.neighbours(v).iter().fold(0u32, |near, u| near | 1 << u);
        let is_independent = |set: u32| members(set).all(|v| near(v) & set == 0);
        for set in 1..1u32 << n {
            let maximal = (0..n).all(|v| set >> v & 1 == 1 || !is_independent(set | 1 << v));
            let told = (is_independent(set), is_independent(set) && maximal);
            let line: Vec<String> = members(set).map(|v| (v + 1).to_string()).collect();
            let (question, line) = (format!("monochrome {name}"), line.join(" "));
            let ends = context.ended_after(&question, &line).is_some();
            let legal = ends || context.goes_on_after(&question, &line);
            if (legal, ends) != told {
                let text =
                    format!("the set {line} of {name}: legal {legal}, the end of the game {ends}");
                let command = format!("outplay solve {question} --after \"{line}\"");
                return Ok(Some(Exhibit::new(text, command)));
            }
        }
        Ok(None)
    })
}

fn isomorphic_components(context: &mut Context) -> Result<Finding, Stopped> {
    let most = context.to(5, 6);
    let what = format!("connected graphs of up to {most} vertices, twice");
    sweep(context, graphs(most), &what, |context, (_, name)| {
        let question = format!("monochrome {name} + {name}");
        let p = context.is_p_by_play(&question)?;
        let command = format!("outplay solve monochrome \"{name} + {name}\"");
        Ok((!p).then(|| Exhibit::new(format!("{name} twice is not lost"), command)))
    })
}

/// Every way to part a list in two, neither empty.
fn partings(list: &[usize]) -> impl Iterator<Item = (Vec<usize>, Vec<usize>)> {
    (1..(1usize << list.len()) - 1).map(move |part| {
        let of = |inside: bool| {
            let chosen = move |(at, _): &(usize, &usize)| (part >> at & 1 == 1) == inside;
            list.iter().enumerate().filter(chosen).map(|(_, &heap)| heap).collect::<Vec<_>>()
        };
        (of(true), of(false))
    })
}

/// Whether values are dependent, and no fewer of them.
fn is_circuit(values: &[u32]) -> bool {
    let sum = |part: usize| {
        values.iter().enumerate().filter(|(at, _)| part >> at & 1 == 1).fold(0, |s, (_, v)| s ^ v)
    };
    let whole = (1usize << values.len()) - 1;
    sum(whole) == 0 && (1..whole).all(|part| sum(part) != 0)
}

/// The circuits among the sets of this many different values of a list.
fn circuits(values: &[u32], size: usize) -> Vec<Vec<u32>> {
    let sets = (0..1usize << values.len()).filter(|set| set.count_ones() as usize == size);
    let of = |set: usize| {
        let chosen = values.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
        chosen.map(|(_, &value)| value).collect::<Vec<_>>()
    };
    sets.map(of).filter(|set| is_circuit(set)).collect()
}

fn irreducible(context: &mut Context) -> Result<Finding, Stopped> {
    let to = context.to(7, 9);
    let v = context.heaps("0.137", 200)?;
    let mut played = Played::default();
    let what = format!("positions of up to four heaps of up to {to}, played out");
    let lists = (1..=4).flat_map(|count| multisets(count, to));
    let by_values = sweep(context, lists, &what, |context, list| {
        let mut found = played.is_p(context, list)?;
        for (part, rest) in partings(list) {
            found &= !(played.is_p(context, &part)? && played.is_p(context, &rest)?);
        }
        let told = is_circuit(&list.iter().map(|&n| v[n]).collect::<Vec<_>>());
        Ok((found != told).then(|| Exhibit::new(heaps(list), solve(list))))
    })?;
    let report = context.period("0.137", 10_000)?;
    if !report.proved {
        return Ok(Finding::open("no period is proved", "heaps to 10000"));
    }
    // Heaps to 200 are more than the exceptions and a period.
    let occurring: BTreeSet<u32> = v[1..].iter().copied().filter(|&value| value != 0).collect();
    let occurring: Vec<u32> = occurring.into_iter().collect();
    let counts: Vec<usize> =
        (3..=occurring.len()).map(|size| circuits(&occurring, size).len()).collect();
    let most = counts.iter().rposition(|&count| count > 0).map_or(2, |at| at + 3);
    let smallest = |value: u32| (1..v.len()).find(|&n| v[n] == value).unwrap_or(0);
    let heaps_of = |set: &Vec<u32>| {
        let mut list: Vec<usize> = set.iter().map(|&value| smallest(value)).collect();
        list.sort_unstable();
        list
    };
    let largest =
        circuits(&occurring, most).iter().map(heaps_of).min_by_key(|l| l.iter().sum::<usize>());
    let classes: Vec<String> = counts
        .iter()
        .zip(3..)
        .filter(|(n, _)| **n > 0)
        .map(|(n, size)| format!("{n} of {size}"))
        .collect();
    let told = format!(
        "the irreducible ones are one heap of value 0, two heaps of the same nonzero value, and heaps of different \
         values whose nim-sum is 0 while that of no part is (sets of values: {}); so at most {most} heaps, and the \
         smallest example with that many is {}",
        classes.join(", "),
        largest.map_or(String::new(), |list| heaps(&list))
    );
    Ok(all([by_values, Finding::verified(told, "all heaps, by the period")]))
}
