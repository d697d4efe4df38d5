//! Files that are written whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::error::{Error, file_error};

/// Writes a file whole or not at all: it gets its name when everything is on the disk. What is no plain file, such as
/// `/dev/stdout`, is written as it is.
pub fn replace(
    path: impl AsRef<Path>,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> Result<(), Error> {
    let path = path.as_ref();
    let all = || -> io::Result<()> {
        let Some(target) = Target::of(path)? else {
            let mut file = BufWriter::new(File::options().write(true).open(path)?);
            write(&mut file)?;
            return file.flush();
        };
        let written = target.write(write);
        if written.is_err() {
            let _ = fs::remove_file(&target.unfinished);
        }
        written
    };
    all().map_err(file_error(path))
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
        // A link stays a link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| PathBuf::from(path));
        // Two threads or two programs that write one file do not get into each other's way.
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let (process, count) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let mut unfinished = path.clone().into_os_string();
        unfinished.push(format!(".{process}-{count}.new"));
        Ok(Some(Target { path, unfinished: unfinished.into() }))
    }

    fn write(&self, write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> io::Result<()> {
        let mut file = BufWriter::new(File::create_new(&self.unfinished)?);
        write(&mut file)?;
        file.into_inner().map_err(|error| error.into_error())?.sync_all()?;
        fs::rename(&self.unfinished, &self.path)?;
        // The new name is on the disk when its folder is. Not every system can do that to a folder.
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let _ = File::open(folder.unwrap_or(Path::new("."))).and_then(|folder| folder.sync_all());
        Ok(())
    }
}
