//! Grids of a family, solved as corners of the largest of them, so that they share one table.
//!
//! The cells of the first r rows and c columns of a grid induce the grid r x c; so its value is that of a position of the
//! larger one. A search that goes from the smaller grids to the larger ones starts each time where the last one ended.

use std::sync::{Mutex, PoisonError};

use outplay_rules::bits::BitSet;
use outplay_rules::graph::Graph;
use outplay_rules::rules::TakingRule;

use super::solver::GraphSolver;
use crate::limits::{Budget, Stopped};
use crate::oracle::How;

/// A grid whose corners can be asked for their values, by one thread at a time.
pub struct Grids<'g> {
    columns: usize,
    vertices: usize,
    solver: Mutex<GraphSolver<'g>>,
}

impl<'g> Grids<'g> {
    /// The corners of a grid with this many columns, its cells numbered in reading order.
    pub fn new(graph: &'g Graph, columns: usize, rule: TakingRule<'g>, how: &How) -> Self {
        let solver = Mutex::new(GraphSolver::new(graph, rule, how));
        Grids { columns, vertices: graph.vertex_count(), solver }
    }

    /// The Grundy value of the grid with this many rows and columns, not more than the largest has.
    pub fn value(&self, rows: usize, columns: usize, budget: &mut Budget) -> Result<u32, Stopped> {
        let cells = (0..rows).flat_map(|r| (0..columns).map(move |c| r * self.columns + c));
        let corner = BitSet::of(self.vertices, cells.collect::<Vec<_>>());
        // A panicking thread leaves only valid entries.
        let mut solver = self.solver.lock().unwrap_or_else(PoisonError::into_inner);
        solver.value(&corner, budget)
    }
}

#[cfg(test)]
mod tests {
    use outplay_rules::games::octal_code::OctalCode;
    use outplay_rules::graph::families;

    use super::*;

    /// Every grid of a family has the value that it has alone.
    #[test]
    fn corners_are_grids() {
        let code = "0.33".parse::<OctalCode>().unwrap();
        let how = How { theorems: false, ..How::default() };
        for rule in [TakingRule::Connected(&code), TakingRule::EdgeEnds, TakingRule::Neighbourhood]
        {
            for (rows, columns) in [(4, 5), (6, 3)] {
                let largest = families::grid(rows, columns).unwrap();
                let grids = Grids::new(&largest, columns, rule, &how);
                let mut budget = Budget::unlimited();
                for (r, c) in (1..=rows).flat_map(|r| (1..=columns).map(move |c| (r, c))) {
                    let value = grids.value(r, c, &mut budget).unwrap();
                    let grid = families::grid(r, c).unwrap();
                    let mut solver = GraphSolver::new(&grid, rule, &how);
                    let expected = solver.value(&BitSet::full(r * c), &mut budget).unwrap();
                    assert_eq!(value, expected, "{r}x{c} of {rows}x{columns} {rule:?}");
                }
            }
        }
    }

    #[test]
    fn what_one_grid_took_helps_the_next() {
        let code = "0.33".parse::<OctalCode>().unwrap();
        let largest = families::grid(3, 9).unwrap();
        let rule = TakingRule::Connected(&code);
        let grids = Grids::new(&largest, 9, rule, &How::default());
        let positions = |columns: usize| {
            let mut budget = Budget::unlimited();
            grids.value(3, columns, &mut budget).unwrap();
            budget.progress().positions
        };
        assert!(positions(8) > 0);
        // Asked again it is known, and so are most shapes of the smaller grid.
        assert_eq!(positions(8), 0);
        let mut alone = Budget::unlimited();
        Grids::new(&largest, 9, rule, &How::default()).value(3, 7, &mut alone).unwrap();
        assert!(positions(7) < alone.progress().positions);
    }
}
