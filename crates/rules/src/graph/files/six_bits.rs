//! Bits as printable text, six in each character: what graph6 and sparse6 have in common.
//!
//! Both are described in `formats.txt` of Brendan McKay's nauty. A character stands for its code minus 63, so that the
//! characters run from `?` (0) to `~` (63). A graph starts with its number of vertices: one character up to 62; `~` and
//! three characters up to 258047; `~~` and six characters up to 2^36-1.

use super::shortened;
use crate::error::InputError;
use crate::graph::check_size;

const BIAS: u8 = b'?';

/// The place of the string itself in `text`: without the header, and without blanks around it.
pub(super) fn bare<'a>(text: &'a str, header: &str) -> (usize, &'a str) {
    let trimmed = text.trim();
    let bare = trimmed.strip_prefix(header).unwrap_or(trimmed).trim_start();
    let end = text.trim_end().len();
    (end - bare.len(), bare)
}

/// The six bits of every character of `text`.
pub(super) fn sextets(text: &str) -> Result<Vec<u8>, InputError> {
    match text.char_indices().find(|(_, c)| !('?'..='~').contains(c)) {
        None => Ok(text.bytes().map(|byte| byte - BIAS).collect()),
        Some((at, wrong)) => {
            let message = format!("{wrong:?} is not a character of the format");
            let error = InputError::at(text, at..at + wrong.len_utf8(), message);
            Err(error.help("graph6 and sparse6 strings use the characters from ? to ~"))
        }
    }
}

/// The number of vertices at the start of `sextets`, and what follows it. More vertices than we take are refused.
pub(super) fn read_size<'a>(
    text: &str,
    sextets: &'a [u8],
) -> Result<(usize, &'a [u8]), InputError> {
    const MORE: u8 = 63;
    let (skip, length) = match sextets {
        [MORE, MORE, ..] => (2, 6),
        [MORE, ..] => (1, 3),
        _ => (0, 1),
    };
    let Some(digits) = sextets.get(skip..skip + length) else {
        let message = format!("the number of vertices is cut off in {:?}", shortened(text));
        return Err(InputError::whole(text, message));
    };
    let n = digits.iter().fold(0u64, |n, &digit| n << 6 | u64::from(digit));
    let n = usize::try_from(n).unwrap_or(usize::MAX);
    check_size(n)?;
    Ok((n, &sextets[skip + length..]))
}

/// A text under construction, bit by bit.
pub(super) struct Writer {
    text: String,
    /// The bits of the character that is not full yet, in the low places.
    bits: u8,
    count: usize,
}

impl Writer {
    /// Starts with `prefix` and the number of vertices, which [`check_size`] has bounded far below 2^18.
    pub(super) fn new(prefix: &str, vertices: usize) -> Self {
        let mut writer = Writer { text: prefix.to_string(), bits: 0, count: 0 };
        if vertices <= 62 {
            writer.push(vertices, 6);
        } else {
            writer.push(63, 6);
            writer.push(vertices, 18);
        }
        writer
    }

    /// Appends the lowest `width` bits of `value`, the highest of them first.
    pub(super) fn push(&mut self, value: usize, width: usize) {
        for place in (0..width).rev() {
            self.bits = self.bits << 1 | (value >> place & 1) as u8;
            self.count += 1;
            if self.count == 6 {
                self.text.push(char::from(self.bits + BIAS));
                (self.bits, self.count) = (0, 0);
            }
        }
    }

    /// How many bits are missing to a full character.
    pub(super) fn missing(&self) -> usize {
        (6 - self.count) % 6
    }

    /// The text, whose last character must be full.
    pub(super) fn finish(self) -> String {
        debug_assert_eq!(self.count, 0);
        self.text
    }
}

/// The bits of a text, highest first.
#[derive(Clone, Copy)]
pub(super) struct Bits<'a> {
    sextets: &'a [u8],
    next: usize,
}

impl<'a> Bits<'a> {
    pub(super) fn new(sextets: &'a [u8]) -> Self {
        Bits { sextets, next: 0 }
    }

    /// How many bits are left.
    pub(super) fn left(&self) -> usize {
        self.sextets.len() * 6 - self.next
    }

    /// The next `width` bits as a number; bits beyond the end are 0.
    pub(super) fn take(&mut self, width: usize) -> usize {
        let mut value = 0;
        for _ in 0..width {
            let sextet = self.sextets.get(self.next / 6).copied().unwrap_or(0);
            value = value << 1 | usize::from(sextet >> (5 - self.next % 6) & 1);
            self.next += 1;
        }
        value
    }

    /// Whether all bits that are left are ones, of which there must be less than a character.
    pub(super) fn are_ones_to_the_end(mut self) -> bool {
        let left = self.left();
        left < 6 && self.take(left) == (1 << left) - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(text: &str) -> Result<(usize, usize), InputError> {
        let sextets = sextets(text)?;
        read_size(text, &sextets).map(|(n, rest)| (n, rest.len()))
    }

    /// The first three sizes are those of the format's description: N(30), N(12345) and N(460175067).
    #[test]
    fn sizes() {
        assert_eq!(size("]").unwrap(), (30, 0));
        assert!(size("~B?x").unwrap_err().message().contains("12345"));
        assert!(size("~~?ZZZZZ").unwrap_err().message().contains("460175067"));
        assert!(size("~~~~~~~~").unwrap_err().message().contains("68719476735"));
        assert_eq!(size("?").unwrap(), (0, 0));
        assert_eq!(size("}x").unwrap(), (62, 1));
        // 63 = 0·64² + 0·64 + 63, and 4096 = 1·64².
        assert_eq!(size("~??~").unwrap(), (63, 0));
        assert_eq!(size("~@??").unwrap(), (4096, 0));
        assert!(size("~@?@").is_err());
        // Longer than need be, yet clear.
        assert_eq!(size("~??D").unwrap(), (5, 0));
        assert_eq!(size("~~?????Dx").unwrap(), (5, 1));
        for cut in ["", "~", "~?", "~??", "~~", "~~?????"] {
            assert!(size(cut).unwrap_err().message().contains("cut off"), "{cut}");
        }
    }

    #[test]
    fn sizes_are_written_as_short_as_can_be() {
        for (n, text) in
            [(0, "?"), (30, "]"), (62, "}"), (63, "~??~"), (64, "~?@?"), (4096, "~@??")]
        {
            assert_eq!(Writer::new("", n).finish(), text);
        }
    }

    #[test]
    fn bits_come_back() {
        let mut writer = Writer::new(":", 3);
        writer.push(0b1011, 4);
        assert_eq!(writer.missing(), 2);
        writer.push(0b011, 3);
        writer.push(0b11111, 5);
        let text = writer.finish();
        assert_eq!(text, format!(":B{}{}", char::from(0b101101 + 63), char::from(0b111111 + 63)));
        let sextets = sextets(&text[2..]).unwrap();
        let mut bits = Bits::new(&sextets);
        assert_eq!((bits.take(4), bits.take(3), bits.left()), (0b1011, 0b011, 5));
        assert!(bits.are_ones_to_the_end());
        assert!(!Bits::new(&sextets).are_ones_to_the_end());
        assert_eq!((bits.take(6), bits.take(0)), (0b111110, 0));
    }

    #[test]
    fn what_surrounds_a_string_is_left_out() {
        assert_eq!(bare("DQc", ">>graph6<<"), (0, "DQc"));
        assert_eq!(bare("  >>graph6<< DQc \n", ">>graph6<<"), (13, "DQc"));
        assert_eq!(bare(" ", ">>graph6<<"), (0, ""));
    }

    #[test]
    fn foreign_characters_are_pointed_at() {
        for (text, wrong) in [("D c", "  D c\n   ^"), ("Dé", "  Dé\n   ^"), (">", "  >\n  ^")] {
            let shown = sextets(text).unwrap_err().to_string();
            assert!(shown.contains(wrong), "{shown}");
        }
    }
}
