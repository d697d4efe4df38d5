//! Files that are written whole or not at all.

mod disk;
#[cfg(test)]
pub(crate) mod test_disks;
#[cfg(test)]
mod tests;

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use self::disk::Handle;
pub(crate) use self::disk::disk;
#[cfg(test)]
pub(crate) use self::disk::with_disk;
use crate::error::{Error, file_error};

/// What a file is written through.
pub type Writer = BufWriter<Box<dyn Handle>>;

/// Writes a file whole or not at all: it gets its name when everything is on the disk. What is no plain file, such as
/// `/dev/stdout`, is written as it is.
pub fn replace(
    path: impl AsRef<Path>,
    write: impl FnOnce(&mut Writer) -> io::Result<()>,
) -> Result<(), Error> {
    let path = path.as_ref();
    let all = || -> io::Result<()> {
        let Some(target) = Target::of(path)? else {
            // A pipe may never be read, so nobody waits for this to end.
            let file: Box<dyn Handle> = Box::new(File::options().write(true).open(path)?);
            let mut file = BufWriter::new(file);
            write(&mut file)?;
            return file.flush();
        };
        let _writing = Writing::begin();
        let written = target.write(write);
        if written.is_err() {
            let _ = disk().remove(&target.unfinished);
        }
        written
    };
    all().map_err(file_error(path))
}

static WRITING: AtomicU64 = AtomicU64::new(0);

/// Whether a file is being written: whoever wants to end the program waits for it.
pub fn is_writing() -> bool {
    WRITING.load(Ordering::Relaxed) > 0
}

/// A file that is being written.
struct Writing;

impl Writing {
    fn begin() -> Self {
        WRITING.fetch_add(1, Ordering::Relaxed);
        Writing
    }
}

impl Drop for Writing {
    fn drop(&mut self) {
        WRITING.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Writes a text or bytes.
pub fn write(path: impl AsRef<Path>, bytes: impl AsRef<[u8]>) -> Result<(), Error> {
    replace(path, |file| file.write_all(bytes.as_ref()))
}

/// Tries whether a file can be written, before long work whose answer it is to hold. Nothing is changed.
pub fn try_path(path: impl AsRef<Path>) -> Result<(), Error> {
    let path = path.as_ref();
    let all = || -> io::Result<()> {
        let existing = File::options().write(true).open(path);
        if let Err(error) = existing
            && error.kind() != ErrorKind::NotFound
        {
            return Err(error);
        }
        let Some(target) = Target::of(path)? else { return Ok(()) };
        File::create_new(&target.unfinished)?;
        fs::remove_file(&target.unfinished)
    };
    all().map_err(file_error(path))
}

/// The exclusive right to work on a state. It ends when this is dropped, or with the process.
#[derive(Debug)]
pub struct Lock {
    name: PathBuf,
    _file: File,
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.name);
    }
}

/// Takes the right to work on a state, so that two processes do not undo each other's work. The lock is on a file beside
/// it, because the state itself is replaced whenever it is saved.
pub fn lock(path: impl AsRef<Path>) -> Result<Lock, Error> {
    let path = path.as_ref();
    let taken = || -> io::Result<Lock> {
        let name = lock_name(path);
        loop {
            let file = File::options().create(true).append(true).open(&name)?;
            match file.try_lock() {
                // The last holder may have removed the file after it was opened here: then it is no longer a lock.
                Ok(()) if !is_at(&file, &name) => {}
                // A disk that knows no locks is used without.
                Ok(()) | Err(fs::TryLockError::Error(_)) => return Ok(Lock { name, _file: file }),
                Err(fs::TryLockError::WouldBlock) => {
                    let why = "another process works on this state";
                    return Err(io::Error::new(ErrorKind::ResourceBusy, why));
                }
            }
        }
    };
    taken().map_err(file_error(path))
}

/// Whether a name still leads to an open file.
#[cfg(unix)]
fn is_at(file: &File, name: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |told: fs::Metadata| (told.dev(), told.ino());
    file.metadata().map(place).ok() == fs::metadata(name).map(place).ok()
}

#[cfg(not(unix))]
fn is_at(_file: &File, name: &Path) -> bool {
    name.exists()
}

fn lock_name(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    name.into()
}

/// Where the links of a path end, there already or not: a link stays a link.
fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    if let Ok(found) = fs::canonicalize(path) {
        return Ok(found);
    }
    let mut path = PathBuf::from(path);
    // Linux follows as many.
    for _ in 0..40 {
        let Ok(next) = fs::read_link(&path) else { return Ok(path) };
        path = path.parent().unwrap_or(Path::new("")).join(next);
    }
    Err(io::Error::other("too many links"))
}

/// A plain file, and what it is called until it is finished.
struct Target {
    path: PathBuf,
    unfinished: PathBuf,
}

impl Target {
    /// The plain file that a path leads to, there already or not.
    fn of(path: &Path) -> io::Result<Option<Self>> {
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => return Err(ErrorKind::IsADirectory.into()),
            Ok(metadata) if !metadata.is_file() => return Ok(None),
            _ => {}
        }
        let path = end_of_links(path)?;
        // Two threads or two programs that write one file do not interfere.
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let (process, count) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let mut unfinished = path.clone().into_os_string();
        unfinished.push(format!(".{process}-{count}.new"));
        Ok(Some(Target { path, unfinished: unfinished.into() }))
    }

    fn write(&self, write: impl FnOnce(&mut Writer) -> io::Result<()>) -> io::Result<()> {
        let disk = disk();
        let mut file = BufWriter::new(disk.create_new(&self.unfinished)?);
        write(&mut file)?;
        file.into_inner().map_err(|error| error.into_error())?.sync()?;
        disk.rename(&self.unfinished, &self.path)?;
        // The new name is on the disk when its folder is. Not every system can do that to a folder.
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let _ = disk.sync_folder(folder.unwrap_or(Path::new(".")));
        Ok(())
    }
}
