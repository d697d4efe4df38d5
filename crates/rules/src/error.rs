//! Errors in the input: what was read, where, what was expected, and what may have been meant.

use std::fmt;
use std::ops::Range;

use crate::visible::visible_lines;

/// Wrong input, with the place in the text it was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// What was read; none if the error is not about a text.
    text: Option<String>,
    span: Range<usize>,
    message: String,
    help: Option<String>,
}

impl InputError {
    /// An error about the bytes `span` of `text`.
    pub fn at(text: &str, span: Range<usize>, message: impl Into<String>) -> Self {
        let end = span.end.min(text.len());
        InputError {
            text: Some(text.to_string()),
            span: span.start.min(end)..end,
            message: message.into(),
            help: None,
        }
    }

    /// An error about the whole of `text`.
    pub fn whole(text: &str, message: impl Into<String>) -> Self {
        Self::at(text, 0..text.len(), message)
    }

    /// An error about what was asked, without a text to point into.
    pub fn plain(message: impl Into<String>) -> Self {
        InputError { text: None, span: 0..0, message: message.into(), help: None }
    }

    /// Adds a suggestion.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The sentence that says what is wrong.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The suggestion, if there is one.
    pub fn suggestion(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// The same error about `outer`, of which the text read so far is the part that starts at byte `offset`.
    pub fn within(mut self, outer: &str, offset: usize) -> Self {
        if self.text.is_none() {
            return self.about(outer);
        }
        self.span = self.span.start + offset..self.span.end + offset;
        self.text = Some(outer.to_string());
        self
    }

    /// The same error about the whole of `text`, unless it points into a text already.
    pub fn about(mut self, text: &str) -> Self {
        if self.text.is_none() {
            self.text = Some(text.to_string());
            self.span = 0..text.len();
        }
        self
    }

    /// The text with the wrong part marked below it; nothing if there is no text worth showing on one line.
    fn pointer(&self) -> Option<String> {
        const WIDEST: usize = 100;
        let text = self.text.as_deref().filter(|text| !text.is_empty())?;
        let one_line = text.len() <= WIDEST && !text.contains(char::is_control);
        if !one_line
            || !text.is_char_boundary(self.span.start)
            || !text.is_char_boundary(self.span.end)
        {
            return None;
        }
        let before = text[..self.span.start].chars().count();
        let marked = text[self.span.clone()].chars().count().max(1);
        Some(format!("  {}\n  {}{}", text, " ".repeat(before), "^".repeat(marked)))
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", visible_lines(&self.message))?;
        if let Some(pointer) = self.pointer() {
            write!(f, "\n{}", visible_lines(&pointer))?;
        }
        if let Some(help) = &self.help {
            write!(f, "\n  {}", visible_lines(help))?;
        }
        Ok(())
    }
}

impl std::error::Error for InputError {}

/// The known name nearest to `read`, if one is near enough to be what was meant.
pub fn nearest<'a>(read: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if read.len() > 40 {
        return None;
    }
    // One letter of three may be wrong, two of four.
    let allowed = 1 + read.chars().count().saturating_sub(1) / 3;
    let known: Vec<&str> = known.into_iter().collect();
    let close = known
        .iter()
        .map(|name| (edit_distance(read, name), *name))
        .min_by_key(|&(distance, _)| distance);
    if let Some((_, name)) = close.filter(|&(distance, _)| distance <= allowed) {
        return Some(name);
    }
    if read.len() < 3 {
        return None;
    }
    // Or it is a name begun, or one of its words: `boxes` of `dots-and-boxes`.
    let begins = |name: &str| name.split('-').any(|word| word.starts_with(read));
    let begun = known.iter().find(|name| name.starts_with(read));
    begun.or_else(|| known.iter().find(|name| begins(name))).copied()
}

/// The number of single-letter changes that turn `a` into `b`.
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_names() {
        let known = ["kayles", "cram", "unshackle"];
        assert_eq!(nearest("kayls", known), Some("kayles"));
        assert_eq!(nearest("unsh", known), Some("unshackle"));
        assert_eq!(nearest("chess", known), None);
        assert_eq!(nearest("boxes", ["grid", "dots-and-boxes"]), Some("dots-and-boxes"));
        assert_eq!(nearest("dots", ["robs-dots", "dots-and-boxes"]), Some("dots-and-boxes"));
        // Not every name is near to every other.
        assert_eq!(nearest("foo", ["col", "hop", "nim"]), None);
    }

    #[test]
    fn points_at_the_place() {
        let error = InputError::at("octal:0.9", 8..9, "9 is not an octal digit").help("try 7");
        assert_eq!(error.to_string(), "9 is not an octal digit\n  octal:0.9\n          ^\n  try 7");
    }

    #[test]
    fn what_was_read_gives_no_orders_to_the_screen() {
        let error = InputError::whole("\u{202e}x", "'\u{1b}[2K' is no place").help("\rvalid");
        let shown = error.to_string();
        assert!(!shown.contains(['\u{202e}', '\u{1b}', '\r']), "{shown:?}");
        assert!(shown.starts_with("'\\u001b[2K' is no place\n"), "{shown:?}");
    }

    #[test]
    fn edit_distances() {
        assert_eq!(edit_distance("kitten", "sitting"), 3);
        assert_eq!(edit_distance("", "abc"), 3);
        assert_eq!(edit_distance("abc", "abc"), 0);
    }
}
