//! The value of any heap: computed, or derived from a proved period.
//!
//! The search for a period computes the values. Once a period is proved, it gives the values of heaps of any size, and
//! nothing more is computed. Without a period, all values up to the heap asked for are computed.

use outplay_rules::games::octal_code::OctalCode;

use super::engine::Engine;
use super::period::PeriodReport;
use super::search::PeriodSearch;
use crate::limits::{Budget, Stopped};

/// G(n + `period`) = G(n) + `saltus` for every n from `from` on, proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PeriodLaw {
    /// The first heap for which it holds.
    pub from: u64,
    /// The period.
    pub period: u64,
    /// What a period adds; 0 for a proper period.
    pub saltus: u64,
}

impl PeriodLaw {
    /// What a report proves, if it does.
    fn proved(report: &PeriodReport) -> Option<Self> {
        let period = report.period.filter(|&period| report.proved && period > 0)? as u64;
        let from = u64::try_from(report.last_exception + 1).ok()?;
        Some(PeriodLaw { from, period, saltus: report.saltus.into() })
    }

    /// A heap among the first of the period, and how many periods lie between; none before the law begins.
    fn folded(&self, n: u64) -> Option<(u64, u64)> {
        let beyond = n.checked_sub(self.from)?;
        Some((self.from + beyond % self.period, beyond / self.period))
    }
}

/// The Grundy values of all heaps of one code.
///
/// ```
/// use outplay_solve::heaps::AnyHeap;
/// use outplay_solve::limits::Budget;
///
/// let mut kayles = AnyHeap::new("0.77".parse()?);
/// assert_eq!(kayles.value(1_000_000_000_000, &mut Budget::unlimited())?, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct AnyHeap {
    search: PeriodSearch,
    law: Option<PeriodLaw>,
}

impl AnyHeap {
    /// Of a code, nothing computed yet.
    pub fn new(code: OctalCode) -> Self {
        Self::from_engine(Engine::new(code))
    }

    /// The same with values that an engine knows already. It keeps all that it computes.
    pub fn from_engine(engine: Engine) -> Self {
        AnyHeap { search: PeriodSearch::with_engine(engine, None), law: None }
    }

    /// What was computed.
    pub fn engine(&self) -> &Engine {
        &self.search.engine
    }

    /// The proved period, if there is one by now.
    pub fn law(&self) -> Option<PeriodLaw> {
        self.law
    }

    /// The value of a heap. What was computed stays known if the budget ends first.
    pub fn value(&mut self, n: u64, budget: &mut Budget) -> Result<u64, Stopped> {
        loop {
            if let Some(value) = self.known(n) {
                return Ok(value);
            }
            self.advance(n, budget)?;
        }
    }

    /// Computes some more values towards the heap of `limit`, if a period does not tell it already. They come in small
    /// portions, so that whoever shows them has something to show.
    pub fn advance(&mut self, limit: u64, budget: &mut Budget) -> Result<(), Stopped> {
        if self.known(limit).is_some() {
            return budget.check();
        }
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let report = self.search.look(limit, budget)?;
        let known = self.engine().known() as u64;
        let law = report.as_ref().and_then(PeriodLaw::proved);
        // Every proof rests on a whole period of computed values.
        self.law = law.filter(|law| law.from + law.period <= known);
        match (report, self.law) {
            (Some(_), None) => self.search.engine.extend_to(limit, budget),
            _ => Ok(()),
        }
    }

    /// The value of a heap, if it is computed or a proved period tells it.
    pub fn known(&self, n: u64) -> Option<u64> {
        let computed = |n: u64| self.engine().value(usize::try_from(n).ok()?).map(u64::from);
        computed(n).or_else(|| {
            let law = self.law?;
            let (first, periods) = law.folded(n)?;
            computed(first)?.checked_add(law.saltus.checked_mul(periods)?)
        })
    }
}
