//! The nim-sequence of a code by its definition: each value is the least number that is not the value of an option.

use outplay_rules::games::octal_code::OctalCode;

use crate::limits::{Budget, Stopped};

/// The Grundy values of single heaps of one code, as far as they were needed.
#[derive(Clone, Debug)]
pub struct NimSequence {
    code: OctalCode,
    values: Vec<u32>,
    /// `seen[v] == n` marks v as the value of an option of the heap of n.
    seen: Vec<usize>,
}

impl NimSequence {
    /// The sequence of a code, nothing computed yet but the empty heap.
    pub fn new(code: OctalCode) -> Self {
        NimSequence { code, values: vec![0], seen: Vec::new() }
    }

    /// The value of a heap of `size`.
    pub fn value(&mut self, size: u32, budget: &mut Budget) -> Result<u32, Stopped> {
        while self.values.len() <= size as usize {
            budget.visit()?;
            budget.keep(2 * size_of::<u32>())?;
            if self.values.len().is_multiple_of(64) {
                budget.note(self.values.len() as u64, size as u64 + 1);
                budget.check()?;
            }
            let next = self.next_value(budget)?;
            self.values.push(next);
        }
        Ok(self.values[size as usize])
    }

    fn next_value(&mut self, budget: &mut Budget) -> Result<u32, Stopped> {
        let n = self.values.len();
        let code = self.code.clone();
        for (taken, digit) in code.takes(n) {
            let rest = n - taken;
            if digit & 1 != 0 && rest == 0 {
                self.mark(0);
            }
            if digit & 2 != 0 && rest > 0 {
                self.mark(self.values[rest]);
            }
            if digit & 4 != 0 {
                (1..=rest / 2).for_each(|a| self.mark(self.values[a] ^ self.values[rest - a]));
            }
            if digit & 8 != 0 {
                for a in 1..=rest / 3 {
                    (a..=(rest - a) / 2).for_each(|b| {
                        self.mark(self.values[a] ^ self.values[b] ^ self.values[rest - a - b])
                    });
                    budget.check()?;
                }
            }
        }
        // Within reach of memory there are fewer than 2^32 options.
        Ok(self.seen.iter().position(|&marked| marked != n).unwrap_or(self.seen.len()) as u32)
    }

    fn mark(&mut self, value: u32) {
        let index = value as usize;
        if index >= self.seen.len() {
            self.seen.resize(index + 1, 0);
        }
        self.seen[index] = self.values.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sequence(code: &str, to: u32) -> Vec<u32> {
        let mut sequence = NimSequence::new(code.parse().unwrap());
        (0..=to).map(|n| sequence.value(n, &mut Budget::unlimited()).unwrap()).collect()
    }

    /// The value of a heap by recursion over multisets of heaps, with nothing shared with the code above but the
    /// rules: the least g such that the heap beside a nim heap of g is lost for the player to move.
    fn by_play(code: &OctalCode, size: u32) -> u32 {
        fn wins(code: &OctalCode, heaps: &mut Vec<u32>, nim: u32) -> bool {
            for i in 0..heaps.len() {
                let n = heaps[i] as usize;
                for taken in 0..=n {
                    for a in 0..=n - taken {
                        for b in a..=(n - taken).saturating_sub(a) {
                            let c = n - taken - a - b.min(n - taken - a);
                            if a + b + c + taken != n || c < b {
                                continue;
                            }
                            let left: Vec<u32> = [a, b, c]
                                .into_iter()
                                .filter(|&h| h > 0)
                                .map(|h| h as u32)
                                .collect();
                            if !code.allows(taken, left.len()) {
                                continue;
                            }
                            let mut next = heaps.clone();
                            next.swap_remove(i);
                            next.extend(left);
                            if !wins(code, &mut next, nim) {
                                return true;
                            }
                        }
                    }
                }
            }
            (0..nim).any(|smaller| !wins(code, heaps, smaller))
        }
        (0..).find(|&g| !wins(code, &mut vec![size], g)).unwrap()
    }

    #[test]
    fn agrees_with_play() {
        for code in [
            "0.137", "0.77", "0.07", "0.33", "4.0", "4.3", "0.4", "0.F", "8.0", "0.3...", "0.01F",
            "C.1",
        ] {
            let to = if code.contains(['F', '8', 'C']) { 6 } else { 7 };
            let code: OctalCode =
                code.parse().or_else(|_| OctalCode::read_hexadecimal(code)).unwrap();
            for (n, &value) in NimSequence::all(&code, to).iter().enumerate() {
                assert_eq!(value, by_play(&code, n as u32), "{code} heap {n}");
            }
        }
    }

    impl NimSequence {
        fn all(code: &OctalCode, to: u32) -> Vec<u32> {
            let mut sequence = NimSequence::new(code.clone());
            (0..=to).map(|n| sequence.value(n, &mut Budget::unlimited()).unwrap()).collect()
        }
    }

    #[test]
    fn kayles_is_periodic_from_71() {
        // Guy and Smith 1956: period 12 with last exception 70.
        let values = sequence("0.77", 300);
        assert!((71..=288).all(|n| values[n] == values[n + 12]));
        assert_ne!(values[70], values[82]);
    }

    #[test]
    fn nim_is_itself() {
        assert_eq!(sequence("0.3...", 50), (0..=50).collect::<Vec<u32>>());
    }
}
