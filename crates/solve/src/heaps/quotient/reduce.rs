//! The reduction of a bipartite monoid: elements that no multiple tells apart become one.

use std::collections::HashMap;

use crate::limits::{Budget, Stopped};

/// The coarsest partition that refines the outcomes and is kept by every step; the class of each element, and how many there are.
/// The steps are the multiplications by generators. (Moore's algorithm, one step at a time.)
pub fn classes(
    outcomes: &[bool],
    steps: usize,
    step: impl Fn(usize, usize) -> usize,
    budget: &mut Budget,
) -> Result<(Vec<u32>, usize), Stopped> {
    let mut classes: Vec<u32> = outcomes.iter().map(|&outcome| u32::from(outcome)).collect();
    let mut count = 2;
    let mut unchanged = 0;
    for index in (0..steps).cycle() {
        if unchanged == steps {
            break;
        }
        let mut numbers = PairNumbers::new(count);
        let mut refined = Vec::with_capacity(classes.len());
        for (element, &class) in classes.iter().enumerate() {
            budget.visit()?;
            refined.push(numbers.number(class, classes[step(index, element)]));
        }
        unchanged = if numbers.len() == count { unchanged + 1 } else { 0 };
        (classes, count) = (refined, numbers.len().max(count));
    }
    let used = classes.iter().max().map_or(0, |&most| most as usize + 1);
    Ok((classes, used))
}

/// Numbers for pairs of classes in the order in which they come: by a square table while that is small.
struct PairNumbers {
    classes: usize,
    table: Vec<u32>,
    map: HashMap<u64, u32, foldhash::fast::RandomState>,
    next: u32,
}

/// The most classes that a square table is made for.
const SQUARE: usize = 2048;

impl PairNumbers {
    fn new(classes: usize) -> Self {
        let table = if classes <= SQUARE { vec![u32::MAX; classes * classes] } else { Vec::new() };
        PairNumbers { classes, table, map: HashMap::default(), next: 0 }
    }

    fn len(&self) -> usize {
        self.next as usize
    }

    fn number(&mut self, class: u32, after: u32) -> u32 {
        let next = self.next;
        let number = match self.table.is_empty() {
            true => self.map.entry(u64::from(class) << 32 | u64::from(after)).or_insert(next),
            false => {
                let entry = &mut self.table[class as usize * self.classes + after as usize];
                if *entry == u32::MAX {
                    *entry = next;
                }
                entry
            }
        };
        self.next += u32::from(*number == next);
        *number
    }
}
