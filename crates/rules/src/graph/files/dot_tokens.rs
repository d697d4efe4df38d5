//! The words of the DOT language: names, brackets and the signs between them.
//!
//! Blanks and comments (`//`, `/* */`, `#`) are dropped here. A name is a run of letters, digits and `_` that does not
//! start with a digit, a number, a text in quotes, or a text in balanced `< >`.

use super::in_lines;
use crate::error::InputError;
use std::ops::Range;

/// One word, and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Range<usize>,
}

/// What a word is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// A name that may be one of the language's own words.
    Bare(String),
    /// A name in quotes, which stands for itself.
    Quoted(String),
    /// `--`
    Joined,
    /// `->`
    Directed,
    /// One of `{ } [ ] ; , = : +`
    Sign(char),
}

/// The words of a text, one after the other.
pub(super) struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Tokens { text, at: 0 }
    }

    /// The next word, or nothing at the end of the text.
    pub(super) fn next(&mut self) -> Result<Option<Token>, InputError> {
        self.skip_blanks()?;
        let start = self.at;
        let rest = &self.text[start..];
        let Some(first) = rest.chars().next() else { return Ok(None) };
        let kind = match first {
            '"' => self.quoted()?,
            '<' => self.bracketed()?,
            '{' | '}' | '[' | ']' | ';' | ',' | '=' | ':' | '+' => self.sign(Kind::Sign(first), 1),
            '-' if rest.starts_with("--") => self.sign(Kind::Joined, 2),
            '-' if rest.starts_with("->") => self.sign(Kind::Directed, 2),
            '-' | '.' | '0'..='9' => self.number()?,
            _ if is_letter(first) => self.name(),
            _ => {
                let span = start..start + first.len_utf8();
                return Err(in_lines(self.text, span, &format!("{first:?} is not part of DOT")));
            }
        };
        Ok(Some(Token { kind, span: start..self.at }))
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn sign(&mut self, kind: Kind, length: usize) -> Kind {
        self.at += length;
        kind
    }

    fn skip_blanks(&mut self) -> Result<(), InputError> {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start().len();
            let rest = self.rest();
            if rest.starts_with('#') || rest.starts_with("//") {
                self.at += rest.find('\n').unwrap_or(rest.len());
            } else if let Some(comment) = rest.strip_prefix("/*") {
                let end = comment.find("*/").ok_or_else(|| self.unfinished(2, "comment", "*/"))?;
                self.at += end + 4;
            } else {
                return Ok(());
            }
        }
    }

    fn unfinished(&self, length: usize, what: &str, closing: &str) -> InputError {
        let message = format!("this {what} is not ended by {closing}");
        in_lines(self.text, self.at..self.at + length, &message)
    }

    fn name(&mut self) -> Kind {
        let rest = self.rest();
        let end = rest.find(|c: char| !is_letter(c) && !c.is_ascii_digit()).unwrap_or(rest.len());
        self.at += end;
        Kind::Bare(rest[..end].to_string())
    }

    /// `-.5`, `3`, `3.`, `3.14`. What follows must not stick to it: Graphviz would guess that `3a` is two words.
    fn number(&mut self) -> Result<Kind, InputError> {
        let rest = self.rest();
        let unsigned = rest.strip_prefix('-').unwrap_or(rest);
        let whole = unsigned.trim_start_matches(|c: char| c.is_ascii_digit());
        let part = whole.strip_prefix('.').unwrap_or(whole);
        let after = part.trim_start_matches(|c: char| c.is_ascii_digit());
        let length = rest.len() - after.len();
        let has_digit = rest[..length].contains(|c: char| c.is_ascii_digit());
        let sticky = after.chars().next().is_some_and(|c| is_letter(c) || c == '.');
        if !has_digit || sticky {
            let length = length + after.chars().next().filter(|_| sticky).map_or(0, char::len_utf8);
            let message = "this is not a number, and a name that starts like one needs quotes";
            return Err(in_lines(self.text, self.at..self.at + length, message));
        }
        self.at += length;
        Ok(Kind::Bare(rest[..length].to_string()))
    }

    /// Within quotes `\"` is a quote and a backslash at the end of a line joins it to the next; any other escape is
    /// left as it is, for the attribute it stands in to understand.
    fn quoted(&mut self) -> Result<Kind, InputError> {
        let mut name = String::new();
        let mut characters = self.rest().char_indices().skip(1).peekable();
        while let Some((offset, c)) = characters.next() {
            if c == '"' {
                self.at += offset + 1;
                return Ok(Kind::Quoted(name));
            }
            if c != '\\' {
                name.push(c);
                continue;
            }
            let escaped = characters.next_if(|(_, next)| matches!(next, '"' | '\\' | '\n' | '\r'));
            match escaped.map(|(_, next)| next) {
                Some('"') => name.push('"'),
                Some('\n') => {}
                Some('\r') => _ = characters.next_if(|&(_, next)| next == '\n'),
                Some(other) => name.extend(['\\', other]),
                None => name.push('\\'),
            }
        }
        Err(self.unfinished(1, "text", "\""))
    }

    fn bracketed(&mut self) -> Result<Kind, InputError> {
        let rest = self.rest();
        let mut depth = 0usize;
        for (offset, c) in rest.char_indices() {
            match c {
                '<' => depth += 1,
                '>' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.at += offset + 1;
                return Ok(Kind::Quoted(rest[..=offset].to_string()));
            }
        }
        Err(self.unfinished(1, "text", ">"))
    }
}

/// DOT's letters are ASCII letters, `_`, and whatever is beyond ASCII.
fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_' || (!c.is_ascii() && !c.is_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words, quoted ones with quotes.
    fn words(text: &str) -> Result<Vec<String>, InputError> {
        let mut tokens = Tokens::new(text);
        let mut words = Vec::new();
        while let Some(Token { kind, span }) = tokens.next()? {
            assert!(text.get(span.clone()).is_some_and(|word| !word.is_empty()), "{text} {span:?}");
            words.push(match kind {
                Kind::Bare(name) => name,
                Kind::Quoted(name) => format!("'{name}'"),
                Kind::Joined => "--".to_string(),
                Kind::Directed => "->".to_string(),
                Kind::Sign(sign) => sign.to_string(),
            });
        }
        Ok(words)
    }

    #[test]
    fn words_of_every_kind() {
        for (text, expected) in [
            ("a--b->c_1é", "a -- b -> c_1é"),
            ("1--2---3.5", "1 -- 2 -- -3.5"),
            ("-.5 3. .25", "-.5 3. .25"),
            ("{a;b}[c=d,e:f]+", "{ a ; b } [ c = d , e : f ] +"),
            ("a//b\nc# -- d\n/* e\n * f */g", "a c g"),
            ("a /* b */ // c", "a"),
            (r#""a b" "c\"d" "e\\" "\n""#, r#"'a b' 'c"d' 'e\\' '\n'"#),
            ("\"a\\\nb\" \"c\\\r\nd\" \"e\nf\"", "'ab' 'cd' 'e\nf'"),
            ("<<b>x</b> y>z", "'<<b>x</b> y>' z"),
        ] {
            assert_eq!(words(text).unwrap().join(" "), expected, "{text}");
        }
    }

    #[test]
    fn unfinished_and_foreign_words() {
        for (text, message) in [
            ("a \"b", "line 1: this text is not ended by \"\n  a \"b\n    ^"),
            ("\"b\\", "line 1: this text is not ended"),
            ("\n<a<b>", "line 2: this text is not ended by >"),
            ("a\n /* b *", "line 2: this comment is not ended by */\n   /* b *\n   ^^"),
            ("a ! b", "line 1: '!' is not part of DOT"),
            ("3a", "line 1: this is not a number"),
            ("1.2.3", "line 1: this is not a number"),
            ("- 3", "line 1: this is not a number"),
            (".", "line 1: this is not a number"),
        ] {
            let error = words(text).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
