//! P-positions of heap games: which multisets of heaps have nim-sum 0.
//!
//! A P-position is *reducible* if it is a sum of smaller non-empty P-positions (Wright's article), that is if some of its
//! heaps, but not all, have nim-sum 0.

use std::collections::BTreeMap;

use crate::limits::{Budget, Stopped};

/// What a position takes in a list that has grown to twice its size, with room for what the allocator adds; each heap
/// takes its number there and its digits in what is printed.
const KEPT: usize = 3 * size_of::<Vec<u32>>() + 32;

/// Lists the P-positions of a number of non-empty heaps, by total and then by size.
#[derive(Clone, Debug)]
pub struct Lister {
    heaps: usize,
    total: u32,
    irreducible: bool,
    /// By total, so that nothing needs sorting when a limit is reached.
    found: BTreeMap<u32, Vec<Vec<u32>>>,
}

impl Lister {
    /// For exactly `heaps` heaps (at least 1) with at most `total` counters.
    pub fn new(heaps: usize, total: u32, irreducible: bool) -> Self {
        Lister { heaps, total, irreducible, found: BTreeMap::new() }
    }

    /// The positions found, each ascending.
    pub fn into_positions(self) -> Vec<Vec<u32>> {
        self.found.into_values().flatten().collect()
    }

    /// Lists them, given the Grundy values of the heaps 0 to `total`.
    pub fn run(&mut self, values: &[u32], budget: &mut Budget) -> Result<(), Stopped> {
        let most = values.iter().max().map_or(0, |&most| most as usize);
        let mut by_value: Vec<Vec<u32>> = vec![Vec::new(); most + 1];
        for (size, &value) in values.iter().enumerate().skip(1).take(self.total as usize) {
            by_value[value as usize].push(size as u32);
        }
        // They are found in the order of the dictionary, which is kept among those of one total.
        self.extend(values, &by_value, &mut Vec::new(), 0, budget)
    }

    /// Chooses heaps in ascending order; the last must have the value that is missing.
    fn extend(
        &mut self,
        values: &[u32],
        by_value: &[Vec<u32>],
        chosen: &mut Vec<u32>,
        sum: u32,
        budget: &mut Budget,
    ) -> Result<(), Stopped> {
        budget.visit()?;
        let smallest = chosen.last().copied().unwrap_or(1);
        let left = self.total - chosen.iter().sum::<u32>();
        if chosen.len() + 1 == self.heaps {
            let fitting = by_value.get(sum as usize).map_or(&[][..], Vec::as_slice);
            for &last in fitting.iter().filter(|&&size| size >= smallest && size <= left) {
                chosen.push(last);
                if !self.irreducible || is_irreducible(values, chosen) {
                    budget.keep(KEPT + 16 * chosen.len())?;
                    let total = chosen.iter().sum();
                    self.found.entry(total).or_default().push(chosen.clone());
                }
                chosen.pop();
            }
            return Ok(());
        }
        // The heaps still to choose are no smaller than this one.
        let most = left / (self.heaps - chosen.len()) as u32;
        for size in smallest..=most {
            chosen.push(size);
            self.extend(values, by_value, chosen, sum ^ values[size as usize], budget)?;
            chosen.pop();
        }
        Ok(())
    }
}

/// Whether no proper non-empty part of a P-position has nim-sum 0: then every nim-sum of a part without the last heap
/// is new. (A part or its complement leaves the last heap out.)
fn is_irreducible(values: &[u32], position: &[u32]) -> bool {
    let rest = &position[..position.len() - 1];
    let mut sums = std::collections::BTreeSet::new();
    for &size in rest {
        let value = values[size as usize];
        let with: Vec<u32> = sums.iter().map(|sum| sum ^ value).chain([value]).collect();
        sums.extend(with);
    }
    !sums.contains(&0)
}

/// The heap sizes from 0 on by Grundy value: sizes of one class can stand for each other.
pub fn classes(values: &[u32]) -> Vec<(u32, Vec<usize>)> {
    let mut classes = BTreeMap::<u32, Vec<usize>>::new();
    for (size, &value) in values.iter().enumerate() {
        classes.entry(value).or_default().push(size);
    }
    classes.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heaps::reference::NimSequence;

    fn values(code: &str, to: u32) -> Vec<u32> {
        let mut sequence = NimSequence::new(code.parse().unwrap());
        (0..=to).map(|n| sequence.value(n, &mut Budget::unlimited()).unwrap()).collect()
    }

    /// Every multiset, by counting up, and every way to split it, by bits.
    fn by_hand(values: &[u32], heaps: usize, total: u32, irreducible: bool) -> Vec<Vec<u32>> {
        let mut found = Vec::new();
        let mut position = vec![1u32; heaps];
        loop {
            let nim_sum = |mask: u32| {
                (0..heaps)
                    .filter(|i| mask >> i & 1 == 1)
                    .fold(0, |sum, i| sum ^ values[position[i] as usize])
            };
            let ascending = position.windows(2).all(|pair| pair[0] <= pair[1]);
            let all = (1u32 << heaps) - 1;
            let splits = (1..all).any(|mask| nim_sum(mask) == 0);
            if ascending
                && position.iter().sum::<u32>() <= total
                && nim_sum(all) == 0
                && !(irreducible && splits)
            {
                found.push(position.clone());
            }
            let Some(at) = position.iter().position(|&size| size < total) else { break };
            position[at] += 1;
            position[..at].fill(1);
        }
        found.sort_by_key(|position| (position.iter().sum::<u32>(), position.clone()));
        found
    }

    #[test]
    fn agrees_with_counting() {
        for code in ["0.137", "0.77", "0.07", "0.3"] {
            for (heaps, total) in [(1, 30), (2, 24), (3, 16), (4, 12)] {
                for irreducible in [false, true] {
                    let values = values(code, total);
                    let mut lister = Lister::new(heaps, total, irreducible);
                    lister.run(&values, &mut Budget::unlimited()).unwrap();
                    assert_eq!(
                        lister.into_positions(),
                        by_hand(&values, heaps, total, irreducible),
                        "{code} {heaps}"
                    );
                }
            }
        }
    }

    #[test]
    fn classes_hold_every_size_once() {
        let values = values("0.137", 40);
        let classes = classes(&values);
        assert_eq!(classes.iter().map(|(_, sizes)| sizes.len()).sum::<usize>(), 41);
        assert!(
            classes.iter().all(|(grundy, sizes)| sizes.iter().all(|&size| values[size] == *grundy))
        );
    }
}
