//! The names of vertices in the formats that have names.
//!
//! A name must be usable in the notation of moves, where `-`, `,`, `;`, `.`, `#`, `(` and blanks have a meaning. So it
//! consists of ASCII letters, digits and `_`. A number has no leading zero, since 01 and 1 have the same value.

use super::shortened;
use crate::error::InputError;
use crate::graph::{Graph, MAX_COPIES, check_size};
use crate::places::Places;
use std::collections::HashMap;

/// The longest name.
const MAX_LENGTH: usize = 32;

/// Refuses what cannot be the name of a vertex. The error is about the whole of `name`.
pub(super) fn check(name: &str) -> Result<(), InputError> {
    let in_alphabet = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let message = if name.is_empty() {
        "a vertex without a name".to_string()
    } else if let Some(wrong) = name.chars().find(|&c| !in_alphabet(c)) {
        format!("the vertex name {:?} contains {wrong:?}", shortened(name))
    } else if name.len() > MAX_LENGTH {
        format!("the vertex name {:?} is longer than {MAX_LENGTH} characters", shortened(name))
    } else if name.len() > 1 && name.starts_with('0') && is_number(name) {
        format!("the vertex name {name:?} is a number with a leading zero")
    } else {
        return Ok(());
    };
    let rule = "a name is 1 to 32 ASCII letters, digits or _, and a number has no leading zero";
    Err(InputError::whole(name, message).help(rule))
}

fn is_number(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether the names are all numbers, so that a list of edges is sorted by them.
pub(super) fn are_numbers<'a>(names: impl IntoIterator<Item = &'a str>) -> bool {
    names.into_iter().all(is_number)
}

/// The vertices met so far, counted from 0 in the order of their first appearance.
#[derive(Default)]
pub(super) struct Vertices {
    names: Vec<String>,
    index: HashMap<String, usize>,
}

impl Vertices {
    /// The vertex called `name`, a new one if there is none yet. An error about the name is about the whole of it.
    pub(super) fn enter(&mut self, name: &str) -> Result<usize, InputError> {
        if let Some(vertex) = self.find(name) {
            return Ok(vertex);
        }
        check(name)?;
        check_size(self.names.len() + 1)?;
        self.names.push(name.to_string());
        self.index.insert(name.to_string(), self.names.len() - 1);
        Ok(self.names.len() - 1)
    }

    /// The vertex called `name`, if there is one.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        self.index.get(name).copied()
    }

    /// How many vertices there are.
    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    /// The name of a vertex.
    pub(super) fn name(&self, vertex: usize) -> &str {
        &self.names[vertex]
    }

    /// The graph with these vertices in the order of their first appearance.
    pub(super) fn graph(self, edges: Vec<(usize, usize)>) -> Result<Graph, InputError> {
        self.check_copies(&edges)?;
        Graph::new(Places::labelled(self.names), edges)
    }

    /// The graph with these vertices, in the order of their numbers if all are called by numbers, and drawn if it is
    /// said where.
    pub(super) fn ordered_graph(
        self,
        edges: Vec<(usize, usize)>,
        at: Option<Vec<[f64; 2]>>,
    ) -> Result<Graph, InputError> {
        let mut order: Vec<usize> = (0..self.len()).collect();
        if are_numbers(self.names.iter().map(String::as_str)) {
            // Without leading zeros, the longer number is the larger one, however long.
            order.sort_by_key(|&vertex| (self.name(vertex).len(), self.name(vertex)));
        }
        let mut place = vec![0; order.len()];
        for (to, &from) in order.iter().enumerate() {
            place[from] = to;
        }
        let names = order.iter().map(|&vertex| self.name(vertex).to_string()).collect();
        let ordered = Vertices { names, index: HashMap::new() };
        let graph = ordered.graph(edges.iter().map(|&(u, v)| (place[u], place[v])).collect())?;
        let at = at.map(|at| order.iter().map(|&vertex| at[vertex]).collect());
        Ok(at.into_iter().fold(graph, Graph::drawn))
    }

    /// As [`Graph::new`] does, but calls the vertices by their names.
    fn check_copies(&self, edges: &[(usize, usize)]) -> Result<(), InputError> {
        let mut sorted: Vec<_> = edges.iter().map(|&(u, v)| (u.min(v), u.max(v))).collect();
        sorted.sort_unstable();
        let Some(group) = sorted.chunk_by(|a, b| a == b).find(|group| group.len() > MAX_COPIES)
        else {
            return Ok(());
        };
        let (u, v) = group[0];
        let edge = format!("{}-{}", self.name(u), self.name(v));
        let message = format!("{} copies of the edge {edge}", group.len());
        Err(InputError::plain(format!("{message}: at most {MAX_COPIES} are possible")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::MAX_VERTICES;

    #[test]
    fn the_rule() {
        for name in ["0", "1", "10", "a", "_", "0a", "00_", "Ab_9", &"x".repeat(32)] {
            assert!(check(name).is_ok(), "{name}");
        }
        let wrong =
            ["", "01", "00", "a-b", "a.b", "a,b", "a#", "(a", "a;", "a b", "é", "-1", "1.5"];
        for name in wrong.into_iter().chain([&*"x".repeat(33), &*"x y".repeat(99)]) {
            let error = check(name).unwrap_err();
            assert!(error.message().len() < 100 && error.suggestion().is_some(), "{name}");
        }
    }

    /// The graph on the given names with an edge between the first two, drawn so that the n-th name is at (n, 0).
    fn ordered(names: [&str; 3]) -> Graph {
        let mut vertices = Vertices::default();
        for name in names {
            vertices.enter(name).unwrap();
        }
        vertices
            .ordered_graph(vec![(0, 1)], Some(vec![[1.0, 0.0], [2.0, 0.0], [3.0, 0.0]]))
            .unwrap()
    }

    #[test]
    fn numbers_are_sorted_by_value_and_other_names_left_alone() {
        let large = "99999999999999999999999999999999";
        for (names, sorted, edge, at) in [
            (["10", "9", "0"], ["0", "9", "10"], (1, 2), [3.0, 2.0, 1.0]),
            ([large, "1", "9"], ["1", "9", large], (0, 2), [2.0, 3.0, 1.0]),
            (["10", "9", "a"], ["10", "9", "a"], (0, 1), [1.0, 2.0, 3.0]),
        ] {
            let graph = ordered(names);
            assert_eq!([0, 1, 2].map(|i| graph.places().name(i)), sorted);
            assert_eq!(graph.edge_pairs().collect::<Vec<_>>(), [edge]);
            assert_eq!(graph.drawing().unwrap(), at.map(|x| [x, 0.0]));
        }
    }

    #[test]
    fn too_many_vertices_or_copies() {
        let mut vertices = Vertices::default();
        for i in 0..MAX_VERTICES {
            assert_eq!(vertices.enter(&format!("v{i}")).unwrap(), i);
        }
        assert!(vertices.enter("v7").is_ok() && vertices.enter("one_more").is_err());
        let mut vertices = Vertices::default();
        vertices.enter("a").unwrap();
        vertices.enter("b").unwrap();
        let error = vertices.graph(vec![(1, 0); 256]).unwrap_err();
        assert!(error.message().contains("256 copies of the edge a-b"), "{error}");
    }
}
