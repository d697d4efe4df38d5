//! Memory that the system does not give. Every large allocation fails in turn, alone or with all that come after it: the question is still
//! answered, or the answer says that memory was missing. The seam is the allocator of this program.

#![allow(clippy::unwrap_used, clippy::panic)]
#![allow(unsafe_code, reason = "an allocator")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use outplay::{How, Question, Run, Stopped, solve};

/// In the questions below only tables are larger than this. Lists that grow to it in others end the command (`backstop.rs` there).
const LARGE: usize = 1 << 20;

/// The large allocations so far, the first that fails, and whether all that follow fail too.
static ASKED: AtomicUsize = AtomicUsize::new(0);
static FAILS: AtomicUsize = AtomicUsize::new(usize::MAX);
static FOR_GOOD: AtomicBool = AtomicBool::new(false);

struct Scarce;

#[global_allocator]
static MEMORY: Scarce = Scarce;

fn is_refused(bytes: usize) -> bool {
    if bytes < LARGE {
        return false;
    }
    let asked = 1 + ASKED.fetch_add(1, Ordering::Relaxed);
    let fails = FAILS.load(Ordering::Relaxed);
    asked == fails || asked > fails && FOR_GOOD.load(Ordering::Relaxed)
}

// SAFETY: every call is the system's, or gives nothing, which an allocator may.
unsafe impl GlobalAlloc for Scarce {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as promised by the caller.
        if is_refused(layout.size()) {
            std::ptr::null_mut()
        } else {
            unsafe { System.alloc(layout) }
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if is_refused(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: as promised by the caller.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as promised by the caller.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        if bytes > layout.size() && is_refused(bytes) {
            return std::ptr::null_mut();
        }
        // SAFETY: as promised by the caller.
        unsafe { System.realloc(memory, layout, bytes) }
    }
}

/// Asks with each large allocation failing in turn; how many there were.
fn each_fails(what: &str, ask: impl Fn() -> (bool, Option<Stopped>)) -> usize {
    let mut asked = 0;
    for for_good in [false, true] {
        FOR_GOOD.store(for_good, Ordering::Relaxed);
        for fails in 1.. {
            ASKED.store(0, Ordering::Relaxed);
            FAILS.store(fails, Ordering::Relaxed);
            let (is_right, stopped) = ask();
            FAILS.store(usize::MAX, Ordering::Relaxed);
            match stopped {
                None => assert!(is_right, "{what}, allocation {fails}"),
                Some(why) => assert_eq!(why, Stopped::Memory, "{what}, allocation {fails}"),
            }
            asked = ASKED.load(Ordering::Relaxed);
            if asked < fails {
                break;
            }
        }
    }
    asked
}

/// One thread, so that every allocation comes again.
fn run() -> Run<'static> {
    let how = How { threads: 1, ..How::default() };
    Run { how, ..Run::default() }
}

#[test]
fn every_large_table_may_fail() {
    let mut tables = 0;
    for (game, board) in [
        ("cram", "grid:5x7"),
        ("octal:0.33", "grid:5x6"),
        ("strings-and-coins", "boxes:3x3"),
        ("grim", "grid:4x5"),
        ("positional", "lattice:4x4,4"),
    ] {
        let question = Question::new(game, board).unwrap();
        let expected = solve(&question, &run()).unwrap().answer.worth;
        let asked = each_fails(game, || {
            let solved = solve(&question, &run()).unwrap();
            (solved.answer.worth == expected, solved.stopped)
        });
        println!("{game} {board}: {asked} large allocations");
        tables += asked;
    }
    assert!(tables > 8, "{tables} large allocations");
}
