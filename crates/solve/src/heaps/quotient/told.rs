//! The misère outcome of a sum of heaps, as the quotient tells it.

use super::period::MiserePeriod;
use super::presentation::Presentation;
use super::search::{Growth, QuotientSearch};
use crate::limits::{Budget, Stopped};
use crate::nimber::Outcome;

/// Every so many heaps it is seen whether the quotient is that of all heaps.
const EVERY: usize = 16;

/// How far a search came.
enum Reach {
    /// To the heap that was asked for.
    Size,
    /// To all heaps: they repeat.
    All(MiserePeriod),
    /// Not to the heap that was asked for.
    TooLarge,
}

impl QuotientSearch {
    /// Who wins a sum of heaps, and the element it is, in words; none if the quotient becomes too large first.
    pub fn told(
        &mut self,
        sum: &[usize],
        budget: &mut Budget,
    ) -> Result<Option<(Outcome, String)>, Stopped> {
        let largest = sum.iter().copied().max().unwrap_or(0);
        let period = match self.reach(largest, budget)? {
            Reach::TooLarge => return Ok(None),
            Reach::All(period) => Some(period),
            Reach::Size => None,
        };
        let like = |&heap: &usize| match period {
            Some(MiserePeriod { from, period, .. }) if heap > from => from + (heap - from) % period,
            _ => heap,
        };
        let quotient = self.quotient();
        let element = quotient.element(&sum.iter().map(like).collect::<Vec<_>>());
        let is_p = quotient.monoid().is_p(element);
        let outcome = if is_p { Outcome::P } else { Outcome::N };
        Ok(Some((outcome, self.words(element, outcome, period.is_some()))))
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

    fn words(&self, element: usize, outcome: Outcome, of_all: bool) -> String {
        let monoid = self.quotient().monoid();
        let presentation = Presentation::new(self.quotient());
        let spelled = presentation.spelled(element);
        let heaps = match of_all {
            true => "all heaps".to_string(),
            false => format!("the heaps up to {}", self.largest()),
        };
        let names = presentation.generators().iter().enumerate();
        let used = names
            .filter(|(_, heap)| self.quotient().word(element).contains(heap))
            .map(|(number, heap)| format!(", {} = heap {heap}", presentation.name(number)));
        let (size, p) = (monoid.len(), monoid.p_len());
        let of = used.collect::<String>();
        format!(
            "the sum reduces to {spelled} ({outcome}) in the misère quotient of {heaps}, of order {size}/{p}{of}"
        )
    }
}
