//! Periods of nim-sequences: found, and proved.
//!
//! **The periodicity theorem** (Guy and Smith 1956 for two heaps; Winning Ways, chapter 4; here for h heaps). Let a code end
//! with its digit for t counters and leave at most h heaps (h at least 1). If for some n0 >= 1 and p >= 1
//!
//! > G(n + p) = G(n) for all n with n0 <= n < h n0 + (h - 1) p + t,
//!
//! then G(n + p) = G(n) for all n >= n0.
//!
//! *Proof.* Let n >= h n0 + (h - 1) p + t and let the claim hold below n. No move takes a whole heap of n or n + p, for both
//! are more than t. Let a move from n + p leave at most h heaps with n + p - k counters, k <= t. The
//! largest, a, has at least (n + p - k) / h >= n0 + p counters, so a - p >= n0 >= 1, and a - p < n (if k = 0 there is another
//! heap). So G(a) = G(a - p), and with a - p for a we have a move from n of the same value. Likewise the largest
//! heap a that a move from n leaves has at least (n - k) / h >= n0 counters and less than n, so G(a + p) = G(a), and with
//! a + p for a we have a move from n + p of the same value. Thus the options have the same values, and so have n and n + p. ∎
//!
//! For h = 2 the range is the classical n0 <= n < 2 n0 + p + t; for h = 1 it is t values in a row that
//! repeat; for three heaps it is n0 <= n < 3 n0 + 2 p + t. The digit before the point is covered (k = 0).
//! Nothing is claimed for codes that go on for ever, nor for arithmetic periods: they are recognised, not proved.
//!
//! **The window argument** needs about half the values. Let values at n >= s be computed with one split into rare and
//! common ([`Rarity`]), let r be the last rare position, w the largest position needed as a witness for heaps from s on, t
//! as above and L = max(r, w) + t. Then for n from max(s, L + 1) on the method computes G(n) from the L values before n alone (with
//! the parity of n, if rarity depends on it): it reads n - k for moves that leave one heap, n - k - a for a rare or a witness,
//! and the values of the rare positions and the witnesses themselves, which are constants. Let the L values before N and
//! those before N - q agree, N - q >= max(s, L + 1), no rare position being among r < n < N, and q even if rarity depends on
//! parity. Then G(n + q) = G(n) for all n >= N - q - L.
//!
//! *Proof.* By induction on n >= N: assume there is no rare position between r and n and that the L values before n are
//! those before n - q. The method at n - q found the least common value m that is not marked by moves leaving one heap or a
//! rare one, and for each smaller rare value a mark or a witness at a position up to w. At n the same positions are read with
//! the same values: the same common values are marked, and all common values of options are, since r is the last rare
//! position; the same smaller rare values have the same witnesses. So G(n) = m = G(n - q), and n is not rare. ∎
//!
//! A smaller period (a smaller even one, with parity) would repeat the window sooner, so q is the smallest unless it is
//! twice an odd one, which is looked at.

use outplay_rules::games::octal_code::OctalCode;

use super::engine::{Engine, Method};
use super::rarity::Rarity;
use super::suffix::{last_exception, nearest_repeat, smallest_period};
use super::values::{Cell, Values, with_cells};
use crate::limits::{Budget, Stopped};

/// Why a period holds for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// It is not known to.
    None,
    /// The periodicity theorem: the values repeat for all n with `from` <= n < `below`.
    Theorem {
        /// The most heaps a move leaves, at least 1.
        heaps: usize,
        /// The n0 of the theorem.
        from: usize,
        /// Its bound h n0 + (h - 1) p + t.
        below: usize,
    },
    /// The window argument: the last `length` values before `first` and before `second` agree, and so does all that
    /// the value at n depends on.
    Window {
        /// How many values before n determine the value at n.
        length: usize,
        /// The end of the first window.
        first: usize,
        /// The end of the second window.
        second: usize,
        /// The split into rare and common.
        rarity: Rarity,
        /// The last rare position.
        last_rare: usize,
        /// The largest position needed as a witness.
        deepest_witness: usize,
    },
}

/// What is known about the period of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PeriodReport {
    /// Whether the period holds for ever by the argument.
    pub proved: bool,
    /// The smallest p with G(n + p) = G(n) + saltus for all n beyond the last exception; None if none was found.
    pub period: Option<usize>,
    /// What a period adds; 0 for a proper period.
    pub saltus: u32,
    /// The largest n for which that does not hold; -1 if there is none. Without a period: -1.
    pub last_exception: i64,
    /// The largest heap whose value was computed.
    pub checked_to: usize,
    /// The largest value among those.
    pub max_grundy: u32,
    /// Why the period holds for ever.
    pub argument: Argument,
}

/// A search for a period that ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct PeriodStopped {
    /// Why it ended.
    pub why: Stopped,
    /// What was known then: no proof, perhaps a period that holds as far as was computed.
    pub known: PeriodReport,
}

/// Looks for the period of a code among its values up to the heap of `limit`, and proves it if it can.
///
/// ```
/// use outplay_solve::heaps::period::find_period;
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
    let mut engine = Engine::new(code.clone());
    engine.keep = Some(KEPT);
    match search(&mut engine, limit, budget) {
        // Something rare happened late, or the period is too long for what was kept: all again, forgetting nothing.
        Err(_) if engine.stuck => find_period_with(&mut Engine::new(code.clone()), limit, budget),
        found => found,
    }
}

/// The window argument needs few values, the period and its last exception those of some more than a period: searches
/// that get far keep this many, in bytes.
const KEPT: usize = 70_000_000;

/// The same with an engine that may know some values already, and that keeps those it computes.
pub fn find_period_with(
    engine: &mut Engine,
    limit: usize,
    budget: &mut Budget,
) -> Result<PeriodReport, PeriodStopped> {
    search(engine, limit, budget)
}

fn search(
    engine: &mut Engine,
    limit: usize,
    budget: &mut Budget,
) -> Result<PeriodReport, PeriodStopped> {
    let mut search = Search { next_look: 0, wanted: None };
    let mut target = engine.known().max(FIRST_LOOK).min(limit);
    loop {
        if let Err(why) = engine.extend_to(target, budget) {
            return Err(PeriodStopped { why, known: recognise(engine) });
        }
        if let Some(report) = search.look(engine) {
            if report.last_exception < engine.base as i64 && engine.base > 0 {
                // It may lie among the forgotten ones.
                engine.stuck = true;
                return Err(PeriodStopped { why: Stopped::Memory, known: report });
            }
            return Ok(report);
        }
        if engine.known() > limit {
            return Ok(recognise(engine));
        }
        let step = (engine.known() / STEPS).max(FIRST_LOOK / 4);
        // The last exception must still be there when the period is found.
        let step = engine.keep.map_or(step, |keep| step.min(keep / 4));
        let next = engine.known() + step;
        target = search.wanted.filter(|&wanted| wanted >= engine.known()).unwrap_or(next);
        target = target.min(next).min(limit);
    }
}

/// How many values there are at the first look for a period.
const FIRST_LOOK: usize = 128;

/// The values grow by this part of them between two looks for a repeated window.
const STEPS: usize = 16;

struct Search {
    /// When to look for the theorem again: its look takes memory and longer.
    next_look: usize,
    /// The heap up to which a period found would have to be checked.
    wanted: Option<usize>,
}

impl Search {
    fn look(&mut self, engine: &Engine) -> Option<PeriodReport> {
        let known = engine.known();
        if let Some(report) = by_window(engine) {
            return Some(report);
        }
        if engine.moves.tail != 0 {
            return None;
        }
        if window_is_short(engine) {
            return None;
        }
        if known >= self.next_look || self.wanted.is_some_and(|wanted| wanted < known) {
            self.next_look = known + known / 4;
            let (period, exception) = candidate(engine.values())?;
            let argument = theorem(engine, period, exception);
            let Argument::Theorem { below, .. } = argument else { return None };
            if below + period <= known {
                return Some(report(engine, period, exception, argument));
            }
            self.wanted = Some(below + period - 1);
        }
        None
    }
}

/// Whether the window argument will do with fewer values than the theorem: then the theorem's look is spared.
fn window_is_short(engine: &Engine) -> bool {
    let statistics = engine.statistics();
    let depth = statistics.last_rare.unwrap_or(usize::MAX).max(statistics.deepest_witness);
    depth.max(statistics.since) < engine.known() / 8
}

/// The bound of the periodicity theorem for a period with this last exception.
fn theorem(engine: &Engine, period: usize, exception: i64) -> Argument {
    let heaps = engine.code().most_heaps().max(1);
    let from = (exception + 1).max(1) as usize;
    let below = heaps * from + (heaps - 1) * period + engine.moves.most_taken();
    Argument::Theorem { heaps, from, below }
}

fn report(engine: &Engine, period: usize, exception: i64, argument: Argument) -> PeriodReport {
    PeriodReport {
        proved: argument != Argument::None,
        period: Some(period),
        saltus: 0,
        last_exception: exception,
        checked_to: engine.known() - 1,
        max_grundy: engine.max_grundy(),
        argument,
    }
}

/// The smallest period of the last half of the values that is at most a quarter of them, and its last exception.
fn candidate(values: &Values) -> Option<(usize, i64)> {
    with_cells!(values, list => {
        let period = smallest_period(&list[list.len() / 2..])?;
        Some((period, exception_of(list, period)))
    })
}

fn exception_of<C: Cell>(list: &[C], period: usize) -> i64 {
    last_exception(list, period, |a, b| a == b).map_or(-1, |n| n as i64)
}

/// The window argument, if it holds now.
fn by_window(engine: &Engine) -> Option<PeriodReport> {
    let statistics = engine.statistics();
    let Method::Sparse(rarity) = statistics.method else { return None };
    let last_rare = statistics.last_rare?;
    let deepest_witness = statistics.deepest_witness;
    let length = last_rare.max(deepest_witness) + engine.moves.most_taken();
    let known = engine.known();
    let step = if rarity.by_parity { 2 } else { 1 };
    // The windows' ends lie at `since` or later, and a whole window lies before each.
    let from = (statistics.since.max(length + 1)).saturating_sub(length);
    let distance = with_cells!(engine.values(), list => nearest_repeat(list, length, from, step))?;
    let period = with_cells!(engine.values(), list => halved(list, distance, step));
    let exception = with_cells!(engine.values(), list => exception_of(list, period));
    let exception = exception + engine.base as i64;
    let (first, second) = (known - distance, known);
    let argument = Argument::Window { length, first, second, rarity, last_rare, deepest_witness };
    Some(report(engine, period, exception, argument))
}

/// Half of a proved period if it is one too. Other parts would have repeated the window sooner.
fn halved<C: Cell>(list: &[C], period: usize, step: usize) -> usize {
    let half = period / 2;
    let last = &list[list.len() - period..];
    if step == 2 && last[..half] == last[half..] { half } else { period }
}

/// Among more values than this no unproved period is looked for: it would take more memory than the values.
const MOST_RECOGNISED: usize = 1 << 24;

/// A period, proper or arithmetic, that holds as far as was computed but is not proved.
fn recognise(engine: &Engine) -> PeriodReport {
    let none =
        PeriodReport { proved: false, period: None, ..report(engine, 0, -1, Argument::None) };
    if engine.values().len() > MOST_RECOGNISED {
        return none;
    }
    if let Some((period, exception)) = candidate(engine.values()) {
        return report(engine, period, exception, Argument::None);
    }
    let arithmetic = with_cells!(engine.values(), list => arithmetic_period(list));
    arithmetic.map_or(none, |(period, saltus, last_exception)| PeriodReport {
        period: Some(period),
        saltus,
        last_exception,
        ..none
    })
}

/// The smallest p and the s > 0 with G(n + p) = G(n) + s in the last half of the values, and the last exception.
fn arithmetic_period<C: Cell>(list: &[C]) -> Option<(usize, u32, i64)> {
    let half = &list[list.len() / 2..];
    let steps: Vec<i64> =
        half.windows(2).map(|pair| i64::from(pair[1].get()) - i64::from(pair[0].get())).collect();
    let period = smallest_period(&steps)?;
    let saltus: i64 = steps.iter().take(period).sum();
    let saltus = u32::try_from(saltus).ok().filter(|&saltus| saltus > 0)?;
    let same = |a: &C, b: &C| u64::from(a.get()) + u64::from(saltus) == u64::from(b.get());
    let exception = last_exception(list, period, same).map_or(-1, |n| n as i64);
    Some((period, saltus, exception))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forgetful(code: &str, keep: usize) -> (Engine, Result<PeriodReport, PeriodStopped>) {
        let mut engine = Engine::new(code.parse().unwrap());
        engine.keep = Some(keep);
        let found = search(&mut engine, 1_000_000, &mut Budget::unlimited());
        (engine, found)
    }

    #[test]
    fn forgetting_changes_nothing() {
        let (engine, found) = forgetful("4.406", 20_000);
        let code = "4.406".parse().unwrap();
        let full = find_period_with(&mut Engine::new(code), 1_000_000, &mut Budget::unlimited());
        assert!(engine.base > 200_000, "{:?}", engine.statistics());
        let told = |report: PeriodReport| {
            (report.proved, report.period, report.last_exception, report.max_grundy)
        };
        assert_eq!(found.map(told), full.map(told));
    }

    #[test]
    fn a_period_longer_than_what_is_kept_is_not_found_wrong() {
        let (engine, found) = forgetful("4.064", 12_000);
        assert!(engine.base > 0, "{:?}", engine.statistics());
        assert!(engine.stuck || found.is_ok_and(|report| report.period.is_none()));
    }
}
