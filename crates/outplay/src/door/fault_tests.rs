//! States and certificates on a disk that fails at each step in turn.

use std::path::Path;

use outplay_solve::heaps::{Engine, PeriodSearch};

use super::engine_state::{self, Work};
use super::proof_state::ProofState;
use crate::files::test_disks::failing_at;
use crate::question::{Asked, Question};
use crate::run::Run;
use crate::{Error, Form, Proving, solve, solve_certified};

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
    let search = <PeriodSearch as Work>::new("0.137".parse().unwrap());
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
