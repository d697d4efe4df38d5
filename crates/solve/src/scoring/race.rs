//! Several threads at one question.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::limits::{Budget, Stopped};

/// Asks a question by so many threads. Each searches the whole, in another order; what one finds out spares the others, and
/// `done` tells them when there is an answer.
pub(super) fn race<T: Send>(
    threads: usize,
    done: &AtomicBool,
    budget: &mut Budget,
    search: impl Fn(u64, &mut Budget) -> Result<T, Stopped> + Sync,
) -> Result<T, Stopped> {
    done.store(false, Ordering::Relaxed);
    let run = |thread: u64, budget: &mut Budget| {
        let answer = search(thread, budget);
        if answer.is_ok() {
            done.store(true, Ordering::Relaxed);
        }
        answer
    };
    let run = &run;
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads as u64)
            .map(|thread| {
                let mut budget = budget.fork();
                scope.spawn(move || run(thread, &mut budget))
            })
            .collect();
        let ours = run(0, budget);
        // Whatever it was, there is nothing to wait for.
        done.store(true, Ordering::Relaxed);
        let theirs = others.into_iter().filter_map(|other| other.join().ok());
        theirs.fold(ours, |best, answer| if best.is_ok() { best } else { answer.or(best) })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_answer_counts_and_ends_the_others() {
        let done = AtomicBool::new(true);
        let mut budget = Budget::unlimited();
        for winner in 0..3 {
            let answer = race(3, &done, &mut budget, |thread, _| {
                while thread != winner && !done.load(Ordering::Relaxed) {
                    std::thread::yield_now();
                }
                if thread == winner { Ok(thread) } else { Err(Stopped::Interrupted) }
            });
            assert_eq!(answer, Ok(winner));
        }
        // Why the asking thread stopped is what is told.
        let answer = race(2, &done, &mut budget, |thread, _| -> Result<(), Stopped> {
            Err(if thread == 0 { Stopped::Time } else { Stopped::Interrupted })
        });
        assert_eq!(answer, Err(Stopped::Time));
    }
}
