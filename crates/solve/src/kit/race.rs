//! Several threads on one question.
//!
//! Each thread searches the whole question, in an order of its own, and uses what the others have found. The first
//! answer counts.

use std::sync::atomic::{AtomicBool, Ordering};

use super::halt::Halt;
use super::limits::Budget;

/// Helpers recurse as deep as the thread that asks. Only what is used takes memory.
const STACK: usize = 1 << 28;

/// Searches here and by helpers at once. `done` is set when there is an answer or this thread gives up: then the others give up too,
/// with [`Halt::Enough`]. If nobody has an answer, the reason is why this thread gave up.
pub fn race<T: Send, H: FnOnce(&mut Budget) -> Result<T, Halt> + Send>(
    done: &AtomicBool,
    budget: &mut Budget,
    here: impl FnOnce(&mut Budget) -> Result<T, Halt>,
    helpers: impl IntoIterator<Item = H>,
) -> Result<T, Halt> {
    done.store(false, Ordering::Relaxed);
    let answer = std::thread::scope(|scope| {
        let helpers: Vec<_> = helpers
            .into_iter()
            .filter_map(|search| {
                let mut budget = budget.fork();
                let help = move || {
                    let answer = search(&mut budget);
                    if answer.is_ok() {
                        done.store(true, Ordering::Relaxed);
                    }
                    answer
                };
                // If a thread cannot start, the others do the work.
                std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, help).ok()
            })
            .collect();
        let ours = here(budget);
        // Whatever it was, there is nothing to wait for.
        done.store(true, Ordering::Relaxed);
        // A helper that panicked has no answer.
        let theirs = helpers.into_iter().filter_map(|helper| helper.join().ok());
        theirs.fold(ours, |best, answer| if best.is_ok() { best } else { answer.or(best) })
    });
    done.store(false, Ordering::Relaxed);
    answer
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Stopped;

    #[test]
    fn the_first_answer_counts_and_ends_the_others() {
        let done = AtomicBool::new(true);
        let mut budget = Budget::unlimited();
        for winner in 0..3 {
            let search = |thread: u64| {
                let done = &done;
                move |_: &mut Budget| {
                    while thread != winner && !done.load(Ordering::Relaxed) {
                        std::thread::yield_now();
                    }
                    if thread == winner { Ok(thread) } else { Err(Halt::Enough) }
                }
            };
            let answer = race(&done, &mut budget, search(0), [search(1), search(2)]);
            assert_eq!(answer, Ok(winner));
            assert!(!done.load(Ordering::Relaxed), "the next question may be asked");
        }
    }

    #[test]
    fn why_the_asking_thread_gave_up_is_told() {
        let (done, mut budget) = (AtomicBool::new(false), Budget::unlimited());
        let time = |_: &mut Budget| -> Result<(), Halt> { Err(Stopped::Time.into()) };
        let enough = |_: &mut Budget| -> Result<(), Halt> { Err(Halt::Enough) };
        assert_eq!(race(&done, &mut budget, time, [enough]), Err(Stopped::Time.into()));
    }
}
