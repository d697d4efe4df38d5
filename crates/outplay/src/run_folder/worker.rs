//! A worker: unit after unit, until none is left.

use std::fs::File;
use std::time::{Duration, Instant};

use outplay_solve::limits::Stopped;

use super::question::Catalogue;
use super::unit::UnitEnd;
use super::{Folder, RunStatus};
use crate::error::Error;
use crate::run::{Limits, Run};

/// What a worker did.
#[derive(Clone, Debug)]
pub struct Worked {
    /// When it began.
    start: Instant,
    /// Units whose rows it wrote.
    pub written: usize,
    /// Units whose second result differed.
    pub alarms: usize,
    /// The limit that came before the end.
    pub stopped: Option<Stopped>,
}

impl Folder {
    /// Computes units until all are done, beside any number of others who do the same. A unit is claimed by a file, so that
    /// others take another; a claim is no promise, and in the end units that were claimed and not done are computed by whoever
    /// is left.
    pub fn work(
        &self,
        catalogue: &dyn Catalogue,
        run: &Run,
        told: &mut dyn FnMut(usize, &UnitEnd),
    ) -> Result<Worked, Error> {
        self.check_list()?;
        let mut worked = Worked { start: Instant::now(), written: 0, alarms: 0, stopped: None };
        for claimed_too in [false, true] {
            for unit in 0..self.units() {
                if self.is_done(unit) || !(self.claim(unit) || claimed_too) {
                    continue;
                }
                if !self.one(unit, false, catalogue, run, told, &mut worked)? {
                    return Ok(worked);
                }
            }
        }
        Ok(worked)
    }

    /// The same, and then the items that met a limit once more, with four times as much time.
    pub fn resume(
        &self,
        catalogue: &dyn Catalogue,
        run: &Run,
        told: &mut dyn FnMut(usize, &UnitEnd),
    ) -> Result<Worked, Error> {
        let mut worked = self.work(catalogue, run, told)?;
        if worked.stopped.is_some() {
            return Ok(worked);
        }
        for unit in 0..self.units() {
            if self.limited(unit) > 0 && !self.one(unit, true, catalogue, run, told, &mut worked)? {
                break;
            }
        }
        Ok(worked)
    }

    /// One unit within what is left of the worker's time. Says whether there is time for another.
    fn one(
        &self,
        unit: usize,
        again: bool,
        catalogue: &dyn Catalogue,
        run: &Run,
        told: &mut dyn FnMut(usize, &UnitEnd),
        worked: &mut Worked,
    ) -> Result<bool, Error> {
        let left = run.limits.time.map(|time| time.saturating_sub(worked.start.elapsed()));
        let stopped = match left {
            _ if run.stop.is_wished() => Some(Stopped::Interrupted),
            Some(Duration::ZERO) => Some(Stopped::Time),
            _ => None,
        };
        if stopped.is_some() {
            worked.stopped = stopped;
            self.release(unit);
            return Ok(false);
        }
        let run = &Run { limits: Limits { time: left, ..run.limits }, ..run.clone() };
        match self.listed_unit(unit, again, catalogue, run) {
            Ok(end) => {
                told(unit, &end);
                worked.written += usize::from(matches!(end, UnitEnd::Written { .. }));
                worked.alarms += usize::from(matches!(end, UnitEnd::Alarm(_)));
                Ok(true)
            }
            Err(Error::Limit(stopped)) => {
                worked.stopped = Some(stopped);
                self.release(unit);
                Ok(false)
            }
            Err(error) => {
                self.release(unit);
                Err(error)
            }
        }
    }

    /// Whether nobody had claimed the unit before.
    fn claim(&self, unit: usize) -> bool {
        File::create_new(self.claim_path(unit)).is_ok()
    }

    fn release(&self, unit: usize) {
        let _ = std::fs::remove_file(self.claim_path(unit));
    }

    /// The rows of a unit that met a limit.
    fn limited(&self, unit: usize) -> usize {
        RunStatus::of_unit(self, unit).map_or(0, |unit| unit.limited)
    }
}
