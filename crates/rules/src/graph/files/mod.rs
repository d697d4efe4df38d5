//! Graphs in the file formats that other programs write and read.
//!
//! | ending | format | graphs a file | loops and parallel edges |
//! | --- | --- | --- | --- |
//! | `.g6`, `.graph6` | [`graph6`] | one a line | no |
//! | `.s6`, `.sparse6` | [`sparse6`] | one a line | yes |
//! | `.edges` | [`edge_list`] | one | yes |
//! | `.dot`, `.gv` | [`dot`] | one | yes |
//! | `.json` | [`json`] | one | yes |
//!
//! Only the last three carry names of vertices, and only the last two a drawing. Sizes are checked before memory is
//! allocated, so that a file of a few bytes cannot ask for gigabytes.

pub mod dot;
pub mod edge_list;
pub mod graph6;
pub mod json;
pub mod lines;
pub mod sparse6;

mod dot_tokens;
mod names;
mod six_bits;

#[cfg(test)]
mod trials;

use std::ops::Range;

use lines::{LineFormat, Lines};

use super::Graph;
use crate::error::InputError;

/// The file formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Simple graphs, one a line, as text of six bits a character.
    Graph6,
    /// Multigraphs, one a line, as text of six bits a character.
    Sparse6,
    /// One edge a line.
    EdgeList,
    /// The language of Graphviz.
    Dot,
    /// Our own description in JSON.
    Json,
}

impl Format {
    /// The endings of file names that [`Format::from_path`] knows, as a phrase for error messages.
    pub const ENDINGS: &'static str = ".g6, .graph6, .s6, .sparse6, .edges, .dot, .gv or .json";

    /// The format that the ending of a file's name stands for, in upper or lower case.
    pub fn from_path(path: &str) -> Option<Format> {
        let (_, ending) = path.rsplit_once('.')?;
        match ending.to_ascii_lowercase().as_str() {
            "g6" | "graph6" => Some(Format::Graph6),
            "s6" | "sparse6" => Some(Format::Sparse6),
            "edges" => Some(Format::EdgeList),
            "dot" | "gv" => Some(Format::Dot),
            "json" => Some(Format::Json),
            _ => None,
        }
    }
}

/// The graphs in the text of a file: at least one, and exactly one unless the format holds one a line.
///
/// ```
/// use outplay_rules::graph::files::{Format, read};
///
/// let graphs = read(Format::Graph6, "DQc\n:Fa@x^\n")?;
/// assert_eq!((graphs[0].vertex_count(), graphs[1].vertex_count()), (5, 7));
/// # Ok::<(), outplay_rules::error::InputError>(())
/// ```
pub fn read(format: Format, text: &str) -> Result<Vec<Graph>, InputError> {
    // Windows programs like to put a byte order mark in front.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(InputError::plain("the file is empty: expected a graph"));
    }
    match format {
        Format::Graph6 | Format::Sparse6 => collect_lines(text, MAX_ADJACENCY),
        Format::EdgeList => edge_list::read(text).map(|graph| vec![graph]),
        Format::Dot => dot::read(text).map(|graph| vec![graph]),
        Format::Json => json::read(text).map(|graph| vec![graph]),
    }
}

/// The text of a file that holds the graph, with a line break at its end.
pub fn write(format: Format, graph: &Graph) -> Result<String, InputError> {
    match format {
        Format::Graph6 => graph6::write(graph).map(|line| line + "\n"),
        Format::Sparse6 => sparse6::write(graph).map(|line| line + "\n"),
        Format::EdgeList => Ok(edge_list::write(graph)),
        Format::Dot => dot::write(graph),
        Format::Json => json::write(graph),
    }
}

/// The most entries that the adjacency matrices of one file's graphs may have together: 2^33 bits are a gigabyte, and
/// 85 million graphs of ten vertices. A line of six characters can describe a graph of 4096 vertices, so the length of
/// a file alone is no bound.
const MAX_ADJACENCY: u64 = 1 << 33;

fn collect_lines(text: &str, max_adjacency: u64) -> Result<Vec<Graph>, InputError> {
    let mut graphs = Vec::new();
    let mut adjacency = 0;
    for graph in Lines::new(text.as_bytes(), LineFormat::SixBits) {
        let graph = graph?;
        adjacency += (graph.vertex_count() as u64).pow(2);
        if adjacency > max_adjacency {
            let message = format!("the first {} graphs of the file fill the memory", graphs.len());
            return Err(InputError::plain(message).help("split the file into smaller ones"));
        }
        graphs.push(graph);
    }
    if graphs.is_empty() {
        return Err(InputError::plain("the file is empty: expected a graph6 or sparse6 line"));
    }
    Ok(graphs)
}

/// The same error, said of line `number` of a file.
fn on_line(error: InputError, number: usize) -> InputError {
    let shown = error.to_string();
    match error.suggestion() {
        None => InputError::plain(format!("line {number}: {shown}")),
        Some(help) => {
            // The suggestion stays a suggestion, for whoever asks for it on its own.
            let shown = shown.strip_suffix(&format!("\n  {help}")).unwrap_or(&shown);
            InputError::plain(format!("line {number}: {shown}")).help(help)
        }
    }
}

/// An error about the bytes `span` of a text of many lines, shown with the line they are on.
fn in_lines(text: &str, span: Range<usize>, message: &str) -> InputError {
    let before = text.get(..span.start).unwrap_or(text);
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = text[start..].lines().next().unwrap_or_default();
    let number = before.matches('\n').count() + 1;
    let span = span.start.saturating_sub(start)..span.end.saturating_sub(start);
    InputError::at(line, span, format!("line {number}: {message}"))
}

/// A text cut to a length that suits an error message.
fn shortened(text: &str) -> String {
    const SHOWN: usize = 40;
    match text.char_indices().nth(SHOWN) {
        None => text.to_string(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::families;

    #[test]
    fn formats_by_ending() {
        for (path, format) in [
            ("a.g6", Some(Format::Graph6)),
            ("a.b.GRAPH6", Some(Format::Graph6)),
            ("/x.y/z.s6", Some(Format::Sparse6)),
            ("z.sparse6", Some(Format::Sparse6)),
            ("z.Edges", Some(Format::EdgeList)),
            ("z.dot", Some(Format::Dot)),
            ("z.gv", Some(Format::Dot)),
            ("z.json", Some(Format::Json)),
            ("json", None),
            ("z.json.txt", None),
            ("", None),
        ] {
            assert_eq!(Format::from_path(path), format, "{path}");
        }
        for ending in Format::ENDINGS.replace(" or ", ", ").split(", ") {
            assert!(Format::from_path(ending).is_some(), "{ending}");
        }
    }

    #[test]
    fn line_files_may_mix_both_formats() {
        for format in [Format::Graph6, Format::Sparse6] {
            for header in ["", ">>graph6<<", ">>sparse6<<\r\n", "\u{feff}\n"] {
                let graphs = read(format, &format!("{header}DQc\r\n\n  \n:Fa@x^\n?\n")).unwrap();
                let sizes: Vec<usize> = graphs.iter().map(Graph::vertex_count).collect();
                assert_eq!(sizes, [5, 7, 0], "{header}");
                assert_eq!(graphs[0].edge_count(), 4);
                assert_eq!(graphs[1].edge_count(), 4);
            }
        }
    }

    #[test]
    fn errors_name_the_line() {
        let error = read(Format::Graph6, "DQc\n\nDQ\n").unwrap_err();
        assert!(error.message().starts_with("line 3: "), "{error}");
        assert!(error.to_string().contains("\n  DQ\n  ^^"), "{error}");
        let error = read(Format::Sparse6, "DQc\n;x\n").unwrap_err();
        assert!(error.message().starts_with("line 2: "), "{error}");
        let help = error.suggestion().unwrap();
        assert_eq!(error.to_string().matches(help).count(), 1, "{error}");
    }

    #[test]
    fn empty_files_are_refused() {
        use Format::*;
        for format in [Graph6, Sparse6, EdgeList, Dot, Json] {
            for text in ["", " \n\t\r\n", "\u{feff}"] {
                let error = read(format, text).unwrap_err();
                assert!(error.message().contains("empty"), "{format:?} {error}");
            }
        }
        assert!(read(Graph6, ">>graph6<<\n\n").unwrap_err().message().contains("empty"));
    }

    #[test]
    fn a_small_file_cannot_fill_the_memory() {
        let path = graph6::write(&families::path(10).unwrap()).unwrap() + "\n";
        assert_eq!(collect_lines(&path.repeat(5), 500).unwrap().len(), 5);
        assert!(collect_lines(&path.repeat(6), 500).is_err());
    }

    #[test]
    fn every_format_reads_what_it_writes() {
        use Format::*;
        let graph = families::cycle(5).unwrap();
        for format in [Graph6, Sparse6, EdgeList, Dot, Json] {
            let text = write(format, &graph).unwrap();
            assert!(text.ends_with('\n'), "{format:?}");
            assert_eq!(read(format, &text).unwrap(), std::slice::from_ref(&graph), "{format:?}");
        }
    }

    #[test]
    fn errors_in_long_texts_show_the_line() {
        let error = in_lines("ab\ncdé\nf", 4..7, "wrong");
        assert_eq!(error.to_string(), "line 2: wrong\n  cdé\n   ^^");
        assert_eq!(shortened(&"é".repeat(50)), "é".repeat(40) + "…");
    }
}
