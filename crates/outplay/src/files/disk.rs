//! What writing a file asks of a disk: the only interface between the program and what may go wrong there. Tests
//! replace it by a simulated disk that fails at a chosen step or loses power.

use std::cell::RefCell;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::rc::Rc;

/// A file that is being written.
pub trait Handle: Write {
    /// When this returns, what was written is on the disk.
    fn sync(&mut self) -> io::Result<()>;
}

/// Where files are written.
pub trait Disk {
    /// A new file; an error if there is one of this name.
    fn create_new(&self, path: &Path) -> io::Result<Box<dyn Handle>>;
    /// Gives a file another name, in the place of what had it.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Gives a file a second name; an error if that name is taken.
    fn link(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Removes a file.
    fn remove(&self, path: &Path) -> io::Result<()>;
    /// The names in a folder are on the disk when this returns.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;
}

/// The disk of the system.
pub struct RealDisk;

impl Handle for File {
    fn sync(&mut self) -> io::Result<()> {
        self.sync_all()
    }
}

impl Disk for RealDisk {
    fn create_new(&self, path: &Path) -> io::Result<Box<dyn Handle>> {
        Ok(Box::new(File::create_new(path)?))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::hard_link(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        File::open(folder)?.sync_all()
    }
}

thread_local! {
    static DISK: RefCell<Rc<dyn Disk>> = RefCell::new(Rc::new(RealDisk));
}

/// The disk that this thread writes to.
pub fn disk() -> Rc<dyn Disk> {
    DISK.with_borrow(Rc::clone)
}

/// Does something with another disk in its place, for tests.
#[cfg(test)]
pub fn with_disk<T>(other: Rc<dyn Disk>, work: impl FnOnce() -> T) -> T {
    let usual = DISK.replace(other);
    let done = work();
    DISK.set(usual);
    done
}
