//! What is recomputed, kept in files, so that it can be done in parts, one after the other or on several machines: the levels of a table,
//! the blocks of a nim-sequence. A file is called by its digest, which stands in the certificate, and is believed if it has it.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use crate::Refused;
use crate::digest::{self, Digest, of_words};

/// A folder for levels and blocks.
#[derive(Clone, Copy, Debug)]
pub struct Scratch<'a>(
    /// The folder.
    pub &'a Path,
);

impl Scratch<'_> {
    fn file(self, of: Digest) -> PathBuf {
        self.0.join(digest::write(of) + ".level")
    }

    /// Keeps words with their digest.
    pub fn write(self, of: Digest, bits: &[u64]) -> Result<(), Refused> {
        self.replace(&self.file(of), |file| {
            bits.iter().try_for_each(|word| file.write_all(&word.to_le_bytes()))
        })
    }

    /// Writes a file under another name, and gives it its own when it is on the disk: so it is whole or not there, even
    /// if the power fails, and a note never names a level that was lost.
    fn replace(
        self,
        path: &Path,
        write: impl FnOnce(&mut io::BufWriter<fs::File>) -> io::Result<()>,
    ) -> Result<(), Refused> {
        let new = path.with_extension(format!("new{}", std::process::id()));
        let written = || -> io::Result<()> {
            fs::create_dir_all(self.0)?;
            let mut file = io::BufWriter::new(fs::File::create(&new)?);
            write(&mut file)?;
            file.into_inner().map_err(|error| error.into_error())?.sync_all()?;
            fs::rename(&new, path)?;
            // Not every system can do that to a folder.
            let _ = fs::File::open(self.0).and_then(|folder| folder.sync_all());
            Ok(())
        };
        written().map_err(|error| {
            let _ = fs::remove_file(&new);
            Refused::Scratch(format!("{}: {error}", path.display()))
        })
    }

    /// As many words with a digest.
    pub fn read(self, of: Digest, words: usize) -> Result<Vec<u64>, Refused> {
        let path = self.file(of);
        let failed = |why: String| Refused::Scratch(format!("{}: {why}", path.display()));
        let unread = |error: io::Error| failed(error.to_string());
        let mut file = io::BufReader::new(fs::File::open(&path).map_err(unread)?);
        let mut bits = vec![0; words];
        for word in &mut bits {
            let mut bytes = [0; 8];
            file.read_exact(&mut bytes).map_err(unread)?;
            *word = u64::from_le_bytes(bytes);
        }
        let ends = file.read(&mut [0]).map_err(unread)? == 0;
        match ends && of_words(&bits) == of {
            true => Ok(bits),
            false => Err(failed("it does not have the digest of the certificate".into())),
        }
    }

    /// How much of its work a part has done, by the note that it left; nothing without one.
    pub fn done(self, part: &str) -> usize {
        let note = fs::read_to_string(self.0.join(part.to_string() + ".done"));
        note.ok().and_then(|note| note.trim().parse().ok()).unwrap_or(0)
    }

    /// Leaves such a note.
    pub fn note(self, part: &str, done: usize) -> Result<(), Refused> {
        let path = self.0.join(part.to_string() + ".done");
        self.replace(&path, |file| writeln!(file, "{done}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_nothing_is_left_of_what_fails() {
        let folder = std::env::temp_dir().join(format!("outplay-scratch-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        let scratch = Scratch(&folder);
        let bits = [1, 2, u64::MAX];
        scratch.write(of_words(&bits), &bits).unwrap();
        assert_eq!(scratch.read(of_words(&bits), 3).unwrap(), bits);
        scratch.note("1-2", 7).unwrap();
        assert_eq!((scratch.done("1-2"), scratch.done("2-2")), (7, 0));
        // A folder of that name is in the way.
        fs::create_dir_all(folder.join("2-2.done/in-the-way")).unwrap();
        let failed = scratch.note("2-2", 1).unwrap_err();
        assert!(matches!(failed, Refused::Scratch(_)) && failed.to_string().contains("2-2"));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 3);
        fs::remove_dir_all(&folder).unwrap();
    }
}
