//! Codes of taking-and-breaking games (Definition 18 of Dailly's report).
//!
//! Bit j of digit i allows taking i counters from a heap and leaving what remains as exactly j non-empty heaps. Octal
//! digits leave at most two heaps, hexadecimal digits three. The digit before the point takes nothing: it may only
//! split, for otherwise a move would change nothing.

use std::fmt;
use std::str::FromStr;

use crate::error::InputError;

/// A code such as 0.137, 4.3F or 0.333….
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OctalCode {
    /// `digits[i]` is for taking i counters; no trailing zeros beyond `digits[0]`.
    digits: Vec<u8>,
    /// The digit for every larger number of counters: 0 unless the code goes on for ever, as Nim's 0.333… does.
    tail: u8,
}

/// Longer codes are not taken.
const MAX_DIGITS: usize = 1000;

impl OctalCode {
    /// The code with the given digits, the first for taking nothing; `tail` for all that follow.
    pub fn new(mut digits: Vec<u8>, tail: u8) -> Self {
        if digits.is_empty() {
            digits.push(0);
        }
        while digits.len() > 1 && digits.last() == Some(&tail) {
            digits.pop();
        }
        OctalCode { digits, tail }
    }

    /// The subtraction game: take one of these numbers of counters, never break a heap.
    pub fn subtraction(numbers: &[usize]) -> Self {
        let mut digits = vec![0; numbers.iter().max().map_or(1, |&most| most + 1)];
        numbers.iter().for_each(|&number| digits[number] = 3);
        Self::new(digits, 0)
    }

    /// What may be left when `taken` counters are taken: bit j for j heaps.
    pub fn digit(&self, taken: usize) -> u8 {
        self.digits.get(taken).copied().unwrap_or(self.tail)
    }

    /// Whether taking `taken` counters may leave exactly `heaps` heaps.
    pub fn allows(&self, taken: usize, heaps: usize) -> bool {
        heaps < 8 && self.digit(taken) >> heaps & 1 == 1
    }

    /// The numbers of counters that may be taken from a heap of `size`, with their digits.
    pub fn takes(&self, size: usize) -> impl Iterator<Item = (usize, u8)> + '_ {
        let last = if self.tail != 0 { size } else { size.min(self.digits.len() - 1) };
        (0..=last).map(|taken| (taken, self.digit(taken))).filter(|&(_, digit)| digit != 0)
    }

    /// How many numbers of counters may be taken from a heap of `size`: [`OctalCode::takes`], counted without being listed.
    pub fn count_takes(&self, size: u64) -> u64 {
        let listed =
            self.digits.iter().take(usize::try_from(size).unwrap_or(usize::MAX).saturating_add(1));
        let further = (size + 1).saturating_sub(self.digits.len() as u64);
        listed.filter(|&&digit| digit != 0).count() as u64
            + if self.tail != 0 { further } else { 0 }
    }

    /// The most heaps that a move can leave.
    pub fn most_heaps(&self) -> usize {
        let all = self.digits.iter().fold(self.tail, |all, digit| all | digit);
        (0..4).rev().find(|heaps| all >> heaps & 1 == 1).unwrap_or(0)
    }

    /// Whether some digit is beyond octal.
    pub fn is_hexadecimal(&self) -> bool {
        self.digits.iter().any(|&digit| digit > 7) || self.tail > 7
    }

    /// Whether a move may split a heap without taking from it.
    pub fn splits_for_free(&self) -> bool {
        self.digits[0] != 0
    }

    /// Reads a code whose digits may be hexadecimal even if no letter says so.
    pub fn read_hexadecimal(text: &str) -> Result<Self, InputError> {
        read(text, true)
    }
}

impl FromStr for OctalCode {
    type Err = InputError;

    /// Digits 8 and 9 are taken for hexadecimal only if a letter A to F shows that the code is: `0.9` is far more
    /// often a slip than a game.
    fn from_str(text: &str) -> Result<Self, InputError> {
        read(text, text.contains(|c: char| c.is_ascii_hexdigit() && c.is_ascii_alphabetic()))
    }
}

fn read(text: &str, hexadecimal: bool) -> Result<OctalCode, InputError> {
    let example = "a code is written like 0.137, 4.3F or 0.333...";
    let Some((before, after)) = text.split_once('.') else {
        return Err(InputError::whole(text, format!("'{text}' is not a code: it has no point"))
            .help(example));
    };
    let (after, repeats) = match after.strip_suffix("...").or_else(|| after.strip_suffix('…')) {
        Some(rest) => (rest, true),
        None => (after, false),
    };
    if before.len() != 1 || (repeats && after.is_empty()) || after.len() > MAX_DIGITS {
        return Err(InputError::whole(text, format!("'{text}' is not a code")).help(example));
    }
    let mut digits = Vec::with_capacity(after.len() + 1);
    let places =
        before.char_indices().chain(after.char_indices().map(|(at, c)| (at + before.len() + 1, c)));
    for (at, c) in places {
        digits.push(read_digit(text, at, c, hexadecimal)?);
    }
    if digits[0] & 3 != 0 {
        let message = format!(
            "the digit before the point must be 0 or 4 (or hexadecimal 8 or C), not {before}"
        );
        let why =
            "it is for taking nothing: such a move must split the heap, or it would change nothing";
        return Err(InputError::at(text, 0..before.len(), message).help(why));
    }
    let tail = if repeats { digits[digits.len() - 1] } else { 0 };
    Ok(OctalCode::new(digits, tail))
}

fn read_digit(text: &str, at: usize, c: char, hexadecimal: bool) -> Result<u8, InputError> {
    let span = at..at + c.len_utf8();
    match c.to_digit(16) {
        Some(digit) if digit < 8 || hexadecimal => Ok(digit as u8),
        Some(_) => Err(InputError::at(text, span, format!("{c} is not an octal digit (0 to 7)"))
            .help(format!("for the hexadecimal game write hexadecimal:{text}"))),
        None => Err(InputError::at(text, span, format!("'{c}' is not a digit of a code"))
            .help("digits are 0 to 7, or 0 to 9 and A to F in a hexadecimal code")),
    }
}

impl fmt::Display for OctalCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:X}.", self.digits[0])?;
        self.digits[1..].iter().try_for_each(|digit| write!(f, "{digit:X}"))?;
        match (self.tail, self.digits.len()) {
            (0, 1) => write!(f, "0"),
            (0, _) => Ok(()),
            (tail, _) => write!(f, "{tail:X}..."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> OctalCode {
        text.parse().unwrap()
    }

    #[test]
    fn digits_are_read() {
        let dots = code("0.137");
        assert!(dots.allows(1, 0) && !dots.allows(1, 1));
        assert!(dots.allows(2, 0) && dots.allows(2, 1) && !dots.allows(2, 2));
        assert!(dots.allows(3, 2) && !dots.allows(4, 0));
        assert_eq!(dots.most_heaps(), 2);
        assert_eq!(dots.takes(2).collect::<Vec<_>>(), [(1, 1), (2, 3)]);
        for text in ["0.137", "0.07", "4.0", "0.0", "0.3...", "0.013...", "4.1F...", "0.0304"] {
            let takes = |size: usize| code(text).takes(size).count() as u64;
            assert!(
                (0..9).all(|size| code(text).count_takes(size as u64) == takes(size)),
                "{text}"
            );
        }
        assert_eq!(code("0.3...").count_takes(1_000_000_000_000), 1_000_000_000_000);
        assert_eq!(code("0.3F").digit(2), 15);
        assert_eq!(code("0.3f"), code("0.3F"));
        assert!(code("4.0").splits_for_free() && !dots.splits_for_free());
    }

    #[test]
    fn nim_goes_on_for_ever() {
        let nim = code("0.333...");
        assert_eq!(nim, code("0.3..."));
        assert_eq!(nim.digit(1_000_000), 3);
        assert_eq!(nim.digit(0), 0);
        assert_eq!(nim.takes(5).count(), 5);
    }

    #[test]
    fn printing_reads_back() {
        for text in
            ["0.137", "0.07", "4.0", "0.0", "0.3F", "8.1A", "C.6", "0.3...", "0.013...", "4.1F..."]
        {
            assert_eq!(code(text).to_string(), text);
            assert_eq!(code(&code(text).to_string()), code(text));
        }
        assert_eq!(code("0.3700").to_string(), "0.37");
        let nine = OctalCode::read_hexadecimal("0.9").unwrap();
        assert_eq!(nine.digit(1), 9);
    }

    #[test]
    fn wrong_codes() {
        for text in [
            "", ".", "0", "0.9", "0.8", "3.1", "1.0", "x.1", "0.1x", "00.1", "0..1", "0....",
            "-0.1", "0.1 ",
        ] {
            assert!(text.parse::<OctalCode>().is_err(), "{text}");
        }
        assert!(
            "0.9"
                .parse::<OctalCode>()
                .unwrap_err()
                .suggestion()
                .unwrap()
                .contains("hexadecimal:0.9")
        );
        assert!("3.1".parse::<OctalCode>().unwrap_err().message().contains("before the point"));
    }

    #[test]
    fn subtraction_sets() {
        let game = OctalCode::subtraction(&[1, 3]);
        assert_eq!(game, code("0.303"));
        assert_eq!(OctalCode::subtraction(&[]), code("0.0"));
    }
}
