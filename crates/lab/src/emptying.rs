//! The game 0.03 on small graphs when the winner tries to empty the board and the loser to stop him.
//!
//! Section 3.4.2 of Dailly's report counts the moves of such a game: the winner keeps to winning moves and
//! makes the game long, the loser makes it short.

use std::collections::HashMap;

use outplay_rules::graph::Graph;
use outplay_solve::limits::{Budget, Stopped};

/// How a position goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Course {
    /// Whether the player to move wins.
    pub wins: bool,
    /// The moves still played.
    pub moves: u32,
}

/// A graph of at most 64 vertices and the courses already known.
pub struct Emptying {
    near: Vec<u64>,
    edges: Vec<u64>,
    /// Whether any set counts as connected.
    any: bool,
    known: HashMap<u64, Course, foldhash::fast::FixedState>,
}

impl Emptying {
    /// The game on a graph.
    pub fn new(graph: &Graph) -> Self {
        let near = (0..graph.vertex_count())
            .map(|v| graph.neighbours(v).iter().fold(0, |set, u| set | 1 << u))
            .collect();
        let edges = graph.edges().iter().filter(|e| !e.is_loop());
        let edges = edges.map(|e| 1 << e.u | 1 << e.v).collect();
        Emptying { near, edges, any: false, known: HashMap::default() }
    }

    /// The game in which what is left need not be connected: another one, to see which checks notice.
    pub fn disconnecting(self) -> Self {
        Emptying { any: true, ..self }
    }

    /// All vertices.
    pub fn full(&self) -> u64 {
        if self.near.is_empty() { 0 } else { u64::MAX >> (64 - self.near.len()) }
    }

    /// Whether the vertices of a set hang together; none do.
    pub fn connected(&self, set: u64) -> bool {
        let mut reached = set & set.wrapping_neg();
        let mut fresh = reached;
        while fresh != 0 {
            let vertex = fresh.trailing_zeros() as usize;
            fresh &= fresh - 1;
            let new = self.near[vertex] & set & !reached;
            reached |= new;
            fresh |= new;
        }
        reached == set || self.any
    }

    /// What is left after each legal move.
    pub fn options(&self, set: u64) -> impl Iterator<Item = u64> + '_ {
        let there = self.edges.iter().filter(move |&&edge| edge & !set == 0);
        there.map(move |&edge| set & !edge).filter(|&rest| self.connected(rest))
    }

    /// The course from a position.
    pub fn course(&mut self, set: u64, budget: &mut Budget) -> Result<Course, Stopped> {
        if let Some(&course) = self.known.get(&set) {
            return Ok(course);
        }
        budget.visit()?;
        let options: Vec<u64> = self.options(set).collect();
        let mut longest_win = None;
        let mut shortest_loss = None;
        for option in options {
            let next = self.course(option, budget)?;
            if next.wins {
                shortest_loss = Some(shortest_loss.map_or(next.moves, |m: u32| m.min(next.moves)));
            } else {
                longest_win = longest_win.max(Some(next.moves));
            }
        }
        let course = match (longest_win, shortest_loss) {
            (Some(moves), _) => Course { wins: true, moves: moves + 1 },
            (None, Some(moves)) => Course { wins: false, moves: moves + 1 },
            (None, None) => Course { wins: false, moves: 0 },
        };
        budget.keep(2 * size_of::<(u64, Course)>())?;
        self.known.insert(set, course);
        Ok(course)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test")]
mod tests {
    use super::*;
    use outplay_rules::graph::families;

    #[test]
    fn a_path_is_emptied_from_its_ends() {
        for n in 0..9 {
            let mut game = Emptying::new(&families::path(n).unwrap());
            let full = game.full();
            let course = game.course(full, &mut Budget::unlimited()).unwrap();
            assert_eq!(course.moves as usize, n / 2);
            assert_eq!(course.wins, n / 2 % 2 == 1);
        }
    }

    #[test]
    fn a_star_has_no_move() {
        let mut game = Emptying::new(&families::star(3).unwrap());
        let full = game.full();
        let course = game.course(full, &mut Budget::unlimited()).unwrap();
        assert_eq!(course, Course { wins: false, moves: 0 });
    }
}
