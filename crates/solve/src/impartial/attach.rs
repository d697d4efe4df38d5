//! Does a path attached to a vertex change the value? (Lemmas 50, 55 and 59 and Observation 62 of
//! Dailly's report.)

use outplay_rules::bits::BitSet;
use outplay_rules::error::InputError;
use outplay_rules::graph::Graph;
use outplay_rules::places::Places;
use outplay_rules::rules::TakingRule;

use super::solver::GraphSolver;
use crate::limits::{Budget, Stopped};
use crate::oracle::How;

/// The graph with a path of `length` new vertices, the first of them joined to a vertex; the new ones are numbered on.
pub fn attached(graph: &Graph, vertex: usize, length: usize) -> Result<Graph, InputError> {
    let n = graph.vertex_count();
    let ends = std::iter::once(vertex).chain(n..n + length);
    let path = ends.zip(n..n + length);
    Graph::new(Places::numbered(n + length), graph.edge_pairs().chain(path).collect::<Vec<_>>())
}

/// The Grundy value of a graph, all of it left.
pub fn value(
    graph: &Graph,
    rule: TakingRule,
    how: &How,
    budget: &mut Budget,
) -> Result<u32, Stopped> {
    GraphSolver::new(graph, rule, how).value(&BitSet::full(graph.vertex_count()), budget)
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay_rules::graph::families;

    #[test]
    fn a_path_hangs_on_the_vertex() {
        let graph = attached(&families::cycle(3).unwrap(), 1, 2).unwrap();
        let edges: Vec<_> = graph.edge_pairs().collect();
        assert_eq!(edges, [(0, 1), (0, 2), (1, 2), (1, 3), (3, 4)]);
        let same = attached(&families::path(3).unwrap(), 2, 0).unwrap();
        assert_eq!(same.edge_count(), 2);
        assert_eq!(attached(&families::path(3).unwrap(), 2, 4).unwrap(), {
            let path = families::path(7).unwrap();
            Graph::new(Places::numbered(7), path.edge_pairs().collect::<Vec<_>>()).unwrap()
        });
    }
}
