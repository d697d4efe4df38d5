//! Limits on time and memory, the wish to stop, and progress.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a solver may use.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The longest it may take.
    pub time: Option<Duration>,
    /// The most memory its tables may take, in bytes.
    pub memory: Option<u64>,
    /// Set from elsewhere (Ctrl-C) to make it stop.
    pub stop: Arc<AtomicBool>,
}

/// Why a solver stopped without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    /// The time was up.
    #[error("the time limit was reached")]
    Time,
    /// The tables were full.
    #[error("the memory limit was reached")]
    Memory,
    /// It was asked to stop.
    #[error("it was interrupted")]
    Interrupted,
}

/// What a solver tells about its work from time to time.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Positions looked at so far.
    pub positions: u64,
    /// Bytes in tables, estimated.
    pub memory: u64,
    /// Time used so far.
    pub elapsed: Duration,
    /// Of the moves at the root (or the cells of a table), how many are done, and how many there are.
    pub done: (u64, u64),
}

/// Called with progress about once a second.
pub type Listener<'a> = &'a dyn Fn(Progress);

/// Keeps count of what a solver uses, and tells it when to stop.
pub struct Budget<'a> {
    limits: Limits,
    listener: Listener<'a>,
    start: Instant,
    next_report: Duration,
    positions: u64,
    memory: u64,
    done: (u64, u64),
}

/// A position of a small board takes ten times as long as asking the clock, one of a large board many milliseconds:
/// every so many positions is cheap for the one and often enough for the other.
const CHECK_EVERY: u64 = 4;

impl<'a> Budget<'a> {
    /// A budget that starts now.
    pub fn new(limits: Limits, listener: Listener<'a>) -> Self {
        let next_report = Duration::from_secs(1);
        Budget {
            limits,
            listener,
            start: Instant::now(),
            next_report,
            positions: 0,
            memory: 0,
            done: (0, 0),
        }
    }

    /// A budget without any limit, for tests and small work.
    pub fn unlimited() -> Budget<'static> {
        Budget::new(Limits::default(), &|_| {})
    }

    /// Counts a position that is looked at. Called before its moves are, so that a limit is noticed on the way down.
    pub fn visit(&mut self) -> Result<(), Stopped> {
        self.positions += 1;
        if self.positions.is_multiple_of(CHECK_EVERY) { self.check() } else { Ok(()) }
    }

    /// Counts many positions at once, for solvers that look at the clock themselves.
    pub fn count(&mut self, positions: u64) {
        self.positions += positions;
    }

    /// Counts `bytes` of memory that are kept.
    pub fn keep(&mut self, bytes: usize) -> Result<(), Stopped> {
        self.memory += bytes as u64;
        if self.limits.memory.is_some_and(|most| self.memory > most) {
            Err(Stopped::Memory)
        } else {
            Ok(())
        }
    }

    /// Looks at the clock and the wish to stop. Solvers with large steps call this themselves.
    pub fn check(&mut self) -> Result<(), Stopped> {
        if self.limits.stop.load(Ordering::Relaxed) {
            return Err(Stopped::Interrupted);
        }
        let elapsed = self.start.elapsed();
        if self.limits.time.is_some_and(|most| elapsed >= most) {
            return Err(Stopped::Time);
        }
        if elapsed >= self.next_report {
            self.next_report = elapsed + Duration::from_secs(1);
            (self.listener)(self.progress());
        }
        Ok(())
    }

    /// Notes how much of the work is done.
    pub fn note(&mut self, done: u64, of: u64) {
        self.done = (done, of);
    }

    /// How much was used so far.
    pub fn progress(&self) -> Progress {
        let (positions, memory) = (self.positions, self.memory);
        Progress { positions, memory, elapsed: self.start.elapsed(), done: self.done }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_respected() {
        let limits = Limits { memory: Some(100), ..Limits::default() };
        let mut budget = Budget::new(limits, &|_| {});
        assert_eq!(budget.keep(100), Ok(()));
        assert_eq!(budget.keep(1), Err(Stopped::Memory));
    }

    #[test]
    fn time_and_interruption() {
        let mut budget =
            Budget::new(Limits { time: Some(Duration::ZERO), ..Limits::default() }, &|_| {});
        assert_eq!(budget.check(), Err(Stopped::Time));
        let limits = Limits::default();
        let stop = limits.stop.clone();
        let mut budget = Budget::new(limits, &|_| {});
        assert_eq!(budget.check(), Ok(()));
        stop.store(true, Ordering::Relaxed);
        let stopped = (0..CHECK_EVERY).find_map(|_| budget.visit().err());
        assert_eq!(stopped, Some(Stopped::Interrupted));
    }
}
