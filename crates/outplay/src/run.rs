//! How a question is to be answered: limits, progress, the wish to stop, and which files may be read.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use outplay_rules::error::InputError;
use outplay_rules::family::StreamOpener;
use outplay_rules::ruleset::Ruleset;
use outplay_solve::clock::Clock;
use outplay_solve::limits::{self, Budget, Progress, Stopped};
use outplay_solve::oracle::How;

use crate::door::family::Row;
use crate::door::values::Values;
use crate::error::Error;
use crate::readable::size;

/// What an answer may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The longest it may take.
    pub time: Option<Duration>,
    /// The most memory that tables may take, in bytes.
    pub memory: Option<u64>,
}

/// Any length of time and four gigabytes.
impl Default for Limits {
    fn default() -> Self {
        Limits { time: None, memory: Some(limits::USUAL_MEMORY) }
    }
}

/// A request to stop, which may come from another thread. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    wished: Arc<AtomicBool>,
    full: Arc<AtomicBool>,
}

impl Stop {
    /// Stops whatever was given this request, as soon as it looks.
    pub fn now(&self) {
        self.wished.store(true, Ordering::Relaxed);
    }

    /// Stops it as if its own count had reached the memory limit, for a caller who watches what the system counts.
    pub fn out_of_memory(&self) {
        self.full.store(true, Ordering::Relaxed);
    }

    /// Whether it was requested.
    pub fn is_wished(&self) -> bool {
        self.wished.load(Ordering::Relaxed)
    }
}

/// What is known before an answer is complete.
pub enum Partial<'a> {
    /// The boards of a table that are solved so far.
    Rows(&'a [Row]),
    /// The moves of a position that are valued so far.
    Values(&'a Values),
}

/// A listener for progress. `()` hears nothing.
pub trait Listener: Sync {
    /// Heard about once a second.
    fn progress(&self, _progress: Progress) {}
    /// Heard when more is known.
    fn partial(&self, _partial: Partial) {}
}

impl Listener for () {}

/// How a question is to be answered.
#[derive(Clone)]
pub struct Run<'a> {
    /// What it may cost.
    pub limits: Limits,
    /// Which solvers may answer, on how many threads.
    pub how: How,
    /// Whether the methods that were tried are to be told.
    pub explain: bool,
    /// The request to stop.
    pub stop: Stop,
    /// The clock that measures the limits, if it is not the system's.
    pub clock: Option<Arc<dyn Clock>>,
    /// Who hears about progress.
    pub listener: &'a dyn Listener,
    /// A file to resume the search from if it is there, and to save it to on the way, at the end and when stopped: for
    /// sequences, periods, and the searches of positional games.
    pub state: Option<PathBuf>,
    /// How the files that boards name are read.
    pub files: &'a (dyn Fn(&str) -> Result<String, InputError> + Sync),
    /// How files and pipes with a graph a line are opened; `-` is standard input.
    pub streams: StreamOpener<'a>,
    /// Looks at a game before anything is computed, and may refuse it.
    pub admit: &'a (dyn Fn(&Ruleset) -> Result<(), InputError> + Sync),
}

/// The usual limits, all cores, no listener, files from the disk.
impl Default for Run<'_> {
    fn default() -> Self {
        let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        Run {
            limits: Limits::default(),
            how: How { threads, ..How::default() },
            explain: false,
            stop: Stop::default(),
            clock: None,
            listener: &(),
            state: None,
            files: &read_file,
            streams: &open_stream,
            admit: &|_| Ok(()),
        }
    }
}

impl Run<'_> {
    /// Does work within the limits, on a stack that is large enough for it.
    pub fn work<T: Send>(
        &self,
        work: impl FnOnce(&mut Budget) -> Result<T, Error> + Send,
    ) -> Result<T, Error> {
        self.heard_by(&|_| {}, work)
    }

    /// The same, with another listener.
    pub(crate) fn heard_by<T: Send>(
        &self,
        other: &(dyn Fn(Progress) + Sync),
        work: impl FnOnce(&mut Budget) -> Result<T, Error> + Send,
    ) -> Result<T, Error> {
        on_large_stack(|| {
            let heard = |progress: Progress| {
                self.listener.progress(progress);
                other(progress);
            };
            work(&mut Budget::new(self.solver_limits(), &heard))
        })
        .unwrap_or(Err(Error::Limit(Stopped::Memory)))
    }

    /// Does work within the limits, on the stack that is there.
    pub fn here<T>(&self, work: impl FnOnce(&mut Budget) -> T) -> T {
        let heard = |progress| self.listener.progress(progress);
        work(&mut Budget::new(self.solver_limits(), &heard))
    }

    pub(crate) fn solver_limits(&self) -> limits::Limits {
        let Limits { time, memory } = self.limits;
        let Stop { wished, full } = self.stop.clone();
        limits::Limits { time, memory, stop: wished, full, clock: self.clock.clone() }
    }

    /// The memory that a checker may use.
    pub(crate) fn memory(&self) -> u64 {
        self.limits.memory.unwrap_or(u64::MAX)
    }
}

/// Searches recurse once a move; games on the largest boards have thousands. Only what is used takes memory.
const STACK: usize = 1 << 30;

thread_local! {
    static LARGE: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Does work on a stack that is large enough for any search; none if there is no memory for one. A thread that already
/// has such a stack does the work itself, and so does the only thread of a browser.
pub fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Option<T> {
    if LARGE.get() || cfg!(target_family = "wasm") {
        return Some(work());
    }
    let there = move || {
        LARGE.set(true);
        work()
    };
    std::thread::scope(|scope| {
        let thread =
            std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, there).ok()?;
        // A panic is a bug, and is reported as one.
        Some(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

/// Larger files cannot be boards.
const MAX_FILE: u64 = 64 << 20;

/// Opens a file that the user names, or standard input by the name `-`, to read it line by line.
pub fn open_stream(path: &str) -> Result<Box<dyn BufRead + Send>, InputError> {
    const BUFFER: usize = 1 << 16;
    if path == "-" {
        return Ok(Box::new(BufReader::with_capacity(BUFFER, std::io::stdin())));
    }
    let file = File::open(path).map_err(cannot_read(path))?;
    // A folder can be opened, and fails only when it is read.
    if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
        return Err(InputError::plain(format!("cannot read {path}: it is a folder")));
    }
    Ok(Box::new(BufReader::with_capacity(BUFFER, file)))
}

fn cannot_read(path: &str) -> impl Fn(std::io::Error) -> InputError {
    move |error| {
        let why = match error.kind() {
            std::io::ErrorKind::NotFound => "there is no such file".to_string(),
            std::io::ErrorKind::InvalidData => "it is not UTF-8 text".to_string(),
            _ => error.to_string(),
        };
        InputError::plain(format!("cannot read {path}: {why}"))
    }
}

/// The text of a file that the user names.
pub fn read_file(path: &str) -> Result<String, InputError> {
    let failed = cannot_read(path);
    let mut text = String::new();
    // The size that the system reports may be wrong: a device has none, and a file may grow.
    let file = File::open(path).map_err(&failed)?;
    let read = file.take(MAX_FILE + 1).read_to_string(&mut text).map_err(failed)?;
    if read as u64 > MAX_FILE {
        return Err(InputError::plain(format!("{path} is larger than {}", size(MAX_FILE))));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Deep enough to overflow the stack that a thread has by default.
    fn deep(n: u64) -> u64 {
        let here = std::hint::black_box([n; 64]);
        if n == 0 { 0 } else { 1 + deep(n - 1) + here[63] - n }
    }

    #[test]
    fn the_stack_is_large_and_is_made_once() {
        let (outer, inner) = on_large_stack(|| {
            let outer = std::thread::current().id();
            assert_eq!(deep(100_000), 100_000);
            (outer, on_large_stack(|| std::thread::current().id()).unwrap())
        })
        .unwrap();
        assert_eq!(outer, inner);
        assert_ne!(outer, std::thread::current().id());
    }

    #[test]
    fn a_wish_to_stop_is_shared() {
        let run = Run::default();
        let elsewhere = run.stop.clone();
        let found: Result<(), Error> = run.work(|budget| {
            elsewhere.now();
            Ok(budget.check()?)
        });
        assert!(matches!(found, Err(Error::Limit(Stopped::Interrupted))));
    }
}
