//! The misère outcome of a sum of heaps, read off the quotient.

use super::period::MiserePeriod;
use super::presentation::Presentation;
use super::search::{Growth, QuotientSearch};
use crate::heaps::winning::{WinningMoves, moves_that};
use crate::limits::{Budget, Stopped};
use crate::nimber::Outcome;

/// How many heaps there are between two tests whether the quotient is that of all heaps.
const EVERY: usize = 16;

/// How far a search got.
enum Reach {
    /// To the heap that was asked for.
    Size,
    /// To all heaps: they repeat.
    All(MiserePeriod),
    /// Not to the heap that was asked for.
    TooLarge,
}

/// A sum of heaps in the quotient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduced {
    /// Who wins.
    pub outcome: Outcome,
    /// The element of each heap.
    pub elements: Vec<usize>,
    /// Their product.
    pub product: usize,
    /// The period of the heaps, if the quotient is that of all heaps.
    pub period: Option<MiserePeriod>,
}

impl QuotientSearch {
    /// What a sum of heaps reduces to; none if the quotient becomes too large first.
    pub fn reduced(
        &mut self,
        sum: &[usize],
        budget: &mut Budget,
    ) -> Result<Option<Reduced>, Stopped> {
        let largest = sum.iter().copied().max().unwrap_or(0);
        let period = match self.reach(largest, budget)? {
            Reach::TooLarge => return Ok(None),
            Reach::All(period) => Some(period),
            Reach::Size => None,
        };
        let elements: Vec<usize> = sum.iter().map(|&heap| self.image(heap, period)).collect();
        let product = self.product(elements.iter().copied());
        let outcome = if self.quotient().monoid().is_p(product) { Outcome::P } else { Outcome::N };
        Ok(Some(Reduced { outcome, elements, product, period }))
    }

    /// The element of a heap that was taken in, or that a period tells.
    fn image(&self, heap: usize, period: Option<MiserePeriod>) -> usize {
        let like = match period {
            Some(MiserePeriod { from, period, .. }) if heap > from => from + (heap - from) % period,
            _ => heap,
        };
        self.quotient().heaps()[like]
    }

    fn product(&self, elements: impl Iterator<Item = usize>) -> usize {
        elements.fold(0, |product, element| self.quotient().monoid().times(product, element))
    }

    /// The moves in one heap of a sum of heaps of a code that leave P-positions; `at` is the place of the heap in the sum, which reduces to
    /// `reduced`.
    pub fn winning_moves(
        &self,
        sum: &[usize],
        reduced: &Reduced,
        at: usize,
        budget: &mut Budget,
    ) -> Option<Result<WinningMoves, Stopped>> {
        let Reduced { elements, period, .. } = reduced;
        let others = elements[..at].iter().chain(&elements[at + 1..]);
        let beside = self.product(others.copied());
        let wins = |left: &[u64]| {
            let left = left.iter().map(|&heap| self.image(heap as usize, *period));
            self.quotient().monoid().is_p(self.product(left.chain([beside])))
        };
        let bound = period.map(|MiserePeriod { from, period, .. }| (from + period) as u64);
        Some(moves_that(self.code()?, sum[at] as u64, bound, &wins, budget))
    }

    /// Takes heaps in up to this size, or until the quotient is known to be that of all heaps.
    fn reach(&mut self, size: usize, budget: &mut Budget) -> Result<Reach, Stopped> {
        while self.largest() < size {
            if self.largest().is_multiple_of(EVERY)
                && let Some(found) = self.period()
            {
                return Ok(Reach::All(found));
            }
            budget.check()?;
            if self.is_too_large() || self.grow(budget)? == Growth::TooLarge {
                return Ok(Reach::TooLarge);
            }
        }
        Ok(Reach::Size)
    }

    /// The same in words, without the full stop: what the quotient is of, and what a generator is called.
    pub fn words(
        &self,
        reduced: &Reduced,
        of: &str,
        generator: impl Fn(usize) -> String,
    ) -> String {
        let Reduced { outcome, product, .. } = *reduced;
        let monoid = self.quotient().monoid();
        let presentation = Presentation::new(self.quotient());
        let spelled = presentation.spelled(product);
        let names = presentation.generators().iter().enumerate();
        let used = names
            .filter(|(_, heap)| self.quotient().word(product).contains(heap))
            .map(|(number, &heap)| format!("{} = {}", presentation.name(number), generator(heap)))
            .collect::<Vec<_>>();
        let used = if used.is_empty() { String::new() } else { format!(" ({})", used.join(", ")) };
        let (size, p) = (monoid.len(), monoid.p_len());
        format!(
            "the sum reduces to {spelled} ({outcome}) in the misère quotient of {of}, of order {size}/{p}{used}"
        )
    }
}
