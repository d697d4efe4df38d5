//! Chapter II: what is recalled of multigraphs.

use outplay_rules::bits::BitSet;
use outplay_rules::graph::{Graph, families};
use outplay_rules::places::Places;
use outplay_rules::symmetry::Structure;
use outplay_solve::limits::Stopped;

use crate::claim::{Claim, Exhibit, Finding, sweep};
use crate::context::{Context, expect};
use crate::trees;

/// The claims.
pub const CLAIMS: &[Claim] = &[
    Claim {
        id: "octagons/2.8",
        place: "Lemma 2.8, section 2.1",
        statement: "The degrees of a graph add up to twice the number of edges, a loop counting twice at its vertex.",
        method: SMALL,
        note: "",
        check: |context| multigraphs(context, handshake),
    },
    Claim {
        id: "octagons/2.18",
        place: "Lemma 2.18, section 2.1",
        statement: "A connected graph in which every vertex has degree 2 is a cycle (a loop and a double edge are cycles).",
        method: SMALL,
        note: "",
        check: |context| multigraphs(context, two_regular),
    },
    Claim {
        id: "octagons/2.21",
        place: "Lemma 2.21, section 2.1",
        statement: "An edge is a cut-edge exactly when no cycle contains it.",
        method: SMALL,
        note: "",
        check: |context| multigraphs(context, cut_edges),
    },
    Claim {
        id: "octagons/2.22",
        place: "Lemma 2.22, section 2.1",
        statement: "Removing a cut-edge of a connected graph leaves exactly two components.",
        method: SMALL,
        note: "",
        check: |context| multigraphs(context, two_parts),
    },
    Claim {
        id: "octagons/2.24",
        place: "Lemma 2.24, section 2.1",
        statement: "A tree of two or more vertices has at least two leaves.",
        method: "Every tree of up to 9 vertices.",
        note: "",
        check: about_trees,
    },
    Claim {
        id: "octagons/2.25",
        place: "Theorem 2.25, section 2.1",
        statement: "Removing any edge of a tree with two or more vertices leaves two trees.",
        method: "Every tree of up to 9 vertices and every edge.",
        note: "Later the thesis cites it as Corollary 2.25.",
        check: about_trees,
    },
];

const SMALL: &str = "Every multigraph of up to 3 vertices with up to 2 copies of each edge and loop, and of 4 vertices with 1.";

/// Every small multigraph.
fn small() -> Vec<Graph> {
    let mut all = Vec::new();
    for (n, copies) in [(1usize, 3u32), (2, 2), (3, 2), (4, 1)] {
        let kinds: Vec<(usize, usize)> = (0..n).flat_map(|u| (u..n).map(move |v| (u, v))).collect();
        let total = (copies + 1).pow(kinds.len() as u32);
        for code in 0..total {
            let count = |i: usize| (code / (copies + 1).pow(i as u32)) % (copies + 1);
            let edges = kinds
                .iter()
                .enumerate()
                .flat_map(|(i, &e)| std::iter::repeat_n(e, count(i) as usize));
            all.push(expect(Graph::new(Places::numbered(n), edges.collect::<Vec<_>>())));
        }
    }
    all
}

fn multigraphs(
    context: &mut Context,
    right: fn(&Context, &Graph) -> bool,
) -> Result<Finding, Stopped> {
    sweep(context, small(), "small multigraphs", |context, graph| {
        let name: Vec<String> =
            graph.edge_pairs().map(|(u, v)| format!("{}-{}", u + 1, v + 1)).collect();
        Ok((!right(context, graph))
            .then(|| Exhibit::new(format!("edges:{}", name.join(",")), String::new())))
    })
}

fn handshake(context: &Context, graph: &Graph) -> bool {
    let degrees = (0..graph.vertex_count()).map(|v| context.degree(graph, v));
    degrees.sum::<usize>() == 2 * graph.edge_count()
}

fn connected(graph: &Graph) -> bool {
    graph.is_connected(&BitSet::full(graph.vertex_count()))
}

fn two_regular(context: &Context, graph: &Graph) -> bool {
    let n = graph.vertex_count();
    let regular = connected(graph) && (0..n).all(|v| context.degree(graph, v) == 2);
    let form = |g: &Graph| Structure::of_graph(g).canonical();
    !regular || form(graph) == form(&expect(families::cycle(n)))
}

/// Whether some cycle contains an edge: a closed walk over distinct vertices, found by trying.
fn on_cycle(context: &Context, graph: &Graph, index: usize) -> bool {
    let Some((u, v)) = graph.edge_pairs().nth(index) else { return false };
    let rest = context.without(graph, index);
    fn reach(graph: &Graph, at: usize, goal: usize, used: &mut Vec<usize>) -> bool {
        at == goal
            || (0..graph.vertex_count()).any(|next| {
                graph.neighbours(at).contains(next) && !used.contains(&next) && {
                    used.push(next);
                    let found = reach(graph, next, goal, used);
                    used.pop();
                    found
                }
            })
    }
    reach(&rest, u, v, &mut vec![u])
}

fn cut_edges(context: &Context, graph: &Graph) -> bool {
    let cuts = |i: usize| context.parts(&context.without(graph, i)) > context.parts(graph);
    (0..graph.edge_count()).all(|i| cuts(i) != on_cycle(context, graph, i))
}

fn two_parts(context: &Context, graph: &Graph) -> bool {
    let after = |i: usize| context.parts(&context.without(graph, i));
    let cut = |i: usize| !on_cycle(context, graph, i);
    !connected(graph) || (0..graph.edge_count()).all(|i| after(i) == 1 + cut(i) as usize)
}

fn about_trees(context: &mut Context) -> Result<Finding, Stopped> {
    let all = (2..=9).flat_map(trees::trees);
    sweep(context, all, "trees of up to 9 vertices", |context, tree| {
        let graph = trees::graph(tree);
        let leaves = (0..graph.vertex_count()).filter(|&v| context.degree(&graph, v) == 1).count();
        let halves = (0..graph.edge_count()).all(|i| {
            let rest = context.without(&graph, i);
            // Two trees: two parts, and as many edges as vertices but for two.
            context.parts(&rest) == 2 && rest.edge_count() + 2 == rest.vertex_count()
        });
        Ok((leaves < 2 || !halves).then(|| Exhibit::new(trees::name(tree), String::new())))
    })
}
