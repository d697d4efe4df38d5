//! Families of boards: a board's name with ranges in it, such as `grid:1..4x1..6` or `path:0..100`.

use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::error::InputError;

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

/// More members than this would not end today.
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
    fn wrong_ranges() {
        for text in
            ["path:3..2", "path:0..99999999999", "grid:1..9999x1..9999", "path:0..4294967295"]
        {
            assert!(text.parse::<Family>().is_err(), "{text}");
        }
    }
}
