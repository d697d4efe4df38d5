//! The game graph of a position (Definition 5 of Dailly's report): every position that can be reached, an arc
//! for every move, and its kernel, the P-positions, found by Algorithm 1.
//!
//! The kernel is the one set of positions such that no arc joins two of them and from every other position some arc
//! leads into it.

use std::collections::HashMap;

use outplay_rules::moves::Move;
use outplay_rules::rules::Rules;
use outplay_rules::spaces::Space;

use crate::limits::{Budget, Stopped};

/// The positions that can be reached and the moves between them. The first is the start.
pub struct GameGraph<P> {
    /// The positions, each after every position it can be reached from in fewer moves.
    pub positions: Vec<P>,
    /// For each position its moves and where they lead.
    pub arcs: Vec<Vec<(Move, usize)>>,
    /// The fewest moves that lead to each position.
    pub depths: Vec<usize>,
    /// Whether each position is in the kernel.
    pub kernel: Vec<bool>,
}

/// The game graph of a position of an impartial game in which the players alternate; none if it has more positions than
/// `most`.
pub fn game_graph<R: Rules + ?Sized>(
    rules: &R,
    start: R::Position,
    most: usize,
    budget: &mut Budget,
) -> Result<Option<GameGraph<R::Position>>, Stopped> {
    // Twice in the graph and in the table of numbers.
    let position_bytes = 4 * rules.space().position_bytes();
    let mut graph = GameGraph {
        positions: vec![start.clone()],
        arcs: Vec::new(),
        depths: vec![0],
        kernel: Vec::new(),
    };
    let mut number = HashMap::from([(start, 0)]);
    while graph.arcs.len() < graph.positions.len() {
        budget.visit()?;
        let here = graph.arcs.len();
        let position = graph.positions[here].clone();
        let mut arcs = Vec::new();
        for mv in rules.moves(&position) {
            let next = rules.apply(&position, &mv).position;
            let to = *number.entry(next.clone()).or_insert_with(|| {
                graph.positions.push(next);
                graph.depths.push(graph.depths[here] + 1);
                graph.positions.len() - 1
            });
            arcs.push((mv, to));
        }
        if graph.positions.len() > most {
            return Ok(None);
        }
        budget.keep(position_bytes + arcs.len() * ARC_BYTES)?;
        graph.arcs.push(arcs);
    }
    graph.kernel = kernel(&graph.arcs, budget)?;
    Ok(Some(graph))
}

/// A move, where it leads to, and its words and lines in a drawing.
const ARC_BYTES: usize = size_of::<(Move, usize)>() + 160;

/// Algorithm 1: sinks are P; what has an arc to a P is N; both are deleted, and so on.
fn kernel(arcs: &[Vec<(Move, usize)>], budget: &mut Budget) -> Result<Vec<bool>, Stopped> {
    let mut mark: Vec<Option<bool>> = vec![None; arcs.len()];
    while mark.contains(&None) {
        budget.check()?;
        let unmarked: Vec<usize> = (0..arcs.len()).filter(|&v| mark[v].is_none()).collect();
        let mut changed = false;
        for &vertex in unmarked.iter().rev() {
            let to_kernel = arcs[vertex].iter().any(|&(_, to)| mark[to] == Some(true));
            let sink = arcs[vertex].iter().all(|&(_, to)| mark[to] == Some(false));
            if to_kernel || sink {
                mark[vertex] = Some(!to_kernel);
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    Ok(mark.into_iter().map(|mark| mark == Some(true)).collect())
}

#[cfg(test)]
mod tests {
    use outplay_rules::games::arc_kayles::ArcKayles;
    use outplay_rules::graph::families;

    use super::*;
    use crate::impartial::reference::Reference;
    use crate::impartial::{Convention, Outcome};
    use crate::limits::Limits;

    #[test]
    fn the_kernel_is_the_p_positions() {
        let game = ArcKayles::new(families::grid(2, 4).unwrap());
        let mut budget = Budget::unlimited();
        let graph = game_graph(&game, game.start(), 1000, &mut budget).unwrap().unwrap();
        let mut reference = Reference::new(&game);
        for (vertex, position) in graph.positions.iter().enumerate() {
            let outcome =
                reference.outcome_by_play(position, Convention::Normal, &mut budget).unwrap();
            assert_eq!(graph.kernel[vertex], outcome == Outcome::P);
            let leads_in = graph.arcs[vertex].iter().any(|&(_, to)| graph.kernel[to]);
            assert_eq!(leads_in, !graph.kernel[vertex]);
            assert_eq!(graph.arcs[vertex].len(), game.moves(position).len());
        }
        assert!(game_graph(&game, game.start(), 10, &mut budget).unwrap().is_none());
        let limits = Limits { memory: Some(1 << 12), ..Limits::default() };
        let mut little = Budget::new(limits, &|_| {});
        let stopped = game_graph(&game, game.start(), 1000, &mut little);
        assert_eq!(stopped.map(|_| ()), Err(Stopped::Memory));
    }
}
