//! A disk that fails at each of its steps in turn, and one that loses power after each of them.

use std::rc::Rc;

use super::disk::with_disk;
use super::test_disks::Simulated;
use super::*;

const PATH: &str = "a-folder-that-is-not-there/state";
const OLD: &[u8] = b"what was known before";
const NEW: &[u8] = b"what is known now, which is longer";

/// A disk that holds the old file, safely.
fn with_the_old_file() -> Simulated {
    let disk = Simulated::default();
    with_disk(Rc::new(disk.clone()), || write(PATH, OLD)).unwrap();
    let mut medium = disk.0.borrow_mut();
    (medium.steps, medium.safe_names) = (0, medium.names.clone());
    medium.history.clear();
    drop(medium);
    disk
}

#[test]
fn a_step_that_fails_leaves_the_old_file_and_says_so() {
    let mut failed = 0;
    for step in 1.. {
        let disk = with_the_old_file();
        disk.0.borrow_mut().fails_at = Some(step);
        let written = with_disk(Rc::new(disk.clone()), || write(PATH, NEW));
        let medium = disk.0.borrow();
        if medium.steps < step {
            assert!(written.is_ok());
            break;
        }
        // Only that the name is on the disk may be unknown: not every system tells.
        let content = medium.content(PATH);
        match written {
            Err(error) => {
                failed += 1;
                assert_eq!(error.exit_code(), 4);
                assert!(error.to_string().contains("state"), "{error}");
                assert_eq!(content, Some(OLD), "step {step}");
            }
            Ok(()) => assert_eq!(content, Some(NEW), "step {step}"),
        }
        assert_eq!(medium.names.len(), 1, "step {step}: {:?}", medium.names.keys());
    }
    // Creating, writing in pieces, syncing, renaming.
    assert_eq!(failed, 3 + NEW.len().div_ceil(7));
}

#[test]
fn power_may_fail_after_every_step() {
    let disk = with_the_old_file();
    with_disk(Rc::new(disk.clone()), || write(PATH, NEW)).unwrap();
    let mut medium = disk.0.borrow_mut();
    let mut seen = [0; 2];
    for found in medium.after_power_loss(PATH) {
        match found.as_deref() {
            Some(OLD) => seen[0] += 1,
            Some(NEW) => seen[1] += 1,
            torn => panic!("{}", torn.unwrap_or(b"nothing").escape_ascii()),
        }
    }
    assert!(seen.iter().all(|&times| times > 0), "{seen:?}");
    assert_eq!(medium.safe_names, medium.names, "the new name is safe at the end");
}

#[test]
fn one_process_works_on_a_state() {
    let path = std::env::temp_dir().join(format!("outplay-lock-{}", std::process::id()));
    let lock = lock(&path).unwrap();
    let refused = super::lock(&path).map(|_| ()).unwrap_err();
    assert_eq!(refused.exit_code(), 4);
    assert!(refused.to_string().contains("another"), "{refused}");
    drop(lock);
    assert!(super::lock(&path).is_ok());
    assert!(!path.exists() && !lock_name(&path).exists());
}
