//! Saving a search for a period and resuming it.
//!
//! As long as all values are kept it is the state of a nim-sequence (`state.rs`). After that the state has, for the question of its
//! code: how the last values were computed as there, the number of first values that are kept (8), the largest value so
//! far (4), the period found and where its window ends (8 and 8; 0 if it is still looked for), which checkpoint is looked
//! for (8), up to which heap (8), how many checkpoints there are (8), and of each its heap (8) and its window, whose length
//! follows from the code and the first values. The last checkpoint is where the search goes on.
//!
//! Reading computes the first values again, and refuses a rare value in any window.

use std::io::{self, Read, Write};

use outplay_rules::games::octal_code::OctalCode;

use super::engine::Engine;
use super::moves::HeapMoves;
use super::search::{PeriodSearch, Repeat};
use super::sparse::Sparse;
use super::state::{NIM_SEQUENCE, StateError, code_of, put_split, take_split};
use super::trail::{Checkpoint, Trail};
use super::values::Values;
use crate::kit::state_file::{StateReader, StateWriter};
use crate::limits::Budget;

/// What it is the state of.
const PERIOD_SEARCH: &str = "a period search";

/// No search keeps more first values than this.
const MOST_HEAD: usize = 1 << 27;

impl PeriodSearch {
    /// Writes what is known, for [`PeriodSearch::load`] to resume.
    pub fn save(&self, to: &mut impl Write) -> io::Result<()> {
        if self.engine.base == 0 {
            return self.engine.save(to);
        }
        let mut trail = self.trail.clone();
        // Memory that is freed at once is not counted.
        let _ = trail.add(&self.engine, &mut Budget::unlimited());
        let mut to = StateWriter::begin(to, PERIOD_SEARCH, &self.code().to_string())?;
        put_split(&mut to, &self.engine.statistics())?;
        to.put_number(self.engine.head.len())?;
        to.put(&self.engine.max_grundy().to_le_bytes())?;
        let found = self.found.unwrap_or(Repeat { period: 0, end: 0 });
        let numbers = [found.period, found.end, trail.landmark, trail.searched, trail.list.len()];
        numbers.into_iter().try_for_each(|number| to.put_number(number))?;
        for place in &trail.list {
            to.put_number(place.at)?;
            to.put(&place.window)?;
        }
        to.end()
    }

    /// Reads a saved search, or the state of an engine to go on from.
    pub fn load(from: &mut impl Read) -> Result<PeriodSearch, StateError> {
        let (mut from, kind, code) = StateReader::begin(from, &[PERIOD_SEARCH, NIM_SEQUENCE])?;
        if kind == NIM_SEQUENCE {
            return Ok(PeriodSearch::from_engine(Engine::read(from, &code)?));
        }
        let mut search = take_search(&mut from, code_of(&code)?)?;
        let (period, end) = (from.take_number()?, from.take_number()?);
        search.found = (period > 0).then_some(Repeat { period, end });
        search.trail = take_trail(&mut from, &search.engine)?;
        from.end()?;
        let Some(last) = search.trail.list.last() else {
            return Err(StateError::Damaged("there is no checkpoint"));
        };
        let keep = search.engine.keep;
        search.engine = search.engine.moved_to(last);
        search.engine.keep = keep;
        Ok(search)
    }
}

/// The engine with its first values and its split.
fn take_search<R: Read>(
    from: &mut StateReader<R>,
    code: OctalCode,
) -> Result<PeriodSearch, StateError> {
    let split = take_split(from, &HeapMoves::new(&code), MOST_HEAD)?;
    let head = from.take_number()?;
    let Some((rarity, since, witness)) = split.filter(|split| split.1.max(split.2) <= head) else {
        return Err(StateError::Damaged("there is no split into rare and common"));
    };
    if head == 0 || head > MOST_HEAD {
        return Err(StateError::Damaged("impossible number of first values"));
    }
    let mut engine = Engine::new(code);
    // Without limits nothing stops it.
    let _ = engine.extend_to(head - 1, &mut Budget::unlimited());
    let Values::Bytes(list) = &engine.values else {
        return Err(StateError::Damaged("the first values do not fit bytes"));
    };
    engine.head = list.clone();
    engine.sparse = Some(Box::new(Sparse::resumed(rarity, &engine.head, since, witness)));
    engine.max_grundy = engine.max_grundy.max(u32::from_le_bytes(from.take()?));
    Ok(PeriodSearch::from_engine(engine))
}

fn take_trail<R: Read>(from: &mut StateReader<R>, engine: &Engine) -> Result<Trail, StateError> {
    let (landmark, searched) = (from.take_number()?, from.take_number()?);
    let count = from.take_number()?;
    let mut trail = Trail { list: Vec::new(), landmark, searched };
    let rarity = engine.sparse.as_ref().map(|sparse| sparse.rarity);
    for _ in 0..count {
        let at = from.take_number()?;
        let window = from.take_list(engine.reach() as u64)?;
        let before = trail.list.last().map_or(2 * window.len(), |place: &Checkpoint| place.at);
        let mut heaps = (at.saturating_sub(window.len())..).zip(&window);
        let rare = heaps.any(|(n, &v)| rarity.is_none_or(|rarity| rarity.is_rare(n, v.into())));
        if at <= before || at > usize::MAX / 2 || rare {
            return Err(StateError::Damaged("a checkpoint has impossible values"));
        }
        trail.list.push(Checkpoint { at, window });
    }
    let last = trail.list.last().map_or(0, |place| place.at);
    match trail.list.get(landmark) {
        Some(mark) if mark.at <= searched && searched <= last => Ok(trail),
        _ => Err(StateError::Damaged("the landmark is not a checkpoint")),
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::heaps::period::PeriodReport;
    use crate::limits::{Limits, Stopped};

    fn saved(search: &PeriodSearch) -> Vec<u8> {
        let mut bytes = Vec::new();
        search.save(&mut bytes).unwrap();
        bytes
    }

    fn told(report: &PeriodReport) -> (bool, Option<usize>, i64, u32) {
        (report.proved, report.period, report.last_exception, report.max_grundy)
    }

    fn search(code: &str, kept: usize) -> PeriodSearch {
        PeriodSearch::with_kept(code.parse().unwrap(), kept)
    }

    /// Runs until the budget has been checked this many times.
    fn run_until(search: &mut PeriodSearch, looks: u64) -> Option<PeriodReport> {
        let limits = Limits::default();
        let (stop, left) = (limits.stop.clone(), Cell::new(looks));
        loop {
            let mut budget = Budget::new(limits.clone(), &|_| {});
            match search.step(3_000_000, &mut budget) {
                Ok(Some(report)) => return Some(report),
                Ok(None) => {}
                Err(stopped) => {
                    assert_eq!(stopped.why, Stopped::Interrupted);
                    return None;
                }
            }
            left.set(left.get().saturating_sub(1));
            stop.store(left.get() == 0, std::sync::atomic::Ordering::Relaxed);
        }
    }

    /// Killed and resumed at random points, it finds the same.
    #[test]
    fn killed_at_random_points() {
        let mut random = fastrand::Rng::with_seed(7);
        for (code, kept) in [("0.16", 50_000), ("4.064", 12_000), ("4.406", 20_000)] {
            let expected = told(&run_until(&mut search(code, 1 << 30), u64::MAX).unwrap());
            let (mut current, mut kills) = (search(code, kept), 0);
            let report = loop {
                if let Some(report) = run_until(&mut current, random.u64(1..=12)) {
                    break report;
                }
                kills += 1;
                current = PeriodSearch::load(&mut saved(&current).as_slice()).unwrap();
                current.engine.keep = Some(kept);
            };
            assert!(kills > 3 && current.engine.base > 0, "{code}: {kills} kills");
            assert_eq!(told(&report), expected, "{code} after {kills} kills");
            // Killed while it looks for the last exception.
            let mut current = PeriodSearch::load(&mut saved(&current).as_slice()).unwrap();
            assert!(current.found.is_some());
            assert_eq!(told(&run_until(&mut current, 1).unwrap()), expected, "{code}");
        }
    }

    #[test]
    fn damaged_searches_are_refused() {
        let mut search = search("0.104", 8_000);
        run_until(&mut search, 90);
        assert!(search.trail.list.len() > 2 && search.engine.base > 0);
        let good = saved(&search);
        assert!(PeriodSearch::load(&mut good.as_slice()).is_ok());
        assert!(matches!(Engine::load(&mut good.as_slice()), Err(StateError::Kind { .. })));
        let places =
            (0..200).chain((200..good.len()).step_by(97)).chain(good.len() - 8..good.len());
        for at in places {
            let mut bad = good.clone();
            bad[at] ^= 1 << (at % 8);
            assert!(PeriodSearch::load(&mut bad.as_slice()).is_err(), "byte {at} changed");
            assert!(PeriodSearch::load(&mut &good[..at]).is_err(), "cut at {at}");
        }
    }
}
