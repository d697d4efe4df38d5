//! Lists of edges, the format to type by hand.
//!
//! On one line, as in the board name `edges:1-2,2-3,3-3,5`: items between commas, `a-b` an edge and a lone name a
//! vertex, which need not have an edge. In a file: one item on each line, an edge as `a b` or `a-b`; `#` starts a
//! comment. An edge written again is a parallel edge, and `a-a` is a loop.
//!
//! The vertices are those mentioned: in the order of their numbers if all names are numbers, otherwise in the order in
//! which they first appear.

use super::names::{Vertices, are_numbers};
use super::{on_line, shortened};
use crate::error::InputError;
use crate::graph::Graph;

/// The multigraph of a list of edges on one line. No item at all is the graph without vertices.
///
/// ```
/// use outplay_rules::graph::files::edge_list;
///
/// let graph = edge_list::read_inline("1-2,2-3,3-3,5")?;
/// assert_eq!((graph.vertex_count(), graph.edge_count()), (4, 3));
/// # Ok::<(), outplay_rules::error::InputError>(())
/// ```
pub fn read_inline(text: &str) -> Result<Graph, InputError> {
    let mut list = List::default();
    let mut offset = 0;
    let items = if text.trim().is_empty() { None } else { Some(text.split(',')) };
    for item in items.into_iter().flatten() {
        list.read_item(item).map_err(|error| error.within(text, offset))?;
        offset += item.len() + 1;
    }
    list.graph()
}

/// The list of edges on one line: edges first, then vertices without one. If the names are not numbers and would first
/// appear in another order than that of the graph, the list starts with all vertices.
pub fn write_inline(graph: &Graph) -> String {
    items(graph, '-').join(",")
}

/// The multigraph of a file with one edge or vertex a line.
pub fn read(text: &str) -> Result<Graph, InputError> {
    if text.trim().is_empty() {
        return Err(InputError::plain("the list of edges is empty").help(LINE_FORM));
    }
    let mut list = List::default();
    for (index, line) in text.lines().enumerate() {
        let item = line.split('#').next().unwrap_or_default().trim();
        if !item.is_empty() {
            list.read_line(item).map_err(|error| on_line(error, index + 1))?;
        }
    }
    list.graph()
}

/// The file with one edge or vertex a line, in the order of [`write_inline`].
pub fn write(graph: &Graph) -> String {
    if graph.vertex_count() == 0 {
        // A file with nothing in it would be taken for a mistake.
        return "# no vertices\n".to_string();
    }
    items(graph, ' ').join("\n") + "\n"
}

const LINE_FORM: &str =
    "a line is an edge, 'u v' or 'u-v', or a lone vertex 'u'; # starts a comment";

#[derive(Default)]
struct List {
    vertices: Vertices,
    edges: Vec<(usize, usize)>,
}

impl List {
    /// Reads `a-b` or `a`; an error is about a part of `item`.
    fn read_item(&mut self, item: &str) -> Result<(), InputError> {
        let ends: Vec<&str> = item.splitn(4, '-').collect();
        let wrong = match ends[..] {
            [name] if !name.trim().is_empty() => return self.enter(item, 0, name).map(|_| ()),
            [u, v] if !u.trim().is_empty() && !v.trim().is_empty() => {
                let u_end = self.enter(item, 0, u)?;
                let v_end = self.enter(item, u.len() + 1, v)?;
                self.edges.push((u_end, v_end));
                return Ok(());
            }
            [_] => "an item is missing: expected an edge such as 1-2, or a lone vertex".to_string(),
            [_, _] => format!("the edge {:?} lacks an end", shortened(item.trim())),
            _ => format!("the edge {:?} has more than two ends", shortened(item.trim())),
        };
        let start = item.len() - item.trim_start().len();
        let error = InputError::at(item, start..start.max(item.trim_end().len()), wrong);
        Err(error.help("an edge is two names joined by one '-', as in 1-2; a path is 1-2,2-3"))
    }

    /// Reads a line that may have blanks in place of the `-`; an error is about a part of `line`.
    fn read_line(&mut self, line: &str) -> Result<(), InputError> {
        let words: Vec<&str> = line.split_whitespace().take(3).collect();
        match words[..] {
            _ if line.contains('-') => self.read_item(line),
            [u, v] => {
                let u_end = self.enter(line, 0, u)?;
                let v_end = self.enter(line, line.len() - v.len(), v)?;
                self.edges.push((u_end, v_end));
                Ok(())
            }
            [_] | [] => self.read_item(line),
            _ => {
                let message = format!("more than two names in {:?}", shortened(line));
                Err(InputError::whole(line, message).help(LINE_FORM))
            }
        }
    }

    /// The vertex that `name`, with blanks around it and at byte `offset` of `item`, stands for.
    fn enter(&mut self, item: &str, offset: usize, name: &str) -> Result<usize, InputError> {
        let offset = offset + name.len() - name.trim_start().len();
        self.vertices.enter(name.trim()).map_err(|error| error.within(item, offset))
    }

    fn graph(self) -> Result<Graph, InputError> {
        self.vertices.ordered_graph(self.edges, None)
    }
}

/// Edges and vertices in an order that keeps the vertices in theirs.
fn items(graph: &Graph, joint: char) -> Vec<String> {
    let n = graph.vertex_count();
    let names: Vec<String> = (0..n).map(|vertex| graph.places().name(vertex)).collect();
    let mut order: Vec<usize> = Vec::new();
    let mut met = vec![false; n];
    for vertex in graph.edges().iter().flat_map(|edge| edge.ends()) {
        if !std::mem::replace(&mut met[vertex], true) {
            order.push(vertex);
        }
    }
    let alone: Vec<usize> = (0..n).filter(|&vertex| !met[vertex]).collect();
    let edges = graph.edge_pairs().map(|(u, v)| format!("{}{joint}{}", names[u], names[v]));
    let in_order = order.iter().chain(&alone).copied().eq(0..n);
    if in_order || are_numbers(names.iter().map(String::as_str)) {
        edges.chain(alone.iter().map(|&vertex| names[vertex].clone())).collect()
    } else {
        names.iter().cloned().chain(edges).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::trials::{self, Random, shape};
    use super::*;

    #[test]
    fn inline_lists() {
        for (text, expected) in [
            ("1-2,2-3,3-3,5", "1 2 3 5: 1-2 2-3 3-3"),
            ("10-9, 9 - 0 ,0", "0 9 10: 0-9 9-10"),
            ("b-a,a-b,c", "b a c: b-a b-a"),
            ("2-1,x", "2 1 x: 2-1"),
            ("5,5,5-5", "5: 5-5"),
            ("", ":"),
            (" ", ":"),
        ] {
            assert_eq!(shape(&read_inline(text).unwrap()), expected, "{text}");
        }
    }

    #[test]
    fn files() {
        for (text, expected) in [
            ("# a path\n1 2\n\n2-3 # and on\r\n3\t4\n 7 \n", "1 2 3 4 7: 1-2 2-3 3-4"),
            ("b - a\na  c", "b a c: b-a a-c"),
            ("# nothing\n", ":"),
        ] {
            assert_eq!(shape(&read(text).unwrap()), expected, "{text}");
        }
    }

    #[test]
    fn written_lists() {
        let graph = read_inline("5,1-2,3-3,2-3,2-1").unwrap();
        assert_eq!(write_inline(&graph), "1-2,1-2,2-3,3-3,5");
        assert_eq!(write(&graph), "1 2\n1 2\n2 3\n3 3\n5\n");
        assert_eq!(write_inline(&read_inline("a-b,b-c,d").unwrap()), "a-b,b-c,d");
        // The edges alone would put c before b.
        assert_eq!(write_inline(&read_inline("a,b,a-c").unwrap()), "a,b,c,a-c");
        assert_eq!(
            (write_inline(&Graph::empty()), write(&Graph::empty())),
            (String::new(), "# no vertices\n".into())
        );
    }

    #[test]
    fn round_trips() {
        let mut random = Random::new(3);
        for graph in trials::multigraphs(&mut random) {
            assert_eq!(read_inline(&write_inline(&graph)).unwrap(), graph);
            assert_eq!(read(&write(&graph)).unwrap(), graph);
        }
    }

    #[test]
    fn wrong_items_are_pointed_at() {
        for (text, message, pointer) in [
            ("1-2,3-", "lacks an end", "    ^^"),
            ("-2,1-2", "lacks an end", "^^"),
            ("1-2, 1-2-3 ,4", "more than two ends", "     ^^^^^"),
            ("1--2", "more than two ends", "^^^^"),
            ("-", "lacks an end", "^"),
            ("1-2,", "missing", "    ^"),
            ("1,,2", "missing", "  ^"),
            ("1-2,01-3", "leading zero", "    ^^"),
            ("1-2,3-x.y", "'.'", "      ^^^"),
            ("a-é", "'é'", "  ^"),
            ("1-2, 3 4", "' '", "     ^^^"),
            ("1-2#2", "'#'", "  ^^^"),
        ] {
            let error = read_inline(text).unwrap_err();
            assert!(error.message().contains(message), "{error}");
            assert!(error.to_string().contains(&format!("\n  {text}\n  {pointer}\n")), "{error}");
        }
    }

    #[test]
    fn wrong_lines_are_named() {
        for (text, message, pointer) in [
            ("1 2\n\n1 2 3\n", "line 3: more than two names", "  1 2 3\n  ^^^^^"),
            ("1-2\n1-\n", "line 2: the edge \"1-\" lacks", "  1-\n  ^^"),
            ("1 2\n  a   b,c # no\n", "line 2: the vertex name", "  a   b,c\n      ^^^"),
            ("0 1 {}", "line 1: more than two names", "  0 1 {}\n  ^^^^^^"),
            ("1 2-3", "line 1: the vertex name \"1 2\"", "  1 2-3\n  ^^^"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.message().starts_with(message), "{error}");
            assert!(error.to_string().contains(pointer), "{error}");
            assert!(error.suggestion().is_some());
        }
        assert!(read(" \n").unwrap_err().message().contains("empty"));
    }

    #[test]
    fn damage_never_panics() {
        for text in ["1-2,2-3,3-3,5", "a-b,b-a,c_1", "10-20"] {
            trials::withstands(text, read_inline, |graph| Ok(write_inline(graph)));
            trials::withstands(text, read, |graph| Ok(write(graph)));
        }
        assert!(read_inline(&"1-1,".repeat(300)).is_err());
        assert!(
            read_inline(&vec!["1-1"; 256].join(",")).unwrap_err().message().contains("256 copies")
        );
        let many: Vec<String> = (0..5000).map(|i| i.to_string()).collect();
        assert!(read_inline(&many.join(",")).unwrap_err().message().contains("4097 vertices"));
    }
}
