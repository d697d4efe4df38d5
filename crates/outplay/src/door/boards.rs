//! The boards that a question is asked of: a family, a file or a stream of any length, or a part of one.

use std::fmt;
use std::str::FromStr;

use outplay_rules::board::{Board, BoardName};
use outplay_rules::error::InputError;
use outplay_rules::family::{Collection, Family, Member, StreamOpener, graph_name};
use outplay_rules::graph::Graph;
use outplay_rules::graph::files::lines::LineFormat;
use outplay_rules::symmetry::Structure;

use crate::question::{Asked, Question};
use crate::run::Run;

/// A board to solve.
#[derive(Clone, Debug)]
pub struct Item {
    /// The number chosen from each range.
    pub at: Vec<u32>,
    /// The name of the board.
    pub board: String,
    /// The board itself, where it was read or made before it had a name.
    graph: Option<Graph>,
}

impl Item {
    /// A board by its name.
    pub fn named(board: String) -> Self {
        Item { at: Vec::new(), board, graph: None }
    }

    /// A question about this board.
    pub(crate) fn ask(&self, question: &Question, run: &Run) -> Result<Asked, InputError> {
        let board: BoardName = self.board.parse()?;
        let question = Question { board, ..question.clone() };
        match &self.graph {
            Some(graph) => {
                let board = Board::Places { heaps: Vec::new(), graph: graph.clone() };
                Asked::on_board(&question, board, run)
            }
            None => Asked::new(&question, run),
        }
    }
}

/// The I-th of N parts, written `I/N`: every N-th board, beginning with the I-th.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    index: usize,
    of: usize,
}

/// Everything.
impl Default for Part {
    fn default() -> Self {
        Part { index: 1, of: 1 }
    }
}

impl Part {
    /// Whether the board with this index, counted from 0, is in it.
    pub fn has(self, index: usize) -> bool {
        index % self.of == self.index - 1
    }
}

impl FromStr for Part {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let numbers = text.split_once('/').and_then(|(index, of)| {
            Some(Part { index: index.trim().parse().ok()?, of: of.trim().parse().ok()? })
        });
        numbers.filter(|part| (1..=part.of).contains(&part.index)).ok_or_else(|| {
            InputError::whole(text, "a part is written I/N, with I from 1 to N")
                .help("for example --part 3/8")
        })
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

/// Which boards.
#[derive(Clone, Debug)]
pub struct Boards {
    /// The family.
    pub family: Family,
    /// How a line tells a graph, if files are not to be read by their endings.
    pub input: Option<LineFormat>,
    /// Whether graphs are brought to their canonical form.
    pub canonical: bool,
    /// The part of them.
    pub part: Part,
}

impl From<Family> for Boards {
    fn from(family: Family) -> Self {
        Boards { family, input: None, canonical: false, part: Part::default() }
    }
}

/// Boards as they come.
pub(crate) type Items<'a> = Box<dyn Iterator<Item = Result<Item, InputError>> + Send + 'a>;

impl Boards {
    /// Whether there are graphs that have no name of their own among them.
    pub fn has_collections(&self) -> Result<bool, InputError> {
        let first = self.family.members().next();
        Ok(first
            .map(|member| Collection::of(&member.name, self.input))
            .transpose()?
            .flatten()
            .is_some())
    }

    /// How many there are, if that is known beforehand.
    pub(crate) fn count(&self) -> Result<Option<u64>, InputError> {
        let whole = self.part == Part::default();
        Ok((!self.has_collections()? && whole).then(|| self.family.len() as u64))
    }

    /// Whether there are more than this many; no more than that are made to find out.
    pub fn are_more_than(&self, most: usize, run: &Run) -> bool {
        self.items(run.streams).nth(most).is_some()
    }

    /// The names of the boards, in order.
    pub fn names<'a>(
        &'a self,
        run: &Run<'a>,
    ) -> impl Iterator<Item = Result<String, InputError>> + use<'a> {
        self.items(run.streams).map(|item| item.map(|item| item.board))
    }

    /// The boards, in order, each made or read when it is asked for.
    pub(crate) fn items<'a>(&'a self, open: StreamOpener<'a>) -> Items<'a> {
        let all = self.family.members().flat_map(move |member| self.of_member(member, open));
        let part = all.enumerate().filter(move |(index, _)| self.part.has(*index));
        Box::new(part.map(move |(_, item)| item.and_then(|item| self.brought(item))))
    }

    fn of_member<'a>(&self, member: Member, open: StreamOpener<'a>) -> Items<'a> {
        let graphs = Collection::of(&member.name, self.input)
            .and_then(|collection| collection.map(|all| all.graphs(open)).transpose());
        match graphs {
            Ok(Some(graphs)) => {
                let item = move |graph| Item {
                    at: member.at.clone(),
                    board: String::new(),
                    graph: Some(graph),
                };
                Box::new(graphs.map(move |graph| graph.map(&item)))
            }
            Ok(None) => {
                let item = Item { at: member.at, board: member.name, graph: None };
                Box::new(std::iter::once(Ok(item)))
            }
            Err(error) => Box::new(std::iter::once(Err(error))),
        }
    }

    /// Gives a graph its name, in canonical form if that is wanted.
    fn brought(&self, mut item: Item) -> Result<Item, InputError> {
        if let Some(graph) = &mut item.graph {
            if self.canonical {
                *graph = graph.relabelled(&Structure::of_graph(graph).canonical_labelling());
            }
            item.board = graph_name(graph)?;
        }
        Ok(item)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::open_stream;

    fn names(boards: &Boards) -> Vec<String> {
        boards.items(&open_stream).map(|item| item.unwrap().board).collect()
    }

    #[test]
    fn parts_make_the_whole() {
        for family in ["trees:7", "path:0..9", "connected:1..5"] {
            let whole = Boards::from(family.parse::<Family>().unwrap());
            let part = |i| Boards { part: format!("{i}/3").parse().unwrap(), ..whole.clone() };
            let mut parts: Vec<String> = (1..=3).flat_map(|i| names(&part(i))).collect();
            let mut all = names(&whole);
            parts.sort();
            all.sort();
            assert_eq!(parts, all);
        }
        for wrong in ["", "0/3", "4/3", "1", "1/0", "-1/2", "a/b"] {
            assert!(wrong.parse::<Part>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn canonical_names_are_those_of_isomorphic_graphs() {
        let open = |_: &str| -> Result<Box<dyn std::io::BufRead + Send>, InputError> {
            // The path of three vertices in its three labellings, then a triangle with a loop.
            Ok(Box::new(&b"1-2,2-3\n1-2,1-3\n1-3,2-3\n1-2,2-3,1-3,3-3\n1-2,2-3,1-3,1-1\n"[..]))
        };
        let boards = Boards {
            input: Some(LineFormat::Edges),
            canonical: true,
            ..Boards::from("@-".parse::<Family>().unwrap())
        };
        let names: Vec<String> = boards.items(&open).map(|item| item.unwrap().board).collect();
        assert!(names[..3].iter().all(|name| *name == names[0]), "{names:?}");
        assert_eq!(names[3], names[4]);
        assert!(names[3].starts_with("sparse6::"));
    }
}
