//! Long work, a bounded amount of it: a few workers, a short queue, a limit of time and memory for each job. A job
//! tells its progress, keeps what it found out on the way, and stops when it is asked to or when nobody listens.
//!
//! Nobody starves: whoever has the fewest jobs running is served first, no client fills the whole queue, and one worker
//! more than the usual ones is there for clients who have nothing running while all the others are busy.

use std::collections::{HashMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use outplay::{Error, How, InputError, Limits, Listener, Partial, Progress, Run, Stop};
use outplay_page::limits;
use outplay_page::news::{self, ProgressReport};
use outplay_page::refusal::RefusalBody;
use outplay_page::work::{self, Task};
use serde::{Serialize, Serializer};
use serde_json::Value;
use tokio::sync::watch;

use super::error::Refusal;

/// How much may go on at once.
#[derive(Clone, Copy, Debug)]
pub struct JobLimits {
    /// Jobs that run at the same time; one more is for a client who has none running.
    pub workers: usize,
    /// Jobs that wait for a worker; more are refused.
    pub waiting: usize,
    /// The longest that a job may take.
    pub time: Duration,
    /// The most memory that the tables of one job may take, in bytes.
    pub memory: u64,
    /// The threads that one job may use.
    pub threads: usize,
}

/// Where a job stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Phase {
    /// No worker has begun.
    Waiting,
    /// A worker is running it.
    Running,
    /// The answer is there.
    Done,
    /// It makes no sense.
    Failed,
    /// Nobody wants the answer any more.
    Cancelled,
}

/// A job, as JSON.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Job"))]
pub struct Report {
    id: String,
    state: Phase,
    progress: Option<ProgressReport>,
    /// What is known so far.
    #[serde(serialize_with = "shared")]
    #[cfg_attr(test, schemars(with = "Option<serde_json::Map<String, Value>>"))]
    partial: Option<Arc<Value>>,
    /// The answer; with `stopped` if a limit cut it short.
    #[serde(serialize_with = "shared")]
    #[cfg_attr(test, schemars(with = "Option<work::Answer>"))]
    result: Option<Arc<Value>>,
    error: Option<RefusalBody>,
}

fn shared<S: Serializer>(value: &Option<Arc<Value>>, to: S) -> Result<S::Ok, S::Error> {
    value.as_deref().serialize(to)
}

/// How many jobs run and wait.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Load {
    running: usize,
    waiting: usize,
    workers: usize,
    most_waiting: usize,
}

impl Phase {
    pub fn is_over(self) -> bool {
        !matches!(self, Phase::Waiting | Phase::Running)
    }
}

/// What is to be told of a job.
#[derive(Clone, Debug)]
pub struct News {
    pub phase: Phase,
    progress: Option<ProgressReport>,
    /// What is known so far.
    partial: Option<Arc<Value>>,
    result: Option<Arc<Value>>,
    error: Option<RefusalBody>,
}

/// Who asked for a job, as far as that matters for taking turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Client(u64);

impl<T: Hash> From<T> for Client {
    fn from(name: T) -> Self {
        let mut hasher = DefaultHasher::new();
        name.hash(&mut hasher);
        Client(hasher.finish())
    }
}

/// A piece of work that somebody asked for.
pub struct Job {
    id: u64,
    client: Client,
    task: Task,
    stop: Stop,
    news: watch::Sender<News>,
    /// The bytes of its answer.
    size: AtomicUsize,
    last_asked: Mutex<Instant>,
}

impl Job {
    /// Somebody has asked how it stands.
    pub fn touch(&self) {
        *self.last_asked.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// Whether it goes on although nobody listens or has asked for a while.
    pub fn is_forgotten(&self) -> bool {
        let asked = *self.last_asked.lock().unwrap_or_else(PoisonError::into_inner);
        self.news.receiver_count() == 0 && asked.elapsed() >= FORGOTTEN
    }

    pub fn listen(&self) -> watch::Receiver<News> {
        self.news.subscribe()
    }

    /// Whether anybody but the one who asks is listening.
    pub fn has_other_listeners(&self) -> bool {
        self.news.receiver_count() > 1
    }

    /// How it stands.
    pub fn report(&self) -> Report {
        self.describe(&self.news.borrow())
    }

    pub fn describe(&self, news: &News) -> Report {
        Report {
            id: self.id.to_string(),
            state: news.phase,
            progress: news.progress.clone(),
            partial: news.partial.clone(),
            result: news.result.clone(),
            error: news.error.clone(),
        }
    }

    fn size(&self) -> usize {
        self.size.load(Ordering::Relaxed)
    }

    pub fn is_over(&self) -> bool {
        self.news.borrow().phase.is_over()
    }

    /// What is over stays so, and what was known on the way is forgotten.
    fn set_phase(&self, phase: Phase) {
        self.news.send_modify(|news| {
            if !news.phase.is_over() {
                news.phase = phase;
            }
            if phase.is_over() {
                news.partial = None;
            }
        });
    }
}

/// What a solver tells is news.
impl Listener for Job {
    fn progress(&self, progress: Progress) {
        self.news.send_modify(|news| news.progress = Some(progress.into()));
    }

    fn partial(&self, partial: Partial) {
        if let Some(known) = news::partial(partial) {
            self.news.send_modify(|news| news.partial = Some(Arc::new(known)));
        }
    }
}

/// All jobs, the workers' queue, and recent answers.
pub struct Jobs {
    bounds: JobLimits,
    state: Mutex<State>,
    work_to_do: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Arc<Job>>,
    /// Whose jobs the workers are at, whether still wanted or not.
    running: Vec<Client>,
    /// The newest last.
    jobs: VecDeque<Arc<Job>>,
    next_id: u64,
    answers: Answers,
    closed: bool,
}

/// Jobs that are remembered after their end, and answers kept for the next who asks.
const REMEMBERED: usize = 256;
/// Larger answers are not kept.
const LARGEST_ANSWER: usize = 256 << 10;
/// Nor are more of them than this many bytes; in memory they take several times as much.
const MOST_KEPT: usize = 4 << 20;

/// A job that nobody has asked about for so long is stopped.
pub const FORGOTTEN: Duration = Duration::from_secs(15);

impl Jobs {
    /// Starts the workers.
    pub fn start(bounds: JobLimits) -> std::io::Result<Arc<Jobs>> {
        let jobs = Arc::new(Jobs { bounds, state: Mutex::default(), work_to_do: Condvar::new() });
        for worker in 0..=bounds.workers {
            let (jobs, spare) = (jobs.clone(), worker == bounds.workers);
            std::thread::Builder::new().spawn(move || jobs.work(spare))?;
        }
        Ok(jobs)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing that holds the lock leaves the state half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a job, unless there are too many.
    pub fn submit(&self, task: Task, client: Client) -> Result<Arc<Job>, Refusal> {
        let mut state = self.lock();
        let known = state.answers.get(&task.key());
        let own = state.waiting.iter().filter(|job| job.client == client).count();
        let most = self.bounds.waiting;
        if known.is_none() && (state.waiting.len() >= most || own >= most - most / 4) {
            return Err(Refusal::busy(
                "the server is busy: too many computations are waiting, try again in a moment",
            ));
        }
        state.next_id += 1;
        let size = known.as_ref().map_or(0, |known| known.to_string().len());
        let phase = if known.is_some() { Phase::Done } else { Phase::Waiting };
        let news = News { phase, progress: None, partial: None, result: known, error: None };
        let job = Arc::new(Job {
            id: state.next_id,
            client,
            task,
            stop: Stop::default(),
            news: watch::Sender::new(news),
            size: AtomicUsize::new(size),
            last_asked: Mutex::new(Instant::now()),
        });
        state.jobs.push_back(job.clone());
        state.forget_old();
        if phase == Phase::Waiting {
            state.waiting.push_back(job.clone());
            // Not every worker may take it, so all are asked.
            self.work_to_do.notify_all();
        }
        Ok(job)
    }

    /// A recent answer, if it was whole.
    pub fn known(&self, task: &Task) -> Option<Arc<Value>> {
        self.lock().answers.get(&task.key())
    }

    /// A job by its number, if it is remembered.
    pub fn get(&self, id: u64) -> Option<Arc<Job>> {
        self.lock().jobs.iter().find(|job| job.id == id).cloned()
    }

    /// Stops a job that has not ended.
    pub fn cancel(&self, job: &Job) {
        job.stop.now();
        self.lock().waiting.retain(|other| other.id != job.id);
        job.set_phase(Phase::Cancelled);
    }

    /// Stops everything, for good.
    pub fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        for job in state.waiting.drain(..) {
            job.set_phase(Phase::Cancelled);
        }
        state.jobs.iter().for_each(|job| job.stop.now());
        self.work_to_do.notify_all();
    }

    /// How many jobs run and wait.
    pub fn load(&self) -> Load {
        let state = self.lock();
        Load {
            running: state.running.len(),
            waiting: state.waiting.len(),
            workers: self.bounds.workers,
            most_waiting: self.bounds.waiting,
        }
    }

    /// A worker's life.
    fn work(&self, spare: bool) {
        while let Some(job) = self.next(spare) {
            job.set_phase(Phase::Running);
            let outcome = catch_unwind(AssertUnwindSafe(|| self.run(&job)));
            self.finish(&job, outcome.unwrap_or_else(|_| Err(mistake())));
            self.lock().ended(job.client);
        }
    }

    fn next(&self, spare: bool) -> Option<Arc<Job>> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            let wanted = !spare || state.running.len() >= self.bounds.workers;
            if let Some(job) = wanted.then(|| state.take(spare)).flatten() {
                return Some(job);
            }
            state = self.work_to_do.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn run(&self, job: &Job) -> Result<Value, Error> {
        let how = How { threads: self.bounds.threads, ..How::default() };
        let limits = Limits { time: Some(self.bounds.time), memory: Some(self.bounds.memory) };
        let run = Run { limits, how, stop: job.stop.clone(), listener: job, ..limits::visit() };
        work::run(&job.task, &run)
    }

    fn finish(&self, job: &Job, outcome: Result<Value, Error>) {
        let cancelled = job.stop.is_wished();
        let result = outcome.map(Arc::new);
        if let (Ok(result), false) = (&result, cancelled) {
            let size = result.to_string().len();
            job.size.store(size, Ordering::Relaxed);
            self.lock().answers.keep(job.task.key(), result, size);
        }
        job.news.send_modify(|news| {
            news.partial = None;
            match (cancelled, result) {
                (true, _) => news.phase = Phase::Cancelled,
                (false, Ok(result)) => {
                    news.phase = Phase::Done;
                    news.result = Some(result);
                }
                (false, Err(error)) => {
                    news.phase = Phase::Failed;
                    news.error = Some(RefusalBody::from(&error));
                }
            }
        });
    }
}

impl State {
    /// The next job: the oldest of a client with the fewest running. The spare worker only takes a job whose client has
    /// nothing running.
    fn take(&mut self, spare: bool) -> Option<Arc<Job>> {
        let running =
            |client: Client| self.running.iter().filter(|&&other| other == client).count();
        let turns = self.waiting.iter().map(|job| running(job.client)).enumerate();
        let (place, ahead) = turns.min_by_key(|&(_, ahead)| ahead)?;
        if spare && ahead > 0 {
            return None;
        }
        let job = self.waiting.remove(place)?;
        self.running.push(job.client);
        Some(job)
    }

    /// A worker is free again.
    fn ended(&mut self, client: Client) {
        if let Some(place) = self.running.iter().position(|&other| other == client) {
            self.running.swap_remove(place);
        }
    }

    /// Forgets the oldest jobs that are over: too many, or too much to keep if nobody has asked for a while.
    fn forget_old(&mut self) {
        let mut surplus = self.jobs.len().saturating_sub(REMEMBERED);
        let mut bytes: usize = self.jobs.iter().map(|job| job.size()).sum();
        self.jobs.retain(|job| {
            let too_much = bytes > MOST_KEPT && job.is_forgotten();
            let forget = (surplus > 0 || too_much) && job.is_over();
            if forget {
                surplus = surplus.saturating_sub(1);
                bytes -= job.size();
            }
            !forget
        });
    }
}

/// Recent answers: undo, redo and a second visitor need no second search.
#[derive(Default)]
struct Answers {
    known: HashMap<String, Arc<Value>>,
    /// The newest last, with their sizes,
    order: VecDeque<(String, usize)>,
    /// and their sum.
    bytes: usize,
}

impl Answers {
    fn get(&self, key: &str) -> Option<Arc<Value>> {
        self.known.get(key).cloned()
    }

    /// Keeps an answer of this many bytes that no limit cut short.
    fn keep(&mut self, key: String, answer: &Arc<Value>, size: usize) {
        let whole = answer.get("stopped").is_none();
        if !whole || size > LARGEST_ANSWER || self.known.contains_key(&key) {
            return;
        }
        self.known.insert(key.clone(), answer.clone());
        self.order.push_back((key, size));
        self.bytes += size;
        while (self.order.len() > REMEMBERED || self.bytes > MOST_KEPT)
            && let Some((oldest, size)) = self.order.pop_front()
        {
            self.known.remove(&oldest);
            self.bytes -= size;
        }
    }
}

fn mistake() -> Error {
    InputError::plain("the solver failed: this is a bug in Outplay").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_of_answers_is_bounded() {
        let mut answers = Answers::default();
        let keep = |answers: &mut Answers, number: usize, text: usize| {
            let answer = Arc::new(Value::String("x".repeat(text)));
            answers.keep(number.to_string(), &answer, text + 2);
        };
        (0..1000).for_each(|number| keep(&mut answers, number, 5));
        assert_eq!((answers.known.len(), answers.bytes), (REMEMBERED, 7 * REMEMBERED));
        (1000..1100).for_each(|number| keep(&mut answers, number, 100_000));
        assert!(answers.bytes <= MOST_KEPT, "{}", answers.bytes);
        assert_eq!((answers.known.len(), answers.order.len()), (41, 41));
        assert!(answers.get("1099").is_some() && answers.get("1000").is_none());
        // Again the same, too large, or cut short.
        keep(&mut answers, 1099, 100_000);
        keep(&mut answers, 2000, LARGEST_ANSWER);
        answers.keep("cut".into(), &Arc::new(serde_json::json!({ "stopped": "time" })), 20);
        assert_eq!(answers.known.len(), 41);
    }
}
