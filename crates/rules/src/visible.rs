//! Makes text from a file or a person safe to print: nothing in it moves the cursor, erases a line or reverses the
//! direction of writing.

use std::borrow::Cow;
use std::fmt::Write;

/// The text with every character that is an order to the screen written out, as `\u001b`. JSON reads it back.
pub fn visible(text: &str) -> Cow<'_, str> {
    escaped(text, is_order)
}

/// The same for a text of several lines.
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    escaped(text, |c| c != '\n' && is_order(c))
}

/// The beginning of a text, with all orders written out: enough to see what it is.
pub fn visible_start(text: &str) -> Cow<'_, str> {
    const MOST: usize = 500;
    match text.char_indices().nth(MOST) {
        None => visible(text),
        Some((end, _)) => {
            let left = text.len() - end;
            Cow::Owned(format!("{} … and {left} bytes more", visible(&text[..end])))
        }
    }
}

/// Control characters, ends of lines, and marks of direction.
fn is_order(c: char) -> bool {
    let direction = matches!(c, '\u{61c}' | '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}');
    c.is_control() || direction || matches!(c, '\u{2028}'..='\u{2029}' | '\u{2066}'..='\u{2069}')
}

fn escaped(text: &str, order: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&order) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::new();
    for c in text.chars() {
        if order(c) {
            let _ = write!(shown, "\\u{:04x}", u32::from(c));
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_written_out_and_nothing_else() {
        for plain in ["", "misère (2,3) … ·", "日本", "a\\u001b"] {
            assert_eq!(visible(plain), plain);
        }
        assert_eq!(
            visible("a\r\u{1b}[2Kb\n\u{9b}c\u{7f}"),
            "a\\u000d\\u001b[2Kb\\u000a\\u009bc\\u007f"
        );
        assert_eq!(visible("\u{202e}\u{2066}\u{2028}"), "\\u202e\\u2066\\u2028");
        assert_eq!(visible_lines("a\nb\r"), "a\nb\\u000d");
        assert_eq!(visible_start("a\r"), "a\\u000d");
        let long = visible_start(&"é\r".repeat(1000)).into_owned();
        assert!(long.starts_with("é\\u000dé") && long.len() < 3000, "{long}");
        assert!(long.ends_with(" … and 2250 bytes more"), "{long}");
    }
}
