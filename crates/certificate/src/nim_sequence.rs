//! Nim-sequences for the checker: simple enough to be believed, fast enough for the solved games.
//!
//! With a [`Split`] of values into rare and common, an option that leaves two common heaps has a rare value (the
//! parities of two common values cancel). So the least value of the common class that no option has is found from
//! the moves that leave one heap and those that leave a rare one; a smaller value of the rare class is excluded only if
//! an option with that value is found. The values are right whatever the split; a bad split is only slow.

use std::cell::Cell;
use std::rc::Rc;

use outplay_rules::games::octal_code::OctalCode;

use crate::Refused;
use crate::allowance::Allowance;

/// Which values are rare: those whose bits under the mask are even in number, at every n, or (by parity) at the n of
/// one parity and odd at the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// The bits of a value that count.
    pub mask: u16,
    /// Whether the parity of n counts too. All moves that leave two heaps must then take numbers of one parity.
    pub by_parity: bool,
}

impl Split {
    /// Whether a value is rare at n; `taken` is the parity of what splitting moves take.
    fn is_rare(self, n: usize, value: u16, taken: usize) -> bool {
        let odd = (value & self.mask).count_ones() as usize & 1;
        if self.by_parity { odd ^ (n & 1) == taken } else { odd == 0 }
    }
}

/// The looks at options that the values of the heaps 0 to `count` - 1 take without a split, about.
fn looks(code: &OctalCode, count: usize) -> u128 {
    let heaps = count as u128;
    let of_digit = |digit: u8| match digit {
        8.. => heaps.pow(3) / 36,
        4.. => heaps.pow(2) / 4,
        _ => heaps,
    };
    code.takes(count).map(|(_, digit)| of_digit(digit)).fold(0, u128::saturating_add)
}

/// How many looks there are between two checks whether to go on: a few milliseconds.
const LOOKS_A_GO: u64 = 1 << 22;

/// The values of the heaps 0 to `count` - 1.
pub fn values(
    code: &OctalCode,
    count: usize,
    split: Option<Split>,
    allowance: &Allowance,
) -> Result<Vec<u16>, Refused> {
    let mut sequence = Sequence::new(code, split)?;
    sequence.extend_to(count, allowance)?;
    Ok(sequence.values)
}

/// The parity of the numbers of counters that moves leaving two heaps take, if it is one.
fn split_parity(code: &OctalCode) -> Option<usize> {
    if code.digit(usize::MAX) != 0 {
        return None;
    }
    let splitting = code.takes(usize::MAX).filter(|&(_, digit)| digit & 4 != 0);
    let splits: Vec<usize> = splitting.map(|(taken, _)| taken & 1).collect();
    let first = *splits.first()?;
    splits.iter().all(|&parity| parity == first).then_some(first)
}

/// The values of the first heaps, as far as they are known.
pub struct Sequence {
    code: Rc<OctalCode>,
    split: Option<Split>,
    parity: usize,
    /// The values.
    pub values: Vec<u16>,
    rare: Vec<usize>,
    /// `seen[v] == n + 1` marks v as the value of an option of n.
    seen: Vec<usize>,
    /// How many options were looked at.
    looks: Cell<u64>,
}

impl Sequence {
    /// No values yet.
    pub fn new(code: &OctalCode, split: Option<Split>) -> Result<Self, Refused> {
        let parity = split_parity(code);
        if split.is_some_and(|split| split.by_parity) && parity.is_none() {
            return Err(Refused::Step("splitting moves take numbers of both parities".into()));
        }
        if split.is_some() && code.most_heaps() > 2 {
            return Err(Refused::Step(
                "the split is for codes that leave at most two heaps".into(),
            ));
        }
        Ok(Sequence {
            code: Rc::new(code.clone()),
            split,
            parity: parity.unwrap_or(0),
            values: vec![],
            rare: vec![],
            seen: vec![],
            looks: Cell::new(0),
        })
    }

    /// Computes the values of the heaps up to `count` - 1 that are not known.
    pub fn extend_to(&mut self, count: usize, allowance: &Allowance) -> Result<(), Refused> {
        if self.split.is_none() {
            let known = looks(&self.code, self.values.len());
            allowance.afford(looks(&self.code, count).saturating_sub(known))?;
        }
        let mut ask_again = self.looks.get().saturating_add(LOOKS_A_GO);
        for n in self.values.len()..count {
            let value = self.value(n);
            if self.looks.get() >= ask_again {
                ask_again = self.looks.get() + LOOKS_A_GO;
                allowance.afford(self.looks.get().into())?;
                allowance.go_on()?;
            }
            let value = u16::try_from(value)
                .map_err(|_| Refused::Step(format!("the value of {n} is too large")))?;
            self.push(value);
        }
        Ok(())
    }

    /// Adds the value of the next heap, without checking it.
    pub fn push(&mut self, value: u16) {
        let n = self.values.len();
        self.values.push(value);
        if n > 0 && self.split.is_some_and(|split| split.is_rare(n, value, self.parity)) {
            self.rare.push(n);
        }
    }

    fn value(&mut self, n: usize) -> usize {
        let code = Rc::clone(&self.code);
        for (taken, digit) in code.takes(n) {
            let rest = n - taken;
            self.looked(1);
            if digit & 1 != 0 && rest == 0 {
                self.mark(n, 0);
            }
            if digit & 2 != 0 && rest > 0 {
                self.mark(n, self.values[rest]);
            }
            if digit & 4 != 0 {
                self.mark_pairs(n, rest);
            }
            if digit & 8 != 0 {
                self.looked(rest.saturating_mul(rest) / 12);
                for a in 1..=rest / 3 {
                    for b in a..=(rest - a) / 2 {
                        self.mark(n, self.values[a] ^ self.values[b] ^ self.values[rest - a - b]);
                    }
                }
            }
        }
        (0..).find(|&value| !self.is_option(n, value)).unwrap_or(usize::MAX)
    }

    /// Marks the pairs with a rare heap, or all of them without a split.
    fn mark_pairs(&mut self, n: usize, rest: usize) {
        if self.split.is_none() {
            self.looked(rest / 2);
            (1..=rest / 2).for_each(|a| self.mark(n, self.values[a] ^ self.values[rest - a]));
            return;
        }
        self.looked(self.rare.len());
        for index in 0..self.rare.len() {
            let a = self.rare[index];
            if a >= rest {
                break;
            }
            self.mark(n, self.values[a] ^ self.values[rest - a]);
        }
    }

    fn looked(&self, options: usize) {
        self.looks.set(self.looks.get().saturating_add(options as u64));
    }

    fn mark(&mut self, n: usize, value: u16) {
        let index = value as usize;
        if index >= self.seen.len() {
            self.seen.resize(index + 1, 0);
        }
        self.seen[index] = n + 1;
    }

    /// Whether some option of n has the value. A common value that is not marked is not the value of an option; for a
    /// rare one, an option is searched.
    fn is_option(&self, n: usize, value: usize) -> bool {
        if self.seen.get(value) == Some(&(n + 1)) {
            return true;
        }
        match (self.split, u16::try_from(value)) {
            (Some(split), Ok(value)) if split.is_rare(n, value, self.parity) => {
                self.has_witness(n, value)
            }
            _ => false,
        }
    }

    fn has_witness(&self, n: usize, value: u16) -> bool {
        self.code.takes(n).filter(|&(_, digit)| digit & 4 != 0).any(|(taken, _)| {
            let rest = n - taken;
            let found = (1..=rest / 2).find(|&a| self.values[a] ^ self.values[rest - a] == value);
            self.looked(found.unwrap_or(rest / 2));
            found.is_some()
        })
    }
}
