//! The backstop behind the limits. Solvers count what they use and watch the clock themselves. A solver that does not,
//! or that is in a step which cannot be interrupted, is ended here once it exceeds its time by a fifth and some
//! seconds, or its memory by a fifth, as the system counts it. Files being written are finished first. If the system
//! itself runs out of memory, the program ends as if the limit had been reached.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use outplay::{Stopped, is_writing};

use crate::cli::Common;
use crate::{exit, progress};

/// How often it looks: a search that touches a gigabyte a second takes 20 MB more in between.
const EVERY: Duration = Duration::from_millis(20);

/// On a busy machine a solver may look at the clock late, and its own report is better than one made here.
const MARGIN: Duration = Duration::from_secs(5);

/// The program itself, its stacks and the answer.
const PROGRAM: u64 = 48 << 20;

/// After a request to stop, the solver has this long to report what it knows.
const PATIENCE: Duration = Duration::from_secs(10);

/// The same once the memory limit is exceeded, which is more urgent.
const PATIENCE_FOR_MEMORY: Duration = Duration::from_secs(2);

/// Watches the limits until the program ends. `time` is none where `--time` bounds each part of the work and not the
/// whole.
pub fn start(common: &Common, time: Option<Duration>) {
    let json = common.json;
    let mut limits = Watch {
        time: time.map(|most| most + most / 5 + MARGIN),
        // The solver is stopped at an eighth above the limit, so that it has ended before a fifth.
        memory: common.memory.saturating_add(PROGRAM.max(common.memory / 8)),
        started: Instant::now(),
        interrupted: None,
        full: None,
    };
    // If the thread cannot start, the limits hold as well as each solver keeps them.
    let _ = std::thread::Builder::new().name("backstop".into()).spawn(move || {
        loop {
            std::thread::sleep(EVERY);
            if let Some(why) = limits.look().filter(|_| !is_writing()) {
                last_word(json, why);
            }
        }
    });
}

struct Watch {
    time: Option<Duration>,
    memory: u64,
    started: Instant,
    /// When a request to end the program was first seen.
    interrupted: Option<Instant>,
    /// When memory was first seen to exceed the limit.
    full: Option<Instant>,
}

impl Watch {
    /// Why the program has to end now, if it has to.
    fn look(&mut self) -> Option<Stopped> {
        if self.time.is_some_and(|most| self.started.elapsed() >= most) {
            return Some(Stopped::Time);
        }
        if resident().is_some_and(|bytes| bytes > self.memory) {
            progress::out_of_memory();
            let since = *self.full.get_or_insert_with(Instant::now);
            if since.elapsed() >= PATIENCE_FOR_MEMORY {
                return Some(Stopped::Memory);
            }
        } else {
            self.full = None;
        }
        if progress::is_interrupted() {
            let since = *self.interrupted.get_or_insert_with(Instant::now);
            if since.elapsed() >= PATIENCE {
                return Some(Stopped::Interrupted);
            }
        }
        None
    }
}

/// Ends the program with what can be said.
fn last_word(json: bool, why: Stopped) -> ! {
    if json && !exit::has_printed() {
        exit::print_json(&serde_json::json!({ "winner": null, "stopped": why.to_string() }));
    }
    exit::tell(&format!("stopped: {why}, during a step that could not be interrupted"));
    std::process::exit(outplay::answer::Ended::Limit.exit_code().into())
}

/// Whether an object is due on standard output.
static JSON: AtomicBool = AtomicBool::new(false);

/// A failed allocation or a stack overflow aborts the program, which leaves time for a few words only. They are
/// reported as a limit, and the exit code is that of a limit.
#[cfg(unix)]
#[allow(unsafe_code, reason = "a signal")]
pub fn end_aborts_in_words(json: bool) {
    JSON.store(json, Ordering::Relaxed);
    let handler = aborted as extern "C" fn(libc::c_int);
    // SAFETY: the handler writes and ends the process, which a handler may.
    unsafe { libc::signal(libc::SIGABRT, handler as libc::sighandler_t) };
}

#[cfg(not(unix))]
pub fn end_aborts_in_words(_json: bool) {}

#[cfg(unix)]
#[allow(unsafe_code, reason = "a signal")]
extern "C" fn aborted(_signal: libc::c_int) {
    const OBJECT: &[u8] = b"{\"winner\":null,\"stopped\":\"the memory limit was reached\"}\n";
    const WORDS: &[u8] = b"stopped: the system has no more memory for this\n";
    // SAFETY: both calls are async-signal-safe, and the bytes are static.
    unsafe {
        if JSON.load(Ordering::Relaxed) && !exit::has_printed() {
            libc::write(libc::STDOUT_FILENO, OBJECT.as_ptr().cast(), OBJECT.len());
        }
        libc::write(libc::STDERR_FILENO, WORDS.as_ptr().cast(), WORDS.len());
        libc::_exit(outplay::answer::Ended::Limit.exit_code().into())
    }
}

/// The memory that the system has given to this program, in bytes, where it tells.
#[cfg(target_os = "linux")]
fn resident() -> Option<u64> {
    let told = std::fs::read_to_string("/proc/self/status").ok()?;
    let kilobytes = told.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(kilobytes.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}

#[cfg(not(target_os = "linux"))]
fn resident() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watch(time: Option<Duration>, memory: u64) -> Watch {
        Watch { time, memory, started: Instant::now(), interrupted: None, full: None }
    }

    #[test]
    fn time_and_memory_are_seen() {
        assert_eq!(watch(None, u64::MAX).look(), None);
        assert_eq!(watch(Some(Duration::from_secs(600)), u64::MAX).look(), None);
        assert_eq!(watch(Some(Duration::ZERO), u64::MAX).look(), Some(Stopped::Time));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn memory_is_what_the_system_counts() {
        let before = resident().unwrap();
        let taken = std::hint::black_box(vec![1_u8; 64 << 20]);
        let after = resident().unwrap();
        assert!(after >= before + (60 << 20), "{before} {after} {}", taken.len());
        let mut full = watch(None, after / 2);
        assert_eq!(full.look(), None);
        full.full = Instant::now().checked_sub(PATIENCE_FOR_MEMORY);
        assert_eq!(full.look(), Some(Stopped::Memory));
    }
}
