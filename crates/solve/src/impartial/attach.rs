//! Does a path attached to a vertex change the value? (Lemmas 50, 55 and 59 and Observation 62 of
//! Dailly's report.)

use outplay_rules::bits::BitSet;
use outplay_rules::graph::Graph;
use outplay_rules::rules::TakingRule;

use super::solver::GraphSolver;
use crate::limits::{Budget, Stopped};
use crate::oracle::How;

/// The Grundy value of a graph, all of it left.
pub fn value(
    graph: &Graph,
    rule: TakingRule,
    how: &How,
    budget: &mut Budget,
) -> Result<u32, Stopped> {
    GraphSolver::new(graph, rule, how).value(&BitSet::full(graph.vertex_count()), budget)
}
