//! Work that may take long: done on a thread of its own with a large stack, while the interpreter is free.
//!
//! The thread that asked waits on a condition, so that a short answer costs no more than waking it up. From time to time it
//! looks whether the user has interrupted, and tells about progress.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use outplay::answer::Reply;
use outplay::{Error, How, InputError, Limits, Listener, Progress, Stop, Stopped};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

use super::answer::Answer;
use super::errors::{self, Interrupted};

/// How often the thread that asked looks up from waiting.
const LOOK_UP: Duration = Duration::from_millis(50);

/// How a question is to be answered.
#[pyclass(frozen, module = "outplay._outplay")]
pub struct Run {
    limits: Limits,
    how: How,
    progress: Option<Py<PyAny>>,
}

/// How many threads there are, asked once: the system takes longer to say than a small game to solve.
fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, |cores| cores.get()))
}

#[pymethods]
impl Run {
    /// Limits in seconds and bytes, the number of threads, and a function that hears about progress.
    #[new]
    #[pyo3(signature = (time=None, memory=None, threads=None, progress=None, *, plain=false, outcome_only=false))]
    fn new(
        time: Option<f64>,
        memory: Option<u64>,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
        plain: bool,
        outcome_only: bool,
    ) -> PyResult<Self> {
        let seconds = |time: f64| {
            Duration::try_from_secs_f64(time)
                .map_err(|_| errors::wrong(format!("time={time} is not a number of seconds")))
        };
        if threads == Some(0) {
            return Err(errors::wrong("threads=0: at least one thread is needed"));
        }
        let threads = threads.unwrap_or_else(cores);
        let how = How { threads, outcome_only, theorems: !plain, ..How::default() };
        Ok(Run {
            limits: Limits {
                time: time.map(seconds).transpose()?,
                memory: memory.or(Limits::default().memory),
            },
            how: if plain { how.plain() } else { how },
            progress,
        })
    }
}

/// Remembers the latest progress until somebody asks.
#[derive(Default)]
struct Latest(Mutex<Option<Progress>>);

impl Listener for Latest {
    fn progress(&self, progress: Progress) {
        *locked(&self.0) = Some(progress);
    }
}

/// What a thread left behind when it panicked is still whole: each lock is held for one assignment.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Something that is filled by one thread and awaited by another.
struct Slot<T> {
    filled: Mutex<Option<T>>,
    condition: Condvar,
}

impl<T> Slot<T> {
    fn new() -> Arc<Self> {
        Arc::new(Slot { filled: Mutex::new(None), condition: Condvar::new() })
    }

    fn fill(&self, value: T) {
        *locked(&self.filled) = Some(value);
        self.condition.notify_one();
    }

    fn wait(&self, time: Duration) -> Option<T> {
        let empty = |filled: &mut Option<T>| filled.is_none();
        let waited = self.condition.wait_timeout_while(locked(&self.filled), time, empty);
        waited.unwrap_or_else(PoisonError::into_inner).0.take()
    }
}

type Job = Box<dyn FnOnce() + Send>;

/// Threads that wait for work. A process that was forked off has none of them.
struct Idle {
    process: u32,
    threads: Vec<Sender<Job>>,
}

static IDLE: Mutex<Idle> = Mutex::new(Idle { process: 0, threads: Vec::new() });

/// More threads than this do not wait for further work.
const MOST_IDLE: usize = 16;

fn idle() -> MutexGuard<'static, Idle> {
    let mut idle = locked(&IDLE);
    let process = std::process::id();
    if idle.process != process {
        // Threads of the parent are not ours; forgetting them unjoined is all that can be done.
        std::mem::take(&mut idle.threads).into_iter().for_each(std::mem::forget);
        idle.process = process;
    }
    idle
}

fn serve(own: Sender<Job>, jobs: Receiver<Job>) {
    while let Ok(job) = jobs.recv() {
        job();
        let mut idle = idle();
        if idle.threads.len() >= MOST_IDLE {
            return;
        }
        idle.threads.push(own.clone());
    }
}

/// Gives a job to a thread that waits, or to a new one. None if there is no room for one.
fn give(job: Job) -> Option<()> {
    let waiting = idle().threads.pop();
    let job = match waiting {
        Some(thread) => match thread.send(job) {
            Ok(()) => return Some(()),
            Err(unsent) => unsent.0,
        },
        None => job,
    };
    let (send, receive) = channel::<Job>();
    let own = send.clone();
    let work = move || outplay::on_large_stack(move || serve(own, receive));
    std::thread::Builder::new().name("outplay".into()).spawn(work).ok()?;
    send.send(job).ok()
}

/// What came of some work, and whether the user interrupted it.
pub struct Done<T> {
    /// What came of it.
    pub result: T,
    /// Whether it was interrupted.
    pub interrupted: bool,
}

/// Does work while the interpreter is free. Exceptions of signal handlers and of whoever hears about progress end the work
/// and are raised; an interruption ends it, and what is known is given.
pub fn done<T: Send + 'static>(
    py: Python<'_>,
    run: &Run,
    work: impl FnOnce(&outplay::Run<'_>) -> T + Send + 'static,
) -> PyResult<Done<T>> {
    let stop = Stop::default();
    let latest = Arc::new(Latest::default());
    let slot = Slot::new();
    let job = {
        let (stop, latest, slot) = (stop.clone(), latest.clone(), slot.clone());
        let (limits, how) = (run.limits, run.how.clone());
        move || {
            // Every field is named: the default asks the system for its cores, which takes longer than a small game.
            let run = outplay::Run {
                limits,
                how,
                explain: false,
                stop,
                clock: None,
                listener: &*latest,
                state: None,
                files: &outplay::read_file,
                streams: &outplay::open_stream,
                admit: &|_| Ok(()),
            };
            slot.fill(catch_unwind(AssertUnwindSafe(|| work(&run))));
        }
    };
    give(Box::new(job)).ok_or_else(|| errors::limit(Stopped::Memory))?;
    let mut failed: Option<PyErr> = None;
    let result = loop {
        if let Some(result) = py.detach(|| slot.wait(LOOK_UP)) {
            break result;
        }
        let heard = locked(&latest.0).take();
        if let Err(error) = py.check_signals().and_then(|()| tell(py, run, heard)) {
            stop.now();
            failed.get_or_insert(error);
        }
    };
    let interrupted = match failed {
        Some(error) if error.is_instance_of::<PyKeyboardInterrupt>(py) => true,
        Some(error) => return Err(error),
        None => false,
    };
    let result = result.map_err(|panic| errors::mistake(panic_words(&*panic)))?;
    Ok(Done { result, interrupted })
}

fn tell(py: Python<'_>, run: &Run, heard: Option<Progress>) -> PyResult<()> {
    let (Some(progress), Some(function)) = (heard, &run.progress) else { return Ok(()) };
    let Progress { positions, memory, elapsed, done: (done, of) } = progress;
    function.call1(py, (positions, memory, elapsed.as_secs_f64(), done, of)).map(|_| ())
}

fn panic_words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| text.to_string());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".into())
}

/// What came of some work, or the exception that says why nothing did.
pub fn result<T: Send + 'static>(
    py: Python<'_>,
    run: &Run,
    work: impl FnOnce(&outplay::Run<'_>) -> Result<T, Error> + Send + 'static,
) -> PyResult<Done<T>> {
    let Done { result, interrupted } = done(py, run, work)?;
    match result {
        Ok(result) => Ok(Done { result, interrupted }),
        Err(Error::Limit(Stopped::Interrupted)) if interrupted => {
            Err(Interrupted::new_err((Stopped::Interrupted.to_string(),)))
        }
        Err(error) => Err(errors::error(&error)),
    }
}

/// The same where nothing is known before all is: an interruption is one, even if the work was done just then.
pub fn finished<T: Send + 'static>(
    py: Python<'_>,
    run: &Run,
    work: impl FnOnce(&outplay::Run<'_>) -> Result<T, Error> + Send + 'static,
) -> PyResult<T> {
    let Done { result, interrupted } = result(py, run, work)?;
    if interrupted {
        return Err(Interrupted::new_err((Stopped::Interrupted.to_string(),)));
    }
    Ok(result)
}

/// The answer to a question. If the user interrupts, the exception says what is known.
pub fn answer<T: Reply + Send + Sync + 'static>(
    py: Python<'_>,
    run: &Run,
    work: impl FnOnce(&outplay::Run<'_>) -> Result<T, Error> + Send + 'static,
) -> PyResult<Answer> {
    let Done { result, interrupted } = result(py, run, work)?;
    let answer = Answer::new(result);
    if interrupted {
        return Err(Interrupted::new_err((Stopped::Interrupted.to_string(), answer)));
    }
    Ok(answer)
}

/// Text that names something, read.
pub fn read<T: std::str::FromStr<Err = InputError>>(text: &str) -> PyResult<T> {
    text.parse().map_err(|error| errors::input(&error))
}
