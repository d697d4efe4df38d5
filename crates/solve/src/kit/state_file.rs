//! Saved states, so that long work survives: one format for all, and why a file is refused.
//!
//! The file, all numbers little-endian: the line `outplay state 2`; the kind of work and the question, each as its
//! length (4 bytes) and text; what that work writes; and last the 64-bit FNV-1a sum of everything before it (8 bytes).
//!
//! Reading trusts nothing: each length must be matched by the file, and the sum must be right. But somebody who forges
//! the sum can plant a wrong value: a state is a convenience for its owner, not evidence.

use std::io::{self, Read, Write};

use outplay_rules::visible::visible;

/// Why a saved state was not taken.
#[derive(Debug, thiserror::Error)]
pub enum StateError {
    /// It could not be read; an unexpected end is a file cut short.
    #[error("the saved state cannot be read: {0}")]
    Io(#[from] io::Error),
    /// It is something else, or from a version that this one does not know.
    #[error("this is not a saved state of version 2 (it must begin with 'outplay state 2')")]
    NotAState,
    /// It is the state of other work.
    #[error("this is the saved state of {}, not of {asked}", visible(.found))]
    Kind {
        /// What it is the state of.
        found: String,
        /// What is asked for.
        asked: &'static str,
    },
    /// It is that of another question.
    #[error("this is the saved state of another question: {}; asked is {asked}", visible(.found))]
    Question {
        /// The question that it is of.
        found: String,
        /// The question that is asked.
        asked: String,
    },
    /// A part has a value it cannot have.
    #[error("the saved state is damaged: {0}")]
    Damaged(&'static str),
    /// The sum at the end does not fit.
    #[error(
        "the saved state is damaged: its checksum is {found:016x}, its content has {computed:016x}"
    )]
    Sum {
        /// The sum in the file.
        found: u64,
        /// The sum of what was read.
        computed: u64,
    },
    /// A value is not what the code gives.
    #[error("the saved state is wrong: the value of heap {0} is not that of the code")]
    Value(usize),
}

/// The 64-bit sum of Fowler, Noll and Vo (variant 1a).
pub(crate) struct Checksum(pub u64);

impl Checksum {
    pub fn new() -> Self {
        Checksum(0xcbf2_9ce4_8422_2325)
    }

    pub fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

const HEADER: [u8; 16] = *b"outplay state 2\n";

/// Longer texts are not read.
const LONGEST_TEXT: u32 = 1 << 16;

/// Writes a state.
pub(crate) struct StateWriter<'a, W> {
    to: &'a mut W,
    sum: Checksum,
}

impl<'a, W: Write> StateWriter<'a, W> {
    /// Begins the state of a kind of work at a question.
    pub fn begin(to: &'a mut W, kind: &str, question: &str) -> io::Result<Self> {
        let mut writer = StateWriter { to, sum: Checksum::new() };
        writer.put(&HEADER)?;
        writer.put_text(kind)?;
        writer.put_text(question)?;
        Ok(writer)
    }

    pub fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.add(bytes);
        self.to.write_all(bytes)
    }

    pub fn put_number(&mut self, number: usize) -> io::Result<()> {
        self.put(&(number as u64).to_le_bytes())
    }

    pub fn put_text(&mut self, text: &str) -> io::Result<()> {
        self.put(&(text.len() as u32).to_le_bytes())?;
        self.put(text.as_bytes())
    }

    /// Writes the sum of all that was written.
    pub fn end(self) -> io::Result<()> {
        self.to.write_all(&self.sum.0.to_le_bytes())?;
        self.to.flush()
    }
}

/// Reads a state. Lengths are met by what is there, never by room that is asked for beforehand.
pub(crate) struct StateReader<'a, R> {
    from: &'a mut R,
    sum: Checksum,
}

impl<'a, R: Read> StateReader<'a, R> {
    /// Opens a state; which of these kinds of work it is of, and its question.
    pub fn begin(
        from: &'a mut R,
        kinds: &[&'static str],
    ) -> Result<(Self, &'static str, String), StateError> {
        let mut reader = StateReader { from, sum: Checksum::new() };
        if reader.take()? != HEADER {
            return Err(StateError::NotAState);
        }
        let found = reader.take_text()?;
        let Some(kind) = kinds.iter().find(|kind| **kind == found) else {
            return Err(StateError::Kind { found, asked: kinds[0] });
        };
        let question = reader.take_text()?;
        Ok((reader, kind, question))
    }

    pub fn take<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.from.read_exact(&mut bytes)?;
        self.sum.add(&bytes);
        Ok(bytes)
    }

    pub fn take_list(&mut self, length: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.from.take(length).read_to_end(&mut bytes)?;
        self.sum.add(&bytes);
        if bytes.len() as u64 == length {
            Ok(bytes)
        } else {
            Err(io::ErrorKind::UnexpectedEof.into())
        }
    }

    pub fn take_number(&mut self) -> Result<usize, StateError> {
        usize::try_from(u64::from_le_bytes(self.take()?))
            .map_err(|_| StateError::Damaged("a number is too large"))
    }

    pub fn take_text(&mut self) -> Result<String, StateError> {
        let length = u32::from_le_bytes(self.take()?);
        if length > LONGEST_TEXT {
            return Err(StateError::Damaged("a text is too long"));
        }
        String::from_utf8(self.take_list(length.into())?)
            .map_err(|_| StateError::Damaged("a text is none"))
    }

    /// Reads the sum, and refuses one that does not fit what was read or is not the end.
    pub fn end(mut self) -> Result<(), StateError> {
        let computed = self.sum.0;
        let found = u64::from_le_bytes(self.take()?);
        if found != computed {
            return Err(StateError::Sum { found, computed });
        }
        match self.from.read(&mut [0])? {
            0 => Ok(()),
            _ => Err(StateError::Damaged("something comes after its end")),
        }
    }
}
