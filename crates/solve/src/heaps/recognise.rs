//! Periods, proper or arithmetic, that hold as far as was computed.

use super::engine::Engine;
use super::period::{Argument, PeriodReport, exception_of, report};
use super::suffix::{last_exception, smallest_period};
use super::values::{Cell, Values, with_cells};

/// The smallest period of the last half of the values that is at most a quarter of them, and its last exception.
pub(crate) fn candidate(values: &Values) -> Option<(usize, i64)> {
    with_cells!(values, list => {
        let period = smallest_period(&list[list.len() / 2..])?;
        Some((period, exception_of(list, period)))
    })
}

/// Among more values than this no unproved period is searched for: the search would take more memory than the values.
const MOST_RECOGNISED: usize = 1 << 24;

/// A period, proper or arithmetic, that holds as far as was computed but is not proved.
pub(crate) fn recognise(engine: &Engine) -> PeriodReport {
    let none =
        PeriodReport { proved: false, period: None, ..report(engine, 0, -1, Argument::None) };
    if engine.base > 0 || engine.values().len() > MOST_RECOGNISED {
        return none;
    }
    if let Some((period, exception)) = candidate(engine.values()) {
        return report(engine, period, exception, Argument::None);
    }
    arithmetic_period(engine.values()).map_or(none, |(period, saltus, last_exception)| {
        PeriodReport { period: Some(period), saltus, last_exception, ..none }
    })
}

/// The smallest p and the s > 0 with G(n + p) = G(n) + s in the last half of the values, and the last exception.
pub(crate) fn arithmetic_period(values: &Values) -> Option<(usize, u32, i64)> {
    with_cells!(values, list => arithmetic_of(list))
}

fn arithmetic_of<C: Cell>(list: &[C]) -> Option<(usize, u32, i64)> {
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
