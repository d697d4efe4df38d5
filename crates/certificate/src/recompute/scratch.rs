//! Levels kept in files, so that parts of a table can be recomputed one after the other, or on several machines. A file is
//! called by the digest of its level, and is believed if it has that digest.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use super::{LevelDigest, digest};
use crate::Refused;

/// A folder for levels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scratch<'a>(pub &'a Path);

impl Scratch<'_> {
    fn file(self, of: LevelDigest) -> PathBuf {
        let name: String = of.iter().map(|number| format!("{number:016x}")).collect();
        self.0.join(name + ".level")
    }

    /// Keeps a level: under another name first, so that a file is whole or not there.
    pub fn write(self, of: LevelDigest, bits: &[u64]) -> Result<(), Refused> {
        let path = self.file(of);
        let failed = |error: io::Error| Refused::Scratch(format!("{}: {error}", path.display()));
        let new = path.with_extension(format!("new{}", std::process::id()));
        let written = fs::File::create(&new).and_then(|file| {
            let mut file = io::BufWriter::new(file);
            bits.iter().try_for_each(|word| file.write_all(&word.to_le_bytes()))?;
            file.flush()
        });
        written.and_then(|()| fs::rename(&new, &path)).map_err(failed)
    }

    /// The level of so many words with a digest.
    pub fn read(self, of: LevelDigest, words: usize) -> Result<Vec<u64>, Refused> {
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
        match ends && digest(&bits) == of {
            true => Ok(bits),
            false => Err(failed("it does not have the digest of the level".into())),
        }
    }
}
