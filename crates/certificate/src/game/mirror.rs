//! The theory `mirror` (Theorem 6 of `docs/theory-graphs.md`): in Node Kayles and in Arc Kayles (Cram) a position is lost if there is a map of
//! its vertices that is its own inverse, keeps edges and loops, and takes no vertex to itself or to a neighbour. The second player answers every move
//! with its image, which is still there: a vertex that was taken with v is v or a neighbour of v, and the image of v is neither;
//! an edge that shares a vertex with its image joins a vertex to its own image. What is left is mapped to itself again.

use outplay_rules::graph::Graph;

/// Whether a map of some vertices, given by the image of each in ascending order, is such a mirror of what they induce.
pub fn is_mirror(graph: &Graph, vertices: &[usize], images: &[usize]) -> bool {
    let image = |vertex: usize| {
        let at = vertices.binary_search(&vertex).ok()?;
        images.get(at).copied()
    };
    // A loop joins a vertex to itself; among the neighbours it would not be seen.
    let joined = |u: usize, v: usize| graph.edge_index(u, v).is_some();
    vertices.len() == images.len()
        && vertices.iter().all(|&u| {
            let Some(to) = image(u) else { return false };
            let apart = to != u && image(to) == Some(u) && !joined(u, to);
            apart
                && vertices.iter().all(|&v| image(v).is_some_and(|i| joined(u, v) == joined(to, i)))
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use outplay_rules::graph::families;
    use outplay_rules::places::Places;

    #[test]
    fn half_turns_and_what_is_none() {
        let turned = |rows: usize, columns: usize| {
            let cells: Vec<usize> = (0..rows * columns).collect();
            let images: Vec<usize> = cells.iter().rev().copied().collect();
            is_mirror(&families::grid(rows, columns).unwrap(), &cells, &images)
        };
        assert!(turned(2, 2) && turned(4, 4) && turned(2, 6));
        // A cell is its own image, or next to it.
        assert!(!turned(3, 3) && !turned(2, 3) && !turned(3, 4));
        let square = families::grid(2, 2).unwrap();
        let all = [0, 1, 2, 3];
        for (images, mirrors) in [
            (vec![3, 2, 1, 0], true),
            (vec![1, 0, 3, 2], false),
            (vec![0, 1, 2, 3], false),
            (vec![3, 2, 1], false),
            (vec![3, 2, 0, 1], false),
            (vec![3, 3, 3, 0], false),
            (vec![7, 2, 1, 0], false),
        ] {
            assert_eq!(is_mirror(&square, &all, &images), mirrors, "{images:?}");
        }
        // Part of a board: the two ends of a path of three are a mirror of each other.
        let path = families::path(3).unwrap();
        assert!(is_mirror(&path, &[0, 2], &[2, 0]));
        assert!(!is_mirror(&path, &[0, 1], &[1, 0]));
        assert!(!is_mirror(&path, &[0, 1, 2], &[2, 1, 0]));
        assert!(is_mirror(&path, &[], &[]));
    }

    /// In Arc Kayles a loop is a move: to take its vertex alone.
    #[test]
    fn loops_have_images() {
        let graph = |loops: &[usize]| {
            let loops = loops.iter().map(|&v| (v, v));
            Graph::new(Places::numbered(2), loops).unwrap()
        };
        for (loops, mirrors) in
            [(vec![], true), (vec![0], false), (vec![1], false), (vec![0, 1], true)]
        {
            assert_eq!(is_mirror(&graph(&loops), &[0, 1], &[1, 0]), mirrors, "{loops:?}");
        }
    }
}
