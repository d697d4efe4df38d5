//! The search for a period: values are computed, and from time to time the search tests whether an argument of
//! `period.rs` applies to them.
//!
//! A search that gets far discards old values. The window argument needs few of them; to find the period and its last
//! exception takes somewhat more than a period of them. If the period is longer than what is kept, or the last
//! exception was discarded, the trail (`trail.rs`) finds them. If a new rare position or a witness beyond the first
//! values is needed after values were discarded, the search starts again and keeps all.

use outplay_rules::games::octal_code::OctalCode;

use super::arithmetic;
use super::engine::{Engine, SequenceMethod};
use super::period::{Argument, PeriodReport, PeriodStopped, exception_of, report};
use super::recognise::{arithmetic_period, candidate, recognise};
use super::suffix::nearest_repeat;
use super::sum_criterion;
use super::trail::Trail;
use super::values::{Values, with_cells};
use crate::limits::{Budget, Stopped};

/// A search for the period of a code, which can be saved and resumed (`search_state.rs`).
///
/// ```
/// use outplay_solve::heaps::PeriodSearch;
/// use outplay_solve::limits::Budget;
///
/// let mut search = PeriodSearch::new("0.16".parse()?);
/// let report = loop {
///     // Here the search can be saved.
///     if let Some(report) = search.step(1_000_000, &mut Budget::unlimited())? {
///         break report;
///     }
/// };
/// assert_eq!((report.period, report.last_exception), (Some(149_459), 105_350));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PeriodSearch {
    pub(crate) engine: Engine,
    pub(crate) trail: Trail,
    pub(crate) found: Option<Repeat>,
    /// When to look for the theorem again: its look takes memory and longer.
    next_look: usize,
    /// The heap up to which a period found would have to be checked.
    wanted: Option<usize>,
}

/// The window before `end` is that before `end - period`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Repeat {
    pub period: usize,
    pub end: usize,
}

/// Looks for the period of a code among its values up to the heap of `limit`, and proves it if it can.
///
/// ```
/// use outplay_solve::heaps::find_period;
/// use outplay_solve::limits::Budget;
///
/// let kayles = find_period(&"0.77".parse()?, 10_000, &mut Budget::unlimited())?;
/// assert!(kayles.proved);
/// assert_eq!((kayles.period, kayles.last_exception), (Some(12), 70));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn find_period(
    code: &OctalCode,
    limit: usize,
    budget: &mut Budget,
) -> Result<PeriodReport, PeriodStopped> {
    PeriodSearch::new(code.clone()).run(limit, budget)
}

/// The same with an engine that may know some values already, and that keeps those it computes.
pub fn find_period_with(
    engine: &mut Engine,
    limit: usize,
    budget: &mut Budget,
) -> Result<PeriodReport, PeriodStopped> {
    let empty = Engine::new(engine.code().clone());
    let mut search = PeriodSearch::with_engine(std::mem::replace(engine, empty), None);
    let found = search.run(limit, budget);
    *engine = search.engine;
    found
}

/// How many of the last values a long search keeps, in bytes.
const KEPT: usize = 70_000_000;

/// How many values there are at the first look for a period.
const FIRST_LOOK: usize = 128;

/// The values grow by this part of them between two looks for a repeated window.
const STEPS: usize = 16;

impl PeriodSearch {
    /// A search from the start.
    pub fn new(code: OctalCode) -> Self {
        Self::with_kept(code, KEPT)
    }

    /// A search that keeps at most this many values and a quarter, and what it must.
    pub fn with_kept(code: OctalCode, kept: usize) -> Self {
        Self::with_engine(Engine::new(code), Some(kept))
    }

    /// A search that continues from the values an engine knows, and discards old ones when there are more than `kept`.
    pub(crate) fn with_engine(mut engine: Engine, kept: Option<usize>) -> Self {
        engine.keep = kept;
        PeriodSearch { engine, trail: Trail::default(), found: None, next_look: 0, wanted: None }
    }

    /// The same, keeping what searches keep.
    pub(crate) fn from_engine(engine: Engine) -> Self {
        Self::with_engine(engine, Some(KEPT))
    }

    /// The code.
    pub fn code(&self) -> &OctalCode {
        self.engine.code()
    }

    /// How many values are known.
    pub fn known(&self) -> usize {
        self.engine.known()
    }

    fn run(&mut self, limit: usize, budget: &mut Budget) -> Result<PeriodReport, PeriodStopped> {
        loop {
            if let Some(report) = self.step(limit, budget)? {
                return Ok(report);
            }
        }
    }

    /// Computes some more values and looks at them. Gives the answer if the period is proved or the limit reached. What
    /// is known stays known if the budget ends first.
    pub fn step(
        &mut self,
        limit: usize,
        budget: &mut Budget,
    ) -> Result<Option<PeriodReport>, PeriodStopped> {
        let result = self.try_step(limit, budget);
        if result.is_err() && self.engine.stuck {
            *self = Self::with_engine(Engine::new(self.engine.code().clone()), None);
            return Ok(None);
        }
        result.map_err(|why| PeriodStopped { why, known: recognise(&self.engine) })
    }

    fn try_step(
        &mut self,
        limit: usize,
        budget: &mut Budget,
    ) -> Result<Option<PeriodReport>, Stopped> {
        let proved = self.look(limit, budget)?;
        Ok(proved.or_else(|| (self.engine.known() > limit).then(|| recognise(&self.engine))))
    }

    /// Computes some more values, up to the heap of `limit` at most, and looks whether they prove a period.
    pub(crate) fn look(
        &mut self,
        limit: usize,
        budget: &mut Budget,
    ) -> Result<Option<PeriodReport>, Stopped> {
        if self.engine.moves.take_any_number() {
            let report = report(&self.engine, 1, -1, Argument::AnyNumber);
            return Ok(Some(PeriodReport { saltus: 1, ..report }));
        }
        if self.found.is_none() {
            self.engine.aim = limit;
            self.engine.extend_to(self.target(limit), budget)?;
            self.trail.pass(&self.engine, budget)?;
            self.found = self.repeat();
        }
        if let Some(found) = self.found {
            return self.by_window(found, budget).map(Some);
        }
        Ok(self.by_theorem())
    }

    /// Up to which heap to compute before the next look.
    fn target(&self, limit: usize) -> usize {
        let known = self.engine.known();
        let step = (known / STEPS).max(FIRST_LOOK / 4);
        // All values since the last look must still be there.
        let step = self.engine.keep.map_or(step, |keep| step.min(keep / 4).max(1));
        let next = if known < FIRST_LOOK { FIRST_LOOK } else { known + step };
        let wanted = self.wanted.filter(|&wanted| wanted >= known).unwrap_or(next);
        wanted.min(next).min(limit)
    }

    /// How many values determine the next, if the window argument applies: only where some move takes a counter. Of a game
    /// such as 4.0 an empty window would show a period of 1, which is wrong.
    fn window_length(&self) -> Option<usize> {
        let sparse = self.engine.sparse.as_deref()?;
        let taken = self.engine.moves.most_taken();
        (!sparse.taps.is_empty() && taken > 0).then(|| sparse.depth() + taken)
    }

    /// A repeated window among the values that are kept, or of the landmark.
    fn repeat(&mut self) -> Option<Repeat> {
        let length = self.window_length()?;
        let (known, engine) = (self.engine.known(), &self.engine);
        // The windows' ends lie at `since` or later, and a whole window lies before each.
        let since = engine.statistics().since;
        let from = since.max(length + 1).saturating_sub(length + engine.base);
        let near = with_cells!(engine.values(), list => nearest_repeat(list, length, from));
        let near = near.map(|period| Repeat { period, end: known });
        near.or_else(|| {
            let end = self.trail.repeat(engine, length)?;
            Some(Repeat { period: end - self.trail.list[self.trail.landmark].at, end })
        })
    }

    /// The window argument.
    fn by_window(&self, found: Repeat, budget: &mut Budget) -> Result<PeriodReport, Stopped> {
        let engine = &self.engine;
        let Repeat { period, end } = found;
        let statistics = engine.statistics();
        let (SequenceMethod::Sparse(rarity), Some(length)) =
            (statistics.method, self.window_length())
        else {
            return Err(Stopped::Memory);
        };
        let first = end - period;
        let mut exception = with_cells!(engine.values(), list => exception_of(list, period));
        if exception >= 0 {
            exception += engine.base as i64;
        } else if engine.base > 0 {
            exception = self.trail.last_exception(engine, (period, first, length), budget)?;
        }
        let (last_rare, deepest_witness) =
            (statistics.last_rare.unwrap_or(0), statistics.deepest_witness);
        let argument =
            Argument::Window { length, first, second: end, rarity, last_rare, deepest_witness };
        Ok(report(engine, period, exception, argument))
    }

    /// The periodicity theorem, if it applies now.
    fn by_theorem(&mut self) -> Option<PeriodReport> {
        let engine = &self.engine;
        let known = engine.known();
        let due = known >= self.next_look || self.wanted.is_some_and(|wanted| wanted < known);
        if engine.moves.tail != 0 || engine.base > 0 || !due || window_is_short(engine) {
            return None;
        }
        self.next_look = known + known / 4;
        let Some((period, exception)) = candidate(engine.values()) else {
            return self.by_criterion();
        };
        let argument = theorem(engine, period, exception);
        let Argument::Theorem { below, .. } = argument else { return None };
        if below + period <= known {
            return Some(report(engine, period, exception, argument));
        }
        self.wanted = Some(below + period - 1);
        None
    }

    /// One of the two criteria for arithmetic periods, if it applies now.
    fn by_criterion(&mut self) -> Option<PeriodReport> {
        let engine = &self.engine;
        if engine.moves.triple.is_empty() {
            return None;
        }
        let (period, saltus, exception) = arithmetic_period(engine.values())?;
        let from = (exception + 1).max(1) as usize;
        let values: Vec<u32> = engine.values().iter().take(from + period).collect();
        let (moves, claim) = (&engine.moves, (from, period, saltus));
        let sums = sum_criterion::bound(moves, &values, claim);
        let sums = sums.filter(|_| sum_criterion::holds(moves, &values, claim));
        let below = sums.or_else(|| arithmetic::bound(moves, &values, claim))?;
        if below + period > engine.known() {
            self.wanted = Some(below + period - 1);
            return None;
        }
        let argument = Argument::Arithmetic { from, below };
        let proved = sums.is_some() || arithmetic::holds(moves, &values, claim);
        proved.then(|| PeriodReport { saltus, ..report(engine, period, exception, argument) })
    }
}

/// Whether the window argument will do with fewer values than the theorem: then the theorem's look is spared.
fn window_is_short(engine: &Engine) -> bool {
    let sparse = engine.sparse.as_deref().filter(|sparse| !sparse.taps.is_empty());
    sparse.is_some_and(|sparse| sparse.depth().max(sparse.since) < engine.known() / 8)
}

/// The bound of the periodicity theorem for a period with this last exception.
fn theorem(engine: &Engine, period: usize, exception: i64) -> Argument {
    let heaps = engine.code().most_heaps().max(1);
    let from = (exception + 1).max(1) as usize;
    let below = heaps * from + (heaps - 1) * period + engine.moves.most_taken();
    Argument::Theorem { heaps, from, below }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Codes whose periods and last exceptions lie otherwise to what is kept: longer, shorter, early, late.
    const CODES: [&str; 5] = ["4.406", "4.064", "0.16", "0.56", "0.127"];

    fn told(report: PeriodReport) -> (bool, Option<usize>, i64, u32) {
        (report.proved, report.period, report.last_exception, report.max_grundy)
    }

    fn with_all_values(code: &str) -> PeriodReport {
        let mut engine = Engine::new(code.parse().unwrap());
        find_period_with(&mut engine, 2_000_000, &mut Budget::unlimited()).unwrap()
    }

    /// The window theorem needs a move that takes something (`window_needs_taking` in proofs/Window.v).
    #[test]
    fn games_of_splitting_alone_have_no_window() {
        for code in ["4.0", "0.16"] {
            let mut search = PeriodSearch::new(code.parse().unwrap());
            search.engine.extend_to(4000, &mut Budget::unlimited()).unwrap();
            assert!(code != "4.0" || search.window_length().is_none(), "{code}");
        }
        let report = with_all_values("4.0");
        assert_eq!((report.proved, report.period), (true, Some(2)));
    }

    #[test]
    fn forgetting_changes_nothing() {
        for code in CODES {
            let expected = told(with_all_values(code));
            assert!(expected.0, "{code}");
            for kept in [3_000, 20_000, 50_000, 100_000] {
                let mut search = PeriodSearch::with_kept(code.parse().unwrap(), kept);
                let found = search.run(2_000_000, &mut Budget::unlimited()).unwrap();
                assert_eq!(told(found), expected, "{code} keeping {kept}");
            }
        }
    }

    /// Periods longer than what is kept are found by the landmark, forgotten exceptions by the trail.
    #[test]
    fn the_trail_is_used() {
        for (code, kept) in [("0.16", 50_000), ("4.064", 12_000)] {
            let mut search = PeriodSearch::with_kept(code.parse().unwrap(), kept);
            let report = search.run(2_000_000, &mut Budget::unlimited()).unwrap();
            assert!(report.proved, "{code}");
            assert!(search.engine.base > 0, "{code} {report:?} {}", search.trail.list.len());
            assert!(report.period > Some(kept) && search.trail.list.len() > 5, "{code} {report:?}");
        }
    }
}
