//! Boards of a few vertices, of which a sweep has millions: a table of all sets of vertices, and nothing else to
//! prepare.

use outplay_rules::graph::Graph;
use outplay_rules::rules::TakingRule;

/// The table of a larger board takes longer than a search.
const MOST_VERTICES: usize = 12;

/// A move: the vertices that must be there, and those that go.
type Taking = (u16, u16);

/// The Grundy value of a whole board if it is small; none if it is not, or if its rule counts parts.
pub fn small_board_value(graph: &Graph, rule: TakingRule) -> Option<u32> {
    let n = graph.vertex_count();
    if n > MOST_VERTICES {
        return None;
    }
    let moves: Vec<Taking> = match rule {
        TakingRule::Connected(_) => return None,
        TakingRule::Neighbourhood => {
            let closed = |v: usize| graph.neighbours(v).iter().fold(1 << v, |set, u| set | 1 << u);
            (0..n).map(|v| (1 << v, closed(v))).collect()
        }
        TakingRule::EdgeEnds => {
            graph.edge_pairs().map(|(u, v)| 1 << u | 1 << v).map(|ends| (ends, ends)).collect()
        }
    };
    let mut known = vec![UNKNOWN; 1 << n];
    Some(value(((1u32 << n) - 1) as u16, &moves, &mut known).into())
}

/// No board of so few vertices has such a value: each move takes a vertex.
const UNKNOWN: u8 = u8::MAX;

fn value(left: u16, moves: &[Taking], known: &mut [u8]) -> u8 {
    if known[left as usize] != UNKNOWN {
        return known[left as usize];
    }
    let mut reached = 0u64;
    for &(wanted, gone) in moves {
        if wanted & !left == 0 {
            reached |= 1 << value(left & !gone, moves, known);
        }
    }
    let least = reached.trailing_ones() as u8;
    known[left as usize] = least;
    least
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::impartial::Reference;
    use crate::limits::Budget;
    use outplay_rules::games::arc_kayles::ArcKayles;
    use outplay_rules::games::node_kayles::NodeKayles;
    use outplay_rules::places::Places;
    use outplay_rules::rules::Impartial;

    fn by_reference(rules: &(impl Impartial + ?Sized)) -> u64 {
        let value = Reference::new(rules).nimber(&rules.start(), &mut Budget::unlimited());
        value.unwrap().value().unwrap()
    }

    /// Loops, parallel edges and several components among them.
    #[test]
    fn agrees_with_the_reference() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..300 {
            let n = random.usize(0..=7);
            let pairs = (0..n).flat_map(|v| (0..=v).map(move |u| (u, v)));
            let copies = |edge| std::iter::repeat_n(edge, [0, 0, 0, 1, 1, 2][random.usize(..6)]);
            let edges: Vec<(usize, usize)> = pairs.flat_map(copies).collect();
            let graph = Graph::new(Places::numbered(n), edges).unwrap();
            let (node, arc) = (NodeKayles::new(graph.clone()), ArcKayles::new(graph.clone()));
            let small = |rule| small_board_value(&graph, rule).map(u64::from);
            assert_eq!(small(TakingRule::Neighbourhood), Some(by_reference(&node)), "{graph:?}");
            assert_eq!(small(TakingRule::EdgeEnds), Some(by_reference(&arc)), "{graph:?}");
        }
    }

    #[test]
    fn larger_boards_are_left_to_the_search() {
        let path = |n: usize| {
            Graph::new(Places::numbered(n), (1..n).map(|vertex| (vertex - 1, vertex))).unwrap()
        };
        assert!(small_board_value(&path(MOST_VERTICES), TakingRule::Neighbourhood).is_some());
        assert!(small_board_value(&path(MOST_VERTICES + 1), TakingRule::Neighbourhood).is_none());
    }
}
