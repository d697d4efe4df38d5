//! Sections 3.2 and 3.3: the game 0.03 on chains and forests.

use outplay_solve::limits::Stopped;

use crate::claim::{Claim, Exhibit, Finding, sweep};
use crate::context::{Context, expect};
use crate::trees;
use outplay_rules::graph::Graph;

/// The claims.
pub const CLAIMS: &[Claim] = &[
    Claim {
        id: "dailly/25",
        place: "Theorem 25, section 3.2 and appendix A",
        statement: "Under 0.03 the chain of m vertices is an N-position exactly when m is 2 or 3 modulo 4.",
        method: "Chains of up to 40 vertices.",
        note: "For all m: the only move of the chain of m is to the chain of m - 2. (In the appendix the induction runs \
               from m to m + 2 for m ≥ 2 with 0 and 1 as base, so that 2 and 3 are left out; they hold.)",
        check: chains,
    },
    Claim {
        id: "dailly/27",
        place: "Theorem 27, section 3.3",
        statement: "Under 0.03 all options of a tree have the same outcome: either there is no move (P), or all options \
                    are N (P), or all are P (N).",
        method: "Every tree of up to 11 vertices (with --deep: 14).",
        note: "For all trees: a move takes a leaf and its neighbour of degree 2. Two such pairs that are not both ends \
               of one chain of three vertices do not disturb each other, so all games on a tree are equally long. \
               (Definition 26 removes from T only the edge e; the edges at its ends must go as well.)",
        check: options_agree,
    },
    Claim {
        id: "dailly/fig14",
        place: "Figure 14, section 3.3",
        statement: "There is a non-empty tree, not a single vertex, on which 0.03 has no move.",
        method: "Trees are searched for one, smallest first.",
        note: "",
        check: stuck_tree,
    },
    Claim {
        id: "dailly/28",
        place: "Corollary 28, section 3.3",
        statement: "Under 0.03 a tree T without a move has Grundy value 0, and otherwise 1 minus the value of any of its \
                    options.",
        method: "Every tree of up to 9 vertices (with --deep: 12) and every option.",
        note: "For all trees by Theorem 27.",
        check: values,
    },
    Claim {
        id: "dailly/29",
        place: "Corollary 29, section 3.3",
        statement: "Under 0.03 the Grundy value of a forest is the nim-sum of those of its trees.",
        method: "Every forest of up to three trees and 9 vertices (with --deep: 11): 0.03 on the forest beside a chain \
                 of two where the nim-sum is 1, searched as a whole, is a P-position.",
        note: "For all forests by Proposition 17.",
        check: forests,
    },
];

/// Every multiset of trees of at most `most` vertices in all.
fn forest_list(most: usize) -> Vec<Vec<trees::Tree>> {
    let all: Vec<trees::Tree> = (1..=most).flat_map(trees::trees).collect();
    let size = |forest: &[usize]| forest.iter().map(|&i| all[i].len() + 1).sum::<usize>();
    let mut found: Vec<Vec<usize>> = Vec::new();
    for i in 0..all.len() {
        found.push(vec![i]);
        for j in 0..=i {
            found.push(vec![i, j]);
            found.extend((0..=j).map(|k| vec![i, j, k]));
        }
    }
    found.retain(|forest| size(forest) <= most);
    found.into_iter().map(|forest| forest.iter().map(|&i| all[i].clone()).collect()).collect()
}

fn forests(context: &mut Context) -> Result<Finding, Stopped> {
    let most = context.to(9, 11);
    let what = format!("forests of up to three trees and {most} vertices");
    sweep(context, forest_list(most), &what, |context, forest| {
        let mut sum = 0;
        let mut whole = expect(Graph::new(outplay_rules::places::Places::numbered(0), Vec::new()));
        for tree in forest {
            sum ^= context.grundy_on("0.03", &trees::graph(tree))?;
            whole = expect(whole.disjoint_union(&trees::graph(tree)));
        }
        // Of value 1 if and only if it makes a P-position beside a chain of two, which has value 1.
        let names: Vec<String> = forest.iter().map(|tree| trees::name(tree)).collect();
        if sum == 1 {
            whole = expect(whole.disjoint_union(&trees::graph(&[0])));
        }
        let p = sum <= 1 && context.is_p("0.03", whole)?;
        Ok((!p).then(|| {
            let board = names.join(" + ");
            let text = format!(
                "the trees of {board} have the nim-sum {sum}, but the forest another value"
            );
            Exhibit::new(text, format!("outplay solve octal:0.03 \"{board}\" --plain"))
        }))
    })
}

fn chains(context: &mut Context) -> Result<Finding, Stopped> {
    sweep(context, 0..=40usize, "chains of up to 40 vertices", |context, &m| {
        let value = context.grundy_on("0.03", &context.graph(&format!("path:{m}")))?;
        let claimed = matches!(m % 4, 2 | 3);
        Ok((claimed != (value != 0)).then(|| {
            Exhibit::new(
                format!("path:{m} has value {value}"),
                format!("outplay solve octal:0.03 path:{m}"),
            )
        }))
    })
}

fn options_agree(context: &mut Context) -> Result<Finding, Stopped> {
    let most = context.to(11, 14);
    let all = (1..=most).flat_map(trees::trees);
    sweep(context, all, &format!("trees of up to {most} vertices"), |context, tree| {
        let mut game = context.emptying(&trees::graph(tree));
        let full = game.full();
        let options: Vec<u64> = game.options(full).collect();
        let mut winning = Vec::new();
        for option in options {
            winning.push(game.course(option, context.budget)?.wins);
        }
        let name = trees::name(tree);
        Ok((winning.contains(&true) && winning.contains(&false)).then(|| {
            Exhibit::new(
                format!("{name} has both kinds of option"),
                format!("outplay moves octal:0.03 {name}"),
            )
            .drawn("octal:0.03", &name, "")
        }))
    })
}

fn stuck_tree(context: &mut Context) -> Result<Finding, Stopped> {
    let all = (2..=7).flat_map(trees::trees);
    let stuck = all.into_iter().find(|tree| {
        let game = context.emptying(&trees::graph(tree));
        game.options(game.full()).next().is_none()
    });
    Ok(match stuck {
        Some(tree) => {
            let name = trees::name(&tree);
            Finding::verified(
                format!("{name} has no move, and no smaller tree"),
                "trees, smallest first",
            )
        }
        None => Finding::open("none found", "trees of up to 7 vertices"),
    })
}

fn values(context: &mut Context) -> Result<Finding, Stopped> {
    let most = context.to(9, 12);
    let all = (1..=most).flat_map(trees::trees);
    sweep(context, all, &format!("trees of up to {most} vertices"), |context, tree| {
        let graph = trees::graph(tree);
        let game = context.emptying(&graph);
        let value = context.grundy_on("0.03", &graph)?;
        let options: Vec<u64> = game.options(game.full()).collect();
        let mut right = !options.is_empty() || value == 0;
        for option in options {
            let rest = super::grids::induced(&graph, option);
            right &= value + context.grundy_on("0.03", &rest)? == 1;
        }
        let name = trees::name(tree);
        Ok((!right).then(|| {
            Exhibit::new(
                format!("{name} has value {value}"),
                format!("outplay moves octal:0.03 {name}"),
            )
        }))
    })
}
