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

    /// Keeps words with their digest: under another name first, so that a file is whole or not there.
    pub fn write(self, of: Digest, bits: &[u64]) -> Result<(), Refused> {
        let path = self.file(of);
        let failed = |error: io::Error| Refused::Scratch(format!("{}: {error}", path.display()));
        let new = path.with_extension(format!("new{}", std::process::id()));
        let made = fs::create_dir_all(self.0).and_then(|()| fs::File::create(&new));
        let written = made.and_then(|file| {
            let mut file = io::BufWriter::new(file);
            bits.iter().try_for_each(|word| file.write_all(&word.to_le_bytes()))?;
            file.flush()
        });
        written.and_then(|()| fs::rename(&new, &path)).map_err(failed)
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
        let failed = |error: io::Error| Refused::Scratch(format!("{}: {error}", path.display()));
        let new = path.with_extension(format!("new{}", std::process::id()));
        fs::write(&new, format!("{done}\n")).and_then(|()| fs::rename(&new, &path)).map_err(failed)
    }
}
