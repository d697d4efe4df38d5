//! Many statements checked at once, one on each thread, told in their order.
//!
//! Most checks are many small questions, which a second thread would not make faster; two statements side by side are.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use outplay_solve::limits::{Budget, Stopped};
use outplay_solve::oracle::How;

use crate::claim::{Claim, Finding};
use crate::context::{Context, SharedFacts};
use crate::report::Entry;

/// Searches recurse deeply. Only what is used takes memory.
const STACK: usize = 1 << 28;

/// How often progress is reported.
const EVERY: Duration = Duration::from_millis(100);

/// Checks statements on as many threads as the searches may use, and reports each in order. An interruption or the time
/// limit ends the list; a statement that ran out of memory does not.
pub fn examine_all(
    claims: &[&'static Claim],
    deep: bool,
    how: &How,
    budget: &mut Budget,
    mut tell: impl FnMut(&Entry),
) -> Vec<Entry> {
    let workers = how.threads.clamp(1, claims.len().max(1));
    // A search has the threads that are left.
    let how = &How { threads: how.threads / workers, ..how.clone() };
    let (next, facts) = (&AtomicUsize::new(0), Arc::new(SharedFacts::default()));
    let mut entries = Vec::new();
    std::thread::scope(|scope| {
        let (found, coming) = channel();
        for _ in 0..workers {
            let (found, facts) = (found.clone(), facts.clone());
            let mut budget = budget.apart(workers - 1);
            let work = move || {
                let mut context = Context::sharing(facts, &mut budget, deep, how.clone());
                while let Some((at, claim)) = taken(next, claims) {
                    let finding = claim.examine(&mut context);
                    if ends_all(&finding) {
                        next.store(claims.len(), Ordering::Relaxed);
                    }
                    if found.send((at, finding)).is_err() {
                        break;
                    }
                }
            };
            let spawned = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            // If a thread cannot start, the others do the work.
            drop(spawned);
        }
        drop(found);
        let mut early = BTreeMap::new();
        loop {
            budget.note(entries.len() as u64, claims.len() as u64);
            // The workers watch the limits themselves and report them.
            let _ = budget.check();
            match coming.recv_timeout(EVERY) {
                Ok((at, finding)) => drop(early.insert(at, finding)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            in_order(claims, &mut early, &mut entries, &mut tell);
        }
    });
    entries
}

/// Whether nothing more can be checked: a limit on all checks together stopped this one.
fn ends_all(finding: &Finding) -> bool {
    matches!(finding.stopped, Some(Stopped::Time | Stopped::Interrupted))
}

/// The next statement that nobody has taken yet, with its place.
fn taken(next: &AtomicUsize, claims: &[&'static Claim]) -> Option<(usize, &'static Claim)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    claims.get(at).map(|claim| (at, *claim))
}

/// Tells what came next in order, up to a statement that was stopped.
fn in_order(
    claims: &[&'static Claim],
    early: &mut BTreeMap<usize, Finding>,
    entries: &mut Vec<Entry>,
    tell: &mut impl FnMut(&Entry),
) {
    while !entries.last().is_some_and(|entry: &Entry| ends_all(&entry.finding))
        && let Some(finding) = early.remove(&entries.len())
    {
        let entry = Entry { claim: claims[entries.len()], finding };
        tell(&entry);
        entries.push(entry);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;
    use outplay_solve::limits::Limits;

    fn quick() -> Vec<&'static Claim> {
        catalogue::claims().into_iter().filter(|claim| claim.id.starts_with("dots/")).collect()
    }

    #[test]
    fn threads_change_neither_order_nor_findings() {
        let claims = quick();
        assert!(claims.len() > 5);
        let told = |threads: usize| {
            let mut told = Vec::new();
            let how = How { threads, ..How::default() };
            let mut budget = Budget::unlimited();
            let entries = examine_all(&claims, false, &how, &mut budget, |entry| {
                told.push((entry.claim.id, entry.finding.status, entry.finding.evidence.clone()));
            });
            assert_eq!(entries.len(), claims.len());
            told
        };
        assert_eq!(told(1), told(3));
    }

    /// A statement whose check needs so much memory.
    const fn needing(check: crate::claim::Check) -> Claim {
        Claim { id: "dots/0", place: "nowhere", statement: "", method: "", note: "", check }
    }

    static MUCH: Claim = needing(|context| {
        context.budget.keep(60)?;
        Ok(Finding::verified("it fits", "alone"))
    });
    static TOO_MUCH: Claim = needing(|context| {
        context.budget.keep(200)?;
        Ok(Finding::verified("it fits", "alone"))
    });

    #[test]
    fn each_check_has_all_the_memory() {
        let limits = Limits { memory: Some(100), ..Limits::default() };
        let mut budget = Budget::new(limits, &|_| {});
        let claims = [&MUCH, &TOO_MUCH, &MUCH, &MUCH];
        let entries = examine_all(&claims, false, &How::default(), &mut budget, |_| {});
        let stopped: Vec<Option<Stopped>> =
            entries.iter().map(|entry| entry.finding.stopped).collect();
        assert_eq!(stopped, [None, Some(Stopped::Memory), None, None]);
    }

    #[test]
    fn nothing_comes_after_a_limit() {
        let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        let how = How { threads: 2, ..How::default() };
        let mut budget = Budget::new(limits, &|_| {});
        let entries = examine_all(&quick(), false, &how, &mut budget, |_| {});
        let stopped = entries.iter().filter(|entry| entry.finding.stopped.is_some()).count();
        assert_eq!(stopped, 1);
        assert!(entries.last().is_some_and(|entry| entry.finding.stopped.is_some()));
    }
}
