//! Boards: by name, and from the edges of a graph to a name.

use outplay::rules::board::{Board, BoardName};
use outplay::rules::graph::Graph;
use outplay::rules::graph::files::{graph6, sparse6};
use outplay::rules::places::Places;
use outplay::rules::sets::SetBoard;
use outplay::view::layout::Layout;
use pyo3::prelude::*;
use serde_json::{Value, json};

use super::convert::object;
use super::errors;
use super::work::read;

/// Families with more winning sets than this are not listed.
const MOST_SETS: usize = 100_000;

/// What there is to say of a board: its name as it is printed, its heaps, vertices, edges, points and winning sets.
#[pyfunction]
pub fn board<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let name: BoardName = read(name)?;
    let built = py
        .detach(|| name.build_with(&outplay::read_file))
        .map_err(|error| errors::input(&error))?;
    let mut fields = match &built {
        Board::Places { heaps, graph } => json!({
            "heaps": heaps, "places": names(graph.places()), "sets": null,
            "edges": graph.edges().iter().map(|edge| json!([edge.u, edge.v, edge.copies])).collect::<Vec<_>>(),
            "drawing": graph.drawing(),
        }),
        Board::Sets(board) => json!({
            "heaps": [], "places": names(board.places()), "edges": [], "sets": sets(board), "drawing": null,
        }),
    };
    fields["name"] = json!(name.to_string());
    fields["kind"] = json!(match &built {
        Board::Sets(_) => "sets",
        Board::Places { graph, .. } if graph.vertex_count() == 0 => "heaps",
        Board::Places { .. } => "graph",
    });
    fields["layout"] = serde_json::to_value(Layout::from(&name)).map_err(errors::mistake)?;
    object(py, &fields)
}

fn names(places: &Places) -> Vec<String> {
    (0..places.len()).map(|place| places.name(place)).collect()
}

fn sets(board: &SetBoard) -> Value {
    let listed = board.first_sets().listed(MOST_SETS);
    json!(
        listed.map(|sets| {
            sets.iter().map(|set| set.iter().collect::<Vec<_>>()).collect::<Vec<_>>()
        })
    )
}

/// The name of the graph of this many vertices with these edges, counted from 0: graph6 where it is simple, else sparse6.
#[pyfunction]
pub fn graph_name(vertices: usize, edges: Vec<(usize, usize)>) -> PyResult<String> {
    let graph = Graph::new(Places::numbered(vertices), edges);
    let written = graph.and_then(|graph| match graph.is_simple() {
        true => graph6::write(&graph).map(|text| format!("graph6:{}", text.trim_end())),
        false => sparse6::write(&graph).map(|text| format!("sparse6:{}", text.trim_end())),
    });
    written.map_err(|error| errors::input(&error))
}

/// A board of each kind.
#[pyfunction]
pub fn board_examples() -> Vec<&'static str> {
    outplay::rules::board::EXAMPLES.to_vec()
}
