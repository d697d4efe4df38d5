//! A disk that fails at each of its steps in turn, and one that loses power after each of them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::disk::{Disk, Handle, with_disk};
use super::*;

/// Names, and the numbers of the files they lead to.
type Names = BTreeMap<PathBuf, usize>;

/// The bytes of each file, and how many of them are safe.
type Files = Vec<(Vec<u8>, usize)>;

/// What stands on a simulated disk, and what has only been told to it.
#[derive(Clone, Default)]
struct Medium {
    /// Every file by number: its bytes, and how many of them are safe.
    files: Files,
    /// Names as a program sees them.
    names: Names,
    /// Names as they are found after a loss of power, unless newer ones have got through.
    safe_names: Names,
    steps: usize,
    /// The step that fails.
    fails_at: Option<usize>,
    /// What was there after each step.
    history: Vec<(Files, Names, Names)>,
}

impl Medium {
    fn step(&mut self) -> io::Result<()> {
        self.steps += 1;
        let now = (self.files.clone(), self.names.clone(), self.safe_names.clone());
        self.history.push(now);
        if self.fails_at == Some(self.steps) { Err(ErrorKind::StorageFull.into()) } else { Ok(()) }
    }

    fn content(&self, path: &str) -> Option<&[u8]> {
        Some(&self.files[*self.names.get(Path::new(path))?].0)
    }
}

#[derive(Clone, Default)]
struct Simulated(Rc<RefCell<Medium>>);

struct Open {
    disk: Simulated,
    file: usize,
}

impl Write for Open {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut medium = self.disk.0.borrow_mut();
        // A full disk takes a part.
        let taken = bytes.len().min(7);
        medium.step()?;
        medium.files[self.file].0.extend(&bytes[..taken]);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Handle for Open {
    fn sync(&mut self) -> io::Result<()> {
        let mut medium = self.disk.0.borrow_mut();
        medium.step()?;
        let (bytes, safe) = &mut medium.files[self.file];
        *safe = bytes.len();
        Ok(())
    }
}

impl Disk for Simulated {
    fn create_new(&self, path: &Path) -> io::Result<Box<dyn Handle>> {
        let mut medium = self.0.borrow_mut();
        medium.step()?;
        if medium.names.contains_key(path) {
            return Err(ErrorKind::AlreadyExists.into());
        }
        let file = medium.files.len();
        medium.files.push((Vec::new(), 0));
        medium.names.insert(path.into(), file);
        Ok(Box::new(Open { disk: self.clone(), file }))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut medium = self.0.borrow_mut();
        medium.step()?;
        let file = medium.names.remove(from).ok_or(ErrorKind::NotFound)?;
        medium.names.insert(to.into(), file);
        Ok(())
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        let mut medium = self.0.borrow_mut();
        medium.names.remove(path).map(|_| ()).ok_or(ErrorKind::NotFound.into())
    }

    fn sync_folder(&self, _folder: &Path) -> io::Result<()> {
        let mut medium = self.0.borrow_mut();
        medium.step()?;
        medium.safe_names = medium.names.clone();
        Ok(())
    }
}

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

/// After a loss of power a name may be the old or the new one unless its folder was synced, and of bytes that were not
/// synced any number may be there.
#[test]
fn power_may_fail_after_every_step() {
    let disk = with_the_old_file();
    with_disk(Rc::new(disk.clone()), || write(PATH, NEW)).unwrap();
    let mut medium = disk.0.borrow_mut();
    let _ = medium.step();
    let mut seen = [0; 2];
    for (files, names, safe_names) in &medium.history {
        for names in [names, safe_names] {
            let (bytes, safe) = &files[names[Path::new(PATH)]];
            for length in *safe..=bytes.len() {
                match &bytes[..length] {
                    OLD => seen[0] += 1,
                    NEW => seen[1] += 1,
                    torn => panic!("{}", torn.escape_ascii()),
                }
            }
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
