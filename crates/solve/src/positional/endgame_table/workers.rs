//! Several threads on one layer: each takes the next few sets of points until none is left.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::kit::together::together;
use crate::limits::{Budget, Stopped};

/// Sets of points handed out at once.
const AT_ONCE: usize = 16;

/// Does `work` for each item on this many threads and adds up what it counts. Stops early when the budget says so.
pub fn for_each<T: Copy + Sync>(
    items: &[T],
    threads: usize,
    budget: &mut Budget,
    work: impl Fn(T) -> u64 + Sync,
) -> Result<u64, Stopped> {
    let next = AtomicUsize::new(0);
    let stopped: Mutex<Option<Stopped>> = Mutex::new(None);
    let run = |budget: &mut Budget| {
        let mut total = 0;
        loop {
            let start = next.fetch_add(AT_ONCE, Ordering::Relaxed);
            if start >= items.len() {
                return total;
            }
            let end = (start + AT_ONCE).min(items.len());
            let counted = items[start..end].iter().map(|&item| work(item)).sum();
            total += counted;
            budget.count(counted);
            if let Err(limit) = budget.check() {
                next.store(items.len(), Ordering::Relaxed);
                stopped
                    .lock()
                    .unwrap_or_else(|poisoned| poisoned.into_inner())
                    .get_or_insert(limit);
            }
        }
    };
    let threads = threads.min(1 + items.len() / AT_ONCE);
    let total = together(threads, budget, run).into_iter().sum();
    let stopped = stopped.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    stopped.map_or(Ok(total), Err)
}
