//! How deep a proof is: the longest chain of facts in which each was looked up to show the next. It is counted only if
//! the proof is to be explained, and has no influence on the verdict.

use std::cell::Cell;

/// What is counted while the facts of a proof are checked one after the other.
#[derive(Debug, Default)]
pub struct Chain {
    reached: Cell<u32>,
    longest: Cell<u32>,
}

impl Chain {
    /// A fact was looked up whose own longest chain has this length.
    pub fn look(&self, length: u32) {
        self.reached.set(self.reached.get().max(length));
    }

    /// What was looked up since the last call has shown a fact: the length of the longest chain that ends with it.
    pub fn shown(&self) -> u32 {
        let length = self.reached.take().saturating_add(1);
        self.longest.set(self.longest.get().max(length));
        length
    }

    /// The longest chain of all; none if nothing was counted.
    pub fn longest(&self) -> Option<u32> {
        Some(self.longest.get()).filter(|&length| length > 0)
    }
}

#[cfg(test)]
mod tests {
    use crate::allowance::Allowance;
    use crate::{examine, sum};

    fn longest(text: &str, explain: bool) -> Option<u32> {
        let text = text.to_string() + &sum::last_line(text.as_bytes());
        let allowance = Allowance { explain, ..Allowance::usual(1 << 20) };
        examine(text.as_bytes(), &allowance).unwrap().1.chain.longest()
    }

    #[test]
    fn the_longest_chain_of_steps_is_counted_if_it_is_asked_for() {
        // Kayles on a path of two: the whole can be taken, or one vertex. One vertex is a chain of one; the path, which rests on it, of
        // two; a second path of one vertex is a copy of the first, and no longer.
        let text = "outplay-certificate 1\nstatement grundy 2\ngame octal:0.77\nboard path:2\n\
                    steps 3\nmemory 4000\nbody text\nis 0 1 1 0\ncopy 0 1\nis 0 3 2 1 0\n";
        assert_eq!(longest(text, true), Some(2));
        assert_eq!(longest(text, false), None);
    }
}
