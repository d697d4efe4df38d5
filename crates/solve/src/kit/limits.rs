//! Limits on time and memory, the wish to stop, and progress.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use super::clock::{Clock, Instant};

/// The limits of a solver.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The longest it may take.
    pub time: Option<Duration>,
    /// The most memory its tables may take, in bytes.
    pub memory: Option<u64>,
    /// Set from elsewhere (Ctrl-C) to make it stop.
    pub stop: Arc<AtomicBool>,
    /// Set from elsewhere when the system counts more memory than there may be.
    pub full: Arc<AtomicBool>,
    /// The clock, if it is not the system's.
    pub clock: Option<Arc<dyn Clock>>,
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
    /// The position has more moves than can be listed; some are given.
    #[error("there are too many moves to list them all")]
    TooMany,
    /// The one method that was requested ended without an answer.
    #[error("the requested method does not decide it")]
    Unsettled,
}

/// What a solver found, or why it stopped without.
pub type Limited<T> = Result<T, Stopped>;

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
pub type Listener<'a> = &'a (dyn Fn(Progress) + Sync);

/// Keeps count of what a solver uses, and tells it when to stop. Threads that work together have a budget each, made
/// by [`Budget::fork`]; what one uses counts for all.
pub struct Budget<'a> {
    limits: Limits,
    /// The count of positions at which this work ends, as if its time were up.
    last_position: Option<u64>,
    listener: Listener<'a>,
    start: Instant,
    next_report: Duration,
    /// Positions not yet told to the others.
    fresh: u64,
    shared: Arc<Used>,
    done: (u64, u64),
}

/// What all threads together have used.
#[derive(Debug, Default)]
struct Used {
    positions: Arc<AtomicU64>,
    memory: AtomicU64,
}

/// The memory for tables if nobody says how much: they may fill all of it.
pub const USUAL_MEMORY: u64 = 4 << 30;

/// A position of a small board takes ten times as long as asking the clock, one of a large board many milliseconds:
/// every so many positions is cheap for the one and often enough for the other.
const CHECK_EVERY: u64 = 4;

impl Drop for Budget<'_> {
    fn drop(&mut self) {
        self.shared.positions.fetch_add(self.fresh, Ordering::Relaxed);
    }
}

impl<'a> Budget<'a> {
    /// A budget that starts now.
    pub fn new(limits: Limits, listener: Listener<'a>) -> Self {
        let next_report = Duration::from_secs(1);
        Budget {
            limits,
            last_position: None,
            listener,
            start: Instant::now(),
            next_report,
            fresh: 0,
            shared: Arc::default(),
            done: (0, 0),
        }
    }

    /// A budget for another thread at the same work: the same limits and the same counts, but a silent listener.
    pub fn fork(&self) -> Budget<'static> {
        Budget {
            limits: self.limits.clone(),
            last_position: self.last_position,
            listener: &|_| {},
            start: self.start,
            next_report: Duration::MAX,
            fresh: 0,
            shared: self.shared.clone(),
            done: (0, 0),
        }
    }

    /// A budget for work whose tables are gone when it is done, beside `others` of the same kind: the same time, a
    /// share of the memory that is counted on its own, and positions that count for all.
    pub fn apart(&self, others: usize) -> Budget<'static> {
        let mut budget = self.fork();
        budget.limits.memory = budget.limits.memory.map(|memory| memory / (others as u64 + 1));
        let positions = self.shared.positions.clone();
        budget.shared = Arc::new(Used { positions, memory: AtomicU64::new(0) });
        budget
    }

    /// A budget for work that may take no longer than this, however long there is left for all. It tells the same
    /// listener.
    pub fn within(&self, time: Duration) -> Budget<'a> {
        let until = self.elapsed().saturating_add(time);
        let mut budget: Budget<'a> = self.fork();
        budget.limits.time = Some(self.limits.time.map_or(until, |most| most.min(until)));
        (budget.listener, budget.next_report) = (self.listener, self.next_report);
        budget
    }

    /// A budget for work that may look at this many more positions, which gets equally far however busy the machine is.
    pub fn for_positions(&self, most: u64) -> Budget<'a> {
        let mut budget = self.within(Duration::MAX);
        // Positions that this budget has yet to add to the shared count are not the new one's.
        let last = self.shared.positions.load(Ordering::Relaxed).saturating_add(most);
        budget.last_position = Some(self.last_position.map_or(last, |other| other.min(last)));
        budget
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The memory that tables may take, used or not: the limit, or what is usual without one.
    pub fn memory(&self) -> u64 {
        self.limits.memory.unwrap_or(USUAL_MEMORY)
    }

    /// What is left of it.
    pub fn memory_left(&self) -> u64 {
        self.memory().saturating_sub(self.shared.memory.load(Ordering::Relaxed))
    }

    /// What is left of the limit, for what is not bounded without one.
    pub fn limit_left(&self) -> Option<u64> {
        self.limits.memory.map(|_| self.memory_left())
    }

    /// A budget without any limit, for tests and small work.
    pub fn unlimited() -> Budget<'static> {
        Budget::new(Limits::default(), &|_| {})
    }

    /// Counts a position that is looked at. Called before its moves are, so that a limit is noticed on the way down.
    pub fn visit(&mut self) -> Result<(), Stopped> {
        self.fresh += 1;
        if self.fresh >= CHECK_EVERY { self.check() } else { Ok(()) }
    }

    /// Counts many positions at once, for solvers that look at the clock themselves.
    pub fn count(&mut self, positions: u64) {
        self.fresh += positions;
    }

    /// Counts `bytes` of memory that are kept.
    pub fn keep(&mut self, bytes: usize) -> Result<(), Stopped> {
        let memory = self.shared.memory.fetch_add(bytes as u64, Ordering::Relaxed) + bytes as u64;
        if self.limits.memory.is_some_and(|most| memory > most) {
            Err(Stopped::Memory)
        } else {
            Ok(())
        }
    }

    /// Counts `bytes` of memory that were kept and are free again. Those that another budget counted are left out.
    pub fn release(&mut self, bytes: usize) {
        let less = |memory: u64| Some(memory.saturating_sub(bytes as u64));
        let _ = self.shared.memory.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
    }

    /// Looks at the clock and the wish to stop. Solvers with large steps call this themselves.
    pub fn check(&mut self) -> Result<(), Stopped> {
        let fresh = std::mem::take(&mut self.fresh);
        let positions = self.shared.positions.fetch_add(fresh, Ordering::Relaxed) + fresh;
        if self.limits.stop.load(Ordering::Relaxed) {
            return Err(Stopped::Interrupted);
        }
        if self.limits.full.load(Ordering::Relaxed) {
            return Err(Stopped::Memory);
        }
        let elapsed = self.elapsed();
        let is_last = self.last_position.is_some_and(|last| positions >= last);
        if is_last || self.limits.time.is_some_and(|most| elapsed >= most) {
            return Err(Stopped::Time);
        }
        if elapsed >= self.next_report {
            self.next_report = elapsed + Duration::from_secs(1);
            (self.listener)(self.progress());
        }
        Ok(())
    }

    fn elapsed(&self) -> Duration {
        match &self.limits.clock {
            None => self.start.elapsed(),
            Some(clock) => clock.elapsed(self.start),
        }
    }

    /// Records how much of the work is done.
    pub fn note(&mut self, done: u64, of: u64) {
        self.done = (done, of);
    }

    /// How much was used so far.
    pub fn progress(&self) -> Progress {
        let positions = self.shared.positions.load(Ordering::Relaxed) + self.fresh;
        let memory = self.shared.memory.load(Ordering::Relaxed);
        Progress { positions, memory, elapsed: self.elapsed(), done: self.done }
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
        budget.release(51);
        assert_eq!(budget.progress().memory, 50);
        assert_eq!(budget.keep(50), Ok(()));
        // What was kept on another budget is not free here.
        budget.release(101);
        assert_eq!(budget.progress().memory, 0);
    }

    #[test]
    fn so_many_positions_and_no_more() {
        let budget = &mut Budget::unlimited();
        budget.count(1000);
        let mut part = budget.for_positions(10);
        part.count(9);
        assert_eq!(part.check(), Ok(()));
        assert_eq!(part.for_positions(5).check(), Ok(()));
        part.count(1);
        assert_eq!(part.check(), Err(Stopped::Time));
        assert_eq!(part.for_positions(5).check(), Err(Stopped::Time));
        assert_eq!(budget.check(), Ok(()));
    }

    #[test]
    fn a_part_of_the_time_ends_before_the_whole() {
        let mut budget = Budget::unlimited();
        assert_eq!(budget.within(Duration::ZERO).check(), Err(Stopped::Time));
        assert_eq!(budget.within(Duration::from_secs(600)).check(), Ok(()));
        assert_eq!(budget.check(), Ok(()));
        let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        let limited = Budget::new(limits, &|_| {});
        assert_eq!(limited.within(Duration::from_secs(600)).check(), Err(Stopped::Time));
    }

    #[test]
    fn a_part_tells_the_same_listener() {
        let heard = AtomicU64::new(0);
        let listener = |_: Progress| {
            heard.fetch_add(1, Ordering::Relaxed);
        };
        let mut budget = Budget::new(Limits::default(), &listener);
        budget.next_report = Duration::ZERO;
        budget.within(Duration::from_secs(600)).check().unwrap();
        assert_eq!(heard.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn what_a_thread_uses_counts_for_all() {
        let limits = Limits { memory: Some(100), ..Limits::default() };
        let mut budget = Budget::new(limits, &|_| {});
        let mut other = budget.fork();
        std::thread::spawn(move || {
            assert_eq!(other.keep(60), Ok(()));
            assert_eq!(other.visit(), Ok(()));
        })
        .join()
        .unwrap();
        assert_eq!(budget.visit(), Ok(()));
        assert_eq!((budget.progress().positions, budget.progress().memory), (2, 60));
        assert_eq!(budget.keep(41), Err(Stopped::Memory));
    }

    #[test]
    fn work_apart_has_its_own_memory() {
        let limits = Limits { memory: Some(100), ..Limits::default() };
        let budget = Budget::new(limits, &|_| {});
        for _ in 0..3 {
            let mut part = budget.apart(1);
            assert_eq!(part.visit(), Ok(()));
            assert_eq!(part.keep(50), Ok(()));
            assert_eq!(part.keep(1), Err(Stopped::Memory));
        }
        assert_eq!((budget.progress().positions, budget.progress().memory), (3, 0));
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
        let limits = Limits::default();
        limits.full.store(true, Ordering::Relaxed);
        assert_eq!(Budget::new(limits, &|_| {}).check(), Err(Stopped::Memory));
    }
}
