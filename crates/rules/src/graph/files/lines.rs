//! Graphs, one on each line, from a file or a pipe of any length. Only the current line is in memory.

use std::io::{BufRead, Read};

use super::{edge_list, graph6, on_line, sparse6};
use crate::error::InputError;
use crate::graph::Graph;

/// How a line tells a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum LineFormat {
    /// graph6, sparse6 or incremental sparse6: the first character tells which.
    #[default]
    SixBits,
    /// A list of edges, as in `1-2,2-3,3-3`.
    Edges,
}

impl LineFormat {
    /// The format of a name: `graph6`, `sparse6`, `incremental` or `edges`.
    pub fn read(name: &str) -> Result<Self, InputError> {
        match name {
            "graph6" | "g6" | "sparse6" | "s6" | "incremental" => Ok(LineFormat::SixBits),
            "edges" => Ok(LineFormat::Edges),
            _ => Err(InputError::whole(name, "there is no such format of lines")
                .help("formats: graph6, sparse6, incremental (nauty's ;-lines), edges")),
        }
    }
}

/// A longer line is no graph that we take.
const LONGEST_LINE: u64 = 64 << 20;

/// The graphs of a reader, each read when it is asked for. Blank lines are skipped; an error names its line, and the graphs
/// after it can still be read unless the reader itself failed.
pub struct Lines<R> {
    reader: R,
    format: LineFormat,
    number: usize,
    bytes: Vec<u8>,
    /// What an incremental line changes.
    last: Option<Graph>,
    failed: bool,
}

impl<R: BufRead> Lines<R> {
    /// The graphs of a reader.
    pub fn new(reader: R, format: LineFormat) -> Self {
        Lines { reader, format, number: 0, bytes: Vec::new(), last: None, failed: false }
    }

    /// The next line; none at the end.
    fn line(&mut self) -> Result<Option<String>, InputError> {
        self.bytes.clear();
        self.number += 1;
        let read = self.reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut self.bytes);
        self.failed = true;
        let length = read.map_err(|error| InputError::plain(error.to_string()))?;
        if length as u64 == LONGEST_LINE {
            return Err(InputError::plain(format!("a line of more than {LONGEST_LINE} bytes")));
        }
        self.failed = false;
        if length == 0 {
            return Ok(None);
        }
        // Windows programs like to put a byte order mark in front.
        let bytes = self.bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(&self.bytes);
        let text = std::str::from_utf8(bytes).map_err(|_| InputError::plain("it is not text"))?;
        Ok(Some(text.to_string()))
    }

    fn graph(&mut self, line: &str) -> Option<Result<Graph, InputError>> {
        let bare = [graph6::HEADER, sparse6::HEADER, sparse6::INCREMENTAL_HEADER]
            .iter()
            .fold(line.trim(), |line, header| line.strip_prefix(header).unwrap_or(line))
            .trim();
        if bare.is_empty() {
            return None;
        }
        Some(match (self.format, bare.as_bytes()[0]) {
            (LineFormat::Edges, b'#') => return None,
            (LineFormat::Edges, _) => edge_list::read_inline(bare),
            (_, b';') => self.changed(bare),
            (_, b':') => sparse6::read(bare),
            _ => graph6::read(bare),
        })
    }

    fn changed(&self, line: &str) -> Result<Graph, InputError> {
        match &self.last {
            Some(last) => sparse6::read_change(line, last),
            None => Err(InputError::whole(line, "an incremental line needs a graph before it")
                .help("it gives the changes from the line before")),
        }
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Result<Graph, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.failed {
            let found = match self.line() {
                Ok(None) => return None,
                Ok(Some(line)) => self.graph(&line),
                Err(error) => Some(Err(error)),
            };
            if let Some(found) = found {
                self.last = found.as_ref().ok().cloned();
                return Some(found.map_err(|error| on_line(error, self.number)));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edges(text: &str, format: LineFormat) -> Vec<Vec<(usize, usize)>> {
        let graphs = Lines::new(text.as_bytes(), format);
        graphs.map(|graph| graph.unwrap().edge_pairs().collect()).collect()
    }

    /// What `nauty-geng -c 4 | nauty-copyg -i` writes, against the same graphs in graph6.
    #[test]
    fn incremental_lines_are_nautys() {
        let whole = "CF\nCU\nCV\nC]\nC^\nC~\n";
        let incremental = ":CwI\n;ov\n;y\n;pv\n;y\n;f\n";
        assert_eq!(edges(incremental, LineFormat::SixBits), edges(whole, LineFormat::SixBits));
    }

    #[test]
    fn lists_of_edges() {
        let text = "1-2,2-3\n\n# nothing\n1-1,1-1\n5\n";
        let read = edges(text, LineFormat::Edges);
        assert_eq!(read, [vec![(0, 1), (1, 2)], vec![(0, 0), (0, 0)], vec![]]);
    }

    #[test]
    fn an_error_names_its_line_and_is_not_the_end() {
        let read: Vec<_> = Lines::new(&b"A_\n\nA\n;y\nA_\n\xff\nA_\n"[..], LineFormat::SixBits)
            .map(|graph| graph.map(|graph| graph.edge_count()).map_err(|e| e.to_string()))
            .collect();
        assert_eq!(read.len(), 6);
        for (index, line) in [(1, "line 3"), (2, "line 4"), (4, "line 6: it is not text")] {
            assert!(read[index].as_ref().unwrap_err().contains(line), "{read:?}");
        }
        assert_eq!((&read[0], &read[3], &read[5]), (&Ok(1), &Ok(1), &Ok(1)));
        assert_eq!(Lines::new(&b""[..], LineFormat::SixBits).count(), 0);
    }

    #[test]
    fn a_reader_that_fails_is_the_end() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
                Err(std::io::Error::other("the cable is out"))
            }
        }
        let mut lines = Lines::new(std::io::BufReader::new(Broken), LineFormat::SixBits);
        assert!(lines.next().unwrap().unwrap_err().to_string().contains("cable"));
        assert!(lines.next().is_none());
    }
}
