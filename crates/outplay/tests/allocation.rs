//! Memory that the system does not give. Every large allocation fails in turn, alone or with all that come after it: the question is still
//! answered, or the answer says that memory was missing. The seam is the allocator of this program.

#![allow(clippy::unwrap_used, clippy::panic)]
#![allow(unsafe_code, reason = "an allocator")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use outplay::run_folder::{Folder, RunQuestion, Starting, start};
use outplay::{
    Certified, Error, Form, How, Options, Proving, Question, Run, Stopped, check, period, sequence,
    solve, solve_certified,
};

/// In the questions below only tables are larger than this. Lists that grow to it in others end the command (`backstop.rs` there).
const LARGE: usize = 1 << 20;

/// No allocation fails, and none is counted.
const NONE: usize = usize::MAX;

/// The large allocations so far, the first that fails, and whether all that follow fail too.
static ASKED: AtomicUsize = AtomicUsize::new(0);
static FAILS: AtomicUsize = AtomicUsize::new(NONE);
static FOR_GOOD: AtomicBool = AtomicBool::new(false);

struct Scarce;

#[global_allocator]
static MEMORY: Scarce = Scarce;

fn is_refused(bytes: usize) -> bool {
    let fails = FAILS.load(Ordering::Relaxed);
    if bytes < LARGE || fails == NONE {
        return false;
    }
    let asked = 1 + ASKED.fetch_add(1, Ordering::Relaxed);
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

/// The counts are the program's, so its tests take turns.
static TURN: Mutex<()> = Mutex::new(());

/// Asks with each large allocation failing in turn; how many there were. What is asked says whether its answer was right, or which limit
/// came before.
fn each_fails(what: &str, ask: impl Fn() -> (bool, Option<Stopped>)) -> usize {
    let mut asked = 0;
    for for_good in [false, true] {
        for fails in 1.. {
            FOR_GOOD.store(for_good, Ordering::Relaxed);
            ASKED.store(0, Ordering::Relaxed);
            FAILS.store(fails, Ordering::Relaxed);
            let (is_right, stopped) = ask();
            there_is_memory_again();
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
    println!("{what}: {asked} large allocations");
    asked
}

/// Lets all allocations succeed again, for what comes after the fault.
fn there_is_memory_again() {
    FAILS.store(NONE, Ordering::Relaxed);
}

/// One thread, so that every allocation comes again.
fn run() -> Run<'static> {
    let how = How { threads: 1, ..How::default() };
    Run { how, ..Run::default() }
}

/// An answer and its limit; a limit may also be all there is.
fn told<T>(
    answer: Result<T, Error>,
    read: impl FnOnce(&T) -> (bool, Option<Stopped>),
) -> (bool, Option<Stopped>) {
    match answer {
        Ok(answer) => read(&answer),
        Err(Error::Limit(why)) => (false, Some(why)),
        Err(error) => panic!("{error}"),
    }
}

/// A folder of its own, gone at the end.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("outplay-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Temporary(path)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn every_large_table_may_fail() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
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
        tables += each_fails(&format!("{game} {board}"), || {
            told(solve(&question, &run()), |solved| {
                (solved.answer.worth == expected, solved.stopped)
            })
        });
    }
    assert!(tables > 8, "{tables} large allocations");
}

/// Work with a state: from nothing, and from a state whose tables are large when they are read. Whatever failed, the file holds the old
/// state or a newer one, and is taken up to the right answer.
fn with_state(what: &str, path: &Path, ask: &dyn Fn(&Run) -> (bool, Option<Stopped>)) -> usize {
    let run = Run { state: Some(path.into()), ..run() };
    assert_eq!(ask(&run), (true, None), "{what}");
    let whole = std::fs::read(path).unwrap();
    let mut tables = 0;
    for old in [None, Some(&whole)] {
        let size = old.map_or(0, Vec::len);
        tables += each_fails(&format!("{what}, from {size} bytes"), || {
            match old {
                None => std::fs::remove_file(path).unwrap_or_default(),
                Some(bytes) => std::fs::write(path, bytes).unwrap(),
            }
            let told = ask(&run);
            there_is_memory_again();
            let left = std::fs::metadata(path).map_or(0, |file| file.len());
            assert!(left >= size as u64 || told.1.is_none(), "{what}: {left} of {size} bytes left");
            assert_eq!(ask(&run), (true, None), "{what}: taken up");
            told
        });
    }
    tables
}

#[test]
#[ignore = "minutes; it has not been run to its end yet"]
fn states_survive_every_large_allocation() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = Temporary::new("scarce-states");
    let question = Question::new("positional", "lattice:4x5,4").unwrap();
    let expected = solve(&question, &run()).unwrap().answer.worth;
    let mut tables = with_state("proofs", &folder.0.join("proofs"), &|run| {
        told(solve(&question, run), |solved| (solved.answer.worth == expected, solved.stopped))
    });
    let code = "0.106".parse().unwrap();
    let expected = sequence(&code, 1_500_000, &run()).unwrap().values;
    tables += with_state("sequence", &folder.0.join("sequence"), &|run| {
        told(sequence(&code, 1_500_000, run), |told| (told.values == expected, told.stopped))
    });
    tables += with_state("period", &folder.0.join("period"), &|run| {
        told(period(&code, 1_000_000, run), |told| (!told.proved, told.stopped))
    });
    assert!(tables > 8, "{tables} large allocations");
}

#[test]
fn certificates_survive_every_large_allocation() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let proving = Proving { form: Form::Deflate, check: false, recompute: false };
    let (game, board) = ("positional", "lattice:4x4,4");
    let question = Question::new(game, board).unwrap();
    let expected = solve(&question, &run()).unwrap().answer.worth;
    let tables = each_fails(&format!("a certificate of {game} {board}"), || {
        told(solve_certified(&question, proving, &run()), |solved| {
            there_is_memory_again();
            // Whether there is a proof or not, the answer is told.
            let is_right = solved.answer.worth == expected;
            let stopped = match &solved.certificate {
                Some(Certified::Made(made)) => {
                    let checked = check(&made.content[..], &run()).unwrap();
                    assert_eq!(checked.valid, Some(true), "{game}");
                    solved.stopped
                }
                Some(Certified::Stopped { stopped }) => {
                    assert!(is_right || solved.stopped.is_some(), "{game}");
                    Some(*stopped)
                }
                Some(Certified::Missing { why }) => panic!("{why}"),
                None => solved.stopped,
            };
            (is_right && solved.certificate.is_some(), stopped)
        })
    });

    assert!(tables > 3, "{tables} large allocations");
}

fn rows(folder: &Folder) -> Vec<Vec<serde_json::Value>> {
    let mut rows = Vec::new();
    let merged = folder.merge(&mut |row| {
        rows.push(row);
        Ok(())
    });
    assert_eq!(merged.unwrap().missing, [0; 0]);
    rows
}

/// A unit whose tables find no room has rows that say so, and they are found when there is room again.
#[test]
fn runs_survive_every_large_allocation() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let question = RunQuestion::table("cram", "grid:5x6..7", Options::default(), false);
    let starting = Starting { units: Some(2), ..Starting::new(question) };
    let begun = |name: &str| {
        let place = Temporary::new(name);
        let folder = start(&place.0, &starting, &(), &run()).unwrap();
        (place, folder)
    };
    let (_whole, folder) = begun("scarce-run-whole");
    folder.work(&(), &run(), &mut |_, _| {}).unwrap();
    let expected = rows(&folder);
    let tables = each_fails("a run of cram", || {
        let (_place, folder) = begun("scarce-run");
        let worked = folder.work(&(), &run(), &mut |_, _| {});
        there_is_memory_again();
        let stopped = worked.as_ref().ok().and_then(|worked| worked.stopped);
        let outcome = told(worked, |_| (true, stopped));
        folder.resume(&(), &run(), &mut |_, _| {}).unwrap();
        assert_eq!(rows(&folder), expected);
        outcome
    });
    assert!(tables > 2, "{tables} large allocations");
}
