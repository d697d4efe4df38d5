//! sparse6: a multigraph as a short line of printable text, nauty's format for graphs with few edges.
//!
//! A string is `:`, the number n of vertices (see `six_bits.rs`), and then pairs of a bit b and a number x of k bits,
//! where k bits are just enough for n-1. They are instructions to a reader that is at vertex v, at first 0: b says
//! whether to go on to v+1; then x > v is the vertex to go to, while x <= v is an edge between x and v. So edges come
//! in the order of their larger ends, and every copy of one is written.
//!
//! The last character is padded with ones, which either do not make a complete pair or send the reader beyond the last
//! vertex. There is one exception, see `fill`.

use std::collections::BTreeSet;

use super::shortened;
use super::six_bits::{Bits, Writer, bare, read_size, sextets};
use crate::error::InputError;
use crate::graph::{Graph, check_size};
use crate::places::Places;

/// What a file of sparse6 lines may start with.
pub(super) const HEADER: &str = ">>sparse6<<";

/// What a file of incremental lines may start with.
pub(super) const INCREMENTAL_HEADER: &str = ">>incremental sparse6<<";

/// The multigraph that a sparse6 string describes, its vertices called 1, 2, 3, ….
///
/// ```
/// use outplay_rules::graph::files::sparse6;
///
/// assert_eq!(sparse6::read(":Fa@x^")?.vertex_count(), 7);
/// # Ok::<(), outplay_rules::error::InputError>(())
/// ```
pub fn read(text: &str) -> Result<Graph, InputError> {
    let (offset, bare) = bare(text, HEADER);
    let body = without_colon(bare).map_err(|error| error.within(text, offset))?;
    read_body(body).map_err(|error| error.within(text, offset + 1))
}

/// The graph that an incremental line makes of the graph before it: `;` and the edges that only one of the two has. Neither
/// has parallel edges.
pub(super) fn read_change(text: &str, last: &Graph) -> Result<Graph, InputError> {
    if last.edges().iter().any(|edge| edge.copies > 1) {
        let message = "an incremental line cannot follow a graph with parallel edges";
        return Err(InputError::whole(text, message));
    }
    let (offset, bare) = bare(text, INCREMENTAL_HEADER);
    let body = bare.strip_prefix(';').unwrap_or(bare);
    let within = |error: InputError| error.within(text, offset + 1);
    let n = last.vertex_count();
    let sextets = sextets(body).map_err(within)?;
    let changed = listed_edges(body, n, &sextets).map_err(within)?;
    let mut edges: BTreeSet<(usize, usize)> = last.edge_pairs().collect();
    for edge in changed {
        if !edges.remove(&edge) {
            edges.insert(edge);
        }
    }
    Graph::new(Places::numbered(n), edges)
}

/// The sparse6 string of a multigraph, as nauty writes it. Names and drawing of its vertices are not part of it.
pub fn write(graph: &Graph) -> Result<String, InputError> {
    let n = graph.vertex_count();
    check_size(n)?;
    let width = label_width(n);
    let mut edges: Vec<(usize, usize)> = graph.edge_pairs().map(|(u, v)| (v, u)).collect();
    edges.sort_unstable();
    let mut writer = Writer::new(":", n);
    let mut at = 0;
    for (v, u) in edges {
        writer.push(usize::from(v != at), 1);
        if v > at + 1 {
            writer.push(v, width);
            writer.push(0, 1);
        }
        at = v;
        writer.push(u, width);
    }
    fill(&mut writer, n, at);
    Ok(writer.finish())
}

/// Fills up the last character, the reader being at vertex `at`. Ones do, unless they are a whole pair that sends the
/// reader from the last vertex but one to the last and then reads as a loop there; then a zero goes before them. That
/// takes a label of ones which is a vertex, and k+1 <= 5 bits to fill: n = 2, 4, 8 or 16.
fn fill(writer: &mut Writer, n: usize, at: usize) {
    let width = label_width(n);
    if writer.missing() > width && n == 1 << width && at + 2 == n {
        writer.push(0, 1);
    }
    let ones = writer.missing();
    writer.push((1 << ones) - 1, ones);
}

/// The number of bits that n-1 needs: none for one vertex.
fn label_width(n: usize) -> usize {
    (usize::BITS - n.saturating_sub(1).leading_zeros()) as usize
}

/// What follows the `:` that every sparse6 string starts with.
fn without_colon(text: &str) -> Result<&str, InputError> {
    if let Some(body) = text.strip_prefix(':') {
        return Ok(body);
    }
    let error = match text.as_bytes().first() {
        None => {
            let message =
                "an empty string is not sparse6: even the graph without vertices is written :?";
            InputError::whole(text, message)
        }
        Some(b';') => {
            let message = "a string that starts with ; is incremental sparse6, not a whole graph";
            let help =
                "it gives the changes from the line before; nauty's copyg writes whole graphs";
            InputError::whole(text, message).help(help)
        }
        Some(b'&') => {
            let message = "a string that starts with & is digraph6: the games are played on undirected graphs";
            InputError::whole(text, message)
        }
        Some(_) => {
            let message = format!("a sparse6 string starts with :, unlike {:?}", shortened(text));
            let help = "one that does not start with : may be graph6";
            InputError::whole(text, message).help(help)
        }
    };
    Err(error)
}

fn read_body(text: &str) -> Result<Graph, InputError> {
    let sextets = sextets(text)?;
    let (n, rest) = read_size(text, &sextets)?;
    Graph::new(Places::numbered(n), listed_edges(text, n, rest)?)
}

fn listed_edges(text: &str, n: usize, bits: &[u8]) -> Result<Vec<(usize, usize)>, InputError> {
    read_edges(n, Bits::new(bits)).map_err(|message| {
        InputError::whole(text, message).help("the string may have been damaged or cut off")
    })
}

fn read_edges(n: usize, mut bits: Bits<'_>) -> Result<Vec<(usize, usize)>, String> {
    let width = label_width(n);
    let mut edges = Vec::new();
    let mut at = 0;
    while bits.left() > width {
        let here = bits;
        at += bits.take(1);
        let label = bits.take(width);
        if at >= n || label >= n {
            if here.are_ones_to_the_end() {
                return Ok(edges);
            }
            let number = at.max(label) + 1;
            return Err(format!("an edge of vertex {number} in a graph of {n} vertices"));
        }
        if label > at {
            at = label;
        } else {
            edges.push((label, at));
        }
    }
    // The first bit left over may be the zero of the exception: networkx puts it where nauty sees no need.
    bits.take(bits.left().min(1));
    if bits.are_ones_to_the_end() && bits.left() < 5 {
        return Ok(edges);
    }
    Err(format!("the list of edges does not end after a whole edge of {} bits", width + 1))
}

#[cfg(test)]
mod tests {
    use super::super::trials::{self, Random};
    use super::*;
    use crate::graph::{MAX_VERTICES, families};

    fn graph(n: usize, edges: &[(usize, usize)]) -> Graph {
        Graph::new(Places::numbered(n), edges.iter().copied()).unwrap()
    }

    /// A string from its number of vertices and its bits, to work out encodings on paper.
    fn encoded(n: u8, bits: &str) -> String {
        let sextets: Vec<char> = bits.chars().filter(|bit| !bit.is_whitespace()).collect();
        let text = sextets.chunks(6).map(|six| {
            assert_eq!(six.len(), 6);
            char::from(six.iter().fold(0, |sum, &bit| sum * 2 + u8::from(bit == '1')) + 63)
        });
        format!(":{}{}", char::from(n + 63), text.collect::<String>())
    }

    #[test]
    fn known_strings() {
        for (text, graph) in [
            // The example of the format's description.
            (":Fa@x^".to_string(), graph(7, &[(0, 1), (0, 2), (1, 2), (5, 6)])),
            (":?".to_string(), Graph::empty()),
            (":@".to_string(), graph(1, &[])),
            // One vertex: labels need no bits, and an edge is a single zero.
            (encoded(1, "00 1111"), graph(1, &[(0, 0), (0, 0)])),
            (encoded(2, "10 1111"), graph(2, &[(0, 1)])),
            (encoded(2, "10 00 00"), graph(2, &[(0, 1), (0, 1), (0, 1)])),
            (encoded(3, "000 000"), graph(3, &[(0, 0), (0, 0)])),
            // Straight to vertex 3, then 0-3.
            (encoded(5, "1011 0000 1111"), graph(5, &[(0, 3)])),
        ] {
            assert_eq!(read(&text).unwrap(), graph, "{text}");
            assert_eq!(write(&graph).unwrap(), text);
        }
        assert_eq!(read(" >>sparse6<<:Fa@x^\r\n"), read(":Fa@x^"));
    }

    /// Where ones alone would read as a loop at the last vertex.
    #[test]
    fn the_exception_to_the_filling() {
        for (text, graph) in [
            (encoded(2, "00 0 111"), graph(2, &[(0, 0)])),
            (encoded(2, "00 00 0 1"), graph(2, &[(0, 0), (0, 0)])),
            (encoded(4, "110 000 000 0 11"), graph(4, &[(0, 2); 2])),
            (encoded(8, "1110 0000 0 111"), graph(8, &[(0, 6)])),
            (encoded(16, "11110 00000 00000 00000 00000 0 1111"), graph(16, &[(0, 14); 4])),
            // Not needed: too few bits to fill, or the reader is elsewhere.
            (encoded(4, "110 000"), graph(4, &[(0, 2)])),
            (encoded(4, "100 111"), graph(4, &[(0, 1)])),
            (encoded(4, "111 000 000 111"), graph(4, &[(0, 3); 2])),
        ] {
            assert_eq!(read(&text).unwrap(), graph, "{text}");
            assert_eq!(write(&graph).unwrap(), text);
        }
    }

    #[test]
    fn round_trips() {
        let mut random = Random::new(2);
        for n in trials::sizes(6000) {
            let graph = trials::multigraph(&mut random, n);
            let text = write(&graph).unwrap();
            assert_eq!(read(&text).unwrap(), graph, "{text}");
        }
        let last = MAX_VERTICES - 1;
        let widest = graph(MAX_VERTICES, &[(0, last), (last, last), (last, last)]);
        assert_eq!(read(&write(&widest).unwrap()).unwrap(), widest);
    }

    /// Every multigraph with at most two copies of an edge on up to four vertices, so every way to fill up.
    #[test]
    fn all_small_multigraphs() {
        for n in 0..=4usize {
            let pairs: Vec<_> = (0..n).flat_map(|v| (0..=v).map(move |u| (u, v))).collect();
            for code in 0..3usize.pow(pairs.len() as u32) {
                let copies = |place: usize| code / 3usize.pow(place as u32) % 3;
                let edges = pairs.iter().enumerate();
                let edges = edges.flat_map(|(i, &pair)| std::iter::repeat_n(pair, copies(i)));
                let graph = Graph::new(Places::numbered(n), edges).unwrap();
                let text = write(&graph).unwrap();
                assert_eq!(read(&text).unwrap(), graph, "{text}");
            }
        }
    }

    #[test]
    fn copies_are_bounded() {
        let most = graph(2, &[(0, 1); 255]);
        assert_eq!(read(&write(&most).unwrap()).unwrap(), most);
        let error = read(&encoded(1, &"0".repeat(258))).unwrap_err();
        assert!(error.message().contains("258 copies"), "{error}");
    }

    #[test]
    fn what_is_wrong_is_said() {
        let wrong = [
            ("", "empty"),
            (">>sparse6<<", "empty"),
            (":", "cut off"),
            ("DQc", "starts with :"),
            ("&DQc", "directed"),
            (";Fa@x^", "incremental"),
            (":Fa@x é", "' '"),
            (":Fa@xé", "'é'"),
            (":~~~~~~~~", "68719476735 vertices"),
            (":~@?@", "4097 vertices"),
            (&encoded(0, "111111"), "0 vertices"),
            (&encoded(5, "0101 0000 1111"), "vertex 6 in a graph of 5"),
            (&encoded(3, "000 100 100 100"), "vertex 4 in a graph of 3"),
            // A whole character too much, and a last character that is not filled with ones.
            (&encoded(7, "0000 11 111111"), "graph of 7"),
            (&encoded(7, "0000 10"), "whole edge"),
            (":~?@@~", "whole edge"),
        ];
        trials::refuses(read, &wrong);
        let shown = read(" :Fa@x é").unwrap_err().to_string();
        assert!(shown.contains("\n   :Fa@x é\n        ^\n"), "{shown}");
    }

    #[test]
    fn damage_is_refused_or_read_as_what_it_says() {
        let petersen = write(&families::petersen().unwrap()).unwrap();
        for text in [":Fa@x^", &petersen, ":A_", ":C~", ":~??~@", &encoded(1, "000000")] {
            trials::withstands(text, read, write);
        }
    }

    #[test]
    fn label_widths() {
        let widths = [0, 1, 2, 3, 4, 5, 8, 9, 4096].map(label_width);
        assert_eq!(widths, [0, 0, 1, 2, 2, 3, 3, 4, 12]);
    }
}
