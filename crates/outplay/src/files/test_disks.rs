//! Disks for tests: one in memory that loses power, and the real one with a step that fails.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::disk::{Disk, Handle, RealDisk, with_disk};

/// Names, and the numbers of the files they lead to.
pub type Names = BTreeMap<PathBuf, usize>;

/// The bytes of each file, and how many of them are safe.
pub type Files = Vec<(Vec<u8>, usize)>;

/// What stands on a simulated disk, and what has only been told to it.
#[derive(Clone, Default)]
pub struct Medium {
    /// Every file by number: its bytes, and how many of them are safe.
    pub files: Files,
    /// Names as a program sees them.
    pub names: Names,
    /// Names as they are found after a loss of power, unless newer ones have got through.
    pub safe_names: Names,
    /// What has been asked of it.
    pub steps: usize,
    /// The step that fails.
    pub fails_at: Option<usize>,
    /// What was there after each step.
    pub history: Vec<(Files, Names, Names)>,
}

impl Medium {
    fn step(&mut self) -> io::Result<()> {
        self.steps += 1;
        let now = (self.files.clone(), self.names.clone(), self.safe_names.clone());
        self.history.push(now);
        if self.fails_at == Some(self.steps) { Err(ErrorKind::StorageFull.into()) } else { Ok(()) }
    }

    /// What a program reads.
    pub fn content(&self, path: impl AsRef<Path>) -> Option<&[u8]> {
        Some(&self.files[*self.names.get(path.as_ref())?].0)
    }

    /// Everything that may be found at a path if the power fails at any time, nothing among it. A name may be the old or the new one
    /// unless its folder was synced since, and of bytes that were not synced any number may be there.
    pub fn after_power_loss(&mut self, path: impl AsRef<Path>) -> Vec<Option<Vec<u8>>> {
        let _ = self.step();
        let mut found = Vec::new();
        for (files, names, safe_names) in &self.history {
            for names in [names, safe_names] {
                match names.get(path.as_ref()).map(|&file| &files[file]) {
                    None => found.push(None),
                    Some((bytes, safe)) => {
                        found.extend((*safe..=bytes.len()).map(|l| Some(bytes[..l].to_vec())));
                    }
                }
            }
        }
        found
    }
}

/// A disk that exists in memory only. It fails at a step that it is told, and remembers what was on it at each.
#[derive(Clone, Default)]
pub struct Simulated(pub Rc<RefCell<Medium>>);

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

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut medium = self.0.borrow_mut();
        medium.step()?;
        if medium.names.contains_key(to) {
            return Err(ErrorKind::AlreadyExists.into());
        }
        let file = *medium.names.get(from).ok_or(ErrorKind::NotFound)?;
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

/// The real disk, but for one step.
#[derive(Default)]
struct Faulty {
    steps: Rc<Cell<usize>>,
    fails_at: usize,
}

/// Does something on the real disk while one of its steps fails as on a full disk. Says whether that step was reached.
pub fn failing_at<T>(step: usize, work: impl FnOnce() -> T) -> (T, bool) {
    let disk = Faulty { fails_at: step, ..Faulty::default() };
    let steps = disk.steps.clone();
    let done = with_disk(Rc::new(disk), work);
    (done, steps.get() >= step)
}

fn step(steps: &Cell<usize>, fails_at: usize) -> io::Result<()> {
    steps.set(steps.get() + 1);
    if steps.get() == fails_at { Err(ErrorKind::StorageFull.into()) } else { Ok(()) }
}

struct FaultyFile {
    file: Box<dyn Handle>,
    steps: Rc<Cell<usize>>,
    fails_at: usize,
}

impl Write for FaultyFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match step(&self.steps, self.fails_at) {
            Ok(()) => self.file.write(&bytes[..bytes.len().min(512)]),
            // What there was room for stands in the file.
            Err(error) => self.file.write_all(&bytes[..bytes.len() / 2]).and(Err(error)),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Handle for FaultyFile {
    fn sync(&mut self) -> io::Result<()> {
        step(&self.steps, self.fails_at)?;
        self.file.sync()
    }
}

impl Disk for Faulty {
    fn create_new(&self, path: &Path) -> io::Result<Box<dyn Handle>> {
        step(&self.steps, self.fails_at)?;
        let (file, steps) = (RealDisk.create_new(path)?, self.steps.clone());
        Ok(Box::new(FaultyFile { file, steps, fails_at: self.fails_at }))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        step(&self.steps, self.fails_at)?;
        RealDisk.rename(from, to)
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        step(&self.steps, self.fails_at)?;
        RealDisk.link(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        RealDisk.remove(path)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        step(&self.steps, self.fails_at)?;
        RealDisk.sync_folder(folder)
    }
}
