//! The boards of a family or a stream, solved as many at a time as there are threads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use outplay_rules::error::InputError;
use outplay_rules::record::Record;
use outplay_rules::ruleset::Game;
use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::{AnyOracle, GameValue, How};

use super::boards::{Item, Items};
use crate::error::Error;
use crate::question::{Asked, Task};
use crate::view::picture::View;

/// A board of the family with its value, or why it has none.
#[derive(Clone, Debug)]
pub struct Row {
    /// The number chosen from each range.
    pub at: Vec<u32>,
    /// What the board is called.
    pub board: String,
    /// Its value.
    pub value: Result<GameValue, InputError>,
}

/// What asking one board gave: an answer, a limit that came first, or a question that does not fit the board.
pub type BoardResult<T> = Result<Result<T, Stopped>, InputError>;

/// What solving one board gave.
pub type Solved = BoardResult<GameValue>;

/// How one board is asked.
pub(crate) type One<'a, T> = &'a (dyn Fn(&Item, &How, &mut Budget) -> BoardResult<T> + Sync);

/// How many boards are solved at the same time.
pub(crate) struct Plan<'a> {
    /// Which solvers, on how many threads together.
    pub how: &'a How,
    /// Whether the answers are handed over in the order of the boards.
    pub ordered: bool,
    /// How many boards there are, if that is known.
    pub count: Option<u64>,
}

/// The most boards that a worker takes at once, and how long they should take together: small boards are taken in
/// batches, large ones one by one, so that no worker waits for another. Where there are few boards each is taken alone,
/// because the last ones may be much larger than the first.
const MOST_AT_ONCE: usize = 256;
const FEW: u64 = 4096;
const A_TRIP: Duration = Duration::from_millis(4);

/// How far ahead of the first unfinished board the others may work: finished boards wait in memory.
const AHEAD: usize = 1 << 16;

/// Boards that one worker has asked, with the index of the first.
type Trip<T> = (usize, Vec<(Item, BoardResult<T>)>);

/// What the workers share.
struct Shared<'a> {
    boards: Mutex<(usize, Items<'a>)>,
    /// Boards handed over so far.
    handed: AtomicUsize,
    /// Nobody takes more boards.
    over: AtomicBool,
    failed: Mutex<Option<InputError>>,
}

impl Shared<'_> {
    /// The next boards, with the index of the first.
    fn take(&self, most: usize, ordered: bool) -> (usize, Vec<Item>) {
        loop {
            let mut boards = self.boards.lock().unwrap_or_else(PoisonError::into_inner);
            let (first, over) = (boards.0, self.over.load(Ordering::Relaxed));
            if ordered && !over && first > self.handed.load(Ordering::Relaxed) + AHEAD {
                drop(boards);
                std::thread::sleep(Duration::from_millis(1));
                continue;
            }
            let mut items = Vec::new();
            while items.len() < most && !over {
                match boards.1.next() {
                    Some(Ok(item)) => items.push(item),
                    Some(Err(error)) => {
                        *self.failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                        self.over.store(true, Ordering::Relaxed);
                        break;
                    }
                    None => break,
                }
            }
            boards.0 += items.len();
            return (first, items);
        }
    }
}

/// Asks boards on several threads and hands the answers over. Says which limit stopped it. A board that cannot be read ends
/// the work once the answers before it are handed over.
pub(crate) fn ask_all<T: Send>(
    mut boards: Items,
    plan: Plan,
    budget: &mut Budget,
    one: One<T>,
    done: &mut dyn FnMut(Item, Result<T, InputError>) -> Result<(), Error>,
) -> Result<Option<Stopped>, Error> {
    if cfg!(target_family = "wasm") {
        return ask_here(boards, &plan, budget, one, done);
    }
    // Fewer boards than threads: then several threads work at one.
    let first: Vec<_> = boards.by_ref().take(plan.how.threads).collect();
    let workers = first.len();
    let how = &How { threads: plan.how.threads / workers.max(1), ..plan.how.clone() };
    let shared = &Shared {
        boards: Mutex::new((0, Box::new(first.into_iter().chain(boards)))),
        handed: AtomicUsize::new(0),
        over: AtomicBool::new(false),
        failed: Mutex::new(None),
    };
    let few = plan.count.is_some_and(|count| count <= FEW);
    let most_at_once = if few { 1 } else { MOST_AT_ONCE };
    let (send, receive) = mpsc::sync_channel::<Trip<T>>(4 * workers + 1);
    let stopped = std::thread::scope(|scope| {
        for _ in 0..workers {
            let (send, budget) = (send.clone(), budget.fork());
            let work = move || {
                let mut most = 1;
                loop {
                    let (index, items) = shared.take(most, plan.ordered);
                    if items.is_empty() {
                        break;
                    }
                    let start = Instant::now();
                    let mut trip = Vec::with_capacity(items.len());
                    let mut stopped = false;
                    for item in items {
                        let found = one(&item, how, &mut budget.apart(workers - 1));
                        stopped = matches!(found, Ok(Err(_)));
                        trip.push((item, found));
                        if stopped {
                            break;
                        }
                    }
                    if send.send((index, trip)).is_err() || stopped {
                        break;
                    }
                    let room = start.elapsed() * 2 < A_TRIP;
                    most = if room { (2 * most).min(most_at_once) } else { most.div_ceil(2) };
                }
            };
            // The solvers recurse once a move.
            let _ = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        }
        drop(send);
        let handed = hand_over(&receive, &plan, shared, budget, done);
        shared.over.store(true, Ordering::Relaxed);
        if handed.is_err() {
            // The receiver is gone: the boards in progress are not worth finishing.
            budget.limits().stop.store(true, Ordering::Relaxed);
        }
        // Wakes workers that wait to send: nobody receives any more.
        drop(receive);
        handed
    })?;
    if stopped.is_none()
        && let Some(error) = shared.failed.lock().unwrap_or_else(PoisonError::into_inner).take()
    {
        return Err(error.into());
    }
    Ok(stopped)
}

/// One board after the other, where there is one thread.
fn ask_here<T>(
    boards: Items,
    plan: &Plan,
    budget: &mut Budget,
    one: One<T>,
    done: &mut dyn FnMut(Item, Result<T, InputError>) -> Result<(), Error>,
) -> Result<Option<Stopped>, Error> {
    for (count, item) in boards.enumerate() {
        let item = item?;
        match one(&item, plan.how, &mut budget.apart(0)) {
            Ok(Ok(answer)) => done(item, Ok(answer))?,
            Ok(Err(stopped)) => return Ok(Some(stopped)),
            Err(error) => done(item, Err(error))?,
        }
        budget.note(count as u64 + 1, plan.count.unwrap_or(0));
        if let Err(stopped) = budget.check() {
            return Ok(Some(stopped));
        }
    }
    Ok(None)
}

/// Hands answers over until the workers are done. After a limit what they had found is still handed over.
fn hand_over<T>(
    receive: &mpsc::Receiver<Trip<T>>,
    plan: &Plan,
    shared: &Shared,
    budget: &mut Budget,
    done: &mut dyn FnMut(Item, Result<T, InputError>) -> Result<(), Error>,
) -> Result<Option<Stopped>, Error> {
    let mut early = BTreeMap::new();
    let (mut count, mut stopped) = (0, None);
    loop {
        match receive.recv_timeout(Duration::from_millis(200)) {
            Ok((index, trip)) => drop(early.insert(index, trip)),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                let taken = shared.boards.lock().unwrap_or_else(PoisonError::into_inner).0;
                return Ok(stopped.or((count < taken).then_some(Stopped::Interrupted)));
            }
        }
        while let Some(entry) = early.first_entry()
            && (!plan.ordered || *entry.key() == count)
        {
            for (item, found) in entry.remove() {
                match found {
                    Ok(Ok(answer)) => done(item, Ok(answer))?,
                    Ok(Err(why)) => {
                        stopped = stopped.or(Some(why));
                        shared.over.store(true, Ordering::Relaxed);
                        break;
                    }
                    Err(error) => done(item, Err(error))?,
                }
                count += 1;
            }
            shared.handed.store(count, Ordering::Relaxed);
        }
        budget.note(count as u64, plan.count.unwrap_or(0));
        // Boards may be so small that no worker looks at the clock during one.
        if let Err(why) = budget.check() {
            stopped = stopped.or(Some(why));
            shared.over.store(true, Ordering::Relaxed);
        }
    }
}

/// Searches recurse once a move; games on the largest boards have thousands.
const STACK: usize = 1 << 28;

/// The value alone, within a budget of one's own; of a hop game without a start, that of all its starts if they agree.
pub fn value(asked: &Asked, how: &How, budget: &mut Budget) -> Solved {
    if let Some(value) = asked.at_once(how) {
        return Ok(Ok(value));
    }
    let mut values = Vec::new();
    for case in asked.cases.all() {
        match asked.with_oracle(case, how, ValueTask { after: &asked.question.after, budget })? {
            Ok(value) => values.push(value),
            Err(stopped) => return Ok(Err(stopped)),
        }
    }
    match values[..] {
        [first, ref rest @ ..] if rest.iter().all(|value| *value == first) => Ok(Ok(first)),
        _ => Err(InputError::plain("the starts differ").help("choose one with --start")),
    }
}

struct ValueTask<'a, 'b> {
    after: &'a str,
    budget: &'a mut Budget<'b>,
}

impl Task for ValueTask<'_, '_> {
    type Output = Solved;

    fn run<'r, S: View>(self, mut oracle: AnyOracle<'r, S>, rules: &'r Game<S>) -> Self::Output {
        Ok(oracle.value(Record::after(rules, self.after)?.now(), self.budget))
    }
}
