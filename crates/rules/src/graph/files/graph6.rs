//! graph6: a simple graph as a short line of printable text, the format of nauty's `geng` and of the House of Graphs.
//!
//! After the number of vertices (see `six_bits.rs`) come the bits of the upper triangle of the adjacency matrix, column
//! by column: (0,1), (0,2), (1,2), (0,3), (1,3), (2,3), …, padded with zeros to a whole number of characters.

use super::six_bits::{Bits, Writer, bare, read_size, sextets};
use crate::error::InputError;
use crate::graph::{Graph, check_size};
use crate::places::Places;

/// What a file of graph6 lines may start with.
pub(super) const HEADER: &str = ">>graph6<<";

/// The graph that a graph6 string describes, its vertices called 1, 2, 3, ….
///
/// ```
/// use outplay_rules::graph::files::graph6;
///
/// assert_eq!(graph6::read("DQc")?.edge_count(), 4);
/// # Ok::<(), outplay_rules::error::InputError>(())
/// ```
pub fn read(text: &str) -> Result<Graph, InputError> {
    let (offset, bare) = bare(text, HEADER);
    read_bare(bare).map_err(|error| error.within(text, offset))
}

/// The graph6 string of a simple graph. Names and drawing of its vertices are not part of it.
pub fn write(graph: &Graph) -> Result<String, InputError> {
    let n = graph.vertex_count();
    check_size(n)?;
    if !graph.is_simple() {
        let message = "graph6 cannot hold loops or parallel edges";
        return Err(InputError::plain(message).help("sparse6 can"));
    }
    let mut writer = Writer::new("", n);
    for v in 0..n {
        for u in 0..v {
            writer.push(usize::from(graph.neighbours(v).contains(u)), 1);
        }
    }
    writer.push(0, writer.missing());
    Ok(writer.finish())
}

fn read_bare(text: &str) -> Result<Graph, InputError> {
    refuse_relatives(text)?;
    let sextets = sextets(text)?;
    let (n, matrix) = read_size(text, &sextets)?;
    let pairs = n * n.saturating_sub(1) / 2;
    let expected = pairs.div_ceil(6);
    if matrix.len() != expected {
        let length = sextets.len() - matrix.len() + expected;
        let message =
            format!("the graph6 string of a graph of {n} vertices has {length} characters");
        let message = format!("{message}, not {}", sextets.len());
        return Err(InputError::whole(text, message));
    }
    let mut bits = Bits::new(matrix);
    let mut edges = Vec::new();
    for v in 0..n {
        edges.extend((0..v).filter(|_| bits.take(1) == 1).map(|u| (u, v)));
    }
    if bits.take(bits.left()) != 0 {
        let message = "the last character has bits beyond the last pair of vertices";
        let last = text.len() - 1..text.len();
        return Err(InputError::at(text, last, message).help("the string may have been damaged"));
    }
    Graph::new(Places::numbered(n), edges)
}

/// Says what it is, if the string is in a format of the same family.
fn refuse_relatives(text: &str) -> Result<(), InputError> {
    let message = match text.as_bytes().first() {
        None => "an empty string is not graph6: even the graph without vertices is written ?",
        Some(b':') => "a string that starts with : is sparse6, not graph6",
        Some(b';') => "a string that starts with ; is incremental sparse6, not graph6",
        Some(b'&') => {
            "a string that starts with & is digraph6: the games are played on undirected graphs"
        }
        Some(b'>') => "this header is not understood: expected >>graph6<< or none",
        Some(_) => return Ok(()),
    };
    Err(InputError::whole(text, message))
}

#[cfg(test)]
mod tests {
    use super::super::trials::{self, Random};
    use super::*;
    use crate::graph::{MAX_VERTICES, families};

    fn pairs(text: &str) -> (usize, Vec<(usize, usize)>) {
        let graph = read(text).unwrap();
        (graph.vertex_count(), graph.edge_pairs().collect())
    }

    #[test]
    fn known_strings() {
        // The example of the format's description.
        assert_eq!(pairs("DQc"), (5, vec![(0, 2), (0, 4), (1, 3), (3, 4)]));
        // By hand: the triangle is 111 000 = 56, the edge 100000 = 32, K4 is 111111 = 63.
        for (text, graph) in [
            ("?", families::complete(0)),
            ("@", families::complete(1)),
            ("A?", Graph::new(Places::numbered(2), [])),
            ("A_", families::complete(2)),
            ("Bw", families::complete(3)),
            ("C~", families::complete(4)),
        ] {
            let graph = graph.unwrap();
            assert_eq!(read(text).unwrap(), graph, "{text}");
            assert_eq!(write(&graph).unwrap(), text);
        }
        assert_eq!(write(&read(" >>graph6<<DQc\n").unwrap()).unwrap(), "DQc");
        assert_eq!(read("~??Bw").unwrap(), read("Bw").unwrap());
        assert_eq!(read("~~?????Bw").unwrap(), read("Bw").unwrap());
    }

    #[test]
    fn round_trips() {
        let mut random = Random::new(1);
        for n in trials::sizes(3000) {
            let graph = trials::simple_graph(&mut random, n);
            let text = write(&graph).unwrap();
            assert_eq!(read(&text).unwrap(), graph, "{text}");
        }
        let widest = Graph::new(Places::numbered(MAX_VERTICES), [(0, MAX_VERTICES - 1)]).unwrap();
        assert_eq!(read(&write(&widest).unwrap()).unwrap(), widest);
    }

    #[test]
    fn loops_and_parallel_edges_are_refused() {
        for n in [1, 2] {
            let error = write(&families::cycle(n).unwrap()).unwrap_err();
            assert!(error.suggestion().unwrap().contains("sparse6"));
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let wrong = [
            ("", "empty"),
            (">>graph6<<", "empty"),
            (":Fa@x^", "sparse6"),
            (";Fa@x^", "incremental"),
            ("&DQc", "directed"),
            (">>digraph6<<&D", "header"),
            ("DQ", "3 characters, not 2"),
            ("DQcc", "3 characters, not 4"),
            ("DQd", "bits beyond"),
            ("D c", "' '"),
            ("Dé", "'é'"),
            ("~~~~~~~~", "68719476735 vertices"),
            ("~@?@", "4097 vertices"),
            ("~?", "cut off"),
        ];
        trials::refuses(read, &wrong);
        // The pointer finds its place behind the header.
        let shown = read(" >>graph6<<D c").unwrap_err().to_string();
        assert!(shown.contains("\n   >>graph6<<D c\n              ^\n"), "{shown}");
    }

    #[test]
    fn damage_is_refused_or_read_as_what_it_says() {
        for text in ["DQc", "Bw", "~??BwX", "IsP@OkWHG"] {
            trials::withstands(text, read, write);
        }
        // No proper beginning of a graph6 string is one.
        for end in 0.."IsP@OkWHG".len() {
            assert!(read(&"IsP@OkWHG"[..end]).is_err());
        }
    }
}
