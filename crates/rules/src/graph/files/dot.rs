//! DOT, the language of Graphviz, as far as it describes undirected graphs.
//!
//! ```text
//! graph {
//!   a; b [label="B"];
//!   a -- b -- c;  a -- {b c};
//! }
//! ```
//!
//! Edges written again are parallel, unless the graph is `strict`. Attributes are skipped, except `pos="x,y"`: if every
//! vertex has it, it is the drawing. The vertices are in the order of their numbers if all names are numbers,
//! otherwise in the order in which they first appear. Names follow the rule of `names.rs`.
//!
//! A group `{…}` may contain groups, so the reader keeps its own stack of open groups: hostile nesting is refused and
//! cannot overflow the program's stack.

use super::dot_tokens::{Kind, Token, Tokens};
use super::names::Vertices;
use super::{in_lines, shortened};
use crate::error::InputError;
use crate::graph::Graph;
use std::collections::HashSet;
use std::fmt::Write;
use std::ops::Range;

/// How deep groups may be nested.
const MAX_DEPTH: usize = 64;

/// Two groups joined make the product of their sizes of edges, so the length of the text is no bound.
const MAX_EDGES: usize = 2_000_000;

const KEYWORDS: [&str; 6] = ["strict", "graph", "digraph", "node", "edge", "subgraph"];

/// The multigraph that a DOT file describes.
///
/// ```
/// use outplay_rules::graph::files::dot;
///
/// assert_eq!(dot::read("graph { a -- b -- c }")?.edge_count(), 2);
/// # Ok::<(), outplay_rules::error::InputError>(())
/// ```
pub fn read(text: &str) -> Result<Graph, InputError> {
    let mut parser = Parser::new(text);
    parser.opening()?;
    while !parser.groups.is_empty() {
        parser.statement()?;
    }
    parser.ending()?;
    parser.graph()
}

/// The graph as a DOT file: its vertices, with `pos` if it is drawn, and then its edges.
pub fn write(graph: &Graph) -> Result<String, InputError> {
    let names: Vec<String> =
        (0..graph.vertex_count()).map(|v| written(&graph.places().name(v))).collect();
    let mut text = "graph {\n".to_string();
    for (vertex, name) in names.iter().enumerate() {
        // Writing into a string cannot fail.
        _ = match graph.drawing().map(|drawing| drawing[vertex]) {
            None => writeln!(text, "  {name};"),
            Some([x, y]) if x.is_finite() && y.is_finite() => {
                writeln!(text, "  {name} [pos=\"{x},{y}\"];")
            }
            Some(_) => {
                return Err(InputError::plain("DOT cannot hold a drawing that is not finite"));
            }
        };
    }
    for (u, v) in graph.edge_pairs() {
        _ = writeln!(text, "  {} -- {};", names[u], names[v]);
    }
    text.push_str("}\n");
    Ok(text)
}

/// A name as DOT has it: in quotes where it would read as something else.
fn written(name: &str) -> String {
    let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
    let is_word = !name.starts_with(|c: char| c.is_ascii_digit())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let is_plain = !name.is_empty() && (is_number || is_word) && !is_keyword(name);
    if is_plain { name.to_string() } else { format!("\"{}\"", name.replace('"', "\\\"")) }
}

fn is_keyword(name: &str) -> bool {
    KEYWORDS.iter().any(|keyword| keyword.eq_ignore_ascii_case(name))
}

/// What stands between a `{` and its `}`.
#[derive(Default)]
struct Group {
    /// The vertices mentioned so far, each once, groups within included.
    members: Vec<usize>,
    met: HashSet<usize>,
    /// The vertices that a `--` now would start from: the last end of the statement under way.
    last: Option<Vec<usize>>,
    /// The vertex that attributes now would be about: the statement under way is nothing but this vertex.
    alone: Option<usize>,
    /// Where a `--` stands that waits for its other end.
    joint: Option<Range<usize>>,
}

struct Parser<'a> {
    text: &'a str,
    tokens: Tokens<'a>,
    peeked: Option<Token>,
    strict: bool,
    vertices: Vertices,
    edges: Vec<(usize, usize)>,
    positions: Vec<Option<[f64; 2]>>,
    /// The groups that are open, the graph itself the first.
    groups: Vec<Group>,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Self {
        Parser {
            text,
            tokens: Tokens::new(text),
            peeked: None,
            strict: false,
            vertices: Vertices::default(),
            edges: Vec::new(),
            positions: Vec::new(),
            groups: Vec::new(),
        }
    }

    fn next(&mut self) -> Result<Option<Token>, InputError> {
        match self.peeked.take() {
            Some(token) => Ok(Some(token)),
            None => self.tokens.next(),
        }
    }

    /// Takes the next word if it is the given sign.
    fn takes(&mut self, sign: char) -> Result<bool, InputError> {
        self.peeked = self.next()?;
        let is_next = self.peeked.as_ref().is_some_and(|token| token.kind == Kind::Sign(sign));
        if is_next {
            self.peeked = None;
        }
        Ok(is_next)
    }

    fn wrong(&self, span: Range<usize>, message: &str) -> InputError {
        in_lines(self.text, span, message)
    }

    /// An error about the word that comes next, or about the end of the text.
    fn unexpected(&mut self, expected: &str) -> InputError {
        match self.next() {
            Err(error) => error,
            Ok(None) => {
                let end = self.text.trim_end().len();
                let message = format!("the file ends here: expected {expected}");
                self.wrong(end..end, &message)
            }
            Ok(Some(token)) => {
                let word = shortened(&self.text[token.span.clone()]);
                let message = format!("expected {expected}, not {word}");
                self.wrong(token.span, &message)
            }
        }
    }

    /// Reads `strict? graph NAME? {`.
    fn opening(&mut self) -> Result<(), InputError> {
        self.strict = self.takes_keyword("strict")?;
        if self.takes_keyword("digraph")? {
            let message = "this graph is directed: the games are played on undirected graphs";
            return Err(InputError::plain(message).help("write graph for digraph, and -- for ->"));
        }
        if !self.takes_keyword("graph")? {
            return Err(self.unexpected("a DOT file to start with 'graph {'"));
        }
        self.peeked = self.next()?;
        if self.peeked.as_ref().is_some_and(|token| !matches!(token.kind, Kind::Sign(_))) {
            self.name("the graph's name or {")?;
        }
        self.open()
    }

    fn takes_keyword(&mut self, keyword: &str) -> Result<bool, InputError> {
        self.peeked = self.next()?;
        let is_next = match self.peeked.as_ref().map(|token| &token.kind) {
            Some(Kind::Bare(name)) => name.eq_ignore_ascii_case(keyword),
            _ => false,
        };
        if is_next {
            self.peeked = None;
        }
        Ok(is_next)
    }

    fn ending(&mut self) -> Result<(), InputError> {
        match self.next()? {
            None => Ok(()),
            Some(token) => {
                Err(self.wrong(token.span, "the graph has ended: a file holds one graph only"))
            }
        }
    }

    /// Reads `{`.
    fn open(&mut self) -> Result<(), InputError> {
        if self.takes('{')? { self.open_group() } else { Err(self.unexpected("{")) }
    }

    /// Reads on after `{`.
    fn open_group(&mut self) -> Result<(), InputError> {
        if self.groups.len() > MAX_DEPTH {
            let message = format!("groups {{…}} are nested more than {MAX_DEPTH} deep");
            return Err(InputError::plain(message));
        }
        self.groups.push(Group::default());
        Ok(())
    }

    /// A name, and the place of its first part: texts in quotes may be joined by `+`.
    fn name(&mut self, expected: &str) -> Result<(String, Range<usize>), InputError> {
        let (mut name, span) = self.part_of_name(expected)?;
        while self.takes('+')? {
            name.push_str(&self.part_of_name("a text after +")?.0);
        }
        Ok((name, span))
    }

    fn part_of_name(&mut self, expected: &str) -> Result<(String, Range<usize>), InputError> {
        match self.next()? {
            Some(Token { kind: Kind::Bare(part) | Kind::Quoted(part), span }) => Ok((part, span)),
            other => {
                self.peeked = other;
                Err(self.unexpected(expected))
            }
        }
    }

    /// Reads on by a part of a statement.
    fn statement(&mut self) -> Result<(), InputError> {
        let Some(token) = self.next()? else {
            return Err(self.unexpected("}"));
        };
        match &token.kind {
            Kind::Sign(';') => self.end_statement(),
            Kind::Sign('{') => self.open_group(),
            Kind::Sign('}') => self.close(),
            Kind::Sign('[') => self.attributes_of_statement(token),
            Kind::Joined => self.join(token.span),
            Kind::Directed => {
                let error = self.wrong(token.span, "-> is a directed edge");
                Err(error.help("the games are played on undirected graphs: write --"))
            }
            Kind::Bare(name) if is_keyword(name) => self.keyword(token),
            Kind::Bare(_) | Kind::Quoted(_) => {
                self.peeked = Some(token);
                self.vertex_or_setting()
            }
            Kind::Sign(_) => {
                self.peeked = Some(token);
                Err(self.unexpected("a vertex, an edge or }"))
            }
        }
    }

    /// The innermost open group. While statements are read there is one.
    fn group(&mut self) -> &mut Group {
        if self.groups.is_empty() {
            self.groups.push(Group::default());
        }
        let innermost = self.groups.len() - 1;
        &mut self.groups[innermost]
    }

    fn end_statement(&mut self) -> Result<(), InputError> {
        let group = self.group();
        (group.last, group.alone) = (None, None);
        match group.joint.take() {
            None => Ok(()),
            Some(span) => Err(self.wrong(span, "the edge lacks its second end")),
        }
    }

    /// Reads what follows `subgraph`, or the defaults that follow `graph`, `node` and `edge`.
    fn keyword(&mut self, token: Token) -> Result<(), InputError> {
        let word = self.text[token.span.clone()].to_ascii_lowercase();
        match word.as_str() {
            "subgraph" => {
                if self.takes('{')? {
                    return self.open_group();
                }
                self.name("the subgraph's name or {")?;
                self.open()
            }
            "graph" | "node" | "edge" => {
                self.end_statement()?;
                if !self.takes('[')? {
                    return Err(self.unexpected(&format!("[ after {word}")));
                }
                self.attributes(None)
            }
            _ => {
                Err(self
                    .wrong(token.span, &format!("{word} has a meaning only before the first {{")))
            }
        }
    }

    /// Reads `name`, a vertex, perhaps with a port, or `name = value`, which says nothing about the graph.
    fn vertex_or_setting(&mut self) -> Result<(), InputError> {
        let (name, span) = self.name("a vertex")?;
        if self.takes('=')? {
            self.end_statement()?;
            self.name("a value after =")?;
            return Ok(());
        }
        let vertex = self.vertices.enter(&name).map_err(|error| {
            let placed = self.wrong(span, error.message());
            error.suggestion().into_iter().fold(placed, InputError::help)
        })?;
        self.positions.resize(self.vertices.len(), None);
        while self.takes(':')? {
            self.name("a port after :")?;
        }
        let is_new = self.group().joint.is_none();
        self.mention(vec![vertex])?;
        self.group().alone = is_new.then_some(vertex);
        Ok(())
    }

    /// Takes vertices as an end: of the edge under way, or else of a new statement.
    fn mention(&mut self, ends: Vec<usize>) -> Result<(), InputError> {
        let group = self.group();
        let fresh: Vec<usize> = ends.iter().copied().filter(|&v| group.met.insert(v)).collect();
        group.members.extend(fresh);
        group.alone = None;
        let before = group.last.take();
        if let (Some(before), Some(span)) = (before, group.joint.take()) {
            if before.len() * ends.len() > MAX_EDGES - self.edges.len().min(MAX_EDGES) {
                let message = format!("more than {MAX_EDGES} edges");
                return Err(self.wrong(span, &message));
            }
            self.edges.extend(before.iter().flat_map(|&u| ends.iter().map(move |&v| (u, v))));
        }
        self.group().last = Some(ends);
        Ok(())
    }

    fn join(&mut self, span: Range<usize>) -> Result<(), InputError> {
        let group = self.group();
        if group.last.is_none() || group.joint.is_some() {
            return Err(self.wrong(span, "the edge lacks its first end"));
        }
        group.joint = Some(span);
        Ok(())
    }

    /// Reads on after `}`: the group's vertices are an end in the group around it.
    fn close(&mut self) -> Result<(), InputError> {
        self.end_statement()?;
        let closed = self.groups.pop().unwrap_or_default();
        if self.groups.is_empty() { Ok(()) } else { self.mention(closed.members) }
    }

    fn attributes_of_statement(&mut self, token: Token) -> Result<(), InputError> {
        let group = self.group();
        if group.last.is_none() {
            return Err(
                self.wrong(token.span, "these attributes follow neither a vertex nor an edge")
            );
        }
        let alone = group.alone;
        self.end_statement()?;
        self.attributes(alone)
    }

    /// Reads attributes after `[`, and further lists of them, keeping `pos` if they are about a vertex.
    fn attributes(&mut self, vertex: Option<usize>) -> Result<(), InputError> {
        loop {
            if self.takes(']')? {
                if !self.takes('[')? {
                    return Ok(());
                }
            } else if !self.takes(',')? && !self.takes(';')? {
                let (key, _) = self.name("an attribute or ]")?;
                if self.takes('=')? {
                    let (value, span) = self.name("a value after =")?;
                    if let (Some(vertex), "pos") = (vertex, key.as_str()) {
                        self.positions[vertex] = Some(self.position(&value, span)?);
                    }
                }
            }
        }
    }

    /// The point `x,y`, after which Graphviz takes a `!` for "do not move it".
    fn position(&self, value: &str, span: Range<usize>) -> Result<[f64; 2], InputError> {
        let point = value.trim();
        let point = point.strip_suffix('!').unwrap_or(point);
        let number = |text: &str| text.trim().parse().ok().filter(|x: &f64| x.is_finite());
        let parsed = point.split_once(',').and_then(|(x, y)| Some([number(x)?, number(y)?]));
        parsed.ok_or_else(|| {
            let message = format!("pos is a point such as \"1.5,2\", not {:?}", shortened(value));
            self.wrong(span, &message)
        })
    }

    fn graph(mut self) -> Result<Graph, InputError> {
        if self.strict {
            let mut met = HashSet::new();
            self.edges.retain(|&(u, v)| met.insert((u.min(v), u.max(v))));
        }
        let drawing = self.positions.into_iter().collect::<Option<Vec<_>>>();
        let drawing = drawing.filter(|points| !points.is_empty());
        self.vertices.ordered_graph(self.edges, drawing)
    }
}

#[cfg(test)]
mod tests {
    use super::super::trials;
    use super::*;
    use crate::places::Places;

    /// The names and the edges by name, as `a b c: a-b b-c`.
    fn shape(text: &str) -> String {
        trials::shape(&read(text).unwrap_or_else(|error| panic!("{text}: {error}")))
    }

    #[test]
    fn graphs_by_hand() {
        for (text, expected) in [
            ("graph{}", ":"),
            ("graph G { a -- b -- c; d }", "a b c d: a-b b-c"),
            ("GRAPH \"my graph\" { 10--9 9--0\n0 }\n", "0 9 10: 0-9 9-10"),
            ("graph { a -- b; b -- a; a -- a; a -- a }", "a b: a-a a-a a-b a-b"),
            ("strict graph { a -- b; b -- a; a -- a; a -- a }", "a b: a-a a-b"),
            ("graph { a -- {b c} -- d }", "a b c d: a-b a-c b-d c-d"),
            ("graph { {a b} -- {c; d -- e} }", "a b c d e: a-c a-d a-e b-c b-d b-e d-e"),
            ("graph { subgraph cluster_1 { a; b } -- subgraph { c } }", "a b c: a-c b-c"),
            ("graph { {a {b {c}}} -- d; {a a} -- e }", "a b c d e: a-d a-e b-d c-d"),
            ("graph { a -- {} ; b }", "a b:"),
            ("graph { a:n -- b:port:sw }", "a b: a-b"),
            ("graph { \"a\" -- \"b\" + \"c\" }", "a bc: a-bc"),
            ("graph { \"node\" -- \"1a\" }", "node 1a: node-1a"),
            ("graph { a [label=\"x -- y; }\"] [shape=box]; b[color=red;style=\"a,b\",x] }", "a b:"),
            (
                "graph { rankdir=LR; node [shape=circle]; Edge []; graph [x=1]; a=b a--b [w=.5] }",
                "a b: a-b",
            ),
            ("// one\n# two\ngraph { /* three */ a # -- b\n -- c // d\n}", "a c: a-c"),
            ("graph { a [label=<<b>x</b>>] ; ; }", "a:"),
        ] {
            assert_eq!(shape(text), expected, "{text}");
        }
    }

    /// What petgraph's `Dot` prints for an undirected graph.
    #[test]
    fn graphs_by_petgraph() {
        let text = r#"graph {
    0 [ label = "\"a\"" ]
    1 [ label = "\"b\\\"\"" ]
    2 [ label = "()" ]
    0 -- 1 [ label = "1" ]
    1 -- 2 [ label = "()" ]
}
"#;
        assert_eq!(shape(text), "0 1 2: 0-1 1-2");
    }

    /// What networkx writes through pydot for a multigraph.
    #[test]
    fn graphs_by_networkx() {
        let text = "graph {\n1;\n2;\n1 -- 2  [key=0];\n1 -- 2  [key=1];\n2 -- 2  [key=0];\n}\n";
        assert_eq!(shape(text), "1 2: 1-2 1-2 2-2");
    }

    /// What Graphviz itself prints after a layout.
    #[test]
    fn graphs_by_graphviz() {
        let text = r#"graph G {
	graph [bb="0,0,54,108"];
	node [label="\N"];
	a	[height=0.5,
		pos="27,90",
		width=0.75];
	b	[height=0.5,
		pos="27,18!",
		width=0.75];
	a -- b	[pos="27,71.697 27,60.846 27,46.917 27,36.104"];
}
"#;
        let graph = read(text).unwrap();
        assert_eq!(graph.edge_count(), 1);
        assert_eq!(graph.drawing().unwrap(), [[27.0, 90.0], [27.0, 18.0]]);
    }

    #[test]
    fn drawings() {
        let drawing = |text: &str| read(text).unwrap().drawing().map(<[_]>::to_vec);
        let points = Some(vec![[1.0, 2.0], [-0.5, 1e3]]);
        assert_eq!(drawing("graph { 2 [pos=\"-.5, 1e3\"]; 1 [pos=\"1,2!\"] }"), points);
        assert_eq!(drawing("graph { a [pos=\"1,2\"]; b }"), None);
        assert_eq!(drawing("graph { a -- b [pos=\"1,2\"] }"), None);
        assert_eq!(drawing("graph { node [pos=\"1,2\"]; a }"), None);
        for wrong in ["\"1\"", "\"1,2,3\"", "\"inf,0\"", "\"nan,0\"", "\"1 2\"", "7", "\"\""] {
            let error = read(&format!("graph {{ a [pos={wrong}] }}")).unwrap_err();
            assert!(error.message().contains("pos is a point"), "{error}");
        }
    }

    #[test]
    fn a_written_graph() {
        let names = ["a", "Node", "1a", "7"].map(String::from).to_vec();
        let graph = Graph::new(Places::labelled(names), [(0, 1), (0, 1), (2, 2)]).unwrap();
        let text = r#"graph {
  a;
  "Node";
  "1a";
  7;
  a -- "Node";
  a -- "Node";
  "1a" -- "1a";
}
"#;
        assert_eq!(write(&graph).unwrap(), text);
        let drawn = Graph::new(Places::numbered(1), []).unwrap().drawn(vec![[0.5, -2.0]]);
        assert_eq!(write(&drawn).unwrap(), "graph {\n  1 [pos=\"0.5,-2\"];\n}\n");
        assert!(write(&drawn.drawn(vec![[f64::INFINITY, 0.0]])).is_err());
    }

    #[test]
    fn round_trips() {
        trials::drawings_read_back(5, read, write);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let wrong = [
            ("", "the file ends here: expected a DOT file to start with 'graph {'"),
            ("hello", "expected a DOT file to start with 'graph {', not hello"),
            ("digraph { a -> b }", "directed"),
            ("strict digraph { }", "directed"),
            (
                "graph { a -> b }",
                "line 1: -> is a directed edge\n  graph { a -> b }\n            ^^",
            ),
            ("graph a b {}", "expected {, not b"),
            ("graph\n{\n a -- b\n", "line 3: the file ends here: expected }"),
            ("graph {} graph {}", "one graph only"),
            ("graph {}}", "one graph only"),
            ("graph { a -- ; }", "lacks its second end"),
            ("graph { a -- }", "lacks its second end"),
            ("graph { a -- [x=1] }", "lacks its second end"),
            ("graph { a -- -- b }", "lacks its first end"),
            ("graph { -- b }", "lacks its first end"),
            ("graph { a [x=1] -- b }", "lacks its first end"),
            ("graph { a, b }", "expected a vertex, an edge or }, not ,"),
            ("graph { [x=1] }", "neither a vertex nor an edge"),
            ("graph { a [x=1 }", "expected an attribute or ], not }"),
            ("graph { a [x=] }", "expected a value after =, not ]"),
            ("graph { a [x=1", "the file ends here: expected an attribute or ]"),
            ("graph { a = }", "expected a value after =, not }"),
            ("graph { node a }", "expected [ after node, not a"),
            ("graph { subgraph x y }", "expected {, not y"),
            ("graph { graph x }", "expected [ after graph"),
            ("graph { digraph }", "before the first {"),
            ("graph { \"a\" + }", "expected a text after +, not }"),
            ("graph { \"a b\" }", "line 1: the vertex name \"a b\" contains ' '"),
            ("graph { 01 }", "leading zero"),
            ("graph { 1.5 -- 2 }", "contains '.'"),
            ("graph {\n  é\n}", "line 2: the vertex name \"é\" contains 'é'\n    é\n    ^"),
            ("graph { <x> }", "contains '<'"),
            ("graph { \"\" }", "without a name"),
        ];
        trials::refuses(read, &wrong);
        let error = read("graph { a.b }").unwrap_err();
        assert!(error.message().contains("not a number"), "{error}");
        assert!(read("graph { \"a.b\" }").unwrap_err().suggestion().is_some());
    }

    #[test]
    fn hostile_input_never_panics() {
        let text = "strict graph \"g\" { a [pos=\"1,2!\"]; 1 -- {b <c>\n c} /* x */ -- d:e [k=\"v\\\"\"] // y\n }";
        for text in [text, "graph{a--b--{c 1}a[pos=\"1,-2\"]}"] {
            trials::withstands(text, read, write);
        }
        let nested = |depth: usize| format!("graph {}a{}", "{".repeat(depth), "}".repeat(depth));
        assert!(read(&nested(MAX_DEPTH)).is_ok());
        assert!(read(&nested(1_000_000)).unwrap_err().message().contains("nested"));
        assert!(read(&"<".repeat(1_000_000)).is_err());
        assert!(
            read(&format!("graph {{ {} }}", "a -- a;".repeat(256)))
                .unwrap_err()
                .message()
                .contains("copies")
        );
    }

    #[test]
    fn edges_between_groups_are_bounded() {
        let group: Vec<String> = (0..1500).map(|i| format!("v{i}")).collect();
        let group = format!("{{{}}}", group.join(" "));
        assert!(
            read(&format!("graph {{ {group} -- {group} }}"))
                .unwrap_err()
                .message()
                .contains("2000000 edges")
        );
        let small = "graph { {a b c} -- {a b c} }";
        assert_eq!(shape(small), "a b c: a-a a-b a-b a-c a-c b-b b-c b-c c-c");
    }
}
