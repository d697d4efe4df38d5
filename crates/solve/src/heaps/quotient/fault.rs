//! The verification of a quotient: does it tell every misère outcome?
//!
//! It does if for every sum X other than the empty one, Φ(X) is in P exactly if no option of X has its image in P (by induction on X;
//! heaps without a move are left out). Two things can be wrong, and the lightest sum with a fault is found for each.
//! - Φ(X) and Φ(X') are both in P, where X' moves in a heap h of X. Only h and Φ(X - h) matter.
//! - Neither Φ(X) nor an option of X is in P. For a sum X let D(X) be the set of elements y such that Φ(X) y is not in P, and
//!   beside y no move in X leads to P. X is at fault if 1 is in D(X). D(X + h) is the set of y with y Φ(h) in D(X) such that no move in
//!   h, beside y Φ(X), leads to P. So D(X + h) is a function of Φ(X), D(X) and h, and it grows with D(X): of the sums with
//!   one image only those with a maximal D matter, and none with an empty D. There are finitely many.
//!
//! Every sum lighter than the lightest fault has its true outcome, so a fault tells something true about the game.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use outplay_rules::bits::BitSet;

use super::homomorphism::Quotient;
use crate::limits::{Budget, Stopped};

/// The lightest sum that contradicts a quotient, if there is one, given the heaps that have moves in ascending order.
pub fn lightest_fault(
    quotient: &Quotient,
    live: &[usize],
    budget: &mut Budget,
) -> Result<Option<Vec<usize>>, Stopped> {
    let p_to_p = lightest_p_to_p(quotient, live);
    let bound = p_to_p.as_ref().map_or(u32::MAX, |(total, _)| *total);
    let unwon = Unwon::new(quotient, live).lightest(bound, budget)?;
    Ok(unwon.or(p_to_p.map(|(_, sum)| sum)))
}

/// The lightest sum in P with an option in P, and its weight.
fn lightest_p_to_p(quotient: &Quotient, live: &[usize]) -> Option<(u32, Vec<usize>)> {
    let mut lightest: Option<(u32, usize, usize)> = None;
    for &heap in live {
        for rest in quotient.winning(heap).iter() {
            let sum = quotient.monoid().times(rest, quotient.heaps()[heap]);
            let total = quotient.weight(rest) + quotient.heap_weight(heap);
            if quotient.monoid().is_p(sum) && lightest.is_none_or(|(least, ..)| total < least) {
                lightest = Some((total, rest, heap));
            }
        }
    }
    lightest.map(|(total, rest, heap)| (total, [quotient.word(rest), &[heap]].concat()))
}

/// A sum X as far as it matters: its image, D(X), and how it came about.
struct Node {
    image: usize,
    unwon: BitSet,
    from: Option<(usize, usize)>,
}

/// The search for a sum that is not in P and has no option in P.
struct Unwon<'q> {
    quotient: &'q Quotient,
    /// Of heaps with one image, and no further winning moves, the lightest.
    letters: Vec<usize>,
    nodes: Vec<Node>,
    /// The nodes that no other makes superfluous, by image.
    kept: Vec<Vec<usize>>,
}

impl<'q> Unwon<'q> {
    fn new(quotient: &'q Quotient, live: &[usize]) -> Self {
        let mut letters: Vec<usize> = Vec::new();
        for &heap in live {
            let replaces = |&other: &usize| {
                quotient.heaps()[other] == quotient.heaps()[heap]
                    && quotient.winning(other).is_subset(quotient.winning(heap))
            };
            if !letters.iter().any(replaces) {
                letters.push(heap);
            }
        }
        let size = quotient.monoid().len();
        let unwon = BitSet::of(size, (0..size).filter(|&y| !quotient.monoid().is_p(y)));
        let nodes = vec![Node { image: 0, unwon, from: None }];
        Unwon { quotient, letters, nodes, kept: vec![Vec::new(); size] }
    }

    fn lightest(mut self, bound: u32, budget: &mut Budget) -> Result<Option<Vec<usize>>, Stopped> {
        let mut queue = BinaryHeap::from([Reverse((0, 0))]);
        let mut lightest = (bound, None);
        while let Some(Reverse((total, node))) = queue.pop() {
            if total >= lightest.0 {
                break;
            }
            if self.is_superfluous(self.nodes[node].image, &self.nodes[node].unwon) {
                continue;
            }
            let image = self.nodes[node].image;
            self.kept[image].push(node);
            for index in 0..self.letters.len() {
                let heap = self.letters[index];
                let heavier = total + self.quotient.heap_weight(heap);
                if heavier >= lightest.0 {
                    break;
                }
                budget.visit()?;
                let Some(next) = self.with_heap(node, heap) else { continue };
                if next.unwon.contains(0) {
                    lightest = (heavier, Some((node, heap)));
                } else if !self.is_superfluous(next.image, &next.unwon) {
                    self.nodes.push(next);
                    queue.push(Reverse((heavier, self.nodes.len() - 1)));
                }
            }
        }
        Ok(lightest.1.map(|found| self.sum(found)))
    }

    /// The sum with one heap more; none if nothing can be wrong with it.
    fn with_heap(&self, node: usize, heap: usize) -> Option<Node> {
        let Node { image, unwon, .. } = &self.nodes[node];
        let (monoid, of_heap) = (self.quotient.monoid(), self.quotient.heaps()[heap]);
        let winning = self.quotient.winning(heap);
        let remains = |&y: &usize| {
            unwon.contains(monoid.times(y, of_heap)) && !winning.contains(monoid.times(y, *image))
        };
        let next = BitSet::of(monoid.len(), (0..monoid.len()).filter(remains));
        let image = monoid.times(*image, of_heap);
        (!next.is_empty()).then_some(Node { image, unwon: next, from: Some((node, heap)) })
    }

    /// Whether a lighter sum with this image has at least these unwon elements.
    fn is_superfluous(&self, image: usize, unwon: &BitSet) -> bool {
        self.kept[image].iter().any(|&kept| unwon.is_subset(&self.nodes[kept].unwon))
    }

    fn sum(&self, (mut node, last): (usize, usize)) -> Vec<usize> {
        let mut sum = vec![last];
        while let Some((before, heap)) = self.nodes[node].from {
            sum.push(heap);
            node = before;
        }
        sum.sort_unstable();
        sum
    }
}
