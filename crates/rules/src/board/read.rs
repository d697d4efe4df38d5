//! Reading the names of boards.

use std::ops::Range;
use std::str::FromStr;

use super::{BoardName, MatroidName};
use crate::error::{InputError, nearest};
use crate::sets::matroid::Feature;
use crate::spaces::MOST_COUNTERS;

/// Every kind of board with an example, in the order of `docs/interface.md`.
pub const EXAMPLES: [&str; 32] = [
    "heaps:6,19,19",
    "path:5",
    "cycle:5",
    "grid:3x4",
    "cells:##./.##",
    "complete:4",
    "bipartite:2,3",
    "ladder:4",
    "multipartite:2,2,3",
    "caterpillar:2,0,1",
    "star:4",
    "wheel:5",
    "hypercube:3",
    "petersen",
    "pode:1,1,2,4",
    "bipode:1,1,2;1,1,2;3",
    "attach:cycle:5,1,3",
    "octagons:1x3",
    "boxes:2x2",
    "polygons:5,1x3",
    "hexagons:2x3",
    "graph6:DQc",
    "sparse6::Fa@x^",
    "edges:1-2,2-3,3-3",
    "ttt:3",
    "lattice:4x4,3",
    "hex:3x4",
    "ag:2,4",
    "pg:2,3",
    "sets:1-2-3,1-4-7",
    "matroid:whirl-3,circuits",
    "[ag:2,3 : pg:2,2]",
];

/// Deeper nesting than this would exceed the number of points allowed, unless the boards have one point.
const MAX_NESTING: usize = 20;

/// No graph has more parts than this.
const MAX_REPEATED: usize = crate::graph::MAX_VERTICES;

impl FromStr for BoardName {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let mut terms = split_sum(text);
        if terms.len() == 1 {
            return read_term(text, terms.remove(0));
        }
        let terms = terms.into_iter().map(|span| read_term(text, span));
        Ok(BoardName::Sum(terms.collect::<Result<_, _>>()?))
    }
}

/// Splits `A + B`. A plus inside a file's name needs no care unless it has spaces around it.
fn split_sum(text: &str) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    let mut start = 0;
    for (at, _) in text.match_indices('+') {
        let in_file_name = text[start..at].trim_start().starts_with('@');
        let spaced = text[..at].ends_with(char::is_whitespace)
            && text[at + 1..].starts_with(char::is_whitespace);
        if spaced || !in_file_name {
            spans.push(start..at);
            start = at + 1;
        }
    }
    spans.push(start..text.len());
    spans
}

fn read_term(text: &str, span: Range<usize>) -> Result<BoardName, InputError> {
    let term = &text[span.clone()];
    let start = span.start + (term.len() - term.trim_start().len());
    let mut reader = Reader { text, at: start, end: start + term.trim().len() };
    let board = reader.board(0)?;
    if reader.at < reader.end {
        return Err(reader.error("this does not belong to the board's name"));
    }
    Ok(board)
}

/// Walks along the text of one board.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    end: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..self.end]
    }

    fn error(&self, message: impl Into<String>) -> InputError {
        InputError::at(self.text, self.at..self.end, message)
    }

    fn skip_spaces(&mut self) {
        self.at = self.end - self.rest().trim_start().len();
    }

    fn expect(&mut self, c: char, after: &str) -> Result<(), InputError> {
        match self.accepts(c) {
            true => Ok(()),
            false => Err(self.error(format!("expected '{c}' {after}"))),
        }
    }

    fn accepts(&mut self, c: char) -> bool {
        self.skip_spaces();
        let next = self.rest().starts_with(c);
        if next {
            self.at += c.len_utf8();
        }
        next
    }

    fn board(&mut self, depth: usize) -> Result<BoardName, InputError> {
        self.skip_spaces();
        if self.rest().is_empty() {
            return Err(self.error("a board is missing").help("for example grid:3x4"));
        }
        if self.rest().starts_with('[') {
            return self.nested(depth);
        }
        let inside = depth > 0;
        if let Some(path) = self.rest().strip_prefix('@') {
            let length =
                if inside { path.find([' ', ']']).unwrap_or(path.len()) } else { path.len() };
            self.at += 1 + length;
            return Ok(read_file(&path[..length]));
        }
        let name_length = self
            .rest()
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '-')
            .unwrap_or(self.rest().len());
        let name = &self.rest()[..name_length];
        let name_span = self.at..self.at + name_length;
        self.at += name_length;
        let arguments = if self.rest().starts_with(':') {
            self.at += 1;
            Some(self.arguments(inside))
        } else {
            None
        };
        Arguments {
            text: self.text,
            name_span,
            start: self.at - arguments.map_or(0, str::len),
            arguments,
        }
        .board(name)
    }

    fn nested(&mut self, depth: usize) -> Result<BoardName, InputError> {
        if depth >= MAX_NESTING {
            return Err(self.error(format!("boards are nested more than {MAX_NESTING} deep")));
        }
        self.expect('[', "to open a nested board")?;
        let outer = self.board(depth + 1)?;
        self.expect(':', "between the outer and the inner board, as in [ag:2,3 : pg:2,2]")?;
        let first = self.board(depth + 1)?;
        let mut inner = vec![first];
        while self.accepts('|') {
            inner.push(self.board(depth + 1)?);
        }
        self.expect(']', "to close the nested board")?;
        Ok(match <[BoardName; 1]>::try_from(inner) {
            Ok([inner]) => BoardName::Nested(Box::new(outer), Box::new(inner)),
            Err(inner) => BoardName::Mixed(Box::new(outer), inner),
        })
    }

    /// What follows `name:`. Inside a nested board it ends at a space, a colon, a bar or a bracket outside parentheses.
    fn arguments(&mut self, inside: bool) -> &'a str {
        let rest = self.rest();
        let mut open = 0usize;
        let ends = |c: char| {
            match c {
                '(' => open += 1,
                ')' => open = open.saturating_sub(1),
                _ => {}
            }
            open == 0 && (c.is_whitespace() || matches!(c, ':' | '|' | ']'))
        };
        let length = if inside { rest.find(ends).unwrap_or(rest.len()) } else { rest.len() };
        self.at += length;
        &rest[..length]
    }
}

fn read_file(path: &str) -> BoardName {
    match path.rsplit_once('#').and_then(|(file, index)| Some((file, index.parse().ok()?))) {
        Some((file, index)) => BoardName::File(file.to_string(), Some(index)),
        None => BoardName::File(path.to_string(), None),
    }
}

/// The part of a board's name after the colon.
struct Arguments<'a> {
    text: &'a str,
    name_span: Range<usize>,
    start: usize,
    arguments: Option<&'a str>,
}

impl<'a> Arguments<'a> {
    fn board(&self, name: &str) -> Result<BoardName, InputError> {
        use BoardName::*;
        Ok(match name {
            "heaps" => Heaps(self.heaps()?),
            "path" => Path(self.one()?),
            "cycle" => Cycle(self.one()?),
            "grid" => self.size(Grid)?,
            "cells" => Cells(self.cells()?),
            "complete" => Complete(self.one()?),
            "bipartite" => {
                let [a, b] = self.exactly(',')?;
                Bipartite(a, b)
            }
            "ladder" => Ladder(self.one()?),
            "multipartite" => Multipartite(self.repeated(self.given()?)?),
            "caterpillar" => Caterpillar(self.repeated(self.given()?)?),
            "star" => Star(self.one()?),
            "wheel" => Wheel(self.one()?),
            "hypercube" => Hypercube(self.one()?),
            "petersen" if self.arguments.is_none() => Petersen,
            "pode" => Pode(self.repeated(self.given()?)?),
            "bipode" => self.bipode()?,
            "attach" => self.attach()?,
            "octagons" => self.size(|rows, columns| Polygons { sides: 8, rows, columns })?,
            "boxes" => self.size(|rows, columns| Polygons { sides: 4, rows, columns })?,
            "polygons" => {
                let (sides, size) = self.given()?.split_once(',').ok_or_else(|| self.wrong())?;
                let (rows, columns) = self.rows_by_columns(size)?;
                Polygons { sides: self.number(sides)?, rows, columns }
            }
            "hexagons" => self.size(Hexagons)?,
            "hex" => self.size(Hex)?,
            "graph6" => Graph6(self.given()?.to_string()),
            "sparse6" => Sparse6(self.given()?.to_string()),
            "edges" => Edges(self.given()?.to_string()),
            "ttt" => match self.given()?.split_once('^') {
                Some((n, d)) => TicTacToe(self.number(n)?, self.number(d)?),
                None => TicTacToe(self.one()?, 2),
            },
            "lattice" => {
                let (size, run) = self.given()?.split_once(',').ok_or_else(|| self.wrong())?;
                let (rows, columns) = self.rows_by_columns(size)?;
                Lattice(rows, columns, self.number(run)?)
            }
            "ag" | "pg" => self.geometry(name == "pg")?,
            "sets" => Sets(self.sets()?),
            "matroid" => self.matroid()?,
            _ => return Err(self.unknown(name)),
        })
    }

    /// Rows of `#` and `.`, as long as each other.
    fn cells(&self) -> Result<String, InputError> {
        let rows: Vec<&str> = self.given()?.trim().split('/').collect();
        let fits = |row: &&str| {
            !row.is_empty()
                && row.len() == rows[0].len()
                && row.bytes().all(|c| matches!(c, b'#' | b'.'))
        };
        if rows.iter().all(fits) { Ok(rows.join("/")) } else { Err(self.wrong()) }
    }

    fn unknown(&self, name: &str) -> InputError {
        let known = EXAMPLES.iter().map(|example| name_of(example)).filter(|name| !name.is_empty());
        let message = if name == "petersen" {
            "petersen takes no numbers".into()
        } else {
            format!("there is no board '{name}'")
        };
        let help = match nearest(name, known) {
            Some(near) if near != name => {
                format!("did you mean {near}? It is written like {}", example_of(near))
            }
            _ => format!("boards are, for example, {}", EXAMPLES.join(" · ")),
        };
        InputError::at(self.text, self.name_span.clone(), message).help(help)
    }

    fn span(&self) -> Range<usize> {
        match self.arguments {
            Some(arguments) => self.start..self.start + arguments.len(),
            None => self.name_span.clone(),
        }
    }

    /// The arguments do not have the form that this board needs.
    fn wrong(&self) -> InputError {
        let name = &self.text[self.name_span.clone()];
        let read = self.arguments.unwrap_or("");
        let message = if read.is_empty() {
            format!("{name} is not complete")
        } else {
            format!("'{read}' does not fit {name}")
        };
        InputError::at(self.text, self.span(), message)
            .help(format!("write it like {}", example_of(name)))
    }

    fn given(&self) -> Result<&'a str, InputError> {
        self.arguments.filter(|arguments| !arguments.is_empty()).ok_or_else(|| self.wrong())
    }

    fn number(&self, text: &str) -> Result<usize, InputError> {
        let text = text.trim();
        if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
            return Err(self.wrong());
        }
        text.parse::<u32>().map(|n| n as usize).map_err(|_| {
            InputError::at(
                self.text,
                self.span(),
                format!("{text} is too large a number for a board"),
            )
        })
    }

    fn numbers(&self, text: &str) -> Result<Vec<usize>, InputError> {
        text.split(',').map(|part| self.number(part)).collect()
    }

    /// Numbers, of which `2*5` is five times 2.
    fn repeated(&self, text: &str) -> Result<Vec<usize>, InputError> {
        let mut numbers = Vec::new();
        for part in text.split(',') {
            match part.split_once('*') {
                Some((number, times)) => {
                    let (number, times) = (self.number(number)?, self.number(times)?);
                    if times > MAX_REPEATED {
                        let message = format!("{number}*{times} is too long a list for a board");
                        return Err(InputError::at(self.text, self.span(), message));
                    }
                    numbers.extend(std::iter::repeat_n(number, times));
                }
                None => numbers.push(self.number(part)?),
            }
        }
        // An empty list of chains is one chain of length 0.
        if numbers.is_empty() {
            numbers.push(0);
        }
        Ok(numbers)
    }

    fn one(&self) -> Result<usize, InputError> {
        self.number(self.given()?)
    }

    fn exactly<const N: usize>(&self, separator: char) -> Result<[usize; N], InputError> {
        let parts = self
            .given()?
            .split(separator)
            .map(|part| self.number(part))
            .collect::<Result<Vec<_>, _>>()?;
        parts.try_into().map_err(|_| self.wrong())
    }

    fn rows_by_columns(&self, text: &str) -> Result<(usize, usize), InputError> {
        let (rows, columns) = text.split_once('x').ok_or_else(|| self.wrong())?;
        Ok((self.number(rows)?, self.number(columns)?))
    }

    fn size(&self, make: impl Fn(usize, usize) -> BoardName) -> Result<BoardName, InputError> {
        let (rows, columns) = self.rows_by_columns(self.given()?)?;
        Ok(make(rows, columns))
    }

    fn heaps(&self) -> Result<Vec<u64>, InputError> {
        self.given()?.split(',').map(|size| self.heap(size)).collect()
    }

    /// Heaps may be far larger than anything else that is counted, because a proved period values them.
    fn heap(&self, text: &str) -> Result<u64, InputError> {
        let text = text.trim();
        if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
            return Err(self.wrong());
        }
        text.parse::<u64>().ok().filter(|&size| size <= MOST_COUNTERS).ok_or_else(|| {
            let message =
                format!("a heap of {text} is too large: it may have at most 10^15 counters");
            InputError::at(self.text, self.span(), message)
        })
    }

    fn bipode(&self) -> Result<BoardName, InputError> {
        match self.given()?.split(';').collect::<Vec<_>>()[..] {
            [left, right, between] => Ok(BoardName::Bipode(
                self.repeated(left)?,
                self.repeated(right)?,
                self.number(between)?,
            )),
            _ => Err(self.wrong()),
        }
    }

    /// A board, one of its vertices and the length of the path, from the right: the board may have commas.
    fn attach(&self) -> Result<BoardName, InputError> {
        let given = self.given()?;
        let mut parts = given.rsplitn(3, ',');
        let (Some(length), Some(vertex), Some(board)) = (parts.next(), parts.next(), parts.next())
        else {
            return Err(self.wrong());
        };
        // Only one path per board: deeper names would only be slower to read.
        if board.contains("attach:") || board.contains('[') {
            return Err(self.wrong());
        }
        let (vertex, length) = (self.number(vertex)?, self.number(length)?);
        let board = board
            .parse::<BoardName>()
            .map_err(|error| InputError::at(self.text, self.span(), error.message().to_string()))?;
        Ok(BoardName::Attach(Box::new(board), vertex, length))
    }

    fn geometry(&self, projective: bool) -> Result<BoardName, InputError> {
        let given = self.given()?;
        let (sizes, flats) = match given.rsplit_once(',') {
            Some((sizes, "planes")) => (sizes, 2),
            Some((sizes, "lines")) => (sizes, 1),
            _ => (given, 1),
        };
        match self.numbers(sizes)?[..] {
            [dimension, order] => Ok(BoardName::Geometry { projective, dimension, order, flats }),
            _ => Err(self.wrong()),
        }
    }

    fn sets(&self) -> Result<Vec<Vec<usize>>, InputError> {
        let point = |text: &str| {
            self.number(text).and_then(|n| if n == 0 { Err(self.wrong()) } else { Ok(n) })
        };
        let set = |text: &str| text.split('-').map(point).collect();
        self.given()?.split(',').map(set).collect()
    }

    fn matroid(&self) -> Result<BoardName, InputError> {
        let (name, feature) = self.given()?.rsplit_once(',').ok_or_else(|| self.wrong())?;
        let known = Feature::NAMES.iter().find(|(known, _)| *known == feature.trim());
        let Some(&(_, feature)) = known else {
            let features = Feature::NAMES.map(|(name, _)| name).join(", ");
            let message = format!("a matroid has no '{}' to win with", feature.trim());
            return Err(InputError::at(self.text, self.span(), message)
                .help(format!("choose one of {features}")));
        };
        Ok(BoardName::Matroid(self.matroid_name(name.trim())?, feature))
    }

    fn matroid_name(&self, name: &str) -> Result<MatroidName, InputError> {
        if let Some(graph) = name.strip_prefix("graphic(").and_then(|rest| rest.strip_suffix(')')) {
            if graph.contains("matroid:") {
                return Err(self.wrong());
            }
            let graph: BoardName = graph.parse().map_err(|e: InputError| {
                InputError::at(self.text, self.span(), e.message().to_string())
            })?;
            return Ok(MatroidName::Graphic(Box::new(graph)));
        }
        let parts: Vec<&str> = name.split('-').collect();
        match parts[..] {
            ["fano"] => Ok(MatroidName::Fano),
            ["uniform", rank, elements] => {
                Ok(MatroidName::Uniform(self.number(rank)?, self.number(elements)?))
            }
            ["wheel", rank] => Ok(MatroidName::Wheel(self.number(rank)?)),
            ["whirl", rank] => Ok(MatroidName::Whirl(self.number(rank)?)),
            _ => {
                Err(InputError::at(self.text, self.span(), format!("there is no matroid '{name}'"))
                    .help("matroids: uniform-2-4, wheel-3, whirl-3, fano, graphic(complete:4)"))
            }
        }
    }
}

fn name_of(example: &str) -> &str {
    example.split(':').next().unwrap_or("").trim_start_matches('[')
}

fn example_of(name: &str) -> &str {
    EXAMPLES.iter().find(|example| name_of(example) == name).map_or("grid:3x4", |example| example)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> BoardName {
        text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
    }

    #[test]
    fn examples_read_back() {
        for example in EXAMPLES {
            assert_eq!(board(example).to_string(), example);
        }
        for text in [
            "ttt:4^3",
            "pg:3,2,planes",
            "[[ttt:3 : ttt:3] : ag:2,2]",
            "[ag:2,3 : pg:2,2 | [ttt:2 : ag:2,2 | ag:2,3]]",
            "path:3 + heaps:4",
            "@a/b.g6",
            "@b.g6#3",
        ] {
            assert_eq!(board(text).to_string(), text);
        }
        for text in [
            "matroid:uniform-2-4,bases",
            "matroid:graphic(complete:4),circuits",
            "matroid:fano,hyperplanes",
        ] {
            assert_eq!(board(text).to_string(), text);
        }
    }

    #[test]
    fn other_spellings() {
        assert_eq!(board("[ag:2,3:pg:2,2]"), board("[ag:2,3 : pg:2,2]"));
        assert_eq!(board("[ag:2,3:pg:2,2|ag:2,2]"), board("[ag:2,3 : pg:2,2 | ag:2,2]"));
        assert_eq!(board("polygons:8,2x2"), board("octagons:2x2"));
        assert_eq!(board("path:3+path:4"), board("path:3 + path:4"));
        assert_eq!(board(" grid:2x3 "), board("grid:2x3"));
        assert_eq!(board("ttt:3^2"), board("ttt:3"));
        assert_eq!(board("pode:1*2,2,4*0"), board("pode:1,1,2"));
        assert_eq!(board("bipode:1*0;1,2*2;1"), board("bipode:0;1,2,2;1"));
        assert_eq!(board("multipartite:2*3"), board("multipartite:2,2,2"));
        assert_eq!(board("ag:2,3,lines"), board("ag:2,3"));
        assert_eq!(board("@a+b.g6"), BoardName::File("a+b.g6".into(), None));
        let nested = board("[@a.json : matroid:graphic(complete:4),circuits]");
        assert!(matches!(nested, BoardName::Nested(..)));
    }

    #[test]
    fn wrong_names_get_help() {
        for (text, word) in [
            ("", "missing"),
            ("gird:3x4", "grid:3x4"),
            ("grid", "is not complete"),
            ("grid:3", "does not fit"),
            ("grid:3xx4", "does not fit"),
            ("cells:##/#", "does not fit"),
            ("cells:#x#", "does not fit"),
            ("cells:##//##", "does not fit"),
            ("cells:", "is not complete"),
            ("grid:-3x4", "does not fit"),
            ("path:99999999999999999999", "too large"),
            ("path:3 path:4", "does not fit"),
            ("path:3 +", "missing"),
            ("petersen:3", "takes no numbers"),
            ("[ag:2,3]", "expected ':'"),
            ("[ag:2,3 : pg:2,2", "expected ']'"),
            ("[ag:2,3 : pg:2,2]x", "does not belong"),
            ("pode:1*99999", "too long"),
            ("pode:1*x", "does not fit"),
            ("sets:1-0", "does not fit"),
            ("sets:1--2", "does not fit"),
            ("bipode:1;1", "does not fit"),
            ("attach:cycle:5,1", "does not fit"),
            ("attach:circle:5,1,3", "no board"),
            ("attach:attach:path:2,1,1,1,1", "does not fit"),
            ("matroid:whirl-3,points", "circuits"),
            ("matroid:foo,circuits", "whirl-3"),
            ("ägypten:3", "no board"),
        ] {
            let error = text.parse::<BoardName>().unwrap_err();
            assert!(error.to_string().contains(word), "{text}: {error}");
        }
        assert!("[".repeat(100_000).parse::<BoardName>().is_err());
        assert!(
            format!("matroid:{}", "graphic(matroid:".repeat(10_000)).parse::<BoardName>().is_err()
        );
    }
}
