//! States and certificates on a disk that fails at each step in turn, and with a clock that lets the time run out at
//! each look in turn.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use outplay_solve::clock::{Clock, Instant};
use outplay_solve::heaps::{Engine, PeriodSearch};

use super::engine_state::{self, Resumable};
use super::proof_state::ProofState;
use crate::files::test_disks::failing_at;
use crate::question::{Asked, Question};
use crate::run::{Listener, Run};
use crate::{Error, Form, Progress, Proving, Stopped, period, sequence, solve, solve_certified};

const OLD: &[u8] = b"what was there before";

/// Saves with every step failing in turn: the error names the file, the old one stays whole, and nothing is left beside it.
/// Gives how many steps made it fail.
fn survives(path: &Path, mut save: impl FnMut() -> Result<(), Error>) -> usize {
    let folder = path.parent().unwrap();
    let mut failed = 0;
    for step in 1.. {
        std::fs::write(path, OLD).unwrap();
        let before = std::fs::read_dir(folder).unwrap().count();
        let (saved, came) = failing_at(step, &mut save);
        let there = std::fs::read(path).unwrap();
        match saved {
            Err(error) => {
                failed += 1;
                assert_eq!(error.exit_code(), 4, "{error}");
                let name = path.file_name().unwrap().to_str().unwrap();
                assert!(error.to_string().contains(name), "{error}");
                assert_eq!(there, OLD, "step {step}");
            }
            Ok(()) => assert_ne!(there, OLD, "step {step}"),
        }
        assert_eq!(std::fs::read_dir(folder).unwrap().count(), before, "step {step}");
        if !came {
            return failed;
        }
    }
    unreachable!("some step is the last");
}

#[test]
fn states_and_certificates_survive_every_fault() {
    let folder = std::env::temp_dir().join(format!("outplay-faults-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let run = Run::default();
    // To create, to write, to sync, to rename.
    let least = 4;

    let question = Question::new("positional", "ttt:3").unwrap();
    let path = folder.join("proofs");
    let asked = Asked::new(&question, &run).unwrap();
    let state = ProofState::open(&path, &asked, &run).unwrap();
    assert!(survives(&path, || state.save()) >= least);

    let path = folder.join("engine");
    let engine = Engine::new("0.137".parse().unwrap());
    assert!(survives(&path, || engine_state::save(Some(&path), &engine)) >= least);
    let path = folder.join("search");
    let search = <PeriodSearch as Resumable>::new("0.137".parse().unwrap());
    assert!(survives(&path, || engine_state::save(Some(&path), &search)) >= least);

    // What was answered is there whether its certificate could be written or not.
    let path = folder.join("certificate");
    let expected = solve(&question, &run).unwrap().answer.worth;
    let proving = Proving { form: Form::Text, check: false, recompute: false };
    let mut solved = solve_certified(&question, proving, &run).unwrap();
    let mut certificate = solved.certificate.take().unwrap();
    assert!(survives(&path, || certificate.write(&path)) > least);
    assert_eq!(solved.answer.worth, expected);
    drop(state);
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A clock that stands still until it has been looked at so often.
#[derive(Debug)]
struct UpAt {
    looks: AtomicUsize,
    look: usize,
}

impl Clock for UpAt {
    fn elapsed(&self, _since: Instant) -> Duration {
        let looks = 1 + self.looks.fetch_add(1, Ordering::Relaxed);
        if looks < self.look { Duration::ZERO } else { Duration::from_secs(3600) }
    }
}

/// A run on one thread whose time is up at a look.
fn stopped_at(look: usize, run: &Run<'static>) -> (Run<'static>, Arc<UpAt>) {
    let clock = Arc::new(UpAt { looks: AtomicUsize::new(0), look });
    let limits = crate::Limits { time: Some(Duration::from_secs(60)), ..run.limits };
    let how = outplay_solve::oracle::How { threads: 1, ..run.how.clone() };
    (Run { clock: Some(clock.clone()), limits, how, ..run.clone() }, clock)
}

/// Time runs out at every look up to the twentieth, and at some later ones. What is told is right or says that it is
/// not known; a state that was saved is resumed.
#[test]
fn time_may_be_up_at_every_look() {
    let folder = std::env::temp_dir().join(format!("outplay-clock-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (mut stopped, mut answered) = (0, 0);
    for (game, board, keeps) in [
        ("positional", "lattice:4x4,4", true),
        ("cram", "grid:3x5", false),
        ("octal:0.33", "grid:3x5", false),
        ("unshackle", "grid:2x4", false),
        ("strings-and-coins", "boxes:2x2", false),
        ("grim", "petersen", false),
        ("robs-dots", "heaps:3000", false),
    ] {
        let question = Question::new(game, board).unwrap();
        let expected = solve(&question, &Run::default()).unwrap().answer.worth;
        let path = keeps.then(|| folder.join("state"));
        let run = Run { state: path.clone(), ..Run::default() };
        let mut look = 1;
        loop {
            let (limited, clock) = stopped_at(look, &run);
            let told = solve(&question, &limited).unwrap().answer;
            match &told.stopped {
                Some(why) => {
                    assert_eq!(*why, Stopped::Time, "{game}, look {look}");
                    stopped += 1;
                }
                None => assert_eq!(told.worth, expected, "{game}, look {look}"),
            }
            if clock.looks.load(Ordering::Relaxed) < look {
                answered += 1;
                break;
            }
            look += 1 + look / 20 * look;
        }
        if path.is_some() {
            let (rest, _) = stopped_at(usize::MAX, &run);
            assert_eq!(solve(&question, &rest).unwrap().answer.worth, expected, "{game}");
        }
    }
    assert!(answered == 7 && stopped > 30, "{answered} answered, {stopped} stopped");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A clock that from a look on is an hour late, and a second later at each.
#[derive(Debug)]
struct Late(AtomicUsize);

impl Clock for Late {
    fn elapsed(&self, _since: Instant) -> Duration {
        match self.0.fetch_add(1, Ordering::Relaxed) {
            0..10 => Duration::ZERO,
            looks => Duration::from_secs(3600 + looks as u64),
        }
    }
}

/// Counts how often it hears of progress while a file is there.
struct Sees<'a> {
    path: &'a Path,
    times: AtomicUsize,
}

impl Listener for Sees<'_> {
    fn progress(&self, _progress: Progress) {
        self.times.fetch_add(usize::from(self.path.exists()), Ordering::Relaxed);
    }
}

/// A state is on the disk before the work is over, by the clock that the work is held against.
#[test]
fn states_are_saved_on_the_way() {
    let folder = std::env::temp_dir().join(format!("outplay-on-the-way-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let question = Question::new("positional", "lattice:5x5,4").unwrap();
    let code = "0.106".parse().unwrap();
    type Work<'w> = (&'static str, &'w dyn Fn(&Run));
    let works: [Work; 3] = [
        ("proofs", &|run| drop(solve(&question, run).unwrap())),
        ("sequence", &|run| drop(sequence(&code, 1_000_000, run).unwrap())),
        ("period", &|run| drop(period(&code, 1_000_000, run).unwrap())),
    ];
    for (name, work) in works {
        let path = folder.join(name);
        let sees = Sees { path: &path, times: AtomicUsize::new(0) };
        let clock = Arc::new(Late(AtomicUsize::new(0)));
        let how = outplay_solve::oracle::How { threads: 1, ..Default::default() };
        let state = Some(path.clone());
        work(&Run { how, state, clock: Some(clock), listener: &sees, ..Run::default() });
        assert!(sees.times.into_inner() > 0, "{name}");
        assert!(path.exists(), "{name}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
