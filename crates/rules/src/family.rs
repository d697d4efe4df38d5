//! Families of boards: a board's name with ranges in it, such as `grid:1..4x1..6` or `path:0..100`, and collections of
//! graphs: all trees (`trees:10`) and all connected graphs (`connected:7`) of a number of vertices, and the graphs of a
//! file.

use std::io::BufRead;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::all_graphs::{self as all, Graphs};
use crate::error::InputError;
use crate::graph::Graph;
use crate::graph::files::lines::{LineFormat, Lines};
use crate::graph::files::{Format, graph6, sparse6};

/// A name with ranges, both ends included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    text: String,
    /// Literal text before, between and after the ranges: one more than there are ranges.
    literals: Vec<String>,
    ranges: Vec<RangeInclusive<u32>>,
}

/// One member of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The number chosen from each range.
    pub at: Vec<u32>,
    /// The board's name.
    pub name: String,
}

/// A larger family could not be solved in a day.
const MAX_MEMBERS: u64 = 1_000_000;

impl Family {
    /// The ranges, in the order of the name.
    pub fn ranges(&self) -> &[RangeInclusive<u32>] {
        &self.ranges
    }

    /// How many members there are.
    pub fn len(&self) -> usize {
        self.ranges.iter().map(|range| range.clone().count()).product()
    }

    /// A family has at least one member.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The members, the last range running fastest.
    pub fn members(&self) -> impl Iterator<Item = Member> + '_ {
        (0..self.len()).map(|index| {
            let mut rest = index;
            let mut at: Vec<u32> = self
                .ranges
                .iter()
                .rev()
                .map(|range| {
                    let count = range.clone().count();
                    let chosen = range.start() + (rest % count) as u32;
                    rest /= count;
                    chosen
                })
                .collect();
            at.reverse();
            let filled = at.iter().map(u32::to_string).chain([String::new()]);
            let name = self
                .literals
                .iter()
                .zip(filled)
                .map(|(text, number)| format!("{text}{number}"))
                .collect();
            Member { at, name }
        })
    }
}

impl std::fmt::Display for Family {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Family {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let mut literals = vec![String::new()];
        let mut ranges = Vec::new();
        let mut rest = text;
        while let Some((literal, low, high, after)) = next_range(rest) {
            let start = text.len() - rest.len() + literal.len();
            let wrong =
                |message: String| InputError::at(text, start..text.len() - after.len(), message);
            let number = |digits: &str| {
                digits.parse::<u32>().map_err(|_| wrong(format!("{digits} is too large")))
            };
            let (low, high) = (number(low)?, number(high)?);
            if low > high {
                return Err(wrong(format!("the range {low}..{high} is empty")));
            }
            literals.last_mut().into_iter().for_each(|last| last.push_str(literal));
            literals.push(String::new());
            ranges.push(low..=high);
            rest = after;
        }
        literals.last_mut().into_iter().for_each(|last| last.push_str(rest));
        let members = ranges.iter().try_fold(1u64, |product, range: &RangeInclusive<u32>| {
            product.checked_mul(u64::from(range.end() - range.start()) + 1)
        });
        if members.is_none_or(|members| members > MAX_MEMBERS) {
            return Err(InputError::whole(
                text,
                format!("a family may have at most {MAX_MEMBERS} boards"),
            ));
        }
        Ok(Family { text: text.to_string(), literals, ranges })
    }
}

/// Several graphs under one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Collection {
    /// `trees:N`, all trees of N vertices up to isomorphism.
    Trees(usize),
    /// `connected:N`, all connected simple graphs of N vertices up to isomorphism.
    Connected(usize),
    /// `@FILE`, the graphs of a file that holds one a line; `@-` are those of standard input.
    File(String, LineFormat),
}

/// Opens a file, or standard input by the name `-`, for [`Collection::graphs`].
pub type StreamOpener<'a> =
    &'a (dyn Fn(&str) -> Result<Box<dyn BufRead + Send>, InputError> + Sync);

impl Collection {
    /// The collection that a name without ranges means, if it means one. With a format, every file is taken to hold a graph a
    /// line.
    pub fn of(name: &str, format: Option<LineFormat>) -> Result<Option<Self>, InputError> {
        let name = name.trim();
        if let Some(path) = name.strip_prefix('@') {
            let usual = match Format::from_path(path) {
                Some(Format::Graph6 | Format::Sparse6) => Some(LineFormat::SixBits),
                _ if path == "-" => Some(LineFormat::SixBits),
                _ => None,
            };
            return Ok(format.or(usual).map(|format| Collection::File(path.to_string(), format)));
        }
        let Some((kind, number)) = name.split_once(':') else { return Ok(None) };
        let make = match kind {
            "trees" => Collection::Trees,
            "connected" => Collection::Connected,
            _ => return Ok(None),
        };
        let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        match number.parse().ok().filter(|_| digits) {
            Some(number) => Ok(Some(make(number))),
            None => Err(InputError::whole(name, format!("{kind} needs a number of vertices"))
                .help(format!("write it like {kind}:7"))),
        }
    }

    /// The graphs, in a fixed order, each made or read when it is asked for.
    pub fn graphs(&self, open: StreamOpener) -> Result<Graphs, InputError> {
        match self {
            Collection::Trees(n) => all::trees(*n),
            Collection::Connected(n) => all::connected(*n),
            Collection::File(path, format) => {
                let path = path.clone();
                let within = move |error: InputError| match path.as_str() {
                    "-" => error,
                    path => InputError::plain(format!("@{path}: {error}")),
                };
                let reader = open(self.path())?;
                Ok(Box::new(Lines::new(reader, *format).map(move |graph| graph.map_err(&within))))
            }
        }
    }

    fn path(&self) -> &str {
        match self {
            Collection::File(path, _) => path,
            _ => "",
        }
    }
}

/// The name of a board that is this graph: `graph6:…`, or `sparse6:…` if it has loops or parallel edges.
pub fn graph_name(graph: &Graph) -> Result<String, InputError> {
    Ok(if graph.is_simple() {
        format!("graph6:{}", graph6::write(graph)?)
    } else {
        format!("sparse6:{}", sparse6::write(graph)?)
    })
}

/// The text before the next `low..high`, its two numbers, and the text after it.
fn next_range(text: &str) -> Option<(&str, &str, &str, &str)> {
    for (at, _) in text.match_indices("..") {
        let digits_before = text[..at].bytes().rev().take_while(u8::is_ascii_digit).count();
        let digits_after = text[at + 2..].bytes().take_while(u8::is_ascii_digit).count();
        if digits_before > 0 && digits_after > 0 {
            let (literal, low) = text[..at].split_at(at - digits_before);
            let (high, after) = text[at + 2..].split_at(digits_after);
            return Some((literal, low, high, after));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        text.parse::<Family>().unwrap().members().map(|member| member.name).collect()
    }

    #[test]
    fn members_in_order() {
        assert_eq!(names("grid:1..2x3..4"), ["grid:1x3", "grid:1x4", "grid:2x3", "grid:2x4"]);
        assert_eq!(names("path:0..2"), ["path:0", "path:1", "path:2"]);
        assert_eq!(names("petersen"), ["petersen"]);
        assert_eq!(names("[ag:2,2..3 : pg:2,2]"), ["[ag:2,2 : pg:2,2]", "[ag:2,3 : pg:2,2]"]);
        assert_eq!(names("@../x.g6"), ["@../x.g6"]);
    }

    #[test]
    fn collections() {
        let names = |name: &str, format: Option<LineFormat>, text: &'static str| {
            let collection = Collection::of(name, format).unwrap().unwrap();
            let graphs = collection.graphs(&|_| Ok(Box::new(text.as_bytes()))).unwrap();
            graphs.map(|graph| graph_name(&graph.unwrap()).unwrap()).collect::<Vec<_>>()
        };
        let trees = names("trees:4", None, "");
        assert_eq!(trees.len(), 2);
        assert!(trees.iter().all(|tree| tree.parse::<crate::board::BoardName>().is_ok()));
        assert_eq!(names("@a/b.g6", None, "Bw\nA_\n"), ["graph6:Bw", "graph6:A_"]);
        assert_eq!(names("@-", None, "\n"), [""; 0]);
        let edges = Some(LineFormat::Edges);
        assert_eq!(names("@x.txt", edges, "1-2\n1-1\n"), ["graph6:A_", "sparse6::@^"]);
        for name in ["grid:3x4", "@x.json", "petersen", "@x.g6#2"] {
            assert_eq!(Collection::of(name, None).unwrap(), None, "{name}");
        }
        for name in ["trees:", "trees:x", "connected:-1", "trees:99999999999999999999"] {
            assert!(Collection::of(name, None).is_err(), "{name}");
        }
    }

    #[test]
    fn wrong_ranges() {
        for text in
            ["path:3..2", "path:0..99999999999", "grid:1..9999x1..9999", "path:0..4294967295"]
        {
            assert!(text.parse::<Family>().is_err(), "{text}");
        }
    }
}
