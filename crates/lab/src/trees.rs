//! All trees of a size, each once up to isomorphism.

use std::collections::BTreeSet;

use outplay_rules::graph::Graph;
use outplay_rules::places::Places;

use crate::context::expect;

/// A tree as the parent of each vertex but the first.
pub type Tree = Vec<usize>;

/// Every tree of `n` vertices, grown leaf by leaf; two that have the same canonical word are one.
pub fn trees(n: usize) -> Vec<Tree> {
    let mut all: Vec<Tree> = if n == 0 { Vec::new() } else { vec![Vec::new()] };
    for _ in 1..n {
        let mut seen = BTreeSet::new();
        let mut next = Vec::new();
        for tree in &all {
            for parent in 0..=tree.len() {
                let grown = [&tree[..], &[parent]].concat();
                if seen.insert(word(&grown)) {
                    next.push(grown);
                }
            }
        }
        all = next;
    }
    all
}

/// The edges of a tree.
pub fn edges(tree: &[usize]) -> Vec<(usize, usize)> {
    tree.iter().enumerate().map(|(i, &parent)| (parent, i + 1)).collect()
}

/// The graph of a tree.
pub fn graph(tree: &[usize]) -> Graph {
    expect(Graph::new(Places::numbered(tree.len() + 1), edges(tree)))
}

/// The name of its board.
pub fn name(tree: &[usize]) -> String {
    if tree.is_empty() {
        return "path:1".into();
    }
    let edges = edges(tree);
    let text: Vec<String> = edges.iter().map(|(u, v)| format!("{}-{}", u + 1, v + 1)).collect();
    format!("edges:{}", text.join(","))
}

/// The least bracket word over all roots.
fn word(tree: &[usize]) -> String {
    let n = tree.len() + 1;
    let mut near = vec![Vec::new(); n];
    for (u, v) in edges(tree) {
        near[u].push(v);
        near[v].push(u);
    }
    (0..n).map(|root| bracket(&near, root, n)).min().unwrap_or_default()
}

fn bracket(near: &[Vec<usize>], at: usize, from: usize) -> String {
    let mut parts: Vec<String> = near[at]
        .iter()
        .filter(|&&next| next != from)
        .map(|&next| bracket(near, next, at))
        .collect();
    parts.sort_unstable();
    format!("({})", parts.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_as_known() {
        let counts: Vec<usize> = (0..10).map(|n| trees(n).len()).collect();
        assert_eq!(counts, [0, 1, 1, 1, 2, 3, 6, 11, 23, 47]);
        assert_eq!(name(&[0, 1]), "edges:1-2,2-3");
    }
}
