//! Several threads on one piece of work; each takes the next part until none is left.
//!
//! All the work must be done when they return, because a part left out would look like an answer. So a panic in one
//! thread is not ignored, as it may be where threads race for the same answer.

use crate::limits::Budget;

/// Does work by this many threads, this one among them; the result of each, this one first.
pub fn together<T: Send>(
    threads: usize,
    budget: &mut Budget,
    work: impl Fn(&mut Budget) -> T + Sync,
) -> Vec<T> {
    let work = &work;
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads)
            .filter_map(|_| {
                let mut budget = budget.fork();
                // If a thread cannot start, the others do the work.
                std::thread::Builder::new().spawn_scoped(scope, move || work(&mut budget)).ok()
            })
            .collect();
        let mut all = vec![work(budget)];
        let join = |other: std::thread::ScopedJoinHandle<T>| {
            other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        all.extend(others.into_iter().map(join));
        all
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn every_part_is_done_once_and_what_is_counted_counts_for_all() {
        for threads in [0, 1, 2, 5] {
            let next = AtomicUsize::new(0);
            let mut budget = Budget::unlimited();
            let done = together(threads, &mut budget, |budget| {
                let parts = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
                let mine: Vec<usize> = parts.take_while(|&part| part < 100).collect();
                budget.count(mine.len() as u64);
                mine
            });
            assert_eq!(done.len(), threads.max(1));
            let mut all = done.concat();
            all.sort_unstable();
            assert!(all.into_iter().eq(0..100));
            assert_eq!(budget.progress().positions, 100);
        }
    }

    #[test]
    fn a_panic_is_not_passed_over() {
        let main = std::thread::current().id();
        let panicked = std::panic::catch_unwind(|| {
            together(2, &mut Budget::unlimited(), |_| {
                assert_eq!(std::thread::current().id(), main, "on purpose");
            })
        });
        assert!(panicked.is_err());
    }
}
