//! Our own description of a multigraph in JSON, with names and, if wanted, a drawing in the plane.
//!
//! ```json
//! {"vertices": ["a", "b"], "edges": [["a", "b"], ["b", "b"]], "at": {"a": [0, 0], "b": [1, 0]}}
//! ```
//!
//! Names are strings or whole numbers, and follow the rule of `names.rs`. An edge listed again is a parallel edge. `at`
//! is optional; with it, every vertex must be placed. `weights`, such as `{"a": 3}`, is optional too: what vertices are
//! worth in a scoring game, 1 if not given.

use super::names::Vertices;
use super::shortened;
use crate::error::{InputError, nearest};
use crate::graph::{Graph, MOST_WEIGHT, check_size};
use serde_json::{Map, Value, json};

const KEYS: [&str; 4] = ["vertices", "edges", "at", "weights"];

/// The keys of a family of winning sets.
const KEYS_OF_SETS: [&str; 4] = ["points", "sets", "second_sets", "hops"];

const FORM: &str = r#"expected {"vertices": ["a", "b"], "edges": [["a", "b"]], "at": {…}}; "at" and "weights" are optional"#;

/// The multigraph of a JSON description, its vertices in the order of the list.
pub fn read(text: &str) -> Result<Graph, InputError> {
    let value: Value =
        serde_json::from_str(text).map_err(|error| wrong(format!("this is not JSON: {error}")))?;
    let Value::Object(object) = value else {
        return Err(wrong(format!("a graph is a JSON object, not {}", kind(&value))));
    };
    check_keys(&object)?;
    let vertices = read_vertices(list(&object, "vertices")?)?;
    let edges = read_edges(list(&object, "edges")?, &vertices)?;
    let at = object.get("at").map(|at| read_drawing(at, &vertices)).transpose()?;
    let weights =
        object.get("weights").map(|weights| read_weights(weights, &vertices)).transpose()?;
    let graph = vertices.graph(edges)?;
    let graph = at.into_iter().fold(graph, Graph::drawn);
    Ok(weights.into_iter().fold(graph, Graph::weighted))
}

/// The JSON description, on one line: read again, it is the same graph. (Coordinates of more than 15 digits may come
/// back off by the last bit, unless serde_json is built with its feature `float_roundtrip`.)
pub fn write(graph: &Graph) -> Result<String, InputError> {
    let name = |vertex: usize| graph.places().name(vertex);
    let names: Vec<String> = (0..graph.vertex_count()).map(name).collect();
    let edges: Vec<_> = graph.edge_pairs().map(|(u, v)| [&names[u], &names[v]]).collect();
    let mut object = json!({"vertices": names, "edges": edges});
    if let Some(drawing) = graph.drawing() {
        if drawing.iter().flatten().any(|coordinate| !coordinate.is_finite()) {
            return Err(InputError::plain("JSON cannot hold a drawing that is not finite"));
        }
        let at: Map<String, Value> =
            names.iter().zip(drawing).map(|(name, [x, y])| (name.clone(), json!([x, y]))).collect();
        object["at"] = Value::Object(at);
    }
    if let Some(weights) = graph.weights() {
        let weights = names.iter().cloned().zip(weights.iter().map(|&weight| json!(weight)));
        object["weights"] = Value::Object(weights.collect());
    }
    Ok(format!("{object}\n"))
}

fn wrong(message: impl Into<String>) -> InputError {
    InputError::plain(message).help(FORM)
}

/// Refuses keys that are not ours, with a guess at what was meant.
fn check_keys(object: &Map<String, Value>) -> Result<(), InputError> {
    let is_family = KEYS_OF_SETS.iter().any(|&key| object.contains_key(key));
    if is_family && !object.contains_key("vertices") {
        let message = "this is a family of winning sets, not a graph";
        return Err(InputError::plain(message).help("a graph has \"vertices\" and \"edges\""));
    }
    let Some(key) = object.keys().find(|key| !KEYS.contains(&key.as_str())) else {
        return Ok(());
    };
    let message = format!("{:?} is not a key of a graph", shortened(key));
    Err(match nearest(key, KEYS) {
        Some(near) => InputError::plain(message).help(format!("did you mean {near:?}?")),
        None => wrong(message),
    })
}

fn list<'a>(object: &'a Map<String, Value>, key: &str) -> Result<&'a [Value], InputError> {
    match object.get(key) {
        Some(Value::Array(values)) => Ok(values),
        Some(other) => Err(wrong(format!("{key:?} is a list, not {}", kind(other)))),
        None => Err(wrong(format!("{key:?} is missing"))),
    }
}

fn read_vertices(values: &[Value]) -> Result<Vertices, InputError> {
    check_size(values.len())?;
    let mut vertices = Vertices::default();
    for value in values {
        let name = read_name(value)?;
        if vertices.find(&name).is_some() {
            return Err(InputError::plain(format!("the vertex {name:?} is listed twice")));
        }
        vertices.enter(&name)?;
    }
    Ok(vertices)
}

/// A name, which may be any string here: [`Vertices::enter`] and [`Vertices::find`] judge it.
fn read_name(value: &Value) -> Result<String, InputError> {
    match value {
        Value::String(name) => Ok(name.clone()),
        Value::Number(number) if number.is_u64() => Ok(number.to_string()),
        other => {
            let message = format!("a vertex is a string or a whole number, not {}", kind(other));
            Err(wrong(message))
        }
    }
}

fn read_edges(values: &[Value], vertices: &Vertices) -> Result<Vec<(usize, usize)>, InputError> {
    values
        .iter()
        .enumerate()
        .map(|(index, value)| {
            let Some([u, v]) = value.as_array().map(Vec::as_slice) else {
                let message =
                    format!("edge {} is {}: expected a list of two", index + 1, kind(value));
                return Err(wrong(format!("{message} vertices, such as [\"a\", \"b\"]")));
            };
            Ok((read_end(u, index, vertices)?, read_end(v, index, vertices)?))
        })
        .collect()
}

fn read_end(value: &Value, index: usize, vertices: &Vertices) -> Result<usize, InputError> {
    let name = read_name(value)?;
    vertices.find(&name).ok_or_else(|| {
        let name = shortened(&name);
        let message = format!("edge {} ends at {name:?}, which is not a vertex", index + 1);
        InputError::plain(message).help("every vertex must be listed in \"vertices\"")
    })
}

fn read_weights(value: &Value, vertices: &Vertices) -> Result<Vec<u32>, InputError> {
    let Value::Object(given) = value else {
        let message = format!("\"weights\" is an object of numbers by vertex, not {}", kind(value));
        return Err(wrong(message));
    };
    let mut weights = vec![1; vertices.len()];
    for (name, weight) in given {
        let vertex = vertices.find(name).ok_or_else(|| {
            let name = shortened(name);
            InputError::plain(format!("\"weights\" weighs {name:?}, which is not a vertex"))
        })?;
        let number = weight.as_u64().and_then(|weight| u32::try_from(weight).ok());
        weights[vertex] = number.filter(|&weight| weight <= MOST_WEIGHT).ok_or_else(|| {
            let name = shortened(name);
            wrong(format!("the weight of {name:?} is a whole number up to {MOST_WEIGHT}"))
        })?;
    }
    Ok(weights)
}

fn read_drawing(value: &Value, vertices: &Vertices) -> Result<Vec<[f64; 2]>, InputError> {
    let Value::Object(points) = value else {
        return Err(wrong(format!("\"at\" is an object of points by vertex, not {}", kind(value))));
    };
    if let Some(name) = points.keys().find(|name| vertices.find(name).is_none()) {
        let message = format!("\"at\" places {:?}, which is not a vertex", shortened(name));
        return Err(InputError::plain(message));
    }
    let place = |vertex| {
        let name = vertices.name(vertex);
        let point = points.get(name).ok_or_else(|| {
            let message = format!("\"at\" does not place the vertex {name:?}");
            InputError::plain(message).help("place every vertex, or leave \"at\" out")
        })?;
        read_point(point).ok_or_else(|| {
            wrong(format!("\"at\" places {name:?} at {}, not at [x, y]", kind(point)))
        })
    };
    (0..vertices.len()).map(place).collect()
}

fn read_point(value: &Value) -> Option<[f64; 2]> {
    let [x, y] = value.as_array()?.as_slice() else { return None };
    let finite = |value: &Value| value.as_f64().filter(|coordinate| coordinate.is_finite());
    Some([finite(x)?, finite(y)?])
}

/// What a value is, shown if it is short.
fn kind(value: &Value) -> String {
    match value {
        Value::Array(values) if values.len() > 4 => format!("a list of {}", values.len()),
        Value::Array(values) if values.iter().any(|v| v.is_array() || v.is_object()) => {
            format!("a list of {} that nests", values.len())
        }
        Value::Object(_) => "an object".to_string(),
        other => shortened(&other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::trials::{self, Random};
    use super::*;
    use crate::places::Places;

    #[test]
    fn a_description() {
        let text = r#"{"vertices": ["a", 7, "b"], "edges": [["a", "7"], [7, "a"], ["b", "b"]],
                       "at": {"7": [0.5, -1e2], "a": [0, 0], "b": [1, 1]}}"#;
        let graph = read(text).unwrap();
        assert_eq!([0, 1, 2].map(|i| graph.places().name(i)), ["a", "7", "b"]);
        assert_eq!(graph.edge_pairs().collect::<Vec<_>>(), [(0, 1), (0, 1), (2, 2)]);
        assert_eq!(graph.drawing().unwrap(), [[0.0, 0.0], [0.5, -100.0], [1.0, 1.0]]);
        let plain = read(r#"{"edges": [], "vertices": [2, 1]}"#).unwrap();
        assert_eq!((plain.places().name(0).as_str(), plain.drawing()), ("2", None));
    }

    #[test]
    fn a_written_graph() {
        let names = Places::labelled(vec!["b".into(), "a".into()]);
        let graph = Graph::new(names, [(0, 1), (0, 1), (1, 1)]).unwrap();
        let text = r#"{"vertices":["b","a"],"edges":[["b","a"],["b","a"],["a","a"]]}"#;
        assert_eq!(write(&graph).unwrap(), format!("{text}\n"));
        let drawn = graph.drawn(vec![[0.0, 1.5], [-2.0, 0.25]]);
        let text = text.replace("]]}", r#"]],"at":{"b":[0.0,1.5],"a":[-2.0,0.25]}}"#);
        assert_eq!(write(&drawn).unwrap(), format!("{text}\n"));
        assert!(write(&drawn.drawn(vec![[f64::NAN, 0.0], [0.0, 0.0]])).is_err());
        assert!(write(&Graph::empty()).unwrap().contains(r#""vertices":[]"#));
    }

    #[test]
    fn round_trips() {
        trials::drawings_read_back(4, read, write);
    }

    #[test]
    fn drawings_of_many_digits_round_trip() {
        let mut random = Random::new(6);
        let points = trials::drawing(&mut random, 1000)
            .iter()
            .map(|[x, y]| [x / 7.0, y * 1e-9 / 3.0])
            .collect();
        let graph = Graph::new(Places::numbered(1000), []).unwrap().drawn(points);
        assert_eq!(read(&write(&graph).unwrap()).unwrap(), graph);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let wrong = [
            ("", "not JSON"),
            ("{", "not JSON: EOF while parsing an object at line 1"),
            (
                r#"{"vertices": [1], "edges": [], "at": {"1": [1e999, 0]}}"#,
                "not JSON: number out of range",
            ),
            ("[1, 2]", "not [1,2]"),
            ("null", "not null"),
            ("{}", "\"vertices\" is missing"),
            (r#"{"vertices": []}"#, "\"edges\" is missing"),
            (r#"{"vertices": 3, "edges": []}"#, "\"vertices\" is a list, not 3"),
            (r#"{"vertices": [], "edges": {}}"#, "\"edges\" is a list, not an object"),
            (r#"{"vertices": [], "edges": [], "name": "x"}"#, "\"name\" is not a key"),
            (r#"{"points": 4, "sets": [[3, 4]]}"#, "winning sets"),
            (r#"{"sets": [[3, 4]]}"#, "winning sets"),
            (r#"{"vertices": ["a", "a"], "edges": []}"#, "\"a\" is listed twice"),
            (r#"{"vertices": ["1", 1], "edges": []}"#, "\"1\" is listed twice"),
            (r#"{"vertices": ["a-b"], "edges": []}"#, "contains '-'"),
            (r#"{"vertices": ["01"], "edges": []}"#, "leading zero"),
            (r#"{"vertices": [""], "edges": []}"#, "without a name"),
            (r#"{"vertices": [-1], "edges": []}"#, "not -1"),
            (r#"{"vertices": [1.5], "edges": []}"#, "not 1.5"),
            (r#"{"vertices": [null], "edges": []}"#, "not null"),
            (r#"{"vertices": ["a"], "edges": [["a", "b"]]}"#, "edge 1 ends at \"b\""),
            (r#"{"vertices": ["a"], "edges": [["a", "a"], ["a"]]}"#, "edge 2 is [\"a\"]"),
            (r#"{"vertices": ["a"], "edges": ["aa"]}"#, "edge 1 is \"aa\""),
            (r#"{"vertices": ["a"], "edges": [["a", []]]}"#, "not []"),
            (r#"{"vertices": ["a"], "edges": [], "at": []}"#, "\"at\" is an object"),
            (r#"{"vertices": ["a"], "edges": [], "at": {}}"#, "does not place the vertex \"a\""),
            (
                r#"{"vertices": ["a"], "edges": [], "at": {"a": [0, 0], "b": [0, 0]}}"#,
                "places \"b\"",
            ),
            (r#"{"vertices": ["a"], "edges": [], "at": {"a": [0]}}"#, "at [0], not at [x, y]"),
            (r#"{"vertices": ["a"], "edges": [], "at": {"a": [0, "1"]}}"#, "at [0,\"1\"], not"),
        ];
        trials::refuses(read, &wrong);
        let error = read(r#"{"vertexes": [], "edges": []}"#).unwrap_err();
        assert_eq!(error.suggestion(), Some("did you mean \"vertices\"?"));
        let many: Vec<usize> = (0..5000).collect();
        let text = json!({"vertices": many, "edges": []}).to_string();
        assert!(read(&text).unwrap_err().message().contains("5000 vertices"));
    }

    #[test]
    fn hostile_input_never_panics() {
        let text = r#"{"vertices":["b",1],"edges":[["b",1],[1,1]],"at":{"b":[0,1.5],"1":[-2,0]}}"#;
        assert!(read(text).is_ok());
        trials::withstands(text, read, write);
        assert!(read(&"[".repeat(1_000_000)).is_err());
        assert!(read(&r#"{"at":"#.repeat(1_000_000)).is_err());
    }
}
