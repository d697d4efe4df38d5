//! Random graphs and damaged texts for the tests of the formats.

use crate::error::InputError;
use crate::graph::Graph;
use crate::places::Places;

/// Numbers that are the same on every run.
pub(super) struct Random(fastrand::Rng);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Random(fastrand::Rng::with_seed(seed))
    }

    /// A number below `bound`.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0.usize(..bound.max(1))
    }
}

/// `count` numbers of vertices: small ones, powers of two, and both sides of where sizes get longer.
pub(super) fn sizes(count: usize) -> impl Iterator<Item = usize> {
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 32, 33, 62, 63, 64, 65, 300]
        .into_iter()
        .cycle()
        .take(count)
}

/// A graph on `n` numbered vertices with no loop and no parallel edges.
pub(super) fn simple_graph(random: &mut Random, n: usize) -> Graph {
    let density = 1 + random.below(8);
    let edges: Vec<_> = (0..n)
        .flat_map(|v| (0..v).map(move |u| (u, v)))
        .filter(|_| random.below(9) < density)
        .collect();
    Graph::new(Places::numbered(n), edges).unwrap()
}

/// A multigraph on `n` numbered vertices, often with few edges so that some vertices have none.
pub(super) fn multigraph(random: &mut Random, n: usize) -> Graph {
    let count = if n == 0 { 0 } else { random.below(2 * n + 3) };
    let edges: Vec<_> = (0..count).map(|_| (random.below(n), random.below(n))).collect();
    Graph::new(Places::numbered(n), edges).unwrap()
}

/// The same graph with vertices called by letters, in an order that is not the alphabet's.
pub(super) fn named(random: &mut Random, graph: &Graph) -> Graph {
    let mut names: Vec<String> = (0..graph.vertex_count()).map(|i| format!("v_{i}")).collect();
    for i in (1..names.len()).rev() {
        names.swap(i, random.below(i + 1));
    }
    Graph::new(Places::labelled(names), graph.edge_pairs()).unwrap()
}

/// Multigraphs of many sizes, each with its vertices numbered and named.
pub(super) fn multigraphs(random: &mut Random) -> impl Iterator<Item = Graph> {
    sizes(2000).flat_map(move |n| {
        let numbered = multigraph(random, n);
        [named(random, &numbered), numbered]
    })
}

/// Drawn graphs are written with their drawings, where there is one.
pub(super) fn drawings_read_back(
    seed: u64,
    read: fn(&str) -> Result<Graph, InputError>,
    write: fn(&Graph) -> Result<String, InputError>,
) {
    let mut random = Random::new(seed);
    let graphs: Vec<Graph> = multigraphs(&mut random).collect();
    for graph in graphs {
        assert_eq!(read(&write(&graph).unwrap()).unwrap(), graph);
        if graph.vertex_count() > 0 {
            let drawing = drawing(&mut random, graph.vertex_count());
            let drawn = graph.drawn(drawing);
            assert_eq!(read(&write(&drawn).unwrap()).unwrap(), drawn);
        }
    }
}

/// The names and the edges by name, as `a b c: a-b b-c`.
pub(super) fn shape(graph: &Graph) -> String {
    let name = |vertex| graph.places().name(vertex);
    let names: Vec<String> = (0..graph.vertex_count()).map(name).collect();
    let edges = graph.edge_pairs().map(|(u, v)| format!(" {}-{}", name(u), name(v)));
    format!("{}:{}", names.join(" "), edges.collect::<String>())
}

/// Each text is refused, and a part of what is said.
pub(super) fn refuses(read: fn(&str) -> Result<Graph, InputError>, wrong: &[(&str, &str)]) {
    for (text, part) in wrong {
        let error = read(text).unwrap_err().to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
}

/// A damaged text is refused, or read as a graph that reads back.
pub(super) fn withstands(
    text: &str,
    read: fn(&str) -> Result<Graph, InputError>,
    write: fn(&Graph) -> Result<String, InputError>,
) {
    for damaged in damaged(text) {
        if let Ok(graph) = read(&damaged) {
            assert_eq!(read(&write(&graph).unwrap()).unwrap(), graph, "{damaged}");
        }
    }
}

/// `text` cut at every place, with every byte changed to every ASCII character, left out or doubled, and with a
/// foreign character put in at every place. `text` must be ASCII.
pub(super) fn damaged(text: &str) -> Vec<String> {
    assert!(text.is_ascii());
    let mut all = Vec::new();
    for at in 0..text.len() {
        let (before, byte, after) = (&text[..at], &text[at..at + 1], &text[at + 1..]);
        all.push(before.to_string());
        all.push(format!("{before}{after}"));
        all.push(format!("{before}{byte}{byte}{after}"));
        all.push(format!("{before}é{byte}{after}"));
        all.extend((0..128u8).map(|other| format!("{before}{}{after}", char::from(other))));
    }
    all
}

/// Points in the plane with a few digits after the decimal point.
pub(super) fn drawing(random: &mut Random, n: usize) -> Vec<[f64; 2]> {
    let mut coordinate = || (random.below(2_000_001) as f64 - 1_000_000.0) / 1000.0;
    (0..n).map(|_| [coordinate(), coordinate()]).collect()
}
